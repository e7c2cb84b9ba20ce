//! Properties that stand in comments of a program: `//@ ltl: FORMULA => holds`, or `//@ ltl --fair strong: FORMULA`.
//!
//! All languages have them: a comment runs from `//` to the end of its line, `/* */` encloses others, and nothing
//! inside a text in double quotes is one. That is all that is known of a language here, so one reader serves all of
//! them.
//!
//! A formula stays text: what it means is known to its checker.

use base::{Diagnostic, SourceId, Span};

use crate::codes;
use crate::fairness::Fairness;

/// A formula of temporal logic and the answer that the file expects of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyText {
    pub formula: String,
    /// The place of exactly the formula.
    pub span: Span,
    /// Which executions count.
    pub fair: Fairness,
    /// `None` if the file does not say.
    pub expected: Option<ExpectedAnswer>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExpectedAnswer {
    Holds,
    Violated,
    Unknown,
}

impl ExpectedAnswer {
    /// The word in the comment.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        [Self::Holds, Self::Violated, Self::Unknown].into_iter().find(|answer| answer.word() == word)
    }
}

/// What the comments of a text claim, in order, and what is wrong with them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PropertyTexts {
    pub properties: Vec<PropertyText>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the properties of a text of at most 4 GiB, in time linear in it.
pub fn properties(file: SourceId, text: &str) -> PropertyTexts {
    let mut found = PropertyTexts::default();
    for comment in line_comments(text) {
        let start = place(text, comment);
        let span = Span::new(file, start, start + comment.len() as u32);
        match read(span, comment) {
            None => {}
            Some(Ok(property)) => found.properties.push(property),
            Some(Err(diagnostic)) => found.diagnostics.push(*diagnostic),
        }
    }
    found
}

/// The comments from `//` to the ends of their lines.
fn line_comments(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(['/', '"'])?;
            rest = &rest[start..];
            if rest.starts_with("//") {
                let (comment, behind) = rest.split_at(rest.find('\n').unwrap_or(rest.len()));
                rest = behind;
                return Some(comment);
            }
            rest = if let Some(inside) = rest.strip_prefix("/*") {
                // One that is not closed is the front end's business.
                inside.split_once("*/").map_or("", |(_, behind)| behind)
            } else if let Some(inside) = rest.strip_prefix('"') {
                behind_text(inside)
            } else {
                &rest[1..]
            };
        }
    })
}

/// What follows a text in double quotes, which ends on its line in any case.
fn behind_text(inside: &str) -> &str {
    let mut escaped = false;
    for (at, character) in inside.char_indices() {
        match character {
            '\n' => return &inside[at..],
            '"' if !escaped => return &inside[at + 1..],
            _ => escaped = character == '\\' && !escaped,
        }
    }
    ""
}

/// The property in a comment: `None` if the comment is none.
fn read(span: Span, comment: &str) -> Option<Result<PropertyText, Box<Diagnostic>>> {
    let directive = comment.strip_prefix("//@")?;
    let (head, rest) = directive.split_once(':').unwrap_or((directive, ""));
    let mut words = head.split_whitespace();
    (words.next() == Some("ltl")).then(|| read_ltl(span, comment, words, rest))
}

fn read_ltl<'a>(
    span: Span,
    comment: &str,
    options: impl Iterator<Item = &'a str>,
    rest: &str,
) -> Result<PropertyText, Box<Diagnostic>> {
    let place_of = |part: &str| {
        let start = span.start + place(comment, part);
        Span::new(span.file, start, start + part.len() as u32)
    };
    let mut fair = Fairness::None;
    let mut options = options.peekable();
    while let Some(option) = options.next() {
        fair = fairness(option, &mut options).map_err(|wrong| {
            let message = format!("A property has the option `{wrong}`, which there is not.");
            let help = "the options of a property are `--fair` (or `--fair weak`) and `--fair strong`";
            Box::new(malformed(&message, place_of(wrong), "not an option").help(help))
        })?;
    }
    let rest = before_comment(rest);
    let (formula, answer) = match rest.rsplit_once("=>") {
        // `=>` is an operator too: what is more than a word behind it belongs to the formula.
        Some((formula, answer)) if answer.trim().chars().all(char::is_alphanumeric) => {
            (formula.trim(), Some(answer.trim()))
        }
        Some(_) | None => (rest.trim(), None),
    };
    if formula.is_empty() {
        return Err(malformed("A property has no formula.", span, "no formula behind `ltl:`"));
    }
    let expected = match answer.map(|word| (word, ExpectedAnswer::from_word(word))) {
        None => None,
        Some((_, Some(answer))) => Some(answer),
        Some((word, None)) => {
            let message = format!("A property expects `{word}`, which is no answer.");
            let at = if word.is_empty() { span } else { place_of(word) };
            return Err(malformed(&message, at, "not an answer"));
        }
    };
    Ok(PropertyText { formula: formula.to_owned(), span: place_of(formula), fair, expected })
}

/// A property without the comment after it. No operator looks like the beginning of one, but names and texts in
/// quotes may.
fn before_comment(text: &str) -> &str {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '/') if text[at..].starts_with("//") || text[at..].starts_with("/*") => {
                return &text[..at];
            }
            (None, '`' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None | Some(_), _) => {}
        }
    }
    text
}

