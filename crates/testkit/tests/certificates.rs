//! The summaries of the engine are accepted as certificates by a checker that shares no code with it, and are refused
//! once something in them is changed. Their portable forms are read back as what they were, and differ where they do.
//!
//! The ordinary run takes 500 generated programs; with `CUTPOINT_LONG=1` it takes 20,000.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use base::{Id, SourceFile};
use certify::certify;
use cutpoint_testkit::generate;
use cutpoint_testkit::rng::Rng;
use driver::{Language, LoadOptions};
use engine_explicit::{ExplicitEngine, ExplicitOptions, Summaries};
use ir::{ClassKind, ObjectId, Program, Value};
use report::CertificateFile;
use verdict::{
    Content, Fingerprints, Limits, Meter, PortableSet, ProcSummaries, Proof, Property, Read, Silent, Spot,
    Summarize, Summary, SummarySet, Verdict,
};

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;
/// Programs with more nodes are left out: some of the corpus have no end.
const MOST_NODES: u64 = 2_000;

/// What is done to a certificate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Tampering {
    DropSummary,
    DropRead,
    ChangeWrite,
    ChangeResult,
    DropEffect,
}

const TAMPERINGS: [Tampering; 5] = [
    Tampering::DropSummary,
    Tampering::DropRead,
    Tampering::ChangeWrite,
    Tampering::ChangeResult,
    Tampering::DropEffect,
];

/// By visible states, then by patterns; none where the program does not hold or is too large.
fn certificates(program: &Program) -> Vec<(&'static str, SummarySet)> {
    let mut found = Vec::new();
    for (kind, summaries) in [("visible states", Summaries::Visible), ("patterns", Summaries::Patterns)] {
        let engine = ExplicitEngine { options: ExplicitOptions { summaries, ..ExplicitOptions::default() } };
        let limits = Limits { max_states: Some(MOST_NODES), ..Limits::default() };
        if engine.can_summarize(program).is_err() {
            continue;
        }
        let summarized = engine.summarize(program, &Meter::new(limits, &Silent));
        if let (Verdict::Holds { .. }, ProcSummaries::Patterns(set)) =
            (summarized.answer.verdict, summarized.summaries)
        {
            found.push((kind, Arc::unwrap_or_clone(set)));
        }
    }
    found
}

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

fn change_content(content: &mut Content) -> Option<()> {
    match content {
        Content::Value(value) => *value = other(*value)?,
        Content::List(list) => drop(list.pop()?),
        Content::Class(_) => return None,
    }
    Some(())
}

/// A certificate with one change, and where it is: the summary, and the spot if a read is gone. None if there is
/// nothing to change at the place that the random source names.
fn tamper(
    set: &SummarySet,
    tampering: Tampering,
    rng: &mut Rng,
) -> Option<(SummarySet, usize, Option<Spot>)> {
    fn any<T>(items: &[T], rng: &mut Rng) -> Option<usize> {
        (!items.is_empty()).then(|| rng.below(items.len()))
    }
    let (mut set, mut spot) = (set.clone(), None);
    let at = any(&set.summaries, rng)?;
    let Summary { pattern, effects, .. } = &mut set.summaries[at];
    match tampering {
        Tampering::DropSummary => drop(set.summaries.remove(at)),
        Tampering::DropRead => spot = Some(pattern.remove(any(pattern, rng)?).spot),
        Tampering::DropEffect => drop(effects.remove(any(effects, rng)?)),
        Tampering::ChangeWrite => {
            let effect = any(effects, rng)?;
            let writes = &mut effects[effect].writes;
            let write = any(writes, rng)?;
            change_content(&mut writes[write].1)?;
        }
        Tampering::ChangeResult => {
            let effect = any(effects, rng)?;
            let results = &mut effects[effect].results;
            let result = any(results, rng)?;
            results[result] = other(results[result])?;
        }
    }
    Some((set, at, spot))
}

