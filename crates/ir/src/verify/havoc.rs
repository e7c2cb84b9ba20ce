//! Checks what a havoc may reach: only what any value can be written to, decision by decision.
//!
//! Types are followed from the operands and from what is written. References hold objects of the classes that their
//! types admit, so every object that a havoc meets when it is executed is of a class that is found here.

use super::operands::{Checker, Inferred};
use super::{Report, Rule};
use crate::facts::IdSet;
use crate::instr::{Expr, Place};
use crate::program::{ClassId, ClassKind};
use crate::types::Type;

impl Checker<'_, '_> {
    pub(super) fn havoc(&mut self, reach: &[Expr], dst: &[Place]) {
        let mut types = Vec::new();
        for reference in reach {
            self.reference("the operand", reference);
            if let Inferred::Type(ty) = self.infer(reference) {
                types.push(ty);
            }
        }
        types.extend(dst.iter().filter_map(|&place| self.types.place_type(place)));
        if let Some(problem) = problem_below(self.report, types) {
            self.report.error(Rule::Havoc, format!("a havoc reaches {problem}"));
        }
    }
}

/// The first thing that these types lead to and that cannot be havocked.
fn problem_below(report: &Report<'_>, mut pending: Vec<Type>) -> Option<String> {
    let program = report.program;
    let mut seen = IdSet::new(program.classes.len());
    while let Some(ty) = pending.pop() {
        if ty == Type::Decimal {
            return Some("a decimal".to_owned());
        }
        let fitting = program.classes.ids().filter(|&class| program.is_assignable(Type::Ref(class), ty));
        for class in fitting.collect::<Vec<ClassId>>() {
            if !seen.insert(class) {
                continue;
            }
            match &program.classes[class].kind {
                ClassKind::Record { .. } if report.frozen.contains(class) => {
                    return Some(format!("{class}, of which a set holds contents"));
                }
                ClassKind::Record { fields, .. } => {
                    pending.extend(fields.iter().map(|&field| program.fields[field].ty));
                }
                ClassKind::Array { element, length: _, above: _ } => pending.push(*element),
                ClassKind::Set { .. } | ClassKind::Channel { .. } => {
                    return Some(format!("{class}, which is no record and no array"));
                }
                ClassKind::Interface { .. } => {}
            }
        }
    }
    None
}
