//! Programs that state what is true of them though explicit search cannot find it out: `//@ symbolic: holds`.
//!
//! Such a program has truth values and one thread, and nothing else, so that an engine over sets of values can take
//! it. Every such engine must give the answer, or end at a limit of its own.

use driver::{EngineChoice, Request};
use ir::{Program, Type};
use verdict::{Limits, Property};

use super::{Failure, Symbolic};
use crate::patience::Patience;
use crate::settings;

/// Engines over sets of values, and how often they may ask whether to go on. One that may not ask forever need not find
/// the answer, but may not contradict it: deep loops are not for symbolic execution, and counting and parity take
/// exponentially many clauses.
const SYMBOLIC: [(&str, Option<u64>); 4] =
    [("bdd", None), ("sat", Some(700)), ("universal", Some(700)), ("pdr", Some(3_000))];
/// What an engine may spend.
const MOST_BYTES: u64 = 256 << 20;

pub(super) fn check(program: &Program, stated: &Symbolic) -> Result<(), Failure> {
    if !is_boolean(program) {
        return Err(Failure::NotBoolean);
    }
    for (name, patience) in SYMBOLIC {
        let engine = driver::engine(name).expect("the engine is registered");
        let limits = Limits { max_bytes: Some(MOST_BYTES), ..Limits::default() };
        let request = Request { engines: EngineChoice::One(engine), limits, ..Request::default() };
        let watch = Patience::new(patience.unwrap_or(u64::MAX));
        let checked =
            driver::check(program, &Property::NoErrors, &request, &watch).map_err(Failure::Internal)?;
        let found = settings::answer_name(&checked.first().answer.verdict);
        let is_excused = found == "unknown" && patience.is_some();
        if found != stated.expected.to_string() && !is_excused {
            return Err(Failure::Contradiction { line: stated.line, expected: stated.expected, found });
        }
    }
    Ok(())
}

fn is_boolean(program: &Program) -> bool {
    let globals = program.globals.iter().map(|global| global.ty);
    let locals = program.procs.iter().flat_map(|proc| &proc.locals).map(|local| local.ty);
    program.classes.is_empty() && program.is_sequential() && globals.chain(locals).all(|ty| ty == Type::Bool)
}
