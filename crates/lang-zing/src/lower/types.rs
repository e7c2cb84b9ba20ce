//! Classes, enums and globals, and how values lie in variables.
//!
//! A value of most types is one value of the core language. A struct is as many as it has plain fields, its *leaves*: a
//! variable or field of struct type becomes one for each leaf, named `p.x`. Where the core language has room for one
//! value only, in arrays, channels and sets, a record object stands for the struct; no two places share one, so it
//! behaves like a value. The records in sets are a class of their own: they are compared by contents, and never change.

use base::IndexVec;
use ir::{Class, ClassId, ClassKind, EnumDef, EnumId, Equality, FieldId as SlotId, GlobalId, Type};

use crate::hir::{FieldId, Program, Ty, TypeId, TypeKind};

/// What the declared types, fields and strings of a program became.
pub(super) struct Types {
    classes: IndexVec<TypeId, Option<ClassId>>,
    enums: IndexVec<TypeId, Option<EnumId>>,
    string_enum: Option<EnumId>,
    exception_enum: Option<EnumId>,
    structs: IndexVec<TypeId, Option<StructLayout>>,
    /// The fields of an object that a field became, one for each leaf; empty for static fields.
    slots: IndexVec<FieldId, Vec<SlotId>>,
    /// The globals that a static field became, one for each leaf.
    globals: IndexVec<FieldId, Vec<GlobalId>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct StructLayout {
    leaves: Vec<Leaf>,
    /// For each field, where its leaves begin.
    offsets: Vec<usize>,
    /// What stands for the struct in arrays and channels.
    record: Option<Record>,
    /// What stands for the struct in sets.
    set_record: Option<Record>,
}

/// A class of records that stand for a struct, and its fields, one for each leaf.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) class: ClassId,
    pub(super) slots: Vec<SlotId>,
}

/// Where a record stands for a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Container {
    /// An array or a channel.
    Sequence,
    Set,
}

/// A plain part of a value.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Follows the name of the variable: empty, or `.x`, or `.a.x`.
    pub(super) suffix: String,
    pub(super) ty: Type,
}

impl Types {
    /// The class of the objects of a class, interface, array, set or channel type.
    pub(super) fn class(&self, id: TypeId) -> ClassId {
        self.classes[id].expect("a type of objects has a class")
    }

    pub(super) fn exception(&self) -> Type {
        Type::Enum(self.exception_enum.expect("a program that raises has the enum of exceptions"))
    }

    /// The type of a plain value, or of an element that stands for a struct.
    pub(super) fn element(&self, hir: &Program, ty: Ty, container: Container) -> Type {
        match ty {
            Ty::Struct(id) => Type::Ref(self.record(id, container).class),
            plain => self.plain(hir, plain),
        }
    }

    /// The type of a value that is no struct.
    pub(super) fn plain(&self, hir: &Program, ty: Ty) -> Type {
        match ty {
            Ty::Bool => Type::Bool,
            Ty::Int(int) => Type::Int(int),
            Ty::Range(id) => {
                let (lo, hi) = hir.range_bounds(id);
                Type::Int(ir::IntType::Range { lo, hi })
            }
            Ty::Real(real) => Type::Real(real),
            Ty::Decimal => Type::Decimal,
            Ty::String => Type::Enum(self.string_enum.expect("a program with strings has their enum")),
            Ty::Object | Ty::Null => Type::Object,
            Ty::Enum(id) => Type::Enum(self.enums[id].expect("an enum type has an enum")),
            Ty::Class(id) | Ty::Interface(id) | Ty::Array(id) | Ty::Set(id) | Ty::Chan(id) => {
                Type::Ref(self.class(id))
            }
            Ty::Struct(_) | Ty::Void | Ty::Error => unreachable!("{ty:?} where a plain type must be"),
        }
    }

    pub(super) fn leaves(&self, hir: &Program, ty: Ty) -> Vec<Leaf> {
        match ty {
            Ty::Struct(id) => self.layout(id).leaves.clone(),
            plain => vec![Leaf { suffix: String::new(), ty: self.plain(hir, plain) }],
        }
    }

    pub(super) fn n_leaves(&self, ty: Ty) -> usize {
        match ty {
            Ty::Struct(id) => self.layout(id).leaves.len(),
            _ => 1,
        }
    }

    fn layout(&self, id: TypeId) -> &StructLayout {
        self.structs[id].as_ref().expect("a struct has a layout")
    }

    /// Where the leaves of a field begin among those of its struct.
    pub(super) fn offset(&self, id: TypeId, field: usize) -> usize {
        self.layout(id).offsets[field]
    }

    /// What stands for a struct in such a container.
    pub(super) fn record(&self, id: TypeId, container: Container) -> &Record {
        let layout = self.layout(id);
        let record = match container {
            Container::Sequence => &layout.record,
            Container::Set => &layout.set_record,
        };
        record.as_ref().expect("a struct that is an element has a record")
    }

