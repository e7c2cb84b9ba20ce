//! Regions: what is executed from a place with a formula until control comes to the next places with one.
//!
//! Values are signals of an and-inverter graph, whose inputs are the values at the beginning and all choices on the
//! way. A state also says when control comes to it (`reach`): for given inputs, control takes one path. Blocks are
//! executed in topological order, so each is executed once, with all paths to it joined.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use base::{Id, Span};
use ir::{
    BinOp, Block, BlockId, CheckOp, Choice, ChoiceOp, Expr, Op, Place, ProcId, TermOp, ThreadOp, Type, UnOp,
    Value,
};
use solver::aig::{Aig, Signal};
use solver::sat::{Batsat, Effort, GraphSolver, Outcome, SolveIncremental};
use verdict::{Formula, ViolationKind};

use super::Check;
use super::formula::View;
use crate::refusal::{Reason, Refusal};

/// Values at a place, for those inputs for which control comes there.
#[derive(Clone)]
struct State {
    reach: Signal,
    globals: Vec<Signal>,
    locals: Vec<Signal>,
}

/// States at blocks without a formula that are still to be executed, in topological order.
type Waiting = BTreeMap<usize, (BlockId, State)>;

pub(super) struct Region<'c, 'a> {
    check: &'c mut Check<'a>,
    /// None outside of all procedures.
    proc: Option<ProcId>,
    aig: Aig,
    solver: GraphSolver<Batsat>,
    /// Values when the procedure was entered.
    entry_globals: Vec<Signal>,
    entry_params: Vec<Signal>,
}

impl<'c, 'a> Region<'c, 'a> {
    /// The calls from outside: of `init`, then of the thread.
    pub(super) fn stages(check: &'c mut Check<'a>) -> Result<(), Refusal> {
        let program = check.program;
        let mut region = Self::new(check, None);
        let globals = vec![Signal::FALSE; program.globals.len()];
        let mut state = State { reach: Signal::TRUE, globals, locals: Vec::new() };
        for stage in program.init.into_iter().chain(program.threads.iter().copied()) {
            region.call(&mut state, stage, &[], None)?;
        }
        Ok(())
    }

    /// All that can happen from a block with a formula.
    pub(super) fn from(check: &'c mut Check<'a>, proc: ProcId, start: BlockId) -> Result<(), Refusal> {
        let (blocks, shape) = (&check.program.procs[proc].blocks, &check.shapes[proc]);
        let invariant = shape.invariants[start].expect("a region begins at a block with a formula");
        let mut region = Self::new(check, Some(proc));
        let state = region.begin(proc);
        let assumed = region.own(invariant, &state, &[])?;
        if assumed == Signal::FALSE {
            return Ok(());
        }
        region.solver.require(&region.aig, assumed);
        let mut waiting = Waiting::new();
        let mut next = Some((start, state));
        while let Some((block, state)) = next {
            region.block(&blocks[block], state, &mut waiting)?;
            next = waiting.pop_first().map(|(_, waiting)| waiting);
        }
        Ok(())
    }

    fn new(check: &'c mut Check<'a>, proc: Option<ProcId>) -> Self {
        let solver = GraphSolver::new(Batsat::new());
        Self { check, proc, aig: Aig::new(), solver, entry_globals: Vec::new(), entry_params: Vec::new() }
    }

    /// Any values. What the procedure can never write is as it was at the entry.
    fn begin(&mut self, id: ProcId) -> State {
        let Self { check, aig, .. } = self;
        let proc = &check.program.procs[id];
        let globals = aig.new_inputs(check.program.globals.len());
        let locals = aig.new_inputs(proc.locals.len());
        let mut at_entry = |is_written, now| if is_written { aig.input() } else { now };
        let entry_global = |(global, &now)| at_entry(check.writes.global(id, Id::new(global)), now);
        self.entry_globals = globals.iter().enumerate().map(entry_global).collect();
        let entry_param = |(local, &now)| at_entry(check.writes.local(id, Id::new(local)), now);
        self.entry_params = locals.iter().take(proc.n_params).enumerate().map(entry_param).collect();
        State { reach: Signal::TRUE, globals, locals }
    }

