//! What grows along an execution that a run could not follow to its end.
//!
//! A run that ends at a limit has seen long executions. Of one of them, three states are compared: one after a quarter
//! of the way, one after half of it, and the last. What is larger each time is probably without bound, and naming it
//! says what to bound, or which engine does without it. The stack comes first, since it is the reason why
//! other things grow; numbers come last, since every loop has a counter.

mod chain;

use std::collections::BTreeMap;

use base::Id;
use heap::Heap;
use ir::{ClassId, ClassKind, GlobalId, LocalId, LocalKind, ProcId, Program, Value};
use verdict::Growth;

use self::chain::longest_chain;
use crate::state::{State, Thread};

/// Where on the way to look: after so many quarters of it.
const QUARTERS: [usize; 3] = [1, 2, 4];

/// Less is no growth.
const SMALLEST_SIZE: u64 = 16;
/// Numbers count up to a bound more often than anything else does.
const SMALLEST_NUMBER: u64 = 256;

/// The parts of a state that can grow, in the order in which they are named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    /// Frames of a procedure in one thread.
    Calls(ProcId),
    /// Threads that began with a procedure.
    Threads(ProcId),
    /// Elements of one array, set or channel.
    Elements(ClassId),
    Objects(ClassId),
    Global(GlobalId),
    Local(ProcId, LocalId),
}

impl Part {
    fn smallest(self) -> u64 {
        match self {
            Part::Calls(_) | Part::Threads(_) | Part::Elements(_) | Part::Objects(_) => SMALLEST_SIZE,
            Part::Global(_) | Part::Local(..) => SMALLEST_NUMBER,
        }
    }
}

/// What grows on a way, whose states are made when they are looked at.
pub fn growth_on_way<T: Copy>(
    program: &Program,
    way: &[T],
    state: &mut impl FnMut(T) -> State,
) -> Option<Growth> {
    let states = places(way.len())?.map(|place| state(way[place]));
    growth(program, &states)
}

/// The same where a state has one frame: only states at one place of the program can be compared.
pub fn growth_by_place<P: Ord + Copy, T: Copy>(
    program: &Program,
    way: &[(P, T)],
    state: &mut impl FnMut(T) -> State,
) -> Option<Growth> {
    let mut at_places: BTreeMap<P, Vec<T>> = BTreeMap::new();
    for &(place, part) in way {
        at_places.entry(place).or_default().push(part);
    }
    at_places.values().find_map(|part| growth_on_way(program, part, state))
}

/// The longest chain of objects in a state, from its variables or from one of these values.
pub fn chain_in(program: &Program, state: &State, beside: impl Iterator<Item = Value>) -> Option<Growth> {
    let locals = state.threads.iter().flat_map(|thread| thread.values.iter());
    longest_chain(program, &state.heap, state.globals.iter().chain(locals).copied().chain(beside))
}

/// The places on a way of so many states that are compared; nothing if it is too short to compare.
fn places(states: usize) -> Option<[usize; 3]> {
    (states as u64 >= SMALLEST_SIZE).then(|| QUARTERS.map(|quarters| (states * quarters / 4).min(states - 1)))
}

/// What is larger in every one of these states of one execution than in the one before.
fn growth(program: &Program, states: &[State; 3]) -> Option<Growth> {
    let [early, middle, last] = states.each_ref().map(|state| sizes(program, state));
    let grows = |part: &Part, size: u64| {
        let size_in = |sizes: &BTreeMap<Part, u64>| sizes.get(part).copied().unwrap_or(0);
        size >= part.smallest() && size_in(&early) < size_in(&middle) && size_in(&middle) < size
    };
    let (&part, &size) = last.iter().find(|&(part, &size)| grows(part, size))?;
    Some(named(program, &states[2], part, size))
}

