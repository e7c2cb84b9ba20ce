//! What executions did not go through.
//!
//! ```text
//! coverage: 12 of 16 statements, 5 of 6 branches, 1 of 2 assertions
//!
//!   never reached    line 12      `x = 1;`
//!   never reached    lines 14-16  `y = 2;` and 2 more
//!   never taken      line 11      `x > 3`, to line 12 `x = 1;`
//!   never evaluated  line 20      `assert(x == 1);`
//! ```

use super::Verbosity;
use super::paint::{Painter, Role, counted, fill, printable, width};
use super::thousands;
use crate::twin::coverage::{Branch, Coverage, Excerpt, StatementRun};

/// More rows are counted only, unless nothing is to be left out.
const MAX_ROWS: usize = 16;
/// The longest piece of source in a row.
const MAX_TEXT: usize = 40;

struct Row {
    what: &'static str,
    lines: String,
    text: String,
}

/// The figures, and a row for each gap.
pub(crate) fn render(coverage: &Coverage, verbosity: Verbosity, painter: Painter) -> String {
    let heading = if coverage.complete { "coverage:" } else { "coverage so far:" };
    let mut text = format!("\n{} {}\n", painter.paint(Role::Heading, heading), figures(coverage));
    let rows = rows(coverage);
    let shown = if verbosity == Verbosity::Verbose { rows.len() } else { rows.len().min(MAX_ROWS) };
    let (shown, hidden) = rows.split_at(shown);
    let what_width = shown.iter().map(|row| row.what.len()).max().unwrap_or(0);
    let lines_width = shown.iter().map(|row| row.lines.len()).max().unwrap_or(0);
    if !shown.is_empty() {
        text.push('\n');
    }
    for Row { what, lines, text: snippet } in shown {
        text += &format!(
            "  {what}{}  {}{}  {snippet}\n",
            fill(what, what_width),
            painter.paint(Role::Gutter, lines),
            fill(lines, lines_width),
        );
    }
    if !hidden.is_empty() {
        let more = format!("... {} not shown; -v shows all", counted(hidden.len() as u64, "row"));
        text += &format!("  {}\n", painter.paint(Role::Faint, more));
    }
    text
}

/// `12 of 15 statements, 5 of 6 branches`.
fn figures(coverage: &Coverage) -> String {
    let Coverage { complete: _, statements, branches, assertions, guards } = coverage;
    let parts = [
        (statements.all, statements.missed, "statement"),
        (branches.all, branches.missed, "branch"),
        (assertions.all, assertions.missed, "assertion"),
        (guards.all, guards.missed, "guard"),
    ];
    let some = parts.into_iter().filter(|&(all, ..)| all > 0);
    let texts: Vec<String> = some
        .map(|(all, missed, noun)| {
            let plural = match (all, noun) {
                (1, noun) => noun.to_owned(),
                (_, "branch") => "branches".to_owned(),
                (_, noun) => format!("{noun}s"),
            };
            format!("{} of {} {plural}", thousands(all - missed), thousands(all))
        })
        .collect();
    if texts.is_empty() { "no statements".to_owned() } else { texts.join(", ") }
}

fn rows(coverage: &Coverage) -> Vec<Row> {
    let Coverage { complete, statements, branches, assertions, guards } = coverage;
    let word = |ever: &'static str, so_far: &'static str| if *complete { ever } else { so_far };
    let mut rows: Vec<Row> = Vec::new();
    let reached = word("never reached", "not reached so far");
    rows.extend(statements.never_reached.iter().map(|run| statement_row(reached, run)));
    let taken = word("never taken", "not taken so far");
    rows.extend(branches.never_taken.iter().map(|branch| branch_row(taken, branch)));
    let evaluated = word("never evaluated", "not evaluated so far");
    rows.extend(assertions.never.iter().map(|place| excerpt_row(evaluated, place)));
    let open = word("never open", "not open so far");
    rows.extend(guards.never.iter().map(|place| excerpt_row(open, place)));
    rows
}

fn statement_row(what: &'static str, run: &StatementRun) -> Row {
    let StatementRun { first, last_line, count, text } = run;
    let lines = if *last_line > first.line {
        format!("lines {}-{last_line}", first.line)
    } else {
        format!("line {}", first.line)
    };
    let more = if *count > 1 { format!(" and {} more", thousands(count - 1)) } else { String::new() };
    Row { what, lines, text: format!("{}{more}", quoted(text)) }
}

fn branch_row(what: &'static str, branch: &Branch) -> Row {
    let Branch { location, text, to } = branch;
    let to = match to {
        Some(to) if to.location.line == location.line => format!("to {}", quoted(&to.text)),
        Some(to) => format!("to line {} {}", to.location.line, quoted(&to.text)),
        None => "to the end of the procedure".to_owned(),
    };
    Row { what, lines: format!("line {}", location.line), text: format!("{}, {to}", quoted(text)) }
}

fn excerpt_row(what: &'static str, place: &Excerpt) -> Row {
    let Excerpt { location, text } = place;
    Row { what, lines: format!("line {}", location.line), text: quoted(text) }
}

fn quoted(text: &str) -> String {
    let text = printable(text);
    if width(&text) <= MAX_TEXT {
        return format!("`{text}`");
    }
    let short: String = text.chars().take(MAX_TEXT).collect();
    format!("`{}...`", short.trim_end())
}
