//! Pages of explanation, and the list of all codes.

use super::TextOptions;
use super::paint::{Painter, Role, width};
use crate::twin::explain::CodePage;

/// Paragraphs are broken to lines of this width.
const LINE_WIDTH: usize = 96;

/// The page of one code: the title, then its explanation with code indented instead of fenced.
pub fn explain(page: &CodePage, options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    let mut text = format!("{}: {}\n\n", painter.paint(Role::Heading, &page.id), page.title);
    let mut paragraph: Vec<&str> = Vec::new();
    let mut in_code = false;
    for line in page.explanation.lines() {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence || in_code || line.trim().is_empty() {
            text += &wrapped(&std::mem::take(&mut paragraph));
        }
        match (is_fence, in_code) {
            (true, _) => in_code = !in_code,
            (false, true) if !line.is_empty() => {
                text += &format!("    {}\n", painter.paint(Role::Output, line))
            }
            (false, _) if line.trim().is_empty() => text.push('\n'),
            (false, _) => paragraph.extend(line.split_whitespace()),
        }
    }
    text + &wrapped(&paragraph)
}

/// Words in lines; nothing for no words.
fn wrapped(words: &[&str]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in unbroken(words) {
        let length = width(&word);
        if column > 0 && column + 1 + length > LINE_WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += &word;
        column += length;
    }
    if column > 0 {
        text.push('\n');
    }
    text
}

/// Words between a pair of backquotes count as one.
fn unbroken(words: &[&str]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(open) if !open.matches('`').count().is_multiple_of(2) => {
                open.push(' ');
                open.push_str(word);
            }
            Some(_) | None => joined.push((*word).to_owned()),
        }
    }
    joined
}

/// All codes with their titles.
pub fn code_list(pages: &[CodePage], options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    let line = |page: &CodePage| format!("{}  {}\n", painter.paint(Role::Heading, &page.id), page.title);
    let list: String = pages.iter().map(line).collect();
    format!("{list}\n`cutpoint explain CODE` says more about one of them.\n")
}
