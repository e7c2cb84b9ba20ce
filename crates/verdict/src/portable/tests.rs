//! Portable forms are read back as what they were, say nothing of programs that have not their names, and know which
//! code they were made for. Generated programs are in `crates/testkit/tests/certificates.rs`.

use base::{Id, SourceFile, SourceMap};
use ir::{ObjectId, Program, Value};

use super::{
    Fingerprint, Fingerprints, PortableContent, PortableProblem, PortableSet, PortableSlots, PortableSpot,
    PortableValue,
};
use crate::summary::{Content, Effect, NewObject, Read, Spot, Summary, SummarySet};

const PROGRAM: &str = r#"
enum enum0 "Colour" { "red", "green" }
class class0 "Node" record { field0 "next": class0; field1 "colour": enum0; field2 "size": u64 }
class class1 "Nodes" set of class0
class class2 "Lonely" record { field3 "x": i32 }
global g0 "head": class0
global g1 "count": i32
global g2 "lonely": class2
thread proc0

proc proc0 "main"() {
  local v0 "nodes": class1
block0:
* v0 = call proc1(g0) -> block1
block1:
* call proc2() -> block2
block2:
* return
}

proc proc1 "push"(v0 "node": class0) -> (class1) {
  local v1 "result": class1
block0:
* g1 = g1 + 1
  v1 = new class1
  return v1
}

proc proc2 "alone"() {
block0:
* g2 = new class2
  return
}
"#;

/// The same program with all of its parts in another order.
const REORDERED: &str = r#"
enum enum0 "Colour" { "red", "green" }
class class0 "Lonely" record { field0 "x": i32 }
class class1 "Nodes" set of class2
class class2 "Node" record { field1 "next": class2; field2 "colour": enum0; field3 "size": u64 }
global g0 "lonely": class0
global g1 "head": class2
global g2 "count": i32
thread proc2

proc proc0 "alone"() {
block0:
* g0 = new class0
  return
}

proc proc1 "push"(v0 "node": class2) -> (class1) {
  local v1 "result": class1
block0:
* g2 = g2 + 1
  v1 = new class1
  return v1
}

proc proc2 "main"() {
  local v0 "nodes": class1
block0:
* v0 = call proc1(g1) -> block1
block1:
* call proc0() -> block2
block2:
* return
}
"#;

fn program(text: &str) -> Program {
    let file = SourceMap::new().add(SourceFile::new("program", text));
    let program = ir::read(file, text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}"));
    program
}

fn object(number: usize) -> Value {
    Value::Ref(ObjectId::new(number))
}

/// A summary of `push` that uses most of what there is.
fn summaries() -> SummarySet {
    let read = |spot, seen| Read { spot, seen };
    let node = ObjectId::new(0);
    let pattern = vec![
        read(Spot::Param(Id::new(0)), Content::Value(object(0))),
        read(Spot::Class(node), Content::Class(Id::new(0))),
        read(Spot::Slot(node, 0), Content::Value(Value::Null)),
        read(Spot::Slot(node, 1), Content::Value(Value::Int(1))),
        read(Spot::Slot(node, 2), Content::Value(Value::Int(-1))),
        read(Spot::SelfId, Content::Value(Value::Int(0))),
    ];
    let fresh = vec![
        NewObject { class: Id::new(1), slots: vec![object(0)] },
        NewObject { class: Id::new(0), slots: vec![object(0), Value::Int(0), Value::Int(7)] },
    ];
    let writes = vec![(Spot::Global(Id::new(0)), Content::Value(object(2)))];
    let effects = vec![Effect { fresh, writes, results: vec![object(1)] }];
    SummarySet { summaries: vec![Summary { proc: Id::new(1), pattern, effects, uses: 3 }] }
}

fn portable(program: &Program) -> PortableSet {
    PortableSet::of(program, &summaries()).unwrap_or_else(|malformed| panic!("{malformed}"))
}

