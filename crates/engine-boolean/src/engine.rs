//! The engines for Boolean programs: one for each way to represent sets of values.

use ir::Program;
use verdict::{
    Answer, BooleanProof, BooleanSummary, Certificate, Engine, Limits, Progress, Property, Stats, StopReason,
    Unsupported, Verdict, Violation,
};

use crate::graph::{Graph, unsupported};
use crate::{bdd, pdr, sat, universal};

/// Visits or obligations, and bytes, that a proof may take when the answer is known.
const MOST_FOR_A_PROOF: u64 = 2_000;
const BYTES_FOR_A_PROOF: u64 = 32 << 20;

/// How to decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodOptions {
    /// Goes on after an error, and reports each error (kind and place) once, where the method can.
    pub all_errors: bool,
    /// Looks for a nearest error when there is one, with an execution of the fewest steps, where the method can and that costs no more than a few times the search for any error.
    pub shortest: bool,
}

impl Default for MethodOptions {
    fn default() -> Self {
        Self { all_errors: false, shortest: true }
    }
}

/// What sets of values are represented by, and how they are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Path edges and summary edges as decision diagrams.
    Bdd,
    /// Path edges and summary edges by symbolic execution, with SAT, and fixed points by formulas with two quantifiers.
    Sat,
    /// The same, with summaries of procedures that are unrolled once for all contexts.
    Universal,
    /// Lemmas and facts about path edges, from errors backwards.
    Pdr,
}

impl Method {
    /// The name of the engine.
    pub fn name(self) -> &'static str {
        match self {
            Method::Bdd => "bdd",
            Method::Sat => "sat",
            Method::Universal => "universal",
            Method::Pdr => "pdr",
        }
    }

    fn decide(self, task: &Task<'_, '_>, stats: &mut Stats) -> Result<Decided, StopReason> {
        match self {
            Method::Bdd => bdd::decide(task, stats),
            Method::Sat => sat::decide(task, stats),
            Method::Universal => universal::decide(task, stats),
            Method::Pdr => pdr::decide(task, stats),
        }
    }
}

/// An engine for sequential Boolean programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BooleanEngine {
    pub method: Method,
    pub options: MethodOptions,
}

/// What a method is asked, and within which limits.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a, 'p> {
    pub(crate) graph: &'a Graph<'p>,
    pub(crate) options: &'a MethodOptions,
    pub(crate) limits: &'a Limits,
    pub(crate) progress: &'a dyn Progress,
}

/// What a method found out.
pub(crate) enum Decided {
    /// With a proof, if one could be made that is not too large.
    Holds { proof: Option<BooleanProof> },
    /// At least one.
    Violated(Vec<Violation>),
}

impl Engine for BooleanEngine {
    fn name(&self) -> &'static str {
        self.method.name()
    }

    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported> {
        if let Property::Temporal(_) = property {
            let message = "Summaries of Boolean programs say nothing of executions that go on for ever.";
            return Err(Unsupported { message: message.to_owned(), span: None });
        }
        unsupported(program).map_or(Ok(()), Err)
    }

    fn check(
        &self,
        program: &Program,
        property: &Property,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Answer {
        if let Err(Unsupported { message, span: _ }) = self.supports(program, property) {
            let verdict = Verdict::Unknown { reason: StopReason::Unsupported(message) };
            return Answer { verdict, stats: Stats::default() };
        }
        let graph = Graph::new(program);
        let mut stats = Stats { workers: 1, ..Stats::default() };
        let task = Task { graph: &graph, options: &self.options, limits, progress };
        let decided = match self.method.decide(&task, &mut stats) {
            Ok(Decided::Holds { proof: None }) => {
                Ok(Decided::Holds { proof: proof_by_others(self.method, &task) })
            }
            decided => decided,
        };
        answer(decided, stats)
    }
}

/// A proof by another method, within limits, where that of the method itself would be too large: diagrams or lemmas can be small where symbolic edges are not.
fn proof_by_others(method: Method, task: &Task<'_, '_>) -> Option<BooleanProof> {
    let limits =
        Limits { max_states: Some(MOST_FOR_A_PROOF), max_bytes: Some(BYTES_FOR_A_PROOF), max_depth: None };
    let task = Task { limits: &limits, ..*task };
    let others = [Method::Bdd, Method::Pdr].into_iter().filter(|&other| other != method);
    others.into_iter().find_map(|other| match other.decide(&task, &mut Stats::default()) {
        Ok(Decided::Holds { proof }) => proof,
        Ok(Decided::Violated(violations)) => {
            panic!("{} proves what {} refutes: {violations:?}", method.name(), other.name())
        }
        Err(_) => None,
    })
}

fn answer(decided: Result<Decided, StopReason>, stats: Stats) -> Answer {
    let verdict = match decided {
        Ok(Decided::Holds { proof: Some(proof) }) => {
            Verdict::Holds { certificate: Certificate::Boolean(proof.into()) }
        }
        Ok(Decided::Holds { proof: None }) => {
            let figures = stats.boolean.clone().unwrap_or_default();
            let certificate = Certificate::Edges { visits: figures.path_edges, summaries: figures.summaries };
            Verdict::Holds { certificate }
        }
        Ok(Decided::Violated(violations)) => Verdict::Violated { violations },
        Err(reason) => Verdict::Unknown { reason },
    };
    Answer { verdict, stats }
}

/// Summaries as formulas, and what they say of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Summarized {
    pub answer: Answer,
    /// In the order of the program; none if a limit ended the run before.
    pub summaries: Vec<BooleanSummary>,
}

/// Summarises the procedures of a sequential Boolean program, by decision diagrams. Errors do not end the search.
pub fn summarize(
    program: &Program,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Summarized, Unsupported> {
    if let Some(unsupported) = unsupported(program) {
        return Err(unsupported);
    }
    let graph = Graph::new(program);
    let mut stats = Stats { workers: 1, ..Stats::default() };
    let options = MethodOptions { all_errors: true, shortest: false };
    let task = Task { graph: &graph, options: &options, limits, progress };
    let (decided, summaries) = bdd::summarize(&task, &mut stats);
    Ok(Summarized { answer: answer(decided, stats), summaries })
}
