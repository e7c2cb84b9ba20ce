//! All paths of all bodies.
//!
//! A path goes through its body step by step. Where a block begins, states are remembered up to the names of fresh objects, so that
//! every loop is left or found again; a body that has too many states ends the check.

use std::collections::{BTreeSet, HashMap, HashSet};

use base::Id;
use heap::{Canonizer, Shapes};
use ir::facts::Liveness;
use ir::{ClassId, ObjectId, ProcId, Program, TermOp, Value};
use verdict::{Content, Effect, Spot, Stage, SummarySet};

use crate::Report;
use crate::matching::{Call, Table};
use crate::refusal::{Reason, Refusal};
use crate::state::{Known, Path, State};

/// What a state costs beyond its values.
const STATE_COST: usize = 8;

pub(crate) struct Checker<'a> {
    program: &'a Program,
    set: &'a SummarySet,
    table: Table<'a>,
    canonizer: Canonizer,
    pub(crate) report: Report,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(program: &'a Program, set: &'a SummarySet) -> Self {
        let effects = set.summaries.iter().map(|summary| summary.effects.len()).sum();
        let report = Report { summaries: set.summaries.len(), effects, ..Report::default() };
        let (table, canonizer) = (Table::new(&set.summaries), Canonizer::new(Shapes::new(program)));
        Self { program, set, table, canonizer, report }
    }

    /// The calls from outside, one after the other.
    pub(crate) fn stages(&mut self) -> Result<(), Refusal> {
        let globals = self.program.globals.iter_enumerated();
        let default =
            globals.map(|(id, global)| (Spot::Global(id), Content::Value(Value::default_of(global.ty))));
        let mut states = BTreeSet::from([State { fresh: Vec::new(), writes: default.collect() }]);
        for Stage { proc: id, atomic, number } in SummarySet::stages(self.program) {
            let outside = [(Spot::Atomic, Value::Bool(atomic)), (Spot::SelfId, Value::Int(number))];
            let seen = outside.map(|(spot, value)| (spot, Content::Value(value))).into();
            let known = Known { program: self.program, seen, classes: Vec::new() };
            let proc = &self.program.procs[id];
            let mut after = BTreeSet::new();
            for state in states {
                let outcomes = self.call(&Path::new(&known, proc, state), id, Vec::new());
                for (path, _) in outcomes.map_err(|reason| Refusal::new(None, Some(proc), None, reason))? {
                    after.insert(self.end(path, Vec::new()));
                }
            }
            states = after;
        }
        Ok(())
    }

    /// All states in which a call can end, with its results.
    fn call<'k>(
        &mut self,
        path: &Path<'k>,
        callee: ProcId,
        args: Vec<Value>,
    ) -> Result<Vec<(Path<'k>, Vec<Value>)>, Reason> {
        let (summary, binding) = self.table.find(Call { path, callee, args, missing: None })?;
        self.report.calls_covered += 1;
        let outcome = |effect| {
            let mut after = path.clone();
            let results = after.apply(effect, &binding);
            (after, results)
        };
        Ok(summary.effects.iter().map(outcome).collect())
    }

    /// The state that is left with these results, which take the place of the locals.
    fn end(&mut self, mut path: Path<'_>, results: Vec<Value>) -> State {
        path.state.set_locals(results);
        path.canonical(&mut self.canonizer)
    }

    /// All bodies. `classes`: those of the objects of the patterns.
    pub(crate) fn bodies(&mut self, classes: Vec<Vec<ClassId>>, budget: usize) -> Result<(), Refusal> {
        let (program, mut liveness) = (self.program, HashMap::new());
        for (index, (summary, classes)) in self.set.summaries.iter().zip(classes).enumerate() {
            let seen = summary.pattern.iter().map(|read| (read.spot, read.seen.clone())).collect();
            let known = Known { program, seen, classes };
            let live = liveness.entry(summary.proc).or_insert_with(|| Liveness::new(program, summary.proc));
            self.body(index, &known, live, budget)?;
        }
        Ok(())
    }

    /// All paths of one body from one pattern.
    fn body(
        &mut self,
        index: usize,
        known: &Known<'_>,
        liveness: &Liveness<'_>,
        mut budget: usize,
    ) -> Result<(), Refusal> {
        let summary = &self.set.summaries[index];
        let proc = &known.program.procs[summary.proc];
        let start = Path::new(known, proc, State::default());
        let same: Vec<ObjectId> = (0..known.classes.len()).map(ObjectId::new).collect();
        let mut listed = HashSet::new();
        for effect in &summary.effects {
            let mut path = start.clone();
            let results = path.apply(effect, &same);
            listed.insert(self.end(path, results));
        }
        let (mut pending, mut visited) = (vec![start.enter(summary.proc, Vec::new())], HashSet::new());
        while let Some(path) = pending.pop() {
            let span = proc.blocks[path.at.0].site(path.at.1).span;
            let refuse = |reason| Refusal::new(Some(index), Some(proc), span, reason);
            let next = self.next(path, &listed).map_err(refuse)?;
            let forks = next.len() > 1;
            for mut path in next {
                if path.at.1 == 0 {
                    let live = liveness.live_in(path.at.0);
                    let is_live = |spot: &Spot| !matches!(spot, Spot::Param(local) if !live.contains(*local));
                    path.state.writes.retain(|spot, _| is_live(spot));
                    path.state = path.canonical(&mut self.canonizer);
                    if !visited.insert((path.at.0, path.state.clone())) {
                        continue;
                    }
                }
                if forks || path.at.1 == 0 {
                    let left = budget.checked_sub(STATE_COST + path.state.size());
                    budget = left.ok_or_else(|| refuse(Reason::TooLarge("a body has too many states")))?;
                    self.report.states += 1;
                }
                pending.push(path);
            }
        }
        Ok(())
    }

    /// The paths that are longer by one step. A path that is complete must have made a listed effect.
    fn next<'k>(&mut self, path: Path<'k>, listed: &HashSet<State>) -> Result<Vec<Path<'k>>, Reason> {
        match path.terminator() {
            Some(TermOp::Call { proc, args, results, next }) => {
                let outcomes = self.call(&path, *proc, path.eval_all(args)?)?;
                Ok(outcomes
                    .into_iter()
                    .map(|(after, values)| after.resume(results, values, (*next, 0)))
                    .collect())
            }
            Some(TermOp::Return { values }) => {
                let results = path.eval_all(values)?;
                let end = self.end(path, results);
                if listed.contains(&end) { Ok(Vec::new()) } else { Err(unlisted(end)) }
            }
            _ => path.advance(),
        }
    }
}

fn unlisted(State { fresh, writes }: State) -> Reason {
    let (results, writes): (Vec<_>, Vec<_>) =
        writes.into_iter().partition(|(spot, _)| matches!(spot, Spot::Param(_)));
    let results = results.iter().flat_map(|(_, result)| result.values()).copied().collect();
    Reason::UnlistedEffect(Box::new(Effect { fresh, writes, results }))
}
