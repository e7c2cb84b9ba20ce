//! The properties that a file states: executions that show what was not expected, then one line for each of them.
//!
//! ```text
//! properties of list.shy
//!
//!   holds     line 3  F @terminated           as expected
//!   violated  line 4  G (@terminated -> !r)   but `holds` is expected
//! ```

use base::SourceMap;

use super::check;
use super::manner::Manner;
use super::paint::{Painter, Role, fill, printable, width};
use super::{Verbosity, stats};
use crate::twin::check::{CheckReport, PropertyAnswer};
use crate::twin::location::Location;
use crate::twin::question::Expectation;
use crate::twin::verdict::Verdict;

/// A longer formula does not push the remarks of the others.
const MAX_FORMULA: usize = 60;

/// What stands behind the answers, but for what the file expects: that is shown only if nothing is to be left out.
pub(crate) fn evidence(
    answers: &[PropertyAnswer],
    sources: &SourceMap,
    manner: Manner,
    painter: Painter,
) -> String {
    if manner.verbosity == Verbosity::Quiet {
        return String::new();
    }
    let surprising =
        |answer: &&PropertyAnswer| manner.verbosity == Verbosity::Verbose || answer.as_expected != Some(true);
    let shown = answers.iter().filter(surprising);
    shown.map(|answer| check::evidence(&answer.answer.verdict, sources, manner, painter)).collect()
}

/// One line for each answer.
pub(crate) fn answers(report: &CheckReport, verbosity: Verbosity, painter: Painter) -> String {
    let CheckReport { file, properties, .. } = report;
    if properties.is_empty() {
        return String::new();
    }
    if verbosity == Verbosity::Quiet {
        return properties.iter().map(|answer| brief(answer, painter)).collect();
    }
    let places: Vec<String> = properties.iter().map(place).collect();
    let formulas: Vec<String> = properties.iter().map(formula).collect();
    let place_width = places.iter().map(|place| width(place)).max().unwrap_or(0);
    let fitting = formulas.iter().map(|formula| width(formula)).filter(|&width| width <= MAX_FORMULA);
    let formula_width = fitting.max().unwrap_or(0);
    let mut text = format!("\n{} {}\n\n", painter.paint(Role::Heading, "properties of"), printable(file));
    for ((answer, place), formula) in properties.iter().zip(&places).zip(&formulas) {
        let word = answer.answer.verdict.answer().word();
        let line = format!(
            "  {}{}  {}{}  {formula}{}  {}",
            painter.paint(role(answer), word),
            fill(word, "violated".len()),
            painter.paint(Role::Gutter, place),
            fill(place, place_width),
            fill(formula, formula_width),
            remark(answer),
        );
        text += line.trim_end();
        text.push('\n');
    }
    let undecided = properties.iter().filter(|answer| answer.as_expected != Some(true));
    let mut advice: Vec<String> = undecided.flat_map(|answer| answer.answer.advice.clone()).collect();
    advice.sort_unstable();
    advice.dedup();
    text + &check::notes_text(advice, painter)
}

/// What each answer cost.
pub(crate) fn statistics(answers: &[PropertyAnswer], painter: Painter) -> String {
    let mut text = String::new();
    for answer in answers {
        let heading = format!("{}, {}", answer.answer.engine, place(answer));
        text += &format!("\n{}", stats::render(&heading, &answer.answer.stats, painter));
        for other in &answer.cross_checks {
            let heading = format!("{}, {}", other.engine, place(answer));
            text += &format!("\n{}", stats::render(&heading, &other.stats, painter));
        }
    }
    text
}

/// `list.shy:4:10: violated: G (@terminated -> !r), but `holds` is expected`
fn brief(answer: &PropertyAnswer, painter: Painter) -> String {
    let at = match &answer.formula.location {
        Some(Location { file, line, column, .. }) => format!("{}:{line}:{column}: ", printable(file)),
        None => String::new(),
    };
    let word = painter.paint(role(answer), answer.answer.verdict.answer().word());
    let remark = Some(remark(answer)).filter(|remark| !remark.is_empty());
    let remark = remark.map(|remark| format!(", {remark}")).unwrap_or_default();
    format!("{at}{word}: {}{remark}\n", formula(answer))
}

fn place(answer: &PropertyAnswer) -> String {
    let location = answer.formula.location.as_ref();
    location.map(|location| format!("line {}", location.line)).unwrap_or_default()
}

fn formula(answer: &PropertyAnswer) -> String {
    let text = printable(&answer.formula.text);
    match (answer.formula.fair, answer.formula.strong) {
        (_, true) => format!("{text} (strongly fair)"),
        (true, false) => format!("{text} (fair)"),
        (false, false) => text,
    }
}

fn remark(answer: &PropertyAnswer) -> String {
    let why = match &answer.answer.verdict {
        Verdict::Unknown { message, .. } if answer.as_expected != Some(true) => Some(printable(message)),
        Verdict::Unknown { .. } | Verdict::Holds { .. } | Verdict::Violated { .. } => None,
    };
    let expectation = match (answer.expected, answer.as_expected) {
        (Some(_), Some(true)) => Some("as expected".to_owned()),
        (Some(expected), Some(false) | None) => Some(format!("but `{}` is expected", expected.word())),
        (None, _) => None,
    };
    [why, expectation].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is as expected is fine.
fn role(answer: &PropertyAnswer) -> Role {
    match (answer.as_expected, answer.answer.verdict.answer()) {
        (Some(true), _) | (None, Expectation::Holds) => Role::Holds,
        (Some(false) | None, Expectation::Unknown) => Role::Unknown,
        (Some(false), Expectation::Holds) | (Some(false) | None, Expectation::Violated) => Role::Violated,
    }
}
