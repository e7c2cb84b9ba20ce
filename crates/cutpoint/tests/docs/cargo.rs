//! Commands that build, install or test: whether there is what they name.

use crate::root;

/// Whether these arguments of cargo name things of the workspace.
pub(crate) fn exists(arguments: &[&str]) -> Result<(), String> {
    let is_wrong = || format!("there is no such command: cargo {}", arguments.join(" "));
    match arguments {
        ["build" | "test" | "install" | "xtask", options @ ..] => named_exist(options),
        [alias, ..] if has_alias(alias) => Ok(()),
        _ => Err(is_wrong()),
    }
}

fn has_alias(name: &str) -> bool {
    let config = std::fs::read_to_string(root().join(".cargo/config.toml")).unwrap_or_default();
    config.lines().any(|line| line.split('=').next().is_some_and(|key| key.trim() == name))
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
