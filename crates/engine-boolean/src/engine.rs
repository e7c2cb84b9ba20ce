//! The engines for Boolean programs: one for each way to represent sets of values.

use ir::Program;
use verdict::{
    Answer, BooleanProof, Check, Coverage, Covered, Engine, Limits, Meter, ProcSummaries, Proof, Property,
    Query, QuestionKind, Setting, Stats, StopReason, Summarize, Summarized, SummaryForm, Unsupported,
    Verdict, Violation,
};

use crate::graph::Graph;
use crate::program::BoolProgram;
use crate::representation::Representation;
use crate::tabulate::Tabulation;
use crate::{bdd, pdr, sat, universal};

/// Visits or obligations, and bytes, that a proof may take when the answer is known.
const MOST_FOR_A_PROOF: u64 = 2_000;
const BYTES_FOR_A_PROOF: u64 = 32 << 20;
/// How often its search may tick: a few seconds of hard questions.
const TICKS_FOR_A_PROOF: u64 = 20_000;

/// How to decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodOptions {
    /// Goes on after an error, and reports each error (kind and place) once. [`Method::Pdr`] does not read it.
    pub all_errors: bool,
    /// Looks for a nearest error when there is one, with an execution of the fewest steps, where the method can and
    /// that costs no more than a few times the search for any error.
    pub shortest: bool,
    /// Keeps account of what executions go through. Only [`Method::Bdd`] reads it.
    pub coverage: bool,
}

impl Default for MethodOptions {
    fn default() -> Self {
        Self { all_errors: false, shortest: true, coverage: false }
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

    fn decide(self, task: &Task<'_, '_>, stats: &mut Stats, seen: &mut Seen) -> Result<Decided, StopReason> {
        match self {
            Method::Bdd => bdd::decide(task, stats, seen),
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
    pub(crate) wants_proof: bool,
    pub(crate) meter: &'a Meter<'a>,
}

/// What executions went through, as far as a method knows.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) coverage: Option<Coverage>,
    pub(crate) has_asserted: Option<bool>,
}

/// What a method found out.
pub(crate) enum Decided {
    /// With a proof, if one is wanted and could be made that is not too large.
    Holds { covered: Covered, proof: Option<BooleanProof> },
    /// At least one.
    Violated(Vec<Violation>),
}

/// What a search for path edges has covered.
pub(crate) fn edges<R: Representation>(tabulation: &Tabulation<'_, '_, R>) -> Covered {
    Covered::Edges { visits: tabulation.visits, summaries: tabulation.n_pieces() as u64 }
}

fn parsed(program: &Program) -> Result<BoolProgram<'_>, Unsupported> {
    BoolProgram::try_from(program).map_err(Unsupported::from)
}

fn goes_on_forever() -> Unsupported {
    Unsupported::new("Summaries of Boolean programs say nothing of executions that go on forever.")
}

impl Engine for BooleanEngine {
    fn name(&self) -> &'static str {
        self.method.name()
    }

    fn settings(&self, kind: QuestionKind) -> Option<Vec<Setting>> {
        let all_errors = || Setting::new("all-errors", &["all-errors"], self.options.all_errors.to_string());
        match (kind, self.method) {
            (QuestionKind::Errors, Method::Bdd) => {
                let coverage = self.options.coverage.then(|| "true".to_owned());
                Some(vec![all_errors(), Setting::new("coverage", &["coverage"], coverage)])
            }
            (QuestionKind::Errors, Method::Sat | Method::Universal) => Some(vec![all_errors()]),
            (QuestionKind::Errors, Method::Pdr) | (QuestionKind::Summaries, Method::Bdd) => Some(Vec::new()),
            (QuestionKind::OpenErrors | QuestionKind::Formula | QuestionKind::Explore, _)
            | (QuestionKind::Summaries, Method::Sat | Method::Universal | Method::Pdr) => None,
        }
    }
}

