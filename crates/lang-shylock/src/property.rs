//! Properties that stand in the file: `//@ ltl: FORMULA => holds`.
//!
//! A formula stays text: what it means is known to whoever checks it.

use base::{Diagnostic, Span};

use crate::codes;

/// A formula of temporal logic and the answer that the file expects of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyText {
    pub formula: String,
    /// The place of exactly the formula.
    pub span: Span,
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
    fn from_word(word: &str) -> Option<Self> {
        match word {
            "holds" => Some(Self::Holds),
            "violated" => Some(Self::Violated),
            "unknown" => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// The property in a comment: `None` if the comment is none.
pub(crate) fn read(span: Span, comment: &str) -> Option<Result<PropertyText, Box<Diagnostic>>> {
    let directive = comment.strip_prefix("//@")?;
    let (name, rest) = directive.split_once(':').unwrap_or((directive, ""));
    if name.trim() != "ltl" {
        return None;
    }
    let (formula, answer) = match rest.rsplit_once("=>") {
        Some((formula, answer)) => (formula, Some(answer.trim())),
        None => (rest, None),
    };
    let place = place_in(span, comment, formula.trim());
    if formula.trim().is_empty() {
        return Some(Err(malformed("A property has no formula.", span, "no formula behind `ltl:`")));
    }
    let Some(word) = answer else {
        return Some(Ok(PropertyText { formula: formula.trim().to_owned(), span: place, expected: None }));
    };
    let Some(expected) = ExpectedAnswer::from_word(word) else {
        let message = format!("A property expects `{word}`, which is no answer.");
        let at = if word.is_empty() { span } else { place_in(span, comment, word) };
        return Some(Err(malformed(&message, at, "not an answer")));
    };
    Some(Ok(PropertyText { formula: formula.trim().to_owned(), span: place, expected: Some(expected) }))
}

fn malformed(message: &str, span: Span, label: &str) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(&codes::MALFORMED_PROPERTY, message).at(span, label);
    Box::new(diagnostic.help("write `//@ ltl: FORMULA => holds`, or `violated`, or `unknown`"))
}

/// Where a part of the comment lies; the part is a slice of it.
fn place_in(span: Span, comment: &str, part: &str) -> Span {
    let offset = part.as_ptr().addr().saturating_sub(comment.as_ptr().addr()).min(comment.len()) as u32;
    let start = span.start + offset;
    Span::new(span.file, start, (start + part.len() as u32).min(span.end))
}

#[cfg(test)]
mod tests {
    use base::{Id, SourceId};

    use super::*;

    fn read_all(text: &str) -> Option<Result<PropertyText, Box<Diagnostic>>> {
        read(Span::new(SourceId::new(0), 100, 100 + text.len() as u32), text)
    }

    #[test]
    fn formula_place_and_answer_are_read() {
        let text = "//@ ltl:  G (x -> y)  => violated ";
        let property = read_all(text).expect("a property").expect("well formed");
        assert_eq!(
            (property.formula.as_str(), property.expected),
            ("G (x -> y)", Some(ExpectedAnswer::Violated))
        );
        assert_eq!(&text[property.span.start as usize - 100..property.span.end as usize - 100], "G (x -> y)");
        assert_eq!(read_all("//@ ltl: F @at(a:b)").map(|p| p.map(|p| p.expected)), Some(Ok(None)));
    }

    #[test]
    fn other_comments_are_none_and_mistakes_are_said() {
        assert_eq!(read_all("// ltl: x => holds"), None);
        assert_eq!(read_all("//@ check: holds"), None);
        for text in ["//@ ltl:", "//@ ltl", "//@ ltl: => holds", "//@ ltl: F x => maybe", "//@ ltl: F x =>"] {
            let answer = read_all(text).expect("a property").expect_err(text);
            assert_eq!(answer.code.id, "CP0306", "{text}");
        }
    }
}
