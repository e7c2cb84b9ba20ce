//! Counterexample-guided refinement: two players, each with an incremental SAT solver.
//!
//! Janota and Marques-Silva, "Abstraction-based algorithm for 2QBF" (SAT 2011). The outer player proposes values x that
//! no known answer y meets: a model of the conjunction of !matrix(X, y). If there are none, the formula is valid: the
//! known answers are enough for all X. The inner player answers with a y such that matrix(x, y), which the outer player
//! gets to know; if there is none, x is the counterexample. Every answer meets at least one new x, so this ends.
//!
//! DIVERGENCE: known answers are functions of X, not only values. A seed of the caller is the first of them, and if it
//! is right the first question of the outer player is the last. That matters for inclusions of one set of states in
//! another, where any y meets few x only.

use rustc_hash::FxHashSet;

use super::{ForallExists, Generalise, QbfLimits, QbfStats, Question, Seed};
use crate::aig::{Aig, Composition, Signal};
use crate::sat::{Batsat, Effort, GraphSolver, Outcome, SolveIncremental};

/// A decision in the making.
pub(super) struct Refinement<'q> {
    source: &'q Aig,
    /// From the caller's graph to the one here.
    import: Composition,
    /// A graph of its own, so that expansions leave no trace in that of the caller.
    aig: Aig,
    /// Outer inputs of the caller, and what they are here.
    outer: Vec<(Signal, Signal)>,
    /// Inner inputs of the caller, and what they are here.
    inner: Vec<(Signal, Signal)>,
    matrix: Signal,
    /// Looks for values of the outer inputs.
    outer_player: GraphSolver<Batsat>,
    /// Looks for values of the inner inputs.
    inner_player: GraphSolver<Batsat>,
    stats: QbfStats,
}

impl<'q> Refinement<'q> {
    pub(super) fn new(question: &Question<'q>) -> Self {
        let Question { aig: source, outer, matrix, seeds } = *question;
        let mut aig = Aig::new();
        let outer: Vec<(Signal, Signal)> = outer.iter().map(|&input| (input, aig.input())).collect();
        let mut import: Composition = outer.iter().copied().collect();
        let is_outer: FxHashSet<Signal> = outer.iter().map(|&(theirs, _)| theirs).collect();
        let inner = source.support(&[matrix]).into_iter().filter(|input| !is_outer.contains(input));
        let inner = inner.map(|input| (input, aig.import(source, input, &mut import))).collect();
        let matrix = aig.import(source, matrix, &mut import);
        let mut refinement = Self {
            source,
            import,
            aig,
            outer,
            inner,
            matrix,
            outer_player: GraphSolver::default(),
            inner_player: GraphSolver::default(),
            stats: QbfStats::default(),
        };
        seeds.iter().for_each(|seed| {
            refinement.learn_guess(seed);
        });
        refinement
    }

    pub(super) fn run(
        mut self,
        limits: &QbfLimits<'_>,
        mut generalise: Option<Generalise<'_>>,
    ) -> (ForallExists, QbfStats) {
        let answer = loop {
            if let Some(answer) = self.round(limits, &mut generalise) {
                break answer;
            }
        };
        self.stats.nodes = self.aig.n_nodes() as u64;
        self.stats.conflicts = self.n_conflicts();
        (answer, self.stats)
    }

    /// A candidate and the answer to it; none if the search goes on.
    fn round(
        &mut self,
        limits: &QbfLimits<'_>,
        generalise: &mut Option<Generalise<'_>>,
    ) -> Option<ForallExists> {
        let too_many_rounds = limits.rounds.is_some_and(|limit| self.stats.rounds >= limit);
        let too_many_nodes = limits.nodes.is_some_and(|limit| self.aig.n_nodes() > limit);
        if too_many_rounds || too_many_nodes {
            return Some(ForallExists::Unknown);
        }
        self.stats.rounds += 1;
        self.stats.sat_calls += 1;
        match self.outer_player.solve(&self.aig, &[], &self.remaining(limits)) {
            Outcome::Unsatisfiable => return Some(ForallExists::Valid),
            Outcome::Unknown => return Some(ForallExists::Unknown),
            Outcome::Satisfiable => {}
        }
        let candidate: Vec<bool> =
            self.outer.iter().map(|&(_, input)| self.outer_player.value(input)).collect();
        let mut assumptions = vec![self.matrix];
        let values = self.outer.iter().zip(&candidate);
        assumptions.extend(values.map(|(&(_, input), &value)| input.complement_if(!value)));
        self.stats.sat_calls += 1;
        match self.inner_player.solve(&self.aig, &assumptions, &self.remaining(limits)) {
            Outcome::Satisfiable => {
                let value = |&(theirs, ours): &(Signal, Signal)| (theirs, self.inner_player.value(ours));
                let answer: Vec<(Signal, bool)> = self.inner.iter().map(value).collect();
                self.learn_answer(&candidate, &answer, generalise);
                None
            }
            Outcome::Unsatisfiable => {
                let inputs = self.outer.iter().map(|&(theirs, _)| theirs);
                Some(ForallExists::Invalid { counterexample: inputs.zip(candidate).collect() })
            }
            Outcome::Unknown => Some(ForallExists::Unknown),
        }
    }

    /// Learns what can be made of an answer; at least the answer itself, lest the same candidate comes again.
    fn learn_answer(
        &mut self,
        candidate: &[bool],
        answer: &[(Signal, bool)],
        generalise: &mut Option<Generalise<'_>>,
    ) {
        if let Some(generalise) = generalise {
            let met = self.learn_guess(&generalise(answer));
            let values = self.outer.iter().zip(candidate).map(|(&(_, input), &value)| (input, value));
            if self.aig.evaluate(met, values) {
                return;
            }
        }
        let ours =
            self.inner.iter().zip(answer).map(|(&(_, ours), &(_, value))| (ours, Signal::constant(value)));
        let ours: Seed = ours.collect();
        self.learn(&ours);
    }

    /// Learns a guess in terms of the caller's graph, and says what it meets.
    fn learn_guess(&mut self, guess: &Seed) -> Signal {
        let mut ours = Seed::new();
        for &(input, function) in guess {
            let input = self.aig.import(self.source, input, &mut self.import);
            ours.push((input, self.aig.import(self.source, function, &mut self.import)));
        }
        self.learn(&ours)
    }

    /// From now on the outer player proposes nothing that this answer meets. Says what that is.
    fn learn(&mut self, answer: &Seed) -> Signal {
        let mut expansion: Composition =
            self.inner.iter().map(|&(_, input)| (input, Signal::FALSE)).collect();
        answer.iter().for_each(|&(input, function)| expansion.set(input, function));
        let met = self.aig.compose(self.matrix, &mut expansion);
        self.outer_player.require(&self.aig, !met);
        met
    }

    fn n_conflicts(&self) -> u64 {
        self.outer_player.solver().n_conflicts() + self.inner_player.solver().n_conflicts()
    }

    /// What is left of the effort.
    fn remaining<'a>(&self, limits: &QbfLimits<'a>) -> Effort<'a> {
        let Effort { conflicts, interrupt } = limits.effort;
        Effort { conflicts: conflicts.map(|limit| limit.saturating_sub(self.n_conflicts())), interrupt }
    }
}
