//! What a procedure reads and writes of the state that it was called in.
//!
//! Every spot of the entry state has a number. A spot that is read before it is written is part of the pattern,
//! whatever path reads it; a spot that is written is part of the node. Objects that were allocated since have no
//! spots.

use std::cell::{Cell, RefCell};

use base::Id;
use heap::Heap;
use ir::{ClassKind, GlobalId, LocalId, ObjectId, Program};
use machine::AccessListener;
use verdict::Spot;

/// A spot of the entry state.
pub(super) type SpotId = u32;

const ATOMIC: SpotId = 0;
const SELF: SpotId = 1;
const FIRST_PARAM: SpotId = 2;

/// Read at the entry value by some path: part of the pattern.
const LOGGED: u8 = 1;
/// Written on the present path.
const WRITTEN: u8 = 2;

/// Marks on the spots of one entry state.
#[derive(Debug, Default)]
pub(super) struct Footprint {
    n_params: u32,
    n_globals: u32,
    /// By object: where its spots begin. First its class, then its length or contents (a record has neither, and it is
    /// never read), then its slots.
    objects: Vec<ObjectSpots>,
    marks: Vec<Cell<u8>>,
    /// Spots that became part of the pattern, in the order of reading, since they were last taken.
    reads: RefCell<Vec<SpotId>>,
    /// Spots written on the present path.
    writes: Vec<SpotId>,
}

/// The spots of one object.
#[derive(Clone, Copy, Debug)]
struct ObjectSpots {
    base: SpotId,
    /// A set or a channel, which is read and written as a whole.
    is_collection: bool,
}

impl Footprint {
    pub(super) fn new(program: &Program, n_params: usize, heap: &Heap) -> Self {
        let (n_params, n_globals) = (n_params as u32, program.globals.len() as u32);
        let mut objects = Vec::with_capacity(heap.len());
        let mut next = FIRST_PARAM + n_params + n_globals;
        for object in heap.objects() {
            let is_collection = is_collection_class(&program.classes[heap.class(object)].kind);
            objects.push(ObjectSpots { base: next, is_collection });
            next += 2 + if is_collection { 0 } else { heap.slots(object).len() as u32 };
        }
        let marks = vec![Cell::new(0); next as usize];
        Self { n_params, n_globals, objects, marks, ..Self::default() }
    }

    /// All spots. Parameters and globals come first, then objects by their names: in canonical states an object is met
    /// before its parts.
    pub(super) fn spots(&self) -> std::ops::Range<SpotId> {
        0..self.marks.len() as SpotId
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.marks.capacity() + self.objects.capacity() * size_of::<ObjectSpots>()
    }

    /// The spot with this number; objects by their names in the entry state.
    pub(super) fn spot(&self, id: SpotId) -> Spot {
        match id {
            ATOMIC => return Spot::Atomic,
            SELF => return Spot::SelfId,
            _ => {}
        }
        let param = id - FIRST_PARAM;
        if param < self.n_params {
            return Spot::Param(LocalId::new(param as usize));
        }
        let global = param - self.n_params;
        if global < self.n_globals {
            return Spot::Global(GlobalId::new(global as usize));
        }
        let index = self.objects.partition_point(|object| object.base <= id) - 1;
        let (object, ObjectSpots { base, is_collection }) = (ObjectId::new(index), self.objects[index]);
        match id - base {
            0 => Spot::Class(object),
            1 if is_collection => Spot::Contents(object),
            1 => Spot::Length(object),
            slot => Spot::Slot(object, slot - 2),
        }
    }

    fn global(&self, global: GlobalId) -> SpotId {
        FIRST_PARAM + self.n_params + global.index() as u32
    }

    /// The spots of an object of the entry state; `None` for younger objects.
    fn base(&self, object: ObjectId) -> Option<SpotId> {
        self.objects.get(object.index()).map(|object| object.base)
    }

    #[inline]
    fn read(&self, id: SpotId) {
        let mark = &self.marks[id as usize];
        if mark.get() == 0 {
            mark.set(LOGGED);
            self.reads.borrow_mut().push(id);
        }
    }

    #[inline]
    fn write(&mut self, id: SpotId) {
        let mark = self.marks[id as usize].get_mut();
        if *mark & WRITTEN == 0 {
            *mark |= WRITTEN;
            self.writes.push(id);
        }
    }

    pub(super) fn read_atomic(&self) {
        self.read(ATOMIC);
    }

