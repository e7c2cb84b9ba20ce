//! What of the loaded classes a program can use: rapid type analysis (Bacon and Sweeney, *Fast static analysis of C++
//! virtual function calls*, OOPSLA 1996).
//!
//! Beginning with the entry, the bodies of reachable methods are read. They say which classes have objects, which
//! methods are called on which classes, and which static initialisers may run; a virtual call reaches what the classes
//! with objects select. The answer also lists everything that has to be declared before bodies are lowered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use classfile::{
    At, Class, Const, FieldAccess, FieldRef, Instr, Invocation, JavaString, MethodRef, MethodType, Name, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::is_internal;
use crate::dynamic;
use crate::natives;
use crate::world::{CLASS, ClassIx, FAULTS, FieldKey, MethodIx, OBJECT, STRING, Selector, THROWABLE, World};

/// Which bodies are looked into; all others are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All that can be reached.
    All,
    /// Those of the class of the entry.
    OneClass,
}

/// What an instruction may run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Callee {
    Method(MethodIx),
    /// On an object of the class or below.
    Virtual(ClassIx, Selector),
    /// The initialisation of a class.
    Init(ClassIx),
}

/// Exact classes of receivers with what they select.
pub(crate) type Targets = Vec<(ClassIx, Option<MethodIx>)>;

/// What can be used. Lists are in the order in which things were found.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    pub(crate) methods: Vec<MethodIx>,
    /// Classes whose initialisation does something and may happen.
    pub(crate) inits: Vec<ClassIx>,
    /// Classes that have objects.
    pub(crate) instantiated: Vec<ClassIx>,
    /// Types of arrays that are made.
    pub(crate) arrays: Vec<Type>,
    pub(crate) virtual_calls: BTreeMap<(ClassIx, Selector), Targets>,
    pub(crate) strings: Vec<JavaString>,
    /// Types whose `Class` objects are used.
    pub(crate) class_objects: Vec<Type>,
    /// Arrays of arrays that are made in one instruction, with the number of lengths that are given.
    pub(crate) multi_arrays: BTreeSet<(Type, u8)>,
    pub(crate) fields: BTreeSet<FieldKey>,
    pub(crate) statics: BTreeSet<FieldKey>,
    /// Types of references.
    pub(crate) types: BTreeSet<Type>,
    /// What call sites of `invokedynamic` call instead, or why they cannot be lowered.
    pub(crate) dynamic: FxHashMap<(MethodIx, At), Result<Arc<MethodRef>, String>>,
    pub(crate) calls: FxHashMap<MethodIx, Vec<(At, Callee)>>,
    /// Whether the class of any object may be asked for.
    pub(crate) uses_classes_of_objects: bool,
    /// Whether any object may be cloned.
    pub(crate) uses_clone: bool,
    /// Whether the superclass of any class may be asked for.
    pub(crate) uses_superclasses: bool,
    /// Whether the constants of any enum may be asked for by its `Class` object.
    pub(crate) uses_enum_constants: bool,
    /// Whether arrays of any class may be made by its `Class` object.
    pub(crate) uses_arrays_of_classes: bool,
    seen_methods: FxHashSet<MethodIx>,
    seen_inits: FxHashSet<ClassIx>,
    seen_instantiated: FxHashSet<ClassIx>,
    seen_arrays: FxHashSet<Type>,
    seen_strings: FxHashSet<JavaString>,
    seen_class_objects: FxHashSet<Type>,
}

/// What has to be looked into, and where from.
pub(crate) struct Explorer<'w, 'a> {
    pub(crate) world: &'w mut World<'a>,
    pub(crate) reach: Reach,
    scope: Option<ClassIx>,
    pending: Vec<MethodIx>,
    /// Whether some exception of the JVM can be caught.
    makes_exceptions: bool,
    /// What is cast to, as long as none can.
    casts: Vec<Type>,
}

/// Everything that can be used beginning with these methods.
pub(crate) fn explore(world: &mut World<'_>, roots: &[MethodIx], scope: Scope) -> Reach {
    let scope = match scope {
        Scope::All => None,
        Scope::OneClass => roots.first().map(|&root| world.class_of(root)),
    };
    let mut explorer = Explorer {
        world,
        reach: Reach::default(),
        scope,
        pending: Vec::new(),
        makes_exceptions: false,
        casts: Vec::new(),
    };
    for name in [OBJECT, STRING, CLASS, THROWABLE] {
        explorer.mention(&Type::class(name));
    }
    explorer.mention(&Type::class(OBJECT).array_of());
    // The arguments of the program.
    explorer.array(&Type::class(STRING).array_of());
    roots.iter().for_each(|&root| explorer.method(root));
    for &root in roots {
        if let Some(init) = explorer.init_of(root) {
            explorer.init(init);
        }
    }
    explorer.run();
    explorer.reach
}

