//! Asking engines, replaying what they found, comparing what they said.

use std::time::Duration;

use interp::Detail;
use ir::Program;
use verdict::{
    Answer, Certificate, Engine, Execution, Progress, Property, Retold, Stats, StopReason, Tick, Unsupported,
    Verdict, Violation, ViolationKind,
};

use crate::engines::{ENGINES, EngineEntry, by_preference};
use crate::error::InternalError;
use crate::request::{CheckRequest, EngineChoice};

/// Watches a check. It is the clock too, since nothing below the command may read one.
pub trait Watch: Progress {
    /// An engine begins to work.
    fn begins(&self, engine: &'static str);
    /// Time since some fixed moment before the check.
    fn elapsed(&self) -> Duration;
}

/// Watches nothing; time stands still.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn tick(&self, _: Tick) -> bool {
        true
    }
}

impl Watch for Unwatched {
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

/// An engine's answer and the replayed traces of its violations, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineAnswer {
    pub engine: &'static str,
    pub answer: Answer,
    pub executions: Vec<Retold>,
    /// The replayed trace of [`StopReason::HeapBound`].
    pub overflow: Option<Execution>,
}

/// Decides a property of a verified program.
pub fn check(program: &Program, request: &CheckRequest, watch: &dyn Watch) -> Result<Checked, InternalError> {
    let mut answers = Vec::new();
    for entry in chosen(program, request) {
        let engine = (entry.build)(request);
        answers.push(ask(engine.as_ref(), program, request, watch)?);
    }
    compare(&answers)?;
    // A stable sort: among engines that decide, the order of the registry stays.
    answers.sort_by_key(|answer| matches!(answer.answer.verdict, Verdict::Unknown { .. }));
    Ok(Checked { answers })
}

fn chosen(program: &Program, request: &CheckRequest) -> Vec<&'static EngineEntry> {
    match request.engines {
        EngineChoice::One(entry) => vec![entry],
        EngineChoice::All => by_preference(program, &request.property).collect(),
        EngineChoice::Automatic => {
            let is_able =
                |entry: &&EngineEntry| (entry.build)(request).supports(program, &request.property).is_ok();
            let able = by_preference(program, &request.property).find(is_able);
            vec![able.unwrap_or(&ENGINES[0])]
        }
    }
}

fn ask(
    engine: &dyn Engine,
    program: &Program,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Result<EngineAnswer, InternalError> {
    let name = engine.name();
    watch.begins(name);
    if let Err(Unsupported { message, span: _ }) = engine.supports(program, &request.property) {
        let verdict = Verdict::Unknown { reason: StopReason::Unsupported(message) };
        let answer = Answer { verdict, stats: Stats::default() };
        return Ok(EngineAnswer { engine: name, answer, executions: Vec::new(), overflow: None });
    }
    let begin = watch.elapsed();
    let mut answer = engine.check(program, &request.property, &request.limits, watch);
    answer.stats.time = watch.elapsed().saturating_sub(begin);
    let executions = replay_all(name, program, &request.property, &answer.verdict, request.detail)?;
    let overflow = replay_overflow(name, program, &answer.verdict, request.detail)?;
    Ok(EngineAnswer { engine: name, answer, executions, overflow })
}

/// Replays every trace of a verdict.
pub(crate) fn replay_all(
    engine: &'static str,
    program: &Program,
    property: &Property,
    verdict: &Verdict,
    detail: Detail,
) -> Result<Vec<Retold>, InternalError> {
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

/// A property cannot both hold and be violated. An answer that names its own doubt contradicts nobody.
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
        Verdict::Holds { certificate: Certificate::Exhaustive { hash_compaction, .. } } => !hash_compaction,
        Verdict::Holds {
            certificate: Certificate::Edges { .. } | Certificate::Summaries(_) | Certificate::Pushdown(_),
        } => true,
        Verdict::Violated { .. } | Verdict::Unknown { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{Trace, TraceStep};

    fn answer(engine: &'static str, verdict: Verdict) -> EngineAnswer {
        EngineAnswer {
            engine,
            answer: Answer { verdict, stats: Stats::default() },
            executions: Vec::new(),
            overflow: None,
        }
    }

    fn holds(hash_compaction: bool) -> Verdict {
        Verdict::Holds { certificate: Certificate::Exhaustive { states: 1, transitions: 0, hash_compaction } }
    }

    fn violated() -> Verdict {
        let violation =
            Violation { kind: ViolationKind::Deadlock, span: None, witness: Trace::default().into() };
        Verdict::Violated { violations: vec![violation] }
    }

    #[test]
    fn engines_may_not_contradict_each_other() {
        let unknown = Verdict::Unknown { reason: StopReason::TimeLimit };
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
        let replayed = replay(Trace { steps, loop_start: None });
        assert!(matches!(replayed, Err(InternalError::Overflow { engine: "a", .. })), "{replayed:?}");
    }
}
