//! Symbolic path edges: values and guards as signals of one and-inverter graph.
//!
//! An edge stands for all pairs of entry values and current values that it has under some values of the inputs for
//! which its guard holds: a parametric representation (definition 5 of *SAT-based Summarization for Boolean Programs*,
//! Basler, Kroening, Weissenbacher, 2007).
//!
//! DIVERGENCE: a path edge of the paper has the calling context in its guard. Here that is kept apart, in the *layer*
//! that the edge belongs to: values and guard of an edge speak of entry values and of choices inside the procedure
//! only. The context decides what is reachable, but what a procedure does to values is true in every context, so that
//! an edge at a return can be taken at a call as it is, with the caller's values in the place of entry values.

use base::typed_id;
use ir::{BlockId, LocalId, Place, ProcId};
use rustc_hash::FxHashMap;
use solver::aig::Signal;

use super::history::OriginId;
use crate::graph::Graph;

typed_id!(
    /// An edge in the arena of all edges.
    EdgeId,
    "edge"
);
typed_id!(
    /// A context with which a procedure began.
    LayerId,
    "layer"
);

/// One symbolic edge.
#[derive(Clone, Debug)]
pub(crate) struct SymbolicEdge {
    pub(crate) layer: LayerId,
    pub(crate) guard: Guard,
    /// As [`Layout`] has them: current values; at the exit, globals and results. What does not count is false.
    pub(crate) values: Vec<Signal>,
    pub(crate) origin: OriginId,
    /// Whether the guard is known to be satisfiable, together with the context.
    pub(crate) is_reachable: bool,
}

/// Values with which a procedure began, and when that can be.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) proc: ProcId,
    /// True of the inputs of the calling context, and of entry values.
    pub(crate) context: Guard,
    /// Of touched globals and parameters: constants, or inputs. Empty if they are not asked for.
    pub(crate) entry: Vec<Signal>,
    pub(crate) origin: OriginId,
}

/// A conjunction: different signals in order, none of them constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Guard(Vec<Signal>);

impl Guard {
    /// Adds a conjunct. False if the guard contradicts it at sight.
    #[must_use]
    pub(crate) fn conjoin(&mut self, conjunct: Signal) -> bool {
        match conjunct.as_constant() {
            Some(value) => value,
            None if self.0.binary_search(&!conjunct).is_ok() => false,
            None => {
                if let Err(place) = self.0.binary_search(&conjunct) {
                    self.0.insert(place, conjunct);
                }
                true
            }
        }
    }

    /// Adds all conjuncts of another guard.
    #[must_use]
    pub(crate) fn conjoin_all(&mut self, conjuncts: impl IntoIterator<Item = Signal>) -> bool {
        conjuncts.into_iter().all(|conjunct| self.conjoin(conjunct))
    }

    pub(crate) fn conjuncts(&self) -> &[Signal] {
        &self.0
    }

    pub(crate) fn contains(&self, conjunct: Signal) -> bool {
        self.0.binary_search(&conjunct).is_ok()
    }

    /// Whether all conjuncts of another guard are among these.
    pub(crate) fn contains_all(&self, other: &Guard) -> bool {
        other.0.iter().all(|&conjunct| self.contains(conjunct))
    }
}

/// Where the values of a procedure's variables are: touched globals, then all locals; at the exit, touched globals and
/// results.
pub(crate) struct Layout {
    globals: FxHashMap<Place, usize>,
    n_globals: usize,
    pub(crate) n_values: usize,
    /// By block, which values count.
    counting: Vec<Vec<bool>>,
}

impl Layout {
    pub(crate) fn new(graph: &Graph<'_>, proc: ProcId) -> Self {
        let touched = graph.procs[proc].touched.iter().map(|&global| Place::Global(global));
        let globals: FxHashMap<Place, usize> =
            touched.enumerate().map(|(slot, place)| (place, slot)).collect();
        let n_globals = globals.len();
        let n_values = n_globals + graph.program.procs[proc].n_locals;
        let mut layout = Self { globals, n_globals, n_values, counting: Vec::new() };
        for block in graph.program.procs[proc].blocks.ids() {
            let mut counting = vec![false; n_values];
            graph.counting(proc, block).for_each(|place| counting[layout.slot(place)] = true);
            layout.counting.push(counting);
        }
        layout
    }

    /// The slot of a variable that the procedure touches.
    pub(crate) fn slot(&self, place: Place) -> usize {
        match place {
            Place::Global(_) => self.globals[&place],
            Place::Local(local) => self.local(local),
        }
    }

    pub(crate) fn local(&self, local: LocalId) -> usize {
        self.n_globals + base::Id::index(local)
    }

    pub(crate) fn n_globals(&self) -> usize {
        self.n_globals
    }

    /// Forgets values that do not count at the beginning of a block.
    pub(crate) fn forget_dead(&self, block: BlockId, values: &mut [Signal]) {
        let counting = &self.counting[base::Id::index(block)];
        values
            .iter_mut()
            .zip(counting)
            .filter(|(_, counts)| !**counts)
            .for_each(|(value, _)| *value = Signal::FALSE);
    }
}