#[test]
fn names_stand_for_ids_and_are_read_back() {
    let program = program(PROGRAM);
    let set = portable(&program);
    let summary = &set.summaries[0];
    let node = ObjectId::new(0);
    assert_eq!(summary.procedure, "push");
    assert_eq!(summary.reads[1].1, PortableContent::Class("Node".to_owned()));
    assert_eq!(summary.reads[2].0, PortableSpot::Field(node, "Node.next".to_owned()));
    let constant = PortableValue::Constant("green".to_owned());
    assert_eq!(summary.reads[3].1, PortableContent::Value(constant));
    assert_eq!(summary.reads[4].1, PortableContent::Value(PortableValue::Int(u64::MAX.into())));
    assert_eq!(set.resolve(&program), Ok(summaries()));
}

/// What one program has made says the same of another one that has other ids for the same names.
#[test]
fn ids_make_no_difference() {
    let (one, other) = (program(PROGRAM), program(REORDERED));
    let set = portable(&one);
    let moved = set.resolve(&other).unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(moved, summaries());
    assert_eq!(PortableSet::of(&other, &moved), Ok(set));
}

#[test]
fn only_what_is_well_formed_has_a_portable_form() {
    let mut set = summaries();
    set.summaries[0].pattern[0].spot = Spot::Param(Id::new(7));
    assert!(PortableSet::of(&program(PROGRAM), &set).is_err());
}

/// A change of a portable form, and what is said about it.
type Case = (fn(&mut PortableSet), &'static str);

const FORGERIES: &[Case] = &[
    (|s| s.summaries[0].procedure = "pop".to_owned(), "there is no procedure `pop`"),
    (|s| s.summaries[0].reads[0].0 = PortableSpot::Parameter("n".to_owned()), "there is no parameter `n`"),
    (|s| s.summaries[0].reads[0].0 = PortableSpot::Global("tail".to_owned()), "there is no global `tail`"),
    (|s| s.summaries[0].reads[1].1 = PortableContent::Class("List".to_owned()), "there is no class `List`"),
    (
        |s| s.summaries[0].reads[1].1 = PortableContent::Value(PortableValue::Null),
        "null where a class must be",
    ),
    (|s| s.summaries[0].reads[1].0 = PortableSpot::Contents(ObjectId::new(0)), "`Node` where a list must be"),
    (|s| field(s, "Node.prev"), "there is no field `Node.prev`"),
    (|s| field(s, "Lonely.x"), "`#1`, of Node, has no `Lonely.x`"),
    (|s| s.summaries[0].reads[2].0 = PortableSpot::Element(ObjectId::new(0), 0), "has no `[0]`"),
    (|s| s.summaries[0].reads[2].0 = PortableSpot::Length(ObjectId::new(8)), "nothing says what `#9` is"),
    (|s| seen(s, 3, PortableValue::Constant("blue".to_owned())), "`blue` where a constant of `Colour`"),
    (|s| seen(s, 3, PortableValue::Int(1)), "1 where a constant of `Colour` must be"),
    (|s| seen(s, 4, PortableValue::Int(-1)), "-1 where a number of type u64 must be"),
    (|s| seen(s, 2, PortableValue::Bool(true)), "true where null or an object must be"),
    (|s| s.summaries[0].reads.swap(0, 2), "nothing says what `#1` is"),
    (|s| s.summaries[0].reads[5] = s.summaries[0].reads[0].clone(), "the parameter `node` is read twice"),
    (|s| s.summaries[0].effects[0].results.clear(), "it has 1 results and returns 0"),
    (|s| s.summaries[0].effects[0].fresh[1].class = "Nodes".to_owned(), "its elements must be given"),
    (|s| fields(s, |fields| drop(fields.pop())), "the field `Node.size` is missing"),
    (|s| fields(s, |fields| fields.push(fields[0].clone())), "`Node.next` is given twice"),
    (|s| fields(s, |fields| fields[0].0 = "Lonely.x".to_owned()), "it has no field `Lonely.x`"),
];

fn field(set: &mut PortableSet, name: &str) {
    set.summaries[0].reads[2].0 = PortableSpot::Field(ObjectId::new(0), name.to_owned());
}

fn seen(set: &mut PortableSet, index: usize, value: PortableValue) {
    set.summaries[0].reads[index].1 = PortableContent::Value(value);
}

fn fields(set: &mut PortableSet, change: fn(&mut Vec<(String, PortableValue)>)) {
    match &mut set.summaries[0].effects[0].fresh[1].slots {
        PortableSlots::Fields(fields) => change(fields),
        PortableSlots::Elements(_) => panic!("a node is a record"),
    }
}

#[test]
fn forgeries_are_named() {
    let program = program(PROGRAM);
    for (index, (forge, expected)) in FORGERIES.iter().enumerate() {
        let mut set = portable(&program);
        forge(&mut set);
        let error = set.resolve(&program).expect_err(&format!("case {index}"));
        assert!(error.to_string().contains(expected), "case {index}: {error}");
    }
}

#[test]
fn a_name_that_has_become_ambiguous_is_not_guessed() {
    let made = portable(&program(PROGRAM));
    let mut program = program(PROGRAM);
    program.procs[Id::new(2)].name = "push".to_owned();
    let error = made.resolve(&program).expect_err("two procedures have the name");
    assert_eq!(
        error.problem,
        PortableProblem::Ambiguous { kind: "procedure", name: "push".to_owned(), count: 2 }
    );
    let set = portable(&program);
    assert_eq!(set.summaries[0].procedure, "push~1");
    assert_eq!(set.resolve(&program), Ok(summaries()));
}

/// The names of the procedures whose fingerprints differ between two programs.
fn changed(one: &str, other: &Program) -> Vec<&'static str> {
    let one = program(one);
    let (before, after) = (Fingerprints::of(&one), Fingerprints::of(other));
    let of = |program: &Program, all: &Fingerprints, name: &str| -> Option<Fingerprint> {
        let mut procs = program.procs.iter_enumerated();
        procs.find(|(_, proc)| proc.name == name).map(|(id, _)| all.of_proc(id))
    };
    let names = ["main", "push", "alone"];
    names.into_iter().filter(|name| of(&one, &before, name) != of(other, &after, name)).collect()
}

