//! A unit as one step: all paths between cuts at once, as an and-inverter graph.
//!
//! A step begins at the entry of the unit or at a cut, goes on through code without cycles, and ends at a cut, at the
//! return or at an error. Given values for all inputs (where it begins, the values there, choices, and what calls give
//! back) there is one path at most, so a step is a function of its inputs. What the inputs must satisfy beyond that is
//! said by predicates at *sites*: where the step begins, and at calls. Each end is a *target*. Together that is one
//! Horn clause for each target, whose premises are the sites that may lie on the way.

use std::collections::BTreeMap;

use ir::{BlockId, ProcId};
use solver::aig::{Aig, Node, Signal};

use super::layout::{PredId, UnitId};
use crate::program::CheckId;

/// The step of a unit.
pub(crate) struct Unit {
    pub(crate) aig: Aig,
    /// Inputs: the values at the entry.
    pub(crate) entry: Vec<Signal>,
    pub(crate) targets: Vec<Target>,
    /// Those where a step can begin come first, and then calls in an order in which paths meet them.
    pub(crate) sites: Vec<Site>,
    /// What decides the path inside blocks; each block that can be reached is there once.
    pub(crate) blocks: BTreeMap<(ProcId, BlockId), BlockSignals>,
    /// Calls of stages that are called elsewhere, too.
    pub(crate) stage_calls: BTreeMap<usize, CallSites>,
}

/// An end of a step.
pub(crate) struct Target {
    pub(crate) pred: PredId,
    pub(crate) arrives: Signal,
    /// For each atom of the predicate.
    pub(crate) values: Vec<Signal>,
    /// How much each value depends on. Lemmas about values that depend on little are more often inductive.
    pub(crate) weights: Vec<u64>,
    /// Sites that may lie on the way, in order.
    pub(crate) sites: Vec<usize>,
}

/// A place where a step relies on a predicate.
pub(crate) struct Site {
    pub(crate) pred: PredId,
    /// The step relies on it.
    pub(crate) active: Signal,
    /// For each atom of the predicate.
    pub(crate) values: Vec<Signal>,
    /// So many of the values are made by the step before it comes here; the others are inputs.
    pub(crate) n_given: usize,
    /// Where the step begins here, that is.
    pub(crate) start: Option<(ProcId, BlockId)>,
}

/// The sites of a call. The error comes first: it ends the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallSites {
    pub(crate) error: Option<usize>,
    pub(crate) exit: usize,
}

/// What decides the path inside a block, and which it is.
#[derive(Clone, Debug)]
pub(crate) struct BlockSignals {
    /// In the order of instructions.
    pub(crate) decisions: Vec<Decision>,
    pub(crate) exit: Exit,
}

/// What an instruction depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decision {
    /// The value that is chosen.
    Choice(Signal),
    /// It fails unless this is true.
    Check(Signal, CheckId),
}

/// How a block is left.
#[derive(Clone, Debug)]
pub(crate) enum Exit {
    /// Of these signals one is true: that of the target that is taken.
    Goto(Vec<(Signal, BlockId)>),
    Branch {
        condition: Signal,
        then_to: BlockId,
        else_to: BlockId,
    },
    Call {
        sites: CallSites,
        next: BlockId,
    },
    /// This part of the unit begins.
    Return {
        next_part: usize,
    },
}

/// Which unit, and which of its targets, is about a predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    pub(crate) unit: UnitId,
    pub(crate) target: usize,
}

/// A step that ends somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) ending: Ending,
    /// How it goes there.
    pub(crate) values: Valuation,
}

/// Values of all nodes of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Valuation(Vec<bool>);

impl Valuation {
    /// From the values of inputs.
    pub(crate) fn new(aig: &Aig, input: impl Fn(Signal, usize) -> bool) -> Self {
        let mut values = Self(Vec::with_capacity(aig.n_nodes()));
        for (signal, node) in aig.nodes() {
            let value = match node {
                Node::Constant => false,
                Node::Input(number) => input(signal, number),
                Node::And(first, second) => values.of(first) && values.of(second),
            };
            values.0.push(value);
        }
        values
    }

    pub(crate) fn of(&self, signal: Signal) -> bool {
        self.0[signal.node()] != signal.is_complement()
    }

    /// The signal or its complement, whichever is true.
    pub(crate) fn truth(&self, signal: Signal) -> Signal {
        signal.complement_if(!self.of(signal))
    }
}

impl Unit {
    /// What decides the path inside a block that steps can reach.
    pub(crate) fn signals(&self, proc: ProcId, block: BlockId) -> &BlockSignals {
        &self.blocks[&(proc, block)]
    }
}
