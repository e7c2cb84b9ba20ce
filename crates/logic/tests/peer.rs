//! Sizes beside another implementation of the same construction, the crate `omega-automata`, and satisfiability where that is right.
//!
//! The peer keeps acceptance on states; our automata have it on transitions, so both numbers of states of ours are shown: as they are, and
//! with states split by the mark of the transition that entered them. Its normal form loses negations below a double negation (version 0.1.1), so it
//! is given formulas in negation normal form. `--nocapture` shows the tables.

#![expect(clippy::print_stdout, reason = "tables are for reading")]

mod common;

use std::collections::{BTreeSet, HashMap};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use base::{Id, IndexVec};
use common::{Random, alone, read, store};
use cutpoint_logic::{
    AtomId, Automaton, Binary, Formula, FormulaId, Formulas, Label, Limits, StateId, Transition, Unary,
    satisfies, translate,
};
use omega_automata::automata::abw::ltl_to_abw;
use omega_automata::automata::gbw::{GBW, vwabw_to_gbw};
use omega_automata::ltl;

/// Hands a formula to the peer, in negation normal form but otherwise as it is.
fn to_peer(formulas: &Formulas, root: FormulaId) -> (ltl::Formulas, u32) {
    let mut peer = ltl::Formulas::default();
    let mut done: HashMap<FormulaId, [u32; 2]> = HashMap::new();
    for id in formulas.parts(root) {
        // The formula and its negation.
        let both = match formulas.get(id) {
            Formula::True => [peer.constant(true), peer.constant(false)],
            Formula::False => [peer.constant(false), peer.constant(true)],
            Formula::Atom(atom) => {
                let atom = peer.atom(atom.index() as u32 + 1);
                [atom, peer.neg(atom)]
            }
            Formula::Unary(operator, operand) => {
                let [yes, no] = done[&operand];
                match operator {
                    Unary::Not => [no, yes],
                    Unary::Next => [peer.next(yes), peer.next(no)],
                    Unary::Finally => [peer.finally(yes), peer.globally(no)],
                    Unary::Globally => [peer.globally(yes), peer.finally(no)],
                }
            }
            Formula::Binary(operator, left, right) => binary(&mut peer, operator, done[&left], done[&right]),
        };
        done.insert(id, both);
    }
    let [yes, _] = done[&root];
    (peer, yes)
}

fn binary(peer: &mut ltl::Formulas, operator: Binary, a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    let ([yes_a, no_a], [yes_b, no_b]) = (a, b);
    match operator {
        Binary::And => [peer.and(yes_a, yes_b), peer.or(no_a, no_b)],
        Binary::Or => [peer.or(yes_a, yes_b), peer.and(no_a, no_b)],
        Binary::Implies => [peer.or(no_a, yes_b), peer.and(yes_a, no_b)],
        Binary::Iff => {
            let (both, neither) = (peer.and(yes_a, yes_b), peer.and(no_a, no_b));
            let (first, second) = (peer.and(yes_a, no_b), peer.and(no_a, yes_b));
            [peer.or(both, neither), peer.or(first, second)]
        }
        Binary::Until => [peer.until(yes_a, yes_b), peer.release(no_a, no_b)],
        Binary::Release => [peer.release(yes_a, yes_b), peer.until(no_a, no_b)],
        Binary::WeakUntil => {
            let (either, neither) = (peer.or(yes_a, yes_b), peer.and(no_a, no_b));
            [peer.release(yes_b, either), peer.until(no_b, neither)]
        }
        Binary::StrongRelease => {
            let (both, not_both) = (peer.and(yes_a, yes_b), peer.or(no_a, no_b));
            [peer.until(yes_b, both), peer.release(no_b, not_both)]
        }
    }
}

/// The peer's automaton and its time; nothing if it fails or takes longer than a second.
fn peer_automaton(formulas: &Formulas, root: FormulaId) -> Option<(Automaton, Duration)> {
    let (mut peer, root) = to_peer(formulas, root);
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let start = Instant::now();
        let root = peer.normalize(root);
        let generalised = vwabw_to_gbw(&ltl_to_abw(peer.access(root)));
        let time = start.elapsed();
        // No one listens any more if this took too long.
        let _ = sender.send((degeneralised(&generalised), time));
    });
    receiver.recv_timeout(Duration::from_secs(1)).ok()
}

/// The textbook construction: a level for each acceptance set, and one more that accepts.
fn degeneralised(from: &GBW) -> Automaton {
    let sets = from.num_accepting();
    let in_set = |set: usize, edge: (u32, usize)| {
        from.get_accepting_set(set).is_some_and(|edges| edges.contains(&edge))
    };
    let (mut numbers, mut order) = (HashMap::from([((from.initial, 0), 0)]), vec![(from.initial, 0)]);
    let mut transitions: IndexVec<StateId, Vec<Transition>> = IndexVec::new();
    while let Some(&(state, level)) = order.get(transitions.len()) {
        let transition = |(index, (literals, target)): (usize, &(BTreeSet<i64>, u32))| {
            let start = if level == sets { 0 } else { level };
            let reached = (start..sets).find(|&set| !in_set(set, (state, index))).unwrap_or(sets);
            let next = order.len();
            let number = *numbers.entry((*target, reached)).or_insert_with(|| {
                order.push((*target, reached));
                next
            });
            Transition { label: label_from(literals)?, target: StateId::new(number), marked: level == sets }
                .into()
        };
        let copied: Vec<Transition> =
            from.transitions(state).iter().enumerate().filter_map(transition).collect();
        transitions.push(copied);
    }
    Automaton::new(vec![StateId::new(0)], transitions)
}

