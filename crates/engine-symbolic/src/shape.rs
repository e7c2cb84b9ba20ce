//! How references of the unknown heap get their values: the four machines, in one place.
//!
//! | machine | a field is read first | a null test of it | another use of it |
//! | --- | --- | --- | --- |
//! | lazy | null, new objects, old objects | | |
//! | lazier | null, or a cell that is not null | | new objects, old objects |
//! | lazier# | a cell | null, or not null | new objects, old objects (and null, without a null test) |
//! | summary | a value set, without a fork | | |
//!
//! An alternative is a [`Picked`]; the search asks for one after the other, in a fixed order: null, new objects in the
//! order of their classes, old input objects in the order in which they were made. Arguments are chosen like this by
//! all machines but `summary` before the procedure begins.
//!
//! The summary machine is the paper's with five repairs:
//!
//! - DIVERGENCE (E1): a reference is equal to one of the input objects *before* the new one, and only to these. The
//!   paper's rule misses heaps.
//! - DIVERGENCE (E2): a field is initialised under the guard of the reference that is read *and* the guard of its own
//!   part that is not initialised. The paper's rule overwrites what was initialised under another guard.
//! - DIVERGENCE (E3): an input object is a candidate where it exists. Without that, heaps are counted twice.
//! - Two more are in [`crate::eval`] (E4: a comparison keeps the path condition) and [`crate::heap_ops`] (E5: so does a
//!   null dereference).
//!
//! A reference is chosen by a chain of literals: null or not; if not, the first candidate or not; and so on. A chain
//! needs no constraint that exactly one guard is true, so that the path condition has conjuncts of the path only, and
//! questions about it load no more than their own cone. Where heaps are counted, literals behind the end of a chain are
//! false ([`Pin`]), so that models and heaps of the lazy machine correspond one to one.

use ir::{ClassId, ClassKind, ObjectId, Type};
use solver::guard::Guard;
use verdict::Init;
use verdict::explore::Bound;

use crate::executor::{Executor, Pause, unsupported};
use crate::state::{Classes, Entry, Input, Made, Object, Origin, Pin, Says, Source};
use crate::values::{Address, Loc, OriginId, Val};
use crate::world::OptionsId;

/// A reference that has to be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The variable, field or cell that holds it.
    pub(crate) address: Address,
    pub(crate) origin: OriginId,
    pub(crate) split: Split,
}

/// What is distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Split {
    /// Null and the rest.
    Null,
    /// Everything.
    All { null: bool },
    /// The classes of the receiver.
    Receiver,
}

/// One alternative of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Picked {
    Null,
    NonNull,
    New(ClassId),
    Old(ObjectId),
}

