//! The state of a symbolic execution, which can go back to where it was.
//!
//! All variables, fields, elements and cells lie in one memory, which only grows along a path. A write remembers the
//! old value if the place is older than the last choice point; going back undoes the writes and cuts everything that
//! grew. So a choice point costs no copy of the state, and a step costs what it touches.

use base::{Id, Span};
use ir::{BlockId, ClassId, FieldId, LocalId, ObjectId, ProcId};
use rustc_hash::FxHashSet;
use solver::guard::Guard;
use verdict::{PathEvent, ProgramPoint};

use crate::account::{Account, PathNode};
use crate::values::{Address, Loc, OriginId, SetId, Val};
use crate::world::OptionsId;

base::typed_id!(
    /// A call that has not returned, or that a choice point still needs.
    FrameId,
    "frame"
);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) proc: ProcId,
    /// Its locals lie there in a row.
    pub(crate) locals: Address,
    /// Who called, and in which block; `None` for the first call.
    pub(crate) caller: Option<(FrameId, BlockId)>,
    /// How many calls were open before.
    pub(crate) depth: u32,
}

/// Where control is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    pub(crate) frame: FrameId,
    pub(crate) block: BlockId,
    pub(crate) index: u32,
    /// The next instruction was found not to fail: it is executed without asking again.
    pub(crate) passed: bool,
}

/// How an object came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    Initial,
    Input(OriginId),
    New,
    /// By a precondition. Nothing refers to it when the procedure begins.
    Scratch,
}

/// Which class an object has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Classes {
    Exactly(ClassId),
    /// The guards of the classes lie there in a row, in the order of the options.
    OneOf(OptionsId, u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub(crate) classes: Classes,
    pub(crate) made: Made,
    /// When there is such an object.
    pub(crate) exists: Guard,
    /// Of an input object, as bounds count it.
    pub(crate) depth: u32,
    pub(crate) slots: Address,
    pub(crate) n_slots: u32,
}

/// Where a value of the unknown heap was found first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    pub(crate) source: Source,
    /// The declared type.
    pub(crate) ty: ir::Type,
    /// How deep an object is that is found here.
    pub(crate) depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Argument(LocalId),
    Field(ObjectId, FieldId),
    /// A value that the procedure chose, with its number.
    Choice(u32),
}

/// A value of the unknown heap that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input {
    pub(crate) origin: OriginId,
    /// It was read under this condition.
    pub(crate) condition: Guard,
    pub(crate) value: Val,
}

/// A literal that is free where it says nothing: heaps are counted with it false there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    pub(crate) literal: Guard,
    pub(crate) means: Guard,
    pub(crate) says: Says,
}

/// What the literal of a choice says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Says {
    Null(OriginId),
    /// It refers to this object.
    Old(OriginId, ObjectId),
    /// The object that is found there first is of this class.
    Class(OriginId, ClassId),
}

/// A choice of the program, and at which instruction of the path it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    pub(crate) step: u64,
    pub(crate) chosen: Chosen,
}

/// How a choice of the program fell, for a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    /// A target of a `goto`, by its number.
    Target(u32),
    /// A value, counted from the lowest one that could be chosen.
    Value { val: Val, lowest: i64 },
}

/// One entry of a value set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) loc: Loc,
    pub(crate) guard: Guard,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) control: Control,
    frames: Vec<Frame>,
    memory: Vec<Val>,
    pub(crate) globals: Address,
    objects: Vec<Object>,
    class_guards: Vec<Guard>,
    sets: Vec<(u32, u32)>,
    entries: Vec<Entry>,
    origins: Vec<Origin>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) pins: Vec<Pin>,
    events: Vec<PathEvent>,
    /// The path after each event.
    path: Vec<PathNode>,
    /// Fields that are known to be read under a condition.
    known: FxHashSet<(Address, Guard)>,
    known_order: Vec<(Address, Guard)>,
    /// Choices of the program, in order.
    pub(crate) decisions: Vec<Decision>,
    /// Parameters that have got their arguments.
    pub(crate) n_arguments: u32,
    /// Whether the procedure has begun that the path is about: a precondition is over.
    pub(crate) has_begun: bool,
    /// Instructions of the path that were executed.
    pub(crate) n_steps: u64,
    undo: Vec<(Address, Val)>,
    /// Places from here on are younger than the last choice point.
    young: usize,
    /// So are calls from here on.
    young_frames: usize,
}

/// What a state was: the lengths of everything that grows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    control: Control,
    frames: u32,
    memory: u32,
    objects: u32,
    class_guards: u32,
    sets: u32,
    entries: u32,
    origins: u32,
    inputs: u32,
    pins: u32,
    events: u32,
    known: u32,
    decisions: u32,
    n_arguments: u32,
    has_begun: bool,
    n_steps: u64,
    undo: u32,
    young: u32,
    young_frames: u32,
}

