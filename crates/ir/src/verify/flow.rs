//! Checks what must hold along paths: atomic sections, step marks, and temporaries written before they are read.

use base::{Graph, Id, IndexVec};

use super::{Report, Rule};
use crate::facts::liveness::{Access, first_access, writes_on_edge};
use crate::facts::{Cfg, Liveness};
use crate::instr::{Op, TermOp, ThreadOp};
use crate::program::{Block, BlockId, LocalId, LocalKind, Proc, ProcId};

pub(super) fn check(report: &mut Report<'_>, id: ProcId) {
    let proc = &report.program.procs[id];
    let cfg = Cfg::new(proc);
    check_atomic_sections(report, proc, &cfg);
    check_steps_on_cycles(report, proc);
    check_steps_on_calls(report, proc);
    check_defined_temps(report, proc, &cfg);
}

/// Carries the number of open sections along all edges. In reverse post-order each block has a predecessor
/// before it, so one pass does.
fn check_atomic_sections(report: &mut Report<'_>, proc: &Proc, cfg: &Cfg) {
    let mut depth_at: IndexVec<BlockId, Option<u64>> = IndexVec::filled(None, proc.blocks.len());
    depth_at[proc.entry()] = Some(0);
    for &block in cfg.reverse_postorder() {
        let code = &proc.blocks[block];
        let mut depth = depth_at[block].expect("a reachable block has a predecessor before it");
        for (index, instr) in code.instrs.iter().enumerate() {
            if instr.op == Op::Thread(ThreadOp::AtomicBegin) {
                depth += 1;
            } else if instr.op == Op::Thread(ThreadOp::AtomicEnd) {
                let Some(outer) = depth.checked_sub(1) else {
                    report.enter_point(block, index);
                    return report.error(Rule::AtomicSections, "an atomic section ends that never began");
                };
                depth = outer;
            }
        }
        report.enter_point(block, code.instrs.len());
        if depth > 0 && matches!(code.terminator.op, TermOp::Return { .. }) {
            report.error(Rule::AtomicSections, format!("{depth} atomic sections are open at a return"));
        }
        for &to in cfg.successors(block) {
            let known = *depth_at[to].get_or_insert(depth);
            if known != depth {
                let message = format!("{to} is entered with {known} and with {depth} atomic sections open");
                report.error(Rule::AtomicSections, message);
            }
        }
    }
}

fn has_step(block: &Block) -> bool {
    (0..=block.instrs.len()).any(|index| block.site(index).step)
}

/// A cycle without a step mark is a cycle of the graph without the blocks that have one.
fn check_steps_on_cycles(report: &mut Report<'_>, proc: &Proc) {
    let marked: IndexVec<BlockId, bool> = proc.blocks.iter().map(has_step).collect();
    let unmarked = Graph::new(proc.blocks.len(), |block| {
        let mut targets = if marked[block] { Vec::new() } else { proc.blocks[block].successors() };
        targets.retain(|&target| !marked[target]);
        targets
    });
    let components = unmarked.components();
    for first in components.iter().map(|members| members[0]) {
        if components.is_cyclic(first) {
            report.enter_point(first, proc.blocks[first].instrs.len());
            report.error(Rule::StepsOnCycles, format!("a cycle through {first} has no step mark"));
        }
    }
}

fn check_steps_on_calls(report: &mut Report<'_>, proc: &Proc) {
    let program = report.program;
    for (block, code) in proc.blocks.iter_enumerated() {
        let TermOp::Call { proc: callee, .. } = code.terminator.op else { continue };
        let entry = program.procs[callee].blocks.get(proc.entry());
        let callee_steps = entry.is_some_and(|entry| entry.site(0).step);
        if !code.terminator.site.step && !callee_steps {
            report.enter_point(block, code.instrs.len());
            let message = format!("neither the call of {callee} nor its entry is marked as a step");
            report.error(Rule::StepsOnCalls, message);
        }
    }
}

/// A temporary may be read before it is written if and only if it is live at the entry.
fn check_defined_temps(report: &mut Report<'_>, proc: &Proc, cfg: &Cfg) {
    for local in Liveness::with_cfg(proc, cfg).live_before(proc.entry(), 0) {
        if local.index() >= proc.n_params && proc.locals[local].kind == LocalKind::Temp {
            let (block, index) = first_read(proc, cfg, local);
            report.enter_point(block, index);
            report.error(Rule::DefinedTemps, format!("{local} may be read before it is written"));
        }
    }
}

/// A read that some path from the entry reaches without a write.
fn first_read(proc: &Proc, cfg: &Cfg, local: LocalId) -> (BlockId, usize) {
    let mut seen = IndexVec::filled(false, proc.blocks.len());
    let mut pending = vec![proc.entry()];
    while let Some(block) = pending.pop() {
        if std::mem::replace(&mut seen[block], true) {
            continue;
        }
        match first_access(&proc.blocks[block], local) {
            Some(Access::Read(index)) => return (block, index),
            Some(Access::Write) => {}
            None => {
                let op = &proc.blocks[block].terminator.op;
                let kept = |number: &usize| !writes_on_edge(op, *number, local);
                let targets = cfg.successors(block);
                pending.extend((0..targets.len()).rev().filter(kept).map(|number| targets[number]));
            }
        }
    }
    unreachable!("{local} of {} is live at the entry and never read", proc.name)
}
