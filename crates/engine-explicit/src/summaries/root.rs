//! A root: a procedure analysed for one pattern.

use heap::Heap;
use ir::{ObjectId, ProcId, Program, Value};
use verdict::{Content, Read};

use super::exit::Exit;
use super::footprint::{Footprint, SpotId};
use super::node::NodeId;
use super::pattern::Place;
use super::view::{Names, View};

base::typed_id!(
    /// A procedure analysed for one pattern.
    RootId,
    "root"
);

base::typed_id!(
    /// A call that waits for the effects of a root.
    EdgeId,
    "edge"
);

/// The state that a procedure was called in when it was first analysed. Objects are numbered from 0 and keep their
/// numbers in all nodes of the root.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) globals: Vec<Value>,
    pub(super) params: Vec<Value>,
    pub(super) heap: Heap,
    pub(super) atomic: bool,
    pub(super) number: i32,
}

impl Entry {
    pub(super) fn view<'a>(&'a self, program: &'a Program) -> View<'a> {
        let Self { globals, params, heap, atomic, number } = self;
        View { program, globals, params, heap, atomic: *atomic, number: *number }
    }
}

/// What one root knows.
#[derive(Debug)]
pub(super) struct Root {
    pub(super) proc: ProcId,
    pub(super) entry: Entry,
    /// Lent to the machine while it executes a node of this root.
    pub(super) footprint: Footprint,
    /// The pattern so far, in the order of reading.
    pub(super) pattern: Vec<Read>,
    /// The numbers of entry objects in the pattern.
    pub(super) names: Names,
    pub(super) place: Place,
    /// Different from each other.
    pub(super) exits: Vec<Exit>,
    /// Calls that take their effects from here, once each.
    pub(super) callers: Vec<EdgeId>,
    /// The call that the root was made for; none for the program itself.
    pub(super) maker: Option<NodeId>,
    pub(super) uses: u64,
}

impl Root {
    pub(super) fn new(program: &Program, proc: ProcId, entry: Entry, maker: Option<NodeId>) -> Self {
        let footprint = Footprint::new(program, entry.params.len(), &entry.heap);
        Self {
            proc,
            entry,
            footprint,
            pattern: Vec::new(),
            names: Names::default(),
            place: Place::default(),
            exits: Vec::new(),
            callers: Vec::new(),
            maker,
            uses: 0,
        }
    }

    /// Objects of the entry state.
    pub(super) fn n_objects(&self) -> usize {
        self.entry.heap.len()
    }

    /// Adds reads to the pattern. `footprint` is the root's own, wherever it is.
    pub(super) fn grow(&mut self, program: &Program, footprint: &Footprint, reads: &[SpotId]) {
        for &id in reads {
            let spot = footprint.spot(id);
            let seen = self.names.look(self.entry.view(program), spot);
            let spot = self.names.rename(spot);
            self.names.meet(&seen.met);
            self.pattern.push(Read { spot, seen: seen.content });
        }
    }

    /// The object of the caller that stands for an object of the entry state, where `caller` names the objects of the
    /// pattern.
    pub(super) fn caller_object(&self, caller: &Names, object: ObjectId) -> ObjectId {
        let number = self.names.number(object).expect("an effect mentions only objects that were read");
        caller.object(number)
    }

    /// Bytes held when the root is made: those that stay as they are.
    pub(super) fn entry_bytes(&self) -> usize {
        let values = self.entry.globals.capacity() + self.entry.params.capacity();
        let entry = self.entry.heap.bytes() + values * size_of::<Value>();
        size_of::<Self>() + entry + self.footprint.bytes()
    }

    /// Bytes held for the pattern, which grows.
    pub(super) fn pattern_bytes(&self) -> usize {
        self.pattern.capacity() * size_of::<Read>() + self.names.bytes()
    }
}

/// Whether a spot holds at the end of a path what it held at the entry.
pub(super) fn is_unchanged(entry: View<'_>, spot: verdict::Spot, now: &Content) -> bool {
    entry.content(spot) == *now
}
