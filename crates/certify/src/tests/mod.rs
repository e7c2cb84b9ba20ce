//! Tests that look inside: what the checkers compare can be read back.
//!
//! - [`isomorphism`]: when two heaps are equal but for names, by search;
//! - [`corpus`]: programs with what engines hand over for them;
//! - `keys`: the keys of the checker of summaries; those of the other two are tested beside them.

pub(crate) mod corpus;
pub(crate) mod isomorphism;
mod keys;
