//! Which predicates there are, and of what they speak.
//!
//! A *unit* is code whose predicates speak of the same entry: a procedure that is called or, as the root, the
//! program itself: the stages that are not called, one after the other, and calls of the others. A unit has a predicate
//! at each *cut* (a block that every cycle passes, or the entry of a later stage), one about its returns, and one about
//! its errors.
//!
//! Places that never change within a unit have their values at the entry only.

use base::{IndexVec, typed_id};
use ir::facts::{CallGraph, Cfg};
use ir::{BlockId, LocalId, Place, ProcId};
use verdict::Atom;

use crate::graph::Graph;
use crate::program::{Act, Block, End};

typed_id!(
    /// A predicate.
    PredId,
    "pred"
);
typed_id!(
    /// A unit.
    UnitId,
    "unit"
);

/// All units and predicates of a program.
pub(crate) struct Layout {
    /// The unit that is the program itself.
    pub(crate) root: UnitId,
    pub(crate) units: IndexVec<UnitId, UnitPlan>,
    pub(crate) preds: IndexVec<PredId, Predicate>,
    /// The units of procedures that can be reached and are called.
    pub(crate) units_of_called: IndexVec<ProcId, Option<Called>>,
    /// The predicates at blocks; none for procedures that cannot be reached.
    pub(crate) cuts: IndexVec<ProcId, Vec<Cut>>,
}

/// The unit of a procedure that is called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called {
    pub(crate) unit: UnitId,
    /// About returns.
    pub(crate) exit: PredId,
}

/// What a unit consists of.
pub(crate) struct UnitPlan {
    pub(crate) parts: Vec<Part>,
    /// What predicates know of the entry, in the order of their first atoms.
    pub(crate) entry: Vec<Place>,
    /// Those of them that never change, sorted.
    pub(crate) kept: Vec<Place>,
    /// About returns; none for the root.
    pub(crate) exit: Option<PredId>,
    /// About errors; none if nothing can fail.
    pub(crate) error: Option<PredId>,
}

/// A piece of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Code(ProcId),
    /// A stage that is called elsewhere, too.
    Call(ProcId),
}

/// A block with a predicate.
#[derive(Clone)]
pub(crate) struct Cut {
    pub(crate) block: BlockId,
    pub(crate) pred: PredId,
    /// Those whose current values the predicate speaks of, after the entry values.
    pub(crate) places: Vec<Place>,
}

/// What a predicate speaks of.
pub(crate) struct Predicate {
    pub(crate) unit: UnitId,
    /// The places of the entry come first.
    pub(crate) atoms: Vec<Atom>,
}

impl Layout {
    /// The root is the first unit.
    pub(crate) fn new(graph: &Graph<'_>) -> Self {
        let n_procs = graph.program.procs.len();
        let units: IndexVec<UnitId, UnitPlan> = IndexVec::default();
        let mut layout = Self {
            root: units.next_id(),
            units,
            preds: IndexVec::default(),
            units_of_called: IndexVec::filled(None, n_procs),
            cuts: IndexVec::filled(Vec::new(), n_procs),
        };
        let reached = reached(graph);
        let fails = failing(graph, &reached);
        layout.add_root(graph, &fails);
        for &proc in reached.iter().filter(|&&proc| graph.knows_entry(proc)) {
            layout.add_called(graph, proc, fails[proc]);
        }
        layout
    }

    pub(crate) fn cut(&self, proc: ProcId, block: BlockId) -> Option<PredId> {
        let cuts = &self.cuts[proc];
        cuts.binary_search_by_key(&block, |cut| cut.block).ok().map(|index| cuts[index].pred)
    }

    /// The unit of a procedure that is called from reachable code.
    pub(crate) fn called(&self, proc: ProcId) -> Called {
        self.units_of_called[proc].expect("what is called has a unit")
    }

    fn add_root(&mut self, graph: &Graph<'_>, fails: &IndexVec<ProcId, bool>) {
        let unit = self.units.next_id();
        let part = |&proc| if graph.knows_entry(proc) { Part::Call(proc) } else { Part::Code(proc) };
        let parts: Vec<Part> = graph.stages.iter().map(part).collect();
        let error = graph.stages.iter().any(|&proc| fails[proc]);
        let error = error.then(|| self.preds.push(Predicate { unit, atoms: Vec::new() }));
        self.units.push(UnitPlan {
            parts: parts.clone(),
            entry: Vec::new(),
            kept: Vec::new(),
            exit: None,
            error,
        });
        for (index, part) in parts.into_iter().enumerate() {
            if let Part::Code(proc) = part {
                self.add_cuts(graph, unit, proc, index > 0);
            }
        }
    }

