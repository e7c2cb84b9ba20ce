//! From what a proof lists to states. Everything in a proof may be wrong, and nothing in it makes this panic.

use base::Id;
use heap::{Heap, Shape};
use ir::{ClassId, ClassKind, LocalId, ObjectId, Type, Value};
use temporal::LastStep;
use verdict::{Head, HeadPoint, NewObject, PushdownProof, SeenHeap, SeenObject, fits};

use super::setting::{Setting, State};
use crate::refusal::Reason;

/// How many objects one heap may have.
const MAX_OBJECTS: usize = 1 << 20;

fn malformed<T>(what: impl Into<String>) -> Result<T, Reason> {
    Err(Reason::MalformedProof(what.into()))
}

/// Checks that numbers are those of something, so that they can be used without a thought.
pub(crate) fn check_numbers(proof: &PushdownProof) -> Result<(), Reason> {
    for (number, tree) in proof.trees.iter().enumerate() {
        let mut inside = tree.slots.iter().filter_map(|value| value.object());
        if inside.any(|inside| inside.index() >= number) {
            return malformed(format!("tree {number} holds one that is not smaller"));
        }
    }
    let facts = proof.instances.iter().flat_map(|instance| &instance.facts).chain(&proof.outside);
    let entries = proof.instances.iter().map(|instance| instance.entry);
    let mut heads = facts.map(|fact| fact.head).chain(entries);
    if let Some(head) = heads.find(|&head| head as usize >= proof.heads.len()) {
        return malformed(format!("there is no head {head}"));
    }
    match proof.heads.iter().find(|head| head.heap as usize >= proof.heaps.len()) {
        Some(head) => malformed(format!("there is no heap {}", head.heap)),
        None => Ok(()),
    }
}

