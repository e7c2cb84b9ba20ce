//! Steps backwards by executing forwards, where the latest set that may have come before has a single path edge.
//!
//! A deterministic program has such sets only, and its traces are the longest. There, nothing has to be looked for: the
//! values are executed, and compared with those that are sought. No diagram is made. Where that fails, diagrams are
//! asked, which test the same set first: both find the same trace.

use base::Id;
use ir::{Place, ProcId};
use solver::bdd::Bdd;

use super::calls::Returned;
use super::lists::Stretch;
use super::tools::is_last;
use super::walk::{Position, Values, Visit, Walk};
use crate::program::{Act, Call, End};
use crate::representation::At;

impl Walk<'_, '_, '_> {
    /// A visit of a block up to an index from the latest of the layers, if that has one path edge, without choices, and
    /// its values at the end are those that are sought.
    pub(super) fn visit_from_point(
        &mut self,
        at: At,
        index: usize,
        entry: &Values,
        layers: &Stretch,
        is_sought: impl Fn(&Self, &Values) -> bool,
    ) -> Option<Visit> {
        let (layer, values) = self.latest_point(layers)?;
        let knows_entry =
            |place: Place| self.value_at_entry(place, &values) == self.value_at_entry(place, entry);
        if !self.entry_places(at.proc).into_iter().all(knows_entry) {
            return None;
        }
        let end = self.executed(at, index, values.clone())?;
        is_sought(self, &end).then(|| Visit {
            start: Position { at, layer, values },
            choices: Vec::new(),
            end,
        })
    }

    /// The visit of a block without a call right before a position in the same procedure.
    pub(super) fn before_from_point(
        &mut self,
        position: &Position,
        from: At,
        layers: &Stretch,
    ) -> Option<Visit> {
        let graph = self.tabulation.graph;
        let code = graph.block(from);
        let leads_there = |walk: &Self, end: &Values| {
            let is_same = |place: Place| end[walk.current(place)] == position.values[walk.current(place)];
            let target = match &code.end {
                End::Goto(targets) if targets.len() == 1 => Some(targets[0]),
                End::Branch { condition, then_to, else_to } => {
                    Some(if walk.eval(condition, end) { *then_to } else { *else_to })
                }
                End::Goto(_) | End::Call(_) | End::Return(_) => None,
            };
            target == Some(position.at.block)
                && graph.counting(position.at.proc, position.at.block).all(is_same)
        };
        self.visit_from_point(from, code.acts.len(), &position.values, layers, leads_there)
    }

    /// The call at the end of a block that returned right before the position, if the latest of the layers and the
    /// latest of the summary edges have one element each, and lead there.
    pub(super) fn return_from_point(
        &mut self,
        position: &Position,
        call: &Call,
        pieces: &Stretch,
        layers: &Stretch,
    ) -> Option<Returned> {
        let code = self.tabulation.graph.block(call.at);
        let (piece, taken) = self.latest_point(pieces)?;
        let leads_there = |walk: &Self, at_call: &Values| {
            walk.is_entered_by(call, at_call, &taken) && walk.is_left_for(position, call, at_call, &taken)
        };
        let caller =
            self.visit_from_point(call.at, code.acts.len(), &position.values, layers, leads_there)?;
        let seen = self.seen_by(call.callee, &taken);
        Some(Returned { caller, callee: call.callee, piece, seen })
    }

    /// The latest set, if it has one element: its number, and the values of that. What does not matter is false.
    fn latest_point(&mut self, stretch: &Stretch) -> Option<(usize, Values)> {
        let &Stretch { list, ref range } = stretch;
        let last = range.clone().next_back()?;
        let (number, set) = self.lists.one(list, last);
        Some((number, self.point(set)?))
    }

    /// The values of a set that has one element, as far as its diagram shows.
    fn point(&self, set: Bdd) -> Option<Values> {
        let space = &self.tabulation.sets.space;
        let mut values = vec![false; space.n_variables()];
        let mut at = set;
        while let Some((variable, low, high)) = space.bdds.branches(at) {
            let value = low == Bdd::FALSE;
            if !value && high != Bdd::FALSE {
                return None;
            }
            values[Id::index(variable)] = value;
            at = if value { high } else { low };
        }
        (at == Bdd::TRUE).then_some(values)
    }

    /// The values after the instructions before an index; none if these choose, or if no execution gets so far.
    fn executed(&self, at: At, index: usize, mut values: Values) -> Option<Values> {
        for act in &self.tabulation.graph.block(at).acts[..index] {
            match act {
                Act::Assign(place, value) => values[self.current(*place)] = self.eval(value, &values),
                Act::Assume(condition) | Act::Assert(condition, _) => {
                    if !self.eval(condition, &values) {
                        return None;
                    }
                }
                Act::Choose(_) | Act::Fail(_) => return None,
                Act::Nothing => {}
            }
        }
        Some(values)
    }

    /// Whether a summary edge begins with what the caller passes.
    fn is_entered_by(&self, call: &Call, at_call: &Values, taken: &Values) -> bool {
        self.entry_places(call.callee).into_iter().all(|place| {
            let copies = self.tabulation.sets.space.copies(place);
            match place {
                Place::Global(_) => taken[Id::index(copies.current)] == at_call[Id::index(copies.current)],
                Place::Local(local) => {
                    taken[Id::index(copies.next)] == self.eval(&call.args[Id::index(local)], at_call)
                }
            }
        })
    }

    /// Whether what a summary edge leaves behind, and what the caller keeps, are the values of a position.
    fn is_left_for(&self, position: &Position, call: &Call, at_call: &Values, taken: &Values) -> bool {
        let (graph, space) = (self.tabulation.graph, &self.tabulation.sets.space);
        let (touched, results) = (&graph.procs[call.callee].touched, &call.results);
        graph.counting(position.at.proc, position.at.block).all(|place| {
            let result = (0..results.len()).find(|&index| results[index] == place && is_last(results, index));
            let value = match (result, place) {
                (Some(index), _) => taken[Id::index(space.results[index])],
                (None, Place::Global(global)) if touched.binary_search(&global).is_ok() => {
                    taken[Id::index(space.copies(place).next)]
                }
                (None, Place::Global(_) | Place::Local(_)) => at_call[self.current(place)],
            };
            value == position.values[self.current(place)]
        })
    }

    /// What the callee saw: values at its entry, values at its exit as current ones, and results.
    fn seen_by(&self, callee: ProcId, taken: &Values) -> Values {
        let space = &self.tabulation.sets.space;
        let mut seen = vec![false; taken.len()];
        for place in self.entry_places(callee) {
            let copies = space.copies(place);
            match place {
                Place::Global(_) => {
                    seen[Id::index(copies.entry)] = taken[Id::index(copies.current)];
                    seen[Id::index(copies.current)] = taken[Id::index(copies.next)];
                }
                Place::Local(_) => seen[Id::index(copies.entry)] = taken[Id::index(copies.next)],
            }
        }
        space.results.iter().for_each(|&result| seen[Id::index(result)] = taken[Id::index(result)]);
        seen
    }
}
