//! One wrong program, at least, for each rule. Cases are data: a rule, and what is added to a prelude that keeps all
//! rules.

use base::{Id, SourceId};

use super::{Rule, verify};
use crate::test_programs::any_program;
use crate::*;

/// The declarations that the cases refer to; `proc0` to `proc3` come first.
const PRELUDE: &str = r#"
enum enum0 { "red", "green" }
class class0 interface
class class1 record implements class0 { field0: class1; field1: i32 }
class class2 record extends class1 { field0; field1; field2: bool }
class class3 array of i32
class class4 array[2] of i32
class class5 set of class1
class class6 channel of i32
class class7 record { field3: i32; field4: decimal }
class class8 set of class7 by contents
class class9 set of class7
global g0: i32
global g1: class1
proc proc0(v0: i32) -> (i32) {
block0:
* return v0
}
proc proc1(v0: class1) -> (bool) observer {
block0:
* return v0 == null
}
proc proc2() {
block0:
  return
}
"#;

fn parse(text: &str) -> Program {
    read(SourceId::new(0), text).unwrap_or_else(|errors| panic!("{errors:#?}\nin\n{text}"))
}

/// A procedure with variables of all types around a few lines of code.
fn with_code(code: &str) -> String {
    format!(
        "{PRELUDE}proc proc3() -> (i32) {{
  local v0: bool
  local v1: i32
  local v2: enum0
  local v3: class1
  local v4: class2
  local v5: class3
  local v6: class5
  local v7: class6
  local v8: object
  local v9: f32
  local v10: 1..5
  local v11: i8
  temp v12: i32
  local v13: class4
  local v14: class0
  local v15: u64
  local v16: decimal
  local v17: class7
  local v18: class8
  local v19: class9
  local v20: string
{code}
}}"
    )
}

/// The lines are the only block, before a return.
fn with_instrs(instrs: &str) -> String {
    with_code(&format!("block0:\n* {}\n* return 0", instrs.replace('\n', "\n* ")))
}

fn rules_broken(program: &Program) -> Vec<Rule> {
    let mut rules: Vec<Rule> = verify(program).err().into_iter().flatten().map(|error| error.rule).collect();
    rules.dedup();
    rules
}

fn check(rule: Rule, text: &str) {
    let program = parse(text);
    assert_eq!(rules_broken(&program), [rule], "{text}\n{:#?}", verify(&program));
}

fn check_ok(text: &str) {
    assert_eq!(verify(&parse(text)), Ok(()), "{text}");
}

