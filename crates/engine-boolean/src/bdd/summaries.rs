//! Summary edges as formulas for people.
//!
//! What a value at the exit is in all calls alike (a constant, a value at the entry, its negation, or any value) is
//! taken out of the relation first. What is left is written as an irredundant sum of products, in which values at the
//! entry that no call has may fall as they like.

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
        let failures = tabulation.errors.iter().map(|error| graph.check(error.check));
        let failures = failures.filter(|check| check.at.proc == proc);
        let failures = failures.map(|check| (check.failure.kind.clone(), check.failure.span)).collect();
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

/// Summary edges are kept from the caller's point of view: its current values are those at the entry, arguments and
/// exit values are next ones.
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
    // Before `init`, nothing has a value that anybody gave it.
    let entered =
        if graph.program.source.init == Some(proc) { Bdd::constant(entered != Bdd::FALSE) } else { entered };
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
        let (facts, n_results) = (&graph.procs[proc], graph.program.procs[proc].n_results);
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

    /// What a target is in all calls alike: best its own value at the entry, then a constant.
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
        let is_own = |place: Place| Some(place) == own;
        let others = self.entry.iter().filter(|(place, _)| !is_own(*place));
        for &(place, entry) in self.entry.iter().filter(|(place, _)| is_own(*place)).chain(others) {
            let entry = space.literal(entry, true)?;
            candidates.extend([(NewValue::Same(place), entry), (NewValue::Negated(place), !entry)]);
        }
        candidates.sort_by_key(|(value, _)| !matches!(value, NewValue::Same(place) if is_own(*place)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;
    use verdict::Meter;

    use crate::engine::{MethodOptions, Task};
    use crate::program::BoolProgram;

    /// Every kind of value: kept, negated, constant, any, and cases of each; recursive, with values that no call has.
    const PROGRAM: &str = r#"
global g0 "a": bool
global g1 "b": bool
global g2 "c": bool
init proc2
thread proc0
proc proc0 "main"() {
block0:
* g2 = false
* g0 = call proc1(g1, true) -> block1
block1:
* g0 = call proc3() -> block2
block2:
* return
}
proc proc1 "work"(v0 "x": bool, v1 "y": bool) -> (bool) {
  local v2 "z": bool
block0:
* branch v0, block1, block2
block1:
* g0 = !g0
* g1 = choose bool
* v2 = call proc1(false, v1) -> block3
block2:
* g2 = v1 && g0
* v2 = choose bool
* goto block3
block3:
* return v2 && !v0
}
proc proc2 "start"() {
block0:
  g0 = choose bool
  g1 = choose bool
  g2 = choose bool
  return
}
proc proc3 "flip"() -> (bool) {
block0:
* g0 = !g0
* return g1
}
"#;

    /// The relation that a summary states.
    fn stated(space: &mut Space<'_>, summary: &BooleanSummary) -> Bdd {
        let variable = |space: &Space<'_>, target: Target| match target {
            Target::Global(global) => space.copies(global.into()).next,
            Target::Result(index) => space.results[index],
        };
        let effect = |space: &mut Space<'_>, (target, value): (Target, NewValue)| {
            let at_exit = variable(space, target);
            match value {
                NewValue::Any => Bdd::TRUE,
                NewValue::Constant(value) => space.literal(at_exit, value).unwrap(),
                NewValue::Same(place) | NewValue::Negated(place) => {
                    let entry = space.literal(at_entry(space, place), true).unwrap();
                    let negate = matches!(value, NewValue::Negated(_));
                    space.equal(at_exit, if negate { !entry } else { entry }).unwrap()
                }
            }
        };
        let mut cases = Bdd::FALSE;
        for case in &summary.cases.listed {
            let guard: Vec<(Variable, bool)> =
                case.when.iter().map(|&(place, value)| (at_entry(space, place), value)).collect();
            let mut all = space.values(guard).unwrap();
            for &it in &case.then {
                let effect = effect(space, it);
                all = space.and(all, effect).unwrap();
            }
            cases = space.or(cases, all).unwrap();
        }
        for &it in &summary.always {
            let effect = effect(space, it);
            cases = space.and(cases, effect).unwrap();
        }
        cases
    }

    #[test]
    fn formulas_say_what_summary_edges_say() {
        let program = ir::read(Id::new(0), PROGRAM).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let program = BoolProgram::try_from(&program).unwrap();
        let graph = Graph::new(&program);
        let options = MethodOptions { all_errors: true, shortest: false, coverage: false };
        let meter = Meter::unlimited();
        let task = Task { graph: &graph, options: &options, wants_proof: false, meter: &meter };
        let mut tabulation = super::super::begin(&task).unwrap();
        tabulation.run().unwrap();
        let all = summaries(&mut tabulation).unwrap();
        for summary in &all {
            let proc = summary.proc;
            let sets = &mut tabulation.sets;
            let (edges, entered) = (sets.known(Kind::Summary(proc)), sets.known(Kind::Entry(proc)));
            let relation = Relation::new(&graph, &mut sets.space, proc, edges, entered).unwrap();
            let stated = stated(&mut sets.space, summary);
            let cared = sets.space.and(stated, relation.care).unwrap();
            assert_eq!(cared, edges, "{summary:?}");
        }
        let [main, work, start, flip] = all.as_slice() else { panic!("four procedures") };
        assert_eq!(work.called_with.listed.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        assert!(work.cases.listed.len() > 1, "{work:?}");
        let (a, b) = (ir::GlobalId::new(0), ir::GlobalId::new(1));
        let values = [
            (Target::Global(a), NewValue::Negated(a.into())),
            (Target::Global(b), NewValue::Same(b.into())),
            (Target::Result(0), NewValue::Same(b.into())),
        ];
        assert_eq!(flip.always, values);
        assert_eq!(main.called_with.listed, [vec![]]);
        assert_eq!((start.always.len(), start.cases.listed.len()), (3, 1));
    }
}