impl Executor<'_> {
    /// A reference whose location is known, or, under summaries, a set of locations.
    pub(crate) fn resolved(&self, val: Val) -> Result<Val, Pause> {
        let Val::Cell(cell) = val else { return Ok(val) };
        match self.state.read(cell) {
            Val::Open { non_null, origin } => {
                Err(Pause::Resolve(Shape { address: cell, origin, split: Split::All { null: !non_null } }))
            }
            known => Ok(known),
        }
    }

    /// A reference of which is known whether it is null.
    pub(crate) fn after_null_test(&self, val: Val) -> Result<Val, Pause> {
        let Val::Cell(cell) = val else { return Ok(val) };
        match self.state.read(cell) {
            Val::Open { non_null: false, origin } => {
                Err(Pause::Resolve(Shape { address: cell, origin, split: Split::Null }))
            }
            Val::Open { non_null: true, .. } => Ok(val),
            known => Ok(known),
        }
    }

    /// The value of a reference that was not read before, by the machine.
    pub(crate) fn first_read(&mut self, address: Address, origin: OriginId) -> Result<Val, Pause> {
        self.check_type(self.state.origin(origin).ty)?;
        let is_argument = matches!(self.state.origin(origin).source, Source::Argument(_));
        match self.query.init {
            Init::Summary => {
                let entries = self.choice(origin, Guard::TRUE)?;
                let val = self.merged(entries);
                self.state.inputs.push(Input { origin, condition: Guard::TRUE, value: val });
                self.state.write(address, val);
                Ok(val)
            }
            Init::Lazier | Init::LazierSharp if !is_argument => {
                let cell = self.state.allocate([Val::Open { non_null: false, origin }]);
                self.state.inputs.push(Input { origin, condition: Guard::TRUE, value: Val::Cell(cell) });
                self.state.write(address, Val::Cell(cell));
                self.seen_by_read(Val::Cell(cell))
            }
            Init::Lazy | Init::Lazier | Init::LazierSharp => {
                Err(Pause::Resolve(Shape { address, origin, split: Split::All { null: true } }))
            }
        }
    }

    /// What a read of a field gives, where the field holds this.
    pub(crate) fn seen_by_read(&self, val: Val) -> Result<Val, Pause> {
        match self.query.init {
            Init::Lazier => self.after_null_test(val),
            Init::Lazy | Init::LazierSharp | Init::Summary => Ok(self.known(val)),
        }
    }

    /// Only records are objects of the unknown heap.
    pub(crate) fn check_type(&self, ty: Type) -> Result<(), Pause> {
        let Type::Ref(class) = ty else { return Ok(()) };
        let class = &self.program.classes[class];
        match class.kind {
            ClassKind::Record { .. } | ClassKind::Interface { .. } => Ok(()),
            ClassKind::Array { .. } => {
                Err(unsupported(format!("Arrays as inputs (`{}`) cannot be explored.", class.name)))
            }
            ClassKind::Set { .. } => {
                Err(unsupported(format!("Sets as inputs (`{}`) cannot be explored.", class.name)))
            }
            ClassKind::Channel { .. } => {
                Err(unsupported(format!("Channels as inputs (`{}`) cannot be explored.", class.name)))
            }
        }
    }

    /// The next alternative; `next` counts them.
    pub(crate) fn next_pick(&mut self, shape: &Shape, next: &mut usize) -> Option<Picked> {
        loop {
            let at = *next;
            *next += 1;
            match shape.split {
                Split::Null => match at {
                    0 => return Some(Picked::Null),
                    1 => return self.has_object(shape.origin).then_some(Picked::NonNull),
                    _ => return None,
                },
                Split::Receiver => {
                    let classes = self.query.receiver.as_deref().unwrap_or_default();
                    return classes.get(at).map(|&class| Picked::New(class));
                }
                Split::All { null } => match at {
                    0 if null => return Some(Picked::Null),
                    0 => {}
                    at => match self.object_pick(shape.origin, at - 1) {
                        Some(Some(picked)) => return Some(picked),
                        Some(None) => {}
                        None => return None,
                    },
                },
            }
        }
    }

    /// All alternatives.
    pub(crate) fn all_picks(&mut self, shape: &Shape) -> Vec<Picked> {
        let mut next = 0;
        std::iter::from_fn(|| self.next_pick(shape, &mut next)).collect()
    }

    /// Whether there is some object that the reference may refer to.
    fn has_object(&mut self, origin: OriginId) -> bool {
        let mut at = 0;
        loop {
            match self.object_pick(origin, at) {
                None => return false,
                Some(Some(_)) => return true,
                Some(None) => at += 1,
            }
        }
    }

    /// The alternative with this number behind null: `Some(None)` if it is excluded, `None` behind the last.
    fn object_pick(&mut self, origin: OriginId, at: usize) -> Option<Option<Picked>> {
        let &Origin { ty, depth, .. } = self.state.origin(origin);
        let options = self.world.options_of(ty);
        let classes = &self.world.options(options).classes;
        if let Some(&class) = classes.get(at) {
            return Some(self.may_make(class, depth).then_some(Picked::New(class)));
        }
        let object = base::Id::new(at - classes.len());
        if base::Id::index(object) >= self.state.n_objects() {
            return None;
        }
        let fits = self.is_candidate(object) && self.fits_guard(Loc::of(object), ty) == Guard::TRUE;
        Some(fits.then_some(Picked::Old(object)))
    }

    /// The first class that an object of a declared type may have.
    pub(crate) fn first_class(&self, ty: Type) -> Option<ClassId> {
        let classes = self.world.classes().iter().copied();
        match ty {
            Type::Ref(above) => classes.into_iter().find(|&class| self.program.is_subclass(class, above)),
            _ => classes.into_iter().next(),
        }
    }

    /// Whether the bounds allow one more object; if not, that is noted.
    fn may_make(&mut self, class: ClassId, depth: u32) -> bool {
        if depth > self.query.max_depth {
            self.cut(Bound::Depth(self.query.max_depth));
            return false;
        }
        let Some(most) = self.query.max_objects else { return true };
        let of_class = |object: &Object| {
            matches!(object.made, Made::Input(_)) && object.classes == Classes::Exactly(class)
        };
        let n_made = self.state.objects().filter(|(_, object)| of_class(object)).count();
        if n_made >= most as usize {
            self.cut(Bound::Objects(most));
        }
        n_made < most as usize
    }

    /// A bound removes a heap here.
    pub(crate) fn cut(&mut self, bound: Bound) {
        self.account.cut(self.program, &self.state, bound);
    }

    /// Input objects are candidates; as in the paper, the receiver is none.
    fn is_candidate(&self, object: ObjectId) -> bool {
        match self.state.object(object).made {
            Made::Input(_) => {
                !(self.query.paper && self.query.receiver.is_some() && self.is_receiver(object))
            }
            Made::Initial | Made::New | Made::Scratch => false,
        }
    }

    fn is_receiver(&self, object: ObjectId) -> bool {
        let first = self.state.objects().find(|(_, object)| matches!(object.made, Made::Input(_)));
        first.is_some_and(|(first, _)| first == object)
    }

    /// An alternative happens.
    pub(crate) fn pick(&mut self, shape: &Shape, picked: Picked) {
        let Shape { address, origin, .. } = *shape;
        let loc = match picked {
            Picked::NonNull => {
                self.state.write(address, Val::Open { non_null: true, origin });
                return;
            }
            Picked::Null => Loc::NULL,
            Picked::New(class) => Loc::of(self.input_object(Classes::Exactly(class), origin, Guard::TRUE)),
            Picked::Old(object) => Loc::of(object),
        };
        let is_cell = matches!(self.state.read(address), Val::Open { .. });
        self.state.write(address, Val::One(loc));
        // What a cell holds is an input already.
        if !is_cell {
            self.state.inputs.push(Input { origin, condition: Guard::TRUE, value: Val::One(loc) });
        }
    }

    /// A new object of the unknown heap.
    fn input_object(&mut self, classes: Classes, origin: OriginId, exists: Guard) -> ObjectId {
        let n_slots = match classes {
            Classes::Exactly(class) => self.world.fields_of(class).len(),
            Classes::OneOf(options, _) => self.world.options(options).fields.len(),
        };
        let slots = self.state.allocate(std::iter::repeat_n(Val::Unread, n_slots));
        let depth = self.state.origin(origin).depth;
        let made = Made::Input(origin);
        self.state.add_object(Object { classes, made, exists, depth, slots, n_slots: n_slots as u32 })
    }

    /// The receiver: an object of one of the classes.
    pub(crate) fn receiver_argument(&mut self, address: Address, origin: OriginId) -> Result<(), Pause> {
        if self.query.init != Init::Summary {
            return Err(Pause::Resolve(Shape { address, origin, split: Split::Receiver }));
        }
        let classes = self.query.receiver.clone().unwrap_or_default();
        let options = self.world.options_for(&classes);
        let object = self.object_of(options, origin, Guard::TRUE);
        let value = Val::One(Loc::of(object));
        self.state.inputs.push(Input { origin, condition: Guard::TRUE, value });
        self.state.write(address, value);
        Ok(())
    }

    /// A new object of one of several classes, chosen by a chain of literals.
    fn object_of(&mut self, options: OptionsId, origin: OriginId, exists: Guard) -> ObjectId {
        if let [class] = self.world.options(options).classes[..] {
            return self.input_object(Classes::Exactly(class), origin, exists);
        }
        let n_classes = self.world.options(options).classes.len();
        let mut rest = Guard::TRUE;
        let mut guards = Vec::with_capacity(n_classes);
        for _ in 1..n_classes {
            let literal = self.logic.choice();
            let here = self.logic.guards.and(rest, literal);
            let means = self.logic.guards.and(exists, here);
            let class = self.world.options(options).classes[guards.len()];
            self.state.pins.push(Pin { literal, means, says: Says::Class(origin, class) });
            guards.push(here);
            rest = self.logic.guards.and(rest, !literal);
        }
        guards.push(rest);
        let first = self.state.add_class_guards(&guards);
        self.input_object(Classes::OneOf(options, first), origin, exists)
    }

    /// The entries of an unknown reference under a condition: null, the input objects before, a new one. The path goes
    /// on without what a bound removes of them.
    pub(crate) fn choice(&mut self, origin: OriginId, condition: Guard) -> Result<Vec<Entry>, Pause> {
        let &Origin { ty, depth, .. } = self.state.origin(origin);
        let options = self.world.options_of(ty);
        let is_null = self.logic.choice();
        let null = self.logic.guards.and(condition, is_null);
        self.state.pins.push(Pin { literal: is_null, means: null, says: Says::Null(origin) });
        let mut entries = vec![Entry { loc: Loc::NULL, guard: null }];
        let mut rest = self.logic.guards.and(condition, !is_null);
        for object in (0..self.state.n_objects()).map(base::Id::new) {
            if self.is_candidate(object) {
                rest = self.alias(origin, object, ty, rest, &mut entries);
            }
        }
        let has_class = !self.world.options(options).classes.is_empty();
        if has_class && depth <= self.query.max_depth {
            let object = self.object_of(options, origin, rest);
            entries.push(Entry { loc: Loc::of(object), guard: rest });
            self.bound_objects(object, rest)?;
            return Ok(entries);
        }
        if has_class && self.logic.is_possible(rest)? {
            self.cut(Bound::Depth(self.query.max_depth));
        }
        self.logic.assume(!rest);
        Ok(entries)
    }

    /// The reference is that to an earlier object, or not: what is left.
    fn alias(
        &mut self,
        origin: OriginId,
        object: ObjectId,
        ty: Type,
        rest: Guard,
        entries: &mut Vec<Entry>,
    ) -> Guard {
        let loc = Loc::of(object);
        let fits = self.fits_guard(loc, ty);
        let exists = self.state.object(object).exists;
        let guards = &mut self.logic.guards;
        let is_there = guards.and(exists, fits);
        let may = guards.and(rest, is_there);
        if may == Guard::FALSE {
            return rest;
        }
        let literal = self.logic.choice();
        let guards = &mut self.logic.guards;
        let guard = guards.and(may, literal);
        let is_other = !guards.and(is_there, literal);
        let rest = guards.and(rest, is_other);
        self.state.pins.push(Pin { literal, means: guard, says: Says::Old(origin, object) });
        entries.push(Entry { loc, guard });
        rest
    }

    /// At most so many objects of each class are in one heap: counted where they exist, not by locations.
    fn bound_objects(&mut self, object: ObjectId, exists: Guard) -> Result<(), Pause> {
        let Some(most) = self.query.max_objects else { return Ok(()) };
        let mut is_cut = false;
        for (class, of_class) in self.classes_of(Loc::of(object)) {
            let mut earlier = Vec::new();
            for other in (0..base::Id::index(object)).map(base::Id::new) {
                let &Object { made, exists, .. } = self.state.object(other);
                let of_same = self.classes_of(Loc::of(other)).into_iter().find(|(other, _)| *other == class);
                if let (Made::Input(_), Some((_, of_same))) = (made, of_same) {
                    earlier.push(self.logic.guards.and(exists, of_same));
                }
            }
            let is_full = self.logic.guards.at_least(most as usize, &earlier);
            let this = self.logic.guards.and(exists, of_class);
            let too_many = self.logic.guards.and(this, is_full);
            is_cut |= self.logic.is_possible(too_many)?;
            self.logic.assume(!too_many);
        }
        if is_cut {
            self.cut(Bound::Objects(most));
        }
        Ok(())
    }
}
