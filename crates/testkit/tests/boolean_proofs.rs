//! Proofs of Boolean programs are accepted by a checker that shares no code with the engines, if and only if they are
//! proofs.
//!
//! Where they come from: tabulation of all path edges one by one, for generated programs; and every engine that gives
//! such proofs, for generated programs and the corpus. The ordinary run takes 400 programs, `CUTPOINT_LONG=1` 10,000.

#![expect(clippy::print_stdout, reason = "what was tried is shown with --nocapture")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::{Id, SourceFile, SourceId};
use certify::{Reason, certify_boolean};
use cutpoint_testkit::boolean::path_edges::tabulate;
use cutpoint_testkit::boolean::programs;
use cutpoint_testkit::patience::Patience;
use cutpoint_testkit::rng::Rng;
use cutpoint_testkit::settings;
use driver::{ENGINES, EngineChoice, Language, LoadOptions, Request};
use ir::Program;
use lang_boolean::{Dialect, Options};
use report::CertificateFile;
use verdict::{BooleanProof, Formula, Limits, Proof, Property, Verdict};

const ORDINARY: u64 = 400;
const LONG: u64 = 10_000;
/// Programs with more path edges are left out of the tabulation.
const MOST_EDGES: usize = 2_000;

/// Engines whose certificates are of other kinds; they need not be asked.
const OF_OTHER_KINDS: [&str; 3] = ["explicit", "pushdown", "symbolic"];

fn seeds() -> std::ops::Range<u64> {
    settings::seeds(ORDINARY, LONG)
}

fn n_programs() -> u64 {
    seeds().end - seeds().start
}

fn compile(text: &str) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

/// The proof after it was written to a file and read again.
fn read_back(program: &Program, proof: &BooleanProof) -> BooleanProof {
    let proof = Proof::Boolean(Arc::new(proof.clone()));
    let text = CertificateFile::of_proof("model", "boolean", program, &Property::NoErrors, &proof).text();
    let file = CertificateFile::parse(&text).expect("it was written here");
    match file.proof(program) {
        Ok(Proof::Boolean(proof)) => Arc::unwrap_or_clone(proof),
        other => panic!("formulas were written: {other:?}"),
    }
}

#[test]
fn path_edges_are_a_proof_if_and_only_if_no_error_is_reachable() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in seeds() {
        let text = programs::program(seed);
        let program = compile(&text);
        let Some(edges) = tabulate(&program, MOST_EDGES) else { continue };
        for at_all_blocks in [false, true] {
            let proof = edges.proof(at_all_blocks);
            match certify_boolean(&program, &proof) {
                Ok(_) => {
                    assert!(!edges.has_error, "seed {seed}\n{text}");
                    assert_eq!(read_back(&program, &proof), proof, "seed {seed}");
                    accepted += 1;
                }
                Err(refusal) => {
                    assert!(edges.has_error, "seed {seed}: {refusal}\n{text}");
                    assert!(matches!(refusal.reason, Reason::ErrorReachable(_)), "seed {seed}: {refusal}");
                    refused += 1;
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(
        accepted > n_programs() / 4 && refused > n_programs() / 8,
        "{accepted} accepted, {refused} refused"
    );
}

/// Path edges are the least set that is closed: a proof that lacks one is refused, unless what lacks it is never
/// reached.
#[test]
fn less_than_the_path_edges_is_no_proof() {
    let (mut rng, mut refused) = (Rng::new(11), 0);
    for seed in seeds() {
        let program = compile(&programs::program(seed));
        let Some(edges) = tabulate(&program, MOST_EDGES).filter(|edges| !edges.has_error) else { continue };
        let mut proof = edges.proof(rng.chance(50));
        let at = rng.below(proof.procs.len());
        let listed = &mut proof.procs[at];
        let place = rng.below(listed.invariants.len() + 1);
        let formula = listed.invariants.get_mut(place).map_or(&mut listed.summary, |(_, formula)| formula);
        if *formula == Formula::FALSE {
            continue;
        }
        *formula = Formula::FALSE;
        let refusal = certify_boolean(&program, &proof).expect_err("something is reached that is not listed");
        assert!(
            matches!(refusal.reason, Reason::NotKept(_) | Reason::NotEntered(_) | Reason::NotSummed),
            "seed {seed}: {refusal}"
        );
        refused += 1;
    }
    assert!(refused > n_programs() / 10, "{refused} refused");
}

/// How often an engine may ask whether to go on.
const PATIENCE: u64 = 700;

/// The proof that an engine gives, if the program holds and the engine gives proofs of this kind.
fn proof_of(engine_name: &str, program: &Program) -> Option<Arc<BooleanProof>> {
    let engine = driver::engine(engine_name).expect("the engine is registered");
    let limits = Limits { max_states: Some(20_000), max_bytes: Some(64 << 20) };
    let request =
        Request { engines: EngineChoice::One(engine), limits, wants_proof: true, ..Request::default() };
    let checked = driver::check(program, &Property::NoErrors, &request, &Patience::new(PATIENCE))
        .unwrap_or_else(|error| panic!("{error}"));
    match &checked.first().answer.verdict {
        Verdict::Holds { proof: Some(Proof::Boolean(proof)), .. } => Some(proof.clone()),
        Verdict::Holds { proof: None | Some(Proof::Summaries(_) | Proof::Pushdown(_)), .. }
        | Verdict::Violated { .. }
        | Verdict::Unknown { .. } => None,
    }
}

/// Checks the proofs of all engines that give one, and counts them.
fn accept_all(name: &str, program: &Program, counts: &mut BTreeMap<&'static str, usize>) {
    for engine in ENGINES.iter().filter(|engine| !OF_OTHER_KINDS.contains(&engine.name)) {
        let Some(proof) = proof_of(engine.name, program) else { continue };
        let outcome = certify_boolean(program, &proof);
        assert!(outcome.is_ok(), "{name}: {}: {}", engine.name, outcome.unwrap_err());
        assert_eq!(read_back(program, &proof), *proof, "{name}: {}", engine.name);
        *counts.entry(engine.name).or_default() += 1;
    }
}

fn every_engine_gave_proofs(counts: &BTreeMap<&'static str, usize>) {
    println!("{counts:?} proofs");
    for name in ["bdd", "sat", "universal", "pdr"] {
        assert!(counts.get(name).is_some_and(|&count| count > 50), "{name}: {counts:?}");
    }
}

#[test]
fn proofs_of_engines_for_generated_programs_are_accepted() {
    let mut counts = BTreeMap::new();
    for seed in seeds() {
        accept_all(&format!("seed {seed}"), &compile(&programs::program(seed)), &mut counts);
    }
    every_engine_gave_proofs(&counts);
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the corpus is there");
    for path in entries.map(|entry| entry.expect("it can be read").path()) {
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
    found.sort();
}

#[test]
fn proofs_of_engines_for_the_corpus_are_accepted() {
    let (mut paths, mut counts) = (Vec::new(), BTreeMap::new());
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/boolean"), &mut paths);
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "bp")) {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let name = path.display().to_string();
        let file = SourceFile::new(name.clone(), text);
        let loaded = driver::load(file, Language::Boolean, &LoadOptions::default());
        let program = loaded.ok().and_then(|loaded| loaded.program).filter(Program::is_sequential);
        program.iter().for_each(|program| accept_all(&name, program, &mut counts));
    }
    every_engine_gave_proofs(&counts);
}
