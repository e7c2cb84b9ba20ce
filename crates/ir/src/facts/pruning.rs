//! Whether an execution can be one that nothing continues: by an assumption that is false, or at what is opaque.

use super::{CallGraph, Cfg};
use crate::instr::{CheckOp, Op, TermOp};
use crate::program::{Proc, ProcId, Program};

/// Whether a procedure that may run has an assumption or an end that is opaque, so that a finite execution may be one
/// that nothing continues, as far as is known. Without them every execution can be continued to an end, an error, or
/// forever.
pub fn can_prune(program: &Program) -> bool {
    let calls = CallGraph::new(program);
    let mut seen = vec![false; program.procs.len()];
    let mut waiting: Vec<ProcId> = program.init.into_iter().chain(program.threads.iter().copied()).collect();
    while let Some(proc) = waiting.pop() {
        if std::mem::replace(&mut seen[base::Id::index(proc)], true) {
            continue;
        }
        if has_assumption_or_gap(&program.procs[proc]) {
            return true;
        }
        waiting.extend(calls.callees(proc).iter().chain(calls.spawned(proc)));
    }
    false
}

fn has_assumption_or_gap(proc: &Proc) -> bool {
    let cfg = Cfg::new(proc);
    let mut blocks = proc.blocks.iter_enumerated().filter(|(block, _)| cfg.is_reachable(*block));
    blocks.any(|(_, block)| {
        matches!(block.terminator.op, TermOp::Opaque { .. })
            || block.instrs.iter().any(|instr| matches!(instr.op, Op::Check(CheckOp::Assume { .. })))
    })
}

#[cfg(test)]
mod tests {
    use base::{Id, SourceId};

    use super::*;

    fn check(text: &str, expected: bool) {
        let program = crate::read(SourceId::new(0), text).expect(text);
        assert_eq!(can_prune(&program), expected, "{text}");
    }

    #[test]
    fn what_is_opaque_counts_where_it_may_run() {
        let opaque = "proc proc1 \"native\"() {\nblock0:\n* opaque \"native\"\n}\n";
        let main = |body: &str| {
            format!("thread proc0\nproc proc0 \"main\"() {{\nblock0:\n{body}  return\n}}\n{opaque}")
        };
        check(&main(""), false);
        check(&main("* call proc1() -> block1\nblock1:\n"), true);
    }

    #[test]
    fn only_assumptions_of_procedures_that_may_run_count() {
        let assuming = "proc proc1 \"assuming\"() {\nblock0:\n  assume false\n  return\n}\n";
        let main = |body: &str| {
            format!("thread proc0\nproc proc0 \"main\"() {{\nblock0:\n{body}  return\n}}\n{assuming}")
        };
        check(&main(""), false);
        check(&main("* call proc1() -> block1\nblock1:\n"), true);
        check(&main("* spawn proc1()\n"), true);
        check(&main("* assume true\n"), true);
        check(&format!("init proc1\n{}", main("")), true);
        check(&main("  goto block2\nblock1:\n  assume false\n  goto block2\nblock2:\n"), false);
    }
}
