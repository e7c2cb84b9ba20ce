//! Which globals and which parts of the heap a procedure may read and write, with everything that it calls.
//!
//! Heap locations are distinguished by field, or by exact class for the contents of arrays, sets and channels. An
//! array that is read or written through a reference may be of any class at or below that of the reference, and counts
//! as read or written at each of them; so two accesses to one array always share a location. What a spawned thread
//! does is its own affair and not counted here. Nor are the fields of records in a set by contents, which are never
//! written: they count as contents of the set. A havoc counts as if it read and wrote all of the heap; code that is
//! opaque as nothing.

use std::fmt;

use base::IndexVec;

use super::call_graph::CallGraph;
use super::id_set::IdSet;
use crate::instr::{Choice, ChoiceOp, CollectionOp, Expr, Guard, HeapOp, Op, Place, Probe, TermOp};
use crate::program::{ClassId, ClassKind, FieldId, GlobalId, Proc, ProcId, Program};
use crate::types::Type;
use crate::typing::ProcTypes;

/// A kind of place in the heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    Field(FieldId),
    /// The elements of the arrays or sets, or the messages of the channels, of exactly this class.
    Contents(ClassId),
}

/// What a procedure may read and write. Instructions whose result depends on what was there before, such as taking
/// a message, count as both. The length of an array never changes and is no location.
#[derive(Clone, PartialEq, Eq)]
pub struct Effects {
    pub globals_read: IdSet<GlobalId>,
    pub globals_written: IdSet<GlobalId>,
    pub fields_read: IdSet<FieldId>,
    pub fields_written: IdSet<FieldId>,
    pub contents_read: IdSet<ClassId>,
    pub contents_written: IdSet<ClassId>,
}

impl Effects {
    fn none(program: &Program) -> Self {
        let (globals, fields, classes) = (program.globals.len(), program.fields.len(), program.classes.len());
        Self {
            globals_read: IdSet::new(globals),
            globals_written: IdSet::new(globals),
            fields_read: IdSet::new(fields),
            fields_written: IdSet::new(fields),
            contents_read: IdSet::new(classes),
            contents_written: IdSet::new(classes),
        }
    }

    pub fn reads(&self, location: Location) -> bool {
        match location {
            Location::Field(field) => self.fields_read.contains(field),
            Location::Contents(class) => self.contents_read.contains(class),
        }
    }

    pub fn writes(&self, location: Location) -> bool {
        match location {
            Location::Field(field) => self.fields_written.contains(field),
            Location::Contents(class) => self.contents_written.contains(class),
        }
    }

    fn add(&mut self, other: &Effects) {
        let Effects {
            globals_read,
            globals_written,
            fields_read,
            fields_written,
            contents_read,
            contents_written,
        } = other;
        self.globals_read.union_with(globals_read);
        self.globals_written.union_with(globals_written);
        self.fields_read.union_with(fields_read);
        self.fields_written.union_with(fields_written);
        self.contents_read.union_with(contents_read);
        self.contents_written.union_with(contents_written);
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Effects {
            globals_read,
            globals_written,
            fields_read,
            fields_written,
            contents_read,
            contents_written,
        } = self;
        write!(f, "reads {globals_read:?} {fields_read:?} {contents_read:?}")?;
        write!(f, " writes {globals_written:?} {fields_written:?} {contents_written:?}")
    }
}

/// The effects of all procedures.
#[derive(Clone, Debug)]
pub struct ModRef {
    call_graph: CallGraph,
    /// By component of the call graph: procedures that call each other have the same effects.
    effects: Vec<Effects>,
}

impl ModRef {
    pub fn new(program: &Program) -> Self {
        Self::with_call_graph(program, CallGraph::new(program))
    }

    /// One pass over the components, callees first, is the least fixpoint.
    pub fn with_call_graph(program: &Program, call_graph: CallGraph) -> Self {
        let components = call_graph.components();
        let below = ArraysBelow::new(program);
        let mut effects: Vec<Effects> = Vec::with_capacity(components.len());
        for (component, members) in components.iter().enumerate() {
            let mut all = Effects::none(program);
            for &proc in members {
                let types = ProcTypes { program, proc: &program.procs[proc] };
                Collector { types, below: &below, effects: &mut all }.proc();
                for callee in call_graph.callees(proc).iter().map(|&callee| components.component_of(callee)) {
                    if callee != component {
                        all.add(&effects[callee]);
                    }
                }
            }
            effects.push(all);
        }
        Self { call_graph, effects }
    }

    /// What the procedure may read and write, calls included.
    pub fn of(&self, proc: ProcId) -> &Effects {
        &self.effects[self.call_graph.components().component_of(proc)]
    }

    /// What one instruction reads and writes.
    pub fn of_op(program: &Program, proc: &Proc, op: &Op) -> Effects {
        let mut effects = Effects::none(program);
        let below = ArraysBelow::new(program);
        Collector { types: ProcTypes { program, proc }, below: &below, effects: &mut effects }.op(op);
        effects
    }

    pub fn call_graph(&self) -> &CallGraph {
        &self.call_graph
    }
}

/// Collects the effects of code without those of its callees.
struct Collector<'a> {
    types: ProcTypes<'a>,
    below: &'a ArraysBelow,
    effects: &'a mut Effects,
}

/// The array classes directly below each class.
struct ArraysBelow(IndexVec<ClassId, Vec<ClassId>>);

impl ArraysBelow {
    fn new(program: &Program) -> Self {
        let mut below = IndexVec::filled(Vec::new(), program.classes.len());
        for (id, class) in program.classes.iter_enumerated() {
            if let ClassKind::Array { above, .. } = &class.kind {
                above.iter().for_each(|&above| below[above].push(id));
            }
        }
        Self(below)
    }

