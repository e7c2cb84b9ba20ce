//! Exceptions: where they come from and where they go.
//!
//! An exception is a value. Where a handler can see it, control goes to the first handler that fits, or to the caller
//! with the exception as a result; where none can, the instruction itself is the fault that ends the run.

use classfile::Type;
use ir::{BinOp, CollectionOp, Expr, Hazard, HeapOp, Op, TermOp};

use super::Body;
use super::operand::Operand;
use crate::catching::covering;
use crate::context::Context;
use crate::declare::Role;
use crate::types::{INT, SIZE};
use crate::world::{ClassIx, FAULTS, THROWABLE};

/// The exception of a hazard.
fn class_name(hazard: &Hazard) -> &'static str {
    match hazard {
        Hazard::Null { .. } => "java/lang/NullPointerException",
        Hazard::Index { .. } => "java/lang/ArrayIndexOutOfBoundsException",
        Hazard::Division { .. } => "java/lang/ArithmeticException",
        Hazard::Cast { .. } => "java/lang/ClassCastException",
        Hazard::ArrayStore { .. } => "java/lang/ArrayStoreException",
        Hazard::Length { .. } => "java/lang/NegativeArraySizeException",
    }
}

impl<'a> Body<'a> {
    /// Whether a handler can see an exception of this class that is raised now.
    fn is_seen(&self, class: ClassIx) -> bool {
        is_seen(self.ctx(), &self.e.role, self.code, self.at, class)
    }

    /// An instruction with tests of what may raise an exception that is seen.
    pub(super) fn guarded(&mut self, op: impl Into<Op>) {
        self.guarded_but(op, None);
    }

    /// The same; the reference is known not to be null.
    pub(super) fn guarded_but(&mut self, op: impl Into<Op>, non_null: Option<&Expr>) {
        let (ctx, code, at, role) = (self.ctx(), self.code, self.at, self.e.role.clone());
        let mut raised = Vec::new();
        let site = self.e.site();
        self.e.b.push_guarded(ctx.faults, site, op, |b, hazard| {
            if matches!(hazard, Hazard::Null { reference } if Some(reference) == non_null) {
                return None;
            }
            let class = ctx.world.find(class_name(hazard))?;
            is_seen(ctx, &role, code, at, class).then(|| {
                let block = b.new_block();
                raised.push((hazard.clone(), block));
                block
            })
        });
        self.raise_all(raised);
    }

    fn raise_all(&mut self, raised: Vec<(Hazard, ir::BlockId)>) {
        let here = self.e.b.current();
        for (hazard, block) in raised {
            self.e.b.switch_to(block);
            self.raise_fault(hazard);
        }
        self.e.b.switch_to(here);
    }

    /// Goes on only if the reference is not null.
    pub(super) fn test_null(&mut self, object: &Expr) {
        let seen = self.ctx().world.find(class_name(&Hazard::Null { reference: Expr::NULL }));
        let seen = seen.is_some_and(|class| self.is_seen(class));
        if !seen {
            let on = self.e.b.new_block();
            self.e.terminate(TermOp::SwitchClass { object: object.clone(), cases: Vec::new(), default: on });
            return self.e.b.switch_to(on);
        }
        let passes = Expr::binary(BinOp::Ne, ir::Type::Object, object.clone(), Expr::NULL);
        let thrown = self.e.branch(passes);
        self.raise_all(vec![(Hazard::Null { reference: object.clone() }, thrown)]);
    }

    /// Something is null for certain.
    pub(super) fn raise_null(&mut self) {
        let hazard = Hazard::Null { reference: Expr::NULL };
        let class = self.ctx().world.find(class_name(&hazard));
        match class.is_some_and(|class| self.is_seen(class)) {
            true => self.raise_fault(hazard),
            false => self.e.fault(ir::FaultKind::NullDereference),
        }
    }

    /// Goes on only if the length is not negative.
    pub(super) fn test_length(&mut self, length: &Expr) {
        let hazard = Hazard::Length { length: length.clone() };
        let class = self.ctx().world.find(class_name(&hazard));
        let passes = Expr::binary(BinOp::Ge, INT, length.clone(), Expr::int(0));
        let thrown = self.e.branch(passes);
        if class.is_some_and(|class| self.is_seen(class)) {
            return self.raise_all(vec![(hazard, thrown)]);
        }
        let here = self.e.b.current();
        self.e.b.switch_to(thrown);
        self.e.fault(ir::FaultKind::NegativeLength);
        self.e.b.switch_to(here);
    }

