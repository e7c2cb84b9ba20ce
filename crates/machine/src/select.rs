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
        self.may_move().unwrap_or(true)
    }

    /// The same for the running thread. A fault in a guard that decides is an error.
    pub fn may_move(&mut self) -> Result<bool, Halt> {
        let code = self.code;
        let Action::Term(ir::Terminator { op: TermOp::Select { joins, .. }, .. }) =
            code.facts(self.top().top().point).action
        else {
            return Ok(true);
        };
        if self.top().atomic > 0 {
            return Ok(true);
        }
        for join in joins {
            if self.is_open(join)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes an open join and its messages; `None` if there is none. A join whose guards fault counts as open, and faults when taken. One whose
    /// guards look into what the watch refuses is neither open nor closed: nothing is chosen before that is settled.
    pub fn take_join(&mut self, joins: &[Join], first: bool) -> Result<Option<BlockId>, Halt> {
        let mut open = Vec::new();
        for join in joins {
            let is_open = self.is_open(join);
            if let Err(Halt::Refused(object)) = is_open {
                return Err(Halt::Refused(object));
            }
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
                    self.touch(channel)?;
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
