//! What is answered of paths: conditions, examples, ends, limits, and what is not supported.

use base::Id;
use ir::{ClassId, ProcId};
use verdict::explore::Bound;
use verdict::{
    Condition, ConditionAtom, ConditionNode, ConditionRef, Exploration, Explore, ExploreQuery, Init, Meter,
    PathDetail, PathEnd, Progress, StopReason, Tick,
};

use crate::support::{explore, program, query};
use crate::symbolic::agreement::{compare, replays};

const CLASSES: &str = "class class0 \"Node\" record { field0 \"next\": class0; field1 \"val\": i32 }
class class1 \"Shape\" interface
class class2 \"Ints\" array of i32
";

fn body(signature: &str, body: &str) -> String {
    format!("{CLASSES}proc proc0 \"test\"{signature} {{\n{body}}}\n")
}

/// The paths of a procedure without a receiver, with examples, which the interpreter follows.
fn paths(text: &str) -> Exploration {
    let program = program(text);
    let query = ExploreQuery { receiver: None, detail: PathDetail::Examples, ..query(Init::Summary, 5) };
    compare(&program, &query, 1_000).unwrap_or_else(|what| panic!("{what}\n{text}"));
    let exploration = explore(&program, &query);
    exploration.paths.iter().for_each(|path| replays(&program, path).expect("the example replays"));
    assert_eq!(exploration, explore(&program, &query), "a second run differs");
    exploration
}

fn text(condition: &Condition, reference: ConditionRef) -> String {
    let not = if reference.negated { "not " } else { "" };
    let list = |parts: &[ConditionRef], word: &str| {
        let parts: Vec<String> = parts.iter().map(|&part| text(condition, part)).collect();
        format!("({})", parts.join(word))
    };
    match condition.node(reference) {
        ConditionNode::And(parts) => list(parts, " and "),
        ConditionNode::Or(parts) => list(parts, " or "),
        ConditionNode::Atom(atom) => match atom {
            ConditionAtom::Null(name) => format!("{not}{name} is null"),
            ConditionAtom::Same(name, other) => format!("{not}{name} is {other}"),
            ConditionAtom::Class(name, class) => format!("{not}{name} has {class}"),
            ConditionAtom::True(name) => format!("{not}{name}"),
            ConditionAtom::Compare(left, relation, right) => {
                format!("{left} {} {right}", relation.sign(reference.negated))
            }
            ConditionAtom::Test(test) => format!("{not}{test}"),
        },
    }
}

/// The conditions of the paths and how these end.
fn lines(exploration: &Exploration) -> Vec<String> {
    let line = |path: &verdict::ExploredPath| {
        let parts: Vec<String> = path.condition.iter().map(|&part| text(&path.conditions, part)).collect();
        let end = match &path.path.end {
            PathEnd::Returned => "returns".to_owned(),
            PathEnd::Failed { kind, .. } => kind.slug().to_owned(),
            other => format!("{other:?}"),
        };
        format!("{}: {end}", parts.join("; "))
    };
    exploration.paths.iter().map(line).collect()
}

#[test]
fn conditions_are_in_the_words_of_the_program() {
    let exploration = paths(&body(
        "(v0 \"node\": class0, v1 \"limit\": i32) -> (bool)",
        "  local v2 \"next\": class0\n  local v3 \"val\": i32
block0:
* v2 = load v0.field0
* branch v2 == v0, block1, block2
block1:
* return true
block2:
* v3 = load v0.field1
* branch v3 < v1, block1, block3
block3:
* return false
",
    ));
    assert_eq!(
        lines(&exploration),
        [
            "node is null: null-dereference",
            "not node is null; node.next is node: returns",
            "not node is null; not node.next is node; node.val < limit: returns",
            "not node is null; not node.next is node; node.val >= limit: returns",
        ]
    );
    assert!(exploration.is_complete());
}

/// `(b is a ? 2 : 1) < 2` is a condition on references: it has no text that mentions itself.
#[test]
fn a_test_that_is_a_choice_has_the_name_of_the_choice() {
    let exploration = paths(&body(
        "(v0 \"a\": class0, v1 \"b\": class0) -> (bool)",
        "  temp v2: i32
block0:
* store v0.field1 = 1
* store v1.field1 = 2
* v2 = load v0.field1
  branch v2 < 2, block1, block2
block1:
* return true
block2:
* return false
",
    ));
    assert_eq!(
        lines(&exploration),
        [
            "a is null: null-dereference",
            "not a is null; b is null: null-dereference",
            "not a is null; not b is null; not b is a: returns",
            "not a is null; not b is null; b is a: returns",
        ]
    );
}

