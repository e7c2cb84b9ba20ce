//! The rule for new objects, and the numbers of objects while a step runs.
//!
//! `x := new` takes the least number that nothing reachable has before the assignment: `min(N \ R(G ∪ L ∪ C))`.

use std::collections::BTreeMap;

use base::Id;
use ir::{HeapOp, LocalId, ObjectId, Op, Place, Value};
use machine::{Action, Cover, Flow, Halt, Machine, StepEffects};

use super::Literal;
use super::heap::{Object, Objects, PaperHeap, free_numbers};

/// By object of the machine, the paper's number. Where a number is used twice, one of the objects is garbage.
pub(super) type Numbers = Vec<ObjectId>;

/// Executes one instruction or terminator.
pub(super) fn act(
    machine: &mut Machine<'_, StepEffects>,
    numbers: &mut Numbers,
    cuts: &[Value],
    literal: Literal,
    cover: &mut impl Cover,
) -> Result<Flow, Halt> {
    let Some(variable) = allocates_for(machine) else { return machine.act_covered(cover) };
    let used: Objects = heap_of(machine, numbers, machine.top().locals(), &[], cuts).reachable();
    let before = machine.place_value(variable);
    let flow = machine.act_covered(cover)?;
    numbers.extend(free_numbers(&used).next());
    if let (true, Value::Ref(object)) = (literal.e1, before) {
        clear_fields(machine, object);
    }
    Ok(flow)
}

/// The variable that gets a new object next.
fn allocates_for(machine: &Machine<'_, StepEffects>) -> Option<Place> {
    match machine.code.facts(machine.top().top().point).action {
        Action::Instr(instr) => match instr.op {
            Op::Heap(HeapOp::New { dst, .. }) => Some(dst),
            _ => None,
        },
        Action::Term(_) => None,
    }
}

fn clear_fields(machine: &mut Machine<'_, StepEffects>, object: ObjectId) {
    let heap = &mut machine.state.heap;
    for (slot, &default) in machine.code.record_defaults[heap.class(object)].iter().enumerate() {
        heap.set(object, slot, default);
    }
}

/// The heap of the machine with these variables beside its globals.
pub(super) fn heap_of(
    machine: &Machine<'_, StepEffects>,
    numbers: &Numbers,
    passed: &[Value],
    locals: &[(LocalId, Value)],
    cuts: &[Value],
) -> PaperHeap {
    let state = &machine.state;
    let number = |object: ObjectId| Value::Ref(numbers[object.index()]);
    let numbered_one = |value: Value| value.object().map_or(value, number);
    let numbered = |values: &[Value]| values.iter().map(|&value| numbered_one(value)).collect::<Vec<_>>();
    let held = locals.iter().map(|(_, value)| value);
    let variables = state.globals.iter().chain(passed).chain(held).chain(cuts).copied();
    let mut objects = BTreeMap::new();
    for object in heap::reachable(&state.heap, variables) {
        let (class, fields) = (state.heap.class(object), numbered(state.heap.slots(object)));
        objects.insert(numbers[object.index()], Object { class, fields });
    }
    PaperHeap {
        globals: numbered(&state.globals),
        passed: numbered(passed),
        locals: locals.iter().map(|&(local, value)| (local, numbered_one(value))).collect(),
        cuts: numbered(cuts),
        objects,
    }
}
