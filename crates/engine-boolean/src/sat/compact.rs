//! Large edges over few values, made again from what they say.
//!
//! A summary edge of a recursive procedure is made from others by taking them at calls, and doubles in size where there
//! are two calls, though it may say little that is new. If the relation between entry values and values has a small
//! decision diagram, the edge gets it as its guard, over new inputs for its values. How it came about is asked of the
//! edge that it was, once values are known.

use rustc_hash::FxHashMap;
use solver::aig::{Node, Signal};
use solver::bdd::{Bdd, BddLimits, Bdds, Variable};
use solver::sat::{Batsat, Effort, GraphSolver, Lit, Outcome, SolveIncremental};

use super::edges::{Guard, SymbolicEdge};
use super::history::Origin;
use super::project::{Claim, Projection};
use super::sets::SatSets;

/// Smaller edges stay as they are.
const LARGE: usize = 100;
/// An edge with more different values stays as it is.
const MOST_VALUES: usize = 40;
/// Diagrams may take so much, and be so much smaller than the edge.
const LIMITS: BddLimits = BddLimits { nodes: 1 << 14, steps: 200_000, cache_entries: 1 << 12 };
const SMALLER: usize = 4;
/// Where diagrams grow too large on the way, few values are listed one by one, up to so many rows.
const FEW_VALUES: usize = 12;
const MOST_ROWS: usize = 256;
const MOST_CONFLICTS: u64 = 2_000;

/// What a variable of the diagram is: an entry value or a value, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Role {
    Entry(usize),
    Value(usize),
}

impl SatSets<'_, '_> {
    /// Makes a large edge smaller, if a diagram is small.
    pub(super) fn compact(&mut self, edge: &mut SymbolicEdge) {
        let roots: Vec<Signal> = edge.guard.conjuncts().iter().chain(&edge.values).copied().collect();
        let size = self.space.aig.n_conjunctions(&roots);
        let entry = self.layers[edge.layer].entry.clone();
        let is_open = |value: Signal| matches!(self.space.aig.node(value), Node::And(..) | Node::Input(_));
        let open: Vec<usize> = (0..edge.values.len()).filter(|&slot| is_open(edge.values[slot])).collect();
        if size < LARGE || open.len() + entry.len() > MOST_VALUES {
            return;
        }
        let entries = (0..entry.len()).filter(|&slot| is_open(entry[slot]));
        let mut values: Vec<(Role, Signal)> = entries.map(|slot| (Role::Entry(slot), entry[slot])).collect();
        values.extend(open.iter().map(|&slot| (Role::Value(slot), edge.values[slot])));
        let claim = Claim { conjuncts: edge.guard.conjuncts().to_vec(), values };
        let Some((projection, relation)) = self.relation(&claim) else { return };
        if projection.bdds.size(&[relation]) * SMALLER > size {
            return;
        }
        let old = self.edges.push(edge.clone());
        let mut names: FxHashMap<Variable, Signal> = FxHashMap::default();
        for (&role, &variable) in &projection.atoms {
            let signal = match role {
                Role::Entry(slot) => entry[slot],
                Role::Value(slot) => {
                    edge.values[slot] = self.space.aig.input();
                    edge.values[slot]
                }
            };
            names.insert(variable, signal);
        }
        let relation = self.signal_of(&projection.bdds, relation, &names);
        edge.guard = Guard::default();
        let consistent = edge.guard.conjoin(relation);
        debug_assert!(consistent, "an edge that can be reached has some values");
        edge.origin = self.origins.add(Origin::Compacted { values: edge.values.clone(), edge: old });
    }

    /// The relation as a diagram, by quantification, or value by value if there are few.
    fn relation(&self, claim: &Claim<Role>) -> Option<(Projection<Role>, Bdd)> {
        let mut projection = Projection::new(LIMITS);
        if let Ok(relation) = projection.any(&self.space.aig, std::slice::from_ref(claim)) {
            return Some((projection, relation));
        }
        let rows = if claim.values.len() <= FEW_VALUES { self.rows(claim)? } else { return None };
        let mut projection = Projection::new(LIMITS);
        let mut any = Bdd::FALSE;
        for row in rows {
            let roles = claim.values.iter().map(|&(role, _)| role);
            let one = projection.row(roles.zip(row)).ok()?;
            any = projection.bdds.or(any, one).ok()?;
        }
        Some((projection, any))
    }

    /// All values that an edge has at once, if there are few.
    fn rows(&self, claim: &Claim<Role>) -> Option<Vec<Vec<bool>>> {
        let mut solver: GraphSolver<Batsat> = GraphSolver::default();
        let aig = &self.space.aig;
        claim.conjuncts.iter().for_each(|&conjunct| solver.require(aig, conjunct));
        let literals: Vec<Lit> = claim.values.iter().map(|&(_, value)| solver.literal(aig, value)).collect();
        let mut rows: Vec<Vec<bool>> = Vec::new();
        while rows.len() <= MOST_ROWS {
            match solver.solver_mut().solve(&[], &Effort::conflicts(MOST_CONFLICTS)) {
                Outcome::Satisfiable => {}
                Outcome::Unsatisfiable => return Some(rows),
                Outcome::Unknown => return None,
            }
            let row: Vec<bool> = literals.iter().map(|&literal| solver.solver().value(literal)).collect();
            let other = |(&literal, &value): (&Lit, &bool)| if value { !literal } else { literal };
            let others: Vec<Lit> = literals.iter().zip(&row).map(other).collect();
            solver.solver_mut().add_clause(&others);
            rows.push(row);
        }
        None
    }

    /// A diagram as a signal.
    fn signal_of(&mut self, bdds: &Bdds, set: Bdd, names: &FxHashMap<Variable, Signal>) -> Signal {
        let mut known: FxHashMap<Bdd, Signal> =
            FxHashMap::from_iter([(Bdd::TRUE, Signal::TRUE), (Bdd::FALSE, Signal::FALSE)]);
        let mut waiting = vec![set];
        while let Some(&top) = waiting.last() {
            let branches = bdds.branches(top).filter(|_| !known.contains_key(&top));
            let Some((variable, low, high)) = branches else {
                waiting.pop();
                continue;
            };
            match (known.get(&low), known.get(&high)) {
                (Some(&low), Some(&high)) => {
                    let signal = self.space.aig.ite(names[&variable], high, low);
                    known.extend([(top, signal), (!top, !signal)]);
                }
                (None, _) => waiting.push(low),
                (_, None) => waiting.push(high),
            }
        }
        known[&set]
    }
}
