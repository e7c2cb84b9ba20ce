//! What comparisons compare: paths from a variable to a value, and literals.

use std::fmt;

use crate::rite::spelled;

/// A path to a value: `x.f.g`, `wants[0]`, or `Worker@1.me` for a local variable of one thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path {
    /// The thread whose local variable the path begins at; none for a variable that needs no thread.
    pub thread: Option<OneThread>,
    pub variable: String,
    pub steps: Vec<Step>,
}

/// A thread, by its number, while some procedure runs there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OneThread {
    /// The procedure that has to run; any that has the local variable if there is none.
    pub procedure: Option<String>,
    pub number: u32,
}

/// A step of a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    Field(String),
    Element(Index),
}

/// Which element of an array.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Index {
    Number(u32),
    /// Without elements itself, so that nothing recurses deeper than this.
    Path(Box<Path>),
}

/// A value as it is written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Literal {
    /// Digits, perhaps with a sign before and a point among them.
    Number(String),
    Truth(bool),
    /// What stands between double quotes.
    Text(String),
}

/// One side of a comparison.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    Path(Path),
    Literal(Literal),
}

/// What a comparison asks of two values. `!=` is the negation of `==`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Path {
    /// A variable and the fields that are followed from it.
    pub fn of_fields(variable: String, fields: impl IntoIterator<Item = String>) -> Self {
        Self { thread: None, variable, steps: fields.into_iter().map(Step::Field).collect() }
    }

    /// The name alone, if there is nothing else.
    pub fn as_name(&self) -> Option<&str> {
        (self.thread.is_none() && self.steps.is_empty()).then_some(self.variable.as_str())
    }
}

impl Path {
    /// The threads that the path and its indices begin at.
    pub fn numbers_of_threads(&self) -> impl Iterator<Item = u32> {
        let indices = self.steps.iter().filter_map(|step| match step {
            Step::Element(Index::Path(path)) => path.thread.as_ref(),
            Step::Element(Index::Number(_)) | Step::Field(_) => None,
        });
        self.thread.iter().chain(indices).map(|thread| thread.number)
    }
}

impl Relation {
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(OneThread { procedure, number }) = &self.thread {
            if let Some(procedure) = procedure {
                f.write_str(&spelled(procedure))?;
            }
            write!(f, "@{number}.")?;
        }
        f.write_str(&spelled(&self.variable))?;
        self.steps.iter().try_for_each(|step| match step {
            Step::Field(field) => write!(f, ".{}", spelled(field)),
            Step::Element(Index::Number(number)) => write!(f, "[{number}]"),
            Step::Element(Index::Path(path)) => write!(f, "[{path}]"),
        })
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(digits) => f.write_str(digits),
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => path.fmt(f),
            Self::Literal(literal) => literal.fmt(f),
        }
    }
}
