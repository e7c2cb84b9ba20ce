//! Which seeds tests on generated programs take. Tests of crates below this one include this file by its path.

/// Whether tests on generated programs take many of them: `CUTPOINT_LONG=1`.
pub fn is_long_run() -> bool {
    std::env::var_os("CUTPOINT_LONG").is_some_and(|value| value != "0")
}

/// The seeds of a test on generated programs: the first `ordinary` ones, or in a long run `long` of them from
/// `CUTPOINT_SEED` on (0 unless it is set), so that each long run can see programs that no run saw before.
pub fn seeds(ordinary: u64, long: u64) -> std::ops::Range<u64> {
    if !is_long_run() {
        return 0..ordinary;
    }
    let first = std::env::var("CUTPOINT_SEED").map_or(0, |text| {
        text.parse().unwrap_or_else(|_| panic!("CUTPOINT_SEED must be a number, and not {text:?}"))
    });
    first..first + long
}
