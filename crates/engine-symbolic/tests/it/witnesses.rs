//! Witnesses of the five repairs of the paper's rules, each of which fails without its repair, and of bounds.

use base::Id;
use ir::ClassId;
use verdict::explore::Bound;
use verdict::{ExploreQuery, HeapTotal, Init, PathCounts, PathDetail};

use crate::support::{counts, explore, program, query};
use crate::symbolic::agreement::compare;

const CLASSES: &str =
    "class class0 \"A\" record { field0 \"x\": class0; field1 \"y\": class0; field2 \"f\": class0 }
class class1 \"H\" record { field3 \"a\": class2; field4 \"b\": class2 }
class class2 \"T\" record { field5 \"n\": i32w }
class class3 \"X\" record { field6 \"a\": class4; field7 \"b\": class2 }
class class4 \"Y\" record { field8 \"f\": class2 }
";

/// The counts of a body on a receiver of a class, by summaries with heaps; all machines and the interpreter agree.
fn check(class: usize, max_depth: u32, body: &str) -> PathCounts {
    let text = format!("{CLASSES}proc proc0 \"test\"(v0 \"this\": class{class}) -> (bool) {{\n{body}}}\n");
    let program = program(&text);
    let query = ExploreQuery {
        receiver: Some(vec![ClassId::new(class)]),
        counts_heaps: true,
        ..query(Init::Summary, max_depth)
    };
    compare(&program, &query, 1_000).unwrap_or_else(|what| panic!("{what}\n{text}"));
    counts(&program, &query)
}

/// E1: a reference can be equal to every object before it, also to one that was found by another reference.
#[test]
fn an_alias_of_an_earlier_object_is_found() {
    let counts = check(
        0,
        5,
        "  local v1 \"x\": class0\n  local v2 \"y\": class0\n  local v3 \"t\": class0
block0:
* v1 = load v0.field0
* v2 = load v0.field1
* assume v1 == v2
* assume v1 != null
* v3 = load v1.field2
* branch v3 == v1, block1, block2
block1:
* return true
block2:
* return false
",
    );
    assert_eq!((counts.paths, counts.throws, counts.pruned), (2, 0, 2));
}

/// E2: what a field was found to hold under one guard stays, when it is read under another.
#[test]
fn a_field_is_initialised_once() {
    let counts = check(
        0,
        5,
        "  local v1 \"a\": class0\n  local v2 \"b\": class0\n  local v3 \"t1\": class0\n  local v4 \"t2\": class0
block0:
* v1 = load v0.field1
* v2 = load v0.field0
* assume v1 != null
* assume v2 != null
* v3 = load v2.field2
* v4 = load v1.field2
* branch v1 == v2, block1, block3
block1:
* branch v3 == v4, block2, block3
block2:
* return true
block3:
* return false
",
    );
    // Not equal; equal with equal fields. Equal with different fields is no path.
    assert_eq!((counts.paths, counts.returns), (2, 2));
}

/// E3: an object is a candidate where it exists; otherwise heaps are counted twice.
#[test]
fn candidates_exist() {
    let counts = check(
        0,
        5,
        "  local v1 \"x\": class0
block0:
* v1 = load v0.field0
* v1 = load v0.field1
* return true
",
    );
    // x is null, this or new; y is one of these, or x where that is new.
    assert_eq!(counts.heaps, Some(HeapTotal::Exactly(10)));
    assert_eq!(counts.paths, 1);
}

/// E4: a comparison keeps the condition of the path.
#[test]
fn a_comparison_is_remembered() {
    let counts = check(
        0,
        5,
        "  local v1 \"x\": class0
block0:
* v1 = load v0.field0
* branch v1 == v0, block1, block2
block1:
* branch v1 == v0, block3, block4
block2:
* branch v1 == v0, block4, block3
block3:
* return true
block4:
* return false
",
    );
    assert_eq!(counts.paths, 2);
}

