//! Properties of a program: what their formulas mean, and what their answers mean for the exit status.
//!
//! A file may say which answer it expects of a property. An answer that is expected is a success, whatever it is; any
//! other is judged as below.
//!
//! | answer | nothing is expected | another answer is expected |
//! | --- | --- | --- |
//! | holds | 0 | 1 |
//! | violated | 1 | 1 |
//! | unknown | 3 | 3 |

use base::Diagnostic;
use driver::{ExpectedAnswer, PropertyText};
use report::Expectation;
use verdict::{Property, Verdict};

use crate::ask;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;
use crate::status::{Error, Status};

/// A property that the file or the command line states.
#[derive(Debug)]
pub(crate) struct Stated<'a> {
    pub(crate) text: &'a PropertyText,
    pub(crate) property: Property,
}

/// Finds out what formulas mean. Mistakes in any of them end the command; warnings are shown and kept with those of the
/// program.
pub(crate) fn resolve<'a>(
    input: &mut Input,
    texts: &'a [PropertyText],
    output: &Output,
) -> Result<Vec<Stated<'a>>, Failure> {
    let mut stated = Vec::new();
    let mut diagnostics = Vec::new();
    for text in texts {
        let (property, found) = driver::resolve(&input.program, text);
        diagnostics.extend(found);
        stated.extend(property.map(|property| Stated { text, property }));
    }
    if diagnostics.iter().any(Diagnostic::is_fatal) {
        return Err(Failure::Input { diagnostics, sources: std::mem::take(&mut input.sources) });
    }
    output.warnings(&diagnostics, &input.sources);
    input.warnings.extend(diagnostics);
    Ok(stated)
}

/// The twin of what a file expects.
pub(crate) fn expectation(expected: ExpectedAnswer) -> Expectation {
    match expected {
        ExpectedAnswer::Holds => Expectation::Holds,
        ExpectedAnswer::Violated => Expectation::Violated,
        ExpectedAnswer::Unknown => Expectation::Unknown,
    }
}

/// The exit status that one answer asks for.
pub(crate) fn status(verdict: &Verdict, expected: Option<ExpectedAnswer>) -> Status {
    let answer = match verdict {
        Verdict::Holds { .. } => ExpectedAnswer::Holds,
        Verdict::Violated { .. } => ExpectedAnswer::Violated,
        Verdict::Unknown { .. } => ExpectedAnswer::Unknown,
    };
    match expected {
        None => ask::status(verdict),
        Some(expected) if expected == answer => Status::Holds,
        Some(_) => match answer {
            ExpectedAnswer::Unknown => Status::Unknown,
            ExpectedAnswer::Holds | ExpectedAnswer::Violated => Status::Violated(Error::Formula),
        },
    }
}

/// The status of several answers: what is wrong comes before what is unknown, and of several errors the first counts.
pub(crate) fn worst(statuses: impl IntoIterator<Item = Status>) -> Status {
    let badness = |status: Status| match status {
        Status::Holds | Status::Done => 0,
        Status::Unknown | Status::Interrupted(_) => 1,
        Status::Violated(_) | Status::Refused | Status::False => 2,
        Status::BadInput | Status::Internal => 3,
    };
    let worse = |worst: Status, next: Status| if badness(next) > badness(worst) { next } else { worst };
    statuses.into_iter().fold(Status::Holds, worse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{Covered, StopReason, Trace, Violation, ViolationKind};

    #[test]
    fn what_is_expected_is_a_success_and_all_else_is_none() {
        let covered = Covered::States { states: 1, transitions: 0, hash_compaction: false };
        let holds = Verdict::Holds { covered, proof: None };
        let violation =
            Violation { kind: ViolationKind::Formula, span: None, witness: Trace::default().into() };
        let violated = Verdict::Violated { violations: vec![violation] };
        let unknown = Verdict::Unknown { reason: StopReason::StateLimit(1) };
        let expected = |answer| {
            [None, Some(ExpectedAnswer::Holds), Some(ExpectedAnswer::Violated), Some(ExpectedAnswer::Unknown)]
                .map(|expected| status(answer, expected))
        };
        let wrong = Status::Violated(Error::Formula);
        assert_eq!(expected(&holds), [Status::Holds, Status::Holds, wrong, wrong]);
        assert_eq!(expected(&violated), [wrong, wrong, Status::Holds, wrong]);
        assert_eq!(expected(&unknown), [Status::Unknown, Status::Unknown, Status::Unknown, Status::Holds]);
    }

    #[test]
    fn the_first_of_the_worst_answers_counts() {
        use Status::{Holds, Unknown, Violated};
        assert_eq!(worst([]), Holds);
        assert_eq!(worst([Holds, Unknown, Holds]), Unknown);
        let statuses = [Unknown, Violated(Error::Deadlock), Violated(Error::Formula), Unknown];
        assert_eq!(worst(statuses), Violated(Error::Deadlock));
    }
}
