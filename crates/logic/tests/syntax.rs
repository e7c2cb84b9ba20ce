//! Reading and printing formulas.

mod common;

use base::{Id, SourceId};
use common::{Random, all_formulas, store};
use cutpoint_logic::{
    Atom, AtomSet, FormulaId, Formulas, Index, Literal, NameKind, OneThread, Path, Relation, Rite, Step,
    Term, Vocabulary, codes, parse, parse_about,
};

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
        ("x < y && x.f <= 3 && x > -3 && x >= 0", "x < y && x.f <= 3 && x > -3 && x >= 0"),
        ("x ≤ y || x ≥ -0", "x <= y || x >= 0"),
        ("x<-1", "x < -1"),
        ("x == 007 && x == 1.50", "x == 7 && x == 1.50"),
        ("!(x < y)", "!(x < y)"),
        ("!(x != y)", "!(x != y)"),
        ("x == true && false != y", "x == true && false != y"),
        ("s == \"a && \\\" b\"", "s == \"a && \\\" b\""),
        ("x[0] && !x[1] && !(x[2])", "x[0] && !x[1] && !x[2]"),
        ("x.f[i].g[j.k] == 3", "x.f[i].g[j.k] == 3"),
        ("x[Worker@1.me]", "x[Worker@1.me]"),
        ("reach(x[0].f, g*, @1.y)", "reach(x[0].f, g*, @1.y)"),
        ("@1.x == A.worker@2.y.z", "@1.x == A.worker@2.y.z"),
        ("!@1.x && !worker@2.y", "!@1.x && !worker@2.y"),
        ("@1.at(loop) && !@2.in(A.p)", "@1.at(loop) && !@2.in(A.p)"),
        ("@1.at == @1.in", "@1.at == @1.in"),
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
        ("GF a && FG b", "G F a && F G b"),
        ("XXX a", "X X X a"),
        ("always eventually not a", "G F !a"),
        ("a until b or c release d", "(a U b) || (c R d)"),
        ("a implies b iff c and d", "(a -> b) <-> (c && d)"),
        ("`GF` == `until`", "`GF` == `until`"),
        ("@at(until) && @in(GF)", "@at(`until`) && @in(`GF`)"),
        ("@1.at(and)", "@1.at(`and`)"),
        ("`a.b` == `a b`", "a.b == `a b`"),
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
        ("Ga b", &[("CP0062", 3)]),
        ("x = y", &[("CP0060", 2)]),
        ("x := 3", &[("CP0060", 2)]),
        ("x =< 3", &[("CP0060", 2)]),
        ("x - 1 == 2", &[("CP0060", 2)]),
        ("x + 1 == 2", &[("CP0066", 4)]),
        ("G 3", &[("CP0067", 2)]),
        ("x < y < z", &[("CP0067", 0)]),
        ("!x < y", &[("CP0067", 0)]),
        ("x == (a && b)", &[("CP0067", 5)]),
        ("x*[0] == 1", &[("CP0067", 0)]),
        ("x[1 == 1", &[("CP0065", 2)]),
        ("x[] == 1", &[("CP0061", 4), ("CP0062", 1)]),
        ("x[-1] == 1", &[("CP0065", 2)]),
        ("x[y[0]] == 1", &[("CP0065", 2), ("CP0063", 6)]),
        ("x] == 1", &[("CP0063", 1)]),
        ("x[0].f* == 1", &[("CP0066", 5)]),
        ("some x[0]", &[("CP0066", 5)]),
        ("x[0].(y.z) == 1", &[("CP0066", 5)]),
        ("@1 == 2", &[("CP0065", 0)]),
        ("x@ == 2", &[("CP0064", 1)]),
        ("x @terminated", &[("CP0062", 2)]),
        ("@1.x.y*", &[("CP0066", 5)]),
        ("@99999999999.x == 1", &[("CP0064", 0)]),
        ("@1.in() && a", &[("CP0065", 0)]),
        ("s == \"abc", &[("CP0070", 5)]),
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

/// What a program decides: `v` and `w.f` are truth values; `A.g`, `GF` and `A.b.c.d` are names.
struct SomeNames;

impl Vocabulary for SomeNames {
    fn knows(&self, name: &str) -> bool {
        ["v", "w", "A.g", "GF", "A.b.c.d", "f", "A.b.c.d.e"].contains(&name)
    }

    fn is_truth(&self, path: &Path) -> bool {
        ["v", "w.f", "A.g", "A.g.f"].contains(&path.to_string().as_str())
    }
}

