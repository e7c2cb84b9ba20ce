//! Contradictions between comparisons of numbers, without a search: `a < b`, `b <= c` and `c <= a`.
//!
//! Keys of search trees and sorted lists are compared and nothing else. A solver that sees their bits finds such a
//! contradiction by search; here it is a cycle. Terms are nodes, and an edge leads from a number to one that is not
//! less. A cycle with an edge to a larger number is a contradiction, and its edges are the reasons. Whatever else is
//! known of the terms does not matter, so what is found is right; what is not found is left to the solver.
//!
//! A selection is equal to what it selects, where its condition is known. Constants are in their order.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use solver::aig::Node;
use solver::guard::{Guard, Guards};
use solver::query::{Help, KnownGuards};

use crate::terms::{TermId, TermNode, Terms, Test};

impl Help for Terms {
    fn contradiction(&self, guards: &Guards, known: &KnownGuards<'_>) -> Option<Vec<Guard>> {
        let mut orders = Orders::new(self);
        let value = Valuation { guards, known };
        for &guard in known.all() {
            orders.compare(guard);
        }
        if orders.edges.is_empty() {
            return None;
        }
        orders.select(&value);
        orders.order_constants();
        orders.cycle()
    }

    fn wishes(&self) -> &[Guard] {
        self.small_numbers()
    }
}

/// How deep conditions of selections are looked into. Those of aliases are chains of the candidates before.
const DEEP: u32 = 12;

/// The number at `to` is not less than that at `from`.
struct Edge {
    from: usize,
    to: usize,
    is_larger: bool,
    /// What has to hold for that: a place in the list of reasons.
    because: usize,
}

struct Orders<'a> {
    terms: &'a Terms,
    /// The terms that are compared, and their places.
    nodes: Vec<TermId>,
    places: FxHashMap<TermId, usize>,
    edges: Vec<Edge>,
    reasons: Vec<Vec<Guard>>,
}

impl<'a> Orders<'a> {
    fn new(terms: &'a Terms) -> Self {
        let (nodes, places) = (Vec::new(), FxHashMap::default());
        // Some edges need no reason.
        Self { terms, nodes, places, edges: Vec::new(), reasons: vec![Vec::new()] }
    }

    fn reason(&mut self, guards: Vec<Guard>) -> usize {
        self.reasons.push(guards);
        self.reasons.len() - 1
    }

    fn place(&mut self, term: TermId) -> usize {
        *self.places.entry(term).or_insert_with(|| {
            self.nodes.push(term);
            self.nodes.len() - 1
        })
    }

    fn edge(&mut self, from: TermId, to: TermId, is_larger: bool, because: usize) {
        let (from, to) = (self.place(from), self.place(to));
        self.edges.push(Edge { from, to, is_larger, because });
    }

    /// What a guard says about the order of two terms.
    fn compare(&mut self, guard: Guard) {
        let Some((test, is_negated)) = self.terms.test(guard) else { return };
        let because = self.reason(vec![guard]);
        match (test, is_negated) {
            (Test::Less(left, right), false) => self.edge(left, right, true, because),
            (Test::Less(left, right), true) => self.edge(right, left, false, because),
            (Test::LessOrEqual(left, right), false) => self.edge(left, right, false, because),
            (Test::LessOrEqual(left, right), true) => self.edge(right, left, true, because),
            (Test::Equal(left, right), false) => self.equal(left, right, because),
            (
                Test::Equal(..)
                | Test::Overflow(..)
                | Test::NegativeOverflow(_)
                | Test::Within(..)
                | Test::IsZero(_)
                | Test::True(_)
                | Test::Bit(..)
                | Test::Same(..),
                _,
            ) => {}
        }
    }

    fn equal(&mut self, left: TermId, right: TermId, because: usize) {
        self.edge(left, right, false, because);
        self.edge(right, left, false, because);
    }

    fn select(&mut self, value: &Valuation<'_>) {
        let mut next = 0;
        while let Some(&term) = self.nodes.get(next) {
            next += 1;
            let TermNode::Either(condition, yes, no) = self.terms.node(term) else { continue };
            if let Some(because) = value.reasons(condition, DEEP) {
                let because = self.reason(because);
                self.equal(term, yes, because);
            } else if let Some(because) = value.reasons(!condition, DEEP) {
                let because = self.reason(because);
                self.equal(term, no, because);
            }
        }
    }

    /// Terms of one format are compared with each other, so all constants may be in one row.
    fn order_constants(&mut self) {
        let number = |&term: &TermId| Some((self.terms.ordered_constant(term)?, term));
        let mut constants: Vec<(i128, TermId)> = self.nodes.iter().filter_map(number).collect();
        constants.sort_unstable();
        for pair in constants.windows(2) {
            let [(less, from), (more, to)] = [pair[0], pair[1]];
            self.edge(from, to, less < more, 0);
        }
    }

    /// The reasons of a cycle on which a number is less than itself.
    fn cycle(&self) -> Option<Vec<Guard>> {
        let mut from: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (at, edge) in self.edges.iter().enumerate() {
            from[edge.from].push(at);
        }
        let larger = self.edges.iter().filter(|edge| edge.is_larger);
        larger.filter_map(|edge| self.way_back(edge, &from)).next()
    }

