//! Expressions.
//!
//! Like the typing of expressions, their evaluation goes down chains of first parts with a loop, and recurses only
//! where the parser bounds the nesting.

use ir::{BinOp, Choice, ChoiceOp, CollectionOp, Element, Expr, HeapOp, IntType, Op, Place, Type, UnOp};

use super::body::{BodyLowerer, Val};
use super::types::Container;
use crate::hir::{ChoiceOf, Effects, ExprId, ExprKind, Ty};

impl BodyLowerer<'_, '_> {
    /// The value of an expression that is no struct.
    pub(super) fn scalar(&mut self, id: ExprId) -> Val {
        self.scalar_to(id, &mut None)
    }

    /// The same; if the value comes from an instruction, it goes to the place `wanted`, which is then taken.
    pub(super) fn scalar_to(&mut self, id: ExprId, wanted: &mut Option<Place>) -> Val {
        let mut chain = Vec::new();
        let mut current = id;
        while let Some(first) = self.first_part(current) {
            chain.push(current);
            current = first;
        }
        let Some(top) = chain.first().copied() else { return self.leaf(current, wanted) };
        let mut value = self.leaf(current, &mut None);
        while let Some(node) = chain.pop() {
            value = if node == top && chain.is_empty() {
                self.extend(node, value, wanted)
            } else {
                self.extend(node, value, &mut None)
            };
        }
        value
    }

    /// The leaves of an expression of any type.
    pub(super) fn values(&mut self, id: ExprId) -> Vec<Expr> {
        let hir = self.hir;
        let ty = hir.exprs[id].ty;
        if !matches!(ty, Ty::Struct(_)) {
            return vec![self.scalar(id).expr];
        }
        let (base, start, n) = self.strip_parts(id);
        let whole = match &hir.exprs[base].kind {
            ExprKind::Call { .. } => self.call(base),
            ExprKind::Carried => self.carried.clone(),
            ExprKind::Choose(ChoiceOf::Element(collection)) => {
                let record = self.choose_element(*collection, &mut None);
                let (ty, container) = self.elements_of(*collection);
                self.read_record(ty, container, record)
            }
            _ => {
                let access = self.access(id);
                return self.read(access, ty, &mut None);
            }
        };
        whole[start..start + n].to_vec()
    }

    /// Keeps all leaves of a value until an evaluation with these effects is done.
    pub(super) fn keep_all(&mut self, values: Vec<Expr>, ty: Ty, until: Effects) -> Vec<Expr> {
        if !until.has(Effects::CALLS) {
            return values;
        }
        let types = self.leaf_types(ty);
        let values = values.into_iter().zip(types);
        values.map(|(expr, ty)| self.keep(Val { expr, depth: 0 }, ty, until).expr).collect()
    }

    /// The part of an expression along which its evaluation goes on.
    fn first_part(&self, id: ExprId) -> Option<ExprId> {
        let (base, ..) = self.strip_parts(id);
        match self.hir.exprs[base].kind {
            ExprKind::Field { object: part, .. }
            | ExprKind::Element { array: part, .. }
            | ExprKind::Unary { arg: part, .. }
            | ExprKind::Binary { left: part, .. }
            | ExprKind::Convert(part)
            | ExprKind::Cast(part) => Some(part),
            // A struct has no single value to go on from.
            ExprKind::Contains { element, .. } => {
                let is_struct = matches!(self.hir.exprs[element].ty, Ty::Struct(_));
                (!is_struct).then_some(element)
            }
            // The receiver of a call that gives a struct is left to `values`.
            ExprKind::Call { receiver, .. } if base == id => receiver,
            _ => None,
        }
    }

