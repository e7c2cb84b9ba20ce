//! What a run uses, where it must end, and what it leaves out: one meter for states, bytes and time, in every engine.
//!
//! A limit is raised where it is known. The meter knows the limits on states and bytes; the [`Progress`] of the caller
//! knows the rest (time, interruption, another engine that was faster), and its tick returns the reason. An engine
//! passes a [`StopReason`] on and never makes up one of these.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ir::ProcId;

use crate::answer::{LeftOut, Verdict};
use crate::limits::{Limits, Progress, Silent, StopReason, Tick};

/// Counts what a run uses. Workers share it.
pub struct Meter<'a> {
    limits: Limits,
    progress: &'a dyn Progress,
    peak_bytes: AtomicU64,
    left_out: Mutex<Vec<LeftOut>>,
}

impl<'a> Meter<'a> {
    pub fn new(limits: Limits, progress: &'a dyn Progress) -> Self {
        Self { limits, progress, peak_bytes: AtomicU64::new(0), left_out: Mutex::default() }
    }

    /// Lets a run go on as long as it likes.
    pub fn unlimited() -> Meter<'static> {
        Meter::new(Limits::default(), &Silent)
    }

    /// The meter of a part of the run, with bounds of its own where they are tighter.
    pub fn within(&self, bounds: Limits) -> Meter<'a> {
        let tighter = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let limits = Limits {
            max_states: tighter(self.limits.max_states, bounds.max_states),
            max_bytes: tighter(self.limits.max_bytes, bounds.max_bytes),
        };
        Meter::new(limits, self.progress)
    }

    /// The progress of a part of the run that may tick so many times: work that is counted, not timed.
    pub fn ration(&self, ticks: u64) -> Ration<'a> {
        Ration { progress: self.progress, ticks, left: AtomicU64::new(ticks) }
    }

    /// Notes that executions reach what the engine cannot follow. All others are still looked at.
    pub fn leave_out(&self, left_out: LeftOut) {
        let mut known = self.all_left_out();
        if !known.contains(&left_out) {
            known.push(left_out);
        }
    }

    /// What was noted, each once.
    fn all_left_out(&self) -> MutexGuard<'_, Vec<LeftOut>> {
        self.left_out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The procedures that have executions which were not followed, in ascending order.
    pub fn procs_left_out(&self) -> Vec<ProcId> {
        let procs: BTreeSet<ProcId> = self.all_left_out().iter().map(|left_out| left_out.proc).collect();
        procs.into_iter().collect()
    }

    /// The verdict of a search that is over: nothing holds of executions that were left out. The reason is the first in
    /// the source, whatever the order of the search.
    pub fn judged(&self, verdict: Verdict) -> Verdict {
        let first =
            self.all_left_out().iter().min_by_key(|left_out| (left_out.why.span, left_out.proc)).cloned();
        match (verdict, first) {
            (Verdict::Holds { .. }, Some(LeftOut { why, .. })) => {
                Verdict::Unknown { reason: StopReason::Unsupported(why) }
            }
            (verdict, _) => verdict,
        }
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The bytes that may still be held beside these.
    pub fn room_beside(&self, bytes: u64) -> Option<u64> {
        self.limits.max_bytes.map(|limit| limit.saturating_sub(bytes))
    }

    /// The most bytes that were held at once, as far as was counted.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes.load(Ordering::Relaxed)
    }

    /// Whether so many states may be stored.
    #[inline]
    pub fn states(&self, states: u64) -> Result<(), StopReason> {
        match self.limits.max_states {
            Some(limit) if states > limit => Err(StopReason::StateLimit(limit)),
            Some(_) | None => Ok(()),
        }
    }

    /// Whether so many bytes may be held.
    pub fn bytes(&self, bytes: u64) -> Result<(), StopReason> {
        self.peak_bytes.fetch_max(bytes, Ordering::Relaxed);
        self.limits.allow_bytes(bytes)
    }

    /// Whether a table may be replaced by a larger one of so many bytes, when so many are held altogether. The old one
    /// is still there while the new one is filled.
    pub fn growth(&self, held: u64, more: u64) -> Result<(), StopReason> {
        let held = held.max(self.progress.resident_bytes().unwrap_or(0));
        self.limits.allow_bytes(held.saturating_add(more))
    }

    /// The reason of a run whose structures are sized by the limit on bytes, when one of them is full.
    pub fn out_of_memory(&self) -> StopReason {
        StopReason::MemoryLimit(self.limits.max_bytes.unwrap_or(u64::MAX))
    }

    /// Reports where the run is, and asks whether it may go on.
    pub fn tick(&self, tick: Tick) -> Result<(), StopReason> {
        self.bytes(tick.bytes)?;
        self.growth(tick.bytes, 0)?;
        self.progress.tick(tick)
    }

    /// See [`Progress::clock`].
    pub fn clock(&self) -> Option<Duration> {
        self.progress.clock()
    }

    /// For work that can only be interrupted by an answer yes or no.
    pub fn interrupt(&self, tick: Tick) -> Interrupt<'_> {
        Interrupt { meter: self, tick, reason: RefCell::new(None) }
    }
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter").field("limits", &self.limits).field("peak_bytes", &self.peak_bytes).finish()
    }
}

