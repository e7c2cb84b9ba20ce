//! Havoc: any values in all that some references lead to, decision by decision.
//!
//! [`ir::ChoiceOp::Havoc`] says in which order. Nothing is written here: objects that are made have the numbers that
//! the heap is going to give them.

use base::Id;
use ir::{ClassId, ClassKind, IntType, ObjectId, Place, Proc, Program, Type, Value};
use verdict::StopReason;

use crate::choices::{Alternatives, Choices, Target, decide};
use crate::effect::{Effect, MAX_ARRAY_LENGTH, Stop};
use crate::state::View;

/// The most values that one havoc writes and candidates that it looks at.
const BUDGET: u64 = 10_000_000;

/// The lengths that a new array may have.
const LENGTHS: Type = Type::Int(IntType::Range { lo: 0, hi: i32::MAX as i64 });

/// What a havoc does that begins at these references.
pub(crate) fn havoc(
    program: &Program,
    proc: &Proc,
    view: &View<'_>,
    reach: &[Value],
    dst: &[Place],
    choices: &mut dyn Choices,
) -> Result<Effect, Stop> {
    let objects = listed(view, reach);
    let n_listed = objects.len();
    let n_known = view.heap.len();
    let mut havoc = Havoc { program, n_known, n_listed, objects, done: 0, work: 0, choices };
    havoc.fill_objects()?;
    let mut writes = Vec::with_capacity(dst.len());
    for &place in dst {
        let ty = match place {
            Place::Local(local) => proc.locals[local].ty,
            Place::Global(global) => program.globals[global].ty,
        };
        writes.push((place, havoc.any_value(ty)?));
    }
    havoc.fill_objects()?;
    let mut known = havoc.objects;
    let fresh = known.split_off(n_listed);
    Ok(Effect::Forget {
        fresh: fresh.into_iter().map(|object| (object.class, object.slots)).collect(),
        known: known.into_iter().map(|object| (object.id, object.slots)).collect(),
        writes,
    })
}

/// The objects that references lead to, breadth first.
fn listed(view: &View<'_>, reach: &[Value]) -> Vec<Object> {
    let mut seen = vec![false; view.heap.len()];
    let mut objects: Vec<Object> = Vec::new();
    let mut meet = |values: &[Value], objects: &mut Vec<Object>| {
        for id in values.iter().filter_map(|value| value.object()) {
            if !std::mem::replace(&mut seen[id.index()], true) {
                let slots = view.heap.slots(id).to_vec();
                objects.push(Object { id, class: view.heap.class(id), slots });
            }
        }
    };
    meet(reach, &mut objects);
    let mut next = 0;
    while let Some(object) = objects.get(next) {
        let slots = object.slots.clone();
        meet(&slots, &mut objects);
        next += 1;
    }
    objects
}

/// An object of the list.
struct Object {
    id: ObjectId,
    class: ClassId,
    slots: Vec<Value>,
}

struct Havoc<'a> {
    program: &'a Program,
    /// Objects that are there before.
    n_known: usize,
    /// Those of them that the list begins with.
    n_listed: usize,
    objects: Vec<Object>,
    /// How many of them have their new values.
    done: usize,
    work: u64,
    choices: &'a mut dyn Choices,
}

impl Havoc<'_> {
    /// Gives any values to all objects of the list, those too that join it meanwhile.
    fn fill_objects(&mut self) -> Result<(), Stop> {
        while let Some(object) = self.objects.get(self.done) {
            let (class, n_slots) = (object.class, object.slots.len());
            for slot in 0..n_slots {
                let value = self.any_value(self.slot_type(class, slot))?;
                self.objects[self.done].slots[slot] = value;
            }
            self.done += 1;
        }
        Ok(())
    }

    fn slot_type(&self, class: ClassId, slot: usize) -> Type {
        match &self.program.classes[class].kind {
            ClassKind::Record { fields, .. } => self.program.fields[fields[slot]].ty,
            ClassKind::Array { element, length: _, above: _ } => *element,
            ClassKind::Interface { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => {
                panic!("a havoc reaches {class}, which the verifier refuses")
            }
        }
    }

    fn any_value(&mut self, ty: Type) -> Result<Value, Stop> {
        self.spend(1)?;
        match ty {
            Type::Bool | Type::Int(_) | Type::Real(_) | Type::Enum(_) | Type::String => self.numbered(ty),
            Type::Ref(_) | Type::Object => self.any_reference(ty),
            Type::Decimal => panic!("a havoc reaches a decimal, which the verifier refuses"),
        }
    }

    fn numbered(&mut self, ty: Type) -> Result<Value, Stop> {
        let alternatives = Alternatives::Any { program: self.program, ty };
        let chosen = decide(self.choices, &alternatives)?;
        Ok(alternatives.value(chosen).expect("a decision is the number of a value"))
    }

    fn any_reference(&mut self, ty: Type) -> Result<Value, Stop> {
        let program = self.program;
        let fits = |class: ClassId| program.is_assignable(Type::Ref(class), ty);
        self.spend((self.objects.len() + program.classes.len()) as u64)?;
        let known = self.objects.iter().filter(|object| fits(object.class));
        let known = known.map(|object| Target::Known(object.id));
        let new = program.classes.ids().filter(|&class| fits(class) && self.has_objects(class));
        let targets: Vec<Target> =
            std::iter::once(Target::Null).chain(known).chain(new.map(Target::New)).collect();
        let chosen = decide(self.choices, &Alternatives::References(&targets))?;
        match targets[chosen as usize] {
            Target::Null => Ok(Value::Null),
            Target::Known(object) => Ok(Value::Ref(object)),
            Target::New(class) => self.make(class),
        }
    }

    fn has_objects(&self, class: ClassId) -> bool {
        match self.program.classes[class].kind {
            ClassKind::Record { .. } | ClassKind::Array { .. } => true,
            ClassKind::Interface { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => false,
        }
    }

    /// A new object joins the list; what it holds is chosen when its turn comes.
    fn make(&mut self, class: ClassId) -> Result<Value, Stop> {
        let slots = match &self.program.classes[class].kind {
            ClassKind::Array { element, length: Some(length), above: _ } => {
                vec![Value::default_of(*element); *length as usize]
            }
            ClassKind::Array { element, length: None, above: _ } => {
                let length = self.numbered(LENGTHS)?.number() as u64;
                if length > MAX_ARRAY_LENGTH {
                    return Err(Stop::GaveUp(StopReason::ObjectTooLarge(length)));
                }
                self.spend(length)?;
                vec![Value::default_of(*element); length as usize]
            }
            ClassKind::Record { fields, .. } => {
                fields.iter().map(|&field| Value::default_of(self.program.fields[field].ty)).collect()
            }
            ClassKind::Interface { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => Vec::new(),
        };
        let id = ObjectId::new(self.n_known + self.objects.len() - self.n_listed);
        self.objects.push(Object { id, class, slots });
        Ok(Value::Ref(id))
    }

    fn spend(&mut self, work: u64) -> Result<(), Stop> {
        self.work += work;
        if self.work > BUDGET { Err(Stop::GaveUp(StopReason::StepTooLong(BUDGET))) } else { Ok(()) }
    }
}
