//! What a block does, compressed into one relation.
//!
//! As in Bebop and in most symbolic model checkers since Burch, Clarke and Long, "Symbolic model checking with
//! partitioned transition relations" (1991): statement by statement, a relation between the values at the beginning of
//! the block and the *next* values of what was written grows; a local is quantified as soon as it is dead. One product
//! then carries a set through the whole block. For each assertion and fault there is the set of values at the beginning
//! that make it fail.
//!
//! A relation that grows too large is given up, and the block is executed statement by statement.

use ir::{LocalId, Place};
use solver::bdd::{Bdd, BddError, Bdds, Cube, Variable};
use verdict::StopReason;

use super::space::Space;
use crate::graph::Graph;
use crate::program::{Act, CheckId, End, Expr};
use crate::representation::At;

/// A block for which an operation takes more steps is executed statement by statement.
const MOST_STEPS: u64 = 100_000;

/// What a block does.
pub(crate) struct BlockRelation {
    /// From the beginning to the end, if that is small enough.
    pub(super) whole: Option<Whole>,
    /// Current values of locals that may have one and do not count at the end.
    pub(super) dying: Cube,
    /// Where a branch goes to its first target; which arguments a call passes, as next values of parameters; which
    /// results a return gives.
    pub(super) terminator: Bdd,
}

pub(crate) struct Whole {
    /// Over current values at the beginning, and next values of what is written.
    pub(super) relation: Bdd,
    /// Places that are written and count at the end.
    pub(super) written: Vec<Place>,
    /// Current values of places that are written, and of locals that no longer count.
    pub(super) replaced: Cube,
    /// For each check that can fail: the values at the beginning.
    pub(super) failing: Vec<(CheckId, Bdd)>,
    /// All of them.
    pub(super) any_failing: Bdd,
}

impl BlockRelation {
    pub(super) fn new(graph: &Graph<'_>, space: &mut Space<'_>, at: At) -> Result<Self, StopReason> {
        let live = live_after(graph, at);
        let dying = dying(graph, space, at, &live[live.len() - 1])?;
        let builder =
            Builder { graph, space, at, relation: Bdd::TRUE, written: Vec::new(), failing: Vec::new() };
        let whole = builder.build(&live)?;
        Ok(Self { whole, dying, terminator: terminator(graph, space, at)? })
    }

    /// All diagrams.
    pub(super) fn roots(&self) -> impl Iterator<Item = Bdd> {
        let whole = self.whole.iter();
        let inside = whole.flat_map(|whole| {
            let failing = whole.failing.iter().map(|&(_, values)| values);
            failing.chain([whole.relation, whole.any_failing])
        });
        inside.chain([self.terminator])
    }
}

fn dying(graph: &Graph<'_>, space: &mut Space<'_>, at: At, live: &[LocalId]) -> Result<Cube, StopReason> {
    let written = graph.block(at).acts.iter().filter_map(Act::written);
    let is_dead = |place: &Place| matches!(place, Place::Local(local) if !live.contains(local));
    let dead = graph.counting(at.proc, at.block).chain(written).filter(is_dead);
    let dead: Vec<Variable> = dead.map(|place| space.copies(place).current).collect();
    space.cube(&dead)
}

/// Locals that count after each instruction; first, those that count before all of them.
fn live_after(graph: &Graph<'_>, at: At) -> Vec<Vec<LocalId>> {
    let mut live = live_at_end(graph, at);
    let mut all = vec![live.clone()];
    for act in graph.block(at).acts.iter().rev() {
        let written = act.written();
        live.retain(|&local| Some(Place::Local(local)) != written);
        live.extend(act.expr().into_iter().flat_map(locals));
        live.sort_unstable();
        live.dedup();
        all.push(live.clone());
    }
    all.reverse();
    all
}

/// Locals that the terminator reads or that count behind it.
pub(super) fn live_at_end(graph: &Graph<'_>, at: At) -> Vec<LocalId> {
    let end = &graph.block(at).end;
    let mut live: Vec<LocalId> = Vec::new();
    for target in graph.targets(end) {
        live.extend(graph.live(at.proc, target));
    }
    match end {
        End::Branch { condition, .. } => live.extend(locals(condition)),
        End::Call(call) => {
            let call = graph.call(*call);
            live.retain(|&local| !call.results.contains(&Place::Local(local)));
            live.extend(call.args.iter().flat_map(locals));
        }
        End::Return(returned) => live.extend(graph.returned(*returned).values.iter().flat_map(locals)),
        End::Goto(_) => {}
    }
    live.sort_unstable();
    live.dedup();
    live
}

fn locals(expr: &Expr) -> Vec<LocalId> {
    let local = |place| match place {
        Place::Local(local) => Some(local),
        Place::Global(_) => None,
    };
    expr.variables().into_iter().filter_map(local).collect()
}

fn terminator(graph: &Graph<'_>, space: &mut Space<'_>, at: At) -> Result<Bdd, StopReason> {
    let mut all = Bdd::TRUE;
    let (values, names): (&[Expr], Vec<Variable>) = match &graph.block(at).end {
        End::Branch { condition, .. } => return space.expr(condition),
        End::Call(call) => {
            let args = &graph.call(*call).args;
            let params = (0..args.len()).map(|index| Place::Local(base::Id::new(index)));
            (args, params.map(|param| space.copies(param).next).collect())
        }
        End::Return(returned) => (&graph.returned(*returned).values, space.results.clone()),
        End::Goto(_) => return Ok(all),
    };
    for (value, name) in values.iter().zip(names) {
        let value = space.expr(value)?;
        let equal = space.equal(name, value)?;
        all = space.and(all, equal)?;
    }
    Ok(all)
}

