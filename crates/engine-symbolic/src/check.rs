//! Whether a program has errors, or an open procedure, by following every path.
//!
//! A program whose data are chosen freely (any value of a type) is executed from its beginning; an open procedure is
//! called with unknown inputs, of which a precondition may leave out some. Bounds on paths and inputs are raised round
//! by round: within a small bound an error is found soon, and its trace is short. Where a round cuts nothing, every
//! path was followed to its end, and what holds holds of all inputs. Where the bounds that were asked for still cut
//! something, the answer is unknown, with the bound.
//!
//! A round begins anew: the last one has most of the paths.

use ir::{CheckOp, Op, ProcId, Program};
use verdict::explore::Bound;
use verdict::{
    Answer, Check, CheckCall, Coverage, Covered, Engine, ExploreQuery, Init, Meter, OpenBody, OpenCall,
    OwnStats, PathDetail, Property, Query, QuestionKind, Setting, SolverFigures, Stats, StopReason,
    Unsupported, Verdict, Violation,
};

use crate::engine::{assumptions, starts_no_threads};
use crate::search::{Goal, Search};

/// How deep inputs are by default: as in an exploration.
const DEPTH: u32 = 5;
/// Paths of open procedures are not followed beyond this by default: inputs may be cycles.
const OPEN_STEPS: u64 = 10_000;
const OPEN_CALLS: u32 = 1_000;
/// The bounds of the first round.
const FIRST_DEPTH: u32 = 1;
const FIRST_STEPS: u64 = 1_000;
const FIRST_CALLS: u32 = 64;
/// How much a bound on paths grows from round to round.
const GROWTH: u32 = 4;

/// What a check reads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolicOptions {
    pub init: Init,
    /// Of input objects; by default 5.
    pub max_depth: Option<u32>,
    pub max_objects: Option<u32>,
    /// Of a path; by default 10,000 in an open procedure, and as many as time allows in a closed program.
    pub max_steps: Option<u64>,
    /// Open calls; by default 1,000 in an open procedure, and as many as time allows in a closed program.
    pub max_calls: Option<u32>,
    pub all_errors: bool,
    pub coverage: bool,
}

/// Decides whether programs and open procedures have errors, by symbolic execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolicChecker {
    pub options: SymbolicOptions,
}

impl Engine for SymbolicChecker {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    fn settings(&self, kind: QuestionKind) -> Option<Vec<Setting>> {
        let &SymbolicOptions { init, max_depth, max_objects, max_steps, max_calls, all_errors, coverage } =
            &self.options;
        let number = |bound: Option<u64>| bound.map(|bound| bound.to_string());
        let flag = |is_set: bool| is_set.then(|| "true".to_owned());
        let of_inputs = [
            Setting::new("init", &["init"], init.name().to_owned()),
            Setting::new("depth", &["depth"], max_depth.unwrap_or(DEPTH).to_string()),
            Setting::new("objects", &["objects"], number(max_objects.map(u64::from))),
        ];
        let of_paths = [
            Setting::new("max-steps", &["max-steps"], number(max_steps)),
            Setting::new("max-calls", &["max-calls"], number(max_calls.map(u64::from))),
            Setting::new("all-errors", &["all-errors"], flag(all_errors)),
            Setting::new("coverage", &["coverage"], flag(coverage)),
        ];
        match kind {
            QuestionKind::Errors => Some(of_paths.into()),
            QuestionKind::OpenErrors => Some(of_inputs.into_iter().chain(of_paths).collect()),
            QuestionKind::Formula | QuestionKind::Summaries | QuestionKind::Explore => None,
        }
    }
}

impl Check for SymbolicChecker {
    /// One thread; everything else is refused where it is reached.
    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported> {
        match property {
            Property::NoErrors => match program.second_thread() {
                Some(second) => {
                    let message = format!(
                        "Symbolic execution follows one thread, and the program also starts `{}`.",
                        program.procs[second.proc].name
                    );
                    Err(Unsupported::new(message).at(second.span))
                }
                None => Ok(()),
            },
            Property::Temporal(_) => {
                let message = "The symbolic engine follows paths to their ends, and decides no formulas.";
                Err(Unsupported::new(message))
            }
        }
    }

    fn check(&self, query: &Query<'_>, meter: &Meter<'_>) -> Answer {
        let &Query { program, property, wants_proof: _ } = query;
        if let Err(unsupported) = self.supports(program, property) {
            return Answer::unsupported(unsupported);
        }
        let Some(&thread) = program.threads.first() else { return nothing_starts(program) };
        let goal = Goal::ClosedErrors { all: self.options.all_errors };
        self.decide(program, goal, &[self.of_program(thread)], meter)
    }
}

