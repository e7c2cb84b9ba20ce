//! The truth of a quantified Boolean formula, as text.

use super::paint::{Painter, Role, counted};
use super::{TextOptions, Verbosity};
use crate::twin::qbf::{QbfAnswer, QbfFigures, QbfReport};

/// The answer in one line; then the values of the outer variables as a line of literals that begins with `v`, as SAT
/// solvers write it.
pub fn qbf(report: &QbfReport, options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    let mut text = match report.answer {
        QbfAnswer::True => painter.paint(Role::Holds, "true"),
        QbfAnswer::False => painter.paint(Role::Violated, "false"),
        QbfAnswer::Unknown => {
            let unknown = painter.paint(Role::Unknown, "unknown");
            format!("{unknown}: the time is up, or the expanded formula has grown too large")
        }
    };
    text.push('\n');
    if let (Some(literals), true) = (&report.outer, options.verbosity > Verbosity::Quiet) {
        let literals: String = literals.iter().map(|literal| format!("{literal} ")).collect();
        text += &format!("v {literals}0\n");
    }
    if options.stats {
        text += &figures(&report.stats, painter);
    }
    text
}

fn figures(stats: &QbfFigures, painter: Painter) -> String {
    let QbfFigures { rounds, sat_calls, conflicts, nodes } = *stats;
    let figures = [
        counted(rounds, "round"),
        counted(sat_calls, "SAT call"),
        counted(conflicts, "conflict"),
        counted(nodes, "node"),
    ];
    format!("  {} {}\n", painter.paint(Role::Gutter, "="), figures.join(", "))
}
