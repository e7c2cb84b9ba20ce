//! Patience that is counted, not timed: an engine that ticks too often has to stop, on every machine after the same
//! work.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use driver::CheckProgress;
use verdict::{Progress, StopReason, Tick};

/// Says stop when it was asked too often.
#[derive(Debug)]
pub struct Patience {
    left: AtomicU64,
}

impl Patience {
    pub fn new(ticks: u64) -> Self {
        Self { left: AtomicU64::new(ticks) }
    }
}

impl Progress for Patience {
    fn tick(&self, _: Tick) -> Result<(), StopReason> {
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(|_| ()).map_err(|_| StopReason::TimeLimit(Duration::ZERO))
    }
}

impl CheckProgress for Patience {
    fn begins(&self, _: &'static str) {}
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
