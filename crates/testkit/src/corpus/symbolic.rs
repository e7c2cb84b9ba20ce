//! Programs that state what is true of them though explicit search cannot find it out: `//@ symbolic: holds`.
//!
//! Such a program has truth values and one thread, and nothing else, so that an engine over sets of valuations can take it. The engines that
//! there are get a small limit each, where the start is small enough for them: they may give up, but not say anything else.

use driver::{CheckRequest, EngineChoice, Unwatched};
use ir::{Program, Type};
use verdict::Limits;

use super::{Failure, Symbolic};
use crate::settings;

/// What the engines may spend.
const MOST_STATES: u64 = 2_000;
/// With more globals the engines are not asked: the values at the start are one step, which no limit cuts short.
const MOST_GLOBALS: usize = 12;

pub(super) fn check(program: &Program, stated: &Symbolic) -> Result<(), Failure> {
    if !is_boolean(program) {
        return Err(Failure::NotBoolean);
    }
    if program.globals.len() > MOST_GLOBALS {
        return Ok(());
    }
    let limits = Limits { max_states: Some(MOST_STATES), max_bytes: Some(64 << 20), ..Limits::default() };
    let request = CheckRequest { engines: EngineChoice::All, limits, ..CheckRequest::default() };
    let checked = driver::check(program, &request, &Unwatched).map_err(Failure::Internal)?;
    let found = settings::answer_name(&checked.first().answer.verdict);
    if found == "unknown" || found == stated.expected.to_string() {
        return Ok(());
    }
    Err(Failure::Contradiction { line: stated.line, expected: stated.expected, found })
}

fn is_boolean(program: &Program) -> bool {
    let globals = program.globals.iter().map(|global| global.ty);
    let locals = program.procs.iter().flat_map(|proc| &proc.locals).map(|local| local.ty);
    program.classes.is_empty() && program.is_sequential() && globals.chain(locals).all(|ty| ty == Type::Bool)
}
