//! Closed programs: nothing is unknown, so all machines have the paths of the interpreter, and one path if the program
//! makes no choice.
//!
//! The random programs are the open ones behind a procedure that makes their arguments. The interpreter is asked for
//! all of their choices, one script after the other, so that a path too few is found as well as one too many. Each path
//! is replayed, too, to the same results, globals and heap. The ordinary run takes 150 programs; with
//! `CUTPOINT_LONG=1` it takes 5,000.

use std::collections::BTreeSet;
use std::fmt::Write;

use base::Id;
use interp::Context;
use interp::choices::Script;
use interp::follow::NotFollowed;
use ir::{ProcId, Program, Value};
use verdict::{ExploreQuery, GivenStart, Init, Path, PathDetail, PathEnd};

use crate::rng::Rng;
use crate::support::{explore, program, query};
use crate::symbolic::agreement::replays;
use crate::symbolic::open_programs::{OpenProgramOptions, open_program};

const ORDINARY: u64 = 150;
const LONG: u64 = 5_000;
/// Programs with more sequences of choices are not compared.
const MOST_SCRIPTS: usize = 500;
const MOST_INSTRUCTIONS: u64 = 10_000;

/// The paths of a procedure without parameters, for all choices. `None`: there are too many.
fn paths_of_interpreter(program: &Program, proc: ProcId) -> Option<BTreeSet<Path>> {
    let globals = program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
    let start = GivenStart { proc, args: Vec::new(), globals, objects: Vec::new() };
    let mut paths = BTreeSet::new();
    let mut open: Vec<Vec<u64>> = vec![Vec::new()];
    let mut n_scripts = 0;
    while let Some(script) = open.pop() {
        n_scripts += 1;
        if n_scripts > MOST_SCRIPTS {
            return None;
        }
        match interp::follow(&Context::new(program), &start, &mut Script::new(&script), MOST_INSTRUCTIONS) {
            Ok(followed) => match followed.path.end {
                PathEnd::Pruned => {}
                PathEnd::Cut | PathEnd::Blocked => panic!("{:?}", followed.path),
                PathEnd::Returned | PathEnd::Failed { .. } => drop(paths.insert(followed.path)),
            },
            Err(NotFollowed::Undecided { answer: None, alternatives }) => {
                open.extend((0..alternatives as u64).map(|answer| [&script[..], &[answer]].concat()));
            }
            Err(error) => panic!("{error}"),
        }
    }
    Some(paths)
}

/// How many paths every machine and the interpreter have. `None`: too many to compare.
fn check(program: &Program, proc: ProcId) -> Option<usize> {
    let expected = paths_of_interpreter(program, proc)?;
    for init in Init::ALL {
        let query = ExploreQuery {
            entry: proc,
            receiver: None,
            detail: PathDetail::Examples,
            counts_heaps: true,
            ..query(init, 1)
        };
        let exploration = explore(program, &query);
        assert!(exploration.is_complete(), "{init}");
        let paths: Vec<&Path> = exploration.paths.iter().map(|path| &path.path).collect();
        assert_eq!(paths.len(), expected.len(), "{init}: {paths:?}, not {expected:?}");
        assert!(paths.iter().all(|path| expected.contains(path)), "{init}: {paths:?}, not {expected:?}");
        for path in &exploration.paths {
            assert!(path.heaps.is_some_and(|heaps| heaps.number() == 1), "{init}: {:?}", path.heaps);
            replays(program, path).unwrap_or_else(|what| panic!("{init}: {what}"));
        }
    }
    Some(expected.len())
}

/// A random program behind a procedure that makes the receiver and its fields.
fn closed_program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut text = open_program(&mut rng, &OpenProgramOptions::default());
    text.push_str("\nproc proc2 \"main\"() -> (class0, i8w) {\n");
    text.push_str("  local v0 \"this\": class3\n  local v1 \"b\": class4\n  local v2 \"a\": class0\n");
    text.push_str(
        "  local v3 \"n\": i8w\nblock0:\n* v0 = new class3\n* v1 = new class4\n* v2 = new class0\n",
    );
    for place in ["v0.field0", "v1.field4", "v2.field0"] {
        let value = rng.pick(&["v0", "v2", "null"]);
        let _ = writeln!(text, "* store {place} = {value}");
    }
    for place in ["v0.field1", "v2.field1"] {
        let value = rng.pick(&["v1", "v1", "null"]);
        let _ = writeln!(text, "* store {place} = {value}");
    }
    let (this, number) = (rng.pick(&["v0", "v2"]), rng.between(0, 4));
    let _ = writeln!(text, "* v2, v3 = call proc0({this}, v1, {number}) -> block1");
    text.push_str("block1:\n* return v2, v3\n}\n");
    text
}

#[test]
fn random_closed_programs_have_the_paths_of_the_interpreter() {
    let (mut n_single, mut n_several) = (0, 0);
    let seeds = crate::seeds::seeds(ORDINARY, LONG);
    let n_seeds = seeds.end - seeds.start;
    for seed in seeds {
        let text = closed_program(seed);
        let program = program(&text);
        let checked = std::panic::catch_unwind(|| check(&program, ProcId::new(2)));
        match checked.unwrap_or_else(|_| panic!("seed {seed}\n{text}")) {
            Some(1) => n_single += 1,
            Some(n_paths) => n_several += u64::from(n_paths > 1),
            None => {}
        }
    }
    assert!(
        n_single * 2 >= n_seeds && n_several * 20 >= n_seeds,
        "{n_single} with one path, {n_several} with several"
    );
}

/// Every branch is decided, though it depends on fields and on which object is which.
#[test]
fn a_closed_program_has_one_path() {
    let program = program(
        "class class0 \"Node\" record { field0 \"next\": class0; field1 \"val\": i32w }
proc proc0 \"main\"() -> (i32w) {
  local v0 \"first\": class0
  local v1 \"node\": class0
  local v2 \"n\": i32w
  local v3 \"val\": i32w
block0:
* v0 = new class0
* v1 = new class0
* store v0.field0 = v1
* store v1.field1 = 20
* v2 = 0
* v3 = 0
* goto block1
block1:
* branch v2 < 5, block2, block5
block2:
* branch v1 == v0, block3, block4
block3:
* v3 = v3 + 1
* goto block6
block4:
* v2 = load v1.field1
* store v1.field0 = v0
* goto block6
block5:
* store v1.field1 = v2
* return v2
block6:
* v1 = load v1.field0
* v2 = v2 + 1
* goto block1
}
",
    );
    assert_eq!(check(&program, ProcId::new(0)), Some(1));
}

/// Both targets, and on each the numbers below three and the others.
#[test]
fn a_closed_program_has_the_paths_of_its_choices() {
    let program = program(
        "class class0 \"Node\" record { field0 \"next\": class0 }
proc proc0 \"main\"() -> (bool) {
  local v0 \"node\": class0
  local v1 \"n\": i8w
block0:
* goto block1, block2
block1:
* v0 = new class0
* goto block2
block2:
* v1 = choose 0..9
* branch v1 < 3, block3, block4
block3:
* v0 = load v0.field0
* return true
block4:
* return false
}
",
    );
    assert_eq!(check(&program, ProcId::new(0)), Some(4));
}
