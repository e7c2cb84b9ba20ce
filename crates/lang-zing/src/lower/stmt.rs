//! Statements.

use base::Span;
use ir::{
    BinOp, BlockId, CheckOp, Choice, ChoiceOp, CollectionOp, Expr, HeapOp, IntType, Op, TermOp, ThreadOp,
    Type,
};

use super::body::{BodyLowerer, Val};
use crate::hir::{Collection, Effects, ExprId, ExprKind, LabelId, SetOp, Stmt, StmtKind, Ty};

impl BodyLowerer<'_, '_> {
    pub(super) fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::Atomic(stmts) => {
                self.begin(span);
                self.atomic(stmts);
            }
            StmtKind::Labelled { label, body } => self.labelled(*label, body),
            StmtKind::Goto(label) => self.jump(*label, span),
            StmtKind::If { arms, otherwise } => self.if_chain(arms, otherwise.as_deref()),
            StmtKind::While { condition, body } => self.while_loop(*condition, body),
            StmtKind::Foreach { .. } => self.with_temps(|lowerer| lowerer.foreach(stmt)),
            StmtKind::Try { body, handlers } => self.try_with(body, handlers),
            StmtKind::Select { joins, first, end } => {
                self.with_temps(|lowerer| lowerer.select(joins, *first, *end, span));
            }
            StmtKind::Raise(exception) => self.raise(*exception, span),
            simple => {
                self.begin(span);
                self.with_temps(|lowerer| lowerer.simple(simple));
                // A statement that took no instruction at all makes no step.
                self.go_on(span);
            }
        }
    }

    fn simple(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Assign(chain) => {
                for &(place, value) in chain {
                    self.carried = self.assign(place, value);
                }
            }
            StmtKind::SetUpdate { op, set, operand } => self.set_update(*op, *set, *operand),
            StmtKind::Eval(expr) => match self.hir.exprs[*expr].kind {
                ExprKind::Call { .. } => {
                    self.call(*expr);
                }
                _ => {
                    self.scalar(*expr);
                }
            },
            StmtKind::Return(value) => {
                let values = value.map(|value| self.values(value));
                self.return_values(values);
            }
            StmtKind::Async(call) => self.spawn(*call),
            StmtKind::Assert { condition, message } => {
                let condition = self.scalar(*condition).expr;
                self.emit(Op::Check(CheckOp::Assert { condition, message: message.clone() }));
            }
            StmtKind::Assume(condition) => {
                let condition = self.scalar(*condition).expr;
                self.emit(Op::Check(CheckOp::Assume { condition }));
            }
            StmtKind::Accept(condition) => {
                let condition = self.scalar(*condition).expr;
                self.emit(Op::Check(CheckOp::Accept { condition }));
            }
            StmtKind::Trace { text, args } => self.trace(text, args),
            StmtKind::Send { channel, value } => self.send(*channel, *value),
            StmtKind::Yield => self.emit(Op::Thread(ThreadOp::Yield)),
            StmtKind::Block(_)
            | StmtKind::Atomic(_)
            | StmtKind::Labelled { .. }
            | StmtKind::Goto(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Foreach { .. }
            | StmtKind::Raise(_)
            | StmtKind::Try { .. }
            | StmtKind::Select { .. } => unreachable!("{kind:?} is no simple statement"),
        }
    }

    fn set_update(&mut self, op: SetOp, set: ExprId, operand: ExprId) {
        let set_ty = self.plain_type(set);
        let value = self.scalar(set);
        let set = self.keep(value, set_ty, self.hir.exprs[operand].effects).expr;
        let op = match op {
            SetOp::Add => Op::Collection(CollectionOp::SetAdd { set, element: self.set_element(operand) }),
            SetOp::Remove => {
                Op::Collection(CollectionOp::SetRemove { set, element: self.set_element(operand) })
            }
            SetOp::Union => Op::Collection(CollectionOp::SetUnion { set, other: self.scalar(operand).expr }),
            SetOp::Difference => {
                Op::Collection(CollectionOp::SetDifference { set, other: self.scalar(operand).expr })
            }
        };
        self.emit(op);
    }

    fn set_element(&mut self, value: ExprId) -> ir::Element {
        match self.hir.exprs[value].ty {
            Ty::Struct(_) => ir::Element::Record(self.values(value)),
            _ => ir::Element::Value(self.scalar(value).expr),
        }
    }

    pub(super) fn trace(&mut self, text: &str, args: &[ExprId]) {
        let mut until: Vec<Effects> = Vec::with_capacity(args.len());
        for &arg in args.iter().rev() {
            let after = until.last().map_or(Effects::NONE, |&later| later);
            until.push(after | self.hir.exprs[arg].effects);
        }
        // What is still to come after the first, the second, ..., the last argument.
        until.reverse();
        until.push(Effects::NONE);
        let mut values = Vec::with_capacity(args.len());
        for (index, &arg) in args.iter().enumerate() {
            let leaves = self.values(arg);
            values.extend(self.keep_all(leaves, self.hir.exprs[arg].ty, until[index + 1]));
        }
        self.emit(Op::Check(CheckOp::Trace { text: text.to_owned(), args: values }));
    }

    fn send(&mut self, channel: ExprId, value: ExprId) {
        let channel_ty = self.plain_type(channel);
        let target = self.scalar(channel);
        let channel = self.keep(target, channel_ty, self.hir.exprs[value].effects).expr;
        let message = match self.hir.exprs[value].ty {
            ty @ Ty::Struct(_) => {
                let values = self.values(value);
                self.make_record(ty, values)
            }
            _ => self.scalar(value).expr,
        };
        self.emit(Op::Collection(CollectionOp::Send { channel, message }));
    }

    // --------------------------------------------------------------------------------------- control

    /// An atomic section, which begins a step. If its first statement is a `select`, the section begins when that has
    /// found an open alternative, so that it blocks outside.
    pub(super) fn atomic(&mut self, stmts: &[Stmt]) {
        if starts_with_select(stmts) && !self.is_observer {
            self.late_begin = true;
        } else {
            self.begin_atomic();
        }
        self.block(stmts);
        self.end_atomic();
    }

    fn labelled(&mut self, label: LabelId, body: &Stmt) {
        if self.late_begin {
            self.late_labels.push(label);
        } else if let Some(block) = self.labels[label] {
            self.start(block);
        } else {
            self.labels[label] = Some(self.block_here());
        }
        self.name_next_step(label);
        self.stmt(body);
        self.rest_at_label(body.span);
    }

    pub(super) fn label_block(&mut self, label: LabelId) -> BlockId {
        if let Some(block) = self.labels[label] {
            return block;
        }
        let block = self.new_block();
        self.labels[label] = Some(block);
        block
    }

    fn jump(&mut self, label: LabelId, span: Span) {
        self.begin(span);
        let target = self.label_block(label);
        let depth = self.label_depth(label);
        self.leave_atomic(depth);
        self.terminate(TermOp::Goto { targets: vec![target] });
    }

    fn if_chain(&mut self, arms: &[(ExprId, Stmt)], otherwise: Option<&Stmt>) {
        let exit = self.new_block();
        for (index, (condition, body)) in arms.iter().enumerate() {
            let is_last = index + 1 == arms.len() && otherwise.is_none();
            let then_to = self.new_block();
            let else_to = if is_last { exit } else { self.new_block() };
            self.begin(self.hir.exprs[*condition].span);
            self.with_temps(|lowerer| lowerer.condition(*condition, then_to, else_to));
            self.switch_to(then_to);
            self.stmt(body);
            self.goto(exit);
            if !is_last {
                self.switch_to(else_to);
            }
        }
        if let Some(otherwise) = otherwise {
            self.stmt(otherwise);
            self.goto(exit);
        }
        self.switch_to(exit);
    }

    fn while_loop(&mut self, condition: ExprId, body: &Stmt) {
        let head = self.block_here();
        let (body_block, exit) = (self.new_block(), self.new_block());
        self.begin(self.hir.exprs[condition].span);
        self.with_temps(|lowerer| lowerer.condition(condition, body_block, exit));
        self.switch_to(body_block);
        self.stmt(body);
        self.goto(head);
        self.switch_to(exit);
    }

    fn foreach(&mut self, stmt: &Stmt) {
        let StmtKind::Foreach { variable, value, over, collection, body } = &stmt.kind else {
            unreachable!("the caller has seen a foreach")
        };
        let element = Element { variable: *variable, value: *value };
        self.begin(stmt.span);
        match over {
            Collection::Array => self.foreach_of_array(element, *collection, body, stmt.span),
            Collection::Set => self.foreach_of_set(element, *collection, body, stmt.span),
        }
    }

    /// Counts up to the length that the array had at the beginning, which is the length it always has.
    fn foreach_of_array(&mut self, element: Element, collection: ExprId, body: &Stmt, span: Span) {
        let int = Type::Int(IntType::I32);
        let array = self.once(collection);
        let (length, index) = (self.temp(int), self.temp(int));
        self.emit(Op::Collection(CollectionOp::Size { dst: length.into(), object: array.clone() }));
        self.emit(Op::Assign { dst: index.into(), value: Expr::int(0) });
        let (head, body_block, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.start(head);
        self.begin(span);
        let condition = Expr::binary(BinOp::Lt, int, index.into(), length.into());
        self.terminate(TermOp::Branch { condition, then_to: body_block, else_to: exit });
        self.switch_to(body_block);
        self.with_temps(|lowerer| {
            let dst = lowerer.element_place(element, collection);
            lowerer.emit(Op::Collection(CollectionOp::LoadElement { dst, array, index: index.into() }));
            let found = lowerer.element_leaves(dst.into(), collection);
            lowerer.take_element(element, found);
        });
        let next = Expr::binary(BinOp::Add, int, index.into(), Expr::int(1));
        self.emit(Op::Assign { dst: index.into(), value: next });
        self.stmt(body);
        self.goto(head);
        self.switch_to(exit);
    }

    /// Takes elements out of a copy, in any order.
    fn foreach_of_set(&mut self, element: Element, collection: ExprId, body: &Stmt, span: Span) {
        let Type::Ref(class) = self.plain_type(collection) else { unreachable!("a set is an object") };
        let other = self.once(collection);
        let rest = self.temp(Type::Ref(class));
        self.emit(Op::Heap(HeapOp::New { dst: rest.into(), class, length: None }));
        self.emit(Op::Collection(CollectionOp::SetUnion { set: rest.into(), other }));
        let (head, body_block, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.start(head);
        self.begin(span);
        self.with_temps(|lowerer| {
            let int = Type::Int(IntType::I32);
            let size = lowerer.temp(int);
            lowerer.emit(Op::Collection(CollectionOp::Size { dst: size.into(), object: rest.into() }));
            let condition = Expr::binary(BinOp::Eq, int, size.into(), Expr::int(0));
            lowerer.terminate(TermOp::Branch { condition, then_to: exit, else_to: body_block });
        });
        self.switch_to(body_block);
        self.with_temps(|lowerer| {
            let dst = lowerer.element_place(element, collection);
            lowerer.emit(Op::Choice(ChoiceOp::Choose { dst, from: Choice::Element(rest.into()) }));
            let found = lowerer.element_leaves(dst.into(), collection);
            let removed = match lowerer.elements_of(collection).0 {
                Ty::Struct(_) => ir::Element::Record(found.clone()),
                _ => ir::Element::Value(dst.into()),
            };
            lowerer.emit(Op::Collection(CollectionOp::SetRemove { set: rest.into(), element: removed }));
            lowerer.take_element(element, found);
        });
        self.stmt(body);
        self.goto(head);
        self.switch_to(exit);
    }

    /// A value that is evaluated now and used in every round.
    fn once(&mut self, id: ExprId) -> Expr {
        let ty = self.plain_type(id);
        let temp = self.temp(ty);
        let mut wanted = Some(temp.into());
        let value = self.scalar_to(id, &mut wanted);
        if wanted.is_some() {
            self.emit(Op::Assign { dst: temp.into(), value: value.expr });
        }
        Val::simple(temp).expr
    }

    /// Where an element goes: to the variable, if it fits there as it is.
    fn element_place(&mut self, element: Element, collection: ExprId) -> ir::Place {
        let fits = matches!(self.hir.exprs[element.value].kind, ExprKind::Carried);
        let (ty, container) = self.elements_of(collection);
        let ty = self.cx.types.element(self.hir, ty, container);
        let mut wanted = self.plain_variable(element.variable).filter(|_| fits);
        self.destination(&mut wanted, ty)
    }

    /// The leaves of an element, which lie in a record if it is a struct.
    fn element_leaves(&mut self, found: Expr, collection: ExprId) -> Vec<Expr> {
        match self.elements_of(collection) {
            (ty @ Ty::Struct(_), container) => self.read_record(ty, container, found),
            _ => vec![found],
        }
    }

    /// Assigns an element to the variable, unless it is there already.
    fn take_element(&mut self, element: Element, found: Vec<Expr>) {
        let variable = self.plain_variable(element.variable).map(Expr::from);
        if variable.is_some_and(|variable| found == [variable]) {
            return;
        }
        self.carried = found;
        self.assign(element.variable, element.value);
    }
}

/// The variable of a `foreach`, and the value it gets in each round.
#[derive(Clone, Copy)]
struct Element {
    variable: ExprId,
    value: ExprId,
}

/// Whether the first thing that the statements do is a `select`.
fn starts_with_select(stmts: &[Stmt]) -> bool {
    let Some(mut first) = stmts.first() else { return false };
    loop {
        match &first.kind {
            StmtKind::Select { .. } => return true,
            StmtKind::Labelled { body, .. } => first = body,
            StmtKind::Block(inner) => match inner.first() {
                Some(stmt) => first = stmt,
                None => return false,
            },
            _ => return false,
        }
    }
}
