//! Class files read and verified: small ones made by hand, those that `javac` wrote, damaged ones, and all of a JDK.

mod above;
mod assembler;
mod damaged;
mod disk;
mod fixtures;
mod jars;
mod javap;
mod jdk;
mod places;
#[path = "../../../testkit/src/rng.rs"]
#[expect(unreachable_pub, dead_code, reason = "public for the tests of testkit")]
mod rng;
#[path = "../../../testkit/src/seeds.rs"]
#[expect(unreachable_pub, reason = "public for the tests of testkit")]
mod seeds;
mod verified;
mod world;
