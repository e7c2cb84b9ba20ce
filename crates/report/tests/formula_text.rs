//! Goldens of answers to formulas as text: words, how executions end, expectations.

mod fixtures;

use cutpoint_report::json::pretty;
use cutpoint_report::{CheckReport, Expectation, Formula, Question, TextOptions, Verbosity, text};
use expect_test::{Expect, expect};
use fixtures::{Case, moment, object, snapshot, span};
use verdict::{
    Execution, Fairness, FrameView, HeapCount, Letter, OwnStats, PushdownStats, Snapshot, StopReason,
    ThreadStatus, ThreadView, Trace, TraceStep, Violation, ViolationKind, Word,
};

const PLAIN: TextOptions =
    TextOptions { color: false, verbosity: Verbosity::Normal, trace: None, stats: false };
const QUIET: TextOptions = TextOptions { verbosity: Verbosity::Quiet, ..PLAIN };

fn check(case: &Case, options: TextOptions, expected: Expect) {
    expected.assert_eq(&text::check(&case.report(), &case.sources, options));
}

const FORMULA: &str = "G (list == nil -> F @at(taken))";

/// `letters` have a letter for each atom that holds: `l` for the comparison, `t` for the label.
fn word(letters: &[&str], loop_start: usize, growth: usize) -> Word {
    let letter = |text: &&str| Letter { holds: vec![text.contains('l'), text.contains('t')], frames: 2 };
    Word {
        atoms: vec!["list == nil".to_owned(), "@at(taken)".to_owned()],
        first_step: 1,
        letters: letters.iter().map(letter).collect(),
        loop_start: Some(loop_start),
        growth,
    }
}

/// A producer that loops, or rests behind its last statement.
fn execution(loop_start: usize, word: Word, last: Snapshot) -> Execution {
    let mut moments = vec![
        moment(None, "init", "static int count = 0;", &[]),
        moment(Some(0), "Main.producer", "Node node = new Node;", &[("node", object("Node", 1))]),
        moment(Some(0), "Main.producer", "list = node;", &[("Main.list", object("Node", 1))]),
        moment(Some(1), "Main.consumer", "list = list.next;", &[]),
        moment(Some(0), "Main.producer", "count = count + 1;", &[]),
    ];
    for (step, moment) in moments.iter_mut().enumerate() {
        moment.trace_step = step;
    }
    Execution { inputs: None, moments, loop_start: Some(loop_start), last, word: Some(word) }
}

fn violated(execution: Execution) -> Case {
    let steps = vec![TraceStep { thread: 0, choices: vec![] }; execution.moments.len()];
    let trace = Trace { steps, loop_start: execution.loop_start, ..Trace::default() };
    let violation = Violation { kind: ViolationKind::Formula, span: None, witness: trace.into() };
    Case::violated(violation, execution).of_formula(FORMULA, None)
}

/// One thread with these frames.
fn stack(status: ThreadStatus, procs: &[&str]) -> Snapshot {
    let frame =
        |proc: &&str| FrameView { proc: (*proc).to_owned(), span: Some(span("accept")), locals: vec![] };
    let thread = ThreadView { number: Some(0), status, frames: procs.iter().map(frame).collect() };
    Snapshot { threads: vec![thread], ..Snapshot::default() }
}

fn looping() -> Execution {
    let last = stack(ThreadStatus::Runnable, &["Main.main", "Main.producer", "Main.producer"]);
    execution(3, word(&["l", "l", "", "lt"], 2, 1), last)
}