impl CheckCall for SymbolicChecker {
    fn can_check_call(&self, program: &Program, call: &OpenCall) -> Result<(), Unsupported> {
        let mut begins = call.bodies.iter().map(|body| body.guard.unwrap_or(body.proc));
        begins.try_for_each(|proc| starts_no_threads(program, proc))
    }

    fn check_call(&self, program: &Program, call: &OpenCall, meter: &Meter<'_>) -> Answer {
        if let Err(unsupported) = self.can_check_call(program, call) {
            return Answer::unsupported(unsupported);
        }
        let goal = Goal::OpenErrors { all: self.options.all_errors };
        let queries: Vec<ExploreQuery> = call.bodies.iter().map(|body| self.of_body(body)).collect();
        self.decide(program, goal, &queries, meter)
    }
}

impl SymbolicChecker {
    /// Asks one question after the other: each is about a body of the method, or about the whole program.
    fn decide(&self, program: &Program, goal: Goal, queries: &[ExploreQuery], meter: &Meter<'_>) -> Answer {
        let mut known = Known::new(program);
        let mut n_paths = 0;
        let mut undecided = None;
        for query in queries {
            let mut checking = Checking { program, goal, meter, largest: query, known: &mut known };
            match checking.rounds() {
                Ok(paths) => n_paths += paths,
                Err(reason) => undecided = undecided.or(Some(reason)),
            }
            if known.is_enough {
                break;
            }
        }
        let violations = std::mem::take(&mut known.violations);
        let verdict = match (violations.is_empty(), undecided) {
            (false, _) => Verdict::Violated { violations },
            (true, Some(reason)) => Verdict::Unknown { reason },
            (true, None) => Verdict::Holds { covered: Covered::Paths { paths: n_paths }, proof: None },
        };
        known.answer(program, verdict, self.options.coverage, meter)
    }

    fn of_body(&self, body: &OpenBody) -> ExploreQuery {
        ExploreQuery {
            receiver: body.receiver.clone(),
            precondition: body.guard,
            init: self.options.init,
            max_depth: self.options.max_depth.unwrap_or(DEPTH),
            max_objects: self.options.max_objects,
            max_steps: self.options.max_steps.unwrap_or(OPEN_STEPS),
            max_calls: self.options.max_calls.unwrap_or(OPEN_CALLS),
            detail: PathDetail::Counts,
            ..ExploreQuery::new(body.proc)
        }
    }

    fn of_program(&self, thread: ProcId) -> ExploreQuery {
        ExploreQuery {
            max_steps: self.options.max_steps.unwrap_or(u64::MAX),
            max_calls: self.options.max_calls.unwrap_or(u32::MAX),
            detail: PathDetail::Counts,
            ..ExploreQuery::new(thread)
        }
    }
}

/// A program without a thread. What its initialiser does is left to engines that visit states.
fn nothing_starts(program: &Program) -> Answer {
    if program.init.is_some() {
        return Answer::unsupported(Unsupported::new(
            "Symbolic execution follows the thread of a program, and here is none.",
        ));
    }
    Answer::new(Verdict::Holds { covered: Covered::Paths { paths: 0 }, proof: None }, Stats::default())
}

/// Rounds of a search with larger and larger bounds.
struct Checking<'a> {
    program: &'a Program,
    goal: Goal,
    meter: &'a Meter<'a>,
    /// With the bounds that are not exceeded.
    largest: &'a ExploreQuery,
    known: &'a mut Known,
}

impl Checking<'_> {
    /// How many paths there are, where all were followed; otherwise why not. Violations are noted.
    fn rounds(&mut self) -> Result<u64, StopReason> {
        let mut query = ExploreQuery {
            max_depth: self.largest.max_depth.min(FIRST_DEPTH),
            max_steps: self.largest.max_steps.min(FIRST_STEPS),
            max_calls: self.largest.max_calls.min(FIRST_CALLS),
            ..self.largest.clone()
        };
        loop {
            let mut search = Search::for_goal(self.goal, self.program, &query, self.meter);
            let run = search.run();
            self.known.add(&mut search, self.program);
            run?;
            let cuts = search.executor.account.cuts.iter().map(|cut| cut.bound);
            let n_paths = search.counts.paths;
            match self.raised(&query, cuts.clone()) {
                _ if self.known.is_enough => return Ok(n_paths),
                Some(larger) => {
                    drop(search);
                    query = larger;
                }
                None => {
                    let cut = cuts.min().map(StopReason::PathBound);
                    let unsupported = search.unsupported.into_iter().next();
                    let unsupported = unsupported.map(|path| StopReason::Unsupported(path.construct));
                    return unsupported.or(cut).map_or(Ok(n_paths), Err);
                }
            }
        }
    }

    /// The same with those bounds raised that have cut something, unless all of them are as large as they may be.
    fn raised(&self, query: &ExploreQuery, cuts: impl Iterator<Item = Bound>) -> Option<ExploreQuery> {
        let largest = self.largest;
        let mut larger = query.clone();
        for bound in cuts {
            match bound {
                Bound::Depth(depth) => larger.max_depth = depth.saturating_add(1).min(largest.max_depth),
                Bound::Objects(_) => {}
                Bound::Steps(steps) => {
                    larger.max_steps = steps.saturating_mul(GROWTH.into()).min(largest.max_steps);
                }
                Bound::Calls(calls) => larger.max_calls = calls.saturating_mul(GROWTH).min(largest.max_calls),
            }
        }
        (larger != *query).then_some(larger)
    }
}

