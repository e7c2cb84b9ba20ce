//! What is well-formed and what is not. The checker of certificates has many more cases, in text form.

use base::{Id, SourceFile, SourceMap};
use ir::{Decimal, ObjectId, Program, Value};

use super::{Content, Effect, NewObject, Read, Spot, Summary, SummarySet};

fn program() -> Program {
    let text = "class class0 record { field0: class0; field1: decimal }\nclass class1 set of class0\n\
         class class2 array of i32\nglobal g0: class1\nglobal g1: class2\n\
         proc proc0(v0: class0) -> (bool) {\n  temp v1: i32\nblock0:\n* return true\n}\n";
    let file = SourceMap::new().add(SourceFile::new("program", text));
    let program = ir::read(file, text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}"));
    program
}

fn object(number: usize) -> Value {
    Value::Ref(ObjectId::new(number))
}

fn list(numbers: &[usize]) -> Content {
    Content::List(numbers.iter().map(|&number| object(number)).collect())
}

/// A summary that makes use of everything.
fn good() -> Summary {
    let (set, array) = (ObjectId::new(1), ObjectId::new(4));
    let pattern = [
        (Spot::Param(Id::new(0)), Content::Value(object(0))),
        (Spot::Global(Id::new(0)), Content::Value(object(1))),
        (Spot::Contents(set), list(&[0, 2, 3])),
        (Spot::Class(ObjectId::new(2)), Content::Class(Id::new(0))),
        (Spot::Slot(ObjectId::new(2), 1), Content::Value(Value::Decimal(Decimal::ZERO))),
        (Spot::Global(Id::new(1)), Content::Value(object(4))),
        (Spot::Length(array), Content::Value(Value::Int(2))),
        (Spot::Slot(array, 1), Content::Value(Value::Int(7))),
    ];
    let fresh = NewObject { class: Id::new(0), slots: vec![object(2), Value::Decimal(Decimal::ZERO)] };
    let writes =
        vec![(Spot::Slot(array, 0), Content::Value(Value::Int(1))), (Spot::Contents(set), list(&[2, 5]))];
    Summary {
        proc: Id::new(0),
        pattern: pattern.map(|(spot, seen)| Read { spot, seen }).into(),
        effects: vec![Effect { fresh: vec![fresh], writes, results: vec![Value::Bool(true)] }],
        uses: 0,
    }
}

#[test]
fn a_well_formed_summary_names_the_classes_of_its_objects() {
    let set = SummarySet { summaries: vec![good()] };
    let classes = [0, 1, 0, 0, 2].map(Id::new).to_vec();
    assert_eq!(set.verify(&program()), Ok(vec![classes]));
}

/// A change, whether it is one of the effect, and a part of what is said.
type Case = (fn(&mut Summary), bool, &'static str);

const CASES: &[Case] = &[
    (|s| s.proc = Id::new(1), false, "there is no proc1"),
    (|s| s.pattern[0].spot = Spot::Param(Id::new(1)), false, "no spot"),
    (|s| s.pattern[0].seen = Content::Value(object(1)), false, "next new object"),
    (|s| s.pattern[0].seen = Content::Value(Value::Int(0)), false, "no value of the type"),
    (|s| s.pattern[1].spot = Spot::Global(Id::new(2)), false, "no spot"),
    (|s| s.pattern[1].seen = Content::Value(object(0)), false, "no class"),
    (|s| s.pattern[2].seen = list(&[2, 0, 3]), false, "cannot hold"),
    (|s| s.pattern[2].seen = Content::Value(Value::Null), false, "cannot hold"),
    (|s| s.pattern[3].seen = Content::Class(Id::new(1)), false, "no class"),
    (|s| s.pattern[3].seen = Content::Class(Id::new(9)), false, "no class"),
    (|s| s.pattern[3].spot = Spot::Length(ObjectId::new(2)), false, "no spot"),
    (|s| s.pattern[4].seen = Content::Value(Value::Int(0)), false, "no value of the type"),
    (|s| s.pattern[4].spot = Spot::Slot(ObjectId::new(9), 1), false, "no spot"),
    (|s| s.pattern[6].seen = Content::Value(Value::Int(-1)), false, "no value of the type"),
    (|s| s.pattern[7].spot = Spot::Slot(ObjectId::new(4), 2), false, "no spot"),
    (|s| s.pattern.swap(6, 7), false, "no spot"),
    (|s| s.pattern.push(s.pattern[0].clone()), false, "twice"),
    (|s| s.effects[0].fresh[0].class = Id::new(9), true, "no objects"),
    (|s| s.effects[0].fresh[0].slots.truncate(1), true, "cannot hold"),
    (|s| s.effects[0].fresh[0].slots[0] = object(4), true, "no value of the type"),
    (|s| s.effects[0].fresh[0].slots[0] = object(6), true, "no value of the type"),
    (|s| s.effects[0].writes.swap(0, 1), true, "not sorted"),
    (|s| s.effects[0].writes[0].0 = Spot::Param(Id::new(0)), true, "cannot be made"),
    (|s| s.effects[0].writes[0].0 = Spot::Slot(ObjectId::new(4), 2), true, "no spot"),
    (|s| s.effects[0].writes[0].1 = Content::Value(Value::Null), true, "no value of the type"),
    (|s| s.effects[0].writes[1].1 = list(&[2, 6]), true, "no value of the type"),
    (|s| s.effects[0].writes[1].1 = list(&[2, 2]), true, "cannot be made"),
    (|s| s.effects[0].results.clear(), true, "results"),
    (|s| s.effects[0].results[0] = Value::Int(1), true, "no value of the type"),
];

#[test]
fn what_is_malformed_is_named() {
    let program = program();
    for (index, (change, in_effect, expected)) in CASES.iter().enumerate() {
        let mut summary = good();
        change(&mut summary);
        let set = SummarySet { summaries: vec![good(), summary] };
        let malformed = set.verify(&program).expect_err(&format!("case {index}"));
        assert_eq!((malformed.summary, malformed.effect), (1, in_effect.then_some(0)), "case {index}");
        assert!(malformed.to_string().contains(expected), "case {index}: {malformed}");
    }
}

#[test]
fn renaming_keeps_the_order_of_channels_and_sorts_sets() {
    let swap = |object: ObjectId| ObjectId::new(3 - object.index());
    assert_eq!(list(&[1, 2]).rename(true, swap), list(&[1, 2]));
    assert_eq!(list(&[1, 2]).rename(false, swap), list(&[2, 1]));
    assert_eq!(Spot::Slot(ObjectId::new(1), 4).rename(swap), Spot::Slot(ObjectId::new(2), 4));
}
