//! Proofs of the pushdown engine are accepted by a checker that shares no code with it, and are refused once
//! something in them is changed.
//!
//! The ordinary run takes 300 generated programs; with `CUTPOINT_LONG=1` it takes 10,000.

#![expect(clippy::print_stdout, reason = "shows what was tried")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::{Id, SourceFile, SourceId, Span};
use certify::{Reason, certify_proof};
use cutpoint_testkit::rng::Rng;
use cutpoint_testkit::{generate, settings};
use driver::{Language, LoadOptions, PropertyText};
use engine_pushdown::{PushdownEngine, PushdownOptions};
use ir::{Program, Value};
use report::CertificateFile;
use verdict::{HeadPoint, Limits, Proof, Property, PushdownProof, SeenHeap, SeenObject, Verdict};

const ORDINARY: u64 = 300;
const LONG: u64 = 10_000;
/// Programs whose right proofs were refused once: two states had the same key.
const KNOWN: [u64; 1] = [5_006_288];
/// Programs with more heads are left out: some of the corpus have no end.
const MOST_HEADS: u64 = 3_000;

/// The proof of a property, if it holds and is small enough.
fn proof(program: &Program, property: &Property) -> Option<Arc<PushdownProof>> {
    proof_within(program, property, None)
}

fn proof_within(
    program: &Program,
    property: &Property,
    heap_bound: Option<u64>,
) -> Option<Arc<PushdownProof>> {
    let options = PushdownOptions { heap_bound, ..PushdownOptions::default() };
    let engine = PushdownEngine { options };
    let limits = Limits { max_states: Some(MOST_HEADS), ..Limits::default() };
    match settings::ask(&engine, program, property, limits).verdict {
        Verdict::Holds { proof: Some(Proof::Pushdown(proof)), .. } => Some(proof),
        Verdict::Holds { proof, .. } => panic!("a proof was asked for: {proof:?}"),
        Verdict::Violated { .. } | Verdict::Unknown { .. } => None,
    }
}

/// A program of the corpus and its questions.
struct Case {
    name: String,
    program: Program,
    questions: Vec<(String, Property)>,
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

/// The programs of a part of the corpus that can be loaded and are sequential.
fn corpus(part: &str) -> Vec<Case> {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(part), &mut paths);
    paths.iter().filter_map(|path| case(path)).collect()
}

fn case(path: &Path) -> Option<Case> {
    let language = Language::from_extension(path.extension()?.to_str()?)?;
    let text = std::fs::read_to_string(path).ok()?;
    let name = path.file_name()?.to_string_lossy().into_owned();
    let loaded = driver::load(SourceFile::new(name.clone(), text), language, &LoadOptions::default()).ok()?;
    let program = loaded.program.filter(Program::is_sequential)?;
    let mut questions = vec![("no errors".to_owned(), Property::NoErrors)];
    for text in &loaded.properties {
        let (property, _) = driver::resolve(&program, text);
        questions.extend(property.map(|property| (text.formula.clone(), property)));
    }
    Some(Case { name, program, questions })
}

/// The proof after it was written to a file and read again.
fn read_back(program: &Program, property: &Property, proof: &Arc<PushdownProof>) -> PushdownProof {
    let proof = Proof::Pushdown(proof.clone());
    let text = CertificateFile::of_proof("model", "core", program, property, &proof).text();
    let file = CertificateFile::parse(&text).expect("it was written here");
    match file.proof(program) {
        Ok(Proof::Pushdown(proof)) => Arc::unwrap_or_clone(proof),
        other => panic!("a proof was written: {other:?}"),
    }
}

/// All proofs of a part of the corpus, each accepted, and as good after it was a file.
fn accept_all(part: &str) -> usize {
    let mut count = 0;
    for Case { name, program, questions } in corpus(part) {
        for (question, property) in questions {
            if let Some(proof) = proof(&program, &property) {
                let accepted = certify_proof(&program, &property, &proof);
                assert!(accepted.is_ok(), "{name}: {question}: {}", accepted.unwrap_err());
                assert!(read_back(&program, &property, &proof) == *proof, "{name}: {question}");
                count += 1;
            }
        }
    }
    count
}

#[test]
fn proofs_of_the_corpus_are_accepted() {
    let counts = ["shylock", "zing"].map(accept_all);
    println!("{counts:?} proofs");
    assert!(counts[0] > 100 && counts[1] > 20, "{counts:?}");
}

/// A formula that speaks of no place of a program.
fn temporal(program: &Program, formula: &str) -> Property {
    let span = Span::new(SourceId::new(0), 0, formula.len() as u32);
    let text = PropertyText { formula: formula.to_owned(), span, fair: false.into(), expected: None };
    driver::resolve(program, &text).0.expect("a formula")
}

