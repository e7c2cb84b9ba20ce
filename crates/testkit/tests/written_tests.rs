//! Tests that are written of paths: those of every method of the Javalite corpus have the answers that they state, and
//! can fail.
//!
//! A test is a file of the corpus's own form, so that it is checked as one: a path that returns holds, under every
//! setting of the engines, and one that fails is violated by that error on that line alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use base::SourceFile;
use cutpoint_testkit::corpus;
use driver::{Explored, Language, LoadOptions, Loaded, Silent, load};
use ir::Program;
use verdict::explore::{TestFile, WrittenTests};
use verdict::{ExploreQuery, Limits, OpenBody, OpenCall};

fn loaded(name: &str, text: &str) -> Loaded {
    load(SourceFile::new(name, text), Language::Javalite, &LoadOptions::default()).expect("no contradiction")
}

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
        max_paths: Some(40),
        ..ExploreQuery::new(body.proc)
    };
    let queries: Vec<ExploreQuery> = entry.bodies.iter().map(query).collect();
    let answer =
        driver::explore(program, &queries, Limits::default(), &Silent).expect("examples are replayed");
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
            let explored = explored(program, &entry, 2, 300);
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
