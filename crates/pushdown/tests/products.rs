//! Products of random systems and random Büchi automata, against products that are written out in full.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use base::Id;
use common::{
    Finite, Impatient, Naive, Random, alone, check_ranks, control, execute, head, random_system, symbol, top,
};
use cutpoint_pushdown::{
    Application, Buchi, Control, Counts, Ending, Head, Lasso, Observed, Product, ProductStop, Rule, System,
    Transition, find_lasso, post_star,
};

const SEEDS: u64 = 4000;
const LONG_ENOUGH: usize = 1_000_000;
const N_LETTERS: usize = 4;

/// A set of letters.
type Label = u8;

/// A system some of whose heads have letters.
#[derive(Clone, Debug)]
struct Lettered {
    system: Finite,
    letters: BTreeMap<Head, u8>,
}

impl System for Lettered {
    type Stop = Impatient;

    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Impatient> {
        self.system.rules(head, out)
    }

    fn progress(&mut self, counts: Counts) -> Result<(), Impatient> {
        self.system.progress(counts)
    }
}

impl Observed<Label> for Lettered {
    fn is_observed(&mut self, head: Head) -> bool {
        self.letters.contains_key(&head)
    }

    fn admits(&mut self, head: Head, label: &Label) -> Result<bool, Impatient> {
        Ok(admits(*label, self.letters[&head]))
    }
}

fn admits(label: Label, letter: u8) -> bool {
    label >> letter & 1 == 1
}

fn random_lettered(random: &mut Random) -> Lettered {
    let system = random_system(random);
    let silent = [0, 30, 60][random.below(3)];
    let mut letters = BTreeMap::new();
    for at in (0..3).flat_map(|control| (0..4).map(move |symbol| head(control, symbol))) {
        if !random.chance(silent) {
            letters.insert(at, random.below(N_LETTERS) as u8);
        }
    }
    Lettered { system, letters }
}

fn random_automaton(random: &mut Random) -> Buchi<Label> {
    let n_states = 1 + random.below(3);
    let any_state = |random: &mut Random| random.below(n_states) as u32;
    let initial = (0..1 + random.below(2)).map(|_| any_state(random)).collect();
    let transition = |random: &mut Random| Transition {
        label: (random.below(1 << N_LETTERS) | random.below(1 << N_LETTERS)) as u8,
        target: random.below(n_states) as u32,
        marked: random.chance(30),
    };
    let transitions =
        (0..n_states).map(|_| (0..1 + random.below(4)).map(|_| transition(random)).collect()).collect();
    Buchi { initial, transitions }
}

/// The product with all its rules, reachable or not.
fn written_out(lettered: &Lettered, automaton: &Buchi<Label>) -> Finite {
    let count = automaton.transitions.len();
    let pair = |control: Control, state: u32| Control::new(control.index() * count + state as usize);
    let mut rules = Vec::new();
    for (head, rule) in lettered.system.list() {
        for state in 0..count as u32 {
            let from = Head::new(pair(head.control, state), head.symbol);
            let Some(&letter) = lettered.letters.get(&head) else {
                rules.push((from, Rule { control: pair(rule.control, state), marked: false, ..rule }));
                continue;
            };
            for transition in &automaton.transitions[state as usize] {
                if admits(transition.label, letter) {
                    let control = pair(rule.control, transition.target);
                    rules.push((from, Rule { control, marked: transition.marked, ..rule }));
                }
            }
        }
    }
    Finite::new(&rules)
}

/// The letters that a run reads.
fn word(lettered: &Lettered, run: &[Application]) -> Vec<u8> {
    run.iter().filter_map(|application| lettered.letters.get(&application.head).copied()).collect()
}

