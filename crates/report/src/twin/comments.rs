//! Source lines without their comments.
//!
//! All languages write comments as `//` and `/* */`, and texts in double quotes on one line. In Boolean programs braces
//! enclose names.

use base::SourceFile;

/// The line without comments; `code` is an offset in it, in bytes, that lies in no comment. A comment that began on an
/// earlier line ends before it.
pub(crate) fn without_comments(file: &SourceFile, line: &str, code: usize) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let at = line.len() - rest.len();
        let length = match first {
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
            '{' if file.names_in_braces => rest.find('}').map_or(1, |end| end + 1),
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

    fn check(names_in_braces: bool, line: &str, code: &str, expected: &str) {
        let mut file = SourceFile::new("f", line);
        file.names_in_braces = names_in_braces;
        let code = line.find(code).expect("the code is in the line");
        assert_eq!(without_comments(&file, line, code).trim(), expected, "{line}");
    }

    #[test]
    fn comments_are_left_out_and_texts_are_kept() {
        check(false, "x = 1; // one", "x", "x = 1;");
        check(false, "f(a /* first */, b);", "f", "f(a, b);");
        check(false, "x /* a */ = /**/ 1; /* b", "x", "x = 1;");
        check(false, "of before // */ y = 2;", "y", "y = 2;");
        check(false, "of before */ y = 2; // \"z", "y", "y = 2;");
        check(false, "trace(\"// no /* comment\", 1); // c", "trace", "trace(\"// no /* comment\", 1);");
        check(false, "trace(\"a\\\" // b\"); // c", "trace", "trace(\"a\\\" // b\");");
        check(false, "if (a) { x = 1; // {b}", "x", "if (a) { x = 1;");
        check(false, "say \"one // two", "say", "say \"one");
        check(false, "é = 1;/**/// ü", "é", "é = 1;");
    }

    #[test]
    fn names_in_braces_have_no_comments() {
        check(true, "{a//b} := {x /* y}; // c", "{a", "{a//b} := {x /* y};");
        check(true, "x := *; // c", "x", "x := *;");
        check(true, "assume(*/* any */);", "assume", "assume(*);");
    }
}
