//! The engine `bdd`.

use ir::Program;
use machine::Code;
use verdict::{
    Answer, BooleanStats, Certificate, Engine, Limits, Progress, Property, Stats, StopReason, Unsupported,
    Verdict, Violation,
};

use crate::bdd::explain::explain;
use crate::bdd::space::Space;
use crate::bdd::tabulate::Tabulation;
use crate::graph::{Graph, unsupported};

/// How to decide.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BddOptions {
    /// Goes on after an error, and reports each error (kind and place) once.
    pub all_errors: bool,
}

/// The engine `bdd`: path edges and summary edges as decision diagrams.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BddEngine {
    pub options: BddOptions,
}

impl Engine for BddEngine {
    fn name(&self) -> &'static str {
        "bdd"
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
        let verdict = self.decide(&graph, limits, progress, &mut stats);
        Answer { verdict: verdict.unwrap_or_else(|reason| Verdict::Unknown { reason }), stats }
    }
}

impl BddEngine {
    fn decide(
        &self,
        graph: &Graph<'_>,
        limits: &Limits,
        progress: &dyn Progress,
        stats: &mut Stats,
    ) -> Result<Verdict, StopReason> {
        let space = Space::new(graph, limits.max_bytes, progress)?;
        let mut tabulation = Tabulation::new(graph, space, limits.max_states, self.options.all_errors)?;
        let ended = tabulation.run();
        let figures = BooleanStats {
            variables: graph.n_variables() as u64,
            visits: tabulation.space.tick.states,
            summaries: tabulation.n_pieces() as u64,
            nodes: tabulation.space.bdds.n_nodes() as u64,
        };
        let BooleanStats { visits, summaries, .. } = figures;
        stats.peak_bytes = tabulation.space.bdds.bytes() as u64;
        stats.boolean = Some(figures);
        let code = Code::new(graph.program);
        let mut violations: Vec<Violation> = Vec::new();
        for error in tabulation.errors.clone() {
            violations.push(explain(&mut tabulation, &code, &error)?);
        }
        if !violations.is_empty() {
            return Ok(Verdict::Violated { violations });
        }
        ended?;
        let certificate = Certificate::Edges { visits, summaries };
        Ok(Verdict::Holds { certificate })
    }
}
