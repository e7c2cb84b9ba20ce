//! The paths of an open procedure as text.
//!
//! ```text
//! paths of Node.last:
//!
//!   this.next == null           path 1: returns this
//!   this.next != null
//!     this.next == this         path 2: ...
//!
//! path 1: returns this
//!   if       this.next == null
//!   heap     this: Node { next = null }
//!   then     result == this
//!   example  start Node.last(this = #1) { ... }
//!   becomes  returns #1
//! ```
//!
//! - `tree`: which conditions lead to which paths.

mod tree;

use std::time::Duration;

pub(crate) use tree::PathTree;

use super::check::notes_text;
use super::numbers::{bytes, duration, thousands};
use super::paint::{Painter, Role, counted, printable};
use super::stats::solver_rows;
use super::{TextOptions, Verbosity, coverage};
use crate::twin::explore::condition::{self, ConditionNode};
use crate::twin::explore::heap::{Field, Location, LocationKind, SummaryValue, Target};
use crate::twin::explore::path::{End, Example, ExploredPath};
use crate::twin::explore::{Counts, Cover, ExploreReport, ExploreStats, Tests, UntestedPath};

/// So many paths are shown in full, unless nothing is to be left out.
const MOST_PATHS: usize = 8;
/// So many lines of one part of a path, and so many classes.
const MOST_LINES: usize = 12;
const MOST_CLASSES: usize = 12;

/// The tree of paths, the paths one by one, then what the answer covers.
pub fn explore(report: &ExploreReport, options: TextOptions) -> String {
    let writer = Writer { painter: Painter { color: options.color }, verbosity: options.verbosity };
    let mut text = String::new();
    if options.verbosity > Verbosity::Quiet && !report.paths.is_empty() {
        let method = printable(&report.method);
        let which = if report.cover.is_some() { " that cover every branch" } else { "" };
        text += &format!("{}\n\n", writer.painter.paint(Role::Heading, format!("paths of {method}{which}:")));
        text += &tree::render(&report.paths, options.verbosity, writer.painter);
        text.push('\n');
        text += &writer.paths(&report.paths);
    }
    text += &writer.verdict(report);
    if let Some(found) = &report.coverage {
        text += &coverage::render(found, options.verbosity, writer.painter);
    }
    if options.stats {
        text += &statistics(&report.engine, &report.stats, writer.painter);
        let process = |peak| super::stats::process(peak, writer.painter);
        text += &report.peak_resident_bytes.map_or_else(String::new, process);
    }
    text
}

#[derive(Clone, Copy)]
struct Writer {
    painter: Painter,
    verbosity: Verbosity,
}

impl Writer {
    fn at_most(self, count: usize, most: usize) -> usize {
        if self.verbosity == Verbosity::Verbose { count } else { count.min(most) }
    }

    fn paths(self, paths: &[ExploredPath]) -> String {
        let shown = self.at_most(paths.len(), MOST_PATHS);
        let mut text: String = paths.iter().take(shown).map(|path| self.path(path) + "\n").collect();
        if shown < paths.len() {
            let left = counted((paths.len() - shown) as u64, "path");
            let hint = format!("... {left} not shown in full; -v shows all");
            text += &format!("{}\n\n", self.painter.paint(Role::Faint, hint));
        }
        text
    }

    fn path(self, path: &ExploredPath) -> String {
        let mut text = heading(path, self.painter);
        if let Some(heaps) = path.heaps {
            text += &format!(", from {}", heaps_text(heaps, false));
        }
        text.push('\n');
        let mut condition: Vec<String> = path.precondition.clone();
        if condition.is_empty() {
            condition.push("always".to_owned());
        }
        text += &self.part("if", &condition);
        // What the path makes itself is not there before, and some objects are there on other paths only.
        let known =
            path.before.locations.iter().filter(|object| {
                object.kind != LocationKind::New && !object.exists.is_false(&path.conditions)
            });
        let heap: Vec<String> = known.map(|object| self.object(path, object)).collect();
        text += &self.part("heap", &heap);
        text += &self.part("then", &path.postcondition);
        if let Some(example) = &path.example {
            let start: Vec<String> = example.start.lines().map(str::to_owned).collect();
            text += &self.part("example", &start);
            text += &self.part("becomes", &left_by(example));
        }
        text
    }

