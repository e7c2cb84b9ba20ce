//! The and-inverter graph of all edges, the solver that is asked about it, and what that costs.

use std::time::Duration;

use super::patterns::Patterns;
use solver::aig::{Aig, Signal};
use solver::qbf::{ForallExists, Generalise, QbfLimits, Question, forall_exists_generalising};
use solver::sat::{Batsat, Effort, GraphSolver, Outcome, SolveIncremental};
use verdict::{Meter, StopReason, Tick};

/// Signals, and questions about them.
pub(crate) struct Space<'a> {
    pub(crate) aig: Aig,
    solver: GraphSolver<Batsat>,
    /// Variables of the solver after its first question.
    first_variables: usize,
    patterns: Patterns,
    meter: &'a Meter<'a>,
    pub(crate) tick: Tick,
    pub(crate) figures: Figures,
    /// The most conflicts of one question.
    pub(crate) most_conflicts: Option<u64>,
}

/// What was asked.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Figures {
    pub(crate) sat_calls: u64,
    pub(crate) qbf_calls: u64,
    /// Candidates that seeds did not answer, and the last question of each decision.
    pub(crate) qbf_rounds: u64,
    pub(crate) sat_time: Duration,
    pub(crate) qbf_time: Duration,
    pub(crate) peak_bytes: u64,
}

/// A solver decides about all variables that it has ever heard of. When these are so many, and most of them from other
/// questions, a new solver is faster.
const MANY_VARIABLES: usize = 20_000;
/// What a variable of the solver takes altogether, with three clauses and their watches.
const BYTES_PER_VARIABLE: usize = 250;

impl<'a> Space<'a> {
    pub(crate) fn new(meter: &'a Meter<'a>) -> Self {
        Self {
            aig: Aig::new(),
            solver: GraphSolver::default(),
            first_variables: 0,
            patterns: Patterns::new(),
            meter,
            tick: Tick::default(),
            figures: Figures::default(),
            most_conflicts: None,
        }
    }

    fn renew_solver(&mut self) {
        self.solver = GraphSolver::default();
        self.first_variables = 0;
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.aig.bytes() + self.solver.solver().n_variables() * BYTES_PER_VARIABLE) as u64
    }

    /// Says how far the search is, and asks whether to go on.
    pub(crate) fn report(&mut self) -> Result<(), StopReason> {
        self.check_memory()?;
        self.meter.tick(self.tick)
    }

    fn check_memory(&mut self) -> Result<(), StopReason> {
        self.tick.bytes = self.bytes();
        self.figures.peak_bytes = self.figures.peak_bytes.max(self.tick.bytes);
        self.meter.bytes(self.tick.bytes)
    }

    fn clock(&self) -> Duration {
        self.meter.clock().unwrap_or_default()
    }

    /// Whether all these signals can be true at once; often without a question to the solver.
    pub(crate) fn can_be_true(&mut self, signals: &[Signal]) -> Result<bool, StopReason> {
        if self.patterns.satisfy(&self.aig, signals) {
            return Ok(true);
        }
        let is_satisfiable = self.is_satisfiable(signals)?;
        if is_satisfiable {
            let Self { patterns, aig, solver, .. } = self;
            patterns.add_model(aig, |input| solver.has(input).then(|| solver.value(input)));
        }
        Ok(is_satisfiable)
    }

    /// Whether all these signals can be true at once. Then [`Self::value`] has a model.
    pub(crate) fn is_satisfiable(&mut self, signals: &[Signal]) -> Result<bool, StopReason> {
        if signals.contains(&Signal::FALSE) {
            return Ok(false);
        }
        self.check_memory()?;
        let n_variables = self.solver.solver().n_variables();
        if n_variables > MANY_VARIABLES.max(3 * self.first_variables) {
            self.renew_solver();
        }
        let begin = self.clock();
        let interrupt = self.meter.interrupt(self.tick);
        let is_due = || interrupt.is_due();
        let effort = Effort { conflicts: self.most_conflicts, interrupt: Some(&is_due) };
        let outcome = self.solver.solve(&self.aig, signals, &effort);
        if self.first_variables == 0 {
            self.first_variables = self.solver.solver().n_variables();
        }
        self.figures.sat_calls += 1;
        self.figures.sat_time += self.clock().saturating_sub(begin);
        match outcome {
            Outcome::Satisfiable => Ok(true),
            Outcome::Unsatisfiable => Ok(false),
            Outcome::Unknown => Err(interrupt.reason().unwrap_or_else(|| self.too_hard())),
        }
    }

    /// Values of inputs that make all signals true, if there are any, found by a solver of its own.
    pub(crate) fn satisfying(
        &self,
        signals: &[Signal],
        inputs: &[Signal],
    ) -> Result<Option<Vec<bool>>, StopReason> {
        let interrupt = self.meter.interrupt(self.tick);
        let is_due = || interrupt.is_due();
        let mut solver: GraphSolver<Batsat> = GraphSolver::default();
        match solver.solve(&self.aig, signals, &Effort::interrupted_by(&is_due)) {
            Outcome::Satisfiable => Ok(Some(inputs.iter().map(|&input| solver.value(input)).collect())),
            Outcome::Unsatisfiable => Ok(None),
            Outcome::Unknown => Err(interrupt.reason().unwrap_or_else(|| self.too_hard())),
        }
    }

    /// The value of an input in the last model.
    pub(crate) fn value(&self, input: Signal) -> bool {
        self.solver.value(input)
    }

    /// Whether for all values of the outer inputs there are values of the others that make the matrix true.
    pub(crate) fn is_valid(
        &mut self,
        question: &Question<'_>,
        generalise: Generalise<'_>,
    ) -> Result<bool, StopReason> {
        let begin = self.clock();
        let interrupt = self.meter.interrupt(self.tick);
        let is_due = || interrupt.is_due();
        let limits = QbfLimits {
            effort: Effort::interrupted_by(&is_due),
            nodes: self.most_nodes(),
            ..QbfLimits::default()
        };
        let (answer, stats) = forall_exists_generalising(question, &limits, generalise);
        self.figures.qbf_calls += 1;
        self.figures.qbf_rounds += stats.rounds;
        self.figures.sat_calls += stats.sat_calls;
        self.figures.qbf_time += self.clock().saturating_sub(begin);
        match answer {
            ForallExists::Valid => Ok(true),
            ForallExists::Invalid { .. } => Ok(false),
            // One that was not interrupted from outside took more nodes than it may.
            ForallExists::Unknown => Err(interrupt.reason().unwrap_or_else(|| self.meter.out_of_memory())),
        }
    }

    /// A question that was not interrupted from outside took more conflicts than it may.
    fn too_hard(&self) -> StopReason {
        StopReason::WorkLimit(self.most_conflicts.unwrap_or_default())
    }

    /// What a 2QBF question may take of the memory that is left.
    fn most_nodes(&self) -> Option<usize> {
        let left = self.meter.room_beside(self.bytes())?;
        usize::try_from(left).ok().map(|left| left / BYTES_PER_VARIABLE)
    }
}
