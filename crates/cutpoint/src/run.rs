//! `cutpoint run`.

use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use base::{SourceFile, SourceId};
use driver::{Moves, RunEnd, RunRequest, Simulated};
use report::text::{self, LiveTrace};
use report::{RunEnding, RunInput, RunReport};

use crate::args::RunArguments;
use crate::failure::Failure;
use crate::guide::Terminal;
use crate::input::{self, Input};
use crate::output::Output;
use crate::status::{Error, Status};

pub(crate) fn run(arguments: &RunArguments, output: &Output) -> Result<Status, Failure> {
    let mut input = match &arguments.start {
        // A program without threads has no executions of its own.
        Some(_) => input::load(&arguments.input, output)?,
        None => input::load_to_execute(&arguments.input, output)?,
    };
    let start = arguments.start.as_deref().map(|path| add_start(path, &mut input, output)).transpose()?;
    let seed = (!arguments.interactive).then(|| arguments.seed.unwrap_or_else(any_seed));
    let simulated = match seed {
        Some(seed) => simulate(&input, start, arguments, output, Moves::Random { seed })?,
        None => {
            let trace = LiveTrace::new(&input.sources, output.error_options(), input.language.name());
            let mut terminal = Terminal::new(io::stdin().lock(), trace);
            simulate(&input, start, arguments, output, Moves::Guided(&mut terminal))?
        }
    };
    let Simulated { execution, end, printed } = &simulated;
    let report = RunReport::new(&RunInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        seed,
        ending: ending(end),
        execution,
        output: printed.output(),
        errors: printed.errors(),
        warnings: &input.warnings,
    });
    output.document(&report, &input.sources, false)?;
    Ok(status(end))
}

/// Reads the file of a start; it becomes one of the sources.
fn add_start(path: &Path, input: &mut Input, output: &Output) -> Result<SourceId, Failure> {
    output.check_target(path)?;
    let (name, text) = input::read_other(path, "start")?;
    Ok(input.sources.add(SourceFile::new(name, text)))
}

fn simulate(
    input: &Input,
    start: Option<SourceId>,
    arguments: &RunArguments,
    output: &Output,
    moves: Moves<'_>,
) -> Result<Simulated, Failure> {
    let Input { program, sources, .. } = input;
    let request = RunRequest { max_moves: arguments.moves, detail: output.detail() };
    match start {
        None => Ok(driver::simulate(program, request, moves)),
        Some(start) => driver::simulate_from(program, start, sources, request, moves)
            .map_err(|diagnostics| Failure::Input { diagnostics, sources: sources.clone() }),
    }
}

/// A seed that differs from run to run, short enough to be typed again.
fn any_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (u64::from(time.subsec_nanos()) ^ u64::from(std::process::id())) % 1_000_000
}

fn ending(end: &RunEnd) -> RunEnding<'_> {
    match end {
        RunEnd::Finished => RunEnding::Finished,
        RunEnd::Violated(violation) => RunEnding::Violated(violation),
        RunEnd::Discarded => RunEnding::Discarded,
        RunEnd::MoveLimit(moves) => {
            let moves = text::thousands(*moves);
            RunEnding::Stopped { message: format!("the limit of {moves} moves was reached (--moves)") }
        }
        RunEnd::Undecided => RunEnding::Stopped { message: "no further move was chosen".to_owned() },
        RunEnd::GaveUp(reason) => RunEnding::Stopped { message: reason.to_string() },
    }
}

fn status(end: &RunEnd) -> Status {
    match end {
        RunEnd::Finished | RunEnd::Discarded | RunEnd::MoveLimit(_) | RunEnd::Undecided => Status::Done,
        RunEnd::Violated(violation) => Status::Violated(Error::of(&violation.kind)),
        RunEnd::GaveUp(_) => Status::Unknown,
    }
}
