//! The layers of the workspace, held against what Cargo says and what the sources contain.
//!
//! Each crate has a line in [`LAYERS`] with the crates of the workspace that it may use. A new crate needs a new line:
//! an unknown one fails. What two engines need moves down, never across.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// Who may use whom. Development dependencies are free, but for those of the layers below the tests.
const LAYERS: &[(&str, &[&str])] = &[
    ("cutpoint-base", &[]),
    ("cutpoint-logic", &["base"]),
    ("cutpoint-pushdown", &["base"]),
    ("cutpoint-solver", &["base"]),
    ("cutpoint-classfile", &["base"]),
    ("cutpoint-ir", &["base"]),
    ("cutpoint-heap", &["base", "ir"]),
    ("cutpoint-temporal", &["base", "logic", "ir", "heap"]),
    ("cutpoint-verdict", &["base", "ir", "temporal"]),
    ("cutpoint-machine", &["base", "ir", "heap", "verdict"]),
    ("cutpoint-certify", &["base", "logic", "solver", "ir", "heap", "temporal", "verdict"]),
    ("cutpoint-interp", &["base", "logic", "ir", "heap", "temporal", "verdict"]),
    ("cutpoint-lang-zing", &["base", "ir"]),
    ("cutpoint-lang-shylock", &["base", "ir"]),
    ("cutpoint-lang-boolean", &["base", "ir"]),
    ("cutpoint-lang-javalite", &["base", "ir", "verdict"]),
    ("cutpoint-lang-jvm", &["base", "classfile", "ir"]),
    (
        "cutpoint-engine-pushdown",
        &["base", "logic", "pushdown", "ir", "heap", "temporal", "verdict", "machine"],
    ),
    ("cutpoint-engine-boolean", &["base", "solver", "ir", "verdict", "machine"]),
    ("cutpoint-engine-symbolic", &["base", "solver", "ir", "verdict"]),
    ("cutpoint-engine-explicit", &["base", "logic", "ir", "heap", "temporal", "verdict", "machine"]),
    (
        "cutpoint-driver",
        &[
            "base",
            "logic",
            "solver",
            "ir",
            "heap",
            "temporal",
            "verdict",
            "interp",
            "certify",
            "lang-zing",
            "lang-shylock",
            "lang-boolean",
            "lang-javalite",
            "lang-jvm",
            "engine-explicit",
            "engine-pushdown",
            "engine-symbolic",
            "engine-boolean",
        ],
    ),
    ("cutpoint-report", &["base", "ir", "verdict"]),
    ("cutpoint", &["base", "logic", "verdict", "driver", "report"]),
    (
        "cutpoint-testkit",
        &[
            "base",
            "logic",
            "ir",
            "heap",
            "temporal",
            "verdict",
            "machine",
            "interp",
            "lang-zing",
            "lang-shylock",
            "lang-boolean",
            "lang-javalite",
            "lang-jvm",
            "engine-explicit",
            "engine-pushdown",
            "engine-symbolic",
            "engine-boolean",
            "driver",
            "report",
        ],
    ),
    ("cutpoint-xtask", &[]),
];

/// Crates that exist for tests and chores only: nothing may use them but by development dependencies.
const DEVELOPMENT_ONLY: [&str; 2] = ["cutpoint-testkit", "cutpoint-xtask"];
/// The only crates that turn answers into serialised form.
const SERIALISING: [&str; 2] = ["cutpoint-report", "cutpoint"];
const SERIALISERS: [&str; 3] = ["serde", "serde_json", "schemars"];
/// The only crates that read files, clocks and the environment.
const ADAPTERS: [&str; 3] = ["cutpoint", "cutpoint-testkit", "cutpoint-xtask"];
/// How sources reach files, clocks and the environment.
const OUTSIDE: [&str; 8] =
    ["std::fs", "std::env", "std::net", "std::process", "Instant", "SystemTime", "File::", "std::io"];

fn metadata() -> Metadata {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let mut command = MetadataCommand::new();
    command.manifest_path(manifest).no_deps().other_options(["--offline".to_owned()]);
    command.exec().expect("cargo describes the workspace")
}

fn members(metadata: &Metadata) -> Vec<&Package> {
    metadata.workspace_packages()
}

/// The short name that code uses: `cutpoint-ir` is `ir`.
fn short(package: &str) -> &str {
    package.strip_prefix("cutpoint-").unwrap_or(package)
}

fn allowed(package: &str) -> Option<&'static [&'static str]> {
    LAYERS.iter().find(|(name, _)| *name == package).map(|(_, uses)| *uses)
}

