//! Explicit-state search: every reachable state is computed, stored in canonical form, and expanded once.
//!
//! From a state, every thread that may move is run to the end of its step, once for each way its choices can fall. States are
//! compared up to renaming of objects, garbage, and dead locals, so that programs that allocate and drop objects for ever
//! still have finitely many. Source: the model checker Zing, without its summaries; where Zing is wrong, the corpus folder `repairs` shows it.
//!
//! Reading order:
//! - the crate `machine`: executing one step; [`schedule`]: who may move;
//! - [`expand`]: all steps from a state; [`remember`]: what is kept of them; [`codec`]: states as bytes; [`store`]: the visited set;
//! - [`frontier`], [`search`]: the search for errors;
//! - [`graph`], [`component`], [`emptiness`], [`lasso`], [`account`]: the search for executions that do something for ever;
//!   [`product`]: where it takes place, for acceptance cycles and temporal properties; [`formula`]: temporal properties;
//! - [`trace`]: from stored states to a trace that `interp` can replay.

mod account;
mod codec;
mod component;
mod emptiness;
mod expand;
mod formula;
mod frontier;
mod graph;
mod lasso;
mod product;
mod remember;
mod schedule;
mod search;
mod store;
mod summaries;
mod trace;

use ir::Program;
use machine::{Code, Unwatched};
use temporal::Temporal;
use verdict::{
    Answer, Certificate, Engine, Limits, Progress, Property, StopReason, SummaryUse, Unsupported, Verdict,
    Violation,
};

pub use crate::frontier::Order;
pub use crate::schedule::Schedule;
pub use crate::summaries::Summarized;

use crate::account::Account;
use crate::product::{Product, Watcher};
use crate::search::{Outcome, Search};
use crate::store::Store;
use crate::trace::TraceBuilder;

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplicitOptions {
    pub order: Order,
    pub schedule: Schedule,
    /// Goes on after an error, and reports each error (kind and place) once.
    pub all_errors: bool,
    /// Keeps 64-bit hashes in place of states: less memory, and a small chance to miss a part of the state space.
    pub hash_compaction: bool,
    /// Threads that search. With more than one, a trace need not be shortest. Temporal properties are searched by one, whatever this says.
    pub workers: usize,
    pub summaries: Summaries,
}

/// Whether calls of a sequential program are answered by procedure summaries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Summaries {
    #[default]
    Off,
    /// For every state that a procedure sees at its entry.
    Visible,
    /// For every pattern: what a procedure reads of that state.
    Patterns,
}

impl Default for ExplicitOptions {
    fn default() -> Self {
        Self {
            order: Order::default(),
            schedule: Schedule::default(),
            all_errors: false,
            hash_compaction: false,
            workers: 1,
            summaries: Summaries::Off,
        }
    }
}

/// The engine `explicit`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExplicitEngine {
    pub options: ExplicitOptions,
}

impl Engine for ExplicitEngine {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported> {
        let ExplicitOptions { schedule, hash_compaction, .. } = self.options;
        let problem = match property {
            Property::NoErrors if hash_compaction && program.has_accept() => {
                "Acceptance cycles cannot be searched with hash compaction, which does not keep states."
            }
            Property::Temporal(_) if hash_compaction => {
                "Temporal properties cannot be checked with hash compaction, which does not keep states."
            }
            Property::Temporal(property) if property.fair && schedule != Schedule::Full => {
                "Fairness speaks of all interleavings, and cannot be asked for when only some are searched."
            }
            Property::NoErrors | Property::Temporal(_) => return Ok(()),
        };
        Err(Unsupported { message: problem.into(), span: None })
    }

