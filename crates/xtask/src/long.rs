//! Tests on many generated programs, with seeds that no run saw before.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::process::{Failure, cargo, run as run_command};

/// Seeds of one run are fewer than this, so that runs do not meet.
const STRIDE: u64 = 1_000_000;

#[derive(Args)]
pub(crate) struct LongOptions {
    /// The first seed; a new one unless it is given
    #[arg(long)]
    seed: Option<u64>,
    /// Only tests whose names contain this
    filter: Option<String>,
}

#[derive(Args)]
pub(crate) struct SoakOptions {
    /// No run begins after this time
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// Only tests whose names contain this
    filter: Option<String>,
}

pub(crate) fn run(options: &LongOptions) -> Result<(), Failure> {
    test(options.seed.unwrap_or_else(new_seed), options.filter.as_deref())
}

pub(crate) fn soak(options: &SoakOptions) -> Result<(), Failure> {
    let begin = Instant::now();
    let first = new_seed();
    let mut n_runs = 0;
    while begin.elapsed() < Duration::from_secs(60 * options.minutes) {
        test(first + n_runs * STRIDE, options.filter.as_deref())?;
        n_runs += 1;
    }
    println!("{n_runs} runs without a disagreement");
    Ok(())
}

/// Seconds since 1970: far from the seeds of the ordinary runs, and different each time.
fn new_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().wrapping_mul(STRIDE) >> 8
}

fn test(seed: u64, filter: Option<&str>) -> Result<(), Failure> {
    println!("CUTPOINT_SEED={seed}");
    let mut tests = cargo("test --release --locked -p cutpoint-testkit -p cutpoint-engine-symbolic");
    tests.env("CUTPOINT_LONG", "1").env("CUTPOINT_SEED", seed.to_string()).args(filter);
    run_command(&mut tests)
}
