//! What the lowering of every procedure needs: places, calls, exceptional ends, switches over classes.

use base::Span;
use classfile::Type;
use ir::{
    BinOp, BlockId, CheckOp, ClassId, Expr, FaultKind, HeapOp, LocalId, NullPolicy, Op, Place, ProcBuilder,
    ProcId, Site, TermOp, Value,
};

use crate::context::Context;
use crate::declare::Role;
use crate::targets::{INLINE_TARGETS, Targeted};
use crate::world::{ClassIx, MethodIx, Selector};

/// A procedure under construction.
pub(crate) struct Emitter<'a> {
    pub(crate) ctx: &'a Context<'a>,
    pub(crate) b: ProcBuilder,
    pub(crate) role: Role,
    pub(crate) result: Option<ir::Type>,
    /// Whether the exception that it ends with is a result.
    exits: bool,
    /// Whether it can end with an exception.
    pub(crate) really_exits: bool,
    pub(crate) span: Option<Span>,
    /// Whether the next instruction begins a step.
    pub(crate) step: bool,
}

/// What a call gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called {
    pub(crate) result: Option<LocalId>,
    /// Null, or the exception that the call ended with.
    pub(crate) exception: Option<LocalId>,
}

impl<'a> Emitter<'a> {
    /// A procedure with its results; parameters are still to be declared.
    pub(crate) fn new(ctx: &'a Context<'a>, id: ProcId, name: String, span: Option<Span>) -> Self {
        let mut b = ProcBuilder::new(name, span);
        let result = ctx.declared.signatures[id].result;
        result.into_iter().for_each(|ty| b.result(ty));
        let exits = ctx.exits[id];
        if exits {
            b.result(ir::Type::Ref(ctx.declared.throwable));
        }
        let role = ctx.declared.roles[id].clone();
        Self { ctx, b, role, result, exits, really_exits: false, span, step: true }
    }

    /// The same of a procedure that is no method.
    pub(crate) fn of_runtime(ctx: &'a Context<'a>, id: ProcId, name: String) -> Self {
        let span = ctx.lines.borrow_mut().runtime(&name);
        Self::new(ctx, id, name, Some(span))
    }

    /// The same with parameters of no name.
    pub(crate) fn with_params(ctx: &'a Context<'a>, id: ProcId, name: String) -> (Self, Vec<LocalId>) {
        let mut emitter = Self::of_runtime(ctx, id, name);
        let params = ctx.declared.signatures[id].params.iter().enumerate();
        let params = params.map(|(number, &ty)| emitter.b.param(format!("p{number}"), ty, None)).collect();
        (emitter, params)
    }

    /// The place of the next instruction.
    pub(crate) fn site(&mut self) -> Site {
        Site { span: self.span, step: std::mem::take(&mut self.step) }
    }

    pub(crate) fn push(&mut self, op: impl Into<Op>) {
        let site = self.site();
        self.b.push(site, op);
    }

    pub(crate) fn terminate(&mut self, op: TermOp) {
        let site = self.site();
        self.b.terminate(site, op);
    }

    pub(crate) fn goto(&mut self, target: BlockId) {
        self.terminate(TermOp::Goto { targets: vec![target] });
    }

    /// Branches to new blocks and goes on in the first of them, where the condition holds; gives the other one.
    pub(crate) fn branch(&mut self, condition: Expr) -> BlockId {
        let (then_to, else_to) = (self.b.new_block(), self.b.new_block());
        let site = self.site();
        self.b.branch(site, condition, then_to, else_to);
        self.b.switch_to(then_to);
        else_to
    }

    pub(crate) fn temp(&mut self, ty: ir::Type) -> LocalId {
        self.b.take_temp(ty)
    }

    pub(crate) fn assign(&mut self, dst: impl Into<Place>, value: impl Into<Expr>) {
        let op = Op::Assign { dst: dst.into(), value: value.into() };
        self.push(op);
    }

    /// The value in a variable.
    pub(crate) fn held(&mut self, value: Expr, ty: ir::Type) -> LocalId {
        match value {
            Expr::Local(local) if self.b.local_type(local) == ty => local,
            value => {
                let temp = self.temp(ty);
                self.assign(temp, value);
                temp
            }
        }
    }

    /// A reference as one of another class, to which its object belongs.
    pub(crate) fn cast(&mut self, object: Expr, from: ir::Type, to: ir::Type) -> Expr {
        match to {
            ir::Type::Ref(class) if object != Expr::NULL && !self.ctx.program().is_assignable(from, to) => {
                let dst = self.temp(to);
                self.push(HeapOp::Cast { dst: dst.into(), object, class });
                dst.into()
            }
            _ => object,
        }
    }

    /// What comes next is not known.
    pub(crate) fn opaque(&mut self, reason: impl Into<String>) {
        self.terminate(TermOp::Opaque { reason: reason.into() });
    }

