//! Symbolic execution of open procedures: four machines and the reference interpreter say the same, of random programs
//! and of every method in the corpus.
//!
//! The ordinary run takes 300 random programs; with `CUTPOINT_LONG=1` it takes 5,000. A disagreement is printed with
//! its seed and program.

use std::path::PathBuf;

use base::{SourceFile, SourceMap};
use cutpoint_testkit::settings;
use cutpoint_testkit::shown_paths::{Evaluated, evaluate};
use cutpoint_testkit::symbolic::agreement::{Compared, compare};
use cutpoint_testkit::symbolic::random::{Case, compare_seed, is_worthwhile};
use engine_symbolic::SymbolicEngine;
use ir::{ClassId, ProcId, Program};
use verdict::{Explore, ExploreQuery, Init, Meter};

/// Of all numbers of random programs.
const BITS: u32 = 8;
const ORDINARY: u64 = 300;
const LONG: u64 = 5_000;

#[test]
fn machines_agree_on_random_programs() {
    let mut total = Compared::default();
    let seeds = settings::seeds(ORDINARY, LONG);
    let n_seeds = seeds.end - seeds.start;
    for seed in seeds {
        total = total.plus(compare_seed(seed).unwrap_or_else(|what| panic!("{what}")));
    }
    assert!(is_worthwhile(&total, n_seeds), "{total:?}");
}

/// A path is described by texts that hold in the heaps of its own examples only, of the lazy machine, too.
#[test]
fn texts_say_what_paths_do() {
    let mut total = Evaluated::default();
    for seed in settings::seeds(ORDINARY, LONG) {
        let Case { text, sources, program, query } = Case::new(seed).unwrap_or_else(|what| panic!("{what}"));
        let ask = |init: Init| {
            let query = ExploreQuery { init, max_paths: Some(200), ..query.clone() };
            SymbolicEngine.explore(&program, &query, &Meter::unlimited())
        };
        let [lazy, summary] = [Init::Lazy, Init::Summary].map(ask);
        // The shape of a lazy path is in its heap and not in its condition.
        for (one, others) in [(&lazy, &[][..]), (&summary, &lazy.paths)] {
            let evaluated = evaluate(&program, &sources, &query, one, others, BITS);
            total = total.plus(evaluated.unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}")));
        }
    }
    assert!(total.conditions > 1_000 && total.effects > 1_000 && total.excluded > 10_000, "{total:?}");
}

/// Methods are explored from unknown objects; those that may go on forever are cut.
#[test]
fn machines_agree_on_the_corpus() {
    let mut n_compared = 0;
    // Methods in these folders are compared where they say how many paths they have.
    let is_compared = |file: &PathBuf| {
        ["open", "checked"].iter().any(|folder| file.parent().is_some_and(|path| path.ends_with(folder)))
    };
    for file in corpus("javalite").into_iter().filter(|file| !is_compared(file)) {
        let text = std::fs::read_to_string(&file).expect("a file of the corpus");
        let mut sources = SourceMap::new();
        let id = sources.add(SourceFile::new(file.display().to_string(), text.as_str()));
        let Some(program) = lang_javalite::compile(id, &text).program else { continue };
        for (proc, receiver) in methods(&program) {
            let query = ExploreQuery {
                receiver: Some(vec![receiver]),
                max_depth: 2,
                max_steps: 300,
                ..ExploreQuery::new(proc)
            };
            match compare(&program, &query, 300) {
                Ok(compared) => n_compared += usize::from(compared.is_some()),
                Err(what) => panic!("{}, {}: {what}", file.display(), program.procs[proc].name),
            }
        }
    }
    assert!(n_compared >= 60, "only {n_compared} methods were compared");
}

/// The files of a language in the corpus, in order.
fn corpus(language: &str) -> Vec<PathBuf> {
    let mut folders =
        vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus")).join(language)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the corpus") {
            let path = entry.expect("a file of the corpus").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// Procedures whose first parameter is a receiver, with its class.
fn methods(program: &Program) -> Vec<(ProcId, ClassId)> {
    let receiver = |proc: &ir::Proc| match proc.params().next() {
        Some((_, local)) if local.name == "this" => match local.ty {
            ir::Type::Ref(class) => Some(class),
            ir::Type::Bool
            | ir::Type::Int(_)
            | ir::Type::Real(_)
            | ir::Type::Decimal
            | ir::Type::Enum(_)
            | ir::Type::String
            | ir::Type::Object => None,
        },
        Some(_) | None => None,
    };
    program.procs.iter_enumerated().filter_map(|(id, proc)| Some((id, receiver(proc)?))).collect()
}
