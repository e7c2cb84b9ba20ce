//! Preconditions: which inputs are meant, found out by executing a method on the unknown heap.
//!
//! A *guard* of a procedure (`verdict::Precondition`) looks at its arguments and then calls it. What comes before that
//! call reads the unknown heap like everything else, and its branches fork; an end there is no path, and the inputs
//! that lead to it are left out. The path begins with the call: its events, instructions and choices are those of
//! the procedure alone, so that a replay of an example begins there, too.
//!
//! So what comes before must leave the heap as it was found. A write to an object of the unknown heap, to a global, or
//! a choice is refused where it is met: objects that were made on the way may be written.

use ir::{Op, Place, ProcId, TermOp};
use verdict::{ProgramPoint, StopReason, Unsupported};

use crate::executor::{Executor, Pause};
use crate::state::Made;
use crate::values::Val;

impl Executor<'_> {
    /// Whether a call is the one with which the path begins.
    pub(crate) fn begins_path(&self, proc: ProcId) -> bool {
        !self.state.has_begun && self.state.running().depth == 0 && proc == self.query.entry
    }

    /// The procedure is called with arguments that satisfy the precondition. Nothing returns to the guard.
    pub(crate) fn begin_path(&mut self, mut vals: Vec<Val>) -> Result<(), Pause> {
        let entry = self.query.entry;
        self.defaults(&self.program.procs[entry], &mut vals)?;
        let locals = self.state.allocate(vals);
        self.state.has_begun = true;
        self.state.n_steps = 0;
        self.state.call(entry, locals, None);
        Ok(())
    }

    /// Refuses an instruction of a precondition that a replay from its end would miss.
    pub(crate) fn check_precondition(&self, point: ProgramPoint) -> Result<(), Pause> {
        let block = &self.program.procs[point.proc].blocks[point.block];
        let chooses = match block.instrs.get(point.index) {
            Some(instr) => matches!(instr.op, Op::Choice(_)),
            None => matches!(&block.terminator.op, TermOp::Goto { targets } if targets.len() > 1),
        };
        let mut writes_global = false;
        let see = |dst: Place| writes_global |= matches!(dst, Place::Global(_));
        match block.instrs.get(point.index) {
            Some(instr) => instr.op.for_each_written(see),
            None => block.terminator.op.dsts().into_iter().for_each(see),
        }
        match (chooses, writes_global) {
            (true, _) => Err(self.refused("makes a choice")),
            (false, true) => Err(self.refused("writes a global variable")),
            (false, false) => Ok(()),
        }
    }

    /// Refuses a precondition that writes to objects which it did not make.
    pub(crate) fn check_written(&self, object: Val) -> Result<(), Pause> {
        if self.state.has_begun {
            return Ok(());
        }
        let entries = self.entries_of(object).into_iter();
        let mut objects = entries.filter_map(|entry| entry.loc.object());
        match objects.any(|object| self.state.object(object).made != Made::Scratch) {
            true => Err(self.refused("writes to an object of the input")),
            false => Ok(()),
        }
    }

    fn refused(&self, what: &str) -> Pause {
        let point = self.state.point();
        let proc = &self.program.procs[point.proc];
        let message = format!("A precondition may not change what it looks at, and `{}` {what}.", proc.name);
        let span = proc.blocks[point.block].site(point.index).span;
        Pause::Stop(StopReason::Unsupported(Unsupported::new(message).at(span)))
    }
}
