//! The classes that a program mentions, what is above them, and which field or method a reference means.
//!
//! Classes have numbers here, in the order in which they are first mentioned. A class that is mentioned and not found
//! is a *missing* one: it has a name and is directly below `java.lang.Object`; what it declares is not known.

use std::cell::RefCell;
use std::sync::Arc;

use base::IndexVec;
use classfile::{Class, Classes, Error, Field, Method, MethodType, Name, Type};
use rustc_hash::FxHashMap;

base::typed_id!(
    /// A class or interface that a program mentions.
    ClassIx,
    "class"
);
base::typed_id!(
    /// A method that some class of the program declares.
    MethodIx,
    "method"
);

pub(crate) const OBJECT: &str = "java/lang/Object";
pub(crate) const STRING: &str = "java/lang/String";
pub(crate) const CLASS: &str = "java/lang/Class";
pub(crate) const THROWABLE: &str = "java/lang/Throwable";
pub(crate) const FAULTS: &str = "cutpoint/Faults";

/// A class with more classes above it in a row counts as missing.
const MAX_ABOVE: usize = 1000;

/// A class that is mentioned.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) name: Name,
    /// Nothing if it is missing.
    pub(crate) class: Option<Arc<Class>>,
    pub(crate) parent: Option<ClassIx>,
    pub(crate) interfaces: Vec<ClassIx>,
    /// All that is above, itself included, sorted.
    above: Vec<ClassIx>,
    pub(crate) is_interface: bool,
}

/// What methods that override each other have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Selector {
    pub(crate) name: Name,
    pub(crate) ty: MethodType,
}

/// A field by the class that declares it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FieldKey {
    pub(crate) class: ClassIx,
    pub(crate) name: Name,
    pub(crate) ty: Type,
}

pub(crate) struct World<'a> {
    source: &'a dyn Classes,
    /// How many classes are being declared, each for the one before.
    depth: usize,
    /// What was found and cannot be read.
    pub(crate) unreadable: Vec<Error>,
    ids: FxHashMap<Name, ClassIx>,
    pub(crate) classes: IndexVec<ClassIx, Known>,
    methods: RefCell<Methods>,
}

/// Numbers of methods, given when they are first asked for.
#[derive(Default)]
struct Methods {
    ids: FxHashMap<(ClassIx, usize), MethodIx>,
    places: IndexVec<MethodIx, (ClassIx, usize)>,
}

impl<'a> World<'a> {
    pub(crate) fn new(source: &'a dyn Classes) -> Self {
        Self {
            source,
            depth: 0,
            unreadable: Vec::new(),
            ids: FxHashMap::default(),
            classes: IndexVec::new(),
            methods: RefCell::default(),
        }
    }

    /// The class of this name, which is read when it is first mentioned, and all classes above it.
    pub(crate) fn class(&mut self, name: &str) -> ClassIx {
        if let Some(&known) = self.ids.get(name) {
            return known;
        }
        let class = self.source.class(name).unwrap_or_else(|error| {
            self.unreadable.push(error);
            None
        });
        self.depth += 1;
        let id = self.declare(name.into(), class.filter(|_| self.depth < MAX_ABOVE));
        self.depth -= 1;
        id
    }

    /// Adds a class that the front end made.
    pub(crate) fn add(&mut self, class: Class) -> ClassIx {
        self.declare(Name::clone(&class.name), Some(Arc::new(class)))
    }

    fn declare(&mut self, name: Name, class: Option<Arc<Class>>) -> ClassIx {
        let is_interface = class.as_ref().is_some_and(|class| class.is_interface());
        let known = Known {
            name: Name::clone(&name),
            class,
            parent: None,
            interfaces: Vec::new(),
            above: Vec::new(),
            is_interface,
        };
        let id = self.classes.push(known);
        self.ids.insert(Name::clone(&name), id);
        let file = self.classes[id].class.clone();
        let (parent, interfaces) = match &file {
            Some(class) => (class.superclass.clone(), class.interfaces.clone()),
            None => (Some(OBJECT.into()), Vec::new()),
        };
        let parent = parent.filter(|parent| **parent != *name).map(|parent| self.class(&parent));
        // A class above itself, which no JVM loads, counts as missing its superclass.
        let loops = |world: &Self, above: ClassIx| above == id || world.classes[above].above.is_empty();
        let parent = parent.filter(|&above| !loops(self, above) && !self.classes[above].is_interface);
        let interfaces: Vec<ClassIx> = interfaces.iter().map(|name| self.class(name)).collect();
        let interfaces: Vec<ClassIx> = interfaces.into_iter().filter(|&above| !loops(self, above)).collect();
        for &interface in &interfaces {
            let known = &mut self.classes[interface];
            known.is_interface |= known.class.is_none();
        }
        let interfaces: Vec<ClassIx> =
            interfaces.into_iter().filter(|&above| self.classes[above].is_interface).collect();
        let mut above = vec![id];
        for &direct in parent.iter().chain(&interfaces) {
            above.extend(&self.classes[direct].above);
        }
        above.sort_unstable();
        above.dedup();
        let known = &mut self.classes[id];
        (known.parent, known.interfaces, known.above) = (parent, interfaces, above);
        id
    }

    pub(crate) fn find(&self, name: &str) -> Option<ClassIx> {
        self.ids.get(name).copied()
    }

    /// Whether objects of the one belong to the other.
    pub(crate) fn is_below(&self, class: ClassIx, above: ClassIx) -> bool {
        self.classes[class].above.binary_search(&above).is_ok() || *self.classes[above].name == *OBJECT
    }

    /// All that is above a class, itself included, sorted.
    pub(crate) fn above(&self, class: ClassIx) -> &[ClassIx] {
        &self.classes[class].above
    }

