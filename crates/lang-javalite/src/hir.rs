//! What a correct program is made of: names are resolved, and every expression has its type.

use base::{IndexVec, Span, Symbol};
use ir::{BinOp, ClassId, FieldId, LocalId, ProcId};
use rustc_hash::FxHashMap;

use crate::ast::Name;

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    Unit,
    Bool,
    Int,
    /// Of `null` alone.
    Null,
    Class(ClassId),
    /// Of what is wrong: it fits everywhere, so that nothing more is said.
    Unknown,
}

impl Ty {
    pub(crate) fn is_reference(self) -> bool {
        match self {
            Ty::Null | Ty::Class(_) => true,
            Ty::Unit | Ty::Bool | Ty::Int | Ty::Unknown => false,
        }
    }
}

/// The classes of a program and what they declare.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) classes: IndexVec<ClassId, Class>,
    pub(crate) fields: IndexVec<FieldId, Field>,
    /// Methods are numbered as their procedures.
    pub(crate) methods: IndexVec<ProcId, Method>,
}

#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: Name,
    pub(crate) parent: Option<ClassId>,
    /// In order of declaration, and so are the children.
    pub(crate) children: Vec<ClassId>,
    pub(crate) own_fields: Vec<FieldId>,
    pub(crate) field_ids: FxHashMap<Symbol, FieldId>,
    pub(crate) method_ids: FxHashMap<Symbol, ProcId>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: Name,
    pub(crate) class: ClassId,
    pub(crate) ty: Ty,
}

#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) class: ClassId,
    pub(crate) name: Name,
    pub(crate) params: Vec<Ty>,
    pub(crate) result: Ty,
}

impl World {
    /// The class and all above it, from below.
    pub(crate) fn upwards(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |&class| self.classes[class].parent)
    }

    pub(crate) fn is_below(&self, class: ClassId, above: ClassId) -> bool {
        self.upwards(class).any(|upper| upper == above)
    }

    pub(crate) fn field(&self, class: ClassId, name: Symbol) -> Option<FieldId> {
        self.upwards(class).find_map(|class| self.classes[class].field_ids.get(&name).copied())
    }

    /// What a class declares or inherits.
    pub(crate) fn method(&self, class: ClassId, name: Symbol) -> Option<ProcId> {
        self.upwards(class).find_map(|class| self.classes[class].method_ids.get(&name).copied())
    }

    /// Whether a value of the first type may stand where the second is asked for.
    pub(crate) fn fits(&self, found: Ty, wanted: Ty) -> bool {
        match (found, wanted) {
            (Ty::Unknown, _) | (_, Ty::Unknown) | (Ty::Null, Ty::Class(_)) => true,
            (Ty::Class(class), Ty::Class(above)) => self.is_below(class, above),
            (found, wanted) => found == wanted,
        }
    }

    /// The least type that both fit.
    pub(crate) fn join(&self, left: Ty, right: Ty) -> Option<Ty> {
        match (left, right) {
            (Ty::Unknown, _) | (_, Ty::Unknown) => Some(Ty::Unknown),
            (Ty::Null, other @ Ty::Class(_)) | (other @ Ty::Class(_), Ty::Null) => Some(other),
            (Ty::Class(left), Ty::Class(right)) => {
                self.upwards(left).find(|&upper| self.is_below(right, upper)).map(Ty::Class)
            }
            (left, right) => (left == right).then_some(left),
        }
    }
}

/// A method as it is lowered.
#[derive(Debug)]
pub(crate) struct Body {
    /// `this`, the parameters, then the variables of `var` in order of the text.
    pub(crate) locals: IndexVec<LocalId, Variable>,
    pub(crate) expr: Expr,
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: Symbol,
    pub(crate) ty: Ty,
    pub(crate) span: Span,
    /// Whether some `:=` of the method writes it; its first value is none.
    pub(crate) is_assigned: bool,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
    pub(crate) ty: Ty,
    /// Whether evaluating it can change a variable.
    pub(crate) assigns: bool,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Local(LocalId),
    Null,
    Unit,
    Bool(bool),
    Int(i64),
    New(ClassId),
    Load {
        object: Box<Expr>,
        field: FieldId,
    },
    Store {
        object: LocalId,
        field: FieldId,
        value: Box<Expr>,
    },
    Assign {
        target: LocalId,
        value: Box<Expr>,
    },
    Call {
        receiver: Box<Expr>,
        class: ClassId,
        method: ProcId,
        args: Vec<Expr>,
    },
    Var {
        local: LocalId,
        init: Box<Expr>,
        body: Box<Expr>,
        header: Span,
    },
    If {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    While {
        condition: Box<Expr>,
        body: Box<Expr>,
    },
    Begin(Vec<Expr>),
    Cast {
        class: ClassId,
        value: Box<Expr>,
    },
    InstanceOf {
        value: Box<Expr>,
        class: ClassId,
    },
    Assume(Box<Expr>),
    Assert(Box<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    /// `=` or `!=`; what it is depends on the type of the operands.
    Equality {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// An order or an operation on numbers.
    Numeric {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Logical {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// Only in programs that are refused.
    Bad,
}