#[test]
fn fingerprints_do_not_depend_on_ids() {
    assert_eq!(changed(PROGRAM, &program(REORDERED)), Vec::<&str>::new());
    let more_classes = PROGRAM.replace("global g0", "class class3 \"More\" record {}\nglobal g0");
    let with_more = format!(
        "{more_classes}\nproc proc3 \"more\"() {{\nblock0:\n* call proc0() -> block1\n\
         block1:\n  return\n}}\n"
    );
    assert_eq!(changed(PROGRAM, &program(&with_more)), Vec::<&str>::new());
}

#[test]
fn fingerprints_change_with_what_a_procedure_depends_on() {
    let cases: &[(&str, &str, &[&str])] = &[
        // Its own code, and that of what it calls.
        ("g1 + 1", "g1 + 2", &["main", "push"]),
        ("* g2 = new class2", "* g2 = null", &["main", "alone"]),
        ("* g1 = g1 + 1", "  g1 = g1 + 1", &["main", "push"]),
        ("block2:\n* return", "block2:\n* g1 = 0\n  return", &["main"]),
        // Types, over classes of elements and fields to enums.
        ("field3 \"x\": i32", "field3 \"x\": i64", &["main", "alone"]),
        ("\"red\", \"green\"", "\"red\", \"blue\"", &["main", "push"]),
        ("\"red\", \"green\"", "\"green\", \"red\"", &["main", "push"]),
        ("global g1 \"count\": i32", "global g1 \"count\": i32w", &["main", "push"]),
        // Names.
        ("v0 \"node\"", "v0 \"n\"", &["main", "push"]),
        ("global g2 \"lonely\"", "global g2 \"alone\"", &["main", "alone"]),
    ];
    for (old, new, expected) in cases {
        let text = PROGRAM.replace(old, new);
        assert_ne!(text, PROGRAM, "{old}");
        assert_eq!(changed(PROGRAM, &program(&text)), *expected, "{old} => {new}");
    }
}

