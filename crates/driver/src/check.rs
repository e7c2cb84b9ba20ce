//! Asking engines, replaying what they found, comparing what they said.

use std::time::Duration;

use interp::{Context, Detail, Script};
use ir::Program;
use verdict::{
    Answer, Covered, EngineAnswer, Execution, GivenStart, Meter, OpenCall, PathEnd, Progress, Property,
    Query, QuestionKind, Replayed, Silent, Start, StopReason, Trace, Unsupported, Verdict, Violation,
    ViolationKind,
};

use crate::choice::{Plan, candidates, plans};
use crate::coverage::{count_assertions, uncovered};
use crate::engines::EngineEntry;
use crate::error::InternalError;
use crate::portfolio::{Asked, HeadStart, race};
use crate::request::{EngineChoice, Request};

/// Follows a check. It is the clock too, since nothing below the command may read one.
pub trait CheckProgress: Progress {
    /// An engine begins to work.
    fn begins(&self, engine: &'static str);
    /// Time since some fixed moment before the check.
    fn elapsed(&self) -> Duration;
}

/// Its time is always zero.
impl CheckProgress for Silent {
    fn begins(&self, _: &'static str) {}
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The answers to a check. They do not contradict each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// The one that counts comes first: it decides the question, if any does.
    pub answers: Vec<EngineAnswer>,
}

impl Checked {
    /// The answer that counts.
    pub fn first(&self) -> &EngineAnswer {
        self.answers.first().expect("at least one engine is asked")
    }
}

/// Decides a property of a verified program.
pub fn check(
    program: &Program,
    property: &Property,
    request: &Request,
    progress: &dyn CheckProgress,
) -> Result<Checked, InternalError> {
    let question = Asking { program, property, request, progress };
    let mut answers = Vec::new();
    for plan in plans(program, property, request) {
        match plan {
            Plan::One(entry) => answers.push(question.ask(entry)?),
            Plan::Race { pair, head_start } => answers.extend(question.ask_both(pair, head_start)?),
        }
    }
    compare(&answers)?;
    // A stable sort: among engines that decide, the order of the registry stays.
    answers.sort_by_key(|answer| matches!(answer.answer.verdict, Verdict::Unknown { .. }));
    Ok(Checked { answers })
}

/// Decides whether every call of an open procedure ends without an error. The program is verified, and has the guard of
/// the precondition.
pub fn check_call(
    program: &Program,
    call: &OpenCall,
    request: &Request,
    progress: &dyn CheckProgress,
) -> Result<Checked, InternalError> {
    let kind = QuestionKind::OpenErrors;
    let named = match request.engines {
        EngineChoice::One(entry) => vec![entry],
        EngineChoice::Automatic | EngineChoice::All => candidates(kind, &request.given),
    };
    let mut answers = Vec::new();
    for entry in named {
        let Some(build) = entry.check_call else { continue };
        progress.begins(entry.name);
        let begin = progress.elapsed();
        let meter = Meter::new(request.limits, progress);
        let mut answer = build(&request.options).check_call(program, call, &meter);
        answer.stats.time = progress.elapsed().saturating_sub(begin);
        admitted(entry.name, program, call, &answer.verdict)?;
        answers.push(replayed(entry, answer, program, &Property::NoErrors, kind, request)?);
    }
    compare(&answers)?;
    Ok(Checked { answers })
}

/// Every violation begins with the procedure, in a state that satisfies the precondition.
fn admitted(
    engine: &'static str,
    program: &Program,
    call: &OpenCall,
    verdict: &Verdict,
) -> Result<(), InternalError> {
    let Verdict::Violated { violations } = verdict else { return Ok(()) };
    let ctx = Context::new(program);
    let is_admitted = |violation: &Violation| {
        let Some(Trace { start: Start::Given(start), steps, .. }) = violation.witness.steps() else {
            return false;
        };
        let Some(body) = call.bodies.iter().find(|body| body.proc == start.proc) else { return false };
        let Some(guard) = body.guard else { return true };
        let choices: Vec<u64> = steps.iter().flat_map(|step| &step.choices).copied().collect();
        let guarded = GivenStart { proc: guard, ..(**start).clone() };
        let followed = interp::follow(&ctx, &guarded, &mut Script::new(&choices), u64::MAX);
        let end = PathEnd::Failed { kind: violation.kind.clone(), span: violation.span };
        followed.is_ok_and(|followed| followed.path.end == end)
    };
    match violations.iter().all(is_admitted) {
        true => Ok(()),
        false => Err(InternalError::NotAdmitted { engine, procedure: call.name.clone() }),
    }
}

/// A question that is put to engines.
#[derive(Clone, Copy)]
struct Asking<'a> {
    program: &'a Program,
    property: &'a Property,
    request: &'a Request,
    progress: &'a dyn CheckProgress,
}

impl Asking<'_> {
    fn ask(self, entry: &EngineEntry) -> Result<EngineAnswer, InternalError> {
        self.progress.begins(entry.name);
        let begin = self.progress.elapsed();
        let mut answer = self.answer(entry, self.progress);
        answer.stats.time = self.progress.elapsed().saturating_sub(begin);
        self.replayed(entry, answer)
    }

