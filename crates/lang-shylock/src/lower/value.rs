//! Values, assignments and conditions.

use base::{Span, Symbol};
use ir::{BinOp, Expr, HeapOp, NullPolicy, Op, Place, Type, UnOp};
use rustc_hash::FxHashSet;

use super::body::BodyLowerer;
use super::object_class;
use crate::ast::{Condition, Name, Path, Value};

/// An expression and its depth.
#[derive(Clone)]
pub(super) struct Val {
    pub(super) expr: Expr,
    depth: usize,
}

impl Val {
    /// Deeper expressions go to temporaries: the core language has a limit.
    const MOST: usize = 8;

    fn leaf(expr: Expr) -> Self {
        Self { expr, depth: 1 }
    }

    pub(super) fn of(op: BinOp, ty: Type, left: Val, right: Val) -> Self {
        let depth = 1 + left.depth.max(right.depth);
        Self { expr: Expr::binary(op, ty, left.expr, right.expr), depth }
    }
}

impl BodyLowerer<'_, '_> {
    // --------------------------------------------------------------------------------- conditions

    /// Conditions have no effect and no fault, so that both sides of `&&` and `||` may be evaluated.
    pub(super) fn condition(&mut self, condition: &Condition, span: Span) -> Val {
        match condition {
            Condition::Constant(true) => Val::leaf(Expr::TRUE),
            Condition::Constant(false) => Val::leaf(Expr::FALSE),
            Condition::Compare { is_equal, left, right } => {
                let op = if *is_equal { BinOp::Eq } else { BinOp::Ne };
                let left = Val::leaf(self.value(left, span));
                let right = Val::leaf(self.value(right, span));
                Val::of(op, Type::Object, left, right)
            }
            Condition::Not(inner) => {
                let Val { expr, depth } = self.condition(inner, span);
                let negated = Val { expr: Expr::unary(UnOp::Not, Type::Bool, expr), depth: depth + 1 };
                self.small(negated, span)
            }
            Condition::And(parts) => self.join(BinOp::And, parts, span),
            Condition::Or(parts) => self.join(BinOp::Or, parts, span),
        }
    }

    fn join(&mut self, op: BinOp, parts: &[Condition], span: Span) -> Val {
        let mut joined: Option<Val> = None;
        for part in parts {
            let part = self.condition(part, span);
            joined = Some(match joined {
                None => part,
                Some(before) => self.small(Val::of(op, Type::Bool, before, part), span),
            });
        }
        joined.unwrap_or_else(|| Val::leaf(if op == BinOp::And { Expr::TRUE } else { Expr::FALSE }))
    }

    /// The same truth value, in a temporary if the expression is deep.
    pub(super) fn small(&mut self, value: Val, span: Span) -> Val {
        if value.depth <= Val::MOST {
            return value;
        }
        let truth = self.truth();
        self.push(span, Op::Assign { dst: truth.into(), value: value.expr });
        Val::leaf(truth.into())
    }

    // ------------------------------------------------------------------------------------- values

    /// A value without a heap access; a path and a new object go to a temporary.
    pub(super) fn value(&mut self, value: &Value, span: Span) -> Expr {
        match value {
            Value::Nil(_) => Expr::NULL,
            Value::Path(path) if path.fields.is_empty() => self.place(path.root).into(),
            Value::New(_) | Value::Path(_) => self.copied(value, span),
        }
    }

    /// A value in a temporary of its own.
    fn copied(&mut self, value: &Value, span: Span) -> Expr {
        let temp = self.reference();
        self.write(temp.into(), value, span);
        temp.into()
    }

    /// Puts a value into a variable.
    fn write(&mut self, dst: Place, value: &Value, span: Span) {
        match value {
            Value::Nil(_) => self.push(span, Op::Assign { dst, value: Expr::NULL }),
            Value::New(_) => {
                self.push(span, Op::Heap(HeapOp::New { dst, class: object_class(), length: None }))
            }
            Value::Path(path) => match path.fields.split_last() {
                None => {
                    let value = self.place(path.root).into();
                    self.push(span, Op::Assign { dst, value });
                }
                Some((last, _)) => {
                    let object = self.object_of(path, span);
                    self.load(dst, object, *last, span);
                }
            },
        }
    }

    fn load(&mut self, dst: Place, object: Expr, field: Name, span: Span) {
        let field = self.cx.names.field_ids[&field.symbol];
        self.push(span, Op::Heap(HeapOp::Load { dst, object, field, null: NullPolicy::Total }));
    }

    /// The object whose field a path with fields names: all of the path but its end.
    pub(super) fn object_of(&mut self, path: &Path, span: Span) -> Expr {
        let mut object: Expr = self.place(path.root).into();
        if let Some((_, inner)) = path.fields.split_last()
            && !inner.is_empty()
        {
            let temp = self.reference();
            for field in inner {
                self.load(temp.into(), object, *field, span);
                object = temp.into();
            }
        }
        object
    }

    /// Writes the field that the path ends with.
    pub(super) fn store(&mut self, object: Expr, path: &Path, value: Expr, span: Span) {
        if let Some(field) = path.fields.last() {
            let field = self.cx.names.field_ids[&field.symbol];
            self.push(span, Op::Heap(HeapOp::Store { object, field, value, null: NullPolicy::Total }));
        }
    }

    // -------------------------------------------------------------------------------- assignments

    pub(super) fn assign(&mut self, targets: &[Path], values: &[Value], span: Span) {
        if let ([target], [value]) = (targets, values) {
            if target.fields.is_empty() {
                return self.write(self.place(target.root), value, span);
            }
            let object = self.object_of(target, span);
            let value = self.value(value, span);
            return self.store(object, target, value, span);
        }
        self.assign_at_once(targets, values, span);
    }

    /// Everything is read before anything is written; the writes are made from left to right.
    fn assign_at_once(&mut self, targets: &[Path], values: &[Value], span: Span) {
        let variables = targets.iter().filter(|target| target.fields.is_empty());
        let changed: FxHashSet<Symbol> = variables.map(|target| target.root.symbol).collect();
        let mut objects = Vec::new();
        for target in targets {
            let object = self.object_of(target, span);
            let is_changed = target.fields.len() == 1 && changed.contains(&target.root.symbol);
            objects.push(if is_changed { self.kept(object, span) } else { object });
        }
        let values: Vec<Expr> = values.iter().map(|value| self.unchanging(value, &changed, span)).collect();
        for ((target, object), value) in targets.iter().zip(objects).zip(values) {
            if target.fields.is_empty() {
                let dst = self.place(target.root);
                self.push(span, Op::Assign { dst, value });
            } else {
                self.store(object, target, value, span);
            }
        }
    }

    /// A value that stays the same while these variables are written.
    fn unchanging(&mut self, value: &Value, changed: &FxHashSet<Symbol>, span: Span) -> Expr {
        match value {
            Value::Path(path) if path.fields.is_empty() && changed.contains(&path.root.symbol) => {
                self.copied(value, span)
            }
            Value::New(_) | Value::Nil(_) | Value::Path(_) => self.value(value, span),
        }
    }

    /// An object in a temporary, which the writes of the same statement cannot change.
    fn kept(&mut self, object: Expr, span: Span) -> Expr {
        let temp = self.reference();
        self.push(span, Op::Assign { dst: temp.into(), value: object });
        temp.into()
    }
}
