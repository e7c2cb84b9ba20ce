//! What the atoms of a property mean: whether they hold in a state.
//!
//! This is the definition, and what engines evaluate. `docs/ltl.md` says the same in the user's words.

use std::cell::OnceCell;

use base::Id;
use ir::Value;
use logic::{AtomId, AtomSet, Label};

use crate::property::Temporal;
use crate::proposition::{PathFrom, Proposition, Variable};
use crate::view::{End, View};
use crate::visible::{Goal, Visible};
use crate::walk::Walk;

impl Temporal {
    /// Whether an atom holds in a state.
    pub fn holds(&self, atom: AtomId, view: &View<'_>) -> bool {
        Scene::new(self, view).holds(atom)
    }

    /// The atoms that hold in a state.
    pub fn letter(&self, view: &View<'_>) -> AtomSet {
        let scene = Scene::new(self, view);
        self.atoms.ids().filter(|&atom| scene.holds(atom)).collect()
    }

    /// Whether a state has a letter that the label admits. Cheap atoms are asked first, and no more than it takes.
    pub fn admits(&self, label: Label, view: &View<'_>) -> bool {
        let scene = Scene::new(self, view);
        let agrees = |(atom, wanted): (AtomId, bool)| scene.holds(atom) == wanted;
        let is_cheap = |&(atom, _): &(AtomId, bool)| !self.atoms[atom].walks();
        label.literals().filter(is_cheap).all(agrees)
            && label.literals().filter(|literal| !is_cheap(literal)).all(agrees)
    }

    /// Whether an atom asks for [`LastStep`](crate::LastStep). If none does, states need not remember it.
    pub fn uses_last_step(&self) -> bool {
        self.atoms.iter().any(|atom| matches!(atom, Proposition::Unchanged | Proposition::NullWrite))
    }

    /// Whether the values of locals can make a difference, dead ones too: an atom names one, or speaks of all visible objects. If
    /// not, states need only the locals that the program may still read.
    pub fn observes_locals(&self) -> bool {
        self.atoms.iter().any(Proposition::observes_locals)
    }
}

/// A state that atoms are asked of. What is visible is found when the first atom wants to know.
struct Scene<'a> {
    property: &'a Temporal,
    view: &'a View<'a>,
    visible: OnceCell<Visible>,
}

impl<'a> Scene<'a> {
    fn new(property: &'a Temporal, view: &'a View<'a>) -> Self {
        Self { property, view, visible: OnceCell::new() }
    }

    fn visible(&self) -> &Visible {
        self.visible.get_or_init(|| Visible::new(&self.property.layout, self.view))
    }

    fn holds(&self, atom: AtomId) -> bool {
        let view = self.view;
        match &self.property.atoms[atom] {
            Proposition::Every(walk) => self.objects_that_walk(walk).iter().all(|&can| can),
            Proposition::Some(walk) => self.objects_that_walk(walk).iter().any(|&can| can),
            Proposition::Equal { left, right } => {
                self.end_of(left).is_some_and(|value| self.end_of(right) == Some(value))
            }
            Proposition::Reach { from, by, to } => self.reaches(from, by, to),
            Proposition::Unchanged => !view.last.changed,
            Proposition::Terminated => view.end == End::Terminated,
            Proposition::Stuck(blocks) => {
                let in_sink = |blocks: &[_]| {
                    view.running.iter().any(|at| blocks.binary_search(&(at.proc, at.block)).is_ok())
                };
                view.end == End::Stuck || in_sink(blocks)
            }
            Proposition::NullWrite => view.last.wrote_null,
            Proposition::At(places) => {
                view.running.iter().any(|at| places.contains(&(at.proc, at.block, at.index)))
            }
            Proposition::In(procs) => view.running.iter().any(|at| procs.contains(&at.proc)),
        }
    }

    /// For each visible object, whether the walk leads somewhere from it. Nil is no object.
    fn objects_that_walk(&self, walk: &Walk) -> Vec<bool> {
        let visible = self.visible();
        let mut can = visible.can_walk(&self.property.layout, self.view, walk, Goal::Anywhere);
        can.truncate(visible.n_objects());
        can
    }

    fn reaches(&self, from: &PathFrom, by: &Walk, to: &PathFrom) -> bool {
        let spot = |path: &PathFrom| self.end_of(path).and_then(|value| self.visible().spot(value));
        let (Some(from), Some(to)) = (spot(from), spot(to)) else { return false };
        self.visible().can_walk(&self.property.layout, self.view, by, Goal::Spot(to))[from]
    }

    /// The value that a path leads to; none if an object on the way has no such field, or a plain value is on the way.
    fn end_of(&self, path: &PathFrom) -> Option<Value> {
        let mut value = self.view.variable(&path.variable);
        for fields in &path.fields {
            value = match value {
                Value::Null => Value::Null,
                Value::Ref(object) => {
                    let slot = self.property.layout.slot(self.view.heap.class(object), fields)?;
                    self.view.heap.get(object, slot)
                }
                Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Decimal(_) => return None,
            };
        }
        Some(value)
    }
}

impl View<'_> {
    /// The value of a variable. A formula names locals only of programs with one thread; while a procedure runs that has no local of the
    /// name, it is nil.
    pub(crate) fn variable(&self, variable: &Variable) -> Value {
        match variable {
            Variable::Nil => Value::Null,
            Variable::Global(global) => self.globals[global.index()],
            Variable::Local(locals) => {
                let Some(running) = self.running.first() else { return Value::Null };
                let found = locals.binary_search_by_key(&running.proc, |(proc, _)| *proc);
                found.map_or(Value::Null, |at| running.locals[locals[at].1.index()])
            }
        }
    }
}