    /// A formula of the running procedure over the values of a state.
    fn own(&mut self, formula: Formula, state: &State, results: &[Signal]) -> Result<Signal, Refusal> {
        let Self { check, aig, entry_globals, entry_params, .. } = self;
        let (globals, locals) = (&state.globals, &state.locals);
        let image =
            check.image(aig, formula, &View { entry_globals, entry_params, globals, locals, results });
        image.map_err(|reason| self.refuse(None, reason))
    }

    /// The same of a procedure that is called.
    fn of_callee(&mut self, formula: Formula, view: &View<'_>) -> Result<Signal, Refusal> {
        let image = self.check.image(&mut self.aig, formula, view);
        image.map_err(|reason| self.refuse(None, reason))
    }

    fn spend(&mut self, work: usize) -> Result<(), Refusal> {
        self.check.spend(&self.aig, work).map_err(|reason| self.refuse(None, reason))
    }

    fn refuse(&self, span: Option<Span>, reason: Reason) -> Refusal {
        Refusal::new(None, self.proc.map(|proc| &self.check.program.procs[proc]), span, reason)
    }

    /// The claim must be true whenever control is there.
    fn must(
        &mut self,
        reach: Signal,
        claim: Signal,
        span: Option<Span>,
        reason: Reason,
    ) -> Result<(), Refusal> {
        let wrong = self.aig.and(reach, !claim);
        if wrong == Signal::FALSE {
            return Ok(());
        }
        self.check.questions += 1;
        let before = self.solver.solver().n_conflicts();
        let outcome = self.solver.solve(&self.aig, &[wrong], &Effort::conflicts(self.check.budget.conflicts));
        let spent = self.solver.solver().n_conflicts() - before;
        self.check.budget.conflicts = self.check.budget.conflicts.saturating_sub(spent);
        match outcome {
            Outcome::Unsatisfiable => Ok(()),
            Outcome::Satisfiable => Err(self.refuse(span, reason)),
            Outcome::Unknown => {
                Err(self.refuse(span, Reason::TooLarge("a question is too hard for the solver")))
            }
        }
    }

    // ------------------------------------------------------------------------------------ statements

    /// Executes a block, and leads on to what follows.
    fn block(&mut self, block: &Block, mut state: State, waiting: &mut Waiting) -> Result<(), Refusal> {
        self.spend(block.instrs.len() + 1)?;
        for instr in &block.instrs {
            self.instr(&instr.op, instr.site.span, &mut state)?;
        }
        let span = block.terminator.site.span;
        match &block.terminator.op {
            TermOp::Goto { targets } => self.jump(state, targets, span, waiting),
            TermOp::Branch { condition, then_to, else_to } => {
                let condition = self.expr(condition, &state, span)?;
                let mut other = state.clone();
                state.reach = self.aig.and(state.reach, condition);
                other.reach = self.aig.and(other.reach, !condition);
                self.lead(state, *then_to, span, waiting)?;
                self.lead(other, *else_to, span, waiting)
            }
            TermOp::Call { proc, args, results, next } => {
                let args = self.exprs(args, &state, span)?;
                let values = self.call(&mut state, *proc, &args, span)?;
                for (&dst, value) in results.iter().zip(values) {
                    state.write(dst, value);
                }
                self.lead(state, *next, span, waiting)
            }
            TermOp::Return { values } => {
                let values = self.exprs(values, &state, span)?;
                self.leave(&state, &values, span)
            }
            TermOp::Opaque { reason } => self.not_followed(&mut state, reason, span),
            TermOp::Switch { .. } | TermOp::SwitchClass { .. } | TermOp::Select { .. } => {
                Err(self.strange(span))
            }
        }
    }

    /// Control may not come to what is not known, if the procedure can be called at all.
    fn not_followed(&mut self, state: &mut State, what: &str, span: Option<Span>) -> Result<(), Refusal> {
        if self.proc.is_some_and(|proc| self.check.may_run[proc]) {
            self.must(state.reach, Signal::FALSE, span, Reason::NotFollowed(what.to_owned()))?;
        }
        state.reach = Signal::FALSE;
        Ok(())
    }

