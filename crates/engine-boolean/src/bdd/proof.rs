//! What was learnt, as a proof that can be checked independently: diagrams become formulas.
//!
//! Path edges at the entry and where loops come back, and summary edges, are all that is said: between these places the
//! checker executes the program itself. All sets are exact, so no step of the program leaves them. Locals that do not
//! count and globals that a procedure never touches are not mentioned.

use ir::{BlockId, Place, ProcId};
use rustc_hash::FxHashMap;
use solver::bdd::{Bdd, Variable};
use verdict::{Atom, BooleanProof, Formula, ProcProof};

use super::sets::BddSets;
use crate::formulas::{FormulaWriter, KnownDiagrams};
use crate::graph::Graph;
use crate::representation::{At, Kind};

/// A proof with more nodes of diagrams is not made.
const MOST_NODES: usize = 100_000;

/// The proof that a program fails nowhere, if it is small enough. Everything must have been found.
pub(super) fn proof(graph: &Graph<'_>, sets: &BddSets<'_, '_>) -> Option<BooleanProof> {
    let cuts: Vec<Vec<BlockId>> = graph.program.procs.ids().map(|proc| cut_points(graph, proc)).collect();
    let mut roots: Vec<Bdd> = graph.program.procs.ids().map(|proc| sets.known(Kind::Summary(proc))).collect();
    for (proc, cuts) in graph.program.procs.ids().zip(&cuts) {
        roots.extend(cuts.iter().map(|&block| sets.known(Kind::Block(At { proc, block }))));
    }
    if sets.space.bdds.size(&roots) > MOST_NODES {
        return None;
    }
    let mut writer = Writer::new(graph, sets);
    let procs = graph.program.procs.ids().zip(cuts).map(|(proc, cuts)| ProcProof {
        invariants: cuts.into_iter().map(|block| (block, writer.path_edges(At { proc, block }))).collect(),
        summary: writer.summary_edges(proc),
    });
    let procs = procs.collect();
    Some(BooleanProof { formulas: writer.formulas.formulas, procs })
}

/// The entry, and the targets of edges that go back, in the order of blocks: every cycle has one.
fn cut_points(graph: &Graph<'_>, proc: ProcId) -> Vec<BlockId> {
    let code = &graph.program.procs[proc];
    let place = |block: BlockId| graph.priority(proc, block);
    let is_cut = |&block: &BlockId| {
        let mut from = graph.procs[proc].predecessors[block].iter();
        block == code.entry() || from.any(|&from| place(block) <= place(from))
    };
    code.blocks.ids().filter(is_cut).collect()
}

struct Writer<'s, 'a, 'p> {
    sets: &'s BddSets<'a, 'p>,
    formulas: FormulaWriter,
    /// What variables of diagrams are called in path edges and in summary edges.
    in_path_edges: FxHashMap<Variable, Atom>,
    in_summary_edges: FxHashMap<Variable, Atom>,
    path_edges: KnownDiagrams,
    summary_edges: KnownDiagrams,
}

impl<'s, 'a, 'p> Writer<'s, 'a, 'p> {
    fn new(graph: &Graph<'_>, sets: &'s BddSets<'a, 'p>) -> Self {
        let (mut in_path_edges, mut in_summary_edges) = (FxHashMap::default(), FxHashMap::default());
        let (n_locals, _) = graph.largest();
        let globals = graph.program.globals().map(Place::Global);
        let locals = (0..n_locals).map(|index| Place::Local(base::Id::new(index)));
        for place in globals.chain(locals) {
            let copies = sets.space.copies(place);
            in_path_edges
                .extend([(copies.entry, Atom::Entry(place)), (copies.current, Atom::Current(place))]);
            match place {
                Place::Global(_) => in_summary_edges
                    .extend([(copies.current, Atom::Entry(place)), (copies.next, Atom::Current(place))]),
                Place::Local(_) => in_summary_edges.extend([(copies.next, Atom::Entry(place))]),
            }
        }
        let results = sets.space.results.iter().enumerate();
        in_summary_edges.extend(results.map(|(index, &result)| (result, Atom::Result(index as u32))));
        Self {
            sets,
            formulas: FormulaWriter::default(),
            in_path_edges,
            in_summary_edges,
            path_edges: FxHashMap::default(),
            summary_edges: FxHashMap::default(),
        }
    }

    fn path_edges(&mut self, at: At) -> Formula {
        let Self { sets, formulas, in_path_edges, path_edges, .. } = self;
        let set = sets.known(Kind::Block(at));
        formulas.diagram(&sets.space.bdds, set, in_path_edges, path_edges)
    }

    fn summary_edges(&mut self, proc: ProcId) -> Formula {
        let Self { sets, formulas, in_summary_edges, summary_edges, .. } = self;
        let set = sets.known(Kind::Summary(proc));
        formulas.diagram(&sets.space.bdds, set, in_summary_edges, summary_edges)
    }
}
