//! Threads and atomic sections.
//!
//! A program with one thread keeps nothing of them: the words around an atomic section are steps that do nothing. With
//! more, `start_thread goto L` starts a copy of the procedure that begins at `L` and has the variables as parameters.
//!
//! The core language wants atomic sections to be closed on every way through a procedure, which Boolean programs need
//! not do: [`unbalanced`] refuses those.

use base::{Diagnostic, Span};
use ir::facts::Cfg;
use ir::{CheckOp, Expr, Guard, Join, Op, Probe, Proc, Site, TermOp, ThreadOp};

use super::body::BodyLowerer;
use crate::ast::{self, Name};
use crate::codes;

impl BodyLowerer<'_> {
    pub(super) fn spawn(&mut self, callee: Name, args: &[ast::Expr], span: Span) {
        let proc = self.cx.names.proc_ids[&callee.symbol];
        let mut args: Vec<Expr> = args.iter().map(|arg| self.expr(arg, span)).collect();
        args.extend(self.holds.map(|_| Expr::FALSE));
        self.push(span, Op::Thread(ThreadOp::Spawn { proc, args }));
    }

    pub(super) fn spawn_at(&mut self, label: Name, span: Span) {
        let Some(id) = self.id else { return };
        let proc = self.cx.starts[&(id, label.symbol)];
        let args = self.all_locals();
        self.push(span, Op::Thread(ThreadOp::Spawn { proc, args }));
    }

    pub(super) fn atomic(&mut self, op: Op, span: Span) {
        if self.cx.names.has_threads {
            self.push(span, op);
        }
    }

    /// A procedure that is not called returns. Any other stands still forever: its callers have nothing more to do.
    pub(super) fn end_thread(&mut self, span: Span) {
        let is_called = self.id.is_some_and(|id| self.cx.names.called.contains(&id));
        let site = self.site(span);
        if self.is_thread || !is_called {
            let values = self.builder.results().iter().map(|_| Expr::FALSE).collect();
            self.builder.terminate(site, TermOp::Return { values });
        } else if self.cx.names.has_threads {
            let guards = vec![Guard::Wait(Probe::Expr(Expr::FALSE))];
            let joins = vec![Join { guards, target: self.builder.current(), span: Some(span) }];
            self.builder.terminate(site, TermOp::Select { joins, first: false, end: true });
        } else {
            // The end of the only thread is the end of the execution.
            self.builder.push(site, Op::Check(CheckOp::Assume { condition: Expr::FALSE }));
            let after = self.builder.new_block();
            self.builder.terminate(Site::step(span), TermOp::Goto { targets: vec![after] });
            self.builder.switch_to(after);
        }
    }
}

/// What is wrong with the atomic sections of a procedure: the first place at which they are not balanced.
pub(super) fn unbalanced(proc: &Proc) -> Option<Diagnostic> {
    let cfg = Cfg::new(proc);
    let mut depth_at: base::IndexVec<ir::BlockId, Option<usize>> =
        base::IndexVec::filled(None, proc.blocks.len());
    depth_at[proc.entry()] = Some(0);
    for &block in cfg.reverse_postorder() {
        let code = &proc.blocks[block];
        let mut depth = depth_at[block]?;
        for instr in &code.instrs {
            if instr.op == Op::Thread(ThreadOp::AtomicBegin) {
                depth += 1;
            } else if instr.op == Op::Thread(ThreadOp::AtomicEnd) {
                let Some(outer) = depth.checked_sub(1) else {
                    return Some(refused("An atomic section ends that never began.", instr.site.span));
                };
                depth = outer;
            }
        }
        let span = code.terminator.site.span.or(code.instrs.last().and_then(|instr| instr.site.span));
        let is_end = matches!(code.terminator.op, TermOp::Return { .. } | TermOp::Select { .. });
        if depth > 0 && is_end {
            return Some(refused("A procedure or thread ends inside an atomic section.", span));
        }
        for &to in cfg.successors(block) {
            if *depth_at[to].get_or_insert(depth) != depth {
                let site = proc.blocks[to].site(0);
                return Some(refused(
                    "A place can be reached both inside and outside an atomic section.",
                    site.span.or(span),
                ));
            }
        }
    }
    None
}

fn refused(message: &str, span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::unsupported(&codes::UNBALANCED_ATOMIC, message)
        .help("close the section on every way, or write `atomic begin .. end`");
    match span {
        Some(span) => diagnostic.at(span, "not balanced here"),
        None => diagnostic,
    }
}
