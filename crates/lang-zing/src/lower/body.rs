//! The machinery of one procedure: the current block, steps, temporaries and variables.

use base::{IndexVec, Span};
use ir::{
    BlockId, CheckOp, Expr, LocalId, Op, Place, Proc, ProcBuilder, Site, TermOp, ThreadOp, Type, Value,
};

use super::Lowerer;
use crate::hir::{
    Body, Catch, Effects, ExceptionId, ExprId, Label, LabelId, Method, MethodId, Program, Ty, VarId,
};

/// Makes one procedure.
pub(super) struct BodyLowerer<'l, 'p> {
    pub(super) cx: &'l mut Lowerer<'p>,
    pub(super) hir: &'p Program,
    pub(super) builder: ProcBuilder,
    /// Of the method that is lowered; initialisers, guards and wrappers have none.
    body: Option<&'p Body>,
    /// The locals of each variable, one for each leaf.
    pub(super) vars: IndexVec<VarId, Vec<LocalId>>,
    pub(super) this: Option<LocalId>,
    /// Variables whose values are returned after the result.
    out_vars: Vec<VarId>,
    pub(super) escape: Escape,
    /// Runs as part of a guard: no atomic sections, and calls only procedures of its kind.
    pub(super) is_observer: bool,
    pub(super) labels: IndexVec<LabelId, Option<BlockId>>,
    /// Open atomic sections of a statement that stands in no `atomic` block.
    pub(super) base_depth: u32,
    /// Open atomic sections at the current place.
    pub(super) depth: u32,
    /// The next statement is the `select` that begins an atomic section which is not open yet.
    pub(super) late_begin: bool,
    /// Labels before such a `select`.
    pub(super) late_labels: Vec<LabelId>,
    pub(super) handlers: Vec<Handlers>,
    /// The value of [`ExprKind::Carried`](crate::hir::ExprKind::Carried), leaf by leaf.
    pub(super) carried: Vec<Expr>,
    span: Span,
    /// The next instruction begins a step.
    step: bool,
    /// Nothing is in the current block, so that it may become the target of a jump.
    is_fresh: bool,
}

/// The handlers of a `try` around the current place.
pub(super) struct Handlers {
    pub(super) catches: Vec<(Catch, BlockId)>,
    pub(super) depth: u32,
}

/// What becomes of an exception that nothing in the procedure handles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Escape {
    /// There is none.
    Never,
    /// It is returned as the last result.
    Return,
    /// It ends the process.
    Fault,
}

/// An expression and its depth.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub(super) expr: Expr,
    pub(super) depth: usize,
}

impl Val {
    pub(super) fn simple(expr: impl Into<Expr>) -> Self {
        Self { expr: expr.into(), depth: 1 }
    }
}

impl<'l, 'p> BodyLowerer<'l, 'p> {
    pub(super) fn new(cx: &'l mut Lowerer<'p>, builder: ProcBuilder, span: Span) -> Self {
        let hir = cx.hir;
        Self {
            cx,
            hir,
            builder,
            body: None,
            vars: IndexVec::new(),
            this: None,
            out_vars: Vec::new(),
            escape: Escape::Never,
            is_observer: false,
            labels: IndexVec::new(),
            base_depth: 0,
            depth: 0,
            late_begin: false,
            late_labels: Vec::new(),
            handlers: Vec::new(),
            carried: Vec::new(),
            span,
            step: true,
            is_fresh: true,
        }
    }

    /// The procedure of a method, or its version for guards.
    pub(super) fn lower_method(cx: &'l mut Lowerer<'p>, id: MethodId, is_observer: bool) -> Proc {
        let hir = cx.hir;
        let method = &hir.methods[id];
        let body = method.body.as_ref().expect("only methods with a body are lowered");
        let builder = ProcBuilder::new(hir.method_name(id), method.span);
        let mut lowerer = Self::new(cx, builder, method.span);
        if is_observer {
            lowerer.set_observer();
        }
        lowerer.declare_signature(id, method);
        for var in body.vars.iter().skip(method.params.len()) {
            let locals = lowerer.declare_leaves(&var.name, var.ty, var.span, ProcBuilder::local);
            lowerer.vars.push(locals);
        }
        lowerer.body = Some(body);
        lowerer.labels = IndexVec::filled(None, body.labels.len());
        lowerer.method_body(method, body);
        lowerer.finish()
    }

