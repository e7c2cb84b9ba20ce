//! A command that a limit ended before there was a report.

use super::TextOptions;
use super::check::notes_text;
use super::paint::{Painter, Role, printable};

/// The verdict in one line, and below it what helps.
pub fn undecided(file: &str, message: &str, advice: Option<String>, options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    let unknown = painter.paint(Role::Unknown, "unknown");
    let verdict = format!("{unknown}: {}: {}\n", printable(file), printable(message));
    verdict + &notes_text(advice.into_iter().collect(), painter)
}
