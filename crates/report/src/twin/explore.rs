//! The report on the paths of an open procedure.
//!
//! - [`condition`]: conditions as graphs, and as text;
//! - [`heap`]: heaps before and after a path;
//! - [`path`]: one path, its example, and what is true before and after it.

pub mod condition;
pub mod heap;
pub mod path;

use std::collections::BTreeMap;
use std::time::Duration;

use base::SourceMap;
use ir::{ClassId, Program};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use verdict::explore::Bound;
use verdict::{StopReason, Tick};

use self::path::{ExploredPath, Outcome, Outcomes};
use crate::SCHEMA_VERSION;
use crate::twin::coverage::Coverage;
use crate::twin::diagnostics::Diagnostic;
use crate::twin::location::{Location, statement_text};
use crate::twin::question::OpenCall;
use crate::twin::stats::Limits;
use crate::twin::verdict::Reason;

/// The paths of a procedure whose inputs are unknown, each with the inputs that take it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Explore report")]
pub struct ExploreReport {
    pub schema_version: u32,
    pub file: String,
    pub language: String,
    /// The method or procedure.
    pub method: String,
    /// The place of its first body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The exact classes that its receiver may have; empty if it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receiver: Vec<String>,
    /// Only inputs count of which these methods are true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preconditions: Vec<String>,
    pub engine: String,
    /// How it was explored, by the names of the options.
    pub options: BTreeMap<String, String>,
    pub limits: Limits,
    pub counts: Counts,
    /// Whether every path is there, for all inputs: nothing was cut, and no limit was reached.
    pub complete: bool,
    /// What is missing, one sentence for each reason; empty if the exploration is complete.
    pub missing: Vec<String>,
    /// Why the run ended before every path was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Reason>,
    /// The classes that input objects may have.
    pub world: Vec<String>,
    /// What the answer takes for granted beyond the meaning of the program, one sentence each.
    pub assumptions: Vec<String>,
    /// Outcomes of branches, and procedures entered: what paths refer to by index.
    pub outcomes: Vec<Outcome>,
    /// In the order of the search; empty if only counts were asked for.
    pub paths: Vec<ExploredPath>,
    /// The paths above are some of those that were found, with their numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
    /// What no path went through, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// The tests that were written, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<Tests>,
    /// Where bounds removed heaps or the rest of a path.
    pub cuts: Vec<Cut>,
    /// Where paths were given up.
    pub unsupported: Vec<UnsupportedPath>,
    pub stats: ExploreStats,
    /// The most bytes that the process held, where the system counts them and statistics were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_resident_bytes: Option<u64>,
    pub warnings: Vec<Diagnostic>,
}

/// How many there are of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// Ends that the machine reaches, without those that are pruned or cut.
    pub paths: u64,
    /// Different control-flow paths among them: the same number under every machine.
    pub control_paths: u64,
    /// Of `paths`, those that return.
    pub returns: u64,
    /// Of `paths`, those that end with an assertion, a fault or an exception.
    pub throws: u64,
    /// Different pairs of a path so far and an instruction at which a bound removed a heap.
    pub cut: u64,
    /// Ends at an `assume` that discards them.
    pub pruned: u64,
    /// Heaps that lead to all paths together, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<u128>,
    /// Counting heaps ended at a limit: there are at least so many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heaps_is_lower_bound: bool,
}

/// A set of paths that covers every branch and every error that all paths cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cover {
    /// The number of paths that were found.
    pub of: u64,
    /// What they cover: branches, and errors at a place.
    pub goals: u64,
    /// No smaller set covers as much; otherwise that was not decided.
    pub smallest: bool,
}

/// Files that were written, with tests of the paths.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tests {
    pub directory: String,
    pub files: Vec<TestFile>,
    /// Paths without a test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<UntestedPath>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TestFile {
    /// Its path in the directory.
    pub file: String,
    /// The numbers of the paths that it tests.
    pub paths: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UntestedPath {
    pub path: usize,
    pub reason: String,
}

/// A place of a path at which a bound removed some heaps, or the rest of the path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cut {
    /// `depth`, `objects`, `steps` or `calls`.
    pub bound: BoundKind,
    pub at_most: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The statement there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// The path so far, by indices of `outcomes`; empty if only counts were asked for.
    pub outcomes: Vec<usize>,
}

/// What bounds a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoundKind {
    /// The depth of input objects.
    Depth,
    /// Input objects of one class.
    Objects,
    /// Instructions of a path.
    Steps,
    /// Open calls.
    Calls,
}

/// A path that ends at an instruction that is not supported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UnsupportedPath {
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The path so far, by indices of `outcomes`; empty if only counts were asked for.
    pub outcomes: Vec<usize>,
}

/// What the exploration cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExploreStats {
    pub seconds: f64,
    /// Instructions executed.
    pub instructions: u64,
    /// The most choices that were open at once.
    pub depth: u64,
    pub peak_bytes: u64,
    pub solver: SolverFigures,
}

