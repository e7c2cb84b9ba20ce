//! The syntax tree of Zing.
//!
//! The tree says what was written and nothing more: names are not resolved, types not checked, and where the
//! grammar alone cannot distinguish a type from an expression (`choose(X)`) the tree does not pretend to know.
//!
//! Expressions and statements live in two arenas of the [`Unit`], and nodes refer to each other by id. Dropping
//! a tree is therefore flat, however deep it is. Three facts hold for every tree the parser makes:
//!
//! - **Children come before parents**: the id of a node is larger than the ids of all its parts, so a loop over
//!   an arena in order of ids meets every part before its whole.
//! - **Bounded nesting**: a path from a method body down to a leaf has at most [`MAX_NESTING`] steps, *not
//!   counting* steps along the four chains below. Walkers may recurse if they loop along these chains.
//! - **Unbounded chains**: `Binary::left`, `Field::base`, `Index::base`, `Call::callee` (`a + b + c + ...`,
//!   `a.b.c...`) and `If::else_branch` (`else if ... else if ...`) may be as long as the input. Follow them
//!   with a loop or an explicit stack, never by recursion; [`Unit::post_order`] does it for expressions.
//!
//! Parentheses leave no node. The span of a node covers the parentheses *inside* it, not those around it.

use base::{IndexVec, SourceId, Span, Symbol};
use ir::Decimal;

/// How many levels of statements and expressions may lie within each other.
pub const MAX_NESTING: usize = 256;

base::typed_id!(
    /// An expression of a [`Unit`].
    ExprId,
    "expr"
);

base::typed_id!(
    /// A statement of a [`Unit`].
    StmtId,
    "stmt"
);

/// One source file.
#[derive(Clone, Debug)]
pub struct Unit {
    pub file: SourceId,
    pub decls: Vec<TypeDecl>,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
}

/// A name as written; for `@id` the name is `id`, and the span covers both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

/// A string literal, its escapes resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StringLit {
    pub text: Symbol,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------- types

/// A use of a type. `void` is not a type: a method without a result has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeRef {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
    Bool,
    Byte,
    SByte,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    Float,
    Double,
    Decimal,
    Object,
    String,
    /// A declared type.
    Named(Symbol),
    /// Stands where no type could be read; a diagnostic was given.
    Error,
}

// --------------------------------------------------------------------------------------- declarations

#[derive(Clone, Debug)]
pub enum TypeDecl {
    Class(ClassDecl),
    Interface(InterfaceDecl),
    Enum(EnumDecl),
    Range(RangeDecl),
    Chan(ChanDecl),
    Set(SetDecl),
    Array(ArrayDecl),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Class,
    Struct,
}

/// `class C : I, J { ... };` or `struct S { ... };`
#[derive(Clone, Debug)]
pub struct ClassDecl {
    pub kind: ClassKind,
    pub name: Ident,
    /// The interfaces after `:`.
    pub interfaces: Vec<Ident>,
    pub members: Vec<Member>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Member {
    Field(FieldDecl),
    Method(MethodDecl),
    Constructor(ConstructorDecl),
}

/// Each modifier with the place where it stands. Which of them fit which member is checked later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    pub is_static: Option<Span>,
    pub is_atomic: Option<Span>,
    pub is_activate: Option<Span>,
}

/// `static T a = e, b;`: one type, one or more declarators.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    pub declarators: Vec<Declarator>,
    pub span: Span,
}

/// `a` or `a = e` in the declaration of a field or a local variable.
#[derive(Clone, Copy, Debug)]
pub struct Declarator {
    pub name: Ident,
    pub init: Option<ExprId>,
    pub span: Span,
}

/// `static T m(params) { ... }`
#[derive(Clone, Debug)]
pub struct MethodDecl {
    pub modifiers: Modifiers,
    /// `None` for `void`.
    pub result: Option<TypeRef>,
    pub name: Ident,
    pub params: Vec<Param>,
    pub body: Block,
    pub span: Span,
}

/// `C() { ... }` in class `C`. The parser has checked that the name is that of the class and that there are no
/// parameters.
#[derive(Clone, Debug)]
pub struct ConstructorDecl {
    pub modifiers: Modifiers,
    pub name: Ident,
    pub body: Block,
    pub span: Span,
}

/// `T x` or `out T x`.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Where `out` stands.
    pub out: Option<Span>,
    pub ty: TypeRef,
    pub name: Ident,
    pub span: Span,
}

/// `interface I { T m(params); ... };`
#[derive(Clone, Debug)]
pub struct InterfaceDecl {
    pub name: Ident,
    pub methods: Vec<MethodSig>,
    pub span: Span,
}

