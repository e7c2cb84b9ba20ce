//! Tests of the checker of certificates: handwritten cases, random changes to them, and forgeries.

mod boolean;
mod cases;
mod forgeries;
mod mutations;
mod not_followed;
mod rng;
mod support;