/// What was asked of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolverFigures {
    /// Questions whether a condition can be true.
    pub checks: u64,
    /// Of these, answered by the form of the condition.
    pub by_structure: u64,
    /// Answered by a model that an earlier question found.
    pub by_model: u64,
    /// Answered by the solver: it can be true.
    pub satisfiable: u64,
    /// Answered by the solver: it cannot.
    pub unsatisfiable: u64,
    /// The solver gave up.
    pub unknown: u64,
    /// Nodes of the graph of conditions at the end.
    pub nodes: u64,
}

/// What a report on an exploration is made from.
#[derive(Clone, Copy, Debug)]
pub struct ExploreInput<'a> {
    pub sources: &'a SourceMap,
    pub file: &'a str,
    pub language: &'a str,
    pub program: &'a Program,
    pub call: &'a verdict::OpenCall,
    /// One question for each body of the method.
    pub queries: &'a [verdict::ExploreQuery],
    pub limits: verdict::Limits,
    pub timeout: Option<Duration>,
    pub engine: &'a str,
    pub exploration: &'a verdict::Exploration,
    /// Examples that were dropped because a limit came before they were replayed.
    pub dropped_examples: u64,
    /// The paths to show, by their indices, if not all are shown.
    pub cover: Option<(&'a [usize], Cover)>,
    pub uncovered: Option<&'a verdict::Uncovered>,
    pub peak_resident_bytes: Option<u64>,
    pub warnings: &'a [base::Diagnostic],
}

impl ExploreReport {
    pub fn new(input: &ExploreInput<'_>) -> Self {
        let ExploreInput { sources, program, queries, exploration, .. } = *input;
        let query = &queries[0];
        let mut outcomes = Outcomes::new(program, sources);
        let is_shown = |index: usize| input.cover.is_none_or(|(shown, _)| shown.contains(&index));
        let paths = exploration.paths.iter().enumerate().filter(|(index, _)| is_shown(*index));
        let paths = paths.map(|(index, path)| ExploredPath::of(index + 1, path, &mut outcomes)).collect();
        let cuts = exploration.cuts.iter().map(|cut| Cut::of(cut, &mut outcomes)).collect();
        let unsupported = exploration.unsupported.iter();
        let unsupported = unsupported.map(|path| UnsupportedPath::of(path, &mut outcomes)).collect();
        let names = |classes: &[ClassId]| -> Vec<String> {
            classes.iter().map(|&class| program.classes[class].name.clone()).collect()
        };
        let settings = query.settings().into_iter();
        let call = OpenCall::of(input.call);
        Self {
            schema_version: SCHEMA_VERSION,
            file: input.file.to_owned(),
            language: input.language.to_owned(),
            method: call.method,
            preconditions: call.preconditions,
            location: program.procs[query.entry].span.map(|span| Location::of(span, sources)),
            receiver: queries
                .iter()
                .flat_map(|query| names(query.receiver.as_deref().unwrap_or_default()))
                .collect(),
            engine: input.engine.to_owned(),
            options: settings.filter_map(|setting| Some((setting.name.to_owned(), setting.value?))).collect(),
            limits: Limits::of(input.limits, input.timeout),
            counts: Counts::of(&exploration.counts),
            complete: exploration.is_complete(),
            missing: missing(input),
            stop: exploration.stop.as_ref().map(|reason| Reason::of(reason, None, sources)),
            world: names(&exploration.world),
            assumptions: exploration.assumptions.clone(),
            outcomes: outcomes.listed,
            paths,
            cover: input.cover.map(|(_, cover)| cover),
            coverage: input.uncovered.map(|uncovered| Coverage::of(uncovered, sources)),
            tests: None,
            cuts,
            unsupported,
            stats: ExploreStats::of(&exploration.stats, &exploration.solver),
            peak_resident_bytes: input.peak_resident_bytes,
            warnings: Diagnostic::all(input.warnings, sources),
        }
    }
}

impl ExploreReport {
    /// The report of a run that had to be ended while its engine was at work: no more than how far it was.
    pub fn ended(self, engine: &str, reason: &StopReason, tick: Tick, time: Duration) -> Self {
        let Tick { states, transitions, frontier: _, depth: _, bytes } = tick;
        let advice = reason.general_advice().map(|advice| format!("; {advice}")).unwrap_or_default();
        Self {
            engine: engine.to_owned(),
            counts: Counts { paths: states, ..self.counts },
            complete: false,
            missing: vec![format!("{reason} before the paths could be written{advice}")],
            stop: Some(Reason::of(reason, None, &SourceMap::new())),
            stats: ExploreStats {
                seconds: time.as_secs_f64(),
                instructions: transitions,
                peak_bytes: bytes,
                ..self.stats
            },
            ..self
        }
    }
}

