//! A path as it is answered: its condition, heaps before and after, and what it returns.

use ir::{FieldId, ObjectId, Type};
use rustc_hash::FxHashMap;
use solver::count::{Count, CountLimits, count};
use solver::guard::Guard;
use solver::sat::Effort;
use verdict::explore::{
    GuardedTarget, LocationKind, SummaryField, SummaryHeap, SummaryLocation, SummaryValue, Target,
};
use verdict::{
    Condition, ConditionNode, ConditionRef, ExploredPath, HeapTotal, Path, PathDetail, PathEnd, StopReason,
};

use crate::executor::{End, Executor};
use crate::reading::{Reader, Shown};
use crate::state::{Entry, Made, Source, span_of};
use crate::values::{Loc, Val};

impl Executor<'_> {
    /// How many heaps lead here, by shapes and classes; and why counting ended early, if it did.
    pub(crate) fn count_heaps(&mut self) -> (HeapTotal, Option<StopReason>) {
        let mut roots = self.logic.condition().to_vec();
        let mut literals = Vec::with_capacity(self.state.pins.len());
        for pin in &self.state.pins {
            roots.push(self.logic.guards.implies(pin.literal, pin.means));
            literals.push(pin.literal);
        }
        let interrupt = self.logic.interrupt();
        let is_due = || interrupt.is_due();
        let limits = CountLimits { effort: Effort::interrupted_by(&is_due), ..CountLimits::default() };
        let counted = count(&self.logic.guards, &roots, &literals, &limits);
        let heaps = match counted {
            Count::Exactly(number) => HeapTotal::Exactly(number),
            Count::AtLeast(number) => HeapTotal::AtLeast(number),
        };
        (heaps, interrupt.reason())
    }

    /// The present path, which ends here.
    pub(crate) fn explored_path(
        &mut self,
        end: &End,
        heaps: Option<HeapTotal>,
    ) -> Result<ExploredPath, StopReason> {
        let example = match self.query.detail {
            PathDetail::Examples => Some(self.example(end)?),
            PathDetail::Counts | PathDetail::Paths => None,
        };
        let at = self.state.point();
        let checker = std::mem::take(&mut self.logic.shown);
        let mut describer =
            Describer { reader: Reader::new(self, checker), conditions: Conditions::default() };
        let condition = describer.conjuncts();
        describer.settle_objects();
        let arguments = describer.arguments();
        let before = describer.heap_before();
        let after = describer.heap_after();
        let (end, results) = match end {
            End::Returned(vals) => {
                (PathEnd::Returned, vals.iter().map(|&val| describer.value(val)).collect())
            }
            End::Failed(failure) => {
                let kind = self.failure_kind(*failure).clone();
                (PathEnd::Failed { kind, span: span_of(self.program, at) }, Vec::new())
            }
            End::Pruned | End::Cut(_) | End::Unsupported(_) => panic!("{end:?} is the end of no path"),
        };
        let conditions = describer.conditions.graph;
        self.logic.shown = describer.reader.path;
        let path = Path { events: self.state.events().to_vec(), end, at };
        let body = self.query.entry;
        Ok(ExploredPath {
            body,
            path,
            conditions,
            condition,
            arguments,
            before,
            after,
            results,
            heaps,
            example,
        })
    }

    /// The fields of an object, in the order in which they lie there; none of an array.
    pub(crate) fn fields_of(&self, object: ObjectId) -> &[ir::FieldId] {
        match self.state.object(object).classes {
            crate::state::Classes::Exactly(class) => self.world.fields_of(class),
            crate::state::Classes::OneOf(options, _) => &self.world.options(options).fields,
        }
    }

    pub(crate) fn field_type(&self, field: ir::FieldId) -> Type {
        self.program.fields[field].ty
    }
}

/// What is said of a path: first its condition, which is known from then on.
struct Describer<'r, 'e> {
    reader: Reader<'r, 'e>,
    conditions: Conditions,
}

impl Describer<'_, '_> {
    /// The path condition, each conjunct under those before.
    fn conjuncts(&mut self) -> Vec<ConditionRef> {
        let mut conjuncts = Vec::new();
        for &guard in self.reader.executor.logic.condition() {
            match self.reader.condition(guard) {
                Shown::Constant(true) => {}
                Shown::And(parts) => {
                    for part in parts {
                        conjuncts.push(self.conditions.add(&mut self.reader, part));
                    }
                }
                shown => conjuncts.push(self.conditions.add(&mut self.reader, shown)),
            }
            self.reader.assume(guard);
        }
        conjuncts
    }

    /// What the path condition says of the existence of objects beyond its form.
    fn settle_objects(&mut self) {
        for (_, object) in self.reader.executor.state.objects() {
            if let Some(exists) = self.reader.decided_by_solver(object.exists) {
                self.reader.assume(object.exists.complement_if(!exists));
            }
        }
    }

