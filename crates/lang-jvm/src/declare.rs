//! Classes, fields, static variables and procedures of the core language for what a program can use.
//!
//! Everything is declared before bodies are lowered. Only fields that some reachable instruction names are declared,
//! and only classes that are mentioned by what is reachable.

use base::{Id, IndexVec};
use classfile::{JavaString, Name, Type};
use ir::{Class, ClassId, ClassKind, Field, FieldId, Global, GlobalId, ProcId, Program};
use rustc_hash::FxHashMap;

use crate::catching::Catching;
use crate::reach::Reach;
use crate::targets::{INLINE_TARGETS, by_method};
use crate::types::{holds_arrays, primitive};
use crate::world::{ClassIx, FieldKey, MethodIx, STRING, Selector, THROWABLE, World};

/// What a procedure is made for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Role {
    Method(MethodIx),
    /// Initialises a class.
    Init(ClassIx),
    /// Calls what an object selects.
    Dispatch(ClassIx, Selector),
    /// Makes the object of a constant text.
    Text(JavaString),
    /// Makes the `Class` object of a type.
    ClassObject(Type),
    /// Makes an array of arrays, so many dimensions of it.
    MultiArray(Type, u8),
    /// Runs the program.
    Entry,
}

/// The parameters and the result of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) params: Vec<ir::Type>,
    pub(crate) result: Option<ir::Type>,
}

/// The entities of the core language by what they are made for.
pub(crate) struct Declared {
    /// Without bodies.
    pub(crate) program: Program,
    pub(crate) classes: FxHashMap<ClassIx, ClassId>,
    pub(crate) arrays: FxHashMap<Type, ClassId>,
    /// What a class or an array class is made for.
    pub(crate) origins: IndexVec<ClassId, Type>,
    pub(crate) fields: FxHashMap<FieldKey, FieldId>,
    pub(crate) statics: FxHashMap<FieldKey, GlobalId>,
    pub(crate) texts: FxHashMap<JavaString, GlobalId>,
    pub(crate) class_objects: FxHashMap<Type, GlobalId>,
    /// Whether the initialisation of a class has begun.
    pub(crate) begun: FxHashMap<ClassIx, GlobalId>,
    /// Whether the initialisation of a class has ended with an exception.
    pub(crate) failed: FxHashMap<ClassIx, GlobalId>,
    pub(crate) roles: IndexVec<ProcId, Role>,
    pub(crate) procs: FxHashMap<Role, ProcId>,
    pub(crate) signatures: IndexVec<ProcId, Signature>,
    pub(crate) throwable: ClassId,
    pub(crate) string: ClassId,
}

pub(crate) fn declare(world: &World<'_>, reach: &Reach, catching: &Catching) -> Declared {
    let (classes, arrays, kinds, origins) = declare_classes(world, reach);
    let of = |name: &str| classes[&world.find(name).expect("a class that every program mentions")];
    let (throwable, string) = (of(THROWABLE), of(STRING));
    let mut declared = Declared {
        program: Program { classes: kinds, ..Program::default() },
        classes,
        arrays,
        origins,
        fields: FxHashMap::default(),
        statics: FxHashMap::default(),
        texts: FxHashMap::default(),
        class_objects: FxHashMap::default(),
        begun: FxHashMap::default(),
        failed: FxHashMap::default(),
        roles: IndexVec::new(),
        procs: FxHashMap::default(),
        signatures: IndexVec::new(),
        throwable,
        string,
    };
    declared.fields(world, reach);
    declared.globals(world, reach, catching);
    declared.procs(world, reach);
    declared
}

type Classes = (
    FxHashMap<ClassIx, ClassId>,
    FxHashMap<Type, ClassId>,
    IndexVec<ClassId, Class>,
    IndexVec<ClassId, Type>,
);