/// Whether an automaton accepts `stem cycle cycle ...`, by trying runs: naive on purpose.
fn accepts(automaton: &Buchi<Label>, stem: &[u8], cycle: &[u8]) -> bool {
    let step = |state: u32, letter: u8| {
        automaton.transitions[state as usize]
            .iter()
            .filter(move |transition| admits(transition.label, letter))
    };
    let mut states: BTreeSet<u32> = automaton.initial.iter().copied().collect();
    for &letter in stem {
        states = states.iter().flat_map(|&state| step(state, letter).map(|t| t.target)).collect();
    }
    // One turn of the cycle: from state to state, and whether there was a mark.
    let turn = |state: u32| {
        let mut at = BTreeSet::from([(state, false)]);
        for &letter in cycle {
            let beyond = |&(state, marked): &(u32, bool)| {
                step(state, letter).map(move |t| (t.target, marked || t.marked)).collect::<Vec<_>>()
            };
            at = at.iter().flat_map(beyond).collect();
        }
        at
    };
    let turns = |states: BTreeSet<(u32, bool)>| {
        let mut all = states;
        loop {
            let next: Vec<(u32, bool)> = all
                .iter()
                .flat_map(|&(state, marked)| {
                    turn(state).into_iter().map(move |(to, mark)| (to, marked || mark))
                })
                .collect();
            let before = all.len();
            all.extend(next);
            if all.len() == before {
                return all;
            }
        }
    };
    let reached = turns(states.iter().map(|&state| (state, false)).collect());
    reached.iter().any(|&(state, _)| turns(turn(state)).contains(&(state, true)))
}

/// The run of the base system that a lasso of the product stands for must be one, and the automaton must accept its
/// word. Says whether the automaton waits somewhere in the cycle.
fn check_base_lasso(
    lettered: &Lettered,
    automaton: &Buchi<Label>,
    lasso: &Lasso,
    product: &Product<Lettered, Label>,
) -> bool {
    let project = |run: &[Application]| run.iter().map(|step| product.project(step)).collect::<Vec<_>>();
    let (stem, cycle) = (project(&lasso.stem), project(&lasso.cycle));
    let unmarked = unmarked(&lettered.system);
    let (mut at, ..) = execute(&unmarked, alone(head(0, 0)), &stem);
    for _ in 0..3 {
        assert_eq!(top(&at), Some(product.split(lasso.head).0));
        let height = at.stack.len();
        let (after, least, _) = execute(&unmarked, at, &cycle);
        assert!(least >= height && after.stack.len() == height + lasso.growth);
        at = after;
    }
    let (stem_word, cycle_word) = (word(lettered, &stem), word(lettered, &cycle));
    assert!(!cycle_word.is_empty() && accepts(automaton, &stem_word, &cycle_word));
    cycle_word.len() < cycle.len()
}

/// The system with other marks: the product does not look at them.
fn with_marks(system: &Finite, marked: bool) -> Finite {
    let rules: Vec<_> =
        system.list().into_iter().map(|(head, rule)| (head, Rule { marked, ..rule })).collect();
    Finite::new(&rules)
}

fn unmarked(system: &Finite) -> Finite {
    with_marks(system, false)
}

#[test]
fn products_accept_what_the_written_out_product_accepts() {
    let (mut lassos, mut silent) = (0, 0);
    for seed in 0..SEEDS {
        let mut random = Random(seed);
        let (lettered, automaton) = (random_lettered(&mut random), random_automaton(&mut random));
        let mut product = Product::new(lettered.clone(), automaton.clone());
        let initial = product.initial(head(0, 0)).expect("small numbers");
        let (found, ending) = post_star(&mut product, &initial);
        assert_eq!(ending, Ending::Complete);
        let naive = Naive::new(&written_out(&lettered, &automaton), &initial);
        let reached: BTreeSet<Head> = found.heads().map(|id| found.head(id)).collect();
        assert_eq!(reached, naive.reachable, "seed {seed}");
        let bases: BTreeSet<Head> = reached.iter().map(|&head| product.split(head).0).collect();
        assert_eq!((&product.base().system.asked, product.n_base_heads()), (&bases, bases.len()));
        let lasso = find_lasso(&found, LONG_ENOUGH).expect("a short lasso");
        assert_eq!(lasso.is_some(), naive.is_accepting(), "seed {seed}");
        check_ranks(&found, naive.is_accepting());
        if let Some(lasso) = lasso {
            lassos += 1;
            silent += usize::from(check_base_lasso(&lettered, &automaton, &lasso, &product));
        }
    }
    assert!(lassos > 1000 && silent > 100, "{lassos} {silent}");
}