const WRONG_DECLARATIONS: &[(Rule, &str)] = &[
    (Rule::IdsInRange, "global g0: class0"),
    (Rule::IdsInRange, "global g0: enum0"),
    (Rule::IdsInRange, "class class0 set of class1"),
    (Rule::IdsInRange, "class class0 record extends class1 {}"),
    (Rule::IdsInRange, "class class0 record { field0 }"),
    (Rule::IdsInRange, "field field0: i32 of class0 slot 0"),
    (Rule::IdsInRange, "thread proc0"),
    (Rule::IdsInRange, "init proc0"),
    (Rule::WellFormedTypes, "global g0: i13"),
    (Rule::WellFormedTypes, "global g0: u0"),
    (Rule::WellFormedTypes, "global g0: i255w"),
    (Rule::WellFormedTypes, "global g0: 5..4"),
    (Rule::WellFormedTypes, "enum enum0 {}\nglobal g0: enum0"),
    (Rule::WellFormedTypes, "proc proc0(v0: i7) -> (u9) {\nblock0:\n  return 0\n}"),
    (Rule::ClassHierarchy, "class class0 record extends class0 {}"),
    (Rule::ClassHierarchy, "class class0 interface extends class1\nclass class1 interface extends class0"),
    (Rule::ClassHierarchy, "class class0 interface\nclass class1 record extends class0 {}"),
    (Rule::ClassHierarchy, "class class0 record {}\nclass class1 record implements class0 {}"),
    (Rule::ClassHierarchy, "class class0 set of i32\nclass class1 interface extends class0"),
    (Rule::IdsInRange, "class class0 array of object extends class1"),
    (Rule::ClassHierarchy, "class class0 array of object extends class0"),
    (Rule::ClassHierarchy, "class class0 record {}\nclass class1 array of object extends class0"),
    (Rule::IdsInRange, "class class0 record {} methods { \"m\" = proc0 }"),
    (Rule::Methods, "class class0 set of i32 methods { \"m\" }"),
    (Rule::Methods, "class class0 record {} methods { \"m\"; static \"m\" }"),
    (Rule::Methods, "class class0 record {} methods { \"m\" = proc0 }\nproc proc0() {\nblock0:\n  return\n}"),
    (
        Rule::Methods,
        concat!(
            "class class0 interface methods { \"m\" = proc0 }\n",
            "class class1 interface extends class0\n",
            "class class2 record implements class1 {} methods { \"m\" = proc1 }\n",
            "proc proc0(v0: class0, v1: i32) {\nblock0:\n  return\n}\nproc proc1(v0: class2, v1: bool) {\nblock0:\n  return\n}"
        ),
    ),
    (
        Rule::Methods,
        concat!(
            "class class0 interface methods { \"m\" = proc0 }\n",
            "class class1 record implements class0 {} methods { \"m\" = proc1 }\n",
            "proc proc0(v0: class0) -> (class1) {\nblock0:\n  return null\n}\n",
            "proc proc1(v0: object) -> (class0) {\nblock0:\n  return null\n}"
        ),
    ),
    (Rule::CovariantArrays, "class class0 array of i32\nclass class1 array of i32 extends class0"),
    (Rule::CovariantArrays, "class class0 array[2] of object\nclass class1 array of object extends class0"),
    (Rule::CovariantArrays, "class class0 array of object\nclass class1 array[2] of object extends class0"),
    (
        Rule::CovariantArrays,
        "class class0 record {}\nclass class1 array of class0\nclass class2 array of object extends class1",
    ),
    (Rule::FieldSlots, "class class0 record { field0: i32 }\nclass class1 record extends class0 {}"),
    (
        Rule::FieldSlots,
        "class class0 record { field0: i32 }\nclass class1 record extends class0 { field1: i32; field0 }",
    ),
    (Rule::FieldSlots, "class class0 record { field0: i32 }\nclass class1 record { field0 }"),
    (Rule::FieldSlots, "class class0 record { field0: i32; field0 }"),
    (Rule::FieldSlots, "class class0 record { field0 }\nfield field0: i32 of class0 slot 1"),
    (Rule::FieldSlots, "class class0 record {}\nfield field0: i32 of class0 slot 0"),
    (Rule::EntryPoints, "thread proc0\nproc proc0(v0: i32) {\nblock0:\n  return\n}"),
    (Rule::EntryPoints, "init proc0\nproc proc0() -> (bool) {\nblock0:\n  return true\n}"),
    (Rule::EntryPoints, "init proc0\nthread proc0\nproc proc0() {\nblock0:\n  return\n}"),
    (Rule::EntryPoints, "init proc0\nproc proc0() {\nblock0:\n  spawn proc0()\n  return\n}"),
    (Rule::ProcShape, "proc proc0() {\n}"),
    (Rule::IdsInRange, "class class0 set of class1 by contents"),
    (Rule::SetElements, "class class0 set of i32 by contents"),
    (Rule::SetElements, "class class0 set of object by contents"),
    (Rule::SetElements, "class class0 interface\nclass class1 set of class0 by contents"),
    (
        Rule::SetElements,
        "class class0 record {}\nclass class1 record extends class0 {}\nclass class2 set of class1 by contents",
    ),
];