fn sizes(program: &Program, state: &State) -> BTreeMap<Part, u64> {
    let mut sizes = BTreeMap::new();
    let mut note = |part, size: u64| {
        let known = sizes.entry(part).or_insert(0);
        *known = size.max(*known);
    };
    for (index, &value) in state.globals.iter().enumerate() {
        note(Part::Global(GlobalId::new(index)), magnitude(value));
    }
    let mut threads: BTreeMap<ProcId, u64> = BTreeMap::new();
    for thread in &state.threads {
        if let Some(bottom) = thread.frames.first() {
            *threads.entry(bottom.proc).or_insert(0) += 1;
        }
        calls(thread).into_iter().for_each(|(proc, frames)| note(Part::Calls(proc), frames));
        locals(thread, &mut |proc, local, value| {
            if program.procs[proc].locals[local].kind == LocalKind::User {
                note(Part::Local(proc, local), magnitude(value));
            }
        });
    }
    threads.into_iter().for_each(|(proc, n)| note(Part::Threads(proc), n));
    objects(program, &state.heap, &mut note);
    sizes
}

fn calls(thread: &Thread) -> BTreeMap<ProcId, u64> {
    let mut calls = BTreeMap::new();
    for frame in &thread.frames {
        *calls.entry(frame.proc).or_insert(0) += 1;
    }
    calls
}

fn locals(thread: &Thread, visit: &mut impl FnMut(ProcId, LocalId, Value)) {
    let ends = thread.frames.iter().skip(1).map(|frame| frame.base as usize).chain([thread.values.len()]);
    for (frame, end) in thread.frames.iter().zip(ends) {
        let values = thread.values.get(frame.base as usize..end).unwrap_or(&[]);
        for (index, &value) in values.iter().enumerate() {
            visit(frame.proc, LocalId::new(index), value);
        }
    }
}

fn objects(program: &Program, heap: &Heap, note: &mut impl FnMut(Part, u64)) {
    let mut counts: BTreeMap<ClassId, u64> = BTreeMap::new();
    for object in heap.objects() {
        let class = heap.class(object);
        match program.classes[class].kind {
            ClassKind::Record { .. } | ClassKind::Interface { .. } => {}
            ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => {
                note(Part::Elements(class), heap.slots(object).len() as u64);
            }
        }
        *counts.entry(class).or_insert(0) += 1;
    }
    counts.into_iter().for_each(|(class, n)| note(Part::Objects(class), n));
}

fn magnitude(value: Value) -> u64 {
    match value {
        Value::Int(number) => number.unsigned_abs(),
        Value::Null
        | Value::Bool(_)
        | Value::Real(_)
        | Value::Decimal(_)
        | Value::String(_)
        | Value::Ref(_) => 0,
    }
}

fn named(program: &Program, state: &State, part: Part, size: u64) -> Growth {
    let proc_name = |proc: ProcId| program.procs[proc].name.clone();
    match part {
        Part::Calls(proc) => Growth::Calls { proc: proc_name(proc), frames: size },
        Part::Threads(proc) => Growth::Threads { proc: proc_name(proc), threads: size },
        Part::Elements(class) => {
            Growth::Elements { class: program.classes[class].name.clone(), elements: size }
        }
        Part::Objects(class) => chain_in(program, state, std::iter::empty()).unwrap_or_else(|| {
            Growth::Objects { class: Some(program.classes[class].name.clone()), objects: size }
        }),
        Part::Global(global) => {
            Growth::Number { variable: program.globals[global].name.clone(), proc: None, number: size }
        }
        Part::Local(proc, local) => Growth::Number {
            variable: program.procs[proc].locals[local].name.clone(),
            proc: Some(proc_name(proc)),
            number: size,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Program {
        let mut program = Program::default();
        let ty = ir::Type::Bool;
        program.globals.push(ir::Global { name: "n".to_owned(), ty, span: None });
        program
    }

    fn state(number: i64) -> State {
        State { globals: vec![Value::Int(number)], ..State::default() }
    }

    #[test]
    fn only_what_is_larger_each_time_grows() {
        let grows = |numbers: [i64; 3]| growth(&program(), &numbers.map(state));
        let number = Growth::Number { variable: "n".to_owned(), proc: None, number: 4000 };
        assert_eq!(grows([1000, 2000, 4000]), Some(number.clone()));
        assert_eq!(grows([-1000, -2000, -4000]), Some(number));
        assert_eq!(grows([1000, 4000, 4000]), None, "a bound");
        assert_eq!(grows([10, 20, 40]), None, "small");
    }

    #[test]
    fn a_short_way_says_nothing() {
        assert_eq!(places(15), None);
        assert_eq!(places(16), Some([4, 8, 15]));
    }
}
