//! A state as both machines see it: the heap that its choices make, and what places hold under them.
//!
//! Input objects have the numbers in which reads find them first, so that lazy states and models of a summary state
//! that are the same up to isomorphism are equal here.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;
use ir::{ClassId, FieldId, LocalId, ObjectId, Type};
use solver::guard::Guard;

use crate::executor::Executor;
use crate::state::{Entry, FrameId, Made, Source};
use crate::values::Val;

/// A location, without the number that a machine gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Name {
    Null,
    Unread,
    /// An input object, by the reads that find one first.
    Input(usize),
    /// An object of the program, in the order in which it makes them.
    Made(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Found {
    Argument(LocalId),
    Field(Name, FieldId),
}

/// The heap before, as far as it was read: references in the order of their reads, and the classes of objects.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Before {
    references: Vec<(Found, Name)>,
    classes: Vec<ClassId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Global(usize),
    /// By the calls that were open before.
    Local(u32, usize),
    Slot(Name, usize),
}

/// What a place can hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Held {
    Reference(Name),
    Bool(bool),
    Number(u64),
    /// More than one number.
    SomeNumber,
}

/// What each place can hold, over all numbers and Booleans of the inputs.
pub(super) type Now = BTreeMap<Place, BTreeSet<Held>>;

/// One heap of a state. The choices are true exactly of that heap.
pub(super) fn heap(executor: &mut Executor<'_>, choices: Guard) -> (Before, Now) {
    let mut view = View { executor, choices, numbers: BTreeMap::new(), before: Before::default() };
    view.name_made_objects();
    view.read_inputs();
    view.check_existence();
    let now = view.now();
    (view.before, now)
}

/// What several states with one heap can hold.
pub(super) fn add(now: &mut Now, other: Now) {
    assert!(now.keys().eq(other.keys()), "states with other places");
    for (place, held) in other {
        let all = now.entry(place).or_default();
        all.extend(held);
        let is_number = |held: &Held| matches!(held, Held::Number(_) | Held::SomeNumber);
        if all.len() > 1 && all.iter().all(is_number) {
            *all = BTreeSet::from([Held::SomeNumber]);
        }
    }
}

struct View<'e, 'a> {
    executor: &'e mut Executor<'a>,
    choices: Guard,
    numbers: BTreeMap<ObjectId, Name>,
    before: Before,
}

impl View<'_, '_> {
    fn may(&mut self, guard: Guard) -> bool {
        let logic = &mut self.executor.logic;
        let here = logic.guards.and(self.choices, guard);
        logic.is_possible(here).expect("no limit")
    }

    /// Panics if the choices do not decide it.
    fn decided(&mut self, guard: Guard) -> bool {
        let may_be_true = self.may(guard);
        assert!(may_be_true != self.may(!guard), "{guard:?} is not decided by the choices");
        may_be_true
    }

    fn objects(&self, is_meant: impl Fn(Made) -> bool) -> Vec<ObjectId> {
        let objects = self.executor.state.objects();
        objects.filter(|(_, object)| is_meant(object.made)).map(|(id, _)| id).collect()
    }

    fn name_made_objects(&mut self) {
        let made = self.objects(|made| !matches!(made, Made::Input(_)));
        self.numbers.extend(made.into_iter().enumerate().map(|(at, object)| (object, Name::Made(at))));
    }

    fn read_inputs(&mut self) {
        for input in self.executor.state.inputs.clone() {
            let origin = *self.executor.state.origin(input.origin);
            if !origin.ty.is_reference() || !self.decided(input.condition) {
                continue;
            }
            let found = match origin.source {
                Source::Argument(local) => Found::Argument(local),
                Source::Field(object, field) => Found::Field(self.numbers[&object], field),
                Source::Choice(_) => panic!("a reference that the program chose"),
            };
            let mut entries = self.executor.entries_of(input.value);
            entries.retain(|entry| self.decided(entry.guard));
            let [Entry { loc, .. }] = entries[..] else { panic!("{found:?} is {entries:?}") };
            let name = match loc.object() {
                None => Name::Null,
                Some(object) => self.input_name(object),
            };
            self.before.references.push((found, name));
        }
    }

