//! From a source text to an answer: the only crate that names concrete front ends and engines.
//!
//! - [`load()`], [`load_files`]: text or files to a verified program of the core language, by [`Language`];
//!   [`resolve()`]: a formula to a property of it;
//! - [`ENGINES`]: what engines there are, what each can be asked and which options it reads; [`unread_option`];
//! - [`check()`], [`check_call`]: asks one engine or all of them; every violation is replayed in `interp` before it is
//!   shown;
//! - [`summarize()`]: the summaries of a program's procedures;
//! - [`explore()`]: the paths of a method that [`method_entry`] finds, each with an example that was replayed;
//!   [`require`] restricts its inputs;
//! - [`certify()`]: checks a certificate again, independently of the engine that wrote it;
//! - [`nothing_starts`]: whether there are executions to ask about at all;
//! - [`simulate()`]: one execution, random or guided; [`simulate_from()`]: from a given start;
//! - [`load_formula`], [`decide_formula`]: quantified Boolean formulas;
//! - [`all_codes`]: every diagnostic that loading can give.
//!
//! Nothing here reads files or clocks, or prints: texts are passed in, and a run is followed through [`CheckProgress`].
//! What contradicts itself is an [`InternalError`], never an answer.

mod certify;
mod check;
mod choice;
mod codes;
mod coverage;
mod engines;
mod error;
mod explore;
mod guided;
mod language;
mod load;
mod portfolio;
mod precondition;
mod qbf;
mod request;
mod resolve;
mod simulate;
mod start;
mod summarize;

pub use certify::{Accepted, BooleanReport, ProofReport, Refused, SummariesReport, certify};
pub use check::{CheckProgress, Checked, check, check_call};
pub use choice::{options_read, unread_option};
pub use engine_boolean::MethodOptions;
pub use engine_explicit::{ExplicitOptions, Order, Schedule, Summaries};
pub use engine_pushdown::{PushdownOptions, Semantics};
pub use engine_symbolic::SymbolicOptions;
pub use engines::{ENGINES, EngineEntry, engine};
pub use error::InternalError;
pub use explore::{Cover, Explored, explore, is_whole_program, method_entry};
pub use interp::Detail;
pub use ir::Program;
pub use lang_boolean::{Dialect, ERROR_LABELS, Options as BooleanOptions};
pub use lang_jvm::{MODELS as JAVA_MODELS, Options as JavaOptions};
pub use lang_shylock::{Blocked, Choice, Options as ShylockOptions, Steps};
pub use language::{Language, LoadOptions};
pub use load::{Loaded, load, load_files};
pub use logic::{ExpectedAnswer, PropertyText};
pub use precondition::require;
pub use qbf::{LoadedFormula, decide_formula, load_formula};
pub use request::{EngineChoice, EngineOptions, Request};
pub use resolve::resolve;
pub use simulate::{
    Guide, Menu, MenuItem, Move, Moves, RunEnd, RunRequest, Simulated, Wish, simulate, simulate_from,
};
pub use solver::qbf::{Decided, QbfStats, Qdimacs, Truth};
pub use start::nothing_starts;
pub use summarize::{CheckedSummaries, summarize};
pub use verdict::Silent;

use base::Code;

/// The text form of a program in the core language.
pub fn print_core(program: &Program) -> String {
    ir::print::print(program)
}

/// Every code of every front end and of the driver, in order of their ids.
pub fn all_codes() -> Vec<&'static Code> {
    let mut all: Vec<&'static Code> = Language::ALL.into_iter().flat_map(Language::codes).collect();
    all.extend(logic::codes::CODES);
    all.extend(temporal::codes::CODES);
    all.extend(verdict::start::codes::CODES);
    all.extend(solver::qbf::codes::CODES);
    all.extend(codes::CODES);
    all.sort_by_key(|code| code.id);
    all
}
