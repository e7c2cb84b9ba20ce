//! The engine `pushdown`: what it supports, and which semantics is asked.

use ir::Program;
use machine::{Code, choice_by_numbering};
use verdict::{
    Answer, Check, Engine, Limits, Meter, OwnStats, Property, Query, QuestionKind, Setting, Stats,
    StopReason, Unsupported, Verdict,
};

use crate::answer::Found;
use crate::canonical::Canonical;
use crate::errors::{check_errors, count_heaps};
use crate::paper::{Literal, Paper, has_other_objects, other_objects};
use crate::semantics::{HeapSemantics, Settings};
use crate::words::check_words;

/// Objects that only cut points reach are hidden beyond this number; if that turns out to matter, the bound is raised
/// and all is done again.
const FIRST_HIDDEN_BOUND: u64 = 256;

/// Heaps with the paper's numbers are only counted for comparison. They are written for reading, so large ones are
/// slow: this much takes about a second.
const ROOM_FOR_COUNTING: u64 = 64 << 20;

/// How visible heaps are distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Semantics {
    /// Up to the names of objects.
    #[default]
    Canonical,
    /// With the numbers that the rules of the paper give to objects.
    Paper,
}

/// How to decide.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PushdownOptions {
    pub semantics: Semantics,
    /// The most objects that a procedure may see at once; the answer is unknown if one sees more.
    pub heap_bound: Option<u64>,
    /// Counts visible heaps as the paper numbers their objects, too.
    pub count_paper_heaps: bool,
    /// Goes on after an error, and reports each error (kind and place) once.
    pub all_errors: bool,
    /// Keeps account of what executions go through, when errors are looked for.
    pub coverage: bool,
}

/// The engine `pushdown`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PushdownEngine {
    pub options: PushdownOptions,
}

impl Engine for PushdownEngine {
    fn name(&self) -> &'static str {
        "pushdown"
    }

    fn settings(&self, kind: QuestionKind) -> Option<Vec<Setting>> {
        let PushdownOptions { semantics, heap_bound, count_paper_heaps: _, all_errors, coverage } =
            &self.options;
        // What is counted beside the answer shows in the statistics.
        let count = Setting::new("count-paper-heaps", &["count-paper-heaps"], None);
        let semantics = match semantics {
            Semantics::Canonical => None,
            Semantics::Paper => Some("paper".to_owned()),
        };
        let semantics = Setting::new("semantics", &["semantics"], semantics);
        let bound = Setting::new("heap-bound", &["heap-bound"], heap_bound.map(|bound| bound.to_string()));
        match kind {
            QuestionKind::Errors => {
                let all_errors = Setting::new("all-errors", &["all-errors"], all_errors.to_string());
                let coverage = coverage.then(|| "true".to_owned());
                let coverage = Setting::new("coverage", &["coverage"], coverage);
                Some(vec![semantics, bound, all_errors, coverage, count])
            }
            QuestionKind::Formula => Some(vec![semantics, bound, count]),
            QuestionKind::OpenErrors | QuestionKind::Summaries | QuestionKind::Explore => None,
        }
    }
}

impl Check for PushdownEngine {
    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported> {
        if let Some(second) = program.second_thread() {
            let message = format!(
                "Pushdown systems have one stack, and the program has more than one thread: it also starts `{}`.",
                program.procs[second.proc].name
            );
            return Err(Unsupported::new(message).at(second.span));
        }
        if let Some(choice) = choice_by_numbering(program) {
            let message =
                "A choice among the elements of a set of references has no order that a trace could name.";
            return Err(Unsupported::new(message).at(choice.site.span));
        }
        if let (Property::Temporal(_), Some((proc, site))) = (property, program.thread_inside_a_step()) {
            let message = format!(
                "The thread `{}` does not begin with a step, so its first state cannot be distinguished from the middle of one.",
                program.procs[proc].name
            );
            return Err(Unsupported::new(message).at(site.span));
        }
        match other_objects(program).filter(|_| self.options.semantics == Semantics::Paper) {
            None => Ok(()),
            Some(class) => {
                let message = format!(
                    "The paper's semantics knows records only, and objects of `{}` are none.",
                    class.name
                );
                Err(Unsupported::new(message).at(class.span))
            }
        }
    }

    fn check(&self, query: &Query<'_>, meter: &Meter<'_>) -> Answer {
        let &Query { program, property, wants_proof } = query;
        if let Err(unsupported) = self.supports(program, property) {
            return Answer::unsupported(unsupported);
        }
        let code = code_for(program, property);
        let question = Question { options: &self.options, code: &code, property, wants_proof, meter };
        let mut answer = match self.options.semantics {
            Semantics::Canonical => question.ask_canonical(),
            Semantics::Paper => question.ask_paper(Literal::default()),
        };
        let advice = answer.stop_reason().and_then(advice);
        answer.advice.extend(advice.map(str::to_owned));
        answer
    }
}

