//! Facts about control flow, calls, variables and effects, for engines, checkers and front ends.
//!
//! - [`Cfg`]: successors, predecessors, reverse post-order of one procedure; [`cyclic_blocks`];
//! - [`Dominators`], [`Loops`], [`AtomicSections`]: of one procedure;
//! - [`Liveness`]: which locals matter at which point;
//! - [`CallGraph`]: who calls and who spawns whom, recursive procedures;
//! - [`Hierarchy`]: the classes below a class, and which procedure a method name means on an object;
//! - [`ModRef`]: what globals and heap locations a procedure reads and writes, calls included;
//! - [`can_prune`]: whether an execution may be one that nothing continues;
//! - [`IdSet`], [`base::graph`]: what these stand on.
//!
//! All ids of the program must be in range, as [`mod@crate::verify`] ensures. Nothing here recurses, and all of it
//! takes near-linear time and space in the size of the program and of the result, so that machine-made procedures of
//! 100,000 blocks are no problem.

mod atomic;
mod call_graph;
mod cfg;
mod dominators;
mod hierarchy;
mod id_set;
pub(crate) mod liveness;
mod loops;
mod mod_ref;
mod pruning;
#[cfg(test)]
mod tests;

pub use atomic::AtomicSections;
pub use call_graph::CallGraph;
pub use cfg::{Cfg, CfgEdge, cyclic_blocks};
pub use dominators::Dominators;
pub use hierarchy::{Hierarchy, Implementers, NoMethod};
pub use id_set::IdSet;
pub use liveness::{Liveness, LocalSet};
pub use loops::{Loop, LoopId, Loops};
pub use mod_ref::{Effects, Location, ModRef};
pub use pruning::can_prune;
