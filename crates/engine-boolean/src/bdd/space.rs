//! The variables of the diagrams, and what statements do to sets of values.
//!
//! Each variable of the program has three copies, side by side in the order: its value at the *entry* of the procedure,
//! its *current* value, and its *next* value, which is there only in the middle of an operation. Procedures share the
//! copies of their locals, by number. A set of path edges is a function of entry and current values.
//!
//! DIVERGENCE: Bebop keeps a transition relation for each statement. An assignment is a relational product with one
//! next value here, so that what a statement leaves alone costs nothing.

use base::Id;
use ir::Place;
use solver::bdd::{Bdd, BddError, BddLimits, Bdds, Cube, Substitution, Variable};
use verdict::{Meter, StopReason, Tick};

use crate::graph::Graph;
use crate::order::order;
use crate::program::{Act, Expr};

/// Copies of one variable of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copies {
    pub(crate) entry: Variable,
    pub(crate) current: Variable,
    pub(crate) next: Variable,
}

/// The manager of the diagrams, with the variables of a program.
pub(crate) struct Space<'a> {
    pub(crate) bdds: Bdds,
    globals: Vec<Copies>,
    locals: Vec<Copies>,
    /// Values that a procedure returns.
    pub(crate) results: Vec<Variable>,
    /// For each variable of the program, current alone.
    current_cubes: Vec<Cube>,
    /// And next alone.
    next_cubes: Vec<Cube>,
    /// Next values become current ones.
    pub(super) settle: Substitution,
    /// Where each variable stands in the order.
    levels: Vec<usize>,
    meter: &'a Meter<'a>,
    pub(crate) tick: Tick,
    /// More steps of operations than this altogether are not worth it.
    pub(crate) most_steps: u64,
}

/// Steps between two reports of progress.
const SLICE: u64 = 200_000;
/// What a node takes altogether: itself, its place in the table, and its share of the cache.
const BYTES_PER_NODE: u64 = 64;

impl<'a> Space<'a> {
    pub(crate) fn new(graph: &Graph<'_>, meter: &'a Meter<'a>) -> Result<Self, StopReason> {
        let max_bytes = meter.limits().max_bytes.unwrap_or(u64::MAX);
        let nodes = usize::try_from(max_bytes / BYTES_PER_NODE).unwrap_or(usize::MAX);
        let limits =
            BddLimits { nodes: nodes.clamp(1 << 12, BddLimits::default().nodes), ..BddLimits::default() };
        let mut bdds = Bdds::new(limits);
        let (n_locals, n_results) = graph.largest();
        let nowhere = Copies { entry: Id::new(0), current: Id::new(0), next: Id::new(0) };
        let (mut globals, mut locals) = (vec![nowhere; graph.program.n_globals], vec![nowhere; n_locals]);
        for place in order(graph.program, n_locals) {
            let copies = Copies { entry: bdds.variable(), current: bdds.variable(), next: bdds.variable() };
            match place {
                Place::Global(global) => globals[global.index()] = copies,
                Place::Local(local) => locals[local.index()] = copies,
            }
        }
        let results = (0..n_results).map(|_| bdds.variable()).collect();
        let all = || globals.iter().chain(&locals);
        let settle: Vec<(Variable, Variable)> = all().map(|copies| (copies.next, copies.current)).collect();
        let failed = |_| meter.out_of_memory();
        let settle = bdds.renaming(&settle).map_err(failed)?;
        let mut cubes = |variable: fn(&Copies) -> Variable| -> Result<Vec<Cube>, StopReason> {
            all().map(|copies| bdds.cube(&[variable(copies)]).map_err(failed)).collect()
        };
        let current_cubes = cubes(|copies| copies.current)?;
        let next_cubes = cubes(|copies| copies.next)?;
        bdds.set_step_limit(SLICE);
        let n_variables = bdds.n_variables();
        Ok(Self {
            bdds,
            globals,
            locals,
            results,
            current_cubes,
            next_cubes,
            settle,
            levels: (0..n_variables).collect(),
            meter,
            tick: Tick::default(),
            most_steps: u64::MAX,
        })
    }

    pub(crate) fn copies(&self, place: Place) -> Copies {
        match place {
            Place::Global(global) => self.globals[global.index()],
            Place::Local(local) => self.locals[local.index()],
        }
    }

    pub(crate) fn all_locals(&self) -> &[Copies] {
        &self.locals
    }