#[test]
fn faults_of_arithmetic_are_ends_in_order() {
    let exploration = paths(&body(
        "(v0 \"x\": i32, v1 \"y\": i32) -> (i32)",
        "block0:\n* return (x / y) + 1\n".replace("x", "v0").replace("y", "v1").as_str(),
    ));
    let ends: Vec<String> = lines(&exploration)
        .iter()
        .map(|line| line.rsplit(": ").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(ends, ["division-by-zero", "overflow", "returns"]);
}

#[test]
fn a_field_of_an_interface_without_classes_is_null() {
    let exploration = paths(&body(
        "(v0 \"shape\": class1) -> (bool)",
        "block0:\n* branch v0 == null, block1, block2\nblock1:\n* return true\nblock2:\n* return false\n",
    ));
    assert_eq!(exploration.counts.paths, 1);
}

/// A cell of a lazier machine that is not null is some object: there is none.
#[test]
fn a_field_of_an_interface_without_classes_is_null_for_every_machine() {
    let text = "class class0 \"Node\" record { field0 \"shape\": class1 }
class class1 \"Shape\" interface
proc proc0 \"test\"(v0 \"this\": class0) -> (bool) {
  local v1 \"shape\": class1
block0:
* v1 = load v0.field0
* branch v1 == null, block1, block2
block1:
* return true
block2:
* return false
}
";
    let program = program(text);
    for init in Init::ALL {
        assert_eq!(explore(&program, &query(init, 5)).counts.paths, 1, "{init}");
    }
}

/// The length of a path is that of the interpreter, whatever the machine does between instructions.
#[test]
fn all_machines_cut_at_the_same_instruction() {
    let text = body("(v0 \"node\": class0) -> (bool)", WALK);
    let program = program(&text);
    for max_steps in 5..15 {
        let query = ExploreQuery { receiver: None, max_steps, ..query(Init::Summary, 5) };
        compare(&program, &query, 1_000).unwrap_or_else(|what| panic!("{max_steps}: {what}"));
    }
}

/// Walks a list that may have cycles.
const WALK: &str = "block0:
* branch v0 == null, block2, block1
block1:
* v0 = load v0.field0
* goto block0
block2:
* return true
";

#[test]
fn endless_paths_are_cut() {
    let program = program(&body("(v0 \"node\": class0) -> (bool)", WALK));
    let query = ExploreQuery { receiver: None, max_steps: 30, ..query(Init::Summary, 2) };
    let exploration = explore(&program, &query);
    let bounds: Vec<Bound> = exploration.cuts.iter().map(|cut| cut.bound).collect();
    assert!(bounds.contains(&Bound::Steps(30)) && bounds.contains(&Bound::Depth(2)), "{bounds:?}");
    assert!(!exploration.is_complete() && exploration.counts.paths == 4);
}

#[test]
fn recursion_without_end_is_cut() {
    let text =
        "proc proc0 \"f\"(v0 \"n\": i32w) {\nblock0:\n* call proc0(v0 + 1) -> block1\nblock1:\n* return\n}\n";
    let query = ExploreQuery { receiver: None, max_calls: 20, ..query(Init::Summary, 2) };
    let exploration = explore(&program(text), &query);
    assert_eq!(exploration.cuts.iter().map(|cut| cut.bound).collect::<Vec<_>>(), [Bound::Calls(20)]);
    assert_eq!(exploration.counts.paths, 0);
}

#[test]
fn a_number_of_paths_is_enough() {
    let program = program(&body("(v0 \"node\": class0) -> (bool)", WALK));
    let query = ExploreQuery { receiver: None, max_paths: Some(2), ..query(Init::Lazy, 5) };
    let exploration = explore(&program, &query);
    assert!(exploration.reached_max_paths && exploration.counts.paths == 2 && !exploration.is_complete());
}

struct Ends;

impl Progress for Ends {
    fn tick(&self, _: Tick) -> Result<(), StopReason> {
        Err(StopReason::Interrupted)
    }
}

