//! Traces: the source lines that were executed, who executed them, and what they changed.
//!
//! ```text
//!   thread 0
//!     Main.run  12 | x = choose(bool);      [choose = true]  x = true
//!               13 | g = Lib.inc(g);
//!     Lib.inc   30 | return v + 1;
//! ```
//!
//! An execution that violates a formula has the truth of its atoms between the statements, wherever it changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Verbosity;
use super::paint::{Painter, Role, counted, fill, printable, width};
use super::state::{self, thread_name};
use super::word;
use crate::twin::execution::{Execution, Step};
use crate::twin::word::{Letter, Word, WordEnd};

/// A trace longer than this loses its middle, unless nothing is to be left out.
const MAX_STEPS: usize = 60;
/// What is left of it: the beginning, and the larger part before the error.
const HEAD: usize = 15;
const TAIL: usize = 35;

/// Columns beyond these widths do not push the following column for everybody.
const MAX_PROCEDURE: usize = 24;
const MAX_SOURCE: usize = 48;
/// Changes go on in a new line from here.
pub(crate) const LINE_WIDTH: usize = 120;

/// The trace as text; every line has an end.
pub(crate) fn render(execution: &Execution, verbosity: Verbosity, painter: Painter) -> String {
    let Execution { steps, loop_start, word, final_state: _ } = execution;
    render_all(steps, *loop_start, word.as_ref(), verbosity, painter)
}

/// The same for a part of a trace.
pub(crate) fn render_steps(steps: &[Step], verbosity: Verbosity, painter: Painter) -> String {
    render_all(steps, None, None, verbosity, painter)
}

/// The same for statements of one procedure that go with texts of their own, without the name of the thread.
pub(crate) fn render_part(steps: &[(&Step, Vec<String>)], verbosity: Verbosity, painter: Painter) -> String {
    let steps: Vec<&(&Step, Vec<String>)> =
        steps.iter().filter(|(step, texts)| is_shown(step, verbosity) || !texts.is_empty()).collect();
    let hidden = if verbosity == Verbosity::Verbose { 0..0 } else { middle(steps.len()) };
    let visible: Vec<_> = steps.iter().enumerate().filter(|(index, _)| !hidden.contains(index)).collect();
    let layout = Layout::of(visible.iter().map(|(_, (step, _))| *step));
    let mut writer = Writer::new(layout, verbosity, painter, None);
    for (index, (step, texts)) in visible {
        if index == hidden.end && !hidden.is_empty() {
            writer.elision(hidden.len(), false);
        }
        writer.thread = Some(step.thread);
        writer.step(step, texts);
    }
    writer.out
}

fn render_all(
    steps: &[Step],
    loop_start: Option<usize>,
    word: Option<&Word>,
    verbosity: Verbosity,
    painter: Painter,
) -> String {
    let last_move = steps.last().map(|step| step.atomic_move);
    let begins_loop = |index: usize| loop_start == Some(index);
    let steps: Vec<(usize, &Step)> = steps
        .iter()
        .enumerate()
        .filter(|(index, step)| is_shown(step, verbosity) || begins_loop(*index))
        .collect();
    let hidden = if verbosity == Verbosity::Verbose { 0..0 } else { middle(steps.len()) };
    let visible = |index: usize| !hidden.contains(&index);
    let layout =
        Layout::of(steps.iter().enumerate().filter(|(index, _)| visible(*index)).map(|(_, (_, step))| *step));
    let mut writer = Writer::new(layout, verbosity, painter, word);
    for (position, (index, step)) in steps.iter().enumerate() {
        if position == hidden.start && !hidden.is_empty() {
            let elided = &steps[hidden.clone()];
            writer.elision(elided.len(), elided.iter().any(|(index, _)| begins_loop(*index)));
        }
        if visible(position) {
            if begins_loop(*index) {
                writer.rule("the loop begins here");
            }
            writer.step(step, &[]);
        }
    }
    if let Some(word) = word {
        writer.changed_letter(last_move.map_or(word.first_move, |last| last + 1));
    }
    let ends = word.map_or(WordEnd::Loops, |word| word.ends);
    if loop_start.is_some() || ends == WordEnd::Open {
        writer.rule(word::end_text(ends));
    }
    if let Some(growth) = word.and_then(word::growth_text) {
        writer.out += &format!("  {growth}\n");
    }
    writer.out
}

