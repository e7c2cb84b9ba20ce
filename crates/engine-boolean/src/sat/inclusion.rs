//! Whether an edge adds nothing to known ones: equation (8) of the paper.
//!
//! For all values of the new edge's inputs under which it is reachable there must be values of a known edge's inputs
//! under which that has the same values at the entry and now. That is a formula with two quantifiers. Guesses at the
//! inner inputs decide most of them with one question to a SAT solver:
//!
//! - *the same*: an input that both edges have gets the same value, for one of them was often made from the other, or
//!   both from a third;
//! - *unification*: where a value of the known edge is just an input, the value of the new edge is what it must be.
//!
//! An answer of the solver is made more of in the same way: its selectors stay as they are, and where a value is then
//! just an input, unification says what it must be. So an answer is good for all candidates that took the same way
//! through the program.

use rustc_hash::{FxHashMap, FxHashSet};
use solver::aig::{Aig, Composition, Node, Signal};
use solver::qbf::{Question, Seed};
use verdict::StopReason;

use super::apply::bind;
use super::edges::{EdgeId, SymbolicEdge};
use super::sets::SatSets;

/// Both sides of the question, in a graph of its own.
struct Comparison {
    aig: Aig,
    /// Inputs of the new edge and its context.
    outer: Vec<Signal>,
    /// The new edge's values.
    values: Vec<Signal>,
    known: Vec<Known>,
    /// If the new edge can be reached, a known one has the same values.
    matrix: Signal,
}

/// A known edge there.
struct Known {
    /// Its inputs: that of the edge, and the one here.
    inner: Vec<(Signal, Signal)>,
    values: Vec<Signal>,
    /// It has the same values as the new edge.
    same: Signal,
}

impl SatSets<'_, '_> {
    /// Whether the known edges have all that an edge has.
    pub(crate) fn is_included(&mut self, edge: &SymbolicEdge, known: &[EdgeId]) -> Result<bool, StopReason> {
        if known.iter().any(|&known| self.is_plainly_included(edge, known)) {
            return Ok(true);
        }
        let Some((comparison, imported)) = self.comparison(edge, known) else { return Ok(false) };
        let Comparison { aig, outer, matrix, .. } = &comparison;
        let seeds = comparison.seeds(&imported);
        let selectors = comparison.selectors(&self.selectors);
        let question = Question { aig, outer, matrix: *matrix, seeds: &seeds };
        self.space.is_valid(&question, &mut |answer| comparison.generalised(answer, &selectors))
    }

    /// The same values, under a weaker guard and the same context.
    fn is_plainly_included(&self, edge: &SymbolicEdge, known: EdgeId) -> bool {
        let known = &self.edges[known];
        known.layer == edge.layer && known.values == edge.values && edge.guard.contains_all(&known.guard)
    }

    /// None if constants say that nothing is included.
    fn comparison(
        &self,
        edge: &SymbolicEdge,
        known: &[EdgeId],
    ) -> Option<(Comparison, FxHashMap<Signal, Signal>)> {
        let source = &self.space.aig;
        let layer = &self.layers[edge.layer];
        let mut aig = Aig::new();
        let conjuncts = layer.context.conjuncts().iter().chain(edge.guard.conjuncts());
        let roots: Vec<Signal> = conjuncts.clone().chain(&edge.values).chain(&layer.entry).copied().collect();
        let imported: FxHashMap<Signal, Signal> =
            source.support(&roots).into_iter().map(|input| (input, aig.input())).collect();
        let outer = aig.inputs().to_vec();
        let mut composition: Composition = imported.iter().map(|(&theirs, &ours)| (theirs, ours)).collect();
        let mut import = |aig: &mut Aig, signal: Signal| aig.import(source, signal, &mut composition);
        let reached: Vec<Signal> = conjuncts.map(|&conjunct| import(&mut aig, conjunct)).collect();
        let reached = aig.and_all(reached);
        let values: Vec<Signal> = edge.values.iter().map(|&value| import(&mut aig, value)).collect();
        let entry: Vec<Signal> = layer.entry.iter().map(|&value| import(&mut aig, value)).collect();
        let mut comparison = Comparison { aig, outer, values, known: Vec::new(), matrix: Signal::TRUE };
        for &known in known {
            let more = self.known(&mut comparison, &entry, known);
            comparison.known.extend(more);
        }
        let same = comparison.aig.or_all(comparison.known.iter().map(|known| known.same));
        comparison.matrix = comparison.aig.implies(reached, same);
        (!comparison.known.is_empty()).then_some((comparison, imported))
    }