    /// Lines behind a label.
    fn part(self, label: &str, lines: &[String]) -> String {
        let mut text = String::new();
        let shown = self.at_most(lines.len(), MOST_LINES);
        for (index, line) in lines.iter().take(shown).enumerate() {
            let label = if index == 0 { label } else { "" };
            text += &format!(
                "  {} {}\n",
                self.painter.paint(Role::Gutter, format!("{label:<8}")),
                printable(line)
            );
        }
        if shown < lines.len() {
            let left = counted((lines.len() - shown) as u64, "line");
            text += &format!(
                "{:11}{}\n",
                "",
                self.painter.paint(Role::Faint, format!("... {left} not shown; -v shows all"))
            );
        }
        text
    }

    /// `this.next: Node { next = null, value = this.next.value }`.
    fn object(self, path: &ExploredPath, object: &Location) -> String {
        let Location { name, kind: _, classes, exists, fields, elements } = object;
        let nodes = &path.conditions;
        let classes: Vec<&str> = classes.iter().map(|class| class.class.as_str()).collect();
        let mut slots: Vec<String> = fields
            .iter()
            .map(|Field { name, exists: _, value }| format!("{name} = {}", self.value(value, nodes)))
            .collect();
        slots.extend(elements.iter().map(|element| self.value(element, nodes)));
        let slots = if slots.is_empty() { String::new() } else { format!(" {{ {} }}", slots.join(", ")) };
        let condition = match exists.is_true(nodes) {
            true => String::new(),
            false => format!(", if {}", condition::text(nodes, *exists, false)),
        };
        format!("{name}: {}{slots}{condition}", classes.join(" or "))
    }

