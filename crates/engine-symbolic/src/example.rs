//! One concrete execution of a path: a model of its condition, as a heap and arguments to begin with, and what becomes
//! of them.
//!
//! What the path did not read holds the default of its type. A reference that a lazier machine left open is null, or
//! the first object that it may be if it is known not to be null: the path does not depend on it.

use base::{Id, IndexVec};
use ir::{ClassId, ObjectId, Type, Value};
use rustc_hash::FxHashMap;
use solver::guard::Guard;
use solver::query::Model;
use verdict::explore::GivenEnd;
use verdict::{GivenObject, GivenStart, PathEvent, PathExample, StopReason};

use crate::executor::{End, Executor};
use crate::state::{Chosen, Decision, Made, Source};
use crate::values::{Address, Loc, Val};

/// A model, and which object is which in it.
struct Concrete<'a, 'e> {
    executor: &'a Executor<'e>,
    values: std::cell::RefCell<solver::query::models::ModelValues<'a>>,
    /// The numbers of objects that exist.
    numbers: IndexVec<ObjectId, Option<ObjectId>>,
    /// Objects for cells that are open and not null.
    for_cells: FxHashMap<Address, ObjectId>,
}

impl Executor<'_> {
    /// What holds when the procedure is called, beside its arguments: for the starts of examples.
    pub(crate) fn initial_state(&self) -> InitialState {
        let model = Model::new(&self.logic.guards, []);
        let concrete = Concrete::new(self, &model, |_| true);
        let globals = self.program.globals.iter_enumerated();
        let globals =
            globals.map(|(id, global)| concrete.value(self.state.read(self.state.global(id)), global.ty));
        let objects = self.state.objects().map(|(object, _)| concrete.object_now(object));
        InitialState { globals: globals.collect(), objects: objects.collect(), ..InitialState::default() }
    }

    /// How the choices of the initialiser and of the present path fall in a model, each with the instruction that makes
    /// it.
    pub(crate) fn decisions(&mut self) -> Result<[Vec<(u64, u64)>; 2], StopReason> {
        let model = self.logic.model_of(Guard::TRUE)?.expect("the condition of a path is possible");
        let concrete = Concrete::new(self, &model, |_| true);
        let fallen = |decision: &Decision| (decision.step, concrete.chosen(decision.chosen));
        Ok([&self.initial.decisions, &self.state.decisions].map(|made| made.iter().map(fallen).collect()))
    }

    /// An execution of the present path.
    pub(crate) fn example(&mut self, end: &End) -> Result<PathExample, StopReason> {
        let model = self.logic.model_of(Guard::TRUE)?.expect("the condition of a path is possible");
        // Objects of the start come first, those that the path makes behind them.
        let mut concrete = Concrete::new(self, &model, |made| !matches!(made, Made::New | Made::Scratch));
        let mut objects = self.initial.objects.clone();
        let n_initial = objects.len();
        for (object, _) in self.state.objects().skip(n_initial) {
            if concrete.numbers[object].is_some() {
                let class = concrete.class_of(object);
                objects.push(GivenObject { class, slots: self.defaults_of(class) });
            }
        }
        concrete.fill_cells(&mut objects);
        let entry = &self.program.procs[self.query.entry];
        let mut args: Vec<Value> = entry.params().map(|(_, param)| Value::default_of(param.ty)).collect();
        for input in &self.state.inputs {
            let origin = self.state.origin(input.origin);
            if !concrete.is_true(input.condition) {
                continue;
            }
            match origin.source {
                Source::Argument(local) => args[local.index()] = concrete.value(input.value, origin.ty),
                Source::Field(object, field) => {
                    let Some(number) = concrete.numbers[object] else { continue };
                    let given = &mut objects[number.index()];
                    if self.program.is_subclass(given.class, self.program.fields[field].class) {
                        given.slots[self.program.fields[field].slot as usize] =
                            concrete.value(input.value, origin.ty);
                    }
                }
                Source::Choice(_) => {}
            }
        }
        let chosen = self.state.decisions.iter().map(|decision| concrete.chosen(decision.chosen)).collect();
        let globals = self.initial.globals.clone();
        let start = GivenStart { proc: self.query.entry, args, globals, objects };
        let end = concrete.end(end, &start);
        Ok(PathExample { start, choices: chosen, end })
    }

    fn defaults_of(&self, class: ClassId) -> Vec<Value> {
        self.world.fields_of(class).iter().map(|&field| Value::default_of(self.field_type(field))).collect()
    }
}

/// Globals and objects as the initialiser leaves them, and what it went through.
#[derive(Clone, Debug, Default)]
pub(crate) struct InitialState {
    pub(crate) events: Vec<PathEvent>,
    pub(crate) decisions: Vec<Decision>,
    /// Instructions before its return.
    pub(crate) n_steps: u64,
    pub(crate) globals: IndexVec<ir::GlobalId, Value>,
    pub(crate) objects: Vec<GivenObject>,
}

impl<'a, 'e> Concrete<'a, 'e> {
    /// Numbers the objects that were made so and exist.
    fn new(executor: &'a Executor<'e>, model: &'a Model, is_meant: impl Fn(Made) -> bool) -> Self {
        let values = std::cell::RefCell::new(model.values(&executor.logic.guards));
        let mut numbers = IndexVec::new();
        let mut next = 0;
        for (_, object) in executor.state.objects() {
            let exists = is_meant(object.made) && values.borrow_mut().value(object.exists);
            numbers.push(exists.then(|| ObjectId::new(next)));
            next += usize::from(exists);
        }
        Self { executor, values, numbers, for_cells: FxHashMap::default() }
    }

