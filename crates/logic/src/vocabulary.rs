//! What a reader of formulas has to know of the program that they are about.
//!
//! Some texts have two readings, and the names of the program decide: `Main.head` is a global variable of a
//! class, or the field `head` of the object of `Main`; `GF` is two operators, or a name; `!locked` is the negation of
//! a truth value, or a test of a path expression.

use crate::formula::{Binary, Unary};
use crate::lex::Token;
use crate::term::Path;

/// The names of a program.
pub trait Vocabulary {
    /// Whether the program has a variable, a field or a constant of this name, which may have points in it.
    fn knows(&self, name: &str) -> bool;

    /// Whether a path leads to a truth value.
    fn is_truth(&self, path: &Path) -> bool;
}

/// For formulas without a program.
#[derive(Clone, Copy, Debug)]
pub struct NoProgram;

impl Vocabulary for NoProgram {
    fn knows(&self, _: &str) -> bool {
        false
    }

    fn is_truth(&self, _: &Path) -> bool {
        false
    }
}

/// The operators that a word spells: `GF`, `until`. Names of a program come first, unlike with the words of
/// [`word`](crate::lex).
pub(crate) fn spelling(word: &str) -> Option<Vec<Token<'static>>> {
    let one = |token| Some(vec![token]);
    match word {
        "always" | "globally" => one(Token::Unary(Unary::Globally)),
        "eventually" | "finally" => one(Token::Unary(Unary::Finally)),
        "not" => one(Token::Unary(Unary::Not)),
        "and" => one(Token::Binary(Binary::And)),
        "or" => one(Token::Binary(Binary::Or)),
        "implies" => one(Token::Binary(Binary::Implies)),
        "iff" => one(Token::Binary(Binary::Iff)),
        "until" => one(Token::Binary(Binary::Until)),
        "release" => one(Token::Binary(Binary::Release)),
        _ => letters(word),
    }
}

/// Temporal operators written together. More than a few are no spelling but a name.
fn letters(word: &str) -> Option<Vec<Token<'static>>> {
    let operator = |letter| match letter {
        'G' => Some(Token::Unary(Unary::Globally)),
        'F' => Some(Token::Unary(Unary::Finally)),
        'X' => Some(Token::Unary(Unary::Next)),
        _ => None,
    };
    if !(2..=8).contains(&word.len()) {
        return None;
    }
    word.chars().map(operator).collect()
}
