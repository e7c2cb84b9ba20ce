//! Instructions behind tests of their hazards: every instruction with every fault that can be caught, failing and not.
//!
//! Each body is executed as it is, and again with all of its hazards caught: a handler writes what was caught into a
//! global, and returns.

use std::collections::HashMap;

use ir::{
    BlockId, Expr, Faults, GlobalId, Hazard, LocalKind, Op, Proc, ProcBuilder, Program, Site, TermOp, Value,
};

use crate::support::{endings, program};

const MORE: &str = r#"
class class12 "Object[]" array of object
class class13 "Node[]" array of class0 extends class12
class class14 "Leaf[]" array of class1 extends class13
global g19 "caught": i32
global g20 "leaves": class13
global g21 "a": bool
thread proc0
proc proc1 "callee"(v0 "n": i32) -> (i32) {
block0:
* return 1 / v0
}
proc proc2 "waits"(v0 "n": i32) {
block0:
* return
}
"#;

/// `proc0` has the body, which ends before a return of its own or has blocks.
fn with_body(body: &str) -> Program {
    let body = match body.contains("block0:") {
        true => body.to_owned(),
        false => format!("block0:\n{body}\nreturn"),
    };
    program(&MORE.replace("thread proc0\n", &format!("thread proc0\nproc proc0 \"main\"() {{\n{body}\n}}\n")))
}

fn code(hazard: &Hazard) -> i64 {
    match hazard {
        Hazard::Null { .. } => 1,
        Hazard::Index { .. } => 2,
        Hazard::Division { .. } => 3,
        Hazard::Cast { .. } => 4,
        Hazard::ArrayStore { .. } => 5,
        Hazard::Length { .. } => 6,
    }
}

fn slug(code: i64) -> &'static str {
    match code {
        1 => "null-dereference",
        2 => "index-out-of-bounds",
        3 => "division-by-zero",
        4 => "failed-cast",
        5 => "array-store",
        _ => "negative-length",
    }
}

/// A block that notes what was caught, and returns.
fn handler(builder: &mut ProcBuilder, program: &Program, hazard: &Hazard) -> BlockId {
    let caught = program.globals.iter_enumerated().find(|(_, global)| global.name == "caught");
    let caught: GlobalId = caught.expect("it is declared").0;
    let (here, block) = (builder.current(), builder.new_block());
    builder.switch_to(block);
    let value = Expr::int(code(hazard));
    builder.push(Site::default(), Op::Assign { dst: caught.into(), value });
    let values = builder.results().iter().map(|&ty| Expr::Const(Value::default_of(ty))).collect();
    builder.terminate(Site::default(), TermOp::Return { values });
    builder.switch_to(here);
    block
}

/// The procedure, with the hazards caught that `is_caught` wants.
fn guarded(program: &Program, proc: &Proc, is_caught: impl Fn(&Hazard) -> bool) -> Proc {
    let faults = Faults::new(program);
    let mut builder = ProcBuilder::new(proc.name.clone(), None);
    for (id, local) in proc.locals.iter_enumerated() {
        match local.kind {
            _ if proc.params().any(|(param, _)| param == id) => builder.param(&local.name, local.ty, None),
            LocalKind::User => builder.local(&local.name, local.ty, None),
            LocalKind::Temp => builder.temp(local.ty),
        };
    }
    proc.results.iter().for_each(|&ty| builder.result(ty));
    (1..proc.blocks.len()).for_each(|_| _ = builder.new_block());
    for (id, block) in proc.blocks.iter_enumerated() {
        builder.switch_to(id);
        let mut catch = |builder: &mut ProcBuilder, hazard: &Hazard| {
            is_caught(hazard).then(|| handler(builder, program, hazard))
        };
        for instr in &block.instrs {
            builder.push_guarded(&faults, instr.site, instr.op.clone(), &mut catch);
        }
        let terminator = &block.terminator;
        builder.terminate_guarded(&faults, terminator.site, terminator.op.clone(), &mut catch);
    }
    builder.finish()
}

fn with_guards(program: &Program, is_caught: impl Fn(&Hazard) -> bool + Copy) -> Program {
    let procs = program.procs.iter().map(|proc| guarded(program, proc, is_caught)).collect();
    let guarded = Program { procs, ..program.clone() };
    assert_eq!(ir::verify(&guarded), Ok(()), "{guarded}");
    guarded
}

