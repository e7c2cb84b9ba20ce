//! Every instruction, every terminator that needs one thread only, and every fault.

use crate::support::{check_endings, program, sequential};

fn check(body: &str, expected: &str) {
    check_endings(&sequential(body), &[expected]);
}

#[test]
fn assignments_compute_in_the_declared_type() {
    check("g0 = 5\ng1 = g0 * g0\ng0 = g1 - 5", "x=20 y=25");
    check("g2 = g0 < 1", "b=true");
    check("g7 = 2\ng10 = 1", "col=blue text=\"two words\"");
    check("g11 = 0\ng11 = ~ g11", "u=18446744073709551615");
    check("g13 = 1.5\ng13 = g13 / g13", "real=1.0");
    check("g14 = 127\ng14 = g14 + 1", "s=-128");
    check("g0 = self\n", "");
}

#[test]
fn records_hold_what_was_stored_and_defaults_before() {
    check("g3 = new class0\ng0 = load g3.field1\nstore g3.field1 = 7\ng1 = load g3.field1", "y=7 n=Node#1");
    check("g3 = new class1\nstore g3.field0 = g3\ng3 = load g3.field0", "n=Leaf#1");
    check("local v0: class8\nblock0:\nv0 = new class8\ng0 = convert{2..4 -> i32}(2)\nreturn", "x=2");
}

#[test]
fn the_null_policy_is_in_the_instruction() {
    check("g0 = 9\ng0 = load total g3.field1\nstore total g3.field1 = 5", "");
    check("g0 = load g3.field1", "null-dereference");
    check("store g3.field1 = 5", "null-dereference");
}

#[test]
fn casts_and_tests_look_at_the_dynamic_class() {
    check("g9 = new class1\ng3 = cast g9 to class0\ng2 = instance g9 of class1", "b=true n=Leaf#1 o=Leaf#1");
    check("g3 = new class0\ng2 = instance g3 of class1", "n=Node#1");
    check("g9 = new class8\ng2 = instance g9 of class7", "b=true o=Square#1");
    check("g2 = instance g9 of class0\ng3 = cast g9 to class0", "");
    check("g9 = new class8\ng3 = cast g9 to class0", "failed-cast");
}

#[test]
fn arrays_have_bounds() {
    check("g4 = new class2[3]\nstore g4[2] = 8\ng0 = load g4[2]\ng1 = size g4", "x=8 y=3 ints=Ints#1");
    check("g4 = new class2[3]\ng0 = load g4[3]", "index-out-of-bounds");
    check("g4 = new class2[3]\ng0 = -1\nstore g4[g0] = 0", "index-out-of-bounds");
    check("g0 = -1\ng4 = new class2[g0]", "negative-length");
    check("g4 = new class2[0]\ng0 = size g4", "ints=Ints#1");
    check(
        "local v0: class3\nblock0:\nv0 = new class3\ng0 = size v0\nstore v0[1] = 2\ng7 = load v0[1]\nreturn",
        "x=2 col=blue",
    );
    check(
        "g11 = 0\ng11 = ~ g11\ng4 = new class2[g11]",
        "gave up: an array of 18446744073709551615 elements is too large to be represented",
    );
}

#[test]
fn sets_hold_each_element_once() {
    check("g5 = new class4\ninsert g5, 4\ninsert g5, 4\ninsert g5, 5\ng0 = size g5", "x=2 bag=Bag#1");
    check("g5 = new class4\ninsert g5, 4\nremove g5, 4\nremove g5, 9\ng2 = contains g5, 4", "bag=Bag#1");
    check("g5 = new class4\ninsert g5, 4\ng2 = contains g5, 4", "b=true bag=Bag#1");
    let two = "local v0: class4\nblock0:\ng5 = new class4\nv0 = new class4\ninsert g5, 1\ninsert g5, 2\ninsert v0, 2\ninsert v0, 3\n";
    check(&format!("{two}union g5, v0\ng0 = size g5\nreturn"), "x=3 bag=Bag#1");
    check(&format!("{two}difference g5, v0\ng0 = size g5\nreturn"), "x=1 bag=Bag#1");
    check(
        &format!("{two}union g5, g5\ng0 = size g5\ndifference g5, g5\ng1 = size g5\nreturn"),
        "x=2 bag=Bag#1",
    );
}

