//! Checks that expressions are not too deep and that all ids in code are in range, so that everything after may
//! recurse over expressions and index without care.

use base::{Id, IndexVec};

use super::declarations::type_problem;
use super::{Report, Rule};
use crate::instr::{Choice, Expr, Guard, Op, Place, Probe, TermOp};
use crate::program::{Proc, ProcId};
use crate::types::Type;

pub(super) fn check(report: &mut Report<'_>, id: ProcId) {
    let proc = &report.program.procs[id];
    let mut ids = Ids { report, proc };
    for (block, code) in proc.blocks.iter_enumerated() {
        for (index, instr) in code.instrs.iter().enumerate() {
            ids.report.enter_point(block, index);
            ids.op(&instr.op);
        }
        ids.report.enter_point(block, code.instrs.len());
        ids.terminator(&code.terminator.op);
    }
}

struct Ids<'r, 'a> {
    report: &'r mut Report<'a>,
    proc: &'a Proc,
}

impl Ids<'_, '_> {
    fn id<I: Id, T>(&mut self, id: I, of: &IndexVec<I, T>) {
        if id.index() >= of.len() {
            self.report.error(Rule::IdsInRange, format!("there is no {id}"));
        }
    }

    fn place(&mut self, place: Place) {
        match place {
            Place::Local(local) => self.id(local, &self.proc.locals),
            Place::Global(global) => self.id(global, &self.report.program.globals),
        }
    }

    fn ty(&mut self, ty: Type) {
        if let Some((rule, problem)) = type_problem(self.report.program, ty) {
            self.report.error(rule, problem);
        }
    }

    /// Walks with a stack of its own, since the depth is what it is to find out.
    fn expr(&mut self, expr: &Expr) {
        let mut pending = vec![(expr, 1)];
        while let Some((expr, depth)) = pending.pop() {
            if depth > Expr::MAX_DEPTH {
                let limit = Expr::MAX_DEPTH;
                self.report.error(Rule::ExpressionDepth, format!("an expression is deeper than {limit}"));
                return;
            }
            match expr {
                Expr::Const(_) | Expr::SelfId => {}
                Expr::Local(local) => self.place(Place::Local(*local)),
                Expr::Global(global) => self.place(Place::Global(*global)),
                Expr::Unary { op: _, ty, arg } => {
                    self.ty(*ty);
                    pending.push((arg, depth + 1));
                }
                Expr::Binary { op: _, ty, left, right } => {
                    self.ty(*ty);
                    pending.extend([(&**left, depth + 1), (&**right, depth + 1)]);
                }
                Expr::Convert { from, to, arg } => {
                    self.ty(*from);
                    self.ty(*to);
                    pending.push((arg, depth + 1));
                }
            }
        }
    }

    fn op(&mut self, op: &Op) {
        op.for_each_expr(|expr| self.expr(expr));
        op.dst().into_iter().for_each(|dst| self.place(dst));
        let program = self.report.program;
        match op {
            Op::Load { field, .. } | Op::Store { field, .. } => self.id(*field, &program.fields),
            Op::New { class, .. } | Op::Cast { class, .. } | Op::InstanceOf { class, .. } => {
                self.id(*class, &program.classes);
            }
            Op::Choose { from, .. } => match from {
                Choice::Enum(id) => self.ty(Type::Enum(*id)),
                Choice::Bool | Choice::Range { .. } | Choice::Element(_) => {}
            },
            Op::Spawn { proc, .. } => self.id(*proc, &program.procs),
            Op::Assign { .. }
            | Op::LoadElement { .. }
            | Op::StoreElement { .. }
            | Op::Size { .. }
            | Op::SetAdd { .. }
            | Op::SetRemove { .. }
            | Op::SetUnion { .. }
            | Op::SetDifference { .. }
            | Op::Contains { .. }
            | Op::Send { .. }
            | Op::Assume { .. }
            | Op::Assert { .. }
            | Op::Fault { .. }
            | Op::Accept { .. }
            | Op::Trace { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Yield => {}
        }
    }

    fn terminator(&mut self, op: &TermOp) {
        op.for_each_expr(|expr| self.expr(expr));
        op.dsts().into_iter().for_each(|dst| self.place(dst));
        op.targets().into_iter().for_each(|target| self.id(target, &self.proc.blocks));
        let program = self.report.program;
        match op {
            TermOp::SwitchClass { cases, .. } => {
                cases.iter().for_each(|(class, _)| self.id(*class, &program.classes));
            }
            TermOp::Call { proc, .. } => self.id(*proc, &program.procs),
            TermOp::Select { joins, .. } => {
                for probe in joins.iter().flat_map(|join| &join.guards).filter_map(Guard::probe) {
                    match probe {
                        Probe::Call { proc, .. } => self.id(*proc, &program.procs),
                        Probe::Expr(_) => {}
                    }
                }
            }
            TermOp::Goto { .. } | TermOp::Branch { .. } | TermOp::Switch { .. } | TermOp::Return { .. } => {}
        }
    }
}