impl Explorer<'_, '_> {
    fn run(&mut self) {
        loop {
            while let Some(method) = self.pending.pop() {
                self.body(method);
            }
            // What all objects have in common may need more of each class.
            natives::of_all_objects(self);
            if self.pending.is_empty() {
                return;
            }
        }
    }

    fn init_of(&mut self, root: MethodIx) -> Option<ClassIx> {
        let class = self.world.class_of(root);
        self.world.has_initialiser(class).then_some(class)
    }

    fn is_in_scope(&self, class: ClassIx) -> bool {
        self.scope.is_none_or(|scope| scope == class)
    }

    /// A type of references is used.
    pub(crate) fn mention(&mut self, ty: &Type) {
        match ty {
            Type::Class(name) => {
                self.world.class(name);
            }
            Type::Array(element) => self.mention(element),
            _ => return,
        }
        self.reach.types.insert(ty.clone());
    }

    fn signature(&mut self, ty: &MethodType) {
        ty.parameters.iter().chain(&ty.result).for_each(|ty| self.mention(ty));
    }

    /// A method may run.
    pub(crate) fn method(&mut self, method: MethodIx) {
        if !self.reach.seen_methods.insert(method) {
            return;
        }
        self.reach.methods.push(method);
        let class = self.world.class_of(method);
        self.mention(&Type::Class(Name::clone(self.world.name(class))));
        let ty = self.world.method(method).ty.clone();
        self.signature(&ty);
        if self.is_in_scope(class) {
            self.pending.push(method);
        }
    }

    /// A method of a class of the kernel may run.
    pub(crate) fn method_named(&mut self, class: &str, name: &str) {
        let class = self.world.class(class);
        for method in self.world.methods_named(class, name) {
            self.method(method);
        }
    }

    /// The constants of an enum are used.
    pub(crate) fn values_of(&mut self, class: ClassIx) {
        if self.world.has_initialiser(class) {
            self.init(class);
        }
        self.world.methods_named(class, "values").into_iter().for_each(|method| self.method(method));
    }

    /// A class may be initialised.
    fn init(&mut self, class: ClassIx) {
        if !self.reach.seen_inits.insert(class) {
            return;
        }
        self.reach.inits.push(class);
        if !is_internal(self.world.name(class)) {
            // The message if it fails.
            let name = self.world.java_name(class);
            self.string(&name.as_str().into());
        }
        self.mention(&Type::Class(Name::clone(self.world.name(class))));
        let above = self.world.classes[class].parent.into_iter().chain(self.world.default_interfaces(class));
        for above in above.collect::<Vec<_>>() {
            if self.world.has_initialiser(above) {
                self.init(above);
            }
        }
        for initialiser in self.world.methods_named(class, "<clinit>") {
            self.method(initialiser);
        }
    }

    /// A class has objects.
    pub(crate) fn instantiate(&mut self, class: ClassIx) {
        if !self.reach.seen_instantiated.insert(class) {
            return;
        }
        self.reach.instantiated.push(class);
        self.mention(&Type::Class(Name::clone(self.world.name(class))));
        let calls = self.reach.virtual_calls.keys();
        let calls = calls.filter(|(receiver, _)| self.world.is_below(class, *receiver));
        for call in calls.cloned().collect::<Vec<(ClassIx, Selector)>>() {
            self.select(class, &call);
        }
    }

    /// An object of the class, which is the receiver or below it, may be called.
    fn select(&mut self, class: ClassIx, call: &(ClassIx, Selector)) {
        let target = self.world.select(class, &call.1);
        target.into_iter().for_each(|target| self.method(target));
        let targets = self.reach.virtual_calls.get_mut(call).expect("a call that is known");
        targets.push((class, target));
    }