const WRONG_INSTRUCTIONS: &[(Rule, &str)] = &[
    (Rule::IdsInRange, "v21 = 1"),
    (Rule::IdsInRange, "g2 = 1"),
    (Rule::IdsInRange, "v1 = v21"),
    (Rule::IdsInRange, "v1 = load v3.field5"),
    (Rule::IdsInRange, "v8 = new class10"),
    (Rule::IdsInRange, "v0 = instance v8 of class10"),
    (Rule::IdsInRange, "v2 = choose enum1"),
    (Rule::IdsInRange, "spawn proc9()"),
    (Rule::IdsInRange, "v0 = v8 =={class10} v8"),
    (Rule::WellFormedTypes, "v11 = convert{i32 -> i9}(v1)"),
    (Rule::WellFormedTypes, "v0 = 1 <{3..2} 2"),
    (Rule::WellFormedTypes, "v11 = round checked{f32 -> i9}(0.5)"),
    (Rule::Constants, "v11 = 128"),
    (Rule::Constants, "v10 = 0"),
    (Rule::Constants, "v2 = 2"),
    (Rule::Constants, "v2 = -1"),
    (Rule::Constants, "v0 = 1"),
    (Rule::Constants, "v1 = null"),
    (Rule::Constants, "v1 = 1.0"),
    (Rule::Constants, "v9 = 0.1"),
    (Rule::Constants, "v8 = #1"),
    (Rule::Constants, "trace \"t\", #1"),
    (Rule::Constants, "v3 = false"),
    (Rule::Constants, "v10 = choose 1..6"),
    (Rule::Constants, "store v3.field1 = true"),
    (Rule::Constants, "assert null"),
    (Rule::OperandTypes, "v0 = v1"),
    (Rule::OperandTypes, "v1 = v11"),
    (Rule::OperandTypes, "v4 = v3"),
    (Rule::OperandTypes, "v3 = v8"),
    (Rule::OperandTypes, "v0 = v3 =={class1} v3"),
    (Rule::OperandTypes, "v0 = v0 < v0"),
    (Rule::OperandTypes, "v0 = v0 + v0"),
    (Rule::OperandTypes, "v0 = v1 && v1"),
    (Rule::OperandTypes, "v9 = v9 << v9"),
    (Rule::OperandTypes, "v1 = v1 + v11"),
    (Rule::OperandTypes, "v0 = !{i32} v1"),
    (Rule::OperandTypes, "v0 = -v0"),
    (Rule::OperandTypes, "v9 = ~v9"),
    (Rule::OperandTypes, "v1 = convert{i8 -> i32}(v1)"),
    (Rule::OperandTypes, "v1 = round checked{f64 -> i32}(v9)"),
    (Rule::OperandTypes, "v1 = round saturating{f32 -> i32}(v1)"),
    (Rule::OperandTypes, "v11 = round saturating{f32 -> i32}(v9)"),
    (Rule::Constants, "v1 = round checked{f32 -> i32}(1)"),
    (Rule::OperandTypes, "v1 = load v8.field1"),
    (Rule::OperandTypes, "v0 = load v3.field2"),
    (Rule::OperandTypes, "v0 = load v3.field1"),
    (Rule::OperandTypes, "store v3.field0 = v8"),
    (Rule::OperandTypes, "v4 = new class1"),
    (Rule::OperandTypes, "v5 = new class3[v0]"),
    (Rule::OperandTypes, "v4 = cast v8 to class1"),
    (Rule::OperandTypes, "v3 = cast v1 to class1"),
    (Rule::OperandTypes, "v1 = instance v8 of class1"),
    (Rule::OperandTypes, "v1 = load v6[0]"),
    (Rule::OperandTypes, "v1 = load v5[v0]"),
    (Rule::OperandTypes, "v1 = load v5[null]"),
    (Rule::OperandTypes, "v0 = load v5[0]"),
    (Rule::OperandTypes, "store v5[0] = v0"),
    (Rule::OperandTypes, "v1 = size v3"),
    (Rule::OperandTypes, "v1 = size null"),
    (Rule::OperandTypes, "v11 = size v5"),
    (Rule::OperandTypes, "insert v6, v8"),
    (Rule::OperandTypes, "remove v5, v1"),
    (Rule::OperandTypes, "union v6, v5"),
    (Rule::OperandTypes, "v1 = contains v6, v3"),
    (Rule::OperandTypes, "send v7, v0"),
    (Rule::Constants, "v16 = 1"),
    (Rule::Constants, "v16 = 1.5"),
    (Rule::Constants, "v9 = 1.5m"),
    (Rule::OperandTypes, "v16 = v16 & v16"),
    (Rule::OperandTypes, "v16 = v16 << v16"),
    (Rule::OperandTypes, "v16 = ~v16"),
    (Rule::OperandTypes, "v1 = convert{decimal -> i32}(v16)"),
    (Rule::OperandTypes, "v16 = convert{f32 -> decimal}(v9)"),
    (Rule::OperandTypes, "v2 = convert{i32 -> enum0}(v1)"),
    (Rule::OperandTypes, "v9 = convert{enum0 -> f32}(v2)"),
    (Rule::OperandTypes, "v16 = convert{enum0 -> decimal}(v2)"),
    (Rule::OperandTypes, "v1 = convert{enum0 -> i32}(v1)"),
    (Rule::OperandTypes, "v1 = convert{enum0 -> i8}(v2)"),
    (Rule::OperandTypes, "v0 = v2 =={enum0} v1"),
    (Rule::OperandTypes, "v2 = v2 +{enum0} v2"),
    (Rule::Constants, "v1 = convert{enum0 -> i32}(2)"),
    (Rule::OperandTypes, "v0 = v16 < v9"),
    (Rule::OperandTypes, "insert v18, v17"),
    (Rule::OperandTypes, "insert v19, record(1, 1m)"),
    (Rule::OperandTypes, "insert v18, record(1)"),
    (Rule::OperandTypes, "remove v18, record(1, 1m, 2m)"),
    (Rule::OperandTypes, "v0 = contains v18, record(v0, 1m)"),
    (Rule::Constants, "v0 = contains v18, record(1m, 1m)"),
    (Rule::OperandTypes, "union v18, v19"),
    (Rule::OperandTypes, "difference v19, v18"),
    (Rule::SetElements, "store v17.field3 = 1"),
    (Rule::DefinedTemps, "insert v18, record(v12, 1m)"),
    (Rule::OperandTypes, "send v6, v3"),
    (Rule::OperandTypes, "v1 = choose bool"),
    (Rule::OperandTypes, "v1 = choose enum0"),
    (Rule::OperandTypes, "v2 = choose 0..1"),
    (Rule::OperandTypes, "v1 = choose in v7"),
    (Rule::OperandTypes, "v0 = choose in v5"),
    (Rule::OperandTypes, "assume v1"),
    (Rule::OperandTypes, "accept v3"),
    (Rule::OperandTypes, "spawn proc0(v0)"),
    (Rule::NewClass, "v14 = new class0"),
    (Rule::NewClass, "v5 = new class3"),
    (Rule::NewClass, "v13 = new class4[2]"),
    (Rule::NewClass, "v3 = new class1[2]"),
    (Rule::Choices, "v1 = choose 2..1"),
    (Rule::Choices, "v16 = choose any decimal"),
    (Rule::Choices, "v20 = choose any string"),
    (Rule::Choices, "v3 = choose any class1"),
    (Rule::Choices, "v8 = choose any object"),
    (Rule::OperandTypes, "v1 = choose any i8"),
    (Rule::OperandTypes, "v0 = choose any i32"),
    (Rule::OperandTypes, "v9 = choose any f64"),
    (Rule::WellFormedTypes, "v1 = choose any i9"),
    (Rule::IdsInRange, "v2 = choose any enum1"),
    (Rule::IdsInRange, "v3 = choose any class10"),
    (Rule::Constants, "v20 = str1"),
    (Rule::Constants, "v20 = null"),
    (Rule::Constants, "v1 = \"a\""),
    (Rule::OperandTypes, "v0 = v20 == v1"),
    (Rule::OperandTypes, "v0 = v20 < \"a\""),
    (Rule::OperandTypes, "v20 = v20 + \"a\""),
    (Rule::OperandTypes, "v20 = v0"),
    (Rule::OperandTypes, "havoc v1"),
    (Rule::OperandTypes, "havoc #1"),
    (Rule::Havoc, "havoc v8"),
    (Rule::Havoc, "havoc v6"),
    (Rule::Havoc, "havoc v7"),
    (Rule::Havoc, "havoc v17"),
    (Rule::Havoc, "v16 = havoc"),
    (Rule::Havoc, "v0, v19 = havoc v3"),
    (Rule::IdsInRange, "v0, v21 = havoc v3"),
    (Rule::Calls, "spawn proc0()"),
    (Rule::Calls, "spawn proc2(1)"),
    (Rule::AtomicSections, "atomic end"),
    (Rule::AtomicSections, "atomic begin"),
    (Rule::DefinedTemps, "v1 = v12"),
    (Rule::DefinedTemps, "v12 = v12 + 1"),
];