    pub(super) fn slots(&self, field: FieldId) -> &[SlotId] {
        &self.slots[field]
    }

    pub(super) fn globals(&self, field: FieldId) -> &[GlobalId] {
        &self.globals[field]
    }
}

/// Everything of a program but its procedures.
pub(super) fn lower_types(hir: &Program) -> (Types, ir::Program) {
    let n_types = hir.types.len();
    let types = Types {
        classes: IndexVec::filled(None, n_types),
        enums: IndexVec::filled(None, n_types),
        string_enum: None,
        exception_enum: None,
        structs: IndexVec::filled(None, n_types),
        slots: IndexVec::filled(Vec::new(), hir.fields.len()),
        globals: IndexVec::filled(Vec::new(), hir.fields.len()),
    };
    let mut maker = Maker { hir, types, out: ir::Program::default() };
    maker.enums();
    maker.name_classes();
    maker.struct_layouts();
    maker.records();
    maker.fill_classes();
    maker.static_fields();
    (maker.types, maker.out)
}

struct Maker<'p> {
    hir: &'p Program,
    types: Types,
    out: ir::Program,
}

impl Maker<'_> {
    fn enums(&mut self) {
        for (id, def) in self.hir.types.iter_enumerated() {
            if let TypeKind::Enum { constants } = &def.kind {
                let (name, constants, span) = (def.name.clone(), constants.clone(), Some(def.span));
                self.types.enums[id] = Some(self.out.enums.push(EnumDef { name, constants, span }));
            }
        }
        if uses_strings(self.hir) {
            self.types.string_enum = Some(self.built_in_enum("string", "null", &self.hir.strings));
        }
        if !self.hir.exceptions.is_empty() {
            let names = self.hir.exceptions.as_slice();
            self.types.exception_enum = Some(self.built_in_enum("exception", "none", names));
        }
    }

    fn built_in_enum(&mut self, name: &str, first: &str, others: &[String]) -> EnumId {
        let constants = std::iter::once(first.to_owned()).chain(others.iter().cloned()).collect();
        self.out.enums.push(EnumDef { name: name.to_owned(), constants, span: None })
    }

    /// Gives every type of objects its class, so that they may refer to each other.
    fn name_classes(&mut self) {
        for (id, def) in self.hir.types.iter_enumerated() {
            let has_objects = match def.kind {
                TypeKind::Class { .. }
                | TypeKind::Interface
                | TypeKind::Chan { .. }
                | TypeKind::Set { .. }
                | TypeKind::Array { .. } => true,
                TypeKind::Struct { .. } | TypeKind::Enum { .. } | TypeKind::Range { .. } => false,
            };
            if has_objects {
                self.types.classes[id] = Some(self.add_class(id));
            }
        }
    }

    fn add_class(&mut self, id: TypeId) -> ClassId {
        let def = &self.hir.types[id];
        let kind = ClassKind::Interface { extends: Vec::new() };
        self.out.classes.push(Class::new(&def.name, kind, def.span))
    }

    /// Lays out structs, those inside others first.
    fn struct_layouts(&mut self) {
        for (root, def) in self.hir.types.iter_enumerated() {
            let TypeKind::Struct { .. } = def.kind else { continue };
            let mut open = vec![root];
            while let Some(&id) = open.last() {
                let missing = self.inner_structs(id).find(|&part| self.types.structs[part].is_none());
                if let Some(part) = missing {
                    open.push(part);
                    continue;
                }
                if self.types.structs[id].is_none() {
                    self.types.structs[id] = Some(self.struct_layout(id));
                }
                open.pop();
            }
        }
    }

    fn inner_structs(&self, id: TypeId) -> impl Iterator<Item = TypeId> {
        self.hir.struct_fields(id).iter().filter_map(|&field| match self.hir.fields[field].ty {
            Ty::Struct(part) => Some(part),
            _ => None,
        })
    }

    fn struct_layout(&self, id: TypeId) -> StructLayout {
        let mut layout = StructLayout::default();
        for &field in self.hir.struct_fields(id) {
            layout.offsets.push(layout.leaves.len());
            let field = &self.hir.fields[field];
            for leaf in self.types.leaves(self.hir, field.ty) {
                let suffix = format!(".{}{}", field.name, leaf.suffix);
                layout.leaves.push(Leaf { suffix, ty: leaf.ty });
            }
        }
        layout
    }

    /// Makes a record class for each struct that arrays or channels hold, and one for each that sets hold.
    fn records(&mut self) {
        for def in self.hir.types.iter() {
            match def.kind {
                TypeKind::Array { element: Ty::Struct(id), .. }
                | TypeKind::Chan { element: Ty::Struct(id) } => {
                    if self.types.layout(id).record.is_none() {
                        let record = self.record(id);
                        self.layout_mut(id).record = Some(record);
                    }
                }
                TypeKind::Set { element: Ty::Struct(id) } => {
                    if self.types.layout(id).set_record.is_none() {
                        let record = self.record(id);
                        self.layout_mut(id).set_record = Some(record);
                    }
                }
                TypeKind::Array { .. }
                | TypeKind::Chan { .. }
                | TypeKind::Set { .. }
                | TypeKind::Class { .. }
                | TypeKind::Struct { .. }
                | TypeKind::Interface
                | TypeKind::Enum { .. }
                | TypeKind::Range { .. } => {}
            }
        }
    }

    fn layout_mut(&mut self, id: TypeId) -> &mut StructLayout {
        self.types.structs[id].as_mut().expect("structs are laid out before their records")
    }

    fn record(&mut self, id: TypeId) -> Record {
        let class = self.add_class(id);
        let mut slots = Vec::new();
        for Leaf { suffix, ty } in self.types.layout(id).leaves.clone() {
            let name = suffix.trim_start_matches('.').to_owned();
            slots.push(self.add_slot(class, name, ty, slots.len(), self.hir.types[id].span));
        }
        self.out.classes[class].kind =
            ClassKind::Record { parent: None, interfaces: Vec::new(), fields: slots.clone() };
        Record { class, slots }
    }

    fn add_slot(&mut self, class: ClassId, name: String, ty: Type, slot: usize, span: base::Span) -> SlotId {
        let slot = u32::try_from(slot).expect("a class has fewer than 2^32 fields");
        self.out.fields.push(ir::Field { name, class, ty, slot, span: Some(span) })
    }

    fn fill_classes(&mut self) {
        for (id, def) in self.hir.types.iter_enumerated() {
            let Some(class) = self.types.classes[id] else { continue };
            self.out.classes[class].kind = match &def.kind {
                TypeKind::Class { interfaces, fields, .. } => self.class_kind(class, interfaces, fields),
                TypeKind::Interface => ClassKind::Interface { extends: Vec::new() },
                TypeKind::Chan { element } => ClassKind::Channel {
                    element: self.types.element(self.hir, *element, Container::Sequence),
                },
                TypeKind::Set { element } => ClassKind::Set {
                    element: self.types.element(self.hir, *element, Container::Set),
                    equality: match element {
                        Ty::Struct(_) => Equality::Contents,
                        _ => Equality::Identity,
                    },
                },
                TypeKind::Array { element, size } => ClassKind::Array {
                    element: self.types.element(self.hir, *element, Container::Sequence),
                    length: self.hir.fixed_length(*size),
                    above: Vec::new(),
                },
                TypeKind::Struct { .. } | TypeKind::Enum { .. } | TypeKind::Range { .. } => {
                    unreachable!("{} has no objects", def.name)
                }
            };
        }
    }

    fn class_kind(&mut self, class: ClassId, interfaces: &[TypeId], fields: &[FieldId]) -> ClassKind {
        let mut slots = Vec::new();
        for &id in fields {
            let field = &self.hir.fields[id];
            for leaf in self.types.leaves(self.hir, field.ty) {
                let name = format!("{}{}", field.name, leaf.suffix);
                let slot = self.add_slot(class, name, leaf.ty, slots.len(), field.span);
                slots.push(slot);
                self.types.slots[id].push(slot);
            }
        }
        let interfaces = interfaces.iter().map(|&interface| self.types.class(interface)).collect();
        ClassKind::Record { parent: None, interfaces, fields: slots }
    }

    fn static_fields(&mut self) {
        for (id, field) in self.hir.fields.iter_enumerated() {
            if !field.is_static {
                continue;
            }
            let owner = &self.hir.types[field.owner].name;
            for leaf in self.types.leaves(self.hir, field.ty) {
                let name = format!("{owner}.{}{}", field.name, leaf.suffix);
                let global = ir::Global { name, ty: leaf.ty, span: Some(field.span) };
                self.types.globals[id].push(self.out.globals.push(global));
            }
        }
    }
}

/// Whether anything in the program has the type `string`.
fn uses_strings(hir: &Program) -> bool {
    let contents = hir.types.iter().filter_map(|def| match def.kind {
        TypeKind::Chan { element } | TypeKind::Set { element } | TypeKind::Array { element, .. } => {
            Some(element)
        }
        TypeKind::Class { .. }
        | TypeKind::Struct { .. }
        | TypeKind::Interface
        | TypeKind::Enum { .. }
        | TypeKind::Range { .. } => None,
    });
    let methods = || hir.methods.iter();
    let signatures =
        methods().flat_map(|method| method.params.iter().map(|param| param.ty).chain(method.result));
    let bodies = methods().filter_map(|method| method.body.as_ref());
    let locals = bodies.flat_map(|body| body.vars.iter().map(|var| var.ty));
    let fields = hir.fields.iter().map(|field| field.ty);
    !hir.strings.is_empty()
        || contents.chain(fields).chain(signatures).chain(locals).any(|ty| ty == Ty::String)
}
