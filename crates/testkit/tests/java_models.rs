//! The models of the JDK's classes against the JDK itself, where one is found: the same questions are asked of both on
//! the same machine. The models get other package names for that, so this needs none of our own lowering.
//!
//! Numbers and collections are compared here; texts and exceptions, which cannot be renamed, by the programs of the
//! corpus (`java.rs`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What keeps its name: the language needs it under this name, or both sides share it.
const SHARED: [&str; 6] = [
    "java.util.Comparator",
    "java.util.Iterator",
    "java.util.ConcurrentModificationException",
    "java.util.EmptyStackException",
    "java.util.NoSuchElementException",
    "java.util.function.*",
];
const NUMBERS: [&str; 10] =
    ["Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Math", "Short", "StrictMath"];
/// What models of numbers need beyond them.
const HELPERS: [&str; 2] = ["Bounds", "NumberTexts"];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// The models under other names: `java.util` as `modelled.util`, numbers of `java.lang` as `modelled.lang`.
fn renamed_models(target: &Path) {
    let models = repository().join("crates/lang-jvm/kernel/src");
    let imports: String = SHARED.iter().map(|name| format!("import {name};\n")).collect();
    for path in java_files(&models.join("java/util")) {
        if !SHARED.contains(&format!("java.util.{}", stem(&path)).as_str()) {
            let text = fs::read_to_string(&path).expect("a model");
            write(
                target,
                &path,
                "util",
                &text.replacen("package java.util;", &format!("package modelled.util;\n{imports}"), 1),
            );
        }
    }
    for path in java_files(&models.join("java/lang")) {
        let name = stem(&path);
        if NUMBERS.iter().chain(&HELPERS).any(|renamed| *renamed == name) {
            let text = fs::read_to_string(&path).expect("a model");
            let text = text.replacen("package java.lang;", "package modelled.lang;", 1);
            write(target, &path, "lang", &without_class_objects(&text));
        }
    }
    for path in java_files(&models.join("cutpoint/kernel")) {
        let text = fs::read_to_string(&path).expect("a model");
        write(target, &path, "kernel", &text);
    }
}

/// Only the models can make class objects for `int` and the like.
fn without_class_objects(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.contains("Class.primitive("));
    lines.map(|line| format!("{line}\n")).collect()
}

fn write(target: &Path, from: &Path, folder: &str, text: &str) {
    let folder = target.join(folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(from.file_name().expect("a name")), text).expect("a file");
}

/// The questions for one side, with the classes that they are about.
fn questions(target: &Path, package: &str, lang: &str, util: &str) {
    let folder = repository().join("crates/testkit/tests/java_models");
    let numbers: String = NUMBERS.iter().map(|name| format!("import {lang}.{name};\n")).collect();
    let containers = format!("import {util}.*;\n");
    for (name, imports) in [("Numbers", &numbers), ("Containers", &containers)] {
        let text = fs::read_to_string(folder.join(name).with_extension("java")).expect("questions");
        let text = text.replacen("PACKAGE", package, 1).replacen("IMPORTS\n", imports, 1);
        write(target, Path::new(name).with_extension("java").as_path(), package, &text);
    }
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a JDK");
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn models_answer_as_the_jdk_does() {
    if Command::new("javac").arg("-version").output().is_err() {
        return;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java_models");
    if target.exists() {
        fs::remove_dir_all(&target).expect("a removable folder");
    }
    renamed_models(&target);
    questions(&target, "real", "java.lang", "java.util");
    questions(&target, "modelled", "modelled.lang", "modelled.util");
    let compare = repository().join("crates/testkit/tests/java_models/Compare.java");
    let sources =
        ["util", "lang", "kernel", "real", "modelled"].map(|folder| java_files(&target.join(folder)));
    run(Command::new("javac")
        .args(["-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"])
        .arg(&target)
        .arg(compare)
        .args(sources.concat()));
    let report = run(Command::new("java").arg("-cp").arg(&target).arg("Compare"));
    assert!(report.contains("the same") && !report.contains("different"), "{report}");
}
