//! Boolean programs: what the engines read, and nothing that they would have to reject.
//!
//! A [`BoolProgram`] is made from a program of the core language by `TryFrom`; what keeps a program from being one is
//! the [`Refusal`](crate::refusal::Refusal). After that no engine meets an instruction, a terminator or an expression
//! that no Boolean program has. Procedures, blocks, variables and indices of instructions are those of the core
//! language, so that traces, proofs and summaries speak of the program that was given.
//!
//! Calls, returns and checks have ids of their own: who has one knows that there is a call, a return or a check, and
//! need not look for it at the end of a block or among its instructions.

use base::{Id, IndexVec, typed_id};
use ir::{BlockId, GlobalId, LocalId, Place, ProcId, Program};
use machine::Failure;

use crate::representation::At;

typed_id!(
    /// An assertion or a fault.
    CheckId,
    "check"
);
typed_id!(
    /// A block that ends with a call.
    CallId,
    "call"
);
typed_id!(
    /// A block that ends with a return.
    ReturnId,
    "return"
);

/// A sequential program whose variables are all true or false.
#[derive(Debug)]
pub(crate) struct BoolProgram<'p> {
    /// What it was made from: facts about control flow are computed there, and executions are replayed there.
    pub(crate) source: &'p Program,
    pub(crate) n_globals: usize,
    pub(crate) procs: IndexVec<ProcId, Proc>,
    pub(crate) checks: IndexVec<CheckId, Check>,
    pub(crate) calls: IndexVec<CallId, Call>,
    pub(crate) returns: IndexVec<ReturnId, Return>,
}

#[derive(Debug)]
pub(crate) struct Proc {
    pub(crate) n_locals: usize,
    pub(crate) n_results: usize,
    pub(crate) blocks: IndexVec<BlockId, Block>,
}

#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) acts: Vec<Act>,
    pub(crate) end: End,
}

/// What an instruction does to values.
#[derive(Debug)]
pub(crate) enum Act {
    Assign(Place, Expr),
    /// Any value.
    Choose(Place),
    Assume(Expr),
    Assert(Expr, CheckId),
    Fail(CheckId),
    Nothing,
}

/// The end of a block.
#[derive(Debug)]
pub(crate) enum End {
    /// To any one of the targets.
    Goto(Vec<BlockId>),
    Branch {
        condition: Expr,
        then_to: BlockId,
        else_to: BlockId,
    },
    Call(CallId),
    Return(ReturnId),
}

/// A truth value, from the values of variables.
#[derive(Debug)]
pub(crate) enum Expr {
    Constant(bool),
    Variable(Place),
    Not(Box<Expr>),
    And(Box<[Expr; 2]>),
    Or(Box<[Expr; 2]>),
    Equal(Box<[Expr; 2]>),
    Differ(Box<[Expr; 2]>),
}

/// Where the program can fail.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) at: At,
    /// Of the instruction in its block.
    pub(crate) index: usize,
    /// How it fails.
    pub(crate) failure: Failure,
}

/// The end of a block that calls a procedure.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) at: At,
    pub(crate) callee: ProcId,
    pub(crate) args: Vec<Expr>,
    /// Written in order.
    pub(crate) results: Vec<Place>,
    pub(crate) next: BlockId,
}

/// The end of a block that returns.
#[derive(Debug)]
pub(crate) struct Return {
    pub(crate) at: At,
    pub(crate) values: Vec<Expr>,
}

impl BoolProgram<'_> {
    pub(crate) fn globals(&self) -> impl Iterator<Item = GlobalId> + use<> {
        (0..self.n_globals).map(Id::new)
    }
}

impl Proc {
    pub(crate) fn entry(&self) -> BlockId {
        Id::new(0)
    }

    pub(crate) fn locals(&self) -> impl Iterator<Item = LocalId> + use<> {
        (0..self.n_locals).map(Id::new)
    }
}

impl Act {
    /// The variable that gets another value.
    pub(crate) fn written(&self) -> Option<Place> {
        match self {
            Act::Assign(place, _) | Act::Choose(place) => Some(*place),
            Act::Assume(_) | Act::Assert(..) | Act::Fail(_) | Act::Nothing => None,
        }
    }

    /// The expression that is evaluated.
    pub(crate) fn expr(&self) -> Option<&Expr> {
        match self {
            Act::Assign(_, expr) | Act::Assume(expr) | Act::Assert(expr, _) => Some(expr),
            Act::Choose(_) | Act::Fail(_) | Act::Nothing => None,
        }
    }
}

/// The depth of an expression is bounded, so all of this may recur.
impl Expr {
    /// Its value, where variables have these.
    pub(crate) fn eval(&self, value: &impl Fn(Place) -> bool) -> bool {
        match self {
            Expr::Constant(truth) => *truth,
            Expr::Variable(place) => value(*place),
            Expr::Not(arg) => !arg.eval(value),
            Expr::And(args) => args[0].eval(value) && args[1].eval(value),
            Expr::Or(args) => args[0].eval(value) || args[1].eval(value),
            Expr::Equal(args) => args[0].eval(value) == args[1].eval(value),
            Expr::Differ(args) => args[0].eval(value) != args[1].eval(value),
        }
    }

    /// Its variables, from left to right, with repetitions.
    pub(crate) fn variables(&self) -> Vec<Place> {
        let mut found = Vec::new();
        self.add_variables(&mut found);
        found
    }

    fn add_variables(&self, found: &mut Vec<Place>) {
        match self {
            Expr::Constant(_) => {}
            Expr::Variable(place) => found.push(*place),
            Expr::Not(arg) => arg.add_variables(found),
            Expr::And(args) | Expr::Or(args) | Expr::Equal(args) | Expr::Differ(args) => {
                args.iter().for_each(|arg| arg.add_variables(found));
            }
        }
    }
}