impl Check for BooleanEngine {
    fn supports(&self, program: &Program, property: &Property) -> Result<(), Unsupported> {
        match property {
            Property::NoErrors => parsed(program).map(|_| ()),
            Property::Temporal(_) => Err(goes_on_forever()),
        }
    }

    fn check(&self, query: &Query<'_>, meter: &Meter<'_>) -> Answer {
        let &Query { program, property, wants_proof } = query;
        let parsed = match property {
            Property::NoErrors => parsed(program),
            Property::Temporal(_) => Err(goes_on_forever()),
        };
        let program = match parsed {
            Ok(program) => program,
            Err(unsupported) => return Answer::unsupported(unsupported),
        };
        let graph = Graph::new(&program);
        let mut stats = Stats { workers: 1, ..Stats::default() };
        let mut seen = Seen::default();
        let task = Task { graph: &graph, options: &self.options, wants_proof, meter };
        let decided = match self.method.decide(&task, &mut stats, &mut seen) {
            Ok(Decided::Holds { covered, proof: None }) if wants_proof => {
                Ok(Decided::Holds { covered, proof: proof_by_others(self.method, &task) })
            }
            decided => decided,
        };
        let Seen { coverage, has_asserted } = seen;
        Answer { coverage, has_asserted, ..answer(decided, stats) }
    }
}

/// By decision diagrams; the other methods find no summaries for people.
impl Summarize for BooleanEngine {
    fn form(&self) -> SummaryForm {
        SummaryForm::Formulas
    }

    fn can_summarize(&self, program: &Program) -> Result<(), Unsupported> {
        parsed(program).map(|_| ())
    }

    /// Errors do not end the search.
    fn summarize(&self, program: &Program, meter: &Meter<'_>) -> Summarized {
        let program = match parsed(program) {
            Ok(program) => program,
            Err(unsupported) => {
                let summaries = ProcSummaries::Formulas(Vec::new());
                return Summarized { answer: Answer::unsupported(unsupported), summaries };
            }
        };
        let graph = Graph::new(&program);
        let mut stats = Stats { workers: 1, ..Stats::default() };
        let options = MethodOptions { all_errors: true, shortest: false, coverage: false };
        let task = Task { graph: &graph, options: &options, wants_proof: false, meter };
        let (decided, summaries) = bdd::summarize(&task, &mut stats);
        Summarized { answer: answer(decided, stats), summaries: ProcSummaries::Formulas(summaries) }
    }
}

/// A proof by another method, within limits, where that of the method itself would be too large: diagrams or lemmas can
/// be small where symbolic edges are not.
fn proof_by_others(method: Method, task: &Task<'_, '_>) -> Option<BooleanProof> {
    let bounds = Limits { max_states: Some(MOST_FOR_A_PROOF), max_bytes: Some(BYTES_FOR_A_PROOF) };
    let ration = task.meter.ration(TICKS_FOR_A_PROOF);
    let meter = Meter::new(task.meter.within(bounds).limits(), &ration);
    let task = Task { meter: &meter, ..*task };
    let others = [Method::Bdd, Method::Pdr].into_iter().filter(|&other| other != method);
    others.into_iter().find_map(|other| {
        match other.decide(&task, &mut Stats::default(), &mut Seen::default()) {
            Ok(Decided::Holds { proof, .. }) => proof,
            Ok(Decided::Violated(violations)) => {
                panic!("{} proves what {} refutes: {violations:?}", method.name(), other.name())
            }
            Err(_) => None,
        }
    })
}

fn answer(decided: Result<Decided, StopReason>, stats: Stats) -> Answer {
    let verdict = match decided {
        Ok(Decided::Holds { covered, proof }) => {
            Verdict::Holds { covered, proof: proof.map(|proof| Proof::Boolean(proof.into())) }
        }
        Ok(Decided::Violated(violations)) => Verdict::Violated { violations },
        Err(reason) => Verdict::Unknown { reason },
    };
    Answer::new(verdict, stats)
}
