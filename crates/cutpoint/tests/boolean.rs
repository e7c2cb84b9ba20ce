//! The command on Boolean programs.

mod support;

use std::fs;

use snapbox::str;
use support::{cutpoint, folder};

#[test]
fn the_example_has_an_error_and_can_be_mended() {
    let folder = folder("boolean_example");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/driver.bp");
    let program = fs::read_to_string(example).unwrap();
    fs::write(folder.join("driver.bp"), &program).unwrap();
    let mended = program.replace(":= F; // here", ":= F; release();");
    cutpoint("check driver.bp -q").current_dir(&folder).assert().code(1);
    fs::write(folder.join("mended.bp"), mended).unwrap();
    cutpoint("check mended.bp -q").current_dir(&folder).assert().code(0);
}

#[test]
fn a_trace_shows_what_was_chosen() {
    let folder = folder("boolean_trace");
    let program = "decl g;\nvoid main() begin\n    decl l;\n    if g & !l then ERROR: skip; fi\nend\n";
    fs::write(folder.join("p.bp"), program).unwrap();
    cutpoint("check p.bp --summaries off").current_dir(&folder).assert().code(1).stdout_eq(str![[r#"
error[assertion]: an assertion fails: the label ERROR is reached
 --> p.bp:4:20
  |
4 |     if g & !l then ERROR: skip; fi
  |                    ^^^^^ false

trace: 4 statements

  initialisation
    initial values  1 | decl g;    [choose = true]  g = true

  thread 0
    main            3 | decl l;    [choose = false]
                    4 | if g & !l
                    4 | ERROR

state at the end:

  globals
    g = true
  thread 0
    main at line 4: if g & !l then ERROR: skip; fi
      l = false

violated: p.bp has 1 error
  = found by the explicit engine after 11 states and 12 transitions; its trace was replayed

"#]]);
}

#[test]
fn the_dialect_decides_and_is_asked_for() {
    let folder = folder("boolean_dialect");
    let program = "decl a, b, c;\nvoid main() begin\n    assume(!a & b & !c);\n    assert(a & b = c);\nend\n";
    fs::write(folder.join("p.bp"), program).unwrap();
    cutpoint("check p.bp -q --dialect boppo").current_dir(&folder).assert().code(0).stderr_eq("");
    cutpoint("check p.bp -q --dialect sdv").current_dir(&folder).assert().code(1).stderr_eq("");
    cutpoint("ir p.bp").current_dir(&folder).assert().code(0).stderr_eq(str![[r#"
warning[CP0409]: It depends on the dialect what `=` and `!=` compare here.
 --> p.bp:4:18
  |
4 |     assert(a & b = c);
  |                  ^ read as in SDV and Getafix: more tightly than `&`, `^` and `|`
  |
  = help: write parentheses, or say --dialect sdv, --dialect getafix or --dialect boppo


"#]]);
}

#[test]
fn labels_that_mean_an_error_can_be_named() {
    let folder = folder("boolean_labels");
    fs::write(folder.join("p.bp"), "void main() begin\n    BAD: skip;\n    WORSE: skip;\nend\n").unwrap();
    let check = |options: &str, status: i32| {
        cutpoint(&format!("check p.bp -q {options}")).current_dir(&folder).assert().code(status)
    };
    check("", 0);
    check("--error-label BAD", 1);
    check("--error-label NONE --error-label WORSE", 1);
    check("--error-label NONE", 0);
    cutpoint("check p.bp --error-label bad").current_dir(&folder).assert().code(0).stderr_eq(str![[r#"
warning[CP0433]: No statement has the label `bad`, which was to mean an error.
 --> p.bp:1:6
  |
1 | void main() begin
  |      ^^^^ the program that starts here has no such label
  |
  = help: labels are distinguished by capitals: `ERROR` is not `Error`

warning[CP0434]: Nothing in the program can fail: there is no assertion, and no label that means an error.
 --> p.bp:1:6
  |
1 | void main() begin
  |      ^^^^ the program starts here
  |
  = note: labels that mean an error: `bad`
  = help: name the label with --error-label


"#]]);
}

#[test]
fn options_of_boolean_programs_are_refused_for_others() {
    let folder = folder("boolean_options");
    fs::write(folder.join("p.shy"), "main :: skip\n").unwrap();
    fs::write(folder.join("p.bp"), "void main() begin assert(T); end\n").unwrap();
    cutpoint("check p.shy --dialect sdv").current_dir(&folder).assert().code(2).stderr_eq(str![[r#"
error[CP0056]: The option --dialect is about Boolean programs, but `p.shy` is in the language shylock.
 |
 = help: leave --dialect out


"#]]);
    cutpoint("check p.bp --choice blind").current_dir(&folder).assert().code(2).stderr_eq(str![[r#"
error[CP0056]: The option --choice is about Shylock, but `p.bp` is in the language boolean.
 |
 = help: leave --choice out


"#]]);
    cutpoint("check - --lang boolean -q --error-label X")
        .stdin("void main() begin X: skip; end")
        .assert()
        .code(1);
}

#[test]
fn labels_and_procedures_stand_in_formulas() {
    let folder = folder("boolean_ltl");
    let program = "decl g;\nvoid main() begin\n    while * do f(); od\n    done: skip;\nend\nvoid f() begin\n    done: g := T;\nend\n";
    fs::write(folder.join("p.bp"), program).unwrap();
    let ask = |formula: &str, status: i32| {
        let mut command = cutpoint("ltl p.bp -q");
        command = command.arg(formula);
        command.current_dir(&folder).assert().code(status);
    };
    ask("F @at(main.done)", 1);
    ask("G (@at(main.done) -> X @terminated || X X @terminated)", 0);
    ask("G !@at(f.done)", 1);
    ask("G (@in(f) -> !@at(main.done))", 0);
}

/// 2^14 calls of one procedure: what a call does is listed once.
#[test]
fn a_long_trace_is_a_graph_of_parts() {
    let folder = folder("boolean_shared");
    let mut program =
        String::from("decl odd;\nvoid main() begin\n    odd := F;\n    twice0();\n    assert(odd);\nend\n");
    for level in 0..14 {
        program += &format!("void twice{level}() begin\n    twice{0}();\n    twice{0}();\nend\n", level + 1);
    }
    program += "void twice14() begin\n    odd := !odd;\nend\n";
    fs::write(folder.join("long.bp"), program).unwrap();
    cutpoint("check long.bp --engine bdd").current_dir(&folder).assert().code(1).stdout_eq(str![[r#"
error[assertion]: an assertion fails
 --> long.bp:5:5
  |
5 |     assert(odd);
  |     ^^^^^^^^^^^ false: odd = false

trace: 81,921 statements, in 18 parts

  part 1: initial values, passed once, 1 statement
    enters with odd = false
    initial values  1 | decl odd;  [choose = false]
    returns, all values as before

  part 2: main, passed once, 81,920 statements, fails
    enters with odd = false
    main  3 | odd := F;
          4 | twice0();     -> part 3: 81,917 statements
          5 | assert(odd);

  part 3: twice0, passed once, 81,917 statements
    enters with odd = false
    twice0   8 | twice1();  -> part 4: 40,957 statements
             9 | twice1();  -> part 4: 40,957 statements
            10 | return
    returns, all values as before

  part 4: twice1, passed 2 times, 40,957 statements each
    enters with odd = false
    twice1  12 | twice2();  -> part 5: 20,477 statements
            13 | twice2();  -> part 5: 20,477 statements
            14 | return
    returns, all values as before

  part 5: twice2, passed 4 times, 20,477 statements each
    enters with odd = false
    twice2  16 | twice3();  -> part 6: 10,237 statements
            17 | twice3();  -> part 6: 10,237 statements
            18 | return
    returns, all values as before

  part 6: twice3, passed 8 times, 10,237 statements each
    enters with odd = false
    twice3  20 | twice4();  -> part 7: 5,117 statements
            21 | twice4();  -> part 7: 5,117 statements
            22 | return
    returns, all values as before

  ... 9 parts not shown; --trace full shows all

  part 16: twice13, passed 8,192 times, 7 statements each
    enters with odd = false
    twice13  60 | twice14();  -> part 17: 2 statements  odd = true
             61 | twice14();  -> part 18: 2 statements  odd = false
             62 | return
    returns, all values as before

  part 17: twice14, passed 8,192 times, 2 statements each
    enters with odd = false
    twice14  64 | odd := !odd;  odd = true
             65 | return
    returns with odd = true

  part 18: twice14, passed 8,192 times, 2 statements each
    enters with odd = true
    twice14  64 | odd := !odd;  odd = false
             65 | return
    returns with odd = false

state at the end:

  globals
    odd = false
  thread 0
    main at line 5: assert(odd);

violated: long.bp has 1 error
  = found by the bdd engine after 47 sets of path edges; its trace was replayed

"#]]);
}

#[test]
fn summaries_are_formulas() {
    let folder = folder("boolean_formulas");
    let program = "decl locked, busy;\nvoid main() begin\n    decl done;\n    \
        while * do\n        done := try(busy);\n        if done then\n            unlock();\n        fi\n    od\nend\n\
        bool try(wait) begin\n    if !wait & !locked then\n        locked := T;\n        return T;\n    fi\n    \
        busy := *;\n    return F;\nend\n\
        void unlock() begin\n    assert(!busy);\n    locked := *;\n    assert(!locked);\nend\nvoid unused() begin\n    skip;\nend\n";
    fs::write(folder.join("lock.bp"), program).unwrap();
    let run = |arguments: &str| cutpoint(arguments).current_dir(&folder).assert();
    run("summarize lock.bp").code(1).stdout_eq(str![[r#"
main: 1 case
  always   locked' = *; busy' = *

try: 3 cases
  called   !wait & !busy or wait & busy
  when     !locked & busy -> locked' = F, busy' = *, result = F
      or   !locked & !busy -> locked' = T, busy' = F, result = T
      or   locked -> locked' = T, busy' = *, result = F

unlock: 1 case, can fail
  called   locked & !busy
  always   keeps busy; locked' = F
  fails    an assertion fails, on line 22

initial values: 1 case
  always   locked' = *; busy' = *

lock.bp:22:5: error[assertion]: an assertion fails
violated: lock.bp has 1 error
  = the summaries are about calls that return; `cutpoint check` shows the trace

"#]]);
    run("summarize lock.bp -q --proc unused --proc try").code(1).stdout_eq(str![[r#"
try: 3 cases
unused: no summary, because it is never called

lock.bp:22:5: error[assertion]: an assertion fails
violated: lock.bp has 1 error

"#]]);
    run("summarize lock.bp --summaries patterns --proc unlock -q").code(1);
    let output = |arguments: &str| {
        String::from_utf8(cutpoint(arguments).current_dir(&folder).output().unwrap().stdout).unwrap()
    };
    let json = output("summarize lock.bp --proc unlock --format json");
    for part in
        ["\"procedures\": []", "\"procedure\": \"unlock\"", "\"name\": \"locked\"", "\"same\": \"busy\""]
    {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    assert!(output("summarize lock.bp --dot").starts_with("digraph"));
}