/// A statement without a place and without an effect says nothing to anybody.
fn is_shown(step: &Step, verbosity: Verbosity) -> bool {
    let Step { location, changes, choices, output, .. } = step;
    verbosity == Verbosity::Verbose
        || location.is_some()
        || !changes.is_empty()
        || !choices.is_empty()
        || !output.is_empty()
}

fn middle(count: usize) -> Range<usize> {
    if count > MAX_STEPS { HEAD..count - TAIL } else { 0..0 }
}

/// Widths of the columns, and what the source column shows.
struct Layout {
    procedure: usize,
    place: usize,
    source: usize,
    /// Whether lines are of more than one file and need its name.
    many_files: bool,
    /// Lines that hold more than one of the statements: these are shown by the statement instead of the line.
    crowded: BTreeSet<(String, u32)>,
}

impl Layout {
    fn of<'a>(steps: impl Iterator<Item = &'a Step> + Clone) -> Self {
        let located = || steps.clone().filter_map(|step| step.location.as_ref());
        let files: BTreeSet<&str> = located().map(|location| location.file.as_str()).collect();
        let mut starts: BTreeMap<(&str, u32), BTreeSet<u32>> = BTreeMap::new();
        for location in located() {
            starts.entry((&location.file, location.line)).or_default().insert(location.column);
        }
        let crowded = starts.into_iter().filter(|(_, columns)| columns.len() > 1);
        let mut layout = Self {
            procedure: 0,
            place: 0,
            source: 0,
            many_files: files.len() > 1,
            crowded: crowded.map(|((file, line), _)| (file.to_owned(), line)).collect(),
        };
        for step in steps {
            layout.procedure = layout.procedure.max(column(&printable(&step.procedure), MAX_PROCEDURE));
            layout.place = layout.place.max(width(&layout.place(step)));
            layout.source = layout.source.max(column(&layout.source(step), MAX_SOURCE));
        }
        layout
    }

    fn place(&self, step: &Step) -> String {
        match &step.location {
            None => String::new(),
            Some(location) if self.many_files => format!("{}:{}", printable(&location.file), location.line),
            Some(location) => location.line.to_string(),
        }
    }

    fn source(&self, step: &Step) -> String {
        let crowded = step
            .location
            .as_ref()
            .is_some_and(|location| self.crowded.contains(&(location.file.clone(), location.line)));
        let text = if crowded { &step.statement } else { &step.source };
        text.as_deref().map(printable).unwrap_or_default()
    }

    /// Where the bar stands, counted from the left.
    fn bar(&self) -> usize {
        4 + self.procedure + 2 + self.place + 1
    }
}

/// The width that a text asks of its column; a text that is too long asks nothing.
fn column(text: &str, max: usize) -> usize {
    Some(width(text)).filter(|&width| width <= max).unwrap_or(0)
}

struct Writer<'a> {
    out: String,
    layout: Layout,
    painter: Painter,
    verbosity: Verbosity,
    /// The thread of the last heading.
    thread: Option<Option<u32>>,
    /// The procedure of the last line below it.
    procedure: Option<&'a str>,
    word: Option<&'a Word>,
    /// What held when that was said last; nothing where it must be said anew.
    letter: Option<&'a Letter>,
}

impl<'a> Writer<'a> {
    fn new(layout: Layout, verbosity: Verbosity, painter: Painter, word: Option<&'a Word>) -> Self {
        let (thread, procedure, letter) = (None, None, None);
        Self { out: String::new(), layout, painter, verbosity, thread, procedure, word, letter }
    }

