//! Calls of methods.

use classfile::{Invocation, MethodRef, MethodType, Name};
use ir::{Expr, Value};

use super::Body;
use super::operand::Operand;
use crate::declare::Role;
use crate::emitter::Called;
use crate::reach::super_method;
use crate::world::{ClassIx, MethodIx, OBJECT, Selector};

impl Body<'_> {
    pub(super) fn invoke(&mut self, invocation: Invocation, called: &MethodRef) {
        let world = self.ctx().world;
        let selector = Selector { name: Name::clone(&called.name), ty: called.ty.clone() };
        let owner = world.find(called.owner_class());
        let is_static = invocation == Invocation::Static;
        let resolved = owner.and_then(|owner| Some((owner, world.resolve(owner, &selector)?)));
        let Some((owner, resolved)) = resolved else {
            let reason = format!(
                "{}.{}{} is not found",
                called.owner.java(),
                called.name,
                called.ty.java_parameters()
            );
            return self.not_known(&called.ty, usize::from(!is_static), reason);
        };
        match invocation {
            Invocation::Static => self.invoke_static(resolved, &called.ty),
            Invocation::Special => {
                let method = match called.is_constructor() {
                    true => resolved,
                    false => super_method(world, self.class, owner, &selector).unwrap_or(resolved),
                };
                self.invoke_exact(method, &called.ty);
            }
            Invocation::Virtual | Invocation::Interface if world.method(resolved).flags.is_private() => {
                self.invoke_exact(resolved, &called.ty);
            }
            Invocation::Virtual | Invocation::Interface => self.invoke_virtual(owner, &selector),
        }
    }

    /// A call of what is not known: what comes after it is not followed, but code goes on.
    pub(super) fn not_known(&mut self, ty: &MethodType, n_receivers: usize, reason: String) {
        for _ in 0..ty.parameters.len() + n_receivers {
            self.pop();
        }
        self.opaque(reason);
        if let Some(result) = &ty.result {
            let ty = self.ctx().ir_type(result);
            self.push_of(Expr::Const(Value::default_of(ty)), ty);
        }
    }

    /// The arguments of a call, without the receiver. A value that needs code of its own is computed in order.
    fn arguments(&mut self, ty: &MethodType) -> Vec<Expr> {
        let first = self.stack.len() - ty.parameters.len();
        let operands: Vec<Operand> = self.stack.drain(first..).collect();
        let types: Vec<ir::Type> = ty.parameters.iter().map(|ty| self.ctx().ir_type(ty)).collect();
        operands.into_iter().zip(types).map(|(operand, ty)| self.coerce(operand, ty)).collect()
    }

    fn invoke_static(&mut self, method: MethodIx, ty: &MethodType) {
        let args = self.arguments(ty);
        self.trigger(self.ctx().world.class_of(method));
        let called = self.call(method, args);
        self.done(called, ty);
    }

    /// A constructor, a private method, or one of a superclass.
    fn invoke_exact(&mut self, method: MethodIx, ty: &MethodType) {
        let world = self.ctx().world;
        let mut args = self.arguments(ty);
        let receiver = self.pop();
        let non_null = receiver.is_non_null();
        let class = world.class_of(method);
        // It does nothing.
        if world.method(method).is_constructor() && **world.name(class) == *OBJECT {
            return;
        }
        let to = self.ctx().ir_type(&classfile::Type::Class(Name::clone(world.name(class))));
        let object = self.coerce(receiver, to);
        if !non_null {
            self.test_null(&object);
        }
        args.insert(0, object);
        let called = self.call(method, args);
        self.done(called, ty);
    }

    fn call(&mut self, method: MethodIx, args: Vec<Expr>) -> Option<Called> {
        match self.ctx().proc(&Role::Method(method)) {
            Some(proc) => Some(self.e.call(proc, args)),
            None => {
                self.opaque("a method that is not looked into");
                None
            }
        }
    }

    fn invoke_virtual(&mut self, owner: ClassIx, selector: &Selector) {
        let mut args = self.arguments(&selector.ty);
        let receiver = self.pop();
        let non_null = receiver.is_non_null();
        let ty = self.ctx().ir_type(&classfile::Type::Class(Name::clone(self.ctx().world.name(owner))));
        let is_array = matches!(receiver.ty(), ir::Type::Ref(class)
            if self.ctx().declared.origins[class].element().is_some());
        let object = match is_array {
            true => self.coerce(receiver, ir::Type::Object),
            false => self.coerce(receiver, ty),
        };
        if !non_null {
            self.test_null(&object);
        }
        args.insert(0, object);
        let called = self.e.dispatch(owner, selector, args);
        self.done(Some(called), &selector.ty);
    }

    fn done(&mut self, called: Option<Called>, ty: &MethodType) {
        if let Some(called) = called {
            self.check(called);
        }
        if let Some(result) = &ty.result {
            let ty = self.ctx().ir_type(result);
            match called.and_then(|called| called.result) {
                Some(result) => self.push_of(result, self.e.b.local_type(result)),
                None => self.push_of(Expr::Const(Value::default_of(ty)), ty),
            }
        }
    }
}
