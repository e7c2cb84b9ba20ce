//! What is known of a state while a body runs from its pattern: an effect under construction, over what the pattern lists.
//!
//! Objects of the pattern keep their numbers; an object that the path allocates has the next number. What is neither listed nor
//! written is not known, and reading it ends the check.

use std::collections::{BTreeMap, HashMap};

use base::Id;
use heap::{Canonizer, Heap};
use ir::{BlockId, ClassId, ClassKind, LocalId, ObjectId, Proc, Program, Value};
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

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct State {
    pub(crate) fresh: Vec<NewObject>,
    /// What was written to globals, to objects of the pattern, and to locals, all of which are [`Spot::Param`]s here; unless it is
    /// what the pattern lists there.
    pub(crate) writes: BTreeMap<Spot, Content>,
}

/// A path through a body.
#[derive(Clone, Debug)]
pub(crate) struct Path<'a> {
    pub(crate) known: &'a Known<'a>,
    pub(crate) proc: &'a Proc,
    /// What is executed next.
    pub(crate) at: (BlockId, usize),
    /// Atomic sections of the body itself around it.
    pub(crate) depth: u32,
    pub(crate) state: State,
}

/// The values with other names for their objects; those of a set are put in order.
fn rename_all(values: &[Value], is_set: bool, name: impl Fn(ObjectId) -> ObjectId) -> Vec<Value> {
    let rename = |&value: &Value| value.object().map_or(value, |object| Value::Ref(name(object)));
    let mut renamed: Vec<Value> = values.iter().map(rename).collect();
    if is_set {
        renamed.sort_unstable();
    }
    renamed
}

/// The content with other names for its objects.
pub(crate) fn rename(content: &Content, is_set: bool, name: impl Fn(ObjectId) -> ObjectId) -> Content {
    match content {
        Content::Value(value) => Content::Value(rename_all(&[*value], false, name)[0]),
        Content::Class(class) => Content::Class(*class),
        Content::List(list) => Content::List(rename_all(list, is_set, name)),
    }
}

impl State {
    /// About how many values the state holds.
    pub(crate) fn size(&self) -> usize {
        let fresh: usize = self.fresh.iter().map(|new| 2 + new.slots.len()).sum();
        fresh + self.writes.values().map(|content| 2 + content.values().len()).sum::<usize>()
    }

    /// Gives the first locals these values, and forgets all others.
    pub(crate) fn set_locals(&mut self, values: impl IntoIterator<Item = Value>) {
        self.writes.retain(|spot, _| !matches!(spot, Spot::Param(_)));
        let named = values.into_iter().enumerate();
        self.writes.extend(named.map(|(at, value)| (Spot::Param(LocalId::new(at)), Content::Value(value))));
    }
}

impl<'a> Path<'a> {
    pub(crate) fn new(known: &'a Known<'a>, proc: &'a Proc, state: State) -> Self {
        Self { known, proc, at: (proc.entry(), 0), depth: 0, state }
    }

    /// The index among the fresh objects of the object that the spot is a part of.
    fn fresh_index(&self, spot: Spot) -> Option<usize> {
        spot.object()?.index().checked_sub(self.known.classes.len())
    }

    /// The class of an object, as far as its kind matters; to know it exactly, [`Spot::Class`] must be listed.
    pub(crate) fn class(&self, object: ObjectId) -> ClassId {
        let fresh = self.fresh_index(Spot::Class(object)).map(|index| self.state.fresh[index].class);
        fresh.unwrap_or_else(|| self.known.classes[object.index()])
    }

    fn is_set_class(&self, class: ClassId) -> bool {
        matches!(self.known.program.classes[class].kind, ClassKind::Set { .. })
    }

    /// Whether the spot holds the elements of a set, which have no order.
    pub(crate) fn is_set(&self, spot: Spot) -> bool {
        matches!(spot, Spot::Contents(object) if self.is_set_class(self.class(object)))
    }