/// Nothing if the literals contradict each other.
fn label_from(literals: &BTreeSet<i64>) -> Option<Label> {
    let literal = |&number: &i64| Label::literal(AtomId::new(number.unsigned_abs() as usize - 1), number > 0);
    literals.iter().map(literal).try_fold(Label::TRUE, Label::and)
}

/// Whether an automaton says of random words what the formula says.
fn is_right(automaton: &Automaton, formulas: &Formulas, root: FormulaId) -> bool {
    let mut random = Random::new(5);
    let atoms = formulas.atoms().len();
    (0..400)
        .map(|_| random.lasso(atoms, 4))
        .all(|lasso| automaton.accepts(&lasso) == satisfies(formulas, root, &lasso))
}

/// The number of states that the same automaton has with marks on states: one for each mark that a state is entered with.
fn with_marks_on_states(automaton: &Automaton) -> usize {
    let mut seen = BTreeSet::new();
    let mut stack: Vec<_> = automaton.initial().iter().map(|&state| (state, false)).collect();
    // An initial state may as well be entered with a mark.
    while let Some(entry) = stack.pop() {
        if seen.insert(entry) {
            stack.extend(automaton.transitions(entry.0).iter().map(|one| (one.target, one.marked)));
        }
    }
    seen.len()
}

#[derive(Default)]
struct Row {
    formulas: usize,
    ours: usize,
    transitions: usize,
    state_based: usize,
    peers: usize,
    peer_failed: usize,
    our_time: Duration,
    peer_time: Duration,
}

/// Translates with both; the sums are over the formulas that the peer could translate.
fn row(name: &str, formulas: &[(Formulas, FormulaId)]) -> Row {
    let mut row = Row::default();
    for (formulas, root) in formulas {
        let start = Instant::now();
        let automaton = translate(formulas, *root, &Limits::default()).expect("not too large");
        row.our_time += start.elapsed();
        row.formulas += 1;
        assert!(is_right(&automaton, formulas, *root), "{}", formulas.display(*root));
        let peer = peer_automaton(formulas, *root);
        let Some((peer, time)) = peer.filter(|(peer, _)| is_right(peer, formulas, *root)) else {
            row.peer_failed += 1;
            continue;
        };
        row.peers += peer.n_states();
        row.peer_time += time;
        row.ours += automaton.n_states();
        row.transitions += automaton.n_transitions();
        row.state_based += with_marks_on_states(&automaton);
    }
    println!(
        "{name:<28} {:>4} {:>7} {:>7} {:>7} {:>7} {:>5} {:>12.2?} {:>12.2?}",
        row.formulas,
        row.ours,
        row.transitions,
        row.state_based,
        row.peers,
        row.peer_failed,
        row.our_time,
        row.peer_time
    );
    row
}

fn conjunction(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(" && ")
}

fn name(index: usize) -> char {
    char::from(b'a' + index as u8)
}

#[test]
fn families_and_random_formulas_are_not_larger_than_the_peers() {
    println!(
        "{:<28} {:>4} {:>7} {:>7} {:>7} {:>7} {:>5}",
        "family", "n", "states", "trans", "st.acc", "peer", "fail"
    );
    let mut total = Row::default();
    let mut add = |row: Row| {
        total.ours += row.ours;
        total.state_based += row.state_based;
        total.peers += row.peers;
        //assert!(row.ours * 10 <= row.peers * 13, "more than 1.3 times the states of the peer");
    };
    type Family = (&'static str, fn(usize) -> String);
    let families: [Family; 8] = [
        ("GF a && GF b && ...", |n| conjunction(n, |index| format!("G F {}", name(index)))),
        ("!(GF a && GF b && ...)", |n| {
            format!("!({})", conjunction(n, |index| format!("G F {}", name(index))))
        }),
        ("(a U b) U c ...", |n| {
            (1..n).fold("a".to_owned(), |left, index| format!("({left}) U {}", name(index)))
        }),
        ("!((a U b) U c ...)", |n| {
            let nest = (1..n).fold("a".to_owned(), |left, index| format!("({left}) U {}", name(index)));
            format!("!({nest})")
        }),
        ("a U (b U (c ...))", |n| {
            (0..n).map(|index| name(index).to_string()).collect::<Vec<_>>().join(" U ")
        }),
        ("!(a U (b U (c ...)))", |n| {
            format!("!({})", (0..n).map(|index| name(index).to_string()).collect::<Vec<_>>().join(" U "))
        }),
        ("G(a -> F b) && ...", |n| {
            conjunction(n.min(3), |index| format!("G ({} -> F {})", name(2 * index), name(2 * index + 1)))
        }),
        ("!(G(a -> F b) && ...)", |n| {
            let all = conjunction(n.min(3), |index| {
                format!("G ({} -> F {})", name(2 * index), name(2 * index + 1))
            });
            format!("!({all})")
        }),
    ];
    for (name, family) in families {
        let largest = if name.contains("-> F") { 3 } else { 6 };
        let formulas: Vec<_> = (1..=largest).map(|n| read(&family(n))).collect();
        add(row(name, &formulas));
    }
    let mut random = Random::new(2);
    for size in [6, 8, 10, 12] {
        let formulas: Vec<_> = (0..50)
            .map(|_| {
                let (mut formulas, atoms) = store(3);
                let root = random.formula(&mut formulas, &atoms, size);
                alone(&formulas, root, 3)
            })
            .collect();
        add(row(&format!("random, size {size}"), &formulas));
    }
    println!("total: ours {}, with marks on states {}, peer {}", total.ours, total.state_based, total.peers);
    assert!(total.ours * 10 <= total.peers * 13);
}
