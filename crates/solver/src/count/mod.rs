//! Projected model counting: how many assignments of chosen variables can be extended to a model.
//!
//! For a symbolic execution the chosen variables are the choices of heap shape and types, and the count is the number
//! of heaps on a path; numbers and other Booleans only have to exist.
//!
//! The formula is split into parts that share no variables, whose counts multiply. A part is counted by a decision
//! diagram (`diagram`) or, where that becomes too large, by branching on one variable after another (`search`).
//! docs/dependencies.md says how the two compare. Both ask a SAT solver whether what is left over the other variables
//! is possible.
//!
//! A count is exact, or a bound from below that says so: nothing is estimated, and nothing saturates in silence.
//!
//! ```
//! use cutpoint_solver::count::{Count, CountLimits, count};
//! use cutpoint_solver::guard::Guards;
//!
//! let mut guards = Guards::new();
//! let kinds = [guards.choice(), guards.choice(), guards.choice()];
//! let is_positive = guards.input();
//! let one = guards.exactly_one(&kinds);
//! let fits = guards.or(kinds[0], is_positive);
//! let heaps = count(&guards, &[one, fits], &kinds, &CountLimits::default());
//! assert_eq!(heaps, Count::Exactly(3));
//! ```

mod diagram;
mod parts;
mod search;
mod tally;

use self::parts::Problem;
use self::tally::Tally;
use crate::aig::Signal;
use crate::guard::{Guard, Guards};
use crate::query::{Answer, Checker};
use crate::sat::Effort;

/// A number of assignments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Exactly(u128),
    /// A limit was reached, or the number has more than 128 bits.
    AtLeast(u128),
}

/// How much counting may take.
#[derive(Clone, Copy, Debug)]
pub struct CountLimits<'a> {
    /// The largest decision diagram; a part that needs a larger one is counted by search. A node takes up to 30 bytes.
    pub diagram_nodes: usize,
    /// Memory of a search.
    pub bytes: usize,
    /// The conflicts of each question to the solver, and who is asked whether the whole should end.
    pub effort: Effort<'a>,
}

impl Default for CountLimits<'_> {
    fn default() -> Self {
        Self { diagram_nodes: 1 << 20, bytes: 1 << 28, effort: Effort::UNLIMITED }
    }
}

/// The number of assignments of the variables of `projection` that can be extended to models in which all `roots` are
/// true.
pub fn count(guards: &Guards, roots: &[Guard], projection: &[Guard], limits: &CountLimits<'_>) -> Count {
    let (mut problem, root) = Problem::new(guards, roots, projection);
    if root == Signal::FALSE {
        return Count::Exactly(0);
    }
    let mut checker = Checker::new();
    let (mut total, mut n_free) = (Tally::ONE, problem.n_projected);
    for part in problem.parts(root) {
        let (tally, n_counted) = diagram::count(&mut problem, &mut checker, part.root, limits)
            .unwrap_or_else(|| search::count(&mut problem, &mut checker, part.root, limits));
        n_free -= n_counted;
        total = total.times(tally);
    }
    total.shifted(n_free).into()
}

/// One if a formula is possible, and nothing if not.
fn possible(problem: &Problem, checker: &mut Checker, formula: Signal, limits: &CountLimits<'_>) -> Tally {
    match checker.check(&problem.aig, &[formula], &limits.effort) {
        Answer::Satisfiable(_) => Tally::ONE,
        Answer::Unsatisfiable => Tally::ZERO,
        Answer::Unknown => Tally::UNKNOWN,
    }
}
