//! The clock of a check, its time limit, what interrupts it, and the line on the terminal that says where it is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use driver::CheckProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use report::text::{bytes, duration, thousands};
use verdict::{Progress, StopReason, Tick};

use crate::guard::{Guard, Observer};
use crate::memory::ProcessMemory;
use crate::signals::Signals;

/// A check that is over sooner shows no line.
const QUIET_TIME: Duration = Duration::from_millis(300);

/// How often the line changes.
const REFRESH: Duration = Duration::from_millis(100);

/// When the command began: a limit on time is for all of it, reading files included.
static COMMAND_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Starts the clock of the command.
pub(crate) fn start_clock() {
    LazyLock::force(&COMMAND_START);
}

/// The time since the command began.
pub(crate) fn command_time() -> Duration {
    COMMAND_START.elapsed()
}

/// Watches a check.
#[derive(Debug)]
pub(crate) struct Monitor {
    start: Instant,
    timeout: Option<Duration>,
    signals: Signals,
    memory: ProcessMemory,
    /// Whether engines may look at the clock to say where their time goes.
    timed: bool,
    /// Draws on a terminal only; in a pipe it is hidden, and so is this `None` if no line is wanted.
    line: Option<Line>,
    /// Who reports the run if it does not end in time.
    observer: Option<Observer>,
    /// For what is done when the engine has ended.
    kept_back: KeptBack,
}

/// What is done with a state takes so long for each byte that an engine counts, up to so many times the usual time.
const TIME_OF_A_BYTE: Duration = Duration::from_nanos(40);
const MOST_TIMES: u32 = 6;

/// What an engine leaves of the limits, for the work on its answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeptBack {
    /// For each of its states.
    pub(crate) time_of_a_state: Duration,
    /// An answer takes so many times the memory that the engine has counted; the limit is for both.
    pub(crate) memory: Option<(u64, u64)>,
}

impl KeptBack {
    /// Large states take longer.
    fn time(&self, Tick { states, bytes, .. }: Tick) -> Duration {
        let by_size = TIME_OF_A_BYTE.saturating_mul(u32::try_from(bytes / states.max(1)).unwrap_or(u32::MAX));
        let of_a_state = self.time_of_a_state.max(by_size.min(self.time_of_a_state * MOST_TIMES));
        of_a_state.saturating_mul(u32::try_from(states).unwrap_or(u32::MAX))
    }

    fn memory_is_left(&self, counted: u64) -> Result<(), StopReason> {
        match self.memory {
            Some((limit, times)) if counted.saturating_mul(times) > limit => {
                Err(StopReason::MemoryLimit(limit))
            }
            Some(_) | None => Ok(()),
        }
    }
}

#[derive(Debug)]
struct Line {
    bar: ProgressBar,
    engine: Mutex<&'static str>,
    /// Milliseconds from the start to the next change.
    next: AtomicU64,
}

impl Monitor {
    /// Listens for signals.
    pub(crate) fn new(timeout: Option<Duration>, show: bool, timed: bool) -> Self {
        let line = show.then(Line::new).flatten();
        Self {
            start: *COMMAND_START,
            timeout,
            signals: Signals::listen(),
            memory: ProcessMemory::find(),
            timed,
            line,
            observer: None,
            kept_back: KeptBack::default(),
        }
    }

    /// Lets a guard see how far the run is.
    pub(crate) fn observed_by(mut self, guard: &Guard) -> Self {
        self.observer = Some(guard.observer());
        self
    }

    /// Ends engines before the limits.
    pub(crate) fn keeping_back(mut self, kept_back: KeptBack) -> Self {
        self.kept_back = kept_back;
        self
    }

    /// The signal that ended the run, if one did.
    pub(crate) fn interrupted_by(&self) -> Option<u8> {
        self.signals.received()
    }
}

impl Drop for Monitor {
    /// Leaves no line behind, however the check ends.
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.bar.finish_and_clear();
        }
    }
}

impl Line {
    fn new() -> Option<Self> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if bar.is_hidden() {
            return None;
        }
        bar.set_style(
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is well-formed"),
        );
        let next = AtomicU64::new(QUIET_TIME.as_millis() as u64);
        Some(Self { bar, engine: Mutex::new(""), next })
    }

    fn update(&self, tick: Tick, elapsed: Duration) {
        let now = elapsed.as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        let later = now + REFRESH.as_millis() as u64;
        let is_first = self.next.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        // Another worker may have been faster; its figures are as good.
        if is_first {
            let engine = *self.engine.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            self.bar.set_message(message(engine, tick, elapsed));
            self.bar.tick();
        }
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        elapsed.as_millis() as u64 >= self.next.load(Ordering::Relaxed)
    }
}

fn message(engine: &str, tick: Tick, elapsed: Duration) -> String {
    let Tick { states, transitions, frontier, depth, bytes: memory } = tick;
    let rate = (states as f64 / elapsed.as_secs_f64().max(0.001)) as u64;
    format!(
        "engine {engine}: {} states ({}/s), {} transitions, {} waiting, depth {}, {}, {}",
        thousands(states),
        thousands(rate),
        thousands(transitions),
        thousands(frontier),
        thousands(depth),
        bytes(memory),
        whole_seconds(elapsed),
    )
}

/// A time that does not change ten times a second.
fn whole_seconds(elapsed: Duration) -> String {
    match elapsed.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        60.. => duration(elapsed),
    }
}

impl Progress for Monitor {
    fn tick(&self, tick: Tick) -> Result<(), StopReason> {
        let elapsed = self.start.elapsed();
        if let Some(observer) = &self.observer {
            observer.ticks(tick);
        }
        if let Some(line) = &self.line
            && line.is_due(elapsed)
        {
            line.update(tick, elapsed);
        }
        if self.signals.received().is_some() {
            return Err(StopReason::Interrupted);
        }
        self.kept_back.memory_is_left(tick.bytes)?;
        match self.timeout {
            Some(timeout) if elapsed.saturating_add(self.kept_back.time(tick)) >= timeout => {
                Err(StopReason::TimeLimit(timeout))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn resident_bytes(&self) -> Option<u64> {
        self.memory.resident()
    }

    fn clock(&self) -> Option<Duration> {
        self.timed.then(|| self.start.elapsed())
    }
}

impl CheckProgress for Monitor {
    fn begins(&self, engine: &'static str) {
        if let Some(observer) = &self.observer {
            observer.begins(engine);
        }
        if let Some(line) = &self.line {
            *line.engine.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = engine;
        }
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_up_exactly_after_the_limit() {
        let goes_on = |timeout| Monitor::new(timeout, false, false).tick(Tick::default()).is_ok();
        assert!(goes_on(None));
        assert!(goes_on(Some(Duration::from_secs(3600))));
        assert!(!goes_on(Some(Duration::ZERO)));
    }

    #[test]
    fn engines_see_the_clock_only_if_somebody_asks() {
        assert!(Monitor::new(None, false, true).clock().is_some());
        assert!(Monitor::new(None, false, false).clock().is_none());
    }

    #[test]
    fn the_line_says_who_works_and_how_far_it_is() {
        let tick = Tick { states: 12_345, transitions: 67_890, frontier: 100, depth: 42, bytes: 3 << 20 };
        assert_eq!(
            message("explicit", tick, Duration::from_millis(2500)),
            "engine explicit: 12,345 states (4,938/s), 67,890 transitions, 100 waiting, depth 42, 3.0 MiB, 2 s"
        );
    }
}
