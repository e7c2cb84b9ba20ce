//! The values that made a statement fail, by the names that the user knows.

use interp::{Detail, ExploreOptions, explore, replay};
use verdict::Property;

use crate::support::{numbered, shown};

/// The operands of the first violation of a program with these procedures.
fn check(main: &str, expected: &str) {
    let program = numbered(&format!("thread proc0\n{main}"));
    let found = explore(&program, ExploreOptions::up_to(10_000));
    let violation = found.violations.first().unwrap_or_else(|| panic!("no violation: {main}"));
    let execution = replay(&program, &Property::NoErrors, violation, Detail::default()).expect("it replays");
    let last = execution.steps().and_then(|steps| steps.moments.last()).expect("a statement fails");
    let operands: Vec<String> =
        last.operands.iter().map(|it| format!("{} = {}", it.name, shown(&it.value))).collect();
    assert_eq!(operands.join(", "), expected, "{main}");
}

/// A `main` with a node, an array of numbers, a number and temporaries.
fn main(code: &str) -> String {
    format!(
        r#"proc proc0 "main"() {{
  local v0 "node": class0
  local v1 "tone": enum0
  local v2 "n": i32
  local v3 "pair": class3
  temp v4: i32
  temp v5: class0
  temp v6: bool
block0:
* v0 = new class0
* v3 = new class3
* v2 = 3
{code}
}}
"#
    )
}

#[test]
fn assertions_show_what_their_conditions_read() {
    check(&main("* assert v2 == 2\n* return"), "n = 3");
    check(&main("* assert (v2 + g0) <= 2\n* return"), "n = 3, x = 0");
    check(&main("* v4 = load v0.field1\n  assert v4 == 1\n* return"), "node.val = 0");
    check(&main("* v5 = load v0.field0\n  assert v5 != null\n* return"), "node.next = null");
    check(&main("* v4 = v2 * 2\n  v4 = v4 + 1\n  assert v4 == 1\n* return"), "n = 3");
    check(&main("* v1 = load v3[1]\n* assert v1 == 1\n* return"), "tone = red");
    check(&main("* assert false\n* return"), "");
}

/// What is not evaluated has made nothing fail.
#[test]
fn short_circuits_end_what_is_read() {
    check(&main("* assert (v2 == 2) && (g0 == 1)\n* return"), "n = 3");
    check(&main("* assert (v2 != 3) || (g0 == 1)\n* return"), "n = 3, x = 0");
}

#[test]
fn temporaries_keep_where_they_came_from_across_calls() {
    let callee = "proc proc1 \"twice\"(v0 \"k\": i32) -> (i32) {\n  temp v1: i32\nblock0:\n* v1 = v0 * 2\n* return v1\n}\n";
    let call = main("* v4 = call proc1(v2 + 1) -> block1\nblock1:\n* assert v4 == 1\n* return") + callee;
    check(&call, "twice(n + 1) = 8");
    let both = "* v4 = load v0.field1\n  v2 = call proc1(v4) -> block1\nblock1:\n* assert v4 == 1\n* return";
    check(&(main(both) + callee), "node.val = 0");
}

#[test]
fn faults_show_the_operands_that_made_them() {
    check(&main("* v5 = load v0.field0\n  v4 = load v5.field1\n* return"), "node.next = null");
    check(&main("* v0 = null\n* store v0.field1 = 1\n* return"), "node = null");
    check(&main("* v1 = load v3[v2]\n* return"), "n = 3, length of pair = 2");
    check(&main("* v1 = load v3[7]\n* return"), "length of pair = 2");
    check(&main("* v2 = 7 / (g0 * v2)\n* return"), "x * n = 0");
    check(
        &main("* v2 = 2147483647\n* v2 = (v2 + g0) + (v2 + 0)\n* return"),
        "n + x = 2147483647, n + 0 = 2147483647",
    );
    check(&main("* branch (1 / g0) == 1, block1, block1\nblock1:\n* return"), "x = 0");
}

#[test]
fn guards_show_what_made_them_fail() {
    let guard = "proc proc1 \"guard\"(v0 \"node\": class0) -> (bool) observer {\n  temp v1: class0\n  temp v2: i32\nblock0:\n* v1 = load \
                 v0.field0\n  v2 = load v1.field1\n  return v2 == 1\n}\n";
    let wait = "* select { wait call proc1(v0) -> block1; wait g0 == 7 -> block1 }\nblock1:\n* return";
    check(&(main(wait) + guard), "node.next = null");
    let atomic = "* atomic begin\n  select { wait g0 == 7 -> block1; wait call proc1(v0) -> block1 }\nblock1:\n  atomic end\n* return";
    let closed = guard.replace("v1 = load v0.field0", "v1 = v0");
    check(&(main(atomic) + &closed), "x = 0, node.val = 0");
}

/// Each temporary doubles the text of the one before: names must not grow without bound.
#[test]
fn long_names_are_left_out() {
    let doubled =
        "* v4 = v2 + g0\n".to_owned() + &"  v4 = (v4 + v4) + 0\n".repeat(25) + "  assert v4 == 1\n* return";
    check(&main(&doubled), "n = 3, x = 0");
}
