//! Checks that observers observe only.

use super::{Report, Rule};
use crate::instr::{Op, Place, TermOp};
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
            let global = instr.op.dst().filter(|dst| matches!(dst, Place::Global(_)));
            let problem = effect(&instr.op).or(global.map(|_| "writes a global"));
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
        Op::Store { .. }
        | Op::StoreElement { .. }
        | Op::SetAdd { .. }
        | Op::SetRemove { .. }
        | Op::SetUnion { .. }
        | Op::SetDifference { .. }
        | Op::Send { .. } => Some("writes to the heap"),
        Op::New { .. } => Some("makes an object"),
        Op::Choose { .. } => Some("makes a choice"),
        Op::Assume { .. } => Some("may discard the execution"),
        Op::Accept { .. } => Some("marks a state"),
        Op::Spawn { .. } => Some("starts a thread"),
        Op::Yield => Some("yields"),
        Op::Assign { .. }
        | Op::Load { .. }
        | Op::Cast { .. }
        | Op::InstanceOf { .. }
        | Op::LoadElement { .. }
        | Op::Size { .. }
        | Op::Contains { .. }
        | Op::Assert { .. }
        | Op::Fault { .. }
        | Op::Trace { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd => None,
    }
}

fn terminator_effect(program: &Program, op: &TermOp) -> Option<&'static str> {
    match op {
        TermOp::Goto { targets } if targets.len() > 1 => Some("makes a choice"),
        TermOp::Select { .. } => Some("may block"),
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