/// What helps where this engine gives up.
fn advice(reason: &StopReason) -> Option<&'static str> {
    match reason {
        StopReason::HeapBound { .. } => Some("a larger --heap-bound lets the search go on"),
        StopReason::TraceTooLong(_) => {
            Some("--engine explicit --summaries off finds shortest traces, where it ends")
        }
        StopReason::StepTooWide(_) => {
            Some("--engine bdd looks for errors of programs with Boolean variables only, all values at once")
        }
        StopReason::StateLimit(_)
        | StopReason::DepthLimit(_)
        | StopReason::MemoryLimit(_)
        | StopReason::TimeLimit(_)
        | StopReason::WorkLimit(_)
        | StopReason::Superseded
        | StopReason::Interrupted
        | StopReason::PreemptionBound(_)
        | StopReason::DelayBound(_)
        | StopReason::StepTooLong(_)
        | StopReason::ObjectTooLarge(_)
        | StopReason::PathBound(_)
        | StopReason::Unsupported(_) => None,
    }
}

/// A program with the locals that the property can see.
pub(crate) fn code_for<'p>(program: &'p Program, property: &Property) -> Code<'p> {
    match property {
        Property::Temporal(temporal) if temporal.observes_locals() => Code::with_user_locals(program),
        Property::Temporal(_) | Property::NoErrors => Code::new(program),
    }
}

/// What is asked, of whichever semantics.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a, 'p> {
    pub(crate) options: &'a PushdownOptions,
    pub(crate) code: &'p Code<'p>,
    pub(crate) property: &'a Property,
    pub(crate) wants_proof: bool,
    pub(crate) meter: &'a Meter<'a>,
}

impl<'p> Question<'_, 'p> {
    /// Decides up to the names of objects. Hides more and more objects less and less, as long as that is what keeps
    /// from an answer.
    pub(crate) fn ask_canonical(self) -> Answer {
        let mut hidden_bound = self.options.heap_bound.unwrap_or(FIRST_HIDDEN_BOUND);
        loop {
            let Found { mut answer, overflows_by_hiding } = self.ask_hiding_beyond(Some(hidden_bound));
            let may_help = overflows_by_hiding && self.options.heap_bound.is_none();
            match answer.verdict {
                Verdict::Unknown { reason: StopReason::HeapBound { .. } } if may_help => hidden_bound *= 16,
                Verdict::Unknown { .. } | Verdict::Holds { .. } | Verdict::Violated { .. } => {
                    self.count_paper_heaps(&mut answer.stats);
                    return answer;
                }
            }
        }
    }

    /// The same, where more than so many objects that only cut points reach are hidden, or none ever.
    pub(crate) fn ask_hiding_beyond(self, hidden_bound: Option<u64>) -> Found {
        self.ask(Canonical::new(self.code, Settings { hidden_bound, ..self.settings() }))
    }

    /// Decides with the paper's numbers.
    pub(crate) fn ask_paper(self, literal: Literal) -> Answer {
        self.ask(Paper::new(self.code, self.settings(), literal)).answer
    }

    fn ask(self, semantics: impl HeapSemantics<'p>) -> Found {
        match self.property {
            Property::NoErrors => check_errors(semantics, self),
            Property::Temporal(temporal) => check_words(semantics, temporal, self),
        }
    }

    fn settings(self) -> Settings {
        let keeps_last_step = match self.property {
            Property::Temporal(temporal) => temporal.uses_last_step(),
            Property::NoErrors => false,
        };
        let covers = match self.property {
            Property::NoErrors => self.options.coverage,
            Property::Temporal(_) => false,
        };
        Settings { keeps_last_step, bound: self.options.heap_bound, hidden_bound: None, covers }
    }

    /// Counts heaps with the paper's numbers, if that is wanted.
    fn count_paper_heaps(self, stats: &mut Stats) {
        let OwnStats::Pushdown(pushdown) = &mut stats.own else { return };
        if !self.options.count_paper_heaps || has_other_objects(self.code.program) {
            return;
        }
        let meter = self.meter.within(Limits { max_bytes: Some(ROOM_FOR_COUNTING), max_states: None });
        let settings = Settings { covers: false, ..self.settings() };
        let paper = Paper::new(self.code, settings, Literal::default());
        pushdown.paper_heaps = Some(count_heaps(paper, Question { meter: &meter, ..self }));
    }
}
