//! What the parser makes of a file: names are not resolved.
//!
//! Rows of operators are lists and not nests, so that walks over the tree go no deeper than [`MAX_NESTING`] however
//! long a row is.

use base::Span;

pub use base::syntax::Name;

/// How deep statements and expressions may stand in each other: walks over the tree recurse.
pub const MAX_NESTING: usize = 200;
/// How many results a procedure may have.
pub const MOST_RESULTS: usize = 1_000;

/// A whole file.
#[derive(Debug, Default)]
pub struct Unit {
    pub globals: Vec<Decl>,
    pub procs: Vec<Proc>,
}

/// A variable; without a value it starts with any.
#[derive(Debug)]
pub struct Decl {
    pub name: Name,
    pub value: Option<Expr>,
}

#[derive(Debug)]
pub struct Proc {
    pub name: Name,
    /// `None` if no type says it: then the first `return` does.
    pub results: Option<usize>,
    pub params: Vec<Name>,
    /// What is assumed at the beginning and behind every statement that may change a variable.
    pub enforce: Vec<Expr>,
    pub body: Vec<Stmt>,
    /// The word `end`: what the return at the end of the body is shown as.
    pub end: Span,
}

#[derive(Debug)]
pub struct Stmt {
    pub labels: Vec<Name>,
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    Skip,
    /// Variables of the whole procedure, wherever this stands. Their initial values are assigned here.
    Decl(Vec<Decl>),
    /// Everything is read before anything is written. A target `None` is `_`.
    Assign {
        targets: Vec<Option<Name>>,
        values: Vec<Expr>,
        constrain: Option<Expr>,
    },
    /// Without targets, results are dropped.
    Call {
        targets: Vec<Option<Name>>,
        callee: Name,
        args: Vec<Expr>,
    },
    Return(Vec<Expr>),
    /// To any one of these labels.
    Goto(Vec<Name>),
    /// `assume`, and `constrain` as a statement.
    Assume(Expr),
    Assert(Expr),
    /// Gives the whole execution up if the condition is true.
    AbortIf(Expr),
    /// The variables get any values.
    Dead(Vec<Name>),
    If {
        /// The conditions of `if` and `elsif`, one at least, in order.
        arms: Vec<(Test, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    While {
        test: Test,
        body: Vec<Stmt>,
    },
    /// A new thread at a label of this procedure, with copies of its variables.
    StartThreadAt(Name),
    StartThread {
        callee: Name,
        args: Vec<Expr>,
    },
    EndThread,
    AtomicBegin,
    AtomicEnd,
    Atomic(Vec<Stmt>),
    Block(Vec<Stmt>),
    /// Where a cooperative scheduler may switch threads.
    Sync,
    Print {
        text: String,
        args: Vec<Expr>,
    },
}

/// A condition that decides where control goes.
#[derive(Debug)]
pub struct Test {
    pub condition: Expr,
    /// The word before it, too.
    pub span: Span,
}

#[derive(Debug)]
pub enum Expr {
    Constant(bool),
    Var(Name),
    /// `'x` or `x'`: the value after the assignment.
    Next(Name),
    /// `*` or `?`: each time another value, perhaps.
    Choice,
    /// `schoose[a, b]`: true if `a`, else false if `b`, else any value.
    Schoose(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// Rows of `=`, `!=`, `^` and `<=>`: whether an odd number of the parts is true, or, negated, an even number.
    Odd {
        parts: Vec<Expr>,
        negated: bool,
    },
    /// `c1 ? v1 : c2 ? v2 : otherwise`.
    Cond {
        arms: Vec<(Expr, Expr)>,
        otherwise: Box<Expr>,
    },
}

impl Expr {
    /// Visits this expression and everything below it.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Expr)) {
        see(self);
        match self {
            Expr::Constant(_) | Expr::Var(_) | Expr::Next(_) | Expr::Choice => {}
            Expr::Not(inner) => inner.visit(see),
            Expr::Schoose(yes, no) => {
                yes.visit(see);
                no.visit(see);
            }
            Expr::And(parts) | Expr::Or(parts) | Expr::Odd { parts, negated: _ } => {
                parts.iter().for_each(|part| part.visit(see));
            }
            Expr::Cond { arms, otherwise } => {
                for (condition, value) in arms {
                    condition.visit(see);
                    value.visit(see);
                }
                otherwise.visit(see);
            }
        }
    }
}

/// Visits statements and those inside them, in order of the source.
pub fn visit_stmts<'a>(stmts: &'a [Stmt], see: &mut impl FnMut(&'a Stmt)) {
    for stmt in stmts {
        see(stmt);
        match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, body)| visit_stmts(body, see));
                visit_stmts(otherwise, see);
            }
            StmtKind::While { test: _, body } | StmtKind::Atomic(body) | StmtKind::Block(body) => {
                visit_stmts(body, see);
            }
            StmtKind::Skip
            | StmtKind::Decl(_)
            | StmtKind::Assign { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return(_)
            | StmtKind::Goto(_)
            | StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::AbortIf(_)
            | StmtKind::Dead(_)
            | StmtKind::StartThreadAt(_)
            | StmtKind::StartThread { .. }
            | StmtKind::EndThread
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Sync
            | StmtKind::Print { .. } => {}
        }
    }
}