#[test]
fn names_of_a_program_decide_what_is_read() {
    let read = |text: &str| {
        let mut formulas = Formulas::new();
        let parsed = parse_about(&SomeNames, &mut formulas, SourceId::new(0), 0, text);
        let root = parsed.root.unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
        let codes: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code.id).collect();
        let atoms: Vec<String> = formulas.atoms().iter().map(|atom| format!("{atom}")).collect();
        (formulas.display(root).to_string(), atoms.join("; "), codes)
    };
    let cases = [
        // A truth value is an atom, which `!` negates, and has no second atom for its negation.
        ("v && !v && !(v)", "v && !v && !v", "v"),
        ("x && !x && !(x)", "x && !x && !(x)", "x; !x"),
        ("!w.f || w.f || w.g", "!w.f || w.f || w.g", "w.f; w.g"),
        ("G v U !v", "G v U !v", "v"),
        // Points belong to names that have them, with backquotes or without.
        ("A.g && !`A.g`", "A.g && !A.g", "A.g"),
        ("A.g.f && !A.g.f && A.h", "A.g.f && !A.g.f && A.h", "A.g.f; A.h"),
        ("A.g*.x", "A.g*.x", "A.g*.x"),
        ("A.b.c.d == A.b.c.x", "A.b.c.d == A.b.c.x", "A.b.c.d == A.b.c.x"),
        ("`A.b.c.d.e` == x", "`A.b.c.d.e` == x", "`A.b.c.d.e` == x"),
        ("FG FG v", "F G F G v", "v"),
    ];
    for (text, printed, atoms) in cases {
        assert_eq!(read(text), (printed.to_owned(), atoms.to_owned(), Vec::new()), "{text}");
        assert_eq!(read(printed).0, printed, "{text} does not stay as it is");
    }
    let (printed, _, codes) = read("GF == 1 && FG v");
    assert_eq!((printed.as_str(), codes), ("`GF` == 1 && F G v", vec!["CP0081"]));
}

/// A random path; without a program, a path is known for one by an element or a thread.
fn random_path(random: &mut Random, needs_mark: bool) -> Path {
    const NAMES: [&str; 9] = ["x", "y", "GF", "until", "a b", "true", "at", "nil", "f"];
    let name = |random: &mut Random| NAMES[random.below(NAMES.len())].to_owned();
    let thread = (random.below(3) == 0).then(|| OneThread {
        procedure: [None, Some("p".to_owned()), Some("A.until".to_owned())][random.below(3)].clone(),
        number: random.below(12) as u32,
    });
    let mut steps: Vec<Step> = (0..random.below(4))
        .map(|_| match random.below(4) {
            0 => Step::Element(Index::Number(random.below(30) as u32)),
            1 => Step::Element(Index::Path(Box::new(Path::of_fields(name(random), [name(random)])))),
            _ => Step::Field(name(random)),
        })
        .collect();
    let is_marked = thread.is_some() || steps.iter().any(|step| matches!(step, Step::Element(_)));
    if needs_mark && !is_marked {
        steps.push(Step::Element(Index::Number(0)));
    }
    Path { thread, variable: name(random), steps }
}

fn random_data_atom(random: &mut Random) -> Atom {
    const RELATIONS: [Relation; 5] =
        [Relation::Equal, Relation::Less, Relation::LessOrEqual, Relation::Greater, Relation::GreaterOrEqual];
    let term = |random: &mut Random| match random.below(6) {
        0 => Term::Literal(Literal::Number((random.below(9) as i32 - 4).to_string())),
        1 => Term::Literal(Literal::Truth(random.below(2) == 0)),
        2 => Term::Literal(Literal::Text("a \\\" // b".to_owned())),
        _ => Term::Path(random_path(random, false)),
    };
    let thread = (random.below(2) == 0).then_some(random.below(5) as u32);
    match random.below(7) {
        0 | 1 => Atom::Holds(random_path(random, true)),
        2 => Atom::At { thread, label: "until".to_owned() },
        3 => Atom::In { thread, procedure: "A.b c".to_owned() },
        4 => {
            let (from, to) = (random_path(random, false), random_path(random, false));
            Atom::Reach { from, by: Rite::name("f").star(), to }
        }
        _ => Atom::Compare { relation: RELATIONS[random.below(5)], left: term(random), right: term(random) },
    }
}

#[test]
fn every_formula_over_data_is_read_as_it_is_printed() {
    let mut random = Random::new(11);
    for _ in 0..1_000 {
        let mut formulas = Formulas::new();
        let atoms: Vec<FormulaId> =
            (0..6).map(|_| formulas.atom(random_data_atom(&mut random)).expect("room for atoms")).collect();
        let id = random.formula(&mut formulas, &atoms, 9);
        let text = formulas.display(id).to_string();
        let again = parse(&mut formulas, SourceId::new(0), 0, &text);
        assert_eq!(again.root, Some(id), "{text}: {:?}", again.diagnostics);
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
        nested("", "x[0]", ".f[0]"),
        nested("x[0] && ", "x[0]", ""),
        nested("x@1.y || ", "x < 3", ""),
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
    let text =
        "!x.f && reach(y.g, h, z) && @at(l) && @in(A.m) && (a) && (b.c) != d.e && p@1.q.r < s && t.u[v].w";
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
        ("p", NameKind::Procedure),
        ("q", NameKind::LocalOfThread),
        ("r", NameKind::Field),
        ("s", NameKind::Value),
        ("t", NameKind::Variable),
        ("u", NameKind::Field),
        ("v", NameKind::Variable),
        ("w", NameKind::Field),
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
        "&&", "%", "é", "[", "]", "0", "-1", "<", "@1", "@1.", "at(", "\"", "=", "GF", "y.",
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
