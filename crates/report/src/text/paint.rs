//! Roles of text and their colours.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// What a piece of text is; the palette follows that of the snippets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Violated,
    Holds,
    Unknown,
    Heading,
    Thread,
    /// Line numbers and the bar behind them.
    Gutter,
    Change,
    Choice,
    Output,
    Faint,
}

impl Role {
    fn style(self) -> Style {
        let colour = |colour: AnsiColor| colour.on_default();
        match self {
            Role::Violated => colour(AnsiColor::BrightRed).bold(),
            Role::Holds => colour(AnsiColor::BrightGreen).bold(),
            Role::Unknown => colour(AnsiColor::Yellow).bold(),
            Role::Heading => Style::new().bold(),
            Role::Thread => colour(AnsiColor::BrightCyan).bold(),
            Role::Gutter => colour(AnsiColor::BrightBlue),
            Role::Change => colour(AnsiColor::Green),
            Role::Choice => colour(AnsiColor::Magenta),
            Role::Output => colour(AnsiColor::Cyan),
            Role::Faint => Style::new().dimmed(),
        }
    }
}

/// Paints text, or leaves it plain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painter {
    pub(crate) color: bool,
}

impl Painter {
    pub(crate) fn paint(self, role: Role, text: impl Display) -> String {
        let text = text.to_string();
        if !self.color || text.is_empty() {
            return text;
        }
        let style = role.style();
        format!("{style}{text}{style:#}")
    }
}

/// The text with control characters escaped, and a tab as a space.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => shown.push(' '),
            control if control.is_control() => shown.extend(control.escape_default()),
            plain => shown.push(plain),
        }
    }
    shown
}

/// `1 state`, `2 states`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    counted_as(count, noun, &format!("{noun}s"))
}

/// The same for a noun with another plural.
pub(crate) fn counted_as(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", super::thousands(count), if count == 1 { one } else { many })
}

/// Characters, as an estimate of columns on the terminal.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Spaces that fill a text up to a width.
pub(crate) fn fill(text: &str, to: usize) -> String {
    " ".repeat(to.saturating_sub(width(text)))
}