/// The body fails with the fault of this code, and catches it where it is guarded; or, without a code, does neither.
fn check(body: &str, caught: Option<i64>) {
    let program = with_body(body);
    let plain = endings(&program);
    let all = endings(&with_guards(&program, |_| true));
    let none = endings(&with_guards(&program, |_| false));
    assert_eq!(none, plain, "without handlers: {body}");
    match caught {
        None => assert_eq!(all, plain, "{body}"),
        Some(caught) => {
            assert_eq!(plain.iter().collect::<Vec<_>>(), [slug(caught)], "{body}");
            let noted = format!("caught={caught}");
            let has_noted = |ending: &String| ending.split(' ').any(|word| word == noted);
            assert!(!all.is_empty() && all.iter().all(has_noted), "{body}: {all:?}");
            // A fault that is not caught stays, whatever else is.
            let others = endings(&with_guards(&program, |hazard| code(hazard) != caught));
            assert_eq!(others, plain, "with handlers for others: {body}");
        }
    }
}

const CASES: &[(&str, Option<i64>)] = &[
    // Fields.
    ("g0 = load g3.field1", Some(1)),
    ("g3 = new class0\ng0 = load g3.field1", None),
    ("g0 = load total g3.field1", None),
    ("store g3.field1 = 1", Some(1)),
    ("g3 = new class0\nstore g3.field1 = 1", None),
    ("store total g3.field1 = 1", None),
    ("store g3.field1 = 1 / g0", Some(3)),
    // New arrays.
    ("g0 = -1\ng4 = new class2[g0]", Some(6)),
    ("g4 = new class2[-1]", Some(6)),
    ("g0 = 2\ng4 = new class2[g0]", None),
    ("g4 = new class2[2]", None),
    ("g11 = 2\ng4 = new class2[g11]", None),
    ("g14 = -3\ng4 = new class2[g14]", Some(6)),
    ("g4 = new class2[(1 / g0)]", Some(3)),
    ("g4 = new class2[(g0 - 1)]", Some(6)),
    ("g9 = new class3", None),
    // Classes.
    ("g9 = new class8\ng3 = cast g9 to class0", Some(4)),
    ("g9 = new class1\ng3 = cast g9 to class0", None),
    ("g3 = cast g9 to class0", None),
    ("g3 = cast null to class0", None),
    ("g3 = new class1\ng9 = cast g3 to class0", None),
    ("g9 = new class8\ng2 = instance g9 of class0", None),
    // Elements.
    ("g0 = load g4[0]", Some(1)),
    ("g4 = new class2[2]\ng0 = load g4[2]", Some(2)),
    ("g4 = new class2[2]\ng0 = -1\ng0 = load g4[g0]", Some(2)),
    ("g4 = new class2[2]\ng0 = load g4[-1]", Some(2)),
    ("g4 = new class2[2]\ng0 = load g4[1]", None),
    ("g4 = new class2[2]\ng0 = load g4[(g0 + 1)]", None),
    ("g4 = new class2[2]\ng0 = load g4[(g0 + 2)]", Some(2)),
    ("g4 = new class2[2]\ng11 = 0\ng11 = ~ g11\ng0 = load g4[g11]", Some(2)),
    ("g4 = new class2[2]\ng11 = 1\ng0 = load g4[g11]", None),
    ("g4 = new class2[2]\ng14 = -1\ng0 = load g4[g14]", Some(2)),
    ("g4 = new class2[2]\ng14 = 1\ng0 = load g4[g14]", None),
    ("g4 = new class2[2]\ng7 = 1\ng0 = load g4[g7]", None),
    ("g4 = new class2[2]\ng7 = 2\ng0 = load g4[g7]", Some(2)),
    ("g4 = new class2[300]\ng14 = 127\ng0 = load g4[g14]", None),
    ("store g4[0] = 1", Some(1)),
    ("store g4[(1 / g0)] = 1", Some(3)),
    ("g4 = new class2[1]\nstore g4[1] = 1", Some(2)),
    ("g4 = new class2[1]\nstore g4[0] = 1 / g0", Some(3)),
    ("g4 = new class2[1]\nstore g4[0] = 1", None),
    ("g20 = new class14[1]\ng3 = new class0\nstore g20[0] = g3", Some(5)),
    ("g20 = new class14[1]\ng3 = new class0\nstore g20[1] = g3", Some(2)),
    ("g20 = new class14[1]\ng3 = new class1\nstore g20[0] = g3", None),
    ("g20 = new class14[1]\nstore g20[0] = g3", None),
    ("g20 = new class14[1]\nstore g20[0] = null", None),
    ("g20 = new class13[1]\ng3 = new class0\nstore g20[0] = g3", None),
    ("g2 = admits g20, g3", Some(1)),
    ("g20 = new class14[1]\ng3 = new class0\ng2 = admits g20, g3", None),
    ("g0 = size g4", Some(1)),
    ("g4 = new class2[3]\ng0 = size g4", None),
    // Sets and channels.
    ("insert g5, 1", Some(1)),
    ("insert g5, 1 / g0", Some(3)),
    ("g5 = new class4\ninsert g5, 1", None),
    ("remove g5, 1", Some(1)),
    ("g5 = new class4\nremove g5, 1", None),
    ("g2 = contains g5, 1", Some(1)),
    ("g5 = new class4\ng2 = contains g5, 1", None),
    ("union g5, g5", Some(1)),
    ("g16 = new class11\nunion g16, g17", Some(1)),
    ("g16 = new class11\nunion g17, g16", Some(1)),
    ("g16 = new class11\nunion g16, g16", None),
    ("g16 = new class11\ndifference g16, g17", Some(1)),
    ("g16 = new class11\ndifference g17, g16", Some(1)),
    ("g16 = new class11\ndifference g16, g16", None),
    ("g16 = new class11\ninsert g16, record(1 / g0, 0.0m)", Some(3)),
    ("send g6, 1", Some(1)),
    ("g6 = new class6\nsend g6, 1", None),
    // Choices, checks and threads.
    ("g0 = choose in g4", Some(1)),
    ("g4 = new class2[2]\ng0 = choose in g4", None),
    ("g0 = choose 0..2", None),
    ("assume (1 / g0) == 1", Some(3)),
    ("g0 = 1\nassume (1 / g0) == 1", None),
    ("assert (1 / g0) == 1", Some(3)),
    ("g0 = 1\nassert (1 / g0) == 1", None),
    ("accept (1 / g0) == 1", Some(3)),
    ("g0 = 1\naccept (1 / g0) == 1", None),
    ("trace \"{0}\", 1 / g0", Some(3)),
    ("g0 = 1\ntrace \"{0}\", 1 / g0", None),
    ("spawn proc2(1 / g0)", Some(3)),
    ("g0 = 1\nspawn proc2(1 / g0)", None),
    // Arithmetic, where it is reached.
    ("g0 = 1 / g0", Some(3)),
    ("g0 = 7 % g0", Some(3)),
    ("g0 = 7 %{i32} 2", None),
    ("g0 = 7 /{i32} 0", Some(3)),
    ("g1 = 1\ng0 = (4 / g1) / g0", Some(3)),
    ("g1 = 1\ng0 = (4 / g1) / 2", None),
    ("g15 = 1.0m / g15", Some(3)),
    ("g15 = 2.0m\ng15 = 1.0m / g15", None),
    ("g13 = 1.0 / g13", None),
    ("g2 = (g0 != 0) && ((1 / g0) == 1)", None),
    ("g2 = (g0 == 0) && ((1 / g0) == 1)", Some(3)),
    ("g2 = (g0 == 0) || ((1 / g0) == 1)", None),
    ("g2 = (g0 != 0) || ((1 / g0) == 1)", Some(3)),
    ("g2 = ((g0 == 0) || ((1 / g0) == 1)) && ((g21 || g2) || ((1 / g0) == 0))", Some(3)),
    ("g2 = ((g0 == 0) || ((1 / g0) == 1)) && ((g21 && g2) && ((1 / g0) == 0))", None),
    // Terminators.
    ("block0:\nbranch (1 / g0) == 1, block1, block1\nblock1:\nreturn", Some(3)),
    ("block0:\ng0 = 1\nbranch (1 / g0) == 1, block1, block1\nblock1:\nreturn", None),
    ("block0:\nswitch 1 / g0 { 1 -> block1, else -> block1 }\nblock1:\nreturn", Some(3)),
    ("block0:\nswitch class g9 { class0 -> block1, else -> block1 }\nblock1:\nreturn", Some(1)),
    ("block0:\ng9 = new class8\nswitch class g9 { class0 -> block1, else -> block1 }\nblock1:\nreturn", None),
    ("block0:\n* g0 = call proc1(0) -> block1\nblock1:\nreturn", Some(3)),
    ("block0:\n* g0 = call proc1(1) -> block1\nblock1:\nreturn", None),
    ("block0:\n* g0 = call proc1(1 / g0) -> block1\nblock1:\nreturn", Some(3)),
];

#[test]
fn every_fault_that_a_language_can_catch_is_caught_where_it_happens() {
    CASES.iter().for_each(|(body, caught)| check(body, *caught));
}

/// All codes are among the cases, so that no kind of hazard is forgotten.
#[test]
fn the_cases_are_about_all_hazards() {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    CASES.iter().filter_map(|case| case.1).for_each(|code| *counts.entry(code).or_default() += 1);
    assert!((1..=6).all(|code| counts.contains_key(&code)), "{counts:?}");
}

#[test]
fn the_tests_belong_to_the_step_of_their_instruction() {
    let program = with_body("block0:\n* g4 = new class2[2]\n* g0 = load g4[(1 / g1)]\n* return");
    let guarded = with_guards(&program, |_| true);
    let steps = |program: &Program| {
        let blocks = program.procs.iter().flat_map(|proc| &proc.blocks);
        let sites = blocks.flat_map(|block| (0..=block.instrs.len()).map(|at| block.site(at)));
        sites.filter(|site| site.step).count()
    };
    assert_eq!(steps(&guarded), steps(&program));
}
