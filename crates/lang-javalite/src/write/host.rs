//! The program around a test: its own text, opened where one more class fits.
//!
//! Lines keep their numbers, so that an error of a test is at the line that people know. What the text says about its
//! own answers, in directives and markers of comments, is left out: with another entry it is not true any more.

use base::SourceId;
use base::syntax::Cursor;

use crate::lex::lex;
use crate::sexp;

/// What begins a directive of a comment, and a marker.
const DIRECTIVE: &str = "//@";
const MARKER: &str = "//~";

/// A text up to the end of its last class. Behind it there is nothing but the entry, and comments about the answers.
pub(super) struct Host<'a> {
    classes: &'a str,
}

impl<'a> Host<'a> {
    /// `None` if this is no text of a program.
    pub(super) fn of(file: SourceId, text: &'a str) -> Option<Self> {
        let read = sexp::read(&mut Cursor::new(file, text, lex(file, text)));
        let [program] = read.items.as_slice() else { return None };
        let (_, [classes, _]) = program.list()? else { return None };
        let bracket = classes.span.end.checked_sub(1)? as usize;
        Some(Self { classes: text.get(..bracket)? })
    }

    /// The program with one more class, which it starts with. `failure`: a line that fails, and its error.
    pub(super) fn with(&self, class: &str, name: &str, failure: Option<(usize, &str)>) -> String {
        let answer = if failure.is_some() { "violated" } else { "holds" };
        let mut text = String::new();
        for (index, line) in self.classes.trim_end().lines().enumerate() {
            let line = plain(line);
            text += line.trim_end();
            if let Some((_, error)) = failure.filter(|(number, _)| *number == index + 1) {
                let comment = if line.contains(';') { "" } else { ";" };
                text += &format!(" {comment}{MARKER} {error}");
            }
            text.push('\n');
        }
        text + class + &format!(") ({name} main))\n;{DIRECTIVE} check: {answer}\n")
    }
}

/// A line without directives and markers of errors. Markers of warnings stay true.
fn plain(line: &str) -> String {
    let Some(at) = line.find(';') else { return line.to_owned() };
    let (code, comment) = line.split_at(at);
    if comment.trim_start_matches(';').starts_with(DIRECTIVE) {
        return code.to_owned();
    }
    let mut parts = comment.split(MARKER);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for marker in parts.filter(|marker| marker.trim_start().starts_with("warning ")) {
        kept = kept + MARKER + marker;
    }
    if kept.trim_matches([';', ' ']).is_empty() { code.to_owned() } else { format!("{code}{kept}") }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    #[test]
    fn what_a_text_says_about_its_answers_is_left_out() {
        assert_eq!(plain("  ;//@ check: holds"), "  ");
        assert_eq!(plain("(f x) ;//~ assertion"), "(f x) ");
        assert_eq!(plain("(f x) ; why //~ assertion //~ warning CP0521"), "(f x) ; why //~ warning CP0521");
        assert_eq!(plain("(f x) ;//~ warning CP0521"), "(f x) ;//~ warning CP0521");
        assert_eq!(plain("(f x) ; why"), "(f x) ; why");
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "; a\n((\n  (class A () ((int m () 1))) ;//~ assertion\n)\n(A m)) ; b\n;//@ ltl: true\n";
        let host = Host::of(SourceId::new(0), text).expect("a program");
        assert_eq!(
            host.with("  CLASS\n", "T", Some((3, "overflow"))),
            "; a\n((\n  (class A () ((int m () 1))) ;//~ overflow\n  CLASS\n) (T main))\n;//@ check: violated\n"
        );
        assert!(Host::of(SourceId::new(0), "((").is_none());
    }
}
