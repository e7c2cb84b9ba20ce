//! Conditions: the graph of guards, terms, and the questions whether a condition is possible on the present path.

use solver::guard::{Guard, Guards};
use solver::query::{Answer, Checker, Model};
use solver::sat::Effort;
use verdict::{Interrupt, Meter, SolverFigures, StopReason, Tick};

use crate::terms::{TermMark, Terms};
use crate::variables::Variables;

pub(crate) struct Logic<'a> {
    pub(crate) guards: Guards,
    pub(crate) terms: Terms,
    /// Those that decide shapes and classes.
    choices: Variables,
    checker: Checker,
    /// Of its own for what is shown of paths.
    pub(crate) shown: Checker,
    meter: &'a Meter<'a>,
    /// What the search said last of how far it is.
    pub(crate) last_tick: Tick,
    /// Questions that were answered before the checker was asked.
    n_constant: u64,
    n_unknown: u64,
    #[cfg(debug_assertions)]
    invariants: crate::invariants::Invariants,
}

/// The length of the path condition, and of what was made for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogicMark {
    condition: u32,
    terms: TermMark,
    choices: usize,
}

impl<'a> Logic<'a> {
    pub(crate) fn new(meter: &'a Meter<'a>) -> Self {
        Self {
            guards: Guards::new(),
            terms: Terms::default(),
            choices: Variables::default(),
            checker: Checker::new(),
            shown: Checker::new(),
            meter,
            last_tick: Tick::default(),
            n_constant: 0,
            n_unknown: 0,
            #[cfg(debug_assertions)]
            invariants: crate::invariants::Invariants::default(),
        }
    }

    /// The conjuncts of the path condition.
    pub(crate) fn condition(&self) -> &[Guard] {
        self.checker.path()
    }

    pub(crate) fn mark(&self) -> LogicMark {
        LogicMark {
            condition: self.condition().len() as u32,
            terms: self.terms.mark(),
            choices: self.choices.mark(),
        }
    }

    pub(crate) fn go_back(&mut self, mark: LogicMark) {
        while self.condition().len() > mark.condition as usize {
            self.checker.pop();
        }
        self.terms.go_back(mark.terms);
        self.choices.go_back(mark.choices);
    }

    /// A literal that decides about a shape or a class. Later ones have larger numbers.
    pub(crate) fn choice(&mut self) -> Guard {
        self.choices.next(&mut self.guards, Guards::choice)
    }

    /// Strengthens the path condition.
    pub(crate) fn assume(&mut self, guard: Guard) {
        if guard != Guard::TRUE {
            self.checker.push(&self.guards, guard);
        }
    }

    /// Whether a guard can be true together with the path condition.
    pub(crate) fn is_possible(&mut self, guard: Guard) -> Result<bool, StopReason> {
        if let Some(value) = guard.as_constant() {
            self.n_constant += 1;
            return Ok(value);
        }
        Ok(self.model_of(guard)?.is_some())
    }

    /// A model of a guard and the path condition.
    pub(crate) fn model_of(&mut self, guard: Guard) -> Result<Option<Model>, StopReason> {
        let interrupt = self.interrupt();
        let is_due = || interrupt.is_due();
        match self.checker.check(&self.guards, &[guard], &Effort::interrupted_by(&is_due)) {
            Answer::Satisfiable(model) => Ok(Some(model)),
            Answer::Unsatisfiable => Ok(None),
            Answer::Unknown => {
                self.n_unknown += 1;
                Err(interrupt.reason().expect("a question without a limit ends unless it is interrupted"))
            }
        }
    }

    /// What was done on conditions so far, in nodes of their graph: what was made, and what questions cost about.
    pub(crate) fn work(&self) -> u64 {
        const NODES_OF_A_CHECK: u64 = 1 << 8;
        self.guards.n_nodes() as u64 + self.checker.counters().checks * NODES_OF_A_CHECK
    }

    /// Asks whether work on one question may go on.
    pub(crate) fn interrupt(&self) -> Interrupt<'a> {
        self.meter.interrupt(Tick { bytes: self.bytes(), ..self.last_tick })
    }

    /// In debug builds: panics unless one of the guards is true on every execution of the path, and only one.
    #[cfg(debug_assertions)]
    pub(crate) fn check_set(&mut self, entries: &[crate::state::Entry]) {
        self.invariants.check(&self.guards, self.checker.path(), entries);
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.guards.bytes() + self.terms.bytes() + self.checker.bytes() + self.shown.bytes()) as u64
    }

    pub(crate) fn figures(&self) -> SolverFigures {
        let counters = self.checker.counters();
        SolverFigures {
            checks: counters.checks + self.n_constant,
            by_structure: counters.by_structure + counters.by_facts + self.n_constant,
            by_model: counters.by_models,
            satisfiable: counters.solver_satisfiable,
            unsatisfiable: counters.solver_unsatisfiable,
            unknown: self.n_unknown,
            nodes: self.guards.n_nodes() as u64,
        }
    }
}
