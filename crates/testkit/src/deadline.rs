//! A watch that ends a check when its time is up: for measurements, and for tests of engines that may take longer
//! than a test should.

use std::time::{Duration, Instant};

use driver::CheckProgress;
use verdict::{Progress, StopReason, Tick};

/// Counts from when it was made.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    start: Instant,
    limit: Duration,
}

impl Deadline {
    pub fn after(limit: Duration) -> Self {
        Self { start: Instant::now(), limit }
    }
}

impl Progress for Deadline {
    fn tick(&self, _: Tick) -> Result<(), StopReason> {
        if self.start.elapsed() < self.limit { Ok(()) } else { Err(StopReason::TimeLimit(self.limit)) }
    }

    fn clock(&self) -> Option<Duration> {
        Some(self.start.elapsed())
    }
}

impl CheckProgress for Deadline {
    fn begins(&self, _: &'static str) {}

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