/// Formulas that any program can be asked.
const FORMULAS: [&str; 4] = [
    "F (@terminated || @stuck)",
    "G F (@terminated || !unchanged)",
    "G !@stuck",
    "G (unchanged -> F !unchanged)",
];

#[test]
fn proofs_of_generated_programs_are_accepted() {
    let seeds = cutpoint_testkit::settings::seeds(ORDINARY, LONG);
    let (mut accepted, count) = (0, seeds.end - seeds.start);
    for seed in KNOWN.into_iter().chain(seeds) {
        let program = generate::sequential_program(seed);
        let formulas = FORMULAS.map(|formula| temporal(&program, formula));
        for property in std::iter::once(Property::NoErrors).chain(formulas) {
            if let Some(proof) = proof(&program, &property) {
                let result = certify_proof(&program, &property, &proof);
                assert!(result.is_ok(), "seed {seed}: {property:?}: {}", result.unwrap_err());
                accepted += 1;
            }
        }
    }
    println!("{accepted} proofs of {count} programs");
    assert!(accepted > count / 2, "{accepted}");
}

// -------------------------------------------------------------------------------------- tampering

/// What is done to a proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Tampering {
    DropFact,
    DropInstance,
    ChangeValue,
    DropCutPoint,
    LowerRank,
    RaiseRank,
    Unmark,
    ChangeState,
}

const TAMPERINGS: [Tampering; 8] = [
    Tampering::DropFact,
    Tampering::DropInstance,
    Tampering::ChangeValue,
    Tampering::DropCutPoint,
    Tampering::LowerRank,
    Tampering::RaiseRank,
    Tampering::Unmark,
    Tampering::ChangeState,
];

/// Another value of the same type, as far as the value shows it.
fn other(value: Value) -> Option<Value> {
    match value {
        Value::Bool(truth) => Some(Value::Bool(!truth)),
        Value::Int(0) => Some(Value::Int(1)),
        Value::Int(number) => Some(Value::Int(number - 1)),
        Value::Ref(_) => Some(Value::Null),
        Value::Null | Value::Real(_) | Value::Decimal(_) | Value::String(_) => None,
    }
}

/// A proof with one change; none if there is nothing to change at the place that the random source names.
fn tamper(proof: &PushdownProof, tampering: Tampering, rng: &mut Rng) -> Option<PushdownProof> {
    let mut proof = proof.clone();
    let head = rng.below(proof.heads.len());
    match tampering {
        Tampering::DropFact | Tampering::Unmark => {
            let which = rng.below(proof.instances.len() + 1);
            let facts = match which.checked_sub(1) {
                None => &mut proof.outside,
                Some(instance) => &mut proof.instances[instance].facts,
            };
            let at = rng.below(facts.len());
            match tampering {
                Tampering::Unmark if facts[at].marked => facts[at].marked = false,
                Tampering::Unmark => return None,
                _ => drop(facts.remove(at)),
            }
        }
        Tampering::DropInstance if proof.instances.is_empty() => return None,
        Tampering::DropInstance => drop(proof.instances.remove(rng.below(proof.instances.len()))),
        Tampering::ChangeValue => {
            let heap = rng.below(proof.heaps.len());
            let SeenHeap { globals, locals, objects, .. } = &mut proof.heaps[heap];
            let slots = objects.iter_mut().filter_map(|object| match object {
                SeenObject::Object(object) => Some(&mut object.slots),
                SeenObject::Tree(_) | SeenObject::Forgotten => None,
            });
            let mut values: Vec<&mut Value> =
                globals.iter_mut().chain(locals).chain(slots.flatten()).collect();
            let at = if values.is_empty() { return None } else { rng.below(values.len()) };
            *values[at] = other(*values[at])?;
        }
        Tampering::DropCutPoint => {
            let with_cut_points: Vec<usize> =
                (0..proof.heaps.len()).filter(|&heap| !proof.heaps[heap].cut_points.is_empty()).collect();
            let heap = &mut proof.heaps[*rng.try_pick(&with_cut_points)?];
            heap.cut_points.remove(rng.below(heap.cut_points.len()));
        }
        Tampering::LowerRank => proof.heads[head].rank = proof.heads[head].rank.checked_sub(1)?,
        Tampering::RaiseRank => proof.heads[head].rank += 1,
        Tampering::ChangeState => proof.heads[head].state += 1,
    }
    Some(proof)
}

