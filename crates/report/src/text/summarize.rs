//! Summaries as text.
//!
//! ```text
//! Main.M: 1 pattern, 2 effects, used 3 times
//!   reads   Main.g1 -> #1, #1.x = false
//!   does    nothing
//!       or  new #2: BoolBox(x = false); Main.g1 := #2
//! ```

use super::check::verdict_line;
use super::paint::{Painter, Role, counted, printable, width};
use super::trace::LINE_WIDTH;
use super::{TextOptions, Verbosity, formulas, stats, violation};
use crate::twin::question::Question;
use crate::twin::summarize::{Procedure, SummarizeReport};
use crate::twin::summary::{Content, Effect, Fact, NewObject, Outcome, Slots, Spot, Summary, Value};
use crate::twin::verdict::{Certificate, Verdict};

/// A procedure with more summaries shows the first ones, unless nothing is to be left out.
const MAX_SUMMARIES: usize = 20;
/// Likewise for the parts of a pattern or of an effect, and for the effects of a summary.
const MAX_PARTS: usize = 60;
const MAX_EFFECTS: usize = 20;

/// Where the parts of a pattern or effect begin.
const INDENT: usize = 10;

/// The summaries, then the verdict.
pub fn summarize(report: &SummarizeReport, options: TextOptions) -> String {
    let writer = Writer { painter: Painter { color: options.color }, verbosity: options.verbosity };
    let mut text: String = report.procedures.iter().map(|procedure| writer.procedure(procedure)).collect();
    for procedure in &report.formulas {
        text += &formulas::procedure(procedure, options.verbosity, writer.painter);
        text += writer.gap();
    }
    let has_some = !report.procedures.is_empty() || !report.formulas.is_empty();
    if has_some && options.verbosity == Verbosity::Quiet {
        text.push('\n');
    }
    text += &writer.verdict(report);
    if options.stats {
        text += &format!("\n{}", stats::render(&report.answer.engine, &report.answer.stats, writer.painter));
    }
    text
}

#[derive(Clone, Copy)]
struct Writer {
    painter: Painter,
    verbosity: Verbosity,
}

impl Writer {
    fn procedure(self, procedure: &Procedure) -> String {
        let name = self.painter.paint(Role::Heading, printable(&procedure.procedure));
        let Procedure { summaries, .. } = procedure;
        if summaries.is_empty() {
            return format!("{name}: no summary, because it is never called\n{}", self.gap());
        }
        let patterns = counted(summaries.len() as u64, "pattern");
        let effects = counted(procedure.effects(), "effect");
        let incomplete = if procedure.incomplete { ", incomplete" } else { "" };
        let mut text = format!("{name}: {patterns}, {effects}, {}{incomplete}\n", used(procedure.uses()));
        if self.verbosity == Verbosity::Quiet {
            return text;
        }
        let shown = self.at_most(summaries.len(), MAX_SUMMARIES);
        for (index, summary) in summaries.iter().take(shown).enumerate() {
            text += if index > 0 { "\n" } else { "" };
            text += &self.summary(summary, summaries.len() > 1, procedure.incomplete);
        }
        text + &self.left_out("\n  ", summaries.len() - shown, "pattern") + self.gap()
    }

    /// What separates procedures.
    fn gap(self) -> &'static str {
        if self.verbosity == Verbosity::Quiet { "" } else { "\n" }
    }

    fn at_most(self, count: usize, max: usize) -> usize {
        if self.verbosity == Verbosity::Verbose { count } else { count.min(max) }
    }

    fn left_out(self, before: &str, count: usize, noun: &str) -> String {
        if count == 0 {
            return String::new();
        }
        let text = format!("... {} not shown; -v shows all", counted(count as u64, noun));
        format!("{before}{}\n", self.painter.paint(Role::Faint, text))
    }

    fn summary(self, summary: &Summary, one_of_many: bool, incomplete: bool) -> String {
        let mut reads: Vec<(Role, String)> =
            summary.reads.iter().map(|read| (Role::Output, fact(read, "="))).collect();
        if reads.is_empty() {
            reads.push((Role::Faint, "nothing".to_owned()));
        }
        let mut text = self.line("  reads   ", &reads, ", ");
        let shown = self.at_most(summary.effects.len(), MAX_EFFECTS);
        for (index, effect) in summary.effects.iter().take(shown).enumerate() {
            let label = if index == 0 { "  does    " } else { "      or  " };
            text += &self.line(label, &effect_parts(effect), "; ");
        }
        text += &self.left_out("      or  ", summary.effects.len() - shown, "effect");
        if incomplete {
            let label = if summary.effects.is_empty() { "  does    " } else { "      or  " };
            text += &self.line(label, &[(Role::Faint, "what is not known".to_owned())], "");
        } else if summary.effects.is_empty() {
            text += &self.line("  does    ", &[(Role::Faint, "not return".to_owned())], "");
        }
        if one_of_many {
            text += &format!("  {}\n", self.painter.paint(Role::Faint, used(summary.uses)));
        }
        text
    }

    /// Parts behind a label; what does not fit follows below, lined up.
    fn line(self, label: &str, parts: &[(Role, String)], separator: &str) -> String {
        let mut text = self.painter.paint(Role::Gutter, label);
        let mut column = INDENT;
        let shown = self.at_most(parts.len(), MAX_PARTS);
        for (index, (role, part)) in parts.iter().take(shown).enumerate() {
            let part = printable(part);
            if index > 0 {
                let end = column + separator.len() + width(&part);
                text += separator;
                column += separator.len();
                if end > LINE_WIDTH {
                    text.truncate(text.trim_end().len());
                    text += &format!("\n{}", " ".repeat(INDENT));
                    column = INDENT;
                }
            }
            column += width(&part);
            text += &self.painter.paint(*role, &part);
        }
        text.push('\n');
        text + &self.left_out(&" ".repeat(INDENT), parts.len() - shown, "part")
    }

    fn verdict(self, report: &SummarizeReport) -> String {
        let mut text = String::new();
        if let Verdict::Violated { violations } = &report.answer.verdict {
            text.extend(violations.iter().map(|error| violation::brief(error, self.painter)));
        }
        text += &verdict_line(&report.file, &Question::NoErrors, &report.answer.verdict, self.painter);
        if self.verbosity > Verbosity::Quiet
            && let Some(note) = note(report)
        {
            text += &format!("  {} {note}\n", self.painter.paint(Role::Gutter, "="));
        }
        text
    }
}

