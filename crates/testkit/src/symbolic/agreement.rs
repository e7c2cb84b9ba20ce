//! Whether the four machines of symbolic execution and the reference interpreter say the same of an open procedure.
//!
//! What must hold (Exact Heap Summaries, section 6, as far as it can be executed):
//!
//! - corollary 10: every machine has the same control-flow paths; under bounds that cut something, lazy and summary
//!   have;
//! - corollary 11: there is one final summary state for each control-flow path;
//! - exactness: the models of a summary path are, one to one, the heaps with which lazy initialisation is on that path;
//! - bounds cut heaps at the same places under lazy and summary;
//! - every path has an example that the interpreter follows, event by event, to the same end, results and state.

use std::collections::BTreeMap;

use engine_symbolic::SymbolicEngine;
use interp::Context;
use interp::choices::Script;
use ir::{Program, Value};
use verdict::{
    Exploration, Explore, ExploreQuery, ExploredPath, GivenObject, HeapTotal, Init, Meter, Path, PathDetail,
};

/// What two machines say differently, as a sentence.
pub type Disagreement = String;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub control_paths: u64,
    pub lazy_paths: u64,
    pub heaps: u128,
    pub cut: u64,
}

impl Compared {
    /// What was compared altogether.
    #[must_use]
    pub fn plus(self, other: Compared) -> Compared {
        let Compared { control_paths, lazy_paths, heaps, cut } = other;
        Compared {
            control_paths: self.control_paths + control_paths,
            lazy_paths: self.lazy_paths + lazy_paths,
            heaps: self.heaps + heaps,
            cut: self.cut + cut,
        }
    }
}

/// Compares all machines on a procedure. `None`: it has more paths than `most`, or needs what is not supported.
pub fn compare(program: &Program, query: &ExploreQuery, most: u64) -> Result<Option<Compared>, Disagreement> {
    let ask = |init: Init, detail: PathDetail| {
        let query = ExploreQuery { init, detail, counts_heaps: true, max_paths: Some(most), ..query.clone() };
        SymbolicEngine.explore(program, &query, &Meter::unlimited())
    };
    let lazy = ask(Init::Lazy, PathDetail::Examples);
    if lazy.reached_max_paths || lazy.stop.is_some() || !lazy.unsupported.is_empty() {
        return Ok(None);
    }
    let summary = ask(Init::Summary, PathDetail::Examples);
    check_self(Init::Lazy, &lazy)?;
    check_self(Init::Summary, &summary)?;
    same_paths((Init::Lazy, &lazy), (Init::Summary, &summary))?;
    if summary.counts.paths != summary.counts.control_paths {
        return Err(format!(
            "{} summary paths, but {} control-flow paths",
            summary.counts.paths, summary.counts.control_paths
        ));
    }
    same_heaps(&lazy, &summary)?;
    same_cuts(&lazy, &summary)?;
    for exploration in [&lazy, &summary] {
        exploration.paths.iter().try_for_each(|path| replays(program, path))?;
    }
    for init in [Init::Lazier, Init::LazierSharp] {
        let other = ask(init, PathDetail::Examples);
        check_self(init, &other)?;
        other.paths.iter().try_for_each(|path| replays(program, path))?;
        if lazy.cuts.is_empty() && other.cuts.is_empty() {
            same_paths((Init::Lazy, &lazy), (init, &other))?;
        }
    }
    Ok(Some(Compared {
        control_paths: summary.counts.control_paths,
        lazy_paths: lazy.counts.paths,
        heaps: summary.counts.heaps.map_or(0, HeapTotal::number),
        cut: lazy.counts.cut,
    }))
}

/// The counts of an exploration are those of its paths.
fn check_self(init: Init, exploration: &Exploration) -> Result<(), Disagreement> {
    let counts = exploration.counts;
    let by_path = by_path(exploration);
    if counts.paths != exploration.paths.len() as u64 || counts.control_paths != by_path.len() as u64 {
        return Err(format!(
            "{init}: counts {counts:?}, but {} paths, {} of them different",
            exploration.paths.len(),
            by_path.len()
        ));
    }
    if counts.returns + counts.throws != counts.paths {
        return Err(format!("{init}: counts {counts:?} do not add up"));
    }
    Ok(())
}

