//! Labels through the builder, through changes of code, and by their names.

use base::{Id, SourceId};

use crate::*;

const PROGRAM: &str = r#"
proc proc0 "A.B.run"() {
block0:
label "top"
* goto block2
block1:
label "gone"
* goto block2
block2:
label "end"
label "last"
* yield
  yield
label "end"
* goto block3
block3:
stuck
* goto block3
}
proc proc1 "run"() {
block0:
label "end"
* return
}
"#;

fn program() -> Program {
    let program = read(SourceId::new(0), PROGRAM).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

/// Each label as `name@block.index`.
fn shown(proc: &Proc) -> String {
    let show = |label: &Label| {
        format!("{}@{}.{}", label.name().unwrap_or("stuck"), label.block.index(), label.index)
    };
    proc.labels.iter().map(show).collect::<Vec<_>>().join(" ")
}

#[test]
fn names_are_qualified_by_procedures_and_classes() {
    let program = program();
    let count = |asked: &str| program.labels_called(asked).count();
    for (asked, expected) in [
        ("end", 3),
        ("run.end", 3),
        ("A.B.run.end", 2),
        ("B.run.end", 2),
        ("A.end", 2),
        ("A.B.end", 2),
        ("B.end", 0),
        ("un.end", 0),
        ("A.B.ru.end", 0),
        (".end", 0),
        ("nd", 0),
        ("xend", 0),
        ("", 0),
    ] {
        assert_eq!(count(asked), expected, "{asked}");
    }
    assert_eq!(program.stuck_blocks(), [(ProcId::new(0), BlockId::new(3))]);
}

#[test]
fn labels_follow_what_they_stand_at() {
    let mut program = program();
    let proc = &mut program.procs[ProcId::new(0)];
    assert_eq!(shown(proc), "top@0.0 gone@1.0 end@2.0 last@2.0 end@2.2 stuck@3.0");
    proc.drop_unreachable_blocks();
    assert_eq!(shown(proc), "top@0.0 end@1.0 last@1.0 end@1.2 stuck@2.0");
    let second = proc.remove_instr(BlockId::new(1), 1);
    assert_eq!(shown(proc), "top@0.0 end@1.0 last@1.0 end@1.1 stuck@2.0");
    proc.insert_instrs(BlockId::new(1), 1, [second.clone(), second]);
    assert_eq!(shown(proc), "top@0.0 end@1.0 last@1.0 end@1.3 stuck@2.0");
    // What follows begins no step, so that nothing rests there.
    proc.remove_instr(BlockId::new(1), 0);
    assert_eq!(shown(proc), "top@0.0 end@1.2 stuck@2.0");
    (0..2).for_each(|_| drop(proc.remove_instr(BlockId::new(1), 0)));
    assert_eq!(shown(proc), "top@0.0 end@1.0 stuck@2.0");
    assert_eq!(verify(&program), Ok(()));
}

#[test]
fn labels_that_become_one_are_one() {
    let mut program = program();
    let proc = &mut program.procs[ProcId::new(0)];
    proc.blocks[BlockId::new(2)].instrs[1].site.step = true;
    proc.remove_instr(BlockId::new(2), 0);
    proc.remove_instr(BlockId::new(2), 0);
    assert_eq!(shown(proc), "top@0.0 gone@1.0 end@2.0 last@2.0 stuck@3.0");
}

#[test]
fn a_label_waits_for_a_step_and_is_nowhere_in_dead_code() {
    let mut builder = ProcBuilder::new("p", None);
    let (sink, rest) = (builder.new_block(), builder.new_block());
    builder.label_next("first", None);
    builder.push(Site::inner(None), Op::Thread(ThreadOp::Yield));
    assert!(builder.awaits_label());
    builder.branch(Site::step(None), Expr::TRUE, rest, sink);
    assert!(!builder.awaits_label());
    builder.label_next("dead", None);
    builder.push(Site::step(None), Op::Thread(ThreadOp::Yield));
    let dead = builder.new_block();
    builder.switch_to(dead);
    builder.label_next("unreachable", None);
    builder.terminate(Site::step(None), TermOp::Return { values: vec![] });
    builder.switch_to(sink);
    builder.stick(base::Span::new(SourceId::new(0), 0, 0));
    builder.switch_to(rest);
    builder.label_next("second", None);
    builder.terminate(Site::step(None), TermOp::Return { values: vec![] });
    let proc = builder.finish();
    assert_eq!(shown(&proc), "first@0.1 stuck@1.0 second@2.0");
    assert_eq!(verify(&Program { procs: vec![proc].into(), ..Program::default() }), Ok(()));
}

#[test]
fn labels_out_of_order_or_out_of_place_break_the_rule() {
    let program = program();
    let changes: [fn(&mut Vec<Label>); 4] = [
        |labels| labels.swap(0, 1),
        |labels| labels[0].index = 1,
        |labels| labels[0].block = BlockId::new(9),
        |labels| labels[3].kind = labels[2].kind.clone(),
    ];
    let expected = ["labels", "labels", "ids-in-range", "labels"];
    for (change, rule) in changes.into_iter().zip(expected) {
        let mut changed = program.clone();
        change(&mut changed.procs[ProcId::new(0)].labels);
        let errors = verify(&changed).expect_err("a rule is broken");
        assert_eq!(errors[0].rule.slug(), rule, "{errors:#?}");
    }
}

#[test]
fn temporaries_are_reused_by_type_and_the_oldest_first() {
    let mut builder = ProcBuilder::new("p", None);
    let (number, truth) = (Type::Int(IntType::I32), Type::Bool);
    let first = [truth, number, truth].map(|ty| builder.take_temp(ty));
    let kept = builder.n_taken_temps();
    let inner = builder.take_temp(truth);
    builder.release_temps(kept);
    assert_eq!([builder.take_temp(number), builder.take_temp(truth)], [LocalId::new(4), inner]);
    builder.release_temps(0);
    assert_eq!([truth, number, truth].map(|ty| builder.take_temp(ty)), first);
    assert!(builder.is_temp(inner));
}
