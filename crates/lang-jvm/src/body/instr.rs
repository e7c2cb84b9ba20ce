//! One instruction of bytecode.

use std::sync::Arc;

use classfile::{Const, FieldAccess, Instr, Invocation, Kind, Shuffle};
use ir::{Expr, Real, Value};

use super::Body;
use super::operand::Operand;
use crate::types::{DOUBLE, FLOAT, LONG, kind};
use crate::world::THROWABLE;

impl Body<'_> {
    pub(super) fn instr(&mut self, instr: &Instr) {
        match instr {
            Instr::Nop => {}
            Instr::Const(constant) => self.constant(constant),
            Instr::Load(_, slot) => self.load_local(*slot),
            Instr::Store(_, slot) => self.store_local(*slot),
            Instr::Increment { slot, by } => self.increment(*slot, *by),
            Instr::Shuffle(shuffle) => self.shuffle(*shuffle),
            Instr::Binary(op, number) => self.binary(*op, *number),
            Instr::Negate(number) => self.negate(*number),
            Instr::Convert(conversion) => self.convert(*conversion),
            Instr::Compare(comparison) => self.compare(*comparison),
            Instr::ArrayLoad(element) => self.load_element(*element),
            Instr::ArrayStore(element) => self.store_element(*element),
            Instr::ArrayLength => self.array_length(),
            Instr::Goto(target) => self.goto(*target),
            Instr::Branch(condition, target) => self.branch(*condition, *target),
            Instr::Switch(switch) => self.switch(switch),
            Instr::Return(kind) => self.return_value(*kind),
            Instr::Throw => self.throw(),
            Instr::Field(access, field) => match access {
                FieldAccess::Get => self.get_field(field),
                FieldAccess::Put => self.put_field(field),
                FieldAccess::GetStatic => self.get_static(field),
                FieldAccess::PutStatic => self.put_static(field),
            },
            Instr::Invoke(invocation, method) => self.invoke(*invocation, method),
            Instr::InvokeDynamic(call) => {
                let made = self.ctx().reach.dynamic.get(&(self.method, self.at));
                match made {
                    Some(Ok(method)) => self.invoke(Invocation::Static, &Arc::clone(method)),
                    Some(Err(reason)) => {
                        let reason = reason.clone();
                        self.not_known(&call.ty, 0, reason);
                    }
                    None => self.not_known(&call.ty, 0, "a call site that is not looked into".to_owned()),
                }
            }
            Instr::New(name) => self.new_object(name),
            Instr::NewArray(ty) => self.new_array(ty),
            Instr::NewMultiArray(ty, dimensions) => self.new_multi_array(ty, *dimensions),
            Instr::CheckCast(ty) => self.check_cast(ty),
            Instr::InstanceOf(ty) => self.instance_of(ty),
            Instr::MonitorEnter => self.monitor(),
            // The object has been looked at where the monitor was entered.
            Instr::MonitorExit => drop(self.pop()),
            Instr::Subroutine(_) => self.opaque("a subroutine of old bytecode is not supported"),
        }
    }

    fn constant(&mut self, constant: &Const) {
        match constant {
            Const::Null => self.push_of(Expr::NULL, ir::Type::Object),
            Const::Int(number) => self.push(Operand::int(Expr::int((*number).into()))),
            Const::Long(number) => self.push_of(Expr::int(*number), LONG),
            Const::Float(number) => self.push_of(real((*number).into()), FLOAT),
            Const::Double(number) => self.push_of(real(*number), DOUBLE),
            Const::String(text) => {
                let ty = ir::Type::Ref(self.ctx().declared.string);
                let object = self.e.text(text);
                self.push_made(object, ty);
            }
            Const::Class(ty) => {
                let class = self.ctx().ir_type(&classfile::Type::class(crate::world::CLASS));
                let object = self.e.class_object(ty);
                self.push_made(object, class);
            }
            Const::MethodType(_) | Const::MethodHandle(_) => {
                self.opaque("a constant of method handles is not supported");
                self.push_of(Expr::NULL, ir::Type::Object);
            }
            Const::Dynamic(constant) => {
                self.opaque("a constant that is computed by a bootstrap method is not supported");
                let ty = self.ctx().ir_type(&constant.ty);
                self.push_of(Expr::Const(Value::default_of(ty)), ty);
            }
        }
    }

    fn push_made(&mut self, object: Option<Expr>, ty: ir::Type) {
        let expr = object.unwrap_or(Expr::NULL);
        self.push(Operand::Value { expr, ty, non_null: true, exact: true });
    }

    fn load_local(&mut self, slot: u16) {
        let Some(register) = self.locals[usize::from(slot)] else {
            return self.opaque("a variable without a value is read");
        };
        let ty = self.e.b.local_type(register);
        let non_null = self.this == Some(register);
        self.push(Operand::Value { expr: register.into(), ty, non_null, exact: false });
    }

    fn store_local(&mut self, slot: u16) {
        let operand = self.pop();
        let next = base::Id::new(base::Id::index(self.at) + 1);
        let register = self.register_for(next, slot, operand.ty());
        let ty = self.e.b.local_type(register);
        let value = self.coerce(operand, ty);
        if value != Expr::Local(register) {
            self.save(register);
            self.e.assign(register, value);
        }
        let slot = usize::from(slot);
        self.locals[slot] = Some(register);
        if kind(ty).slots() == 2 {
            self.locals[slot + 1] = None;
        }
        // The first half of what was there is gone, too.
        if let Some(before) = slot.checked_sub(1).and_then(|before| self.locals[before])
            && kind(self.e.b.local_type(before)).slots() == 2
        {
            self.locals[slot - 1] = None;
        }
    }

    fn is_wide(&self, depth: usize) -> bool {
        self.stack.iter().rev().nth(depth).is_some_and(|operand| kind(operand.ty()).slots() == 2)
    }

    /// A long or a double is one operand here, and counts as two.
    fn shuffle(&mut self, shuffle: Shuffle) {
        let top_is_wide = self.is_wide(0);
        let in_top_two = if top_is_wide { 1 } else { 2 };
        match shuffle {
            Shuffle::Pop => drop(self.pop()),
            Shuffle::Pop2 => self.stack.truncate(self.stack.len() - in_top_two),
            Shuffle::Dup => self.duplicate(1, 0),
            Shuffle::DupX1 => self.duplicate(1, 1),
            Shuffle::DupX2 => self.duplicate(1, if self.is_wide(1) { 1 } else { 2 }),
            Shuffle::Dup2 => self.duplicate(in_top_two, 0),
            Shuffle::Dup2X1 => self.duplicate(in_top_two, 1),
            Shuffle::Dup2X2 => self.duplicate(in_top_two, if self.is_wide(in_top_two) { 1 } else { 2 }),
            Shuffle::Swap => {
                let top = self.stack.len() - 1;
                self.stack.swap(top, top - 1);
            }
        }
    }

    /// Inserts a copy of the top operands below so many others.
    fn duplicate(&mut self, n_copied: usize, n_skipped: usize) {
        let from = self.stack.len() - n_copied;
        for index in from..self.stack.len() {
            let operand = self.stack[index].clone();
            self.stack[index] = self.settle(operand);
        }
        let copied: Vec<Operand> = self.stack[from..].to_vec();
        let to = from - n_skipped;
        self.stack.splice(to..to, copied);
    }

    fn return_value(&mut self, kind: Option<Kind>) {
        let value = kind.and(self.e.result).map(|ty| self.pop_as(ty));
        self.e.finish_with(value);
    }

    fn throw(&mut self) {
        let operand = self.pop();
        let ctx = self.ctx();
        let throwable = ctx.world.find(THROWABLE).expect("every program mentions it");
        let class = match operand.ty() {
            ir::Type::Ref(class) => ctx.class_ix(class).unwrap_or(throwable),
            _ => throwable,
        };
        let exact = operand.is_exact();
        let non_null = operand.is_non_null();
        let object = self.coerce(operand, ir::Type::Ref(ctx.declared.throwable));
        if !non_null {
            self.test_null(&object);
        }
        self.raise(object, class, exact);
    }

    fn monitor(&mut self) {
        let operand = self.pop();
        if !operand.is_non_null() {
            let object = self.coerce(operand, ir::Type::Object);
            self.test_null(&object);
        }
    }
}

fn real(number: f64) -> Expr {
    Expr::Const(Value::Real(Real::from(number)))
}
