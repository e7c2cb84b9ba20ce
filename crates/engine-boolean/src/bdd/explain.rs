//! The path to an error, found backwards, as a graph of shared subtraces.
//!
//! From the block that fails the walk goes back to the entry of its procedure, to its caller, and so on to the
//! start of the program. Behind a call that returned, the callee's subtrace is walked from its end to its beginning,
//! unless a subtrace with the same values at entry and exit was walked before. Callers that wait for that are on a
//! stack of their own.

use ir::ProcId;
use solver::bdd::Bdd;
use verdict::{SharedTrace, StopReason};

use super::calls::{BeforeEntry, Returned};
use super::walk::{Bdds, Position, Visit, Walk};
use crate::program::{Act, Check, End};
use crate::representation::{At, Representation};
use crate::subtraces::Subtraces;
use crate::tabulate::FoundError;

/// More blocks are not walked, however much is shared.
const MOST_BLOCKS: u64 = 10_000_000;
/// Blocks between two reports of progress.
const BLOCKS_PER_REPORT: u64 = 64;

/// The paths to an error.
pub(super) fn explain(tabulation: &mut Bdds<'_, '_>, error: &FoundError) -> Result<SharedTrace, StopReason> {
    let mut explanation = Explanation::new(tabulation);
    let stages = explanation.ways_to(error)?;
    Ok(explanation.subtraces.finish(stages))
}

/// The same, with the number of sets and unions of sets that were looked at.
#[cfg(test)]
pub(super) fn explain_counting(
    tabulation: &mut Bdds<'_, '_>,
    error: &FoundError,
) -> Result<(SharedTrace, u64), StopReason> {
    let mut explanation = Explanation::new(tabulation);
    let stages = explanation.ways_to(error)?;
    let n_tests = explanation.walk.lists.n_tests();
    Ok((explanation.subtraces.finish(stages), n_tests))
}

struct Explanation<'t, 'a, 'p> {
    walk: Walk<'t, 'a, 'p>,
    subtraces: Subtraces<(ProcId, Vec<bool>)>,
    /// Callers, up to the call that is being walked.
    waiting: Vec<Visit>,
    n_blocks: u64,
}

/// What comes right before a position inside a procedure.
enum Before {
    Block(Visit),
    Call(Returned),
}

impl<'t, 'a, 'p> Explanation<'t, 'a, 'p> {
    fn new(tabulation: &'t mut Bdds<'a, 'p>) -> Self {
        Self { walk: Walk::new(tabulation), subtraces: Subtraces::new(), waiting: Vec::new(), n_blocks: 0 }
    }

    /// Goes all the way back; answers the subtraces of the stages.
    fn ways_to(&mut self, error: &FoundError) -> Result<Vec<usize>, StopReason> {
        let mut visit = self.failing(error)?;
        let mut stages = Vec::new();
        self.subtraces.begin(visit.start.at.proc, None);
        loop {
            self.subtraces.choices(&visit.choices);
            self.go_on()?;
            visit = if !self.walk.is_entry(&visit.start)? {
                self.inside(&visit.start)?
            } else if let Some(caller) = self.waiting.pop() {
                let subtrace = self.subtraces.end();
                self.subtraces.call(subtrace);
                caller
            } else {
                let subtrace = self.subtraces.end();
                match self.walk.before_entry(&visit.start)? {
                    BeforeEntry::Nothing => {
                        stages.push(subtrace);
                        break;
                    }
                    BeforeEntry::Stage(end) => {
                        stages.push(subtrace);
                        self.subtraces.begin(end.start.at.proc, None);
                        end
                    }
                    BeforeEntry::Caller(caller) => {
                        self.subtraces.begin(caller.start.at.proc, None);
                        self.subtraces.call(subtrace);
                        caller
                    }
                }
            };
        }
        stages.reverse();
        Ok(stages)
    }

    fn go_on(&mut self) -> Result<(), StopReason> {
        self.n_blocks += 1;
        if self.n_blocks.is_multiple_of(BLOCKS_PER_REPORT) {
            self.walk.space().report()?;
        }
        // Nothing but values and unions is carried from one block to the next.
        if self.walk.tabulation.sets.wants_collection() {
            let unions = self.walk.lists.made().collect();
            self.walk.tabulation.sets.keep(unions);
            self.walk.tabulation.collect_garbage();
        }
        if self.n_blocks > MOST_BLOCKS {
            return Err(StopReason::TraceTooLong(MOST_BLOCKS));
        }
        Ok(())
    }

    fn failing(&mut self, error: &FoundError) -> Result<Visit, StopReason> {
        let graph = self.walk.tabulation.graph;
        let &Check { at, index, .. } = graph.check(error.check);
        let goal = match &graph.block(at).acts[index] {
            Act::Assert(condition, _) => !self.walk.space().expr(condition)?,
            Act::Assign(..) | Act::Choose(_) | Act::Assume(_) | Act::Fail(_) | Act::Nothing => Bdd::TRUE,
        };
        let layer = self.walk.lists.layer(self.walk.tabulation, at, error.layer);
        let visit = self.walk.visit(at, index, goal, None, &layer)?;
        Ok(visit.expect("an error is in the layer where it was found"))
    }

    /// The block before a position: in the same procedure or, behind a call whose subtrace is not known, the one that
    /// returned.
    fn inside(&mut self, position: &Position) -> Result<Visit, StopReason> {
        let Returned { caller, callee, piece, seen } = match self.before(position)? {
            Before::Block(visit) => return Ok(visit),
            Before::Call(returned) => returned,
        };
        let key = self.walk.key(callee, &seen);
        if let Some(subtrace) = self.subtraces.known(&key) {
            self.subtraces.call(subtrace);
            return Ok(caller);
        }
        let visit = self.walk.leaving(callee, piece, &seen)?;
        self.subtraces.begin(callee, Some(key));
        self.waiting.push(caller);
        Ok(visit)
    }

    fn before(&mut self, position: &Position) -> Result<Before, StopReason> {
        let At { proc, block } = position.at;
        let graph = self.walk.tabulation.graph;
        for &from in &graph.procs[proc].predecessors[block] {
            let at = At { proc, block: from };
            let found = match graph.block(at).end {
                End::Call(call) => self.walk.behind_call(position, graph.call(call))?.map(Before::Call),
                End::Goto(_) | End::Branch { .. } | End::Return(_) => {
                    self.walk.before(position, at)?.map(Before::Block)
                }
            };
            if let Some(found) = found {
                return Ok(found);
            }
        }
        panic!("nothing leads to {block} of {}", graph.program.source.procs[proc].name);
    }
}