    /// An expression that does not go on at a first part.
    fn leaf(&mut self, id: ExprId, wanted: &mut Option<Place>) -> Val {
        let hir = self.hir;
        match &hir.exprs[id].kind {
            ExprKind::Const(value) => Val::simple(Expr::Const(*value)),
            ExprKind::SelfId => Val::simple(Expr::SelfId),
            ExprKind::This => Val::simple(self.this.expect("`this` is used in instance methods only")),
            ExprKind::Carried => Val { depth: self.carried[0].depth(), expr: self.carried[0].clone() },
            ExprKind::Var(_) | ExprKind::Static(_) => self.read_plain(id, None, wanted),
            ExprKind::Part { .. } => self.leaf_part(id, wanted),
            ExprKind::Size(object) => {
                let object = self.scalar(*object).expr;
                let dst = self.destination(wanted, Type::Int(IntType::I32));
                self.emit(Op::Collection(CollectionOp::Size { dst, object }));
                Val::simple(dst)
            }
            ExprKind::Contains { element, set } => self.contains_struct(*element, *set, wanted),
            ExprKind::New { size, constructor } => self.create(id, *size, *constructor, wanted),
            ExprKind::Choose(ChoiceOf::Type) => self.choose_value(hir.exprs[id].ty, wanted),
            ExprKind::Choose(ChoiceOf::Element(collection)) => {
                Val::simple(self.choose_element(*collection, wanted))
            }
            ExprKind::Call { .. } => {
                let result = self.call(id).into_iter().next();
                Val::simple(result.expect("a call that is used as a value has one"))
            }
            other => unreachable!("{other:?} goes on at its first part, or is an error"),
        }
    }

    /// A part of a struct that lies in variables or comes from a call or a choice.
    fn leaf_part(&mut self, id: ExprId, wanted: &mut Option<Place>) -> Val {
        let (base, ..) = self.strip_parts(id);
        match self.hir.exprs[base].kind {
            ExprKind::Var(_) | ExprKind::Static(_) => self.read_plain(id, None, wanted),
            _ => {
                let (_, start, _) = self.strip_parts(id);
                Val::simple(self.values(base).swap_remove(start))
            }
        }
    }

    /// An expression whose first part is evaluated.
    fn extend(&mut self, id: ExprId, first: Val, wanted: &mut Option<Place>) -> Val {
        let hir = self.hir;
        let ty = hir.exprs[id].ty;
        match &hir.exprs[id].kind {
            ExprKind::Field { .. } | ExprKind::Element { .. } | ExprKind::Part { .. } => {
                self.read_plain(id, Some(first), wanted)
            }
            ExprKind::Unary { op, arg } => self.unary(*op, first, self.plain_type(*arg)),
            ExprKind::Binary { op, right, .. } if self.branches(id) => {
                self.branching_value(*op, first, *right)
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, self.plain_type(*left), first, *right),
            ExprKind::Convert(arg) => self.convert(first, hir.exprs[*arg].ty, ty),
            ExprKind::Cast(_) => {
                let class = match self.cx.types.plain(hir, ty) {
                    Type::Ref(class) => class,
                    other => unreachable!("a cast leads to a class and not to {other:?}"),
                };
                let dst = self.destination(wanted, Type::Ref(class));
                self.emit(Op::Heap(HeapOp::Cast { dst, object: first.expr, class }));
                Val::simple(dst)
            }
            ExprKind::Contains { element, set } => {
                let element_ty = self.plain_type(*element);
                let element = self.keep(first, element_ty, hir.exprs[*set].effects).expr;
                let set = self.scalar(*set).expr;
                let dst = self.destination(wanted, Type::Bool);
                self.emit(Op::Collection(CollectionOp::Contains { dst, set, element: element.into() }));
                Val::simple(dst)
            }
            ExprKind::Call { .. } => {
                let result = self.call_on(id, Some(first)).into_iter().next();
                Val::simple(result.expect("a call that is used as a value has one"))
            }
            other => unreachable!("{other:?} has no first part"),
        }
    }