    pub(super) fn body(&self) -> &'p Body {
        self.body.expect("statements stand in methods")
    }

    pub(super) fn set_observer(&mut self) {
        self.is_observer = true;
        self.builder.set_observer();
    }

    /// Parameters, then `out` parameters as plain variables; results, then the values of `out` parameters, then the
    /// exception.
    fn declare_signature(&mut self, id: MethodId, method: &Method) {
        if !method.is_static {
            let class = Type::Ref(self.cx.types.class(method.owner));
            self.this = Some(self.builder.param("this", class, method.span));
        }
        self.vars = IndexVec::filled(Vec::new(), method.params.len());
        let (mut outs, mut ins) = (Vec::new(), Vec::new());
        for (var, param) in self.vars.ids().zip(&method.params) {
            if param.is_out { outs.push((var, param)) } else { ins.push((var, param)) }
        }
        for (var, param) in ins {
            self.vars[var] = self.declare_leaves(&param.name, param.ty, param.span, ProcBuilder::param);
        }
        for ty in method.result.into_iter().flat_map(|ty| self.leaf_types(ty)).collect::<Vec<_>>() {
            self.builder.result(ty);
        }
        for (var, param) in outs {
            self.vars[var] = self.declare_leaves(&param.name, param.ty, param.span, ProcBuilder::local);
            self.leaf_types(param.ty).into_iter().for_each(|ty| self.builder.result(ty));
            self.out_vars.push(var);
        }
        if self.cx.raises.may_raise(id) {
            self.escape = Escape::Return;
            self.builder.result(self.cx.types.exception());
        }
    }

    pub(super) fn declare_leaves(
        &mut self,
        name: &str,
        ty: Ty,
        span: Span,
        declare: impl Fn(&mut ProcBuilder, String, Type, Span) -> LocalId,
    ) -> Vec<LocalId> {
        let leaves = self.cx.types.leaves(self.hir, ty);
        let declare = |leaf: super::types::Leaf| {
            declare(&mut self.builder, format!("{name}{}", leaf.suffix), leaf.ty, span)
        };
        leaves.into_iter().map(declare).collect()
    }

    pub(super) fn leaf_types(&self, ty: Ty) -> Vec<Type> {
        self.cx.types.leaves(self.hir, ty).into_iter().map(|leaf| leaf.ty).collect()
    }

    pub(super) fn plain_type(&self, expr: ExprId) -> Type {
        self.cx.types.plain(self.hir, self.hir.exprs[expr].ty)
    }

    fn method_body(&mut self, method: &Method, body: &Body) {
        if method.is_atomic {
            self.base_depth = u32::from(!self.is_observer);
            self.atomic(&body.stmts);
        } else {
            self.block(&body.stmts);
        }
        self.implicit_return(body.end.unwrap_or(method.span));
    }

    /// The end of a body. The return of an empty one is a step, so that every call makes one.
    fn implicit_return(&mut self, span: Span) {
        let is_empty = self.is_fresh && self.builder.current() == entry();
        self.span = span;
        self.step = is_empty;
        self.return_values(None);
    }

    pub(super) fn finish(self) -> Proc {
        self.builder.finish()
    }

    // ----------------------------------------------------------------------------------------- steps

    /// Begins a step at a place in the source.
    pub(super) fn begin(&mut self, span: Span) {
        self.span = span;
        self.step = true;
    }

    /// What follows is a step of the same statement.
    pub(super) fn begin_again(&mut self) {
        self.step = true;
    }

    /// What follows goes on with the current step, at another place in the source.
    pub(super) fn go_on(&mut self, span: Span) {
        self.span = span;
        self.step = false;
    }

    /// The next step has a label, which properties may speak of. Nothing rests in a procedure that guards call.
    pub(super) fn name_next_step(&mut self, label: LabelId) {
        if !self.is_observer {
            let Label { name, span, .. } = &self.body().labels[label];
            self.builder.label_next(name, *span);
        }
    }

    /// A labelled statement that makes no step of its own makes one that does nothing.
    pub(super) fn rest_at_label(&mut self, span: Span) {
        if self.builder.awaits_label() {
            self.begin(span);
            let next = self.new_block();
            self.terminate(TermOp::Goto { targets: vec![next] });
            self.switch_to(next);
        }
    }

    fn site(&mut self) -> Site {
        Site { span: Some(self.span), step: std::mem::take(&mut self.step) }
    }

    pub(super) fn emit(&mut self, op: Op) {
        let site = self.site();
        self.builder.push(site, op);
        self.is_fresh = false;
    }

    pub(super) fn terminate(&mut self, op: TermOp) {
        let site = self.site();
        self.builder.terminate(site, op);
        self.is_fresh = false;
    }

    /// Leaves for another block within the same step.
    pub(super) fn goto(&mut self, target: BlockId) {
        self.builder.goto(target);
        self.is_fresh = false;
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.builder.new_block()
    }

    /// Goes on in a block in which nothing is yet.
    pub(super) fn switch_to(&mut self, block: BlockId) {
        self.builder.switch_to(block);
        self.is_fresh = true;
    }

    /// A block that begins here, to be jumped back to.
    pub(super) fn block_here(&mut self) -> BlockId {
        if self.is_fresh {
            return self.builder.current();
        }
        let block = self.new_block();
        self.start(block);
        block
    }

    /// Goes on in a block that may be jumped to already.
    pub(super) fn start(&mut self, block: BlockId) {
        self.goto(block);
        self.switch_to(block);
    }

    // ---------------------------------------------------------------------------------------- atomic

    pub(super) fn begin_atomic(&mut self) {
        if !self.is_observer {
            self.emit(Op::Thread(ThreadOp::AtomicBegin));
            self.depth += 1;
        }
    }

    /// Ends the current section.
    pub(super) fn end_atomic(&mut self) {
        if !self.is_observer {
            self.emit(Op::Thread(ThreadOp::AtomicEnd));
            self.depth -= 1;
        }
    }

    /// Ends sections on the way out to a place with fewer of them. The current place keeps its own.
    pub(super) fn leave_atomic(&mut self, outside: u32) {
        for _ in outside..self.depth {
            self.emit(Op::Thread(ThreadOp::AtomicEnd));
        }
    }

    /// Open sections at a label.
    pub(super) fn label_depth(&self, label: LabelId) -> u32 {
        self.base_depth + u32::from(self.body().labels[label].in_atomic && !self.is_observer)
    }

    // ----------------------------------------------------------------------------------- temporaries

    pub(super) fn temp(&mut self, ty: Type) -> LocalId {
        self.builder.take_temp(ty)
    }

    pub(super) fn is_temp(&self, local: LocalId) -> bool {
        self.builder.is_temp(local)
    }

    /// Runs `inside`, after which its temporaries may be used again.
    pub(super) fn with_temps<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.builder.n_taken_temps();
        let value = inside(self);
        self.builder.release_temps(before);
        value
    }

    /// The place that a result goes to: the one asked for, or a temporary.
    pub(super) fn destination(&mut self, wanted: &mut Option<Place>, ty: Type) -> Place {
        wanted.take().unwrap_or_else(|| self.temp(ty).into())
    }

    pub(super) fn spill(&mut self, value: Val, ty: Type) -> Val {
        let temp = self.temp(ty);
        self.emit(Op::Assign { dst: temp.into(), value: value.expr });
        Val::simple(temp)
    }

    /// Keeps a value that is evaluated now and used after an evaluation with these effects.
    ///
    /// Instructions alone change no variable. A call may change globals and lets other processes run, and with `out`
    /// arguments also locals of this procedure; it must also come after any fault of what stands to its left.
    pub(super) fn keep(&mut self, value: Val, ty: Type, until: Effects) -> Val {
        let is_stable = match value.expr {
            Expr::Const(_) | Expr::SelfId => true,
            Expr::Local(local) => self.is_temp(local) || !until.has(Effects::WRITES_LOCALS),
            Expr::Global(_)
            | Expr::Unary { .. }
            | Expr::Binary { .. }
            | Expr::Convert { .. }
            | Expr::Round { .. } => false,
        };
        if is_stable || !until.has(Effects::CALLS) { value } else { self.spill(value, ty) }
    }

    // --------------------------------------------------------------------------------------- results

    /// Returns from the procedure: the result, the `out` parameters, and no exception.
    pub(super) fn return_values(&mut self, result: Option<Vec<Expr>>) {
        let types = self.builder.results().to_vec();
        let outs = self.out_vars.iter().flat_map(|&var| self.vars[var].clone()).map(Expr::from);
        let outs: Vec<Expr> = outs.collect();
        let n_hidden = usize::from(self.escape == Escape::Return);
        let n_result = types.len() - outs.len() - n_hidden;
        let mut values = result.unwrap_or_else(|| defaults(&types[..n_result]));
        values.extend(outs);
        values.extend((n_hidden == 1).then(|| Expr::int(0)));
        self.leave_atomic(0);
        self.terminate(TermOp::Return { values });
    }

    /// Returns with an exception: all other results have their defaults.
    pub(super) fn return_exception(&mut self, exception: Expr) {
        let types = self.builder.results();
        let mut values = defaults(&types[..types.len() - 1]);
        values.push(exception);
        self.leave_atomic(0);
        self.terminate(TermOp::Return { values });
    }

    /// Ends the current block with a fault. What follows it is never reached.
    pub(super) fn fault(&mut self, kind: ir::FaultKind) {
        self.emit(Op::Check(CheckOp::Fault { kind }));
        self.leave_atomic(0);
        let values = defaults(self.builder.results());
        self.terminate(TermOp::Return { values });
    }
}

/// The number of an exception among the constants of the enum of exceptions, of which `none` is the first.
pub(super) fn exception_number(exception: ExceptionId) -> i64 {
    use base::Id;
    exception.index() as i64 + 1
}

fn entry() -> BlockId {
    use base::Id;
    BlockId::new(0)
}

fn defaults(types: &[Type]) -> Vec<Expr> {
    types.iter().map(|&ty| Expr::Const(Value::default_of(ty))).collect()
}
