//! `run`, `ir`, `explain`, help, and what packagers need.

mod support;

use snapbox::{assert_data_eq, str};
use support::{cutpoint, run, stdout};

#[test]
fn a_random_run_is_the_same_for_the_same_seed() {
    let output = run("run deadlock.cpir --seed 1", 0);
    output.stdout_eq(str![[r#"
trace: 6 statements of 2 threads

  thread 1
    right  14 | * v0 = choose bool                     [choose = true]  b = true
           15 | * branch v0, block1, block2
           17 | * g0 = 1                               turn = 1

  thread 0
    left    7 | * select { wait (g0 == 1) -> block1 }

  thread 1
    right  18 | return                                 from right

  thread 0
    left    9 | return                                 from left

state at the end:

  globals
    turn = 1

finished: the program came to its end; --seed 1 gives the same run

"#]]);
    let again =
        |seed: u32| stdout(&cutpoint(&format!("run large.cpir --moves 40 --seed {seed}")).assert().code(0));
    assert_eq!(again(5), again(5));
    assert_ne!(again(5), again(6));
}

#[test]
fn a_run_may_meet_an_error() {
    run("run division.cpir --seed 1", 1).stdout_eq(str![[r#"
error[division-by-zero]: a number is divided by zero
  --> division.cpir:10:3
   |
10 | * g0 = 12 / v0
   |   ^^^^^^^^^^^^ divisor = 0

trace: 3 statements

  thread 0
    divide   8 | * v0 = choose 0..3  [choose = 2]  divisor = 2
             9 | * v0 = v0 / 4       divisor = 0
            10 | * g0 = 12 / v0

state at the end:

  globals
    result = 0
  thread 0
    divide at line 10: * g0 = 12 / v0
      divisor = 0

violated: the run met an error; --seed 1 gives the same run

"#]]);
    run("run division.cpir --seed 1 --format json -q", 1);
}

#[test]
fn a_guided_run_asks_for_every_move() {
    let answers = "2\n7\nx\n1\n\n1\n";
    let output = cutpoint("run deadlock.cpir --interactive").stdin(answers).assert().code(1);
    output
        .stdout_eq(str![[r#"
error[deadlock]: no thread can move, and at least one still waits
  --> deadlock.cpir:7:3
   |
 7 | * select { wait (g0 == 1) -> block1 }
   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ thread 0 waits here
...
20 | * select { wait (g0 == 2) -> block1 }
   |   ----------------------------------- thread 1 waits here

trace: 2 statements

  thread 1
    right  14 | * v0 = choose bool           [choose = false]
           15 | * branch v0, block1, block2

state at the end:

  globals
    turn = 0
  thread 0, waiting
    left at line 7: * select { wait (g0 == 1) -> block1 }
  thread 1, waiting
    right at line 20: * select { wait (g0 == 2) -> block1 }
      b = false

violated: the run met an error

"#]])
        .stderr_eq(str![[r#"

   1  thread 1 in right, line 14: * v0 = choose bool
move [Enter, ? for help]: `2` is no answer here: give 1, s, b or q; ? explains them
move [Enter, ? for help]: `7` is no answer here: give 1, s, b or q; ? explains them
move [Enter, ? for help]: `x` is no answer here: give 1, s, b or q; ? explains them
move [Enter, ? for help]: 
   1  false
   2  true
choice [1-2, ? for help]: 
  thread 1
    right  14 | * v0 = choose bool  [choose = false]

   1  thread 1 in right, line 15: * branch v0, block1, block2
move [Enter, ? for help]: 
           15 | * branch v0, block1, block2

"#]]);
    cutpoint("run deadlock.cpir -i -q").stdin("q\n").assert().code(0).stdout_eq(str![[r#"
stopped: no further move was chosen

"#]]);
    cutpoint("run deadlock.cpir -i -q").stdin("").assert().code(0).stdout_eq(str![[r#"
stopped: no further move was chosen

"#]]);
}

#[test]
fn the_core_language_reads_back_what_it_prints() {
    for model in ["assertion", "deadlock", "cycle", "counter", "large", "division", "errors"] {
        let printed = stdout(&run(&format!("ir {model}.cpir"), 0));
        let again = cutpoint("ir - --lang core").stdin(printed.clone()).assert().code(0);
        assert_eq!(stdout(&again), printed);
    }
    let json = stdout(&run("ir counter.cpir --format json", 0));
    assert!(json.contains(r#""core": "global g0 \"n\": 0..9\nthread proc0\n"#), "{json}");
}

#[test]
fn codes_are_explained() {
    run("explain CP0003", 0).stdout_eq(str![[r#"
CP0003: file that is not text

Programs are text in UTF-8. This file has bytes that are none: it is a binary file, or text in
another encoding.

    iconv -f LATIN1 -t UTF-8 old.zing > new.zing

converts a text file. A byte order mark at the beginning of a UTF-8 file is ignored.

"#]]);
    run("explain deadlock", 0).stdout_eq(str![[r#"
deadlock: no thread can move, and at least one still waits

Every thread has ended or waits at a `select` without an open join, and at least one of those
selects is no valid end.

    select { wait(turn == 1) -> ; }      // nothing sets `turn` to 1 any more

If the program may end while a thread waits there, as servers do, mark the select:
`select end { ... }`.

"#]]);
    run("explain 4 --format json", 0).stdout_eq(str![[r#"
{
  "schema_version": 8,
  "codes": [
    {
      "id": "CP0004",
      "title": "empty file",
      "explanation": "The file has no contents, or nothing but white space, so there is no program to look at. A program without code would have no errors either, but an empty file is more often a mistake: a failed copy, or a redirection of a command that printed nothing."
    }
  ]
}

"#]]);
    run("explain overflw", 2).stderr_eq(str![[r#"
error[CP0009]: There is no code `overflw`.
 |
 = help: did you mean `overflow`, a result does not fit its type?


"#]]);
    run("explain xyzzy", 2).stderr_eq(str![[r#"
error[CP0009]: There is no code `xyzzy`.
 |
 = help: `cutpoint explain` lists all codes


"#]]);
    let list = stdout(&run("explain", 0));
    assert!(list.starts_with("CP0001  file that cannot be read\n"), "{list}");
    assert!(list.contains("deadlock  no thread can move"), "{list}");
}

#[test]
fn help_fits_and_has_examples() {
    run("-h", 0).stdout_eq(str![[r#"
Checks programs with procedures and a heap, and explains the answer

Usage: cutpoint [OPTIONS] <COMMAND>

Commands:
  check        Search for errors in every execution of a program
  summarize    Show what each procedure of a program reads and does
  explore      Find every path of a method whose arguments and heap are unknown
  certify      Check a certificate again, independently of the engine that wrote it
  run          Execute a program once, at random or guided by you
  ltl          Check a formula of temporal logic
  automaton    Print the Büchi automaton that accepts what satisfies a formula
  qbf          Decide a quantified Boolean formula in QDIMACS
  ir           Print the core language that a program is lowered to
  explain      Say what a diagnostic means
  completions  Print the completions of a shell
  man          Print the manual page
  help         Print this message or the help of the given subcommand(s)

Options:
  -h, --help     Print help (see more with '--help')
  -V, --version  Print version

Common options:
      --format <FORMAT>  What to write [default: text] [possible values: text, json]
  -o, --output <FILE>    Write to a file instead of the standard output; it is complete or not there
                         at all
      --color <WHEN>     Use colours [default: auto] [possible values: auto, always, never]
  -q, --quiet            Say no more than the answer
  -v, --verbose          Leave nothing out: whole traces, with the state after every statement (as
                         --trace states), whole states and lists

Examples:
  cutpoint check model.zing                 is there an error?
  cutpoint check model.zing --stats         ... and what did it cost to know?
  cutpoint ltl model.zing 'F @terminated'   does it always end?
  cutpoint summarize model.zing             what does each procedure read and do?
  cutpoint explore list.jl Node.contains    which paths does a method have, and for which inputs?
  cutpoint run model.zing --seed 7          one random execution
  cutpoint explain                          all diagnostics

"#]]);
    for command in ["check", "summarize", "certify", "run", "ir", "explain"] {
        let help = stdout(&run(&format!("{command} --help"), 0));
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
    for command in ["check", "summarize", "certify", "run"] {
        assert!(stdout(&run(&format!("{command} -h"), 0)).contains("Examples:\n  cutpoint "));
    }
}

#[test]
fn packagers_get_completions_and_a_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&run(&format!("completions {shell}"), 0));
        for word in ["cutpoint", "summarize", "certify", "certificate"] {
            assert!(script.contains(word), "{shell} knows no {word}");
        }
    }
    let manual = stdout(&run("man", 0));
    assert!(manual.contains(".TH cutpoint 1") && manual.contains("max\\-states"), "{manual}");
    assert!(manual.contains("cutpoint summarize") && manual.contains("cutpoint certify"), "{manual}");
    assert_data_eq!(
        run("--version", 0).get_output().stdout.clone(),
        str![[r#"
cutpoint 0.1.0

"#]]
    );
}
