//! Atoms with their names resolved.

use ir::{BlockId, FieldId, GlobalId, LocalId, ProcId};

use crate::walk::Walk;

/// What an atom asks of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposition {
    /// Every visible object can take the walk.
    Every(Walk),
    /// Some visible object can.
    Some(Walk),
    /// Both paths lead to the same object, to nil, or to the same plain value.
    Equal {
        left: PathFrom,
        right: PathFrom,
    },
    /// The walk leads from one object to the other.
    Reach {
        from: PathFrom,
        by: Walk,
        to: PathFrom,
    },
    Unchanged,
    Terminated,
    /// The execution waits at a select for ever, or stands in one of these blocks, which lead to themselves alone. Sorted.
    Stuck(Vec<(ProcId, BlockId)>),
    NullWrite,
    /// A thread stands at one of these instructions: procedure, block, index.
    At(Vec<(ProcId, BlockId, usize)>),
    /// One of these procedures is on top of the stack of a thread.
    In(Vec<ProcId>),
}

impl Proposition {
    /// Whether evaluation looks at more of the heap than a path or two.
    pub(crate) fn walks(&self) -> bool {
        match self {
            Proposition::Every(_) | Proposition::Some(_) | Proposition::Reach { .. } => true,
            Proposition::Equal { .. }
            | Proposition::Unchanged
            | Proposition::Terminated
            | Proposition::Stuck(_)
            | Proposition::NullWrite
            | Proposition::At(_)
            | Proposition::In(_) => false,
        }
    }

    /// Whether the values of locals can make a difference: they decide which objects are visible.
    pub(crate) fn observes_locals(&self) -> bool {
        match self {
            Proposition::Every(_) | Proposition::Some(_) => true,
            Proposition::Equal { left, right } => left.begins_at_local() || right.begins_at_local(),
            Proposition::Reach { from, by, to } => {
                from.begins_at_local() || to.begins_at_local() || by.tests_local()
            }
            Proposition::Unchanged
            | Proposition::Terminated
            | Proposition::Stuck(_)
            | Proposition::NullWrite
            | Proposition::At(_)
            | Proposition::In(_) => false,
        }
    }
}

/// A variable as a formula names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Variable {
    Nil,
    Global(GlobalId),
    /// The local of this name of each procedure that has one; in all others it is nil. Sorted.
    Local(Vec<(ProcId, LocalId)>),
}

/// `x.f.g`. Each field is a list: the fields of this name, of which an object's class has one at most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathFrom {
    pub variable: Variable,
    pub fields: Vec<Vec<FieldId>>,
}

impl PathFrom {
    fn begins_at_local(&self) -> bool {
        matches!(self.variable, Variable::Local(_))
    }
}
