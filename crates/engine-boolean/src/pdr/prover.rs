//! Questions about the step of a unit, asked of one solver that is kept.
//!
//! What is claimed of a predicate at a level stands in clauses that hold under an assumption: each site must satisfy
//! each lemma. The assumption for a level implies the one for the level above, whose lemmas hold at this level, too; at
//! level 0 nothing satisfies a predicate. That a site is covered by facts is assumed for each site by itself: the
//! clause that lists the facts ends with a literal for those that come later, which is assumed to be false.

use std::collections::BTreeMap;

use solver::aig::Signal;
use solver::sat::{Batsat, Effort, GraphSolver, Lit, Outcome, SolveIncremental};

use super::known::Known;
use super::layout::PredId;
use super::unit::{Ending, Step, Unit, Valuation};

/// A cube over the atoms of a predicate: a literal has the number of its atom as variable.
pub(crate) type Cube = Vec<Lit>;

/// Rebuilt solvers forget clauses for single questions; a solver with fewer of them is kept.
const MOST_QUESTIONS: usize = 3_000;

/// What is asked: whether a step can end at a target with values in a cube.
pub(crate) struct Question<'q> {
    pub(crate) ending: Ending,
    pub(crate) cube: &'q [Lit],
    /// At which level the predicates of sites are taken, for each predicate that is needed.
    pub(crate) levels: &'q [(PredId, u32)],
    /// Sites that facts must cover.
    pub(crate) covered: &'q [usize],
}

/// What came out.
pub(crate) enum Reply {
    /// It can, and this is how.
    Yes(Step),
    /// It cannot, and this part of the cube is enough; forever if no predicate was needed at its level.
    No { core: Cube, for_ever: bool },
}

/// The solver of a unit.
pub(crate) struct Prover {
    solver: GraphSolver<Batsat>,
    premises: BTreeMap<PredId, Premise>,
    /// For each site, once it was asked for.
    covers: Vec<Option<Cover>>,
    n_questions: usize,
    /// Literals of all clauses beside the graph.
    n_literals: usize,
}

/// What the solver knows of a predicate.
#[derive(Default)]
struct Premise {
    sites: Vec<usize>,
    levels: Vec<Lit>,
    /// How much of the log of lemmas was read.
    n_read: usize,
}

/// That a site is covered by facts.
struct Cover {
    assumed: Lit,
    later: Lit,
    n_read: usize,
}

impl Prover {
    pub(crate) fn new(unit: &Unit) -> Self {
        let mut premises: BTreeMap<PredId, Premise> = BTreeMap::new();
        for (index, site) in unit.sites.iter().enumerate() {
            premises.entry(site.pred).or_default().sites.push(index);
        }
        Self {
            solver: GraphSolver::new(Batsat::new()),
            premises,
            covers: unit.sites.iter().map(|_| None).collect(),
            n_questions: 0,
            n_literals: 0,
        }
    }

    /// An estimate: a clause takes a header and two watches beside its literals, and so do the three clauses of each
    /// node; as much again for learnt ones.
    pub(crate) fn bytes(&self, unit: &Unit) -> usize {
        unit.aig.bytes() + 300 * unit.aig.n_nodes() + 24 * self.n_literals
    }

    fn literal(&mut self, unit: &Unit, signal: Signal) -> Lit {
        self.solver.literal(&unit.aig, signal)
    }

    fn add_clause(&mut self, literals: &[Lit]) {
        self.n_literals += literals.len() + 2;
        self.solver.solver_mut().add_clause(literals);
    }

    // -------------------------------------------------------------------------------------- what is assumed

    /// The assumption that sites satisfy a predicate at a level.
    fn at_level(&mut self, unit: &Unit, known: &Known, pred: PredId, level: u32) -> Lit {
        self.read_lemmas(unit, known, pred, level as usize);
        self.premises[&pred].levels[level as usize]
    }

    fn read_lemmas(&mut self, unit: &Unit, known: &Known, pred: PredId, level: usize) {
        let mut premise = self.premises.remove(&pred).expect("a question is about predicates of its unit");
        let entries = &known.log(pred)[premise.n_read..];
        let highest = entries.iter().map(|&(_, level)| level as usize).max().unwrap_or(0).max(level);
        while premise.levels.len() <= highest {
            let new = self.solver.solver_mut().new_variable();
            match premise.levels.last() {
                Some(&below) => self.add_clause(&[!below, new]),
                None => {
                    for &site in &premise.sites {
                        let active = self.literal(unit, unit.sites[site].active);
                        self.add_clause(&[!new, !active]);
                    }
                }
            }
            premise.levels.push(new);
        }
        for &(index, level) in entries {
            let lemma = &known.lemmas(pred)[index];
            if lemma.level == Some(level) {
                let assumed = premise.levels[level as usize];
                premise.sites.iter().for_each(|&site| self.exclude(unit, site, &lemma.cube, assumed));
            }
        }
        premise.n_read = known.log(pred).len();
        self.premises.insert(pred, premise);
    }

