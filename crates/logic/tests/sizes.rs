//! Sizes of automata, pinned; `--nocapture` shows times too.
//!
//! What is known by hand: `n` conjuncts `G F a` need `n` states when acceptance is on transitions, their negation one
//! more; a right nest of `U` has one state for each of its parts. The other rows guard against growth: a larger number
//! is a regression, a smaller one is written down here.

#![expect(clippy::print_stdout, reason = "times are for reading")]

mod common;

use std::time::{Duration, Instant};

use common::{Random, read, store};
use cutpoint_logic::{FormulaId, Formulas, Limits, TooLarge, translate};
use expect_test::expect;

fn conjunction(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(" && ")
}

fn name(index: usize) -> char {
    char::from(b'a' + index as u8)
}

fn response(index: usize) -> String {
    format!("G ({} -> F {})", name(2 * index), name(2 * index + 1))
}

fn left_nest(count: usize) -> String {
    (1..count).fold("a".to_owned(), |left, index| format!("({left}) U {}", name(index)))
}

fn right_nest(count: usize) -> String {
    (0..count).map(|index| name(index).to_string()).collect::<Vec<_>>().join(" U ")
}

/// `states/transitions` of one formula after another.
fn sizes(title: &str, formulas: impl IntoIterator<Item = (Formulas, FormulaId)>) -> String {
    let mut time = Duration::ZERO;
    let mut line = format!("{title:<24}");
    for (formulas, root) in formulas {
        let start = Instant::now();
        let automaton = translate(&formulas, root, &Limits::default()).expect("small enough");
        time += start.elapsed();
        line += &format!(" {}/{}", automaton.n_states(), automaton.n_transitions());
    }
    println!("{title:<24} {time:.2?}");
    line + "\n"
}

#[test]
fn families_have_these_sizes() {
    type Family = (&'static str, usize, fn(usize) -> String);
    let families: [Family; 8] = [
        ("GF a && ...", 6, |n| conjunction(n, |index| format!("G F {}", name(index)))),
        ("!(GF a && ...)", 6, |n| format!("!({})", conjunction(n, |index| format!("G F {}", name(index))))),
        ("left nest of U", 6, left_nest),
        ("!(left nest of U)", 6, |n| format!("!({})", left_nest(n))),
        ("right nest of U", 6, right_nest),
        ("!(right nest of U)", 6, |n| format!("!({})", right_nest(n))),
        ("G (a -> F b) && ...", 3, |n| conjunction(n, response)),
        ("!(G (a -> F b) && ...)", 3, |n| format!("!({})", conjunction(n, response))),
    ];
    let mut table = String::new();
    for (title, largest, family) in families {
        table += &sizes(title, (1..=largest).map(|count| read(&family(count))));
    }
    expect![[r#"
        GF a && ...              1/2 2/5 3/10 4/17 5/26 6/37
        !(GF a && ...)           2/3 3/5 4/7 5/9 6/11 7/13
        left nest of U           2/2 2/3 4/10 8/34 16/116 32/396
        !(left nest of U)        2/2 2/3 3/6 4/10 5/15 6/21
        right nest of U          2/2 2/3 3/6 4/10 5/15 6/21
        !(right nest of U)       2/2 2/3 3/6 4/10 5/15 6/21
        G (a -> F b) && ...      2/5 5/29 13/177
        !(G (a -> F b) && ...)   2/3 3/5 4/7
    "#]]
    .assert_eq(&table);
}

#[test]
fn random_formulas_have_these_sizes_in_all() {
    let mut random = Random::new(2);
    let (mut states, mut transitions, mut time) = (0, 0, Duration::ZERO);
    for index in 0..200 {
        let (mut formulas, atoms) = store(3);
        let root = random.formula(&mut formulas, &atoms, 6 + index % 10);
        let start = Instant::now();
        let automaton = translate(&formulas, root, &Limits::default()).expect("small enough");
        time += start.elapsed();
        states += automaton.n_states();
        transitions += automaton.n_transitions();
    }
    println!("200 random formulas {time:.2?}");
    expect!["820 states, 1731 transitions"].assert_eq(&format!("{states} states, {transitions} transitions"));
}

#[test]
fn deep_and_explosive_formulas_end_within_limits() {
    let deep = 20_000;
    let small = [
        "!(".repeat(deep) + "a" + &")".repeat(deep),
        "F G ".repeat(deep) + "a",
        "a U ".repeat(deep) + "b",
        "X ".repeat(300) + "a",
        "a && X (".repeat(300) + "b" + &")".repeat(300),
    ];
    for text in small {
        let (formulas, root) = read(&text);
        assert!(translate(&formulas, root, &Limits::default()).is_ok(), "{}", &text[..20]);
    }
    let large = [
        "X ".repeat(100_000) + "a",
        conjunction(18, |index| {
            format!("(F (a && {}b) || F (c && {}d))", "X ".repeat(index), "X ".repeat(index))
        }),
    ];
    for text in large {
        let (formulas, root) = read(&text);
        let limits = Limits { work: 5_000_000, ..Limits::default() };
        assert_eq!(translate(&formulas, root, &limits), Err(TooLarge), "{}", &text[..20]);
    }
}
