//! The orders in which paths are searched: where nothing is limited they find the same paths, and the one that goes by
//! coverage needs fewer paths until nothing more is covered.

use std::path::{Path, PathBuf};

use base::SourceFile;
use driver::{Explored, Language, LoadOptions, Silent, load};
use ir::Program;
use verdict::{ExploreQuery, Init, Limits, OpenCall, PathDetail, PathOrder};

fn program(path: &Path) -> Option<Program> {
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    let loaded = load(SourceFile::new("corpus.jl", text), Language::Javalite, &LoadOptions::default());
    loaded.expect("no contradiction").program
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/javalite")
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(corpus().join(folder)).expect("a folder of the corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// Each method that a class declares.
fn methods(program: &Program) -> Vec<OpenCall> {
    let names = program
        .classes
        .iter()
        .flat_map(|class| class.methods.iter().map(move |method| format!("{}.{}", class.name, method.name)));
    let entries = names.filter_map(|name| driver::method_entry(program, &name).ok());
    entries.filter(|entry| entry.bodies.len() == 1).collect()
}

fn query(entry: &OpenCall, order: PathOrder) -> ExploreQuery {
    let [body] = &entry.bodies[..] else { panic!("{} has several bodies", entry.name) };
    ExploreQuery {
        receiver: body.receiver.clone(),
        order,
        max_depth: 2,
        max_steps: 80,
        detail: PathDetail::Paths,
        ..ExploreQuery::new(body.proc)
    }
}

fn explored(program: &Program, query: &ExploreQuery) -> Explored {
    let answer = driver::explore(program, std::slice::from_ref(query), Limits::default(), &Silent)
        .expect("no contradiction");
    answer.unwrap_or_else(|refused| panic!("{}", refused.message))
}

#[test]
fn both_orders_find_the_same() {
    let mut n_paths = 0;
    for path in ["heap", "faults", "language", "paper", "scoping"].into_iter().flat_map(files) {
        let Some(program) = program(&path) else { continue };
        for (entry, init) in methods(&program).iter().zip(Init::ALL.into_iter().cycle()) {
            let query = |order| ExploreQuery { init, ..query(entry, order) };
            let depth_first = explored(&program, &query(PathOrder::DepthFirst)).exploration;
            let by_coverage = explored(&program, &query(PathOrder::Coverage)).exploration;
            let place = format!("{}, {}, {init}", path.display(), entry.name);
            assert_eq!(depth_first.paths, by_coverage.paths, "{place}");
            assert_eq!(depth_first.counts, by_coverage.counts, "{place}");
            assert_eq!(depth_first.coverage, by_coverage.coverage, "{place}");
            assert_eq!(depth_first.cuts.len(), by_coverage.cuts.len(), "{place}");
            n_paths += depth_first.paths.len();
        }
    }
    assert!(n_paths > 500, "{n_paths}");
}

/// How many paths it takes until as many branches are missed as by all paths.
fn paths_to_cover(program: &Program, entry: &OpenCall, order: PathOrder) -> u64 {
    let missed = |max_paths: Option<u64>| {
        let query = ExploreQuery { max_paths, detail: PathDetail::Counts, ..query(entry, order) };
        explored(program, &query).uncovered(program, entry).branches.missed_count
    };
    let all = missed(None);
    (1..).find(|&n| missed(Some(n)) == all).expect("all paths cover what all paths cover")
}

#[test]
fn fewer_paths_cover_everything_by_coverage() {
    let mut sums = [0, 0];
    for (file, method) in [
        ("heap/list-insert.jl", "List.insert"),
        ("heap/list-remove.jl", "List.remove"),
        ("heap/bst.jl", "Tree.insert"),
        ("heap/bst.jl", "Tree.contains"),
        ("heap/doubly-linked.jl", "Node.unlink"),
        ("heap/union-find.jl", "Set.join"),
    ] {
        let program = program(&corpus().join(file)).expect("a program");
        let Ok(entry) = driver::method_entry(&program, method) else { panic!("{file} has no {method}") };
        let needed =
            [PathOrder::DepthFirst, PathOrder::Coverage].map(|order| paths_to_cover(&program, &entry, order));
        println!("{file} {method}: {needed:?}");
        sums = [sums[0] + needed[0], sums[1] + needed[1]];
    }
    assert!(sums[1] < sums[0], "{sums:?}");
}
