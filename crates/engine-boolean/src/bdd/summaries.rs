//! Summary edges as formulas for people.
//!
//! What a value at the exit is in all calls alike (a constant, a value at the entry, its negation, or any value) is taken out of the relation first. What is left is written as an irredundant
//! sum of products, in which values at the entry that no call has may fall as they like.

use ir::{Place, ProcId};
use solver::bdd::{Bdd, Variable};
use verdict::{BooleanSummary, Cases, NewValue, StopReason, SummaryCase, Target};

use super::space::Space;
use super::walk::Bdds;
use crate::graph::Graph;
use crate::representation::Kind;

/// More cases are not listed.
const MOST_CASES: usize = 50;

/// The relation of a procedure, while it is taken apart.
struct Relation {
    /// Between entry values and values of the targets.
    edges: Bdd,
    /// Entry values of calls; everything, if they are not known.
    care: Bdd,
    entry: Vec<(Place, Variable)>,
    targets: Vec<(Target, Variable)>,
}

/// The summaries of all procedures, as far as they are known.
pub(crate) fn summaries(tabulation: &mut Bdds<'_, '_>) -> Result<Vec<BooleanSummary>, StopReason> {
    let graph = tabulation.graph;
    let mut all = Vec::new();
    for proc in graph.program.procs.ids() {
        let failures = tabulation.errors.iter().filter(|error| error.at.proc == proc);
        let failures = failures.map(|error| (error.failure.kind.clone(), error.failure.span)).collect();
        let sets = &mut tabulation.sets;
        let (summary, entered) = (sets.known(Kind::Summary(proc)), sets.known(Kind::Entry(proc)));
        let space = &mut sets.space;
        let called_with = called_with(graph, space, proc, entered)?;
        let mut relation = Relation::new(graph, space, proc, summary, entered)?;
        let mut always = Vec::new();
        if summary != Bdd::FALSE {
            relation.take_out(space, &mut always)?;
        }
        let cases = relation.cases(space)?;
        all.push(BooleanSummary { proc, called_with, always, cases, failures });
    }
    Ok(all)
}

/// Touched globals and parameters.
fn places(graph: &Graph<'_>, proc: ProcId) -> Vec<Place> {
    let facts = &graph.procs[proc];
    let params = facts.params.iter().map(|&local| Place::Local(local));
    params.chain(facts.touched.iter().map(|&global| Place::Global(global))).collect()
}

/// Summary edges are kept from the caller's point of view: its current values are those at the entry, arguments and exit values are next ones.
fn at_entry(space: &Space<'_>, place: Place) -> Variable {
    match place {
        Place::Global(_) => space.copies(place).current,
        Place::Local(_) => space.copies(place).next,
    }
}

/// Sets of entries are over current values.
fn called_with(
    graph: &Graph<'_>,
    space: &mut Space<'_>,
    proc: ProcId,
    entered: Bdd,
) -> Result<Cases<Vec<(Place, bool)>>, StopReason> {
    let current: Vec<(Place, Variable)> =
        places(graph, proc).into_iter().map(|place| (place, space.copies(place).current)).collect();
    let sum = space.run(|bdds| bdds.sum_of_products(entered, MOST_CASES))?;
    let listed = sum.products.iter().map(|product| literals(&current, product)).collect();
    Ok(Cases { listed, is_complete: sum.is_complete })
}

/// The literals of a product over these variables, in their order.
fn literals<T: Copy>(of: &[(T, Variable)], product: &[(Variable, bool)]) -> Vec<(T, bool)> {
    let value =
        |variable: Variable| product.iter().find(|literal| literal.0 == variable).map(|literal| literal.1);
    of.iter().filter_map(|&(what, variable)| value(variable).map(|value| (what, value))).collect()
}

impl Relation {
    fn new(
        graph: &Graph<'_>,
        space: &mut Space<'_>,
        proc: ProcId,
        edges: Bdd,
        entered: Bdd,
    ) -> Result<Self, StopReason> {
        let (facts, n_results) = (&graph.procs[proc], graph.program.procs[proc].results.len());
        let globals = facts.touched.iter();
        let globals = globals.map(|&global| (Target::Global(global), space.copies(global.into()).next));
        let results = (0..n_results).map(|index| (Target::Result(index), space.results[index]));
        let targets: Vec<(Target, Variable)> = globals.chain(results).collect();
        if !graph.knows_entry(proc) {
            return Ok(Self { edges, care: Bdd::TRUE, entry: Vec::new(), targets });
        }
        let places = places(graph, proc);
        let entry: Vec<(Place, Variable)> =
            places.into_iter().map(|place| (place, at_entry(space, place))).collect();
        let pairs: Vec<(Variable, Variable)> =
            entry.iter().map(|&(place, variable)| (space.copies(place).current, variable)).collect();
        let renaming = space.renaming(&pairs)?;
        let care = space.run(|bdds| bdds.substitute(entered, renaming))?;
        Ok(Self { edges, care, entry, targets })
    }

    /// Takes out all targets whose values are the same in all calls.
    fn take_out(
        &mut self,
        space: &mut Space<'_>,
        always: &mut Vec<(Target, NewValue)>,
    ) -> Result<(), StopReason> {
        let mut left = Vec::new();
        for (target, variable) in std::mem::take(&mut self.targets) {
            match self.value(space, target, variable)? {
                None => left.push((target, variable)),
                Some(value) => {
                    always.push((target, value));
                    let cube = space.cube(&[variable])?;
                    self.edges = space.exists(self.edges, cube)?;
                }
            }
        }
        self.targets = left;
        Ok(())
    }

    /// What a target is in all calls alike. Its own value at the entry is the first to be looked at.
    fn value(
        &self,
        space: &mut Space<'_>,
        target: Target,
        variable: Variable,
    ) -> Result<Option<NewValue>, StopReason> {
        if !space.bdds.support(&[self.edges]).contains(&variable) {
            return Ok(Some(NewValue::Any));
        }
        let at_exit = space.literal(variable, true)?;
        let own = match target {
            Target::Global(global) => Some(Place::Global(global)),
            Target::Result(_) => None,
        };
        let mut candidates =
            vec![(NewValue::Constant(true), Bdd::TRUE), (NewValue::Constant(false), Bdd::FALSE)];
        let others = self.entry.iter().filter(|(place, _)| Some(*place) != own);
        for &(place, entry) in self.entry.iter().filter(|(place, _)| Some(*place) == own).chain(others) {
            let entry = space.literal(entry, true)?;
            candidates.extend([(NewValue::Same(place), entry), (NewValue::Negated(place), !entry)]);
        }
        for (value, function) in candidates {
            let differs = space.run(|bdds| bdds.xor(at_exit, function))?;
            if space.and(self.edges, differs)? == Bdd::FALSE {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn cases(&self, space: &mut Space<'_>) -> Result<Cases<SummaryCase>, StopReason> {
        let (edges, care) = (self.edges, self.care);
        let sum = space.run(|bdds| {
            let upper = bdds.or(edges, !care)?;
            bdds.cover(edges, upper, MOST_CASES)
        })?;
        let case = |product: &Vec<(Variable, bool)>| {
            let given = literals(&self.targets, product);
            let then = self.targets.iter().map(|&(target, _)| {
                let value = given.iter().find(|(known, _)| *known == target);
                (target, value.map_or(NewValue::Any, |&(_, value)| NewValue::Constant(value)))
            });
            SummaryCase { when: literals(&self.entry, product), then: then.collect() }
        };
        Ok(Cases { listed: sum.products.iter().map(case).collect(), is_complete: sum.is_complete })
    }
}