#[test]
fn sets_by_contents_hold_equal_records_once() {
    // Answers g0 and forgets the objects.
    let answer = |body: &str| format!("g16 = new class11\ng17 = new class11\n{body}\ng16 = null\ng17 = null");
    check(&answer("insert g16, record(1, 1.5m)\ninsert g16, record(1, 1.50m)\ng0 = size g16"), "x=1");
    check(&answer("insert g16, record(1, 1.5m)\ninsert g16, record(1, 1.6m)\ng0 = size g16"), "x=2");
    check(&answer("insert g16, record(1, g15)\ng2 = contains g16, record(1, 0m)"), "b=true");
    check(&answer("insert g16, record(1, 0m)\ng2 = contains g16, record(2, 0m)"), "");
    check(&answer("insert g16, record(1, 0m)\nremove g16, record(1, 0m)\ng0 = size g16"), "");
    check(&answer("insert g16, record(1, 0m)\nremove g16, record(0, 0m)\ng0 = size g16"), "x=1");
    let both = "insert g16, record(1, 0m)\ninsert g17, record(1, 0m)\ninsert g17, record(2, 0m)\n";
    check(&answer(&format!("{both}union g16, g17\ng0 = size g16")), "x=2");
    check(&answer(&format!("{both}union g16, g16\ng0 = size g16")), "x=1");
    check(
        &answer(&format!("{both}difference g17, g16\ng0 = size g17\ng2 = contains g17, record(2, 0m)")),
        "x=1 b=true",
    );
    check(&answer(&format!("{both}difference g17, g17\ng0 = size g17")), "");
}

#[test]
fn sets_by_contents_share_no_records() {
    check(
        "g16 = new class11\ng17 = new class11\ninsert g16, record(1, 0m)\nunion g17, g16\n\
         g18 = choose in g16\ng9 = choose in g17\ng2 = g18 == g9\ng0 = load g18.field4\n\
         g16 = null\ng17 = null\ng18 = null\ng9 = null",
        "x=1",
    );
    check("g16 = new class11\ng18 = choose in g16", "empty-choice");
    check("insert g16, record(1 /{i32} g0, 0m)", "division-by-zero");
    for code in ["insert g16, record(1, 0m)", "remove g16, record(1, 0m)", "g2 = contains g16, record(1, 0m)"]
    {
        check(code, "null-dereference");
    }
}

#[test]
fn decimals_compute() {
    check("g15 = 0.1m\ng15 = g15 + 0.2m", "d=0.3");
    check("g0 = 3\ng15 = convert{i32 -> decimal}(g0) / 2m\ng2 = g15 > 1.4m", "x=3 b=true d=1.5");
    check("g15 = 1m / g15", "division-by-zero");
    check("g15 = 79228162514264337593543950335m\ng15 = g15 * 2m", "overflow");
}

#[test]
fn null_is_never_an_array_set_or_channel() {
    let uses = [
        "g0 = load g4[0]",
        "store g4[0] = 1",
        "g0 = size g4",
        "g0 = size g5",
        "g0 = size g6",
        "insert g5, 1",
        "remove g5, 1",
        "union g5, g5",
        "difference g5, g5",
        "g2 = contains g5, 1",
        "send g6, 1",
        "g0 = choose in g5",
        "g0 = choose in g4",
    ];
    for body in uses {
        check(body, "null-dereference");
    }
    check("local v0: class4\nblock0:\ng5 = new class4\nunion g5, v0\nreturn", "null-dereference");
}

#[test]
fn operands_are_evaluated_before_anything_is_looked_at() {
    check("store g3.field1 = 1 /{i32} g0", "division-by-zero");
    check("g0 = load g4[1 /{i32} g0]", "division-by-zero");
    check("send g6, 1 /{i32} g0", "division-by-zero");
    check("g4 = new class2[1]\nstore g4[5] = 1 /{i32} g0", "division-by-zero");
}

#[test]
fn arithmetic_faults_stop_the_thread() {
    check("g0 = 1 /{i32} g1", "division-by-zero");
    check("g0 = 2147483647\ng0 = g0 + 1", "overflow");
    check("g8 = g8 + 1\ng8 = g8 + 1\ng0 = 1", "x=1 r=3");
    check("g8 = g8 + 1\ng8 = g8 + 1\ng8 = g8 + 1", "out-of-range");
    check("g0 = 4\ng8 = convert{i32 -> 1..3}(g0)", "out-of-range");
    check("g0 = round saturating{f64 -> i32}(1e10)\ng8 = round saturating{f64 -> 1..3}(nan)", "x=2147483647");
    check("g0 = round checked{f64 -> i32}(-7.9)", "x=-7");
    check("g0 = round checked{f64 -> i32}(1e10)", "overflow");
    check("g8 = round checked{f32 -> 1..3}(0.5)", "out-of-range");
}

