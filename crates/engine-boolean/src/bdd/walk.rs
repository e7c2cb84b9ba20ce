//! Walks backwards within a procedure: what was found at one time was made from what was found before.
//!
//! At a block, values at its beginning are looked for that lead to the values sought at its end, among the layers that
//! were carried on between the last visits of the block where the walk comes from; if steps were counted, among those
//! that are as many steps nearer as the block has. However many layers these are, few operations find one (`unions`).

use base::Id;
use ir::{Place, ProcId};
use rustc_hash::FxHashMap;
use solver::bdd::{Bdd, Cube, Substitution, Variable};
use verdict::StopReason;

use super::lists::{Lists, Stretch};
use super::sets::BddSets;
use super::space::Space;
use super::unions::Found;
use crate::agenda::{Order, Reach};
use crate::program::{Act, End, Expr};
use crate::representation::At;
use crate::tabulate::{Layer, Tabulation};

pub(super) type Bdds<'a, 'p> = Tabulation<'a, 'p, BddSets<'a, 'p>>;

/// Values of all variables of the diagrams; what does not matter is false.
pub(super) type Values = Vec<bool>;

/// The beginning of a block, in one of its layers.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) at: At,
    pub(super) layer: usize,
    pub(super) values: Values,
}

/// A block on the way: where it begins, the choices in it, and the values at its end.
pub(super) struct Visit {
    pub(super) start: Position,
    pub(super) choices: Vec<u64>,
    pub(super) end: Values,
}

/// When something was carried on that led to a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// Not before this time, unless steps were counted, and before the other.
    pub(super) times: (u64, u64),
    /// How far it was then.
    pub(super) distance: Distance,
}

/// How far something was from the start, if steps were counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Distance {
    Unknown,
    /// Whichever procedure it was in.
    Total(u64),
    Exactly(Reach),
}

/// A walk through what a search has found.
pub(super) struct Walk<'t, 'a, 'p> {
    pub(super) tabulation: &'t mut Bdds<'a, 'p>,
    /// For blocks with a relation: current values of what is written become next ones; and these.
    turned: FxHashMap<At, (Substitution, Cube)>,
    pub(super) lists: Lists,
}

impl<'t, 'a, 'p> Walk<'t, 'a, 'p> {
    pub(super) fn new(tabulation: &'t mut Bdds<'a, 'p>) -> Self {
        Self { tabulation, turned: FxHashMap::default(), lists: Lists::default() }
    }

