//! Checks the properties that a corpus file states: `//@ ltl: FORMULA => ANSWER`.
//!
//! Every engine that supports a property is asked, within limits that keep the corpus fast. No engine may contradict
//! the file, and one at least must decide as the file says: explicit search, for one, does not end on recursion
//! without a bound.

use base::{Diagnostic, SourceMap};
use driver::{ENGINES, EngineChoice, ExpectedAnswer, PropertyText, Request, Silent};
use ir::Program;
use verdict::{Limits, Property};

use super::Failure;
use crate::settings;

/// What an engine may spend on one property.
const MOST_STATES: u64 = 50_000;
const MOST_BYTES: u64 = 64 << 20;

/// A property of a corpus file, and what it means there.
#[derive(Debug)]
pub(super) struct Stated<'a> {
    text: &'a PropertyText,
    property: Property,
}

/// Finds out what the formulas of a file mean.
pub(super) fn resolve<'a>(
    program: &Program,
    texts: &'a [PropertyText],
) -> (Vec<Stated<'a>>, Vec<Diagnostic>) {
    let mut stated = Vec::new();
    let mut diagnostics = Vec::new();
    for text in texts {
        let (property, found) = driver::resolve(program, text);
        diagnostics.extend(found);
        stated.extend(property.map(|property| Stated { text, property }));
    }
    (stated, diagnostics)
}

/// Asks all engines.
pub(super) fn check(program: &Program, stated: &Stated<'_>, sources: &SourceMap) -> Result<(), Failure> {
    let line = sources.position(stated.text.span).line;
    let expected = stated.text.expected.ok_or(Failure::NoExpectation { line })?;
    let limits = Limits { max_states: Some(MOST_STATES), max_bytes: Some(MOST_BYTES) };
    let mut decided = false;
    for entry in ENGINES {
        let request = Request { engines: EngineChoice::One(entry), limits, ..Request::default() };
        let checked =
            driver::check(program, &stated.property, &request, &Silent).map_err(Failure::Internal)?;
        let found = settings::answer_name(&checked.first().answer.verdict);
        match found {
            "unknown" => {}
            found if found == expected.word() => decided = true,
            found => {
                return Err(Failure::Property { line, engine: entry.name, expected: expected.word(), found });
            }
        }
    }
    if decided || expected == ExpectedAnswer::Unknown {
        return Ok(());
    }
    Err(Failure::Property { line, engine: "all engines", expected: expected.word(), found: "unknown" })
}
