//! Boolean programs for tests: random ones, and all that they can do.

pub mod path_edges;
pub mod programs;
