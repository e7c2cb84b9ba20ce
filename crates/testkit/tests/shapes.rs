//! The numbers of valid shapes of data structures, found in three ways: by symbolic execution of their invariant (by
//! summaries and lazily), by execution of it on all small heaps, and by mathematics.

use std::collections::BTreeSet;

use cutpoint_testkit::open_methods::executed::{SmallInputs, starts};
use cutpoint_testkit::open_methods::shapes::{SUBJECTS, ShapeSubject, n_shapes};
use interp::choices::NoChoices;
use ir::Value;
use verdict::{GivenStart, Init, PathEnd};

/// Sizes that symbolic execution counts here; the benchmark goes on from there.
const COUNTED: u32 = 4;
/// The largest size of which all heaps are made.
const EXECUTED: u32 = 3;

#[test]
fn symbolic_execution_counts_shapes() {
    for subject in &SUBJECTS {
        for size in 0..=COUNTED {
            for init in [Init::Lazy, Init::Summary] {
                let found = n_shapes(&subject.explore(size, init));
                let expected = (subject.expected)(size as usize);
                assert_eq!(found, Some(u128::from(expected)), "{} of size {size}, {init}", subject.name);
            }
        }
    }
}

#[test]
fn executions_of_all_small_heaps_count_shapes() {
    for subject in &SUBJECTS {
        // Three references in each node are too many heaps.
        let most = if subject.name == "red-black tree" { 2 } else { EXECUTED };
        for size in 0..=most {
            let expected = (subject.expected)(size as usize);
            assert_eq!(executed(subject, size), expected, "{} of size {size}", subject.name);
        }
    }
}

/// The shapes of the heaps that the invariant does not discard.
fn executed(subject: &ShapeSubject, size: u32) -> u64 {
    let program = subject.program(size);
    let query = subject.query(&program, size, Init::Lazy);
    let inputs = SmallInputs { objects: subject.n_objects(size), numbers: 0..=i64::from(size), chain: None };
    let mut shapes = BTreeSet::new();
    for start in starts(&program, &query, &inputs).expect("records only") {
        let followed =
            interp::follow(&interp::Context::new(&program), &start, &mut NoChoices, query.max_steps);
        if followed.expect("there are no choices").path.end == PathEnd::Returned {
            shapes.insert(shape(&start));
        }
    }
    shapes.len() as u64
}

/// The objects without their numbers. They are numbered in an order that numbers have no part in.
fn shape(start: &GivenStart) -> Vec<Vec<Value>> {
    let is_shape = |value: &&Value| !matches!(value, Value::Int(_));
    start.objects.iter().map(|object| object.slots.iter().filter(is_shape).copied().collect()).collect()
}
