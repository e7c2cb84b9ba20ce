//! Boolean programs for tests and measurements.
//!
//! - [`programs`]: random ones; [`path_edges`]: all that a small one can do;
//! - [`families`]: some that grow with a number, with verdicts that are known from how they are made;
//! - [`small_worlds`]: all there are up to a small size, with a verdict by brute force.

pub mod families;
pub mod path_edges;
pub mod programs;
pub mod small_worlds;
