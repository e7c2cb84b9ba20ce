//! The typed program: what `sema` makes of the syntax tree and all that `lower` reads.
//!
//! Names are resolved to ids, every conversion is a node of its own, and a program that exists here without a
//! fatal diagnostic is free of static errors. Expressions live in one arena for the whole program, so that an
//! initialiser may be lowered inside any method and dropping a tree of any depth is flat.

pub(crate) mod expr;
pub(crate) mod stmt;
pub(crate) mod ty;

pub(crate) use expr::{Arg, ChoiceOf, Effects, ExprArena, ExprId, ExprKind};
pub(crate) use stmt::{
    Body, Catch, Collection, Filter, FilterId, Guard, GuardKind, Handler, Join, Label, LabelId, RaiseSite,
    RaiseSource, SetOp, Stmt, StmtKind, Var, VarId,
};
pub(crate) use ty::{ArraySize, Ty, TypeDef, TypeId, TypeKind};

use base::{IndexVec, Span};

base::typed_id!(
    /// A field of a class or struct, static or not.
    FieldId,
    "field"
);
base::typed_id!(
    /// A method of a class or interface, constructors included.
    MethodId,
    "method"
);
base::typed_id!(
    /// A name of an exception.
    ExceptionId,
    "exception"
);

/// A whole program.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) types: IndexVec<TypeId, TypeDef>,
    pub(crate) fields: IndexVec<FieldId, Field>,
    pub(crate) methods: IndexVec<MethodId, Method>,
    pub(crate) exprs: ExprArena,
    /// For each method of an interface: the classes that implement it, and their methods.
    pub(crate) implementations: IndexVec<MethodId, Vec<(TypeId, MethodId)>>,
    /// In order of appearance.
    pub(crate) exceptions: IndexVec<ExceptionId, String>,
    /// String values in order of appearance; null, which comes before them, is not listed.
    pub(crate) strings: Vec<String>,
    /// Static fields with an initialiser, in order of declaration.
    pub(crate) static_inits: Vec<FieldId>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) owner: TypeId,
    pub(crate) ty: Ty,
    pub(crate) is_static: bool,
    pub(crate) span: Span,
    /// Coerced to the type of the field.
    pub(crate) init: Option<ExprId>,
}

#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) owner: TypeId,
    /// The name in the declaration.
    pub(crate) span: Span,
    pub(crate) params: Vec<Param>,
    /// `None` for `void`.
    pub(crate) result: Option<Ty>,
    pub(crate) is_static: bool,
    pub(crate) is_atomic: bool,
    pub(crate) is_activate: bool,
    /// `None` for the methods of interfaces.
    pub(crate) body: Option<Body>,
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) is_out: bool,
    pub(crate) span: Span,
}

impl Program {
    /// `Class.method`, as traces show it.
    pub(crate) fn method_name(&self, method: MethodId) -> String {
        let method = &self.methods[method];
        format!("{}.{}", self.types[method.owner].name, method.name)
    }
}
