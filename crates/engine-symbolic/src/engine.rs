//! The engine: what it can be asked, and its answers.

use ir::{ProcId, Program};
use verdict::{Engine, Exploration, Explore, ExploreQuery, Meter, QuestionKind, Setting, Stats, Unsupported};

use crate::search::Search;

/// Explores the paths of open procedures by symbolic execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SymbolicEngine;

impl Engine for SymbolicEngine {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    /// Their values belong to the question.
    fn settings(&self, kind: QuestionKind) -> Option<Vec<Setting>> {
        match kind {
            QuestionKind::Explore => {
                let settings = ExploreQuery::new(base::Id::new(0)).settings().into_iter();
                Some(settings.map(|setting| Setting { value: None, ..setting }).collect())
            }
            QuestionKind::Errors
            | QuestionKind::OpenErrors
            | QuestionKind::Formula
            | QuestionKind::Summaries => None,
        }
    }
}

impl Explore for SymbolicEngine {
    /// A procedure that starts threads has no paths of its own; everything else is refused where it is reached.
    fn can_explore(&self, program: &Program, entry: ProcId) -> Result<(), Unsupported> {
        starts_no_threads(program, entry)
    }

    fn explore(&self, program: &Program, query: &ExploreQuery, meter: &Meter<'_>) -> Exploration {
        if let Err(unsupported) = self.can_explore(program, query.entry) {
            return Exploration::stopped(program, verdict::StopReason::Unsupported(unsupported));
        }
        let mut search = Search::new(program, query, meter);
        let stop = search.run().err();
        answer(program, search, stop, meter)
    }
}

/// What can be reached from a procedure starts no threads.
pub(crate) fn starts_no_threads(program: &Program, entry: ProcId) -> Result<(), Unsupported> {
    let calls = ir::facts::CallGraph::new(program);
    for proc in calls.below(entry) {
        let instrs = program.procs[proc].blocks.iter().flat_map(|block| &block.instrs);
        let spawns = |instr: &&ir::Instr| matches!(instr.op, ir::Op::Thread(ir::ThreadOp::Spawn { .. }));
        if let Some(instr) = instrs.into_iter().find(spawns) {
            let message = format!("`{}` starts threads, which cannot be explored.", program.procs[proc].name);
            return Err(Unsupported::new(message).at(instr.site.span));
        }
    }
    Ok(())
}

fn answer(
    program: &Program,
    search: Search<'_>,
    stop: Option<verdict::StopReason>,
    meter: &Meter<'_>,
) -> Exploration {
    let bytes = search.bytes();
    let Search {
        executor, paths, unsupported, mut counts, n_instructions, deepest, reached_max_paths, ..
    } = search;
    counts.control_paths = executor.account.n_control_paths();
    counts.cut = executor.account.cuts.len() as u64;
    let stats = Stats {
        states: counts.paths,
        transitions: n_instructions,
        depth: deepest as u64,
        peak_bytes: bytes.max(meter.peak_bytes()),
        workers: 1,
        ..Stats::default()
    };
    Exploration {
        paths,
        counts,
        coverage: executor.account.coverage(program),
        unsupported,
        stop,
        reached_max_paths,
        world: executor.world.classes().to_vec(),
        assumptions: assumptions(program, &executor),
        stats,
        solver: executor.logic.figures(),
        cuts: executor.account.cuts,
    }
}

pub(crate) fn assumptions(program: &Program, executor: &crate::executor::Executor<'_>) -> Vec<String> {
    let mut assumptions = Vec::new();
    if !executor.initial.objects.is_empty() {
        assumptions
            .push("inputs do not refer to objects that the initialiser of the program made".to_owned());
    }
    if !program.globals.is_empty() {
        assumptions.push("globals hold what the initialiser of the program leaves in them".to_owned());
    }
    if executor.query.paper {
        assumptions.push("no field of an input refers to the receiver".to_owned());
    }
    assumptions
}