    /// Ends without an exception.
    pub(crate) fn finish_with(&mut self, value: Option<Expr>) {
        let exception = self.exits.then_some(Expr::NULL);
        self.terminate(TermOp::Return { values: value.into_iter().chain(exception).collect() });
    }

    /// Ends the run with a fault.
    pub(crate) fn fault(&mut self, kind: FaultKind) {
        self.push(CheckOp::Fault { kind });
        // Nothing gets here.
        let values = self.results_with(Expr::NULL);
        self.terminate(TermOp::Return { values });
    }

    fn results_with(&self, exception: Expr) -> Vec<Expr> {
        let result = self.result.map(|ty| Expr::Const(Value::default_of(ty)));
        result.into_iter().chain(self.exits.then_some(exception)).collect()
    }

    /// Ends with an exception that no handler of the procedure catches: an object of the class or below, of exactly
    /// this class if `exact`.
    pub(crate) fn leave(&mut self, exception: Expr, class: ClassIx, exact: bool) {
        let ctx = self.ctx;
        if self.exits && ctx.catching.is_caught(ctx.world, &self.role, class) {
            self.really_exits = true;
            let values = self.results_with(exception);
            self.terminate(TermOp::Return { values });
        } else {
            self.uncaught(exception, class, exact);
        }
    }

    /// No handler sees the exception: it ends the run.
    pub(crate) fn uncaught(&mut self, exception: Expr, class: ClassIx, exact: bool) {
        let unhandled = |class: ClassIx| FaultKind::UnhandledException(self.ctx.world.java_name(class));
        if exact {
            return self.fault(unhandled(class));
        }
        let below = self.ctx.reach.instantiated.iter().copied();
        let below: Vec<ClassIx> = below.filter(|&below| self.ctx.world.is_below(below, class)).collect();
        let default = self.b.new_block();
        let cases: Vec<(ClassId, BlockId)> =
            below.iter().map(|below| (self.ctx.declared.classes[below], self.b.new_block())).collect();
        let blocks: Vec<(BlockId, FaultKind)> =
            below.iter().zip(&cases).map(|(&class, &(_, block))| (block, unhandled(class))).collect();
        let otherwise = unhandled(class);
        self.terminate(TermOp::SwitchClass { object: exception, cases, default });
        for (block, kind) in blocks.into_iter().chain([(default, otherwise)]) {
            self.b.switch_to(block);
            self.fault(kind);
        }
    }

    /// Calls a procedure and goes on after it.
    pub(crate) fn call(&mut self, proc: ProcId, args: Vec<Expr>) -> Called {
        let ctx = self.ctx;
        let result = ctx.declared.signatures[proc].result.map(|ty| self.temp(ty));
        let exception = ctx.exits[proc].then(|| self.temp(ir::Type::Ref(ctx.declared.throwable)));
        let results = result.into_iter().chain(exception).map(Place::Local).collect();
        let next = self.b.new_block();
        self.terminate(TermOp::Call { proc, args, results, next });
        self.b.switch_to(next);
        Called { result, exception }
    }

    /// Calls a procedure that catches nothing for this one: an exception of it is one of this procedure.
    pub(crate) fn call_or_leave(&mut self, proc: ProcId, args: Vec<Expr>) -> Option<LocalId> {
        let called = self.call(proc, args);
        if let Some(exception) = called.exception {
            let is_null = Expr::binary(BinOp::Eq, ir::Type::Object, exception.into(), Expr::NULL);
            let thrown = self.branch(is_null);
            let on = self.b.current();
            self.b.switch_to(thrown);
            let throwable = self.ctx.world.find(crate::world::THROWABLE).expect("every program mentions it");
            self.leave(exception.into(), throwable, false);
            self.b.switch_to(on);
        }
        called.result
    }

    /// A procedure by what it is made for.
    pub(crate) fn call_role(&mut self, role: &Role, args: Vec<Expr>) -> Option<LocalId> {
        match self.ctx.proc(role) {
            Some(proc) => self.call_or_leave(proc, args),
            None => {
                self.opaque(format!("{role:?} is not part of the program"));
                None
            }
        }
    }

    /// What an object selects is called. The object is the first of the arguments, and not null.
    pub(crate) fn dispatch(&mut self, receiver: ClassIx, selector: &Selector, args: Vec<Expr>) -> Called {
        let ctx = self.ctx;
        let Targeted { groups, default } = Targeted::new(ctx, receiver, selector);
        match (groups.as_slice(), default) {
            ([(Some(method), _)], None) => self.call_method(*method, args),
            ([], Some(method)) => self.call_method(method, args),
            _ if groups.len() > INLINE_TARGETS && self.role != Role::Dispatch(receiver, selector.clone()) => {
                let proc = ctx.proc(&Role::Dispatch(receiver, selector.clone()));
                self.call(proc.expect("declared for a call with so many targets"), args)
            }
            _ => self.dispatch_inline(selector, &groups, default, &args),
        }
    }