    pub(crate) fn name(&self, class: ClassIx) -> &Name {
        &self.classes[class].name
    }

    pub(crate) fn java_name(&self, class: ClassIx) -> String {
        classfile::java_name(self.name(class))
    }

    /// The class, its superclass, and so on.
    pub(crate) fn chain(&self, class: ClassIx) -> impl Iterator<Item = ClassIx> + '_ {
        std::iter::successors(Some(class), |&class| self.classes[class].parent)
    }

    /// All interfaces above a class, sorted.
    fn interfaces(&self, class: ClassIx) -> impl Iterator<Item = ClassIx> + '_ {
        self.classes[class].above.iter().copied().filter(|&above| self.classes[above].is_interface)
    }

    pub(crate) fn file(&self, class: ClassIx) -> Option<&Arc<Class>> {
        self.classes[class].class.as_ref()
    }

    fn method_id(&self, class: ClassIx, index: usize) -> MethodIx {
        let Methods { ids, places } = &mut *self.methods.borrow_mut();
        *ids.entry((class, index)).or_insert_with(|| places.push((class, index)))
    }

    fn place(&self, method: MethodIx) -> (ClassIx, usize) {
        self.methods.borrow().places[method]
    }

    pub(crate) fn class_of(&self, method: MethodIx) -> ClassIx {
        self.place(method).0
    }

    pub(crate) fn method(&self, method: MethodIx) -> &Method {
        let (class, index) = self.place(method);
        &self.file(class).expect("a missing class declares no method").methods[index]
    }

    /// The class that a method is declared in, to be kept while the world changes, and the number of the method in it.
    pub(crate) fn declared(&self, method: MethodIx) -> (Arc<Class>, usize) {
        let (class, index) = self.place(method);
        (Arc::clone(self.file(class).expect("a missing class declares no method")), index)
    }

    /// The method that the class itself declares.
    pub(crate) fn own_method(&self, class: ClassIx, selector: &Selector) -> Option<MethodIx> {
        let file = self.file(class)?;
        let index = file
            .methods
            .iter()
            .position(|method| method.name == selector.name && method.ty == selector.ty)?;
        Some(self.method_id(class, index))
    }

    /// The methods of this name that the class itself declares.
    pub(crate) fn methods_named(&self, class: ClassIx, name: &str) -> Vec<MethodIx> {
        let Some(file) = self.file(class) else { return Vec::new() };
        let named = file.methods.iter().enumerate().filter(|(_, method)| *method.name == *name);
        named.map(|(index, _)| self.method_id(class, index)).collect()
    }

    /// The method that a reference means: of the chain of superclasses, or else of an interface.
    pub(crate) fn resolve(&self, owner: ClassIx, selector: &Selector) -> Option<MethodIx> {
        self.chain(owner).find_map(|class| self.own_method(class, selector)).or_else(|| {
            self.of_interfaces(owner, selector, false).or_else(|| self.of_interfaces(owner, selector, true))
        })
    }

    /// The method that runs when the selector is called on an object of this exact class.
    pub(crate) fn select(&self, class: ClassIx, selector: &Selector) -> Option<MethodIx> {
        let in_chain = self.chain(class).find_map(|class| {
            let method = self.own_method(class, selector)?;
            let flags = self.method(method).flags;
            (!flags.is_static() && !flags.is_private()).then_some(method)
        });
        match in_chain {
            Some(method) => (!self.method(method).flags.is_abstract()).then_some(method),
            None => self.of_interfaces(class, selector, false),
        }
    }

    /// A method of an interface above that no interface below that one declares again.
    fn of_interfaces(&self, class: ClassIx, selector: &Selector, is_abstract: bool) -> Option<MethodIx> {
        let mut found: Vec<(ClassIx, MethodIx)> = Vec::new();
        for interface in self.interfaces(class) {
            if let Some(method) = self.own_method(interface, selector)
                && !self.method(method).flags.is_static()
                && self.method(method).flags.is_abstract() == is_abstract
            {
                found.push((interface, method));
            }
        }
        let is_specific = |&&(interface, _): &&(ClassIx, MethodIx)| {
            !found.iter().any(|&(other, _)| other != interface && self.is_below(other, interface))
        };
        found.iter().find(is_specific).map(|&(_, method)| method)
    }

    /// The field that a reference means.
    pub(crate) fn field(&self, owner: ClassIx, name: &str, ty: &Type) -> Option<(FieldKey, &Field)> {
        let declared = |class: ClassIx| {
            let field = self.file(class)?.field(name, ty)?;
            Some((FieldKey { class, name: Name::clone(&field.name), ty: ty.clone() }, field))
        };
        self.chain(owner).find_map(declared).or_else(|| self.interfaces(owner).find_map(declared))
    }

    /// Whether initialising the class does something: it, or what is initialised with it, has an initialiser.
    pub(crate) fn has_initialiser(&self, class: ClassIx) -> bool {
        let own = |class: ClassIx| self.file(class).is_some_and(|class| class.initialiser().is_some());
        self.chain(class).any(own) || self.default_interfaces(class).into_iter().any(own)
    }

    /// The interfaces above a class that are initialised with it: those with a default method.
    pub(crate) fn default_interfaces(&self, class: ClassIx) -> Vec<ClassIx> {
        if self.classes[class].is_interface {
            return Vec::new();
        }
        let has_default = |&interface: &ClassIx| {
            self.file(interface).is_some_and(|interface| {
                interface.methods.iter().any(|method| !method.flags.is_abstract() && !method.is_static())
            })
        };
        self.interfaces(class).filter(|&interface| interface != class).filter(has_default).collect()
    }
}
