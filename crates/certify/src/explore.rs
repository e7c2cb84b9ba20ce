//! Summaries: all paths of all bodies, after the calls from outside.
//!
//! A path goes through its body step by step. Where a block begins or paths fork, states are remembered up to the
//! names of allocated objects and to dead locals, so that a loop is followed only as long as it comes to new states;
//! a body that has too many states ends the check. A call goes on with each effect of the summary that covers it.

use std::collections::{BTreeMap, HashSet};

use base::Id;
use heap::{Canonizer, Heap, Shapes};
use ir::facts::Liveness;
use ir::{ClassId, ObjectId, ProcId, Program, TermOp, Value};
use verdict::{Content, Spot, Stage, Summary, SummarySet};

use crate::Report;
use crate::matching::{Table, table};
use crate::refusal::{Reason, Refusal};
use crate::state::{Key, Known, Path};

/// What a state costs beyond the bytes that identify it.
const STATE_COST: usize = 64;

/// Paths, and what a call returns on them.
type Ends<'a> = Vec<(Path<'a>, Vec<Value>)>;

pub(crate) struct Checker<'a> {
    program: &'a Program,
    table: Table<'a>,
    canonizer: Canonizer,
    budget: usize,
    pub(crate) report: Report,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(program: &'a Program, set: &'a SummarySet, budget: usize) -> Self {
        let effects = set.summaries.iter().map(|summary| summary.effects.len()).sum();
        let report = Report { summaries: set.summaries.len(), effects, ..Report::default() };
        let canonizer = Canonizer::new(Shapes::new(program));
        Self { program, table: table(&set.summaries), canonizer, budget, report }
    }

    /// The calls from outside, one after the other.
    pub(crate) fn stages(&mut self) -> Result<(), Refusal> {
        let globals = self.program.globals.iter_enumerated();
        let default = globals.map(|(id, global)| (Spot::Global(id), Value::default_of(global.ty)));
        let mut states = BTreeMap::from([(Key::default(), (Heap::new(), default.collect()))]);
        for Stage { proc, atomic, number } in SummarySet::stages(self.program) {
            let outside = [(Spot::Atomic, Value::Bool(atomic)), (Spot::SelfId, Value::Int(number))];
            let seen = outside.map(|(spot, value)| (spot, Content::Value(value))).into();
            let known = Known::new(self.program, seen, Vec::new());
            for (heap, writes) in std::mem::take(&mut states).into_values() {
                let path = Path { heap, writes, ..Path::new(&known, proc) };
                let refuse = |reason| Refusal::new(None, Some(path.proc), None, reason);
                for (mut path, _) in self.call(&path, proc, &[]).map_err(refuse)? {
                    let key = path.canonize(&mut self.canonizer);
                    states.insert(key, (path.heap, path.writes));
                }
            }
        }
        Ok(())
    }

    /// All paths in which a call can end, with its results.
    fn call<'k>(&mut self, path: &Path<'k>, callee: ProcId, args: &[Value]) -> Result<Ends<'k>, Reason> {
        let (summary, binding) = path.seen_by(callee, args).find(&self.table, callee)?;
        self.report.calls_covered += 1;
        Ok(summary.effects.iter().map(|effect| path.clone().apply(effect, &binding)).collect())
    }

    /// All paths of the body of a summary. `classes`: those of the objects of its pattern.
    pub(crate) fn body(
        &mut self,
        index: usize,
        summary: &Summary,
        classes: Vec<ClassId>,
    ) -> Result<(), Refusal> {
        let seen = summary.pattern.iter().map(|read| (read.spot, read.seen.clone())).collect();
        let (known, proc) = (&Known::new(self.program, seen, classes), summary.proc);
        let liveness = Liveness::new(self.program, proc);
        let start = Path::new(known, proc);
        let same: Vec<ObjectId> = (0..known.classes.len()).map(ObjectId::new).collect();
        let effects = summary.effects.iter().map(|effect| start.clone().apply(effect, &same));
        let listed = effects.map(|(mut path, results)| self.end(&mut path, &results)).collect();
        let (mut visited, mut budget) = (HashSet::new(), self.budget);
        let mut pending = vec![start.enter(proc, &[])];
        while let Some(path) = pending.pop() {
            let span = path.proc.blocks[path.at.0].site(path.at.1).span;
            let refuse = |reason| Refusal::new(Some(index), Some(start.proc), span, reason);
            let next = self.next(path, &listed).map_err(refuse)?;
            let forks = next.len() > 1;
            for mut path in next {
                if forks || path.at.1 == 0 {
                    let live = liveness.set_before(path.at.0, path.at.1);
                    let is_dead = |spot: &Spot| matches!(spot, Spot::Param(local) if !live.contains(*local));
                    path.writes.retain(|spot, _| !is_dead(spot));
                    let key = path.canonize(&mut self.canonizer);
                    let rest = budget.checked_sub(STATE_COST + key.1.len());
                    if !visited.insert((path.at, key)) {
                        continue;
                    }
                    budget = rest.ok_or_else(|| refuse(Reason::TooLarge("a body has too many states")))?;
                    self.report.states += 1;
                }
                pending.push(path);
            }
        }
        Ok(())
    }

    /// The key of the state that is left with these results, which take the place of the locals.
    fn end(&mut self, path: &mut Path<'_>, results: &[Value]) -> Key {
        path.set_locals(results);
        path.canonize(&mut self.canonizer)
    }

    /// The paths that are longer by one step. A path that is complete must have made a listed effect.
    fn next<'k>(&mut self, mut path: Path<'k>, listed: &HashSet<Key>) -> Result<Vec<Path<'k>>, Reason> {
        match path.terminator() {
            Some(TermOp::Call { proc, args, results, next }) => {
                let outcomes = self.call(&path, *proc, &path.eval_all(args)?)?.into_iter();
                Ok(outcomes.map(|(after, values)| after.resume(results, &values, (*next, 0))).collect())
            }
            Some(TermOp::Return { values }) => {
                let results = path.eval_all(values)?;
                if listed.contains(&self.end(&mut path, &results)) {
                    return Ok(Vec::new());
                }
                // Objects without contents here are those of the pattern.
                Err(Reason::UnlistedEffect(format!("{:?}, where {:?}", path.writes, path.heap)))
            }
            _ => path.advance(),
        }
    }
}
