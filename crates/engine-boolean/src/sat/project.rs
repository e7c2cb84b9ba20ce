//! What edges say of entry values and current values, without their inputs: decision diagrams, and the formulas that
//! they are.
//!
//! All inputs are quantified away, one after the other, in conjunctions of only those parts that have them. Where an
//! entry value or a current value is an input, the input itself is the variable. Diagrams can be much larger than
//! edges; then there is no formula.

use std::collections::HashMap;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use solver::aig::{Aig, Node, Signal};
use solver::bdd::{Bdd, BddError, BddLimits, Bdds, Variable};
use verdict::{Atom, Formula};

use crate::formulas::{FormulaWriter, KnownDiagrams};

/// What an edge says: that conjuncts are true, and that atoms have values.
pub(crate) struct Claim<A> {
    pub(crate) conjuncts: Vec<Signal>,
    pub(crate) values: Vec<(A, Signal)>,
}

/// Larger diagrams are not made.
const MOST_NODES: usize = 1 << 18;
/// Steps for all diagrams of a proof: a second or so.
const MOST_STEPS: u64 = 10_000_000;
/// Formulas altogether.
const MOST_FORMULAS: usize = 400_000;

/// A proof in the making.
pub(crate) struct Writer {
    pub(crate) formulas: FormulaWriter,
    /// Steps that may still be made.
    steps: u64,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { formulas: FormulaWriter::default(), steps: MOST_STEPS }
    }

    /// The formula that is true where one of the claims is for some inputs; none if it is too large.
    pub(crate) fn projection(&mut self, aig: &Aig, claims: &[Claim<Atom>]) -> Option<Formula> {
        let limits = BddLimits { nodes: MOST_NODES, steps: self.steps, cache_entries: MOST_NODES };
        let mut projection = Projection::new(limits);
        let projected = projection.any(aig, claims).ok()?;
        self.steps = self.steps.saturating_sub(projection.bdds.n_steps());
        let names: FxHashMap<Variable, Atom> =
            projection.atoms.iter().map(|(&atom, &variable)| (variable, atom)).collect();
        let mut known = KnownDiagrams::default();
        let formula = self.formulas.diagram(&projection.bdds, projected, &names, &mut known);
        (self.formulas.formulas.nodes.len() <= MOST_FORMULAS).then_some(formula)
    }
}

/// Relations between the values of atoms.
pub(crate) struct Projection<A> {
    pub(crate) bdds: Bdds,
    pub(crate) atoms: HashMap<A, Variable>,
}

/// A conjunct and its variables.
type Part = (Bdd, FxHashSet<Variable>);

impl<A: Copy + Eq + Hash> Projection<A> {
    pub(crate) fn new(limits: BddLimits) -> Self {
        Self { bdds: Bdds::new(limits), atoms: HashMap::new() }
    }

    /// What one of the claims says, for some inputs.
    pub(crate) fn any(&mut self, aig: &Aig, claims: &[Claim<A>]) -> Result<Bdd, BddError> {
        let mut any = Bdd::FALSE;
        for claim in claims {
            let one = self.one(aig, claim)?;
            any = self.bdds.or(any, one)?;
        }
        Ok(any)
    }

    /// That atoms have these values.
    pub(crate) fn row(&mut self, values: impl Iterator<Item = (A, bool)>) -> Result<Bdd, BddError> {
        let mut all = Bdd::TRUE;
        for (atom, value) in values {
            let variable = self.variable(atom);
            let literal = self.bdds.literal(variable)?;
            all = self.bdds.and(all, if value { literal } else { !literal })?;
        }
        Ok(all)
    }

    fn variable(&mut self, atom: A) -> Variable {
        let bdds = &mut self.bdds;
        *self.atoms.entry(atom).or_insert_with(|| bdds.variable())
    }

    fn one(&mut self, aig: &Aig, Claim { conjuncts, values }: &Claim<A>) -> Result<Bdd, BddError> {
        let mut inputs: FxHashMap<Signal, Variable> = FxHashMap::default();
        let mut quantified: Vec<Variable> = Vec::new();
        let mut equations: Vec<(Variable, Signal)> = Vec::new();
        for &(atom, value) in values {
            let variable = self.variable(atom);
            let is_input = !value.is_complement() && matches!(aig.node(value), Node::Input(_));
            if is_input && !inputs.contains_key(&value) {
                inputs.insert(value, variable);
            } else {
                equations.push((variable, value));
            }
        }
        // Inputs stand near the values that depend on them.
        let roots = equations.iter().map(|&(_, value)| value).chain(conjuncts.iter().copied());
        for root in roots.clone() {
            for input in aig.support(&[root]) {
                inputs.entry(input).or_insert_with(|| {
                    quantified.push(self.bdds.variable());
                    quantified[quantified.len() - 1]
                });
            }
        }
        let diagrams = self.diagrams(aig, &roots.collect::<Vec<Signal>>(), &inputs)?;
        let mut parts: Vec<Bdd> = Vec::new();
        for (variable, value) in equations {
            let literal = self.bdds.literal(variable)?;
            parts.push(self.bdds.equal(literal, diagram(&diagrams, value))?);
        }
        parts.extend(conjuncts.iter().map(|&conjunct| diagram(&diagrams, conjunct)));
        self.quantify(parts, &quantified)
    }

    /// The diagrams of all nodes below some signals.
    fn diagrams(
        &mut self,
        aig: &Aig,
        roots: &[Signal],
        inputs: &FxHashMap<Signal, Variable>,
    ) -> Result<FxHashMap<Signal, Bdd>, BddError> {
        let mut diagrams: FxHashMap<Signal, Bdd> = FxHashMap::default();
        for node in aig.cone(roots) {
            let bdd = match aig.node(node) {
                Node::Constant => Bdd::FALSE,
                Node::Input(_) => self.bdds.literal(inputs[&node])?,
                Node::And(first, second) => {
                    let (first, second) = (diagram(&diagrams, first), diagram(&diagrams, second));
                    self.bdds.and(first, second)?
                }
            };
            diagrams.insert(node, bdd);
        }
        Ok(diagrams)
    }

    /// The conjunction of all parts, without some variables: the last ones first.
    fn quantify(&mut self, parts: Vec<Bdd>, quantified: &[Variable]) -> Result<Bdd, BddError> {
        let with_support = |bdds: &Bdds, part: Bdd| (part, bdds.support(&[part]).into_iter().collect());
        let mut parts: Vec<Part> = parts.into_iter().map(|part| with_support(&self.bdds, part)).collect();
        for &variable in quantified.iter().rev() {
            let (having, others): (Vec<Part>, Vec<Part>) =
                parts.into_iter().partition(|(_, support)| support.contains(&variable));
            parts = others;
            let mut product = Bdd::TRUE;
            for (part, _) in having {
                product = self.bdds.and(product, part)?;
            }
            let cube = self.bdds.cube(&[variable])?;
            let rest = self.bdds.exists(product, cube)?;
            parts.push(with_support(&self.bdds, rest));
        }
        parts.into_iter().try_fold(Bdd::TRUE, |all, (part, _)| self.bdds.and(all, part))
    }
}

fn diagram(diagrams: &FxHashMap<Signal, Bdd>, signal: Signal) -> Bdd {
    let bdd = diagrams[&signal.regular()];
    if signal.is_complement() { !bdd } else { bdd }
}
