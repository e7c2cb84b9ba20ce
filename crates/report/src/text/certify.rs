//! What the checker of certificates says, as text.

use annotate_snippets::Level;
use base::SourceMap;

use super::paint::{Painter, Role, counted, counted_as, printable};
use super::snippet::{self, Mark, Message};
use super::{TextOptions, Verbosity};
use crate::twin::certify::{CertifyReport, Checked, Finding};

/// One line, with the place of the trouble above it where there is one.
pub fn certify(report: &CertifyReport, sources: &SourceMap, options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    match &report.finding {
        Finding::Accepted(checked) => accepted(report, painter, &figures(checked), options),
        Finding::Refused { message, location } => {
            let (certificate, file) = (printable(&report.certificate), printable(&report.file));
            let refused = painter.paint(Role::Violated, "certificate refused");
            let brief = format!("{refused}: {certificate}: {}\n", printable(message));
            let bar = painter.paint(Role::Gutter, "=");
            let worth = format!("  {bar} it proves nothing of {file}, neither good nor bad\n");
            match (location, options.verbosity) {
                (_, Verbosity::Quiet) => brief,
                (None, Verbosity::Normal | Verbosity::Verbose) => brief + &worth,
                (Some(location), Verbosity::Normal | Verbosity::Verbose) => {
                    let marks = vec![Mark::first_line(location, "")];
                    let (level, id) = (Level::ERROR, "certificate");
                    let message = Message { level, id, text: message, marks, notes: &[], help: None };
                    let place = snippet::render(&message, sources, painter);
                    format!("{place}\n{refused}: {certificate}\n{worth}")
                }
            }
        }
    }
}

fn accepted(report: &CertifyReport, painter: Painter, figures: &[String], options: TextOptions) -> String {
    let mut text =
        format!("{}: {}\n", painter.paint(Role::Holds, "certificate accepted"), figures.join(", "));
    if options.verbosity > Verbosity::Quiet {
        let bar = painter.paint(Role::Gutter, "=");
        let (file, sentence) = (printable(&report.file), printable(&report.property.sentence()));
        text += &format!("  {bar} in {file}, {sentence}\n");
    }
    text
}

fn figures(checked: &Checked) -> [String; 4] {
    match checked {
        Checked::Summaries { summaries, effects, calls_covered, states } => [
            counted_as(*summaries, "summary", "summaries"),
            counted(*effects, "effect"),
            format!("{} covered", counted(*calls_covered, "call")),
            format!("{} of procedures", counted(*states, "state")),
        ],
        Checked::Pushdown { heads, instances, facts, calls, returns } => [
            counted(*heads, "head"),
            counted(*instances, "instance"),
            counted(*facts, "fact"),
            format!("{} and {} followed", counted(*calls, "call"), counted(*returns, "return")),
        ],
        Checked::Boolean { procedures, invariants, nodes, questions } => [
            counted(*procedures, "procedure"),
            counted(*invariants, "invariant"),
            format!("{} of formulas", counted(*nodes, "node")),
            format!("{} to the solver", counted(*questions, "question")),
        ],
    }
}