/// Everything wrong with the edges of the workspace.
fn wrong_edges(metadata: &Metadata) -> Vec<String> {
    let names: BTreeSet<&str> = members(metadata).iter().map(|package| package.name.as_str()).collect();
    let mut wrong = Vec::new();
    for package in members(metadata) {
        let name = package.name.as_str();
        let Some(uses) = allowed(name) else {
            wrong.push(format!("{name} has no line in the table of layers"));
            continue;
        };
        for dependency in &package.dependencies {
            let development = dependency.kind == DependencyKind::Development;
            let used = dependency.name.as_str();
            if names.contains(used) && !development && !uses.contains(&short(used)) {
                wrong.push(format!("{name} must not use {used}"));
            }
            if DEVELOPMENT_ONLY.contains(&used) && !development && !DEVELOPMENT_ONLY.contains(&name) {
                wrong.push(format!("{name} uses {used}, which is for tests"));
            }
            if SERIALISERS.contains(&used) && !development && !SERIALISING.contains(&name) {
                wrong.push(format!("{name} must not serialise, but uses {used}"));
            }
        }
    }
    wrong
}

#[test]
fn crates_use_only_the_layers_below_them() {
    let wrong = wrong_edges(&metadata());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_itself_keeps_the_rules() {
    let is_engine = |name: &&&str| name.starts_with("engine-");
    let is_language = |name: &&&str| name.starts_with("lang-");
    for (name, uses) in LAYERS {
        let name = short(name);
        let concrete = uses.iter().filter(|used| is_engine(used) || is_language(used)).count();
        let names_concrete = ["driver", "testkit"].contains(&name);
        assert!(concrete == 0 || names_concrete, "{name} names a concrete engine or language");
        let mut below =
            LAYERS.iter().take_while(|(other, _)| short(other) != name).map(|(other, _)| short(other));
        let all_below: BTreeSet<&str> = below.by_ref().collect();
        assert!(uses.iter().all(|used| all_below.contains(used)), "the table is not in order at {name}");
    }
}

#[test]
fn every_line_of_the_table_is_a_crate() {
    let metadata = metadata();
    let names: BTreeSet<&str> = members(&metadata).iter().map(|package| package.name.as_str()).collect();
    for (name, _) in LAYERS {
        assert!(names.contains(name), "{name} is in the table but not in the workspace");
    }
}

/// All `.rs` files below a folder, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "rs" => files.push(path),
                Some(_) | None => {}
            }
        }
    }
    files.sort();
    files
}

/// The folder `src` of each member.
fn source_folders(metadata: &Metadata) -> Vec<(String, PathBuf)> {
    let folder = |package: &Package| {
        let manifest = package.manifest_path.as_std_path();
        manifest.parent().expect("a manifest lies in a folder").join("src")
    };
    members(metadata).into_iter().map(|package| (package.name.to_string(), folder(package))).collect()
}

/// The code of a file: comments and the tests at its end are left out.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text[..end].lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

#[test]
fn files_and_clocks_are_left_to_the_command_and_the_tests() {
    let mut found = Vec::new();
    for (name, folder) in source_folders(&metadata()) {
        if ADAPTERS.contains(&name.as_str()) {
            continue;
        }
        for path in sources(&folder).into_iter().filter(|path| !is_test(path)) {
            let text = std::fs::read_to_string(&path).expect("a readable source");
            let code = code(&text);
            let outside = OUTSIDE.iter().filter(|&&outside| mentions(&code, outside));
            found.extend(outside.map(|outside| format!("{} mentions {outside}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

fn is_test(path: &Path) -> bool {
    path.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// Whether a path or name stands in the code as a word of its own.
fn mentions(code: &str, wanted: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(wanted).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + wanted.len()..].chars().next();
        !before.is_some_and(is_word) && (wanted.ends_with(':') || !after.is_some_and(is_word))
    })
}

#[test]
fn no_crate_has_unsafe_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("the workspace has a manifest");
    assert!(manifest.contains("unsafe_code = \"forbid\""), "the workspace does not forbid unsafe code");
    for package in members(&metadata()) {
        let text = std::fs::read_to_string(&package.manifest_path).expect("a readable manifest");
        assert!(text.contains("[lints]\nworkspace = true"), "{} has lints of its own", package.name);
    }
}

#[test]
fn every_file_says_what_it_is() {
    let mut silent = Vec::new();
    for (_, folder) in source_folders(&metadata()) {
        for path in sources(&folder) {
            let text = std::fs::read_to_string(&path).expect("a readable source");
            let first = text.lines().next().unwrap_or("");
            if !first.starts_with("//! ") || first.contains("Placeholder") {
                silent.push(path.display().to_string());
            }
        }
    }
    assert!(silent.is_empty(), "files without a header: {silent:#?}");
}

#[test]
fn words_are_found_as_words_only() {
    assert!(mentions("use std::time::{Duration, Instant};", "Instant"));
    assert!(!mentions("struct Instantiated; fn is_instant() {}", "Instant"));
    assert!(mentions("let file = File::open(path);", "File::"));
    assert!(!mentions("SourceFile::new(name, text)", "File::"));
    assert_eq!(code("a\n// std::fs\n#[cfg(test)]\nmod tests {\n std::fs }"), "a");
}
