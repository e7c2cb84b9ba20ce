//! Traces as graphs of shared parts: as text, as JSON and back.

mod fixtures;

use cutpoint_report::json::pretty;
use cutpoint_report::twin::violation::Witness as WitnessTwin;
use cutpoint_report::{CheckReport, TextOptions, Verbosity, text};
use expect_test::{Expect, expect};
use fixtures::{Case, assertion, execution};
use ir::ProcId;
use verdict::{
    Binding, Change, Exit, Moment, PartMoment, Replayed, SharedExecution, SharedPart, SharedTrace, Shown,
    Subtrace, SubtracePart, Witness,
};

fn binding(name: &str, value: bool) -> Binding {
    Binding { name: name.to_owned(), value: Shown::Plain(value.to_string()) }
}

/// A moment of the fixture, as one of this procedure.
fn moment(proc: &str, which: usize, odd: Option<bool>, calls: &[usize]) -> PartMoment {
    let from = &execution().moments[which];
    let change = |odd: bool| Change { target: "odd".to_owned(), value: Shown::Plain(odd.to_string()) };
    let changes = odd.into_iter().map(change).collect();
    let moment =
        Moment { thread: Some(0), proc: proc.to_owned(), changes, choices: Vec::new(), ..from.clone() };
    PartMoment { moment, calls: calls.to_vec() }
}

/// Levels that each call the one below twice, the failing stage outside.
fn tower(levels: usize) -> (SharedTrace, SharedExecution) {
    let mut shared_parts = Vec::new();
    let mut subtraces = Vec::new();
    for level in 0..levels {
        let proc = format!("level{level}");
        let (calls, parts) = match level.checked_sub(1) {
            Some(below) => (
                vec![below],
                vec![SubtracePart::Call(below), SubtracePart::Choices(vec![1]), SubtracePart::Call(below)],
            ),
            None => (Vec::new(), Vec::new()),
        };
        subtraces.push(Subtrace { proc: base::Id::new(level), parts });
        shared_parts.push(SharedPart {
            moments: vec![moment(&proc, 0, Some(true), &calls), moment(&proc, 2, None, &calls)],
            proc,
            entry: vec![binding("x", true), binding("odd", false)],
            exit: Some(Exit {
                globals: vec![binding("odd", level.is_multiple_of(2))],
                results: if level == 1 { vec![Shown::Plain("true".to_owned())] } else { Vec::new() },
            }),
            uses: 1 << (levels - 1 - level),
            statements: (4 << level) - 2,
        });
    }
    let top = levels - 1;
    shared_parts.push(SharedPart {
        proc: "main".to_owned(),
        entry: Vec::new(),
        moments: vec![moment("main", 3, Some(true), &[top]), moment("main", 9, None, &[])],
        exit: None,
        uses: 1,
        statements: (4 << top),
    });
    let proc: ProcId = base::Id::new(levels);
    subtraces.push(Subtrace { proc, parts: vec![SubtracePart::Call(top)] });
    let execution = SharedExecution {
        parts: shared_parts,
        stages: vec![levels],
        statements: if levels > 40 { u64::MAX } else { 4 << top },
        last: execution().last,
    };
    (SharedTrace { subtraces, stages: vec![levels] }, execution)
}

fn report(levels: usize) -> (Case, CheckReport) {
    let (shared, shown) = tower(levels);
    let mut case =
        Case::violated(verdict::Violation { witness: Witness::Shared(shared), ..assertion() }, execution());
    case.executions = vec![Replayed::Shared(shown)];
    let report = case.report();
    (case, report)
}

fn check(levels: usize, verbosity: Verbosity, expected: &Expect) {
    let (case, report) = report(levels);
    let options = TextOptions { verbosity, ..TextOptions::default() };
    let shown = text::check(&report, &case.sources, options);
    let end = shown.find("state at the end").unwrap_or(shown.len());
    expected.assert_eq(&shown[..end]);
}

#[test]
fn parts_are_told_from_the_outside_to_the_inside() {
    check(
        3,
        Verbosity::Normal,
        &expect![[r#"
            error[assertion]: an assertion fails: two is never first
              --> list.zing:13:9
               |
            13 |         assert(list.val != 2, "two is never first");
               |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false

            trace: 16 statements, in 4 parts

              part 1: main, passed once, 16 statements, fails
                main  10 | node.next = list; list = node;                -> part 2: 14 statements  odd = true
                      13 | assert(list.val != 2, "two is never first");

              part 2: level2, passed once, 14 statements
                enters with x = true, odd = false
                level2  5 | static int count = 0;      -> part 3: 6 statements  odd = true
                        9 | node.val = choose(Small);  -> part 3: 6 statements
                returns with odd = true

              part 3: level1, passed 2 times, 6 statements each
                enters with x = true, odd = false
                level1  5 | static int count = 0;      -> part 4: 2 statements  odd = true
                        9 | node.val = choose(Small);  -> part 4: 2 statements
                returns true

              part 4: level0, passed 4 times, 2 statements each
                enters with x = true, odd = false
                level0  5 | static int count = 0;      odd = true
                        9 | node.val = choose(Small);
                returns with odd = true

        "#]],
    );
}

#[test]
fn the_middle_of_many_parts_is_left_out() {
    let (case, report) = report(20);
    let shown =
        |verbosity| text::check(&report, &case.sources, TextOptions { verbosity, ..TextOptions::default() });
    assert!(shown(Verbosity::Normal).contains("  ... 12 parts not shown; --trace full shows all\n"));
    assert_eq!(shown(Verbosity::Normal).matches("  part ").count(), 9);
    assert_eq!(shown(Verbosity::Verbose).matches("  part ").count(), 21);
    assert!(shown(Verbosity::Quiet).lines().count() < 4);
}

#[test]
fn the_largest_number_stands_for_larger_ones() {
    let (case, report) = report(41);
    let shown = text::check(&report, &case.sources, TextOptions::default());
    assert!(shown.contains("trace: more than 18,446,744,073,709,551,614 statements, in 42 parts"), "{shown}");
}

#[test]
fn a_shared_trace_comes_back_from_json() {
    let (_, report) = report(2);
    let json = pretty(&report);
    let back: CheckReport = serde_json::from_str(&json).expect("it is a report");
    assert_eq!(back, report);
    let start = json.find("\"shared_decisions\"").expect("a shared trace has its own decisions");
    let end = start + json[start..].find("\n    }\n").expect("the violation ends");
    let shown = &json[start..end];
    expect![[r#"
        "shared_decisions": {
                "subtraces": [
                  {
                    "procedure": 0,
                    "parts": []
                  },
                  {
                    "procedure": 1,
                    "parts": [
                      {
                        "call": 0
                      },
                      {
                        "choices": [
                          1
                        ]
                      },
                      {
                        "call": 0
                      }
                    ]
                  },
                  {
                    "procedure": 2,
                    "parts": [
                      {
                        "call": 1
                      }
                    ]
                  }
                ],
                "stages": [
                  2
                ]
              }"#]]
    .assert_eq(shown);
    let cutpoint_report::twin::verdict::Verdict::Violated { violations } = &back.answer.verdict else {
        panic!("it is violated")
    };
    assert!(matches!(violations[0].witness, WitnessTwin::Shared { .. }));
}
