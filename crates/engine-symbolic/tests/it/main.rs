//! The tests of the engine, in one binary. What they share with `testkit` is included by its path: the random source,
//! subjects, random programs, and the comparison of machines.

extern crate cutpoint_engine_symbolic as engine_symbolic;

#[path = "../../../testkit/src/rng.rs"]
#[expect(unreachable_pub, reason = "public for the tests of testkit")]
mod rng;
#[path = "../../../testkit/src/seeds.rs"]
#[expect(unreachable_pub, reason = "public for the tests of testkit")]
mod seeds;
#[path = "../../../testkit/src/symbolic/mod.rs"]
#[expect(dead_code, unreachable_pub, reason = "public for the tests and benchmarks of testkit")]
mod symbolic;

mod answers;
mod closed;
mod figure_one;
mod random;
mod support;
mod witnesses;
