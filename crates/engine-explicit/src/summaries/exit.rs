//! How a procedure can end: its effect on the entry state of its root, made at a return and applied at calls.

use base::Id;
use ir::{BlockId, ClassKind, ObjectId, Place, Program, Value};
use verdict::{Content, Effect, NewObject, Spot};

use super::body::Body;
use super::node::NodeId;
use super::root::Root;
use super::view::Names;

/// An end of a root.
#[derive(Debug)]
pub(super) struct Exit {
    /// The node that stands for the end; its way leads through the body to the return.
    pub(super) node: NodeId,
    /// Objects of the entry state have their names in the root; fresh ones follow.
    pub(super) effect: Effect,
    /// Reads of the pattern when the end was found; the way to it depends on no others.
    pub(super) n_reads: usize,
}

impl Exit {
    /// Bytes held, lists of contents aside.
    pub(super) fn bytes(&self) -> usize {
        let Effect { fresh, writes, results } = &self.effect;
        let slots = fresh.iter().map(|object| object.slots.capacity()).sum::<usize>() + results.capacity();
        size_of::<Self>()
            + fresh.capacity() * size_of::<NewObject>()
            + writes.capacity() * size_of::<(Spot, Content)>()
            + slots * size_of::<Value>()
    }
}

/// The objects of the present state by their names in an effect: those of the entry keep theirs, the fresh ones follow
/// in canonical order.
pub(super) struct EffectNames {
    n_entry: usize,
    fresh: Vec<ObjectId>,
    /// By object, from `n_entry` on: its name, if it is part of the effect.
    numbers: Vec<Option<ObjectId>>,
}

impl EffectNames {
    /// `order` holds the objects by canonical number. Those from `n_state` on are shadows: copies of contents that were
    /// made to be encoded.
    pub(super) fn new(n_entry: usize, n_state: usize, order: &[ObjectId]) -> Self {
        let fresh: Vec<ObjectId> =
            order[n_entry..].iter().copied().filter(|object| object.index() < n_state).collect();
        let mut numbers = vec![None; n_state - n_entry];
        for (object, number) in fresh.iter().zip(n_entry..) {
            numbers[object.index() - n_entry] = Some(ObjectId::new(number));
        }
        Self { n_entry, fresh, numbers }
    }

    /// The objects by their names in the effect.
    pub(super) fn into_order(self) -> Vec<ObjectId> {
        (0..self.n_entry).map(ObjectId::new).chain(self.fresh).collect()
    }

    fn name(&self, value: Value) -> Value {
        match value {
            Value::Ref(object) if object.index() >= self.n_entry => {
                let number = self.numbers[object.index() - self.n_entry];
                Value::Ref(number.expect("what an effect refers to is part of it"))
            }
            plain => plain,
        }
    }

    fn names(&self, values: &[Value], sorted: bool) -> Vec<Value> {
        let mut values: Vec<Value> = values.iter().map(|&value| self.name(value)).collect();
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
    /// The effect of the path that the machine has just run to its return.
    pub(super) fn effect(&self, writes: &[Spot], results: &[Value], names: &EffectNames) -> Effect {
        let program = self.machine.code.program;
        let state = &self.machine.state;
        let fresh = names.fresh.iter().map(|&object| {
            let class = state.heap.class(object);
            NewObject { class, slots: names.names(state.heap.slots(object), is_set(program, class)) }
        });
        let content = |spot: Spot| match self.content(spot) {
            Content::Value(value) => Content::Value(names.name(value)),
            Content::Class(class) => Content::Class(class),
            Content::List(values) => {
                let sorted =
                    matches!(spot, Spot::Contents(object) if is_set(program, state.heap.class(object)));
                Content::List(names.names(&values, sorted))
            }
        };
        Effect {
            fresh: fresh.collect(),
            writes: writes.iter().map(|&spot| (spot, content(spot))).collect(),
            results: names.names(results, false),
        }
    }

    /// Applies an effect of `callee` to the caller that the machine holds, and goes on behind the call. `caller` names
    /// the objects of the callee's pattern.
    pub(super) fn apply(
        &mut self,
        callee: &Root,
        effect: &Effect,
        caller: &Names,
        results: &[Place],
        next: BlockId,
    ) {
        let program = self.machine.code.program;
        let n_entry = callee.n_objects();
        let first_fresh = self.machine.state.heap.len();
        let translate = |object: ObjectId| match object.index().checked_sub(n_entry) {
            Some(fresh) => ObjectId::new(first_fresh + fresh),
            None => callee.caller_object(caller, object),
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
