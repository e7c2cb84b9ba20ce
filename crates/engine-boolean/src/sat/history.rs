//! Where edges come from, and the path to an error that they give.
//!
//! Every edge remembers how it was made, down to the choices. Once values of all inputs are known under which an
//! assertion fails, the way there can be read backwards: a selector says from which of two edges the values come, an
//! input how a choice fell, and behind a call, the inputs of the summary edge have the values of what stood in their
//! places.
//!
//! The cost is that of the steps of the trace. Signals are evaluated only as far as their values depend on it. Where
//! inputs were left open, the solver is asked only if the values that they have are not right.

use std::rc::Rc;

use base::{IndexVec, typed_id};
use ir::ProcId;
use rustc_hash::FxHashMap;
use solver::aig::{Aig, LazyValues, Signal};
use verdict::{SharedTrace, StopReason};

use super::edges::{EdgeId, LayerId};
use super::sets::SatSets;
use crate::subtraces::Subtraces;

typed_id!(
    /// How an edge was made.
    OriginId,
    "origin"
);

/// How an edge was made.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// The program begins.
    Start,
    /// The second stage begins, when the first one has left.
    NextStage { first: ProcId, summary: OriginId },
    /// A procedure is called from another one.
    Entered { caller: ProcId, from: OriginId },
    /// A procedure begins.
    Begins { layer: LayerId },
    /// Instructions of a block, with these choices.
    Through { from: OriginId, choices: Vec<Signal> },
    /// One of several targets of a jump.
    Branch { from: OriginId, branch: u32 },
    /// Values of the left edge where the selector is true, of the right one where it is not.
    Merged { selector: Signal, left: OriginId, right: OriginId },
    /// Conjuncts of the guard were dropped that nothing else depends on.
    Loosened { from: OriginId, conjuncts: Vec<Signal> },
    /// The same values as those of an edge, which was larger.
    Compacted { values: Vec<Signal>, edge: EdgeId },
    /// A call that fails: what stands in the place of the inputs of the edge that fails in the callee.
    Fails { caller: ProcId, called: OriginId, error: EdgeId, images: Vec<(Signal, Signal)> },
    /// A call that returns: what stands in the place of the summary edge's inputs.
    Took { called: OriginId, summary: EdgeId, images: Vec<(Signal, Signal)> },
}

/// All origins.
#[derive(Default)]
pub(crate) struct Origins {
    pub(crate) all: IndexVec<OriginId, Origin>,
}

impl Origins {
    pub(crate) fn add(&mut self, origin: Origin) -> OriginId {
        self.all.push(origin)
    }
}

/// Longer subtraces are not listed.
const LONGEST: usize = 20_000_000;

/// Values of all inputs, and of other signals when they are asked for.
struct Model {
    /// Inputs that are not here are false.
    inputs: FxHashMap<Signal, bool>,
    /// What was computed from these inputs.
    values: LazyValues,
}

impl Model {
    fn new(inputs: FxHashMap<Signal, bool>) -> Self {
        Self { inputs, values: LazyValues::new() }
    }

    fn value(&mut self, aig: &Aig, signal: Signal) -> bool {
        let Self { inputs, values } = self;
        values.value(aig, signal, |input| inputs.get(&input).copied().unwrap_or_default())
    }
}

/// What it took to read a trace.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct ReadingCost {
    /// Questions to the solver.
    pub(crate) queries: u64,
    /// Nodes of the graph that were evaluated, and values of inputs that were changed.
    pub(crate) evaluated: u64,
}

/// What a call does: procedure, values at the entry, values at the exit.
type Key = (ProcId, Vec<bool>, Vec<bool>);

/// A caller that waits until the subtrace through its callee has been listed.
struct Waiting {
    called: OriginId,
    model: Model,
    /// The caller, if its subtrace has not begun: the call does not return.
    caller: Option<ProcId>,
}

impl SatSets<'_, '_> {
    /// The execution that ends in a procedure, with an edge of this origin, where inputs have the values of a model.
    pub(crate) fn trace(
        &self,
        proc: ProcId,
        origin: OriginId,
        model: FxHashMap<Signal, bool>,
    ) -> Result<(SharedTrace, ReadingCost), StopReason> {
        let mut walk = Walk {
            sets: self,
            subtraces: Subtraces::new(),
            model: Model::new(model),
            waiting: Vec::new(),
            stages: Vec::new(),
            cost: ReadingCost::default(),
        };
        let origin = walk.innermost(origin)?;
        walk.subtraces.begin(proc, None);
        let mut at = Some(origin);
        while let Some(origin) = at {
            if walk.subtraces.size() > LONGEST {
                return Err(StopReason::TraceTooLong(LONGEST as u64));
            }
            at = walk.before(origin)?;
        }
        walk.stages.reverse();
        walk.forget_values();
        Ok((walk.subtraces.finish(walk.stages), walk.cost))
    }
}

