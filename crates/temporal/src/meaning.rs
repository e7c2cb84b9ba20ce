//! What the atoms of a property mean: whether they hold in a state.
//!
//! This is the definition, and what engines evaluate. `docs/ltl.md` says the same in the user's words.

use std::cell::OnceCell;

use base::Id;
use ir::{ClassId, FieldId, LocalId, ProcId, Value};
use logic::{AtomId, AtomSet, Label};

use crate::compare::Datum;
use crate::kind::Kind;
use crate::property::Temporal;
use crate::proposition::{ElementIndex, Operand, PathFrom, PathStep, Proposition, Variable};
use crate::view::{End, Running, View};
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

    /// Whether the values of locals can make a difference, dead ones too: an atom names one, or speaks of all visible
    /// objects. If not, states need only the locals that the program may still read.
    pub fn observes_locals(&self) -> bool {
        self.atoms.iter().any(Proposition::observes_locals)
    }

    /// The greatest number of a thread that an atom names. If there is one, the numbers of threads up to this one are
    /// part of a state; greater ones need not be distinguished.
    pub fn greatest_thread(&self) -> Option<u32> {
        self.atoms.iter().filter_map(Proposition::greatest_thread).max()
    }
}

/// A state that atoms are asked of. What is visible is found when the first atom wants to know.
pub(crate) struct Scene<'a> {
    property: &'a Temporal,
    view: &'a View<'a>,
    visible: OnceCell<Visible>,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(property: &'a Temporal, view: &'a View<'a>) -> Self {
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
            Proposition::Compare { relation, kind, left, right } => {
                let (left, right) = (self.datum(*kind, left), self.datum(*kind, right));
                left.zip(right).is_some_and(|(left, right)| left.is_related(*relation, right))
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
            Proposition::At { thread, places } => {
                view.of_thread(*thread).any(|at| places.contains(&(at.proc, at.block, at.index)))
            }
            Proposition::In { thread, procs } => view.of_thread(*thread).any(|at| procs.contains(&at.proc)),
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

    /// The value of a side of a comparison, if it has one of the kind.
    fn datum(&self, kind: Kind, operand: &Operand) -> Option<Datum> {
        match operand {
            Operand::Path { path, by_bits } => Datum::new(kind, *by_bits, self.end_of(path)?),
            Operand::Number(number) => Some(Datum::Number(*number)),
            Operand::Constant(value) => Datum::new(kind, false, *value),
        }
    }

    /// The value that a path leads to. It leads nowhere if a local variable is not there, if an object on the path has
    /// no such field or element, or if a plain value is on the path.
    fn end_of(&self, path: &PathFrom) -> Option<Value> {
        let first = self.view.variable(&path.variable)?;
        path.steps.iter().try_fold(first, |value, step| self.step(value, step))
    }

    /// Where a step of a path leads from a value.
    pub(crate) fn step(&self, value: Value, step: &PathStep) -> Option<Value> {
        match step {
            PathStep::Fields(fields) => self.along(value, fields),
            PathStep::Element(classes, index) => self.element(value, classes, self.index(index)?),
        }
    }

    fn along(&self, value: Value, fields: &[FieldId]) -> Option<Value> {
        match value {
            Value::Null => Some(Value::Null),
            Value::Ref(object) => {
                let slot = self.property.layout.slot(self.view.heap.class(object), fields)?;
                Some(self.view.heap.get(object, slot))
            }
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Decimal(_) | Value::String(_) => None,
        }
    }

    /// Nil has fields that are nil, but no elements.
    fn element(&self, value: Value, classes: &[ClassId], index: usize) -> Option<Value> {
        let object = value.object()?;
        let is_array = classes.contains(&self.view.heap.class(object));
        self.view.heap.slots(object).get(index).copied().filter(|_| is_array)
    }

    fn index(&self, index: &ElementIndex) -> Option<usize> {
        match index {
            ElementIndex::Number(number) => usize::try_from(*number).ok(),
            ElementIndex::Path(path) => match self.end_of(path)? {
                Value::Int(number) => usize::try_from(number).ok(),
                Value::Null
                | Value::Bool(_)
                | Value::Real(_)
                | Value::Decimal(_)
                | Value::String(_)
                | Value::Ref(_) => None,
            },
        }
    }
}

impl<'a> View<'a> {
    /// The threads that an atom speaks of: one, or all.
    fn of_thread(&self, thread: Option<u32>) -> impl Iterator<Item = &'a Running<'a>> + use<'a> {
        self.running.iter().filter(move |at| thread.is_none() || at.number == thread)
    }

    /// The value of a variable. A local that needs no thread is named only of programs with one thread; while a
    /// procedure runs that has none of the name, it is nil. A local of a thread is not there then.
    pub(crate) fn variable(&self, variable: &Variable) -> Option<Value> {
        match variable {
            Variable::Nil => Some(Value::Null),
            Variable::Global(global) => Some(self.globals[global.index()]),
            Variable::Local(locals) => {
                let local = self.running.first().and_then(|running| running.local(locals));
                Some(local.unwrap_or(Value::Null))
            }
            Variable::OfThread(number, locals) => self.of_thread(Some(*number)).next()?.local(locals),
        }
    }
}

impl Running<'_> {
    /// The value of the one of these locals that the running procedure has.
    fn local(&self, locals: &[(ProcId, LocalId)]) -> Option<Value> {
        let at = locals.binary_search_by_key(&self.proc, |(proc, _)| *proc).ok()?;
        Some(self.locals[locals[at].1.index()])
    }
}