/// What is not in the answer, and why, with what helps.
fn missing(input: &ExploreInput<'_>) -> Vec<String> {
    let ExploreInput { exploration, queries, .. } = *input;
    let mut missing: Vec<String> = cut_sentences(&exploration.cuts);
    for path in &exploration.unsupported {
        missing.push(format!("paths end where something is not supported: {}", path.construct.message));
    }
    if let (true, Some(most)) = (exploration.reached_max_paths, queries[0].max_paths) {
        missing
            .push(format!("the search ended after {}; a larger --max-paths goes on", counted(most, "path")));
    }
    if let Some(reason) = &exploration.stop {
        let advice = reason.general_advice().map(|advice| format!("; {advice}")).unwrap_or_default();
        missing.push(format!("{reason}{advice}"));
    }
    if input.dropped_examples > 0 {
        let dropped = counted(input.dropped_examples, "path");
        missing.push(format!("{dropped} have no example: the limit was reached before it was replayed"));
    }
    missing
}

/// One sentence for each bound that cut something.
fn cut_sentences(cuts: &[verdict::explore::Cut]) -> Vec<String> {
    let mut by_bound: BTreeMap<Bound, u64> = BTreeMap::new();
    for cut in cuts {
        *by_bound.entry(cut.bound).or_default() += 1;
    }
    let sentence = |(bound, places): (Bound, u64)| {
        let places = counted(places, "place");
        match bound {
            Bound::Depth(depth) => {
                format!(
                    "bounded at k = {depth} at {places} of paths: no longer chains of inputs; -k bounds them"
                )
            }
            Bound::Objects(objects) => {
                format!(
                    "bounded at n = {objects} at {places} of paths: no more inputs of a class; -n bounds them"
                )
            }
            Bound::Steps(steps) => {
                format!("bounded at {steps} instructions at {places} of paths; --max-steps bounds them")
            }
            Bound::Calls(calls) => {
                format!("bounded at {calls} open calls at {places} of paths; --max-calls bounds them")
            }
        }
    };
    by_bound.into_iter().map(sentence).collect()
}

fn counted(number: u64, noun: &str) -> String {
    crate::text::counted(number, noun)
}

impl Tests {
    pub fn of(directory: String, written: &verdict::explore::WrittenTests) -> Self {
        let verdict::explore::WrittenTests { files, left_out } = written;
        let file = |file: &verdict::explore::TestFile| TestFile {
            file: file.name.clone(),
            paths: file.paths.clone(),
        };
        let untested = |path: &verdict::explore::UntestedPath| UntestedPath {
            path: path.path,
            reason: path.reason.clone(),
        };
        Self {
            directory,
            files: files.iter().map(file).collect(),
            left_out: left_out.iter().map(untested).collect(),
        }
    }
}

impl Counts {
    fn of(counts: &verdict::PathCounts) -> Self {
        let &verdict::PathCounts { paths, control_paths, returns, throws, cut, pruned, heaps } = counts;
        Self {
            paths,
            control_paths,
            returns,
            throws,
            cut,
            pruned,
            heaps: heaps.map(verdict::HeapTotal::number),
            heaps_is_lower_bound: matches!(heaps, Some(verdict::HeapTotal::AtLeast(_))),
        }
    }
}

impl BoundKind {
    /// With the number that it allows.
    pub(crate) fn of(bound: Bound) -> (Self, u64) {
        match bound {
            Bound::Depth(depth) => (Self::Depth, u64::from(depth)),
            Bound::Objects(objects) => (Self::Objects, u64::from(objects)),
            Bound::Steps(steps) => (Self::Steps, steps),
            Bound::Calls(calls) => (Self::Calls, u64::from(calls)),
        }
    }
}

impl Cut {
    fn of(cut: &verdict::explore::Cut, outcomes: &mut Outcomes<'_>) -> Self {
        let verdict::explore::Cut { bound, events, at: _, span } = cut;
        let (bound, at_most) = BoundKind::of(*bound);
        Self {
            bound,
            at_most,
            location: span.map(|span| Location::of(span, outcomes.sources)),
            statement: span.map(|span| statement_text(span, outcomes.sources)),
            outcomes: outcomes.indices(events),
        }
    }
}

impl UnsupportedPath {
    fn of(path: &verdict::explore::UnsupportedPath, outcomes: &mut Outcomes<'_>) -> Self {
        let verdict::explore::UnsupportedPath { events, construct } = path;
        Self {
            what: construct.message.clone(),
            location: construct.span.map(|span| Location::of(span, outcomes.sources)),
            outcomes: outcomes.indices(events),
        }
    }
}

impl SolverFigures {
    pub(crate) fn of(figures: &verdict::SolverFigures) -> Self {
        let &verdict::SolverFigures {
            checks,
            by_structure,
            by_model,
            satisfiable,
            unsatisfiable,
            unknown,
            nodes,
        } = figures;
        Self { checks, by_structure, by_model, satisfiable, unsatisfiable, unknown, nodes }
    }
}

impl ExploreStats {
    fn of(stats: &verdict::Stats, solver: &verdict::SolverFigures) -> Self {
        Self {
            seconds: stats.time.as_secs_f64(),
            instructions: stats.transitions,
            depth: stats.depth,
            peak_bytes: stats.peak_bytes,
            solver: SolverFigures::of(solver),
        }
    }
}