#[test]
fn a_limit_ends_with_what_was_found() {
    let program = program(&body("(v0 \"node\": class0) -> (bool)", WALK));
    let query = ExploreQuery { receiver: None, max_steps: 100_000, ..query(Init::Lazy, 3) };
    let meter = Meter::new(verdict::Limits::default(), &Ends);
    let exploration = engine_symbolic::SymbolicEngine.explore(&program, &query, &meter);
    assert_eq!(exploration.stop, Some(StopReason::Interrupted));
    assert!(exploration.counts.paths > 0 && !exploration.is_complete());
}

#[test]
fn what_is_not_supported_is_named_where_it_is_reached() {
    let text = body(
        "(v0 \"node\": class0, v1 \"ints\": class2) -> (i32)",
        "  local v2 \"n\": i32\nblock0:\n* v2 = load v1[0]\n* return v2\n",
    );
    let query = ExploreQuery { receiver: None, ..query(Init::Summary, 2) };
    let exploration = engine_symbolic::SymbolicEngine.explore(&program(&text), &query, &Meter::unlimited());
    let messages: Vec<&str> =
        exploration.unsupported.iter().map(|path| path.construct.message.as_str()).collect();
    assert_eq!(messages, ["Arrays as inputs (`Ints`) cannot be explored."]);
    assert!(!exploration.is_complete());
}

#[test]
fn a_procedure_that_starts_threads_is_refused() {
    let text = "proc proc0 \"main\"() {\nblock0:\n* spawn proc1()\n* return\n}\nproc proc1 \"worker\"() {\nblock0:\n* return\n}\n";
    let refused = engine_symbolic::SymbolicEngine.can_explore(&program(text), ProcId::new(0));
    assert_eq!(refused.unwrap_err().message, "`main` starts threads, which cannot be explored.");
}

#[test]
fn a_receiver_can_have_one_of_several_classes() {
    let text = "class class0 \"A\" record { field0 \"n\": i32w }
class class1 \"B\" record extends class0 { field0; field1 \"other\": class0 }
class class2 \"C\" record extends class0 { field0 }
proc proc0 \"test\"(v0 \"this\": class0) -> (i32w) {
block0:
* switch class v0 { class1 -> block1, class2 -> block2, else -> block3 }
block1:
* return 1
block2:
* return 2
block3:
* return 3
}
";
    let program = program(text);
    for init in Init::ALL {
        let receiver = Some(vec![ClassId::new(1), ClassId::new(2)]);
        let query = ExploreQuery { receiver, counts_heaps: true, ..query(init, 2) };
        let counts = explore(&program, &query).counts;
        assert_eq!((counts.paths, counts.heaps.map(|heaps| heaps.number())), (2, Some(2)), "{init}");
    }
}

#[test]
fn texts_are_equal_or_not() {
    let text = "string str1 \"one\"
string str2 \"two\"
proc proc0 \"test\"(v0 \"text\": string, v1 \"other\": string) -> (bool) {
block0:
* branch v0 == v1, block1, block2
block1:
* branch v0 == str2, block3, block4
block2:
* branch v0 != str1, block3, block4
block3:
* return true
block4:
* return false
}
";
    let exploration = paths(text);
    assert_eq!(exploration.counts.paths, 4);
    let given: Vec<_> =
        exploration.paths.iter().filter_map(|path| Some(path.example.as_ref()?.start.args.clone())).collect();
    assert!(given.iter().all(|args| matches!(args[..], [ir::Value::String(_), ir::Value::String(_)])));
}

#[test]
fn any_value_can_be_chosen() {
    let exploration = paths(&body(
        "() -> (i32)",
        "  local v0 \"n\": i32
block0:
* v0 = choose any i32
* branch v0 < 1000000, block1, block2
block1:
* return v0 + 1
block2:
* return v0 - 1
",
    ));
    assert_eq!((exploration.counts.paths, exploration.counts.throws), (2, 0));
}

#[test]
fn what_is_opaque_is_left_out() {
    let text = body(
        "(v0 \"node\": class0) -> (bool)",
        "block0:\n* branch v0 == null, block1, block2\nblock1:\n* return true\nblock2:\n* opaque \"native code\"\n",
    );
    let query = ExploreQuery { receiver: None, ..query(Init::Summary, 2) };
    let exploration = engine_symbolic::SymbolicEngine.explore(&program(&text), &query, &Meter::unlimited());
    assert_eq!((exploration.counts.paths, exploration.unsupported.len()), (1, 1));
    assert!(exploration.unsupported[0].construct.message.contains("native code"));
    assert!(!exploration.is_complete());
}