    /// A known edge with the new edge's entry values; none if constants differ.
    fn known(&self, comparison: &mut Comparison, entry: &[Signal], known: EdgeId) -> Option<Known> {
        let source = &self.space.aig;
        let edge = &self.edges[known];
        let constants_differ = |(&new, &known): (&Signal, &Signal)| matches!((new.as_constant(), known.as_constant()), (Some(new), Some(known)) if new != known);
        if comparison.values.iter().zip(&edge.values).any(constants_differ) {
            return None;
        }
        let bound = bind(source, &self.layers[edge.layer].entry, entry)?;
        let roots: Vec<Signal> = edge.guard.conjuncts().iter().chain(&edge.values).copied().collect();
        let aig = &mut comparison.aig;
        let inputs = source.support(&roots).into_iter().filter(|input| !bound.images.contains_key(input));
        let inner: Vec<(Signal, Signal)> = inputs.map(|input| (input, aig.input())).collect();
        let mut composition: Composition = inner.iter().copied().chain(bound.images).collect();
        let mut equations: Vec<Signal> = edge
            .guard
            .conjuncts()
            .iter()
            .map(|&conjunct| aig.import(source, conjunct, &mut composition))
            .collect();
        for (theirs, ours) in bound.left_over {
            let theirs = aig.import(source, theirs, &mut composition);
            equations.push(aig.equal(theirs, ours));
        }
        let mut values = Vec::new();
        for (&theirs, &ours) in edge.values.iter().zip(&comparison.values) {
            let theirs = aig.import(source, theirs, &mut composition);
            equations.push(aig.equal(theirs, ours));
            values.push(theirs);
        }
        let same = aig.and_all(equations);
        Some(Known { inner, values, same })
    }
}

impl Comparison {
    /// Guesses: unification, and then the same; and only the same.
    fn seeds(&self, imported: &FxHashMap<Signal, Signal>) -> Vec<Seed> {
        let mut same = FxHashMap::default();
        for &(theirs, ours) in self.known.iter().flat_map(|known| &known.inner) {
            same.insert(ours, imported.get(&theirs).copied().unwrap_or(Signal::FALSE));
        }
        let mut unified = same.clone();
        for known in &self.known {
            let fixed = FxHashMap::default();
            unified.extend(self.unified(known, &fixed));
        }
        let seed = |map: FxHashMap<Signal, Signal>| map.into_iter().collect::<Seed>();
        if unified == same { vec![seed(same)] } else { vec![seed(unified), seed(same)] }
    }

    /// Selectors among inner inputs.
    fn selectors(&self, selectors: &FxHashSet<Signal>) -> FxHashSet<Signal> {
        let inner = self.known.iter().flat_map(|known| &known.inner);
        inner.filter(|(theirs, _)| selectors.contains(theirs)).map(|&(_, ours)| ours).collect()
    }

    /// Makes more of an answer.
    fn generalised(&self, answer: &[(Signal, bool)], selectors: &FxHashSet<Signal>) -> Seed {
        let mut guess: FxHashMap<Signal, Signal> =
            answer.iter().map(|&(input, value)| (input, Signal::constant(value))).collect();
        for known in &self.known {
            let bare = self.unified(known, &FxHashMap::default());
            let is_fixed =
                |input: &&(Signal, Signal)| selectors.contains(&input.1) && !bare.contains_key(&input.1);
            let fixed: FxHashMap<Signal, Signal> = known
                .inner
                .iter()
                .filter(is_fixed)
                .filter_map(|&(_, input)| Some((input, *guess.get(&input)?)))
                .collect();
            let more = self.unified(known, &fixed);
            guess.extend(bare);
            guess.extend(more.into_iter().filter(|(input, _)| !fixed.contains_key(input)));
        }
        guess.into_iter().collect()
    }

    /// What inputs of a known edge must be that are just values of it, once some others are fixed.
    fn unified(&self, known: &Known, fixed: &FxHashMap<Signal, Signal>) -> FxHashMap<Signal, Signal> {
        let inner: FxHashSet<Signal> = known.inner.iter().map(|&(_, input)| input).collect();
        let residues = residues(&self.aig, &known.values, fixed);
        let mut unified = FxHashMap::default();
        for (&theirs, &ours) in known.values.iter().zip(&self.values) {
            let residue = residues[&theirs.regular()].complement_if(theirs.is_complement());
            let input = residue.regular();
            if inner.contains(&input) && !fixed.contains_key(&input) {
                unified.entry(input).or_insert(ours.complement_if(residue.is_complement()));
            }
        }
        unified
    }
}

/// What is left of signals when some inputs are constants, without making new nodes: a constant, a part of the signal,
/// or the signal itself.
fn residues(aig: &Aig, roots: &[Signal], fixed: &FxHashMap<Signal, Signal>) -> FxHashMap<Signal, Signal> {
    let mut residues: FxHashMap<Signal, Signal> = FxHashMap::default();
    for node in aig.cone(roots) {
        let residue = match aig.node(node) {
            Node::Constant => Signal::FALSE,
            Node::Input(_) => fixed.get(&node).copied().unwrap_or(node),
            Node::And(first, second) => {
                let of = |signal: Signal| residues[&signal.regular()].complement_if(signal.is_complement());
                match (of(first), of(second)) {
                    (Signal::FALSE, _) | (_, Signal::FALSE) => Signal::FALSE,
                    (Signal::TRUE, other) | (other, Signal::TRUE) => other,
                    (first, second) if first == second => first,
                    (first, second) if first == !second => Signal::FALSE,
                    (_, _) => node,
                }
            }
        };
        residues.insert(node, residue);
    }
    residues
}
