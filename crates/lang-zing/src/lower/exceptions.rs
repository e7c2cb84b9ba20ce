//! `raise`, `try`, and what follows a call that may raise.

use std::collections::BTreeMap;

use base::Span;
use ir::{BinOp, BlockId, Expr, FaultKind, LocalId, TermOp};

use super::body::{BodyLowerer, Escape, Handlers, exception_number};
use crate::hir::{ExceptionId, Handler, MethodId, Stmt};

/// Where an exception leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Destination {
    /// A handler, and how many atomic sections are open there.
    Handler(BlockId, u32),
    /// Out of the procedure, as a result.
    Caller,
    /// Nowhere: the process ends.
    Fault(ExceptionId),
}

impl BodyLowerer<'_, '_> {
    fn destination_of(&self, exception: ExceptionId) -> Destination {
        for frame in self.handlers.iter().rev() {
            let taken = frame.catches.iter().find(|(catch, _)| catch.takes(exception));
            if let Some(&(_, block)) = taken {
                return Destination::Handler(block, frame.depth);
            }
        }
        match self.escape {
            Escape::Return => Destination::Caller,
            Escape::Fault => Destination::Fault(exception),
            Escape::Never => unreachable!("an exception leaves a method that raises none"),
        }
    }

    pub(super) fn raise(&mut self, exception: ExceptionId, span: Span) {
        self.begin(span);
        let number = Expr::int(exception_number(exception));
        let destination = self.destination_of(exception);
        self.go_to(destination, number);
    }

    /// Ends the current block on the way to where an exception leads.
    fn go_to(&mut self, destination: Destination, number: Expr) {
        match destination {
            Destination::Handler(block, depth) => {
                self.leave_atomic(depth);
                self.terminate(TermOp::Goto { targets: vec![block] });
            }
            Destination::Caller => self.return_exception(number),
            Destination::Fault(exception) => {
                let name = self.hir.exceptions[exception].clone();
                self.fault(FaultKind::UnhandledException(name));
            }
        }
    }

    /// After a call: goes on if there is no exception, and otherwise to where it leads.
    pub(super) fn dispatch_exception(&mut self, callee: MethodId, exception: LocalId) {
        let leaving: Vec<ExceptionId> = self.cx.raises.leaving(callee).iter().copied().collect();
        let mut blocks: BTreeMap<Destination, BlockId> = BTreeMap::new();
        let mut cases = Vec::with_capacity(leaving.len());
        for raised in leaving {
            let destination = self.destination_of(raised);
            let block = match destination {
                Destination::Handler(block, depth) if depth == self.depth => block,
                _ => *blocks.entry(destination).or_insert_with(|| self.builder.new_block()),
            };
            cases.push((exception_number(raised), block));
        }
        let normal = self.new_block();
        let only = cases.first().map(|case| case.1).filter(|&first| cases.iter().all(|case| case.1 == first));
        self.terminate(match only {
            Some(raised) => TermOp::Branch {
                condition: Expr::binary(BinOp::Eq, self.cx.types.exception(), exception.into(), Expr::int(0)),
                then_to: normal,
                else_to: raised,
            },
            None => TermOp::Switch { value: exception.into(), cases, default: normal },
        });
        for (destination, block) in blocks {
            self.switch_to(block);
            self.go_to(destination, exception.into());
        }
        self.switch_to(normal);
    }

    pub(super) fn try_with(&mut self, body: &[Stmt], handlers: &[Handler]) {
        let catches: Vec<_> =
            handlers.iter().map(|handler| (handler.catch, self.builder.new_block())).collect();
        let blocks: Vec<BlockId> = catches.iter().map(|catch| catch.1).collect();
        let exit = self.new_block();
        self.handlers.push(Handlers { catches, depth: self.depth });
        self.block(body);
        self.handlers.pop();
        self.goto(exit);
        for (handler, block) in handlers.iter().zip(blocks) {
            self.switch_to(block);
            self.stmt(&handler.body);
            self.goto(exit);
        }
        self.switch_to(exit);
    }
}
