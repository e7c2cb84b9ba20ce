//! What is known of a state while a body runs from its pattern: an effect under construction, over what the pattern
//! lists.
//!
//! Objects of the pattern keep their numbers; an object that the path allocates has the next number. What is neither
//! listed nor written is not known, and reading it ends the check.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use base::{Id, IndexVec};
use heap::{Canonizer, Decoder, Heap};
use ir::{BlockId, ClassId, ClassKind, LocalId, ObjectId, Proc, ProcId, Program, Value};
use temporal::LastStep;
use verdict::{Content, Effect, NewObject, Spot};

use crate::refusal::Reason;

/// What a pattern says of the state at the entry.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    pub(crate) program: &'a Program,
    pub(crate) seen: HashMap<Spot, Content>,
    /// See [`Program::related_arrays`].
    pub(crate) related_arrays: IndexVec<ClassId, bool>,
    /// By object: a class that it may have. If it may have several, they hold the same in all spots that can be asked
    /// for; only what elements of arrays may refer to can differ, and what they do refer to is listed.
    pub(crate) classes: Vec<ClassId>,
}

impl<'a> Known<'a> {
    pub(crate) fn new(program: &'a Program, seen: HashMap<Spot, Content>, classes: Vec<ClassId>) -> Self {
        Self { program, seen, related_arrays: program.related_arrays(), classes }
    }
}

/// A path through a body.
#[derive(Clone, Debug)]
pub(crate) struct Path<'a> {
    pub(crate) known: &'a Known<'a>,
    pub(crate) proc: &'a Proc,
    /// What is executed next.
    pub(crate) at: (BlockId, usize),
    /// Atomic sections of the body itself around it.
    pub(crate) depth: i32,
    /// First what stands for the objects of the pattern, then those that were allocated.
    pub(crate) heap: Heap,
    /// What was written to globals, to objects of the pattern, and to locals, all of which are [`Spot::Param`]s here;
    /// unless it is what the pattern lists there. Contents are those of another object, made to hold them.
    pub(crate) writes: BTreeMap<Spot, Value>,
    /// What an expression under evaluation asked for in vain.
    pub(crate) unlisted: Cell<Option<Spot>>,
    /// What the step has done, as far as formulas ask for it.
    pub(crate) step: LastStep,
}

/// Equal exactly for states that differ in nothing but the names of allocated objects and in garbage.
pub(crate) type Key = (Vec<Spot>, Vec<u8>);

impl<'a> Path<'a> {
    pub(crate) fn new(known: &'a Known<'a>, proc: ProcId) -> Self {
        let (proc, mut heap) = (&known.program.procs[proc], Heap::new());
        known.classes.iter().for_each(|&class| _ = heap.alloc(class, 0, Value::Null));
        let (writes, unlisted, step) = (BTreeMap::new(), Cell::new(None), LastStep::default());
        Self { known, proc, at: (proc.entry(), 0), depth: 0, heap, writes, unlisted, step }
    }

    /// The beginning of a procedure in the same state. Without arguments, the parameters are those of the pattern.
    pub(crate) fn enter(&self, proc: ProcId, args: &[Value]) -> Self {
        let mut path = Self { heap: self.heap.clone(), ..Self::new(self.known, proc) };
        path.writes.clone_from(&self.writes);
        path.set_locals(args);
        let own = path.proc.locals.iter_enumerated().skip(path.proc.n_params);
        path.writes.extend(own.map(|(id, local)| (Spot::Param(id), Value::default_of(local.ty))));
        path
    }

    /// Gives the first locals these values, and forgets all others.
    pub(crate) fn set_locals(&mut self, values: &[Value]) {
        self.writes.retain(|spot, _| !matches!(spot, Spot::Param(_)));
        let numbered = values.iter().enumerate();
        self.writes.extend(numbered.map(|(at, &value)| (Spot::Param(LocalId::new(at)), value)));
    }

    fn is_fresh(&self, spot: Spot) -> bool {
        spot.object().is_some_and(|object| object.index() >= self.known.classes.len())
    }

    fn is_set_class(&self, class: ClassId) -> bool {
        matches!(self.known.program.classes[class].kind, ClassKind::Set { .. })
    }

