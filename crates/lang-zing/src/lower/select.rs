//! `select`, and the procedures that look at things for it.

use base::{IndexVec, Span};
use ir::{BlockId, Expr, Place, Probe, ProcBuilder, TermOp};

use super::body::{BodyLowerer, Escape};
use super::types::Container;
use crate::hir::{Effects, ExprId, GuardKind, Join, LabelId, Ty, Var};

/// Where the message of a `receive` goes when its alternative is taken.
#[derive(Clone, Copy)]
enum Delivery {
    /// Straight to the variable.
    Done(Place),
    /// From here to the target.
    From(Place),
    /// No message.
    None,
}

impl BodyLowerer<'_, '_> {
    pub(super) fn select(&mut self, joins: &[Join], first: bool, end: bool, span: Span) {
        let late = std::mem::take(&mut self.late_begin);
        let labels = std::mem::take(&mut self.late_labels);
        let deliveries: Vec<Vec<Delivery>> = joins.iter().map(|join| self.deliveries(join)).collect();
        let guards: Vec<Vec<ir::Guard>> =
            joins.iter().zip(&deliveries).map(|(join, deliveries)| self.guards(join, deliveries)).collect();
        let targets: Vec<BlockId> = joins.iter().map(|_| self.new_block()).collect();
        let wait =
            |lowerer: &mut Self, targets: &[BlockId]| {
                let joins = joins.iter().zip(&guards).zip(targets).map(|((join, guards), &target)| {
                    ir::Join { guards: guards.clone(), target, span: Some(join.span) }
                });
                lowerer.begin(span);
                lowerer.terminate(TermOp::Select { joins: joins.collect(), first, end });
            };
        if late && !labels.is_empty() {
            let entries: Vec<BlockId> = joins.iter().map(|_| self.new_block()).collect();
            wait(self, &entries);
            self.enter_late(&entries, &targets);
            self.place_labels(&labels);
        }
        wait(self, &targets);
        let depth = self.depth;
        let exit = self.new_block();
        for ((join, deliveries), target) in joins.iter().zip(&deliveries).zip(targets) {
            self.switch_to(target);
            self.go_on(join.span);
            if late && labels.is_empty() {
                self.depth = depth;
                self.begin_atomic();
            }
            self.deliver(join, deliveries);
            self.stmt(&join.body);
            self.goto(exit);
        }
        self.switch_to(exit);
    }

    /// Opens the atomic section behind each alternative. From here on it is open.
    fn enter_late(&mut self, entries: &[BlockId], targets: &[BlockId]) {
        let depth = self.depth;
        for (&entry, &target) in entries.iter().zip(targets) {
            self.switch_to(entry);
            self.depth = depth;
            self.begin_atomic();
            self.goto(target);
        }
        self.depth = depth + 1;
    }

    /// Lets labels before the `select` stand for a second one, inside the atomic section.
    fn place_labels(&mut self, labels: &[LabelId]) {
        let Some((&last, others)) = labels.split_last() else { return };
        let block = self.label_block(last);
        for &label in others {
            let other = self.label_block(label);
            self.switch_to(other);
            self.goto(block);
        }
        self.switch_to(block);
    }

    /// Decides for each guard where its message goes.
    fn deliveries(&mut self, join: &Join) -> Vec<Delivery> {
        let mut deliveries = Vec::with_capacity(join.guards.len());
        for guard in &join.guards {
            deliveries.push(match guard.kind {
                GuardKind::Receive { channel, target } => match self.plain_variable(target) {
                    Some(place) => Delivery::Done(place),
                    None => {
                        let Ty::Chan(id) = self.hir.exprs[channel].ty else {
                            unreachable!("messages come from channels")
                        };
                        let ty = self.cx.types.element(self.hir, self.hir.content(id), Container::Sequence);
                        Delivery::From(self.temp(ty).into())
                    }
                },
                GuardKind::Wait(_) | GuardKind::Event(_) | GuardKind::Timeout => Delivery::None,
            });
        }
        deliveries
    }

    fn guards(&mut self, join: &Join, deliveries: &[Delivery]) -> Vec<ir::Guard> {
        let mut guards = Vec::with_capacity(join.guards.len());
        for (guard, delivery) in join.guards.iter().zip(deliveries) {
            guards.push(match (&guard.kind, *delivery) {
                (GuardKind::Wait(condition), _) => ir::Guard::Wait(self.probe(*condition, guard.span)),
                (GuardKind::Receive { channel, .. }, Delivery::Done(dst) | Delivery::From(dst)) => {
                    ir::Guard::Receive { channel: self.probe(*channel, guard.span), dst }
                }
                (GuardKind::Receive { .. }, Delivery::None) => unreachable!("a receive has a message"),
                (GuardKind::Event(_) | GuardKind::Timeout, _) => ir::Guard::Always,
            });
        }
        guards
    }

    /// What happens in the step of the `select` itself, once an alternative is taken.
    fn deliver(&mut self, join: &Join, deliveries: &[Delivery]) {
        for (guard, delivery) in join.guards.iter().zip(deliveries) {
            match (&guard.kind, *delivery) {
                (GuardKind::Receive { target, .. }, Delivery::From(place)) => {
                    self.with_temps(|lowerer| lowerer.deliver_message(*target, place.into()));
                }
                (GuardKind::Event(args), _) => {
                    self.with_temps(|lowerer| lowerer.trace("event", args));
                }
                (GuardKind::Wait(_) | GuardKind::Receive { .. } | GuardKind::Timeout, _) => {}
            }
        }
    }

    fn deliver_message(&mut self, target: ExprId, message: Expr) {
        let values = match self.hir.exprs[target].ty {
            ty @ Ty::Struct(_) => self.read_record(ty, Container::Sequence, message),
            _ => vec![message],
        };
        let access = self.access(target);
        self.write(access, values);
    }

    /// Something to look at: an expression if it is pure, otherwise a procedure of its own.
    fn probe(&mut self, id: ExprId, span: Span) -> Probe {
        let expr = &self.hir.exprs[id];
        if expr.effects == Effects::NONE && expr.height <= Expr::MAX_DEPTH as u32 {
            return Probe::Expr(self.scalar(id).expr);
        }
        self.observer(id, span)
    }

    /// A procedure that computes an expression from the variables that it reads.
    fn observer(&mut self, id: ExprId, span: Span) -> Probe {
        let exprs = &self.hir.exprs;
        let variables = exprs.variables(id);
        let this =
            self.this.filter(|_| exprs.uses_this(id)).map(|this| (this, self.builder.local_type(this)));
        let mut args: Vec<Expr> = this.map(|(this, _)| this.into()).into_iter().collect();
        args.extend(variables.iter().flat_map(|&var| self.vars[var].iter().copied().map(Expr::from)));
        let declared = &self.body().vars;
        let proc = self.cx.reserve();

        let builder = ProcBuilder::new("guard", span);
        let mut inner = BodyLowerer::new(&mut *self.cx, builder, span);
        inner.set_observer();
        inner.escape = Escape::Fault;
        inner.this = this.map(|(_, ty)| inner.builder.param("this", ty, span));
        inner.vars = IndexVec::filled(Vec::new(), declared.len());
        for var in variables {
            let Var { name, ty, span } = &declared[var];
            inner.vars[var] = inner.declare_leaves(name, *ty, *span, ProcBuilder::param);
        }
        let result = inner.plain_type(id);
        inner.builder.result(result);
        let value = inner.scalar(id);
        inner.terminate(TermOp::Return { values: vec![value.expr] });
        let lowered = inner.finish();
        self.cx.define(proc, lowered);
        Probe::Call { proc, args }
    }
}
