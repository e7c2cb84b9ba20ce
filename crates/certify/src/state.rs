//! What is known of a state while a body runs from its pattern: an effect under construction, over what the pattern lists.
//!
//! Objects of the pattern keep their numbers; an object that the path allocates has the next number. What is neither listed nor
//! written is not known, and reading it ends the check.

use std::collections::{BTreeMap, HashMap};

use base::Id;
use heap::{Canonizer, Heap, Shape, Shapes};
use ir::{ClassId, ClassKind, ObjectId, Program, Value};
use verdict::{Content, Effect, NewObject, Spot};

use crate::refusal::Reason;

/// What a pattern says of the state at the entry.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    pub(crate) program: &'a Program,
    pub(crate) seen: HashMap<Spot, Content>,
    /// By object: a class that it may have. If it may have several, they hold the same in all spots that can be asked for.
    pub(crate) classes: Vec<ClassId>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// `None`: a parameter that still has its value from the entry, or a dead local.
    pub(crate) locals: Vec<Option<Value>>,
    pub(crate) fresh: Vec<NewObject>,
    /// What was written to globals and to objects of the pattern, unless it is what the pattern lists there.
    pub(crate) writes: BTreeMap<Spot, Content>,
}

/// The object that a spot belongs to.
pub(crate) fn owner(spot: Spot) -> Option<ObjectId> {
    match spot {
        Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Global(_) => None,
        Spot::Slot(of, _) | Spot::Length(of) | Spot::Class(of) | Spot::Contents(of) => Some(of),
    }
}

/// The same spot of another object.
pub(crate) fn rebase(spot: Spot, object: ObjectId) -> Spot {
    match spot {
        Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Global(_) => spot,
        Spot::Slot(_, slot) => Spot::Slot(object, slot),
        Spot::Length(_) => Spot::Length(object),
        Spot::Class(_) => Spot::Class(object),
        Spot::Contents(_) => Spot::Contents(object),
    }
}

fn values(content: &Content) -> &[Value] {
    match content {
        Content::Value(value) => std::slice::from_ref(value),
        Content::Class(_) => &[],
        Content::List(list) => list,
    }
}

fn values_mut(content: &mut Content) -> &mut [Value] {
    match content {
        Content::Value(value) => std::slice::from_mut(value),
        Content::Class(_) => &mut [],
        Content::List(list) => list,
    }
}

impl Known<'_> {
    fn fresh_index(&self, object: ObjectId) -> Option<usize> {
        object.index().checked_sub(self.classes.len())
    }

    pub(crate) fn is_set(&self, class: ClassId) -> bool {
        matches!(self.program.classes[class].kind, ClassKind::Set { .. })
    }
}

impl State {
    /// The class of an object, as far as its kind matters; to know it exactly, [`Spot::Class`] must be listed.
    pub(crate) fn class(&self, known: &Known<'_>, object: ObjectId) -> ClassId {
        known
            .fresh_index(object)
            .map_or_else(|| known.classes[object.index()], |index| self.fresh[index].class)
    }

    pub(crate) fn read(&self, known: &Known<'_>, spot: Spot) -> Result<Content, Reason> {
        let content = match owner(spot).and_then(|object| known.fresh_index(object)) {
            None => self.writes.get(&spot).or_else(|| known.seen.get(&spot)).cloned(),
            Some(index) => {
                let NewObject { class, slots } = &self.fresh[index];
                match spot {
                    Spot::Slot(_, slot) => slots.get(slot as usize).map(|&value| Content::Value(value)),
                    Spot::Length(_) => Some(Content::Value(Value::Int(slots.len() as i64))),
                    Spot::Class(_) => Some(Content::Class(*class)),
                    Spot::Contents(_) => Some(Content::List(slots.clone())),
                    Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Global(_) => None,
                }
            }
        };
        content.ok_or(Reason::UnlistedRead(spot))
    }

    pub(crate) fn write(&mut self, known: &Known<'_>, spot: Spot, content: Content) -> Result<(), Reason> {
        match owner(spot).and_then(|object| known.fresh_index(object)) {
            Some(index) => match (spot, content) {
                (Spot::Slot(_, slot), Content::Value(value)) => {
                    self.fresh[index].slots[slot as usize] = value
                }
                (Spot::Contents(_), Content::List(list)) => self.fresh[index].slots = list,
                (other, _) => return Err(Reason::UnlistedRead(other)),
            },
            None if known.seen.get(&spot) == Some(&content) => drop(self.writes.remove(&spot)),
            None => drop(self.writes.insert(spot, content)),
        }
        Ok(())
    }

