//! The claims of a well-formed proof, tried one by one with all values: slow, short, and without a solver.

use base::Id;
use ir::eval::Environment;
use ir::facts::ModRef;
use ir::{
    BlockId, CheckOp, Choice, ChoiceOp, Expr, GlobalId, LocalId, Op, Place, ProcId, Program, TermOp, Value,
};
use verdict::{Atom, BooleanProof, Formula, FormulaNode};

/// Values of all variables that a procedure sees.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Values {
    entry_globals: Vec<bool>,
    entry_params: Vec<bool>,
    globals: Vec<bool>,
    locals: Vec<bool>,
    results: Vec<bool>,
}

impl Environment for Values {
    fn local(&self, local: LocalId) -> Value {
        Value::Bool(self.locals[local.index()])
    }

    fn global(&self, global: GlobalId) -> Value {
        Value::Bool(self.globals[global.index()])
    }

    fn self_id(&self) -> i64 {
        panic!("a Boolean program asks for no thread")
    }
}

impl Values {
    fn truth(&self, expr: &Expr) -> bool {
        expr.eval(self).expect("Boolean expressions do not fail").truth()
    }

    fn write(&mut self, dst: Place, value: bool) {
        match dst {
            Place::Local(local) => self.locals[local.index()] = value,
            Place::Global(global) => self.globals[global.index()] = value,
        }
    }
}

/// Values of globals and results after a call.
type Exit = (Vec<bool>, Vec<bool>);

/// Some claim is false.
#[derive(Debug)]
struct Wrong;

struct Brute<'a> {
    program: &'a Program,
    proof: &'a BooleanProof,
    mod_ref: ModRef,
}

/// Whether all claims of the proof are true.
pub(crate) fn is_inductive(program: &Program, proof: &BooleanProof) -> bool {
    let brute = Brute { program, proof, mod_ref: ModRef::new(program) };
    let mut outcome = brute.stages();
    for (proc, listed) in program.procs.ids().zip(&proof.procs) {
        for &(block, formula) in &listed.invariants {
            outcome = outcome.and_then(|()| brute.place(proc, block, formula));
        }
    }
    outcome.is_ok()
}

/// All lists of so many values.
fn lists(length: usize) -> impl Iterator<Item = Vec<bool>> {
    assert!(length < 20, "too many values to try them all");
    (0..1_u32 << length).map(move |bits| (0..length).map(|bit| bits >> bit & 1 == 1).collect())
}