impl Setting<'_> {
    /// The state of a head whose numbers were checked.
    pub(crate) fn load(&self, proof: &PushdownProof, head: Head) -> Result<State, Reason> {
        let seen = &proof.heaps[head.heap as usize];
        let heap = self.unfold(proof, seen)?;
        let (program, counting) = (self.program, self.counting_at(head.point)?);
        let SeenHeap { in_atomic, initialising, wrote_null, changed, thread, .. } = *seen;
        if seen.globals.len() != program.globals.len() || seen.locals.len() != counting.len() {
            return malformed(format!("heap {} has too few or too many variables", head.heap));
        }
        let mut locals = Vec::new();
        let mut types: Vec<Type> = program.globals.iter().map(|global| global.ty).collect();
        if let HeadPoint::At { proc, .. } | HeadPoint::Stays { proc, .. } = head.point {
            locals = self.locals(proc, &[]);
            types.extend(counting.iter().map(|&local| program.procs[proc].locals[local].ty));
        }
        types.resize(types.len() + seen.cut_points.len(), Type::Object);
        let values = seen.globals.iter().chain(&seen.locals).chain(&seen.cut_points);
        if let Some((value, ty)) = values.zip(types).find(|&(&value, ty)| !self.is_of(&heap, value, ty)) {
            return malformed(format!("heap {}: {value:?} is no value of the type {ty:?}", head.heap));
        }
        if thread != 0 && (thread != self.thread(-1)) {
            return malformed(format!("there is no thread {thread}"));
        }
        counting.iter().zip(&seen.locals).for_each(|(local, &value)| locals[local.index()] = value);
        Ok(State {
            point: head.point,
            heap,
            globals: seen.globals.clone(),
            locals,
            cut_points: seen.cut_points.clone(),
            in_atomic,
            initialising,
            thread,
            last: LastStep { wrote_null, changed },
        })
    }

    fn counting_at(&self, point: HeadPoint) -> Result<Vec<LocalId>, Reason> {
        match point {
            HeadPoint::Outside(stage) if stage as usize <= self.stages.len() => Ok(Vec::new()),
            HeadPoint::Outside(stage) => malformed(format!("there is no stage {stage}")),
            HeadPoint::At { proc, block, index } | HeadPoint::Stays { proc, block, index } => {
                let body = self.program.procs.get(proc).and_then(|proc| proc.blocks.get(block));
                match body.is_some_and(|block| index as usize <= block.instrs.len()) {
                    true => Ok(self.counting(proc, block, index as usize)),
                    false => malformed(format!("there is no place {proc} {block} {index}")),
                }
            }
        }
    }

    /// All objects of a heap, those of trees included.
    fn unfold(&self, proof: &PushdownProof, seen: &SeenHeap) -> Result<Heap, Reason> {
        let mut objects: Vec<NewObject> = Vec::with_capacity(seen.objects.len());
        let mut trees = Vec::new();
        for object in &seen.objects {
            objects.push(match object {
                SeenObject::Object(object) => object.clone(),
                SeenObject::Forgotten => NewObject { class: self.forgotten, slots: Vec::new() },
                SeenObject::Tree(tree) => {
                    trees.push((objects.len(), *tree as usize));
                    NewObject { class: self.forgotten, slots: Vec::new() }
                }
            });
        }
        while let Some((at, tree)) = trees.pop() {
            let Some(NewObject { class, slots }) = proof.trees.get(tree) else {
                return malformed(format!("there is no tree {tree}"));
            };
            let mut slots = slots.clone();
            for inside in &mut slots {
                if let Value::Ref(tree) = *inside {
                    trees.push((objects.len(), tree.index()));
                    *inside = Value::Ref(ObjectId::new(objects.len()));
                    objects.push(NewObject { class: self.forgotten, slots: Vec::new() });
                }
            }
            if objects.len() > MAX_OBJECTS {
                return Err(Reason::TooLarge("a heap has too many objects"));
            }
            objects[at] = NewObject { class: *class, slots };
        }
        self.spend(objects.len() + 1)?;
        self.heap_of(objects)
    }

    fn heap_of(&self, objects: Vec<NewObject>) -> Result<Heap, Reason> {
        let mut heap = Heap::new();
        for NewObject { class, mut slots } in objects {
            if class.index() > self.forgotten.index() {
                return malformed(format!("there is no {class}"));
            }
            if self.shapes.shape(class) == Shape::Set {
                slots.sort_unstable();
                slots.dedup();
            }
            heap.alloc_with(class, &slots);
        }
        match heap.objects().find(|&object| !self.is_well_formed(&heap, object)) {
            Some(object) => malformed(format!("an object of {} has wrong contents", heap.class(object))),
            None => Ok(heap),
        }
    }

    fn is_well_formed(&self, heap: &Heap, object: ObjectId) -> bool {
        let (program, slots) = (self.program, heap.slots(object));
        let all = |ty: Type| slots.iter().all(|&value| self.is_of(heap, value, ty));
        match program.classes.get(heap.class(object)).map(|class| &class.kind) {
            // It was forgotten.
            None => slots.is_empty(),
            Some(ClassKind::Record { fields, .. }) => {
                let mut pairs = fields.iter().zip(slots);
                fields.len() == slots.len()
                    && pairs.all(|(&field, &value)| self.is_of(heap, value, program.fields[field].ty))
            }
            Some(ClassKind::Array { element, length, .. }) => {
                length.is_none_or(|length| length as usize == slots.len()) && all(*element)
            }
            Some(ClassKind::Set { element, .. } | ClassKind::Channel { element }) => all(*element),
            Some(ClassKind::Interface { .. }) => false,
        }
    }

    /// Whether a value is of a type. What was forgotten may be of any class.
    fn is_of(&self, heap: &Heap, value: Value, ty: Type) -> bool {
        let Value::Ref(object) = value else { return fits(self.program, value, ty) };
        let class_of = |object: ObjectId| -> Option<ClassId> {
            (object.index() < heap.len()).then(|| heap.class(object))
        };
        match (class_of(object), ty) {
            (Some(class), Type::Ref(_) | Type::Object) if class == self.forgotten => true,
            (Some(class), Type::Ref(above)) => self.program.is_subclass(class, above),
            (Some(_), Type::Object) => true,
            (None, _)
            | (_, Type::Bool | Type::Int(_) | Type::Real(_) | Type::Decimal | Type::Enum(_) | Type::String) => {
                false
            }
        }
    }
}
