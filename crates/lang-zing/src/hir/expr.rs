//! Typed expressions.

use std::ops::{BitOr, BitOrAssign, Index};

use base::{IndexVec, Span};
use ir::{BinOp, UnOp, Value};

use super::{FieldId, MethodId, Ty, VarId};

base::typed_id!(
    /// A typed expression.
    ExprId,
    "e"
);

/// An expression with its type and what its evaluation needs.
#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Ty,
    pub(crate) span: Span,
    /// Of this node and everything below it.
    pub(crate) effects: Effects,
    /// Nodes on the longest path downwards, this one included.
    pub(crate) height: u32,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    /// Integers in the encoding of their type, enum constants and strings by number.
    Const(Value),
    SelfId,
    This,
    Var(VarId),
    Static(FieldId),
    /// A field of an object.
    Field {
        object: ExprId,
        field: FieldId,
    },
    /// A field of a struct value or variable; `index` counts among the fields of the struct.
    Part {
        base: ExprId,
        index: usize,
    },
    /// The index is an integer, or of the enum or range type that indexes the array.
    Element {
        array: ExprId,
        index: ExprId,
    },
    Unary {
        op: UnOp,
        arg: ExprId,
    },
    /// Both operands have the same type but for comparisons of references.
    Binary {
        op: BinOp,
        left: ExprId,
        right: ExprId,
    },
    /// Between integer types and from enums to them, checked; from integers to reals and decimals, and to wider reals.
    Convert(ExprId),
    /// A reference as one of this node's type, checked when it runs.
    Cast(ExprId),
    Contains {
        element: ExprId,
        set: ExprId,
    },
    Size(ExprId),
    /// `size` exactly for arrays sized at `new`; the constructor of a class, if it has one, is called.
    New {
        size: Option<ExprId>,
        constructor: Option<MethodId>,
    },
    Choose(ChoiceOf),
    /// `receiver` exactly for instance methods.
    Call {
        method: MethodId,
        receiver: Option<ExprId>,
        args: Vec<Arg>,
    },
    /// In a chain of assignments: the value of the assignment to the right.
    Carried,
    /// Stands for what was diagnosed.
    Error,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ChoiceOf {
    /// A value of the node's type: bool, an enum or a range.
    Type,
    /// An element of an array or set.
    Element(ExprId),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Arg {
    /// Coerced to the type of the parameter.
    Value(ExprId),
    /// A place of exactly the type of the parameter.
    Out(ExprId),
}

/// What the evaluation of an expression needs beyond one pure expression of the core language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effects(u8);

impl Effects {
    pub(crate) const NONE: Effects = Effects(0);
    /// Instructions: it reads the heap, allocates or chooses.
    pub(crate) const INSTRUCTIONS: Effects = Effects(1);
    /// Calls: other statements run in between, and variables of other methods may change.
    pub(crate) const CALLS: Effects = Effects(2);
    /// Calls with `out` arguments: local variables may change.
    pub(crate) const WRITES_LOCALS: Effects = Effects(4);

    pub(crate) fn has(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Effects {
    type Output = Effects;
    fn bitor(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

impl BitOrAssign for Effects {
    fn bitor_assign(&mut self, other: Effects) {
        *self = *self | other;
    }
}

impl ExprKind {
    /// What the node itself adds to the effects of its parts.
    fn own_effects(&self) -> Effects {
        match self {
            ExprKind::Field { .. }
            | ExprKind::Element { .. }
            | ExprKind::Cast(_)
            | ExprKind::Contains { .. }
            | ExprKind::Size(_)
            | ExprKind::New { constructor: None, .. }
            | ExprKind::Choose(_) => Effects::INSTRUCTIONS,
            ExprKind::New { constructor: Some(_), .. } => Effects::CALLS,
            ExprKind::Call { args, .. } => {
                let writes = args.iter().any(|arg| matches!(arg, Arg::Out(_)));
                Effects::CALLS | if writes { Effects::WRITES_LOCALS } else { Effects::NONE }
            }
            ExprKind::Const(_)
            | ExprKind::SelfId
            | ExprKind::This
            | ExprKind::Var(_)
            | ExprKind::Static(_)
            | ExprKind::Part { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Convert(_)
            | ExprKind::Carried
            | ExprKind::Error => Effects::NONE,
        }
    }

    /// The part that is evaluated first and may be the end of a chain as long as the input. All other nesting is
    /// bounded by the parser, so that walkers may recurse there.
    pub(crate) fn first_part(&self) -> Option<ExprId> {
        match self {
            ExprKind::Field { object: part, .. }
            | ExprKind::Part { base: part, .. }
            | ExprKind::Element { array: part, .. }
            | ExprKind::Unary { arg: part, .. }
            | ExprKind::Binary { left: part, .. }
            | ExprKind::Convert(part)
            | ExprKind::Cast(part)
            | ExprKind::Contains { element: part, .. }
            | ExprKind::Size(part)
            | ExprKind::Choose(ChoiceOf::Element(part)) => Some(*part),
            ExprKind::New { size, .. } => *size,
            ExprKind::Call { receiver, .. } => *receiver,
            ExprKind::Const(_)
            | ExprKind::SelfId
            | ExprKind::This
            | ExprKind::Var(_)
            | ExprKind::Static(_)
            | ExprKind::Choose(ChoiceOf::Type)
            | ExprKind::Carried
            | ExprKind::Error => None,
        }
    }

    /// Calls `see` with each direct part, from left to right.
    pub(crate) fn for_each_part(&self, mut see: impl FnMut(ExprId)) {
        match self {
            ExprKind::Element { array: first, index: second }
            | ExprKind::Binary { left: first, right: second, .. }
            | ExprKind::Contains { element: first, set: second } => {
                see(*first);
                see(*second);
            }
            ExprKind::Call { receiver, args, .. } => {
                receiver.iter().copied().for_each(&mut see);
                args.iter().for_each(|arg| see(arg.expr()));
            }
            single => single.first_part().into_iter().for_each(see),
        }
    }
}

impl Arg {
    pub(crate) fn expr(self) -> ExprId {
        match self {
            Arg::Value(expr) | Arg::Out(expr) => expr,
        }
    }
}

/// All expressions of a program; parts come before the wholes.
#[derive(Debug, Default)]
pub(crate) struct ExprArena(IndexVec<ExprId, Expr>);

impl ExprArena {
    pub(crate) fn add(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        let mut effects = kind.own_effects();
        let mut height = 0;
        kind.for_each_part(|part| {
            effects |= self.0[part].effects;
            height = height.max(self.0[part].height);
        });
        self.0.push(Expr { kind, ty, span, effects, height: height + 1 })
    }

    /// The variables that an expression reads, in order of their first appearance.
    pub(crate) fn variables(&self, root: ExprId) -> Vec<VarId> {
        let mut found = Vec::new();
        self.visit(root, |expr| {
            if let ExprKind::Var(var) = expr.kind
                && !found.contains(&var)
            {
                found.push(var);
            }
        });
        found
    }

    /// Whether `this` occurs in an expression.
    pub(crate) fn uses_this(&self, root: ExprId) -> bool {
        let mut found = false;
        self.visit(root, |expr| found |= matches!(expr.kind, ExprKind::This));
        found
    }

    /// Visits an expression and all below it, wholes first and parts from left to right.
    fn visit(&self, root: ExprId, mut see: impl FnMut(&Expr)) {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            see(&self.0[id]);
            let first_new = open.len();
            self.0[id].kind.for_each_part(|part| open.push(part));
            open[first_new..].reverse();
        }
    }

    /// Whether two expressions denote the same variable whenever they are evaluated one after the other.
    pub(crate) fn same_place(&self, left: ExprId, right: ExprId) -> bool {
        let mut open = vec![(left, right)];
        while let Some((left, right)) = open.pop() {
            match (&self.0[left].kind, &self.0[right].kind) {
                (ExprKind::This, ExprKind::This) => {}
                (ExprKind::Const(a), ExprKind::Const(b)) if a == b => {}
                (ExprKind::Var(a), ExprKind::Var(b)) if a == b => {}
                (ExprKind::Static(a), ExprKind::Static(b)) if a == b => {}
                (ExprKind::Field { object: a, field: f }, ExprKind::Field { object: b, field: g })
                    if f == g =>
                {
                    open.push((*a, *b));
                }
                (ExprKind::Part { base: a, index: f }, ExprKind::Part { base: b, index: g }) if f == g => {
                    open.push((*a, *b));
                }
                (ExprKind::Element { array: a, index: i }, ExprKind::Element { array: b, index: j }) => {
                    open.extend([(*a, *b), (*i, *j)])
                }
                (ExprKind::Convert(a), ExprKind::Convert(b)) => open.push((*a, *b)),
                _ => return false,
            }
        }
        true
    }
}

impl Index<ExprId> for ExprArena {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.0[id]
    }
}
