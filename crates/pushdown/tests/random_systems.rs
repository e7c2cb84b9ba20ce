//! Thousands of small random systems, where everything can also be found by trying it out.

mod common;

use std::collections::BTreeSet;

use base::Id;
use common::{Naive, Random, alone, check_lasso, check_ranks, execute, explore, head, random_system, top};
use cutpoint_pushdown::{
    Configuration, Ending, Head, HeadEdge, HeadId, Move, Saturation, Why, find_lasso, post_star,
};

const SEEDS: u64 = 4000;
const LONG_ENOUGH: usize = 1_000_000;

/// The heads of a search.
fn heads(found: &Saturation) -> BTreeSet<Head> {
    found.heads().map(|id| found.head(id)).collect()
}

#[test]
fn reachable_heads_exits_and_edges_are_those_of_the_naive_twin() {
    for seed in 0..SEEDS {
        let mut system = random_system(&mut Random(seed));
        let initial = head(0, 0);
        let (found, ending) = post_star(&mut system, &[initial]);
        assert_eq!(ending, Ending::Complete);
        let naive = Naive::new(&system, &[initial]);
        assert_eq!(heads(&found), naive.reachable, "seed {seed}");
        assert_eq!(system.asked, naive.reachable, "seed {seed}");
        for id in found.heads() {
            check_exits(&found, id, &naive, seed);
            check_edges(&found, id, &naive, seed);
        }
    }
}

/// Without marks that are implied by stronger ones.
fn strongest<T: Ord + Copy>(pairs: impl Iterator<Item = (T, bool)>) -> BTreeSet<(T, bool)> {
    let all: BTreeSet<(T, bool)> = pairs.collect();
    all.iter().copied().filter(|&(item, marked)| marked || !all.contains(&(item, true))).collect()
}

fn check_exits(found: &Saturation, id: HeadId, naive: &Naive, seed: u64) {
    let Some(instance) = found.instance_at(id) else { return };
    let exits = found.exits_of(instance).map(|exit| found.exit(exit));
    let expected = naive.pops.iter().filter(|(popped, ..)| *popped == found.head(id));
    let expected = strongest(expected.map(|&(_, control, marked)| (control, marked)));
    assert_eq!(strongest(exits.map(|exit| (exit.control, exit.marked))), expected, "seed {seed}");
}

fn check_edges(found: &Saturation, id: HeadId, naive: &Naive, seed: u64) {
    let edges = found.edges(id).map(|HeadEdge { to, marked, .. }| (found.head(to), marked));
    let expected = naive.edges.iter().filter(|(from, ..)| *from == found.head(id));
    let expected = strongest(expected.map(|&(_, to, marked)| (to, marked)));
    assert_eq!(strongest(edges), expected, "seed {seed}");
}

#[test]
fn what_exploration_sees_is_found_and_the_other_way_round_where_it_sees_all() {
    let mut complete = 0;
    for seed in 0..SEEDS {
        let mut system = random_system(&mut Random(seed));
        let (found, _) = post_star(&mut system, &[head(0, 0)]);
        let (configurations, is_complete) = explore(&system, alone(head(0, 0)), 6);
        let seen: BTreeSet<Head> = configurations.iter().filter_map(top).collect();
        let is_empty = |configuration: &&Configuration| configuration.stack.is_empty();
        let seen_empty: BTreeSet<_> = configurations.iter().filter(is_empty).map(|c| c.control).collect();
        let found_empty: BTreeSet<_> = found.empty_stacks().map(|exit| found.exit(exit).control).collect();
        assert!(seen.is_subset(&heads(&found)) && seen_empty.is_subset(&found_empty), "seed {seed}");
        if is_complete {
            complete += 1;
            assert_eq!((seen, seen_empty), (heads(&found), found_empty), "seed {seed}");
        }
    }
    assert!(complete > SEEDS / 10, "only {complete} systems were explored completely");
}

#[test]
fn paths_to_all_facts_can_be_executed() {
    let (mut returns, mut marks) = (0, 0);
    for seed in 0..SEEDS {
        let mut system = random_system(&mut Random(seed));
        let (found, _) = post_star(&mut system, &[head(0, 0)]);
        for id in found.facts() {
            let fact = found.fact(id);
            let path = found.path_to(id, LONG_ENOUGH).expect("a short path");
            let (last, ..) = execute(&system, alone(head(0, 0)), &path);
            assert_eq!(top(&last), Some(found.head(fact.head)), "seed {seed}");
            returns += usize::from(matches!(fact.why, Why::Return { .. }));
            marks += usize::from(fact.marked);
            check_part_in_instance(&system, &found, id, &path);
            if let Some(shorter) = path.len().checked_sub(1) {
                assert!(found.path_to(id, shorter).is_err());
            }
        }
        for exit in found.empty_stacks() {
            let path = found.path_to_exit(exit, LONG_ENOUGH).expect("a short path");
            let (last, _, marked) = execute(&system, alone(head(0, 0)), &path);
            assert_eq!((last.control, last.stack.len()), (found.exit(exit).control, 0));
            assert!(marked || !found.exit(exit).marked);
        }
    }
    assert!(returns > 1000 && marks > 1000);
}

