//! Checks where labels stand.

use super::{Report, Rule};
use crate::labels::{Label, LabelKind};
use crate::program::{Proc, ProcId};

/// The blocks of the labels are known to exist.
pub(super) fn check(report: &mut Report<'_>, id: ProcId) {
    let proc = &report.program.procs[id];
    for (number, label) in proc.labels.iter().enumerate() {
        let before = &proc.labels[..number];
        if let Some(problem) = problem(proc, label, before) {
            (report.block, report.index, report.span) = (Some(label.block), Some(label.index), label.span);
            let what = label.name().map_or("a stuck place".to_owned(), |name| format!("the label {name:?}"));
            report.error(Rule::Labels, format!("{what} {problem}"));
        }
    }
}

fn problem(proc: &Proc, label: &Label, before: &[Label]) -> Option<&'static str> {
    if !label.fits(&proc.blocks[label.block]) {
        return Some(match label.kind {
            LabelKind::Named(_) => "stands where no step begins",
            LabelKind::Stuck => "does more than to stay",
        });
    }
    if before.last().is_some_and(|last| last.place() > label.place()) {
        return Some("comes after one that stands behind it");
    }
    let mut here = before.iter().rev().take_while(|other| other.place() == label.place());
    here.any(|other| other.kind == label.kind).then_some("stands twice at one place")
}