/// What the option says, with the word that follows it where it takes one: `--fair`, `--fair strong`, `--fair=strong`.
/// An error is the word that is wrong.
fn fairness<'a>(
    option: &'a str,
    rest: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Fairness, &'a str> {
    let name = match option.strip_prefix("--fair") {
        Some("") => rest.next_if(|next| !next.starts_with('-')).unwrap_or("weak"),
        Some(named) => named.strip_prefix('=').ok_or(option)?,
        None => return Err(option),
    };
    Fairness::from_name(name).ok_or(name)
}

fn malformed(message: &str, span: Span, label: &str) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(&codes::MALFORMED_PROPERTY, message).at(span, label);
    Box::new(diagnostic.help("write `//@ ltl: FORMULA => holds`, or `violated`, or `unknown`"))
}

/// Where a part of a text begins; the part is a slice of it.
fn place(text: &str, part: &str) -> u32 {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr()).min(text.len()) as u32
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    fn read_all(text: &str) -> PropertyTexts {
        properties(SourceId::new(0), text)
    }

    /// Formulas and answers of a text without mistakes.
    fn check<F: Into<Fairness> + Copy>(text: &str, expected: &[(&str, F, Option<ExpectedAnswer>)]) {
        let PropertyTexts { properties, diagnostics } = read_all(text);
        assert_eq!(diagnostics, [], "{text}");
        let found: Vec<_> = properties.iter().map(|p| (p.formula.as_str(), p.fair, p.expected)).collect();
        let expected: Vec<_> =
            expected.iter().map(|&(formula, fair, answer)| (formula, fair.into(), answer)).collect();
        assert_eq!(found, expected, "{text}");
        for property in &properties {
            assert_eq!(&text[property.span.range()], property.formula, "{text}");
        }
    }

    #[test]
    fn formula_place_option_and_answer_are_read() {
        check(
            "x;\n  //@ ltl:  G (x -> y)  => violated \ny",
            &[("G (x -> y)", false, Some(ExpectedAnswer::Violated))],
        );
        check("y //@ ltl --fair: F @at(a:b)\r\n", &[("F @at(a:b)", true, None)]);
        for (option, fair) in [
            ("--fair", Fairness::Weak),
            ("--fair weak", Fairness::Weak),
            ("--fair strong", Fairness::Strong),
            ("--fair=strong", Fairness::Strong),
        ] {
            check(&format!("//@ ltl {option}: F x"), &[("F x", fair, None)]);
        }
        check(
            "//@ ltl: a\n//@ ltl: b => unknown",
            &[("a", false, None), ("b", false, Some(ExpectedAnswer::Unknown))],
        );
    }

    #[test]
    fn an_implication_is_no_answer() {
        check("//@ ltl: G (a => F b)", &[("G (a => F b)", false, None)]);
        check("//@ ltl: a => F b => holds", &[("a => F b", false, Some(ExpectedAnswer::Holds))]);
    }

    #[test]
    fn a_comment_after_a_property_is_none_of_it() {
        let holds = Some(ExpectedAnswer::Holds);
        check("//@ ltl: F a => holds // at last", &[("F a", false, holds)]);
        check("//@ ltl: F a => holds /* at last */", &[("F a", false, holds)]);
        check("//@ ltl: F a // => holds", &[("F a", false, None)]);
        check(r"//@ ltl: F (a /\ b) => holds// so", &[(r"F (a /\ b)", false, holds)]);
        check("//@ ltl: s == \"//\" => holds", &[("s == \"//\"", false, holds)]);
        check("//@ ltl: F `a//b` => holds", &[("F `a//b`", false, holds)]);
        // A quote that does not end is the reader's business.
        check("//@ ltl: F `a // b", &[("F `a // b", false, None)]);
    }

    #[test]
    fn other_comments_and_texts_are_no_properties() {
        for text in [
            "// ltl: x => holds",
            "//@ check: holds",
            "//@ ltlx: x",
            "/* \n//@ ltl: x\n */",
            "\"//@ ltl: x\"",
            "\"a\\\"//@ ltl: x\"",
            "/* //@ ltl: x",
            "a / b",
            "",
        ] {
            check::<bool>(text, &[]);
        }
        check("\"open\n//@ ltl: x", &[("x", false, None)]);
        check("/* */ //@ ltl: x", &[("x", false, None)]);
    }

    #[test]
    fn mistakes_are_said() {
        let texts = [
            "//@ ltl:",
            "//@ ltl",
            "//@ ltl: => holds",
            "//@ ltl: F x => maybe",
            "//@ ltl: F x =>",
            "//@ ltl -f: x",
            "//@ ltl --fair very: x",
            "//@ ltl --fairstrong: x",
            "//@ ltl strong: x",
        ];
        for text in texts {
            let PropertyTexts { properties, diagnostics } = read_all(text);
            assert_eq!(properties, [], "{text}");
            assert_eq!(diagnostics.iter().map(|d| d.code.id).collect::<Vec<_>>(), ["CP0080"], "{text}");
        }
    }
}
