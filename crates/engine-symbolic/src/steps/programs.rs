//! The programs that are executed step by step: random ones, subjects of benchmarks, and some for single rules.

#[path = "../../../testkit/src/symbolic/open_programs.rs"]
#[expect(unreachable_pub, reason = "public for the tests of testkit")]
mod open_programs;
#[path = "../../../testkit/src/symbolic/subjects.rs"]
#[expect(unreachable_pub, reason = "public for the benchmarks of testkit")]
mod subjects;

use base::{Id, SourceFile, SourceMap};
use ir::{ClassId, ProcId, Program};
use verdict::ExploreQuery;

use crate::rng::Rng;
use open_programs::{OpenProgramOptions, open_program};

fn program(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("steps.cpir", text));
    let program = ir::read(file, text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let errors = ir::verify(&program);
    assert!(errors.is_ok(), "{errors:?}\n{text}");
    program
}

fn query(receiver: usize, max_depth: u32) -> ExploreQuery {
    ExploreQuery {
        receiver: Some(vec![ClassId::new(receiver)]),
        max_depth,
        ..ExploreQuery::new(ProcId::new(0))
    }
}

/// The program of a seed, and a question with random bounds.
pub(super) fn random(seed: u64) -> (Program, ExploreQuery) {
    let mut rng = Rng::new(seed);
    let text = open_program(&mut rng, &OpenProgramOptions::default());
    let query = ExploreQuery {
        max_objects: rng.chance(30).then(|| rng.between(1, 3) as u32),
        paper: rng.chance(20),
        ..query(*rng.pick(&[0, 0, 3]), rng.between(1, 3) as u32)
    };
    (program(&text), query)
}

/// Programs with names.
pub(super) fn written() -> Vec<(&'static str, Program, ExploreQuery)> {
    let mut all = vec![
        ("figure 1", program(&subjects::figure_one(3, 2)), query(0, 10)),
        ("linked list", program(&subjects::linked_list()), query(0, 3)),
    ];
    for (name, body) in BODIES {
        let text =
            format!("{CLASSES}proc proc0 \"test\"(v0 \"this\": class0) -> (bool) {{\n{LOCALS}{body}}}\n");
        all.push((name, program(&text), query(0, 3)));
    }
    all
}

const CLASSES: &str =
    "class class0 \"A\" record { field0 \"x\": class0; field1 \"y\": class0; field2 \"f\": class0; field3 \"n\": i8w }
class class1 \"B\" record extends class0 { field0; field1; field2; field3; field4 \"g\": class0 }
";

const LOCALS: &str = "  local v1 \"a\": class0\n  local v2 \"b\": class0\n  local v3 \"t\": class0\n  local v4 \"c\": class1\n";

const BODIES: [(&str, &str); 4] = [
    (
        "a field read under two guards",
        "block0:
* v1 = load v0.field1
* v2 = load v0.field0
* v3 = load v2.field2
* v3 = load v1.field2
* branch v1 == v2, block1, block2
block1:
* return true
block2:
* return false
",
    ),
    (
        "a write under a guard, to what was read in part",
        "block0:
* v1 = load v0.field1
* v2 = load v0.field0
* v3 = load v2.field2
* store v1.field2 = v0
* store v2.field0 = v1
* v3 = load v0.field2
* return true
",
    ),
    (
        "a write that no comparison sees",
        "block0:
* v1 = load v0.field1
* v2 = load v0.field0
* store v1.field3 = 5
* store v2.field3 = 7
* store v1.field2 = v2
* store v2.field2 = null
* return true
",
    ),
    (
        "classes that a read finds later",
        "block0:
* v1 = load v0.field1
* switch class v1 { class1 -> block1, else -> block2 }
block1:
* v4 = cast v1 to class1
* v2 = load v4.field4
* v3 = load total v2.field2
* return true
block2:
* return false
",
    ),
];
