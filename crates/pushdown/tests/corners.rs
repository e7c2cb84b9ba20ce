//! Corner cases, one system each.

mod common;

use std::convert::Infallible;

use base::Id;
use common::{Finite, alone, check_lasso, check_ranks, control, execute, head, symbol};
use cutpoint_pushdown::{
    Configuration, Control, Counts, Ending, Head, HeadGraph, Lasso, Rule, Saturation, System, TooLong, Why,
    find_lasso, post_star,
};

const LIMIT: usize = 1000;

fn search(rules: &[(Head, Rule)]) -> (Finite, Saturation) {
    let mut system = Finite::new(rules);
    let (found, ending) = post_star(&mut system, &[head(0, 0)]);
    assert_eq!(ending, Ending::Complete);
    assert!(found.is_complete());
    (system, found)
}

/// The lasso of a system, executed; or the ranks, looked through.
fn lasso(rules: &[(Head, Rule)]) -> Option<Lasso> {
    let (system, found) = search(rules);
    let lasso = find_lasso(&found, LIMIT).expect("a short lasso");
    check_ranks(&found, lasso.is_some());
    if let Some(lasso) = &lasso {
        check_lasso(&system, head(0, 0), lasso);
    }
    lasso
}

/// The sizes of stem and cycle, and the growth.
fn sizes(rules: &[(Head, Rule)]) -> Option<(usize, usize, usize)> {
    lasso(rules).map(|lasso| (lasso.stem.len(), lasso.cycle.len(), lasso.growth))
}

fn step(control: usize, to: usize) -> Rule {
    Rule::step(common::control(control), symbol(to))
}

fn push(control: usize, top: usize, below: usize) -> Rule {
    Rule::push(common::control(control), symbol(top), symbol(below))
}

fn pop(control: usize) -> Rule {
    Rule::pop(common::control(control))
}

fn empty_controls(found: &Saturation) -> Vec<Control> {
    found.empty_stacks().map(|exit| found.exit(exit).control).collect()
}

#[test]
fn a_head_without_rules_is_all_there_is() {
    let (_, found) = search(&[]);
    assert_eq!((found.heads().len(), found.facts().len()), (1, 1));
    assert_eq!(find_lasso(&found, 0), Ok(None));
    assert_eq!(HeadGraph::new(&found).ranks().map(|ranks| ranks.into_vec()), Some(vec![0]));
    assert_eq!(found.path_to(found.facts().next().expect("a fact"), 0), Ok(Vec::new()));
}

#[test]
fn a_pop_of_the_last_symbol_leaves_an_empty_stack_and_nothing_follows() {
    let (system, found) = search(&[(head(0, 0), pop(1)), (head(1, 0), step(1, 0).marked())]);
    assert_eq!(found.heads().len(), 1);
    assert_eq!(empty_controls(&found), [control(1)]);
    let exit = found.empty_stacks().next().expect("an exit");
    let path = found.path_to_exit(exit, LIMIT).expect("a short path");
    let (last, ..) = execute(&system, alone(head(0, 0)), &path);
    assert_eq!(last, Configuration { control: control(1), stack: Vec::new() });
    assert!(found.automaton().accepts(&last));
    assert_eq!(find_lasso(&found, LIMIT), Ok(None));
    assert_eq!(found.path_to_exit(exit, 0), Err(TooLong));
}

#[test]
fn a_marked_loop_at_one_head_is_a_lasso() {
    assert_eq!(sizes(&[(head(0, 0), step(0, 0).marked())]), Some((0, 1, 0)));
    assert_eq!(sizes(&[(head(0, 0), step(0, 0))]), None);
}

#[test]
fn a_mark_before_the_loop_does_not_count() {
    assert_eq!(sizes(&[(head(0, 0), step(0, 1).marked()), (head(0, 1), step(0, 1))]), None);
}

#[test]
fn a_recursion_that_never_returns_grows() {
    assert_eq!(sizes(&[(head(0, 0), push(0, 0, 1).marked())]), Some((0, 1, 1)));
    let two_pushes = [(head(0, 0), push(0, 1, 2).marked()), (head(0, 1), push(0, 0, 2))];
    assert_eq!(sizes(&two_pushes), Some((0, 2, 2)));
}

#[test]
fn a_mark_in_a_callee_counts_for_the_caller_that_loops() {
    // s0 calls s1 forever; s1 applies a marked rule and returns.
    let rules = [(head(0, 0), push(0, 1, 0)), (head(0, 1), step(0, 2).marked()), (head(0, 2), pop(0))];
    assert_eq!(sizes(&rules), Some((0, 3, 0)));
    // The same with the mark on the pop, and on the push.
    let rules = [(head(0, 0), push(0, 1, 0)), (head(0, 1), pop(0).marked())];
    assert_eq!(sizes(&rules), Some((0, 2, 0)));
    let rules = [(head(0, 0), push(0, 1, 0).marked()), (head(0, 1), pop(0))];
    assert_eq!(sizes(&rules), Some((0, 2, 0)));
    // Without one there is nothing.
    let rules = [(head(0, 0), push(0, 1, 0)), (head(0, 1), pop(0))];
    assert_eq!(sizes(&rules), None);
}

