//! The last word on limits: a thread that looks at the clock and at the memory of the process, whatever is being done.
//!
//! Engines end themselves: they tick, and report all that they know. Other work cannot be asked to end: reading a large
//! program, translating a formula, ordering the objects of one state, replaying a long trace, making a report. So the
//! guard gives an engine a little longer than the limit says; then, or at once where nothing ticks, it reports what is
//! known by then and ends the process. What is written is written whole: the guard is dismissed before the first byte.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use verdict::{Limits, StopReason, Tick};

use crate::memory::ProcessMemory;
use crate::output::Output;
use crate::progress::command_time;

/// What engines are given beyond a limit on time to end by themselves.
const GRACE: Duration = Duration::from_millis(400);

/// What they are given beyond a limit on memory, as a part of it: they keep within that as long as they tick.
const MEMORY_GRACE: u64 = 8;

/// What the command may hold beyond what it began with before the guard ends it. A limit below that is left to engines,
/// which end at their first tick.
const LEAST_ROOM: u64 = 8 << 20;

/// The fastest that memory is ever filled, in bytes for each millisecond: the guard sleeps no longer than the room that
/// is left can last.
const FASTEST_FILLING: u64 = 4 << 20;

const SHORTEST_NAP: Duration = Duration::from_millis(1);
const LONGEST_NAP: Duration = Duration::from_millis(50);

/// What the guard knows of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glimpse {
    /// The engine that began last.
    pub(crate) engine: &'static str,
    pub(crate) tick: Tick,
}

/// The report of a run that had to be ended.
pub(crate) type LastReport = Box<dyn Fn(StopReason, Glimpse) -> String + Send>;

/// Guards a command until it is dismissed or dropped.
#[derive(Debug)]
pub(crate) struct Guard {
    shared: Arc<Shared>,
}

