//! Javalite, for tests.
//!
//! - [`programs`]: random programs, closed and terminating;
//! - [`evaluate`](mod@evaluate): what a program does, straight from its tree.

pub mod evaluate;
pub mod programs;

pub use evaluate::{End, evaluate};
pub use programs::program;