/// The spots that a procedure reads in a visible state, if this is the pattern for it. It is asked for nothing else,
/// and a state that a pattern matches only after elements of a set have changed places is not recognised.
fn reads(program: &Program, visible: &Summary, pattern: &[Read]) -> Option<HashSet<Spot>> {
    let state: HashMap<Spot, &Content> = visible.pattern.iter().map(|read| (read.spot, &read.seen)).collect();
    let is_set = |spot| match spot {
        Spot::Contents(object) => match state.get(&Spot::Class(object)) {
            Some(Content::Class(class)) => matches!(program.classes[*class].kind, ClassKind::Set { .. }),
            _ => false,
        },
        _ => false,
    };
    let (mut objects, mut spots): (Vec<ObjectId>, _) = (Vec::new(), HashSet::new());
    for read in pattern {
        let spot = read.spot.rename(|number| objects[number.index()]);
        let content = state.get(&spot)?;
        for object in content.values().iter().filter_map(|value| value.object()) {
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
        let number = |object| objects.iter().position(|&other| other == object).expect("all have numbers");
        if content.rename(is_set(spot), |object| ObjectId::new(number(object))) != read.seen {
            return None;
        }
        spots.insert(spot);
    }
    Some(spots)
}

#[derive(Default, Debug)]
struct Tally {
    accepted: u64,
    /// Sets of summaries that were written and read back.
    forms: u64,
    failures: Vec<String>,
    /// Tampered certificates, and how many of them were refused.
    tampered: BTreeMap<(&'static str, Tampering), (u64, u64)>,
    /// Tampered certificates that are still proofs, and why.
    explained: u64,
    unrecognised: u64,
}

impl Tally {
    fn check(&mut self, name: &str, program: &Program, seed: u64) {
        let all = certificates(program);
        for (kind, set) in &all {
            if let Err(refusal) = certify(program, set) {
                self.failures.push(format!("{name}, by {kind}: {refusal}"));
                continue;
            }
            self.accepted += 1;
            self.has_a_form(name, program, set);
            let mut rng = Rng::new(seed);
            for tampering in TAMPERINGS {
                let changed = (0..10).find_map(|_| tamper(set, tampering, &mut rng));
                let Some((changed, at, spot)) = changed else { continue };
                // What is malformed has no form.
                if changed.verify(program).is_ok() {
                    self.has_a_form(name, program, &changed);
                    let forms = [set, &changed].map(|set| PortableSet::of(program, set));
                    assert_ne!(forms[0], forms[1], "{name}: {tampering:?} does not show");
                }
                let (tried, refused) = self.tampered.entry((kind, tampering)).or_default();
                *tried += 1;
                if certify(program, &changed).is_err() {
                    *refused += 1;
                } else if *kind == "visible states" && tampering == Tampering::DropRead {
                    self.explain(name, program, &set.summaries[at], spot, &all);
                } else {
                    self.failures.push(format!("{name}, by {kind}: {tampering:?} at {at} is accepted"));
                }
            }
        }
    }

    /// Summaries are read back from their portable form, by themselves and from a certificate.
    fn has_a_form(&mut self, name: &str, program: &Program, set: &SummarySet) {
        let form = PortableSet::of(program, set).unwrap_or_else(|malformed| panic!("{name}: {malformed}"));
        assert_eq!(form.resolve(program).as_ref(), Ok(set), "{name}");
        assert!(Fingerprints::of(program).out_of_date(&form).is_empty(), "{name}");
        let proof = Proof::Summaries(set.clone().into());
        let file = CertificateFile::of_proof(name, "zing", program, &Property::NoErrors, &proof);
        let read = CertificateFile::parse(&file.text()).and_then(|file| file.proof(program));
        assert_eq!(read, Ok(proof), "{name}");
        self.forms += 1;
    }

    /// A visible state lists more than is read. The patterns of the same program say what is.
    fn explain(
        &mut self,
        name: &str,
        program: &Program,
        visible: &Summary,
        spot: Option<Spot>,
        all: &[(&'static str, SummarySet)],
    ) {
        let patterns = all.iter().filter(|(kind, _)| *kind == "patterns").flat_map(|(_, set)| &set.summaries);
        let same = patterns.filter(|summary| summary.proc == visible.proc);
        let reads: Vec<HashSet<Spot>> =
            same.filter_map(|summary| reads(program, visible, &summary.pattern)).collect();
        match spot {
            _ if reads.is_empty() => self.unrecognised += 1,
            Some(spot) if reads.iter().any(|reads| !reads.contains(&spot)) => self.explained += 1,
            _ => self.failures.push(format!("{name}: {spot:?} is read, but need not be listed")),
        }
    }

    /// Whatever is left out or changed is noticed, but for what visible states list and no execution reads.
    fn finish(&self, fewest: u64) {
        assert!(self.failures.is_empty(), "{:#?}", self.failures);
        assert!(self.accepted >= fewest && self.forms >= 3 * self.accepted, "{self:?}");
        assert_eq!(self.unrecognised, 0, "{self:?}");
        assert_eq!(self.tampered.len(), 2 * TAMPERINGS.len(), "{self:?}");
        for ((kind, tampering), (tried, refused)) in &self.tampered {
            let harmless = *kind == "visible states" && *tampering == Tampering::DropRead;
            assert!(100 * refused >= if harmless { 20 } else { 80 } * tried, "{tampering:?}: {self:?}");
        }
    }
}

#[test]
fn certificates_of_generated_programs() {
    let seeds = cutpoint_testkit::settings::seeds(ORDINARY, LONG);
    let mut tally = Tally::default();
    for seed in seeds.clone() {
        tally.check(&format!("seed {seed}"), &generate::sequential_program(seed), seed);
    }
    tally.finish(seeds.end - seeds.start);
}

#[test]
fn certificates_of_the_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/zing");
    let mut tally = Tally::default();
    for folder in ["summaries", "paper"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of the corpus");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let loaded =
                driver::load(SourceFile::new(name.clone(), text), Language::Zing, &LoadOptions::default());
            let program = loaded.expect("no mistake of ours").program.expect("a program of the corpus");
            tally.check(&name, &program, 1);
        }
    }
    tally.finish(30);
}