    fn virtual_call(&mut self, receiver: ClassIx, selector: &Selector) {
        let call = (receiver, selector.clone());
        if self.reach.virtual_calls.contains_key(&call) {
            return;
        }
        self.reach.virtual_calls.insert(call.clone(), Vec::new());
        let below = self.reach.instantiated.iter().copied();
        for class in below.filter(|&class| self.world.is_below(class, receiver)).collect::<Vec<_>>() {
            self.select(class, &call);
        }
        // Arrays select what their superclass declares.
        if **self.world.name(receiver) == *OBJECT
            && let Some(method) = self.world.resolve(receiver, selector)
        {
            self.method(method);
        }
    }

    pub(crate) fn string(&mut self, text: &JavaString) {
        if self.reach.seen_strings.insert(text.clone()) {
            self.reach.strings.push(text.clone());
            let string = self.world.class(STRING);
            self.instantiate(string);
            self.array(&Type::Char.array_of());
            self.field_named(STRING, "value");
        }
    }

    /// The field of this name of a class of the kernel is used.
    pub(crate) fn field_named(&mut self, class: &str, name: &str) {
        let class = self.world.class(class);
        let Some(file) = self.world.file(class) else { return };
        let Some(field) = file.fields.iter().find(|field| *field.name == *name) else { return };
        let key = FieldKey { class, name: Name::clone(&field.name), ty: field.ty.clone() };
        self.mention(&key.ty.clone());
        self.reach.fields.insert(key);
    }

    pub(crate) fn array(&mut self, ty: &Type) {
        if self.reach.seen_arrays.insert(ty.clone()) {
            self.mention(ty);
            self.reach.arrays.push(ty.clone());
        }
    }

    /// The `Class` object of a type is used.
    pub(crate) fn class_object(&mut self, ty: &Type) {
        if !self.reach.seen_class_objects.insert(ty.clone()) {
            return;
        }
        self.reach.class_objects.push(ty.clone());
        let class = self.world.class(CLASS);
        self.instantiate(class);
        self.mention(ty);
        natives::class_object_needs(self, ty);
        ty.element().into_iter().for_each(|element| self.class_object(element));
    }

    fn body(&mut self, id: MethodIx) {
        let (class, index) = self.world.declared(id);
        let method = &class.methods[index];
        let Some(code) = &method.code else {
            if method.flags.is_native() {
                natives::needs(self, id);
            }
            return;
        };
        if !code.handlers.is_empty() {
            self.faults();
        }
        let catches = code.handlers.iter().filter_map(|handler| handler.class.clone());
        catches.for_each(|name| self.mention(&Type::Class(name)));
        code.variables.iter().for_each(|variable| self.mention(&variable.ty));
        let mut calls = Vec::new();
        for (at, instr) in code.instrs.iter_enumerated() {
            let mut instr = instr.clone();
            if let Instr::InvokeDynamic(call) = &instr {
                let made = dynamic::call(self.world, &class, index, at, call);
                self.reach.dynamic.insert((id, at), made.clone());
                match made {
                    Ok(method) => instr = Instr::Invoke(Invocation::Static, method),
                    Err(_) => continue,
                }
            }
            let mut callees = Vec::new();
            self.instr(&class, &instr, &mut callees);
            calls.extend(callees.into_iter().map(|callee| (at, callee)));
        }
        self.reach.calls.insert(id, calls);
    }

    /// The message of a failed cast names the class.
    fn cast(&mut self, ty: &Type) {
        match self.makes_exceptions {
            true => self.class_object(ty),
            false => self.casts.push(ty.clone()),
        }
    }

    /// The exceptions that the JVM makes are used as soon as one can be caught.
    fn faults(&mut self) {
        if std::mem::replace(&mut self.makes_exceptions, true) {
            return;
        }
        std::mem::take(&mut self.casts).iter().for_each(|ty| self.class_object(ty));
        let faults = self.world.class(FAULTS);
        let makers = self.world.file(faults).map_or(0, |class| class.methods.len());
        for index in 0..makers {
            let name = Name::clone(&self.world.file(faults).expect("it has methods").methods[index].name);
            if !name.starts_with('<') {
                self.world.methods_named(faults, &name).into_iter().for_each(|method| self.method(method));
            }
        }
    }