    fn strange(&self, span: Option<Span>) -> Refusal {
        self.refuse(span, Reason::NotBoolean("a statement is none of a Boolean program"))
    }

    fn instr(&mut self, op: &Op, span: Option<Span>, state: &mut State) -> Result<(), Refusal> {
        match op {
            Op::Assign { dst, value } => {
                let value = self.expr(value, state, span)?;
                state.write(*dst, value);
            }
            Op::Choice(ChoiceOp::Choose { dst, from: Choice::Bool | Choice::Any(Type::Bool) }) => {
                state.write(*dst, self.aig.input())
            }
            Op::Check(CheckOp::Assume { condition }) => {
                let condition = self.expr(condition, state, span)?;
                state.reach = self.aig.and(state.reach, condition);
            }
            Op::Check(CheckOp::Assert { condition, message }) => {
                let condition = self.expr(condition, state, span)?;
                let kind = ViolationKind::Assertion { message: message.clone() };
                self.must(state.reach, condition, span, Reason::ErrorReachable(kind))?;
                state.reach = self.aig.and(state.reach, condition);
            }
            Op::Check(CheckOp::Fault { kind }) => {
                self.must(state.reach, Signal::FALSE, span, Reason::from(kind.clone()))?;
                state.reach = Signal::FALSE;
            }
            Op::Choice(ChoiceOp::Havoc { .. }) => self.not_followed(state, "a havoc", span)?,
            Op::Check(CheckOp::Trace { args, .. }) => drop(self.exprs(args, state, span)?),
            Op::Check(CheckOp::Output { unit, .. }) => {
                drop(self.exprs(std::slice::from_ref(unit), state, span)?)
            }
            Op::Thread(ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield) => {}
            Op::Choice(ChoiceOp::Choose {
                from:
                    Choice::Range { .. }
                    | Choice::Enum(_)
                    | Choice::Element(_)
                    | Choice::Any(Type::Int(_) | Type::Real(_) | Type::Decimal | Type::Enum(_))
                    | Choice::Any(Type::String | Type::Ref(_) | Type::Object),
                ..
            })
            | Op::Heap(_)
            | Op::Collection(_)
            | Op::Check(CheckOp::Accept { .. })
            | Op::Thread(ThreadOp::Spawn { .. }) => return Err(self.strange(span)),
        }
        Ok(())
    }

    fn exprs(&mut self, exprs: &[Expr], state: &State, span: Option<Span>) -> Result<Vec<Signal>, Refusal> {
        exprs.iter().map(|expr| self.expr(expr, state, span)).collect()
    }

    /// The value of an expression. Their depth is bounded.
    fn expr(&mut self, expr: &Expr, state: &State, span: Option<Span>) -> Result<Signal, Refusal> {
        match expr {
            Expr::Const(Value::Bool(value)) => Ok(Signal::constant(*value)),
            Expr::Local(local) => Ok(state.locals[local.index()]),
            Expr::Global(global) => Ok(state.globals[global.index()]),
            Expr::Unary { op: UnOp::Not, arg, .. } => Ok(!self.expr(arg, state, span)?),
            Expr::Binary { op, left, right, .. } => {
                let (left, right) = (self.expr(left, state, span)?, self.expr(right, state, span)?);
                match op {
                    BinOp::And | BinOp::BitAnd => Ok(self.aig.and(left, right)),
                    BinOp::Or | BinOp::BitOr => Ok(self.aig.or(left, right)),
                    BinOp::Eq => Ok(self.aig.equal(left, right)),
                    BinOp::Ne | BinOp::BitXor => Ok(self.aig.xor(left, right)),
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
                    | BinOp::Ge => Err(self.strange(span)),
                }
            }
            Expr::Const(_)
            | Expr::SelfId
            | Expr::Unary { op: UnOp::Neg | UnOp::BitNot, .. }
            | Expr::Convert { .. }
            | Expr::Round { .. } => Err(self.strange(span)),
        }
    }

    // ------------------------------------------------------------------------------------ control