    pub(crate) fn n_variables(&self) -> usize {
        self.bdds.n_variables()
    }

    /// Makes an operation, whose steps are reported from time to time.
    pub(crate) fn run<T>(
        &mut self,
        mut operation: impl FnMut(&mut Bdds) -> Result<T, BddError>,
    ) -> Result<T, StopReason> {
        loop {
            match operation(&mut self.bdds) {
                Ok(done) => return Ok(done),
                Err(BddError::Nodes) => return Err(self.meter.out_of_memory()),
                Err(BddError::Steps) => {
                    self.report()?;
                    self.allow_steps(SLICE);
                }
            }
        }
    }

    /// Makes an operation if it takes few steps.
    pub(crate) fn attempt<T>(
        &mut self,
        steps: u64,
        mut operation: impl FnMut(&mut Bdds) -> Result<T, BddError>,
    ) -> Result<Option<T>, StopReason> {
        self.bdds.set_step_limit(self.bdds.n_steps().saturating_add(steps));
        let result = operation(&mut self.bdds);
        self.allow_steps(SLICE);
        match result {
            Ok(done) => Ok(Some(done)),
            Err(BddError::Nodes) => Err(self.meter.out_of_memory()),
            Err(BddError::Steps) => Ok(None),
        }
    }

    fn allow_steps(&mut self, steps: u64) {
        let some_for_each = 100 * self.n_variables() as u64;
        self.bdds.set_step_limit(self.bdds.n_steps().saturating_add(steps + some_for_each));
    }

    /// Says how far the analysis is, and asks whether to go on.
    pub(crate) fn report(&mut self) -> Result<(), StopReason> {
        self.tick.bytes = self.bdds.bytes() as u64;
        if self.bdds.n_steps() > self.most_steps {
            return Err(StopReason::WorkLimit(self.most_steps));
        }
        self.meter.tick(self.tick)
    }

