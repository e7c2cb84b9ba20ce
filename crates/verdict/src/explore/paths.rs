//! One path of an open procedure, what bounds cut, and the counts.

use base::{IndexVec, Span};
use ir::{GlobalId, ProcId, Value};

use super::condition::{Condition, ConditionRef};
use super::heaps::{SummaryHeap, SummaryValue};
use crate::answer::Unsupported;
use crate::path::{Path, PathEvent, ProgramPoint};
use crate::start::{GivenObject, GivenStart};

/// A path that some inputs take.
#[derive(Clone, PartialEq, Debug)]
pub struct ExploredPath {
    /// The procedure that is called: a method may have several bodies, for receivers of different classes.
    pub body: ProcId,
    pub path: Path,
    /// Holds the conditions of this path and of its heaps.
    pub conditions: Condition,
    /// The conjuncts of the path condition, in the order in which the path met them; what follows from one before is
    /// left out, and so is what follows from the form of inputs. True for exactly the inputs that take the path.
    pub condition: Vec<ConditionRef>,
    /// Parameters by name, as they are given.
    pub arguments: Vec<(String, SummaryValue)>,
    /// What was read of the unknown heap.
    pub before: SummaryHeap,
    /// The heap at the end.
    pub after: SummaryHeap,
    /// What is returned.
    pub results: Vec<SummaryValue>,
    /// How many heaps lead to this path, by shapes and classes; `None` if that was not asked for. A path of a lazy
    /// machine has one.
    pub heaps: Option<HeapTotal>,
    /// Inputs that take the path, and what becomes of them; `None` if that was not asked for.
    pub example: Option<PathExample>,
}

/// Inputs of one execution, and how they are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathExample {
    pub start: GivenStart,
    /// How choices of the program fall, as in [`TraceStep::choices`](crate::TraceStep::choices).
    pub choices: Vec<u64>,
    pub end: GivenEnd,
}

/// The state at the end of an execution from a [`GivenStart`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenEnd {
    /// Empty unless the procedure returns.
    pub results: Vec<Value>,
    pub globals: IndexVec<GlobalId, Value>,
    /// The objects of the start, with their numbers, and behind them those that were made, in order.
    pub objects: Vec<GivenObject>,
}

/// A number of heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapTotal {
    Exactly(u128),
    /// Counting ended at a limit.
    AtLeast(u128),
}

impl HeapTotal {
    pub const NONE: HeapTotal = HeapTotal::Exactly(0);

    /// The sum; at the largest number it is a lower bound.
    pub fn plus(self, other: HeapTotal) -> HeapTotal {
        let sum = self.number().checked_add(other.number());
        match (self, other, sum) {
            (HeapTotal::Exactly(_), HeapTotal::Exactly(_), Some(sum)) => HeapTotal::Exactly(sum),
            (_, _, sum) => HeapTotal::AtLeast(sum.unwrap_or(u128::MAX)),
        }
    }

    pub fn number(self) -> u128 {
        match self {
            HeapTotal::Exactly(number) | HeapTotal::AtLeast(number) => number,
        }
    }
}

/// How many there are of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PathCounts {
    /// Ends that the machine reaches, without those that are pruned or cut.
    pub paths: u64,
    /// Different control-flow paths among them: the same number for every machine.
    pub control_paths: u64,
    /// Of `paths`, those that return.
    pub returns: u64,
    /// Of `paths`, those that end with an assertion, a fault or an exception.
    pub throws: u64,
    /// Different pairs of a path so far and an instruction at which a bound removed a heap.
    pub cut: u64,
    /// Ends at an `assume` that discards them.
    pub pruned: u64,
    /// Heaps that lead to all paths together, if that was asked for.
    pub heaps: Option<HeapTotal>,
}

impl PathCounts {
    /// Of both, which have no path in common.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let Self { paths, control_paths, returns, throws, cut, pruned, heaps } = other;
        Self {
            paths: self.paths + paths,
            control_paths: self.control_paths + control_paths,
            returns: self.returns + returns,
            throws: self.throws + throws,
            cut: self.cut + cut,
            pruned: self.pruned + pruned,
            heaps: self.heaps.zip(heaps).map(|(own, others)| own.plus(others)),
        }
    }
}

/// A place of a path at which a bound removed some heaps, or the rest of the path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cut {
    pub bound: Bound,
    /// The path so far; empty if only counts were asked for.
    pub events: Vec<PathEvent>,
    pub at: ProgramPoint,
    pub span: Option<Span>,
}

/// What bounds a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// The depth of input objects.
    Depth(u32),
    /// Input objects of one class.
    Objects(u32),
    /// Instructions.
    Steps(u64),
    /// Open calls.
    Calls(u32),
}

/// A path that ends at an instruction that is not supported.
#[derive(Clone, PartialEq, Debug)]
pub struct UnsupportedPath {
    /// Empty if only counts were asked for.
    pub events: Vec<PathEvent>,
    pub construct: Unsupported,
}

/// What a run asked of its solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolverFigures {
    /// Questions whether a condition can be true.
    pub checks: u64,
    /// Of these, answered by the form of the condition.
    pub by_structure: u64,
    /// Answered by a model that an earlier question found.
    pub by_model: u64,
    /// Answered by the solver: it can be true.
    pub satisfiable: u64,
    /// Answered by the solver: it cannot.
    pub unsatisfiable: u64,
    /// The solver gave up.
    pub unknown: u64,
    /// Nodes of the graph of conditions at the end.
    pub nodes: u64,
}

impl SolverFigures {
    /// Of two runs; each had a graph of its own.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let Self { checks, by_structure, by_model, satisfiable, unsatisfiable, unknown, nodes } = other;
        Self {
            checks: self.checks + checks,
            by_structure: self.by_structure + by_structure,
            by_model: self.by_model + by_model,
            satisfiable: self.satisfiable + satisfiable,
            unsatisfiable: self.unsatisfiable + unsatisfiable,
            unknown: self.unknown + unknown,
            nodes: self.nodes + nodes,
        }
    }
}