    /// To any of the targets: inputs of their own say to which.
    fn jump(
        &mut self,
        mut state: State,
        targets: &[BlockId],
        span: Option<Span>,
        waiting: &mut Waiting,
    ) -> Result<(), Refusal> {
        let Some((&last, others)) = targets.split_last() else { return Ok(()) };
        for &target in others {
            let taken = self.aig.input();
            let mut there = state.clone();
            there.reach = self.aig.and(state.reach, taken);
            state.reach = self.aig.and(state.reach, !taken);
            self.lead(there, target, span, waiting)?;
        }
        self.lead(state, last, span, waiting)
    }

    /// Control comes to a block: its formula must hold, or it is executed later, for all paths that come there.
    fn lead(
        &mut self,
        state: State,
        to: BlockId,
        span: Option<Span>,
        waiting: &mut Waiting,
    ) -> Result<(), Refusal> {
        if state.reach == Signal::FALSE {
            return Ok(());
        }
        self.spend(state.globals.len() + state.locals.len())?;
        let shape = &self.check.shapes[self.proc.expect("blocks belong to a procedure")];
        match shape.invariants[to] {
            Some(formula) => {
                let claim = self.own(formula, &state, &[])?;
                self.must(state.reach, claim, span, Reason::NotKept(to))
            }
            None => {
                match waiting.entry(shape.order[to]) {
                    Entry::Vacant(entry) => drop(entry.insert((to, state))),
                    Entry::Occupied(mut entry) => entry.get_mut().1.join(&state, &mut self.aig),
                }
                Ok(())
            }
        }
    }

    /// A call: the callee may be entered, and its summary says how it returns. Gives the results.
    fn call(
        &mut self,
        state: &mut State,
        callee: ProcId,
        args: &[Signal],
        span: Option<Span>,
    ) -> Result<Vec<Signal>, Refusal> {
        let (proc, listed) = (&self.check.program.procs[callee], &self.check.proof.procs[callee.index()]);
        let entry = self.check.shapes[callee].invariants[proc.entry()].expect("every entry has a formula");
        let before = std::mem::take(&mut state.globals);
        let mut locals = vec![Signal::FALSE; proc.locals.len()];
        locals[..args.len()].copy_from_slice(args);
        let entered = View {
            entry_globals: &before,
            entry_params: args,
            globals: &before,
            locals: &locals,
            results: &[],
        };
        let claim = self.of_callee(entry, &entered)?;
        self.must(state.reach, claim, span, Reason::NotEntered(proc.name.clone()))?;

        let results = self.aig.new_inputs(proc.results.len());
        let after = |(global, &value)| match self.check.writes.global(callee, Id::new(global)) {
            true => self.aig.input(),
            false => value,
        };
        state.globals = before.iter().enumerate().map(after).collect();
        let left = View {
            entry_globals: &before,
            entry_params: args,
            globals: &state.globals,
            locals: &[],
            results: &results,
        };
        let summary = self.of_callee(listed.summary, &left)?;
        state.reach = self.aig.and(state.reach, summary);
        Ok(results)
    }

    /// A return: the summary must hold.
    fn leave(&mut self, state: &State, results: &[Signal], span: Option<Span>) -> Result<(), Refusal> {
        let proc = self.proc.expect("returns belong to a procedure");
        let summary = self.check.proof.procs[proc.index()].summary;
        let claim = self.own(summary, state, results)?;
        self.must(state.reach, claim, span, Reason::NotSummed)
    }
}

impl State {
    fn write(&mut self, dst: Place, value: Signal) {
        match dst {
            Place::Local(local) => self.locals[local.index()] = value,
            Place::Global(global) => self.globals[global.index()] = value,
        }
    }

    /// Joins another path to the same place. No inputs lead along both.
    fn join(&mut self, other: &State, aig: &mut Aig) {
        let Self { reach, globals, locals } = self;
        let values = globals.iter_mut().chain(locals).zip(other.globals.iter().chain(&other.locals));
        for (value, &otherwise) in values.filter(|(value, otherwise)| value != otherwise) {
            *value = aig.ite(*reach, *value, otherwise);
        }
        *reach = aig.or(*reach, other.reach);
    }
}
