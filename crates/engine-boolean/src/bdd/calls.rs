//! Walks backwards through calls: behind one that returned, the summary edge that was taken; before an entry, who
//! called.

use base::Id;
use ir::{GlobalId, Place, ProcId};
use solver::bdd::{Bdd, Variable};
use verdict::StopReason;

use super::lists::{ListId, Stretch};
use super::space::Space;
use super::tools::is_last;
use super::unions::{Found, Node};
use super::walk::{Distance, Origin, Position, Values, Visit, Walk, common};
use crate::program::{Call, Expr, Return};
use crate::representation::At;
use crate::tabulate::{self, Layer};

type Piece = tabulate::Piece<Bdd>;

/// A call that returned.
pub(super) struct Returned {
    /// The block of the caller, up to the call.
    pub(super) caller: Visit,
    pub(super) callee: ProcId,
    /// The summary edges that it was taken from, by their number.
    pub(super) piece: usize,
    /// What the callee saw: values at its entry, values at its exit as current ones, and results.
    pub(super) seen: Values,
}

/// What comes before an entry whose call has not returned.
pub(super) enum BeforeEntry {
    /// The program begins there.
    Nothing,
    /// `init` has ended.
    Stage(Visit),
    Caller(Visit),
}

impl Walk<'_, '_, '_> {
    /// A call that returned right before the position, if the position comes from there.
    pub(super) fn behind_call(
        &mut self,
        position: &Position,
        call: &Call,
    ) -> Result<Option<Returned>, StopReason> {
        let callee = call.callee;
        let origin = self.origin(position);
        let candidates = self.lists.returns(self.tabulation, callee, call.at, origin);
        let Some((pieces, layers)) = candidates.first() else { return Ok(None) };
        if let Some(returned) = self.return_from_point(position, call, pieces, layers) {
            return Ok(Some(returned));
        }
        let exit = self.at_exit(position, call)?;
        for (pieces, layers) in candidates {
            for node in self.lists.list(pieces.list).unions.cover(pieces.range) {
                let among = (pieces.list, node);
                if let Some(caller) = self.calling(position, call, exit, among, &layers)? {
                    let (piece, seen) = self.taken(call, exit, among, &caller.end)?;
                    return Ok(Some(Returned { caller, callee, piece, seen }));
                }
            }
        }
        Ok(None)
    }

    /// The block of the caller up to the call, from one of the layers, if one of these summary edges leads to the
    /// position.
    fn calling(
        &mut self,
        position: &Position,
        call: &Call,
        exit: Bdd,
        (list, node): (ListId, Node),
        layers: &Stretch,
    ) -> Result<Option<Visit>, StopReason> {
        let code = self.tabulation.graph.block(call.at);
        let edges = self.lists.list(list).unions.union(&mut self.tabulation.sets.space, node)?;
        let arguments = self.tabulation.sets.relation(call.at)?.terminator;
        let left = self.space().and(exit, edges)?;
        let given_back = self.tabulation.sets.tools[call.callee].given_back;
        let goal = self.space().run(|bdds| bdds.and_exists(left, arguments, given_back))?;
        self.visit(call.at, code.acts.len(), goal, Some(&position.values), layers)
    }

    /// What a position says of a call that has returned: results and globals that the callee touches have their new
    /// values, all else its own.
    fn at_exit(&mut self, position: &Position, call: &Call) -> Result<Bdd, StopReason> {
        let graph = self.tabulation.graph;
        let (touched, results) = (&graph.procs[call.callee].touched, &call.results);
        let variable = |place: Place| {
            let space = &self.tabulation.sets.space;
            let result = (0..results.len()).find(|&index| results[index] == place && is_last(results, index));
            match (result, place) {
                (Some(index), _) => space.results[index],
                (None, Place::Global(global)) if touched.binary_search(&global).is_ok() => {
                    space.copies(place).next
                }
                (None, Place::Global(_) | Place::Local(_)) => space.copies(place).current,
            }
        };
        let counting = graph.counting(position.at.proc, position.at.block);
        let literals: Vec<(Variable, bool)> =
            counting.map(|place| (variable(place), position.values[self.current(place)])).collect();
        self.space().values(literals)
    }

    /// The summary edge that was taken, by the number of its set, and what the callee saw. `at_call`: the caller's
    /// values at the call.
    fn taken(
        &mut self,
        call: &Call,
        exit: Bdd,
        (list, node): (ListId, Node),
        at_call: &Values,
    ) -> Result<(usize, Values), StopReason> {
        let places = self.entry_places(call.callee);
        let mut seen = vec![false; at_call.len()];
        let mut inputs = Vec::new();
        for &place in &places {
            let copies = self.tabulation.sets.space.copies(place);
            let (variable, value) = match place {
                Place::Global(_) => (copies.current, at_call[Id::index(copies.current)]),
                Place::Local(local) => (copies.next, self.eval(&call.args[Id::index(local)], at_call)),
            };
            inputs.push((variable, value));
            seen[Id::index(copies.entry)] = value;
        }
        let inputs = self.space().values(inputs)?;
        let sought = self.space().and(inputs, exit)?;
        let found = {
            let (unions, space) = (&mut self.lists.list(list).unions, &mut self.tabulation.sets.space);
            unions.latest_below(space, node, |space, union| common(space, union, sought))?
        };
        let Found { index, answer } = found.expect("the call was made");
        let chosen = self.some_of(answer).expect("it is not empty");
        for place in places.into_iter().filter(|place| matches!(place, Place::Global(_))) {
            let copies = self.tabulation.sets.space.copies(place);
            seen[Id::index(copies.current)] = chosen[Id::index(copies.next)];
        }
        for &result in &self.tabulation.sets.space.results {
            seen[Id::index(result)] = chosen[Id::index(result)];
        }
        Ok((self.lists.list(list).numbers[index], seen))
    }

    /// What distinguishes calls of a procedure: values at its entry and at its exit.
    pub(super) fn key(&self, callee: ProcId, seen: &Values) -> (ProcId, Vec<bool>) {
        let entry = self.entry_places(callee).into_iter().map(|place| self.value_at_entry(place, seen));
        let touched = self.tabulation.graph.procs[callee].touched.iter();
        let exit = touched.map(|&global| seen[self.current(Place::Global(global))]);
        let n_results = self.tabulation.graph.program.procs[callee].n_results;
        let results = self.tabulation.sets.space.results[..n_results].iter();
        let results = results.map(|&result| seen[Id::index(result)]);
        (callee, entry.chain(exit).chain(results).collect())
    }

    /// The visit of the block that made a summary edge, with these values at entry and exit.
    pub(super) fn leaving(&mut self, proc: ProcId, piece: usize, seen: &Values) -> Result<Visit, StopReason> {
        let graph = self.tabulation.graph;
        let Piece { returned, of, .. } = self.tabulation.procs[proc].pieces[piece];
        let &Return { at, values: ref results } = graph.returned(returned);
        let code = graph.block(at);
        let layer = self.lists.layer(self.tabulation, at, of);
        let leads_there = |walk: &Self, end: &Values| {
            let is_same = |&global: &GlobalId| {
                let current = walk.current(Place::Global(global));
                end[current] == seen[current]
            };
            let space = &walk.tabulation.sets.space;
            let mut returned = results.iter().zip(&space.results);
            graph.procs[proc].touched.iter().all(is_same)
                && returned.all(|(result, &place)| walk.eval(result, end) == seen[Id::index(place)])
        };
        if let Some(visit) = self.visit_from_point(at, code.acts.len(), seen, &layer, leads_there) {
            return Ok(visit);
        }
        let globals: Vec<(Variable, bool)> = graph.procs[proc]
            .touched
            .iter()
            .map(|&global| self.tabulation.sets.space.copies(Place::Global(global)).current)
            .map(|current| (current, seen[Id::index(current)]))
            .collect();
        let mut goal = self.space().values(globals)?;
        for (index, result) in results.iter().enumerate() {
            let result = self.space().expr(result)?;
            let value = seen[Id::index(self.space().results[index])];
            goal = self.space().and(goal, if value { result } else { !result })?;
        }
        let visit = self.visit(at, code.acts.len(), goal, Some(seen), &layer)?;
        Ok(visit.expect("a summary edge was made from its layer"))
    }

    // ------------------------------------------------------------------------------------------ entries

    /// Whether the position is the beginning of its procedure, as far as is known: then it may as well be.
    pub(super) fn is_entry(&mut self, position: &Position) -> Result<bool, StopReason> {
        let Position { at: At { proc, block }, layer, values } = position;
        let (graph, code) = (self.tabulation.graph, &self.tabulation.graph.program.procs[*proc]);
        let params = &graph.procs[*proc].params;
        let is_as_it_begins = |place: Place| {
            let value = values[self.current(place)];
            match place {
                Place::Local(local) if !params.contains(&local) => !value,
                Place::Local(_) | Place::Global(_) => {
                    !graph.knows_entry(*proc) || value == self.value_at_entry(place, values)
                }
            }
        };
        if *block != code.entry() || !graph.counting(*proc, *block).all(is_as_it_begins) {
            return Ok(false);
        }
        let time = self.layers(position.at)[*layer].time;
        Ok(graph.knows_entry(*proc) || self.entered(*proc, values, time)?.is_some())
    }

    /// Which entries of a procedure have these current values; most often, some from before the time.
    fn entered(&mut self, proc: ProcId, values: &Values, time: u64) -> Result<Option<usize>, StopReason> {
        for Stretch { list, range } in self.lists.entries(self.tabulation, proc, time) {
            let has_values = |space: &mut Space<'_>, set| {
                Ok(space.bdds.evaluate(set, |variable| values[Id::index(variable)]).then_some(()))
            };
            let (unions, space) = (&mut self.lists.list(list).unions, &mut self.tabulation.sets.space);
            if let Some(Found { index, .. }) = unions.latest(space, range, has_values)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// What comes before an entry.
    pub(super) fn before_entry(&mut self, position: &Position) -> Result<BeforeEntry, StopReason> {
        let proc = position.at.proc;
        let values = self.values_at_entry(position);
        let stages = &self.tabulation.graph.stages;
        if stages.first() == Some(&proc) && values.iter().all(|(_, value)| !value) {
            return Ok(BeforeEntry::Nothing);
        }
        let time = self.layers(position.at)[position.layer].time;
        let origin = self.origin_of_entry(proc, &values, time)?;
        if stages.len() == 2
            && stages[1] == proc
            && let Some(visit) = self.end_of_init(stages[0], &values, origin)?
        {
            return Ok(BeforeEntry::Stage(visit));
        }
        self.call_of(proc, &values, origin).map(BeforeEntry::Caller)
    }

    /// Values of touched globals and parameters at an entry. There, current values are the same, but parameters may be
    /// dead.
    fn values_at_entry(&self, position: &Position) -> Vec<(Place, bool)> {
        let Position { at: At { proc, .. }, values, .. } = position;
        let graph = self.tabulation.graph;
        if graph.knows_entry(*proc) {
            let places = self.entry_places(*proc).into_iter();
            return places.map(|place| (place, self.value_at_entry(place, values))).collect();
        }
        let touched = graph.procs[*proc].touched.iter();
        touched
            .map(|&global| Place::Global(global))
            .map(|place| (place, values[self.current(place)]))
            .collect()
    }

    /// When a procedure was entered with these values; most often, before the time.
    fn origin_of_entry(
        &mut self,
        proc: ProcId,
        values: &[(Place, bool)],
        time: u64,
    ) -> Result<Origin, StopReason> {
        let mut all = vec![false; self.tabulation.sets.space.n_variables()];
        values.iter().for_each(|&(place, value)| all[self.current(place)] = value);
        let index = self.entered(proc, &all, time)?;
        let index = index.expect("a procedure is entered before its path edges are found");
        let entries = &self.tabulation.procs[proc].entries;
        let Layer { time, reach, .. } = entries[index];
        let before = index.checked_sub(1).map_or(0, |index| entries[index].time);
        Ok(self.came_from((before, time), Distance::Total(reach.total())))
    }

    fn end_of_init(
        &mut self,
        init: ProcId,
        values: &[(Place, bool)],
        origin: Origin,
    ) -> Result<Option<Visit>, StopReason> {
        let touched = self.tabulation.graph.procs[init].touched.clone();
        let is_touched =
            |place: Place| matches!(place, Place::Global(global) if touched.binary_search(&global).is_ok());
        if values.iter().any(|&(place, value)| value && !is_touched(place)) {
            return Ok(None);
        }
        let at_exit = values.iter().filter(|(place, _)| is_touched(*place));
        let literals: Vec<(Variable, bool)> =
            at_exit.map(|&(place, value)| (self.tabulation.sets.space.copies(place).next, value)).collect();
        let sought = self.space().values(literals)?;
        let pieces: Vec<Piece> = self.tabulation.procs[init].pieces.clone();
        let Origin { times: (_, to), distance } = origin;
        for (index, piece) in pieces.iter().enumerate().rev().filter(|(_, piece)| piece.layer.time < to) {
            let is_as_far = match distance {
                Distance::Unknown => true,
                Distance::Total(total) => piece.layer.reach.total() == total,
                Distance::Exactly(reach) => piece.layer.reach == reach,
            };
            let found = if is_as_far { self.space().and(sought, piece.layer.set)? } else { Bdd::FALSE };
            let Some(chosen) = self.some_of(found) else { continue };
            let mut seen = vec![false; chosen.len()];
            for &global in &touched {
                let copies = self.tabulation.sets.space.copies(Place::Global(global));
                seen[Id::index(copies.current)] = chosen[Id::index(copies.next)];
            }
            return self.leaving(init, index, &seen).map(Some);
        }
        Ok(None)
    }

    /// A call that enters the procedure with these values.
    fn call_of(
        &mut self,
        proc: ProcId,
        values: &[(Place, bool)],
        origin: Origin,
    ) -> Result<Visit, StopReason> {
        let graph = self.tabulation.graph;
        for &site in &graph.procs[proc].call_sites {
            let call = graph.call(site);
            let layers = self.layers_from(call.at, origin);
            if layers.range.is_empty() {
                continue;
            }
            let goal = self.passing(values, &call.args)?;
            let n_acts = graph.block(call.at).acts.len();
            if let Some(visit) = self.visit(call.at, n_acts, goal, None, &layers)? {
                return Ok(visit);
            }
        }
        panic!("{} is not called", graph.program.source.procs[proc].name);
    }

    /// Values of a caller with which a callee gets these.
    fn passing(&mut self, values: &[(Place, bool)], args: &[Expr]) -> Result<Bdd, StopReason> {
        let mut goal = Bdd::TRUE;
        for &(place, value) in values {
            let passed = match place {
                Place::Global(_) => {
                    let current = self.space().copies(place).current;
                    self.space().literal(current, true)?
                }
                Place::Local(local) => self.space().expr(&args[Id::index(local)])?,
            };
            goal = self.space().and(goal, if value { passed } else { !passed })?;
        }
        Ok(goal)
    }
}
