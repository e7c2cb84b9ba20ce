//! The summaries of the engine are accepted as certificates by a checker that shares no code with it, and are refused once something in them
//! is changed.
//!
//! The ordinary run takes 300 generated programs; with `CUTPOINT_LONG=1` it takes 20,000.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use base::SourceFile;
use certify::certify;
use cutpoint_testkit::generate;
use cutpoint_testkit::rng::Rng;
use driver::Language;
use engine_explicit::{ExplicitEngine, ExplicitOptions, Summaries};
use ir::{ClassKind, ObjectId, Program, Value};
use verdict::{Content, Effect, Limits, Read, Silent, Spot, Summary, SummarySet, Verdict};

const ORDINARY: u64 = 300;
const LONG: u64 = 20_000;
/// Programs with more nodes are left out.
const MOST_NODES: u64 = 20_000;

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

/// Visible states, then patterns; none where the program does not hold or is too large.
fn certificates(program: &Program) -> Vec<(Summaries, SummarySet)> {
    let mut found = Vec::new();
    for summaries in [Summaries::Visible, Summaries::Patterns] {
        let engine = ExplicitEngine { options: ExplicitOptions { summaries, ..ExplicitOptions::default() } };
        let limits = Limits { max_states: Some(MOST_NODES), ..Limits::default() };
        let Ok(summarized) = engine.summarize(program, &limits, &Silent) else { continue };
        if let Verdict::Holds { .. } = summarized.answer.verdict {
            let mut set = summarized.set;
            set.summaries.iter_mut().for_each(|summary| drop_lengths_of_records(program, summary));
            found.push((summaries, set));
        }
    }
    found
}

/// Visible states of the engine list a length for every object that is no set or channel, though records have none.
fn drop_lengths_of_records(program: &Program, summary: &mut Summary) {
    let is_record = |read: &Read| match (read.spot, &read.seen) {
        (Spot::Class(object), Content::Class(class)) => {
            matches!(program.classes[*class].kind, ClassKind::Record { .. }).then_some(object)
        }
        _ => None,
    };
    let records: HashSet<ObjectId> = summary.pattern.iter().filter_map(is_record).collect();
    summary.pattern.retain(|read| !matches!(read.spot, Spot::Length(object) if records.contains(&object)));
}

/// Another value of the same type, as far as the value shows it.
fn other(value: Value) -> Option<Value> {
    match value {
        Value::Bool(truth) => Some(Value::Bool(!truth)),
        Value::Int(0) => Some(Value::Int(1)),
        Value::Int(number) => Some(Value::Int(number - 1)),
        Value::Ref(_) => Some(Value::Null),
        Value::Null | Value::Real(_) | Value::Decimal(_) => None,
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

/// A certificate with one change, if there is something to change at the place that the random source names.
fn tamper(set: &SummarySet, tampering: Tampering, rng: &mut Rng) -> Option<(SummarySet, usize)> {
    let mut set = set.clone();
    let at = rng.below(set.summaries.len());
    let Summary { pattern, effects, .. } = &mut set.summaries[at];
    let mut any_effect = |effects: &mut Vec<Effect>, rng: &mut Rng| match effects.len() {
        0 => None,
        n => Some(rng.below(n)),
    };
    match tampering {
        Tampering::DropSummary => drop(set.summaries.remove(at)),
        Tampering::DropRead if pattern.is_empty() => return None,
        Tampering::DropRead => drop(pattern.remove(rng.below(pattern.len()))),
        Tampering::DropEffect => {
            let effect = any_effect(effects, rng)?;
            effects.remove(effect);
        }
        Tampering::ChangeWrite => {
            let effect = any_effect(effects, rng)?;
            let writes = &mut effects[effect].writes;
            let write = (!writes.is_empty()).then(|| rng.below(writes.len()))?;
            change_content(&mut writes[write].1)?;
        }
        Tampering::ChangeResult => {
            let effect = any_effect(effects, rng)?;
            let results = &mut effects[effect].results;
            let result = (!results.is_empty()).then(|| rng.below(results.len()))?;
            results[result] = other(results[result])?;
        }
    }
    Some((set, at))
}

#[derive(Default, Debug)]
struct Tally {
    accepted: u64,
    /// Tampered certificates, and how many of them were refused.
    tampered: BTreeMap<(&'static str, Tampering), (u64, u64)>,
}

impl Tally {
    fn check(&mut self, name: &str, program: &Program, seed: u64) {
        for (summaries, set) in certificates(program) {
            if let Err(refusal) = certify(program, &set) {
                eprintln!("{name}, {summaries:?}: {refusal}");
                continue;
            }
            self.accepted += 1;
            let mut rng = Rng::new(seed);
            for tampering in TAMPERINGS {
                let Some((changed, at)) = (0..10).find_map(|_| tamper(&set, tampering, &mut rng)) else {
                    continue;
                };
                let kind = if summaries == Summaries::Visible { "visible" } else { "patterns" };
                let (tried, refused) = self.tampered.entry((kind, tampering)).or_default();
                *tried += 1;
                match certify(program, &changed) {
                    Err(_) => *refused += 1,
                    Ok(_) if std::env::var_os("SHOW").is_some() => eprintln!(
                        "{name} {summaries:?} {tampering:?} {at} accepted uses {} n {}",
                        set.summaries[at].uses,
                        set.summaries.len()
                    ),
                    Ok(_) => {}
                }
            }
        }
    }
}

#[test]
fn certificates_of_generated_programs() {
    let long = std::env::var_os("CUTPOINT_LONG").is_some_and(|value| value != "0");
    let mut tally = Tally::default();
    for seed in 0..if long { LONG } else { ORDINARY } {
        tally.check(&format!("seed {seed}"), &generate::sequential_program(seed), seed);
    }
    eprintln!("{tally:#?}");
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
            let name = path.display().to_string();
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let loaded = driver::load(SourceFile::new(name.clone(), text), Language::Zing)
                .expect("no mistake of ours");
            tally.check(&name, &loaded.program.expect("a program"), 1);
        }
    }
    eprintln!("{tally:#?}");
}
