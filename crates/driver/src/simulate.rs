//! One execution: random with a seed, or guided by the caller.

use base::{Diagnostic, SourceId, SourceMap, Span};
use interp::{Alternatives, Detail, Printed, Random, SimulationEnd, Simulator, Target};
use ir::{Program, Type, Value};
use verdict::{Execution, Moment, Snapshot, StopReason, Violation};

use crate::guided::Guided;

/// How to run a program once.
#[derive(Clone, Copy, Debug)]
pub struct RunRequest {
    /// The most moves that are made.
    pub max_moves: u64,
    /// How much is shown of each statement.
    pub detail: Detail,
}

/// Who decides what the program leaves open.
pub enum Moves<'a> {
    /// Equal seeds give equal executions.
    Random {
        seed: u64,
    },
    Guided(&'a mut dyn Guide),
}

/// What a guide answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish<T> {
    Take(T),
    /// Undo the last move; inside a move, choose another one.
    Back,
    /// End the execution.
    Stop,
}

/// Decides as an execution goes on. `state` gives the state before the next move.
pub trait Guide {
    /// Statements that were just executed.
    fn see(&mut self, moments: &[Moment]);
    /// The execution has gone back to where so many moves were made; `None`: it was at its beginning, and still is.
    fn went_back(&mut self, n_moves: Option<usize>);
    /// Which of these moves is made. There is at least one.
    fn choose_move(&mut self, moves: &[Move<'_>], state: &dyn Fn() -> Snapshot) -> Wish<usize>;
    /// Which item is taken, of two or more.
    fn choose_item(&mut self, menu: &Menu<'_>, state: &dyn Fn() -> Snapshot) -> Wish<u64>;
}

/// A thread that may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move<'a> {
    /// The thread's number; `None` is the initialisation.
    pub thread: Option<u32>,
    pub proc: &'a str,
    /// What it does next.
    pub span: Option<Span>,
    /// That is to return from the procedure.
    pub returns: bool,
}

/// The alternatives of a choice, named one by one: there may be too many for a list.
#[derive(Clone, Copy, Debug)]
pub struct Menu<'a> {
    pub(crate) program: &'a Program,
    pub(crate) alternatives: &'a Alternatives<'a>,
}

/// An alternative: a value, or a place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MenuItem {
    Value(String),
    /// A join of a select.
    Join(Option<Span>),
    /// A way to go on.
    Branch,
}

impl Menu<'_> {
    /// At most 2^64.
    pub fn count(&self) -> u128 {
        self.alternatives.count()
    }

    pub fn item(&self, index: u64) -> MenuItem {
        match *self.alternatives {
            Alternatives::Targets(_) => MenuItem::Branch,
            Alternatives::Joins { all, open } => {
                let join = open.get(index as usize).and_then(|&join| all.get(join));
                MenuItem::Join(join.and_then(|join| join.span))
            }
            Alternatives::Enum { of, .. } => {
                let constant = self.program.enums[of].constants.get(index as usize);
                MenuItem::Value(constant.cloned().unwrap_or_default())
            }
            Alternatives::Any { ty: Type::Enum(of), .. } => {
                let constant = self.program.enums[of].constants.get(index as usize);
                MenuItem::Value(constant.cloned().unwrap_or_default())
            }
            Alternatives::Any { ty: Type::Int(int), .. } => {
                MenuItem::Value((int.bounds().0 + i128::from(index)).to_string())
            }
            Alternatives::References(targets) => MenuItem::Value(match targets.get(index as usize) {
                Some(&Target::New(class)) => format!("new {}", self.program.classes[class].name),
                Some(Target::Null | Target::Known(_)) | None => self.value(index),
            }),
            Alternatives::Bool
            | Alternatives::Range { .. }
            | Alternatives::Elements(_)
            | Alternatives::Any { .. } => MenuItem::Value(self.value(index)),
        }
    }

    fn value(&self, index: u64) -> String {
        let value = self.alternatives.value(index);
        value.map(|value| value_text(self.program, value)).unwrap_or_default()
    }
}

fn value_text(program: &Program, value: Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Real(real) => real.get().to_string(),
        Value::Decimal(decimal) => decimal.to_string(),
        Value::String(text) => program.quoted(text),
        // Objects are shown by numbers from 1, here as in traces.
        Value::Ref(object) => format!("object #{}", base::Id::index(object) + 1),
    }
}

/// An execution and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulated {
    pub execution: Execution,
    pub end: RunEnd,
    /// What the program has written to its output.
    pub printed: Printed,
}

/// Why an execution went no further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    Finished,
    Violated(Violation),
    /// An assumption was false.
    Discarded,
    /// So many moves were made.
    MoveLimit(u64),
    /// The guide had enough.
    Undecided,
    GaveUp(StopReason),
}

/// Runs a verified program once.
pub fn simulate(program: &Program, request: RunRequest, moves: Moves<'_>) -> Simulated {
    simulate_with(Simulator::new(program, request.detail), request, moves)
}

/// Reads the text of a start ([`verdict::start`]), a file of the sources of the program, and runs the program once from
/// there.
///
/// # Errors
///
/// If the text is wrong, or the program cannot begin as it says.
pub fn simulate_from(
    program: &Program,
    start: SourceId,
    sources: &SourceMap,
    request: RunRequest,
    moves: Moves<'_>,
) -> Result<Simulated, Vec<Diagnostic>> {
    let given = verdict::start::read(program, start, sources.file(start).text())?;
    let simulator = Simulator::from_start(program, given.into(), request.detail)
        .map_err(|unfit| vec![Diagnostic::error(&verdict::start::codes::UNFIT_START, unfit.to_string())])?;
    Ok(simulate_with(simulator, request, moves))
}

fn simulate_with(mut simulator: Simulator<'_>, request: RunRequest, moves: Moves<'_>) -> Simulated {
    match moves {
        Moves::Random { seed } => {
            let mut moments = Vec::new();
            let end = simulator.run(&mut Random::new(seed), request.max_moves, |moment| moments.push(moment));
            finish(&simulator, moments, end)
        }
        Moves::Guided(guide) => Guided::new(simulator, request, guide).run(),
    }
}

pub(crate) fn finish(simulator: &Simulator<'_>, moments: Vec<Moment>, end: SimulationEnd) -> Simulated {
    let end = match end {
        SimulationEnd::Finished => RunEnd::Finished,
        SimulationEnd::Violation { kind, span } => {
            RunEnd::Violated(Violation { kind, span, witness: simulator.trace().clone().into() })
        }
        SimulationEnd::Pruned => RunEnd::Discarded,
        SimulationEnd::StepLimit(moves) => RunEnd::MoveLimit(moves),
        SimulationEnd::Undecided => RunEnd::Undecided,
        SimulationEnd::GaveUp(reason) => RunEnd::GaveUp(reason),
    };
    Simulated {
        execution: Execution {
            inputs: simulator.inputs().cloned(),
            moments,
            loop_start: None,
            last: simulator.snapshot(),
            word: None,
        },
        end,
        printed: simulator.printed().clone(),
    }
}
