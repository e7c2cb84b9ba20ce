//! `run`, `ir`, `explain`, help, and what packagers need.

mod support;

use snapbox::{assert_data_eq, str};
use support::{cutpoint, run, stdout};

#[test]
fn a_random_run_is_the_same_for_the_same_seed() {
    let output = run("run deadlock.cpir --seed 1", 0);
    output.stdout_eq(str![""]);
    let again =
        |seed: u32| stdout(&cutpoint(&format!("run large.cpir --steps 40 --seed {seed}")).assert().code(0));
    assert_eq!(again(5), again(5));
    assert_ne!(again(5), again(6));
}

#[test]
fn a_run_may_meet_an_error() {
    run("run division.cpir --seed 1", 1).stdout_eq(str![""]);
    run("run division.cpir --seed 1 --format json -q", 1);
}

#[test]
fn a_guided_run_asks_for_every_move() {
    let answers = "2\n7\nx\n1\n\n1\n";
    let output = cutpoint("run deadlock.cpir --interactive").stdin(answers).assert().code(1);
    output.stdout_eq(str![""]).stderr_eq(str![""]);
    cutpoint("run deadlock.cpir -i -q").stdin("q\n").assert().code(0).stdout_eq(str![""]);
    cutpoint("run deadlock.cpir -i -q").stdin("").assert().code(0).stdout_eq(str![""]);
}

#[test]
fn the_core_language_reads_back_what_it_prints() {
    for model in ["assertion", "deadlock", "cycle", "counter", "large", "division", "errors"] {
        let printed = stdout(&run(&format!("ir {model}.cpir"), 0));
        let again = cutpoint("ir - --lang core").stdin(printed.clone()).assert().code(0);
        assert_eq!(stdout(&again), printed);
    }
    run("ir counter.cpir --format json", 0).stdout_eq(str![""]);
}

#[test]
fn codes_are_explained() {
    run("explain CP0003", 0).stdout_eq(str![""]);
    run("explain deadlock", 0).stdout_eq(str![""]);
    run("explain 4 --format json", 0).stdout_eq(str![""]);
    run("explain overflw", 2).stderr_eq(str![""]);
    run("explain xyzzy", 2).stderr_eq(str![""]);
    let list = stdout(&run("explain", 0));
    assert!(list.starts_with("CP0001  file that cannot be read\n"), "{list}");
    assert!(list.contains("deadlock  no thread can move"), "{list}");
}

#[test]
fn help_fits_and_has_examples() {
    run("-h", 0).stdout_eq(str![""]);
    for command in ["check", "run", "ir", "explain"] {
        let help = stdout(&run(&format!("{command} --help"), 0));
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
    for command in ["check", "run"] {
        assert!(stdout(&run(&format!("{command} -h"), 0)).contains("Examples:\n  cutpoint "));
    }
}

#[test]
fn packagers_get_completions_and_a_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&run(&format!("completions {shell}"), 0)).contains("cutpoint"));
    }
    let manual = stdout(&run("man", 0));
    assert!(manual.contains(".TH cutpoint 1") && manual.contains("max\\-states"), "{manual}");
    assert_data_eq!(run("--version", 0).get_output().stdout.clone(), str![""]);
}