    /// Asks two engines at the same time, if the first takes long. Only one answer is kept, unless they contradict each
    /// other.
    fn ask_both(
        self,
        pair: [&'static EngineEntry; 2],
        head_start: HeadStart,
    ) -> Result<Vec<EngineAnswer>, InternalError> {
        let begin = self.progress.elapsed();
        self.progress.begins(pair[0].name);
        let engines: [Asked<'_>; 2] =
            [&|progress| self.answer(pair[0], progress), &|progress| self.answer(pair[1], progress)];
        let answers = race(engines, head_start, self.progress, self.request.limits.max_bytes);
        let time = self.progress.elapsed().saturating_sub(begin);
        let mut kept = Vec::new();
        for (entry, answer) in pair.into_iter().zip(answers) {
            if let Some(mut answer) = answer {
                answer.stats.time = time;
                kept.push(self.replayed(entry, answer)?);
            }
        }
        compare(&kept)?;
        kept.sort_by_key(|answer| matches!(answer.answer.verdict, Verdict::Unknown { .. }));
        kept.truncate(1);
        Ok(kept)
    }

    fn answer(self, entry: &EngineEntry, progress: &dyn Progress) -> Answer {
        let Self { program, property, request, progress: _ } = self;
        match entry.check {
            Some(build) => {
                let query = Query { program, property, wants_proof: request.wants_proof };
                build(&request.options).check(&query, &Meter::new(request.limits, progress))
            }
            None => Answer::unsupported(Unsupported::new("This engine checks no properties.")),
        }
    }

    fn replayed(self, entry: &EngineEntry, answer: Answer) -> Result<EngineAnswer, InternalError> {
        replayed(entry, answer, self.program, self.property, self.property.kind(), self.request)
    }
}

/// The answer with all of its traces replayed.
pub(crate) fn replayed(
    entry: &EngineEntry,
    answer: Answer,
    program: &Program,
    property: &Property,
    kind: QuestionKind,
    request: &Request,
) -> Result<EngineAnswer, InternalError> {
    let engine = entry.name;
    let executions = replay_all(engine, program, property, &answer.verdict, request.detail)?;
    let overflow = replay_overflow(engine, program, &answer.verdict, request.detail)?;
    let options = entry.shown_options(kind, &request.options);
    let holds = matches!(answer.verdict, Verdict::Holds { .. });
    let uncovered =
        answer.coverage.as_ref().map(|coverage| uncovered(program, program.procs.ids(), coverage, holds));
    let is_idle = kind == QuestionKind::Errors && holds && answer.has_asserted == Some(false);
    let idle_assertions = is_idle.then(|| count_assertions(program)).filter(|&count| count > 0);
    Ok(EngineAnswer { engine, options, answer, executions, overflow, uncovered, idle_assertions })
}

/// Replays every trace of a verdict.
fn replay_all(
    engine: &'static str,
    program: &Program,
    property: &Property,
    verdict: &Verdict,
    detail: Detail,
) -> Result<Vec<Replayed>, InternalError> {
    let violations: &[Violation] = match verdict {
        Verdict::Violated { violations } if violations.is_empty() => {
            return Err(InternalError::NoViolation { engine });
        }
        Verdict::Violated { violations } => violations,
        Verdict::Holds { .. } | Verdict::Unknown { .. } => &[],
    };
    let replay = |violation: &Violation| {
        let replayed = interp::replay(program, property, violation, detail);
        let execution = replayed.map_err(|divergence| InternalError::Divergence {
            engine,
            violation: violation.kind.clone(),
            divergence: Box::new(divergence),
        })?;
        match violation.kind {
            ViolationKind::Formula if execution.steps().is_none_or(|steps| steps.word.is_none()) => {
                Err(InternalError::NoWord { engine })
            }
            ViolationKind::Formula
            | ViolationKind::Assertion { .. }
            | ViolationKind::Fault(_)
            | ViolationKind::Deadlock
            | ViolationKind::AcceptanceCycle => Ok(execution),
        }
    };
    violations.iter().map(replay).collect()
}

/// Executes the trace to a heap that exceeds its bound.
fn replay_overflow(
    engine: &'static str,
    program: &Program,
    verdict: &Verdict,
    detail: Detail,
) -> Result<Option<Execution>, InternalError> {
    let Verdict::Unknown { reason: StopReason::HeapBound { overflow, .. } } = verdict else {
        return Ok(None);
    };
    let replayed = interp::run(program, overflow, detail);
    replayed
        .map(Some)
        .map_err(|divergence| InternalError::Overflow { engine, divergence: Box::new(divergence) })
}

/// A property cannot both hold and be violated. An answer that names its own doubt contradicts no other.
fn compare(answers: &[EngineAnswer]) -> Result<(), InternalError> {
    let holds = answers.iter().find(|answer| holds_for_sure(&answer.answer.verdict));
    let violated = answers.iter().find(|answer| matches!(answer.answer.verdict, Verdict::Violated { .. }));
    match (holds, violated) {
        (Some(holds), Some(violated)) => {
            Err(InternalError::Disagreement { holds: holds.engine, violated: violated.engine })
        }
        (None, _) | (_, None) => Ok(()),
    }
}

fn holds_for_sure(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Holds { covered: Covered::States { hash_compaction, .. }, .. } => !hash_compaction,
        Verdict::Holds {
            covered:
                Covered::Summaries { .. } | Covered::Edges { .. } | Covered::Lemmas { .. } | Covered::Paths { .. },
            ..
        } => true,
        Verdict::Violated { .. } | Verdict::Unknown { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{Stats, TraceStep};

    fn answer(engine: &'static str, verdict: Verdict) -> EngineAnswer {
        let answer = Answer::new(verdict, Stats::default());
        EngineAnswer {
            engine,
            options: Vec::new(),
            answer,
            executions: Vec::new(),
            overflow: None,
            uncovered: None,
            idle_assertions: None,
        }
    }

    fn holds(hash_compaction: bool) -> Verdict {
        let covered = Covered::States { states: 1, transitions: 0, hash_compaction };
        Verdict::Holds { covered, proof: None }
    }

    fn violated() -> Verdict {
        let violation =
            Violation { kind: ViolationKind::Deadlock, span: None, witness: Trace::default().into() };
        Verdict::Violated { violations: vec![violation] }
    }

    #[test]
    fn engines_may_not_contradict_each_other() {
        let unknown = Verdict::Unknown { reason: StopReason::StateLimit(1) };
        assert_eq!(compare(&[answer("a", holds(false)), answer("b", unknown.clone())]), Ok(()));
        assert_eq!(compare(&[answer("a", violated()), answer("b", unknown)]), Ok(()));
        assert_eq!(compare(&[answer("a", holds(true)), answer("b", violated())]), Ok(()));
        assert_eq!(
            compare(&[answer("a", violated()), answer("b", holds(false))]),
            Err(InternalError::Disagreement { holds: "b", violated: "a" })
        );
    }

    #[test]
    fn a_violation_that_does_not_replay_is_no_answer() {
        let program = Program::default();
        let replay =
            |verdict: &Verdict| replay_all("a", &program, &Property::NoErrors, verdict, Detail::default());
        let replayed = replay(&violated());
        assert!(matches!(replayed, Err(InternalError::Divergence { engine: "a", .. })), "{replayed:?}");
        let none = Verdict::Violated { violations: Vec::new() };
        assert_eq!(replay(&none), Err(InternalError::NoViolation { engine: "a" }));
    }

    #[test]
    fn a_violation_of_a_formula_answers_no_other_question() {
        let violation =
            Violation { kind: ViolationKind::Formula, span: None, witness: Trace::default().into() };
        let verdict = Verdict::Violated { violations: vec![violation] };
        let replayed = replay_all("a", &Program::default(), &Property::NoErrors, &verdict, Detail::default());
        assert!(matches!(replayed, Err(InternalError::Divergence { .. })), "{replayed:?}");
    }

    #[test]
    fn the_trace_to_a_large_heap_is_executed() {
        let replay = |overflow| {
            let verdict = Verdict::Unknown { reason: StopReason::HeapBound { bound: 1, overflow } };
            replay_overflow("a", &Program::default(), &verdict, Detail::default())
        };
        assert_eq!(replay(Trace::default()), Ok(Some(Execution::default())));
        let steps = vec![TraceStep { thread: 0, choices: Vec::new() }];
        let replayed = replay(Trace { steps, loop_start: None, ..Trace::default() });
        assert!(matches!(replayed, Err(InternalError::Overflow { engine: "a", .. })), "{replayed:?}");
    }
}
