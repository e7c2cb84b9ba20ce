//! Changes of a program that keep what it does.
//!
//! A front end lowers construct by construct and need not be clever; what it could have left out goes here, once for
//! all languages. [`run`] makes all passes in the order of [`PASSES`], each of which says why it is there. A program is
//! verified before and after, by the caller.
//!
//! What is kept: the executions, as the user sees them. Steps, spans, labels, procedures, variables, instructions and
//! choices stay as they are; a branch whose outcome is certain becomes a `goto` with the same site. No two tests are
//! made one, no branch becomes an expression, since a path is what an engine reports and covers. Blocks get new
//! numbers, and labels go with them.

use crate::program::Program;

mod certain_branches;
mod facts;
#[cfg(test)]
mod tests;
mod unreachable_blocks;

pub(crate) use unreachable_blocks::keep_reachable;

pub use certain_branches::drop_certain_branches;
pub use unreachable_blocks::drop_unreachable_blocks;

/// A pass, by the name that people use for it.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    pub name: &'static str,
    /// Gives true if the program has changed.
    pub run: fn(&mut Program) -> bool,
}

/// All passes, in the order in which they are made.
pub const PASSES: &[Pass] = &[
    // A front end that tests before each instruction that can fault makes a branch for each access to an object. Most
    // of them are certain: the object is new, or was tested a line before. First, since it cuts off the handlers.
    Pass { name: "drop-certain-branches", run: drop_certain_branches },
    // The blocks that only dropped branches led to. Engines prepare all blocks, reports count them as not covered, and
    // blocks that are joined by unreachable ones know less. Last, since everything before may cut blocks off.
    Pass { name: "drop-unreachable-blocks", run: drop_unreachable_blocks },
];

/// Makes all passes.
pub fn run(program: &mut Program) {
    for pass in PASSES {
        (pass.run)(program);
    }
}