    pub(super) fn space(&mut self) -> &mut Space<'a> {
        &mut self.tabulation.sets.space
    }

    // ------------------------------------------------------------------------------------------ layers

    pub(super) fn layers(&self, at: At) -> &[Layer<Bdd>] {
        &self.tabulation.procs[at.proc].blocks[at.block].layers
    }

    /// Where a layer of a block comes from.
    pub(super) fn origin(&self, position: &Position) -> Origin {
        let layer = self.layers(position.at)[position.layer];
        let steps = self.tabulation.agenda.steps(position.at, None);
        let before = position.layer.checked_sub(1).map_or(0, |index| self.layers(position.at)[index].time);
        let start = Reach { within: layer.reach.within.saturating_sub(steps), ..layer.reach };
        self.came_from((before, layer.time), Distance::Exactly(start))
    }

    pub(super) fn came_from(&self, times: (u64, u64), distance: Distance) -> Origin {
        match self.tabulation.agenda.order {
            Order::CalleesFirst => Origin { times, distance: Distance::Unknown },
            Order::Nearest(_) => Origin { times: (0, times.1), distance },
        }
    }

    /// The layers of a block that may be an origin.
    pub(super) fn layers_from(&mut self, at: At, origin: Origin) -> Stretch {
        self.lists.layers(self.tabulation, at, origin)
    }

    /// The latest set of a stretch that has something in common with a set: its number, and what that is.
    fn latest(&mut self, stretch: &Stretch, set: Bdd) -> Result<Option<(usize, Bdd)>, StopReason> {
        let list = self.lists.list(stretch.list);
        let space = &mut self.tabulation.sets.space;
        let found =
            list.unions.latest(space, stretch.range.clone(), |space, union| common(space, union, set))?;
        Ok(found.map(|Found { index, answer }| (list.numbers[index], answer)))
    }

    // ------------------------------------------------------------------------------------------ values

    pub(super) fn current(&self, place: Place) -> usize {
        Id::index(self.tabulation.sets.space.copies(place).current)
    }

    pub(super) fn value_at_entry(&self, place: Place, values: &Values) -> bool {
        values[Id::index(self.tabulation.sets.space.copies(place).entry)]
    }

    pub(super) fn holds(&self, set: Bdd, values: &Values) -> bool {
        self.tabulation.sets.space.bdds.evaluate(set, |variable| values[Id::index(variable)])
    }

    pub(super) fn eval(&self, expr: &Expr, values: &Values) -> bool {
        expr.eval(&|place| values[self.current(place)])
    }

    /// Values that make a set true.
    pub(super) fn some_of(&self, set: Bdd) -> Option<Values> {
        let space = &self.tabulation.sets.space;
        let assignment = space.bdds.satisfying(set)?;
        let mut values = vec![false; space.n_variables()];
        assignment.iter().for_each(|&(variable, value)| values[Id::index(variable)] = value);
        Some(values)
    }

    /// Touched globals and parameters, if path edges know their values at the entry.
    pub(super) fn entry_places(&self, proc: ProcId) -> Vec<Place> {
        if !self.tabulation.graph.knows_entry(proc) {
            return Vec::new();
        }
        let facts = &self.tabulation.graph.procs[proc];
        let globals = facts.touched.iter().map(|&global| Place::Global(global));
        globals.chain(facts.params.iter().map(|&local| Place::Local(local))).collect()
    }

    fn entry_literals(&mut self, proc: ProcId, values: &Values) -> Result<Bdd, StopReason> {
        let literal =
            |place| (self.tabulation.sets.space.copies(place).entry, self.value_at_entry(place, values));
        let literals: Vec<(Variable, bool)> = self.entry_places(proc).into_iter().map(literal).collect();
        self.space().values(literals)
    }

    /// Current values of what counts at a block.
    fn counting_literals(&mut self, at: At, values: &Values) -> Result<Bdd, StopReason> {
        let literal = |place| (self.tabulation.sets.space.copies(place).current, values[self.current(place)]);
        let literals: Vec<(Variable, bool)> =
            self.tabulation.graph.counting(at.proc, at.block).map(literal).collect();
        self.space().values(literals)
    }

    // ------------------------------------------------------------------------------------------ blocks

    /// A visit of a block from one of the layers to the goal before the instruction at `index`.
    pub(super) fn visit(
        &mut self,
        at: At,
        index: usize,
        goal: Bdd,
        entry: Option<&Values>,
        layers: &Stretch,
    ) -> Result<Option<Visit>, StopReason> {
        if layers.range.is_empty() || goal == Bdd::FALSE {
            return Ok(None);
        }
        let sought = self.at_beginning(at, index, goal)?;
        let entry = match entry {
            Some(values) => self.entry_literals(at.proc, values)?,
            None => Bdd::TRUE,
        };
        let sought = self.space().and(sought, entry)?;
        let Some((layer, found)) = self.latest(layers, sought)? else { return Ok(None) };
        let Some(values) = self.some_of(found) else { return Ok(None) };
        let start = Position { at, layer, values };
        let (choices, end) = self.play(at, index, goal, start.values.clone())?;
        Ok(Some(Visit { start, choices, end }))
    }

    /// What happens before the instruction at an index.
    fn acts(&self, at: At, index: usize) -> &'p [Act] {
        &self.tabulation.graph.block(at).acts[..index]
    }

    /// Values at the beginning of a block that can lead to the goal.
    fn at_beginning(&mut self, at: At, index: usize, goal: Bdd) -> Result<Bdd, StopReason> {
        let relation = self.tabulation.sets.relation(at)?;
        let is_whole = index == self.tabulation.graph.block(at).acts.len();
        match relation.whole.as_ref().filter(|_| is_whole) {
            Some(whole) => {
                let (forward, next) = self.turned(at, &whole.written)?;
                let goal = self.space().run(|bdds| bdds.substitute(goal, forward))?;
                self.space().run(|bdds| bdds.and_exists(goal, whole.relation, next))
            }
            None => Ok(self.goals(self.acts(at, index), goal)?[0]),
        }
    }

    fn turned(&mut self, at: At, written: &[Place]) -> Result<(Substitution, Cube), StopReason> {
        if let Some(&known) = self.turned.get(&at) {
            return Ok(known);
        }
        let copies = written.iter().map(|&place| self.tabulation.sets.space.copies(place));
        let pairs: Vec<(Variable, Variable)> = copies.map(|copies| (copies.current, copies.next)).collect();
        let next: Vec<Variable> = pairs.iter().map(|&(_, next)| next).collect();
        let new = (self.space().renaming(&pairs)?, self.space().cube(&next)?);
        self.turned.insert(at, new);
        Ok(new)
    }

    /// The goal before each act, and at last itself.
    fn goals(&mut self, acts: &[Act], goal: Bdd) -> Result<Vec<Bdd>, StopReason> {
        let mut goals = vec![goal];
        for act in acts.iter().rev() {
            goals.push(self.tabulation.sets.space.preimage(goals[goals.len() - 1], act)?);
        }
        goals.reverse();
        Ok(goals)
    }

    /// Executes a block up to an index, so that the goal is met; answers the choices, and the values then.
    fn play(
        &mut self,
        at: At,
        index: usize,
        goal: Bdd,
        mut values: Values,
    ) -> Result<(Vec<u64>, Values), StopReason> {
        let acts = self.acts(at, index);
        let has_choices = acts.iter().any(|act| matches!(act, Act::Choose(_)));
        let goals = if has_choices { self.goals(acts, goal)? } else { Vec::new() };
        let mut choices = Vec::new();
        for (index, act) in acts.iter().enumerate() {
            match act {
                Act::Assign(place, value) => values[self.current(*place)] = self.eval(value, &values),
                Act::Choose(place) => {
                    let at = self.current(*place);
                    values[at] = false;
                    values[at] = !self.holds(goals[index + 1], &values);
                    choices.push(u64::from(values[at]));
                }
                Act::Assume(_) | Act::Assert(..) | Act::Fail(_) | Act::Nothing => {}
            }
        }
        Ok((choices, values))
    }

    /// The visit of a block without a call right before a position in the same procedure, if it comes from there.
    pub(super) fn before(&mut self, position: &Position, from: At) -> Result<Option<Visit>, StopReason> {
        let layers = self.layers_from(from, self.origin(position));
        if layers.range.is_empty() {
            return Ok(None);
        }
        let block = position.at.block;
        let code = self.tabulation.graph.block(from);
        if let Some(visit) = self.before_from_point(position, from, &layers) {
            return Ok(Some(visit));
        }
        let goal = self.counting_literals(position.at, &position.values)?;
        let (goal, choice) = match &code.end {
            End::Goto(targets) => {
                let Some(edge) = targets.iter().position(|&target| target == block) else { return Ok(None) };
                (goal, (targets.len() > 1).then_some(edge as u64))
            }
            End::Branch { condition: _, then_to, else_to } => {
                let condition = self.tabulation.sets.relation(from)?.terminator;
                let open = match (*then_to == block, *else_to == block) {
                    (true, true) => Bdd::TRUE,
                    (true, false) => condition,
                    (false, _) => !condition,
                };
                (self.space().and(goal, open)?, None)
            }
            End::Call(_) | End::Return(_) => return Ok(None),
        };
        let visit = self.visit(from, code.acts.len(), goal, Some(&position.values), &layers)?;
        Ok(visit.map(|mut visit| {
            visit.choices.extend(choice);
            visit
        }))
    }
}

/// What two sets have in common, unless that is nothing.
pub(super) fn common(space: &mut Space<'_>, left: Bdd, right: Bdd) -> Result<Option<Bdd>, StopReason> {
    let both = space.and(left, right)?;
    Ok((both != Bdd::FALSE).then_some(both))
}
