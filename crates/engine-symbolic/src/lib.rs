//! Symbolic execution of open heap programs.
//!
//! A procedure is called with unknown arguments in an unknown heap, and all of its paths are found, each with the
//! inputs that take it. Four machines do that (`verdict::Init`): lazy initialisation and its two lazier forms choose
//! the shape of the heap where it is read, and have a path for each choice; *exact heap summaries* keep sets of
//! locations under conditions, and have one path for each sequence of branches.
//!
//! The paper is "Exact Heap Summaries for Symbolic Execution" (Hillery, Mercer, Rungta, Person; VMCAI 2016, and an
//! earlier draft). Its rules are repaired in five places, E1 to E5; the headers of `shape` and `heap_ops` say where.
//!
//! In reading order:
//!
//! - `values`, `terms`, `world`: what there is: values, numbers, classes;
//! - `state`: the state of a path, which can go back; `logic`: its condition; `variables`: of that;
//! - `eval`, `sets`: expressions, and sets of locations;
//! - `shape`: how unknown references get their values, by each machine;
//! - `executor`: one instruction; by groups `heap_ops`, `collection_ops`, `control`;
//! - `search`: all paths; `guided`, `distance`: in another order; `account`: what was met;
//! - `precondition`: which inputs are meant;
//! - `naming`, `reading`, `wording`: names, conditions and numbers for people; `report`, `example`: what is answered of
//!   a path;
//! - `engine`: the engine as it explores; `check`: as it looks for errors, with `moves` for their traces.
//!
//! Why it ends: a path is bounded by instructions and calls, input objects by their depth, so choices are finitely
//! many. Why it is exact: `steps` compares the states of lazy and summary after every instruction; `tests/it` and
//! `testkit/tests/symbolic.rs` compare the paths of all machines with each other and with the reference interpreter.

mod account;
mod check;
mod collection_ops;
mod control;
mod distance;
mod engine;
mod eval;
mod example;
mod executor;
mod guided;
mod heap_ops;
#[cfg(debug_assertions)]
mod invariants;
mod logic;
mod moves;
mod naming;
mod precondition;
mod reading;
mod report;
#[cfg(test)]
#[path = "../../testkit/src/rng.rs"]
#[expect(unreachable_pub, reason = "public for the tests of testkit")]
mod rng;
mod search;
#[cfg(test)]
#[path = "../../testkit/src/seeds.rs"]
#[expect(unreachable_pub, reason = "public for the tests of testkit")]
mod seeds;
mod sets;
mod shape;
mod state;
#[cfg(test)]
mod steps;
mod terms;
mod values;
mod variables;
mod wording;
mod world;

pub use check::{SymbolicChecker, SymbolicOptions};
pub use engine::SymbolicEngine;
