//! Commands that chores run, from the root of the repository.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a chore ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command, and why it could not start.
    NotStarted(String, std::io::Error),
    /// The command, which ended without success.
    Failed(String),
    /// What a chore needs and does not find.
    Missing(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NotStarted(command, error) => write!(f, "`{command}` does not start: {error}"),
            Failure::Failed(command) => write!(f, "`{command}` failed"),
            Failure::Missing(what) => write!(f, "{what}"),
        }
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates lie two levels down").to_owned()
}

/// `cargo` with these arguments, which are separated by spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).current_dir(root());
    command
}

/// The command as one line.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Shows a command, runs it, and waits for its end.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    println!("$ {}", line(command));
    let status = command.status().map_err(|error| Failure::NotStarted(line(command), error))?;
    if status.success() { Ok(()) } else { Err(Failure::Failed(line(command))) }
}

/// Runs a command that shows nothing if it succeeds.
pub(crate) fn run_quietly(command: &mut Command) -> Result<(), Failure> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.output().map_err(|error| Failure::NotStarted(name.clone(), error))?;
    if output.status.success() {
        return Ok(());
    }
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    Err(Failure::Failed(name))
}

/// What a command prints, if it starts and succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
