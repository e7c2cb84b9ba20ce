//! Terminators executed: jumps, calls, returns, and the observers that guards call.

use ir::{Expr, FaultKind, ProcId, TermOp, Value};
use verdict::StopReason;

use crate::code::Action;
use crate::cover::Cover;
use crate::execute::{Flow, Halt, Machine};
use crate::listener::AccessListener;

/// The most instructions of an observer.
const MAX_OBSERVER_INSTRUCTIONS: u64 = 1_000_000;

impl<W: AccessListener> Machine<'_, W> {
    pub(crate) fn leave_block(&mut self, op: &TermOp, cover: &mut impl Cover) -> Result<Flow, Halt> {
        Ok(match op {
            TermOp::Goto { targets } => {
                let taken = self.tape.choose(targets.len() as u32);
                self.goto(targets[taken as usize])
            }
            TermOp::Branch { condition, then_to, else_to } => {
                let target = if self.eval(condition)?.truth() { then_to } else { else_to };
                self.goto(*target)
            }
            TermOp::Switch { value, cases, default } => {
                let value = self.eval(value)?.number();
                let case = cases.iter().find(|case| case.0 == value);
                self.goto(case.map_or(*default, |case| case.1))
            }
            TermOp::SwitchClass { object, cases, default } => {
                let object = self.eval_object(object)?;
                self.touch(object)?;
                let class = self.class(object);
                let case = cases.iter().find(|case| case.0 == class);
                self.goto(case.map_or(*default, |case| case.1))
            }
            TermOp::Call { proc, args, .. } => {
                self.enter(*proc, args)?;
                Flow::Next
            }
            TermOp::Return { values } => self.leave_proc(values)?,
            TermOp::Opaque { reason } => return Err(self.leaves_out(reason)),
            TermOp::Select { joins, first, end: _ } => match self.take_join(joins, *first, cover)? {
                Some(target) => self.goto(target),
                None if self.top().atomic > 0 => return Err(FaultKind::BlockingInAtomic.into()),
                None => Flow::Blocked,
            },
        })
    }

    pub fn goto(&mut self, block: ir::BlockId) -> Flow {
        let code = self.code;
        let frame = self.top_mut().top_mut();
        frame.point = code.block_point(frame.proc, block);
        Flow::Next
    }

    pub(crate) fn enter(&mut self, proc: ProcId, args: &[Expr]) -> Result<(), Halt> {
        self.evaluate_all(args)?;
        let (code, thread) = (self.code, &mut self.state.threads[self.thread]);
        thread.push_frame(code, proc);
        let base = thread.top().base as usize;
        thread.values[base..base + self.passing.len()].copy_from_slice(&self.passing);
        Ok(())
    }

    fn leave_proc(&mut self, values: &[Expr]) -> Result<Flow, Halt> {
        self.evaluate_all(values)?;
        let left = self.top_mut().pop_frame();
        let Some(caller) = self.top().frames.last() else {
            self.state.threads.remove(self.thread);
            if self.code.program.init == Some(left.proc) {
                self.state.start_threads(self.code);
            }
            return Ok(Flow::Ended);
        };
        let code = self.code;
        let Action::Term(ir::Terminator { op: TermOp::Call { results, next, .. }, .. }) =
            code.facts(caller.point).action
        else {
            panic!("a caller of {} does not stand at a call", left.proc);
        };
        for (&place, index) in results.iter().zip(0..) {
            let value = self.passing[index];
            self.write(place, value);
        }
        Ok(self.goto(*next))
    }

    /// Runs an observer on top of the thread's stack and takes it off again: it has no effect on the state.
    pub fn observe(&mut self, proc: ProcId, args: &[Expr], cover: &mut impl Cover) -> Result<Value, Halt> {
        let (height, atomic) = (self.top().frames.len(), self.top().atomic);
        self.enter(proc, args)?;
        let result = self.run_observer(height, cover);
        while self.top().frames.len() > height {
            self.top_mut().pop_frame();
        }
        // One that failed has left its atomic sections open.
        self.top_mut().atomic = atomic;
        result
    }

    fn run_observer(&mut self, height: usize, cover: &mut impl Cover) -> Result<Value, Halt> {
        for _ in 0..MAX_OBSERVER_INSTRUCTIONS {
            let code = self.code;
            let frame = *self.top().top();
            if let Action::Term(ir::Terminator { op: TermOp::Return { values }, .. }) =
                code.facts(frame.point).action
                && self.top().frames.len() == height + 1
            {
                cover.reaches(frame.point);
                return self.eval(&values[0]);
            }
            self.act_covered(cover)?;
        }
        Err(Halt::Stopped(Box::new(StopReason::StepTooLong(MAX_OBSERVER_INSTRUCTIONS))))
    }
}

/// Whether control goes on in the same procedure.
pub(crate) fn leads_on(op: &TermOp) -> bool {
    match op {
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Select { .. } => true,
        TermOp::Call { .. } | TermOp::Return { .. } | TermOp::Opaque { .. } => false,
    }
}
