//! Blocking: which joins of a select are open, and what taking one does.

use ir::{BlockId, FaultKind, Guard, Join, ObjectId, Probe, TermOp, Value};

use crate::code::Action;
use crate::execute::{Halt, Machine};
use crate::watch::Watch;

impl<W: Watch> Machine<'_, W> {
    /// Whether a thread can move: it does not wait at a select, or one of the select's joins is open. Inside an atomic section waiting
    /// is an error, and it takes a move to make it.
    pub fn can_move(&mut self, thread: usize) -> bool {
        self.thread = thread;
        let code = self.code;
        match code.facts(self.top().top().point).action {
            Action::Term(ir::Terminator { op: TermOp::Select { joins, .. }, .. }) => {
                self.top().atomic > 0 || joins.iter().any(|join| self.is_open(join).unwrap_or(true))
            }
            Action::Term(_) | Action::Instr(_) => true,
        }
    }

    /// Takes an open join and its messages; `None` if there is none. A join whose guards fault counts as open, and faults when taken.
    pub fn take_join(&mut self, joins: &[Join], first: bool) -> Result<Option<BlockId>, Halt> {
        let mut open = Vec::new();
        for join in joins {
            let is_open = self.is_open(join);
            if !matches!(is_open, Ok(false)) {
                open.push((join, is_open));
                if first {
                    break;
                }
            }
        }
        if open.is_empty() {
            return Ok(None);
        }
        let (join, is_open) = open.swap_remove(self.tape.choose(open.len() as u32) as usize);
        is_open?;
        self.receive(join)?;
        Ok(Some(join.target))
    }

    fn is_open(&mut self, join: &Join) -> Result<bool, Halt> {
        self.received.clear();
        for guard in &join.guards {
            let open = match guard {
                Guard::Always => true,
                Guard::Wait(probe) => self.probe(probe)?.truth(),
                Guard::Receive { channel, .. } => {
                    let channel = self.probe_channel(channel)?;
                    self.received.push(channel);
                    let wanted = self.received.iter().filter(|&&other| other == channel).count();
                    self.watch.reads_contents(channel);
                    self.state.heap.slots(channel).len() >= wanted
                }
            };
            if !open {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the messages of an open join. All channels are found before the first message is written anywhere, as in the test.
    fn receive(&mut self, join: &Join) -> Result<(), Halt> {
        self.received.clear();
        for guard in &join.guards {
            if let Guard::Receive { channel, .. } = guard {
                let channel = self.probe_channel(channel)?;
                self.received.push(channel);
            }
        }
        for (index, dst) in join.guards.iter().filter_map(Guard::dst).enumerate() {
            let channel = self.received[index];
            let message = self.contents_to_change(channel).pop_front(channel);
            self.write(dst, message.expect("an open join has its messages"));
        }
        Ok(())
    }

    fn probe(&mut self, probe: &Probe) -> Result<Value, Halt> {
        match probe {
            Probe::Expr(expr) => self.eval(expr),
            Probe::Call { proc, args } => self.observe(*proc, args),
        }
    }

    fn probe_channel(&mut self, probe: &Probe) -> Result<ObjectId, Halt> {
        Ok(self.probe(probe)?.object().ok_or(FaultKind::NullDereference)?)
    }
}