    /// With conditions only where nothing is to be left out.
    fn value(self, value: &SummaryValue, nodes: &[ConditionNode]) -> String {
        let targets = match value {
            SummaryValue::Term { text } => return text.clone(),
            SummaryValue::References { targets } => targets,
        };
        let read = targets.iter().filter(|target| target.target != Target::Unread);
        let mut texts: Vec<String> = Vec::new();
        for target in read {
            let mut text = target.target.text().to_owned();
            if self.verbosity == Verbosity::Verbose && !target.condition.is_true(nodes) {
                text += &format!(" if {}", condition::text(nodes, target.condition, true));
            }
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        if texts.is_empty() { Target::Unread.text().to_owned() } else { texts.join(" | ") }
    }

    /// What the answer covers, in one line, and below it what it stands on.
    fn verdict(self, report: &ExploreReport) -> String {
        let (word, role) = match report.complete {
            true => ("complete", Role::Holds),
            false => ("incomplete", Role::Unknown),
        };
        let word = self.painter.paint(role, word);
        let (file, method) = (printable(&report.file), printable(&report.method));
        let at_least = if report.complete { "" } else { "at least " };
        let counts = counts_text(&report.counts);
        let mut text = format!("{word}: in {file}, {method} has {at_least}{counts}\n");
        if self.verbosity > Verbosity::Quiet {
            text += &notes_text(self.notes(report), self.painter);
        }
        text
    }

    fn notes(self, report: &ExploreReport) -> Vec<String> {
        let mut notes = Vec::new();
        if report.complete {
            let meant = match report.preconditions.as_slice() {
                [] => String::new(),
                names => format!(" that satisfies {}", printable(&names.join(" and "))),
            };
            notes.push(format!("every input{meant} takes one of these paths: nothing was cut"));
        }
        notes.extend(report.missing.iter().cloned());
        if report.counts.pruned > 0 {
            let ends = counted(report.counts.pruned, "path");
            notes.push(format!("{ends} left out because an assumption does not hold there"));
        }
        if !report.world.is_empty() {
            let shown = self.at_most(report.world.len(), MOST_CLASSES);
            let mut classes = report.world[..shown].join(", ");
            if shown < report.world.len() {
                classes += &format!(" and {} more", report.world.len() - shown);
            }
            notes.push(format!("input objects may be of the classes {classes}"));
        }
        notes.extend(report.assumptions.iter().map(|assumption| format!("assumed: {assumption}")));
        notes.extend(report.cover.map(|cover| cover_text(report.paths.len() as u64, cover)));
        notes.extend(report.tests.iter().flat_map(tests_text));
        notes
    }
}

/// `path 3: returns this.next`.
fn heading(path: &ExploredPath, painter: Painter) -> String {
    let number = painter.paint(Role::Heading, format!("path {}:", path.number));
    let role = match &path.end {
        End::Returns => Role::Output,
        End::Throws { .. } => Role::Violated,
    };
    format!("{number} {}", painter.paint(role, printable(&end_text(path))))
}

/// The same without colours.
pub(crate) fn path_heading(path: &ExploredPath) -> String {
    heading(path, Painter { color: false })
}

/// How the path ends, in a few words.
fn end_text(path: &ExploredPath) -> String {
    match &path.end {
        End::Throws { error, message, location } => {
            let place = location.as_ref().map(|place| format!(" at line {}", place.line)).unwrap_or_default();
            format!("{}{place}: {message}", error.slug())
        }
        End::Returns if path.results.is_empty() => "returns".to_owned(),
        End::Returns => {
            let short = Writer { painter: Painter { color: false }, verbosity: Verbosity::Normal };
            let results: Vec<String> =
                path.results.iter().map(|result| short.value(result, &path.conditions)).collect();
            format!("returns {}", results.join(", "))
        }
    }
}

/// What becomes of an example.
fn left_by(example: &Example) -> Vec<String> {
    let Example { choices, results, changes, .. } = example;
    let mut lines = Vec::new();
    if !choices.is_empty() {
        let choices: Vec<String> = choices.iter().map(|choice| (choice + 1).to_string()).collect();
        lines.push(format!("with alternatives {} of its choices", choices.join(", ")));
    }
    if !results.is_empty() {
        lines.push(format!("returns {}", results.join(", ")));
    }
    lines.extend(changes.iter().cloned());
    lines
}

/// `7 paths, 5 return and 2 throw`.
fn counts_text(counts: &Counts) -> String {
    let Counts { paths, control_paths, returns, throws, heaps, heaps_is_lower_bound, cut: _, pruned: _ } =
        *counts;
    let mut text = counted(paths, "path");
    if control_paths != paths {
        text += &format!(" ({} different in control flow)", thousands(control_paths));
    }
    let verb = |number: u64, verb: &str| {
        format!("{} {verb}{}", thousands(number), if number == 1 { "s" } else { "" })
    };
    match (returns, throws) {
        (0, 0) => {}
        (_, 0) => text += &format!(": {}", verb(returns, "return")),
        (0, _) => text += &format!(": {}", verb(throws, "throw")),
        (_, _) => text += &format!(": {} and {}", verb(returns, "return"), verb(throws, "throw")),
    }
    if let Some(heaps) = heaps {
        text += &format!(", from {}", heaps_text(heaps, heaps_is_lower_bound));
    }
    text
}

fn cover_text(kept: u64, cover: Cover) -> String {
    let Cover { of, goals, smallest } = cover;
    let kept = format!("{} of {} shown", thousands(kept), counted(of, "path"));
    let goals = match goals {
        0 => "nothing branches".to_owned(),
        goals => format!("they cover all {} branches and errors that are covered", thousands(goals)),
    };
    let smallest = if smallest { "" } else { "; whether fewer do was not decided" };
    format!("{kept}: {goals}{smallest}")
}

/// Where tests are, and which are missing.
fn tests_text(tests: &Tests) -> Vec<String> {
    let Tests { directory, files, left_out } = tests;
    let mut lines =
        vec![format!("{} written to {}", counted(files.len() as u64, "test"), printable(directory))];
    let untested = |UntestedPath { path, reason }: &UntestedPath| {
        format!("path {path} has no test: {}", printable(reason))
    };
    lines.extend(left_out.iter().take(MOST_LINES).map(untested));
    if left_out.len() > MOST_LINES {
        lines.push(format!("{} more have no test", counted((left_out.len() - MOST_LINES) as u64, "path")));
    }
    lines
}

fn heaps_text(heaps: u128, is_lower_bound: bool) -> String {
    let number = u64::try_from(heaps).map_or_else(|_| heaps.to_string(), thousands);
    let noun = if heaps == 1 { "heap" } else { "heaps" };
    if is_lower_bound { format!("at least {number} {noun}") } else { format!("{number} {noun}") }
}

/// What it cost, as lined-up figures.
fn statistics(engine: &str, stats: &ExploreStats, painter: Painter) -> String {
    let ExploreStats { seconds, instructions, depth, peak_bytes, solver } = *stats;
    let mut rows = vec![("instructions", thousands(instructions)), ("open choices", thousands(depth))];
    rows.extend(solver_rows(&solver));
    rows.push(("memory of paths", bytes(peak_bytes)));
    rows.push(("time", duration(Duration::try_from_secs_f64(seconds).unwrap_or_default())));
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("\n{} engine {engine}\n\n", painter.paint(Role::Heading, "statistics:"));
    for (name, value) in rows {
        text += &format!("  {name:<width$}  {value}\n");
    }
    text
}