/// See [`Meter::ration`].
pub struct Ration<'a> {
    progress: &'a dyn Progress,
    ticks: u64,
    left: AtomicU64,
}

impl Progress for Ration<'_> {
    fn tick(&self, tick: Tick) -> Result<(), StopReason> {
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map_err(|_| StopReason::WorkLimit(self.ticks))?;
        self.progress.tick(tick)
    }

    fn resident_bytes(&self) -> Option<u64> {
        self.progress.resident_bytes()
    }

    fn clock(&self) -> Option<Duration> {
        self.progress.clock()
    }
}

/// Asks again and again whether work may go on, and remembers why not.
pub struct Interrupt<'a> {
    meter: &'a Meter<'a>,
    tick: Tick,
    reason: RefCell<Option<StopReason>>,
}

impl Interrupt<'_> {
    /// Whether the work must end.
    pub fn is_due(&self) -> bool {
        if self.reason.borrow().is_none() {
            *self.reason.borrow_mut() = self.meter.tick(self.tick).err();
        }
        self.reason.borrow().is_some()
    }

    /// Why it had to end, if it had to.
    pub fn reason(self) -> Option<StopReason> {
        self.reason.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use base::{Id, SourceId, Span};

    use super::*;
    use crate::answer::{Covered, Unsupported};

    struct Ends(StopReason);

    impl Progress for Ends {
        fn tick(&self, _: Tick) -> Result<(), StopReason> {
            Err(self.0.clone())
        }
    }

    fn limits(max_states: Option<u64>, max_bytes: Option<u64>) -> Limits {
        Limits { max_states, max_bytes }
    }

    #[test]
    fn a_limit_may_be_reached_and_not_passed() {
        let meter = Meter::new(limits(Some(3), Some(100)), &Silent);
        assert_eq!(meter.states(3), Ok(()));
        assert_eq!(meter.states(4), Err(StopReason::StateLimit(3)));
        assert_eq!(meter.bytes(100), Ok(()));
        assert_eq!(meter.bytes(101), Err(StopReason::MemoryLimit(100)));
        assert_eq!(meter.tick(Tick { bytes: 102, ..Tick::default() }), Err(StopReason::MemoryLimit(100)));
        assert_eq!(meter.peak_bytes(), 102);
        assert_eq!(meter.room_beside(60), Some(40));
    }

    struct Holds(u64);

    impl Progress for Holds {
        fn tick(&self, _: Tick) -> Result<(), StopReason> {
            Ok(())
        }

        fn resident_bytes(&self) -> Option<u64> {
            Some(self.0)
        }
    }

    #[test]
    fn the_larger_of_what_is_counted_and_what_the_process_holds_decides() {
        let tick = |counted, resident| {
            Meter::new(limits(None, Some(100)), &Holds(resident))
                .tick(Tick { bytes: counted, ..Tick::default() })
        };
        assert_eq!(tick(10, 100), Ok(()));
        assert_eq!(tick(10, 101), Err(StopReason::MemoryLimit(100)));
        assert_eq!(tick(101, 10), Err(StopReason::MemoryLimit(100)));
    }

    #[test]
    fn a_table_grows_only_if_old_and_new_have_room() {
        let holds = Holds(40);
        let meter = Meter::new(limits(None, Some(100)), &holds);
        assert_eq!(meter.growth(20, 60), Ok(()));
        assert_eq!(meter.growth(20, 61), Err(StopReason::MemoryLimit(100)));
        assert_eq!(meter.growth(50, 51), Err(StopReason::MemoryLimit(100)));
        assert_eq!(meter.ration(1).resident_bytes(), Some(40));
    }

    #[test]
    fn the_reason_of_the_caller_is_passed_on() {
        let progress = Ends(StopReason::Superseded);
        let meter = Meter::new(Limits::default(), &progress);
        assert_eq!(meter.tick(Tick::default()), Err(StopReason::Superseded));
        let interrupt = meter.interrupt(Tick::default());
        assert!(interrupt.is_due() && interrupt.is_due());
        assert_eq!(interrupt.reason(), Some(StopReason::Superseded));
        let unlimited = Meter::unlimited();
        let interrupt = unlimited.interrupt(Tick::default());
        assert!(!interrupt.is_due());
        assert_eq!(interrupt.reason(), None);
    }

    #[test]
    fn a_ration_is_used_up() {
        let whole = Meter::unlimited();
        let ration = whole.ration(2);
        let ticks: Vec<_> = (0..4).map(|_| ration.tick(Tick::default())).collect();
        assert_eq!(ticks[..2], [Ok(()), Ok(())]);
        assert_eq!(ticks[2..], [Err(StopReason::WorkLimit(2)), Err(StopReason::WorkLimit(2))]);
        let ended = Ends(StopReason::Superseded);
        let ration = Meter::new(Limits::default(), &ended).ration(2);
        assert_eq!(ration.tick(Tick::default()), Err(StopReason::Superseded));
    }

    #[test]
    fn what_was_left_out_keeps_a_property_from_holding() {
        let meter = Meter::unlimited();
        let covered = Covered::Lemmas { obligations: 0 };
        let holds = Verdict::Holds { covered, proof: None };
        assert_eq!(meter.judged(holds.clone()), holds);
        let left_out = |proc, start| LeftOut {
            proc: ProcId::new(proc),
            why: Unsupported::new(format!("at {start}")).at(Some(Span::new(
                SourceId::new(0),
                start,
                start + 1,
            ))),
        };
        [left_out(2, 7), left_out(1, 3), left_out(2, 9), left_out(2, 7)]
            .into_iter()
            .for_each(|left_out| meter.leave_out(left_out));
        assert_eq!(meter.procs_left_out(), [ProcId::new(1), ProcId::new(2)]);
        let reason = StopReason::Unsupported(left_out(1, 3).why);
        assert_eq!(meter.judged(holds), Verdict::Unknown { reason });
        let violated = Verdict::Violated { violations: Vec::new() };
        assert_eq!(meter.judged(violated.clone()), violated);
    }

    #[test]
    fn a_part_has_the_tighter_bounds() {
        let whole = Meter::new(limits(Some(10), None), &Silent);
        assert_eq!(whole.within(limits(Some(3), Some(5))).limits(), limits(Some(3), Some(5)));
        assert_eq!(whole.within(limits(Some(30), None)).limits(), limits(Some(10), None));
    }
}