#[test]
fn what_was_made_for_other_code_is_out_of_date() {
    let set = portable(&program(PROGRAM));
    let out_of_date = |program: &Program| Fingerprints::of(program).out_of_date(&set) == ["push"];
    assert!(!out_of_date(&program(PROGRAM)) && !out_of_date(&program(REORDERED)));
    assert!(out_of_date(&program(&PROGRAM.replace("g1 + 1", "g1 + 2"))));
    let mut renamed = program(PROGRAM);
    renamed.procs[Id::new(1)].name = "insert".to_owned();
    assert!(out_of_date(&renamed));
}

#[test]
fn the_components_of_dependence_have_one_order() {
    let recursive = "proc proc0 \"a\"() {\nblock0:\n* call proc1() -> block1\nblock1:\n  return\n}\n\
         proc proc1 \"b\"() {\nblock0:\n* call proc0() -> block1\nblock1:\n  return\n}\n";
    let swapped = recursive.replace("\"a\"", "\"c\"").replace("\"b\"", "\"a\"").replace("\"c\"", "\"b\"");
    let (one, other) = (program(recursive), program(&swapped));
    let (first, second) = (Fingerprints::of(&one), Fingerprints::of(&other));
    let [a, b] = [0, 1].map(|index| first.of_proc(Id::new(index)));
    assert_eq!([b, a], [0, 1].map(|index| second.of_proc(Id::new(index))));
    assert_ne!(a, b);
}

#[test]
fn fingerprints_are_texts() {
    let fingerprint = Fingerprints::of(&program(PROGRAM)).of_proc(Id::new(0));
    assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
    for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"+".repeat(32), &"0".repeat(33)] {
        assert!(text.parse::<Fingerprint>().is_err(), "{text}");
    }
}

/// A change anywhere in a well-formed summary shows in its portable form.
#[test]
fn different_summaries_have_different_forms() {
    let program = program(PROGRAM);
    let changes: &[fn(&mut Summary)] = &[
        |s| s.uses = 4,
        |s| s.pattern[3].seen = Content::Value(Value::Int(0)),
        |s| s.pattern[4].seen = Content::Value(Value::Int(1)),
        |s| s.pattern[5].seen = Content::Value(Value::Int(-1)),
        |s| s.pattern.swap(3, 4),
        |s| drop(s.pattern.pop()),
        |s| s.effects.clear(),
        |s| s.effects[0].writes.clear(),
        |s| s.effects[0].writes[0].0 = Spot::Slot(ObjectId::new(0), 0),
        |s| s.effects[0].writes[0].1 = Content::Value(Value::Null),
        |s| s.effects[0].results[0] = Value::Null,
        |s| s.effects[0].fresh[0].slots = vec![Value::Null],
        |s| s.effects[0].fresh[1].slots[0] = object(2),
        |s| s.effects[0].fresh.push(NewObject { class: Id::new(2), slots: vec![Value::Int(0)] }),
    ];
    let mut forms = vec![portable(&program)];
    for change in changes {
        let mut set = summaries();
        change(&mut set.summaries[0]);
        let form = PortableSet::of(&program, &set).unwrap_or_else(|malformed| panic!("{malformed}"));
        assert!(!forms.contains(&form), "{form:?}");
        assert_eq!(form.resolve(&program), Ok(set));
        forms.push(form);
    }
}
