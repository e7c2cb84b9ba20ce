//! Atoms on heaps whose trees and segments are folded away (`heap::fold`), without unfolding them.
//!
//! No variable refers to an object inside a folded part, but for its first. So how walks go on from such an object
//! depends on the part alone, on what it ends at, and on which variables are nil. For trees it is found once, from
//! their subtrees, and remembered; along a chain of equal objects it soon repeats itself. A state then costs what of
//! its heap is not folded.

use base::Id;
use heap::{Folded, Folder, NodeId, Parts, TreeId};
use ir::{ClassId, ObjectId, Value};
use logic::{AtomId, Label};
use rustc_hash::FxHashMap;

use crate::meaning;
use crate::property::Temporal;
use crate::proposition::{Operand, PathFrom, Proposition};
use crate::view::View;
use crate::walk::{Action, Walk};

/// States of a walk from which it can be completed, as bits.
type States = u64;

/// Walks with more states are evaluated on unfolded heaps.
const MOST_STATES: usize = 64;

/// Evaluates atoms of one property on folded heaps, and remembers what it found out of trees.
#[derive(Clone, Debug, Default)]
pub struct FoldedAtoms {
    /// By atom, and by the states from which a walk can be completed at nil.
    trees: FxHashMap<(AtomId, States), Vec<TreeWalks>>,
    /// Scratch: the objects that are visible and not inside a part, and for each its states.
    objects: Vec<(ObjectId, States)>,
    places: FxHashMap<ObjectId, usize>,
}

/// What must be unfolded before an atom can be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfold {
    Object(ObjectId),
    All,
}

/// How a walk goes among objects that no variable refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Walks {
    /// From the first of them.
    states: States,
    /// Every one can take the walk.
    every: bool,
    some: bool,
}

/// How a walk goes in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TreeWalks {
    whole: Walks,
    /// Without its root; the states are those at the next object, where there is just one.
    below: Walks,
}