/// What is guarded, and how the process ends.
#[derive(Debug)]
pub(crate) struct Orders {
    /// Of these, the one on memory.
    pub(crate) limits: Limits,
    pub(crate) timeout: Option<Duration>,
    /// What is read, as messages name it.
    pub(crate) name: String,
    pub(crate) output: Output,
    /// The exit status for *unknown*.
    pub(crate) unknown: u8,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_dismissed: bool,
    glimpse: Option<Glimpse>,
    /// Given while engines work, by commands whose reports are about more than the end.
    report: Option<LastReport>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("is_dismissed", &self.is_dismissed).finish_non_exhaustive()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guard {
    /// Begins to watch. A system that gives us no thread gives us no guard: engines keep their limits by themselves.
    pub(crate) fn start(orders: Orders) -> Self {
        let shared = Arc::<Shared>::default();
        let watched = shared.clone();
        let guard = thread::Builder::new().name("guard".to_owned());
        let _ = guard.spawn(move || watch(&watched, &orders));
        Self { shared }
    }

    /// What is to be reported if engines are still at work when a limit has been passed.
    pub(crate) fn on_end(&self, report: LastReport) {
        self.shared.lock().report = Some(report);
    }

    pub(crate) fn observer(&self) -> Observer {
        Observer { shared: self.shared.clone() }
    }

    /// Lets the guard go: what follows is done whatever the limits say. Does not return where it was too late.
    pub(crate) fn dismiss(&self) {
        self.shared.lock().is_dismissed = true;
        self.shared.changed.notify_all();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// Lets the guard see how far engines are.
#[derive(Clone, Debug)]
pub(crate) struct Observer {
    shared: Arc<Shared>,
}

impl Observer {
    pub(crate) fn begins(&self, engine: &'static str) {
        self.shared.lock().glimpse = Some(Glimpse { engine, tick: Tick::default() });
    }

    pub(crate) fn ticks(&self, tick: Tick) {
        if let Some(glimpse) = &mut self.shared.lock().glimpse {
            glimpse.tick = tick;
        }
    }
}

/// Sleeps and looks, until it is dismissed or a limit has been passed.
fn watch(shared: &Shared, orders: &Orders) {
    let memory = ProcessMemory::find();
    let ceiling = ceiling(orders.limits.max_bytes, memory.resident());
    let mut state = shared.lock();
    while !state.is_dismissed {
        let (time, resident) = (command_time(), memory.resident());
        if let Some(reason) = passed(orders, time, ceiling, resident) {
            // The lock is kept: nothing else is reported any more.
            end(&state, orders, reason);
        }
        let waited = shared.changed.wait_timeout(state, nap(orders, time, ceiling, resident));
        state = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// The most that the process may hold, where that is bounded and known.
fn ceiling(limit: Option<u64>, at_start: Option<u64>) -> Option<u64> {
    let limit = limit?;
    Some(limit.saturating_add(limit / MEMORY_GRACE).max(at_start? + LEAST_ROOM))
}

/// The limit that was passed by more than engines need.
fn passed(
    orders: &Orders,
    time: Duration,
    ceiling: Option<u64>,
    resident: Option<u64>,
) -> Option<StopReason> {
    if let Some(timeout) = orders.timeout
        && time > timeout.saturating_add(GRACE)
    {
        return Some(StopReason::TimeLimit(timeout));
    }
    (resident? > ceiling?).then_some(StopReason::MemoryLimit(orders.limits.max_bytes?))
}

/// How long nothing can happen.
fn nap(orders: &Orders, time: Duration, ceiling: Option<u64>, resident: Option<u64>) -> Duration {
    let until_timeout =
        orders.timeout.map(|timeout| timeout.saturating_add(GRACE).saturating_sub(time) + SHORTEST_NAP);
    let until_full = ceiling.zip(resident).map(|(ceiling, resident)| {
        let room = ceiling.saturating_sub(resident);
        Duration::from_millis(room / FASTEST_FILLING).clamp(SHORTEST_NAP, LONGEST_NAP)
    });
    match (until_timeout, until_full) {
        (Some(timeout), Some(full)) => timeout.min(full),
        (Some(nap), None) | (None, Some(nap)) => nap,
        (None, None) => Duration::from_secs(3600),
    }
}

/// Reports what is known and ends the process.
fn end(state: &State, orders: &Orders, reason: StopReason) -> ! {
    let report = match (state.glimpse, &state.report) {
        (Some(glimpse), Some(report)) => report(reason, glimpse),
        (glimpse, _) => undecided(orders, &reason, glimpse),
    };
    let _ = orders.output.write_raw(&report);
    std::process::exit(orders.unknown.into());
}

/// A report that says no more than that there is none.
fn undecided(orders: &Orders, reason: &StopReason, glimpse: Option<Glimpse>) -> String {
    let doing = match glimpse {
        None => "while it was read".to_owned(),
        Some(Glimpse { engine, .. }) => format!("while the {engine} engine was at work"),
    };
    orders.output.undecided(&orders.name, &format!("{reason} {doing}"), reason.general_advice())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(timeout: Option<Duration>, max_bytes: Option<u64>) -> Orders {
        Orders {
            limits: Limits { max_bytes, max_states: None },
            timeout,
            name: "f".to_owned(),
            output: Output::for_tests(),
            unknown: 3,
        }
    }

    #[test]
    fn engines_have_a_little_longer_than_the_limit_says() {
        let second = Duration::from_secs(1);
        let limited = orders(Some(second), Some(800));
        assert_eq!(passed(&limited, second + GRACE, Some(900), Some(900)), None);
        let longer = second + GRACE + Duration::from_millis(1);
        assert_eq!(passed(&limited, longer, None, None), Some(StopReason::TimeLimit(second)));
        let full = passed(&limited, second, Some(900), Some(901));
        assert_eq!(full, Some(StopReason::MemoryLimit(800)));
        assert_eq!(passed(&orders(None, None), longer, None, Some(901)), None);
    }

    #[test]
    fn a_limit_below_what_the_command_takes_is_left_to_engines() {
        assert_eq!(ceiling(Some(800 << 20), Some(7 << 20)), Some(900 << 20));
        assert_eq!(ceiling(Some(1024), Some(7 << 20)), Some(15 << 20));
        assert_eq!((ceiling(None, Some(1)), ceiling(Some(1), None)), (None, None));
    }

    #[test]
    fn the_guard_sleeps_no_longer_than_the_room_lasts() {
        let limited = orders(Some(Duration::from_secs(1)), Some(1 << 30));
        let nap = |time, resident| nap(&limited, time, Some(1 << 30), Some(resident));
        assert_eq!(nap(Duration::ZERO, 0), LONGEST_NAP);
        assert_eq!(nap(Duration::ZERO, (1 << 30) - 10 * FASTEST_FILLING).as_millis(), 10);
        assert_eq!(nap(Duration::ZERO, 2 << 30), SHORTEST_NAP);
        assert_eq!(nap(Duration::from_secs(1) + GRACE, 0), SHORTEST_NAP);
    }
}
