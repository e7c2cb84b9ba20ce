//! Traces: the source lines that were executed, who executed them, and what they changed.
//!
//! ```text
//!   thread 0
//!     Main.run  12 | x = choose(bool);      [choose = true]  x = true
//!               13 | g = Lib.inc(g);        calls Lib.inc(v = 1)
//!     Lib.inc   30 |   return v + 1;        returns 2 from Lib.inc
//!     Main.run  13 | g = Lib.inc(g);        Main.g = 2
//! ```
//!
//! Statements are indented by the calls that have not returned.
//!
//! An execution that violates a formula has the truth of its atoms between the statements, wherever it changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::calls::call_text;
use super::manner::{Manner, TraceStyle};
use super::paint::{Painter, Role, counted, fill, printable, width};
use super::state::{self, thread_name};
use super::word;
use crate::twin::execution::{Execution, Step};
use crate::twin::location::Location;
use crate::twin::source_line::RETURN;
use crate::twin::word::{Letter, Word, WordEnd};

/// A trace longer than this loses its middle, unless nothing is to be left out.
const MAX_STEPS: usize = 60;
/// What is left of it: the beginning, and the larger part before the error.
const HEAD: usize = 15;
const TAIL: usize = 35;

/// Statements of deeper calls are not indented further.
const MAX_INDENTED: usize = 10;

/// Columns beyond these widths do not push the following column in all rows.
const MAX_PROCEDURE: usize = 24;
const MAX_SOURCE: usize = 48;
/// Changes go on in a new line from here.
pub(crate) const LINE_WIDTH: usize = 120;

/// The trace as text; every line has an end.
pub(crate) fn render(execution: &Execution, manner: Manner, painter: Painter) -> String {
    let Execution { inputs: _, steps, loop_start, word, final_state: _ } = execution;
    render_all(steps, *loop_start, word.as_ref(), manner, painter)
}

/// What a trace that is shown piece by piece keeps between the pieces.
#[derive(Default)]
pub(crate) struct Shown {
    layout: Layout,
    thread: Option<Option<u32>>,
    procedure: Option<String>,
}

impl Shown {
    pub(crate) fn forget_heading(&mut self) {
        self.thread = None;
    }

    /// Statements that may come next, with the text that the source column will have. Each has its place, its line, and
    /// its own text.
    pub(crate) fn sources(&mut self, places: &[Option<(Location, String, String)>]) -> Vec<String> {
        places.iter().flatten().for_each(|(location, _, _)| self.layout.note(location));
        let source = |place: &Option<(Location, String, String)>| match place {
            Some((location, line, statement)) => {
                let text = self.layout.choose(Some(location), line, statement);
                format!("line {}: {}", location.line, printable(text))
            }
            None => String::new(),
        };
        places.iter().map(source).collect()
    }
}

/// The next statements of a trace, lined up with those before.
pub(crate) fn render_next(shown: &mut Shown, steps: &[Step], manner: Manner, painter: Painter) -> String {
    let steps: Vec<&Step> = steps.iter().filter(|step| is_shown(step, manner)).collect();
    let mut layout = std::mem::take(&mut shown.layout);
    layout.extend(steps.iter().copied());
    let mut writer = Writer::new(layout, manner, painter, None);
    writer.thread = shown.thread;
    writer.procedure = shown.procedure.take();
    steps.iter().for_each(|step| writer.step(step, None));
    let Writer { out, layout, thread, procedure, .. } = writer;
    *shown = Shown { layout, thread, procedure };
    out
}

