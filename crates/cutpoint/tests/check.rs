//! `cutpoint check`: verdicts, formats, limits, exit statuses.

mod support;

use snapbox::{assert_data_eq, str};
use support::{cutpoint, run, stdout, without_measures};

#[test]
fn an_assertion_is_shown_with_its_trace() {
    run("check assertion.cpir --summaries off", 1)
        .stdout_eq(str![[r#"
error[assertion]: an assertion fails: two is never chosen
  --> assertion.cpir:17:3
   |
17 | * assert v1 != 2, "two is never chosen"
   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false in thread 0: n = 2

trace: 6 statements

  thread 0
    Main.producer  12 | * v0 = new class0                        node = Node#1
                   13 | * v1 = choose 0..3                       [choose = 2]  n = 2
                   14 | * store v0.field1 = v1                   Node#1.val = 2
                   15 | * g0 = v0                                Main.head = Node#1
                   16 | * g1 = g1 + 1                            Main.count = 1
                   17 | * assert v1 != 2, "two is never chosen"

state at the end:

  globals
    Main.head  = Node#1
    Main.count = 1
  thread 0
    Main.producer at line 17: * assert v1 != 2, "two is never chosen"
      node = Node#1
      n    = 2
  thread 1
    Main.consumer at line 24: * select {
      seen = null
  heap
    Node#1 { next = null, val = 2 }

violated: assertion.cpir has 1 error
  = found by the explicit engine after 28 states and 30 transitions; its trace was replayed

"#]])
        .stderr_eq(str![""]);
}

#[test]
fn a_deadlock_is_shown_with_all_that_wait() {
    run("check deadlock.cpir --summaries off", 1).stdout_eq(str![[r#"
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

violated: deadlock.cpir has 1 error
  = found by the explicit engine after 5 states and 4 transitions; its trace was replayed

"#]]);
}

#[test]
fn an_acceptance_cycle_is_shown_with_its_loop() {
    run("check cycle.cpir --summaries off", 1).stdout_eq(str![[r#"
error[acceptance-cycle]: an infinite execution passes an accepting state again and again
 --> cycle.cpir:7:3
  |
7 | * accept g0
  |   ^^^^^^^^^ accepting, and on the loop

trace: 4 statements

  --- the loop begins here ---

  thread 0
    flip  6 | * g0 = true    b = true
          7 | * accept g0
          8 | * g0 = false   b = false
          9 | * goto block0

  --- back to the beginning of the loop, forever ---

state at the end:

  globals
    b = false
  thread 0
    flip at line 6: * g0 = true

violated: cycle.cpir has 1 error
  = found by the explicit engine after 4 states and 4 transitions; its trace was replayed

"#]]);
}

#[test]
fn verbose_shows_whole_states() {
    run("check deadlock.cpir -v --summaries off", 1).stdout_eq(str![[r#"
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
              |    globals
              |      turn = 0
              |    thread 0, waiting
              |      left at line 7: * select { wait (g0 == 1) -> block1 }
              |    thread 1
              |      right at line 15: * branch v0, block1, block2
              |        b = false
           15 | * branch v0, block1, block2
              |    globals
              |      turn = 0
              |    thread 0, waiting
              |      left at line 7: * select { wait (g0 == 1) -> block1 }
              |    thread 1, waiting
              |      right at line 20: * select { wait (g0 == 2) -> block1 }
              |        b = false

state at the end:

  globals
    turn = 0
  thread 0, waiting
    left at line 7: * select { wait (g0 == 1) -> block1 }
  thread 1, waiting
    right at line 20: * select { wait (g0 == 2) -> block1 }
      b = false

violated: deadlock.cpir has 1 error
  = found by the explicit engine after 5 states and 4 transitions; its trace was replayed

"#]]);
}

#[test]
fn a_program_without_errors_holds() {
    run("check counter.cpir --summaries off", 0)
        .stdout_eq(str![[r#"
holds: in counter.cpir, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
  = the explicit engine visited every reachable state: 30 states and 29 transitions

"#]])
        .stderr_eq(str![""]);
    run("check counter.cpir -q --summaries off", 0).stdout_eq(str![[r#"
holds: in counter.cpir, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle

"#]]);
    assert_data_eq!(
        without_measures(&run("check counter.cpir --stats --all-engines --summaries off", 0)),
        str![[r#"
holds: in counter.cpir, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
  = the explicit engine visited every reachable state: 30 states and 29 transitions
  = the pushdown engine says the same: holds
  = the bdd engine does not know: The global variable `n` has the type `0..9`, and is not Boolean. (counter.cpir:2:1)
  = the sat engine does not know: The global variable `n` has the type `0..9`, and is not Boolean. (counter.cpir:2:1)
  = the universal engine does not know: The global variable `n` has the type `0..9`, and is not Boolean. (counter.cpir:2:1)
  = the pdr engine does not know: The global variable `n` has the type `0..9`, and is not Boolean. (counter.cpir:2:1)

statistics: engine explicit

  states                  30
  transitions             29
  depth                   29
  search threads          1

statistics: engine pushdown

  states                        32
  transitions                   32
  depth                         0
  search threads                1
  visible heaps                 10
  heads                         32
  frames                        0
  rules                         32
  facts                         32
  most objects visible at once  0

statistics: whole process


holds: no errors

"#]]
    );
}

#[test]
fn json_has_the_whole_answer() {
    assert_data_eq!(
        without_measures(&run("check cycle.cpir --format json --summaries off", 1)),
        str![[r#"
{
  "schema_version": 8,
  "file": "cycle.cpir",
  "language": "core",
  "limits": {
  },
  "property": "no-errors",
  "engine": "explicit",
  "options": {
    "all-errors": "false",
    "hash-compaction": "false",
    "schedule": "full",
    "search": "breadth-first",
    "summaries": "off",
    "workers": "1"
  },
  "verdict": "violated",
  "violations": [
    {
      "kind": "acceptance-cycle",
      "message": "an infinite execution passes an accepting state again and again",
      "location": {
        "file": "cycle.cpir",
        "line": 7,
        "column": 3,
        "end": {
          "line": 7,
          "column": 12
        }
      },
      "trace": {
        "steps": [
          {
            "thread": 0,
            "procedure": "flip",
            "depth": 0,
            "location": {
              "file": "cycle.cpir",
              "line": 6,
              "column": 3,
              "end": {
                "line": 6,
                "column": 12
              }
            },
            "source": "* g0 = true",
            "statement": "g0 = true",
            "atomic_move": 0,
            "changes": [
              {
                "target": "b",
                "value": {
                  "kind": "plain",
                  "text": "true"
                }
              }
            ],
            "choices": [],
            "output": []
          },
          {
            "thread": 0,
            "procedure": "flip",
            "depth": 0,
            "location": {
              "file": "cycle.cpir",
              "line": 7,
              "column": 3,
              "end": {
                "line": 7,
                "column": 12
              }
            },
            "source": "* accept g0",
            "statement": "accept g0",
            "atomic_move": 1,
            "changes": [],
            "choices": [],
            "output": []
          },
          {
            "thread": 0,
            "procedure": "flip",
            "depth": 0,
            "location": {
              "file": "cycle.cpir",
              "line": 8,
              "column": 3,
              "end": {
                "line": 8,
                "column": 13
              }
            },
            "source": "* g0 = false",
            "statement": "g0 = false",
            "atomic_move": 2,
            "changes": [
              {
                "target": "b",
                "value": {
                  "kind": "plain",
                  "text": "false"
                }
              }
            ],
            "choices": [],
            "output": []
          },
          {
            "thread": 0,
            "procedure": "flip",
            "depth": 0,
            "location": {
              "file": "cycle.cpir",
              "line": 9,
              "column": 3,
              "end": {
                "line": 9,
                "column": 14
              }
            },
            "source": "* goto block0",
            "statement": "goto block0",
            "atomic_move": 3,
            "changes": [],
            "choices": [],
            "output": []
          }
        ],
        "loop_start": 0,
        "final_state": {
          "globals": [
            {
              "name": "b",
              "value": {
                "kind": "plain",
                "text": "false"
              }
            }
          ],
          "threads": [
            {
              "number": 0,
              "status": "runnable",
              "frames": [
                {
                  "procedure": "flip",
                  "location": {
                    "file": "cycle.cpir",
                    "line": 6,
                    "column": 3,
                    "end": {
                      "line": 6,
                      "column": 12
                    }
                  },
                  "source": "* g0 = true",
                  "locals": []
                }
              ]
            }
          ],
          "objects": []
        }
      },
      "decisions": [
        {
          "thread": 0,
          "choices": []
        },
        {
          "thread": 0,
          "choices": []
        },
        {
          "thread": 0,
          "choices": []
        },
        {
          "thread": 0,
          "choices": []
        }
      ]
    }
  ],
  "assumptions": [],
  "advice": [],
  "stats": {
    "states": 4,
    "transitions": 4,
    "depth": 3,
    "frontier": 0,
    "workers": 1,
    "summaries": {
      "kind": "off"
    }
  },
  "cross_checks": [],
  "warnings": []
}

"#]]
    );
    assert_data_eq!(
        without_measures(&run("check counter.cpir --format json --timeout 1m --summaries off", 0)),
        str![[r#"
{
  "schema_version": 8,
  "file": "counter.cpir",
  "language": "core",
  "limits": {
    "timeout_seconds": 60.0
  },
  "property": "no-errors",
  "engine": "explicit",
  "options": {
    "all-errors": "false",
    "hash-compaction": "false",
    "schedule": "full",
    "search": "breadth-first",
    "summaries": "off",
    "workers": "1"
  },
  "verdict": "holds",
  "certificate": {
    "kind": "exhaustive",
    "states": 30,
    "transitions": 29,
    "hash_compaction": false
  },
  "assumptions": [],
  "advice": [],
  "stats": {
    "states": 30,
    "transitions": 29,
    "depth": 29,
    "frontier": 0,
    "workers": 1,
    "summaries": {
      "kind": "off"
    }
  },
  "cross_checks": [],
  "warnings": []
}

"#]]
    );
}

#[test]
fn limits_leave_the_verdict_open() {
    run("check large.cpir --max-states 1k --summaries off", 3).stdout_eq(str![[r#"
unknown: large.cpir: the limit of 1000 states was reached
  = the explicit engine found no error in 1,000 states and 2,520 transitions
  = a larger --max-states lets the search go on

"#]]);
    run("check large.cpir --max-depth 10", 3);
    run("check large.cpir --memory 64K", 3);
    run("check large.cpir --timeout 0 --summaries off", 3).stdout_eq(str![[r#"
unknown: large.cpir: the time limit was reached
  = the explicit engine found no error in 1,585 states and 4,098 transitions
  = the limit was 0 s; a longer --timeout lets the search go on

"#]]);
    run("check counter.cpir --preemptions 0", 3).stdout_eq(str![[r#"
unknown: counter.cpir: no error with at most 0 preemptions, but executions with more were not searched
  = the explicit engine found no error in 30 states and 29 transitions
  = without --preemptions the search is complete

"#]]);
    run("check counter.cpir --delays 1", 3);
    run("check cycle.cpir --compact --engine explicit", 3).stdout_eq(str![[r#"
unknown: cycle.cpir: Acceptance cycles cannot be searched with hash compaction, which does not keep states.

"#]]);
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
    assert_data_eq!(
        options(""),
        str![[r#"
"all-errors": "false",
"hash-compaction": "false",
"schedule": "full",
"search": "breadth-first",
"summaries": "patterns",
"workers": "1"

"#]]
    );
    assert_data_eq!(
        options("--search dfs --cooperative --all-errors --compact --threads 2"),
        str![[r#"
"all-errors": "true",
"hash-compaction": "true",
"schedule": "cooperative",
"search": "depth-first",
"summaries": "off",
"workers": "2"

"#]]
    );
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
    run("check errors.cpir --all-errors -q", 1).stdout_eq(str![[r#"
errors.cpir:12:3: error[assertion]: an assertion fails
errors.cpir:15:3: error[null-dereference]: an object is needed where there is only null
errors.cpir:18:3: error[out-of-range]: a number leaves the range of its type
violated: errors.cpir has 3 errors

"#]]);
}

#[test]
fn colours_come_only_when_asked_for_or_on_a_terminal() {
    let plain = stdout(&run("check assertion.cpir --summaries off", 1));
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
    output.stdout_eq(str![[r#"
holds: in <stdin>, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle

"#]]);
    cutpoint("check -").stdin(program).assert().code(2).stderr_eq(str![[r#"
error[CP0006]: The name `<stdin>` does not show its language.
 |
 = note: known extensions are `.zing`, `.shy`, `.bp`, `.jl`, `.java`, `.class`, `.jar` and `.cpir`
 = help: say it with --lang zing or --lang shylock or --lang boolean or --lang javalite or --lang java or --lang core


"#]]);
}