    /// Reads a spot given by the names of objects in the present state.
    pub(super) fn read_spot(&self, spot: Spot) {
        match spot {
            Spot::Atomic => self.read_atomic(),
            Spot::SelfId => self.reads_self(),
            Spot::Param(local) => self.reads_local(local),
            Spot::Global(global) => self.reads_global(global),
            Spot::Slot(object, slot) => self.reads_slot(object, slot as usize),
            Spot::Length(object) | Spot::Contents(object) => self.reads_size(object),
            Spot::Class(object) => self.reads_class(object),
        }
    }

    /// Marks a spot that the present path has written, when a node is loaded.
    pub(super) fn mark_written(&mut self, id: SpotId) {
        self.write(id);
    }

    /// Goes back to the entry: nothing is written.
    pub(super) fn forget_writes(&mut self) {
        for id in self.writes.drain(..) {
            *self.marks[id as usize].get_mut() &= !WRITTEN;
        }
    }

    pub(super) fn is_logged(&self, id: SpotId) -> bool {
        self.marks[id as usize].get() & LOGGED != 0
    }

    pub(super) fn is_written(&self, local: LocalId) -> bool {
        self.marks[(FIRST_PARAM + local.index() as u32) as usize].get() & WRITTEN != 0
    }

    pub(super) fn param(&self, local: LocalId) -> Option<SpotId> {
        let index = local.index() as u32;
        (index < self.n_params).then_some(FIRST_PARAM + index)
    }

    /// Spots outside the frame that the present path has written, sorted.
    pub(super) fn writes(&self) -> Vec<SpotId> {
        let outside = FIRST_PARAM + self.n_params;
        let mut writes: Vec<SpotId> = self.writes.iter().copied().filter(|&id| id >= outside).collect();
        writes.sort_unstable();
        writes
    }

    /// What became part of the pattern since the last time.
    pub(super) fn take_reads(&mut self) -> Vec<SpotId> {
        std::mem::take(self.reads.get_mut())
    }

    /// Takes back the list of reads, to be used again.
    pub(super) fn give_back(&mut self, mut reads: Vec<SpotId>) {
        reads.clear();
        *self.reads.get_mut() = reads;
    }

    /// Gives the room for reads to a footprint that watches from now on, unless there are reads to be taken.
    pub(super) fn hand_over(&mut self, other: &mut Footprint) {
        let (own, others) = (self.reads.get_mut(), other.reads.get_mut());
        if own.is_empty() && others.is_empty() {
            std::mem::swap(own, others);
        }
    }

    /// Forgets what was read where patterns are not wanted.
    pub(super) fn drop_reads(&mut self) {
        self.reads.get_mut().clear();
    }
}

fn is_collection_class(kind: &ClassKind) -> bool {
    match kind {
        ClassKind::Set { .. } | ClassKind::Channel { .. } => true,
        ClassKind::Record { .. } | ClassKind::Interface { .. } | ClassKind::Array { .. } => false,
    }
}

impl AccessListener for Footprint {
    fn reads_self(&self) {
        self.read(SELF);
    }

    #[inline]
    fn reads_local(&self, local: LocalId) {
        if (local.index() as u32) < self.n_params {
            self.read(FIRST_PARAM + local.index() as u32);
        }
    }

    #[inline]
    fn reads_global(&self, global: GlobalId) {
        self.read(self.global(global));
    }

    #[inline]
    fn reads_slot(&self, object: ObjectId, slot: usize) {
        if let Some(&ObjectSpots { base, is_collection }) = self.objects.get(object.index()) {
            let within = if is_collection { 1 } else { 2 + slot as u32 };
            self.read(base + within);
        }
    }

    fn reads_size(&self, object: ObjectId) {
        if let Some(base) = self.base(object) {
            self.read(base + 1);
        }
    }

    fn reads_contents(&self, object: ObjectId) {
        self.reads_size(object);
    }

    fn reads_class(&self, object: ObjectId) {
        if let Some(base) = self.base(object) {
            self.read(base);
        }
    }

    #[inline]
    fn writes_local(&mut self, local: LocalId) {
        if (local.index() as u32) < self.n_params {
            self.write(FIRST_PARAM + local.index() as u32);
        }
    }

    #[inline]
    fn writes_global(&mut self, global: GlobalId) {
        self.write(self.global(global));
    }

    #[inline]
    fn writes_slot(&mut self, object: ObjectId, slot: usize) {
        if let Some(base) = self.base(object) {
            self.write(base + 2 + slot as u32);
        }
    }

    fn writes_contents(&mut self, object: ObjectId) {
        if let Some(base) = self.base(object) {
            self.write(base + 1);
        }
    }
}
