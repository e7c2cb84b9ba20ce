//! The engine `explicit`: what it supports, what it is asked, and what it answers.

use ir::Program;
use logic::Fairness;
use machine::{Code, NoListener};
use temporal::Temporal;
use verdict::{
    Answer, Check, Covered, Engine, Meter, OwnStats, Property, Query, QuestionKind, Setting, StopReason,
    Summarize, Summarized, SummaryForm, SummaryUse, Unsupported, Verdict, Violation,
};

use crate::account::Account;
use crate::emptiness::Found;
use crate::options::{ExplicitOptions, Summaries};
use crate::product::{Product, Watcher};
use crate::schedule::Schedule;
use crate::search::{Outcome, Search};
use crate::store::Store;
use crate::trace::TraceBuilder;
use crate::{emptiness, formula, growth, summaries};

/// The engine `explicit`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExplicitEngine {
    pub options: ExplicitOptions,
}

impl Engine for ExplicitEngine {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn settings(&self, kind: QuestionKind) -> Option<Vec<Setting>> {
        self.options.settings(kind)
    }
}

impl Check for ExplicitEngine {
    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported> {
        let ExplicitOptions { schedule, hash_compaction, .. } = self.options;
        let problem = match property {
            Property::NoErrors if hash_compaction && program.has_accept() => {
                "Acceptance cycles cannot be searched with hash compaction, which does not keep states."
            }
            Property::Temporal(_) if hash_compaction => {
                "Temporal properties cannot be checked with hash compaction, which does not keep states."
            }
            Property::Temporal(property) if property.fair.is_asked() && schedule != Schedule::Full => {
                "Fairness speaks of all interleavings, and cannot be asked for when only some are searched."
            }
            Property::NoErrors | Property::Temporal(_) => return Ok(()),
        };
        Err(Unsupported::new(problem))
    }

    fn check(&self, query: &Query<'_>, meter: &Meter<'_>) -> Answer {
        let &Query { program, property, wants_proof } = query;
        if let Err(unsupported) = self.supports(program, property) {
            return Answer::unsupported(unsupported);
        }
        let answer = match property {
            Property::Temporal(property) => self.check_formula(program, property, meter),
            Property::NoErrors => self.check_errors(program, wants_proof, meter),
        };
        self.with_remarks(answer.judged(meter), property.kind())
    }
}

impl Summarize for ExplicitEngine {
    fn form(&self) -> SummaryForm {
        SummaryForm::Patterns
    }

    fn can_summarize(&self, program: &Program) -> Result<(), Unsupported> {
        let Some(why) = summaries::refusal(program, None) else { return Ok(()) };
        let (also, span) = match program.second_thread() {
            Some(second) => (format!(": it also starts `{}`", program.procs[second.proc].name), second.span),
            None => (String::new(), program.first_accept().and_then(|accept| accept.site.span)),
        };
        Err(Unsupported::new(format!("Procedures cannot be summarised: {why}{also}.")).at(span))
    }

    /// Visible states if the options say so, otherwise patterns.
    fn summarize(&self, program: &Program, meter: &Meter<'_>) -> Summarized {
        let Summarized { answer, summaries } = self.summaries(program, meter).collected();
        Summarized { answer: self.with_remarks(answer.judged(meter), QuestionKind::Summaries), summaries }
    }
}

impl ExplicitEngine {
    fn check_errors(&self, program: &Program, wants_proof: bool, meter: &Meter<'_>) -> Answer {
        if self.options.summaries == Summaries::Off {
            return self.search(program, meter);
        }
        match summaries::refusal(program, self.options.max_depth) {
            None => self.summaries(program, meter).answer(wants_proof),
            Some(refusal) => {
                let mut answer = self.search(program, meter);
                answer.stats.own = OwnStats::Search(SummaryUse::Refused(refusal.to_owned()));
                answer
            }
        }
    }