/// What the verdict means for the summaries above it.
fn note(report: &SummarizeReport) -> Option<&'static str> {
    match &report.answer.verdict {
        Verdict::Holds { certificate: Certificate::Summaries { .. } } => {
            Some("every call is covered by a summary")
        }
        Verdict::Holds {
            certificate:
                Certificate::Exhaustive { .. }
                | Certificate::Edges { .. }
                | Certificate::Lemmas { .. }
                | Certificate::Paths { .. }
                | Certificate::Pushdown { .. }
                | Certificate::Boolean { .. },
        } => None,
        Verdict::Violated { .. } if !report.formulas.is_empty() => {
            Some("the summaries are about calls that return; `cutpoint check` shows the trace")
        }
        Verdict::Violated { .. } => {
            Some("the summaries are those found before the error; `cutpoint check` shows the trace")
        }
        Verdict::Unknown { .. } => Some("the summaries are those found so far, and may lack effects"),
    }
}

/// `used 3 times`.
pub(crate) fn used(times: u64) -> String {
    match times {
        0 => "never used".to_owned(),
        1 => "used once".to_owned(),
        2.. => format!("used {}", counted(times, "time")),
    }
}

/// What an effect does, part by part.
fn effect_parts(effect: &Effect) -> Vec<(Role, String)> {
    let Effect { new, writes, outcome } = effect;
    let new = new.iter().map(|object| (Role::Choice, format!("new {}", new_object(object))));
    let writes = writes.iter().map(|write| (Role::Change, fact(write, ":=")));
    let mut parts: Vec<(Role, String)> = new.chain(writes).collect();
    match outcome {
        Outcome::Raises { exception } => parts.push((Role::Violated, format!("raises {exception}"))),
        Outcome::Returns { values } => match values.as_slice() {
            [] if parts.is_empty() => parts.push((Role::Faint, "nothing".to_owned())),
            [] => {}
            [one] => parts.push((Role::Output, format!("returns {}", value_text(one)))),
            many => parts.push((Role::Output, format!("returns ({})", list(many)))),
        },
    }
    parts
}

/// `#2: BoolBox(x = false)`, `#2: Ints[1, 2]`, `#2: Numbers{1, 2}`, `#2: Queue<1, 2>`.
fn new_object(object: &NewObject) -> String {
    let NewObject { number, class, slots } = object;
    let slots = match slots {
        Slots::Record { fields } if fields.is_empty() => String::new(),
        Slots::Record { fields } => {
            let field = |field: &crate::twin::summary::Field| binding(&field.name, &field.value, "=");
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("({})", fields.join(", "))
        }
        Slots::Array { elements } => format!("[{}]", list(elements)),
        Slots::Set { elements } => format!("{{{}}}", list(elements)),
        Slots::Channel { messages } => format!("<{}>", list(messages)),
    };
    format!("#{number}: {class}{slots}")
}

/// A place with its content: `#1.x = false`, `Main.g := #2`.
pub(crate) fn fact(fact: &Fact, sign: &str) -> String {
    let place = spot_text(&fact.place);
    match (&fact.place, &fact.content) {
        (Spot::AtomicSection, Content::Value { value }) => match value_text(value).as_str() {
            "true" => "the caller is in an atomic section".to_owned(),
            _ => "the caller is in no atomic section".to_owned(),
        },
        (_, Content::Value { value }) => binding(&place, value, sign),
        (_, Content::Class { name }) => format!("{place} is {name}"),
        (_, Content::Set { elements }) => format!("{place} {sign} {{{}}}", list(elements)),
        (_, Content::Channel { messages }) => format!("{place} {sign} <{}>", list(messages)),
    }
}

/// References that were read are drawn as arrows.
fn binding(place: &str, value: &Value, sign: &str) -> String {
    let sign = match (value, sign) {
        (Value::Object { .. }, "=") => "->",
        (_, sign) => sign,
    };
    format!("{place} {sign} {}", value_text(value))
}

/// `x`, `Main.g`, `#1.next`, `#1[3]`, `sizeof(#1)`, `#1`, `self`.
pub(crate) fn spot_text(place: &Spot) -> String {
    match place {
        Spot::AtomicSection => "atomic".to_owned(),
        Spot::ThreadNumber => "self".to_owned(),
        Spot::Parameter { name } | Spot::Global { name } => name.clone(),
        Spot::Field { object, name } => format!("#{object}.{name}"),
        Spot::Element { object, index } => format!("#{object}[{index}]"),
        Spot::Length { object } => format!("sizeof(#{object})"),
        Spot::Class { object } | Spot::Contents { object } => format!("#{object}"),
    }
}

pub(crate) fn value_text(value: &Value) -> String {
    match value {
        Value::Plain { text } => text.clone(),
        Value::Null => "null".to_owned(),
        Value::Object { number } => format!("#{number}"),
    }
}

fn list(values: &[Value]) -> String {
    let values: Vec<String> = values.iter().map(value_text).collect();
    values.join(", ")
}
