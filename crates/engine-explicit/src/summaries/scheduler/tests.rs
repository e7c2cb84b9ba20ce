//! Other schedulers of the same instances: what is found does not depend on who runs next.
//!
//! Programs of the corpus and generated ones are summarised in the order of the engine, first in, first out, and in
//! random orders, in which messages also come twice, and effects before the pattern. All errors and all summaries must
//! be the same. Patterns list reads in the order in which they were met, and number objects so, so summaries are
//! brought into a form of their own first ([`form`]).

mod form;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use base::SourceFile;
use driver::{Language, LoadOptions};
use ir::{ProcId, Program};
use machine::{Code, Failure};
use testkit::rng::Rng;
use testkit::{generate, settings};
use verdict::{Limits, Meter, Silent};

use super::{EdgeId, Entry, Parcel, Scheduler};
use crate::summaries::sequential;
use form::Form;

const ORDINARY: u64 = 200;
const LONG: u64 = 5_000;
/// Larger programs are left out: first in, first out may take more nodes than the order of the engine.
const MOST_NODES: u64 = 3_000;

/// Who runs next.
enum Order {
    /// As in the engine.
    LastInFirstOut,
    /// Calls that wait come first, and the oldest of all.
    FirstInFirstOut,
    Random(Rng),
}

/// What a run has found: errors, and for each summary its form, or its procedure where it has none.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    errors: BTreeSet<Failure>,
    forms: BTreeSet<Form>,
    without_form: BTreeMap<ProcId, usize>,
}

impl Scheduler<'_> {
    fn run_in_order(&mut self, outside: ProcId, order: &mut Order) {
        self.start(outside, Entry::of_outside(self.code.program), None);
        while !self.worker.account.is_over() && self.turn(order) {}
    }

    /// One turn; false where nothing is left to do.
    fn turn(&mut self, order: &mut Order) -> bool {
        let n_turns = self.open.len() + self.waiting.len();
        if n_turns == 0 {
            return false;
        }
        match order {
            Order::LastInFirstOut => match self.open.pop() {
                Some(id) => self.run_instance(id),
                None => {
                    let edge = self.waiting.pop().expect("a turn is left");
                    self.deliver(edge);
                }
            },
            Order::FirstInFirstOut if !self.waiting.is_empty() => {
                let edge = self.waiting.remove(0);
                self.deliver(edge);
            }
            Order::FirstInFirstOut => {
                let id = self.open.remove(0);
                self.run_instance(id);
            }
            Order::Random(rng) => match rng.below(n_turns).checked_sub(self.open.len()) {
                Some(place) => {
                    let edge = self.waiting.swap_remove(place);
                    self.deliver_at_random(edge, rng);
                }
                None => {
                    let place = rng.below(self.open.len());
                    let id = self.open.swap_remove(place);
                    self.run_instance(id);
                }
            },
        }
        true
    }

    /// Sends a call all that there is from its callee, in any order, and some of it twice.
    fn deliver_at_random(&mut self, edge: EdgeId, rng: &mut Rng) {
        self.edges[edge].is_queued = false;
        let callee = self.edges[edge].callee;
        let n_exits = self.published[callee].exits.len();
        let twice = (0..n_exits).filter(|_| rng.chance(30)).collect::<Vec<_>>();
        let exits = (0..n_exits).chain(twice).map(Parcel::Exit);
        let mut parcels: Vec<Parcel> = exits.chain([Parcel::Pattern, Parcel::Pattern]).collect();
        while !parcels.is_empty() && self.edges[edge].callee == callee {
            let parcel = parcels.swap_remove(rng.below(parcels.len()));
            self.send(edge, std::iter::once(parcel));
        }
        if self.edges[edge].callee == callee {
            self.edges[edge].n_sent = n_exits;
        }
    }
}

/// What is found in this order; `None` if it is too much.
fn found(program: &Program, uses_patterns: bool, order: &mut Order) -> Option<Found> {
    let (program, outside) = sequential::with_outside(program);
    let code = Code::new(&program);
    let limits = Limits { max_states: Some(MOST_NODES), ..Limits::default() };
    let meter = Meter::new(limits, &Silent);
    let mut scheduler = Scheduler::new(&code, uses_patterns, true, &meter);
    scheduler.run_in_order(outside, order);
    if scheduler.stopped().is_some() {
        return None;
    }
    let errors = scheduler.failures.keys().cloned().collect();
    let set = scheduler.summaries().expect("no limit on bytes");
    let classes = set.verify(&program).unwrap_or_else(|malformed| panic!("{malformed}"));
    let (mut forms, mut without_form) = (BTreeSet::new(), BTreeMap::new());
    for (summary, classes) in set.summaries.iter().zip(&classes) {
        match Form::of(&program, summary, classes) {
            Some(form) => assert!(forms.insert(form), "two summaries are the same: {summary:?}"),
            None => *without_form.entry(summary.proc).or_default() += 1,
        }
    }
    Some(Found { errors, forms, without_form })
}

/// How many programs were compared, and what they had.
#[derive(Debug, Default)]
struct Compared {
    programs: u64,
    with_errors: u64,
    forms: u64,
    without_form: u64,
}

impl Compared {
    fn compare(&mut self, name: &str, program: &Program, seed: u64) {
        for uses_patterns in [true, false] {
            let Some(expected) = found(program, uses_patterns, &mut Order::LastInFirstOut) else { continue };
            let random = |seed| ("random", Order::Random(Rng::new(seed)));
            let orders = [("first in, first out", Order::FirstInFirstOut), random(seed), random(!seed)];
            for (order_name, mut order) in orders {
                let Some(other) = found(program, uses_patterns, &mut order) else { continue };
                assert_eq!(other, expected, "{name}, seed {seed}, {order_name}, patterns: {uses_patterns}");
            }
            self.programs += 1;
            self.with_errors += u64::from(!expected.errors.is_empty());
            self.forms += expected.forms.len() as u64;
            self.without_form += expected.without_form.values().sum::<usize>() as u64;
        }
    }
}

#[test]
fn the_order_makes_no_difference_on_generated_programs() {
    let mut compared = Compared::default();
    for seed in settings::seeds(ORDINARY, LONG) {
        compared.compare("generated", &generate::sequential_program(seed), seed);
    }
    assert!(compared.programs > ORDINARY && compared.with_errors > ORDINARY / 10, "{compared:?}");
    assert!(compared.without_form * 5 < compared.forms, "{compared:?}");
}

#[test]
fn the_order_makes_no_difference_on_the_corpus() {
    let mut compared = Compared::default();
    for path in sources() {
        let text = std::fs::read_to_string(&path).expect("a text");
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let Some(language) = Language::from_extension(extension) else { continue };
        let file = SourceFile::new(path.display().to_string(), text);
        let Ok(loaded) = driver::load(file, language, &LoadOptions::default()) else { continue };
        let Some(program) = loaded.program else { continue };
        if sequential::refusal(&program, None).is_none() {
            compared.compare(&path.display().to_string(), &program, 7);
        }
    }
    assert!(compared.programs > 300 && compared.with_errors > 50, "{compared:?}");
    assert!(compared.without_form * 10 < compared.forms, "{compared:?}");
}

/// The programs of the corpus, but for Boolean ones: they have no heap.
fn sources() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut folders: Vec<PathBuf> = ["core", "shylock", "zing"].map(|name| corpus.join(name)).into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the corpus is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}
