//! Goldens of verdicts as text.

mod fixtures;

use base::{Id, SourceMap};
use cutpoint_report::{TextOptions, Verbosity, text};
use expect_test::{Expect, expect};
use fixtures::{Case, assertion, binding, execution, moment, plain, snapshot, violation};
use ir::FaultKind;
use verdict::{
    Atom, BooleanProof, Covered, Formula, Moment, ProcProof, Proof, StopReason, ThreadStatus, Unsupported,
    Verdict, ViolationKind,
};

fn check(case: &Case, options: TextOptions, expected: Expect) {
    expected.assert_eq(&text::check(&case.report(), &case.sources, options));
}

const PLAIN: TextOptions =
    TextOptions { color: false, verbosity: Verbosity::Normal, trace: None, stats: false };

#[test]
fn a_violation_shows_the_line_the_trace_and_the_state() {
    check(
        &Case::violated(assertion(), execution()),
        PLAIN,
        expect![[r#"
            error[assertion]: an assertion fails: two is never first
              --> list.zing:13:9
               |
            13 |         assert(list.val != 2, "two is never first");
               |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false in thread 0

            trace: 10 statements of 2 threads

              initialisation
                init            5 | static int count = 0;                         Main.count = 0

              thread 0
                Main.producer   8 | Node node = new Node;                         node = Node#1
                                9 | node.val = choose(Small);                     [choose = 2]  Node#1.val = 2
                               10 | node.next = list;                             Node#1.next = null
                               10 | list = node;                                  Main.list = Node#1

              thread 1
                Main.consumer  17 | select { wait(list != null) -> ; }
                               18 | list = list.next;                             Main.list = null
                               19 | accept(true);                                 prints "taken \u{1b}[31m!"

              thread 0
                Main.producer  11 | count = count + 1;                            Main.count = 1
                               13 | assert(list.val != 2, "two is never first");

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

            violated: list.zing has 1 error
              = found by the explicit engine after 1,234 states and 56,789 transitions; its trace was replayed
        "#]],
    );
}

#[test]
fn quiet_is_one_line_for_each_error_and_one_for_the_verdict() {
    let options = TextOptions { verbosity: Verbosity::Quiet, ..PLAIN };
    check(
        &Case::violated(assertion(), execution()),
        options,
        expect![[r#"
        list.zing:13:9: error[assertion]: an assertion fails: two is never first
        violated: list.zing has 1 error
    "#]],
    );
}

#[test]
fn verbose_shows_the_state_after_every_statement() {
    let options = TextOptions { verbosity: Verbosity::Verbose, ..PLAIN };
    let mut execution = execution();
    execution.moments.truncate(3);
    execution.moments[1].state = Some(snapshot(ThreadStatus::Runnable));
    let case = Case::violated(violation(ViolationKind::Fault(FaultKind::Overflow), "node.val"), execution);
    check(
        &case,
        options,
        expect![[r#"
            error[overflow]: a result does not fit its type
             --> list.zing:9:9
              |
            9 |         node.val = choose(Small);
              |         ^^^^^^^^ in thread 0

            trace: 3 statements

              initialisation
                init           5 | static int count = 0;      Main.count = 0

              thread 0
                Main.producer  8 | Node node = new Node;      node = Node#1
                                 |    globals
                                 |      Main.list  = Node#1
                                 |      Main.count = 1
                                 |    thread 0, waiting
                                 |      Main.producer at line 12: select { wait(count > 1) -> ; }
                                 |        node = Node#1
                                 |    thread 1
                                 |      Main.consumer at line 17: select { wait(list != null) -> ; }
                                 |    heap
                                 |      Node#1 { val = 2, next = Node#2 }
                                 |      Node#2 { val = 0, next = null }
                                 |      int[]#3 [ 7, 8 ]
                                 |      IntSet#4 { 1, 2 }
                                 |      Queue#5 {}
                               9 | node.val = choose(Small);  [choose = 2]  Node#1.val = 2

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

            violated: list.zing has 1 error
              = found by the explicit engine after 1,234 states and 56,789 transitions; its trace was replayed
        "#]],
    );
}

#[test]
fn a_deadlock_marks_every_place_where_threads_wait() {
    let mut execution = execution();
    execution.moments.truncate(5);
    execution.last = snapshot(ThreadStatus::Blocked);
    let case =
        Case::violated(violation(ViolationKind::Deadlock, "select { wait(count > 1) -> ; }"), execution);
    check(
        &case,
        PLAIN,
        expect![[r#"
            error[deadlock]: no thread can move, and at least one still waits
              --> list.zing:12:9
               |
            12 |         select { wait(count > 1) -> ; }
               |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ thread 0 waits here
            ...
            17 |         select { wait(list != null) -> ; }
               |         ------------------ thread 1 waits here

            trace: 5 statements

              initialisation
                init            5 | static int count = 0;      Main.count = 0

              thread 0
                Main.producer   8 | Node node = new Node;      node = Node#1
                                9 | node.val = choose(Small);  [choose = 2]  Node#1.val = 2
                               10 | node.next = list;          Node#1.next = null
                               10 | list = node;               Main.list = Node#1

            state at the end:

              globals
                Main.list  = Node#1
                Main.count = 1
              thread 0, waiting
                Main.producer at line 12: select { wait(count > 1) -> ; }
                  node = Node#1
              thread 1, waiting
                Main.consumer at line 17: select { wait(list != null) -> ; }
              heap
                Node#1 { val = 2, next = Node#2 }
                Node#2 { val = 0, next = null }
                int[]#3 [ 7, 8 ]
                IntSet#4 { 1, 2 }
                Queue#5 {}

            violated: list.zing has 1 error
              = found by the explicit engine after 1,234 states and 56,789 transitions; its trace was replayed
        "#]],
    );
}

#[test]
fn the_loop_of_an_acceptance_cycle_is_marked() {
    let mut execution = execution();
    execution.loop_start = Some(6);
    let case = Case::violated(violation(ViolationKind::AcceptanceCycle, "accept(true);"), execution);
    check(
        &case,
        PLAIN,
        expect![[r#"
            error[acceptance-cycle]: an infinite execution passes an accepting state again and again
              --> list.zing:19:9
               |
            19 |         accept(true);
               |         ^^^^^^^^^^^^^ accepting, and on the loop

            trace: 10 statements of 2 threads

              initialisation
                init            5 | static int count = 0;                         Main.count = 0

              thread 0
                Main.producer   8 | Node node = new Node;                         node = Node#1
                                9 | node.val = choose(Small);                     [choose = 2]  Node#1.val = 2
                               10 | node.next = list;                             Node#1.next = null
                               10 | list = node;                                  Main.list = Node#1

              thread 1
                Main.consumer  17 | select { wait(list != null) -> ; }

              --- the loop begins here ---

              thread 1
                Main.consumer  18 | list = list.next;                             Main.list = null
                               19 | accept(true);                                 prints "taken \u{1b}[31m!"

              thread 0
                Main.producer  11 | count = count + 1;                            Main.count = 1
                               13 | assert(list.val != 2, "two is never first");

              --- back to the beginning of the loop, forever ---

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

            violated: list.zing has 1 error
              = found by the explicit engine after 1,234 states and 56,789 transitions; its trace was replayed
        "#]],
    );
}

/// A thread that counts, and changes more than fits a line.
fn counting(steps: usize) -> Vec<Moment> {
    let one = |number: usize| {
        let number = number.to_string();
        moment(Some(0), "Main.producer", "count = count + 1;", &[("Main.count", plain(&number))])
    };
    (1..=steps).map(one).collect()
}

#[test]
fn a_long_trace_loses_its_middle_and_wraps_its_changes() {
    let mut execution = execution();
    execution.moments = counting(500);
    let wide: Vec<(String, verdict::Shown)> =
        (0..12).map(|i| (format!("Main.variable{i}"), plain("12345"))).collect();
    let wide: Vec<(&str, verdict::Shown)> =
        wide.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    execution.moments[499] = moment(Some(0), "Main.producer", "count = count + 1;", &wide);
    execution.loop_start = Some(100);
    let case = Case::violated(violation(ViolationKind::AcceptanceCycle, "accept(true);"), execution);
    let text = text::check(&case.report(), &case.sources, PLAIN);
    let trace = text.lines().skip_while(|line| !line.starts_with("trace")).take(62).collect::<Vec<_>>();
    let shown = [&trace[..1], &trace[12..24], &trace[48..]].concat();
    let shown: String = shown.iter().map(|line| format!("{line}\n")).collect();
    expect![[r#"
        trace: 500 statements
                           11 | count = count + 1;  Main.count = 10
                           11 | count = count + 1;  Main.count = 11
                           11 | count = count + 1;  Main.count = 12
                           11 | count = count + 1;  Main.count = 13
                           11 | count = count + 1;  Main.count = 14
                           11 | count = count + 1;  Main.count = 15

          ... 450 statements not shown, the beginning of the loop among them; --trace full shows all

          thread 0
            Main.producer  11 | count = count + 1;  Main.count = 466
                           11 | count = count + 1;  Main.count = 467
                           11 | count = count + 1;  Main.count = 492
                           11 | count = count + 1;  Main.count = 493
                           11 | count = count + 1;  Main.count = 494
                           11 | count = count + 1;  Main.count = 495
                           11 | count = count + 1;  Main.count = 496
                           11 | count = count + 1;  Main.count = 497
                           11 | count = count + 1;  Main.count = 498
                           11 | count = count + 1;  Main.count = 499
                           11 | count = count + 1;  Main.variable0 = 12345  Main.variable1 = 12345  Main.variable2 = 12345
                              |                     Main.variable3 = 12345  Main.variable4 = 12345  Main.variable5 = 12345
                              |                     Main.variable6 = 12345  Main.variable7 = 12345  Main.variable8 = 12345
                              |                     Main.variable9 = 12345  Main.variable10 = 12345  Main.variable11 = 12345

          --- back to the beginning of the loop, forever ---
    "#]].assert_eq(&shown);
}

#[test]
fn large_states_lose_their_middle() {
    let mut execution = execution();
    execution.moments.truncate(1);
    let state = &mut execution.last;
    state.threads.truncate(1);
    state.threads[0].frames = vec![state.threads[0].frames[0].clone(); 100];
    state.objects[3].slots = (0..100).map(|i| binding(&format!("[{i}]"), plain(&i.to_string()))).collect();
    state.objects.resize(100, state.objects[0].clone());
    let case = Case::violated(assertion(), execution);
    let show = |verbosity| text::check(&case.report(), &case.sources, TextOptions { verbosity, ..PLAIN });
    let text = show(Verbosity::Normal);
    let hints: Vec<&str> = text.lines().filter(|line| line.contains("... ")).map(str::trim_start).collect();
    expect![[r#"
            ... 84 frames not shown; -v shows all
            IntSet#4 [ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, ... 68 more ]
            ... 40 objects not shown; -v shows all"#]].assert_eq(&hints.join("\n"));
    assert!(!show(Verbosity::Verbose).contains("..."), "nothing is left out");
    assert!(text.lines().count() < 120, "{text}");
}

#[test]
fn formulas_are_a_ground() {
    let listed = ProcProof { invariants: vec![(Id::new(0), Formula::TRUE)], summary: Formula::TRUE };
    let mut proof = BooleanProof { procs: vec![listed; 2], ..BooleanProof::default() };
    proof.formulas.atom(Atom::Result(0));
    let covered = Covered::Edges { visits: 12, summaries: 3 };
    let proof = Some(Proof::Boolean(proof.into()));
    check(
        &Case::new(Verdict::Holds { covered, proof }, Vec::new()),
        PLAIN,
        expect![[r#"
        holds: in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
          = the explicit engine found formulas that every step keeps: 2 invariants in 2 procedures, of 1 node
    "#]],
    );
}

#[test]
fn a_verdict_that_holds_says_on_what_ground() {
    check(
        &Case::holds(false),
        PLAIN,
        expect![[r#"
        holds: in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
          = the explicit engine visited every reachable state: 1,234 states and 56,789 transitions
    "#]],
    );
    let mut case = Case::holds(true);
    case.answer.assumptions.push("threads switch only at `yield` (--cooperative)".to_owned());
    check(
        &case,
        TextOptions { stats: true, ..PLAIN },
        expect![[r#"
            holds: in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
              = the explicit engine visited every reachable state: 1,234 states and 56,789 transitions
              = threads switch only at `yield` (--cooperative)

            statistics: engine explicit

              states                  1,234
              transitions             56,789
              transitions per second  227,156
              depth                   40
              states not expanded     3
              memory per state        2431.1 bytes, 24.3 of them its encoding
              peak memory             2.9 MiB
              search threads          1
              time                    250 ms

            holds: no errors
        "#]],
    );
}

#[test]
fn an_unknown_verdict_says_why_and_what_to_do() {
    let reasons = [
        StopReason::StateLimit(2000),
        StopReason::DepthLimit(100),
        StopReason::MemoryLimit(1 << 30),
        StopReason::TimeLimit(std::time::Duration::from_secs(10)),
        StopReason::PreemptionBound(2),
        StopReason::DelayBound(1),
        StopReason::StepTooLong(1_000_000),
        StopReason::StepTooWide(1_048_576),
        StopReason::ObjectTooLarge(1 << 32),
        StopReason::Unsupported(Unsupported::new("the engine does not decide this")),
    ];
    let text = |reason| {
        let case = Case::unknown(reason);
        text::check(&case.report(), &case.sources, PLAIN)
    };
    expect![[r#"
        unknown: list.zing: the limit of 2000 states was reached
          = the explicit engine found no error in 1,234 states and 56,789 transitions
          = a larger --max-states lets the search go on
        unknown: list.zing: the limit of 100 transitions on a path was reached
          = the explicit engine found no error in 1,234 states and 56,789 transitions
        unknown: list.zing: the limit of 1 GiB of memory was reached
          = the explicit engine found no error in 1,234 states and 56,789 transitions
          = a larger --memory lets the search go on
        unknown: list.zing: the time limit was reached
          = the explicit engine found no error in 1,234 states and 56,789 transitions
          = the limit was 10 s; a longer --timeout lets the search go on
        unknown: list.zing: no error with at most 2 preemptions, but executions with more were not searched
          = the explicit engine found no error in 1,234 states and 56,789 transitions
        unknown: list.zing: no error with at most 1 delay, but executions with more were not searched
          = the explicit engine found no error in 1,234 states and 56,789 transitions
        unknown: list.zing: a single step did not end within 1000000 instructions
          = the explicit engine found no error in 1,234 states and 56,789 transitions
        unknown: list.zing: the choices of a single step have more than 1048576 combinations
          = the explicit engine found no error in 1,234 states and 56,789 transitions
        unknown: list.zing: an array of 4294967296 elements is too large to be represented
          = the explicit engine found no error in 1,234 states and 56,789 transitions
        unknown: list.zing: the engine does not decide this
    "#]]
    .assert_eq(&reasons.map(text).concat());
}

#[test]
fn colours_are_used_only_when_asked_for() {
    let case = Case::violated(assertion(), execution());
    let plain = text::check(&case.report(), &case.sources, PLAIN);
    assert!(!plain.contains('\u{1b}'), "control characters of the program's output are escaped");
    let coloured = text::check(&case.report(), &case.sources, TextOptions { color: true, ..PLAIN });
    let stripped = strip(&coloured);
    assert_eq!(stripped, plain);
    assert_ne!(coloured, plain);
}

/// The text without escape sequences of colours.
fn strip(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or("");
    let rest = parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
    std::iter::once(first).chain(rest).collect()
}

#[test]
fn places_outside_the_known_sources_do_not_break_the_text() {
    let case = Case::violated(assertion(), execution());
    let text = text::check(&case.report(), &SourceMap::new(), PLAIN);
    assert!(text.starts_with("error[assertion]: an assertion fails: two is never first\n"), "{text}");
}
