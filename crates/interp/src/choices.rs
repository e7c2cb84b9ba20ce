//! Nondeterministic choices: what is asked, and who answers.

use ir::{BlockId, EnumId, FaultKind, Join, Program, Value};
use verdict::{StopReason, Unsupported};

use crate::effect::Stop;

/// What a choice is made among, in the order in which alternatives are counted.
#[derive(Clone, Copy, Debug)]
pub enum Alternatives<'a> {
    /// Targets of a goto.
    Targets(&'a [BlockId]),
    /// The open joins of a select: their positions among all its joins.
    Joins { all: &'a [Join], open: &'a [usize] },
    /// False, then true.
    Bool,
    /// Both ends belong to it.
    Range { lo: i64, hi: i64 },
    /// The constants of an enum of so many.
    Enum { of: EnumId, count: usize },
    /// Elements of an array or a set.
    Elements(&'a [Value]),
}

impl Alternatives<'_> {
    pub fn count(&self) -> u64 {
        match *self {
            Alternatives::Targets(targets) => targets.len() as u64,
            Alternatives::Joins { open, .. } => open.len() as u64,
            Alternatives::Bool => 2,
            Alternatives::Range { lo, hi } if lo > hi => 0,
            Alternatives::Range { lo, hi } => hi.abs_diff(lo).saturating_add(1),
            Alternatives::Enum { count, .. } => count as u64,
            Alternatives::Elements(elements) => elements.len() as u64,
        }
    }

    /// The value that this alternative stands for, where it is a value that is chosen.
    pub fn value(&self, alternative: u32) -> Option<Value> {
        match *self {
            Alternatives::Targets(_) | Alternatives::Joins { .. } => None,
            Alternatives::Bool => Some(Value::Bool(alternative == 1)),
            Alternatives::Range { lo, .. } => Some(Value::Int(lo + i64::from(alternative))),
            Alternatives::Enum { .. } => Some(Value::Int(alternative.into())),
            Alternatives::Elements(elements) => elements.get(alternative as usize).copied(),
        }
    }

    /// Alternatives for a choice from an enum of the program.
    pub(crate) fn of_enum(program: &Program, of: EnumId) -> Self {
        Alternatives::Enum { of, count: program.enums[of].constants.len() }
    }
}

/// Decides choices. Asked only where there are two alternatives or more.
pub trait Choices {
    /// The number of the alternative to take, or `None` if this source has no answer.
    fn choose(&mut self, alternatives: &Alternatives<'_>) -> Option<u32>;
}

/// Asks for a choice, unless it is none.
pub(crate) fn decide(choices: &mut dyn Choices, alternatives: &Alternatives<'_>) -> Result<u32, Stop> {
    let count = alternatives.count();
    match count {
        0 => return Err(FaultKind::EmptyChoice.into()),
        1 => return Ok(0),
        _ => {}
    }
    if count > u64::from(u32::MAX) {
        let what = format!("a choice among {count} values is more than a trace can hold");
        return Err(Stop::GaveUp(StopReason::Unsupported(Unsupported::new(what))));
    }
    match choices.choose(alternatives) {
        Some(chosen) if u64::from(chosen) < count => Ok(chosen),
        answer => Err(Stop::Undecided { answer, alternatives: count }),
    }
}

/// Has no answer to anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChoices;

impl Choices for NoChoices {
    fn choose(&mut self, _: &Alternatives<'_>) -> Option<u32> {
        None
    }
}

/// Answers from a list, one after the other.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    answers: &'a [u32],
    used: usize,
}

impl<'a> Script<'a> {
    pub fn new(answers: &'a [u32]) -> Self {
        Self { answers, used: 0 }
    }

    /// How many answers were given.
    pub fn used(&self) -> usize {
        self.used
    }
}

impl Choices for Script<'_> {
    fn choose(&mut self, _: &Alternatives<'_>) -> Option<u32> {
        let answer = self.answers.get(self.used).copied();
        self.used += usize::from(answer.is_some());
        answer
    }
}
