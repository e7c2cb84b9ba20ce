//! Conditional compilation, seen from outside: which names remain, and which lines are complained about.

use base::{Id, SourceFile, SourceId};

use crate::lex::lex;
use crate::token::TokenKind;

/// The names that remain, and `code:line` of each diagnostic.
fn check(text: &str, names: &str, problems: &str) {
    let lexed = lex(SourceId::new(0), text);
    let file = SourceFile::new("test", text);
    let kept: Vec<&str> = lexed
        .tokens
        .iter()
        .filter(|token| token.kind != TokenKind::Eof)
        .map(|token| &text[token.start as usize..token.end as usize])
        .collect();
    let found: Vec<String> = lexed
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.span().expect("every diagnostic has a place");
            format!("{}:{}", diagnostic.code, file.line_column(span.start).line)
        })
        .collect();
    assert_eq!(
        (kept.join(" ").as_str(), found.join(" ").as_str()),
        (names, problems),
        "for the text\n{text}"
    );
}

#[test]
fn branches() {
    check("#define A\n#if A\na\n#else\nb\n#endif\nc", "a c", "");
    check("#if A\na\n#else\nb\n#endif\nc", "b c", "");
    check("#if A\na\n#elif true\nb\n#elif true\nc\n#else\nd\n#endif", "b", "");
    check("#if A\na\n#elif B\nb\n#endif\nc", "c", "");
    check("#define A\n#undef A\n#if A\na\n#endif\nb", "b", "");
    check("  # if true // why\r\n a \r\n # endif // A\r\nb", "a b", "");
}

#[test]
fn sections_nest() {
    check("#if false\n#if true\na\n#else\nb\n#endif\nc\n#else\nd\n#endif", "d", "");
    check("#if true\n#if false\na\n#else\nb\n#endif\nc\n#else\nd\n#endif", "b c", "");
    check("#region one\na\n#if true\n#region\nb\n#endregion\n#endif\n#endregion the end\nc", "a b c", "");
}

#[test]
fn lines_that_are_off_are_not_read() {
    let text = "#if false\n\"open /* @\" 12abc $\n#define A\n#error no\n#nonsense\n#if ((\n#endif\n#else\n#if A\na\n#endif\n#endif";
    check(text, "", "");
}

#[test]
fn comments_and_strings_hide_directives() {
    check("/*\n#if false\n*/ a", "a", "");
    check("@\"\n#if false\n\" a", "@\"\n#if false\n\" a", "");
}

#[test]
fn conditions() {
    let cases = [
        ("A", true),
        ("B", false),
        ("!B", true),
        ("!!A", true),
        ("A && B", false),
        ("A || B", true),
        ("B && B || A", true),
        ("A || B && B", true),
        ("(A || B) && B", false),
        ("A == B", false),
        ("A != B", true),
        ("B == false", true),
        ("A == true && !(B != false)", true),
        ("!A == B", true),
        ("((((A))))", true),
    ];
    for (condition, expected) in cases {
        let text = format!("#define A\n#if {condition}\nyes\n#endif");
        check(&text, if expected { "yes" } else { "" }, "");
    }
}

#[test]
fn mistakes_are_reported_where_they_are() {
    let cases = [
        ("#nonsense", "CP0120:1"),
        ("#", "CP0120:1"),
        ("#define", "CP0121:1"),
        ("#define 1", "CP0121:1"),
        ("#define A 1", "CP0121:1"),
        ("#define true", "CP0121:1"),
        ("\n#if\n#endif", "CP0121:2"),
        ("#if A &&\n#endif", "CP0121:1"),
        ("#if (A\n#endif", "CP0121:1"),
        ("#if A B\n#endif", "CP0121:1"),
        ("#if A\n#endif A", "CP0121:2"),
        ("#if A\n#else A\n#endif", "CP0121:2"),
        ("#line", "CP0121:1"),
        ("#line x", "CP0121:1"),
        ("#line 3 \"a\"\n#line 5\n#line default\n#line hidden // x", ""),
        ("\n#endif", "CP0122:2"),
        ("#else", "CP0122:1"),
        ("#elif A", "CP0122:1"),
        ("#endregion", "CP0122:1"),
        ("#if A\n#else\n#else\n#endif", "CP0122:3"),
        ("#if true\n#region\n#endif\n#endregion\n#endif", "CP0122:3"),
        ("\n#if A\n", "CP0122:2"),
        ("#region", "CP0122:1"),
        ("#error stop here", "CP0123:1"),
        ("#warning careful", "CP0124:1"),
    ];
    for (text, problems) in cases {
        check(text, "", problems);
    }
}

#[test]
fn the_text_of_error_and_warning_is_the_message() {
    let lexed = lex(SourceId::new(0), "#error stop // here\n#warning");
    let messages: Vec<(&str, bool)> = lexed
        .diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.message.as_str(), diagnostic.is_fatal()))
        .collect();
    assert_eq!(messages, [("stop // here", true), ("`#warning` was reached.", false)]);
}

#[test]
fn deep_and_long_conditions_do_no_harm() {
    let deep = format!("#if {}A{}\n#endif", "(".repeat(100_000), ")".repeat(100_000));
    check(&deep, "", "CP0109:1");
    let negated = format!("#if {}A\na\n#endif", "!".repeat(100_001));
    check(&negated, "a", "");
    let sections = format!("{}a{}", "#if true\n".repeat(100_000), "\n#endif".repeat(100_000));
    check(&sections, "a", "");
}
