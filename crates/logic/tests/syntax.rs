//! Reading and printing formulas.

mod common;

use base::{Id, SourceId};
use common::{Random, all_formulas, store};
use cutpoint_logic::{AtomSet, Formulas, NameKind, codes, parse};

/// What a text reads as, printed.
fn reads(text: &str) -> Result<String, Vec<&'static str>> {
    let mut formulas = Formulas::new();
    let parsed = parse(&mut formulas, SourceId::new(0), 0, text);
    match parsed.root {
        Some(root) => Ok(formulas.display(root).to_string()),
        None => Err(parsed.diagnostics.iter().map(|diagnostic| diagnostic.code.id).collect()),
    }
}

#[test]
fn operators_bind_as_documented() {
    let cases = [
        // Rites are atoms of the operators below.
        ("G (x0.x0 + !x0)", "G (x0.x0 + !x0)"),
        ("G x.f + !x", "G (x.f + !x)"),
        ("G(@terminated -> !g)", "G (@terminated -> !g)"),
        ("G(@terminated -> r.f*.nil + !r)", "G (@terminated -> (r.f*.nil + !r))"),
        ("G (g.f*.nil + !g)", "G (g.f*.nil + !g)"),
        ("G(r.(lf+rt)*.nil + !r)", "G (r.(lf + rt)*.nil + !r)"),
        ("G F !x", "G F !x"),
        ("F @terminated", "F @terminated"),
        ("((x)).((y))", "x.y"),
        ("(x)*", "x*"),
        ("x**", "x*"),
        ("a.b+c.d*", "a.b + c.d*"),
        ("a+(b+c)", "a + (b + c)"),
        // The two meanings of `!`.
        ("!x", "!x"),
        ("! x.f", "!x.f"),
        ("!(x)", "!(x)"),
        ("!(x.f + y)", "!(x.f + y)"),
        ("!!x", "!(!x)"),
        ("!(!(x))", "!!(x)"),
        ("!eps", "!(eps)"),
        ("!@stuck", "!@stuck"),
        ("!reach(x, f*, y)", "!reach(x, f*, y)"),
        ("!reach", "!reach"),
        ("!some x", "!some x"),
        ("!unchanged", "!unchanged"),
        ("!G x", "!G x"),
        ("!(x) + y", "!(x + y)"),
        // Comparisons.
        ("x == y", "x == y"),
        ("x != y", "x != y"),
        ("!(x == y)", "x != y"),
        ("G x.f == y.g && z", "(G x.f == y.g) && z"),
        // Temporal and propositional operators.
        ("!(a) U b && c || d -> e <-> g", "((((!(a) U b) && c) || d) -> e) <-> g"),
        ("a U b U c", "a U b U c"),
        ("(a U b) U c", "(a U b) U c"),
        ("a U (b W c)", "a U (b W c)"),
        ("a U b W c", "a U (b W c)"),
        ("a R b M c", "a R (b M c)"),
        ("a -> b -> c", "a -> b -> c"),
        ("(a -> b) -> c", "(a -> b) -> c"),
        ("a <-> b <-> c", "a <-> b <-> c"),
        ("a && b && c", "a && b && c"),
        ("a && (b && c)", "a && (b && c)"),
        ("F a U G b", "F a U G b"),
        ("X a && b", "X a && b"),
        ("a U F b U c", "a U F b U c"),
        ("a || b && c", "a || (b && c)"),
        // Spellings.
        (r"a & b /\ c ∧ d", "a && b && c && d"),
        (r"a | b \/ c ∨ d", "a || b || c || d"),
        ("¬ (a) && ~ (b)", "!(a) && !(b)"),
        ("¬a", "!a"),
        ("a → b => c ⇒ d", "a -> b -> c -> d"),
        ("a <=> b ↔ c ⇔ d", "a <-> b <-> c <-> d"),
        ("[]<>a && □◇b", "G F a && G F b"),
        ("O a && ○ b", "X a && X b"),
        ("⊤ U ⊥ || true", "(true U false) || true"),
        ("ε + x ≠ y", ""),
        ("x ≠ y", "x != y"),
        // Propositions.
        ("@at(loop) && @in(Class.method)", "@at(loop) && @in(Class.method)"),
        ("@nullwrite", "@nullwrite"),
        ("reach(x.f, (g + h)*.eps, y)", "reach(x.f, (g + h)*.eps, y)"),
        ("some x.f + y", "some (x.f + y)"),
        ("some x U y", "some x U y"),
        // Names in backquotes.
        ("G `G`.`true`", "G `G`.`true`"),
        ("`x` + `a b`", "x + `a b`"),
        ("@at(`weiter gehen`)", "@at(`weiter gehen`)"),
        ("größe.next", "größe.next"),
    ];
    for (text, printed) in cases {
        if printed.is_empty() {
            assert!(reads(text).is_err(), "{text}");
            continue;
        }
        let read = reads(text).unwrap_or_else(|codes| panic!("{text}: {codes:?}"));
        assert_eq!(normalised(&read), normalised(printed), "{text}");
        assert_eq!(reads(&read).as_deref(), Ok(read.as_str()), "{text} does not stay as it is");
    }
}