struct Walk<'s, 'a, 'p> {
    sets: &'s SatSets<'a, 'p>,
    subtraces: Subtraces<Rc<Key>>,
    model: Model,
    waiting: Vec<Waiting>,
    stages: Vec<usize>,
    cost: ReadingCost,
}

impl Walk<'_, '_, '_> {
    fn value(&mut self, signal: Signal) -> bool {
        self.model.value(&self.sets.space.aig, signal)
    }

    fn choices(&mut self, choices: &[Signal]) {
        let choices: Vec<u64> = choices.iter().map(|&choice| u64::from(self.value(choice))).collect();
        self.subtraces.choices(&choices);
    }

    /// From an edge that fails, through calls that do not return, to the procedure where it does.
    fn innermost(&mut self, mut origin: OriginId) -> Result<OriginId, StopReason> {
        let sets = self.sets;
        loop {
            match &sets.origins.all[origin] {
                &Origin::Merged { selector, left, right } => {
                    origin = if self.value(selector) { left } else { right };
                }
                Origin::Loosened { from, conjuncts } => {
                    self.satisfy(conjuncts)?;
                    origin = *from;
                }
                Origin::Compacted { values, edge } => origin = self.uncompacted(values, *edge)?,
                Origin::Fails { caller, called, error, images } => {
                    let inner = self.renamed(images);
                    let model = std::mem::replace(&mut self.model, inner);
                    self.waiting.push(Waiting { called: *called, model, caller: Some(*caller) });
                    origin = sets.edges[*error].origin;
                }
                Origin::Start
                | Origin::NextStage { .. }
                | Origin::Entered { .. }
                | Origin::Begins { .. }
                | Origin::Through { .. }
                | Origin::Branch { .. }
                | Origin::Took { .. } => return Ok(origin),
            }
        }
    }

    /// Values of inputs for which others stand.
    fn renamed(&mut self, images: &[(Signal, Signal)]) -> Model {
        let inputs = images.iter().map(|&(input, image)| (input, self.value(image)));
        Model::new(inputs.collect())
    }

    /// Lists what happened since the edge before, and says where that came from.
    fn before(&mut self, origin: OriginId) -> Result<Option<OriginId>, StopReason> {
        let sets = self.sets;
        let before = match &sets.origins.all[origin] {
            Origin::Start => {
                self.end_stage();
                None
            }
            &Origin::NextStage { first, summary } => {
                self.end_stage();
                self.subtraces.begin(first, None);
                Some(summary)
            }
            &Origin::Entered { caller, from } => {
                let callee = self.subtraces.end();
                self.subtraces.begin(caller, None);
                self.subtraces.call(callee);
                Some(from)
            }
            &Origin::Begins { layer } => Some(self.beginning(layer)),
            Origin::Through { from, choices } => {
                self.choices(choices);
                Some(*from)
            }
            &Origin::Branch { from, branch } => {
                self.subtraces.choices(&[branch.into()]);
                Some(from)
            }
            &Origin::Merged { selector, left, right } => {
                Some(if self.value(selector) { left } else { right })
            }
            Origin::Loosened { from, conjuncts } => {
                self.satisfy(conjuncts)?;
                Some(*from)
            }
            Origin::Compacted { values, edge } => Some(self.uncompacted(values, *edge)?),
            Origin::Fails { .. } => unreachable!("the subtrace begins where the program fails"),
            Origin::Took { called, summary, images } => Some(self.callee(*called, *summary, images)),
        };
        Ok(before)
    }

    /// Gives inputs of an edge values with which it has the values that are known.
    fn uncompacted(&mut self, values: &[Signal], edge: EdgeId) -> Result<OriginId, StopReason> {
        let sets = self.sets;
        let edge = &sets.edges[edge];
        let mut wanted = edge.guard.conjuncts().to_vec();
        for (&was, &is) in edge.values.iter().zip(values) {
            wanted.push(was.complement_if(!self.value(is)));
        }
        for &entry in &sets.layers[edge.layer].entry {
            wanted.push(entry.complement_if(!self.value(entry)));
        }
        self.make_true(&wanted, "a compact edge has the values of the edge that it was")?;
        Ok(edge.origin)
    }

    /// Gives inputs of conjuncts that were dropped values that satisfy them.
    fn satisfy(&mut self, conjuncts: &[Signal]) -> Result<(), StopReason> {
        self.make_true(conjuncts, "conjuncts were dropped that can be satisfied")
    }

    /// Gives inputs values with which all signals are true: those that they have, which is most often right, or else
    /// such as the solver finds. Inputs that have got no value are false, and a selector that is false takes the newer
    /// edge; what happens begins with what was found last.
    fn make_true(&mut self, signals: &[Signal], reason: &str) -> Result<(), StopReason> {
        let aig = &self.sets.space.aig;
        if signals.iter().all(|&signal| self.model.value(aig, signal)) {
            return Ok(());
        }
        let inputs = aig.support(signals);
        self.cost.queries += 1;
        let found = self.sets.space.satisfying(signals, &inputs)?.expect(reason);
        self.change(inputs.into_iter().zip(found));
        Ok(())
    }

    /// Gives some inputs other values.
    fn change(&mut self, values: impl IntoIterator<Item = (Signal, bool)>) {
        self.forget_values();
        for (input, value) in values {
            self.model.inputs.insert(input, value);
            self.cost.evaluated += 1;
        }
    }

    fn forget_values(&mut self) {
        let values = std::mem::take(&mut self.model.values);
        self.cost.evaluated += values.n_evaluated() as u64;
    }

    fn end_stage(&mut self) {
        let stage = self.subtraces.end();
        self.stages.push(stage);
    }

    /// At the beginning of a procedure the subtrace goes on where the caller waits or, if the call did not return,
    /// where it was made.
    fn beginning(&mut self, layer: LayerId) -> OriginId {
        match self.waiting.pop() {
            Some(Waiting { called, model, caller }) => {
                let callee = self.subtraces.end();
                caller.into_iter().for_each(|caller| self.subtraces.begin(caller, None));
                self.subtraces.call(callee);
                self.forget_values();
                self.model = model;
                called
            }
            None => self.sets.layers[layer].origin,
        }
    }

    /// From behind a call to the end of the callee, unless the subtrace through it is known.
    fn callee(&mut self, called: OriginId, summary: EdgeId, images: &[(Signal, Signal)]) -> OriginId {
        let edge = &self.sets.edges[summary];
        let mut model = self.renamed(images);
        let aig = &self.sets.space.aig;
        let mut bits = |signals: &[Signal]| -> Vec<bool> {
            signals.iter().map(|&signal| model.value(aig, signal)).collect()
        };
        let (entry, exit) = (bits(&self.sets.layers[edge.layer].entry), bits(&edge.values));
        let proc = self.sets.layers[edge.layer].proc;
        let key = Rc::new((proc, entry, exit));
        if let Some(known) = self.subtraces.known(&key) {
            self.subtraces.call(known);
            return called;
        }
        self.subtraces.begin(proc, Some(key));
        let model = std::mem::replace(&mut self.model, model);
        self.waiting.push(Waiting { called, model, caller: None });
        edge.origin
    }
}