#[test]
fn a_marked_rule_that_ends_a_recursion_does_not_repeat_in_it() {
    // s0 calls itself or makes a marked pop; s1 pops. Every mark is on the way up, which ends.
    let rules = [(head(0, 0), push(0, 0, 1)), (head(0, 0), pop(0).marked()), (head(0, 1), pop(0))];
    assert_eq!(sizes(&rules), None);
}

#[test]
fn a_marked_callee_of_a_recursion_that_never_returns_counts() {
    // s0 calls s2, which is marked and returns to s1; s1 calls s0.
    let rules = [(head(0, 0), push(0, 2, 1)), (head(0, 2), pop(0).marked()), (head(0, 1), push(0, 0, 3))];
    assert_eq!(sizes(&rules), Some((0, 3, 1)));
}

#[test]
fn a_mark_that_arrives_late_is_passed_on_to_the_callers() {
    // The callee s1 pops at once, or comes back to s1's successor s2 by a long way with a mark, and pops there.
    let rules = [
        (head(0, 0), push(0, 1, 0)),
        (head(0, 1), step(0, 2)),
        (head(0, 1), step(0, 3)),
        (head(0, 3), step(0, 4)),
        (head(0, 4), step(0, 5).marked()),
        (head(0, 5), step(0, 2)),
        (head(0, 2), pop(0)),
    ];
    let (_, found) = search(&rules);
    let callee = found.instance_at(found.find_head(head(0, 1)).expect("a head")).expect("an instance");
    let exits: Vec<bool> = found.exits_of(callee).map(|exit| found.exit(exit).marked).collect();
    assert_eq!(exits, [true, false], "the latest first");
    let meeting = found.find_head(head(0, 2)).expect("a head");
    let marks: Vec<bool> = found
        .facts()
        .map(|id| found.fact(id))
        .filter(|fact| fact.head == meeting)
        .map(|fact| fact.marked)
        .collect();
    assert_eq!(marks, [false, true]);
    assert_eq!(sizes(&rules), Some((0, 6, 0)));
}

#[test]
fn every_exit_of_a_callee_goes_on_in_the_caller() {
    let rules = [
        (head(0, 0), push(0, 1, 2)),
        (head(0, 1), pop(1)),
        (head(0, 1), pop(2).marked()),
        (head(0, 1), pop(3)),
        (head(2, 2), step(2, 2)),
        (head(3, 2), pop(4)),
    ];
    let (_, found) = search(&rules);
    for number in 1..=3 {
        let resumed = found.find_head(head(number, 2)).expect("the caller goes on");
        let fact = found.fact(found.find_fact(found.bottom(), resumed).expect("a fact of the caller"));
        assert_eq!(fact.marked, number == 2);
        assert!(matches!(fact.why, Why::Return { .. }));
    }
    assert_eq!(empty_controls(&found), [control(4)]);
    assert_eq!(find_lasso(&found, LIMIT), Ok(None));
}

#[test]
fn a_call_after_the_exits_are_known_meets_them() {
    // s0 calls s1; when it is back at s2, a second call of s1 returns to s3.
    let rules = [(head(0, 0), push(0, 1, 2)), (head(0, 1), pop(0)), (head(0, 2), push(0, 1, 3))];
    let (_, found) = search(&rules);
    assert!(found.find_head(head(0, 3)).is_some());
    assert_eq!((found.instances().len(), found.n_calls()), (2, 2));
}

#[test]
fn a_call_of_the_initial_head_is_not_the_bottom() {
    // s0 calls itself once more or pops; s1 loops. Only the bottom leaves the stack empty.
    let rules = [(head(0, 0), push(0, 0, 1)), (head(0, 0), pop(1)), (head(1, 1), step(1, 1).marked())];
    let (_, found) = search(&rules);
    assert_ne!(found.instance_at(found.find_head(head(0, 0)).expect("a head")), Some(found.bottom()));
    assert_eq!(empty_controls(&found), [control(1)]);
    assert_eq!(sizes(&rules), Some((2, 1, 0)));
}

#[test]
fn of_two_lassos_the_shorter_one_is_taken() {
    // A cycle of three right here, a cycle of one two steps away, and a cycle through a long callee.
    let rules = [
        (head(0, 0), push(0, 7, 0).marked()),
        (head(0, 7), step(0, 8)),
        (head(0, 8), step(0, 9)),
        (head(0, 9), pop(0)),
        (head(0, 0), step(0, 1)),
        (head(0, 1), step(0, 2)),
        (head(0, 2), step(0, 2).marked()),
        (head(0, 1), step(0, 0)),
    ];
    assert_eq!(sizes(&rules), Some((2, 1, 0)));
}

#[test]
fn a_cycle_begins_where_it_is_reached_first() {
    // The mark is on the last edge of the cycle, but the cycle begins at the start.
    let rules = [(head(0, 0), step(0, 1)), (head(0, 1), step(0, 2)), (head(0, 2), step(0, 0).marked())];
    assert_eq!(sizes(&rules), Some((0, 3, 0)));
}

