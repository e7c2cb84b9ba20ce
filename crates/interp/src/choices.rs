//! Nondeterministic choices: what is asked, and who answers.

use ir::{BlockId, ClassId, EnumId, FaultKind, Join, ObjectId, Program, Type, Value};

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
    /// The values of a type, which are numbered, in their order.
    Any { program: &'a Program, ty: Type },
    /// What a havoc may write to a reference.
    References(&'a [Target]),
}

/// What a reference may lead to after a havoc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Null,
    Known(ObjectId),
    /// A new object of this class.
    New(ClassId),
}

impl Alternatives<'_> {
    /// How many there are: at most 2^64.
    pub fn count(&self) -> u128 {
        match *self {
            Alternatives::Targets(targets) => targets.len() as u128,
            Alternatives::Joins { open, .. } => open.len() as u128,
            Alternatives::Bool => 2,
            Alternatives::Range { lo, hi } if lo > hi => 0,
            Alternatives::Range { lo, hi } => u128::from(hi.abs_diff(lo)) + 1,
            Alternatives::Enum { count, .. } => count as u128,
            Alternatives::Elements(elements) => elements.len() as u128,
            Alternatives::Any { program, ty } => program.n_values(ty).unwrap_or(0),
            Alternatives::References(targets) => targets.len() as u128,
        }
    }

    /// The value that this alternative stands for, where it is a value that is chosen.
    pub fn value(&self, alternative: u64) -> Option<Value> {
        match *self {
            Alternatives::Targets(_) | Alternatives::Joins { .. } => None,
            Alternatives::Bool => Some(Value::Bool(alternative == 1)),
            Alternatives::Range { lo, .. } => lo.checked_add_unsigned(alternative).map(Value::Int),
            Alternatives::Enum { .. } => Some(Value::Int(alternative as i64)),
            Alternatives::Elements(elements) => elements.get(alternative as usize).copied(),
            Alternatives::Any { program, ty } => program.value_at(ty, alternative),
            Alternatives::References(targets) => match *targets.get(alternative as usize)? {
                Target::Null => Some(Value::Null),
                Target::Known(object) => Some(Value::Ref(object)),
                Target::New(_) => None,
            },
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
    fn choose(&mut self, alternatives: &Alternatives<'_>) -> Option<u64>;
}

/// Asks for a choice, unless it is none.
pub(crate) fn decide(choices: &mut dyn Choices, alternatives: &Alternatives<'_>) -> Result<u64, Stop> {
    let count = alternatives.count();
    match count {
        0 => return Err(FaultKind::EmptyChoice.into()),
        1 => return Ok(0),
        _ => {}
    }
    match choices.choose(alternatives) {
        Some(chosen) if u128::from(chosen) < count => Ok(chosen),
        answer => Err(Stop::Undecided { answer, alternatives: count }),
    }
}

/// Has no answer to anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChoices;

impl Choices for NoChoices {
    fn choose(&mut self, _: &Alternatives<'_>) -> Option<u64> {
        None
    }
}

/// Answers from a list, one after the other.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    answers: &'a [u64],
    used: usize,
}

impl<'a> Script<'a> {
    pub fn new(answers: &'a [u64]) -> Self {
        Self { answers, used: 0 }
    }

    /// How many answers were given.
    pub fn used(&self) -> usize {
        self.used
    }
}

impl Choices for Script<'_> {
    fn choose(&mut self, _: &Alternatives<'_>) -> Option<u64> {
        let answer = self.answers.get(self.used).copied();
        self.used += usize::from(answer.is_some());
        answer
    }
}
