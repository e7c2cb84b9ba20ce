//! The engine `pushdown`: what it supports, and which semantics is asked.

use ir::Program;
use machine::{Code, choices_depend_on_numbering};
use verdict::{Answer, Engine, Limits, Progress, Property, Stats, StopReason, Unsupported, Verdict};

use crate::answer::Found;
use crate::canonical::Canonical;
use crate::errors::{check_errors, count_heaps};
use crate::paper::{Literal, Paper, has_other_objects};
use crate::semantics::{HeapSemantics, Settings};
use crate::words::check_words;

/// Objects that only cut points reach are hidden beyond this number; if that turns out to matter, the bound is raised and all is done again.
const FIRST_HIDDEN_BOUND: u64 = 256;

/// Heaps with the paper's numbers are only counted for comparison. They are written for reading, so large ones are slow: this much takes about a second.
const ROOM_FOR_COUNTING: u64 = 64 << 20;

/// How visible heaps are told apart.
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
    /// What holds comes with a proof that can be checked again; without, with counts only.
    pub proof: bool,
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

    fn supports(&self, program: &Program, _: &Property) -> Result<(), Unsupported> {
        let unsupported = |message: &str| Err(Unsupported { message: message.into(), span: None });
        if !program.is_sequential() {
            return unsupported("Pushdown systems have one stack, and the program has more than one thread.");
        }
        if choices_depend_on_numbering(program) {
            return unsupported(
                "A choice among the elements of a set of references has no order that a trace could name.",
            );
        }
        if self.options.semantics == Semantics::Paper && has_other_objects(program) {
            return unsupported(
                "The paper's semantics knows records only, and the program has other objects.",
            );
        }
        Ok(())
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
            return Answer { verdict, stats: Stats::default() };
        }
        let code = code_for(program, property);
        let question = Question { options: &self.options, code: &code, property, limits, progress };
        match self.options.semantics {
            Semantics::Canonical => question.ask_canonical(),
            Semantics::Paper => question.ask_paper(Literal::default()),
        }
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
    pub(crate) limits: &'a Limits,
    pub(crate) progress: &'a dyn Progress,
}

impl<'p> Question<'_, 'p> {
    /// Decides up to the names of objects. Hides more and more objects less and less, as long as that is what keeps from an answer.
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
        Settings { keeps_last_step, bound: self.options.heap_bound, hidden_bound: None }
    }

    /// Counts heaps with the paper's numbers, if that is wanted.
    fn count_paper_heaps(self, stats: &mut Stats) {
        let Some(pushdown) = &mut stats.pushdown else { return };
        if !self.options.count_paper_heaps || has_other_objects(self.code.program) {
            return;
        }
        let room = self.limits.max_bytes.unwrap_or(u64::MAX).min(ROOM_FOR_COUNTING);
        let limits = Limits { max_bytes: Some(room), ..self.limits.clone() };
        let paper = Paper::new(self.code, self.settings(), Literal::default());
        pushdown.paper_heaps = Some(count_heaps(paper, Question { limits: &limits, ..self }));
    }
}
