//! Summaries as formulas.
//!
//! ```text
//! acquire: 2 cases
//!   called   when !busy
//!   always   keeps busy; result = T
//!   when     locked & !x -> locked' = F
//!       or   x -> locked' = *
//!   fails    an assertion fails, on line 7
//! ```

use super::Verbosity;
use super::paint::{Painter, Role, counted, printable, width};
use super::trace::LINE_WIDTH;
use crate::twin::formulas::{Assignment, Failure, FormulaCase, FormulaProcedure, Literal, NewValue};

/// Where text behind a label begins.
const INDENT: usize = 11;
/// More cases of calls are shown only where nothing is to be left out.
const MAX_CALLS: usize = 8;

/// A procedure; without its formulas, if only counts are wanted.
pub(crate) fn procedure(procedure: &FormulaProcedure, verbosity: Verbosity, painter: Painter) -> String {
    let name = painter.paint(Role::Heading, printable(&procedure.procedure));
    if procedure.called_with.is_empty() {
        return format!("{name}: no summary, because it is never called\n");
    }
    let cases = match (procedure.cases.len() as u64, procedure.more_cases) {
        (0, _) => "never returns".to_owned(),
        (cases, false) => counted(cases, "case"),
        (cases, true) => format!("more than {}", counted(cases, "case")),
    };
    let fails = if procedure.failures.is_empty() { "" } else { ", can fail" };
    let mut text = format!("{name}: {cases}{fails}\n");
    if verbosity > Verbosity::Quiet {
        let writer = Writer { verbosity, painter };
        text += &writer.calls(procedure);
        text += &writer.always(&procedure.always);
        text += &writer.cases(procedure);
        text += &writer.failures(&procedure.failures);
    }
    text
}

#[derive(Clone, Copy)]
struct Writer {
    verbosity: Verbosity,
    painter: Painter,
}

impl Writer {
    fn calls(self, procedure: &FormulaProcedure) -> String {
        let FormulaProcedure { called_with, called_with_more, .. } = procedure;
        if called_with.iter().any(Vec::is_empty) {
            return String::new();
        }
        let most = if self.verbosity == Verbosity::Verbose { usize::MAX } else { MAX_CALLS };
        let mut cases: Vec<String> = called_with.iter().take(most).map(|case| guard(case)).collect();
        if called_with.len() > most || *called_with_more {
            cases.push("...".to_owned());
        }
        self.line("called", &cases, " or")
    }

    /// Variables that keep their values are named together.
    fn always(self, always: &[Assignment]) -> String {
        let kept: Vec<&str> =
            always.iter().filter(|it| keeps(it)).map(|assignment| assignment.target.as_str()).collect();
        let mut parts: Vec<String> =
            always.iter().filter(|assignment| !keeps(assignment)).map(assignment_text).collect();
        if !kept.is_empty() {
            parts.insert(0, format!("keeps {}", kept.join(", ")));
        }
        if parts.is_empty() { String::new() } else { self.line("always", &parts, ";") }
    }

    fn cases(self, procedure: &FormulaProcedure) -> String {
        let FormulaProcedure { cases, more_cases, .. } = procedure;
        // One case without conditions and effects says nothing beyond what is always true.
        if let [FormulaCase { when, then }] = cases.as_slice()
            && when.is_empty()
            && then.is_empty()
        {
            return if procedure.always.is_empty() {
                self.line("does", &["nothing".to_owned()], "")
            } else {
                String::new()
            };
        }
        let case = |(index, (guards, then)): (usize, (Vec<String>, &[Assignment]))| {
            let label = if index == 0 { "when" } else { "    or" };
            let then: Vec<String> = then.iter().map(assignment_text).collect();
            let then = if then.is_empty() { "returns".to_owned() } else { then.join(", ") };
            let or = guards.len() - 1;
            let guards = guards.into_iter().enumerate();
            let mut parts: Vec<String> =
                guards.map(|(index, guard)| guard + if index < or { " or" } else { " ->" }).collect();
            parts.push(then);
            self.line(label, &parts, "")
        };
        let more = if *more_cases {
            self.line("    or", &["more, not listed".to_owned()], "")
        } else {
            String::new()
        };
        grouped(cases).into_iter().enumerate().map(case).collect::<String>() + &more
    }

    fn failures(self, failures: &[Failure]) -> String {
        let line = |failure: &Failure| {
            let place = failure.location.as_ref().map(|location| format!(", on line {}", location.line));
            self.line("fails", &[format!("{}{}", failure.message, place.unwrap_or_default())], "")
        };
        failures.iter().map(line).collect()
    }

    /// Parts behind a label; what does not fit follows below, lined up.
    fn line(self, label: &str, parts: &[String], separator: &str) -> String {
        let padding = " ".repeat(INDENT - 2 - label.len());
        let mut text = format!("  {}{padding}", self.painter.paint(Role::Gutter, label));
        let mut column = INDENT;
        for (index, part) in parts.iter().enumerate() {
            let part = printable(part) + if index + 1 < parts.len() { separator } else { "" };
            if index > 0 && column + 1 + width(&part) > LINE_WIDTH {
                text += &format!("\n{}", " ".repeat(INDENT));
                column = INDENT;
            } else if index > 0 {
                text.push(' ');
                column += 1;
            }
            column += width(&part);
            text += &part;
        }
        text + "\n"
    }
}

/// Guards of the cases with the same effect, together.
fn grouped(cases: &[FormulaCase]) -> Vec<(Vec<String>, &[Assignment])> {
    let mut groups: Vec<(Vec<String>, &[Assignment])> = Vec::new();
    for FormulaCase { when, then } in cases {
        match groups.iter_mut().find(|(_, known)| *known == then.as_slice()) {
            Some((guards, _)) => guards.push(guard(when)),
            None => groups.push((vec![guard(when)], then)),
        }
    }
    groups
}

/// `locked & !busy`.
fn guard(literals: &[Literal]) -> String {
    let literal = |literal: &Literal| {
        let not = if literal.value { "" } else { "!" };
        format!("{not}{}", literal.name)
    };
    match literals {
        [] => "always".to_owned(),
        some => some.iter().map(literal).collect::<Vec<_>>().join(" & "),
    }
}

fn keeps(assignment: &Assignment) -> bool {
    matches!(&assignment.value, NewValue::Same(of) if *of == assignment.target)
}

/// `x' = T`, `x' = !y`, `result = *`: a prime is for values at the exit.
fn assignment_text(assignment: &Assignment) -> String {
    let Assignment { target, value } = assignment;
    let prime = if target.starts_with("result") { "" } else { "'" };
    let value = match value {
        NewValue::Constant(true) => "T".to_owned(),
        NewValue::Constant(false) => "F".to_owned(),
        NewValue::Same(of) => of.clone(),
        NewValue::Negated(of) => format!("!{of}"),
        NewValue::Any => "*".to_owned(),
    };
    format!("{target}{prime} = {value}")
}