    fn contains_struct(&mut self, element: ExprId, set: ExprId, wanted: &mut Option<Place>) -> Val {
        let hir = self.hir;
        let leaves = self.values(element);
        let leaves = self.keep_all(leaves, hir.exprs[element].ty, hir.exprs[set].effects);
        let set = self.scalar(set).expr;
        let dst = self.destination(wanted, Type::Bool);
        self.emit(Op::Collection(CollectionOp::Contains { dst, set, element: Element::Record(leaves) }));
        Val::simple(dst)
    }

    fn read_plain(&mut self, id: ExprId, first: Option<Val>, wanted: &mut Option<Place>) -> Val {
        let access = self.access_from(id, first);
        let ty = self.hir.exprs[id].ty;
        Val::simple(self.read(access, ty, wanted).swap_remove(0))
    }

    // ------------------------------------------------------------------------------------- operators

    /// Makes room for this many nodes above a value.
    pub(super) fn shallow(&mut self, value: Val, ty: Type, above: usize) -> Val {
        if value.depth + above > Expr::MAX_DEPTH { self.spill(value, ty) } else { value }
    }

    pub(super) fn unary(&mut self, op: UnOp, arg: Val, ty: Type) -> Val {
        let arg = self.shallow(arg, ty, 1);
        Val { depth: arg.depth + 1, expr: Expr::unary(op, ty, arg.expr) }
    }

    fn convert(&mut self, arg: Val, from: Ty, to: Ty) -> Val {
        let (from, to) = (self.cx.types.plain(self.hir, from), self.cx.types.plain(self.hir, to));
        let arg = self.shallow(arg, from, 1);
        Val { depth: arg.depth + 1, expr: Expr::convert(from, to, arg.expr) }
    }

    /// An operation whose left side, of type `left_ty`, is evaluated.
    pub(super) fn binary(&mut self, op: BinOp, left_ty: Type, first: Val, right: ExprId) -> Val {
        let right_ty = self.plain_type(right);
        let first = self.keep(first, left_ty, self.hir.exprs[right].effects);
        // Spilled before the right side is evaluated, so that faults come in order.
        let first = self.shallow(first, left_ty, 1);
        let second = self.scalar(right);
        let second = self.shallow(second, right_ty, 1);
        let ty = if left_ty.is_reference() { Type::Object } else { left_ty };
        let depth = first.depth.max(second.depth) + 1;
        Val { depth, expr: Expr::binary(op, ty, first.expr, second.expr) }
    }

    // --------------------------------------------------------------------------------------- choices

    fn choose_value(&mut self, ty: Ty, wanted: &mut Option<Place>) -> Val {
        let plain = self.cx.types.plain(self.hir, ty);
        let from = match plain {
            Type::Bool => Choice::Bool,
            Type::Enum(id) => Choice::Enum(id),
            Type::Int(IntType::Range { lo, hi }) => Choice::Range { lo, hi },
            Type::Int(IntType::Machine { .. }) => Choice::Any(plain),
            other => unreachable!("{other:?} has too many values to choose from"),
        };
        let dst = self.destination(wanted, plain);
        self.emit(Op::Choice(ChoiceOp::Choose { dst, from }));
        Val::simple(dst)
    }

    /// An element of an array or set; for a struct the record that holds it.
    fn choose_element(&mut self, collection: ExprId, wanted: &mut Option<Place>) -> Expr {
        let (element, container) = self.elements_of(collection);
        let from = Choice::Element(self.scalar(collection).expr);
        let ty = self.cx.types.element(self.hir, element, container);
        let dst = self.destination(wanted, ty);
        self.emit(Op::Choice(ChoiceOp::Choose { dst, from }));
        dst.into()
    }

    /// What an array or set holds, and which of the two it is.
    pub(super) fn elements_of(&self, collection: ExprId) -> (Ty, Container) {
        match self.hir.exprs[collection].ty {
            Ty::Array(id) => (self.hir.array(id).0, Container::Sequence),
            Ty::Set(id) => (self.hir.content(id), Container::Set),
            other => unreachable!("{other:?} has no elements"),
        }
    }
}
