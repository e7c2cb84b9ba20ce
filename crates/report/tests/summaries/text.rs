//! Goldens of summaries as text and as JSON.

use cutpoint_report::text::summarize;
use cutpoint_report::{SummarizeReport, TextOptions, Verbosity};
use expect_test::{Expect, expect};
use verdict::{Execution, StopReason, SummarySet, Trace, Verdict, Violation, ViolationKind};

use crate::programs::{Fixture, boxes, everything, holds, id, object, read};

fn check(report: &SummarizeReport, verbosity: Verbosity, expected: &Expect) {
    let options = TextOptions { verbosity, ..TextOptions::default() };
    expected.assert_eq(&summarize(report, options));
}

#[test]
fn reads_and_effects_are_told_in_the_users_names() {
    let (fixture, set) = boxes();
    let report = fixture.report(&set, holds(&set), &[]);
    check(
        &report,
        Verbosity::Normal,
        &expect![[r#"
        Main.main: 1 pattern, 1 effect, used once
          reads   nothing
          does    new #1: BoolBox(x = false); new #2: BoolBox(x = false); Main.g1 := #1; Main.g2 := #2

        Main.M: 1 pattern, 2 effects, used 3 times
          reads   Main.g1 -> #1, #1.x = false
          does    nothing
              or  new #2: BoolBox(x = false); Main.g1 := #2

        holds: in model.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
          = every call is covered by a summary
    "#]],
    );
    check(
        &report,
        Verbosity::Quiet,
        &expect![[r#"
        Main.main: 1 pattern, 1 effect, used once
        Main.M: 1 pattern, 2 effects, used 3 times

        holds: in model.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
    "#]],
    );
    let one = fixture.report(&set, holds(&set), &["Main.M", "Main.unused"]);
    check(
        &one,
        Verbosity::Normal,
        &expect![[r#"
        Main.M: 1 pattern, 2 effects, used 3 times
          reads   Main.g1 -> #1, #1.x = false
          does    nothing
              or  new #2: BoolBox(x = false); Main.g1 := #2

        Main.unused: no summary, because it is never called

        holds: in model.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
          = every call is covered by a summary
    "#]],
    );
}

#[test]
fn procedures_that_go_on_unknown_are_incomplete_and_so_are_their_callers() {
    let (fixture, set) = boxes();
    let mut report = fixture.report(&set, holds(&set), &[]);
    let lines = |report: &SummarizeReport| {
        let options = TextOptions { verbosity: Verbosity::Quiet, ..TextOptions::default() };
        summarize(report, options).lines().filter(|line| line.contains("incomplete")).count()
    };
    assert_eq!(lines(&report), 0);
    report.procedures[1].incomplete = true;
    assert_eq!(lines(&report), 1);
    let shown = summarize(&report, TextOptions::default());
    assert!(shown.contains("Main.M: 1 pattern, 2 effects, used 3 times, incomplete\n"), "{shown}");
    assert!(shown.contains("      or  what is not known\n"), "{shown}");
    let reported = |left_out: &[&str]| -> Vec<bool> {
        let report = fixture.report_incomplete(&set, left_out);
        report.procedures.iter().map(|procedure| procedure.incomplete).collect()
    };
    assert_eq!(reported(&["Main.M"]), [true, true]);
    assert_eq!(reported(&["Main.main"]), [true, false]);
}

#[test]
fn every_kind_of_place_has_its_words() {
    let (fixture, set) = everything();
    check(
        &fixture.report(&set, holds(&set), &[]),
        Verbosity::Normal,
        &expect![[r#"
        Main.mirror: 2 patterns, 2 effects, used 3 times
          reads   p.y = 1, p.x = 0
          does    returns (1, 0)
          used once

          reads   p.y = 0, p.x = 1
          does    returns (0, 1)
          used 2 times

        Main.pop: 1 pattern, 2 effects, used 12,345 times
          reads   the caller is in no atomic section, self = 0, c = green, Main.head -> #1, #1.next -> #1, #1.colour = red,
                  Main.all -> #2, #2 = {#1, #3}, #3.value = -7, Main.queue -> #4, #4 = <1, 2>, Main.numbers -> #5,
                  sizeof(#5) = 4, #5[3] = 9, Main.shape -> #6, #6 is Square, #6.side = 2, Main.mood = "idle",
                  Main.big = 18446744073709551615, Main.ratio = 0.1, Main.anything -> #7
          does    new #8: Numbers[0, 6]; new #9: Nodes{#1, #11}; new #10: Queue<>;
                  new #11: Node(value = 5, next = null, colour = green); new #12: Small{1, 2}; Main.all := #9; Main.queue := #10;
                  Main.numbers := #8; Main.mood := "sad"; #1.next := null; #2 := {#3}; #4 := <2>; #5[3] := 10; returns (3, #12)
              or  raises Empty

        Main.main: 1 pattern, 0 effects, never used
          reads   nothing
          does    not return

        holds: in model.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
          = every call is covered by a summary
    "#]],
    );
}

#[test]
fn other_verdicts_say_what_the_summaries_are_worth() {
    let (fixture, set) = boxes();
    let kind = ViolationKind::Assertion { message: None };
    let violation = Violation { kind, span: None, witness: Trace::default().into() };
    let violated = Verdict::Violated { violations: vec![violation] };
    let report = fixture.report_with(&set, violated, &[Execution::default().into()], &["Main.M"]);
    check(
        &report,
        Verbosity::Quiet,
        &expect![[r#"
        Main.M: 1 pattern, 2 effects, used 3 times

        error[assertion]: an assertion fails
        violated: model.zing has 1 error
    "#]],
    );
    check(
        &report,
        Verbosity::Normal,
        &expect![[r#"
        Main.M: 1 pattern, 2 effects, used 3 times
          reads   Main.g1 -> #1, #1.x = false
          does    nothing
              or  new #2: BoolBox(x = false); Main.g1 := #2

        error[assertion]: an assertion fails
        violated: model.zing has 1 error
          = the summaries are those found before the error; `cutpoint check` shows the trace
    "#]],
    );
    let unknown = Verdict::Unknown { reason: StopReason::TimeLimit(std::time::Duration::from_secs(10)) };
    check(
        &fixture.report(&set, unknown, &["Main.unused"]),
        Verbosity::Normal,
        &expect![[r#"
        Main.unused: no summary, because it is never called

        unknown: model.zing: the time limit was reached
          = the summaries are those found so far, and may lack effects
    "#]],
    );
}

#[test]
fn long_lists_are_cut_unless_nothing_is_to_be_left_out() {
    let (fixture, SummarySet { summaries }) = boxes();
    let mut long = summaries[0].clone();
    for number in 2..80 {
        long.pattern.push(read(fixture.field(number - 1, "BoolBox", "x"), object(number)));
    }
    let mut many = vec![summaries[0].clone(); 25];
    many.push(long);
    let report = |summaries| {
        let set = SummarySet { summaries };
        fixture.report(&set, holds(&set), &[])
    };
    let text = |report: &SummarizeReport, verbosity| {
        summarize(report, TextOptions { verbosity, ..TextOptions::default() })
    };
    let normal = text(&report(many.clone()), Verbosity::Normal);
    assert!(normal.contains("... 6 patterns not shown; -v shows all"), "{normal}");
    let long = report(many.split_off(25));
    let normal = text(&long, Verbosity::Normal);
    assert!(normal.contains("... 20 parts not shown; -v shows all"), "{normal}");
    assert!(normal.lines().all(|line| line.chars().count() <= 120), "{normal}");
    assert!(!text(&long, Verbosity::Verbose).contains("not shown"));
}

#[test]
fn names_cannot_play_with_the_terminal() {
    let (mut fixture, set) = boxes();
    let proc = fixture.proc("Main.M");
    fixture.program.procs[proc].name = "evil\u{1b}[31m".to_owned();
    fixture.program.globals.iter_mut().for_each(|global| global.name = "g\u{7}".to_owned());
    let text = summarize(&fixture.report(&set, holds(&set), &[]), TextOptions::default());
    assert!(!text.contains(['\u{1b}', '\u{7}']), "{text}");
}

#[test]
fn json_has_the_whole_summary_and_can_be_read_back() {
    let (fixture, set) = boxes();
    let report = fixture.report(&set, holds(&set), &["Main.M"]);
    let json = cutpoint_report::json::pretty(&report);
    expect![[r#"
        {
          "schema_version": 8,
          "file": "model.zing",
          "language": "zing",
          "limits": {},
          "property": "no-errors",
          "procedures": [
            {
              "procedure": "Main.M",
              "location": {
                "file": "model.zing",
                "line": 5,
                "column": 17,
                "end": {
                  "line": 5,
                  "column": 18
                }
              },
              "summaries": [
                {
                  "uses": 3,
                  "objects": [
                    {
                      "number": 1,
                      "class": "BoolBox"
                    }
                  ],
                  "reads": [
                    {
                      "place": {
                        "kind": "global",
                        "name": "Main.g1"
                      },
                      "content": {
                        "kind": "value",
                        "value": {
                          "kind": "object",
                          "number": 1
                        }
                      }
                    },
                    {
                      "place": {
                        "kind": "field",
                        "object": 1,
                        "name": "x"
                      },
                      "content": {
                        "kind": "value",
                        "value": {
                          "kind": "plain",
                          "text": "false"
                        }
                      }
                    }
                  ],
                  "effects": [
                    {
                      "new": [],
                      "writes": [],
                      "outcome": {
                        "kind": "returns",
                        "values": []
                      }
                    },
                    {
                      "new": [
                        {
                          "number": 2,
                          "class": "BoolBox",
                          "slots": {
                            "kind": "record",
                            "fields": [
                              {
                                "name": "x",
                                "value": {
                                  "kind": "plain",
                                  "text": "false"
                                }
                              }
                            ]
                          }
                        }
                      ],
                      "writes": [
                        {
                          "place": {
                            "kind": "global",
                            "name": "Main.g1"
                          },
                          "content": {
                            "kind": "value",
                            "value": {
                              "kind": "object",
                              "number": 2
                            }
                          }
                        }
                      ],
                      "outcome": {
                        "kind": "returns",
                        "values": []
                      }
                    }
                  ]
                }
              ]
            }
          ],
          "engine": "explicit",
          "options": {
            "summaries": "patterns"
          },
          "verdict": "holds",
          "certificate": {
            "kind": "summaries",
            "patterns": 2,
            "summaries": 3
          },
          "assumptions": [],
          "advice": [],
          "stats": {
            "states": 0,
            "transitions": 0,
            "transitions_per_second": 0.0,
            "depth": 0,
            "frontier": 0,
            "encoding_bytes": 0,
            "peak_bytes": 0,
            "workers": 0,
            "seconds": 0.0,
            "summaries": {
              "kind": "off"
            }
          },
          "warnings": []
        }
    "#]]
    .assert_eq(&json);
    let (fixture, set) = everything();
    for report in [report, fixture.report(&set, holds(&set), &[])] {
        let back: SummarizeReport =
            serde_json::from_str(&cutpoint_report::json::pretty(&report)).expect("a report");
        assert_eq!(back, report);
    }
}

#[test]
fn a_slot_of_an_object_of_unknown_class_still_has_a_name() {
    let fixture = Fixture::new(crate::programs::EVERYTHING);
    let pattern = vec![
        read(fixture.global("Main.anything"), object(1)),
        read(verdict::Spot::Slot(id(1), 2), ir::Value::Int(5)),
    ];
    let summary = verdict::Summary { proc: fixture.proc("Main.main"), pattern, effects: vec![], uses: 1 };
    let set = SummarySet { summaries: vec![summary] };
    let text = summarize(&fixture.report(&set, holds(&set), &[]), TextOptions::default());
    assert!(text.contains("Main.anything -> #1, #1[2] = 5"), "{text}");
}
