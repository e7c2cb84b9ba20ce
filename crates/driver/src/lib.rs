//! From a source text to an answer: the only crate that names concrete front ends and engines.
//!
//! - [`load()`]: text to a verified program of the core language, by [`Language`];
//! - [`check()`]: asks one engine or all of them; every violation is replayed in `interp` before anyone sees it;
//! - [`summarize()`]: the summaries of a program's procedures;
//! - [`certify()`]: checks a certificate again, independently of the engine that wrote it;
//! - [`simulate()`]: one execution, random or guided;
//! - [`all_codes`]: every diagnostic that loading can give.
//!
//! Nothing here reads files or clocks, or prints: whoever calls passes texts in, and watches through [`Watch`].
//! What contradicts itself is an [`InternalError`], never an answer.

mod certify;
mod check;
mod engines;
mod error;
mod language;
mod load;
mod request;
mod simulate;
mod summarize;

pub use certify::{Accepted, Refused, certify};
pub use check::{Checked, EngineAnswer, Unwatched, Watch, check};
pub use engine_explicit::{ExplicitOptions, Order, Schedule, Summaries};
pub use engines::{ENGINES, EngineEntry, engine};
pub use error::InternalError;
pub use interp::Detail;
pub use ir::Program;
pub use language::Language;
pub use load::{Loaded, load};
pub use request::{CheckRequest, EngineChoice};
pub use simulate::{Guide, Menu, MenuItem, Move, Moves, RunEnd, RunRequest, Simulated, simulate};
pub use summarize::{Summarized, summarize};

use base::Code;

/// The text form of a program in the core language.
pub fn print_core(program: &Program) -> String {
    ir::print::print(program)
}

/// Every code of every front end, in order of their ids.
pub fn all_codes() -> Vec<&'static Code> {
    let mut codes: Vec<&'static Code> = ir::codes::CODES.to_vec();
    codes.extend(lang_zing::codes());
    codes.extend(lang_shylock::codes());
    codes.extend(logic::codes::CODES);
    codes.sort_by_key(|code| code.id);
    codes
}