    fn is_true(&self, guard: Guard) -> bool {
        self.values.borrow_mut().value(guard)
    }

    fn class_of(&self, object: ObjectId) -> ClassId {
        let classes = self.executor.classes_of(Loc::of(object));
        let class = classes.into_iter().find(|&(_, guard)| self.is_true(guard));
        class.expect("an object has a class").0
    }

    /// An object of its own for each open reference that is not null.
    fn fill_cells(&mut self, objects: &mut Vec<GivenObject>) {
        for input in &self.executor.state.inputs {
            let Val::Cell(cell) = input.value else { continue };
            let Val::Open { non_null: true, origin } = self.executor.state.read(cell) else { continue };
            let ty = self.executor.state.origin(origin).ty;
            let number = match self.executor.first_class(ty) {
                Some(class) => {
                    objects.push(GivenObject { class, slots: self.executor.defaults_of(class) });
                    ObjectId::new(objects.len() - 1)
                }
                None => continue,
            };
            self.for_cells.insert(cell, number);
        }
    }

    fn value(&self, val: Val, ty: Type) -> Value {
        match val {
            Val::Bool(guard) => Value::Bool(self.is_true(guard)),
            Val::Int(term) => self.executor.logic.terms.value(term, ty, |guard| self.is_true(guard)),
            Val::One(loc) => self.reference(loc),
            Val::Many(set) => {
                let entries = self.executor.state.entries(set);
                let entry = entries.iter().find(|entry| self.is_true(entry.guard));
                entry.map_or(Value::Null, |entry| self.reference(entry.loc))
            }
            Val::Cell(cell) => match self.executor.state.read(cell) {
                Val::Open { .. } => {
                    self.for_cells.get(&cell).map_or(Value::Null, |&object| Value::Ref(object))
                }
                Val::One(loc) => self.reference(loc),
                other => panic!("{other:?} in a cell"),
            },
            Val::Unread => Value::default_of(ty),
            Val::Fixed(fixed) => self.executor.fixed.value(fixed),
            Val::Open { .. } => panic!("a cell as a value"),
        }
    }

    fn reference(&self, loc: Loc) -> Value {
        let number = loc.object().and_then(|object| self.numbers[object]);
        number.map_or(Value::Null, Value::Ref)
    }

    fn chosen(&self, chosen: Chosen) -> u64 {
        match chosen {
            Chosen::Target(target) => target.into(),
            Chosen::Value { val: Val::Bool(guard), .. } => u64::from(self.is_true(guard)),
            Chosen::Value { val, lowest } => {
                let ty = Type::Int(ir::IntType::checked(64, true));
                match self.value(val, ty) {
                    Value::Int(number) => number.wrapping_sub(lowest) as u64,
                    other => panic!("{other:?} as a choice"),
                }
            }
        }
    }

    /// An object as it is now.
    fn object_now(&self, object: ObjectId) -> GivenObject {
        let made = self.executor.state.object(object);
        let class = self.class_of(object);
        let read = |address: Option<Address>, ty: Type| {
            address.map_or(Value::default_of(ty), |address| self.value(self.executor.state.read(address), ty))
        };
        let slots = match self.executor.program.classes[class].kind {
            ir::ClassKind::Array { element, .. } => {
                (0..made.n_slots as usize).map(|slot| read(Some(made.slots.plus(slot)), element)).collect()
            }
            ir::ClassKind::Record { .. } => {
                let fields = self.executor.world.fields_of(class).iter();
                let lies = self.executor.fields_of(object);
                let value = |field: &ir::FieldId| {
                    let at = lies.iter().position(|here| here == field);
                    read(at.map(|at| made.slots.plus(at)), self.executor.field_type(*field))
                };
                fields.map(value).collect()
            }
            ir::ClassKind::Interface { .. } | ir::ClassKind::Set { .. } | ir::ClassKind::Channel { .. } => {
                Vec::new()
            }
        };
        GivenObject { class, slots }
    }

    /// What becomes of the start.
    fn end(mut self, end: &End, start: &GivenStart) -> GivenEnd {
        let state = &self.executor.state;
        let mut n_objects = start.objects.len();
        for (object, made) in state.objects() {
            if made.made == Made::New {
                self.numbers[object] = Some(ObjectId::new(n_objects));
                n_objects += 1;
            }
        }
        // Objects for open references were not touched.
        let mut objects = start.objects.clone();
        for (object, _) in state.objects() {
            let Some(number) = self.numbers[object] else { continue };
            let now = self.object_now(object);
            match objects.get_mut(number.index()) {
                Some(given) => *given = now,
                None => objects.push(now),
            }
        }
        let globals = self.executor.program.globals.iter_enumerated();
        let globals =
            globals.map(|(id, global)| self.value(state.read(state.global(id)), global.ty)).collect();
        let results = match end {
            End::Returned(vals) => {
                let types = &self.executor.program.procs[start.proc].results;
                vals.iter().zip(types).map(|(&val, &ty)| self.value(val, ty)).collect()
            }
            End::Failed(_) | End::Pruned | End::Cut(_) | End::Unsupported(_) => Vec::new(),
        };
        GivenEnd { results, globals, objects }
    }
}
