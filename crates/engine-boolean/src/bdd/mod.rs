//! Sets of values as decision diagrams, in the way of Bebop (Ball and Rajamani, *Bebop: a symbolic model checker for Boolean programs*, 2000).
//!
//! - [`space`]: the variables of the diagrams, and what statements do to sets;
//! - [`tabulate`]: path edges and summary edges, until nothing new is found; [`tools`]: what that uses again and again;
//! - [`explain`]: the way to an error, found backwards.

pub(crate) mod explain;
pub(crate) mod space;
pub(crate) mod tabulate;
mod tools;