#[test]
fn properties_and_assumptions() {
    check("assert g0 == 0\ng0 = 1", "x=1");
    check("assert g0 == 1", "assertion");
    check("assert g0 == 1, \"x must be one\"", "assertion: x must be one");
    check("assume g0 == 1", "pruned");
    check("assume g0 == 0\ng0 = 1", "x=1");
    check("accept true\ntrace \"{0}\", g0\nyield\ng0 = 1", "x=1");
    check("trace \"{0}\", 1 /{i32} g0", "division-by-zero");
    for slug in [
        "null-dereference",
        "index-out-of-bounds",
        "division-by-zero",
        "overflow",
        "out-of-range",
        "negative-length",
        "empty-choice",
        "blocking-in-atomic",
    ] {
        check(&format!("fault {slug}"), slug);
    }
    check("fault unhandled-exception \"E\"", "unhandled-exception");
    check("fault failed-cast \"A\" \"B\"", "failed-cast");
}

#[test]
fn choices_take_every_alternative() {
    let all = |body: &str, expected: &[&str]| check_endings(&sequential(body), expected);
    all("g2 = choose bool", &["", "b=true"]);
    all("g0 = choose 3..5", &["x=3", "x=4", "x=5"]);
    all("g0 = choose -1..-1", &["x=-1"]);
    all("g7 = choose enum0", &["", "col=green", "col=blue"]);
    let array = "g4 = new class2[3]\nstore g4[1] = 7\nstore g4[2] = 7\ng0 = choose in g4";
    all(array, &["ints=Ints#1", "x=7 ints=Ints#1"]);
    all(
        "g5 = new class4\ninsert g5, 8\ninsert g5, 3\ng0 = choose in g5",
        &["x=3 bag=Bag#1", "x=8 bag=Bag#1"],
    );
    all("g5 = new class4\ng0 = choose in g5", &["empty-choice"]);
    all("g4 = new class2[0]\ng0 = choose in g4", &["empty-choice"]);
    all("g0 = choose 0..1\ng1 = choose 0..1\nassume g0 != g1", &["y=1", "x=1", "pruned"]);
    let goto = "block0:\ngoto block1, block2, block2\nblock1:\ng0 = 1\nreturn\nblock2:\ng0 = 2\nreturn";
    all(goto, &["x=1", "x=2"]);
}

#[test]
fn branches_and_switches_go_by_value() {
    let branch = |set: &str| {
        format!(
            "block0:\n{set}\nbranch g0 == 1, block1, block2\nblock1:\ng1 = 1\nreturn\nblock2:\ng1 = 2\nreturn"
        )
    };
    check(&branch("g0 = 1"), "x=1 y=1");
    check(&branch("g0 = 0"), "y=2");
    let ends = "block1:\ng1 = 1\nreturn\nblock2:\ng1 = 2\nreturn\nblock3:\ng1 = 3\nreturn";
    let switch = |value: i64| {
        format!("block0:\ng0 = {value}\nswitch g0 {{ -4 -> block1, 9 -> block2, else -> block3 }}\n{ends}")
    };
    check(&switch(-4), "x=-4 y=1");
    check(&switch(9), "x=9 y=2");
    check(&switch(0), "y=3");
    let class = |set: &str| {
        format!(
            "block0:\n{set}\nswitch class g3 {{ class0 -> block1, class1 -> block2, else -> block3 }}\n{ends}"
        )
    };
    check(&class("g3 = new class0"), "y=1 n=Node#1");
    check(&class("g3 = new class1"), "y=2 n=Leaf#1");
    check(&class("g3 = null"), "null-dereference");
    let exact = "block0:\ng3 = new class1\nswitch class g3 { class0 -> block1, else -> block2 }\nblock1:\nreturn\nblock2:\ng1 = 2\nreturn";
    check(exact, "y=2 n=Leaf#1");
}

#[test]
fn calls_pass_arguments_and_write_results_in_order() {
    let swap = r#"
thread proc0
proc proc0 "main"() {
block0:
  g0 = 1
  g1 = 2
* g0, g1 = call proc1(g1, g0 + 10) -> block1
block1:
* g0, g0 = call proc1(g0, g1) -> block2
block2:
  return
}
proc proc1 "two"(v0 "a": i32, v1 "b": i32) -> (i32, i32) {
block0:
* return v0, v1
}
"#;
    check_endings(&program(swap), &["x=11 y=11"]);
    let factorial = r#"
thread proc0
proc proc0 "main"() {
block0:
* g0 = call proc1(5) -> block1
block1:
  return
}
proc proc1 "factorial"(v0 "n": i32) -> (i32) {
  local v1 "rest": i32
block0:
* branch v0 == 0, block1, block2
block1:
  return 1
block2:
* v1 = call proc1(v0 - 1) -> block3
block3:
  return v0 * v1
}
"#;
    check_endings(&program(factorial), &["x=120"]);
}
