//! Whether control can reach the end of a body.
//!
//! Errs on the side of "no" where jumps make the answer hard; the answer only decides about a warning.

use ir::Value;

use crate::hir::{ExprArena, ExprId, ExprKind, Stmt, StmtKind};

/// Whether some path may lead through all the statements.
pub(super) fn completes(stmts: &[Stmt], exprs: &ExprArena) -> bool {
    let mut live = true;
    for stmt in stmts {
        live |= matches!(stmt.kind, StmtKind::Labelled { .. });
        live = live && statement_completes(stmt, exprs);
    }
    live
}

fn statement_completes(stmt: &Stmt, exprs: &ExprArena) -> bool {
    let one = |stmt: &Stmt| statement_completes(stmt, exprs);
    match &stmt.kind {
        StmtKind::Block(stmts) | StmtKind::Atomic(stmts) => completes(stmts, exprs),
        StmtKind::Labelled { body, .. } => one(body),
        StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Raise(_) => false,
        StmtKind::If { arms, otherwise } => {
            arms.iter().any(|(_, body)| one(body)) || otherwise.as_ref().is_none_or(|body| one(body))
        }
        StmtKind::While { condition, .. } => !is_constant(exprs, *condition, true),
        StmtKind::Try { body, handlers } => {
            completes(body, exprs) || handlers.iter().any(|handler| one(&handler.body))
        }
        StmtKind::Select { joins, .. } => joins.iter().any(|join| one(&join.body)),
        StmtKind::Assert { condition, .. } | StmtKind::Assume(condition) => {
            !is_constant(exprs, *condition, false)
        }
        StmtKind::Assign(_)
        | StmtKind::SetUpdate { .. }
        | StmtKind::Eval(_)
        | StmtKind::Foreach { .. }
        | StmtKind::Async(_)
        | StmtKind::Accept(_)
        | StmtKind::Trace { .. }
        | StmtKind::Send { .. }
        | StmtKind::Yield => true,
    }
}

fn is_constant(exprs: &ExprArena, condition: ExprId, truth: bool) -> bool {
    matches!(exprs[condition].kind, ExprKind::Const(Value::Bool(value)) if value == truth)
}
