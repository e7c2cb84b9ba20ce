//! Checking a temporal property: the search for a lasso in the product of the program with the automaton of the
//! property's violations.
//!
//! The product is explored while it is searched, by one worker and depth first, whatever the options say: components
//! are found in the order of one depth-first search. The states of the program are stored once, however many states
//! of the automaton they are paired with; what is counted are pairs.
//!
//! Some formulas are violated by the beginning of an execution already, whatever comes then ([`crate::prefix`]). A
//! program without assumptions can continue every beginning, and fairly too: of the threads that can move, let always
//! the one move that did not for the longest time; then a thread that can move infinitely often does. Hence such a
//! beginning is a violation by itself, and no loop is looked for. A program with assumptions may discard all
//! executions that begin so; there one that goes on forever is looked for, fair if that is asked for.
//!
//! Errors are no violations here. A state keeps what the property can see of it beyond what the program can read: all
//! locals of the user, if an atom looks at locals or at all visible objects, the numbers of threads, as far as an atom
//! names one, and what the last step did, if an atom asks.

use ir::Program;
use ir::facts::can_prune;
use machine::{Code, NoListener, StepEffects};
use temporal::Temporal;
use verdict::{Answer, Covered, Meter, Stats, StopReason, Verdict};

use crate::account::Account;
use crate::emptiness::{Found, Search, find};
use crate::growth;
use crate::prefix::{Beyond, find_prefix};
use crate::product::{Node, Product, Watcher};
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
        search::<NoListener>(&code, property, schedule, max_depth, meter)
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
    let found = find_violation::<W>(code, &store, property, schedule, &mut account);
    let verdict = match found {
        Ok(Some(found)) => {
            let violation = TraceBuilder::<W>::new(code, &store, schedule).formula(&found);
            Verdict::Violated { violations: vec![violation] }
        }
        Ok(None) => holds(schedule, &account),
        Err(reason) => Verdict::Unknown { reason },
    };
    let mut answer = Answer::new(verdict, stats(&store, &account));
    if answer.ended_at_a_limit() {
        let is_sequential = code.program.second_thread().is_none();
        let grown = growth::of_states::<W>(code, &store, schedule);
        answer.note_growth(grown, |growth| growth::remedy(growth, is_sequential));
    }
    answer
}

/// Where a formula can be violated otherwise than by a bad prefix, one is looked for among so many nodes only,
/// before loops are.
const FIRST_LOOK: usize = 10_000;

/// Looks for a bad prefix breadth first where the formula can be violated in no other way, and for a loop otherwise.
fn find_violation<W: Remember>(
    code: &Code<'_>,
    store: &Store,
    property: &Temporal,
    schedule: Schedule,
    account: &mut Account<'_>,
) -> Result<Option<Found<Node>>, StopReason> {
    let may_end_early = !can_prune(code.program);
    let meter = account.meter();
    let product = || Product::<W>::new(code, schedule, store, Watcher::Violates(property), meter);
    if property.hopeless.is_empty() || (!may_end_early && !property.hopeless.decides()) {
        return find(&mut product(), property.fair, account);
    }
    if !property.hopeless.decides() {
        // The search for loops goes deep first, and may never come to a bad prefix that is near. What is looked at here
        // is looked at again there, so only one of the two is counted.
        let mut look = account.fresh();
        let near = find_prefix(&mut product().showing_bad(), Some(FIRST_LOOK), &mut look, surely);
        if let Ok(Some(found)) = near {
            *account = look;
            return Ok(Some(found));
        }
        return find(&mut product().showing_bad(), property.fair, account);
    }
    let mut product = product().showing_bad();
    if may_end_early {
        return find_prefix(&mut product, None, account, surely);
    }
    let mut any = Product::<W>::new(code, schedule, store, Watcher::GoesOn { fair: property.fair }, meter);
    let mut continuations = Search::new(&mut any, property.fair);
    let found = find_prefix(&mut product, None, account, |node: Node, depth, account| {
        let found = continuations.from(node.alone(), depth, account)?;
        Ok(found.and_then(Found::lasso).map_or(Beyond::Nothing, Beyond::Lasso))
    })?;
    match (found, continuations.cut()) {
        (None, Some(depth)) => Err(StopReason::DepthLimit(depth)),
        (found, _) => Ok(found),
    }
}

/// A program without assumptions goes on from everywhere.
fn surely(_: Node, _: u64, _: &mut Account<'_>) -> Result<Beyond<Node>, StopReason> {
    Ok(Beyond::Surely)
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
