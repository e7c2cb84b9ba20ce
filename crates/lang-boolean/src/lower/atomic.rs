//! Getafix's global `atomic`: no thread switch happens while it is true.
//!
//! The core language has atomic sections, but they must be closed on every path through a procedure, and a variable can
//! be written anywhere. So each step asks for leave instead. Each procedure has one more parameter and one more result:
//! *holds*, whether `atomic` is true and this thread made it so.
//!
//! - Each step begins with `assume !atomic | holds`, so that it is discarded if another thread holds `atomic`.
//! - Each write of `atomic` is followed by `holds := atomic`, in the same step.
//! - Calls pass *holds* on and get it back; a new thread begins with false.
//!
//! Then, between steps, `atomic` is false and so is *holds* in all threads, or `atomic` is true and *holds* is true in
//! the thread that ran last and in no other. What remains is the start: `atomic` may be true when `init` has ended, and
//! to start the first thread is no switch. A global, *unheld*, is true until the first thread starts in this case, and
//! that thread takes it over.
//!
//! If a thread ends or waits while it holds `atomic`, no thread runs from then on: such an execution has no further
//! steps.
//!
//! Only programs with threads have these variables, and all of them are truth values.

use base::{Id, Span};
use ir::{BinOp, CheckOp, Expr, Global, GlobalId, Instr, Op, Place, Proc, ProcBuilder, Site, Type};

use super::Context;
use super::body::BodyLowerer;

/// The name of the parameter and result; no variable of a source has a space in its name outside braces.
pub(super) const HOLDS: &str = "holds atomic";

impl Context<'_> {
    /// The global *unheld*, after those of the file.
    fn unheld(&self) -> Option<GlobalId> {
        self.names.atomic.map(|_| GlobalId::new(self.file.globals.len()))
    }

    /// The globals that the source does not have.
    pub(super) fn hidden_globals(&self) -> Option<Global> {
        self.names.atomic.map(|_| Global { name: "atomic unheld".to_owned(), ty: Type::Bool, span: None })
    }

    /// Has the first thread to start take `atomic` over, if it is true. Returns what *holds* is then.
    pub(super) fn take_over(&self, builder: &mut ProcBuilder, span: Span) -> Option<Expr> {
        let (atomic, unheld) = (self.names.atomic?, self.unheld()?);
        let holds = builder.temp(Type::Bool);
        let inner = Site::inner(span);
        builder
            .push(Site::step(span), Op::Check(CheckOp::Assume { condition: leave(atomic, unheld.into()) }));
        builder.push(inner, Op::Assign { dst: holds.into(), value: atomic.into() });
        builder.push(inner, Op::Assign { dst: unheld.into(), value: Expr::FALSE });
        Some(holds.into())
    }
}

impl BodyLowerer<'_> {
    /// The instruction that a step begins with. The initial values of globals are no steps of a thread.
    pub(super) fn leave(&self) -> Option<Op> {
        let (atomic, holds) = (self.cx.names.atomic?, self.holds?);
        Some(Op::Check(CheckOp::Assume { condition: leave(atomic, holds.into()) }))
    }

    /// What a call passes on: the initial values hold `atomic` as long as they are alone.
    pub(super) fn passed_holds(&self) -> Option<Expr> {
        self.cx.names.atomic.map(|_| self.holds.map_or(Expr::TRUE, Expr::Local))
    }

    /// Where a call leaves it.
    pub(super) fn returned_holds(&mut self) -> Option<Place> {
        self.cx.names.atomic?;
        let place = match self.holds {
            Some(holds) => holds,
            None => self.temp(),
        };
        Some(place.into())
    }

    /// Follows a write of `place` in its step.
    pub(super) fn written(&mut self, place: Place, span: Span) {
        let (Some(atomic), Some(holds)) = (self.cx.names.atomic, self.holds) else { return };
        if place == Place::Global(atomic) {
            let value = atomic.into();
            self.builder.push(Site::inner(span), Op::Assign { dst: holds.into(), value });
        }
    }

    /// At the end of the initial values: the first thread may begin even if `atomic` is true.
    pub(super) fn leave_unheld(&mut self) {
        let (Some(atomic), Some(unheld)) = (self.cx.names.atomic, self.cx.unheld()) else { return };
        self.builder.push(Site::inner(None), Op::Assign { dst: unheld.into(), value: atomic.into() });
    }
}

/// Puts the test of a step before the entry of a procedure, unless its first statement has it.
pub(super) fn guard_entry(proc: &mut Proc, leave: Option<Op>, has_choices: bool) {
    let (entry, span) = (proc.entry(), proc.span);
    let Some(op) = leave else { return };
    if has_choices || !proc.blocks[entry].site(0).step {
        proc.insert_instrs(entry, 0, [Instr { op, site: Site::inner(span) }]);
    }
}

fn leave(atomic: GlobalId, holds: Expr) -> Expr {
    Expr::binary(BinOp::Or, Type::Bool, Expr::not(atomic.into()), holds)
}
