//! What was not checked: `--coverage`, assertions that are never evaluated, and the last line, which is the verdict of
//! the whole command.

mod support;

use std::fs;

use snapbox::str;
use support::{cutpoint, folder, run, stdout};

/// The part of the output that is about coverage.
fn coverage(arguments: &str, status: i32) -> String {
    let text = stdout(&run(arguments, status));
    let begin = text.find("\ncoverage").expect("there is coverage");
    text[begin + 1..].to_owned()
}

/// All engines that read the option list the same gaps.
#[test]
fn what_is_never_executed_is_listed_by_every_engine() {
    let zing = coverage("check gaps.zing --coverage", 0);
    snapbox::assert_data_eq!(
        &zing,
        str![[r#"
coverage: 22 of 32 statements, 9 of 14 branches, 0 of 1 assertion, 2 of 3 guards

  never reached    lines 9-13   `g = x;` and 2 more
  never reached    line 17      `raise Bad;`
  never reached    lines 29-30  `g = 7;` and 1 more
  never reached    line 33      `g = 9;`
  never reached    line 34      `g = 4;`
  never reached    line 36      `g = 50;`
  never reached    line 41      `return;`
  never taken      line 16      `x > 5`, to line 17 `raise Bad;`
  never taken      line 28      `b.n > 2`, to line 29 `g = 7;`
  never taken      line 33      `f && Twice(i) > 30`, to `g = 9;`
  never taken      line 34      `Sub(i - 8);`, to `g = 4;`
  never taken      line 41      `i > 0`, to `return;`
  never evaluated  line 30      `assert(g == 8);`
  never open       line 36      `wait(Ready())`

holds: no errors

"#]]
    );
    let options = ["--summaries off", "--summaries visible", "--engine pushdown", "--search dfs --threads 2"];
    for option in options {
        assert_eq!(coverage(&format!("check gaps.zing --coverage {option}"), 0), zing, "{option}");
    }
    let boolean = coverage("check gaps.bp --coverage", 0);
    snapbox::assert_data_eq!(
        &boolean,
        str![[r#"
coverage: 17 of 22 statements, 8 of 10 branches, 0 of 1 assertion

  never reached    lines 8-9  `a := F` and 1 more
  never reached    line 13    `assume(F)`
  never reached    line 19    `skip` and 1 more
  never taken      line 7     `if (a & b)`, to line 8 `a := F`
  never taken      line 13    `if (b & !a)`, to `assume(F)`
  never evaluated  line 9     `assert(a)`

holds: no errors

"#]]
    );
    for option in ["--engine bdd", "--engine explicit", "--summaries off", "--engine pushdown"] {
        assert_eq!(coverage(&format!("check gaps.bp --coverage {option}"), 0), boolean, "{option}");
    }
}

#[test]
fn after_an_error_or_a_limit_it_is_what_was_seen_so_far() {
    let folder = folder("so_far");
    let early = "class Main { static void Later() { }\n activate static void Run() {\n  int i;\n  assert(i == 1);\n  \
                 Later();\n } };\n";
    fs::write(folder.join("early.zing"), early).unwrap();
    let text = |arguments: &str, status: i32| {
        let output = cutpoint(arguments).current_dir(&folder).assert().code(status);
        stdout(&output)[stdout(&output).find("\ncoverage").unwrap() + 1..].to_owned()
    };
    snapbox::assert_data_eq!(
        text("check early.zing --coverage", 1),
        str![[r#"
coverage so far: 1 of 3 statements, 1 of 1 assertion

  not reached so far  line 1  `}`
  not reached so far  line 5  `Later();`

violated: 1 error

"#]]
    );
    let limited = coverage("check gaps.zing --coverage --summaries off --max-states 5", 3);
    assert!(limited.starts_with("coverage so far: "), "{limited}");
    assert!(!limited.contains("never"), "{limited}");
    // A limit ends the account of the others too, and keeps what was seen.
    for arguments in
        ["check gaps.bp --engine bdd --max-states 3", "check gaps.zing --engine pushdown --max-states 9"]
    {
        let limited = coverage(&format!("{arguments} --coverage"), 3);
        assert!(
            limited.starts_with("coverage so far: ") && !limited.starts_with("coverage so far: 0"),
            "{limited}"
        );
    }
}

#[test]
fn json_has_all_of_it() {
    let json = stdout(&run("check gaps.zing --coverage --format json", 0));
    for part in [
        r#""complete": true"#,
        r#""never_reached": ["#,
        r#""text": "raise Bad;""#,
        r#""last_line": 13"#,
        r#""never_taken": ["#,
        r#""text": "wait(Ready())""#,
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
    let json = stdout(&run("check gaps.zing --coverage --summaries off --max-states 5 --format json", 3));
    assert!(json.contains(r#""complete": false"#), "{json}");
}

#[test]
fn engines_that_do_not_visit_do_not_read_it() {
    run("check gaps.bp --coverage --engine pdr", 2).stderr_eq(str![[r#"
error: the argument '--coverage' cannot be used with '--engine pdr', which does not read it: only the engines explicit, pushdown, bdd and symbolic do

Usage: cutpoint check [OPTIONS] <FILE>

For more information, try '--help'.

"#]]);
    run("check gaps.bp --coverage --engine sat", 2);
    run("check gaps.bp --coverage --engine universal", 2);
    // A formula asks only for the executions that may violate it.
    run("ltl gaps.bp --coverage F(@terminated)", 2);
    let json = stdout(&run("check gaps.bp --coverage --format json", 0));
    assert!(json.contains(r#""engine": "bdd""#) && json.contains(r#""coverage": "true""#), "{json}");
    assert!(!stdout(&run("check gaps.bp --format json", 0)).contains("coverage"));
}

#[test]
fn long_lists_are_cut_and_a_screenful_is_shown() {
    let folder = folder("long_list");
    let arms: String =
        (1..40).map(|n| format!("        if (g == {n}) {{\n            g = 0;\n        }}\n")).collect();
    let text =
        format!("class Main {{\n    static int g;\n    activate static void Run() {{\n{arms}    }}\n}};\n");
    fs::write(folder.join("long.zing"), text).unwrap();
    let lines = |arguments: &str| {
        let output = cutpoint(arguments).current_dir(&folder).assert().code(0);
        stdout(&output).lines().filter(|line| line.contains("  never ")).count()
    };
    assert_eq!((lines("check long.zing --coverage"), lines("check long.zing --coverage -v")), (16, 78));
}

#[test]
fn assertions_that_are_never_evaluated_are_noted_without_being_asked_for() {
    // `assert(false)` says that it must not be reached, so it is none of them.
    for option in ["", "--summaries off", "--summaries visible", "--engine pushdown"] {
        let text = stdout(&run(&format!("check idle.zing {option}"), 0));
        assert!(text.contains("none of its 2 assertions was ever evaluated"), "{option}: {text}");
        let json = stdout(&run(&format!("check idle.zing --format json {option}"), 0));
        assert!(json.contains(r#""assertions_never_evaluated": 2"#), "{option}: {json}");
    }
    let text = stdout(&run("check gaps.bp --engine bdd", 0));
    assert!(text.contains("its only assertion was never evaluated"), "{text}");
    // pdr does not know, and in these something is evaluated or there is nothing to evaluate.
    for arguments in ["check gaps.bp --engine pdr", "check counter.cpir", "check two.bp --engine bdd"] {
        assert!(!stdout(&cutpoint(arguments).assert()).contains("never evaluated"), "{arguments}");
    }
}

#[test]
fn the_last_line_is_the_verdict_of_the_whole_command() {
    let folder = folder("last_line");
    let file = |name: &str, claims: &str, assertion: &str| {
        let text = format!(
            "{claims}\nclass Main {{ static int g; activate static void Run() {{ {assertion} }} }};\n"
        );
        fs::write(folder.join(name), text).unwrap();
    };
    let terminates = "//@ ltl: F @terminated => holds";
    let never = "//@ ltl: G !@terminated => violated";
    file("fine.zing", &format!("{terminates}\n{never}"), "g = 1;");
    file("wrong.zing", &format!("{terminates}\n//@ ltl: G !@terminated => holds"), "g = 1;");
    file("both.zing", terminates, "assert(g == 1);");
    file("open.zing", "//@ ltl: F @terminated\n//@ ltl: G !@terminated", "g = 1;");
    let last = |arguments: &str, status: i32| {
        let output = cutpoint(arguments).current_dir(&folder).assert().code(status);
        stdout(&output).lines().last().unwrap_or_default().to_owned()
    };
    for options in ["", " -q", " -v", " --stats"] {
        let last = |file: &str, status| last(&format!("check {file}{options}"), status);
        assert_eq!(last("fine.zing", 0), "holds: no errors, 2 of 2 properties as expected");
        assert_eq!(last("wrong.zing", 1), "violated: no errors, 1 of 2 properties as expected");
        assert_eq!(last("open.zing", 1), "violated: no errors, 1 of 2 properties holds");
    }
    assert_eq!(last("check both.zing", 1), "violated: 1 error, 0 of 1 property as expected");
    assert_eq!(
        last("check fine.zing --max-states 1 --engine explicit --summaries off", 3).split(':').next(),
        Some("unknown")
    );
    assert!(last("check fine.zing --stats --format text -q", 0).starts_with("holds: "));
    assert_eq!(stdout(&run("check counter.cpir -q", 0)).lines().count(), 1);
}

#[test]
fn quiet_answers_still_say_what_they_take_for_granted() {
    let text = stdout(&run("check counter.cpir -q --compact", 0));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("states were compared by 64-bit hashes only (--compact)"), "{text}");
    assert!(lines[1].starts_with("holds: ") && lines.len() == 2, "{text}");
    let cooperative = stdout(&run("check counter.cpir -q --cooperative", 0));
    assert!(cooperative.contains("(--cooperative)"), "{cooperative}");
}

/// What a statement decides within itself is no branch: whether the right side of `&&` is evaluated, whether the
/// receiver of a call is null, whether an exception passes through.
#[test]
fn only_ways_to_other_statements_are_branches() {
    let folder = folder("within");
    let text = "class Fragile {\n    int n;\n    bool IsNew() { return n == 0; }\n    void Break(int depth) {\n        \
                if (depth > 5) {\n            raise Broken;\n        }\n        if (depth > 0) {\n            \
                this.Break(depth - 1);\n        }\n    }\n};\nclass Main {\n    activate static void Run() {\n        \
                Fragile f;\n        f = new Fragile;\n        assert(f != null && f.IsNew());\n        try {\n            \
                f.Break(2);\n        } with {\n            Broken -> f.n = 1;\n        }\n    }\n};\n";
    fs::write(folder.join("within.zing"), text).unwrap();
    let output = cutpoint("check within.zing --coverage").current_dir(&folder).assert().code(0);
    let text = stdout(&output);
    snapbox::assert_data_eq!(
        text[text.find("\ncoverage").unwrap() + 1..].to_owned(),
        str![[r#"
coverage: 7 of 9 statements, 5 of 7 branches, 1 of 1 assertion

  never reached  line 6   `raise Broken;`
  never reached  line 21  `f.n = 1;`
  never taken    line 5   `depth > 5`, to line 6 `raise Broken;`
  never taken    line 19  `f.Break(2);`, to line 21 `f.n = 1;`

holds: no errors

"#]]
    );
    for engines in ["--all-engines", "--engine pushdown", "--summaries off"] {
        let other =
            cutpoint(&format!("check within.zing --coverage {engines}")).current_dir(&folder).assert();
        let other = stdout(&other);
        assert_eq!(
            other[other.find("\ncoverage").unwrap()..],
            text[text.find("\ncoverage").unwrap()..],
            "{engines}"
        );
    }
}