    /// Makes the exception of a hazard and raises it.
    fn raise_fault(&mut self, hazard: Hazard) {
        let class = self.ctx().world.find(class_name(&hazard)).expect("it is seen");
        let (maker, args) = match hazard {
            Hazard::Null { .. } => ("nullPointer", Vec::new()),
            Hazard::Division { .. } => ("arithmetic", Vec::new()),
            Hazard::Index { array, index } => {
                let size = self.e.temp(SIZE);
                self.e.push(CollectionOp::Size { dst: size.into(), object: array });
                ("index", vec![index, Expr::convert(SIZE, INT, size.into())])
            }
            Hazard::Cast { object, class } => {
                let ty = self.ctx().declared.origins[class].clone();
                let target = self.e.class_object(&ty).unwrap_or(Expr::NULL);
                ("classCast", vec![object, target])
            }
            Hazard::ArrayStore { array: _, value } => ("arrayStore", vec![value]),
            Hazard::Length { length } => ("negativeSize", vec![length]),
        };
        match self.make(maker, args) {
            Some(exception) => self.raise(exception, class, true),
            None => self.opaque(format!("the kernel has no {maker} of exceptions")),
        }
    }

    /// An exception made by the kernel.
    fn make(&mut self, maker: &str, args: Vec<Expr>) -> Option<Expr> {
        let faults = self.ctx().world.find(FAULTS)?;
        let method = *self.ctx().world.methods_named(faults, maker).first()?;
        let proc = self.ctx().proc(&Role::Method(method))?;
        if self.ctx().declared.signatures[proc].params.len() != args.len() {
            return None;
        }
        let made = self.e.call(proc, args).result?;
        let ty = self.e.b.local_type(made);
        Some(self.e.cast(made.into(), ty, ir::Type::Ref(self.ctx().declared.throwable)))
    }

    /// Goes where an exception leads: an object of the class or below, of exactly this class if `exact`.
    pub(super) fn raise(&mut self, exception: Expr, class: ClassIx, exact: bool) {
        let ctx = self.ctx();
        let throwable = ctx.world.find(THROWABLE).expect("every program mentions it");
        let exception = self.e.held(exception, ir::Type::Ref(ctx.declared.throwable));
        for handler in covering(self.code, self.at) {
            let caught = handler.class.as_ref().and_then(|name| ctx.world.find(name)).unwrap_or(throwable);
            if ctx.world.is_below(class, caught) {
                return self.handle(handler.target, exception);
            }
            if !exact && ctx.world.is_below(caught, class) {
                let ty = Type::Class(ctx.world.name(caught).clone());
                let Some(tested) = ctx.declared.class_of(ctx.world, &ty) else { continue };
                let is = self.e.temp(ir::Type::Bool);
                self.e.push(HeapOp::InstanceOf { dst: is.into(), object: exception.into(), class: tested });
                let other = self.e.branch(is.into());
                self.handle(handler.target, exception);
                self.e.b.switch_to(other);
            }
        }
        self.e.leave(exception.into(), class, exact);
    }

    /// Goes to a handler, whose stack holds the exception alone.
    fn handle(&mut self, target: classfile::At, exception: ir::LocalId) {
        let ty = ir::Type::Ref(self.ctx().declared.throwable);
        let stack = std::mem::replace(&mut self.stack, vec![Operand::of(exception.into(), ty)]);
        match self.blocks.get(&target) {
            Some(&block) => {
                self.move_to(target);
                self.e.goto(block);
            }
            // Verification has found that nothing leads there.
            None => self.opaque("a handler that nothing leads to"),
        }
        self.stack = stack;
    }

    /// Raises the exception that a call ended with, if it did.
    pub(super) fn check(&mut self, called: crate::emitter::Called) {
        let Some(exception) = called.exception else { return };
        let is_null = Expr::binary(BinOp::Eq, ir::Type::Object, exception.into(), Expr::NULL);
        let thrown = self.e.branch(is_null);
        let on = self.e.b.current();
        self.e.b.switch_to(thrown);
        let throwable = self.ctx().world.find(THROWABLE).expect("every program mentions it");
        self.raise(exception.into(), throwable, false);
        self.e.b.switch_to(on);
    }
}

fn is_seen(
    ctx: &Context<'_>,
    role: &Role,
    code: &classfile::Code,
    at: classfile::At,
    class: ClassIx,
) -> bool {
    let here = covering(code, at).any(|handler| {
        let caught = handler.class.as_ref().and_then(|name| ctx.world.find(name));
        caught.is_none_or(|caught| ctx.world.is_below(class, caught) || ctx.world.is_below(caught, class))
    });
    here || ctx.catching.is_caught(ctx.world, role, class)
}
