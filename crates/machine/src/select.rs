//! Blocking: which joins of a select are open, and what taking one does.

use ir::{BlockId, FaultKind, Guard, Join, ObjectId, Probe, TermOp, Value};

use crate::code::Action;
use crate::cover::{Cover, NoMarks};
use crate::execute::{Halt, Machine};
use crate::listener::AccessListener;

impl<W: AccessListener> Machine<'_, W> {
    /// Whether a thread can move: it does not wait at a select, or one of the select's joins is open. Inside an atomic
    /// section waiting is an error, and it takes a move to make it.
    pub fn can_move(&mut self, thread: usize) -> bool {
        self.can_move_covered(thread, &mut NoMarks)
    }

    /// The same, and shows where the thread waits, and which points its guards pass.
    pub fn can_move_covered(&mut self, thread: usize, cover: &mut impl Cover) -> bool {
        self.thread = thread;
        self.may_move_covered(cover).unwrap_or(true)
    }

    /// The same for the running thread. A fault in a guard that decides is an error.
    pub fn may_move(&mut self) -> Result<bool, Halt> {
        self.may_move_covered(&mut NoMarks)
    }

    fn may_move_covered(&mut self, cover: &mut impl Cover) -> Result<bool, Halt> {
        let (code, point) = (self.code, self.top().top().point);
        let Action::Term(ir::Terminator { op: TermOp::Select { joins, .. }, .. }) = code.facts(point).action
        else {
            return Ok(true);
        };
        if self.top().atomic > 0 {
            return Ok(true);
        }
        cover.reaches(point);
        for join in joins {
            if self.is_open(join, cover)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes an open join and its messages; `None` if there is none. A join whose guards fault counts as open, and
    /// faults when taken. One whose guards look into what the listener refuses is neither open nor closed: nothing is
    /// chosen before that is settled.
    pub fn take_join(
        &mut self,
        joins: &[Join],
        first: bool,
        cover: &mut impl Cover,
    ) -> Result<Option<BlockId>, Halt> {
        let mut open = Vec::new();
        for join in joins {
            let is_open = self.is_open(join, cover);
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
        self.receive(join, cover)?;
        Ok(Some(join.target))
    }

    fn is_open(&mut self, join: &Join, cover: &mut impl Cover) -> Result<bool, Halt> {
        self.received.clear();
        for guard in &join.guards {
            let open = match guard {
                Guard::Always => true,
                Guard::Wait(probe) => self.probe(probe, cover)?.truth(),
                Guard::Receive { channel, .. } => {
                    let channel = self.probe_channel(channel, cover)?;
                    self.touch(channel)?;
                    self.received.push(channel);
                    let wanted = self.received.iter().filter(|&&other| other == channel).count();
                    self.listener.reads_contents(channel);
                    self.state.heap.slots(channel).len() >= wanted
                }
            };
            if !open {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the messages of an open join. All channels are found before the first message is written anywhere, as in
    /// the test.
    fn receive(&mut self, join: &Join, cover: &mut impl Cover) -> Result<(), Halt> {
        self.received.clear();
        for guard in &join.guards {
            if let Guard::Receive { channel, .. } = guard {
                let channel = self.probe_channel(channel, cover)?;
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

    fn probe(&mut self, probe: &Probe, cover: &mut impl Cover) -> Result<Value, Halt> {
        match probe {
            Probe::Expr(expr) => self.eval(expr),
            Probe::Call { proc, args } => self.observe(*proc, args, cover),
        }
    }

    fn probe_channel(&mut self, probe: &Probe, cover: &mut impl Cover) -> Result<ObjectId, Halt> {
        Ok(self.probe(probe, cover)?.object().ok_or(FaultKind::NullDereference)?)
    }
}