/// The classes that types mention and all above them, in the order of their numbers; then the array classes.
fn declare_classes(world: &World<'_>, reach: &Reach) -> Classes {
    let mentioned = reach.types.iter().filter_map(|ty| world.find(ty.class_name()?));
    let mut all: Vec<ClassIx> = mentioned.flat_map(|class| world.above(class).to_vec()).collect();
    all.sort_unstable();
    all.dedup();
    let ids: FxHashMap<ClassIx, ClassId> =
        all.iter().enumerate().map(|(number, &class)| (class, ClassId::new(number))).collect();
    let mut classes: IndexVec<ClassId, Class> = IndexVec::new();
    let mut origins = IndexVec::new();
    for &class in &all {
        let known = &world.classes[class];
        let interfaces: Vec<ClassId> = known.interfaces.iter().map(|above| ids[above]).collect();
        let kind = match known.is_interface {
            true => ClassKind::Interface { extends: interfaces },
            false => {
                let parent = known.parent.map(|parent| ids[&parent]);
                ClassKind::Record { parent, interfaces, fields: Vec::new() }
            }
        };
        classes.push(Class::new(world.java_name(class), kind, None));
        origins.push(Type::Class(Name::clone(&known.name)));
    }
    let types: Vec<&Type> = reach.types.iter().filter(|ty| ty.element().is_some()).collect();
    let arrays: FxHashMap<Type, ClassId> = types
        .iter()
        .enumerate()
        .map(|(number, &ty)| (ty.clone(), ClassId::new(all.len() + number)))
        .collect();
    for &ty in &types {
        let element = ir_type(world, &ids, &arrays, ty.element().expect("an array type"));
        let above = types.iter().filter(|&&above| above != ty && is_array_below(world, ty, above));
        let above = above.map(|&above| arrays[above]).collect();
        classes.push(Class::new(ty.java(), ClassKind::Array { element, length: None, above }, None));
        origins.push(ty.clone());
    }
    (ids, arrays, classes, origins)
}

/// Whether an array of the one type is an array of the other.
fn is_array_below(world: &World<'_>, ty: &Type, above: &Type) -> bool {
    match (ty, above) {
        (Type::Array(element), Type::Array(above)) => is_element_below(world, element, above),
        _ => false,
    }
}

fn is_element_below(world: &World<'_>, ty: &Type, above: &Type) -> bool {
    match (ty, above) {
        (Type::Class(class), Type::Class(above)) => match (world.find(class), world.find(above)) {
            (Some(class), Some(above)) => world.is_below(class, above),
            _ => false,
        },
        (Type::Array(_), Type::Class(above)) => holds_arrays(above),
        (Type::Array(_), Type::Array(_)) => is_array_below(world, ty, above),
        _ => ty == above,
    }
}

fn ir_type(
    world: &World<'_>,
    classes: &FxHashMap<ClassIx, ClassId>,
    arrays: &FxHashMap<Type, ClassId>,
    ty: &Type,
) -> ir::Type {
    let class = match ty {
        Type::Class(name) if holds_arrays(name) => None,
        Type::Class(name) => world.find(name).and_then(|class| classes.get(&class)),
        Type::Array(_) => arrays.get(ty),
        _ => return primitive(ty).expect("all other types are primitive"),
    };
    class.map_or(ir::Type::Object, |&class| ir::Type::Ref(class))
}

impl Declared {
    /// What a variable of a type of Java holds. A reference to a class that nothing else mentions may be any.
    pub(crate) fn ir_type(&self, world: &World<'_>, ty: &Type) -> ir::Type {
        ir_type(world, &self.classes, &self.arrays, ty)
    }

    /// The class of the core language that objects are tested for.
    pub(crate) fn class_of(&self, world: &World<'_>, ty: &Type) -> Option<ClassId> {
        match ty {
            Type::Class(name) => self.classes.get(&world.find(name)?).copied(),
            _ => self.arrays.get(ty).copied(),
        }
    }