    /// The name of an object, which has one from now on.
    fn input_name(&mut self, object: ObjectId) -> Name {
        if let Some(&name) = self.numbers.get(&object) {
            return name;
        }
        let mut classes = self.executor.classes_of(crate::values::Loc::of(object));
        classes.retain(|&(_, guard)| self.decided(guard));
        let [(class, _)] = classes[..] else { panic!("{object:?} has the classes {classes:?}") };
        let name = Name::Input(self.before.classes.len());
        self.before.classes.push(class);
        self.numbers.insert(object, name);
        name
    }

    /// An input object exists exactly where a read found it.
    fn check_existence(&mut self) {
        for object in self.objects(|made| matches!(made, Made::Input(_))) {
            let exists = self.executor.state.object(object).exists;
            assert_eq!(self.decided(exists), self.numbers.contains_key(&object), "{object:?} exists");
        }
    }

    fn now(&mut self) -> Now {
        let program = self.executor.program;
        let mut vals: Vec<(Place, Val, Type)> = Vec::new();
        let state = &self.executor.state;
        for (id, global) in program.globals.iter_enumerated() {
            vals.push((Place::Global(id.index()), state.read(state.global(id)), global.ty));
        }
        let mut frame: Option<FrameId> = Some(state.control.frame);
        while let Some(id) = frame {
            let &crate::state::Frame { proc, locals, caller, depth } = state.frame(id);
            for (local, declared) in program.procs[proc].locals.iter_enumerated() {
                let val = state.read(locals.plus(local.index()));
                vals.push((Place::Local(depth, local.index()), val, declared.ty));
            }
            frame = caller.map(|(caller, _)| caller);
        }
        for (object, name) in self.numbers.clone() {
            vals.extend(self.slots(object, name));
        }
        vals.into_iter().map(|(place, val, ty)| (place, self.held(val, ty))).collect()
    }

    fn slots(&mut self, object: ObjectId, name: Name) -> Vec<(Place, Val, Type)> {
        let class = match name {
            Name::Input(number) => self.before.classes[number],
            Name::Made(_) | Name::Null | Name::Unread => {
                self.executor.classes_of(crate::values::Loc::of(object))[0].0
            }
        };
        let made = *self.executor.state.object(object);
        if let ir::ClassKind::Array { element, .. } = self.executor.program.classes[class].kind {
            let slot = |at| (Place::Slot(name, at), self.executor.state.read(made.slots.plus(at)), element);
            return (0..made.n_slots as usize).map(slot).collect();
        }
        let mut slots = Vec::new();
        for (at, &field) in self.executor.world.fields_of(class).iter().enumerate() {
            let address = self.executor.field_address(object, field).expect("a field of the class");
            slots.push((
                Place::Slot(name, at),
                self.executor.state.read(address),
                self.executor.field_type(field),
            ));
        }
        slots
    }

    fn held(&mut self, val: Val, ty: Type) -> BTreeSet<Held> {
        match val {
            Val::One(_) | Val::Many(_) => self.targets(val),
            Val::Unread if ty.is_reference() => self.targets(val),
            Val::Unread if ty == Type::Bool => BTreeSet::from([Held::Bool(false), Held::Bool(true)]),
            Val::Unread => BTreeSet::from([Held::SomeNumber]),
            Val::Bool(guard) => {
                let mut held = BTreeSet::new();
                held.extend(self.may(guard).then_some(Held::Bool(true)));
                held.extend(self.may(!guard).then_some(Held::Bool(false)));
                held
            }
            Val::Int(term) => BTreeSet::from([self.number(term)]),
            Val::Cell(_) | Val::Open { .. } | Val::Fixed(_) => panic!("{val:?} in these programs"),
        }
    }

    fn targets(&mut self, val: Val) -> BTreeSet<Held> {
        let mut targets = BTreeSet::new();
        for Entry { loc, guard } in self.executor.entries_of(val) {
            if self.may(guard) {
                let name = match loc.object() {
                    Some(object) => self.numbers[&object],
                    None if loc == crate::values::Loc::NULL => Name::Null,
                    None => Name::Unread,
                };
                targets.insert(Held::Reference(name));
            }
        }
        targets
    }

    /// The number, if its bits can have one value only.
    fn number(&mut self, term: crate::terms::TermId) -> Held {
        let bits = self.executor.logic.terms.bits(term).guards().to_vec();
        let mut number = 0;
        for (at, bit) in bits.into_iter().enumerate() {
            match (self.may(bit), self.may(!bit)) {
                (true, true) => return Held::SomeNumber,
                (is_set, _) => number |= u64::from(is_set) << at,
            }
        }
        Held::Number(number)
    }
}