    /// Whether the spot holds the elements of a set, which have no order.
    pub(crate) fn is_set(&self, spot: Spot) -> bool {
        matches!(spot, Spot::Contents(object) if self.is_set_class(self.heap.class(object)))
    }

    pub(crate) fn read(&self, spot: Spot) -> Result<Content, Reason> {
        let all = |of: ObjectId| Some(Content::List(self.heap.slots(of).to_vec()));
        let content = match (spot, self.is_fresh(spot)) {
            (Spot::Slot(of, slot), true) => {
                self.heap.slots(of).get(slot as usize).copied().map(Content::Value)
            }
            (Spot::Length(of), true) => Some(Content::Value(Value::Int(self.heap.slots(of).len() as i64))),
            (Spot::Class(of), true) => Some(Content::Class(self.heap.class(of))),
            (Spot::Contents(of), true) => all(of),
            (spot, _) => match (spot, self.writes.get(&spot)) {
                (Spot::Contents(_), Some(Value::Ref(holder))) => all(*holder),
                (_, Some(value)) => Some(Content::Value(*value)),
                (_, None) => self.known.seen.get(&spot).cloned(),
            },
        };
        content.ok_or(Reason::UnlistedRead(spot))
    }

    pub(crate) fn write(&mut self, spot: Spot, content: &Content) {
        self.step.changed |= match spot {
            Spot::Contents(_) => true,
            Spot::Global(_) | Spot::Slot(..) => self.read(spot).as_ref() != Ok(content),
            Spot::Param(_) | Spot::Atomic | Spot::SelfId | Spot::Length(_) | Spot::Class(_) => false,
        };
        match (spot, content) {
            (Spot::Slot(of, slot), Content::Value(value)) if self.is_fresh(spot) => {
                self.heap.set(of, slot as usize, *value);
            }
            (Spot::Contents(of), _) if self.is_fresh(spot) => self.heap.replace_slots(of, content.values()),
            _ if self.known.seen.get(&spot) == Some(content) => _ = self.writes.remove(&spot),
            (Spot::Contents(of), _) => {
                let copy = self.heap.alloc_with(self.heap.class(of), content.values());
                self.writes.insert(spot, Value::Ref(copy));
            }
            (_, content) => self.writes.extend(content.values().iter().map(|&value| (spot, value))),
        }
    }

    /// Makes an effect happen: `binding` has the objects that the numbers of its pattern stand for. Gives the results
    /// too.
    pub(crate) fn apply(mut self, effect: &Effect, binding: &[ObjectId]) -> (Self, Vec<Value>) {
        let first = self.heap.len();
        let name = |number: ObjectId| match number.index().checked_sub(binding.len()) {
            Some(index) => ObjectId::new(first + index),
            None => binding[number.index()],
        };
        let rename = |list: &[Value], is_set| Content::List(list.to_vec()).rename(is_set, name);
        for NewObject { class, slots } in &effect.fresh {
            self.heap.alloc_with(*class, rename(slots, self.is_set_class(*class)).values());
        }
        for (spot, content) in &effect.writes {
            let spot = spot.rename(name);
            self.write(spot, &content.rename(self.is_set(spot), name));
        }
        (self, rename(&effect.results, false).values().to_vec())
    }

    /// Drops garbage and gives allocated objects canonical numbers.
    pub(crate) fn canonize(&mut self, canonizer: &mut Canonizer) -> Key {
        let (n_known, mut bytes) = (self.known.classes.len(), Vec::new());
        let mut encoding = canonizer.encode_beyond(n_known, &self.heap, &mut bytes);
        self.writes.values().for_each(|&value| encoding.value(value));
        encoding.finish();
        let mut decoder = Decoder::beyond(n_known, &bytes);
        self.writes.values_mut().for_each(|value| *value = decoder.value());
        self.heap.clear();
        self.known.classes.iter().for_each(|&class| _ = self.heap.alloc(class, 0, Value::Null));
        decoder.append(canonizer.shapes(), &mut self.heap);
        (self.writes.keys().copied().collect(), bytes)
    }
}
