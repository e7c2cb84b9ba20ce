//! A path as it is answered: its condition, heaps before and after, and what it returns.

use ir::{ObjectId, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::count::{Count, CountLimits, count};
use solver::guard::Guard;
use solver::sat::Effort;
use verdict::explore::{
    GuardedTarget, LocationKind, SummaryField, SummaryHeap, SummaryLocation, SummaryValue, Target,
};
use verdict::{
    Condition, ConditionNode, ConditionRef, ExploredPath, HeapTotal, Path, PathDetail, PathEnd, StopReason,
    Tick,
};

use crate::executor::{End, Executor};
use crate::state::{Entry, Made, Object, Source, span_of};
use crate::values::{Loc, Val};

/// The condition graph of a path while it is made.
#[derive(Default)]
struct Conditions {
    graph: Condition,
    known: FxHashMap<Guard, ConditionRef>,
}

impl Executor<'_> {
    /// How many heaps lead here, by shapes and classes.
    pub(crate) fn count_heaps(&mut self) -> Result<HeapTotal, StopReason> {
        let mut roots = self.logic.condition().to_vec();
        let mut literals = Vec::with_capacity(self.state.pins.len());
        for pin in &self.state.pins {
            roots.push(self.logic.guards.implies(pin.literal, pin.means));
            literals.push(pin.literal);
        }
        let interrupt = self.meter.interrupt(Tick { bytes: self.logic.bytes(), ..Tick::default() });
        let is_due = || interrupt.is_due();
        let limits = CountLimits { effort: Effort::interrupted_by(&is_due), ..CountLimits::default() };
        let counted = count(&self.logic.guards, &roots, &literals, &limits);
        if let Some(reason) = interrupt.reason() {
            return Err(reason);
        }
        Ok(match counted {
            Count::Exactly(number) => HeapTotal::Exactly(number),
            Count::AtLeast(number) => HeapTotal::AtLeast(number),
        })
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
        let mut conditions = Conditions::default();
        let condition = self.conjuncts(&mut conditions);
        let arguments = self.arguments(&mut conditions);
        let before = self.heap_before(&mut conditions);
        let after = self.heap_after(&mut conditions);
        let (end, results) = match end {
            End::Returned(vals) => {
                let results = vals.iter().map(|&val| self.summary_value(&mut conditions, val)).collect();
                (PathEnd::Returned, results)
            }
            End::Failed(failure) => {
                let kind = self.failure_kind(*failure).clone();
                (PathEnd::Failed { kind, span: span_of(self.program, at) }, Vec::new())
            }
            End::Pruned | End::Cut(_) | End::Unsupported(_) => panic!("{end:?} is the end of no path"),
        };
        let path = Path { events: self.state.events().to_vec(), end, at };
        let conditions = conditions.graph;
        Ok(ExploredPath { path, conditions, condition, arguments, before, after, results, heaps, example })
    }

    /// The path condition, without what follows from a conjunct that stands before.
    fn conjuncts(&self, conditions: &mut Conditions) -> Vec<ConditionRef> {
        let mut known: FxHashSet<Guard> = FxHashSet::default();
        let mut conjuncts = Vec::new();
        // The next one last.
        let mut left: Vec<Guard> = self.logic.condition().iter().rev().copied().collect();
        while let Some(guard) = left.pop() {
            if known.contains(&guard) {
                continue;
            }
            let parts = if self.is_atom(guard) { vec![guard] } else { self.parts(guard) };
            match parts[..] {
                [only] => {
                    known.insert(only);
                    conjuncts.push(self.condition(conditions, only));
                }
                _ if !guard.is_complement() => left.extend(parts.into_iter().rev()),
                _ if parts.iter().any(|part| known.contains(part)) => {}
                _ => {
                    let open: Vec<Guard> =
                        parts.into_iter().filter(|&part| !known.contains(&!part)).collect();
                    if let [only] = open[..] {
                        left.push(only);
                        continue;
                    }
                    let open = open.into_iter().map(|part| self.condition(conditions, part)).collect();
                    conjuncts.push(conditions.graph.push(ConditionNode::Or(open)));
                    known.insert(guard);
                }
            }
        }
        conjuncts
    }

    /// A guard as people read it.
    fn condition(&self, conditions: &mut Conditions, guard: Guard) -> ConditionRef {
        let mut stack = vec![guard];
        while let Some(&top) = stack.last() {
            if conditions.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            if let Some(value) = top.as_constant() {
                let node = if value { ConditionNode::And(Vec::new()) } else { ConditionNode::Or(Vec::new()) };
                let reference = conditions.graph.push(node);
                conditions.known.insert(top, reference);
                continue;
            }
            if let Some((atom, negated)) = self.atom(top) {
                let plain = conditions.graph.push(ConditionNode::Atom(atom));
                let (yes, no) = if negated { (!plain, plain) } else { (plain, !plain) };
                conditions.known.insert(top, yes);
                conditions.known.insert(!top, no);
                continue;
            }
            let parts = self.parts(top);
            let missing: Vec<Guard> =
                parts.iter().copied().filter(|part| !conditions.known.contains_key(part)).collect();
            if missing.is_empty() {
                let parts = parts.iter().map(|part| conditions.known[part]).collect();
                let node =
                    if top.is_complement() { ConditionNode::Or(parts) } else { ConditionNode::And(parts) };
                let reference = conditions.graph.push(node);
                conditions.known.insert(top, reference);
            } else {
                stack.extend(missing);
            }
        }
        conditions.known[&guard]
    }

    fn summary_value(&self, conditions: &mut Conditions, val: Val) -> SummaryValue {
        match self.known(val) {
            Val::Bool(guard) => SummaryValue::Term(self.guard_text(guard)),
            Val::Int(term) => SummaryValue::Term(self.term_text(term)),
            Val::Fixed(fixed) => SummaryValue::Term(self.value_text(self.fixed.value(fixed))),
            Val::Cell(_) | Val::Open { .. } | Val::Unread => {
                let condition = self.condition(conditions, Guard::TRUE);
                SummaryValue::References(vec![GuardedTarget { condition, target: Target::Unread }])
            }
            val @ (Val::One(_) | Val::Many(_)) => {
                let target = |Entry { loc, guard }: Entry| {
                    let condition = self.condition(conditions, guard);
                    GuardedTarget { condition, target: self.target_of(loc) }
                };
                SummaryValue::References(self.entries_of(val).into_iter().map(target).collect())
            }
        }
    }

    fn arguments(&self, conditions: &mut Conditions) -> Vec<(String, SummaryValue)> {
        let mut arguments = Vec::new();
        for input in &self.state.inputs {
            if let Source::Argument(_) = self.state.origin(input.origin).source {
                arguments.push((self.origin_name(input.origin), self.summary_value(conditions, input.value)));
            }
        }
        arguments
    }

    fn heap_before(&self, conditions: &mut Conditions) -> SummaryHeap {
        let mut heap = self.locations(conditions);
        for input in &self.state.inputs {
            let Source::Field(object, field) = self.state.origin(input.origin).source else { continue };
            let fields = &mut heap.locations[self.location_of(object)].fields;
            let value = self.summary_value(conditions, input.value);
            match (fields.iter_mut().find(|known| known.field == field), value) {
                // A part of a field that was read later.
                (
                    Some(SummaryField { value: SummaryValue::References(known), .. }),
                    SummaryValue::References(more),
                ) => {
                    known.extend(more);
                }
                (_, value) => fields.push(SummaryField { field, value }),
            }
        }
        heap.locations.iter_mut().for_each(|location| location.fields.sort_by_key(|field| field.field));
        heap
    }

    fn heap_after(&self, conditions: &mut Conditions) -> SummaryHeap {
        let mut heap = self.locations(conditions);
        for ((object, made), location) in self.shown_objects().zip(&mut heap.locations) {
            let (slots, n_slots) = (made.slots, made.n_slots as usize);
            let fields = self.fields_of(object);
            for slot in 0..n_slots {
                let val = self.state.read(slots.plus(slot));
                if val == Val::Unread {
                    continue;
                }
                let value = self.summary_value(conditions, val);
                match fields.get(slot) {
                    Some(&field) => location.fields.push(SummaryField { field, value }),
                    None => location.elements.push(value),
                }
            }
        }
        for global in self.program.globals.ids() {
            let val = self.state.read(self.state.global(global));
            heap.globals.push((global, self.summary_value(conditions, val)));
        }
        heap
    }

    fn locations(&self, conditions: &mut Conditions) -> SummaryHeap {
        let mut locations = Vec::with_capacity(self.state.n_objects());
        for (object, made) in self.shown_objects() {
            let classes = self.classes_of(Loc::of(object)).into_iter();
            let exists = self.condition(conditions, made.exists);
            locations.push(SummaryLocation {
                name: self.object_name(object),
                kind: match made.made {
                    Made::Input(_) => LocationKind::Input,
                    Made::Initial => LocationKind::Initial,
                    Made::New => LocationKind::New,
                    Made::Scratch => panic!("{object} is not shown"),
                },
                classes: classes.map(|(class, guard)| (class, self.condition(conditions, guard))).collect(),
                exists,
                fields: Vec::new(),
                elements: Vec::new(),
            });
        }
        SummaryHeap { locations, globals: Vec::new() }
    }

    /// All objects but those of a precondition, which is no part of the path.
    fn shown_objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.state.objects().filter(|(_, object)| object.made != Made::Scratch)
    }

    /// Where an object is among those that are shown.
    fn location_of(&self, object: ObjectId) -> usize {
        match self.query.precondition {
            None => base::Id::index(object),
            Some(_) => self.shown_objects().take_while(|&(before, _)| before < object).count(),
        }
    }

    fn target_of(&self, loc: Loc) -> Target {
        match (loc, loc.object()) {
            (_, Some(object)) => Target::Location(self.location_of(object)),
            (Loc::NULL, None) => Target::Null,
            (_, None) => Target::Unread,
        }
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

/// About the memory that a path takes.
pub(crate) fn bytes_of(path: &ExploredPath) -> usize {
    const BYTES_OF_A_NODE: usize = 80;
    const BYTES_OF_A_LOCATION: usize = 250;
    let locations = path.before.locations.len() + path.after.locations.len();
    path.path.events.len() * size_of::<verdict::PathEvent>()
        + path.conditions.nodes.len() * BYTES_OF_A_NODE
        + locations * BYTES_OF_A_LOCATION
}