const WRONG_BLOCKS: &[(Rule, &str)] = &[
    (Rule::IdsInRange, "block0:\n* goto block1"),
    (Rule::IdsInRange, "block0:\n* call proc9() -> block0"),
    (Rule::IdsInRange, "block0:\n* select {\n wait call proc9() -> block0\n}"),
    (Rule::IdsInRange, "block0:\n* select {\n v21 = receive v7 -> block0\n}"),
    (Rule::IdsInRange, "block0:\n* switch class v3 { class10 -> block0, else -> block0 }"),
    (Rule::OperandTypes, "block0:\n* branch v1, block0, block0"),
    (Rule::OperandTypes, "block0:\n* switch v0 { else -> block0 }"),
    (Rule::OperandTypes, "block0:\n* switch class v0 { else -> block0 }"),
    (Rule::OperandTypes, "block0:\n* return v0"),
    (Rule::OperandTypes, "block0:\n* v0 = call proc0(v1) -> block0"),
    (Rule::OperandTypes, "block0:\n* v1 = call proc0(v0) -> block0"),
    (Rule::OperandTypes, "block0:\n* select {\n wait v1 -> block0\n}"),
    (Rule::OperandTypes, "block0:\n* select {\n v0 = receive v7 -> block0\n}"),
    (Rule::OperandTypes, "block0:\n* select {\n v1 = receive v6 -> block0\n}"),
    (Rule::OperandTypes, "block0:\n* select {\n v1 = receive null -> block0\n}"),
    (Rule::OperandTypes, "block0:\n* select {\n v0 = receive call proc1(v3) -> block0\n}"),
    (Rule::Constants, "block0:\n* switch v2 { 2 -> block0, else -> block0 }"),
    (Rule::Calls, "block0:\n* call proc0(1) -> block0"),
    (Rule::Calls, "block0:\n* v1, v1 = call proc0(1) -> block0"),
    (Rule::Calls, "block0:\n* return"),
    (Rule::Calls, "block0:\n* return 1, 2"),
    (Rule::Calls, "block0:\n* select {\n wait call proc1() -> block0\n}"),
    (Rule::Targets, "block0:\n* goto"),
    (Rule::Targets, "block0:\n* select {\n}"),
    (Rule::SwitchCases, "block0:\n* switch v1 { 1 -> block0, 1 -> block0, else -> block0 }"),
    (Rule::SwitchCases, "block0:\n* switch class v3 { class0 -> block0, else -> block0 }"),
    (Rule::SwitchCases, "block0:\n* switch class v3 { class1 -> block0, class1 -> block0, else -> block0 }"),
    (Rule::Guards, "block0:\n* select {\n wait call proc2() -> block0\n}"),
    (
        Rule::AtomicSections,
        "block0:\n* branch v0, block1, block2\nblock1:\n* atomic begin\n  goto block2\nblock2:\n* return 0",
    ),
    (Rule::AtomicSections, "block0:\n* atomic begin\n  goto block0"),
    (Rule::StepsOnCycles, "block0:\n  goto block0"),
    (
        Rule::StepsOnCycles,
        "block0:\n* goto block1\nblock1:\n  goto block2\nblock2:\n  branch v0, block0, block1",
    ),
    (Rule::StepsOnCalls, "block0:\n  call proc2() -> block1\nblock1:\n* return 0"),
    (
        Rule::DefinedTemps,
        "block0:\n* branch v0, block1, block2\nblock1:\n  v12 = 1\n  goto block2\nblock2:\n* return v12",
    ),
    // A message is there only on the edge of its own join.
    (
        Rule::DefinedTemps,
        "block0:\n* select {\n v12 = receive v7 -> block1\n always -> block1\n}\nblock1:\n* return v12",
    ),
    (Rule::Labels, "block0:\nlabel \"l\"\n  v1 = 1\n* return 0"),
    (Rule::Labels, "block0:\nlabel \"l\"\nlabel \"l\"\n* return 0"),
    (Rule::Labels, "block0:\nstuck\n* return 0"),
    (Rule::Labels, "block0:\n* goto block1\nblock1:\nstuck\n* goto block0"),
    (Rule::Labels, "block0:\n* v1 = 1\nstuck\n* goto block0"),
    (Rule::DefinedTemps, "block0:\n* v12 = call proc0(v12) -> block1\nblock1:\n* return v12"),
];

