//! From the tree to the core language.
//!
//! - this file: the program around the procedures, and the initial heap;
//! - [`body`]: the machinery of one procedure, and its statements;
//! - [`choice`]: guards and choices;
//! - [`value`]: values, assignments and conditions.
//!
//! # How Shylock becomes steps
//!
//! Every basic statement is one step, and so are the test of `if` or `while`, a call, and a return. A guard and a
//! choice belong to the step of the statement behind them: a choice is made, its guard is found open, and the first
//! statement of the branch is done at once. A label begins a step wherever it stands, since an execution must be able
//! to rest there. With [`Steps::Paper`](crate::Steps::Paper), sequence, choice and guard are steps too, as in the rules
//! of the paper.
//!
//! All objects are of one class that has all fields. Fields are reached with the null policy `Total`: reading a field
//! of nil gives nil, writing one does nothing.

mod body;
mod choice;
mod value;

use base::{Id, IndexVec, Interner, Symbol};
use ir::{
    Class, ClassId, ClassKind, Expr, Field, FieldId, Global, HeapOp, LocalId, NullPolicy, Op, Place, Proc,
    ProcBuilder, ProcId, Program, Site, TermOp, Type,
};
use rustc_hash::FxHashMap;

use self::body::BodyLowerer;
use crate::Options;
use crate::ast::{HeapEntry, Name, Unit};
use crate::resolve::Names;

/// The type of everything.
fn object_type() -> Type {
    Type::Ref(object_class())
}

fn object_class() -> ClassId {
    ClassId::new(0)
}

/// What the procedures of a program share while they are made.
struct Lowerer<'a> {
    file: &'a Unit,
    names: &'a Names,
    interner: &'a Interner,
    options: &'a Options,
}

/// Lowers a file without static errors.
pub(crate) fn lower(file: &Unit, names: &Names, interner: &Interner, options: &Options) -> Program {
    let mut lowerer = Lowerer { file, names, interner, options };
    let mut procs: IndexVec<ProcId, Proc> = IndexVec::new();
    for (index, proc) in file.procs.iter().enumerate() {
        procs.push(BodyLowerer::lower(&mut lowerer, ProcId::new(index), proc));
    }
    let init = (!file.heap.is_empty()).then(|| procs.push(lowerer.initial_heap()));
    let initial = names.initial.expect("a resolved file has an initial procedure");
    Program {
        classes: IndexVec::from_iter([lowerer.class()]),
        fields: lowerer.fields(),
        enums: IndexVec::new(),
        strings: ir::Strings::default(),
        globals: names.globals.iter().map(|name| lowerer.global(*name)).collect(),
        procs,
        init,
        threads: vec![initial],
    }
}

impl Lowerer<'_> {
    fn text(&self, symbol: Symbol) -> String {
        self.interner.text(symbol).to_owned()
    }

    fn class(&self) -> Class {
        let fields = self.names.fields.ids().collect();
        let kind = ClassKind::Record { parent: None, interfaces: Vec::new(), fields };
        Class::new("Object", kind, None)
    }

    fn fields(&self) -> IndexVec<FieldId, Field> {
        let field = |(id, name): (FieldId, &Name)| Field {
            name: self.text(name.symbol),
            class: object_class(),
            ty: object_type(),
            slot: id.index() as u32,
            span: Some(name.span),
        };
        self.names.fields.iter_enumerated().map(field).collect()
    }

    fn global(&self, name: Name) -> Global {
        Global { name: self.text(name.symbol), ty: object_type(), span: Some(name.span) }
    }

    /// Makes the objects in the order in which they are first named, then sets fields and globals.
    fn initial_heap(&self) -> Proc {
        let mut builder = ProcBuilder::new("heap", None);
        let mut objects: FxHashMap<Symbol, LocalId> = FxHashMap::default();
        for HeapEntry { subject, field, object } in &self.file.heap {
            for name in field.map(|_| *subject).into_iter().chain(*object) {
                objects.entry(name.symbol).or_insert_with(|| {
                    let local = builder.temp(object_type());
                    let op = Op::Heap(HeapOp::New { dst: local.into(), class: object_class(), length: None });
                    builder.push(Site::inner(name.span), op);
                    local
                });
            }
        }
        for HeapEntry { subject, field, object } in &self.file.heap {
            let value = object.map_or(Expr::NULL, |object| Expr::Local(objects[&object.symbol]));
            let op = match field {
                Some(field) => Op::Heap(HeapOp::Store {
                    object: Expr::Local(objects[&subject.symbol]),
                    field: self.names.field_ids[&field.symbol],
                    value,
                    null: NullPolicy::Total,
                }),
                None => Op::Assign { dst: Place::Global(self.names.global_ids[&subject.symbol]), value },
            };
            builder.push(Site::inner(subject.span), op);
        }
        builder.terminate(Site::inner(None), TermOp::Return { values: Vec::new() });
        builder.finish()
    }
}
