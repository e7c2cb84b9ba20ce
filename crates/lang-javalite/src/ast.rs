//! What the parser makes of a file: the forms are known, names are not resolved.

use base::Span;

pub use base::syntax::Name;

/// How deep lists may stand in each other: walks over the tree recurse.
pub const MAX_NESTING: usize = 250;

/// A whole file.
#[derive(Debug, Default)]
pub struct Unit {
    pub classes: Vec<Class>,
    /// `None` only with a diagnostic.
    pub entry: Option<Entry>,
}

/// The method that a closed program starts with.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub class: Name,
    pub method: Name,
    pub span: Span,
}

#[derive(Debug)]
pub struct Class {
    pub name: Name,
    pub parent: Option<Name>,
    pub fields: Vec<Variable>,
    pub methods: Vec<Method>,
}

/// A field, a parameter, or a variable of `var`.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    pub ty: TypeName,
    pub name: Name,
}

#[derive(Clone, Copy, Debug)]
pub struct TypeName {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum TypeKind {
    Bool,
    Int,
    Unit,
    Class(Name),
}

#[derive(Debug)]
pub struct Method {
    pub result: TypeName,
    pub name: Name,
    pub params: Vec<Variable>,
    pub body: Expr,
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExprKind {
    /// A variable or `this`.
    Variable(Name),
    Null,
    Unit,
    Bool(bool),
    Int(i64),
    New(Name),
    Load {
        object: Box<Expr>,
        field: Name,
    },
    Store {
        object: Name,
        field: Name,
        value: Box<Expr>,
    },
    Assign {
        target: Name,
        value: Box<Expr>,
    },
    Call {
        receiver: Box<Expr>,
        method: Name,
        args: Vec<Expr>,
    },
    Var {
        variable: Variable,
        init: Box<Expr>,
        body: Box<Expr>,
        /// From `var` to the end of the value.
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
        class: Name,
        value: Box<Expr>,
    },
    InstanceOf {
        value: Box<Expr>,
        class: Name,
    },
    Assume(Box<Expr>),
    Assert(Box<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// Something that is no expression. A diagnostic was given.
    Bad,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `=` and `==`, `!=`.
    Equality(ir::BinOp),
    /// `<`, `<=`, `>`, `>=`.
    Order(ir::BinOp),
    /// `+`, `-`, `*`, `/`, `%`.
    Arithmetic(ir::BinOp),
    /// `&&`, `||`.
    Logical(ir::BinOp),
}
