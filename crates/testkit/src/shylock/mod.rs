//! Shylock programs for tests and measurements.
//!
//! - [`families`]: programs that grow with a number, whose heaps can be counted by hand;
//! - [`programs`]: random programs, from a seed;
//! - [`case`](mod@case): a program, what it is asked, and the settings in which the pushdown engine is asked.

pub mod case;
pub mod families;
pub mod programs;

pub use case::Case;