const WRONG_OBSERVERS: &[&str] = &[
    "  store v0.field1 = 1\n  return",
    "  g0 = 1\n  return",
    "  v0 = new class1\n  return",
    "  v1 = choose 1..2\n  return",
    "  assume true\n  return",
    "  accept true\n  return",
    "  spawn proc2()\n  return",
    "  yield\n  return",
    "  v1 = havoc\n  return",
    "* opaque \"native\"",
    "* goto block0, block0",
    "* select {\n always -> block0\n}",
    "* call proc2() -> block0",
    "* g0 = call proc4() -> block0",
];

#[test]
fn wrong_programs_break_just_the_rule_that_they_are_about() {
    WRONG_DECLARATIONS.iter().for_each(|(rule, text)| check(*rule, text));
    WRONG_INSTRUCTIONS.iter().for_each(|(rule, code)| check(*rule, &with_instrs(code)));
    WRONG_BLOCKS.iter().for_each(|(rule, code)| check(*rule, &with_code(code)));
    for code in WRONG_OBSERVERS {
        let text = format!(
            "{PRELUDE}proc proc3(v0: class1, v1: i32) observer {{\nblock0:\n{code}\n}}\n\
             proc proc4() -> (i32) observer {{\nblock0:\n* return 1\n}}"
        );
        check(Rule::Observers, &text);
    }
}

