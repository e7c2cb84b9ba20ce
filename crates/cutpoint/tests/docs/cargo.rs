//! Commands that build, install or test: whether there is what they name.

use crate::root;

/// Whether these arguments of cargo name things of the workspace.
pub(crate) fn exists(arguments: &[&str]) -> Result<(), String> {
    let is_wrong = || format!("there is no such command: cargo {}", arguments.join(" "));
    match arguments {
        ["build" | "test" | "install", options @ ..] => named_exist(options),
        ["xtask", "bench", name, ..] if root().join(format!("benches/{name}.rs")).is_file() => Ok(()),
        ["xtask", chore, ..] if *chore != "bench" && has_chore(chore) => Ok(()),
        _ => Err(is_wrong()),
    }
}

/// Whether `cargo xtask` has a chore of this name: a variant of the enumeration of its chores.
fn has_chore(name: &str) -> bool {
    let source = std::fs::read_to_string(root().join("crates/xtask/src/main.rs")).unwrap_or_default();
    let chores = source.split_once("enum Chore {").and_then(|(_, rest)| rest.split_once("\n}"));
    let is_chore = |line: &str| line.trim().to_lowercase().split(['(', ',']).next() == Some(name);
    chores.is_some_and(|(chores, _)| chores.lines().any(is_chore))
}

/// Packages, paths and test files.
fn named_exist(options: &[&str]) -> Result<(), String> {
    let mut package = String::new();
    for pair in options.windows(2) {
        let found = match pair {
            ["-p", name] => {
                package = format!("crates/{}", name.trim_start_matches("cutpoint-"));
                root().join(&package).join("Cargo.toml").is_file()
            }
            ["--path", path] => root().join(path).join("Cargo.toml").is_file(),
            ["--test", name] => {
                let tests = root().join(&package).join("tests");
                tests.join(format!("{name}.rs")).is_file() || tests.join(name).join("main.rs").is_file()
            }
            _ => true,
        };
        if !found {
            return Err(format!("there is no `{}`", pair.join(" ")));
        }
    }
    Ok(())
}
