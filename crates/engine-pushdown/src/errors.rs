//! Looks for errors: failing steps, deadlocks, acceptance cycles.

use pushdown::{Saturation, find_lasso, post_star};
use verdict::{HeapCount, StopReason, Violation, ViolationKind};

use crate::answer::{
    Found, LONGEST_TRACE, add_proof, conclude, no_trace, run_to, stats, stop_reason, trace_too_long,
};
use crate::engine::Question;
use crate::growth::note_growth;
use crate::semantics::{HeapSemantics, MoveEnd};
use crate::system::{FoundError, Goal, ProgramSystem};
use crate::trace::Walker;

/// Decides whether a program has errors.
pub(crate) fn check_errors<'p, S: HeapSemantics<'p>>(semantics: S, question: Question<'_, 'p>) -> Found {
    let all = question.options.all_errors;
    let mut system = ProgramSystem::new(semantics, Goal::Errors { all }, question.meter);
    let initial = system.semantics.initial();
    let (found, ending) = post_star(&mut system, &[initial]);
    let mut stopped = stop_reason(ending);
    let mut violations = Vec::new();
    for error in system.errors.clone() {
        match violation(&mut system, &found, error) {
            Some(violation) => violations.push(violation),
            None => stopped = Some(trace_too_long()),
        }
    }
    if question.code.has_accept && stopped.is_none() && (violations.is_empty() || all) {
        match acceptance_cycle(&mut system, &found) {
            Ok(cycle) => violations.extend(cycle),
            Err(reason) => stopped = Some(reason),
        }
    }
    let mut stats = stats(&system.semantics, &found, found.heads().len(), 0);
    if let Some(StopReason::StateLimit(limit)) = stopped {
        // The heads whose rules were looked for; others are known only as their targets.
        stats.frontier = stats.states.saturating_sub(limit);
        stats.states = limit;
    }
    let overflow = system.overflow.and_then(|head| run_to(&found, |other| other == head));
    let mut answered = conclude(violations, stopped, &mut system, overflow, stats);
    note_growth(&mut answered.answer, &mut system.semantics, &found, |head| found.head(head));
    let split = |head| (found.head(head), 0);
    add_proof(&mut answered.answer, &found, &mut system.semantics, split, question);
    answered
}

/// The number of heaps that are reachable, errors or not.
pub(crate) fn count_heaps<'p, S: HeapSemantics<'p>>(semantics: S, question: Question<'_, 'p>) -> HeapCount {
    let goal = Goal::Errors { all: true };
    let mut system = ProgramSystem::new(semantics, goal, question.meter);
    let initial = system.semantics.initial();
    let (_, ending) = post_star(&mut system, &[initial]);
    let is_complete = stop_reason(ending).is_none() && system.overflow.is_none();
    let count = system.semantics.figures().heaps;
    if is_complete { HeapCount::Exactly(count) } else { HeapCount::MoreThan(count) }
}

/// An error with its trace; `None` if that is too long.
fn violation<'p, S: HeapSemantics<'p>>(
    system: &mut ProgramSystem<'_, S>,
    found: &Saturation,
    FoundError { head, failure }: FoundError,
) -> Option<Violation> {
    let run = run_to(found, |other| other == head)?;
    let fails = |end: &MoveEnd| match end {
        MoveEnd::Failed(other) => *other == failure,
        MoveEnd::Waits { may_end } => !may_end && failure.kind == ViolationKind::Deadlock,
        MoveEnd::Step(_)
        | MoveEnd::Call(..)
        | MoveEnd::Return(_)
        | MoveEnd::Stopped(_)
        | MoveEnd::LeftOut(_)
        | MoveEnd::Overflows => false,
    };
    let trace = Walker::new(system).failing(&run, head, fails);
    Some(Violation { kind: failure.kind, span: failure.span, witness: trace.into() })
}

fn acceptance_cycle<'p, S: HeapSemantics<'p>>(
    system: &mut ProgramSystem<'_, S>,
    found: &Saturation,
) -> Result<Option<Violation>, StopReason> {
    let Some(lasso) = find_lasso(found, LONGEST_TRACE).map_err(|_| trace_too_long())? else {
        return Ok(None);
    };
    let trace = Walker::new(system).lasso(&lasso.stem, &lasso.cycle);
    let (trace, span) = trace.ok_or_else(no_trace)?;
    Ok(Some(Violation { kind: ViolationKind::AcceptanceCycle, span, witness: trace.into() }))
}
