//! Automata of configurations: post* and pre* against exploration and against each other, on random systems.

mod common;

use common::{Finite, Random, alone, control, explore, head, random_system, symbol};
use cutpoint_pushdown::{Automaton, Configuration, post_star, pre_star};

const SEEDS: u64 = 600;
/// Exploration does not go higher.
const HEIGHT: usize = 6;
/// Controls and symbols of the random systems.
const CONTROLS: usize = 3;
const SYMBOLS: usize = 4;

/// All configurations of the random systems up to a height.
fn configurations(height: usize) -> Vec<Configuration> {
    let mut stacks = vec![Vec::new()];
    let mut longest = stacks.clone();
    for _ in 0..height {
        let longer = |stack: &Vec<_>| {
            let stack = stack.clone();
            (0..SYMBOLS).map(move |top| [vec![symbol(top)], stack.clone()].concat())
        };
        longest = longest.iter().flat_map(longer).collect();
        stacks.extend(longest.iter().cloned());
    }
    let with = |number: usize| {
        stacks.iter().map(move |stack| Configuration { control: control(number), stack: stack.clone() })
    };
    (0..CONTROLS).flat_map(with).collect()
}

fn automaton_of(configurations: &[Configuration]) -> Automaton {
    let mut automaton = Automaton::new();
    configurations.iter().for_each(|configuration| automaton.add_configuration(configuration));
    automaton
}

/// A random automaton that may come back to its start states.
fn random_automaton(random: &mut Random) -> Automaton {
    let mut automaton = Automaton::new();
    let mut states: Vec<_> = (0..CONTROLS).map(|number| automaton.start(control(number))).collect();
    states.extend((0..2).map(|_| automaton.add_state(false)));
    automaton.accept_at(states[random.below(states.len())]);
    for _ in 0..1 + random.below(8) {
        let [from, to] = [0, 1].map(|_| states[random.below(states.len())]);
        automaton.add_transition(from, symbol(random.below(SYMBOLS)), to);
    }
    automaton
}

fn post(system: &Finite) -> Automaton {
    post_star(&mut system.clone(), &[head(0, 0)]).0.automaton()
}

#[test]
fn post_star_accepts_what_exploration_reaches() {
    let (all, mut complete, mut accepted) = (configurations(4), 0, 0);
    for seed in 0..SEEDS {
        let system = random_system(&mut Random(seed));
        let reachable = post(&system);
        let (seen, is_complete) = explore(&system, alone(head(0, 0)), HEIGHT);
        complete += u64::from(is_complete);
        for configuration in &all {
            let expected = seen.contains(configuration);
            let found = reachable.accepts(configuration);
            accepted += usize::from(found);
            let is_right = if is_complete { found == expected } else { found || !expected };
            assert!(is_right, "seed {seed}: {configuration:?}");
        }
        assert!(seen.iter().all(|configuration| reachable.accepts(configuration)), "seed {seed}");
    }
    assert!(complete > SEEDS / 10 && accepted > 10_000, "{complete} {accepted}");
}

#[test]
fn pre_star_accepts_what_explores_to_the_goal() {
    let (all, mut hits, mut misses) = (configurations(2), 0, 0);
    for seed in 0..SEEDS / 2 {
        let mut random = Random(seed);
        let system = random_system(&mut random);
        let goal = if random.chance(50) {
            automaton_of(&[0, 1].map(|_| all[random.below(all.len())].clone()))
        } else {
            random_automaton(&mut random)
        };
        let before = pre_star(&system.list(), &goal);
        for configuration in &all {
            let (seen, is_complete) = explore(&system, configuration.clone(), HEIGHT);
            let is_hit = seen.iter().any(|configuration| goal.accepts(configuration));
            if is_hit || is_complete {
                assert_eq!(before.accepts(configuration), is_hit, "seed {seed}: {configuration:?}");
                *(if is_hit { &mut hits } else { &mut misses }) += 1;
            }
        }
    }
    assert!(hits > 1000 && misses > 1000, "{hits} {misses}");
}

#[test]
fn what_post_star_reaches_pre_star_comes_from() {
    let (all, mut reached, mut not) = (configurations(3), 0, 0);
    for seed in 0..SEEDS {
        let system = random_system(&mut Random(seed));
        let reachable = post(&system);
        for configuration in &all {
            let before = pre_star(&system.list(), &automaton_of(std::slice::from_ref(configuration)));
            let found = reachable.accepts(configuration);
            assert_eq!(before.accepts(&alone(head(0, 0))), found, "seed {seed}: {configuration:?}");
            *(if found { &mut reached } else { &mut not }) += 1;
        }
    }
    assert!(reached > 1000 && not > 1000, "{reached} {not}");
}

#[test]
fn an_automaton_accepts_the_configurations_that_were_added() {
    let all = configurations(2);
    let some: Vec<Configuration> = all.iter().step_by(5).cloned().collect();
    let automaton = automaton_of(&some);
    for configuration in &all {
        assert_eq!(automaton.accepts(configuration), some.contains(configuration), "{configuration:?}");
    }
    assert!(!Automaton::new().accepts(&all[0]));
}
