//! Checking a temporal property: the search for a lasso in the product of the program with the automaton of the
//! property's violations.
//!
//! The product is explored while it is searched, by one worker and depth first, whatever the options say: components
//! are found in the order of one depth-first search. The states of the program are stored once, however many states
//! of the automaton they are paired with; what is counted are pairs.
//!
//! Errors are no violations here. A state keeps what the property can see of it beyond what the program can read: all
//! locals of the user, if an atom looks at locals or at all visible objects, the numbers of threads, as far as an atom
//! names one, and what the last step did, if an atom asks.

use ir::Program;
use machine::{Code, StepEffects, Unwatched};
use temporal::Temporal;
use verdict::{Answer, Covered, Meter, Stats, Verdict};

use crate::account::Account;
use crate::emptiness::find_lasso;
use crate::product::{Product, Watcher};
use crate::remember::Remember;
use crate::schedule::Schedule;
use crate::store::Store;
use crate::trace::TraceBuilder;

/// Looks for an execution of the program that violates the property.
pub(crate) fn check(
    program: &Program,
    property: &Temporal,
    schedule: Schedule,
    max_depth: Option<u64>,
    meter: &Meter<'_>,
) -> Answer {
    let code = if property.observes_locals() { Code::with_user_locals(program) } else { Code::new(program) };
    let code = code.with_threads_up_to(property.greatest_thread());
    if property.uses_last_step() {
        search::<StepEffects>(&code, property, schedule, max_depth, meter)
    } else {
        search::<Unwatched>(&code, property, schedule, max_depth, meter)
    }
}

fn search<W: Remember>(
    code: &Code<'_>,
    property: &Temporal,
    schedule: Schedule,
    max_depth: Option<u64>,
    meter: &Meter<'_>,
) -> Answer {
    let store = Store::new(1, true);
    let mut account = Account::new(max_depth, meter);
    let mut product = Product::<W>::new(code, schedule, &store, Watcher::Violates(property));
    let found = find_lasso(&mut product, property.fair, &mut account);
    let verdict = match found {
        Ok(Some(lasso)) => {
            let violation = TraceBuilder::<W>::new(code, &store, schedule).formula(&lasso);
            Verdict::Violated { violations: vec![violation] }
        }
        Ok(None) => holds(schedule, &account),
        Err(reason) => Verdict::Unknown { reason },
    };
    Answer::new(verdict, stats(&store, &account))
}

/// What it means that no execution was found.
fn holds(schedule: Schedule, account: &Account<'_>) -> Verdict {
    let (states, transitions) = (account.nodes, account.edges);
    match schedule.bound() {
        Some(reason) => Verdict::Unknown { reason },
        None => {
            let covered = Covered::States { states, transitions, hash_compaction: false };
            Verdict::Holds { covered, proof: None }
        }
    }
}

fn stats(store: &Store, account: &Account<'_>) -> Stats {
    let (bytes, encoding_bytes) = store.bytes();
    Stats {
        states: account.nodes,
        transitions: account.edges,
        depth: account.depth,
        encoding_bytes,
        peak_bytes: account.peak_bytes().max(bytes),
        workers: 1,
        ..Stats::default()
    }
}