/// A method of an interface.
#[derive(Clone, Debug)]
pub struct MethodSig {
    /// `None` for `void`.
    pub result: Option<TypeRef>,
    pub name: Ident,
    pub params: Vec<Param>,
    pub span: Span,
}

/// `enum E { a, b, c };`: the values are 0, 1, 2, ...
#[derive(Clone, Debug)]
pub struct EnumDecl {
    pub name: Ident,
    pub constants: Vec<Ident>,
    pub span: Span,
}

/// `range R low .. high;`
#[derive(Clone, Debug)]
pub struct RangeDecl {
    pub name: Ident,
    pub low: ExprId,
    pub high: ExprId,
    pub span: Span,
}

/// `chan C T;`
#[derive(Clone, Debug)]
pub struct ChanDecl {
    pub name: Ident,
    pub element: TypeRef,
    pub span: Span,
}

/// `set S T;`
#[derive(Clone, Debug)]
pub struct SetDecl {
    pub name: Ident,
    pub element: TypeRef,
    pub span: Span,
}

/// `array A[] T;`, `array A[5] T;` or `array A[E] T;`
#[derive(Clone, Debug)]
pub struct ArrayDecl {
    pub name: Ident,
    pub size: ArraySize,
    pub element: TypeRef,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum ArraySize {
    /// `[]`: the size is given at `new`.
    AtNew,
    /// `[5]`: any expression that is not just a name; that it is a constant is checked later.
    Fixed(ExprId),
    /// `[E]`: one element for each value of the type.
    IndexedBy(TypeRef),
}

// ----------------------------------------------------------------------------------------- statements

/// `{ ... }`
#[derive(Clone, Debug)]
pub struct Block {
    pub stmts: Vec<StmtId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    Block(Block),
    /// `atomic { ... }`
    Atomic(Block),
    /// `[A(args)] [B] stmt`: at least one attribute.
    Attributed {
        attributes: Vec<Attribute>,
        body: StmtId,
    },
    /// `label: stmt`
    Labelled {
        label: Ident,
        body: StmtId,
    },
    Goto(Ident),
    /// `T a = e, b;`
    Local {
        ty: TypeRef,
        declarators: Vec<Declarator>,
    },
    /// An expression as a statement. That it is an assignment or a call is checked later.
    Expr(ExprId),
    /// The `else` chain is unbounded, see the head of this file.
    If {
        condition: ExprId,
        then_branch: StmtId,
        else_branch: Option<StmtId>,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    /// `foreach (T x in e) stmt`; without a type the variable is an existing one.
    Foreach {
        ty: Option<TypeRef>,
        variable: Ident,
        collection: ExprId,
        body: StmtId,
    },
    Return(Option<ExprId>),
    /// `async call;`: the parser has checked that the expression is a call.
    Async(ExprId),
    Assert {
        condition: ExprId,
        message: Option<StringLit>,
    },
    Assume(ExprId),
    Accept(ExprId),
    Event([ExprId; 3]),
    Trace {
        format: StringLit,
        args: Vec<ExprId>,
    },
    Send {
        channel: ExprId,
        value: ExprId,
    },
    InvokePlugin {
        plugin: StringLit,
        args: Vec<ExprId>,
    },
    InvokeScheduler(Vec<ExprId>),
    Yield,
    Raise(Ident),
    Try {
        body: Block,
        handlers: Vec<Handler>,
    },
    Select {
        modifiers: SelectModifiers,
        joins: Vec<Join>,
    },
    /// Stands where no statement could be read; a diagnostic was given.
    Error,
}

/// `[Name(args)]` before a statement.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Ident,
    pub args: Vec<ExprId>,
    pub span: Span,
}

/// `Name -> stmt` or `* -> stmt` in the `with` part of a `try`.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    pub exception: Caught,
    pub body: StmtId,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caught {
    Named(Ident),
    /// `*`, and where it stands.
    Any(Span),
}

/// Each modifier of a `select` with the place where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelectModifiers {
    pub is_end: Option<Span>,
    pub is_first: Option<Span>,
    pub is_visible: Option<Span>,
}

