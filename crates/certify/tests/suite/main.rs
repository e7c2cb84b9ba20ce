//! Tests of the checker of certificates: handwritten cases, and random changes to them.

mod boolean;
mod cases;
mod mutations;
mod rng;
mod support;