    /// Makes an effect happen: `binding` has the objects that the numbers of its pattern stand for. Gives the results.
    pub(crate) fn apply(
        &mut self,
        known: &Known<'_>,
        effect: &Effect,
        binding: &[ObjectId],
    ) -> Result<Vec<Value>, Reason> {
        let first = known.classes.len() + self.fresh.len();
        let object = |number: ObjectId| match number.index().checked_sub(binding.len()) {
            Some(index) => ObjectId::new(first + index),
            None => binding[number.index()],
        };
        let rename = |value: &mut Value| *value = value.object().map_or(*value, |of| Value::Ref(object(of)));
        let rename_all = |values: &mut [Value], is_set: bool| {
            values.iter_mut().for_each(rename);
            if is_set {
                values.sort_unstable();
            }
        };
        for new in &effect.fresh {
            let mut new = new.clone();
            rename_all(&mut new.slots, known.is_set(new.class));
            self.fresh.push(new);
        }
        for (spot, content) in &effect.writes {
            let (target, mut content) = (owner(*spot).map(object), content.clone());
            let is_list = matches!(content, Content::List(_));
            let is_set = is_list && target.is_some_and(|of| known.is_set(self.class(known, of)));
            rename_all(values_mut(&mut content), is_set);
            self.write(known, target.map_or(*spot, |target| rebase(*spot, target)), content)?;
        }
        let mut results = effect.results.clone();
        rename_all(&mut results, false);
        Ok(results)
    }

    /// Drops fresh objects that nothing refers to. The others keep their order, so that sets stay sorted.
    pub(crate) fn collect(&mut self, known: &Known<'_>) {
        let fresh_index = |value: &Value| value.object().and_then(|object| known.fresh_index(object));
        let mut kept = vec![false; self.fresh.len()];
        let mut pending: Vec<Value> = self.locals.iter().flatten().copied().collect();
        pending.extend(self.writes.values().flat_map(values));
        while let Some(value) = pending.pop() {
            if let Some(index) = fresh_index(&value).filter(|&at| !std::mem::replace(&mut kept[at], true)) {
                pending.extend(&self.fresh[index].slots);
            }
        }
        let count = |next: &mut usize, &kept: &bool| Some(std::mem::replace(next, *next + usize::from(kept)));
        let numbers: Vec<usize> = kept.iter().scan(known.classes.len(), count).collect();
        let mut keep = kept.into_iter();
        self.fresh.retain(|_| keep.next() == Some(true));
        let fields = self.fresh.iter_mut().flat_map(|new| &mut new.slots);
        let written = self.writes.values_mut().flat_map(values_mut);
        for value in fields.chain(written).chain(self.locals.iter_mut().flatten()) {
            if let Some(index) = fresh_index(value) {
                *value = Value::Ref(ObjectId::new(numbers[index]));
            }
        }
    }

    /// About how many values the state holds.
    pub(crate) fn size(&self) -> usize {
        let fresh: usize = self.fresh.iter().map(|new| 2 + new.slots.len()).sum();
        let written: usize = self.writes.values().map(|content| 2 + values(content).len()).sum();
        self.locals.len() + fresh + written
    }
}

/// Equal exactly for states that differ in nothing but the names of fresh objects and in garbage.
pub(crate) type Key = (usize, Vec<Spot>, Vec<u8>);

/// Makes keys of states.
#[derive(Debug)]
pub(crate) struct Keys {
    canonizer: Canonizer,
    /// Behind the classes of the program: of what stands for objects of the pattern, and of what holds written sets and lists.
    extra: [ClassId; 3],
}

impl Keys {
    pub(crate) fn new(program: &Program) -> Self {
        let (own, extra) = (Shapes::new(program), [Shape::Record { len: 0 }, Shape::Set, Shape::Sequence]);
        let shapes: Shapes = program.classes.ids().map(|class| own.shape(class)).chain(extra).collect();
        let extra = [0, 1, 2].map(|extra| ClassId::new(program.classes.len() + extra));
        Self { canonizer: Canonizer::new(shapes), extra }
    }

    pub(crate) fn key(&mut self, known: &Known<'_>, point: usize, state: &State) -> Key {
        let [entry, set, sequence] = self.extra;
        let mut heap = Heap::new();
        let mut roots: Vec<Value> =
            known.classes.iter().map(|_| Value::Ref(heap.alloc(entry, 0, Value::Null))).collect();
        for new in &state.fresh {
            heap.alloc_with(new.class, &new.slots);
        }
        for (spot, content) in &state.writes {
            let contents_of = owner(*spot).filter(|_| matches!(content, Content::List(_)));
            let is_set = contents_of.is_some_and(|of| known.is_set(state.class(known, of)));
            let class = if is_set { set } else { sequence };
            roots.push(Value::Ref(heap.alloc_with(class, values(content))));
        }
        let mut bytes = Vec::new();
        let mut encoding = self.canonizer.encode(&heap, &mut bytes);
        roots.into_iter().for_each(|root| encoding.value(root));
        for local in &state.locals {
            encoding.number(local.is_some().into());
            encoding.value(local.unwrap_or(Value::Null));
        }
        encoding.finish();
        (point, state.writes.keys().copied().collect(), bytes)
    }
}
