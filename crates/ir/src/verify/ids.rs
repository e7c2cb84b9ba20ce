//! Checks that expressions are not too deep and that all ids in code are in range, so that everything after may
//! recurse over expressions and index without care.

use base::{Id, IndexVec};

use super::declarations::type_problem;
use super::{Report, Rule};
use crate::instr::{Expr, Place};
use crate::program::{BlockId, ClassId, EnumId, FieldId, Proc, ProcId};
use crate::types::Type;
use crate::visit::Visitor;

pub(super) fn check(report: &mut Report<'_>, id: ProcId) {
    let proc = &report.program.procs[id];
    let mut ids = Ids { report, proc };
    proc.labels.iter().for_each(|label| ids.id(label.block, &proc.blocks));
    for (block, code) in proc.blocks.iter_enumerated() {
        for (index, instr) in code.instrs.iter().enumerate() {
            ids.report.enter_point(block, index);
            instr.op.visit(&mut ids);
        }
        ids.report.enter_point(block, code.instrs.len());
        code.terminator.op.visit(&mut ids);
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
                Expr::Round { from: _, to, rounding: _, arg } => {
                    self.ty(Type::Int(*to));
                    pending.push((arg, depth + 1));
                }
            }
        }
    }
}

impl Visitor for Ids<'_, '_> {
    fn operand(&mut self, expr: &Expr) {
        self.expr(expr);
    }

    fn written(&mut self, place: &Place) {
        self.place(*place);
    }

    fn class(&mut self, class: &ClassId) {
        self.id(*class, &self.report.program.classes);
    }

    fn field(&mut self, field: &FieldId) {
        self.id(*field, &self.report.program.fields);
    }

    fn enumeration(&mut self, id: &EnumId) {
        self.ty(Type::Enum(*id));
    }

    fn proc(&mut self, proc: &ProcId) {
        self.id(*proc, &self.report.program.procs);
    }

    fn target(&mut self, target: &BlockId) {
        self.id(*target, &self.proc.blocks);
    }
}