impl FoldedAtoms {
    /// Whether a state whose heap is folded has a letter that the label admits.
    pub fn admits(
        &mut self,
        property: &Temporal,
        label: Label,
        view: &View<'_>,
        folder: &Folder,
    ) -> Result<bool, Unfold> {
        for walks in [false, true] {
            for (atom, wanted) in label.literals() {
                let proposition = &property.atoms[atom];
                if proposition.walks() == walks
                    && self.holds(property, atom, proposition, view, folder)? != wanted
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn holds(
        &mut self,
        property: &Temporal,
        atom: AtomId,
        proposition: &Proposition,
        view: &View<'_>,
        folder: &Folder,
    ) -> Result<bool, Unfold> {
        match proposition {
            Proposition::Every(walk) => Ok(self.walks(property, atom, walk, view, folder)?.every),
            Proposition::Some(walk) => Ok(self.walks(property, atom, walk, view, folder)?.some),
            Proposition::Compare { left, right, .. } => {
                for path in [left, right].into_iter().filter_map(Operand::path) {
                    for path in path.with_indices() {
                        check_path(property, path, view, folder)?;
                    }
                }
                Ok(property.holds(atom, view))
            }
            Proposition::Reach { .. } => Err(Unfold::All),
            Proposition::Unchanged
            | Proposition::Terminated
            | Proposition::Stuck(_)
            | Proposition::NullWrite
            | Proposition::At { .. }
            | Proposition::In { .. } => Ok(property.holds(atom, view)),
        }
    }

    /// Which visible objects can take a walk.
    fn walks(
        &mut self,
        property: &Temporal,
        atom: AtomId,
        walk: &Walk,
        view: &View<'_>,
        folder: &Folder,
    ) -> Result<Walks, Unfold> {
        if walk.n_states() > MOST_STATES {
            return Err(Unfold::All);
        }
        self.find_objects(property, view, folder);
        let nil = states_at(walk, 0, |_, own| own, |action| passes_at(action, view, Value::Null));
        let trees = self.trees.entry((atom, nil)).or_default();
        let mut scene = Scene { property, walk, nil, parts: folder.parts(), trees };
        scene.learn();
        let mut changes = true;
        while changes {
            changes = false;
            for index in 0..self.objects.len() {
                let (object, known) = self.objects[index];
                let states_of = |object: ObjectId| self.objects[self.places[&object]].1;
                let states = scene.states_of(view, folder, object, known, states_of);
                changes |= states != known;
                self.objects[index].1 = states;
            }
        }
        let mut result = Walks { states: 0, every: true, some: false };
        for &(object, states) in &self.objects {
            let states_of = |object: ObjectId| self.objects[self.places[&object]].1;
            let below = scene.below(view, folder, object, states_of);
            result.every &= states & 1 != 0 && below.every;
            result.some |= states & 1 != 0 || below.some;
        }
        Ok(result)
    }

    /// Finds the visible objects that are not inside parts.
    fn find_objects(&mut self, property: &Temporal, view: &View<'_>, folder: &Folder) {
        self.objects.clear();
        self.places.clear();
        view.globals.iter().for_each(|&value| self.add(value));
        for running in view.running {
            let locals = property.layout.user_locals(running.proc);
            locals.iter().for_each(|local| self.add(running.locals[local.index()]));
        }
        let mut next = 0;
        while let Some(&(object, _)) = self.objects.get(next) {
            next += 1;
            match folder.folded(view.heap, object) {
                Some(Folded::Tree(_)) => {}
                Some(Folded::Segment(_, end)) => self.add(Value::Ref(end)),
                None => view.heap.slots(object).iter().for_each(|&value| self.add(value)),
            }
        }
    }

    fn add(&mut self, value: Value) {
        if let Value::Ref(object) = value {
            let next = self.objects.len();
            if *self.places.entry(object).or_insert(next) == next {
                self.objects.push((object, 0));
            }
        }
    }
}

/// A walk, and what is known of it.
struct Scene<'a> {
    property: &'a Temporal,
    walk: &'a Walk,
    /// At nil.
    nil: States,
    parts: &'a Parts,
    trees: &'a mut Vec<TreeWalks>,
}

impl Scene<'_> {
    /// Finds out how the walk goes in all trees that are new. What a tree is made of comes before it.
    fn learn(&mut self) {
        let parts = self.parts;
        for tree in (self.trees.len()..parts.n_trees()).map(TreeId::new) {
            let base = parts.base(tree);
            let mut below = self.trees_at(base);
            let mut whole = self.put_before(base, below);
            for &(layer, count) in parts.runs(parts.word(tree)).iter().rev() {
                (whole, below) = self.put_many_before(layer, count, whole);
            }
            self.trees.push(TreeWalks { whole, below });
        }
    }

    /// The trees right below a node.
    fn trees_at(&self, node: NodeId) -> Walks {
        let mut walks = Walks { states: 0, every: true, some: false };
        for tree in self.parts.slots(node).iter().filter_map(|value| value.object()) {
            let Walks { every, some, .. } = self.trees[tree.index()].whole;
            walks.every &= every;
            walks.some |= some;
        }
        walks
    }

    /// What a node with trees below it is, put before what its hole leads to.
    fn put_before(&self, node: NodeId, next: Walks) -> Walks {
        let states = self.states_in(node, 0, next.states, |action| matches!(action, Action::IsNot(_)));
        let trees = self.trees_at(node);
        let can = states & 1 != 0;
        Walks { states, every: can && trees.every && next.every, some: can || trees.some || next.some }
    }

    /// Many equal layers put before something; and all of that without the first.
    fn put_many_before(&self, layer: NodeId, count: u32, mut next: Walks) -> (Walks, Walks) {
        let mut seen: Vec<States> = Vec::new();
        let mut left = count;
        let mut below = next;
        while left > 0 {
            // Where states come back, so does everything that follows from them; what holds of all is known by then.
            if let Some(before) = seen.iter().position(|&states| states == next.states) {
                let period = (seen.len() - before) as u32;
                left %= period;
                seen.clear();
                if left == 0 {
                    break;
                }
            }
            seen.push(next.states);
            below = next;
            next = self.put_before(layer, next);
            left -= 1;
        }
        // The trees below the first object belong to what is below it.
        let trees = self.trees_at(layer);
        below = Walks { every: below.every && trees.every, some: below.some || trees.some, ..below };
        (next, below)
    }

    /// The states of an object that may be referred to by variables.
    fn states_of(
        &self,
        view: &View<'_>,
        folder: &Folder,
        object: ObjectId,
        known: States,
        states_of: impl Fn(ObjectId) -> States,
    ) -> States {
        let passes = |action: &Action| passes_at(action, view, Value::Ref(object));
        match folder.folded(view.heap, object) {
            None => {
                let (class, slots) = (view.heap.class(object), view.heap.slots(object));
                let beyond = |action: &Action, _| match along(self.property, action, class, slots) {
                    Some(Value::Null) => self.nil,
                    Some(Value::Ref(next)) => states_of(next),
                    Some(
                        Value::Bool(_)
                        | Value::Int(_)
                        | Value::Real(_)
                        | Value::Decimal(_)
                        | Value::String(_),
                    )
                    | None => 0,
                };
                states_at(self.walk, known, beyond, passes)
            }
            Some(Folded::Tree(tree)) => {
                let runs = self.parts.runs(self.parts.word(tree));
                let first = runs.first().map_or(self.parts.base(tree), |run| run.0);
                self.states_in(first, known, self.trees[tree.index()].below.states, passes)
            }
            Some(Folded::Segment(word, _)) => {
                let below = self.below(view, folder, object, states_of);
                self.states_in(self.parts.runs(word)[0].0, known, below.states, passes)
            }
        }
    }

    /// How the walk goes in a folded part without its first object; the states are those where that object's hole
    /// leads.
    fn below(
        &self,
        view: &View<'_>,
        folder: &Folder,
        object: ObjectId,
        states_of: impl Fn(ObjectId) -> States,
    ) -> Walks {
        match folder.folded(view.heap, object) {
            None => Walks { states: 0, every: true, some: false },
            Some(Folded::Tree(tree)) => self.trees[tree.index()].below,
            Some(Folded::Segment(word, end)) => {
                let mut whole = Walks { states: states_of(end), every: true, some: false };
                let mut below = whole;
                for &(layer, count) in self.parts.runs(word).iter().rev() {
                    (whole, below) = self.put_many_before(layer, count, whole);
                }
                below
            }
        }
    }

    /// The states at a node whose hole leads where the walk can be completed from the states `next`.
    fn states_in(
        &self,
        node: NodeId,
        known: States,
        next: States,
        passes: impl Fn(&Action) -> bool,
    ) -> States {
        let (class, slots) = (self.parts.class(node), self.parts.slots(node));
        let beyond = |action: &Action, _| {
            let slot = match action {
                Action::Along(fields) => self.property.layout.slot(class, fields),
                Action::Is(_) | Action::IsNot(_) => None,
            };
            match slot.map(|slot| (slot, slots[slot])) {
                Some((slot, _)) if self.parts.hole(node) == Some(slot) => next,
                Some((_, Value::Null)) => self.nil,
                Some((_, Value::Ref(tree))) => self.trees[tree.index()].whole.states,
                Some((
                    _,
                    Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Decimal(_) | Value::String(_),
                ))
                | None => 0,
            }
        };
        states_at(self.walk, known, beyond, passes)
    }
}

/// The states from which the walk can be completed at one spot. `beyond` says from which states it can be where a
/// field leads, given those found here so far; `passes` says which tests hold.
fn states_at(
    walk: &Walk,
    known: States,
    beyond: impl Fn(&Action, States) -> States,
    passes: impl Fn(&Action) -> bool,
) -> States {
    let ends = walk.ends.iter().enumerate().map(|(state, &may_end)| u64::from(may_end) << state);
    let mut states = ends.fold(known, |states, end| states | end);
    loop {
        let before = states;
        for (index, action) in walk.actions.iter().enumerate() {
            let after = 1 << (index + 1);
            let completes = match action {
                Action::Is(_) | Action::IsNot(_) => states & after != 0 && passes(action),
                Action::Along(_) => beyond(action, states) & after != 0,
            };
            if completes {
                states = walk.before[index].iter().fold(states, |states, &state| states | 1 << state);
            }
        }
        if states == before {
            return states;
        }
    }
}

/// Whether a test holds at an object or at nil.
fn passes_at(action: &Action, view: &View<'_>, spot: Value) -> bool {
    match action {
        Action::Is(variable) => view.variable(variable) == Some(spot),
        Action::IsNot(variable) => view.variable(variable) != Some(spot),
        Action::Along(_) => false,
    }
}

/// What is in the field that an action goes along.
fn along(property: &Temporal, action: &Action, class: ClassId, slots: &[Value]) -> Option<Value> {
    match action {
        Action::Along(fields) => Some(slots[property.layout.slot(class, fields)?]),
        Action::Is(_) | Action::IsNot(_) => None,
    }
}

/// Makes sure that no object on a path is folded, but for its end. The paths of its indices were looked at before.
fn check_path(property: &Temporal, path: &PathFrom, view: &View<'_>, folder: &Folder) -> Result<(), Unfold> {
    let mut value = view.variable(&path.variable);
    let scene = meaning::Scene::new(property, view);
    for step in &path.steps {
        let Some(Value::Ref(object)) = value else { return Ok(()) };
        if folder.is_folded(view.heap, object) {
            return Err(Unfold::Object(object));
        }
        value = scene.step(Value::Ref(object), step);
    }
    Ok(())
}
