//! Running the command in the folder of the models, and folders for what it writes.

#![allow(dead_code, reason = "each test binary uses its part")]

#[cfg(target_os = "linux")]
pub(crate) mod signals;

use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, OutputAssert};

/// The command with these arguments, separated by spaces.
pub(crate) fn cutpoint(arguments: &str) -> Command {
    Command::new(snapbox::cmd::cargo_bin!("cutpoint"))
        .args(arguments.split_whitespace())
        .current_dir(models())
        .env_remove("RUST_BACKTRACE")
        .env_remove("CLICOLOR_FORCE")
}

/// Runs it and checks the exit status.
pub(crate) fn run(arguments: &str, status: i32) -> OutputAssert {
    cutpoint(arguments).assert().code(status)
}

pub(crate) fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).expect("the output is text")
}

/// The output without what depends on the machine, or on how an engine stores its states.
pub(crate) fn without_measures(output: &OutputAssert) -> String {
    let measures = ["\"seconds\"", "_per_second\"", "_bytes\"", "  time ", " per second ", " memory "];
    let lines = stdout(output);
    let kept = lines.lines().filter(|line| !measures.iter().any(|measure| line.contains(measure)));
    kept.map(|line| format!("{line}\n")).collect()
}

pub(crate) fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

/// A fresh folder of this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}