#[test]
fn a_run_of_the_base_system_that_the_automaton_accepts_is_found() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..SEEDS {
        let mut random = Random(seed);
        let (lettered, automaton) = (random_lettered(&mut random), random_automaton(&mut random));
        let (found, _) = post_star(&mut with_marks(&lettered.system, true), &[head(0, 0)]);
        let Some(lasso) = find_lasso(&found, LONG_ENOUGH).expect("a short lasso") else { continue };
        let (stem, cycle) = (word(&lettered, &lasso.stem), word(&lettered, &lasso.cycle));
        if cycle.is_empty() || !accepts(&automaton, &stem, &cycle) {
            refused += 1;
            continue;
        }
        let mut product = Product::new(lettered, automaton);
        let initial = product.initial(head(0, 0)).expect("small numbers");
        let (found, _) = post_star(&mut product, &initial);
        assert!(find_lasso(&found, LONG_ENOUGH).expect("a short lasso").is_some(), "seed {seed}");
        accepted += 1;
    }
    assert!(accepted > 300 && refused > 300, "{accepted} {refused}");
}

/// A loop at one head, with letter 0.
fn one_loop(at: Control) -> Lettered {
    let here = Head::new(at, symbol(0));
    Lettered {
        system: Finite::new(&[(here, Rule::step(at, symbol(0)))]),
        letters: BTreeMap::from([(here, 0)]),
    }
}

fn one_state(marked: bool) -> Buchi<Label> {
    Buchi { initial: vec![0], transitions: vec![vec![Transition { label: 1, target: 0, marked }]] }
}

#[test]
fn marks_of_the_base_system_do_not_count() {
    let mut lettered = one_loop(control(0));
    lettered.system = with_marks(&lettered.system, true);
    for marked in [false, true] {
        let mut product = Product::new(lettered.clone(), one_state(marked));
        let initial = product.initial(head(0, 0)).expect("small numbers");
        let (found, _) = post_star(&mut product, &initial);
        assert_eq!(find_lasso(&found, 10).expect("short").is_some(), marked);
    }
}

#[test]
fn controls_without_a_number_stop_the_search() {
    let last = Control::new(u32::MAX as usize);
    let mut automaton = one_state(true);
    assert!(Product::new(one_loop(last), automaton.clone()).initial(Head::new(last, symbol(0))).is_ok());
    automaton.transitions.push(Vec::new());
    let mut lettered = one_loop(last);
    lettered.system.rules.insert(head(0, 0), vec![Rule::step(last, symbol(0))]);
    let mut product = Product::new(lettered, automaton);
    assert_eq!(product.initial(Head::new(last, symbol(0))), Err(ProductStop::TooManyControls));
    let initial = product.initial(head(0, 0)).expect("small numbers");
    let (found, ending) = post_star(&mut product, &initial);
    assert_eq!((found.heads().len(), ending), (1, Ending::Stopped(ProductStop::TooManyControls)));
}

#[test]
fn transitions_and_starts_at_states_that_do_not_exist_are_never_taken() {
    let mut automaton = one_state(true);
    automaton.initial.push(1);
    automaton.transitions[0][0].target = 1;
    let mut product = Product::new(one_loop(control(0)), automaton);
    let initial = product.initial(head(0, 0)).expect("small numbers");
    assert_eq!(initial, [head(0, 0)]);
    let (found, _) = post_star(&mut product, &initial);
    assert_eq!((found.heads().len(), found.counts().rules), (1, 0));
}

#[test]
fn an_automaton_without_states_has_an_empty_product() {
    let mut product = Product::new(one_loop(control(0)), Buchi { initial: vec![0], transitions: Vec::new() });
    let initial = product.initial(head(0, 0)).expect("small numbers");
    assert!(initial.is_empty());
    let (found, ending) = post_star(&mut product, &initial);
    assert_eq!((found.heads().len(), ending), (0, Ending::Complete));
    assert_eq!(find_lasso(&found, 10), Ok(None));
}