#[cfg(test)]
mod tests {
    use base::Id;
    use lang_boolean::{Dialect, Options};
    use verdict::Meter;

    use super::*;
    use crate::graph::Graph;
    use crate::program::BoolProgram;
    use crate::tabulate::Tabulation;

    /// What it takes to read the trace of a counter of so many bits, which a called procedure increases.
    fn cost(bits: usize) -> ReadingCost {
        let names: Vec<String> = (0..bits).map(|bit| format!("c{bit}")).collect();
        let ripple: String =
            names.iter().map(|bit| format!(" {bit}, carry := {bit} ^ carry, {bit} & carry;")).collect();
        let text = format!(
            "decl {};\nvoid main() begin {} := {}; while T do assert(!({})); step(); od end\n\
            void step() begin decl carry; carry := T;{ripple} end\n",
            names.join(", "),
            names.join(", "),
            vec!["F"; bits].join(", "),
            names.join(" & ")
        );
        let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
        let program = lang_boolean::compile(Id::new(0), &text, &options).program.expect("a program");
        let program = BoolProgram::try_from(&program).expect("a Boolean program");
        let (graph, meter) = (Graph::new(&program), Meter::unlimited());
        let mut tabulation = Tabulation::new(&graph, SatSets::new(&graph, &meter), &meter, false);
        tabulation.run().expect("nothing stops it");
        assert_eq!(tabulation.errors.len(), 1);
        tabulation.sets.last_cost
    }

    #[test]
    fn the_cost_of_reading_a_trace_is_linear_in_its_length() {
        let [short, long] = [5, 7].map(cost);
        assert!(long.queries <= 2, "{long:?}");
        assert!(long.evaluated < 7 * short.evaluated, "{short:?} and {long:?}");
        assert!(short.evaluated > 100, "{short:?}");
    }
}