/// Whether an act writes a local that is not read.
fn is_in_vain(act: &Act, live: &[LocalId]) -> bool {
    match act.written() {
        Some(Place::Local(local)) => !live.contains(&local),
        Some(Place::Global(_)) | None => false,
    }
}

/// A relation that is being made.
struct Builder<'b, 'a, 'p> {
    graph: &'b Graph<'p>,
    space: &'b mut Space<'a>,
    at: At,
    relation: Bdd,
    written: Vec<Place>,
    failing: Vec<(CheckId, Bdd)>,
}

impl Builder<'_, '_, '_> {
    fn build(mut self, live: &[Vec<LocalId>]) -> Result<Option<Whole>, StopReason> {
        let acts = &self.graph.block(self.at).acts;
        for (index, act) in acts.iter().enumerate() {
            if !is_in_vain(act, &live[index + 1]) {
                let Some(relation) = self.after(act)? else { return Ok(None) };
                self.relation = relation;
            }
            let Some(relation) = self.without_dead(&live[index], &live[index + 1])? else { return Ok(None) };
            self.relation = relation;
        }
        self.finish(&live[acts.len()]).map(Some)
    }

    fn finish(self, live: &[LocalId]) -> Result<Whole, StopReason> {
        let Self { graph, space, at, relation, mut written, failing } = self;
        let counts = |place: &Place| match place {
            Place::Global(_) => true,
            Place::Local(local) => live.contains(local),
        };
        let begins = graph.counting(at.proc, at.block);
        let replaced = begins.filter(|place| written.contains(place) || !counts(place));
        let replaced: Vec<Variable> = replaced.map(|place| space.copies(place).current).collect();
        written.retain(counts);
        let replaced = space.cube(&replaced)?;
        let mut any_failing = Bdd::FALSE;
        for &(_, values) in &failing {
            any_failing = space.or(any_failing, values)?;
        }
        Ok(Whole { relation, written, replaced, failing, any_failing })
    }

    fn small(
        &mut self,
        operation: impl FnMut(&mut Bdds) -> Result<Bdd, BddError>,
    ) -> Result<Option<Bdd>, StopReason> {
        self.space.attempt(MOST_STEPS, operation)
    }

    /// An expression over values at this place.
    fn expr(&mut self, expr: &Expr) -> Result<Bdd, StopReason> {
        let written = &self.written;
        let copy = |copies: super::space::Copies, place| {
            if written.contains(&place) { copies.next } else { copies.current }
        };
        self.space.expr_over(expr, &copy)
    }

    /// The relation after an act.
    fn after(&mut self, act: &Act) -> Result<Option<Bdd>, StopReason> {
        let relation = self.relation;
        match act {
            Act::Assign(place, value) => {
                let value = self.expr(value)?;
                self.assign(*place, value)
            }
            Act::Choose(place) => {
                let next = self.space.next_cube(*place);
                let is_written = self.write(*place);
                if is_written { self.small(|bdds| bdds.exists(relation, next)) } else { Ok(Some(relation)) }
            }
            Act::Assume(condition) => {
                let condition = self.expr(condition)?;
                self.small(|bdds| bdds.and(relation, condition))
            }
            Act::Assert(condition, check) => {
                let condition = self.expr(condition)?;
                if self.fail(*check, !condition)?.is_none() {
                    return Ok(None);
                }
                self.small(|bdds| bdds.and(relation, condition))
            }
            Act::Fail(check) => Ok(self.fail(*check, Bdd::TRUE)?.map(|()| Bdd::FALSE)),
            Act::Nothing => Ok(Some(relation)),
        }
    }

    /// Says that a place is written; answers whether it was before.
    fn write(&mut self, place: Place) -> bool {
        let is_written = self.written.contains(&place);
        if !is_written {
            self.written.push(place);
        }
        is_written
    }

    fn assign(&mut self, place: Place, value: Bdd) -> Result<Option<Bdd>, StopReason> {
        let (relation, next) = (self.relation, self.space.copies(place).next);
        let new = self.space.literal(next, true)?;
        if !self.write(place) {
            let equal = self.space.equal(next, value)?;
            return self.small(|bdds| bdds.and(relation, equal));
        }
        // The old value is forgotten when the new one is known.
        let old = self.space.next_cube(place);
        self.small(|bdds| {
            let if_true = bdds.and_exists(relation, value, old)?;
            let if_false = bdds.and_exists(relation, !value, old)?;
            bdds.ite(new, if_true, if_false)
        })
    }

    /// A check fails where this holds.
    fn fail(&mut self, check: CheckId, bad: Bdd) -> Result<Option<()>, StopReason> {
        let next: Vec<Variable> = self.written.iter().map(|&place| self.space.copies(place).next).collect();
        let (relation, next) = (self.relation, self.space.cube(&next)?);
        let values = self.small(|bdds| bdds.and_exists(relation, bad, next))?;
        Ok(values.map(|values| {
            if values != Bdd::FALSE {
                self.failing.push((check, values));
            }
        }))
    }

    /// The relation without locals that were written and have just been read for the last time.
    fn without_dead(&mut self, before: &[LocalId], after: &[LocalId]) -> Result<Option<Bdd>, StopReason> {
        let mut relation = self.relation;
        for &local in before.iter().filter(|local| !after.contains(local)) {
            let place = Place::Local(local);
            if !self.written.contains(&place) {
                continue;
            }
            let next = self.space.next_cube(place);
            match self.small(|bdds| bdds.exists(relation, next))? {
                Some(without) => relation = without,
                None => return Ok(None),
            }
        }
        Ok(Some(relation))
    }
}