/// Control-flow paths, and the heaps that lead to each.
fn by_path(exploration: &Exploration) -> BTreeMap<&Path, u128> {
    let mut by_path = BTreeMap::new();
    for path in &exploration.paths {
        *by_path.entry(&path.path).or_default() += path.heaps.map_or(0, HeapTotal::number);
    }
    by_path
}

fn same_paths(
    (one, left): (Init, &Exploration),
    (other, right): (Init, &Exploration),
) -> Result<(), Disagreement> {
    let (left, right) = (by_path(left), by_path(right));
    let only = |these: &BTreeMap<&Path, u128>, those: &BTreeMap<&Path, u128>| {
        these.keys().find(|path| !those.contains_key(*path)).map(|path| format!("{path:?}"))
    };
    if let Some(path) = only(&left, &right) {
        return Err(format!("only {one} has the path {path}"));
    }
    match only(&right, &left) {
        Some(path) => Err(format!("only {other} has the path {path}")),
        None => Ok(()),
    }
}

fn same_heaps(lazy: &Exploration, summary: &Exploration) -> Result<(), Disagreement> {
    let (lazy, summary) = (by_path(lazy), by_path(summary));
    let differs = lazy.iter().find(|(path, heaps)| summary[*path] != **heaps);
    differs.map_or(Ok(()), |(path, heaps)| {
        Err(format!("{heaps} lazy heaps, but {} models of the summary, on the path {path:?}", summary[path]))
    })
}

fn same_cuts(lazy: &Exploration, summary: &Exploration) -> Result<(), Disagreement> {
    let places = |exploration: &Exploration| {
        let mut places: Vec<_> = exploration.cuts.iter().map(|cut| (cut.events.clone(), cut.at)).collect();
        places.sort();
        places
    };
    let (lazy, summary) = (places(lazy), places(summary));
    if lazy == summary {
        return Ok(());
    }
    let differs = lazy
        .iter()
        .find(|place| !summary.contains(place))
        .or(summary.iter().find(|place| !lazy.contains(place)));
    Err(format!(
        "lazy cuts at {} places, summary at {}; they differ in {differs:?}",
        lazy.len(),
        summary.len()
    ))
}

/// The interpreter follows the example of a path to the same end.
pub fn replays(program: &Program, path: &ExploredPath) -> Result<(), Disagreement> {
    let Some(example) = &path.example else { return Err("a path without an example".to_owned()) };
    let most = 100_000;
    let followed =
        interp::follow(&Context::new(program), &example.start, &mut Script::new(&example.choices), most)
            .map_err(|error| {
                format!("the example of {:?} cannot be followed: {error}; {example:?}", path.path)
            })?;
    if followed.path != path.path {
        return Err(format!("the example of {:?} takes {:?}; {example:?}", path.path, followed.path));
    }
    if followed.results != example.end.results {
        return Err(format!(
            "the example of {:?} returns {:?}, not {:?}",
            path.path, followed.results, example.end.results
        ));
    }
    let globals: Vec<Value> = followed.state.globals.iter().copied().collect();
    let expected: Vec<Value> = example.end.globals.iter().copied().collect();
    if globals != expected {
        return Err(format!("after {:?} globals are {globals:?}, not {expected:?}", path.path));
    }
    let heap = &followed.state.heap;
    let object =
        |object: ir::ObjectId| GivenObject { class: heap.class(object), slots: heap.slots(object).to_vec() };
    let objects: Vec<GivenObject> = (0..heap.len()).map(|at| object(base::Id::new(at))).collect();
    if objects != example.end.objects {
        return Err(format!("after {:?} the heap is {objects:?}, not {:?}", path.path, example.end.objects));
    }
    Ok(())
}
