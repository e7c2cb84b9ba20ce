//! For tests: programs of the corpus, with what the engines hand over for them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::SourceFile;
use driver::{Language, LoadOptions};
use engine_explicit::{ExplicitEngine, ExplicitOptions, Summaries};
use engine_pushdown::PushdownEngine;
use ir::Program;
use verdict::{Check, Limits, Meter, Proof, Property, PushdownProof, Query, Silent, SummarySet, Verdict};

/// Programs with more states are left out: some of the corpus have no end.
const MOST_STATES: u64 = 2_000;

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the corpus is there");
    for path in entries.map(|entry| entry.expect("it can be read").path()) {
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// The sequential programs of the corpus that have heaps.
fn programs() -> impl Iterator<Item = Program> {
    let mut paths = Vec::new();
    for part in ["shylock", "zing"] {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(part), &mut paths);
    }
    paths.sort();
    paths.into_iter().filter_map(|path| program(&path))
}

fn program(path: &Path) -> Option<Program> {
    let language = Language::from_extension(path.extension()?.to_str()?)?;
    let text = std::fs::read_to_string(path).ok()?;
    let file = SourceFile::new(path.to_string_lossy().into_owned(), text);
    driver::load(file, language, &LoadOptions::default()).ok()?.program.filter(Program::is_sequential)
}

fn proof(engine: &dyn Check, program: &Program) -> Option<Proof> {
    engine.supports(program, &Property::NoErrors).ok()?;
    let limits = Limits { max_states: Some(MOST_STATES), ..Limits::default() };
    let query = Query { program, property: &Property::NoErrors, wants_proof: true };
    match engine.check(&query, &Meter::new(limits, &Silent)).verdict {
        Verdict::Holds { proof, .. } => proof,
        Verdict::Violated { .. } | Verdict::Unknown { .. } => None,
    }
}

/// All small proofs of the pushdown engine.
pub(crate) fn proofs() -> impl Iterator<Item = (Program, Arc<PushdownProof>)> {
    let engine = PushdownEngine::default();
    programs().filter_map(move |program| match proof(&engine, &program)? {
        Proof::Pushdown(proof) => Some((program, proof)),
        other => panic!("a proof was asked for: {other:?}"),
    })
}

/// All small sets of summaries.
pub(crate) fn summaries() -> impl Iterator<Item = (Program, Arc<SummarySet>)> {
    let options = ExplicitOptions { summaries: Summaries::Patterns, ..ExplicitOptions::default() };
    let engine = ExplicitEngine { options };
    programs().filter_map(move |program| match proof(&engine, &program)? {
        Proof::Summaries(set) => Some((program, set)),
        Proof::Pushdown(_) | Proof::Boolean(_) => None,
    })
}