#[test]
fn every_initial_head_is_a_start() {
    let rules =
        [(head(0, 0), step(0, 1)), (head(1, 0), step(1, 1).marked()), (head(1, 1), step(1, 1).marked())];
    let mut system = Finite::new(&rules);
    let (found, _) = post_star(&mut system, &[head(0, 0), head(1, 0), head(1, 0)]);
    assert_eq!((found.heads().len(), found.facts().len()), (4, 4));
    let lasso = find_lasso(&found, LIMIT).expect("short").expect("a lasso");
    check_lasso(&system, head(1, 0), &lasso);
    let (found, _) = post_star(&mut Finite::new(&rules), &[]);
    assert_eq!(found.facts().len(), 0);
}

/// Each of many procedures calls the next one twice: a path of 2^depth applications from few facts.
fn doubling(depth: usize) -> Vec<(Head, Rule)> {
    let mut rules = vec![(head(0, 2 * depth), pop(0))];
    for level in 0..depth {
        let (enter, between) = (2 * level, 2 * level + 1);
        rules.push((head(0, enter), push(0, 2 * level + 2, between)));
        rules.push((head(0, between), step(0, 2 * level + 2)));
    }
    rules
}

#[test]
fn runs_that_are_exponentially_long_end_at_the_limit() {
    const DEPTH: usize = 90;
    let after = 2 * DEPTH + 1;
    let mut rules = doubling(DEPTH);
    rules.push((head(0, 2 * DEPTH + 2), push(0, 0, after)));
    rules.push((head(0, after), step(0, 2 * DEPTH + 2).marked()));
    let (found, _) = post_star(&mut Finite::new(&rules), &[head(0, 2 * DEPTH + 2)]);
    let head = found.find_head(head(0, after)).expect("the callee returns");
    let fact = found.find_fact(found.bottom(), head).expect("a fact of the bottom");
    assert_eq!(found.path_to(fact, 100_000), Err(TooLong));
    assert_eq!(find_lasso(&found, 100_000), Err(TooLong));
    assert!(HeadGraph::new(&found).is_accepting());
}

/// A recursion of great depth, which comes back all the way, and a stop on demand.
struct Deep {
    depth: usize,
    reports: Vec<Counts>,
    most_reports: usize,
}

impl System for Deep {
    type Stop = &'static str;

    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Self::Stop> {
        let next = Control::new(head.control.index() + 1);
        let is_going_down = head.symbol == symbol(0) && head.control.index() < self.depth;
        out.push(if is_going_down {
            Rule::push(next, symbol(0), symbol(1))
        } else {
            Rule::pop(head.control)
        });
        Ok(())
    }

    fn progress(&mut self, counts: Counts) -> Result<(), Self::Stop> {
        self.reports.push(counts);
        if self.reports.len() > self.most_reports { Err("enough") } else { Ok(()) }
    }
}

#[test]
fn deep_recursion_is_no_recursion_here() {
    const DEPTH: usize = 300_000;
    let mut system = Deep { depth: DEPTH, reports: Vec::new(), most_reports: usize::MAX };
    let (found, ending) = post_star(&mut system, &[head(0, 0)]);
    assert_eq!(ending, Ending::Complete);
    assert_eq!(empty_controls(&found), [control(DEPTH)]);
    let exit = found.empty_stacks().next().expect("an exit");
    let (pushes, pops) = (DEPTH, DEPTH + 1);
    assert_eq!(found.path_to_exit(exit, pushes + pops).map(|path| path.len()), Ok(pushes + pops));
    assert_eq!(find_lasso(&found, LIMIT), Ok(None));
    let is_growing = |pair: &[Counts]| pair[0].facts < pair[1].facts && pair[0].bytes <= pair[1].bytes;
    assert!(system.reports.len() > 100 && system.reports.windows(2).all(is_growing));
}

#[test]
fn the_system_can_stop_the_search_when_it_sees_the_progress() {
    let mut system = Deep { depth: 300_000, reports: Vec::new(), most_reports: 3 };
    let (found, ending) = post_star(&mut system, &[head(0, 0)]);
    assert_eq!(ending, Ending::Stopped("enough"));
    assert!(!found.is_complete());
    assert_eq!(found.counts(), system.reports[3]);
}

/// Controls and symbols with the largest numbers are like all others.
struct Largest;

impl System for Largest {
    type Stop = Infallible;

    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Infallible> {
        out.push(Rule::push(head.control, head.symbol, head.symbol).marked());
        out.push(Rule::pop(head.control));
        Ok(())
    }
}

#[test]
fn the_largest_numbers_are_like_all_others() {
    let largest = u32::MAX as usize;
    let (found, ending) = post_star(&mut Largest, &[head(largest, largest)]);
    assert_eq!((found.heads().len(), ending), (1, Ending::Complete));
    // A push alone is shorter than a push and a pop.
    let lasso = find_lasso(&found, LIMIT).expect("short").expect("a lasso");
    assert_eq!((lasso.cycle.len(), lasso.growth), (1, 1));
}
