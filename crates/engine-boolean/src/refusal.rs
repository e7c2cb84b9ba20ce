//! What keeps a program from being a sequential Boolean program: by name and place.

use std::fmt;

use base::Span;
use verdict::Unsupported;

/// Why a program is no [`BoolProgram`](crate::program::BoolProgram).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) construct: Construct,
    pub(crate) span: Option<Span>,
}

/// Something that no Boolean program has. Procedures, variables and types are given by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Construct {
    SecondThread { proc: String },
    Global { name: String, ty: String },
    Local { name: String, proc: String, ty: String },
    Result { proc: String, ty: String },
    Statement { proc: String, what: Statement },
}

/// What a statement does that none of a Boolean program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Statement {
    Computes,
    ChoosesNumber,
    ChoosesConstant,
    ChoosesElement,
    ReadsField,
    WritesField,
    Allocates,
    Casts,
    TestsClass,
    UsesArray,
    AsksForSize,
    UsesSet,
    UsesChannel,
    Accepts,
    StartsThread,
    BranchesOnNumber,
    BranchesOnClass,
    Waits,
    Havocs,
    IsOpaque { reason: String },
}

impl fmt::Display for Construct {
    /// A sentence that stands alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Construct::SecondThread { proc } => {
                write!(f, "The program has more than one thread: it also starts `{proc}`.")
            }
            Construct::Global { name, ty } => {
                write!(f, "The global variable `{name}` has the type `{ty}`, and is not Boolean.")
            }
            Construct::Local { name, proc, ty } => {
                write!(f, "The variable `{name}` of `{proc}` has the type `{ty}`, and is not Boolean.")
            }
            Construct::Result { proc, ty } => {
                write!(f, "A result of `{proc}` has the type `{ty}`, and is not Boolean.")
            }
            Construct::Statement { proc, what } => {
                write!(f, "A statement of `{proc}` is none of a Boolean program: {what}.")
            }
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Statement::Computes => "it computes with numbers or references",
            Statement::ChoosesNumber => "it chooses a number",
            Statement::ChoosesConstant => "it chooses a constant of an enum",
            Statement::ChoosesElement => "it chooses an element",
            Statement::ReadsField => "it reads a field",
            Statement::WritesField => "it writes a field",
            Statement::Allocates => "it allocates an object",
            Statement::Casts => "it casts a reference",
            Statement::TestsClass => "it tests the class of an object",
            Statement::UsesArray => "it uses an element of an array",
            Statement::AsksForSize => "it asks for a size",
            Statement::UsesSet => "it uses a set",
            Statement::UsesChannel => "it uses a channel",
            Statement::Accepts => "it marks states as accepting",
            Statement::StartsThread => "it starts a thread",
            Statement::BranchesOnNumber => "it branches on a number",
            Statement::BranchesOnClass => "it branches on a class",
            Statement::Waits => "it waits",
            Statement::Havocs => "it writes any values to what it reaches",
            Statement::IsOpaque { reason } => return write!(f, "what it does is not known ({reason})"),
        })
    }
}

impl From<Refusal> for Unsupported {
    fn from(Refusal { construct, span }: Refusal) -> Self {
        Unsupported::new(construct.to_string()).at(span)
    }
}
