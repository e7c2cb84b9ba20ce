//! Tests of the reducer: planted faults must be found back among the rest, and little else must remain.

use base::{Id, SourceId, Span};
use ir::{CheckOp, Expr, FaultKind, HeapOp, Op, Program, Site, TermOp};

use super::reduce;
use crate::generate::{self, Shape, size};

/// Puts an instruction at the end of a random block of a random procedure.
fn plant(program: &mut Program, at: usize, op: Op) {
    let n_procs = program.procs.len();
    let proc = &mut program.procs[Id::new(at % n_procs)];
    let n_blocks = proc.blocks.len();
    let span = Span::new(SourceId::new(0), 0, 1);
    proc.blocks[Id::new(at % n_blocks)].instrs.push(ir::Instr { op, site: Site::inner(span) });
}

fn mentions(program: &Program, wanted: &Op) -> bool {
    let blocks = program.procs.iter().flat_map(|proc| &proc.blocks);
    blocks.flat_map(|block| &block.instrs).any(|instr| instr.op == *wanted)
}

#[test]
fn a_planted_instruction_is_all_that_remains() {
    let planted = Op::Check(CheckOp::Fault { kind: FaultKind::UnhandledException("Planted".into()) });
    for seed in 0..10 {
        let mut program = generate::program(seed);
        plant(&mut program, seed as usize, planted.clone());
        let reduced = reduce(program, &mut |program| mentions(program, &planted));
        assert_eq!(ir::verify(&reduced), Ok(()), "seed {seed}");
        assert!(mentions(&reduced, &planted), "seed {seed}");
        assert_eq!(
            size(&reduced),
            2,
            "the instruction and a return, from seed {seed}:\n{}",
            ir::print(&reduced)
        );
        assert_eq!((reduced.threads.len(), reduced.globals.len(), reduced.classes.len()), (0, 0, 0));
    }
}

#[test]
fn what_the_test_needs_is_kept_with_everything_it_stands_on() {
    // A call that passes a field of a class below another: the whole chain of declarations must stay well formed.
    let shows = |program: &Program| {
        let loads = |block: &ir::Block| {
            block.instrs.iter().any(|instr| matches!(instr.op, Op::Heap(HeapOp::Load { .. })))
        };
        let calls = |block: &ir::Block| matches!(block.terminator.op, TermOp::Call { .. });
        let blocks = || program.procs.iter().flat_map(|proc| &proc.blocks);
        blocks().any(loads) && blocks().any(calls)
    };
    let shape = Shape { statements: 30, ..Shape::sequential() };
    let mut reduced_some = 0;
    for seed in 0..20 {
        let program = generate::program_of(&shape, seed);
        if !shows(&program) {
            continue;
        }
        let before = size(&program);
        let reduced = reduce(program, &mut |program| shows(program));
        assert_eq!(ir::verify(&reduced), Ok(()), "seed {seed}");
        assert!(shows(&reduced) && size(&reduced) < before, "seed {seed}");
        assert!(size(&reduced) <= 6, "seed {seed}:\n{}", ir::print(&reduced));
        reduced_some += 1;
    }
    assert!(reduced_some >= 5, "only {reduced_some} programs had a load and a call");
}

#[test]
fn constants_shrink_to_the_least_that_matters() {
    let shows = |program: &Program| {
        let mut found = false;
        for block in program.procs.iter().flat_map(|proc| &proc.blocks) {
            for instr in &block.instrs {
                instr.op.for_each_expr(|expr| {
                    found |= matches!(expr, Expr::Const(ir::Value::Int(number)) if *number >= 5);
                });
            }
        }
        found
    };
    let mut program = generate::program(3);
    plant(&mut program, 0, Op::Check(CheckOp::Trace { text: "x".into(), args: vec![Expr::int(1_000_000)] }));
    let reduced = reduce(program, &mut |program| shows(program));
    assert!(
        mentions(&reduced, &Op::Check(CheckOp::Trace { text: "x".into(), args: vec![Expr::int(5)] })),
        "{}",
        ir::print(&reduced)
    );
}

#[test]
fn labels_are_dropped_unless_they_matter() {
    let text = r#"
thread proc0
proc proc0 "main"() {
  local v0 "x": bool
block0:
label "first"
* v0 = true
label "second"
* v0 = false
  goto block1
block1:
label "third"
* v0 = true
* return
}
"#;
    let program = ir::read(SourceId::new(0), text).expect("the program is well formed");
    let names =
        |program: &Program| program.named_labels().map(|(_, name, _)| name.to_owned()).collect::<Vec<_>>();
    let reduced = reduce(program.clone(), &mut |program| names(program).contains(&"third".to_owned()));
    assert_eq!((names(&reduced), size(&reduced)), (vec!["third".to_owned()], 1), "{}", ir::print(&reduced));
    let reduced = reduce(program, &mut |_| true);
    assert_eq!(names(&reduced), [""; 0]);
}