    /// Lists the fields of each class, inherited ones first.
    fn fields(&mut self, world: &World<'_>, reach: &Reach) {
        let mut own: FxHashMap<ClassIx, Vec<&FieldKey>> = FxHashMap::default();
        for key in &reach.fields {
            own.entry(key.class).or_default().push(key);
        }
        let mut classes: Vec<ClassIx> = self.classes.keys().copied().collect();
        classes.sort_by_key(|&class| (world.chain(class).count(), class));
        for class in classes.into_iter().filter(|&class| !world.classes[class].is_interface) {
            let id = self.classes[&class];
            let parent = world.classes[class].parent.map(|parent| self.classes[&parent]);
            let mut fields = parent.map_or(Vec::new(), |parent| match &self.program.classes[parent].kind {
                ClassKind::Record { fields, .. } => fields.clone(),
                _ => Vec::new(),
            });
            let mut declared = own.remove(&class).unwrap_or_default();
            let place = |key: &FieldKey| {
                let file = world.file(class)?;
                file.fields.iter().position(|field| field.name == key.name && field.ty == key.ty)
            };
            declared.sort_by_key(|key| place(key));
            for key in declared {
                let ty = self.ir_type(world, &key.ty);
                let (name, slot) = (key.name.to_string(), fields.len() as u32);
                let field = self.program.fields.push(Field { name, class: id, ty, slot, span: None });
                fields.push(field);
                self.fields.insert(key.clone(), field);
            }
            if let ClassKind::Record { fields: listed, .. } = &mut self.program.classes[id].kind {
                *listed = fields;
            }
        }
    }

    fn global(&mut self, name: String, ty: ir::Type) -> GlobalId {
        self.program.globals.push(Global { name, ty, span: None })
    }

    fn globals(&mut self, world: &World<'_>, reach: &Reach, catching: &Catching) {
        for key in &reach.statics {
            let name = format!("{}.{}", world.java_name(key.class), key.name);
            let ty = self.ir_type(world, &key.ty);
            let global = self.global(name, ty);
            self.statics.insert(key.clone(), global);
        }
        for &class in &reach.inits {
            let global = self.global(format!("{}.<initialised>", world.java_name(class)), ir::Type::Bool);
            self.begun.insert(class, global);
            if catching.any(&Role::Init(class)) {
                let global = self.global(format!("{}.<failed>", world.java_name(class)), ir::Type::Bool);
                self.failed.insert(class, global);
            }
        }
        for text in &reach.strings {
            let global = self.global(format!("{text:?}"), ir::Type::Ref(self.string));
            self.texts.insert(text.clone(), global);
        }
        let class = self.ir_type(world, &Type::class(crate::world::CLASS));
        for ty in &reach.class_objects {
            let global = self.global(format!("{}.class", ty.java()), class);
            self.class_objects.insert(ty.clone(), global);
        }
    }

    fn proc(&mut self, role: Role, params: Vec<ir::Type>, result: Option<ir::Type>) {
        let id = self.roles.push(role.clone());
        self.procs.insert(role, id);
        self.signatures.push(Signature { params, result });
    }

    fn procs(&mut self, world: &World<'_>, reach: &Reach) {
        for &method in &reach.methods {
            let declared = world.method(method);
            let receiver = Type::Class(Name::clone(world.name(world.class_of(method))));
            let receiver = (!declared.is_static()).then_some(&receiver);
            let params = receiver.into_iter().chain(&declared.ty.parameters);
            let params = params.map(|ty| self.ir_type(world, ty)).collect();
            let result = declared.ty.result.as_ref().map(|ty| self.ir_type(world, ty));
            self.proc(Role::Method(method), params, result);
        }
        for &class in &reach.inits {
            self.proc(Role::Init(class), Vec::new(), None);
        }
        for ((class, selector), targets) in &reach.virtual_calls {
            if by_method(targets).len() > INLINE_TARGETS {
                let receiver = self.ir_type(world, &Type::Class(Name::clone(world.name(*class))));
                let params = selector.ty.parameters.iter().map(|ty| self.ir_type(world, ty));
                let params = std::iter::once(receiver).chain(params).collect();
                let result = selector.ty.result.as_ref().map(|ty| self.ir_type(world, ty));
                self.proc(Role::Dispatch(*class, selector.clone()), params, result);
            }
        }
        for text in &reach.strings {
            self.proc(Role::Text(text.clone()), Vec::new(), None);
        }
        for ty in &reach.class_objects {
            self.proc(Role::ClassObject(ty.clone()), Vec::new(), None);
        }
        for (ty, dimensions) in &reach.multi_arrays {
            let params = vec![crate::types::INT; usize::from(*dimensions)];
            let result = self.ir_type(world, ty);
            self.proc(Role::MultiArray(ty.clone(), *dimensions), params, Some(result));
        }
        self.proc(Role::Entry, Vec::new(), None);
    }
}
