//! What the parser makes of a file: names are not resolved, and the sugar is still there.

use base::Span;

pub use base::syntax::Name;

/// How deep statements and conditions may stand in each other: walks over the tree recurse.
pub const MAX_NESTING: usize = 200;

/// A whole file.
#[derive(Debug, Default)]
pub struct Unit {
    pub globals: Vec<Name>,
    /// `None` if no line declares fields: then those that are used are the fields.
    pub fields: Option<Vec<Name>>,
    pub initial: Vec<Name>,
    pub heap: Vec<HeapEntry>,
    pub procs: Vec<Proc>,
}

/// `g = a` or `a.f = b` in the initial heap.
#[derive(Debug)]
pub struct HeapEntry {
    /// A global, or an object if there is a field.
    pub subject: Name,
    pub field: Option<Name>,
    /// An object; `None` is nil.
    pub object: Option<Name>,
}

#[derive(Debug)]
pub struct Proc {
    pub name: Name,
    pub params: Vec<Name>,
    /// Variables whose values at the end are the results.
    pub results: Vec<Name>,
    /// `None` if no line declares locals: then all variables that are not global are local.
    pub locals: Option<Vec<Name>>,
    /// Name, parameters and results: what a return is shown as.
    pub header: Span,
    pub body: Stmt,
}

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    Skip,
    /// As many targets as values.
    Assign {
        targets: Vec<Path>,
        values: Vec<Value>,
    },
    /// The object of a method call is the first argument. Without targets, results are dropped.
    Call {
        targets: Vec<Path>,
        callee: Name,
        args: Vec<Value>,
    },
    Assert {
        condition: Condition,
        message: Option<String>,
    },
    /// `[c] B`; a guard alone has an empty body.
    Guard {
        test: Test,
        body: Box<Stmt>,
    },
    /// `B + B`, two branches at least.
    Choice(Vec<Stmt>),
    /// `B ; B`. Empty for `{ }`, which does nothing and is no step.
    Seq(Vec<Stmt>),
    If {
        /// The conditions of `if` and `else if`, one at least, in order.
        arms: Vec<(Test, Stmt)>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        test: Test,
        body: Box<Stmt>,
    },
    Labelled {
        labels: Vec<Name>,
        body: Box<Stmt>,
    },
}

/// A condition that decides where control goes.
#[derive(Debug)]
pub struct Test {
    pub condition: Condition,
    /// The word before it and the brackets around it.
    pub span: Span,
}

/// A variable and fields behind it.
#[derive(Debug)]
pub struct Path {
    pub root: Name,
    pub fields: Vec<Name>,
}

impl Path {
    pub fn span(&self) -> Span {
        self.fields.last().map_or(self.root.span, |last| self.root.span.to(last.span))
    }
}

/// What is assigned, passed, or compared. `New` is never compared.
#[derive(Debug)]
pub enum Value {
    New(Span),
    Nil(Span),
    Path(Path),
}

impl Value {
    pub fn span(&self) -> Span {
        match self {
            Value::New(span) | Value::Nil(span) => *span,
            Value::Path(path) => path.span(),
        }
    }
}

#[derive(Debug)]
pub enum Condition {
    Constant(bool),
    Compare { is_equal: bool, left: Value, right: Value },
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}
