//! Procedure summaries for sequential programs: a procedure is analysed once for each pattern of what it reads, and
//! its effects are used at every call that matches.
//!
//! Source: the paper on summaries for programs with references, sections 5 (visible states) and 6 (patterns). Its
//! termination theorem holds here: if numbers and the paths through the heap are bounded, so are the patterns,
//! whatever the depth of the stack and the number of objects. Where it is wrong or silent, `instance` says what is
//! done instead.
//!
//! Reading order: [`sequential`]: which programs; [`view`]: what a procedure sees, and names of objects;
//! [`footprint`]: what it reads and writes; [`pattern`]: finding what matches; [`node`], [`exit`]: what is known;
//! [`body`]: executing; [`message`]: what is sent; [`instance`]: one procedure from one entry; [`worker`], [`account`]:
//! what it is lent; [`scheduler`]: all instances; [`trace`], [`lockstep`]: counterexamples; [`collect`]: summaries for
//! others; [`growth`]: why it did not end.

mod account;
mod body;
mod collect;
mod exit;
mod footprint;
mod growth;
mod instance;
mod lockstep;
mod message;
mod node;
mod pattern;
mod scheduler;
mod sequential;
mod trace;
mod view;
mod worker;

use std::sync::Arc;

use ir::Program;
use machine::Code;
use verdict::{Answer, Meter, ProcSummaries, Proof, StopReason, Summarized, SummarySet, Verdict, Violation};

use self::scheduler::Scheduler;
use crate::growth::remedy;
pub(crate) use sequential::refusal;

/// A sequential program to be checked by summaries.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) program: &'a Program,
    pub(crate) uses_patterns: bool,
    pub(crate) all_errors: bool,
    pub(crate) coverage: bool,
    pub(crate) meter: &'a Meter<'a>,
}

impl Task<'_> {
    /// Whether the program has errors. The summaries are listed only if a proof is wanted.
    pub(crate) fn answer(self, wants_proof: bool) -> Answer {
        self.run(wants_proof).0
    }

    /// The same, with all summaries. Where they cannot be listed within the limits, the answer is unknown.
    pub(crate) fn collected(self) -> Summarized {
        let (mut answer, listed) = self.run(true);
        let set = match listed {
            Listed::Set(set) => set,
            Listed::Nothing => Arc::default(),
            Listed::Stopped(reason) => {
                answer = Answer::new(Verdict::Unknown { reason }, answer.stats);
                Arc::default()
            }
        };
        Summarized { answer, summaries: ProcSummaries::Patterns(set) }
    }

    fn run(self, wants_set: bool) -> (Answer, Listed) {
        let (program, outside) = sequential::with_outside(self.program);
        let code = Code::new(&program);
        let mut scheduler = Scheduler::new(&code, self.uses_patterns, self.all_errors, self.meter);
        if self.coverage {
            scheduler.worker.body.keep_marks();
        }
        scheduler.run(outside);
        // Before the summaries are listed, which names objects anew.
        let (violations, stopped) = (violations(&mut scheduler), scheduler.stopped().cloned());
        let covered = scheduler.covered();
        let listed = match wants_set.then(|| scheduler.summaries()) {
            Some(Ok(set)) => Listed::Set(Arc::new(set)),
            Some(Err(reason)) => Listed::Stopped(reason),
            None => Listed::Nothing,
        };
        let verdict = match (violations, stopped) {
            (Err(reason), _) => Verdict::Unknown { reason },
            (Ok(violations), _) if !violations.is_empty() => Verdict::Violated { violations },
            (Ok(_), Some(reason)) => Verdict::Unknown { reason },
            (Ok(_), None) => Verdict::Holds { covered, proof: listed.proof() },
        };
        let mut answer = Answer::new(verdict, scheduler.stats());
        if answer.ended_at_a_limit() {
            answer.note_growth(scheduler.growth(), |growth| remedy(growth, true));
        }
        answer.coverage =
            scheduler.worker.body.marks.as_ref().map(|marks| marks.coverage(&code, self.program));
        answer.has_asserted = Some(scheduler.worker.body.machine.has_asserted);
        (answer, listed)
    }
}

/// Summaries as a list, where they were asked for.
enum Listed {
    Set(Arc<SummarySet>),
    Nothing,
    /// There was no room for them.
    Stopped(StopReason),
}

impl Listed {
    fn proof(&self) -> Option<Proof> {
        match self {
            Listed::Set(set) => Some(Proof::Summaries(set.clone())),
            Listed::Nothing | Listed::Stopped(_) => None,
        }
    }
}

/// All errors that were met, the first one first.
fn violations(scheduler: &mut Scheduler<'_>) -> Result<Vec<Violation>, StopReason> {
    let Some(first) = scheduler.first_failure.clone() else { return Ok(Vec::new()) };
    let failures = std::mem::take(&mut scheduler.failures);
    let others = failures.keys().filter(|&failure| *failure != first);
    std::iter::once(&first)
        .chain(others)
        .map(|failure| scheduler.violation(failure, &failures[failure]))
        .collect()
}