    fn add_called(&mut self, graph: &Graph<'_>, proc: ProcId, fails: bool) {
        let unit = self.units.next_id();
        let facts = &graph.procs[proc];
        let globals = facts.touched.iter().map(|&global| Place::Global(global));
        let entry: Vec<Place> =
            globals.chain(facts.params.iter().map(|&param| Place::Local(param))).collect();
        let atoms: Vec<Atom> = entry.iter().map(|&place| Atom::Entry(place)).collect();
        let error = fails.then(|| self.preds.push(Predicate { unit, atoms: atoms.clone() }));
        let written = facts.written.iter().map(|&global| Atom::Current(Place::Global(global)));
        let results = (0..graph.program.procs[proc].n_results as u32).map(Atom::Result);
        let atoms = atoms.into_iter().chain(written).chain(results).collect();
        let exit = self.preds.push(Predicate { unit, atoms });
        let mut kept = entry.clone();
        kept.retain(|&place| !is_written(graph, proc, place));
        kept.sort_unstable();
        self.units.push(UnitPlan { parts: vec![Part::Code(proc)], entry, kept, exit: Some(exit), error });
        self.units_of_called[proc] = Some(Called { unit, exit });
        self.add_cuts(graph, unit, proc, false);
    }

    /// Predicates at the targets of edges that lead back, and at the entry if it is one of a later stage.
    fn add_cuts(&mut self, graph: &Graph<'_>, unit: UnitId, proc: ProcId, with_entry: bool) {
        let code = &graph.program.source.procs[proc];
        let cfg = Cfg::new(code);
        for block in code.blocks.ids() {
            // Blocks that no path reaches have no place.
            let Some(place) = cfg.position(block) else { continue };
            let is_led_back_to = || cfg.predecessors(block).any(|from| cfg.position(from) >= Some(place));
            if with_entry && block == code.entry() || is_led_back_to() {
                let UnitPlan { entry, kept, .. } = &self.units[unit];
                let places = graph.counting(proc, block);
                let places: Vec<Place> = places.filter(|place| kept.binary_search(place).is_err()).collect();
                let current = places.iter().map(|&place| Atom::Current(place));
                let atoms = entry.iter().map(|&place| Atom::Entry(place)).chain(current).collect();
                let pred = self.preds.push(Predicate { unit, atoms });
                self.cuts[proc].push(Cut { block, pred, places });
            }
        }
    }
}

fn is_written(graph: &Graph<'_>, proc: ProcId, place: Place) -> bool {
    match place {
        Place::Global(global) => graph.procs[proc].written.binary_search(&global).is_ok(),
        Place::Local(local) => is_assigned(graph, proc, local),
    }
}

/// Whether code of the procedure writes the local.
fn is_assigned(graph: &Graph<'_>, proc: ProcId, local: LocalId) -> bool {
    let place = Place::Local(local);
    let is_result = |block: &Block| match block.end {
        End::Call(call) => graph.call(call).results.contains(&place),
        End::Goto(_) | End::Branch { .. } | End::Return(_) => false,
    };
    let writes = |act: &Act| act.written() == Some(place);
    let mut blocks = graph.program.procs[proc].blocks.iter();
    blocks.any(|block| is_result(block) || block.acts.iter().any(writes))
}

/// Procedures that stages are or call, however far, in order.
fn reached(graph: &Graph<'_>) -> Vec<ProcId> {
    let calls = CallGraph::new(graph.program.source);
    let mut seen = IndexVec::filled(false, graph.program.procs.len());
    let mut stack = graph.stages.clone();
    while let Some(proc) = stack.pop() {
        if !std::mem::replace(&mut seen[proc], true) {
            stack.extend(calls.callees(proc));
        }
    }
    seen.ids().filter(|&proc| seen[proc]).collect()
}

/// Which of these procedures have an assertion or a fault, or call one that has.
fn failing(graph: &Graph<'_>, reached: &[ProcId]) -> IndexVec<ProcId, bool> {
    let mut fails: IndexVec<ProcId, bool> = IndexVec::filled(false, graph.program.procs.len());
    let mut has_check: IndexVec<ProcId, bool> = IndexVec::filled(false, graph.program.procs.len());
    graph.program.checks.iter().for_each(|check| has_check[check.at.proc] = true);
    let mut stack: Vec<ProcId> = reached.to_vec();
    stack.retain(|&proc| has_check[proc]);
    while let Some(proc) = stack.pop() {
        if !std::mem::replace(&mut fails[proc], true) {
            stack.extend(graph.procs[proc].call_sites.iter().map(|&call| graph.call(call).at.proc));
        }
    }
    fails
}