impl State {
    /// No call yet; `globals` holds the globals.
    pub(crate) fn new(globals: Vec<Val>) -> Self {
        Self {
            control: Control { frame: FrameId::new(0), block: BlockId::new(0), index: 0, passed: false },
            frames: Vec::new(),
            memory: globals,
            globals: Address::new(0),
            objects: Vec::new(),
            class_guards: Vec::new(),
            sets: Vec::new(),
            entries: Vec::new(),
            origins: Vec::new(),
            inputs: Vec::new(),
            pins: Vec::new(),
            events: Vec::new(),
            path: Vec::new(),
            known: FxHashSet::default(),
            known_order: Vec::new(),
            decisions: Vec::new(),
            n_arguments: 0,
            has_begun: true,
            n_steps: 0,
            undo: Vec::new(),
            young: 0,
            young_frames: 0,
        }
    }

    /// From now on, writes can be undone up to here.
    pub(crate) fn mark(&mut self) -> Mark {
        let mark = Mark {
            control: self.control,
            frames: self.frames.len() as u32,
            memory: self.memory.len() as u32,
            objects: self.objects.len() as u32,
            class_guards: self.class_guards.len() as u32,
            sets: self.sets.len() as u32,
            entries: self.entries.len() as u32,
            origins: self.origins.len() as u32,
            inputs: self.inputs.len() as u32,
            pins: self.pins.len() as u32,
            events: self.events.len() as u32,
            known: self.known_order.len() as u32,
            decisions: self.decisions.len() as u32,
            n_arguments: self.n_arguments,
            has_begun: self.has_begun,
            n_steps: self.n_steps,
            undo: self.undo.len() as u32,
            young: self.young as u32,
            young_frames: self.young_frames as u32,
        };
        self.young = self.memory.len();
        self.young_frames = self.frames.len();
        mark
    }

    /// The state as it was at the mark; `is_last`: it is not asked for again.
    pub(crate) fn go_back(&mut self, mark: &Mark, is_last: bool) {
        for (address, old) in self.undo.drain(mark.undo as usize..).rev() {
            self.memory[address.index()] = old;
        }
        for known in self.known_order.drain(mark.known as usize..) {
            self.known.remove(&known);
        }
        self.control = mark.control;
        self.frames.truncate(mark.frames as usize);
        self.memory.truncate(mark.memory as usize);
        self.objects.truncate(mark.objects as usize);
        self.class_guards.truncate(mark.class_guards as usize);
        self.sets.truncate(mark.sets as usize);
        self.entries.truncate(mark.entries as usize);
        self.origins.truncate(mark.origins as usize);
        self.inputs.truncate(mark.inputs as usize);
        self.pins.truncate(mark.pins as usize);
        self.events.truncate(mark.events as usize);
        self.path.truncate(mark.events as usize);
        self.decisions.truncate(mark.decisions as usize);
        self.n_arguments = mark.n_arguments;
        self.has_begun = mark.has_begun;
        self.n_steps = mark.n_steps;
        self.young = if is_last { mark.young as usize } else { self.memory.len() };
        self.young_frames = if is_last { mark.young_frames as usize } else { self.frames.len() };
    }

    #[inline]
    pub(crate) fn read(&self, address: Address) -> Val {
        self.memory[address.index()]
    }

    #[inline]
    pub(crate) fn write(&mut self, address: Address, val: Val) {
        let place = &mut self.memory[address.index()];
        if address.index() < self.young && *place != val {
            self.undo.push((address, *place));
        }
        *place = val;
    }

    /// New places in a row.
    pub(crate) fn allocate(&mut self, vals: impl IntoIterator<Item = Val>) -> Address {
        let address = Address::new(self.memory.len());
        self.memory.extend(vals);
        address
    }

    /// Enters a call with these values of its locals.
    pub(crate) fn call(&mut self, proc: ProcId, locals: Address, caller: Option<(FrameId, BlockId)>) {
        let depth = caller.map_or(0, |(frame, _)| self.frame(frame).depth + 1);
        self.frames.push(Frame { proc, locals, caller, depth });
        let frame = FrameId::new(self.frames.len() - 1);
        self.control = Control { frame, block: BlockId::new(0), index: 0, passed: false };
    }

    /// Gives up the places of a call that returned, where nothing can go back into it.
    pub(crate) fn forget(&mut self, frame: FrameId, n_locals: usize) {
        let locals = self.frame(frame).locals.index();
        let is_on_top = locals >= self.young && locals + n_locals == self.memory.len();
        // A call without locals has no places that are older.
        let is_young = frame.index() >= self.young_frames;
        if is_on_top && is_young && frame.index() + 1 == self.frames.len() {
            self.memory.truncate(locals);
            self.frames.pop();
        }
    }

