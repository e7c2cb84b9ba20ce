//! `cutpoint qbf`: whether a quantified Boolean formula is true.

use base::SourceFile;
use driver::{CheckProgress, Decided, LoadedFormula, Truth};
use report::{QbfAnswer, QbfFigures, QbfReport};
use verdict::Limits;

use crate::args::QbfArguments;
use crate::failure::Failure;
use crate::guard::{Guard, Orders};
use crate::input;
use crate::output::Output;
use crate::progress::Monitor;
use crate::status::{ExitCodes, Status};

pub(crate) fn qbf(arguments: &QbfArguments, output: &Output) -> Result<Status, Failure> {
    output.spares(&arguments.file, "the formula itself")?;
    let guard = Guard::start(Orders {
        limits: Limits::default(),
        timeout: arguments.timeout,
        name: input::shown_name(&arguments.file),
        output: output.clone(),
        unknown: ExitCodes::default().code(Status::Unknown),
    });
    let (name, text) = input::read_other(&arguments.file, "formula")?;
    let LoadedFormula { sources, formula, diagnostics } =
        driver::load_formula(SourceFile::new(name.clone(), text));
    let Some(formula) = formula else {
        return Err(Failure::Input { diagnostics, sources });
    };
    // There is no line to show: rounds say nothing of how many are to come.
    let monitor = Monitor::new(arguments.timeout, false, false).observed_by(&guard);
    monitor.begins("QBF");
    let Decided { truth, stats } = driver::decide_formula(&formula, &monitor);
    let (answer, outer, status) = match truth {
        Truth::True { outer } => (QbfAnswer::True, outer, Status::Holds),
        Truth::False { outer } => (QbfAnswer::False, outer, Status::False),
        Truth::Unknown => {
            let status = monitor.interrupted_by().map_or(Status::Unknown, Status::Interrupted);
            (QbfAnswer::Unknown, None, status)
        }
    };
    guard.dismiss();
    let driver::QbfStats { rounds, sat_calls, conflicts, nodes } = stats;
    let report = QbfReport::new(&name, answer, outer, QbfFigures { rounds, sat_calls, conflicts, nodes });
    output.document(&report, &sources, arguments.stats)?;
    Ok(status)
}
