//! Typed statements, and the bodies they make up.

use base::{IndexVec, Span};

use super::{ExceptionId, ExprId, MethodId, Ty};

base::typed_id!(
    /// A parameter or local variable of a body.
    VarId,
    "var"
);
base::typed_id!(
    /// A label of a body.
    LabelId,
    "label"
);
base::typed_id!(
    /// The handlers around a place in a body.
    FilterId,
    "filter"
);

/// The code of a method, with its variables.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// The parameters come first, in order.
    pub(crate) vars: IndexVec<VarId, Var>,
    pub(crate) labels: IndexVec<LabelId, Label>,
    pub(crate) stmts: Vec<Stmt>,
    /// The closing brace, where control falls off the end.
    pub(crate) end: Option<Span>,
    /// Where exceptions may come from.
    pub(crate) raise_sites: Vec<RaiseSite>,
    pub(crate) filters: IndexVec<FilterId, Filter>,
}

#[derive(Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Label {
    pub(crate) name: String,
    pub(crate) span: Span,
    /// Stands inside an `atomic` block.
    pub(crate) in_atomic: bool,
}

/// A `raise` or a call, and the handlers around it.
#[derive(Debug)]
pub(crate) struct RaiseSite {
    pub(crate) source: RaiseSource,
    pub(crate) filter: Option<FilterId>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum RaiseSource {
    Raise(ExceptionId),
    Call(MethodId),
}

/// The handlers of one `try`, seen from its body.
#[derive(Debug)]
pub(crate) struct Filter {
    pub(crate) outer: Option<FilterId>,
    pub(crate) catches: Vec<Catch>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Catch {
    Named(ExceptionId),
    Any,
}

impl Body {
    /// Whether an exception that appears under these handlers leaves the method.
    pub(crate) fn escapes(&self, exception: ExceptionId, filter: Option<FilterId>) -> bool {
        let mut next = filter;
        while let Some(filter) = next {
            let Filter { outer, catches } = &self.filters[filter];
            if catches.iter().any(|catch| catch.takes(exception)) {
                return false;
            }
            next = *outer;
        }
        true
    }
}

impl Catch {
    pub(crate) fn takes(self, exception: ExceptionId) -> bool {
        match self {
            Catch::Named(name) => name == exception,
            Catch::Any => true,
        }
    }
}

/// A statement and the place that a trace shows for it.
#[derive(Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum StmtKind {
    Block(Vec<Stmt>),
    Atomic(Vec<Stmt>),
    Labelled {
        label: LabelId,
        body: Box<Stmt>,
    },
    Goto(LabelId),
    /// From the innermost assignment outwards: the place, and the value for it, in which
    /// [`ExprKind::Carried`](super::ExprKind::Carried) stands for what the assignment before has assigned.
    Assign(Vec<(ExprId, ExprId)>),
    SetUpdate {
        op: SetOp,
        set: ExprId,
        operand: ExprId,
    },
    /// A call or `new` whose value is not used.
    Eval(ExprId),
    /// `if ... else if ... else ...`, with a condition for each arm.
    If {
        arms: Vec<(ExprId, Stmt)>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: ExprId,
        body: Box<Stmt>,
    },
    /// `value` is what the variable gets, made from an element, which is
    /// [`ExprKind::Carried`](super::ExprKind::Carried) in it.
    Foreach {
        variable: ExprId,
        value: ExprId,
        over: Collection,
        collection: ExprId,
        body: Box<Stmt>,
    },
    Return(Option<ExprId>),
    /// A call.
    Async(ExprId),
    Assert {
        condition: ExprId,
        message: Option<String>,
    },
    Assume(ExprId),
    Accept(ExprId),
    Trace {
        text: String,
        args: Vec<ExprId>,
    },
    Send {
        channel: ExprId,
        value: ExprId,
    },
    Yield,
    Raise(ExceptionId),
    Try {
        body: Vec<Stmt>,
        handlers: Vec<Handler>,
    },
    Select {
        joins: Vec<Join>,
        first: bool,
        end: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetOp {
    Add,
    Remove,
    Union,
    Difference,
}

/// What `foreach` runs over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Collection {
    Array,
    Set,
}

#[derive(Debug)]
pub(crate) struct Handler {
    pub(crate) catch: Catch,
    pub(crate) body: Stmt,
}

#[derive(Debug)]
pub(crate) struct Join {
    pub(crate) guards: Vec<Guard>,
    pub(crate) body: Stmt,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Guard {
    pub(crate) kind: GuardKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum GuardKind {
    Wait(ExprId),
    Receive { channel: ExprId, target: ExprId },
    Event([ExprId; 3]),
    Timeout,
}
