//! Two engines for one question: the second begins when the first takes long, and the first answer that decides counts.
//!
//! Decision diagrams are fast where executions are deep and variables few; proofs by clauses are where variables are
//! many and the reason why a program holds is a short one. Summaries are fast where procedures are called in few
//! different states; pushdown systems end where a heap grows out of sight of the procedures that run. On which side a
//! program is cannot be seen in its text, and on the wrong side either engine can run forever. So most programs are
//! decided by the first engine before the second begins, and the others take little longer than the better one alone.
//!
//! There is no clock here: the first engine asks now and then whether to go on, and that is when the second is started.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use verdict::{Answer, Progress, StopReason, Tick, Verdict};

use crate::check::CheckProgress;

/// How long the first engine is alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HeadStart {
    /// How often it asks whether to go on.
    pub(crate) ticks: u64,
    /// For engines between whose ticks any time can pass.
    pub(crate) time: Option<Duration>,
}

/// Whether the second engine may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gate {
    Waiting,
    Open,
    /// The first engine has decided the question.
    Closed,
}

/// What the two engines know of each other.
struct Race<'a> {
    progress: &'a dyn CheckProgress,
    begin: Duration,
    head_start: HeadStart,
    /// What both engines together may hold.
    max_bytes: Option<u64>,
    /// What the process held when an engine ended. The allocator may keep that, and the other engine gets it.
    left_behind: AtomicU64,
    gate: Mutex<Gate>,
    moved: Condvar,
    decided: AtomicBool,
    ticks: AtomicU64,
    bytes: [AtomicU64; 2],
}

/// What an engine does, given the progress that it reports to.
pub(crate) type Asked<'a> = &'a (dyn Fn(&dyn Progress) -> Answer + Sync);

/// Asks the engines. Answers what each of them said, if it has begun.
pub(crate) fn race(
    engines: [Asked<'_>; 2],
    head_start: HeadStart,
    progress: &dyn CheckProgress,
    max_bytes: Option<u64>,
) -> [Option<Answer>; 2] {
    both(&Race::new(head_start, progress, max_bytes), engines)
}

/// At the same time.
#[cfg(not(target_family = "wasm"))]
fn both(race: &Race<'_>, engines: [Asked<'_>; 2]) -> [Option<Answer>; 2] {
    std::thread::scope(|scope| {
        let second =
            scope.spawn(|| race.wait().then(|| race.ended(1, engines[1](&Racer { race, number: 1 }))));
        let first = race.ended(0, engines[0](&Racer { race, number: 0 }));
        race.open(if race.is_decided() { Gate::Closed } else { Gate::Open });
        let second = second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        [Some(first), second]
    })
}

/// One after the other: a browser gives us no threads. The first has its head start, the second all the time that there
/// is.
#[cfg(target_family = "wasm")]
fn both(race: &Race<'_>, engines: [Asked<'_>; 2]) -> [Option<Answer>; 2] {
    let first = race.ended(0, engines[0](&Racer { race, number: 0 }));
    if race.is_decided() {
        return [Some(first), None];
    }
    [Some(first), Some(race.ended(1, engines[1](&Racer { race, number: 1 })))]
}

/// The progress of one engine.
struct Racer<'a> {
    race: &'a Race<'a>,
    number: usize,
}

impl Progress for Racer<'_> {
    fn tick(&self, tick: Tick) -> Result<(), StopReason> {
        let Self { race, number } = *self;
        race.bytes[number].store(tick.bytes, Ordering::Relaxed);
        if race.is_decided() {
            return Err(StopReason::Superseded);
        }
        race.check_memory(number)?;
        let has_had_its_start = number == 0 && race.head_start_is_over();
        if cfg!(target_family = "wasm") && has_had_its_start {
            return Err(StopReason::Superseded);
        }
        if has_had_its_start {
            race.open(Gate::Open);
        }
        race.progress.tick(Tick { bytes: race.bytes(), ..tick })
    }

    // What the process holds is no measure of one engine: `check_memory` divides it.

    fn clock(&self) -> Option<Duration> {
        self.race.progress.clock()
    }
}

impl<'a> Race<'a> {
    fn new(head_start: HeadStart, progress: &'a dyn CheckProgress, max_bytes: Option<u64>) -> Self {
        Self {
            progress,
            begin: progress.elapsed(),
            head_start,
            max_bytes,
            left_behind: AtomicU64::new(0),
            gate: Mutex::new(Gate::Waiting),
            moved: Condvar::new(),
            decided: AtomicBool::new(false),
            ticks: AtomicU64::new(0),
            bytes: [AtomicU64::new(0), AtomicU64::new(0)],
        }
    }

    fn gate(&self) -> MutexGuard<'_, Gate> {
        self.gate.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Lets the second engine begin, or go home, if it still waits.
    fn open(&self, to: Gate) {
        let mut gate = self.gate();
        if *gate == Gate::Waiting {
            *gate = to;
            self.moved.notify_all();
        }
    }

