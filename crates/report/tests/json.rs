//! Goldens of the JSON documents, and their way back.

mod fixtures;

use cutpoint_report::json::pretty;
use cutpoint_report::{CheckReport, RunEnding, RunInput, RunReport};
use expect_test::expect;
use fixtures::{Case, assertion, execution};
use verdict::StopReason;

#[test]
fn a_violation_in_json() {
    let mut execution = execution();
    execution.moments = execution.moments.split_off(8);
    execution.last.objects.truncate(1);
    expect![[r#"
        {
          "schema_version": 8,
          "file": "list.zing",
          "language": "zing",
          "limits": {
            "max_states": 2000,
            "timeout_seconds": 10.0
          },
          "property": "no-errors",
          "engine": "explicit",
          "options": {
            "search": "breadth-first",
            "workers": "1"
          },
          "verdict": "violated",
          "violations": [
            {
              "kind": "assertion",
              "message": "an assertion fails: two is never first",
              "location": {
                "file": "list.zing",
                "line": 13,
                "column": 9,
                "end": {
                  "line": 13,
                  "column": 53
                }
              },
              "trace": {
                "steps": [
                  {
                    "thread": 0,
                    "procedure": "Main.producer",
                    "depth": 0,
                    "location": {
                      "file": "list.zing",
                      "line": 11,
                      "column": 9,
                      "end": {
                        "line": 11,
                        "column": 27
                      }
                    },
                    "source": "count = count + 1;",
                    "statement": "count = count + 1;",
                    "atomic_move": 0,
                    "changes": [
                      {
                        "target": "Main.count",
                        "value": {
                          "kind": "plain",
                          "text": "1"
                        }
                      }
                    ],
                    "choices": [],
                    "output": []
                  },
                  {
                    "thread": 0,
                    "procedure": "Main.producer",
                    "depth": 0,
                    "location": {
                      "file": "list.zing",
                      "line": 13,
                      "column": 9,
                      "end": {
                        "line": 13,
                        "column": 16
                      }
                    },
                    "source": "assert(list.val != 2, \"two is never first\");",
                    "statement": "assert(",
                    "atomic_move": 0,
                    "changes": [],
                    "choices": [],
                    "output": []
                  }
                ],
                "final_state": {
                  "globals": [
                    {
                      "name": "Main.list",
                      "value": {
                        "kind": "object",
                        "class": "Node",
                        "number": 1
                      }
                    },
                    {
                      "name": "Main.count",
                      "value": {
                        "kind": "plain",
                        "text": "1"
                      }
                    }
                  ],
                  "threads": [
                    {
                      "number": 0,
                      "status": "blocked",
                      "frames": [
                        {
                          "procedure": "Main.producer",
                          "location": {
                            "file": "list.zing",
                            "line": 12,
                            "column": 9,
                            "end": {
                              "line": 12,
                              "column": 28
                            }
                          },
                          "source": "select { wait(count > 1) -> ; }",
                          "locals": [
                            {
                              "name": "node",
                              "value": {
                                "kind": "object",
                                "class": "Node",
                                "number": 1
                              }
                            }
                          ]
                        }
                      ]
                    },
                    {
                      "number": 1,
                      "status": "runnable",
                      "frames": [
                        {
                          "procedure": "Main.consumer",
                          "location": {
                            "file": "list.zing",
                            "line": 17,
                            "column": 9,
                            "end": {
                              "line": 17,
                              "column": 27
                            }
                          },
                          "source": "select { wait(list != null) -> ; }",
                          "locals": []
                        }
                      ]
                    }
                  ],
                  "objects": [
                    {
                      "number": 1,
                      "class": "Node",
                      "slots": [
                        {
                          "name": "val",
                          "value": {
                            "kind": "plain",
                            "text": "2"
                          }
                        },
                        {
                          "name": "next",
                          "value": {
                            "kind": "object",
                            "class": "Node",
                            "number": 2
                          }
                        }
                      ]
                    }
                  ]
                }
              },
              "decisions": [
                {
                  "thread": 0,
                  "choices": [
                    2
                  ]
                },
                {
                  "thread": 1,
                  "choices": []
                }
              ]
            }
          ],
          "assumptions": [],
          "advice": [],
          "stats": {
            "states": 1234,
            "transitions": 56789,
            "transitions_per_second": 227156.0,
            "depth": 40,
            "frontier": 3,
            "encoding_bytes": 30000,
            "peak_bytes": 3000000,
            "workers": 1,
            "seconds": 0.25,
            "summaries": {
              "kind": "off"
            }
          },
          "cross_checks": [],
          "warnings": []
        }
    "#]]
    .assert_eq(&pretty(&Case::violated(assertion(), execution).report()));
}

#[test]
fn other_verdicts_in_json() {
    expect![[r#"
        {
          "schema_version": 8,
          "file": "list.zing",
          "language": "zing",
          "limits": {
            "max_states": 2000,
            "timeout_seconds": 10.0
          },
          "property": "no-errors",
          "engine": "explicit",
          "options": {
            "search": "breadth-first",
            "workers": "1"
          },
          "verdict": "unknown",
          "reason": {
            "kind": "state-limit",
            "states": 2000
          },
          "message": "the limit of 2000 states was reached",
          "assumptions": [],
          "advice": [
            "a larger --max-states lets the search go on"
          ],
          "stats": {
            "states": 1234,
            "transitions": 56789,
            "transitions_per_second": 227156.0,
            "depth": 40,
            "frontier": 3,
            "encoding_bytes": 30000,
            "peak_bytes": 3000000,
            "workers": 1,
            "seconds": 0.25,
            "summaries": {
              "kind": "off"
            }
          },
          "cross_checks": [],
          "warnings": []
        }
    "#]]
    .assert_eq(&pretty(&Case::unknown(StopReason::StateLimit(2000)).report()));
    let holds = pretty(&Case::holds(false).report());
    assert!(holds.contains("\"verdict\": \"holds\""), "{holds}");
}

#[test]
fn every_report_can_be_read_back() {
    let violated = Case::violated(assertion(), execution());
    let cases = [
        violated,
        Case::holds(true),
        Case::unknown(StopReason::TimeLimit(std::time::Duration::from_secs(10))),
    ];
    for report in cases.map(|case| case.report()) {
        let back: CheckReport = serde_json::from_str(&pretty(&report)).unwrap();
        assert_eq!(back, report);
    }
    let sources = fixtures::sources();
    let (execution, violation) = (execution(), assertion());
    let endings = [
        RunEnding::Finished,
        RunEnding::Violated(&violation),
        RunEnding::Discarded,
        RunEnding::Stopped { message: "after 3 moves".to_owned() },
    ];
    for ending in endings {
        let run = RunReport::new(&RunInput {
            sources: &sources,
            file: "list.zing",
            language: "zing",
            seed: Some(7),
            ending,
            execution: &execution,
            output: "a\n".to_owned(),
            errors: String::new(),
            warnings: &[],
        });
        let back: RunReport = serde_json::from_str(&pretty(&run)).unwrap();
        assert_eq!(back, run);
    }
}
