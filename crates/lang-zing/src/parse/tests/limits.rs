//! Large, deep and senseless input. All of it on a test thread, which has a stack of 2 MiB.

use std::fmt::Write as _;

use super::{in_method, problems, read, read_ok};
use crate::ast::MAX_NESTING;

fn check(text: &str, expected: &str) {
    assert_eq!(problems(text, &read(text)), expected);
}

#[test]
fn plain_parentheses_nest_without_limit() {
    let text = in_method(&format!("x = {}1{};", "(".repeat(100_000), ")".repeat(100_000)));
    let parsed = read_ok(&text);
    assert_eq!(parsed.unit.exprs.len(), 3);
}

#[test]
fn deep_nesting_is_one_problem() {
    let n = 100_000;
    let bodies = [
        format!("x = {}y;", "!".repeat(n)),
        format!("x = {}y;", "- ".repeat(n)),
        format!("{}y;", "x = ".repeat(n)),
        format!("x = {}1{};", "f(".repeat(n), ")".repeat(n)),
        format!("x = {}1{};", "a[".repeat(n), "]".repeat(n)),
        format!("x = {}1{};", "1 + (".repeat(n), ")".repeat(n)),
        format!("x = {}1{};", "choose(".repeat(n), ")".repeat(n)),
        format!("x = {}1{};", "new A[".repeat(n), "]".repeat(n)),
        format!("{}{}", "{".repeat(n), "}".repeat(n)),
        format!("{};", "if (x) ".repeat(n)),
        format!("{};", "if (x)\n".repeat(n)),
        format!("{};", "while (x) ".repeat(n)),
        format!("{};{}", "if (x) ".repeat(n), " else ;".repeat(n)),
        format!("{};", "l: ".repeat(n)),
        format!("{};{}", "atomic {".repeat(n), "}".repeat(n)),
        format!("{};{}", "try {".repeat(n), "} with { * -> ; }".repeat(n)),
        format!("{};{}", "select { timeout -> ".repeat(n), "}".repeat(n)),
    ];
    for body in bodies {
        let text = in_method(&body);
        let found = read(&text);
        let codes: Vec<&str> = found.diagnostics.iter().map(|diagnostic| diagnostic.code.id).collect();
        assert_eq!(codes, ["CP0109"], "for {}...", &body[..40]);
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let deep = MAX_NESTING - 1;
    read_ok(&in_method(&format!("{}{}", "{".repeat(deep), "}".repeat(deep))));
    read_ok(&in_method(&format!("x = {}y;", "!".repeat(deep - 1))));
    check(&in_method(&format!("x = {}y;", "!".repeat(deep))), "CP0109:1");
    check(&in_method(&format!("{}{}", "{".repeat(deep + 2), "}".repeat(deep + 2))), "CP0109:1");
}

#[test]
fn after_deep_nesting_the_next_member_is_read_again() {
    let deep = "{".repeat(1_000) + &"}".repeat(1_000);
    let text = format!("class A {{ void f() {{ {deep} }}\nvoid g() {{ x = ; }} }};\nclass B {{ int }};");
    check(&text, "CP0109:1 CP0101:2 CP0101:3");
}

#[test]
fn unclosed_nesting_is_one_problem() {
    for open in ["(", "[", "{", "f(", "!(", "if (", "a.b[", "x = (1 + "] {
        let text = format!("class A {{ void f() {{ {}", open.repeat(100_000));
        let found = read(&text);
        assert!((1..=2).contains(&found.diagnostics.len()), "for {open}: {}", problems(&text, &found));
    }
}

#[test]
fn chains_have_any_length() {
    let n = 200_000;
    read_ok(&in_method(&format!("x = 1{};", " + 1".repeat(n))));
    read_ok(&in_method(&format!("x = a{};", " && a == a".repeat(n))));
    read_ok(&in_method(&format!("x = a{};", ".b".repeat(n))));
    read_ok(&in_method(&format!("x = a{};", "[0]".repeat(n))));
    read_ok(&in_method(&format!("a{};", ".b()".repeat(n))));
    read_ok(&in_method(&format!("f(1{});", ", 1".repeat(n))));
    read_ok(&in_method(&format!("if (a) ; {}", "else if (b) ; ".repeat(n))));
    let parsed = read_ok(&in_method(&";".repeat(n)));
    assert_eq!(parsed.unit.stmts.len(), n);
}

#[test]
fn a_long_program_is_read_quickly() {
    let mut text = String::from("class Main {\n");
    for method in 0..10_000 {
        writeln!(text, "  static int method{method}(int a, out Box b) {{").expect("strings take any text");
        for line in 0..9 {
            writeln!(text, "    if (a > {line} && b.field[a + 1] != null) {{ a = f(a - 1, b) * 2; }}")
                .expect("strings take any text");
            writeln!(text, "    atomic {{ b = new Box; }} // a comment").expect("strings take any text");
        }
        text.push_str("    return a;\n  }\n");
    }
    text.push_str("};\n");
    assert!(text.lines().count() > 200_000);
    let start = std::time::Instant::now();
    let parsed = read_ok(&text);
    assert_eq!(parsed.unit.stmts.len(), 10_000 * (9 * 5 + 1));
    assert!(start.elapsed().as_secs() < 60, "took {:?}", start.elapsed());
}

#[test]
fn many_mistakes_take_linear_time() {
    for line in [
        "x = ;\n",
        "x = 1\n",
        "x + + ) 3;\n",
        "if x { }\n",
        "for (;;) ;\n",
        "$ ",
        ")\n",
        "else ",
        "int x y;\n",
        "for (;;) ",
        "do {",
        "if (x) { else ",
        "A b((",
    ] {
        let text = in_method(&line.repeat(50_000));
        let start = std::time::Instant::now();
        let found = read(&text);
        assert!(!found.diagnostics.is_empty());
        assert!(start.elapsed().as_secs() < 60, "{line:?} took {:?}", start.elapsed());
    }
}

/// Any sequence of tokens gives a unit. The sequences are random, but the same in every run.
#[test]
fn no_text_stops_the_parser() {
    const PIECES: &[&str] = &[
        "class",
        "A",
        "{",
        "}",
        ";",
        "(",
        ")",
        "[",
        "]",
        "=",
        "x",
        "1",
        "+",
        "!",
        "*",
        "if",
        "else",
        "while",
        "int",
        "void",
        "static",
        "select",
        "wait",
        "->",
        "&&",
        "try",
        "with",
        "atomic",
        "new",
        "choose",
        "out",
        ",",
        ".",
        "..",
        "in",
        ":",
        "\"s\"",
        "return",
        "async",
        "enum",
        "range",
        "array",
        "set",
        "interface",
        "foreach",
        "goto",
        "$",
        "++",
        "+=",
        "?",
        "for",
        "switch",
        "do",
        "break",
        "throw",
        "public",
        "using",
        "assert",
        "send",
        "event",
        "trace",
        "raise",
        "struct",
        "chan",
        "#if A\n",
        "\n#endif\n",
        "\n#else\n",
        "/*",
        "*/",
        "\"",
        "@",
        "é",
        "\n",
        "typeof",
        "first",
        "=>",
    ];
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for round in 0..20_000 {
        let pieces: Vec<&str> = (0..random(40)).map(|_| PIECES[random(PIECES.len())]).collect();
        let text = pieces.join(if round % 3 == 0 { "" } else { " " });
        let text = if round % 2 == 0 { in_method(&text) } else { text };
        let parsed = read(&text);
        let has_error_nodes = parsed.unit.stmts.iter().any(|s| matches!(s.kind, crate::ast::StmtKind::Error))
            || parsed.unit.exprs.iter().any(|e| matches!(e.kind, crate::ast::ExprKind::Error));
        let is_fatal = parsed.diagnostics.iter().any(base::Diagnostic::is_fatal);
        assert!(is_fatal || !has_error_nodes, "silent error in\n{text}");
    }
}