    /// A guard under what is known; `None` if it cannot be true.
    fn condition(&mut self, guard: Guard) -> Option<ConditionRef> {
        match self.reader.condition(guard) {
            Shown::Constant(false) => None,
            Shown::Constant(true) => Some(self.conditions.push(ConditionNode::And(Vec::new()))),
            _ if !self.reader.may_be(guard) => None,
            shown => Some(self.conditions.add(&mut self.reader, shown)),
        }
    }

    fn value(&mut self, val: Val) -> SummaryValue {
        let executor = self.reader.executor;
        match executor.known(val) {
            Val::Bool(guard) => SummaryValue::Term(self.reader.truth(guard)),
            Val::Int(term) => SummaryValue::Term(self.reader.number(term)),
            Val::Fixed(fixed) => SummaryValue::Term(executor.value_text(executor.fixed.value(fixed))),
            Val::Cell(_) | Val::Open { .. } | Val::Unread => {
                self.references(&[Entry { loc: Loc::UNREAD, guard: Guard::TRUE }])
            }
            val @ (Val::One(_) | Val::Many(_)) => self.references(&executor.entries_of(val)),
        }
    }

    /// What a reference may refer to, without what the path excludes.
    fn references(&mut self, entries: &[Entry]) -> SummaryValue {
        let mut targets = Vec::with_capacity(entries.len());
        for entry in entries {
            if let Some(condition) = self.condition(entry.guard) {
                targets.push(GuardedTarget { condition, target: target_of(entry.loc) });
            }
        }
        // One of them is true, so the only one is.
        if let [only] = &mut targets[..] {
            only.condition = self.conditions.push(ConditionNode::And(Vec::new()));
        }
        SummaryValue::References(targets)
    }

    fn arguments(&mut self) -> Vec<(String, SummaryValue)> {
        let executor = self.reader.executor;
        let mut arguments = Vec::new();
        for input in &executor.state.inputs {
            if let Source::Argument(_) = executor.state.origin(input.origin).source {
                arguments.push((executor.origin_name(input.origin), self.value(input.value)));
            }
        }
        arguments
    }

    fn heap_before(&mut self) -> SummaryHeap {
        let executor = self.reader.executor;
        let mut heap = self.locations();
        for input in &executor.state.inputs {
            let Source::Field(object, field) = executor.state.origin(input.origin).source else { continue };
            let location = &mut heap.locations[base::Id::index(object)];
            if !self.may_exist(location) {
                continue;
            }
            let read = self.field(object, field, input.value, location.exists);
            let fields = &mut location.fields;
            match (fields.iter_mut().find(|known| known.field == field), read) {
                // A part of a field that was read later.
                (
                    Some(SummaryField { value: SummaryValue::References(known), .. }),
                    SummaryField { value: SummaryValue::References(more), .. },
                ) => {
                    known.extend(more);
                }
                (_, read) => fields.push(read),
            }
        }
        heap.locations.iter_mut().for_each(|location| location.fields.sort_by_key(|field| field.field));
        heap
    }

    fn heap_after(&mut self) -> SummaryHeap {
        let executor = self.reader.executor;
        let mut heap = self.locations();
        for (object, location) in heap.locations.iter_mut().enumerate() {
            if !self.may_exist(location) {
                continue;
            }
            let object: ObjectId = base::Id::new(object);
            let made = executor.state.object(object);
            let fields = executor.fields_of(object);
            for slot in 0..made.n_slots as usize {
                let val = executor.state.read(made.slots.plus(slot));
                if val == Val::Unread {
                    continue;
                }
                match fields.get(slot) {
                    Some(&field) => location.fields.push(self.field(object, field, val, location.exists)),
                    None => location.elements.push(self.value(val)),
                }
            }
        }
        for global in executor.program.globals.ids() {
            let val = executor.state.read(executor.state.global(global));
            heap.globals.push((global, self.value(val)));
        }
        heap
    }

    fn may_exist(&self, location: &SummaryLocation) -> bool {
        self.conditions.graph.constant(location.exists) != Some(false)
    }

    /// A field of an object, where the object exists and is of a class with that field.
    fn field(&mut self, object: ObjectId, field: FieldId, val: Val, exists: ConditionRef) -> SummaryField {
        let executor = self.reader.executor;
        let holder = executor.program.fields[field].class;
        let classes = executor.classes_of(Loc::of(object)).into_iter();
        let others = classes.filter(|&(class, _)| !executor.program.is_subclass(class, holder));
        let mut guards = vec![executor.state.object(object).exists];
        guards.extend(others.map(|(_, of_class)| !of_class));
        let exists = match guards[..] {
            [_] => exists,
            _ => {
                let shown = self.reader.all(&guards);
                self.conditions.add(&mut self.reader, shown)
            }
        };
        guards.iter().for_each(|&guard| self.reader.assume(guard));
        let value = self.value(val);
        guards.iter().for_each(|_| self.reader.release());
        SummaryField { field, exists, value }
    }

