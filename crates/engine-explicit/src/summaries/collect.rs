//! From instances to summaries in the form of the crate `verdict`, which reports and certificates share.

use base::{Id, IndexVec};
use ir::{ClassId, ClassKind, ObjectId, Program, Value};
use rustc_hash::FxHashSet;
use verdict::{Content, Covered, Effect, NewObject, Read, Spot, StopReason, Summary, SummarySet};

use super::footprint::SpotId;
use super::instance::{Instance, InstanceId};
use super::message::Exit;
use super::scheduler::{Published, Scheduler};

impl Scheduler<'_> {
    /// The summaries that the program takes its effects from, ordered by procedure and then by age. If no message is
    /// left, the set is closed. There may be no room for them: whole visible states take much more than patterns.
    pub(super) fn summaries(&mut self) -> Result<SummarySet, StopReason> {
        let mut ids: Vec<InstanceId> = self.reached();
        ids.sort_by_key(|&id| (self.instances[id].proc, id));
        let n_reads = |id: &InstanceId| match self.worker.uses_patterns {
            true => self.published[*id].pattern.len(),
            false => self.instances[*id].footprint.spots().len(),
        };
        let bytes = ids.iter().map(n_reads).sum::<usize>() * size_of::<Read>();
        self.worker.account.may_hold(bytes as u64)?;
        let summaries = ids.iter().map(|&id| self.summary(id)).collect();
        Ok(SummarySet { summaries })
    }

    /// How many summaries cover the calls of the program.
    pub(super) fn covered(&self) -> Covered {
        let ids = self.reached();
        let effects = ids.iter().map(|&id| self.published[id].exits.len() as u64).sum();
        Covered::Summaries { patterns: ids.len() as u64, effects }
    }

    /// The instances that an instance takes effects from.
    fn callees(&self) -> IndexVec<InstanceId, Vec<InstanceId>> {
        let mut callees = IndexVec::filled(Vec::new(), self.instances.len());
        for edge in &self.edges {
            callees[edge.call.instance].push(edge.callee);
        }
        callees
    }

    /// The instances that still count: some were made for calls that have found others since.
    fn reached(&self) -> Vec<InstanceId> {
        let callees = self.callees();
        let outside = InstanceId::new(0);
        let mut is_reached: IndexVec<InstanceId, bool> = IndexVec::filled(false, self.instances.len());
        let mut open = vec![outside];
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut is_reached[id], true) {
                open.extend_from_slice(&callees[id]);
            }
        }
        is_reached.ids().filter(|&id| id != outside && is_reached[id]).collect()
    }

    /// The summary of an instance. It takes the pattern, which is of no use any more; with visible states, the pattern
    /// is the whole entry state, in the order of its spots.
    fn summary(&mut self, id: InstanceId) -> Summary {
        let program = self.code.program;
        let (instance, published) = (&mut self.instances[id], &mut self.published[id]);
        let is_by_object = !self.worker.uses_patterns;
        let pattern = if is_by_object {
            all_that_is_visible(program, instance)
        } else {
            std::mem::take(&mut published.pattern)
        };
        let numbering = Numbering { program, instance, is_by_object };
        Summary {
            proc: instance.proc,
            effects: effects(numbering, &pattern, published),
            pattern,
            uses: published.uses,
        }
    }
}

/// Makes a pattern of the whole entry state. Objects get numbers anew, in the order of that pattern.
fn all_that_is_visible(program: &Program, instance: &mut Instance) -> Vec<Read> {
    let footprint = std::mem::take(&mut instance.footprint);
    let is_array =
        |object| matches!(program.classes[instance.entry.heap.class(object)].kind, ClassKind::Array { .. });
    let exists = |&id: &SpotId| !matches!(footprint.spot(id), Spot::Length(object) if !is_array(object));
    let all: Vec<SpotId> = footprint.spots().filter(exists).collect();
    instance.names.clear();
    let pattern = instance.read(program, &footprint, &all);
    instance.footprint = footprint;
    pattern
}

/// The effects of an instance, each once.
fn effects(numbering: Numbering<'_>, pattern: &[Read], published: &Published) -> Vec<Effect> {
    let known: FxHashSet<&Read> = pattern.iter().collect();
    let mut effects: Vec<Effect> = Vec::new();
    let mut seen = FxHashSet::default();
    for exit in &published.exits {
        let effect = numbering.effect(exit, &known);
        if seen.insert(effect.clone()) {
            effects.push(effect);
        }
    }
    effects
}

/// From the numbers that objects had when an exit was sent to those of the whole pattern.
#[derive(Clone, Copy)]
struct Numbering<'a> {
    program: &'a Program,
    instance: &'a Instance,
    /// The numbers were those of the objects in the entry state, and not of the pattern.
    is_by_object: bool,
}

impl Numbering<'_> {
    /// The effect without the writes that leave what the pattern says was there.
    fn effect(self, exit: &Exit, known: &FxHashSet<&Read>) -> Effect {
        let Exit { effect: Effect { fresh, writes, results }, n_named, .. } = exit;
        let object = |object: ObjectId| match object.index().checked_sub(*n_named) {
            Some(fresh) => ObjectId::new(self.instance.names.len() + fresh),
            None if self.is_by_object => {
                self.instance.names.number(object).expect("all that is visible is in the pattern")
            }
            None => object,
        };
        let is_new =
            |(spot, seen): &(Spot, Content)| !known.contains(&Read { spot: *spot, seen: seen.clone() });
        let writes = writes.iter().map(|(spot, content)| self.write(spot.rename(object), content, object));
        let mut writes: Vec<(Spot, Content)> = writes.filter(is_new).collect();
        writes.sort();
        let fresh = fresh.iter().map(|NewObject { class, slots }| NewObject {
            class: *class,
            slots: self.slots(*class, slots, object),
        });
        let results = values(results, object);
        Effect { fresh: fresh.collect(), writes, results }
    }

    /// What is written to a spot that has its new name.
    fn write(self, spot: Spot, content: &Content, object: impl Fn(ObjectId) -> ObjectId) -> (Spot, Content) {
        let class = spot.object().map(|number| self.instance.names.object(number));
        let class = class.map(|object| self.instance.entry.heap.class(object));
        let is_set = class.is_some_and(|class| self.is_set(class));
        (spot, content.rename(is_set, object))
    }

    fn slots(self, class: ClassId, slots: &[Value], object: impl Fn(ObjectId) -> ObjectId) -> Vec<Value> {
        let mut slots = values(slots, object);
        if self.is_set(class) {
            slots.sort_unstable();
        }
        slots
    }

    fn is_set(self, class: ClassId) -> bool {
        matches!(self.program.classes[class].kind, ClassKind::Set { .. })
    }
}

fn values(values: &[Value], object: impl Fn(ObjectId) -> ObjectId) -> Vec<Value> {
    let renamed = values.iter().map(|&value| value.object().map_or(value, |of| Value::Ref(object(of))));
    renamed.collect()
}