    /// A statement, with texts that stand before what it did.
    fn step(&mut self, step: &'a Step, texts: &[String]) {
        if self.letter.is_some() {
            self.changed_letter(step.atomic_move);
        }
        if self.thread != Some(step.thread) {
            self.heading(step.thread);
        }
        if self.letter.is_none() {
            self.changed_letter(step.atomic_move);
        }
        let procedure = printable(&step.procedure);
        let shown = if self.procedure == Some(step.procedure.as_str()) { "" } else { &procedure };
        self.procedure = Some(&step.procedure);
        let place = self.layout.place(step);
        let bar = self.painter.paint(Role::Gutter, format!("{}{place} |", fill(&place, self.layout.place)));
        self.out += &format!("    {shown}{}  {bar}", fill(shown, self.layout.procedure));
        self.statement_and_effects(step, texts);
        if self.verbosity == Verbosity::Verbose
            && let Some(state) = &step.state
        {
            for line in state::lines(state, self.verbosity, self.painter) {
                self.continuation(&format!("    {line}"));
            }
        }
    }

    fn heading(&mut self, thread: Option<u32>) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out += &format!("  {}\n", self.painter.paint(Role::Thread, thread_name(thread)));
        self.thread = Some(thread);
        self.procedure = None;
    }

    /// The rest of the line behind the bar; effects that do not fit follow below, lined up.
    fn statement_and_effects(&mut self, step: &Step, texts: &[String]) {
        let source = self.layout.source(step);
        let texts = texts.iter().map(|text| (Role::Output, text.clone()));
        let effects: Vec<(Role, String)> = texts.chain(effects(step)).collect();
        if effects.is_empty() {
            self.out += &format!(" {source}");
            self.end_line();
            return;
        }
        let start = self.layout.source.max(width(&source)) + 3;
        let mut at = start;
        self.out += &format!(" {source}{}", " ".repeat(start - 1 - width(&source)));
        for (index, (role, text)) in effects.iter().enumerate() {
            let room = LINE_WIDTH.saturating_sub(self.layout.bar() + at);
            if index > 0 && width(text) > room {
                self.end_line();
                self.gutter();
                at = self.layout.source + 3;
                self.out += &" ".repeat(at);
            } else if index > 0 {
                self.out += "  ";
            }
            self.out += &self.painter.paint(*role, text);
            at += width(text) + 2;
        }
        self.end_line();
    }

    /// A line below a statement, behind the bar.
    fn continuation(&mut self, text: &str) {
        self.gutter();
        self.out += text;
        self.end_line();
    }

    /// Says what holds before a move, if that is not what was said last.
    fn changed_letter(&mut self, before_move: usize) {
        let Some((word, letter)) = self.word.and_then(|word| Some((word, word.letter(before_move)?))) else {
            return;
        };
        if self.letter.is_some_and(|last| last.holds == letter.holds) {
            return;
        }
        let text = word::letter_text(word, letter, self.letter);
        self.continuation(&format!("   {}", self.painter.paint(Role::Output, text)));
        self.letter = Some(letter);
    }

    fn gutter(&mut self) {
        self.out += &" ".repeat(self.layout.bar());
        self.out += &self.painter.paint(Role::Gutter, "|");
    }

    fn end_line(&mut self) {
        let end = self.out.trim_end_matches(' ').len();
        self.out.truncate(end);
        self.out.push('\n');
    }

    fn rule(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out += &format!("  {}\n", self.painter.paint(Role::Unknown, format!("--- {text} ---")));
        self.thread = None;
        self.letter = None;
    }

    fn elision(&mut self, count: usize, has_loop: bool) {
        let beginning = if has_loop { ", the beginning of the loop among them" } else { "" };
        let text = format!("... {} not shown{beginning}; -v shows all", counted(count as u64, "statement"));
        self.out += &format!("\n  {}\n", self.painter.paint(Role::Faint, text));
        self.thread = None;
        self.letter = None;
    }
}

/// What a statement did: choices, then changes, then what it printed.
fn effects(step: &Step) -> Vec<(Role, String)> {
    let choices = step.choices.iter().map(|choice| (Role::Choice, format!("[{}]", printable(choice))));
    let changes = step.changes.iter().map(|change| {
        let text = format!("{} = {}", printable(&change.target), printable(&change.value.to_string()));
        (Role::Change, text)
    });
    let output = step.output.iter().map(|text| (Role::Output, format!("prints \"{}\"", printable(text))));
    choices.chain(changes).chain(output).collect()
}