/// Whether the change may leave a proof. Heads have the least ranks that are possible; a greater one is as good where
/// all that leads to the head has a greater rank already, and nothing leads to the beginning of the program.
fn may_be_accepted(proof: &PushdownProof, tampered: &PushdownProof) -> bool {
    let raised = proof.heads.iter().zip(&tampered.heads).find(|(head, tampered)| head.rank < tampered.rank);
    let has_ranks = proof.heads.iter().any(|head| head.rank > 0);
    raised.is_some_and(|(head, _)| has_ranks || head.point == HeadPoint::Outside(0))
}

#[test]
fn proofs_that_were_tampered_with_are_refused() {
    let mut rng = Rng::new(7);
    let mut counts: BTreeMap<Tampering, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for Case { name, program, questions } in corpus("shylock") {
        for (question, property) in questions {
            let Some(proof) = proof(&program, &property).filter(|proof| proof.heads.len() < 300) else {
                continue;
            };
            for tampering in TAMPERINGS.iter().flat_map(|&tampering| [tampering; 6]) {
                let Some(tampered) = tamper(&proof, tampering, &mut rng) else { continue };
                let accepted = certify_proof(&program, &property, &tampered).is_ok();
                let (refused, all) = counts.entry(tampering).or_default();
                *refused += usize::from(!accepted);
                *all += 1;
                if accepted && !may_be_accepted(&proof, &tampered) {
                    wrong.push(format!("{tampering:?} of {name}, {question}"));
                }
            }
        }
    }
    println!("refused, of all: {counts:?}");
    assert!(wrong.is_empty(), "{} accepted: {wrong:#?}", wrong.len());
    assert!(counts.values().all(|&(refused, _)| refused > 0), "{counts:?}");
}

#[test]
fn a_proof_of_one_formula_or_program_proves_no_other() {
    let cases = corpus("shylock/laws");
    let mut checked = 0;
    for Case { name, program, questions } in &cases {
        let answered: Vec<_> = questions.iter().map(|(_, property)| proof(program, property)).collect();
        for (index, (question, property)) in questions.iter().enumerate().skip(1) {
            // What is violated is proved by no proof of another.
            if answered[index].is_none() {
                for proof in answered.iter().flatten() {
                    assert!(certify_proof(program, property, proof).is_err(), "{name}: {question}");
                    checked += 1;
                }
            }
        }
        for proof in answered.iter().take(1).flatten() {
            for other in cases.iter().filter(|other| other.name != *name) {
                let refused = certify_proof(&other.program, &Property::NoErrors, proof).is_err();
                assert!(refused || other.program == *program, "{name} proves {}", other.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn a_proof_that_unfolds_without_end_is_refused() {
    let cases = corpus("shylock/laws");
    let mut proofs = cases.iter().filter_map(|case| Some((case, proof(&case.program, &Property::NoErrors)?)));
    let (case, proof) = proofs.next().expect("one of them has no errors");
    let mut proof = PushdownProof::clone(&proof);
    let class = ir::ClassId::new(0);
    let n_fields = match &case.program.classes[class].kind {
        ir::ClassKind::Record { fields, .. } => fields.len(),
        _ => 0,
    };
    // Each tree holds the one before in all of its fields; with two fields, the last has 2^100 objects.
    proof.trees = vec![verdict::NewObject { class, slots: vec![Value::Null; n_fields] }];
    for tree in 0..100 {
        let slots = vec![Value::Ref(ir::ObjectId::new(tree)); n_fields.max(2)];
        proof.trees.push(verdict::NewObject { class, slots });
    }
    for heap in &mut proof.heaps {
        heap.objects = vec![SeenObject::Tree(100)];
    }
    let refused = certify_proof(&case.program, &Property::NoErrors, &proof).expect_err("it is too large");
    assert!(matches!(refused.reason, Reason::TooLarge(_)), "{refused}");
}

/// What is visible of the program `pinned` is small, but a local that the formula looks at holds a list that grows. The
/// engine forgets it, and the checker must forget the same.
#[test]
fn proofs_that_forget_are_accepted() {
    let cases = corpus("shylock/laws");
    let case = cases.iter().find(|case| case.name == "pinned.shy").expect("it is there");
    let property = temporal(&case.program, "G (@terminated -> !g)");
    for bound in 3..8 {
        let proof = proof_within(&case.program, &property, Some(bound)).expect("it holds");
        let mut objects = proof.heaps.iter().flat_map(|heap| &heap.objects);
        assert!(objects.any(|object| *object == SeenObject::Forgotten), "bound {bound}");
        let accepted = certify_proof(&case.program, &property, &proof);
        assert!(accepted.is_ok(), "bound {bound}: {}", accepted.unwrap_err());
    }
}
