//! Tests of the checker of certificates: handwritten cases, and random changes to them.

mod cases;
mod mutations;
mod support;