    fn locations(&mut self) -> SummaryHeap {
        let executor = self.reader.executor;
        let mut locations = Vec::with_capacity(executor.state.n_objects());
        for (object, made) in executor.state.objects() {
            let exists = match made.made {
                // What a precondition made is no part of the path.
                Made::Scratch => Shown::Constant(false),
                Made::Initial | Made::Input(_) | Made::New => self.reader.condition(made.exists),
            };
            let exists = self.conditions.add(&mut self.reader, exists);
            self.reader.assume(made.exists);
            let classes = executor.classes_of(Loc::of(object)).into_iter();
            let classes =
                classes.filter_map(|(class, guard)| Some((class, self.condition(guard)?))).collect();
            self.reader.release();
            locations.push(SummaryLocation {
                name: executor.object_name(object),
                kind: match made.made {
                    Made::Input(_) => LocationKind::Input,
                    Made::Initial => LocationKind::Initial,
                    Made::New | Made::Scratch => LocationKind::New,
                },
                classes,
                exists,
                fields: Vec::new(),
                elements: Vec::new(),
            });
        }
        SummaryHeap { locations, globals: Vec::new() }
    }
}

/// The condition graph of a path while it is made.
#[derive(Default)]
struct Conditions {
    graph: Condition,
    nodes: FxHashMap<ConditionNode, ConditionRef>,
    /// Guards that were not simplified.
    wholes: FxHashMap<Guard, ConditionRef>,
}

impl Conditions {
    fn push(&mut self, node: ConditionNode) -> ConditionRef {
        let graph = &mut self.graph;
        *self.nodes.entry(node).or_insert_with_key(|node| graph.push(node.clone()))
    }

    fn add(&mut self, reader: &mut Reader<'_, '_>, shown: Shown) -> ConditionRef {
        match shown {
            Shown::Constant(true) => self.push(ConditionNode::And(Vec::new())),
            Shown::Constant(false) => self.push(ConditionNode::Or(Vec::new())),
            Shown::Leaf { guard: _, atom, negated } => {
                let plain = self.push(ConditionNode::Atom(atom));
                if negated { !plain } else { plain }
            }
            Shown::And(parts) => {
                let parts = parts.into_iter().map(|part| self.add(reader, part)).collect();
                self.push(ConditionNode::And(parts))
            }
            Shown::Or(parts) => {
                let parts = parts.into_iter().map(|part| self.add(reader, part)).collect();
                self.push(ConditionNode::Or(parts))
            }
            Shown::Whole(guard) => self.whole(reader, guard),
        }
    }

    /// A guard that is too large to be simplified: each of its parts once, and without recursion.
    fn whole(&mut self, reader: &mut Reader<'_, '_>, guard: Guard) -> ConditionRef {
        let mut stack = vec![guard];
        while let Some(&top) = stack.last() {
            if self.wholes.contains_key(&top) {
                stack.pop();
                continue;
            }
            let simple = match top.as_constant() {
                Some(value) => Some(Shown::Constant(value)),
                None => reader.executor.is_atom(top).then(|| reader.leaf(top)),
            };
            if let Some(shown) = simple {
                let reference = self.add(reader, shown);
                self.wholes.insert(top, reference);
                continue;
            }
            let parts = reader.executor.parts(top);
            let missing: Vec<Guard> =
                parts.iter().copied().filter(|part| !self.wholes.contains_key(part)).collect();
            if missing.is_empty() {
                let parts = parts.iter().map(|part| self.wholes[part]).collect();
                let node =
                    if top.is_complement() { ConditionNode::Or(parts) } else { ConditionNode::And(parts) };
                let reference = self.push(node);
                self.wholes.insert(top, reference);
            } else {
                stack.extend(missing);
            }
        }
        self.wholes[&guard]
    }
}

fn target_of(loc: Loc) -> Target {
    match (loc, loc.object()) {
        (_, Some(object)) => Target::Location(base::Id::index(object)),
        (Loc::NULL, None) => Target::Null,
        (_, None) => Target::Unread,
    }
}

/// About the memory that a path takes.
pub(crate) fn bytes_of(path: &ExploredPath) -> usize {
    const BYTES_OF_A_NODE: usize = 80;
    const BYTES_OF_A_LOCATION: usize = 250;
    let locations = path.before.locations.len() + path.after.locations.len();
    path.path.events.len() * size_of::<verdict::PathEvent>()
        + path.conditions.nodes.len() * BYTES_OF_A_NODE
        + locations * BYTES_OF_A_LOCATION
}
