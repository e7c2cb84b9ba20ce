//! Tests that are written of paths: those of every method of the Javalite corpus have the answers that they state, and
//! can fail.
//!
//! A test is a file of the corpus's own form, so that it is checked as one: a path that returns holds, under every
//! setting of the engines, and one that fails is violated by that error on that line alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use base::SourceFile;
use cutpoint_testkit::corpus;
use cutpoint_testkit::patience::Patience;
use driver::{Explored, Language, LoadOptions, Loaded, load};
use ir::Program;
use verdict::explore::{TestFile, WrittenTests};
use verdict::{ExploreQuery, Limits, OpenBody, OpenCall, PathOrder};

fn loaded(name: &str, text: &str) -> Loaded {
    load(SourceFile::new(name, text), Language::Javalite, &LoadOptions::default()).expect("no contradiction")
}

/// An exploration that asks a hard question of the solver has tests of the paths before it.
const MOST_TICKS: u64 = 200;

/// All methods of all classes, inherited ones with each class that has them.
fn methods(program: &Program) -> Vec<OpenCall> {
    let selectors: BTreeSet<&str> =
        program.classes.iter().flat_map(|class| &class.methods).map(|method| method.name.as_str()).collect();
    let names = program
        .classes
        .iter()
        .flat_map(|class| selectors.iter().map(move |selector| format!("{}.{selector}", class.name)));
    names.filter_map(|name| driver::method_entry(program, &name).ok()).collect()
}

fn explored(program: &Program, entry: &OpenCall, max_depth: u32, max_steps: u64) -> Explored {
    let query = |body: &OpenBody| ExploreQuery {
        receiver: body.receiver.clone(),
        max_depth,
        max_steps,
        order: PathOrder::Coverage,
        max_paths: Some(6),
        ..ExploreQuery::new(body.proc)
    };
    let queries: Vec<ExploreQuery> = entry.bodies.iter().map(query).collect();
    let answer = driver::explore(program, &queries, Limits::default(), &Patience::new(MOST_TICKS))
        .expect("examples are replayed");
    answer.unwrap_or_else(|refused| panic!("{}: {}", entry.name, refused.message))
}

fn tests(loaded: &Loaded, entry: &OpenCall, explored: &Explored) -> WrittenTests {
    let program = loaded.program.as_ref().expect("a program");
    let writer = Language::Javalite.test_writer().expect("Javalite has a writer");
    let all: Vec<usize> = (0..explored.exploration.paths.len()).collect();
    explored.tests(writer, program, &loaded.sources, entry, &all)
}

fn check(file: &TestFile) -> Result<(), String> {
    corpus::run(&file.name, &file.text, Language::Javalite).map(|_| ()).map_err(|failure| failure.to_string())
}

fn corpus_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the corpus") {
            let path = entry.expect("a file of the corpus").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

#[test]
fn tests_of_the_corpus_have_the_answers_they_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/javalite");
    let mut ends: BTreeMap<bool, usize> = BTreeMap::new();
    for path in corpus_files(&folder) {
        let text = std::fs::read_to_string(&path).expect("a file of the corpus");
        let loaded = loaded("corpus.jl", &text);
        let Some(program) = &loaded.program else { continue };
        for entry in methods(program) {
            let explored = explored(program, &entry, 2, 120);
            let WrittenTests { files, left_out } = tests(&loaded, &entry, &explored);
            let place = || format!("{}, {}", path.display(), entry.name);
            assert_eq!(files.len(), explored.exploration.paths.len(), "{}: {left_out:?}", place());
            let names: BTreeSet<String> = files.iter().map(|file| file.name.to_lowercase()).collect();
            assert_eq!(names.len(), files.len(), "{}: {names:?}", place());
            for file in &files {
                check(file).unwrap_or_else(|failure| panic!("{}: {failure}\n{}", place(), file.text));
                *ends.entry(file.text.contains(";//@ check: holds")).or_default() += 1;
            }
        }
    }
    assert!(ends[&true] > 200 && ends[&false] > 50, "{ends:?}");
}

/// Names that the writer would like to use itself, parts of the type `unit`, and objects that the method makes.
const ODD: &str = "; Names.\r
((\r
  (class Node ([Node next] [unit nothing]) ())\r
  (class Sub extends Node () ())\r
  (class Test ([Node n]) (\r
    (Node a/b ([unit u] [Test node-1] [Node result])\r
      (var Sub s := (new Sub) in (begin\r
        (s $ next := result)\r
        (this $ n := s)\r
        (if (result = null) (new Node) else (if (node-1 = this) s else result)))))\r
    (unit none () unit)))) (Test none)) ; the end";

/// A test with one assertion turned round, for each assertion.
fn turned_round(text: &str) -> Vec<String> {
    let class = text.find("(class Test_ ").expect("the class of the test");
    let starts = text[class..].match_indices("(assert ").map(|(at, found)| class + at + found.len());
    let turned = |start: usize| {
        let mut open = 0;
        let mut ends = text[start..].char_indices().filter(|&(_, character)| {
            open += i32::from(character == '(') - i32::from(character == ')');
            character == ')' && open == 0
        });
        let (length, _) = ends.next().expect("brackets match");
        let end = start + length + 1;
        format!("{}(! {}){}", &text[..start], &text[start..end], &text[end..])
    };
    starts.map(turned).collect()
}

#[test]
fn every_assertion_of_a_test_can_fail() {
    let loaded = loaded("odd.jl", ODD);
    let program = loaded.program.as_ref().expect("a program");
    let call = driver::method_entry(program, "Test.a/b").expect("a method");
    let WrittenTests { files, left_out } = tests(&loaded, &call, &explored(program, &call, 2, 300));
    assert!(left_out.is_empty(), "{left_out:?}");
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["Test.a_b-1-returns.jl", "Test.a_b-2-returns.jl", "Test.a_b-3-returns.jl"]);
    let mut n_assertions = 0;
    for file in &files {
        check(file).unwrap_or_else(|failure| panic!("{failure}\n{}", file.text));
        for text in turned_round(&file.text) {
            n_assertions += 1;
            let wrong = TestFile { text, ..file.clone() };
            assert!(check(&wrong).is_err(), "{}", wrong.text);
        }
    }
    assert!(n_assertions >= 15, "{n_assertions}");
}
