//! From what a saturation has found to an answer.

use pushdown::{Application, Ending, Head, HeadId, Saturation};
use verdict::{
    Answer, Covered, OwnStats, Proof, PushdownStats, Stats, StopReason, Trace, Unsupported, Verdict,
    Violation,
};

use crate::engine::Question;
use crate::proof::prove;
use crate::semantics::{HeapSemantics, MoveEnd};
use crate::system::{ProgramSystem, Stop};
use crate::trace::Walker;

/// Longer runs get no trace.
pub(crate) const LONGEST_TRACE: usize = 2_000_000;

/// An answer, and whether hiding fewer objects might lead to another.
pub(crate) struct Found {
    pub(crate) answer: Answer,
    pub(crate) overflows_by_hiding: bool,
}

/// What is known at the end of a search. `overflow` is a run to the first head that is too large, if there is one that
/// is not too long.
pub(crate) fn conclude<'p, S: HeapSemantics<'p>>(
    violations: Vec<Violation>,
    stopped: Option<StopReason>,
    system: &mut ProgramSystem<'_, S>,
    overflow: Option<Vec<Application>>,
    stats: Stats,
) -> Found {
    let verdict = verdict(violations, stopped, system, overflow, &stats);
    let overflows_by_hiding = system.semantics.figures().overflows_by_hiding;
    let semantics = &system.semantics;
    let code = semantics.code();
    let coverage = semantics.marks().map(|marks| marks.coverage(code, code.program));
    let has_asserted = Some(semantics.has_asserted());
    let answer = Answer { coverage, has_asserted, ..Answer::new(verdict, stats) };
    Found { answer, overflows_by_hiding }
}

fn verdict<'p, S: HeapSemantics<'p>>(
    violations: Vec<Violation>,
    stopped: Option<StopReason>,
    system: &mut ProgramSystem<'_, S>,
    overflow: Option<Vec<Application>>,
    stats: &Stats,
) -> Verdict {
    if !violations.is_empty() {
        return Verdict::Violated { violations };
    }
    if let Some(head) = system.overflow {
        let bound = stats.pushdown().map_or(0, |stats| stats.bound_seen);
        let walk =
            |run: Vec<Application>| Walker::new(system).failing(&run, head, |end| *end == MoveEnd::Overflows);
        let overflow = overflow.map_or_else(Trace::default, walk);
        return Verdict::Unknown { reason: StopReason::HeapBound { bound, overflow } };
    }
    match stopped {
        Some(reason) => Verdict::Unknown { reason },
        None => {
            let Stats { states, transitions, .. } = *stats;
            let covered = Covered::States { states, transitions, hash_compaction: false };
            system.meter.judged(Verdict::Holds { covered, proof: None })
        }
    }
}

/// Adds the proof that was asked for, unless there is no room for it. `split` gives the head of the program and the
/// state of the automaton.
pub(crate) fn add_proof<'p, S: HeapSemantics<'p>>(
    answer: &mut Answer,
    found: &Saturation,
    semantics: &mut S,
    split: impl Fn(HeadId) -> (Head, u32),
    question: Question<'_, 'p>,
) {
    if let Verdict::Holds { proof, .. } = &mut answer.verdict
        && question.wants_proof
    {
        let room = question.meter.room_beside(answer.stats.peak_bytes).unwrap_or(u64::MAX);
        *proof = prove(found, semantics, split, room).map(|proof| Proof::Pushdown(proof.into()));
    }
}

/// What a search has cost. `heads`: without the states of the automaton.
pub(crate) fn stats<'p, S: HeapSemantics<'p>>(
    semantics: &S,
    found: &Saturation,
    heads: usize,
    automaton_states: usize,
) -> Stats {
    let (figures, counts) = (semantics.figures(), found.counts());
    Stats {
        states: counts.heads as u64,
        transitions: counts.rules as u64,
        peak_bytes: counts.bytes as u64 + figures.bytes,
        encoding_bytes: figures.bytes,
        workers: 1,
        own: OwnStats::Pushdown(PushdownStats {
            heaps: figures.heaps,
            heads: heads as u64,
            frames: figures.frames,
            rules: counts.rules as u64,
            facts: counts.facts as u64,
            bound_seen: figures.bound_seen,
            automaton_states: automaton_states as u64,
            paper_heaps: None,
        }),
        ..Stats::default()
    }
}

/// Why a search for errors has ended too early, if it has.
pub(crate) fn stop_reason(ending: Ending<Stop>) -> Option<StopReason> {
    match ending {
        Ending::Complete | Ending::Stopped(Stop::Found) => None,
        Ending::Stopped(Stop::Limit(reason)) => Some(reason),
        Ending::TooLarge => Some(too_large()),
    }
}

pub(crate) fn too_large() -> StopReason {
    StopReason::Unsupported(Unsupported::new(
        "The pushdown system has more heads than there are numbers for them.",
    ))
}

pub(crate) fn trace_too_long() -> StopReason {
    StopReason::TraceTooLong(LONGEST_TRACE as u64)
}

pub(crate) fn no_trace() -> StopReason {
    StopReason::Unsupported(Unsupported::new(
        "A violation was found that no step begins in; it has no trace.",
    ))
}

/// A run to a head, if there is one that is not too long.
pub(crate) fn run_to(found: &Saturation, is_wanted: impl Fn(Head) -> bool) -> Option<Vec<Application>> {
    let fact = found.facts().find(|&fact| is_wanted(found.head(found.fact(fact).head)))?;
    found.path_to(fact, LONGEST_TRACE).ok()
}
