//! Boolean programs for tests: random ones.

pub mod programs;
