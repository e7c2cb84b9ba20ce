//! `cutpoint run`.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use driver::{Moves, RunEnd, RunRequest, Simulated};
use report::text::{self, LiveTrace};
use report::{RunEnding, RunInput, RunReport};

use crate::args::RunArguments;
use crate::failure::Failure;
use crate::guide::Terminal;
use crate::input;
use crate::output::Output;
use crate::status::{Error, Status};

pub(crate) fn run(arguments: &RunArguments, output: &Output) -> Result<Status, Failure> {
    let input = input::load_to_execute(&arguments.input, output)?;
    let request = RunRequest { max_moves: arguments.moves, detail: output.detail() };
    let seed = (!arguments.interactive).then(|| arguments.seed.unwrap_or_else(any_seed));
    let simulated = match seed {
        Some(seed) => driver::simulate(&input.program, request, Moves::Random { seed }),
        None => {
            let trace = LiveTrace::new(&input.sources, output.error_options(), input.language.name());
            let mut terminal = Terminal::new(io::stdin().lock(), trace);
            driver::simulate(&input.program, request, Moves::Guided(&mut terminal))
        }
    };
    let Simulated { execution, end } = &simulated;
    let report = RunReport::new(&RunInput {
        sources: &input.sources,
        file: &input.name,
        language: input.language.name(),
        seed,
        ending: ending(end),
        execution,
        warnings: &input.warnings,
    });
    output.document(&report, &input.sources, false)?;
    Ok(status(end))
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
