//! Assignments, checks, choices, and what ends a block.

use ir::{
    BlockId, CheckOp, Choice, ChoiceOp, ClassId, Expr, Op, Place, ProcId, TermOp, ThreadOp, Type, Value,
};
use solver::guard::Guard;
use verdict::explore::Bound;
use verdict::{PathEvent, Unsupported, ViolationKind};

use crate::executor::{Action, End, Executor, Pause, Step, unsupported};
use crate::state::{Chosen, Entry, Origin, Source};
use crate::values::Val;

impl Executor<'_> {
    pub(crate) fn instr(&mut self, op: &Op) -> Result<Step, Pause> {
        match op {
            Op::Assign { dst, value } => {
                let value = self.eval(value, self.place_type(*dst))?;
                match self.unless_fails(&[])? {
                    Some(step) => Ok(step),
                    None => Ok(self.assign(*dst, value)),
                }
            }
            Op::Heap(op) => self.heap_op(op),
            Op::Collection(op) => self.collection_op(op),
            Op::Choice(ChoiceOp::Choose { dst, from }) => self.choose(*dst, from),
            Op::Choice(ChoiceOp::Havoc { .. }) => {
                Err(unsupported("Code that is not there may change the heap here, which cannot be explored."))
            }
            Op::Check(op) => self.check_op(op),
            Op::Thread(op) => self.thread_op(op),
        }
    }

    /// Control goes to the next instruction.
    pub(crate) fn next(&mut self) -> Step {
        self.state.control.index += 1;
        self.state.n_steps += 1;
        Step::Next
    }

    /// A value is written, and control goes to the next instruction.
    pub(crate) fn assign(&mut self, dst: Place, val: Val) -> Step {
        self.write_place(dst, val);
        self.next()
    }

    fn write_place(&mut self, dst: Place, val: Val) {
        let address = match dst {
            Place::Local(local) => self.state.local(local),
            Place::Global(global) => self.state.global(global),
        };
        self.state.write(address, val);
    }

    pub(crate) fn place_type(&self, place: Place) -> Type {
        match place {
            Place::Local(local) => self.program.procs[self.state.running().proc].locals[local].ty,
            Place::Global(global) => self.program.globals[global].ty,
        }
    }

    fn check_op(&mut self, op: &CheckOp) -> Result<Step, Pause> {
        match op {
            CheckOp::Assume { condition } => self.assume(condition),
            CheckOp::Assert { condition, message } => {
                let holds = self.eval(condition, Type::Bool)?.guard();
                let failure = self.failure(ViolationKind::Assertion { message: message.clone() });
                match self.unless_fails(&[(!holds, failure)])? {
                    Some(step) => Ok(step),
                    None => Ok(self.next()),
                }
            }
            CheckOp::Fault { kind } => Ok(Step::End(End::Failed(self.fault(kind.clone())))),
            CheckOp::Accept { condition } => {
                self.eval(condition, Type::Bool)?;
                self.unless_faulty()
            }
            CheckOp::Trace { text: _, args } => {
                self.eval_naturally(args)?;
                self.unless_faulty()
            }
            CheckOp::Output { error: _, unit } => {
                self.eval_naturally(std::slice::from_ref(unit))?;
                self.unless_faulty()
            }
        }
    }

    /// An instruction that does nothing but evaluate its operands.
    fn unless_faulty(&mut self) -> Result<Step, Pause> {
        match self.unless_fails(&[])? {
            Some(step) => Ok(step),
            None => Ok(self.next()),
        }
    }

    pub(crate) fn eval_naturally(&mut self, args: &[Expr]) -> Result<(), Pause> {
        for arg in args {
            let proc = &self.program.procs[self.state.running().proc];
            let types = ir::typing::ProcTypes { program: self.program, proc };
            let ty = arg.natural_type(&types);
            if !matches!(arg, Expr::Const(_)) {
                self.eval(arg, ty.unwrap_or(Type::Object))?;
            }
        }
        Ok(())
    }

    fn assume(&mut self, condition: &Expr) -> Result<Step, Pause> {
        let passed = self.state.control.passed;
        let holds = self.eval(condition, Type::Bool)?.guard();
        if let Some(step) = self.unless_fails(&[])? {
            return Ok(step);
        }
        if passed || holds == Guard::TRUE {
            return Ok(self.next());
        }
        self.alternatives.clear();
        self.offer(!holds, Action::Prune);
        self.offer(holds, Action::GoOn);
        match self.decide()? {
            Step::Next => {
                self.state.control.passed = false;
                Ok(self.next())
            }
            step => Ok(step),
        }
    }

    /// There is one thread.
    fn thread_op(&mut self, op: &ThreadOp) -> Result<Step, Pause> {
        match op {
            ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield => Ok(self.next()),
            ThreadOp::Spawn { .. } => Err(unsupported("A procedure that starts threads cannot be explored.")),
        }
    }

    fn choose(&mut self, dst: Place, from: &Choice) -> Result<Step, Pause> {
        let ty = self.place_type(dst);
        let val = match from {
            Choice::Bool => self.any_value(Type::Bool)?,
            Choice::Range { lo, hi } => self.chosen_number(ty, *lo, *hi)?,
            Choice::Enum(id) => {
                let last = self.program.enums[*id].constants.len() as i64 - 1;
                self.chosen_number(ty, 0, last)?
            }
            Choice::Any(ty) => self.any_value(*ty)?,
            Choice::Element(collection) => return self.choose_element(dst, collection),
        };
        Ok(self.assign(dst, val))
    }

    /// Any value of a type; its decision is the number that the value has among those of the type.
    fn any_value(&mut self, ty: Type) -> Result<Val, Pause> {
        if let (Some(1), Some(only)) = (self.program.n_values(ty), self.program.value_at(ty, 0)) {
            return self.constant(only, ty);
        }
        let origin = self.choice_origin(ty);
        let val = self.symbol(ty, origin)?;
        let lowest = match ty {
            Type::Int(int) => int.bounds().0 as i64,
            Type::Bool
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Ref(_)
            | Type::Object => 0,
        };
        self.state.decide(Chosen::Value { val, lowest });
        Ok(val)
    }

    /// Any number from `lo` to `hi`. A choice of one is none.
    pub(crate) fn chosen_number(&mut self, ty: Type, lo: i64, hi: i64) -> Result<Val, Pause> {
        if lo == hi {
            return self.constant(Value::Int(lo), ty);
        }
        let origin = self.choice_origin(ty);
        let format = self.format(ty);
        let symbol = self.logic.terms.symbol(&mut self.logic.guards, format, origin, Some((lo, hi)));
        let val = Val::Int(symbol);
        self.state.decide(Chosen::Value { val, lowest: lo });
        Ok(val)
    }

    fn choice_origin(&mut self, ty: Type) -> crate::values::OriginId {
        let number = self.state.decisions.len() as u32;
        self.state.add_origin(Origin { source: Source::Choice(number), ty, depth: 0 })
    }

    pub(crate) fn terminator(&mut self, op: &TermOp) -> Result<Step, Pause> {
        match op {
            TermOp::Goto { targets } => self.goto(targets),
            TermOp::Branch { condition, then_to, else_to } => {
                let holds = self.eval(condition, Type::Bool)?.guard();
                self.fork(&[], &[(holds, *then_to), (!holds, *else_to)])
            }
            TermOp::Switch { value, cases, default } => self.switch(value, cases, *default),
            TermOp::SwitchClass { object, cases, default } => self.switch_class(object, cases, *default),
            TermOp::Call { proc, args, .. } => self.call(*proc, args),
            TermOp::Return { values } => self.return_values(values),
            TermOp::Opaque { reason } => {
                let proc = &self.program.procs[self.state.running().proc];
                Err(Pause::Unsupported(Unsupported::opaque(proc, reason)))
            }
            TermOp::Select { .. } => Err(unsupported("A select cannot be explored.")),
        }
    }

    /// One of several targets, whatever the state is.
    fn goto(&mut self, targets: &[BlockId]) -> Result<Step, Pause> {
        if let [only] = *targets {
            self.jump(only);
            return Ok(Step::Next);
        }
        self.alternatives.clear();
        for (at, &to) in targets.iter().enumerate() {
            if !targets[..at].contains(&to) {
                self.offer(Guard::TRUE, Action::Goto { to, target: Some(at as u32) });
            }
        }
        Ok(self.decide()?)
    }

    /// Goes where a condition holds, unless the terminator fails. Conditions with one target are one outcome.
    fn fork(
        &mut self,
        failures: &[(Guard, crate::executor::FailureId)],
        to: &[(Guard, BlockId)],
    ) -> Result<Step, Pause> {
        if let Some(step) = self.unless_fails(failures)? {
            return Ok(step);
        }
        // Most outcomes of lazy machines do not depend on inputs.
        if let Some(&(_, target)) = to.iter().find(|(guard, _)| *guard == Guard::TRUE) {
            self.jump(target);
            return Ok(Step::Next);
        }
        self.alternatives.clear();
        for (at, &(guard, target)) in to.iter().enumerate() {
            if to[..at].iter().any(|(_, earlier)| *earlier == target) {
                continue;
            }
            let same = to[at + 1..].iter().filter(|(_, later)| *later == target).map(|(guard, _)| *guard);
            let guards: Vec<Guard> = std::iter::once(guard).chain(same).collect();
            let guard = match guards[..] {
                [only] => only,
                _ => self.logic.guards.or_all(guards),
            };
            self.offer(guard, Action::Goto { to: target, target: None });
        }
        Ok(self.decide()?)
    }

    fn switch(&mut self, value: &Expr, cases: &[(i64, BlockId)], default: BlockId) -> Result<Step, Pause> {
        let proc = &self.program.procs[self.state.running().proc];
        let types = ir::typing::ProcTypes { program: self.program, proc };
        let ty = value.natural_type(&types).unwrap_or(Type::Int(ir::IntType::I32));
        let value = self.eval(value, ty)?.term();
        let format = self.logic.terms.format(value);
        let mut to = Vec::with_capacity(cases.len() + 1);
        let mut others = Vec::with_capacity(cases.len());
        for &(label, target) in cases {
            let label = self.logic.terms.constant(format, label);
            let guard = match (self.logic.terms.as_constant(value), label == value) {
                (_, true) => Guard::TRUE,
                (Some(_), false) => Guard::FALSE,
                (None, false) => self.logic.terms.equal(&mut self.logic.guards, value, label),
            };
            to.push((guard, target));
            others.push(!guard);
        }
        let otherwise = self.logic.guards.and_all(others);
        to.push((otherwise, default));
        self.fork(&[], &to)
    }

    fn switch_class(
        &mut self,
        object: &Expr,
        cases: &[(ClassId, BlockId)],
        default: BlockId,
    ) -> Result<Step, Pause> {
        let val = self.operand(object)?;
        let failures = self.null_failure(val)?;
        let mut to: Vec<(Guard, BlockId)> = Vec::new();
        for Entry { loc, guard } in self.entries_of(val) {
            for (class, of_class) in self.classes_of(loc) {
                let guard = self.logic.guards.and(guard, of_class);
                let case = cases.iter().find(|(label, _)| *label == class);
                to.push((guard, case.map_or(default, |(_, target)| *target)));
            }
        }
        // Outcomes in the order of the cases, whatever the objects are.
        let rank = |target: BlockId| cases.iter().position(|(_, to)| *to == target).unwrap_or(cases.len());
        to.sort_by_key(|&(_, target)| rank(target));
        self.fork(&failures, &to)
    }

    /// Control goes to another block of the procedure.
    pub(crate) fn jump(&mut self, to: BlockId) {
        let proc = self.state.running().proc;
        let from = self.state.control.block;
        self.account.take(proc, from, to);
        if self.state.has_begun && self.account.is_fork(proc, from) {
            self.event(PathEvent::Branch { proc, from, to });
        }
        self.state.n_steps += 1;
        self.state.control.block = to;
        self.state.control.index = 0;
        self.state.control.passed = false;
    }

    fn event(&mut self, event: PathEvent) {
        let node = self.account.child(self.state.path_node(), event);
        self.state.add_event(event, node);
    }

    fn call(&mut self, proc: ProcId, args: &[Expr]) -> Result<Step, Pause> {
        let program = self.program;
        let callee = &program.procs[proc];
        let mut vals = Vec::with_capacity(callee.locals.len());
        for (arg, (_, param)) in args.iter().zip(callee.params()) {
            vals.push(self.eval(arg, param.ty)?);
        }
        if let Some(step) = self.unless_fails(&[])? {
            return Ok(step);
        }
        if self.begins_path(proc) {
            self.begin_path(vals)?;
            return Ok(Step::Next);
        }
        if self.state.running().depth + 1 >= self.query.max_calls {
            return Ok(Step::End(End::Cut(Bound::Calls(self.query.max_calls))));
        }
        self.defaults(callee, &mut vals)?;
        let caller = (self.state.control.frame, self.state.control.block);
        let locals = self.state.allocate(vals);
        self.state.n_steps += 1;
        self.state.call(proc, locals, Some(caller));
        if self.state.has_begun {
            self.event(PathEvent::Enter { proc });
        }
        Ok(Step::Next)
    }

    /// Locals behind those that have values hold their defaults.
    pub(crate) fn defaults(&mut self, proc: &ir::Proc, vals: &mut Vec<Val>) -> Result<(), Pause> {
        for local in proc.locals.iter().skip(vals.len()) {
            let val = self.constant(Value::default_of(local.ty), local.ty)?;
            vals.push(val);
        }
        Ok(())
    }

    fn return_values(&mut self, values: &[Expr]) -> Result<Step, Pause> {
        let program = self.program;
        let frame = self.state.control.frame;
        let &crate::state::Frame { proc, caller, .. } = self.state.running();
        let mut vals = Vec::with_capacity(values.len());
        for (value, &ty) in values.iter().zip(&program.procs[proc].results) {
            vals.push(self.eval(value, ty)?);
        }
        if let Some(step) = self.unless_fails(&[])? {
            return Ok(step);
        }
        let Some((caller, block)) = caller else { return Ok(Step::End(End::Returned(vals))) };
        self.state.forget(frame, program.procs[proc].locals.len());
        self.state.control.frame = caller;
        self.state.control.block = block;
        let caller = self.state.running().proc;
        let TermOp::Call { results, next, .. } = &program.procs[caller].blocks[block].terminator.op else {
            panic!("{caller} is returned to in {block}, which ends without a call");
        };
        for (&dst, val) in results.iter().zip(vals) {
            self.write_place(dst, val);
        }
        self.jump(*next);
        Ok(Step::Next)
    }

    /// The next parameter gets its argument.
    pub(crate) fn argument(&mut self) -> Result<Step, Pause> {
        let local = base::Id::new(self.state.n_arguments as usize);
        let address = self.state.local(local);
        if self.state.read(address) == Val::Unread {
            let proc = &self.program.procs[self.state.running().proc];
            let ty = proc.locals[local].ty;
            let origin = self.state.add_origin(Origin { source: Source::Argument(local), ty, depth: 0 });
            let is_receiver = self.state.n_arguments == 0 && self.query.receiver.is_some();
            if is_receiver {
                self.receiver_argument(address, origin)?;
            } else if ty.is_reference() {
                self.first_read(address, origin)?;
            } else {
                let value = self.symbol(ty, origin)?;
                self.state.inputs.push(crate::state::Input { origin, condition: Guard::TRUE, value });
                self.state.write(address, value);
            }
        }
        self.state.n_arguments += 1;
        Ok(Step::Next)
    }
}
