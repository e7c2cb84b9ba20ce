//! Uniform access to what instructions mention: their expressions, their targets, what they write.
//!
//! Analyses and checkers walk programs through these, so that a new instruction is added in one place.

use crate::instr::{Choice, Expr, Guard, Op, Place, Probe, TermOp};
use crate::program::BlockId;

impl Op {
    /// Calls `see` on every operand, in order of evaluation.
    pub fn for_each_expr(&self, mut see: impl FnMut(&Expr)) {
        match self {
            Op::Assign { value, .. } => see(value),
            Op::Load { object, .. }
            | Op::Cast { object, .. }
            | Op::InstanceOf { object, .. }
            | Op::Size { object, .. } => {
                see(object);
            }
            Op::Store { object, value, .. } => [object, value].into_iter().for_each(see),
            Op::New { length, .. } => length.iter().for_each(see),
            Op::LoadElement { array, index, .. } => [array, index].into_iter().for_each(see),
            Op::StoreElement { array, index, value } => [array, index, value].into_iter().for_each(see),
            Op::SetAdd { set, element }
            | Op::SetRemove { set, element }
            | Op::Contains { set, element, .. } => {
                std::iter::once(set).chain(element.exprs()).for_each(see);
            }
            Op::SetUnion { set, other } | Op::SetDifference { set, other } => {
                [set, other].into_iter().for_each(see)
            }
            Op::Send { channel, message } => [channel, message].into_iter().for_each(see),
            Op::Choose { from, .. } => match from {
                Choice::Element(collection) => see(collection),
                Choice::Bool | Choice::Range { .. } | Choice::Enum(_) => {}
            },
            Op::Assume { condition } | Op::Assert { condition, .. } | Op::Accept { condition } => {
                see(condition)
            }
            Op::Trace { args, .. } | Op::Spawn { args, .. } => args.iter().for_each(see),
            Op::Fault { .. } | Op::AtomicBegin | Op::AtomicEnd | Op::Yield => {}
        }
    }

    /// The variable that the instruction writes.
    pub fn dst(&self) -> Option<Place> {
        match self {
            Op::Assign { dst, .. }
            | Op::Load { dst, .. }
            | Op::New { dst, .. }
            | Op::Cast { dst, .. }
            | Op::InstanceOf { dst, .. }
            | Op::LoadElement { dst, .. }
            | Op::Size { dst, .. }
            | Op::Contains { dst, .. }
            | Op::Choose { dst, .. } => Some(*dst),
            Op::Store { .. }
            | Op::StoreElement { .. }
            | Op::SetAdd { .. }
            | Op::SetRemove { .. }
            | Op::SetUnion { .. }
            | Op::SetDifference { .. }
            | Op::Send { .. }
            | Op::Assume { .. }
            | Op::Assert { .. }
            | Op::Fault { .. }
            | Op::Accept { .. }
            | Op::Trace { .. }
            | Op::Spawn { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Yield => None,
        }
    }
}

impl TermOp {
    /// Calls `see` on every operand, those of guards included.
    pub fn for_each_expr(&self, mut see: impl FnMut(&Expr)) {
        match self {
            TermOp::Goto { .. } => {}
            TermOp::Branch { condition: value, .. }
            | TermOp::Switch { value, .. }
            | TermOp::SwitchClass { object: value, .. } => see(value),
            TermOp::Call { args, .. } => args.iter().for_each(see),
            TermOp::Return { values } => values.iter().for_each(see),
            TermOp::Select { joins, .. } => {
                joins.iter().flat_map(|join| &join.guards).filter_map(Guard::probe).for_each(|probe| {
                    match probe {
                        Probe::Expr(expr) => see(expr),
                        Probe::Call { args, .. } => args.iter().for_each(&mut see),
                    }
                });
            }
        }
    }

    /// The blocks that control may go to next inside the procedure, in order, with repetitions.
    pub fn targets(&self) -> Vec<BlockId> {
        match self {
            TermOp::Goto { targets } => targets.clone(),
            TermOp::Branch { then_to, else_to, .. } => vec![*then_to, *else_to],
            TermOp::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.1).chain([*default]).collect()
            }
            TermOp::SwitchClass { cases, default, .. } => {
                cases.iter().map(|case| case.1).chain([*default]).collect()
            }
            TermOp::Call { next, .. } => vec![*next],
            TermOp::Return { .. } => Vec::new(),
            TermOp::Select { joins, .. } => joins.iter().map(|join| join.target).collect(),
        }
    }

    /// Calls `change` on every block id in the terminator.
    pub fn for_each_target(&mut self, mut change: impl FnMut(&mut BlockId)) {
        match self {
            TermOp::Goto { targets } => targets.iter_mut().for_each(change),
            TermOp::Branch { then_to, else_to, .. } => [then_to, else_to].into_iter().for_each(change),
            TermOp::Switch { cases, default, .. } => {
                cases.iter_mut().map(|case| &mut case.1).chain([default]).for_each(change);
            }
            TermOp::SwitchClass { cases, default, .. } => {
                cases.iter_mut().map(|case| &mut case.1).chain([default]).for_each(change);
            }
            TermOp::Call { next, .. } => change(next),
            TermOp::Return { .. } => {}
            TermOp::Select { joins, .. } => joins.iter_mut().for_each(|join| change(&mut join.target)),
        }
    }

    /// The variables that the terminator writes: results of a call, received messages (of any join).
    pub fn dsts(&self) -> Vec<Place> {
        match self {
            TermOp::Call { results, .. } => results.clone(),
            TermOp::Select { joins, .. } => {
                joins.iter().flat_map(|join| &join.guards).filter_map(Guard::dst).collect()
            }
            TermOp::Goto { .. }
            | TermOp::Branch { .. }
            | TermOp::Switch { .. }
            | TermOp::SwitchClass { .. }
            | TermOp::Return { .. } => Vec::new(),
        }
    }
}

impl Guard {
    pub fn probe(&self) -> Option<&Probe> {
        match self {
            Guard::Wait(probe) | Guard::Receive { channel: probe, .. } => Some(probe),
            Guard::Always => None,
        }
    }

    pub fn dst(&self) -> Option<Place> {
        match self {
            Guard::Receive { dst, .. } => Some(*dst),
            Guard::Wait(_) | Guard::Always => None,
        }
    }
}