#[test]
fn a_loop_shows_what_holds_and_how_the_stack_grows() {
    check(
        &violated(looping()),
        PLAIN,
        expect![[r#"
            error[formula]: an execution does not satisfy `G (list == nil -> F @at(taken))`

            trace: 5 statements of 2 threads, the last 2 forever

              initialisation
                init            5 | static int count = 0;

              thread 0
                                  |   holds: list == nil
                Main.producer   8 | Node node = new Node;           node = Node#1
                               10 | node.next = list; list = node;  Main.list = Node#1

              --- the loop begins here ---

              thread 1
                                  |   holds: nothing
                Main.consumer  18 | list = list.next;
                                  |   holds: list == nil, @at(taken) (new)

              thread 0
                Main.producer  11 | count = count + 1;
                                  |   holds: nothing (no longer: list == nil, @at(taken))

              --- back to the beginning of the loop, forever ---
              each turn of the loop leaves 1 more call of Main.producer on the stack

            state at the end:

              thread 0
                Main.producer at line 19: accept(true);
                Main.producer at line 19: accept(true);
                Main.main at line 19: accept(true);

            violated: in list.zing, an execution that goes on forever does not satisfy `G (list == nil -> F @at(taken))`
              = found by the explicit engine after 1,234 states and 56,789 transitions; its trace was replayed
        "#]],
    );
}

/// The beginning of an execution, after which nothing can satisfy the formula.
#[test]
fn a_beginning_that_is_enough_has_no_loop() {
    let mut beginning = execution(0, word(&["l", "", "l"], 0, 0), Snapshot::default());
    beginning.moments.truncate(3);
    beginning.loop_start = None;
    beginning.word.as_mut().expect("it has a word").loop_start = None;
    check(
        &violated(beginning.clone()),
        PLAIN,
        expect![[r#"
        error[formula]: an execution does not satisfy `G (list == nil -> F @at(taken))`, however it goes on

        trace: 3 statements

          initialisation
            init            5 | static int count = 0;

          thread 0
                              |   holds: list == nil
            Main.producer   8 | Node node = new Node;           node = Node#1
                              |   holds: nothing (no longer: list == nil)
                           10 | node.next = list; list = node;  Main.list = Node#1
                              |   holds: list == nil (new)

          --- the formula is violated here, however the execution goes on ---

        state at the end:

          nothing is left: no thread, no global, no object

        violated: in list.zing, an execution, however it goes on, does not satisfy `G (list == nil -> F @at(taken))`
          = found by the explicit engine after 1,234 states and 56,789 transitions; its trace was replayed
    "#]],
    );
    check(
        &violated(beginning),
        QUIET,
        expect![[r#"
        violated: in list.zing, an execution, however it goes on, does not satisfy `G (list == nil -> F @at(taken))`
    "#]],
    );
}

#[test]
fn quiet_is_one_line() {
    check(
        &violated(looping()),
        QUIET,
        expect![[r#"
            violated: in list.zing, an execution that goes on forever does not satisfy `G (list == nil -> F @at(taken))`
        "#]],
    );
}

/// How it goes on behind the last statement, and the last line of the answer.
fn check_end(letters: &[&str], last: Snapshot, expected: Expect) {
    let case = violated(execution(5, word(letters, letters.len() - 1, 0), last));
    let shown = text::check(&case.report(), &case.sources, PLAIN);
    let of_interest =
        |line: &&str| line.starts_with("  ---") || line.starts_with("violated") || line.contains("holds:");
    expected
        .assert_eq(&shown.lines().filter(of_interest).map(|line| format!("{line}\n")).collect::<String>());
}

/// With a letter behind the last move, and without one, since that move fails.
const MOVED: [&str; 5] = ["l", "l", "", "", "t"];
const FAILED: [&str; 4] = ["l", "l", "", "t"];

#[test]
fn an_execution_that_rests_says_why() {
    check_end(
        &MOVED,
        Snapshot::default(),
        expect![[r#"
                              |   holds: list == nil
                              |   holds: nothing (no longer: list == nil)
                              |   holds: @at(taken) (new)
          --- the program has ended, and stays as it is ---
        violated: in list.zing, an execution that ends does not satisfy `G (list == nil -> F @at(taken))`
    "#]],
    );
    check_end(
        &MOVED,
        stack(ThreadStatus::BlockedAtEnd, &["Main.producer"]),
        expect![[r#"
                              |   holds: list == nil
                              |   holds: nothing (no longer: list == nil)
                              |   holds: @at(taken) (new)
          --- the program has ended, and stays as it is ---
        violated: in list.zing, an execution that ends does not satisfy `G (list == nil -> F @at(taken))`
    "#]],
    );
    check_end(
        &MOVED,
        stack(ThreadStatus::Blocked, &["Main.producer"]),
        expect![[r#"
                              |   holds: list == nil
                              |   holds: nothing (no longer: list == nil)
                              |   holds: @at(taken) (new)
          --- nothing can move any more, and something still waits ---
        violated: in list.zing, an execution that gets stuck does not satisfy `G (list == nil -> F @at(taken))`
    "#]],
    );
    check_end(
        &FAILED,
        stack(ThreadStatus::Runnable, &["Main.producer"]),
        expect![[r#"
                              |   holds: list == nil
                              |   holds: nothing (no longer: list == nil)
                              |   holds: @at(taken) (new)
          --- the last statement fails, so the execution stays in front of it ---
        violated: in list.zing, an execution that fails does not satisfy `G (list == nil -> F @at(taken))`
    "#]],
    );
}

#[test]
fn a_statement_that_changes_nothing_is_no_loop_to_speak_of() {
    let last = stack(ThreadStatus::Runnable, &["Main.producer"]);
    check(
        &violated(execution(4, word(&["l", "l", "", ""], 3, 0), last)),
        PLAIN,
        expect![[r#"
        error[formula]: an execution does not satisfy `G (list == nil -> F @at(taken))`

        trace: 5 statements of 2 threads, the last one forever

          initialisation
            init            5 | static int count = 0;

          thread 0
                              |   holds: list == nil
            Main.producer   8 | Node node = new Node;           node = Node#1
                           10 | node.next = list; list = node;  Main.list = Node#1
                              |   holds: nothing (no longer: list == nil)

          thread 1
            Main.consumer  18 | list = list.next;

          --- the loop begins here ---

          thread 0
                              |   holds: nothing
            Main.producer  11 | count = count + 1;

          --- this statement again and again, forever ---

        state at the end:

          thread 0
            Main.producer at line 19: accept(true);

        violated: in list.zing, an execution that stays at one statement forever does not satisfy `G (list == nil -> F @at(taken))`
          = found by the explicit engine after 1,234 states and 56,789 transitions; its trace was replayed
    "#]],
    );
}

#[test]
fn calls_that_a_loop_leaves_are_counted_by_procedure() {
    let check = |growth, procs: &[&str], expected: Expect| {
        let last = stack(ThreadStatus::Runnable, procs);
        let case = violated(execution(3, word(&["l", "l", "", ""], 2, growth), last));
        let shown = text::check(&case.report(), &case.sources, PLAIN);
        let line = shown.lines().find(|line| line.contains("each turn")).unwrap_or("nothing");
        expected.assert_eq(line);
    };
    check(0, &["p"], expect!["nothing"]);
    check(2, &["main", "p", "p"], expect!["  each turn of the loop leaves 2 more calls of p on the stack"]);
    check(
        2,
        &["main", "p", "q"],
        expect!["  each turn of the loop leaves 2 more calls of p and q on the stack"],
    );
    check(
        3,
        &["main", "p", "q", "r"],
        expect!["  each turn of the loop leaves 3 more calls of p, q and r on the stack"],
    );
}

#[test]
fn verdicts_on_formulas() {
    let formula = |case: Case, fair: Fairness| {
        let mut case = case.of_formula(FORMULA, None);
        if let Question::Formula(formula) = &mut case.question {
            *formula = Formula::new(FORMULA, fair);
        }
        case
    };
    check(
        &formula(Case::holds(false), Fairness::None),
        PLAIN,
        expect![[r#"
        holds: in list.zing, every execution satisfies `G (list == nil -> F @at(taken))`
          = the explicit engine visited every reachable state together with the automaton of violations: 1,234 states and 56,789 transitions
    "#]],
    );
    check(
        &formula(Case::holds(false), Fairness::Weak),
        QUIET,
        expect![[r#"
        holds: in list.zing, every fair execution satisfies `G (list == nil -> F @at(taken))`
    "#]],
    );
    check(
        &formula(Case::holds(false), Fairness::Strong),
        QUIET,
        expect![[r#"
        holds: in list.zing, every strongly fair execution satisfies `G (list == nil -> F @at(taken))`
    "#]],
    );
    check(
        &formula(Case::unknown(StopReason::StateLimit(2000)), Fairness::None),
        PLAIN,
        expect![[r#"
        unknown: list.zing: whether every execution satisfies `G (list == nil -> F @at(taken))`: the limit of 2000 states was reached
          = the explicit engine found no violation in 1,234 states and 56,789 transitions
          = a larger --max-states lets the search go on
    "#]],
    );
}

#[test]
fn an_overflow_of_the_heap_is_shown() {
    let mut overflow = looping();
    overflow.moments.truncate(3);
    overflow.loop_start = None;
    overflow.word = None;
    overflow.last = snapshot(ThreadStatus::Runnable);
    let reason = StopReason::HeapBound { bound: 2, overflow: Trace::default() };
    let case = Case { overflow: Some(overflow), ..Case::unknown(reason) };
    check(
        &case,
        PLAIN,
        expect![[r#"
            more than 2 objects visible at once

            trace: 3 statements

              initialisation
                init            5 | static int count = 0;

              thread 0
                Main.producer   8 | Node node = new Node;           node = Node#1
                               10 | node.next = list; list = node;  Main.list = Node#1

            state at the end:

              globals
                Main.list  = Node#1
                Main.count = 1
              thread 0, waiting
                Main.producer at line 12: select { wait(count > 1) -> ; }
                  node = Node#1
              thread 1
                Main.consumer at line 17: select { wait(list != null) -> ; }
              heap
                Node#1 { val = 2, next = Node#2 }
                Node#2 { val = 0, next = null }
                int[]#3 [ 7, 8 ]
                IntSet#4 { 1, 2 }
                Queue#5 {}

            unknown: list.zing: more than 2 objects are visible at once
              = the explicit engine found no error in 1,234 states and 56,789 transitions
        "#]],
    );
    check(
        &case,
        QUIET,
        expect![[r#"
        unknown: list.zing: more than 2 objects are visible at once
    "#]],
    );
}

/// A file with properties of every kind.
fn file_with_properties() -> Case {
    let place = Some("static Node list;");
    let stated = vec![
        (Case::holds(false).of_formula("F @terminated", place), Some(Expectation::Holds)),
        (violated(looping()).of_formula(FORMULA, place), Some(Expectation::Violated)),
        (violated(looping()).of_formula(FORMULA, Some("static int count")), Some(Expectation::Holds)),
        (Case::holds(false).of_formula("G true", place), Some(Expectation::Violated)),
        (Case::unknown(StopReason::StateLimit(2000)).of_formula("F @stuck", place), None),
        (
            Case::unknown(StopReason::TimeLimit(std::time::Duration::from_secs(10)))
                .of_formula("F @stuck", place),
            Some(Expectation::Unknown),
        ),
    ];
    Case { properties: stated, ..Case::holds(false) }
}

#[test]
fn properties_of_a_file_have_a_line_each_and_only_surprises_are_shown() {
    check(
        &file_with_properties(),
        PLAIN,
        expect![[r#"
            error[formula]: an execution does not satisfy `G (list == nil -> F @at(taken))`
             --> list.zing:5:5
              |
            5 |     static int count = 0;
              |     ^^^^^^^^^^^^^^^^

            trace: 5 statements of 2 threads, the last 2 forever

              initialisation
                init            5 | static int count = 0;

              thread 0
                                  |   holds: list == nil
                Main.producer   8 | Node node = new Node;           node = Node#1
                               10 | node.next = list; list = node;  Main.list = Node#1

              --- the loop begins here ---

              thread 1
                                  |   holds: nothing
                Main.consumer  18 | list = list.next;
                                  |   holds: list == nil, @at(taken) (new)

              thread 0
                Main.producer  11 | count = count + 1;
                                  |   holds: nothing (no longer: list == nil, @at(taken))

              --- back to the beginning of the loop, forever ---
              each turn of the loop leaves 1 more call of Main.producer on the stack

            state at the end:

              thread 0
                Main.producer at line 19: accept(true);
                Main.producer at line 19: accept(true);
                Main.main at line 19: accept(true);

            holds: in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
              = the explicit engine visited every reachable state: 1,234 states and 56,789 transitions

            properties of list.zing

              holds     line 4  F @terminated                    as expected
              violated  line 4  G (list == nil -> F @at(taken))  as expected
              violated  line 5  G (list == nil -> F @at(taken))  but `holds` is expected
              holds     line 4  G true                           but `violated` is expected
              unknown   line 4  F @stuck                         the limit of 2000 states was reached
              unknown   line 4  F @stuck                         as expected
              = a larger --max-states lets the search go on

            violated: no errors, 3 of 6 properties hold or are as expected
        "#]],
    );
    check(
        &file_with_properties(),
        QUIET,
        expect![[r#"
        holds: in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
        list.zing:4:5: holds: F @terminated, as expected
        list.zing:4:5: violated: G (list == nil -> F @at(taken)), as expected
        list.zing:5:5: violated: G (list == nil -> F @at(taken)), but `holds` is expected
        list.zing:4:5: holds: G true, but `violated` is expected
        list.zing:4:5: unknown: F @stuck, the limit of 2000 states was reached
        list.zing:4:5: unknown: F @stuck, as expected
        violated: no errors, 3 of 6 properties hold or are as expected
    "#]],
    );
}

#[test]
fn figures_of_a_pushdown_system() {
    let mut case = Case::holds(false).of_formula("G true", None);
    let stats = PushdownStats {
        heaps: 12,
        heads: 3_456,
        frames: 7,
        rules: 8_901,
        facts: 23_456,
        bound_seen: 4,
        automaton_states: 2,
        paper_heaps: Some(HeapCount::Exactly(120)),
    };
    case.answer.stats.own = OwnStats::Pushdown(stats);
    check(
        &case,
        TextOptions { stats: true, ..PLAIN },
        expect![[r#"
        holds: in list.zing, every execution satisfies `G true`
          = the explicit engine visited every reachable state together with the automaton of violations: 1,234 states and 56,789 transitions

        statistics: engine explicit

          states                              1,234
          transitions                         56,789
          transitions per second              227,156
          depth                               40
          states not expanded                 3
          memory per state                    2431.1 bytes, 24.3 of them its encoding
          peak memory                         2.9 MiB
          search threads                      1
          time                                250 ms
          visible heaps                       12
          visible heaps as the paper numbers  120
          heads                               3,456
          frames                              7
          rules                               8,901
          facts                               23,456
          most objects visible at once        4
          automaton states                    2

        holds: every execution satisfies `G true`
    "#]],
    );
}

#[test]
fn answers_to_formulas_can_be_read_back() {
    let mut overflow = Case::unknown(StopReason::HeapBound { bound: 2, overflow: Trace::default() });
    overflow.overflow = Some(looping());
    for case in [violated(looping()), file_with_properties(), overflow] {
        let report = case.report();
        let back: CheckReport = serde_json::from_str(&pretty(&report)).unwrap();
        assert_eq!(back, report);
    }
}

#[test]
fn a_word_in_json() {
    let value = serde_json::to_value(violated(looping()).report()).unwrap();
    expect![[r#"
        {
          "formula": {
            "fair": false,
            "text": "G (list == nil -> F @at(taken))"
          }
        }
    "#]]
    .assert_eq(&pretty(&value["property"]));
    expect![[r#"{"atoms":["list == nil","@at(taken)"],"calls_left":["Main.producer"],"ends":"loops","first_move":1,"letters":[{"frames":2,"holds":[0]},{"frames":2,"holds":[0]},{"frames":2,"holds":[]},{"frames":2,"holds":[0,1]}],"loop_start":2}"#]].assert_eq(&serde_json::to_string(&value["violations"][0]["trace"]["word"]).unwrap());
    let value = serde_json::to_value(file_with_properties().report()).unwrap();
    let stated: Vec<String> = value["properties"]
        .as_array()
        .unwrap()
        .iter()
        .map(|property| {
            format!("{} {} {}", property["verdict"], property["expected"], property["as_expected"])
        })
        .collect();
    expect![[r#"
        "holds" "holds" true
        "violated" "violated" true
        "violated" "holds" false
        "holds" "violated" false
        "unknown" null null
        "unknown" "unknown" true"#]]
    .assert_eq(&stated.join("\n"));
}
