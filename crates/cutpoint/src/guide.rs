//! Guiding an execution by hand: moves and choices are listed, and a number is read.

use std::io::BufRead;

use base::{SourceMap, Span};
use driver::{Guide, Menu, MenuItem, Move};
use report::{TextOptions, text};
use verdict::Moment;

use crate::output;

/// Longer menus are cut: the user still may give any number of them.
const MAX_ITEMS: u64 = 20;

/// Asks on the standard error, so that the report has the standard output for itself.
pub(crate) struct Terminal<'a, R> {
    answers: R,
    sources: &'a SourceMap,
    options: TextOptions,
}

impl<'a, R: BufRead> Terminal<'a, R> {
    pub(crate) fn new(answers: R, sources: &'a SourceMap, options: TextOptions) -> Self {
        Self { answers, sources, options }
    }

    /// Reads a number from 1 to `count` and counts it from 0; an empty line is the first. `None` at the end of input.
    fn ask(&mut self, what: &str, count: u64) -> Option<u64> {
        loop {
            let range = if count == 1 { "Enter".to_owned() } else { format!("1-{count}") };
            output::complain(&format!("{what} [{range}, q to stop]: "));
            let mut line = String::new();
            // Input that ends, breaks, or is no text ends the execution.
            if self.answers.read_line(&mut line).ok()? == 0 {
                output::complain("\n");
                return None;
            }
            match line.trim() {
                "" => return Some(0),
                "q" | "quit" => return None,
                answer => match answer.parse::<u64>() {
                    Ok(number) if (1..=count).contains(&number) => return Some(number - 1),
                    Ok(_) | Err(_) => output::complain(&format!("`{answer}` is none of them\n")),
                },
            }
        }
    }

    /// Where a place is and what stands there.
    fn place(&self, span: Option<Span>) -> String {
        let Some(span) = span else { return String::new() };
        let line = self.sources.position(span).line;
        format!("line {line}: {}", text::excerpt(self.sources.file(span.file).line_text(line)))
    }

    fn item(&self, item: MenuItem) -> String {
        match item {
            MenuItem::Value(value) => text::excerpt(&value),
            MenuItem::Join(span) => self.place(span),
            MenuItem::Branch => "go on here".to_owned(),
        }
    }
}

impl<R: BufRead> Guide for Terminal<'_, R> {
    fn see(&mut self, moments: &[Moment]) {
        output::complain(&text::moments(moments, self.sources, self.options));
    }

    fn choose_move(&mut self, moves: &[Move<'_>]) -> Option<usize> {
        output::complain("\n");
        for (index, one) in moves.iter().enumerate() {
            let thread =
                one.thread.map_or_else(|| "initialisation".to_owned(), |number| format!("thread {number}"));
            let line = format!(
                "{:>4}  {thread} in {}, {}",
                index + 1,
                text::excerpt(one.proc),
                self.place(one.span)
            );
            output::complain(&format!("{}\n", line.trim_end_matches([',', ' '])));
        }
        let answer = self.ask("move", moves.len() as u64)?;
        usize::try_from(answer).ok()
    }

    fn choose_item(&mut self, menu: &Menu<'_>) -> Option<u32> {
        let count = menu.count();
        output::complain("\n");
        for index in (0..count.min(MAX_ITEMS)).filter_map(|index| u32::try_from(index).ok()) {
            output::complain(&format!("{:>4}  {}\n", index + 1, self.item(menu.item(index))));
        }
        if count > MAX_ITEMS {
            let more = text::thousands(count - MAX_ITEMS);
            output::complain(&format!("      ... and {more} more\n"));
        }
        u32::try_from(self.ask("choice", count)?).ok()
    }
}