/// The same for statements of one procedure that go with texts of their own, without the name of the thread. The texts
/// speak of the calls.
pub(crate) fn render_part(steps: &[(&Step, Vec<String>)], manner: Manner, painter: Painter) -> String {
    let steps: Vec<&(&Step, Vec<String>)> =
        steps.iter().filter(|(step, texts)| is_shown(step, manner) || !texts.is_empty()).collect();
    let hidden = if manner.elides() { middle(steps.len()) } else { 0..0 };
    let visible: Vec<_> = steps.iter().enumerate().filter(|(index, _)| !hidden.contains(index)).collect();
    let layout = Layout::of(visible.iter().map(|(_, (step, _))| *step));
    let mut writer = Writer::new(layout, manner, painter, None);
    for (index, (step, texts)) in visible {
        if index == hidden.end && !hidden.is_empty() {
            writer.elision(hidden.len(), false);
        }
        writer.thread = Some(step.thread);
        writer.step(step, Some(texts));
    }
    writer.out
}

fn render_all(
    steps: &[Step],
    loop_start: Option<usize>,
    word: Option<&Word>,
    manner: Manner,
    painter: Painter,
) -> String {
    let last_move = steps.last().map(|step| step.atomic_move);
    let begins_loop = |index: usize| loop_start == Some(index);
    let steps: Vec<(usize, &Step)> = steps
        .iter()
        .enumerate()
        .filter(|(index, step)| is_shown(step, manner) || begins_loop(*index))
        .collect();
    let hidden = if manner.elides() { middle(steps.len()) } else { 0..0 };
    let visible = |index: usize| !hidden.contains(&index);
    let layout =
        Layout::of(steps.iter().enumerate().filter(|(index, _)| visible(*index)).map(|(_, (_, step))| *step));
    let mut writer = Writer::new(layout, manner, painter, word);
    for (position, (index, step)) in steps.iter().enumerate() {
        if position == hidden.start && !hidden.is_empty() {
            let elided = &steps[hidden.clone()];
            writer.elision(elided.len(), elided.iter().any(|(index, _)| begins_loop(*index)));
        }
        if visible(position) {
            if begins_loop(*index) {
                writer.rule("the loop begins here");
            }
            writer.step(step, None);
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
fn is_shown(step: &Step, manner: Manner) -> bool {
    let Step { location, changes, choices, output, .. } = step;
    manner.shows_silent()
        || location.is_some()
        || !changes.is_empty()
        || !choices.is_empty()
        || !output.is_empty()
}

fn middle(count: usize) -> Range<usize> {
    if count > MAX_STEPS { HEAD..count - TAIL } else { 0..0 }
}

/// Widths of the columns, and what the source column shows.
#[derive(Default)]
struct Layout {
    procedure: usize,
    place: usize,
    source: usize,
    /// Lines are of all these; if there is more than one, they need its name.
    files: BTreeSet<String>,
    /// The columns where statements begin, for each line.
    starts: BTreeMap<(String, u32), BTreeSet<u32>>,
    /// Lines that hold more than one of the statements: these are shown by the statement instead of the line.
    crowded: BTreeSet<(String, u32)>,
}

impl Layout {
    fn of<'a>(steps: impl Iterator<Item = &'a Step> + Clone) -> Self {
        let mut layout = Self::default();
        layout.extend(steps);
        layout
    }

    /// Makes room for more statements.
    fn extend<'a>(&mut self, steps: impl Iterator<Item = &'a Step> + Clone) {
        steps.clone().filter_map(|step| step.location.as_ref()).for_each(|location| self.note(location));
        for step in steps {
            self.procedure = self.procedure.max(column(&printable(&step.procedure), MAX_PROCEDURE));
            self.place = self.place.max(width(&self.place(step)));
            self.source = self.source.max(column(&self.source(step), MAX_SOURCE));
        }
    }

    /// A statement begins here.
    fn note(&mut self, location: &Location) {
        if !self.files.contains(&location.file) {
            self.files.insert(location.file.clone());
        }
        let line = (location.file.clone(), location.line);
        let columns = self.starts.entry(line.clone()).or_default();
        columns.insert(location.column);
        if columns.len() > 1 {
            self.crowded.insert(line);
        }
    }

    /// What the source column shows of a statement, from its line and its own text.
    fn choose<'t>(&self, location: Option<&Location>, line: &'t str, statement: &'t str) -> &'t str {
        let place = location.map(|location| (location.file.clone(), location.line));
        let crowded = place.is_some_and(|place| self.crowded.contains(&place));
        if crowded || statement == RETURN { statement } else { line }
    }

    fn place(&self, step: &Step) -> String {
        match &step.location {
            None => String::new(),
            Some(location) if self.files.len() > 1 => {
                format!("{}:{}", printable(&location.file), location.line)
            }
            Some(location) => location.line.to_string(),
        }
    }

    fn source(&self, step: &Step) -> String {
        let (line, statement) = (step.source.as_deref(), step.statement.as_deref());
        let text = self.choose(step.location.as_ref(), line.unwrap_or(""), statement.unwrap_or(""));
        format!("{}{}", indentation(step.depth), printable(text))
    }

    /// Where the bar stands, counted from the left.
    fn bar(&self) -> usize {
        4 + self.procedure + 2 + self.place + 1
    }
}

/// Shows how many calls have not returned.
fn indentation(depth: usize) -> String {
    match depth {
        0..=MAX_INDENTED => "  ".repeat(depth),
        _ => format!("{}({depth} calls deep) ", "  ".repeat(MAX_INDENTED)),
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
    manner: Manner,
    /// The thread of the last heading.
    thread: Option<Option<u32>>,
    /// The procedure of the last line below it.
    procedure: Option<String>,
    word: Option<&'a Word>,
    /// What held when that was said last; nothing where it must be said anew.
    letter: Option<&'a Letter>,
}

impl<'a> Writer<'a> {
    fn new(layout: Layout, manner: Manner, painter: Painter, word: Option<&'a Word>) -> Self {
        let (thread, procedure, letter) = (None, None, None);
        Self { out: String::new(), layout, painter, manner, thread, procedure, word, letter }
    }

    /// A statement; `texts`, if there are any, say what it called.
    fn step(&mut self, step: &Step, texts: Option<&[String]>) {
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
        let shown = if self.procedure.as_deref() == Some(step.procedure.as_str()) { "" } else { &procedure };
        self.procedure = Some(step.procedure.clone());
        let place = self.layout.place(step);
        let bar = self.painter.paint(Role::Gutter, format!("{}{place} |", fill(&place, self.layout.place)));
        self.out += &format!("    {shown}{}  {bar}", fill(shown, self.layout.procedure));
        self.statement_and_effects(step, texts);
        if self.manner.trace == TraceStyle::States
            && let Some(state) = &step.state
        {
            for line in state::lines(state, self.manner, self.painter) {
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
    fn statement_and_effects(&mut self, step: &Step, texts: Option<&[String]>) {
        let source = self.layout.source(step);
        let calls = match (texts, self.manner.trace) {
            (Some(texts), _) => texts.to_vec(),
            (None, TraceStyle::Changes) => Vec::new(),
            (None, _) => call_text(step, &source, self.manner),
        };
        let effects = effects(step, calls, self.manner);
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
        let text = format!(
            "... {} not shown{beginning}; --trace full shows all",
            counted(count as u64, "statement")
        );
        self.out += &format!("\n  {}\n", self.painter.paint(Role::Faint, text));
        self.thread = None;
        self.letter = None;
    }
}

/// What a statement did: choices, then calls, then changes, then what it printed.
fn effects(step: &Step, calls: Vec<String>, manner: Manner) -> Vec<(Role, String)> {
    let choices = step.choices.iter().map(|choice| (Role::Choice, format!("[{}]", printable(choice))));
    let changes = step.changes.iter().map(|change| {
        let text = format!("{} = {}", printable(&change.target), printable(&change.value.text(manner.null)));
        (Role::Change, text)
    });
    if manner.trace == TraceStyle::Changes {
        return changes.collect();
    }
    let output = step.output.iter().map(|text| (Role::Output, format!("prints \"{}\"", printable(text))));
    let calls = calls.into_iter().map(|text| (Role::Output, text));
    choices.chain(calls).chain(changes).chain(output).collect()
}