    pub(crate) fn read(&self, spot: Spot) -> Result<Content, Reason> {
        let fresh = self.fresh_index(spot).map(|index| &self.state.fresh[index]);
        let content = match (fresh, spot) {
            (None, _) => self.state.writes.get(&spot).or_else(|| self.known.seen.get(&spot)).cloned(),
            (Some(new), Spot::Slot(_, slot)) => new.slots.get(slot as usize).copied().map(Content::Value),
            (Some(new), Spot::Length(_)) => Some(Content::Value(Value::Int(new.slots.len() as i64))),
            (Some(new), Spot::Class(_)) => Some(Content::Class(new.class)),
            (Some(new), _) => Some(Content::List(new.slots.clone())),
        };
        content.ok_or(Reason::UnlistedRead(spot))
    }

    pub(crate) fn write(&mut self, spot: Spot, content: Content) {
        match (self.fresh_index(spot), spot, content) {
            (Some(index), Spot::Slot(_, slot), Content::Value(value)) => {
                self.state.fresh[index].slots[slot as usize] = value;
            }
            (Some(index), _, content) => self.state.fresh[index].slots = content.values().to_vec(),
            (None, _, content) if self.known.seen.get(&spot) == Some(&content) => {
                self.state.writes.remove(&spot);
            }
            (None, _, content) => drop(self.state.writes.insert(spot, content)),
        }
    }

    pub(crate) fn allocate(&mut self, class: ClassId, slots: Vec<Value>) -> Value {
        self.state.fresh.push(NewObject { class, slots });
        Value::Ref(ObjectId::new(self.known.classes.len() + self.state.fresh.len() - 1))
    }

    /// Makes an effect happen: `binding` has the objects that the numbers of its pattern stand for. Gives the results.
    pub(crate) fn apply(&mut self, effect: &Effect, binding: &[ObjectId]) -> Vec<Value> {
        let first = self.known.classes.len() + self.state.fresh.len();
        let name = |number: ObjectId| match number.index().checked_sub(binding.len()) {
            Some(index) => ObjectId::new(first + index),
            None => binding[number.index()],
        };
        for NewObject { class, slots } in &effect.fresh {
            self.allocate(*class, rename_all(slots, self.is_set_class(*class), name));
        }
        for (spot, content) in &effect.writes {
            let spot = spot.rename(name);
            self.write(spot, rename(content, self.is_set(spot), name));
        }
        rename_all(&effect.results, false, name)
    }

    /// The state without garbage. States that differ in nothing but garbage and the names of fresh objects have it in common.
    pub(crate) fn canonical(&self, canonizer: &mut Canonizer) -> State {
        let State { fresh, writes } = &self.state;
        let (n_entry, n_all) = (self.known.classes.len(), self.known.classes.len() + fresh.len());
        let mut heap = Heap::new();
        for &class in &self.known.classes {
            heap.alloc(class, 0, Value::Null);
        }
        for NewObject { class, slots } in fresh {
            heap.alloc_with(*class, slots);
        }
        // Written contents count as objects of their own, so that sets among them are put in order like others.
        let root = |(spot, content): (&Spot, &Content)| match (*spot, content.values()) {
            (Spot::Contents(object), list) => Value::Ref(heap.alloc_with(self.class(object), list)),
            (_, values) => values[0],
        };
        let (roots, mut bytes): (Vec<Value>, _) = (writes.iter().map(root).collect(), Vec::new());
        let mut encoding = canonizer.encode_beyond(n_entry, &heap, &mut bytes);
        roots.into_iter().for_each(|root| encoding.value(root));
        let order = encoding.finish().iter().map(|object| object.index());
        let kept: Vec<usize> = order.filter(|object| (n_entry..n_all).contains(object)).collect();
        let mut names: Vec<usize> = (0..n_all).collect();
        kept.iter().zip(n_entry..).for_each(|(&object, name)| names[object] = name);
        let name = |object: ObjectId| ObjectId::new(names[object.index()]);
        let renamed = |NewObject { class, slots }: &NewObject| NewObject {
            class: *class,
            slots: rename_all(slots, self.is_set_class(*class), name),
        };
        let written = |(spot, content): (&Spot, &Content)| (*spot, rename(content, self.is_set(*spot), name));
        State {
            fresh: kept.iter().map(|object| renamed(&fresh[object - n_entry])).collect(),
            writes: writes.iter().map(written).collect(),
        }
    }
}
