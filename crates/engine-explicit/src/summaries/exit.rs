//! How a procedure can end: its effect on every state that matches its pattern, made at a return and applied at calls.

use base::Id;
use ir::{BlockId, ClassKind, ObjectId, Place, Program, Value};
use verdict::{Content, Effect, NewObject, Spot};

use super::body::Body;
use super::message::Exit;
use super::view::Names;

/// Bytes held by an exit, lists of contents aside.
pub(super) fn bytes_of(exit: &Exit) -> usize {
    let Effect { fresh, writes, results } = &exit.effect;
    let slots = fresh.iter().map(|object| object.slots.capacity()).sum::<usize>() + results.capacity();
    size_of::<Exit>()
        + fresh.capacity() * size_of::<NewObject>()
        + writes.capacity() * size_of::<(Spot, Content)>()
        + slots * size_of::<Value>()
}

/// The objects of the state at a return: those of the entry, then the fresh ones that are part of the effect, in
/// canonical order.
pub(super) struct EndObjects {
    n_entry: usize,
    fresh: Vec<ObjectId>,
    /// By object, from `n_entry` on: its place among the fresh ones, if it is part of the effect.
    places: Vec<Option<usize>>,
}

impl EndObjects {
    /// `order` holds the objects by canonical number. Those from `n_state` on are shadows: copies of contents that were
    /// made to be encoded.
    pub(super) fn new(n_entry: usize, n_state: usize, order: &[ObjectId]) -> Self {
        let fresh: Vec<ObjectId> =
            order[n_entry..].iter().copied().filter(|object| object.index() < n_state).collect();
        let mut places = vec![None; n_state - n_entry];
        for (place, object) in fresh.iter().enumerate() {
            places[object.index() - n_entry] = Some(place);
        }
        Self { n_entry, fresh, places }
    }

    /// All of them in order.
    pub(super) fn into_order(self) -> Vec<ObjectId> {
        (0..self.n_entry).map(ObjectId::new).chain(self.fresh).collect()
    }
}

/// From the objects of the state at a return to their numbers in the effect.
#[derive(Clone, Copy)]
struct Numbers<'a> {
    pattern: &'a Names,
    objects: &'a EndObjects,
}

impl Numbers<'_> {
    fn value(self, value: Value) -> Value {
        let Value::Ref(object) = value else { return value };
        let Self { pattern, objects } = self;
        Value::Ref(match object.index().checked_sub(objects.n_entry) {
            Some(made) => {
                let place = objects.places[made].expect("what an effect refers to is part of it");
                ObjectId::new(pattern.len() + place)
            }
            None => pattern.number(object).expect("an effect mentions only objects that were read"),
        })
    }

    fn values(self, values: &[Value], sorted: bool) -> Vec<Value> {
        let mut values: Vec<Value> = values.iter().map(|&value| self.value(value)).collect();
        if sorted {
            values.sort_unstable();
        }
        values
    }
}

fn is_set(program: &Program, class: ir::ClassId) -> bool {
    matches!(program.classes[class].kind, ClassKind::Set { .. })
}

impl Body<'_> {
    /// The effect of the path that the machine has just run to its return. `pattern` numbers the objects of the entry
    /// that were read.
    pub(super) fn effect(
        &self,
        writes: &[Spot],
        results: &[Value],
        objects: &EndObjects,
        pattern: &Names,
    ) -> Effect {
        let program = self.machine.code.program;
        let state = &self.machine.state;
        let numbers = Numbers { pattern, objects };
        let fresh = objects.fresh.iter().map(|&object| {
            let class = state.heap.class(object);
            NewObject { class, slots: numbers.values(state.heap.slots(object), is_set(program, class)) }
        });
        let content = |spot: Spot| match self.content(spot) {
            Content::Value(value) => Content::Value(numbers.value(value)),
            Content::Class(class) => Content::Class(class),
            Content::List(values) => {
                let sorted =
                    matches!(spot, Spot::Contents(object) if is_set(program, state.heap.class(object)));
                Content::List(numbers.values(&values, sorted))
            }
        };
        Effect {
            fresh: fresh.collect(),
            writes: writes.iter().map(|&spot| (pattern.rename(spot), content(spot))).collect(),
            results: numbers.values(results, false),
        }
    }

    /// Applies an exit of the callee to the caller that the machine holds, and goes on behind the call. `caller` names
    /// the objects of the callee's pattern.
    pub(super) fn apply(&mut self, exit: &Exit, caller: &Names, results: &[Place], next: BlockId) {
        let program = self.machine.code.program;
        let Exit { effect, n_named, .. } = exit;
        let first_fresh = self.machine.state.heap.len();
        let translate = |object: ObjectId| match object.index().checked_sub(*n_named) {
            Some(fresh) => ObjectId::new(first_fresh + fresh),
            None => caller.object(object),
        };
        let value = |value: Value| match value {
            Value::Ref(object) => Value::Ref(translate(object)),
            plain => plain,
        };
        let list = |values: &[Value], sorted: bool| {
            let mut values: Vec<Value> = values.iter().map(|&v| value(v)).collect();
            if sorted {
                values.sort_unstable();
            }
            values
        };
        for NewObject { class, slots } in &effect.fresh {
            self.machine.state.heap.alloc_with(*class, &list(slots, is_set(program, *class)));
        }
        for (spot, content) in &effect.writes {
            match (*spot, content) {
                (Spot::Global(global), Content::Value(new)) => {
                    self.machine.write(Place::Global(global), value(*new));
                }
                (Spot::Slot(object, slot), Content::Value(new)) => {
                    self.machine.set_slot(translate(object), slot as usize, value(*new));
                }
                (Spot::Contents(object), Content::List(new)) => {
                    let object = translate(object);
                    let sorted = is_set(program, self.machine.state.heap.class(object));
                    self.machine.replace_contents(object, &list(new, sorted));
                }
                (spot, content) => panic!("no effect writes {content:?} to {spot:?}"),
            }
        }
        for (&place, &result) in results.iter().zip(&effect.results) {
            self.machine.write(place, value(result));
        }
        self.machine.goto(next);
    }
}
