//! Source lines without their comments.
//!
//! Most languages write comments as `//` and `/* */`, and texts in double quotes on one line. In Boolean programs,
//! braces enclose names. Languages in the notation of Lisp have comments from `;` to the end of the line, and nothing
//! else.

use base::{CommentStyle, SourceFile};

/// The line without comments; `code` is an offset in it, in bytes, that lies in no comment. A comment that began on an
/// earlier line ends before it.
pub(crate) fn without_comments(file: &SourceFile, line: &str, code: usize) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let at = line.len() - rest.len();
        let length = match first {
            ';' if file.comments == CommentStyle::Semicolon && at >= code => break,
            other if file.comments == CommentStyle::Semicolon => other.len_utf8(),
            '/' if at >= code && rest.starts_with("//") => break,
            '/' if rest.starts_with("/*") => {
                rest = after_comment(rest);
                let closes = rest.starts_with([',', ';', ')']);
                kept.truncate(kept.trim_end().len());
                kept.push_str(if closes || kept.is_empty() { "" } else { " " });
                continue;
            }
            '*' if at < code && rest.starts_with("*/") => {
                // All that precedes belongs to a comment.
                kept.clear();
                rest = &rest[2..];
                continue;
            }
            '"' => quoted(rest),
            '{' if file.comments == CommentStyle::SlashesOutsideBraces => {
                rest.find('}').map_or(1, |end| end + 1)
            }
            other => other.len_utf8(),
        };
        kept.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    kept
}

/// What follows the block comment that begins here, without the space between them.
fn after_comment(rest: &str) -> &str {
    let inside = &rest[2..];
    inside.find("*/").map_or("", |end| &inside[end + 2..]).trim_start()
}

/// The length of the text in quotes that begins here; of a quote without an end, one.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(comments: CommentStyle, line: &str, code: &str, expected: &str) {
        let mut file = SourceFile::new("f", line);
        file.comments = comments;
        let code = line.find(code).expect("the code is in the line");
        assert_eq!(without_comments(&file, line, code).trim(), expected, "{line}");
    }

    #[test]
    fn comments_are_left_out_and_texts_are_kept() {
        check(CommentStyle::Slashes, "x = 1; // one", "x", "x = 1;");
        check(CommentStyle::Slashes, "f(a /* first */, b);", "f", "f(a, b);");
        check(CommentStyle::Slashes, "x /* a */ = /**/ 1; /* b", "x", "x = 1;");
        check(CommentStyle::Slashes, "of before // */ y = 2;", "y", "y = 2;");
        check(CommentStyle::Slashes, "of before */ y = 2; // \"z", "y", "y = 2;");
        check(
            CommentStyle::Slashes,
            "trace(\"// no /* comment\", 1); // c",
            "trace",
            "trace(\"// no /* comment\", 1);",
        );
        check(CommentStyle::Slashes, "trace(\"a\\\" // b\"); // c", "trace", "trace(\"a\\\" // b\");");
        check(CommentStyle::Slashes, "if (a) { x = 1; // {b}", "x", "if (a) { x = 1;");
        check(CommentStyle::Slashes, "say \"one // two", "say", "say \"one");
        check(CommentStyle::Slashes, "é = 1;/**/// ü", "é", "é = 1;");
    }

    #[test]
    fn comments_of_lisp_begin_with_a_semicolon() {
        let mut file = SourceFile::new("f", "(a / b) ; // c");
        file.comments = CommentStyle::Semicolon;
        assert_eq!(without_comments(&file, "(x /* y) ; (z)", 0).trim(), "(x /* y)");
        assert_eq!(without_comments(&file, "(a // b) ;; c", 0).trim(), "(a // b)");
    }

    #[test]
    fn names_in_braces_have_no_comments() {
        check(CommentStyle::SlashesOutsideBraces, "{a//b} := {x /* y}; // c", "{a", "{a//b} := {x /* y};");
        check(CommentStyle::SlashesOutsideBraces, "x := *; // c", "x", "x := *;");
        check(CommentStyle::SlashesOutsideBraces, "assume(*/* any */);", "assume", "assume(*);");
    }
}