    /// Calls a method with arguments of other types of references than it declares.
    fn call_method(&mut self, method: MethodIx, args: Vec<Expr>) -> Called {
        let ctx = self.ctx;
        let proc = ctx.proc(&Role::Method(method)).expect("a method that is called is reachable");
        let receiver = ctx.declared.signatures[proc].params.first().copied();
        let mut args = args;
        if let (Some(to), Some(object)) = (receiver, args.first().cloned()) {
            let from = self.reference_type(&object);
            args[0] = self.cast(object, from, to);
        }
        self.call(proc, args)
    }

    /// The type of a reference that a variable holds.
    pub(crate) fn reference_type(&self, object: &Expr) -> ir::Type {
        match object {
            Expr::Local(local) => self.b.local_type(*local),
            Expr::Global(global) => self.ctx.program().globals[*global].ty,
            _ => ir::Type::Object,
        }
    }

    fn dispatch_inline(
        &mut self,
        selector: &Selector,
        groups: &[(Option<MethodIx>, Vec<ClassIx>)],
        default: Option<MethodIx>,
        args: &[Expr],
    ) -> Called {
        let ctx = self.ctx;
        let result = selector.ty.result.as_ref().map(|ty| ctx.ir_type(ty)).map(|ty| self.temp(ty));
        let throwable = ir::Type::Ref(ctx.declared.throwable);
        let exception = self.b.temp(throwable);
        let (join, otherwise) = (self.b.new_block(), self.b.new_block());
        let mut blocks = Vec::new();
        let mut cases = Vec::new();
        for (method, classes) in groups {
            let block = self.b.new_block();
            blocks.push((block, *method));
            cases.extend(classes.iter().map(|class| (ctx.declared.classes[class], block)));
        }
        blocks.push((otherwise, default));
        self.terminate(TermOp::SwitchClass { object: args[0].clone(), cases, default: otherwise });
        let mut exits = false;
        for (block, method) in blocks {
            self.b.switch_to(block);
            let Some(method) = method else {
                self.opaque(format!("no method {}{} is known for the object", selector.name, selector.ty));
                continue;
            };
            let called = self.call_method(method, args.to_vec());
            if let (Some(result), Some(given)) = (result, called.result) {
                let value = self.cast(given.into(), self.b.local_type(given), self.b.local_type(result));
                self.assign(result, value);
            }
            exits |= called.exception.is_some();
            self.assign(exception, called.exception.map_or(Expr::NULL, Expr::from));
            self.goto(join);
        }
        self.b.switch_to(join);
        Called { result, exception: exits.then_some(exception) }
    }

    /// The object of a constant text, in a global variable.
    pub(crate) fn text(&mut self, text: &classfile::JavaString) -> Option<Expr> {
        let global = *self.ctx.declared.texts.get(text)?;
        Some(self.made_once(global, &Role::Text(text.clone())))
    }

    /// The `Class` object of a type.
    pub(crate) fn class_object(&mut self, ty: &Type) -> Option<Expr> {
        let global = *self.ctx.declared.class_objects.get(ty)?;
        Some(self.made_once(global, &Role::ClassObject(ty.clone())))
    }

    /// The object of a global variable, which is made when it is first asked for.
    fn made_once(&mut self, global: ir::GlobalId, role: &Role) -> Expr {
        let is_made = Expr::binary(BinOp::Ne, ir::Type::Object, global.into(), Expr::NULL);
        let make = self.branch(is_made);
        let on = self.b.current();
        self.b.switch_to(make);
        let proc = self.ctx.proc(role).expect("declared with its variable");
        self.call(proc, Vec::new());
        self.goto(on);
        self.b.switch_to(on);
        let ty = self.ctx.program().globals[global].ty;
        let temp = self.temp(ty);
        self.assign(temp, global);
        temp.into()
    }

    /// Goes on where a class is initialised; gives the block that has to initialise it and then come back.
    pub(crate) fn unless_begun(&mut self, class: ClassIx) -> Option<BlockId> {
        let begun = *self.ctx.declared.begun.get(&class)?;
        Some(self.branch(begun.into()))
    }

    pub(crate) fn load(&mut self, object: Expr, field: ir::FieldId) -> LocalId {
        let dst = self.temp(self.ctx.program().fields[field].ty);
        self.push(HeapOp::Load { dst: dst.into(), object, field, null: NullPolicy::Fault });
        dst
    }

    pub(crate) fn store(&mut self, object: impl Into<Expr>, field: ir::FieldId, value: impl Into<Expr>) {
        let (object, value) = (object.into(), value.into());
        self.push(HeapOp::Store { object, field, value, null: NullPolicy::Fault });
    }

    /// The procedure, and whether it can end with an exception.
    pub(crate) fn finish(self) -> (ir::Proc, bool) {
        (self.b.finish(), self.really_exits)
    }
}
