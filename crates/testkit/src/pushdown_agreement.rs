//! Whether the pushdown engine and the explicit engine say the same of a sequential program.
//!
//! They share the machine that executes instructions, with all that it stands on, and no search: one keeps whole
//! states, the other cuts heaps at calls and glues them at returns. Where both decide, the answers are equal, and so
//! are all errors with their places; each violation is replayed.

use std::collections::BTreeSet;

use base::Span;
use engine_explicit::{ExplicitEngine, ExplicitOptions};
use engine_pushdown::{PushdownEngine, PushdownOptions, Semantics};
use ir::Program;
use verdict::{Answer, Check, Limits, Property, Verdict, ViolationKind};

use crate::reduce;
use crate::settings::{self, answer_name, replay_all};

/// How far the engines may go.
const MOST_STATES: u64 = 4_000;
/// Larger heaps are not compared with numbers: they are not folded, and an endless program makes ever larger ones.
const MOST_OBJECTS: u64 = 10;

/// What the two agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushdownAgreement {
    Holds,
    Violated,
    /// Only the pushdown engine has an answer.
    ExplicitUnknown,
    /// The pushdown engine has no answer with any semantics.
    Unknown,
}

/// Compares on a verified sequential program. The message says what differs.
pub fn compare_pushdown(program: &Program) -> Result<PushdownAgreement, String> {
    let explicit = ask(program, &explicit(true));
    let mut agreement = PushdownAgreement::Unknown;
    for semantics in [Semantics::Canonical, Semantics::Paper] {
        for all_errors in [true, false] {
            let heap_bound = (semantics == Semantics::Paper).then_some(MOST_OBJECTS);
            let options = PushdownOptions { semantics, all_errors, heap_bound, ..Default::default() };
            let engine = PushdownEngine { options };
            if engine.supports(program, &Property::NoErrors).is_err() {
                continue;
            }
            let answer = ask(program, &engine);
            let name = format!("{semantics:?}, {}", if all_errors { "all errors" } else { "first error" });
            judge(&explicit, &answer, all_errors).map_err(|problem| format!("{name}: {problem}"))?;
            replay_all(program, &answer).map_err(|problem| format!("{name}: {problem}"))?;
            if let Some(agreed) = agreed(&explicit, &answer) {
                agreement = agreed;
            }
        }
    }
    Ok(agreement)
}

/// Reports a difference, with the smallest program that has one.
pub fn explain_pushdown(seed: u64, program: Program, difference: &str) -> String {
    let mut last = difference.to_owned();
    let reduced = reduce::reduce(program, &mut |program| match compare_pushdown(program) {
        Ok(_) => false,
        Err(difference) => {
            last = difference;
            true
        }
    });
    format!("seed {seed}: {difference}\n\nreduced, {last}:\n{}", ir::print(&reduced))
}

fn explicit(all_errors: bool) -> ExplicitEngine {
    ExplicitEngine { options: ExplicitOptions { all_errors, ..ExplicitOptions::default() } }
}

fn ask(program: &Program, engine: &dyn Check) -> Answer {
    let limits = Limits { max_states: Some(MOST_STATES), ..Limits::default() };
    settings::ask(engine, program, &Property::NoErrors, limits)
}

fn agreed(explicit: &Answer, pushdown: &Answer) -> Option<PushdownAgreement> {
    match (&explicit.verdict, &pushdown.verdict) {
        (_, Verdict::Unknown { .. }) => None,
        (Verdict::Unknown { .. }, _) => Some(PushdownAgreement::ExplicitUnknown),
        (_, Verdict::Holds { .. }) => Some(PushdownAgreement::Holds),
        (_, Verdict::Violated { .. }) => Some(PushdownAgreement::Violated),
    }
}

/// Compares an answer with that of the explicit engine, which has looked for all errors.
fn judge(explicit: &Answer, pushdown: &Answer, all_errors: bool) -> Result<(), String> {
    let (known, found) = (findings(explicit), findings(pushdown));
    match (&explicit.verdict, &pushdown.verdict) {
        (Verdict::Unknown { .. }, _) | (_, Verdict::Unknown { .. }) => Ok(()),
        (Verdict::Holds { .. }, Verdict::Holds { .. }) => Ok(()),
        (Verdict::Violated { .. }, Verdict::Violated { .. }) => {
            let none_invented = !is_complete(explicit) || found.is_subset(&known);
            let none_missed = !all_errors || !is_complete(pushdown) || known.is_subset(&found);
            if none_invented && none_missed {
                return Ok(());
            }
            Err(format!("errors {found:?}, but explicitly {known:?}"))
        }
        (explicit, pushdown) => {
            let (explicit, pushdown) = (answer_name(explicit), answer_name(pushdown));
            Err(format!("{pushdown}, but explicitly {explicit}; {found:?} instead of {known:?}"))
        }
    }
}

/// Whether a search for all errors that found some came to its end: none of the limits was met.
fn is_complete(answer: &Answer) -> bool {
    let few_objects = answer.stats.pushdown().is_none_or(|stats| stats.bound_seen < MOST_OBJECTS);
    answer.stats.states < MOST_STATES && few_objects
}

type Findings = BTreeSet<(ViolationKind, Option<Span>)>;

/// Errors by kind and place. Of an acceptance cycle any place on it may be shown.
fn findings(answer: &Answer) -> Findings {
    let Verdict::Violated { violations } = &answer.verdict else { return Findings::new() };
    let place =
        |kind: &ViolationKind, span| if *kind == ViolationKind::AcceptanceCycle { None } else { span };
    violations.iter().map(|found| (found.kind.clone(), place(&found.kind, found.span))).collect()
}
