//! The objects that atoms can see, and the walks that they can take.
//!
//! A walk takes place on *spots*: the visible objects, and nil. Everything a walk can reach from a visible object is
//! visible, so spots are numbered densely and garbage costs nothing.

use base::Id;
use ir::{FieldId, ObjectId, Value};
use rustc_hash::FxHashMap;

use crate::layout::Layout;
use crate::proposition::Variable;
use crate::view::View;
use crate::walk::{Action, Walk};

/// The visible objects of a state: all that globals and the user's locals of running procedures reach.
#[derive(Clone, Debug)]
pub(crate) struct Visible {
    objects: Vec<ObjectId>,
    spots: FxHashMap<ObjectId, usize>,
}

/// Where a walk may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    Anywhere,
    Spot(usize),
}

impl Visible {
    pub(crate) fn new(layout: &Layout, view: &View<'_>) -> Self {
        let mut visible = Self { objects: Vec::new(), spots: FxHashMap::default() };
        view.globals.iter().for_each(|&value| visible.add(value));
        for running in view.running {
            let locals = layout.user_locals(running.proc);
            locals.iter().for_each(|local| visible.add(running.locals[local.index()]));
        }
        let mut next = 0;
        while let Some(&object) = visible.objects.get(next) {
            view.heap.slots(object).iter().for_each(|&value| visible.add(value));
            next += 1;
        }
        visible
    }

    fn add(&mut self, value: Value) {
        if let Value::Ref(object) = value {
            let next = self.objects.len();
            if *self.spots.entry(object).or_insert(next) == next {
                self.objects.push(object);
            }
        }
    }

    pub(crate) fn n_objects(&self) -> usize {
        self.objects.len()
    }

    fn nil(&self) -> usize {
        self.objects.len()
    }

    /// The spot of a reference; plain values have none.
    pub(crate) fn spot(&self, value: Value) -> Option<usize> {
        match value {
            Value::Null => Some(self.nil()),
            Value::Ref(object) => self.spots.get(&object).copied(),
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Decimal(_) | Value::String(_) => None,
        }
    }

    /// From which spots the walk leads to the goal.
    ///
    /// Found backwards: a pair of a spot and a state of the walk is *good* if the walk can be completed from there.
    /// Pairs where it may end are good, and so is every pair with a move to a good one. Takes time linear in spots
    /// times links of the walk.
    pub(crate) fn can_walk(&self, layout: &Layout, view: &View<'_>, walk: &Walk, goal: Goal) -> Vec<bool> {
        let mut good = GoodPairs::new(self.nil() + 1, walk.n_states());
        let goals = match goal {
            Goal::Anywhere => 0..self.nil() + 1,
            Goal::Spot(spot) => spot..spot + 1,
        };
        for spot in goals {
            let ends = walk.ends.iter().enumerate().filter(|(_, ends)| **ends);
            ends.for_each(|(state, _)| good.insert(spot, state));
        }
        let sources: Vec<Sources> =
            walk.actions.iter().map(|action| self.sources(layout, view, action)).collect();
        while let Some((spot, state)) = good.waiting.pop() {
            // The beginning is entered by no action.
            let Some(action) = state.checked_sub(1) else { continue };
            for source in sources[action].of(spot) {
                walk.before[action].iter().for_each(|&before| good.insert(source, before as usize));
            }
        }
        (0..=self.nil()).map(|spot| good.contains(spot, 0)).collect()
    }

    /// From where an action leads to each spot.
    fn sources(&self, layout: &Layout, view: &View<'_>, action: &Action) -> Sources {
        match action {
            Action::Is(variable) => Sources::Only(self.spot_of(view, variable)),
            Action::IsNot(variable) => Sources::AllBut(self.spot_of(view, variable)),
            Action::Along(fields) => self.sources_along(layout, view, fields),
        }
    }

    fn spot_of(&self, view: &View<'_>, variable: &Variable) -> Option<usize> {
        view.variable(variable).and_then(|value| self.spot(value))
    }

    fn sources_along(&self, layout: &Layout, view: &View<'_>, fields: &[FieldId]) -> Sources {
        let mut lists = Lists::new(self.nil() + 1);
        lists.add(self.nil(), self.nil());
        for (spot, &object) in self.objects.iter().enumerate() {
            let slot = layout.slot(view.heap.class(object), fields);
            let target = slot.and_then(|slot| self.spot(view.heap.get(object, slot)));
            if let Some(target) = target {
                lists.add(target, spot);
            }
        }
        Sources::Lists(lists)
    }
}

/// For each spot, the spots from which an action leads to it.
enum Sources {
    /// A test stays where it is: here alone, if anywhere.
    Only(Option<usize>),
    /// A test that stays everywhere but here.
    AllBut(Option<usize>),
    Lists(Lists),
}

impl Sources {
    fn of(&self, spot: usize) -> impl Iterator<Item = usize> + '_ {
        let (staying, first) = match self {
            Sources::Only(only) => ((*only == Some(spot)).then_some(spot), None),
            Sources::AllBut(but) => ((*but != Some(spot)).then_some(spot), None),
            Sources::Lists(lists) => (None, Some((lists, lists.first[spot]))),
        };
        let listed = first.into_iter().flat_map(|(lists, first)| lists.from(first));
        staying.into_iter().chain(listed)
    }
}

/// Lists of spots, one for each spot. A spot is in one list at most, so that links between members are all that is
/// needed.
struct Lists {
    first: Vec<Option<usize>>,
    next: Vec<Option<usize>>,
}

impl Lists {
    fn new(count: usize) -> Self {
        Self { first: vec![None; count], next: vec![None; count] }
    }

    fn add(&mut self, list: usize, member: usize) {
        self.next[member] = self.first[list].replace(member);
    }

    fn from(&self, first: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(first, |&member| self.next[member])
    }
}

/// A set of pairs of a spot and a state, and its members that are still to be looked at.
struct GoodPairs {
    words_per_spot: usize,
    bits: Vec<u64>,
    waiting: Vec<(usize, usize)>,
}

impl GoodPairs {
    fn new(n_spots: usize, n_states: usize) -> Self {
        let words_per_spot = n_states.div_ceil(64);
        Self { words_per_spot, bits: vec![0; n_spots * words_per_spot], waiting: Vec::new() }
    }

    fn contains(&self, spot: usize, state: usize) -> bool {
        self.bits[spot * self.words_per_spot + state / 64] >> (state % 64) & 1 == 1
    }

    fn insert(&mut self, spot: usize, state: usize) {
        if !self.contains(spot, state) {
            self.bits[spot * self.words_per_spot + state / 64] |= 1 << (state % 64);
            self.waiting.push((spot, state));
        }
    }
}