    fn instr(&mut self, class: &Class, instr: &Instr, callees: &mut Vec<Callee>) {
        match instr {
            Instr::Const(Const::String(text)) => self.string(text),
            Instr::Const(Const::Class(ty)) => self.class_object(ty),
            Instr::Field(access, field) => self.field(class, *access, field, callees),
            Instr::Invoke(invocation, called) => self.invoke(class, *invocation, called, callees),
            Instr::New(name) => {
                let made = self.world.class(name);
                self.instantiate(made);
                self.trigger(class, made, callees);
            }
            Instr::NewArray(ty) => self.array(ty),
            Instr::NewMultiArray(ty, dimensions) => {
                let types = std::iter::successors(Some(ty), |ty| ty.element());
                types.take(usize::from(*dimensions)).for_each(|ty| self.array(ty));
                let depths = types_and_depths(ty, *dimensions);
                self.reach.multi_arrays.extend(depths);
            }
            Instr::CheckCast(ty) | Instr::InstanceOf(ty) => {
                self.mention(ty);
                if matches!(instr, Instr::CheckCast(_)) {
                    self.cast(ty);
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, class: &Class, access: FieldAccess, field: &FieldRef, callees: &mut Vec<Callee>) {
        self.mention(&field.ty);
        let owner = self.world.class(&field.owner);
        let Some((key, declared)) = self.world.field(owner, &field.name, &field.ty) else { return };
        let is_constant = declared.constant.is_some() && declared.flags.is_final();
        if let Some(Const::String(text)) = declared.constant.clone() {
            self.string(&text);
        }
        self.mention(&Type::Class(Name::clone(self.world.name(key.class))));
        match access {
            FieldAccess::Get | FieldAccess::Put => {
                self.reach.fields.insert(key);
            }
            FieldAccess::GetStatic | FieldAccess::PutStatic => {
                if !(is_constant && access == FieldAccess::GetStatic) {
                    self.trigger(class, key.class, callees);
                }
                self.reach.statics.insert(key);
            }
        }
    }

    fn invoke(
        &mut self,
        class: &Class,
        invocation: Invocation,
        called: &MethodRef,
        callees: &mut Vec<Callee>,
    ) {
        self.signature(&called.ty);
        self.mention(&called.owner);
        let owner = self.world.class(called.owner_class());
        let selector = Selector { name: Name::clone(&called.name), ty: called.ty.clone() };
        let Some(resolved) = self.world.resolve(owner, &selector) else { return };
        let flags = self.world.method(resolved).flags;
        let is_virtual =
            matches!(invocation, Invocation::Virtual | Invocation::Interface) && !flags.is_private();
        if is_virtual && !flags.is_static() {
            self.virtual_call(owner, &selector);
            callees.push(Callee::Virtual(owner, selector));
            return;
        }
        if invocation == Invocation::Static {
            let declaring = self.world.class_of(resolved);
            self.trigger(class, declaring, callees);
        }
        let resolved = match invocation {
            Invocation::Special if !called.is_constructor() => {
                super_method(self.world, class, owner, &selector).unwrap_or(resolved)
            }
            _ => resolved,
        };
        self.method(resolved);
        callees.push(Callee::Method(resolved));
    }

    /// An instruction of a class initialises another one.
    fn trigger(&mut self, class: &Class, other: ClassIx, callees: &mut Vec<Callee>) {
        if needs_trigger(self.world, class, other) {
            self.init(other);
            callees.push(Callee::Init(other));
        }
    }
}

/// The arrays that an array of arrays is made of, with the number of lengths that are given for each.
fn types_and_depths(ty: &Type, dimensions: u8) -> Vec<(Type, u8)> {
    let types = std::iter::successors(Some(ty), |ty| ty.element());
    types.cloned().zip((2..=dimensions).rev()).collect()
}

/// Whether code of a class that uses another one may be the first to do so, and its initialisation does something.
/// While code of a class runs, the initialisation of it and of its superclasses has begun.
pub(crate) fn needs_trigger(world: &World<'_>, class: &Class, other: ClassIx) -> bool {
    let own = world.find(&class.name);
    let begun = own.is_some_and(|own| world.chain(own).any(|above| above == other));
    !begun && world.has_initialiser(other)
}

/// What `super.method()` means: selected from the direct superclass on, whichever class above is named.
pub(crate) fn super_method(
    world: &World<'_>,
    class: &Class,
    owner: ClassIx,
    selector: &Selector,
) -> Option<MethodIx> {
    let own = world.find(&class.name)?;
    let is_super = own != owner && world.is_below(own, owner) && !world.classes[owner].is_interface;
    if !is_super {
        return None;
    }
    let parent = world.classes[own].parent?;
    world.resolve(parent, selector)
}