    fn check(
        &self,
        program: &Program,
        property: &Property,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Answer {
        if let Err(Unsupported { message, span: _ }) = self.supports(program, property) {
            let verdict = Verdict::Unknown { reason: StopReason::Unsupported(message) };
            return Answer { verdict, stats: verdict::Stats::default() };
        }
        if let Property::Temporal(property) = property {
            return self.check_formula(program, property, limits, progress);
        }
        if self.options.summaries == Summaries::Off {
            return self.search(program, limits, progress);
        }
        match summaries::refusal(program, limits) {
            None => self.check_by_summaries(program, limits, progress).answer,
            Some(refusal) => {
                let mut answer = self.search(program, limits, progress);
                answer.stats.summaries = SummaryUse::Refused(refusal.to_owned());
                answer
            }
        }
    }
}

impl ExplicitEngine {
    /// Summaries of all procedures that a sequential program calls. Visible states if the options say so, otherwise patterns.
    pub fn summarize(
        &self,
        program: &Program,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Summarized, Unsupported> {
        match summaries::refusal(program, limits) {
            Some(why) => {
                let message = format!("Procedures cannot be summarised: {why}.");
                Err(Unsupported { message, span: None })
            }
            None => Ok(self.check_by_summaries(program, limits, progress)),
        }
    }

    fn check_by_summaries(&self, program: &Program, limits: &Limits, progress: &dyn Progress) -> Summarized {
        let uses_patterns = self.options.summaries != Summaries::Visible;
        summaries::check(program, uses_patterns, self.options.all_errors, limits, progress)
    }

    /// Without summaries: patterns are what the command asks for unless it is told otherwise, so only the other kind was wished for.
    fn check_formula(
        &self,
        program: &Program,
        property: &Temporal,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Answer {
        let mut answer = formula::check(program, property, self.options.schedule, limits, progress);
        if self.options.summaries == Summaries::Visible {
            let why = "summaries do not show the states in between, which the formula speaks of";
            answer.stats.summaries = SummaryUse::Refused(why.to_owned());
        }
        answer
    }

    /// Visits every reachable state.
    fn search(&self, program: &Program, limits: &Limits, progress: &dyn Progress) -> Answer {
        let code = Code::new(program);
        let store = Store::new(self.options.workers, !self.options.hash_compaction);
        let outcome = Search::new(&code, &self.options, limits, progress, &store).run();
        self.answer(&code, &store, outcome, limits, progress)
    }

    fn answer(
        &self,
        code: &Code<'_>,
        store: &Store,
        outcome: Outcome,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Answer {
        let Outcome { failures, first, mut stopped, mut stats } = outcome;
        let schedule = self.options.schedule;
        let trace_builder = || TraceBuilder::<Unwatched>::new(code, store, schedule);
        let mut violations: Vec<Violation> = Vec::new();
        if let Some(first) = first {
            let others = failures.keys().filter(|&failure| *failure != first);
            let ordered = std::iter::once(&first).chain(others);
            violations.extend(ordered.map(|failure| trace_builder().failure(failure, failures[failure])));
        }
        if code.has_accept && stopped.is_none() && (violations.is_empty() || self.options.all_errors) {
            // All states are known, and within the depth that was allowed.
            let mut account = Account::new(Limits { max_depth: None, ..limits.clone() }, progress);
            let mut product = Product::<Unwatched>::new(code, schedule, store, Watcher::Accepts);
            match emptiness::find_lasso(&mut product, false, &mut account) {
                Ok(None) => {}
                Ok(Some(lasso)) => violations.push(trace_builder().acceptance_cycle(&lasso)),
                Err(reason) => stopped = Some(reason),
            }
            stats.peak_bytes = stats.peak_bytes.max(account.peak_bytes);
        }
        let verdict = match (violations.is_empty(), stopped.or_else(|| schedule.bound())) {
            (false, _) => Verdict::Violated { violations },
            (true, Some(reason)) => Verdict::Unknown { reason },
            (true, None) => Verdict::Holds {
                certificate: Certificate::Exhaustive {
                    states: stats.states,
                    transitions: stats.transitions,
                    hash_compaction: self.options.hash_compaction,
                },
            },
        };
        Answer { verdict, stats }
    }
}