/// E5: what follows a dereference is not null.
#[test]
fn a_dereference_excludes_null() {
    let counts = check(
        0,
        5,
        "  local v1 \"x\": class0\n  local v2 \"y\": class0
block0:
* v1 = load v0.field0
* v2 = load v1.field0
* branch v1 == null, block1, block2
block1:
* return true
block2:
* return false
",
    );
    assert_eq!((counts.paths, counts.returns, counts.throws), (2, 1, 1));
}

/// The example of `docs/engines/symbolic.md`: three heaps make the references equal, seven do not.
#[test]
fn one_path_for_ten_heaps_is_two_with_a_comparison() {
    let text = format!(
        "{CLASSES}proc proc0 \"same\"(v0 \"this\": class0) -> (bool) {{
  local v1 \"a\": class0
  local v2 \"b\": class0
block0:
* v1 = load v0.field0
* v2 = load v0.field1
* branch v1 == v2, block1, block2
block1:
* return true
block2:
* return false
}}
"
    );
    let program = program(&text);
    let heaps = |init| {
        let query = ExploreQuery { detail: PathDetail::Paths, counts_heaps: true, ..query(init, 5) };
        let paths = explore(&program, &query).paths;
        paths.iter().map(|path| path.heaps.map_or(0, HeapTotal::number)).collect::<Vec<_>>()
    };
    assert_eq!(heaps(Init::Summary), [3, 7]);
    assert_eq!(heaps(Init::Lazy), [1; 10]);
    assert_eq!(heaps(Init::LazierSharp), [1; 10]);
}

/// `-n` counts the objects of one heap, not those of all heaps together.
#[test]
fn objects_are_bounded_in_each_heap() {
    let body = "  local v1 \"a\": class2\n  local v2 \"b\": class2
block0:
* v1 = load v0.field3
* v2 = load v0.field4
* branch v1 == null, block1, block2
block1:
* branch v2 == null, block3, block4
block2:
* branch v2 == null, block3, block4
block3:
* return true
block4:
* return false
";
    let text = format!("{CLASSES}proc proc0 \"test\"(v0 \"this\": class1) -> (bool) {{\n{body}}}\n");
    let program = program(&text);
    for init in [Init::Lazy, Init::Summary] {
        let query = ExploreQuery {
            receiver: Some(vec![ClassId::new(1)]),
            max_objects: Some(1),
            counts_heaps: true,
            ..query(init, 5)
        };
        let exploration = explore(&program, &query);
        // a = null and b = new is a path; both new and different is none.
        assert_eq!(exploration.counts.control_paths, 4, "{init}");
        assert_eq!(exploration.counts.heaps, Some(HeapTotal::Exactly(4)), "{init}");
        let bounds: Vec<Bound> = exploration.cuts.iter().map(|cut| cut.bound).collect();
        assert_eq!(bounds, [Bound::Objects(1)], "{init}");
        assert!(!exploration.is_complete());
    }
}

/// Lazier machines make objects in another order, so that `-k` cuts other heaps.
#[test]
fn a_bound_on_depth_cuts_other_heaps_of_lazier_machines() {
    let body = "  local v1 \"x\": class4\n  local v2 \"y\": class2\n  local v3 \"z\": class2
block0:
* v1 = load v0.field6
* v2 = load v1.field8
* v3 = load v0.field7
* assume v3 != null
* branch v3 == v2, block1, block2
block1:
* return true
block2:
* return false
";
    let text = format!("{CLASSES}proc proc0 \"test\"(v0 \"this\": class3) -> (bool) {{\n{body}}}\n");
    let program = program(&text);
    let returns = |init| {
        let query = ExploreQuery { receiver: Some(vec![ClassId::new(3)]), ..query(init, 1) };
        let counts = counts(&program, &query);
        assert!(counts.cut > 0, "{init}");
        (counts.control_paths, counts.throws)
    };
    // The fault at `x.f`, and the two outcomes of the comparison.
    assert_eq!(returns(Init::Lazy), (2, 1));
    assert_eq!(returns(Init::Summary), (2, 1));
    assert_eq!(returns(Init::LazierSharp), (3, 1));
}