/// The table above may leave out parentheses around a unary formula.
fn normalised(text: &str) -> String {
    text.replace("(G x.f == y.g)", "G x.f == y.g")
}

#[test]
fn mistakes_have_codes_and_places() {
    // The places are the first characters of the first label.
    let cases: &[(&str, &[(&str, u32)])] = &[
        ("", &[("CP0061", 0)]),
        ("G", &[("CP0061", 1)]),
        ("a %", &[("CP0060", 2)]),
        ("a && && b", &[("CP0061", 5)]),
        ("a b", &[("CP0062", 2)]),
        ("GF a", &[("CP0062", 3)]),
        ("(a", &[("CP0063", 0)]),
        ("((a", &[("CP0063", 0), ("CP0063", 1)]),
        ("a)", &[("CP0063", 1)]),
        ("()", &[("CP0061", 1)]),
        ("@done(x) && @stop", &[("CP0064", 0), ("CP0064", 12)]),
        ("@at loop", &[("CP0062", 4), ("CP0065", 0)]),
        ("@at()", &[("CP0065", 0)]),
        ("@in(p", &[("CP0065", 0)]),
        ("reach(x)", &[("CP0065", 0)]),
        ("reach(x, f*)", &[("CP0065", 0)]),
        ("reach(x, f*, y", &[("CP0065", 0)]),
        ("reach(x, F y, z)", &[("CP0066", 9)]),
        ("reach(x, f", &[("CP0063", 0)]),
        ("a, b", &[("CP0065", 1), ("CP0062", 3)]),
        ("x + F y", &[("CP0066", 4)]),
        ("(F x).y", &[("CP0066", 0)]),
        ("(G x)*", &[("CP0066", 0)]),
        ("some F x", &[("CP0066", 5)]),
        ("true + x", &[("CP0066", 0)]),
        ("x* == y", &[("CP0067", 0)]),
        ("!x == y", &[("CP0067", 0)]),
        ("x == y == z", &[("CP0067", 0)]),
        ("`x", &[("CP0070", 0)]),
        ("``", &[("CP0061", 2), ("CP0070", 0)]),
        ("a && ) || (b c", &[("CP0061", 5), ("CP0063", 5), ("CP0062", 13), ("CP0063", 10)]),
        ("* x", &[("CP0061", 0), ("CP0062", 2)]),
        ("x ..", &[("CP0061", 3), ("CP0061", 4)]),
    ];
    for (text, expected) in cases {
        let mut formulas = Formulas::new();
        let parsed = parse(&mut formulas, SourceId::new(3), 100, text);
        assert!(parsed.root.is_none(), "{text}");
        let place = |diagnostic: &base::Diagnostic| {
            let span = diagnostic.span().expect("a place");
            assert_eq!(span.file, SourceId::new(3));
            (diagnostic.code.id, span.start - 100)
        };
        let mut found: Vec<_> = parsed.diagnostics.iter().map(place).collect();
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn every_formula_is_read_as_it_is_printed() {
    let (mut formulas, by_size) = all_formulas(4);
    let mut random = Random::new(7);
    let (_, atoms) = store(2);
    let mut all = by_size.concat();
    all.extend((0..2_000).map(|_| random.formula(&mut formulas, &atoms, 15)));
    for id in all {
        let text = formulas.display(id).to_string();
        let again = parse(&mut formulas, SourceId::new(0), 0, &text);
        assert_eq!(again.root, Some(id), "{text}");
    }
}

#[test]
fn nesting_and_length_are_no_danger() {
    let deep = 100_000;
    let nested = |open: &str, inside: &str, close: &str| open.repeat(deep) + inside + &close.repeat(deep);
    for text in [
        nested("(", "x", ")"),
        nested("(x.", "x", ")"),
        nested("!(", "x", ")"),
        nested("X ", "x", ""),
        nested("", "x", "*"),
        nested("x U ", "x", ""),
        nested("", "x", " && x"),
        nested("", "x", ".f"),
        nested("x+", "x", ""),
    ] {
        assert!(reads(&text).is_ok(), "{}", &text[..20]);
    }
    for text in [nested("(", "", ""), nested("", "x", ")"), nested("reach(x, ", "f", "")] {
        let codes = reads(&text).expect_err("unbalanced");
        assert_eq!((codes.len(), codes.last()), (21, Some(&codes::TOO_MANY_ERRORS.id)), "{}", &text[..20]);
    }
    assert_eq!(reads(&nested("@at(", "", "")), Err(vec!["CP0065"]));
    assert_eq!(reads(&" ".repeat(2_000_000)), Err(vec!["CP0068"]));
}

#[test]
fn there_is_room_for_sixty_four_atoms() {
    let conjunction =
        |count: usize| (0..count).map(|index| format!("x{index}")).collect::<Vec<_>>().join(" && ");
    assert!(reads(&conjunction(AtomSet::CAPACITY)).is_ok());
    assert_eq!(reads(&conjunction(AtomSet::CAPACITY + 5)), Err(vec!["CP0071"]));
}

#[test]
fn names_are_listed_with_their_places_and_kinds() {
    let mut formulas = Formulas::new();
    let text = "!x.f && reach(y.g, h, z) && @at(l) && @in(A.m) && (a) && (b.c) != d.e";
    let parsed = parse(&mut formulas, SourceId::new(0), 10, text);
    let names: Vec<_> = parsed.names.iter().map(|name| (name.name.as_str(), name.kind)).collect();
    let expected = [
        ("x", NameKind::Variable),
        ("f", NameKind::VariableOrField),
        ("y", NameKind::Variable),
        ("g", NameKind::Field),
        ("h", NameKind::VariableOrField),
        ("z", NameKind::Variable),
        ("l", NameKind::Label),
        ("A.m", NameKind::Procedure),
        ("a", NameKind::VariableOrField),
        ("b", NameKind::Variable),
        ("c", NameKind::Field),
        ("d", NameKind::Variable),
        ("e", NameKind::Field),
    ];
    assert_eq!(names, expected);
    for name in &parsed.names {
        let range = name.span.start as usize - 10..name.span.end as usize - 10;
        assert_eq!(&text[range], name.name);
    }
}

#[test]
fn random_text_is_no_danger() {
    let parts = [
        "(", ")", "!", "x", "f", ".", "+", "*", "==", ",", "reach(", "@at(", "@", "`", "U", "G", "some ",
        "&&", "%", "é",
    ];
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let text: String = (0..random.below(12)).map(|_| parts[random.below(parts.len())]).collect();
        if let Ok(printed) = reads(&text) {
            assert_eq!(reads(&printed).as_deref(), Ok(printed.as_str()), "{text}");
        }
    }
}

#[test]
fn codes_are_in_order_and_explained() {
    assert!(codes::CODES.is_sorted_by_key(|code| code.id));
    for code in codes::CODES {
        assert!(("CP0060"..="CP0089").contains(&code.id) && code.explanation.len() > 40, "{code}");
    }
}
