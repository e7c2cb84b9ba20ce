//! From roots to summaries in the form of the crate `verdict`, which reports and certificates share.

use base::{Id, IndexVec};
use ir::{ClassId, ClassKind, ObjectId, Program, Value};
use rustc_hash::FxHashSet;
use verdict::{Content, Covered, Effect, NewObject, Read, Spot, StopReason, Summary, SummarySet};

use super::footprint::SpotId;
use super::root::{Root, RootId};
use super::rules::Summarizer;

impl Summarizer<'_> {
    /// The summaries that the program takes its effects from, ordered by procedure and then by age. If the rules ran to
    /// their end, the set is closed. There may be no room for them: whole visible states take much more than patterns.
    pub(super) fn summaries(&mut self) -> Result<SummarySet, StopReason> {
        let mut ids: Vec<RootId> = self.reached_roots();
        ids.sort_by_key(|&id| (self.roots[id].proc, id));
        let n_reads = |id: &RootId| match self.uses_patterns {
            true => self.roots[*id].pattern.len(),
            false => self.roots[*id].footprint.spots().len(),
        };
        let bytes = ids.iter().map(n_reads).sum::<usize>() * size_of::<Read>();
        self.may_hold(bytes as u64)?;
        if !self.uses_patterns {
            for &id in &ids {
                self.list_all_that_is_visible(id);
            }
        }
        let summaries = ids.iter().map(|&id| summary(self.code.program, &mut self.roots[id])).collect();
        Ok(SummarySet { summaries })
    }

    /// How many summaries cover the calls of the program.
    pub(super) fn covered(&self) -> Covered {
        let ids = self.reached_roots();
        let effects = ids.iter().map(|&id| self.roots[id].exits.len() as u64).sum();
        Covered::Summaries { patterns: ids.len() as u64, effects }
    }

    /// The roots that a root takes effects from.
    pub(super) fn callees(&self) -> IndexVec<RootId, Vec<RootId>> {
        let mut callees = IndexVec::filled(Vec::new(), self.roots.len());
        for edge in &self.edges {
            callees[self.nodes.root(edge.call)].push(edge.callee);
        }
        callees
    }

    /// The roots that still count: some were made for calls that have found others since.
    fn reached_roots(&self) -> Vec<RootId> {
        let callees = self.callees();
        let outside = RootId::new(0);
        let mut is_reached: IndexVec<RootId, bool> = IndexVec::filled(false, self.roots.len());
        let mut open = vec![outside];
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut is_reached[id], true) {
                open.extend_from_slice(&callees[id]);
            }
        }
        is_reached.ids().filter(|&id| id != outside && is_reached[id]).collect()
    }

    /// Makes a pattern of the whole entry state.
    fn list_all_that_is_visible(&mut self, id: RootId) {
        let program = self.code.program;
        let root = &mut self.roots[id];
        let footprint = std::mem::take(&mut root.footprint);
        root.names.clear();
        let is_array =
            |object| matches!(program.classes[root.entry.heap.class(object)].kind, ClassKind::Array { .. });
        let exists = |&id: &SpotId| !matches!(footprint.spot(id), Spot::Length(object) if !is_array(object));
        let all: Vec<SpotId> = footprint.spots().filter(exists).collect();
        root.pattern.clear();
        root.grow(program, &footprint, &all);
        root.footprint = footprint;
    }
}

/// Takes the pattern out of the root, which is of no use any more.
fn summary(program: &Program, root: &mut Root) -> Summary {
    let known: FxHashSet<&Read> = root.pattern.iter().collect();
    let mut effects: Vec<Effect> = Vec::new();
    let mut seen = FxHashSet::default();
    for exit in &root.exits {
        let effect = Renumbering { program, root }.effect(&exit.effect, &known);
        if seen.insert(effect.clone()) {
            effects.push(effect);
        }
    }
    let pattern = std::mem::take(&mut root.pattern);
    Summary { proc: root.proc, pattern, effects, uses: root.uses }
}

/// From the names of objects in a root to their numbers in the pattern.
#[derive(Clone, Copy)]
struct Renumbering<'a> {
    program: &'a Program,
    root: &'a Root,
}

impl Renumbering<'_> {
    /// The effect without the writes that leave what the pattern says was there.
    fn effect(self, effect: &Effect, known: &FxHashSet<&Read>) -> Effect {
        let writes = effect.writes.iter().map(|(spot, content)| self.write(*spot, content));
        let is_new =
            |(spot, seen): &(Spot, Content)| !known.contains(&Read { spot: *spot, seen: seen.clone() });
        let mut writes: Vec<(Spot, Content)> = writes.filter(is_new).collect();
        writes.sort();
        let fresh = effect
            .fresh
            .iter()
            .map(|NewObject { class, slots }| NewObject { class: *class, slots: self.slots(*class, slots) });
        let results = effect.results.iter().map(|&value| self.value(value));
        Effect { fresh: fresh.collect(), writes, results: results.collect() }
    }

    fn write(self, spot: Spot, content: &Content) -> (Spot, Content) {
        let content = match (spot, content) {
            (Spot::Contents(object), Content::List(values)) => {
                Content::List(self.slots(self.root.entry.heap.class(object), values))
            }
            (_, Content::Value(value)) => Content::Value(self.value(*value)),
            (spot, content) => panic!("no effect writes {content:?} to {spot:?}"),
        };
        (self.root.names.rename(spot), content)
    }

    fn slots(self, class: ClassId, values: &[Value]) -> Vec<Value> {
        let mut values: Vec<Value> = values.iter().map(|&value| self.value(value)).collect();
        if matches!(self.program.classes[class].kind, ClassKind::Set { .. }) {
            values.sort_unstable();
        }
        values
    }

    fn value(self, value: Value) -> Value {
        let Value::Ref(object) = value else { return value };
        let names = &self.root.names;
        Value::Ref(match object.index().checked_sub(self.root.n_objects()) {
            Some(fresh) => ObjectId::new(names.len() + fresh),
            None => names.number(object).expect("an effect mentions only objects that were read"),
        })
    }
}
