//! Selects: which joins are open, and what taking one does. Observers, the procedures that guards call, run here too.

use ir::{BlockId, Guard, Join, ObjectId, Place, Probe, Proc, ProcId, TermOp, Value};
use verdict::{Content, Spot};

use crate::refusal::Reason;
use crate::step::{Path, not_null};

/// How many blocks one call of an observer from a guard may execute.
const OBSERVER_BUDGET: usize = 100_000;

impl Path<'_> {
    /// What taking the join receives, if it is open. Any open join may be taken, so a fault in a guard is a fault of the select.
    pub(crate) fn open(&self, join: &Join) -> Result<Option<Vec<(ObjectId, Place)>>, Reason> {
        let mut receives: Vec<(ObjectId, Place)> = Vec::new();
        for guard in &join.guards {
            let is_open = match guard {
                Guard::Always => true,
                Guard::Wait(condition) => self.probe(condition)?.truth(),
                Guard::Receive { channel, dst } => {
                    let channel = not_null(self.probe(channel)?)?;
                    let promised = receives.iter().filter(|(other, _)| *other == channel).count();
                    receives.push((channel, *dst));
                    self.contents(channel)?.len() > promised
                }
            };
            if !is_open {
                return Ok(None);
            }
        }
        Ok(Some(receives))
    }

    /// Takes the messages of a join, in order.
    pub(crate) fn receive(&mut self, receives: Vec<(ObjectId, Place)>) -> Result<(), Reason> {
        for (channel, dst) in receives {
            let mut messages = self.contents(channel)?;
            let message = messages.remove(0);
            self.state.write(self.known, Spot::Contents(channel), Content::List(messages))?;
            self.assign(dst, message)?;
        }
        Ok(())
    }

    fn probe(&self, probe: &Probe) -> Result<Value, Reason> {
        match probe {
            Probe::Expr(expr) => self.eval(expr),
            Probe::Call { proc, args } => self.observe(*proc, &self.eval_all(args)?),
        }
    }

    /// Runs an observer on a stack of its own. It writes locals only.
    fn observe(&self, proc: ProcId, args: &[Value]) -> Result<Value, Reason> {
        let mut path = self.clone();
        let mut block = path.enter(proc, args);
        let mut callers: Vec<(&Proc, Vec<Option<Value>>, BlockId)> = Vec::new();
        for _ in 0..OBSERVER_BUDGET {
            let code = &path.proc.blocks[block];
            code.instrs.iter().try_for_each(|instr| path.instr(&instr.op))?;
            match &code.terminator.op {
                TermOp::Call { proc, args, .. } => {
                    let args = path.eval_all(args)?;
                    callers.push((path.proc, std::mem::take(&mut path.state.locals), block));
                    block = path.enter(*proc, &args);
                }
                TermOp::Return { values } => {
                    let values = path.eval_all(values)?;
                    let Some((caller, locals, at)) = callers.pop() else { return Ok(values[0]) };
                    (path.proc, path.state.locals) = (caller, locals);
                    if let TermOp::Call { results, next, .. } = &caller.blocks[at].terminator.op {
                        results.iter().zip(values).try_for_each(|(&dst, value)| path.assign(dst, value))?;
                        block = *next;
                    }
                }
                jump => block = path.targets(jump)?[0],
            }
        }
        Err(Reason::TooLarge("an observer runs for too long"))
    }

    fn enter(&mut self, proc: ProcId, args: &[Value]) -> BlockId {
        self.proc = &self.known.program.procs[proc];
        self.state.locals = Path::entry_locals(self.proc, args);
        self.proc.entry()
    }
}
