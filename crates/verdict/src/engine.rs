//! What engines can be asked: each capability is a trait of its own.
//!
//! | trait | question | answer |
//! | --- | --- | --- |
//! | [`Check`] | does a property hold of every execution? | [`Answer`] |
//! | [`CheckCall`] | does no call of an open procedure fail? | [`Answer`] |
//! | [`Summarize`] | what does each procedure read and do? | [`Summarized`] |
//! | [`Explore`](crate::Explore) | which paths does an open procedure have? | [`Exploration`](crate::Exploration) |
//!
//! Options belong to the engine that reads them. [`Engine::settings`] lists those that a kind of question depends on,
//! with their values in this run, so that neither the command nor a report has to know which engine reads what.

use std::sync::Arc;

use ir::Program;
use temporal::Temporal;

use crate::answer::{Answer, Unsupported};
use crate::formulas::BooleanSummary;
use crate::meter::Meter;
use crate::open_call::OpenCall;
use crate::summary::SummarySet;

/// What is asked of a program.
#[derive(Clone, Debug)]
pub enum Property {
    /// No assertion fails, no fault happens, no deadlock and no acceptance cycle is reachable.
    NoErrors,
    /// The word of every execution satisfies a formula.
    Temporal(Arc<Temporal>),
}

/// The kinds of question that engines are registered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestionKind {
    /// [`Check`] of [`Property::NoErrors`].
    Errors,
    /// [`CheckCall`].
    OpenErrors,
    /// [`Check`] of [`Property::Temporal`].
    Formula,
    /// [`Summarize`].
    Summaries,
    /// [`Explore`](crate::Explore).
    Explore,
}

impl Property {
    pub fn kind(&self) -> QuestionKind {
        match self {
            Property::NoErrors => QuestionKind::Errors,
            Property::Temporal(_) => QuestionKind::Formula,
        }
    }
}

/// An option that an engine reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name in reports.
    pub name: &'static str,
    /// The options of the command line that set it, without their dashes.
    pub flags: &'static [&'static str],
    /// Its value in this run; `None` if it is not worth a word in a report.
    pub value: Option<String>,
}

impl Setting {
    pub fn new(name: &'static str, flags: &'static [&'static str], value: impl Into<Option<String>>) -> Self {
        Self { name, flags, value: value.into() }
    }
}

/// What all engines have, whatever they can be asked.
pub trait Engine {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The options that it reads for questions of this kind; `None` if it cannot be asked such questions at all.
    fn settings(&self, kind: QuestionKind) -> Option<Vec<Setting>>;
}

/// A verified program, what is asked of it, and whether a verdict that it holds is to come with its proof.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    pub program: &'a Program,
    pub property: &'a Property,
    /// A proof is searched for and kept only where it is wanted: it can take longer and more memory than the verdict.
    pub wants_proof: bool,
}

/// Decides whether a property holds of every execution.
pub trait Check: Engine {
    /// Whether [`check`](Self::check) can decide this at all.
    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported>;

    /// Decides within the limits of the meter. Never panics on a verified program, and never answers
    /// [`Verdict::Holds`](crate::Verdict::Holds) for what it has not covered.
    fn check(&self, query: &Query<'_>, meter: &Meter<'_>) -> Answer;
}

/// Decides whether every call of an open procedure ends without a failed assertion and without a fault.
pub trait CheckCall: Engine {
    /// Whether [`check_call`](Self::check_call) can decide this at all.
    fn can_check_call(&self, program: &Program, call: &OpenCall) -> Result<(), Unsupported>;

    /// Decides within the limits of the meter. A violation begins with the call, in a state that satisfies the
    /// precondition.
    fn check_call(&self, program: &Program, call: &OpenCall, meter: &Meter<'_>) -> Answer;
}

/// Finds out what each procedure reads and does.
pub trait Summarize: Engine {
    /// What its summaries look like.
    fn form(&self) -> SummaryForm;

    /// Whether procedures of this program can be summarised.
    fn can_summarize(&self, program: &Program) -> Result<(), Unsupported>;

    /// Summarises the procedures of a program that can be summarised, within the limits of the meter.
    fn summarize(&self, program: &Program, meter: &Meter<'_>) -> Summarized;
}

/// The forms of summaries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SummaryForm {
    Patterns,
    Formulas,
}

/// Summaries, and what they say of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Summarized {
    pub answer: Answer,
    pub summaries: ProcSummaries,
}

/// Summaries, in the form that fits the program.
#[derive(Clone, PartialEq, Debug)]
pub enum ProcSummaries {
    /// What procedures read and what they do, pattern by pattern. Closed if the property holds; otherwise what was
    /// known when the run ended.
    Patterns(Arc<SummarySet>),
    /// Formulas over the values of a Boolean program, in its order; none if a limit ended the run before.
    Formulas(Vec<BooleanSummary>),
}
