//! Explicit-state search: every reachable state is computed, stored in canonical form, and expanded once.
//!
//! From a state, every thread that may move is run to the end of its step, once for each outcome of its choices.
//! States are compared up to renaming of objects, garbage, and dead locals, so that programs that allocate and drop
//! objects forever still have finitely many. Where the options ask for it, sequential programs are checked by
//! procedure summaries instead (`summaries`); temporal properties never are. Source: the model checker Zing and its
//! summaries; where Zing is wrong, the corpus folder `repairs` shows it.
//!
//! Reading order:
//! - `options`: how to search; `engine`: what is asked of whom;
//! - the crate `machine`: executing one step; `schedule`: who may move;
//! - `expand`: all steps from a state; `remember`: what is kept of them; `codec`: states as bytes; `store`: the
//!   visited set;
//! - `frontier`, `search`: the search for errors;
//! - `graph`, `component`, `emptiness`, `lasso`, `account`: the search for lassos; `refine`: parts of components
//!   that are strongly fair; `prefix`: the search for bad prefixes;
//!   `product`: where it takes place, for acceptance cycles and temporal properties; `formula`: temporal properties;
//! - `trace`: from stored states to a trace that `interp` can replay;
//! - `summaries`: procedure summaries, with a reading order of their own.

mod account;
mod codec;
mod component;
mod emptiness;
mod engine;
mod expand;
mod formula;
mod frontier;
mod graph;
mod growth;
mod lasso;
mod options;
mod prefix;
mod product;
mod refine;
mod remember;
mod schedule;
mod search;
mod store;
mod summaries;
mod trace;

pub use crate::engine::ExplicitEngine;
pub use crate::frontier::Order;
pub use crate::options::{ExplicitOptions, Summaries};
pub use crate::schedule::Schedule;