    /// Adds a class and all below it. What is in the set already has been added together with what is below it.
    fn add(&self, class: ClassId, to: &mut IdSet<ClassId>) {
        let mut pending = vec![class];
        while let Some(class) = pending.pop() {
            if to.insert(class) {
                pending.extend(&self.0[class]);
            }
        }
    }
}

impl Collector<'_> {
    fn proc(&mut self) {
        for block in &self.types.proc.blocks {
            block.instrs.iter().for_each(|instr| self.op(&instr.op));
            self.terminator(&block.terminator.op);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        expr.visit(&mut |part| match part {
            Expr::Global(global) => _ = self.effects.globals_read.insert(*global),
            Expr::Const(_)
            | Expr::Local(_)
            | Expr::SelfId
            | Expr::Unary { .. }
            | Expr::Binary { .. }
            | Expr::Convert { .. }
            | Expr::Round { .. } => {}
        });
    }

    fn write(&mut self, place: Place) {
        match place {
            Place::Global(global) => _ = self.effects.globals_written.insert(global),
            Place::Local(_) => {}
        }
    }

    /// The class of the collection that an expression refers to; none if it is null or no collection.
    fn class_of(&self, collection: &Expr) -> Option<ClassId> {
        match collection.natural_type(&self.types)? {
            Type::Ref(class) => Some(class),
            Type::Bool
            | Type::Int(_)
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Object => None,
        }
    }

    fn read_contents(&mut self, class: Option<ClassId>) {
        class.into_iter().for_each(|class| self.below.add(class, &mut self.effects.contents_read));
    }

    fn write_contents(&mut self, class: Option<ClassId>) {
        class.into_iter().for_each(|class| self.below.add(class, &mut self.effects.contents_written));
    }

    fn change_contents(&mut self, class: Option<ClassId>) {
        self.read_contents(class);
        self.write_contents(class);
    }

    /// What a havoc reaches is seen only when it is executed.
    fn touch_everything(&mut self) {
        let program = self.types.program;
        self.effects.fields_read.extend(program.fields.ids());
        self.effects.fields_written.extend(program.fields.ids());
        self.effects.contents_read.extend(program.classes.ids());
        self.effects.contents_written.extend(program.classes.ids());
    }

    fn op(&mut self, op: &Op) {
        op.for_each_expr(|expr| self.expr(expr));
        op.for_each_written(|dst| self.write(dst));
        match op {
            Op::Heap(HeapOp::Load { field, .. }) => _ = self.effects.fields_read.insert(*field),
            Op::Heap(HeapOp::Store { field, .. }) => _ = self.effects.fields_written.insert(*field),
            Op::Collection(
                CollectionOp::LoadElement { array: collection, .. }
                | CollectionOp::Contains { set: collection, .. },
            )
            | Op::Choice(ChoiceOp::Choose { from: Choice::Element(collection), .. }) => {
                self.read_contents(self.class_of(collection));
            }
            Op::Collection(CollectionOp::StoreElement { array, .. }) => {
                self.write_contents(self.class_of(array));
            }
            Op::Collection(CollectionOp::Size { object, .. }) => {
                let class = self.class_of(object).filter(|&class| !self.is_array(class));
                self.read_contents(class);
            }
            Op::Collection(CollectionOp::SetAdd { set, .. } | CollectionOp::SetRemove { set, .. }) => {
                self.change_contents(self.class_of(set))
            }
            Op::Collection(
                CollectionOp::SetUnion { set, other } | CollectionOp::SetDifference { set, other },
            ) => {
                self.change_contents(self.class_of(set));
                self.read_contents(self.class_of(other));
            }
            Op::Collection(CollectionOp::Send { channel, .. }) => {
                self.change_contents(self.class_of(channel))
            }
            Op::Choice(ChoiceOp::Havoc { .. }) => self.touch_everything(),
            Op::Assign { .. }
            | Op::Heap(HeapOp::New { .. } | HeapOp::Cast { .. } | HeapOp::InstanceOf { .. })
            | Op::Collection(CollectionOp::Admits { .. })
            | Op::Choice(ChoiceOp::Choose {
                from: Choice::Bool | Choice::Range { .. } | Choice::Enum(_) | Choice::Any(_),
                ..
            })
            | Op::Check(_)
            | Op::Thread(_) => {}
        }
    }

    fn is_array(&self, class: ClassId) -> bool {
        matches!(self.types.program.classes[class].kind, ClassKind::Array { .. })
    }

    fn terminator(&mut self, op: &TermOp) {
        op.for_each_expr(|expr| self.expr(expr));
        op.dsts().into_iter().for_each(|dst| self.write(dst));
        let TermOp::Select { joins, .. } = op else { return };
        for guard in joins.iter().flat_map(|join| &join.guards) {
            match guard {
                Guard::Receive { channel, .. } => self.change_contents(self.class_of_probe(channel)),
                Guard::Wait(_) | Guard::Always => {}
            }
        }
    }

    fn class_of_probe(&self, probe: &Probe) -> Option<ClassId> {
        match probe {
            Probe::Expr(expr) => self.class_of(expr),
            Probe::Call { proc, .. } => match self.types.program.procs[*proc].results.first()? {
                Type::Ref(class) => Some(*class),
                Type::Bool
                | Type::Int(_)
                | Type::Real(_)
                | Type::Decimal
                | Type::Enum(_)
                | Type::String
                | Type::Object => None,
            },
        }
    }
}
