//! The engines for Boolean programs: one for each way to represent sets of values.

use ir::Program;
use verdict::{
    Answer, BooleanProof, Certificate, Engine, Limits, Progress, Property, Stats, StopReason, Unsupported,
    Verdict, Violation,
};

use crate::graph::{Graph, unsupported};
use crate::{bdd, sat, universal};

/// How to decide.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MethodOptions {
    /// Goes on after an error, and reports each error (kind and place) once, where the method can.
    pub all_errors: bool,
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
}

impl Method {
    /// The name of the engine.
    pub fn name(self) -> &'static str {
        match self {
            Method::Bdd => "bdd",
            Method::Sat => "sat",
            Method::Universal => "universal",
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
        let decided = match self.method {
            Method::Bdd => bdd::decide(&task, &mut stats),
            Method::Sat => sat::decide(&task, &mut stats),
            Method::Universal => universal::decide(&task, &mut stats),
        };
        let verdict = match decided {
            Ok(Decided::Holds { proof: _ }) => {
                let figures = stats.boolean.clone().unwrap_or_default();
                let certificate =
                    Certificate::Edges { visits: figures.path_edges, summaries: figures.summaries };
                Verdict::Holds { certificate }
            }
            Ok(Decided::Violated(violations)) => Verdict::Violated { violations },
            Err(reason) => Verdict::Unknown { reason },
        };
        Answer { verdict, stats }
    }
}
