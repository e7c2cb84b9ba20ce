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
  = found by the bdd engine after 3 sets of path edges; its trace was replayed

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
  = help: write parentheses, or say --dialect sdv or --dialect boppo


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
  = help: labels are told apart by capitals: `ERROR` is not `Error`

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
