//! Every rule, by programs that break it: marked as in [`diagnosing`].

#[path = "../../testkit/tests/front_end/diagnosing.rs"]
mod diagnosing;

use cutpoint_lang_javalite::{Javalite, compile};
use diagnosing::Diagnosed;
use expect_test::expect_file;
use ir::FrontEnd;

const CASES: &str = include_str!("diagnostics/programs.txt");

fn diagnosed(text: &str) -> Diagnosed {
    Diagnosed::new(text, compile)
}

/// A case that begins with a method stands for a program with that method.
fn program(case: &str) -> String {
    match case.strip_prefix("method ") {
        None => case.to_owned(),
        Some(method) => format!(
            "((\n  (class A ([int value] [A next]) ())\n  (class B extends A ([B more]) ())\n  (class Z () ())\n  \
             (class Main ([int field]) (\n(unit main () unit)\n{method}\n))\n) (Main main))"
        ),
    }
}

#[test]
fn programs_that_break_a_rule() {
    diagnosing::check_cases(CASES, |case| diagnosed(&program(case.trim_end())));
}

#[test]
fn every_code_has_a_case() {
    // A file of 4 GiB is too large for a test, too; nests have tests of their own.
    diagnosing::check_codes(&Javalite::codes(), CASES, |code| ["CP0504", "CP0505"].contains(&code));
}

/// What messages say, beside their codes: programs with the habits of Java and Lisp, and mistakes in names and types.
#[test]
fn messages_say_what_is_wrong_and_what_to_do() {
    let cases: Vec<&str> = include_str!("diagnostics/habits.txt").split("---\n").collect();
    assert!(cases.len() >= 30);
    let shown: Vec<String> = cases
        .iter()
        .map(|case| format!("{case}\n{}", diagnosed(&program(case.trim_end())).messages()))
        .collect();
    expect_file!["diagnostics/habits.expected"].assert_eq(&shown.join("\n---\n"));
}
