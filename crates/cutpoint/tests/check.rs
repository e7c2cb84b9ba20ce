//! `cutpoint check`: verdicts, formats, limits, exit statuses.

mod support;

use snapbox::{assert_data_eq, str};
use support::{cutpoint, run, stdout, without_times};

#[test]
fn an_assertion_is_shown_with_its_trace() {
    run("check assertion.cpir", 1).stdout_eq(str![""]).stderr_eq(str![""]);
}

#[test]
fn a_deadlock_is_shown_with_all_that_wait() {
    run("check deadlock.cpir", 1).stdout_eq(str![""]);
}

#[test]
fn an_acceptance_cycle_is_shown_with_its_loop() {
    run("check cycle.cpir", 1).stdout_eq(str![""]);
}

#[test]
fn verbose_shows_whole_states() {
    run("check deadlock.cpir -v", 1).stdout_eq(str![""]);
}

#[test]
fn a_program_without_errors_holds() {
    run("check counter.cpir", 0).stdout_eq(str![""]).stderr_eq(str![""]);
    run("check counter.cpir -q", 0).stdout_eq(str![""]);
    assert_data_eq!(without_times(&run("check counter.cpir --stats --all-engines", 0)), str![""]);
}

#[test]
fn json_has_the_whole_answer() {
    assert_data_eq!(without_times(&run("check cycle.cpir --format json", 1)), str![""]);
    assert_data_eq!(without_times(&run("check counter.cpir --format json --timeout 1m", 0)), str![""]);
}

#[test]
fn limits_leave_the_verdict_open() {
    run("check large.cpir --max-states 1k", 3).stdout_eq(str![""]);
    run("check large.cpir --max-depth 10", 3);
    run("check large.cpir --memory 64K", 3);
    run("check large.cpir --timeout 0", 3).stdout_eq(str![""]);
    run("check counter.cpir --preemptions 0", 3).stdout_eq(str![""]);
    run("check counter.cpir --delays 1", 3);
    run("check cycle.cpir --compact", 3).stdout_eq(str![""]);
}

#[test]
fn options_of_the_search_reach_the_engine() {
    let options = |arguments: &str| {
        let output = stdout(&run(&format!("check counter.cpir --format json {arguments}"), 0));
        let lines = output.lines().skip_while(|line| !line.contains("\"options\"")).skip(1);
        lines
            .take_while(|line| !line.contains('}'))
            .map(|line| format!("{}\n", line.trim()))
            .collect::<String>()
    };
    assert_data_eq!(options(""), str![""]);
    assert_data_eq!(options("--search dfs --cooperative --all-errors --compact --threads 2"), str![""]);
}

#[test]
fn exit_codes_of_zing() {
    let cases = [
        ("counter.cpir", 0),
        ("missing.zing", 1),
        ("deadlock.cpir", 2),
        ("assertion.cpir", 3),
        ("division.cpir", 4),
        ("cycle.cpir", 6),
        ("large.cpir --max-states 10", 9),
    ];
    for (arguments, status) in cases {
        run(&format!("check -q --exit-codes zing {arguments}"), status);
    }
    run("check --exit-codes zing --no-such-option", 1);
}

#[test]
fn all_errors_are_listed_once_each() {
    run("check errors.cpir --all-errors -q", 1).stdout_eq(str![""]);
}

#[test]
fn colours_come_only_when_asked_for_or_on_a_terminal() {
    let plain = stdout(&run("check assertion.cpir", 1));
    assert!(!plain.contains('\u{1b}'));
    let always = stdout(&run("check assertion.cpir --color always", 1));
    assert!(always.contains('\u{1b}'));
    let forced = cutpoint("check assertion.cpir --color never").env("CLICOLOR_FORCE", "1").assert().code(1);
    assert!(!stdout(&forced).contains('\u{1b}'));
}

#[test]
fn a_program_may_come_from_the_standard_input() {
    let program = std::fs::read_to_string(support::models().join("counter.cpir")).unwrap();
    let output = cutpoint("check - --lang core -q").stdin(program.clone()).assert().code(0);
    output.stdout_eq(str![""]);
    cutpoint("check -").stdin(program).assert().code(2).stderr_eq(str![""]);
}