#[test]
fn deep_expressions_break_their_rule_without_recursion() {
    let deep = |depth: usize| with_instrs(&format!("v0 = {}v0", "!".repeat(depth - 1)));
    check_ok(&deep(Expr::MAX_DEPTH));
    check(Rule::ExpressionDepth, &deep(Expr::MAX_DEPTH + 1));
}

#[test]
fn parameters_must_be_locals() {
    let mut program = parse(PRELUDE);
    program.procs[ProcId::new(0)].n_params = 2;
    assert_eq!(rules_broken(&program), [Rule::ProcShape]);
}

#[test]
fn every_rule_has_a_wrong_program() {
    let tables = [WRONG_DECLARATIONS, WRONG_INSTRUCTIONS, WRONG_BLOCKS];
    let mut covered: Vec<Rule> = tables.concat().iter().map(|case| case.0).collect();
    covered.extend([Rule::Observers, Rule::ExpressionDepth]);
    let missing: Vec<&Rule> = Rule::ALL.iter().filter(|rule| !covered.contains(rule)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn programs_that_look_suspicious_may_be_right() {
    for code in [
        "v15 = -1",
        "v9 = 0.5",
        "v8 = null",
        "v3 = v4",
        "v14 = v4",
        "v0 = v3 == v6",
        "v0 = v2 < 1",
        "v0 = v0 ^ true",
        "v1 = load v5[v15]",
        "v1 = convert{enum0 -> i32}(v2) + 1",
        "v10 = convert{enum0 -> 1..5}(v2)",
        "v11 = convert{enum0 -> i8}(1)",
        "v1 = round saturating{f32 -> i32}(v9) + round checked{f64 -> i32}(0.1)",
        "v13 = new class4",
        "v4 = cast v14 to class2",
        "v1 = load null.field1",
        "trace \"t\", v0, 1, null, 2.5",
        "atomic begin\natomic begin\natomic end\natomic end",
        "v12 = 1\nv1 = v12",
    ] {
        check_ok(&with_instrs(code));
    }
    for code in [
        "block0:\n* goto block1, block2\nblock1:\n* goto block2\nblock2:\n  branch v0, block0, block1",
        "block0:\n* select {\n v12 = receive v7 -> block1\n always -> block2\n}\nblock1:\n* return v12\nblock2:\n* return 0",
        "block0:\n* v12 = call proc0(1) -> block1\nblock1:\n* return v12",
        "block0:\n  v1 = call proc0(1) -> block1\nblock1:\n* return 0",
        "block0:\n* return 0\nblock1:\n* return v12",
    ] {
        check_ok(&with_code(code));
    }
}

#[test]
fn errors_say_where_they_are() {
    let text = with_instrs("v1 = 0\nv1 = v0");
    let errors = verify(&parse(&text)).expect_err("a bool is no number");
    let [error] = &errors[..] else { panic!("{errors:#?}") };
    assert_eq!(
        error.to_string(),
        "proc3 block0 instruction 1 [operand-types]: the value v0 has type bool where i32 is asked for"
    );
    assert_eq!(&text[error.span.expect("read from text").range()], "v1 = v0");
    assert_eq!(base::Diagnostic::from(error).code.id, "CP0040");
}

#[test]
fn no_program_makes_the_verifier_panic() {
    for seed in 0..3000 {
        let _ = verify(&any_program(seed));
    }
}