impl Brute<'_> {
    fn holds(&self, formula: Formula, values: &Values) -> bool {
        let truth = match self.proof.formulas.node(formula) {
            None => false,
            Some(FormulaNode::And(left, right)) => self.holds(left, values) && self.holds(right, values),
            Some(FormulaNode::Atom(atom)) => match atom {
                Atom::Entry(Place::Global(global)) => values.entry_globals[global.index()],
                Atom::Entry(Place::Local(local)) => values.entry_params[local.index()],
                Atom::Current(Place::Global(global)) => values.globals[global.index()],
                Atom::Current(Place::Local(local)) => values.locals[local.index()],
                Atom::Result(index) => values.results[index as usize],
            },
        };
        truth != formula.is_negated()
    }

    fn claim(&self, formula: Formula, values: &Values) -> Result<(), Wrong> {
        if self.holds(formula, values) { Ok(()) } else { Err(Wrong) }
    }

    fn stages(&self) -> Result<(), Wrong> {
        let mut possible = vec![vec![false; self.program.globals.len()]];
        for stage in self.program.init.into_iter().chain(self.program.threads.iter().copied()) {
            let mut after = Vec::new();
            for globals in possible {
                after.extend(self.call(stage, &globals, &[])?.into_iter().map(|(globals, _)| globals));
            }
            possible = after;
        }
        Ok(())
    }

    /// The globals and results after a call.
    fn call(&self, callee: ProcId, globals: &[bool], args: &[bool]) -> Result<Vec<Exit>, Wrong> {
        let (proc, listed) = (&self.program.procs[callee], &self.proof.procs[callee.index()]);
        let mut entered = Values {
            entry_globals: globals.to_vec(),
            entry_params: args.to_vec(),
            globals: globals.to_vec(),
            locals: args.to_vec(),
            results: Vec::new(),
        };
        entered.locals.resize(proc.locals.len(), false);
        self.claim(listed.invariants[0].1, &entered)?;
        let written = &self.mod_ref.of(callee).globals_written;
        let mut after = Vec::new();
        for left in lists(globals.len()) {
            let is_kept = |index: usize| written.contains(Id::new(index)) || left[index] == globals[index];
            if !(0..globals.len()).all(is_kept) {
                continue;
            }
            for results in lists(proc.results.len()) {
                let values = Values { globals: left.clone(), results, ..entered.clone() };
                if self.holds(listed.summary, &values) {
                    after.push((values.globals, values.results));
                }
            }
        }
        Ok(after)
    }

    /// Executes from a place, with all values for which its formula holds.
    fn place(&self, proc: ProcId, block: BlockId, formula: Formula) -> Result<(), Wrong> {
        let (n_globals, code) = (self.program.globals.len(), &self.program.procs[proc]);
        let written = &self.mod_ref.of(proc).globals_written;
        for globals in lists(n_globals) {
            for locals in lists(code.locals.len()) {
                for mut entry_globals in lists(n_globals) {
                    let is_kept = |index: usize| {
                        written.contains(Id::new(index)) || entry_globals[index] == globals[index]
                    };
                    if !(0..n_globals).all(is_kept) {
                        continue;
                    }
                    for entry_params in lists(code.n_params) {
                        let is_kept = |index: usize| {
                            entry_params[index] == locals[index] || self.is_assigned(proc, Id::new(index))
                        };
                        if !(0..code.n_params).all(is_kept) {
                            continue;
                        }
                        let values = Values {
                            entry_globals: std::mem::take(&mut entry_globals),
                            entry_params,
                            globals: globals.clone(),
                            locals: locals.clone(),
                            results: Vec::new(),
                        };
                        if self.holds(formula, &values) {
                            self.run(proc, block, &values)?;
                        }
                        entry_globals = values.entry_globals;
                    }
                }
            }
        }
        Ok(())
    }

    fn is_assigned(&self, proc: ProcId, local: LocalId) -> bool {
        let dst_is = |dst: &Place| *dst == Place::Local(local);
        self.program.procs[proc].blocks.iter().any(|block| {
            block.instrs.iter().any(|instr| match &instr.op {
                Op::Assign { dst, .. } | Op::Choice(ChoiceOp::Choose { dst, .. }) => dst_is(dst),
                _ => false,
            }) || matches!(&block.terminator.op, TermOp::Call { results, .. } if results.iter().any(dst_is))
        })
    }

    /// All paths from a place to the next.
    fn run(&self, proc: ProcId, block: BlockId, values: &Values) -> Result<(), Wrong> {
        let mut stack = vec![(block, 0, values.clone())];
        while let Some((block, index, mut values)) = stack.pop() {
            let code = &self.program.procs[proc].blocks[block];
            let Some(instr) = code.instrs.get(index) else {
                self.terminator(proc, &code.terminator.op, values, &mut stack)?;
                continue;
            };
            match &instr.op {
                Op::Assign { dst, value } => values.write(*dst, values.truth(value)),
                Op::Choice(ChoiceOp::Choose { dst, from: Choice::Bool }) => {
                    let mut other = values.clone();
                    other.write(*dst, true);
                    stack.push((block, index + 1, other));
                    values.write(*dst, false);
                }
                Op::Check(CheckOp::Assume { condition }) if !values.truth(condition) => continue,
                Op::Check(CheckOp::Assert { condition, .. }) if !values.truth(condition) => {
                    return Err(Wrong);
                }
                Op::Check(CheckOp::Fault { .. }) => return Err(Wrong),
                Op::Check(CheckOp::Assume { .. } | CheckOp::Assert { .. } | CheckOp::Trace { .. }) => {}
                other => panic!("{other:?} in a Boolean program"),
            }
            stack.push((block, index + 1, values));
        }
        Ok(())
    }

    fn terminator(
        &self,
        proc: ProcId,
        op: &TermOp,
        values: Values,
        stack: &mut Vec<(BlockId, usize, Values)>,
    ) -> Result<(), Wrong> {
        let listed = &self.proof.procs[proc.index()];
        let mut lead = |to: BlockId, values: Values| match listed.invariants.iter().find(|(at, _)| *at == to)
        {
            Some((_, formula)) => self.claim(*formula, &values),
            None => {
                stack.push((to, 0, values));
                Ok(())
            }
        };
        match op {
            TermOp::Goto { targets } => targets.iter().try_for_each(|&to| lead(to, values.clone())),
            TermOp::Branch { condition, then_to, else_to } => {
                let to = if values.truth(condition) { *then_to } else { *else_to };
                lead(to, values)
            }
            TermOp::Call { proc, args, results, next } => {
                let args: Vec<bool> = args.iter().map(|arg| values.truth(arg)).collect();
                for (globals, returned) in self.call(*proc, &values.globals, &args)? {
                    let mut after = Values { globals, ..values.clone() };
                    results.iter().zip(returned).for_each(|(&dst, value)| after.write(dst, value));
                    lead(*next, after)?;
                }
                Ok(())
            }
            TermOp::Return { values: returned } => {
                let results = returned.iter().map(|value| values.truth(value)).collect();
                self.claim(listed.summary, &Values { results, ..values })
            }
            other => panic!("{other:?} in a Boolean program"),
        }
    }
}
