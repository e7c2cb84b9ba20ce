//! Traces as graphs of shared parts: what each procedure does, from the outside to the inside.
//!
//! ```text
//! trace: 1,048,574 statements, in 21 parts
//!
//!   part 1: main, passed once, fails
//!     main   4 | move20();   -> part 2: 1,048,571 statements  odd = true
//!            5 | assert(!odd);
//!
//!   part 2: move20, passed once, 1,048,571 statements
//!     enters with  odd = false
//!     ...
//!     returns with odd = true
//! ```

use std::ops::Range;

use super::manner::Manner;
use super::paint::{Painter, Role, counted, printable, width};
use super::trace::{self, LINE_WIDTH};
use super::{Verbosity, state, thousands};
use crate::twin::execution::Binding;
use crate::twin::shared::{Exit, Part, PartStep, SharedExecution};

/// A trace with more parts loses its middle, unless nothing is to be left out.
const MAX_PARTS: usize = 12;
/// What is left of it: the outermost parts, and the innermost, where everything ends.
const HEAD: usize = 6;
const TAIL: usize = 3;
/// At most so many values are listed at an entry or return.
const MAX_VALUES: usize = 40;

/// The trace with its heading, and the state where it ends.
pub(crate) fn render(execution: &SharedExecution, manner: Manner, painter: Painter) -> String {
    let SharedExecution { statements, stages: _, parts, final_state } = execution;
    let writer = Writer { execution, manner, painter };
    let mut text = format!(
        "{} {}, in {}\n",
        painter.paint(Role::Heading, "trace:"),
        many(*statements, "statement"),
        counted(parts.len() as u64, "part")
    );
    let hidden = if manner.elides() { middle(parts.len()) } else { 0..0 };
    for (index, part) in parts.iter().enumerate() {
        if index == hidden.start && !hidden.is_empty() {
            let elided =
                format!("... {} not shown; --trace full shows all", counted(hidden.len() as u64, "part"));
            text += &format!("\n  {}\n", painter.paint(Role::Faint, elided));
        }
        if !hidden.contains(&index) {
            text += &writer.part(part);
        }
    }
    text + &state::at_end(final_state, manner, painter)
}

fn middle(count: usize) -> Range<usize> {
    if count > MAX_PARTS { HEAD..count - TAIL } else { 0..0 }
}

/// `3 statements`; the largest number stands for all that are larger.
fn many(count: u64, noun: &str) -> String {
    match count {
        u64::MAX => format!("more than {} {noun}s", thousands(u64::MAX - 1)),
        _ => counted(count, noun),
    }
}

#[derive(Clone, Copy)]
struct Writer<'a> {
    execution: &'a SharedExecution,
    manner: Manner,
    painter: Painter,
}

impl Writer<'_> {
    fn part(self, part: &Part) -> String {
        let Part { number, procedure, entry, steps, exit, uses, statements } = part;
        let name = format!("part {number}: {}", printable(procedure));
        let times = match uses {
            1 => "passed once".to_owned(),
            times => format!("passed {}", many(*times, "time")),
        };
        let each = if *uses == 1 { "" } else { " each" };
        let end = if exit.is_none() { ", fails" } else { "" };
        let mut text = format!(
            "\n  {}, {times}, {}{each}{end}\n",
            self.painter.paint(Role::Thread, name),
            many(*statements, "statement")
        );
        text += &self.values("enters with", entry);
        let steps: Vec<_> = steps.iter().map(|step| (&step.step, self.calls(step))).collect();
        text += &trace::render_part(&steps, self.manner, self.painter);
        if let Some(exit) = exit {
            text += &self.exit(entry, exit);
        }
        text
    }

    /// `-> part 3: 7 statements`.
    fn calls(self, step: &PartStep) -> Vec<String> {
        let call = |&number: &usize| {
            let statements = self.execution.part(number).map_or(0, |part| part.statements);
            format!("-> part {number}: {}", many(statements, "statement"))
        };
        step.calls.iter().map(call).collect()
    }

    /// Globals that are others than at the entry, and the results.
    fn exit(self, entry: &[Binding], exit: &Exit) -> String {
        let Exit { globals, results } = exit;
        let changed = globals.iter().filter(|global| !entry.contains(global)).cloned();
        let results: Vec<String> =
            results.iter().map(|value| printable(&value.text(self.manner.null))).collect();
        let changed: Vec<Binding> = changed.collect();
        let returned = if results.is_empty() {
            String::new()
        } else {
            format!("    {} {}\n", self.painter.paint(Role::Gutter, "returns"), results.join(", "))
        };
        let label = if results.is_empty() { "returns with" } else { "changes" };
        match (changed.is_empty(), results.is_empty()) {
            (true, true) => {
                format!("    {}\n", self.painter.paint(Role::Gutter, "returns, all values as before"))
            }
            (_, _) => returned + &self.values(label, &changed),
        }
    }

    /// Values behind a label; what does not fit follows below.
    fn values(self, label: &str, values: &[Binding]) -> String {
        if values.is_empty() {
            return String::new();
        }
        let most = if self.manner.verbosity == Verbosity::Verbose { usize::MAX } else { MAX_VALUES };
        let text = |binding: &Binding| {
            printable(&format!("{} = {}", binding.name, binding.value.text(self.manner.null)))
        };
        let mut items: Vec<String> = values.iter().take(most).map(text).collect();
        if values.len() > most {
            items.push(format!("... {} more", thousands((values.len() - most) as u64)));
        }
        let indent = 4 + width(label) + 1;
        let mut out = format!("    {} ", self.painter.paint(Role::Gutter, label));
        let mut column = indent;
        for (index, item) in items.iter().enumerate() {
            let last = index + 1 == items.len();
            let item = if last { item.clone() } else { format!("{item},") };
            if index > 0 && column + 1 + width(&item) > LINE_WIDTH {
                out += &format!("\n{}", " ".repeat(indent));
                column = indent;
            } else if index > 0 {
                out.push(' ');
                column += 1;
            }
            column += width(&item);
            out += &item;
        }
        out + "\n"
    }
}