    /// The reasons of an edge and of a shortest path from its end to its beginning.
    fn way_back(&self, edge: &Edge, from: &[Vec<usize>]) -> Option<Vec<Guard>> {
        let mut came_by: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut queue = VecDeque::from([edge.to]);
        while let Some(node) = queue.pop_front() {
            if node == edge.from {
                return Some(self.reasons(edge, &came_by));
            }
            for &at in &from[node] {
                let to = self.edges[at].to;
                if to != edge.to && came_by[to].is_none() {
                    came_by[to] = Some(at);
                    queue.push_back(to);
                }
            }
        }
        None
    }

    fn reasons(&self, edge: &Edge, came_by: &[Option<usize>]) -> Vec<Guard> {
        let mut reasons = self.reasons[edge.because].clone();
        let mut node = edge.from;
        while let Some(at) = came_by[node] {
            reasons.extend(&self.reasons[self.edges[at].because]);
            node = self.edges[at].from;
        }
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }
}

/// What follows about guards from those that are known.
struct Valuation<'a> {
    guards: &'a Guards,
    known: &'a KnownGuards<'a>,
}

impl Valuation<'_> {
    /// Guards that are known, and of which this one is a consequence by its form; down to a depth.
    fn reasons(&self, guard: Guard, depth: u32) -> Option<Vec<Guard>> {
        if self.known.holds(guard) {
            return Some(vec![guard]);
        }
        let Node::And(first, second) = self.guards.node(guard) else { return None };
        if depth == 0 || self.known.holds(!guard) {
            return None;
        }
        if guard.is_complement() {
            return self.reasons(!first, depth - 1).or_else(|| self.reasons(!second, depth - 1));
        }
        let mut reasons = self.reasons(first, depth - 1)?;
        reasons.extend(self.reasons(second, depth - 1)?);
        Some(reasons)
    }
}

#[cfg(test)]
mod tests {
    use solver::bits::Sign;
    use solver::query::{Answer, Checker};
    use solver::sat::Effort;

    use super::*;
    use crate::rng::Rng;
    use crate::terms::Format;

    struct World {
        guards: Guards,
        terms: Terms,
        numbers: Vec<TermId>,
    }

    /// Three unknown numbers of three bits, two constants, and selections among them.
    fn world(sign: Sign, rng: &mut Rng) -> World {
        let (mut guards, mut terms) = (Guards::new(), Terms::default());
        let format = Format { width: 3, sign };
        let mut numbers: Vec<TermId> =
            (0..3).map(|_| terms.symbol(&mut guards, format, base::Id::new(0), None)).collect();
        let least = if sign == Sign::Signed { -4 } else { 0 };
        numbers.extend([least + 1, least + 5].map(|number| terms.constant(format, number)));
        for _ in 0..3 {
            let condition = guards.choice();
            let (yes, no) = (*rng.pick(&numbers), *rng.pick(&numbers));
            numbers.push(terms.either(&mut guards, condition, yes, no));
        }
        World { guards, terms, numbers }
    }

    /// A condition on numbers, or what a selection selects.
    fn condition(World { guards, terms, numbers }: &mut World, rng: &mut Rng) -> Guard {
        let (left, right) = (*rng.pick(numbers), *rng.pick(numbers));
        let guard = match (rng.below(4), terms.node(left)) {
            (0, TermNode::Either(condition, ..)) => condition,
            (0 | 1, _) => terms.less(guards, left, right),
            (2, _) => terms.less_or_equal(guards, left, right),
            _ => terms.equal(guards, left, right),
        };
        if rng.chance(40) { !guard } else { guard }
    }

    #[test]
    fn contradictions_are_those_of_the_solver() {
        let mut n_found = 0;
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut world = world(*rng.pick(&[Sign::Signed, Sign::Unsigned]), &mut rng);
            let (mut helped, mut alone): (Checker, Checker) = (Checker::new(), Checker::new());
            for _ in 0..12 {
                let guard = condition(&mut world, &mut rng);
                let World { guards, terms, .. } = &world;
                let answer = helped.check_with(guards, &[guard], terms, &Effort::UNLIMITED);
                let expected = alone.check(guards, &[guard], &Effort::UNLIMITED);
                let is_possible = matches!(answer, Answer::Satisfiable(_));
                assert_eq!(is_possible, matches!(expected, Answer::Satisfiable(_)), "seed {seed}");
                if is_possible {
                    helped.push(guards, guard);
                    alone.push(guards, guard);
                }
            }
            n_found += helped.counters().by_help;
        }
        assert!(n_found > 200, "only {n_found} contradictions were found");
    }

    #[test]
    fn a_chain_of_comparisons_needs_no_solver() {
        let mut rng = Rng::new(0);
        let World { mut guards, mut terms, numbers } = world(Sign::Signed, &mut rng);
        let mut checker: Checker = Checker::new();
        let [a, b, c] = [numbers[0], numbers[1], numbers[2]];
        let steps = [terms.less(&mut guards, a, b), terms.less_or_equal(&mut guards, b, c)];
        steps.iter().for_each(|&step| checker.push(&guards, step));
        let back = terms.less_or_equal(&mut guards, c, a);
        assert_eq!(checker.check_with(&guards, &[back], &terms, &Effort::UNLIMITED), Answer::Unsatisfiable);
        assert_eq!((checker.counters().by_help, checker.counters().solver_unsatisfiable), (1, 0));
    }
}
