//! Methods with unknown inputs: `//@ explore List.insert -k 2 --executed 3 0..2: paths 5, throws 1, cut 0`.
//!
//! The paths are those of `cutpoint explore` (`-k`, `-n` and `--max-steps` as there), replayed; all machines must agree
//! on them. The numbers are found in a second way, which the line names: with `--executed`, every heap of so many
//! objects is made, with these numbers in it, and the interpreter executes the method on each: they take exactly these
//! paths. Otherwise a reason in parentheses says why the numbers are right.

use std::collections::BTreeSet;
use std::str::FromStr;

use driver::Silent;
use ir::Program;
use verdict::{Exploration, ExploreQuery, HeapTotal, Limits, Path};

use super::Failure;
use super::open_question::OpenQuestion;
use crate::open_methods::executed::executed_paths;
use crate::symbolic::agreement::compare;

/// More lazy paths than this take too long for a corpus that is run after every change.
const MOST_LAZY_PATHS: u64 = 6_000;

/// A method that is explored, and what must come out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenMethod {
    pub line: u32,
    pub question: OpenQuestion,
    pub expected: PathsExpected,
}

/// The counts of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathsExpected {
    pub paths: u64,
    pub throws: u64,
    pub cut: u64,
    pub heaps: Option<u128>,
}

impl OpenMethod {
    /// Reads what comes after `explore` and what comes after the colon.
    pub(super) fn parse<'a>(line: u32, words: impl Iterator<Item = &'a str>, counts: &str) -> Option<Self> {
        let (counts, has_reason) = match counts.split_once(" (") {
            Some((counts, reason)) => (counts, reason.len() > 2 && reason.ends_with(')')),
            None => (counts, false),
        };
        let question = OpenQuestion::parse(words)?;
        let expected = PathsExpected::parse(counts)?;
        (question.executed.is_some() || has_reason).then_some(Self { line, question, expected })
    }
}

impl PathsExpected {
    /// `paths 5, throws 1, cut 0`, and perhaps `, heaps 9`.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(", ");
        let expected = Self {
            paths: labelled(parts.next()?, "paths ")?,
            throws: labelled(parts.next()?, "throws ")?,
            cut: labelled(parts.next()?, "cut ")?,
            heaps: match parts.next() {
                Some(part) => Some(labelled(part, "heaps ")?),
                None => None,
            },
        };
        parts.next().is_none().then_some(expected)
    }

    fn of(exploration: &Exploration) -> Self {
        let counts = exploration.counts;
        let heaps = counts.heaps.map(HeapTotal::number);
        Self { paths: counts.paths, throws: counts.throws, cut: counts.cut, heaps }
    }
}

fn labelled<T: FromStr>(part: &str, label: &str) -> Option<T> {
    part.strip_prefix(label)?.trim().parse().ok()
}

/// Explores the method by all machines, and executes it.
pub(super) fn check(program: &Program, method: &OpenMethod) -> Result<(), Failure> {
    let OpenMethod { line, question, expected } = method;
    let checked = || {
        let (program, call) = question.call(program)?;
        let queries = question.queries(&call, expected.heaps.is_some());
        let found = explored(&program, &queries, *expected)?;
        if call.preconditions.is_empty() {
            queries.iter().try_for_each(|query| machines_agree(&program, query))?;
        }
        match question.inputs(expected.cut > 0) {
            Some(inputs) => same_paths(&found, &executed_paths(&program, &queries, &inputs)?),
            None => Ok(()),
        }
    };
    checked().map_err(|problem| Failure::Paths { line: *line, problem })
}

/// The paths by summaries, whose examples are replayed.
fn explored(
    program: &Program,
    queries: &[ExploreQuery],
    expected: PathsExpected,
) -> Result<BTreeSet<Path>, String> {
    let explored = driver::explore(program, queries, Limits::default(), &Silent);
    let explored = explored.map_err(|error| error.to_string())?.map_err(|refusal| refusal.message)?;
    let exploration = explored.exploration;
    if let Some(path) = exploration.unsupported.first() {
        return Err(path.construct.message.clone());
    }
    let found = PathsExpected::of(&exploration);
    if found != expected {
        return Err(format!("expected {expected:?}, found {found:?}"));
    }
    Ok(exploration.paths.into_iter().map(|path| path.path).collect())
}

fn machines_agree(program: &Program, query: &ExploreQuery) -> Result<(), String> {
    match compare(program, query, MOST_LAZY_PATHS)? {
        Some(_) => Ok(()),
        None => Err(format!("more than {MOST_LAZY_PATHS} lazy paths; it has to be bounded")),
    }
}

fn same_paths(found: &BTreeSet<Path>, executed: &BTreeSet<Path>) -> Result<(), String> {
    if let Some(path) = executed.difference(found).next() {
        return Err(format!("an execution takes a path that was not found: {path:?}"));
    }
    match found.difference(executed).count() {
        0 => Ok(()),
        n => Err(format!("of {} paths, {n} are taken by no heap that was executed", found.len())),
    }
}
