//! What `cutpoint explore` writes beside its report: tests, coverage, drawings; and which paths it keeps.

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use snapbox::str;
use support::{cutpoint, folder, models, run, stdout};

/// An exploration from this folder.
fn explore(folder: &Path, arguments: &str, status: i32) -> snapbox::cmd::OutputAssert {
    let file = models().join("nodes.jl").display().to_string();
    cutpoint(&format!("explore {file} {arguments}")).current_dir(folder).assert().code(status)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_test_is_a_program_that_is_checked() {
    let folder = folder("explore-tests");
    let output = explore(&folder, "Node.same --tests tests", 0);
    assert!(stdout(&output).ends_with("  = 3 tests written to tests\n"), "{}", stdout(&output));
    let tests = ["Node.same-1-returns.jl", "Node.same-2-returns.jl", "Node.same-3-returns.jl"];
    assert_eq!(names(&folder.join("tests")), tests);
    for test in tests {
        cutpoint(&format!("check tests/{test}")).current_dir(&folder).assert().code(0);
    }
    explore(&folder, "Node.positive --tests tests", 0);
    let failing = "tests/Node.positive-1-assertion.jl";
    let checked = cutpoint(&format!("check {failing}")).current_dir(&folder).assert().code(1);
    assert!(stdout(&checked).contains(&format!("{failing}:16:")), "{}", stdout(&checked));
    let text = fs::read_to_string(folder.join(failing)).expect("a test");
    assert!(text.lines().nth(15).is_some_and(|line| line.ends_with(" ;//~ assertion")), "{text}");
    assert_eq!(names(&folder), ["tests"]);
}

#[test]
fn a_different_file_is_kept() {
    let folder = folder("explore-tests-kept");
    explore(&folder, "Node.push --tests tests -q", 0);
    let file = folder.join("tests/Node.push-1-returns.jl");
    let written = fs::read_to_string(&file).expect("a test");
    explore(&folder, "Node.push --tests tests -q", 0);
    fs::write(&file, "mine").expect("it can be written");
    explore(&folder, "Node.push --tests tests -q", 2).stderr_eq(str![[r#"
error[CP0099]: No test was written, because `tests` has other files of the same names: `Node.push-1-returns.jl`.
 |
 = help: give another directory, or --force to replace them


"#]]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "mine");
    explore(&folder, "Node.push --tests tests -q --force", 0);
    assert_eq!(fs::read_to_string(&file).expect("a file"), written);
}

#[test]
fn directories_that_cannot_be_written_are_refused_at_once() {
    let folder = folder("explore-tests-refused");
    explore(&folder, "Node.push --tests none/tests", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0007]: Tests cannot be written to `none/tests`: there is no directory `none`.
 |
 = help: make that directory first; the last one is made for you


"#]]);
    fs::write(folder.join("file"), "").expect("it can be written");
    explore(&folder, "Node.push --tests file", 2).stdout_eq("").stderr_eq(str![[r#"
error[CP0007]: Tests cannot be written to `file`: it is a file.
 |
 = help: give the name of a directory


"#]]);
    explore(&folder, "Node.push --tests tests --counts", 2);
    explore(&folder, "Node.push --force", 2);
    assert_eq!(names(&folder), ["file"]);
    run("explore cell.zing Cell.Last --tests unused", 2).stderr_eq(str![[r#"
unsupported[CP0098]: Tests cannot be written in the language zing, only in Javalite.
 |
 = help: each example is a start that `cutpoint run --start` executes; --format json lists them


"#]]);
    assert!(!models().join("unused").exists());
}

fn json(folder: &Path, arguments: &str, status: i32) -> Value {
    let output = explore(folder, &format!("{arguments} --format json"), status);
    serde_json::from_str(&stdout(&output)).expect("the output is JSON")
}

#[test]
fn paths_that_cover_every_branch_are_kept_with_their_numbers() {
    let folder = folder("explore-cover");
    let report = json(&folder, "Node.walk -k 2 --max-steps 60 --cover branches --tests tests --coverage", 3);
    let numbers = |list: &Value, key: &str| -> Vec<u64> {
        list.as_array().into_iter().flatten().filter_map(|entry| entry[key].as_u64()).collect()
    };
    assert_eq!(numbers(&report["paths"], "number"), [1]);
    assert!(report["cover"]["of"].as_u64() > Some(2), "{}", report["cover"]);
    assert_eq!(report["cover"]["smallest"], true);
    assert_eq!(report["coverage"]["branches"]["missed"], 0);
    assert_eq!(report["tests"]["files"][0]["file"], "Node.walk-1-returns.jl");
    assert_eq!(names(&folder.join("tests")), ["Node.walk-1-returns.jl"]);
}

#[test]
fn what_no_path_went_through_is_listed() {
    let folder = folder("explore-coverage");
    let output = explore(&folder, "Node.same --max-paths 1 --coverage -q", 3);
    let text = stdout(&output);
    assert!(text.contains("coverage so far: ") && text.contains("not taken so far"), "{text}");
    let complete = stdout(&explore(&folder, "Node.same --coverage -q", 0));
    assert!(complete.contains("\ncoverage: ") && !complete.contains("never"), "{complete}");
}

#[test]
fn coverage_comes_first_if_that_is_asked_for() {
    let folder = folder("explore-search");
    let missed = |search: &str| {
        let arguments = format!("Node.walk -k 4 --max-steps 60 --max-paths 1 --coverage --search {search}");
        json(&folder, &arguments, 3)["options"]["search"].clone()
    };
    assert_eq!(missed("coverage"), "coverage");
    let paths = |search: &str| json(&folder, &format!("Node.same --search {search}"), 0)["paths"].clone();
    let plain = |paths: Value| -> Vec<Value> {
        let paths = paths.as_array().cloned().unwrap_or_default();
        paths.into_iter().map(|path| path["precondition"].clone()).collect()
    };
    assert_eq!(plain(paths("depth-first")), plain(paths("coverage")));
}

#[test]
fn drawings_show_each_path() {
    let folder = folder("explore-dot");
    for kind in ["tree", "heaps", "examples"] {
        let text = stdout(&explore(&folder, &format!("Node.push --dot {kind}"), 0));
        assert!(text.starts_with("digraph paths {") && text.ends_with("}\n"), "{text}");
        assert!(text.contains("path 1: returns new Node"), "{text}");
    }
    let heaps = stdout(&explore(&folder, "Node.same --dot heaps", 0));
    // Two parameters that may be one object have arrows to one box.
    assert!(heaps.matches(":e -> h").count() >= 5, "{heaps}");
    explore(&folder, "Node.push --dot all", 2);
    explore(&folder, "Node.push --dot tree --format json", 2);
}
