//! Which programs can be summarised, and the procedure around them.

use base::{Id, IndexVec};
use ir::{Op, ProcBuilder, ProcId, Program, Site, TermOp, ThreadOp};
use verdict::SummarySet;

/// Why a program cannot be summarised.
pub(crate) fn refusal(program: &Program, max_depth: Option<u64>) -> Option<&'static str> {
    if !program.is_sequential() {
        Some("the program has more than one thread")
    } else if program.has_accept() {
        Some("the program has accepting states, and summaries do not show cycles")
    } else if max_depth.is_some() {
        Some("the length of paths is limited, and summaries cut paths short")
    } else {
        None
    }
}

/// The program with one more procedure, which does what the outside does: it calls the stages one after the other.
pub(super) fn with_outside(program: &Program) -> (Program, ProcId) {
    let mut outside = ProcBuilder::new("the program", None);
    for stage in SummarySet::stages(program) {
        let next = outside.new_block();
        if stage.atomic {
            outside.push(Site::default(), Op::Thread(ThreadOp::AtomicBegin));
        }
        let results = Vec::new();
        outside
            .terminate(Site::default(), TermOp::Call { proc: stage.proc, args: Vec::new(), results, next });
        outside.switch_to(next);
        if stage.atomic {
            outside.push(Site::default(), Op::Thread(ThreadOp::AtomicEnd));
        }
    }
    outside.terminate(Site::default(), TermOp::Return { values: Vec::new() });
    let mut program = program.clone();
    let id = program.procs.push(outside.finish());
    (program, id)
}

/// For every point: whether the execution of a body is cut there.
pub(super) struct Cuts {
    points: Vec<Cut>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    Never,
    /// Paths come together here: worth a look if they came from a choice.
    AfterChoice,
    /// On every cycle there is one of these.
    Always,
}

impl Cuts {
    pub(super) fn new(code: &machine::Code<'_>) -> Self {
        let mut points = vec![Cut::Never; code.points.len()];
        for (id, proc) in code.program.procs.iter_enumerated() {
            let cyclic = ir::facts::cyclic_blocks(proc);
            let mut n_edges: IndexVec<ir::BlockId, u32> = IndexVec::filled(0, proc.blocks.len());
            n_edges[proc.entry()] = 1;
            for target in proc.blocks.iter().flat_map(|block| block.successors()) {
                n_edges[target] += 1;
            }
            for block in proc.blocks.ids().filter(|&block| n_edges[block] > 1) {
                let cut = if cyclic[block] { Cut::Always } else { Cut::AfterChoice };
                points[code.block_point(id, block) as usize] = cut;
            }
        }
        Self { points }
    }

    #[inline]
    pub(super) fn at(&self, point: machine::Point) -> Cut {
        self.points[point as usize]
    }
}

/// The number of the thread that runs a procedure called from the outside.
pub(super) fn stage_number(program: &Program, proc: ProcId) -> i32 {
    debug_assert!(proc.index() < program.procs.len());
    if program.init == Some(proc) { -1 } else { 0 }
}