    fn summaries<'a>(&self, program: &'a Program, meter: &'a Meter<'a>) -> summaries::Task<'a> {
        let uses_patterns = self.options.summaries != Summaries::Visible;
        let ExplicitOptions { all_errors, coverage, .. } = self.options;
        summaries::Task { program, uses_patterns, all_errors, coverage, meter }
    }

    /// Without summaries: patterns are the default of the command, so only the other kind was asked for.
    fn check_formula(&self, program: &Program, property: &Temporal, meter: &Meter<'_>) -> Answer {
        let ExplicitOptions { schedule, max_depth, .. } = self.options;
        let mut answer = formula::check(program, property, schedule, max_depth, meter);
        if self.options.summaries == Summaries::Visible {
            let why = "summaries do not show the states in between, which the formula speaks of";
            answer.stats.own = OwnStats::Search(SummaryUse::Refused(why.to_owned()));
        }
        answer
    }

    /// Visits every reachable state.
    fn search(&self, program: &Program, meter: &Meter<'_>) -> Answer {
        let code = Code::new(program);
        let store = Store::new(self.options.workers, !self.options.hash_compaction);
        let outcome = Search::new(&code, &self.options, meter, &store).run();
        self.answer(&code, &store, outcome, meter)
    }

    fn answer(&self, code: &Code<'_>, store: &Store, outcome: Outcome, meter: &Meter<'_>) -> Answer {
        let Outcome { failures, first, mut stopped, mut stats, marks, has_asserted } = outcome;
        let schedule = self.options.schedule;
        let trace_builder = || TraceBuilder::<NoListener>::new(code, store, schedule);
        let mut violations: Vec<Violation> = Vec::new();
        if let Some(first) = first {
            let others = failures.keys().filter(|&failure| *failure != first);
            let ordered = std::iter::once(&first).chain(others);
            violations.extend(ordered.map(|failure| trace_builder().failure(failure, failures[failure])));
        }
        if code.has_accept && stopped.is_none() && (violations.is_empty() || self.options.all_errors) {
            // All states are known, and within the depth that was allowed.
            let mut account = Account::new(None, meter);
            let mut product = Product::<NoListener>::new(code, schedule, store, Watcher::Accepts, meter);
            match emptiness::find(&mut product, Fairness::None, &mut account) {
                Ok(found) => {
                    let lasso = found.and_then(Found::lasso);
                    violations.extend(lasso.map(|lasso| trace_builder().acceptance_cycle(&lasso)));
                }
                Err(reason) => stopped = Some(reason),
            }
            stats.peak_bytes = stats.peak_bytes.max(meter.peak_bytes());
        }
        let verdict = match (violations.is_empty(), stopped.or_else(|| schedule.bound())) {
            (false, _) => Verdict::Violated { violations },
            (true, Some(reason)) => Verdict::Unknown { reason },
            (true, None) => {
                let hash_compaction = self.options.hash_compaction;
                let covered =
                    Covered::States { states: stats.states, transitions: stats.transitions, hash_compaction };
                Verdict::Holds { covered, proof: None }
            }
        };
        let coverage = marks.map(|marks| marks.coverage(code, code.program));
        let mut answer = Answer { coverage, has_asserted: Some(has_asserted), ..Answer::new(verdict, stats) };
        if answer.ended_at_a_limit() {
            let is_sequential = code.program.second_thread().is_none();
            let grown = growth::of_states::<NoListener>(code, store, schedule);
            answer.note_growth(grown, |growth| growth::remedy(growth, is_sequential));
        }
        answer
    }

    /// Adds what the options take for granted, and what helps against limits.
    fn with_remarks(&self, mut answer: Answer, kind: QuestionKind) -> Answer {
        let by_summaries = matches!(answer.stats.summaries(), SummaryUse::Used(_));
        let may_compact = kind == QuestionKind::Errors && !by_summaries && !self.options.hash_compaction;
        if let Some(StopReason::MemoryLimit(_)) = answer.stop_reason()
            && may_compact
            && answer.stats.growth.is_none()
        {
            answer.advice =
                vec!["a larger --memory lets the search go on; --compact makes states smaller".to_owned()];
        }
        let advice = answer.stop_reason().and_then(|reason| self.advice(reason));
        answer.advice.extend(advice.map(str::to_owned));
        answer.assumptions.extend(self.assumptions(&answer.verdict));
        answer
    }

    fn advice(&self, reason: &StopReason) -> Option<&'static str> {
        match reason {
            StopReason::DepthLimit(_) => Some("a larger --max-depth lets the search go on"),
            StopReason::PreemptionBound(_) => Some("without --preemptions the search is complete"),
            StopReason::DelayBound(_) => Some("without --delays the search is complete"),
            StopReason::TraceTooLong(_) => Some("--summaries off finds shortest traces, where it ends"),
            StopReason::StepTooWide(_) => Some(
                "--engine bdd looks for errors of programs with Boolean variables only, all values at once",
            ),
            StopReason::StateLimit(_)
            | StopReason::MemoryLimit(_)
            | StopReason::TimeLimit(_)
            | StopReason::WorkLimit(_)
            | StopReason::Superseded
            | StopReason::Interrupted
            | StopReason::StepTooLong(_)
            | StopReason::ObjectTooLarge(_)
            | StopReason::HeapBound { .. }
            | StopReason::PathBound(_)
            | StopReason::Unsupported(_) => None,
        }
    }

    fn assumptions(&self, verdict: &Verdict) -> Vec<String> {
        let mut assumptions = Vec::new();
        if let Verdict::Holds { covered: Covered::States { hash_compaction: true, .. }, .. } = verdict {
            assumptions.push(
                "states were compared by 64-bit hashes only (--compact): \
                 with a very small probability an error was missed"
                    .to_owned(),
            );
        }
        match self.options.schedule {
            Schedule::Cooperative => assumptions.push(
                "threads are taken to switch only where one yields, waits or ends (--cooperative)".to_owned(),
            ),
            // The verdict itself says what bounded schedules leave out.
            Schedule::Full | Schedule::PreemptionBound(_) | Schedule::DelayBound(_) => {}
        }
        assumptions
    }
}