    /// Waits until the second engine may begin; false if it need not.
    fn wait(&self) -> bool {
        let waiting = self.moved.wait_while(self.gate(), |gate| *gate == Gate::Waiting);
        *waiting.unwrap_or_else(|poisoned| poisoned.into_inner()) == Gate::Open
    }

    fn head_start_is_over(&self) -> bool {
        let HeadStart { ticks, time } = self.head_start;
        self.ticks.fetch_add(1, Ordering::Relaxed) >= ticks
            || time.is_some_and(|time| self.progress.elapsed().saturating_sub(self.begin) >= time)
    }

    fn ended(&self, number: usize, answer: Answer) -> Answer {
        self.give_back(number);
        if !matches!(answer.verdict, Verdict::Unknown { .. }) {
            self.decided.store(true, Ordering::Relaxed);
        }
        answer
    }

    fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> u64 {
        self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }

    /// The engine that holds more gives way when the two together hold too much.
    fn check_memory(&self, number: usize) -> Result<(), StopReason> {
        let [own, other] = [number, 1 - number].map(|number| self.bytes[number].load(Ordering::Relaxed));
        let Some(limit) = self.max_bytes else { return Ok(()) };
        let resident = self.progress.resident_bytes().unwrap_or(0);
        let is_too_much =
            own + other > limit || resident > limit.max(self.left_behind.load(Ordering::Relaxed));
        if is_too_much && own >= other {
            self.give_back(number);
            return Err(StopReason::MemoryLimit(limit));
        }
        Ok(())
    }

    /// An engine holds nothing any more.
    fn give_back(&self, number: usize) {
        self.bytes[number].store(0, Ordering::Relaxed);
        self.left_behind.fetch_max(self.progress.resident_bytes().unwrap_or(0), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{Covered, Silent, Stats};

    const SHORT: HeadStart = HeadStart { ticks: 1000, time: None };

    fn holds() -> Answer {
        let covered = Covered::States { states: 1, transitions: 0, hash_compaction: false };
        Answer::new(Verdict::Holds { covered, proof: None }, Stats::default())
    }

    fn unknown(reason: StopReason) -> Answer {
        Answer::new(Verdict::Unknown { reason }, Stats::default())
    }

    /// Works until it has to stop.
    fn forever(progress: &dyn Progress, bytes: u64) -> Answer {
        loop {
            match progress.tick(Tick { bytes, ..Tick::default() }) {
                Ok(()) => std::thread::yield_now(),
                Err(reason) => return unknown(reason),
            }
        }
    }

    #[test]
    fn the_second_engine_does_not_begin_where_the_first_is_quick() {
        let second = |_: &dyn Progress| -> Answer { panic!("it has begun") };
        let [first, second] = race([&|_| holds(), &second], SHORT, &Silent, None);
        assert_eq!((first, second), (Some(holds()), None));
    }

    #[test]
    fn the_second_engine_begins_when_the_head_start_is_over_and_not_before() {
        let ticks = AtomicU64::new(0);
        let first = |progress: &dyn Progress| loop {
            if let Err(reason) = progress.tick(Tick::default()) {
                return unknown(reason);
            }
            ticks.fetch_add(1, Ordering::SeqCst);
        };
        let second = |_: &dyn Progress| {
            assert!(ticks.load(Ordering::SeqCst) >= SHORT.ticks);
            holds()
        };
        let [_, second] = race([&first, &second], SHORT, &Silent, None);
        assert_eq!(second, Some(holds()));
    }

    #[test]
    fn the_second_engine_ends_the_first() {
        let [first, second] = race([&|progress| forever(progress, 0), &|_| holds()], SHORT, &Silent, None);
        assert_eq!(first, Some(unknown(StopReason::Superseded)));
        assert_eq!(second, Some(holds()));
    }

    #[test]
    fn the_second_engine_begins_when_the_first_gives_up() {
        let gives_up = |_: &dyn Progress| unknown(StopReason::StateLimit(1));
        let [_, second] = race([&gives_up, &|_| holds()], SHORT, &Silent, None);
        assert_eq!(second, Some(holds()));
    }

    #[test]
    fn the_larger_engine_gives_way_when_memory_is_short() {
        let large_is_gone = AtomicBool::new(false);
        let large = |progress: &dyn Progress| {
            let answer = forever(progress, 80);
            large_is_gone.store(true, Ordering::Relaxed);
            answer
        };
        let small = |progress: &dyn Progress| {
            while !large_is_gone.load(Ordering::Relaxed) {
                if let Err(reason) = progress.tick(Tick { bytes: 50, ..Tick::default() }) {
                    return unknown(reason);
                }
            }
            holds()
        };
        let [first, second] = race([&large, &small], SHORT, &Silent, Some(100));
        assert_eq!(first, Some(unknown(StopReason::MemoryLimit(100))));
        assert_eq!(second, Some(holds()));
    }
}
