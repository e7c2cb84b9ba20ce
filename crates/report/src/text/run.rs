//! A single execution as text.

use base::SourceMap;

use super::manner::Manner;
use super::paint::{Painter, Role, printable};
use super::{TextOptions, TraceStyle, Verbosity, violation};
use crate::twin::run::{Ending, RunReport};

/// The execution and how it ended.
pub fn run(report: &RunReport, sources: &SourceMap, options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    let verbosity = options.verbosity;
    let manner = Manner::new(options, &report.language);
    let mut text = String::new();
    if let (Some(trace), true) = (&report.trace, manner.trace != TraceStyle::None) {
        text += &format!("{}\n", violation::execution(trace, manner, painter));
    }
    for (name, written) in [("output", &report.output), ("errors", &report.errors)] {
        text += &output(name, written, painter);
    }
    if let Ending::Violated { violation } = &report.ending {
        text += &match verbosity {
            Verbosity::Quiet => violation::brief(violation, painter),
            Verbosity::Normal | Verbosity::Verbose => {
                violation::render(violation, sources, manner, painter) + "\n"
            }
        };
    }
    text + &ending_line(report, painter)
}

/// What the program wrote, line by line. An end without a line end is marked.
fn output(name: &str, written: &str, painter: Painter) -> String {
    let lines: Vec<String> = written.lines().map(|line| format!("  {}\n", printable(line))).collect();
    let unfinished = if written.ends_with('\n') { "" } else { " (its last line has no end)" };
    match lines.is_empty() {
        true => String::new(),
        false => format!("{}{unfinished}:\n{}\n", painter.paint(Role::Heading, name), lines.concat()),
    }
}

fn ending_line(report: &RunReport, painter: Painter) -> String {
    let (role, word, rest) = match &report.ending {
        Ending::Finished => (Role::Holds, "finished", "the program came to its end".to_owned()),
        Ending::Violated { .. } => (Role::Violated, "violated", "the run met an error".to_owned()),
        Ending::Discarded => (
            Role::Unknown,
            "discarded",
            "an assumption is false, so the program has no such execution".to_owned(),
        ),
        Ending::Stopped { message } => (Role::Unknown, "stopped", printable(message)),
    };
    let seed = report.seed.map(|seed| format!("; --seed {seed} gives the same run")).unwrap_or_default();
    format!("{}: {rest}{seed}\n", painter.paint(role, word))
}
