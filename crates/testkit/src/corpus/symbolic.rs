//! Programs that state what is true of them though explicit search cannot find it out: `//@ symbolic: holds`.
//!
//! Either such a program has truth values and one thread, and nothing else, so that an engine over sets of values can
//! take it: every such engine must give the answer, or end at a limit of its own. Or it chooses data of any value:
//! symbolic execution must give the answer, with all errors, and so must the default.

use driver::{EngineChoice, EngineOptions, Request, SymbolicOptions};
use ir::{Program, Type};
use verdict::{Limits, Property, Verdict, Violation};

use super::{Failure, Symbolic};
use crate::patience::Patience;
use crate::settings;

/// Engines over sets of values, and how often they may ask whether to go on. One that may not ask forever need not find
/// the answer, but may not contradict it: deep loops are not for symbolic execution, and counting and parity take
/// exponentially many clauses.
const SYMBOLIC: [(&str, Option<u64>); 4] =
    [("bdd", None), ("sat", Some(700)), ("universal", Some(700)), ("pdr", Some(3_000))];
/// How often symbolic execution may ask.
const MOST_TICKS: u64 = 100_000;
/// What an engine may spend.
const MOST_BYTES: u64 = 256 << 20;

/// Asks the engines that are meant. Answers the errors of a program that is not Boolean.
pub(super) fn check(program: &Program, stated: &Symbolic) -> Result<Vec<Violation>, Failure> {
    if !is_boolean(program) {
        return check_free_data(program, stated);
    }
    for (name, patience) in SYMBOLIC {
        let engine = driver::engine(name).expect("the engine is registered");
        let limits = Limits { max_bytes: Some(MOST_BYTES), ..Limits::default() };
        let request = Request { engines: EngineChoice::One(engine), limits, ..Request::default() };
        let verdict = asked(program, &request, &Patience::new(patience.unwrap_or(u64::MAX)))?;
        let is_excused = matches!(verdict, Verdict::Unknown { .. }) && patience.is_some();
        if !is_excused {
            expect(stated, &verdict)?;
        }
    }
    Ok(Vec::new())
}

fn check_free_data(program: &Program, stated: &Symbolic) -> Result<Vec<Violation>, Failure> {
    let patience = Patience::new(MOST_TICKS);
    let symbolic = SymbolicOptions { all_errors: true, ..SymbolicOptions::default() };
    let options = EngineOptions { symbolic, ..EngineOptions::default() };
    let engine = driver::engine("symbolic").expect("the engine is registered");
    let request = Request { engines: EngineChoice::One(engine), options, ..Request::default() };
    let verdict = asked(program, &request, &patience)?;
    expect(stated, &verdict)?;
    expect(stated, &asked(program, &Request::default(), &patience)?)?;
    Ok(match verdict {
        Verdict::Violated { violations } => violations,
        Verdict::Holds { .. } | Verdict::Unknown { .. } => Vec::new(),
    })
}

fn asked(program: &Program, request: &Request, watch: &Patience) -> Result<Verdict, Failure> {
    let checked = driver::check(program, &Property::NoErrors, request, watch).map_err(Failure::Internal)?;
    Ok(checked.first().answer.verdict.clone())
}

fn expect(stated: &Symbolic, verdict: &Verdict) -> Result<(), Failure> {
    let found = settings::answer_name(verdict);
    if found == stated.expected.to_string() {
        return Ok(());
    }
    Err(Failure::Contradiction { line: stated.line, expected: stated.expected, found })
}

fn is_boolean(program: &Program) -> bool {
    let globals = program.globals.iter().map(|global| global.ty);
    let locals = program.procs.iter().flat_map(|proc| &proc.locals).map(|local| local.ty);
    program.classes.is_empty() && program.is_sequential() && globals.chain(locals).all(|ty| ty == Type::Bool)
}