    /// No value in a cube at an active site.
    fn exclude(&mut self, unit: &Unit, site: usize, cube: &[Lit], assumed: Lit) {
        let active = self.literal(unit, unit.sites[site].active);
        let mut clause = vec![!assumed, !active];
        for &literal in cube {
            clause.push(!self.value(unit, &unit.sites[site].values, literal));
        }
        self.add_clause(&clause);
    }

    /// The literal of the solver for one of a cube.
    fn value(&mut self, unit: &Unit, values: &[Signal], literal: Lit) -> Lit {
        let value = values[literal.variable()];
        self.literal(unit, value.complement_if(!literal.is_positive()))
    }

    /// The assumptions that a site is covered by facts, or not active.
    fn covered(&mut self, unit: &Unit, known: &Known, site: usize) -> [Lit; 2] {
        let active = self.literal(unit, unit.sites[site].active);
        let mut cover = self.covers[site].take().unwrap_or_else(|| {
            let assumed = self.solver.solver_mut().new_variable();
            let later = self.solver.solver_mut().new_variable();
            self.add_clause(&[!assumed, !active, later]);
            Cover { assumed, later, n_read: 0 }
        });
        let facts = known.facts_of(unit.sites[site].pred);
        if cover.n_read < facts.len() {
            let later = self.solver.solver_mut().new_variable();
            let mut one_of = vec![!cover.later, later];
            for &fact in &facts[cover.n_read..] {
                let holds = self.solver.solver_mut().new_variable();
                one_of.push(holds);
                for &literal in &known.fact(fact).cube {
                    let value = self.value(unit, &unit.sites[site].values, literal);
                    self.add_clause(&[!holds, value]);
                }
            }
            self.add_clause(&one_of);
            cover = Cover { later, n_read: facts.len(), ..cover };
        }
        let assumptions = [cover.assumed, !cover.later];
        self.covers[site] = Some(cover);
        assumptions
    }

    // ------------------------------------------------------------------------------------------- questions

    /// Answers a question about the shortest derivations: those from whose premises the cube itself is excluded.
    pub(crate) fn ask(
        &mut self,
        unit: &Unit,
        known: &Known,
        question: &Question<'_>,
        effort: &Effort<'_>,
    ) -> Option<Reply> {
        if self.n_questions > MOST_QUESTIONS {
            *self = Self::new(unit);
        }
        let target = &unit.targets[question.ending.target];
        let mut assumptions = Vec::new();
        for &(pred, level) in question.levels {
            assumptions.push(self.at_level(unit, known, pred, level));
        }
        let n_levels = assumptions.len();
        for &site in question.covered {
            assumptions.extend(self.covered(unit, known, site));
        }
        let asked = self.exclude_itself(unit, question);
        assumptions.extend(asked);
        assumptions.push(self.literal(unit, target.arrives));
        // The solver blames assumptions that come first, if it can.
        let mut ends: Vec<(u64, Lit, Lit)> = Vec::with_capacity(question.cube.len());
        for &literal in question.cube {
            let value = self.value(unit, &target.values, literal);
            ends.push((target.weights[literal.variable()], literal, value));
        }
        ends.sort_unstable();
        assumptions.extend(ends.iter().map(|&(_, _, value)| value));
        let outcome = self.solver.solver_mut().solve(&assumptions, effort);
        let reply = match outcome {
            Outcome::Satisfiable => {
                let values = Valuation::new(&unit.aig, |input, _| self.solver.value(input));
                Some(Reply::Yes(Step { ending: question.ending, values }))
            }
            Outcome::Unsatisfiable => {
                let core = self.solver.solver().core();
                let for_ever = !assumptions[..n_levels].iter().any(|level| core.binary_search(level).is_ok());
                ends.retain(|(_, _, value)| core.binary_search(value).is_ok());
                let mut core: Cube = ends.iter().map(|&(_, literal, _)| literal).collect();
                core.sort_unstable();
                Some(Reply::No { core, for_ever })
            }
            Outcome::Unknown => None,
        };
        if let Some(asked) = asked {
            self.add_clause(&[!asked]);
        }
        reply
    }

    /// The assumption that no premise of the target's own predicate is in the cube.
    fn exclude_itself(&mut self, unit: &Unit, question: &Question<'_>) -> Option<Lit> {
        let target = &unit.targets[question.ending.target];
        let sites: Vec<usize> =
            target.sites.iter().copied().filter(|&site| unit.sites[site].pred == target.pred).collect();
        if sites.is_empty() || question.cube.is_empty() {
            return None;
        }
        self.n_questions += 1;
        let asked = self.solver.solver_mut().new_variable();
        sites.into_iter().for_each(|site| self.exclude(unit, site, question.cube, asked));
        Some(asked)
    }
}
