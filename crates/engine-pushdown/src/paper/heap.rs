//! Heaps as the paper has them: variables, and the fields of numbered objects.
//!
//! The letters are the paper's. `G` are the globals. What a call or a return passes, arguments or results, is seen by
//! both sides and counts as `G` too. `L` are the locals of one procedure, `C` the cut variables; `R(V)` is what
//! variables `V` reach, nil not counted.

use std::collections::{BTreeMap, BTreeSet};

use ir::{ClassId, LocalId, ObjectId, Value};

/// Objects, by their numbers.
pub(super) type Objects = BTreeSet<ObjectId>;

/// A heap. The ids of its objects are the paper's numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct PaperHeap {
    pub(super) globals: Vec<Value>,
    /// Arguments of a call, or results of a return; nothing at other times.
    pub(super) passed: Vec<Value>,
    /// The locals that count and are not nil, or whatever their default is.
    pub(super) locals: Vec<(LocalId, Value)>,
    /// Cut variables. None of them is nil: one that is not used is absent.
    pub(super) cuts: Vec<Value>,
    pub(super) objects: BTreeMap<ObjectId, Object>,
}

/// An object. DIVERGENCE: the paper's objects have the same fields; here a class says which.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Object {
    pub(super) class: ClassId,
    pub(super) fields: Vec<Value>,
}

impl PaperHeap {
    /// `G`, with what is passed.
    pub(super) fn seen(&self) -> impl Iterator<Item = Value> {
        self.globals.iter().chain(&self.passed).copied()
    }

    /// `L ∪ C`.
    pub(super) fn held(&self) -> impl Iterator<Item = Value> {
        self.locals.iter().map(|(_, value)| value).chain(&self.cuts).copied()
    }

    /// `R(V)`.
    pub(super) fn reach(&self, variables: impl Iterator<Item = Value>) -> Objects {
        let mut reached = Objects::new();
        let mut open: Vec<ObjectId> = variables.filter_map(Value::object).collect();
        while let Some(object) = open.pop() {
            if reached.insert(object) {
                open.extend(self.fields(object).iter().filter_map(|value| value.object()));
            }
        }
        reached
    }

    /// The purely local part: `R(L ∪ C) \ R(G)`.
    pub(super) fn purely_local(&self) -> Objects {
        &self.reach(self.held()) - &self.reach(self.seen())
    }

    /// The cut points: `R(G) ∩ (H(L ∪ C) ∪ F(R(L ∪ C) \ R(G)))`.
    pub(super) fn cut_points(&self) -> Objects {
        let purely_local = self.purely_local();
        let fields = purely_local.iter().flat_map(|&object| self.fields(object)).copied();
        let edge: Objects = self.held().chain(fields).filter_map(Value::object).collect();
        &self.reach(self.seen()) & &edge
    }

    /// `R(G ∪ L ∪ C)`.
    pub(super) fn reachable(&self) -> Objects {
        self.reach(self.seen().chain(self.held()))
    }

    /// Forgets what nothing reaches.
    pub(super) fn trim(&mut self) {
        let reachable = self.reachable();
        self.objects.retain(|object, _| reachable.contains(object));
    }

    fn fields(&self, object: ObjectId) -> &[Value] {
        self.objects.get(&object).map_or(&[], |object| &object.fields)
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        let Self { globals, passed, locals, cuts, objects } = self;
        let fields = objects.values().map(|object| object.fields.len() + 4).sum::<usize>();
        (globals.len() + passed.len() + locals.len() + cuts.len() + fields) * size_of::<Value>()
    }
}

/// The least numbers that are not among these, in order.
pub(super) fn free_numbers(used: &Objects) -> impl Iterator<Item = ObjectId> {
    (0..).map(base::Id::new).filter(|number| !used.contains(number))
}