    pub(crate) fn and(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, StopReason> {
        self.run(|bdds| bdds.and(left, right))
    }

    pub(crate) fn or(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, StopReason> {
        self.run(|bdds| bdds.or(left, right))
    }

    pub(crate) fn exists(&mut self, set: Bdd, variables: Cube) -> Result<Bdd, StopReason> {
        self.run(|bdds| bdds.exists(set, variables))
    }

    pub(crate) fn cube(&mut self, variables: &[Variable]) -> Result<Cube, StopReason> {
        self.run(|bdds| bdds.cube(variables))
    }

    pub(crate) fn renaming(&mut self, pairs: &[(Variable, Variable)]) -> Result<Substitution, StopReason> {
        self.run(|bdds| bdds.renaming(pairs))
    }

    /// Next values become current ones, and these variables others.
    pub(super) fn settling(&mut self, pairs: &[(Variable, Variable)]) -> Result<Substitution, StopReason> {
        let all = self.globals.iter().chain(&self.locals);
        let mut settle: Vec<(Variable, Variable)> = all.map(|copies| (copies.next, copies.current)).collect();
        settle.extend(pairs);
        self.renaming(&settle)
    }

    /// Both are true, or both false.
    pub(crate) fn equal(&mut self, variable: Variable, value: Bdd) -> Result<Bdd, StopReason> {
        self.run(|bdds| {
            let literal = bdds.literal(variable)?;
            bdds.equal(literal, value)
        })
    }

    pub(crate) fn literal(&mut self, variable: Variable, value: bool) -> Result<Bdd, StopReason> {
        let literal = self.run(|bdds| bdds.literal(variable))?;
        Ok(if value { literal } else { !literal })
    }

    /// The conjunction of literals, made from the bottom of the order.
    pub(crate) fn values(
        &mut self,
        literals: impl IntoIterator<Item = (Variable, bool)>,
    ) -> Result<Bdd, StopReason> {
        let mut literals: Vec<(Variable, bool)> = literals.into_iter().collect();
        literals.sort_unstable_by_key(|&(variable, _)| std::cmp::Reverse(self.levels[Id::index(variable)]));
        let mut all = Bdd::TRUE;
        for (variable, value) in literals {
            let literal = self.literal(variable, value)?;
            all = self.and(all, literal)?;
        }
        Ok(all)
    }

    /// An expression over current values.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Result<Bdd, StopReason> {
        self.expr_over(expr, &|copies, _| copies.current)
    }

    /// An expression over whichever copies of variables. Its depth is bounded, so this may recur.
    pub(crate) fn expr_over(
        &mut self,
        expr: &Expr,
        copy: &dyn Fn(Copies, Place) -> Variable,
    ) -> Result<Bdd, StopReason> {
        match expr {
            Expr::Constant(value) => Ok(Bdd::constant(*value)),
            Expr::Variable(place) => self.copy_literal(*place, copy),
            Expr::Not(arg) => Ok(!self.expr_over(arg, copy)?),
            Expr::And(args) => self.binary(args, copy, Bdds::and),
            Expr::Or(args) => self.binary(args, copy, Bdds::or),
            Expr::Equal(args) => self.binary(args, copy, Bdds::equal),
            Expr::Differ(args) => self.binary(args, copy, Bdds::xor),
        }
    }

    fn binary(
        &mut self,
        [left, right]: &[Expr; 2],
        copy: &dyn Fn(Copies, Place) -> Variable,
        operation: fn(&mut Bdds, Bdd, Bdd) -> Result<Bdd, BddError>,
    ) -> Result<Bdd, StopReason> {
        let (left, right) = (self.expr_over(left, copy)?, self.expr_over(right, copy)?);
        self.run(|bdds| operation(bdds, left, right))
    }

    fn copy_literal(
        &mut self,
        place: Place,
        copy: &dyn Fn(Copies, Place) -> Variable,
    ) -> Result<Bdd, StopReason> {
        let variable = copy(self.copies(place), place);
        self.literal(variable, true)
    }

    fn current_cube(&self, place: Place) -> Cube {
        self.current_cubes[self.number(place)]
    }

    pub(super) fn next_cube(&self, place: Place) -> Cube {
        self.next_cubes[self.number(place)]
    }

    /// Globals, then locals.
    fn number(&self, place: Place) -> usize {
        match place {
            Place::Global(global) => global.index(),
            Place::Local(local) => self.globals.len() + local.index(),
        }
    }

    /// The values after an act that does not fail.
    pub(crate) fn image(&mut self, set: Bdd, act: &Act) -> Result<Bdd, StopReason> {
        match act {
            Act::Assign(place, value) => {
                let value = self.expr(value)?;
                let relation = self.equal(self.copies(*place).next, value)?;
                let (cube, settle) = (self.current_cube(*place), self.settle);
                self.run(|bdds| bdds.and_exists_substitute(set, relation, cube, settle))
            }
            Act::Choose(place) => self.exists(set, self.current_cube(*place)),
            Act::Assume(condition) | Act::Assert(condition, _) => {
                let condition = self.expr(condition)?;
                self.and(set, condition)
            }
            Act::Fail(_) => Ok(Bdd::FALSE),
            Act::Nothing => Ok(set),
        }
    }

    /// The values before an act that does not fail and leads to the set.
    pub(crate) fn preimage(&mut self, set: Bdd, act: &Act) -> Result<Bdd, StopReason> {
        match act {
            Act::Assign(place, value) => {
                let value = self.expr(value)?;
                let (at, cube) =
                    (self.literal(self.copies(*place).current, true)?, self.current_cube(*place));
                let if_true = self.run(|bdds| bdds.and_exists(set, at, cube))?;
                let if_false = self.run(|bdds| bdds.and_exists(set, !at, cube))?;
                self.run(|bdds| bdds.ite(value, if_true, if_false))
            }
            Act::Choose(place) => self.exists(set, self.current_cube(*place)),
            Act::Assume(condition) | Act::Assert(condition, _) => {
                let condition = self.expr(condition)?;
                self.and(set, condition)
            }
            Act::Fail(_) => Ok(Bdd::FALSE),
            Act::Nothing => Ok(set),
        }
    }

    /// Next values become current ones, after a product that quantifies.
    pub(crate) fn product_settled(
        &mut self,
        left: Bdd,
        right: Bdd,
        variables: Cube,
    ) -> Result<Bdd, StopReason> {
        self.product(left, right, variables, self.settle)
    }

    pub(crate) fn product(
        &mut self,
        left: Bdd,
        right: Bdd,
        variables: Cube,
        renamed: Substitution,
    ) -> Result<Bdd, StopReason> {
        self.run(|bdds| bdds.and_exists_substitute(left, right, variables, renamed))
    }
}
