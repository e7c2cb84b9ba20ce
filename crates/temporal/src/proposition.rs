//! Atoms with their names resolved.

use ir::{BlockId, ClassId, FieldId, GlobalId, LocalId, ProcId, Value};
use logic::Relation;

use crate::kind::Kind;
use crate::walk::Walk;

/// What an atom asks of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposition {
    /// Every visible object can take the walk.
    Every(Walk),
    /// Some visible object can.
    Some(Walk),
    /// Both sides have values of this kind, which are related so.
    Compare {
        relation: Relation,
        kind: Kind,
        left: Operand,
        right: Operand,
    },
    /// The walk leads from one object to the other.
    Reach {
        from: PathFrom,
        by: Walk,
        to: PathFrom,
    },
    Unchanged,
    Terminated,
    /// The execution waits at a select forever, or stands in one of these blocks, which lead to themselves alone.
    /// Sorted.
    Stuck(Vec<(ProcId, BlockId)>),
    NullWrite,
    /// A thread stands at one of these instructions: procedure, block, index.
    At {
        thread: Option<u32>,
        places: Vec<(ProcId, BlockId, usize)>,
    },
    /// One of these procedures is on top of the stack of a thread.
    In {
        thread: Option<u32>,
        procs: Vec<ProcId>,
    },
}

impl Proposition {
    /// Whether evaluation looks at more of the heap than a path or two.
    pub(crate) fn walks(&self) -> bool {
        match self {
            Proposition::Every(_) | Proposition::Some(_) | Proposition::Reach { .. } => true,
            Proposition::Compare { .. }
            | Proposition::Unchanged
            | Proposition::Terminated
            | Proposition::Stuck(_)
            | Proposition::NullWrite
            | Proposition::At { .. }
            | Proposition::In { .. } => false,
        }
    }

    /// Whether the values of locals can make a difference: they decide which objects are visible.
    pub(crate) fn observes_locals(&self) -> bool {
        match self {
            Proposition::Every(_) | Proposition::Some(_) => true,
            Proposition::Compare { left, right, .. } => left.reads_local() || right.reads_local(),
            Proposition::Reach { from, by, to } => from.reads_local() || to.reads_local() || by.tests_local(),
            Proposition::Unchanged
            | Proposition::Terminated
            | Proposition::Stuck(_)
            | Proposition::NullWrite
            | Proposition::At { .. }
            | Proposition::In { .. } => false,
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
    /// The same of one thread; nowhere if the thread runs none of these procedures. Sorted.
    OfThread(u32, Vec<(ProcId, LocalId)>),
}

/// One side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    Path {
        path: PathFrom,
        /// Integers at its end are held by their bit patterns.
        by_bits: bool,
    },
    /// A literal that no variable of the kind need be able to hold.
    Number(i128),
    Constant(Value),
}

/// `x.f[0].g`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathFrom {
    pub variable: Variable,
    pub steps: Vec<PathStep>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathStep {
    /// The fields of one name, of which an object's class has one at most.
    Fields(Vec<FieldId>),
    /// An element of an array of one of these classes.
    Element(Vec<ClassId>, ElementIndex),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ElementIndex {
    Number(u32),
    /// A path to an integer, without elements.
    Path(Box<PathFrom>),
}

impl Operand {
    pub(crate) fn path(&self) -> Option<&PathFrom> {
        match self {
            Operand::Path { path, by_bits: _ } => Some(path),
            Operand::Number(_) | Operand::Constant(_) => None,
        }
    }

    fn reads_local(&self) -> bool {
        self.path().is_some_and(PathFrom::reads_local)
    }
}

impl PathFrom {
    /// The paths of its indices, and the path.
    pub(crate) fn with_indices(&self) -> impl Iterator<Item = &PathFrom> {
        let indices = self.steps.iter().filter_map(|step| match step {
            PathStep::Element(_, ElementIndex::Path(index)) => Some(&**index),
            PathStep::Element(_, ElementIndex::Number(_)) | PathStep::Fields(_) => None,
        });
        indices.chain(std::iter::once(self))
    }

    fn reads_local(&self) -> bool {
        self.with_indices().any(|path| matches!(path.variable, Variable::Local(_) | Variable::OfThread(..)))
    }

    fn thread(&self) -> Option<u32> {
        let of_thread = |path: &PathFrom| match path.variable {
            Variable::OfThread(number, _) => Some(number),
            Variable::Nil | Variable::Global(_) | Variable::Local(_) => None,
        };
        self.with_indices().filter_map(of_thread).max()
    }
}

impl Proposition {
    /// The greatest number of a thread that it names.
    pub(crate) fn greatest_thread(&self) -> Option<u32> {
        match self {
            Proposition::Compare { left, right, .. } => {
                [left, right].into_iter().filter_map(|side| side.path()?.thread()).max()
            }
            Proposition::Reach { from, by: _, to } => from.thread().max(to.thread()),
            Proposition::At { thread, .. } | Proposition::In { thread, .. } => *thread,
            Proposition::Every(_)
            | Proposition::Some(_)
            | Proposition::Unchanged
            | Proposition::Terminated
            | Proposition::Stuck(_)
            | Proposition::NullWrite => None,
        }
    }
}