/// What all rounds have found, and what they cost.
struct Known {
    violations: Vec<Violation>,
    /// Whether the first violation ends the search.
    is_enough: bool,
    stats: Stats,
    figures: SolverFigures,
    coverage: Coverage,
    assumptions: Vec<String>,
}

impl Known {
    fn new(program: &Program) -> Self {
        Self {
            violations: Vec::new(),
            is_enough: false,
            stats: Stats { workers: 1, ..Stats::default() },
            figures: SolverFigures::default(),
            coverage: Coverage::nothing(program),
            assumptions: Vec::new(),
        }
    }

    fn add(&mut self, search: &mut Search<'_>, program: &Program) {
        for violation in search.violations.drain(..) {
            let is_known = |known: &Violation| known.kind == violation.kind && known.span == violation.span;
            if !self.violations.iter().any(is_known) {
                self.violations.push(violation);
            }
        }
        self.is_enough = search.found_enough();
        self.stats.states += search.counts.paths;
        self.stats.transitions += search.n_instructions;
        self.stats.depth = self.stats.depth.max(search.deepest as u64);
        self.stats.peak_bytes = self.stats.peak_bytes.max(search.bytes());
        self.figures = self.figures.plus(search.executor.logic.figures());
        self.coverage.add(&search.executor.account.coverage(program));
        self.assumptions = match search.goal() {
            Goal::ClosedErrors { .. } => Vec::new(),
            Goal::OpenErrors { .. } | Goal::Paths => assumptions(program, &search.executor),
        };
    }

    fn answer(self, program: &Program, verdict: Verdict, coverage: bool, meter: &Meter<'_>) -> Answer {
        let Self { mut stats, figures, .. } = self;
        stats.peak_bytes = stats.peak_bytes.max(meter.peak_bytes());
        stats.own = OwnStats::Paths(figures);
        let has_asserted = has_asserted(program, &self.coverage);
        let mut answer = Answer::new(verdict, stats);
        answer.advice.extend(answer.stop_reason().and_then(advice).map(str::to_owned));
        Answer {
            assumptions: self.assumptions,
            coverage: coverage.then_some(self.coverage),
            has_asserted: Some(has_asserted),
            ..answer
        }
    }
}

fn has_asserted(program: &Program, coverage: &Coverage) -> bool {
    program.procs.iter_enumerated().any(|(proc, code)| {
        code.blocks.iter_enumerated().any(|(block, code)| {
            code.instrs.iter().enumerate().any(|(index, instr)| {
                matches!(instr.op, Op::Check(CheckOp::Assert { .. }))
                    && coverage.is_reached(proc, block, index)
            })
        })
    })
}

/// What helps where this engine gives up.
fn advice(reason: &StopReason) -> Option<&'static str> {
    match reason {
        StopReason::PathBound(Bound::Depth(_)) => Some("a larger -k admits larger inputs"),
        StopReason::PathBound(Bound::Objects(_)) => Some("a larger -n admits larger inputs"),
        StopReason::PathBound(Bound::Steps(_)) => Some("a larger --max-steps follows longer paths"),
        StopReason::PathBound(Bound::Calls(_)) => Some("a larger --max-calls follows deeper recursion"),
        StopReason::StateLimit(_)
        | StopReason::DepthLimit(_)
        | StopReason::MemoryLimit(_)
        | StopReason::TimeLimit(_)
        | StopReason::WorkLimit(_)
        | StopReason::Superseded
        | StopReason::Interrupted
        | StopReason::PreemptionBound(_)
        | StopReason::DelayBound(_)
        | StopReason::StepTooLong(_)
        | StopReason::StepTooWide(_)
        | StopReason::ObjectTooLarge(_)
        | StopReason::TraceTooLong(_)
        | StopReason::HeapBound { .. }
        | StopReason::Unsupported(_) => None,
    }
}