/// `pattern && pattern -> stmt`: at least one pattern.
#[derive(Clone, Debug)]
pub struct Join {
    pub patterns: Vec<Pattern>,
    pub body: StmtId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    pub kind: PatternKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum PatternKind {
    Wait(ExprId),
    Receive { channel: ExprId, target: ExprId },
    Event([ExprId; 3]),
    Timeout,
}

// ---------------------------------------------------------------------------------------- expressions

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int {
        value: u64,
        suffix: IntSuffix,
    },
    /// `decimal`: the number exactly as written, if it has no suffix and fits; where a decimal is wanted, that is what
    /// it is.
    Real {
        value: f64,
        decimal: Option<Decimal>,
    },
    /// With the suffix `m`.
    Decimal(Decimal),
    String(Symbol),
    Bool(bool),
    Null,
    This,
    /// `self`: the id of the running process.
    SelfId,
    /// `*` in place of a value: a boolean choice, as in `if (*)`.
    Star,
    Name(Symbol),
    /// `new T`, `new T()` or `new T[size]`.
    New {
        ty: TypeRef,
        size: Option<ExprId>,
    },
    Sizeof(TypeOrExpr),
    Choose(TypeOrExpr),
    Field {
        base: ExprId,
        name: Ident,
    },
    Index {
        base: ExprId,
        index: ExprId,
    },
    /// The parser has checked that the callee is a [`ExprKind::Name`], a [`ExprKind::Field`] or an error.
    Call {
        callee: ExprId,
        args: Vec<Arg>,
    },
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    Binary {
        op: BinaryOp,
        op_span: Span,
        left: ExprId,
        right: ExprId,
    },
    /// `target = value`; assignments nest to the right. What can be assigned to is checked later.
    Assign {
        target: ExprId,
        value: ExprId,
    },
    /// Stands where no expression could be read; a diagnostic was given.
    Error,
}

/// The operand of `choose` and `sizeof`.
#[derive(Clone, Copy, Debug)]
pub enum TypeOrExpr {
    /// A built-in type; never [`TypeKind::Named`].
    Type(TypeRef),
    /// Anything else. A [`ExprKind::Name`] here may be a declared type or a variable: the resolver decides.
    Expr(ExprId),
}

/// `e` or `out e` in a call.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Where `out` stands.
    pub out: Option<Span>,
    pub value: ExprId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntSuffix {
    None,
    /// `u`
    U,
    /// `l`
    L,
    /// `ul` or `lu`
    UL,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    /// `e in s`
    In,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl UnaryOp {
    /// As written in the source.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
        }
    }
}

impl BinaryOp {
    /// As written in the source.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::In => "in",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }
}

impl ExprKind {
    /// Calls `visit` with each direct part, from left to right as written.
    pub fn for_each_child(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Int { .. }
            | ExprKind::Real { .. }
            | ExprKind::Decimal(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::This
            | ExprKind::SelfId
            | ExprKind::Star
            | ExprKind::Name(_)
            | ExprKind::Sizeof(TypeOrExpr::Type(_))
            | ExprKind::Choose(TypeOrExpr::Type(_))
            | ExprKind::Error => {}
            ExprKind::New { ty: _, size } => size.iter().copied().for_each(visit),
            ExprKind::Sizeof(TypeOrExpr::Expr(operand)) | ExprKind::Choose(TypeOrExpr::Expr(operand)) => {
                visit(*operand);
            }
            ExprKind::Field { base, name: _ } => visit(*base),
            ExprKind::Index { base, index } => {
                visit(*base);
                visit(*index);
            }
            ExprKind::Call { callee, args } => {
                visit(*callee);
                args.iter().for_each(|arg| visit(arg.value));
            }
            ExprKind::Unary { op: _, operand } => visit(*operand),
            ExprKind::Binary { op: _, op_span: _, left, right } => {
                visit(*left);
                visit(*right);
            }
            ExprKind::Assign { target, value } => {
                visit(*target);
                visit(*value);
            }
        }
    }
}

impl TypeDecl {
    pub fn name(&self) -> Ident {
        match self {
            TypeDecl::Class(decl) => decl.name,
            TypeDecl::Interface(decl) => decl.name,
            TypeDecl::Enum(decl) => decl.name,
            TypeDecl::Range(decl) => decl.name,
            TypeDecl::Chan(decl) => decl.name,
            TypeDecl::Set(decl) => decl.name,
            TypeDecl::Array(decl) => decl.name,
        }
    }

    pub fn span(&self) -> Span {
        match self {
            TypeDecl::Class(decl) => decl.span,
            TypeDecl::Interface(decl) => decl.span,
            TypeDecl::Enum(decl) => decl.span,
            TypeDecl::Range(decl) => decl.span,
            TypeDecl::Chan(decl) => decl.span,
            TypeDecl::Set(decl) => decl.span,
            TypeDecl::Array(decl) => decl.span,
        }
    }
}

impl Unit {
    /// The expression and all its parts, parts first and from left to right: the order of evaluation, were
    /// it not for `&&` and `||`. Needs no stack of its own depth, so any chain is fine.
    pub fn post_order(&self, root: ExprId) -> Vec<ExprId> {
        // A pre-order that takes the rightmost part first is the post-order backwards.
        let mut order = Vec::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            order.push(id);
            self.exprs[id].kind.for_each_child(|child| open.push(child));
        }
        order.reverse();
        order
    }
}