/// The last part of a path, from the push of the fact's instance on, has a mark exactly if the fact says so, and pops
/// nothing below.
fn check_part_in_instance(
    system: &common::Finite,
    found: &Saturation,
    id: cutpoint_pushdown::FactId,
    path: &[cutpoint_pushdown::Application],
) {
    let fact = found.fact(id);
    if fact.instance == found.bottom() {
        assert_eq!(path.iter().any(|application| application.rule.marked), fact.marked);
        return;
    }
    // The entry is the first fact of its instance.
    let entry = found.facts().find(|&other| found.fact(other).instance == fact.instance).expect("an entry");
    let before = found.path_to(entry, LONG_ENOUGH).expect("a short path");
    assert_eq!(path[..before.len()], before);
    let Why::Rule { rule, .. } = found.fact(entry).why else { panic!("an entry is pushed") };
    assert!(matches!(found.move_of(rule), Move::Push { .. }));
    let start = alone(found.head(found.fact(entry).head));
    let (last, least, marked) = execute(system, start, &path[before.len()..]);
    assert_eq!((last.stack.len(), least, marked), (1, 1, fact.marked));
}

#[test]
fn lassos_are_found_exactly_where_there_are_accepting_runs() {
    let (mut lassos, mut growing, mut none) = (0, 0, 0);
    for seed in 0..SEEDS {
        let mut system = random_system(&mut Random(seed));
        let (found, _) = post_star(&mut system, &[head(0, 0)]);
        let lasso = find_lasso(&found, LONG_ENOUGH).expect("a short lasso");
        let is_accepting = Naive::new(&system, &[head(0, 0)]).is_accepting();
        assert_eq!(lasso.is_some(), is_accepting, "seed {seed}");
        check_ranks(&found, is_accepting);
        match lasso {
            Some(lasso) => {
                check_lasso(&system, head(0, 0), &lasso);
                lassos += 1;
                growing += usize::from(lasso.growth > 0);
            }
            None => {
                none += 1;
                assert!(!has_repeating_head(&system, &found), "seed {seed}");
            }
        }
    }
    assert!(lassos > 500 && growing > 100 && none > 500, "{lassos} {growing} {none}");
}

/// Whether exploration from a reachable head, alone on its stack, finds it on top again after a mark.
fn has_repeating_head(system: &common::Finite, found: &Saturation) -> bool {
    const HEIGHT: usize = 5;
    found.heads().any(|id| {
        let start = found.head(id);
        let mut seen = BTreeSet::from([(alone(start), false)]);
        let mut open = vec![(alone(start), false)];
        while let Some((configuration, marked)) = open.pop() {
            let Some(head) = top(&configuration) else { continue };
            for &rule in system.rules_of(head) {
                let next = (common::apply(&configuration, rule), marked || rule.marked);
                if next.1 && top(&next.0) == Some(start) {
                    return true;
                }
                if next.0.stack.len() <= HEIGHT && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        false
    })
}

#[test]
fn a_stopped_search_is_a_correct_part_of_the_whole() {
    let mut stopped = 0;
    for seed in 0..SEEDS / 4 {
        let mut system = random_system(&mut Random(seed));
        let (whole, _) = post_star(&mut system, &[head(0, 0)]);
        for patience in 0..whole.heads().len() {
            let mut impatient =
                common::Finite { patience: Some(patience), ..common::Finite::new(&system.list()) };
            let (part, ending) = post_star(&mut impatient, &[head(0, 0)]);
            assert_eq!(ending, Ending::Stopped(common::Impatient));
            assert!(!part.is_complete() && heads(&part).is_subset(&heads(&whole)));
            if let Some(lasso) = find_lasso(&part, LONG_ENOUGH).expect("a short lasso") {
                check_lasso(&system, head(0, 0), &lasso);
            }
            for fact in part.facts() {
                let path = part.path_to(fact, LONG_ENOUGH).expect("a short path");
                execute(&system, alone(head(0, 0)), &path);
            }
            stopped += 1;
        }
    }
    assert!(stopped > 1000);
    assert_eq!(HeadId::new(3).to_string(), "h3");
}
