//! The and-inverter graph of all edges, the solver that is asked about it, and what that costs.

use std::time::Duration;

use super::patterns::Patterns;
use ir::{BinOp, Expr, Place, UnOp, Value};
use solver::aig::{Aig, Signal};
use solver::qbf::{ForallExists, Generalise, QbfLimits, Question, forall_exists_generalising};
use solver::sat::{Batsat, Effort, GraphSolver, Outcome, SolveIncremental};
use verdict::{Progress, StopReason, Tick};

/// Signals, and questions about them.
pub(crate) struct Space<'a> {
    pub(crate) aig: Aig,
    solver: GraphSolver<Batsat>,
    /// Variables of the solver after its first question.
    first_variables: usize,
    patterns: Patterns,
    progress: &'a dyn Progress,
    pub(crate) tick: Tick,
    max_bytes: Option<u64>,
    pub(crate) figures: Figures,
    /// The most conflicts of one question.
    pub(crate) most_conflicts: Option<u64>,
    /// Whether a question was given up because of that.
    pub(crate) gave_up: bool,
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

/// A solver decides about all variables that it has ever heard of. When these are so many, and most of them from other questions, a new solver is faster.
const MANY_VARIABLES: usize = 20_000;
/// What a variable of the solver takes altogether, with three clauses and their watches.
const BYTES_PER_VARIABLE: usize = 250;

impl<'a> Space<'a> {
    pub(crate) fn new(max_bytes: Option<u64>, progress: &'a dyn Progress) -> Self {
        Self {
            aig: Aig::new(),
            solver: GraphSolver::default(),
            first_variables: 0,
            patterns: Patterns::new(),
            progress,
            tick: Tick::default(),
            max_bytes,
            figures: Figures::default(),
            most_conflicts: None,
            gave_up: false,
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
        if self.progress.tick(self.tick) { Ok(()) } else { Err(StopReason::TimeLimit) }
    }

    fn check_memory(&mut self) -> Result<(), StopReason> {
        self.tick.bytes = self.bytes();
        self.figures.peak_bytes = self.figures.peak_bytes.max(self.tick.bytes);
        match self.max_bytes {
            Some(limit) if self.tick.bytes > limit => Err(StopReason::MemoryLimit(limit)),
            Some(_) | None => Ok(()),
        }
    }

    fn clock(&self) -> Duration {
        self.progress.clock().unwrap_or_default()
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
        let (progress, tick) = (self.progress, self.tick);
        let interrupt = || !progress.tick(tick);
        let effort = Effort { conflicts: self.most_conflicts, interrupt: Some(&interrupt) };
        let outcome = self.solver.solve(&self.aig, signals, &effort);
        if self.first_variables == 0 {
            self.first_variables = self.solver.solver().n_variables();
        }
        self.figures.sat_calls += 1;
        self.figures.sat_time += self.clock().saturating_sub(begin);
        match outcome {
            Outcome::Satisfiable => Ok(true),
            Outcome::Unsatisfiable => Ok(false),
            Outcome::Unknown => {
                self.gave_up = self.most_conflicts.is_some() && self.progress.tick(self.tick);
                Err(StopReason::TimeLimit)
            }
        }
    }

    /// Values of inputs that make all signals true, if there are any, found by a solver of its own.
    pub(crate) fn satisfying(
        &self,
        signals: &[Signal],
        inputs: &[Signal],
    ) -> Result<Option<Vec<bool>>, StopReason> {
        let (progress, tick) = (self.progress, self.tick);
        let interrupt = || !progress.tick(tick);
        let mut solver: GraphSolver<Batsat> = GraphSolver::default();
        match solver.solve(&self.aig, signals, &Effort::interrupted_by(&interrupt)) {
            Outcome::Satisfiable => Ok(Some(inputs.iter().map(|&input| solver.value(input)).collect())),
            Outcome::Unsatisfiable => Ok(None),
            Outcome::Unknown => Err(StopReason::TimeLimit),
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
        let (progress, tick) = (self.progress, self.tick);
        let interrupt = || !progress.tick(tick);
        let limits = QbfLimits {
            effort: Effort::interrupted_by(&interrupt),
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
            ForallExists::Unknown => match self.most_nodes() {
                Some(limit) if stats.nodes > limit as u64 => {
                    Err(StopReason::MemoryLimit(self.max_bytes.unwrap_or_default()))
                }
                Some(_) | None => Err(StopReason::TimeLimit),
            },
        }
    }

    /// What a 2QBF question may take of the memory that is left.
    fn most_nodes(&self) -> Option<usize> {
        let left = self.max_bytes?.saturating_sub(self.bytes());
        usize::try_from(left).ok().map(|left| left / BYTES_PER_VARIABLE)
    }

    /// An expression, where variables have these values. Its depth is bounded, so this may recur.
    pub(crate) fn expr(&mut self, expr: &Expr, value: &impl Fn(Place) -> Signal) -> Signal {
        match expr {
            Expr::Const(Value::Bool(value)) => Signal::constant(*value),
            Expr::Local(local) => value(Place::Local(*local)),
            Expr::Global(global) => value(Place::Global(*global)),
            Expr::Unary { op: UnOp::Not, arg, .. } => !self.expr(arg, value),
            Expr::Binary { op, left, right, .. } => {
                let (left, right) = (self.expr(left, value), self.expr(right, value));
                match op {
                    BinOp::And | BinOp::BitAnd => self.aig.and(left, right),
                    BinOp::Or | BinOp::BitOr => self.aig.or(left, right),
                    BinOp::Eq => self.aig.equal(left, right),
                    BinOp::Ne | BinOp::BitXor => self.aig.xor(left, right),
                    BinOp::Add
                    | BinOp::Sub
                    | BinOp::Mul
                    | BinOp::Div
                    | BinOp::Rem
                    | BinOp::Shl
                    | BinOp::Shr
                    | BinOp::Lt
                    | BinOp::Le
                    | BinOp::Gt
                    | BinOp::Ge => unreachable!("no operator of a Boolean program: {op:?}"),
                }
            }
            Expr::Const(_) | Expr::SelfId | Expr::Unary { .. } | Expr::Convert { .. } => {
                unreachable!("no expression of a Boolean program: {expr:?}")
            }
        }
    }
}
