//! Checks that observers observe only.

use super::{Report, Rule};
use crate::instr::{CheckOp, ChoiceOp, CollectionOp, HeapOp, Op, Place, TermOp, ThreadOp};
use crate::program::{ProcId, Program};

pub(super) fn check(report: &mut Report<'_>, id: ProcId) {
    let program = report.program;
    let proc = &program.procs[id];
    if !proc.observer {
        return;
    }
    for (block, code) in proc.blocks.iter_enumerated() {
        for (index, instr) in code.instrs.iter().enumerate() {
            report.enter_point(block, index);
            let mut writes_global = false;
            instr.op.for_each_written(|dst| writes_global |= matches!(dst, Place::Global(_)));
            let problem = effect(&instr.op).or(writes_global.then_some("writes a global"));
            problem.into_iter().for_each(|problem| error(report, problem));
        }
        report.enter_point(block, code.instrs.len());
        let problem = terminator_effect(program, &code.terminator.op);
        problem.into_iter().for_each(|problem| error(report, problem));
    }
}

fn error(report: &mut Report<'_>, problem: &str) {
    report.error(Rule::Observers, format!("an observer {problem}"));
}

fn effect(op: &Op) -> Option<&'static str> {
    match op {
        Op::Heap(HeapOp::Store { .. })
        | Op::Collection(
            CollectionOp::StoreElement { .. }
            | CollectionOp::SetAdd { .. }
            | CollectionOp::SetRemove { .. }
            | CollectionOp::SetUnion { .. }
            | CollectionOp::SetDifference { .. }
            | CollectionOp::Send { .. },
        ) => Some("writes to the heap"),
        Op::Heap(HeapOp::New { .. }) => Some("makes an object"),
        Op::Choice(ChoiceOp::Choose { .. } | ChoiceOp::Havoc { .. }) => Some("makes a choice"),
        Op::Check(CheckOp::Assume { .. }) => Some("may discard the execution"),
        Op::Check(CheckOp::Accept { .. }) => Some("marks a state"),
        Op::Check(CheckOp::Output { .. }) => Some("writes to the output"),
        Op::Thread(ThreadOp::Spawn { .. }) => Some("starts a thread"),
        Op::Thread(ThreadOp::Yield) => Some("yields"),
        Op::Assign { .. }
        | Op::Heap(HeapOp::Load { .. } | HeapOp::Cast { .. } | HeapOp::InstanceOf { .. })
        | Op::Collection(
            CollectionOp::LoadElement { .. }
            | CollectionOp::Admits { .. }
            | CollectionOp::Size { .. }
            | CollectionOp::Contains { .. },
        )
        | Op::Check(CheckOp::Assert { .. } | CheckOp::Fault { .. } | CheckOp::Trace { .. })
        | Op::Thread(ThreadOp::AtomicBegin | ThreadOp::AtomicEnd) => None,
    }
}

fn terminator_effect(program: &Program, op: &TermOp) -> Option<&'static str> {
    match op {
        TermOp::Goto { targets } if targets.len() > 1 => Some("makes a choice"),
        TermOp::Select { .. } => Some("may block"),
        TermOp::Opaque { .. } => Some("is opaque"),
        TermOp::Call { proc, .. } if !program.procs[*proc].observer => Some("calls a procedure that is none"),
        TermOp::Call { results, .. } if results.iter().any(|dst| matches!(dst, Place::Global(_))) => {
            Some("writes a global")
        }
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Call { .. }
        | TermOp::Return { .. } => None,
    }
}
