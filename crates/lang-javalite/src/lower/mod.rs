//! From the checked program to the core language.
//!
//! - this file: classes, fields, and the procedure that the closed program starts with;
//! - `dispatch`: which method a call enters, by the class of the object;
//! - `body`: the machinery of one method, and what control does;
//! - `condition`: conditions, and truth values that take a branch;
//! - `value`: everything else that has a value;
//! - `call`: calls.
//!
//! # What branches
//!
//! A comparison of references is a branch wherever it is written: in a condition it leads to the two sides, elsewhere
//! it sets a temporary. Comparisons of numbers and truth values, and `!`, are terms, which branch in `if` and `while`
//! alone. `&&` and `||` branch on their left side. A call branches once for each method that may be entered. No branch
//! is made that the text does not ask for, and none is left out: two sides of a branch are always two blocks.
//!
//! # Faults
//!
//! A division, a field access, a cast and a call are instructions of their own, at the place of exactly that
//! expression. A call of null fails at the switch over classes, after its arguments are evaluated.
//!
//! # Steps
//!
//! An assignment, the value of a `var`, an assertion, an assumption and the test of an `if` or a `while` are steps; so
//! is what a call does up to its entry, and what is done with its result. The parts of an expression belong to the
//! step around them.
//!
//! # unit
//!
//! A method with the result `unit` returns nothing. Variables and fields of this type hold false and are never read for
//! their value; a field is read all the same, since its object may be null.

mod body;
mod call;
mod condition;
mod dispatch;
mod value;

use base::{Id, IndexVec, Interner, Symbol};
use ir::{
    Class, ClassId, ClassKind, Expr, Field, FieldId, HeapOp, IntType, Overflow, Place, Proc, ProcBuilder,
    ProcId, Program, Site, TermOp, Type, Value,
};

use self::body::BodyLowerer;
use self::dispatch::Dispatch;
use crate::check::Entry;
use crate::hir::{Body, Ty, World};

/// `int`: 32 bits, modulo 2^32.
pub(crate) const INT: IntType = IntType::Machine { bits: 32, signed: true, overflow: Overflow::Wrapping };

/// What a value of this type is in the core language.
fn ir_type(ty: Ty) -> Type {
    match ty {
        Ty::Bool | Ty::Unit => Type::Bool,
        Ty::Int => Type::Int(INT),
        Ty::Class(class) => Type::Ref(class),
        Ty::Null => Type::Object,
        Ty::Unknown => unreachable!("a program with mistakes is not lowered"),
    }
}

/// What the methods of a program share while they are made.
struct Lowerer<'a> {
    world: &'a World,
    interner: &'a Interner,
    dispatch: Dispatch<'a>,
}

/// Lowers a program without mistakes.
pub(crate) fn lower(
    world: &World,
    bodies: &IndexVec<ProcId, Body>,
    entry: Entry,
    interner: &Interner,
) -> Program {
    let mut lowerer = Lowerer { world, interner, dispatch: Dispatch::new(world) };
    let mut procs: IndexVec<ProcId, Proc> = IndexVec::new();
    for (id, body) in bodies.iter_enumerated() {
        procs.push(BodyLowerer::lower(&mut lowerer, id, body));
    }
    let main = procs.push(lowerer.main(entry));
    Program {
        classes: lowerer.classes(),
        fields: lowerer.fields(),
        enums: IndexVec::new(),
        strings: ir::Strings::default(),
        globals: IndexVec::new(),
        procs,
        init: None,
        threads: vec![main],
    }
}

impl Lowerer<'_> {
    fn text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    fn classes(&self) -> IndexVec<ClassId, Class> {
        let class = |id: ClassId| {
            let class = &self.world.classes[id];
            let mut chain: Vec<ClassId> = self.world.upwards(id).collect();
            chain.reverse();
            let fields =
                chain.iter().flat_map(|&upper| &self.world.classes[upper].own_fields).copied().collect();
            let kind = ClassKind::Record { parent: class.parent, interfaces: Vec::new(), fields };
            let methods = self.declared_methods(id);
            Class { methods, ..Class::new(self.text(class.name.symbol), kind, class.name.span) }
        };
        self.world.classes.ids().map(class).collect()
    }

    /// In order of the text.
    fn declared_methods(&self, class: ClassId) -> Vec<ir::Method> {
        let mut procs: Vec<ProcId> = self.world.classes[class].method_ids.values().copied().collect();
        procs.sort_unstable();
        let method = |proc: ProcId| {
            let name = self.text(self.world.methods[proc].name.symbol).to_owned();
            ir::Method { name, proc: Some(proc), is_static: false }
        };
        procs.into_iter().map(method).collect()
    }

    fn fields(&self) -> IndexVec<FieldId, Field> {
        let slot_of = |id: FieldId| {
            let class = self.world.fields[id].class;
            let inherited: usize = self
                .world
                .upwards(class)
                .skip(1)
                .map(|upper| self.world.classes[upper].own_fields.len())
                .sum();
            // Fields of a class are numbered in a row.
            inherited + id.index() - self.world.classes[class].own_fields[0].index()
        };
        let field = |id: FieldId| {
            let field = &self.world.fields[id];
            Field {
                name: self.text(field.name.symbol).to_owned(),
                class: field.class,
                ty: ir_type(field.ty),
                slot: slot_of(id) as u32,
                span: Some(field.name.span),
            }
        };
        self.world.fields.ids().map(field).collect()
    }

    /// Makes an object and calls the entry on it. Parameters hold the values that fields of new objects hold.
    fn main(&self, entry: Entry) -> Proc {
        let method = &self.world.methods[entry.method];
        let mut builder = ProcBuilder::new("main", entry.span);
        let this = builder.temp(Type::Ref(entry.class));
        let new = HeapOp::New { dst: this.into(), class: entry.class, length: None };
        builder.push(Site::step(entry.span), new);
        let defaults = method.params.iter().map(|&ty| Expr::Const(Value::default_of(ir_type(ty))));
        let args = std::iter::once(this.into()).chain(defaults).collect();
        let results = match method.result {
            Ty::Unit => Vec::new(),
            result => vec![Place::Local(builder.temp(ir_type(result)))],
        };
        let next = builder.new_block();
        let call = TermOp::Call { proc: entry.method, args, results, next };
        builder.terminate(Site::inner(entry.span), call);
        builder.switch_to(next);
        builder.terminate(Site::inner(entry.span), TermOp::Return { values: Vec::new() });
        builder.finish()
    }
}