    pub(crate) fn frame(&self, frame: FrameId) -> &Frame {
        &self.frames[frame.index()]
    }

    pub(crate) fn running(&self) -> &Frame {
        self.frame(self.control.frame)
    }

    #[inline]
    pub(crate) fn local(&self, local: LocalId) -> Address {
        self.running().locals.plus(local.index())
    }

    pub(crate) fn global(&self, global: ir::GlobalId) -> Address {
        self.globals.plus(global.index())
    }

    pub(crate) fn point(&self) -> ProgramPoint {
        let Control { block, index, .. } = self.control;
        ProgramPoint { proc: self.running().proc, block, index: index as usize }
    }

    /// How many instructions were executed and how many arguments given; with the events, that determines where control
    /// is.
    #[inline]
    pub(crate) fn progress(&self) -> (u64, u32) {
        (self.n_steps, self.n_arguments)
    }

    pub(crate) fn events(&self) -> &[PathEvent] {
        &self.events
    }

    /// The events so far, as the account knows them.
    pub(crate) fn path_node(&self) -> PathNode {
        self.path.last().copied().unwrap_or(Account::root())
    }

    pub(crate) fn add_event(&mut self, event: PathEvent, node: PathNode) {
        self.events.push(event);
        self.path.push(node);
    }

    /// The choice that the present instruction makes.
    pub(crate) fn decide(&mut self, chosen: Chosen) {
        self.decisions.push(Decision { step: self.n_steps, chosen });
    }

    /// The path begins here, before any choice point. Gives the events and decisions until now.
    pub(crate) fn begin_path(&mut self) -> (Vec<PathEvent>, Vec<Decision>) {
        self.n_steps = 0;
        self.path.clear();
        (std::mem::take(&mut self.events), std::mem::take(&mut self.decisions))
    }

    pub(crate) fn n_objects(&self) -> usize {
        self.objects.len()
    }

    pub(crate) fn object(&self, object: ObjectId) -> &Object {
        &self.objects[object.index()]
    }

    pub(crate) fn objects(&self) -> impl DoubleEndedIterator<Item = (ObjectId, &Object)> {
        self.objects.iter().enumerate().map(|(index, object)| (ObjectId::new(index), object))
    }

    pub(crate) fn add_object(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId::new(self.objects.len() - 1)
    }

    /// Makes an object with classes under conditions; the guards are in the order of the options.
    pub(crate) fn add_class_guards(&mut self, guards: &[Guard]) -> u32 {
        let first = self.class_guards.len() as u32;
        self.class_guards.extend_from_slice(guards);
        first
    }

    pub(crate) fn class_guard(&self, first: u32, option: usize) -> Guard {
        self.class_guards[first as usize + option]
    }

    pub(crate) fn origin(&self, origin: OriginId) -> &Origin {
        &self.origins[origin.index()]
    }

    pub(crate) fn add_origin(&mut self, origin: Origin) -> OriginId {
        self.origins.push(origin);
        OriginId::new(self.origins.len() - 1)
    }

    /// The entries of a value set, by locations.
    pub(crate) fn entries(&self, set: SetId) -> &[Entry] {
        let (start, end) = self.sets[set.index()];
        &self.entries[start as usize..end as usize]
    }

    /// A value set with these entries, which are sorted by locations and have no constant guards; one entry is that
    /// location under every condition.
    pub(crate) fn add_set(&mut self, entries: &[Entry]) -> Val {
        if let [only] = entries {
            return Val::One(only.loc);
        }
        let start = self.entries.len() as u32;
        self.entries.extend_from_slice(entries);
        self.sets.push((start, self.entries.len() as u32));
        Val::Many(SetId::new(self.sets.len() - 1))
    }

    /// Whether a field is known to be read wherever the condition holds.
    pub(crate) fn is_known(&self, address: Address, guard: Guard) -> bool {
        self.known.contains(&(address, guard))
    }

    pub(crate) fn set_known(&mut self, address: Address, guard: Guard) {
        if self.known.insert((address, guard)) {
            self.known_order.push((address, guard));
        }
    }

    /// About what it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.capacity() * size_of::<Val>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.objects.capacity() * size_of::<Object>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.undo.capacity() * size_of::<(Address, Val)>()
            + self.events.capacity() * size_of::<PathEvent>()
            + self.inputs.capacity() * size_of::<Input>()
            + self.origins.capacity() * size_of::<Origin>()
            + self.known.capacity() * 2 * size_of::<(Address, Guard)>()
    }
}

impl Address {
    #[inline]
    pub(crate) fn plus(self, offset: usize) -> Self {
        Address::new(self.index() + offset)
    }
}

/// Where a path ended, in the source.
pub(crate) fn span_of(program: &ir::Program, point: ProgramPoint) -> Option<Span> {
    program.procs[point.proc].blocks[point.block].site(point.index).span
}
