//! The machinery of one method, and what control does.

use base::{Id, IndexVec, Span};
use ir::{BlockId, Expr as IrExpr, LocalId, Op, Proc, ProcBuilder, ProcId, Site, TermOp, Type};
use rustc_hash::FxHashMap;

use super::value::Val;
use super::{Lowerer, ir_type};
use crate::hir::{Body, Expr, ExprKind, Ty, Variable};

/// Makes one procedure. Its first locals are those of the body, under the same ids; temporaries come behind.
pub(super) struct BodyLowerer<'l, 'a> {
    pub(super) cx: &'l mut Lowerer<'a>,
    pub(super) builder: ProcBuilder,
    /// The variables of the method.
    variables: &'l IndexVec<LocalId, Variable>,
    result: Ty,
    /// The next instruction begins a step.
    pub(super) step: bool,
    temps: Temps,
}

/// Temporaries, used again when what they were made for is over, so that frames stay small.
#[derive(Default)]
struct Temps {
    free: FxHashMap<Type, Vec<LocalId>>,
    taken: Vec<(Type, LocalId)>,
}

impl Temps {
    fn take(&mut self, builder: &mut ProcBuilder, ty: Type) -> LocalId {
        let free = self.free.get_mut(&ty).and_then(Vec::pop);
        let local = free.unwrap_or_else(|| builder.temp(ty));
        self.taken.push((ty, local));
        local
    }

    /// Gives back all but the first ones.
    fn release(&mut self, kept: usize) {
        while self.taken.len() > kept {
            if let Some((ty, local)) = self.taken.pop() {
                self.free.entry(ty).or_default().push(local);
            }
        }
    }
}

impl<'l, 'a> BodyLowerer<'l, 'a> {
    pub(super) fn lower(cx: &'l mut Lowerer<'a>, id: ProcId, body: &'l Body) -> Proc {
        let method = &cx.world.methods[id];
        let class = cx.text(cx.world.classes[method.class].name.symbol);
        let name = format!("{class}.{}", cx.text(method.name.symbol));
        let mut builder = ProcBuilder::new(name, method.name.span);
        for (local, variable) in body.locals.iter_enumerated() {
            let (text, ty) = (cx.text(variable.name), ir_type(variable.ty));
            if local.index() <= method.params.len() {
                builder.param(text, ty, variable.span);
            } else {
                builder.local(text, ty, variable.span);
            }
        }
        let result = method.result;
        if result != Ty::Unit {
            builder.result(ir_type(result));
        }
        let mut lowerer =
            Self { cx, builder, variables: &body.locals, result, step: true, temps: Temps::default() };
        lowerer.tail(&body.expr);
        lowerer.builder.finish()
    }

    // ---------------------------------------------------------------------------------- machinery

    pub(super) fn site(&mut self, span: Span) -> Site {
        Site { span: Some(span), step: std::mem::take(&mut self.step) }
    }

    pub(super) fn push(&mut self, span: Span, op: impl Into<Op>) {
        let site = self.site(span);
        self.builder.push(site, op);
    }

    /// Ends a step with this instruction.
    pub(super) fn push_last(&mut self, span: Span, op: impl Into<Op>) {
        self.push(span, op);
        self.step = true;
    }

    pub(super) fn assign(&mut self, span: Span, dst: LocalId, value: IrExpr) {
        self.push(span, Op::Assign { dst: dst.into(), value });
    }

    pub(super) fn variable(&self, local: LocalId) -> Val {
        Val::variable(local, self.variables[local].is_assigned)
    }

    /// A temporary, free again at the end of the part of a sequence that it is made in.
    pub(super) fn temp(&mut self, ty: Type) -> LocalId {
        self.temps.take(&mut self.builder, ty)
    }

    pub(super) fn new_blocks(&mut self) -> [BlockId; 2] {
        [self.builder.new_block(), self.builder.new_block()]
    }

    /// Goes on in a block where a step begins.
    fn begin_at(&mut self, block: BlockId) {
        self.builder.switch_to(block);
        self.step = true;
    }

    // ------------------------------------------------------------------------------------ control

    /// The last thing that a method does: its value is returned.
    fn tail(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::If { condition, then, otherwise } => {
                let [then_to, else_to] = self.new_blocks();
                self.condition(condition, then_to, else_to);
                self.begin_at(then_to);
                self.tail(then);
                self.begin_at(else_to);
                self.tail(otherwise);
            }
            ExprKind::Var { local, init, body, header } => {
                self.var(*local, init, *header);
                self.tail(body);
            }
            ExprKind::Begin(parts) if !parts.is_empty() => {
                let last = self.all_but_last(parts);
                self.tail(last);
            }
            _ => {
                let value = self.value(expr).expr;
                let values = if self.result == Ty::Unit { Vec::new() } else { vec![value] };
                let site = self.site(expr.span);
                self.builder.terminate(site, TermOp::Return { values });
            }
        }
    }

    /// Evaluates the parts of a sequence but the last, which is returned. There is one.
    pub(super) fn all_but_last<'e>(&mut self, parts: &'e [Expr]) -> &'e Expr {
        let (last, before) = parts.split_last().expect("the sequence has parts");
        before.iter().for_each(|part| self.dropped(part));
        last
    }

    /// Evaluates something whose value is not used.
    pub(super) fn dropped(&mut self, expr: &Expr) {
        let kept = self.temps.taken.len();
        match &expr.kind {
            ExprKind::If { condition, then, otherwise } => self.conditional(condition, |lowerer, is_then| {
                lowerer.dropped(if is_then { then } else { otherwise });
            }),
            ExprKind::Var { local, init, body, header } => {
                self.var(*local, init, *header);
                self.dropped(body);
            }
            ExprKind::Begin(parts) => parts.iter().for_each(|part| self.dropped(part)),
            _ => drop(self.value(expr)),
        }
        self.temps.release(kept);
    }

    pub(super) fn var(&mut self, local: LocalId, init: &Expr, header: Span) {
        let value = self.value(init).expr;
        self.assign(header, local, value);
        self.step = true;
    }

    /// Control goes through one of two branches and comes together again.
    pub(super) fn conditional(&mut self, condition: &Expr, mut branch: impl FnMut(&mut Self, bool)) {
        let [then_to, else_to] = self.new_blocks();
        let join = self.builder.new_block();
        self.condition(condition, then_to, else_to);
        for (block, is_then) in [(then_to, true), (else_to, false)] {
            self.begin_at(block);
            branch(self, is_then);
            self.builder.goto(join);
        }
        self.begin_at(join);
    }

    /// The test is a step in every turn, so that turns are steps.
    pub(super) fn repeat(&mut self, condition: &Expr, body: &Expr) {
        let kept = self.temps.taken.len();
        let head = self.loop_head();
        let [turn, next] = self.new_blocks();
        self.step = true;
        self.condition(condition, turn, next);
        self.begin_at(turn);
        self.dropped(body);
        self.builder.goto(head);
        self.begin_at(next);
        self.temps.release(kept);
    }

    /// The current block if nothing is in it.
    fn loop_head(&mut self) -> BlockId {
        let (current, index) = self.builder.next_place();
        if index == 0 {
            return current;
        }
        let head = self.builder.new_block();
        self.builder.goto(head);
        self.builder.switch_to(head);
        head
    }
}
