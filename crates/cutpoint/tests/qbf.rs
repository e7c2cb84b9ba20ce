//! `qbf`: formulas with two blocks of quantifiers.

mod support;

use snapbox::str;
use support::{cutpoint, run, without_measures};

#[test]
fn a_true_formula_shows_the_values_that_make_it_so() {
    run("qbf conjunction.qdimacs", 0).stdout_eq(str![[r#"
true

"#]]);
    run("qbf strategy.qdimacs", 0).stdout_eq(str![[r#"
true
v 1 -2 0

"#]]);
    run("qbf strategy.qdimacs -q", 0).stdout_eq(str![[r#"
true

"#]]);
}

#[test]
fn a_false_formula_shows_the_values_that_have_no_answer() {
    run("qbf refuted.qdimacs --stats", 1).stdout_eq(str![[r#"
false
v 1 0
  = 2 rounds, 4 SAT calls, 1 conflict, 8 nodes

"#]]);
    let output = run("qbf refuted.qdimacs --format json", 1);
    snapbox::assert_data_eq!(
        without_measures(&output),
        str![[r#"
{
  "schema_version": 8,
  "file": "refuted.qdimacs",
  "answer": "false",
  "outer": [
    1
  ],
  "stats": {
    "rounds": 2,
    "sat_calls": 4,
    "conflicts": 1,
    "nodes": 8
  }
}

"#]]
    );
}

#[test]
fn what_cannot_be_decided_is_refused_with_its_line() {
    run("qbf three_blocks.qdimacs", 2).stderr_eq(str![[r#"
error[CP0092]: The quantifiers change more than once, and such formulas cannot be decided here.
 --> three_blocks.qdimacs:4:3
  |
4 | e 3 0
  |   ^ the third block begins here


"#]]);
    cutpoint("qbf -").stdin("p cnf 1 1\n2 0\n").assert().code(2).stderr_eq(str![[r#"
error[CP0091]: `2` is no variable: the problem line says 1.
 --> <stdin>:2:1
  |
2 | 2 0
  | ^


"#]]);
    run("qbf missing.qdimacs", 2).stderr_eq(str![[r#"
error[CP0001]: There is no file `missing.qdimacs`.


"#]]);
}

#[test]
fn time_that_is_up_is_no_answer() {
    run("qbf conjunction.qdimacs --timeout 0s", 3).stdout_eq(str![[r#"
unknown: the time is up, or the expanded formula has grown too large

"#]]);
}

#[test]
fn help_says_how_it_ends() {
    run("qbf --help", 0).stdout_eq(str![[r#"
Decide a quantified Boolean formula in QDIMACS

The formula may have two blocks of quantifiers: for all X there is a Y, or there is an X for all Y.
If the outer variables have values that decide it, they are shown as literals behind a `v`.

Usage: cutpoint qbf [OPTIONS] <FILE>

Arguments:
  <FILE>
          The formula in QDIMACS. `-` is the standard input

Options:
      --timeout <TIME>
          Stop after this time: 10, 10s, 2m, 1h

      --stats
          Say what the answer cost

  -h, --help
          Print help (see a summary with '-h')

Common options:
      --format <FORMAT>
          What to write

          Possible values:
          - text: For people
          - json: For tools; the schemas are in docs/schema
          
          [default: text]

  -o, --output <FILE>
          Write to a file instead of the standard output; it is complete or not there at all

      --color <WHEN>
          Use colours
          
          [default: auto]
          [possible values: auto, always, never]

  -q, --quiet
          Say no more than the answer

  -v, --verbose
          Leave nothing out: whole traces, with the state after every statement (as --trace states),
          whole states and lists

Examples:
  cutpoint qbf formula.qdimacs                  is it true?
  cutpoint qbf formula.qdimacs --timeout 10s    ... if that is known in ten seconds
  cutpoint qbf formula.qdimacs --stats          ... and what did it cost to know?

Exit status:
    0  the formula is true
    1  it is false
    2  bad usage, or a formula that cannot be used
    3  unknown: the time was up before the answer
  101  internal error: a bug in Cutpoint itself
  130  unknown: interrupted by Ctrl-C (143: by SIGTERM)

"#]]);
}
