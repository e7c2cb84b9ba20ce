//! Which branches are certain, case by case; what happens to labels; procedures too large for anything quadratic.

use base::{Id, SourceId};

use super::*;
use crate::*;

const DECLARATIONS: &str = r#"
class class0 "Node" record { field0 "next": class0; field1 "val": i32 }
class class1 "Leaf" record extends class0 { field0; field1 }
class class2 "Other" record {}
class class3 "Node[]" array of class0
class class4 "Leaf[]" array of class1 extends class3
class class5 "Bag" set of i32
global g0 "head": class0
global g1 "n": i32
proc proc0 "main"(v0 "p": class0, v1 "q": class0, v2 "n": i32, v3 "b": bool, v4 "o": object, v5 "a": class3) -> (i32) {
  local v6 "x": i32
  local v7 "r": class0
  temp v8: bool
  temp v9: i32
  local v10 "y": i32
  local v11 "f": f64
  temp v12: class0
  temp v13: class1
"#;

fn parse(code: &str) -> Program {
    let text = format!("{DECLARATIONS}{code}\n}}");
    let program = read(SourceId::new(0), &text).unwrap_or_else(|errors| panic!("{errors:#?}\nin\n{text}"));
    assert_eq!(verify(&program), Ok(()), "{text}");
    program
}

/// The blocks whose branch is certain, with where it leads: `0 -> 1, 3 -> 2`.
fn certain(program: &Program) -> String {
    let mut changed = program.clone();
    drop_certain_branches(&mut changed);
    assert_eq!(verify(&changed), Ok(()), "{changed}");
    let pairs = program.procs.iter().zip(&changed.procs).flat_map(|(old, new)| {
        let blocks = old.blocks.iter_enumerated().zip(&new.blocks);
        blocks.filter(|((_, old), new)| old.terminator != new.terminator).map(|((id, old), new)| {
            assert_eq!(old.terminator.site, new.terminator.site);
            assert_eq!(old.instrs, new.instrs);
            format!("{} -> {}", id.index(), new.successors()[0].index())
        })
    });
    pairs.collect::<Vec<_>>().join(", ")
}

/// Blocks 1, 2 and 3 return; a case begins with block 0 and goes on with block 4.
fn check(code: &str, expected: &str) {
    let mut blocks = code.splitn(2, "block4:");
    let (first, rest) = (blocks.next().unwrap_or_default(), blocks.next());
    let rest = rest.map_or_else(String::new, |rest| format!("block4:{rest}"));
    let returns: String = (1..4).map(|block| format!("block{block}:\n* return {block}\n")).collect();
    let program = parse(&format!("block0:\n{first}\n{returns}{rest}"));
    assert_eq!(certain(&program), expected, "{program}");
}

#[test]
fn constants_decide() {
    check("branch true, block1, block2", "0 -> 1");
    check("branch v3, block1, block2", "");
    check("branch v6 == 0, block1, block2", "0 -> 1");
    check("v6 = 3\nv10 = v6 * 2\nbranch v10 > 5, block1, block2", "0 -> 1");
    check("v6 = v2\nbranch v6 == v2, block1, block2", "");
    check("v6 = 1\nswitch v6 { 0 -> block1, 1 -> block2, else -> block3 }", "0 -> 2");
    check("v6 = 9\nswitch v6 { 0 -> block1, 1 -> block2, else -> block3 }", "0 -> 3");
    check("v11 = 0.5\nbranch v11 < 1.0, block1, block2", "0 -> 1");
    check("v6 = 1\nv6 = choose 0..3\nbranch v6 == 1, block1, block2", "");
    check("g1 = 1\nbranch g1 == 1, block1, block2", "");
}

#[test]
fn a_condition_that_can_fault_is_not_certain() {
    check("branch (1 / v6) == 1, block1, block2", "");
    check("branch ((1 / v2) == 1) && false, block1, block2", "");
    check("branch (v3 == true) && false, block1, block2", "0 -> 2");
    check("branch false && ((1 / v2) == 1), block1, block2", "0 -> 2");
    check("branch true || ((1 / v2) == 1), block1, block2", "0 -> 1");
}

#[test]
fn what_is_new_is_no_null() {
    check("v7 = new class0\nbranch v7 == null, block1, block2", "0 -> 2");
    check("v7 = new class0\nv7 = load v7.field0\nbranch v7 == null, block1, block2", "");
    check("v7 = new class0\nv7 = null\nbranch v7 == null, block1, block2", "0 -> 1");
    check("branch v7 != null, block1, block2", "0 -> 2");
    check("v5 = new class3[3]\nv9 = size v5\nbranch v9 > 2, block1, block2", "0 -> 1");
    check("v5 = new class3[v2]\nv9 = size v5\nbranch v9 > 2, block1, block2", "");
}

#[test]
fn what_was_used_or_tested_is_no_null() {
    check("v6 = load v0.field1\nbranch v0 == null, block1, block2", "0 -> 2");
    check("v6 = load total v0.field1\nbranch v0 == null, block1, block2", "");
    check("store v0.field0 = v1\nbranch v1 == null, block1, block2", "");
    check("branch v0 == null, block1, block4\nblock4:\n* branch v0 == null, block2, block3", "4 -> 3");
    check("branch v0 == null, block4, block1\nblock4:\n* branch v0 == null, block2, block3", "4 -> 2");
    check("assume v0 != null\nbranch v0 == null, block1, block2", "0 -> 2");
    check("assert (v0 != null) && (v2 == 3)\nbranch (v0 == null) || (v2 != 3), block1, block2", "0 -> 2");
    check("branch v3, block4, block2\nblock4:\n* branch !v3, block2, block3", "4 -> 3");
    check("assume !(v3 || (v0 == null))\nbranch (v0 == null) || v3, block1, block2", "0 -> 2");
}

#[test]
fn copies_are_known_together() {
    check("v7 = v0\nv6 = load v7.field1\nbranch v0 == null, block1, block2", "0 -> 2");
    check("v7 = v0\nv6 = load v0.field1\nbranch v7 == null, block1, block2", "0 -> 2");
    check("v7 = v0\nv0 = v1\nv6 = load v7.field1\nbranch v0 == null, block1, block2", "");
    check("v7 = v0\nbranch v7 == v0, block1, block2", "0 -> 1");
    check("v7 = v0\nv1 = v7\nv0 = null\nv6 = load v1.field1\nbranch v7 == null, block1, block2", "");
    check("v6 = v2\nassume v2 == 4\nbranch v6 == 4, block1, block2", "0 -> 1");
    check("v0 = v0\nv6 = load v0.field1\nbranch v0 == null, block1, block2", "0 -> 2");
}

#[test]
fn classes_are_known_from_new_from_tests_and_from_casts() {
    check("v4 = new class1\nv8 = instance v4 of class0\nbranch v8, block1, block2", "0 -> 1");
    check("v4 = new class0\nv8 = instance v4 of class1\nbranch v8, block1, block2", "0 -> 2");
    check(
        "v8 = instance v4 of class0\nbranch v8, block4, block1\nblock4:\n* branch v4 == null, block2, block3",
        "4 -> 3",
    );
    check(
        "v8 = instance v4 of class1\nbranch v8, block4, block1\n\
         block4:\n* v8 = instance v4 of class0\nbranch v8, block2, block3",
        "4 -> 2",
    );
    check(
        "v8 = instance v4 of class0\nv4 = null\nbranch v8, block4, block1\nblock4:\n* branch v4 == null, block2, block3",
        "4 -> 2",
    );
    check("v6 = load v0.field1\nv8 = instance v0 of class0\nbranch v8, block1, block2", "0 -> 1");
    check("v8 = instance v0 of class0\nbranch v8, block1, block2", "");
    check("v8 = instance v7 of class0\nbranch v8, block1, block2", "0 -> 2");
    check(
        "v6 = load v0.field1\nv13 = cast v0 to class1\nv8 = instance v0 of class1\nbranch v8, block1, block2",
        "0 -> 1",
    );
    check(
        "v4 = new class2\nswitch class v4 { class0 -> block1, class2 -> block2, else -> block3 }",
        "0 -> 2",
    );
    check(
        "switch class v0 { class0 -> block4, else -> block1 }\n\
         block4:\n* v8 = instance v0 of class1\nbranch v8, block2, block3",
        "4 -> 3",
    );
    // A test of a reference that may be null, behind a test for null: as a cast is guarded.
    check(
        "v6 = load v0.field1\nv8 = instance v0 of class1\nbranch (v0 == null) || v8, block4, block1\n\
         block4:\n* v8 = instance v0 of class1\nbranch v8, block2, block3",
        "4 -> 2",
    );
}

#[test]
fn arrays_are_known_to_take_what_their_exact_class_takes() {
    check("v5 = new class4[1]\nv7 = new class0\nv8 = admits v5, v7\nbranch v8, block1, block2", "0 -> 2");
    check("v5 = new class4[1]\nv7 = new class1\nv8 = admits v5, v7\nbranch v8, block1, block2", "0 -> 1");
    check("v5 = new class3[1]\nv7 = new class1\nv8 = admits v5, v7\nbranch v8, block1, block2", "0 -> 1");
    check("v7 = new class0\nv8 = admits v5, v7\nbranch v8, block1, block2", "");
    check("v8 = admits v5, v7\nbranch v8, block1, block2", "0 -> 1");
}

#[test]
fn paths_that_meet_keep_what_they_agree_in() {
    let both = "branch v3, block4, block5\nblock4:\n* v7 = new class0\ngoto block6\nblock5:\n* v7 = new class1\n\
                goto block6\nblock6:\n* branch v7 == null, block1, block2";
    check(both, "6 -> 2");
    check(&both.replace("v7 = new class1", "v7 = v1"), "");
    // One of the sides is never taken.
    check(
        &both.replace("v7 = new class1", "v7 = v1").replace("branch v3,", "branch v6 == 0,"),
        "0 -> 4, 6 -> 2",
    );
    // Behind a fault there is nothing.
    check(&both.replace("v7 = new class1", "fault overflow"), "6 -> 2");
}

#[test]
fn loops_keep_what_they_do_not_change() {
    let counting = "v7 = new class0\ngoto block4\nblock4:\n* branch v10 < v2, block5, block1\n\
                    block5:\n* branch v7 == null, block2, block6\nblock6:\n* v10 = v10 + 1\ngoto block4";
    check(counting, "5 -> 6");
    check(&counting.replace("v10 = v10 + 1", "v7 = load v7.field0"), "");
    // The counter is 0 in the first round only.
    check(&counting.replace("v7 == null", "v10 == 3"), "");
}

#[test]
fn calls_and_messages_write_what_they_say() {
    check(
        "v6 = load v0.field1\n* v6 = call proc0(v0, v1, v2, v3, v4, v5) -> block4\nblock4:\n* branch v0 == null, block1, block2",
        "4 -> 2",
    );
    check(
        "v6 = 1\n* v6 = call proc0(v0, v1, v2, v3, v4, v5) -> block4\nblock4:\n* branch v6 == 1, block1, block2",
        "",
    );
}

#[test]
fn labels_move_with_their_blocks_and_those_with_names_stay() {
    let code = "block0:\n  v6 = 0\n  branch v6 == 0, block2, block1\nblock1:\nstuck\n* goto block1\n\
                block2:\nlabel \"L\"\n* branch v3, block3, block4\nblock3:\nstuck\n* goto block3\n\
                block4:\n* return 1\nblock5:\nlabel \"Never\"\n* return 2";
    let mut program = parse(code);
    run(&mut program);
    assert_eq!(verify(&program), Ok(()));
    let proc = &program.procs[ProcId::new(0)];
    let blocks: Vec<usize> = proc.labels.iter().map(|label| label.block.index()).collect();
    assert_eq!((proc.blocks.len(), blocks), (5, vec![1, 2, 4]));
    assert_eq!(program.stuck_blocks(), [(ProcId::new(0), BlockId::new(2))]);
}

const LARGE: usize = 20_000;

/// A chain of tests of one reference, all but the first of which are certain, and each of which leads to one handler.
#[test]
fn a_long_chain_of_tests_is_no_problem() {
    let test = |block: usize| {
        format!(
            "block{block}:\n* branch v0 == null, block{LARGE}, block{}\n",
            if block + 1 == LARGE { LARGE + 1 } else { block + 1 }
        )
    };
    let chain: String = (0..LARGE).map(test).collect();
    let program = parse(&format!("{chain}block{LARGE}:\n* return 0\nblock{}:\n* return 1", LARGE + 1));
    assert_eq!(certain(&program).split(", ").count(), LARGE - 1);
}

/// Ever more variables are known, read again at the end, and each block may leave to the last one or go round.
#[test]
fn many_known_variables_are_no_problem() {
    let mut builder = ProcBuilder::new("large", None);
    let input = builder.param("p", Type::Object, None);
    let locals: Vec<LocalId> = (0..LARGE / 10).map(|_| builder.local("x", Type::Object, None)).collect();
    let (last, first) = (builder.new_block(), builder.new_block());
    builder.goto(first);
    builder.switch_to(first);
    for &local in &locals {
        builder.push(Site::step(None), Op::Assign { dst: local.into(), value: input.into() });
        let (on, other) = (builder.new_block(), builder.new_block());
        builder.terminate(Site::default(), TermOp::Goto { targets: vec![on, other, last, first] });
        builder.switch_to(other);
        builder.goto(on);
        builder.switch_to(on);
    }
    builder.goto(last);
    builder.switch_to(last);
    for &local in &locals {
        let value = Expr::binary(BinOp::Eq, Type::Object, local.into(), Expr::NULL);
        builder.push(Site::step(None), CheckOp::Assume { condition: value });
    }
    builder.terminate(Site::step(None), TermOp::Return { values: vec![] });
    let mut program = Program::default();
    program.procs.push(builder.finish());
    assert_eq!(verify(&program), Ok(()));
    run(&mut program);
    assert_eq!(verify(&program), Ok(()));
}
