//! Guiding an execution by hand: moves and choices are listed, and an answer is read.

use std::io::BufRead;

use driver::{Guide, Menu, MenuItem, Move, Wish};
use report::text::{self, LiveTrace};
use verdict::{Moment, Snapshot};

use crate::output;

/// Longer menus are cut: the user still may give any number of them.
const MAX_ITEMS: u128 = 20;

const HELP: &str = "\
      a number  take it; Enter takes the first
      s         show the state before the next move
      b, u      go back one move; inside a move, choose another one
      ?, h      show this help
      q         stop here and report the execution so far; so does the end of the input
";

/// Asks on the standard error, so that the report has the standard output for itself.
pub(crate) struct Terminal<'a, R> {
    answers: R,
    trace: LiveTrace<'a>,
}

impl<'a, R: BufRead> Terminal<'a, R> {
    pub(crate) fn new(answers: R, trace: LiveTrace<'a>) -> Self {
        Self { answers, trace }
    }

    /// Lists `count` things and reads which of them is taken, counted from 0.
    fn ask(&mut self, what: &str, count: u128, list: &str, state: &dyn Fn() -> Snapshot) -> Wish<u64> {
        output::complain(&format!("\n{list}"));
        loop {
            let range = if count == 1 { "Enter".to_owned() } else { format!("1-{count}") };
            output::complain(&format!("{what} [{range}, ? for help]: "));
            let mut line = String::new();
            // Input that ends, breaks, or is no text ends the execution.
            if self.answers.read_line(&mut line).unwrap_or(0) == 0 {
                output::complain("\n");
                return Wish::Stop;
            }
            match line.trim() {
                "" => return Wish::Take(0),
                "q" | "quit" => return Wish::Stop,
                "b" | "u" | "back" | "undo" => return Wish::Back,
                "s" | "state" => {
                    output::complain(&format!("\n{}\n{list}", self.trace.state(&state())));
                }
                "?" | "h" | "help" => output::complain(HELP),
                answer => match answer.parse::<u128>() {
                    // There are at most 2^64.
                    Ok(number) if (1..=count).contains(&number) => return Wish::Take((number - 1) as u64),
                    Ok(_) | Err(_) => output::complain(&hint(answer, count)),
                },
            }
        }
    }

    fn item(&mut self, item: MenuItem) -> String {
        match item {
            MenuItem::Value(value) => text::excerpt(&value),
            MenuItem::Join(span) => self.trace.candidates(&[(span, false)]).concat(),
            MenuItem::Branch => "go on here".to_owned(),
        }
    }
}

/// `   1  thread 2 in Main.Worker, line 10: x = 1;`
fn move_line(number: usize, one: &Move<'_>, statement: &str) -> String {
    let thread = one.thread.map_or_else(|| "initialisation".to_owned(), |number| format!("thread {number}"));
    let line = format!("{number:>4}  {thread} in {}, {statement}", text::excerpt(one.proc));
    format!("{}\n", line.trim_end_matches([',', ' ']))
}

fn hint(answer: &str, count: u128) -> String {
    let numbers = if count == 1 { "1".to_owned() } else { format!("a number from 1 to {count}") };
    format!("`{}` is no answer here: give {numbers}, s, b or q; ? explains them\n", text::excerpt(answer))
}

impl<R: BufRead> Guide for Terminal<'_, R> {
    fn see(&mut self, moments: &[Moment]) {
        let statements = self.trace.statements(moments);
        output::complain(&format!("\n{statements}"));
    }

    fn went_back(&mut self, n_moves: Option<usize>) {
        self.trace.begin_anew();
        output::complain(&match n_moves {
            None => "there is nothing to undo: this is the beginning\n".to_owned(),
            Some(0) => "back at the beginning\n".to_owned(),
            Some(1) => "back to where 1 move was made\n".to_owned(),
            Some(many) => format!("back to where {} moves were made\n", text::thousands(many as u64)),
        });
    }

    fn choose_move(&mut self, moves: &[Move<'_>], state: &dyn Fn() -> Snapshot) -> Wish<usize> {
        let places: Vec<_> = moves.iter().map(|one| (one.span, one.returns)).collect();
        let statements = self.trace.candidates(&places);
        let lines = moves.iter().zip(&statements).enumerate();
        let list: String =
            lines.map(|(index, (one, statement))| move_line(index + 1, one, statement)).collect();
        match self.ask("move", moves.len() as u128, &list, state) {
            Wish::Take(index) => usize::try_from(index).map_or(Wish::Stop, Wish::Take),
            Wish::Back => Wish::Back,
            Wish::Stop => Wish::Stop,
        }
    }

    fn choose_item(&mut self, menu: &Menu<'_>, state: &dyn Fn() -> Snapshot) -> Wish<u64> {
        let count = menu.count();
        let mut list = String::new();
        for index in 0..count.min(MAX_ITEMS) as u64 {
            list += &format!("{:>4}  {}\n", index + 1, self.item(menu.item(index)));
        }
        if count > MAX_ITEMS {
            list += &format!(
                "      ... and {} more\n",
                text::thousands(u64::try_from(count - MAX_ITEMS).unwrap_or(u64::MAX))
            );
        }
        self.ask("choice", count, &list, state)
    }
}
