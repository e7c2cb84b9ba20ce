//! The verdict of a whole command in one line: the last one, where properties or figures stand below the first answer.
//!
//! It is the word that the exit status stands for. What a file expects of its properties is no error; what is wrong
//! comes before what is unknown.

use super::paint::{Painter, Role, counted, printable};
use crate::twin::check::{CheckReport, PropertyAnswer};
use crate::twin::question::{Expectation, Question};
use crate::twin::verdict::Verdict;

/// `holds: no errors, 2 of 2 properties as expected`
pub(crate) fn line(report: &CheckReport, painter: Painter) -> String {
    let of_properties = report.properties.iter().map(answer);
    let all: Vec<Expectation> =
        std::iter::once(report.answer.verdict.answer()).chain(of_properties).collect();
    let (role, word) = if all.contains(&Expectation::Violated) {
        (Role::Violated, Expectation::Violated)
    } else if all.contains(&Expectation::Unknown) {
        (Role::Unknown, Expectation::Unknown)
    } else {
        (Role::Holds, Expectation::Holds)
    };
    let parts: Vec<String> =
        std::iter::once(question(report)).chain(properties(&report.properties)).collect();
    format!("{}: {}\n", painter.paint(role, word.word()), parts.join(", "))
}

/// What an answer to a property means for the command.
fn answer(property: &PropertyAnswer) -> Expectation {
    match (property.as_expected, property.answer.verdict.answer()) {
        (Some(true), _) => Expectation::Holds,
        (Some(false), Expectation::Holds) => Expectation::Violated,
        (Some(false) | None, answer) => answer,
    }
}

fn question(report: &CheckReport) -> String {
    match (&report.property, &report.answer.verdict) {
        (Question::NoErrors | Question::NoErrorsIn(_), Verdict::Holds { .. }) => "no errors".to_owned(),
        (Question::NoErrors | Question::NoErrorsIn(_), Verdict::Violated { violations }) => {
            counted(violations.len() as u64, "error")
        }
        (Question::NoErrors | Question::NoErrorsIn(_), Verdict::Unknown { .. }) => {
            "whether there are errors is not known".to_owned()
        }
        (Question::Formula(formula), Verdict::Holds { .. }) => printable(&formula.kept()),
        (Question::Formula(formula), Verdict::Violated { .. }) => printable(&formula.broken("")),
        (Question::Formula(formula), Verdict::Unknown { .. }) => {
            printable(&format!("whether {} is not known", formula.kept()))
        }
    }
}

/// `2 of 3 properties as expected`
fn properties(properties: &[PropertyAnswer]) -> Option<String> {
    let all = properties.len() as u64;
    let fine = properties.iter().filter(|property| answer(property) == Expectation::Holds).count();
    let with_expectation = properties.iter().filter(|property| property.expected.is_some()).count();
    let what = match with_expectation {
        0 if fine == 1 => "holds",
        0 => "hold",
        some if some == properties.len() => "as expected",
        _ => "hold or are as expected",
    };
    let noun = if all == 1 { "property" } else { "properties" };
    (all > 0).then(|| format!("{fine} of {all} {noun} {what}"))
}
