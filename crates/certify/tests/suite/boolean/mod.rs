//! Proofs of Boolean programs.
//!
//! - [`support`]: cases in a text form;
//! - [`brute`]: the claims of a proof, tried with all values;
//! - [`cases`]: handwritten proofs, accepted and refused; [`mutations`]: proofs that were changed at random, accepted
//!   if and only if all values say so.

mod brute;
mod cases;
mod mutations;
pub(crate) mod support;
