//! The command `cutpoint`.
//!
//! Here are arguments, files, clocks, progress lines and exit statuses; all thinking is done in `driver`, all rendering
//! in `report`.
//!
//! - [`args`], [`units`]: the command line;
//! - [`input`], [`output`]: files and streams; [`progress`], [`signals`]: the clock, interruption and the progress
//!   line; [`memory`], [`guard`]: limits on the whole process;
//! - [`ask`]: asking engines; [`check`], [`ltl`], [`summarize`], [`mod@explore`],
//!   [`automaton`], [`certify`], [`run`] with [`guide`],
//!   [`qbf`], [`listing`], [`explain`], [`generate`]: the subcommands;
//! - [`properties`]: formulas, what is expected of them, and what that means for the exit status;
//! - [`failure`], [`status`], [`codes`]: how it ends when it does not end well.

mod args;
mod ask;
mod automaton;
mod certify;
mod check;
mod codes;
mod explain;
mod explore;
mod failure;
mod files;
mod generate;
mod guard;
mod guide;
mod input;
mod java;
mod kinds;
mod listing;
mod ltl;
mod memory;
mod output;
mod progress;
mod properties;
mod qbf;
mod run;
mod signals;
mod status;
mod summarize;
mod temporary;
mod test_files;
mod units;

use std::panic;
use std::process::ExitCode;
use std::thread;

use crate::args::{Arguments, Command};
use crate::output::Output;
use crate::status::{ExitCodes, Status};

/// Reading and evaluating nested programs recurses to bounded depths; this is room for all of them. Only what is used
/// is ever touched.
const STACK_BYTES: usize = 64 << 20;

fn main() -> ExitCode {
    progress::start_clock();
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    let exit_codes = arguments.exit_codes();
    panic::set_hook(Box::new(failure::report_panic));
    ExitCode::from(exit_codes.code(fenced(move || execute(&arguments))))
}

/// Works on a thread with a large stack. The thread is also the fence around panics: one that panicked gives an error
/// when it is joined, and the hook has reported it.
fn fenced(work: impl FnOnce() -> Status + Send + 'static) -> Status {
    let worker = thread::Builder::new().name("cutpoint".to_owned()).stack_size(STACK_BYTES);
    match worker.spawn(work) {
        Ok(handle) => handle.join().unwrap_or(Status::Internal),
        Err(error) => {
            output::complain(&format!("error: no thread could be started: {error}\n"));
            Status::Internal
        }
    }
}

/// Prints help, the version, or what is wrong with the command line.
fn refuse(error: &clap::Error) -> ExitCode {
    // Nothing can be done if even this cannot be written.
    let _ = error.print();
    let status = if error.use_stderr() { Status::BadInput } else { Status::Done };
    ExitCode::from(ExitCodes::from_raw(std::env::args_os()).code(status))
}

fn execute(arguments: &Arguments) -> Status {
    let output = Output::new(&arguments.common, arguments.trace().map(Into::into));
    let result = match &arguments.command {
        Command::Check(check) => check::check(check, &output),
        Command::Summarize(summarize) => summarize::summarize(summarize, &output),
        Command::Explore(arguments) => explore::explore(arguments, &output),
        Command::Certify(certify) => certify::certify(certify, &output),
        Command::Run(run) => run::run(run, &output),
        Command::Ltl(arguments) => ltl::ltl(arguments, &output),
        Command::Automaton(arguments) => automaton::automaton(arguments, &output),
        Command::Qbf(arguments) => qbf::qbf(arguments, &output),
        Command::Ir(ir) => listing::listing(ir, &output),
        Command::Explain(explain) => explain::explain(explain, &output),
        Command::Completions { shell } => generate::completions(*shell, &output),
        Command::Man => generate::man(&output),
    };
    match result {
        Ok(status) => status,
        Err(failure) => failure.report(&output),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(fenced(|| Status::Holds), Status::Holds);
        assert_eq!(fenced(|| panic!("an invariant is broken")), Status::Internal);
    }
}
