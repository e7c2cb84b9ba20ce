//! Boolean programs: sequential programs whose variables are all true or false, decided by summaries of their
//! procedures.
//!
//! In the line of Bebop (Ball and Rajamani, *Bebop: a symbolic model checker for Boolean programs*, 2000): a *path
//! edge* says which values a procedure's variables can have at a place, together with the values at the entry; a
//! *summary edge* says how values at the exit depend on values at the entry. Sets of them are kept symbolically, so
//! that a program with hundreds of variables that start with any value is no problem, where visiting states one by one
//! is hopeless.
//!
//! Reading order:
//! - `program`: what a Boolean program is; `parse`, `refusal`: how one is made, and what keeps others from being ones;
//! - `graph`: what is known of a program before anything is run, however sets are represented; `visits`: in which order
//!   blocks are visited;
//! - `representation`: what sets must be able to do; `tabulate`, `agenda`: the search for all edges, and its order;
//! - `order`: which variables are near each other; `bdd`: sets as decision diagrams;
//! - `signals`: expressions as graphs; `sat`: sets by values over choices, with SAT and two quantifiers; `universal`:
//!   the same, with procedures unrolled once for all contexts;
//! - `pdr`: lemmas and facts, from errors backwards;
//! - `engine`: what is asked, and the answer; `subtraces`, `account`: errors as executions, with parts
//!   that are shared; `formulas`: diagrams as formulas of proofs.

mod account;
mod agenda;
mod bdd;
mod engine;
mod formulas;
mod graph;
mod order;
mod parse;
mod pdr;
mod program;
mod refusal;
mod representation;
mod sat;
mod signals;
mod subtraces;
mod tabulate;
mod universal;
mod visits;

pub use engine::{BooleanEngine, Method, MethodOptions};
