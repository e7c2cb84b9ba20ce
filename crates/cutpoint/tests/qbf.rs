//! `qbf`: formulas with two blocks of quantifiers.

mod support;

use snapbox::str;
use support::{cutpoint, run, without_measures};

#[test]
fn a_true_formula_shows_the_values_that_make_it_so() {
    run("qbf conjunction.qdimacs", 0).stdout_eq(str![[r#""#]]);
    run("qbf strategy.qdimacs", 0).stdout_eq(str![[r#""#]]);
    run("qbf strategy.qdimacs -q", 0).stdout_eq(str![[r#""#]]);
}

#[test]
fn a_false_formula_shows_the_values_that_have_no_answer() {
    run("qbf refuted.qdimacs --stats", 1).stdout_eq(str![[r#""#]]);
    let output = run("qbf refuted.qdimacs --format json", 1);
    snapbox::assert_data_eq!(without_measures(&output), str![[r#""#]]);
}

#[test]
fn what_cannot_be_decided_is_refused_with_its_line() {
    run("qbf three_blocks.qdimacs", 2).stderr_eq(str![[r#""#]]);
    cutpoint("qbf -").stdin("p cnf 1 1\n2 0\n").assert().code(2).stderr_eq(str![[r#""#]]);
    run("qbf missing.qdimacs", 2).stderr_eq(str![[r#""#]]);
}

#[test]
fn time_that_is_up_is_no_answer() {
    run("qbf conjunction.qdimacs --timeout 0s", 3).stdout_eq(str![[r#""#]]);
}

#[test]
fn help_says_how_it_ends() {
    run("qbf --help", 0).stdout_eq(str![[r#""#]]);
}
