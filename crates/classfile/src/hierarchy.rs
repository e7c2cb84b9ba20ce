//! What is above a class: superclasses, interfaces, and the test whether one type is below another.
//!
//! A cycle, a missing superclass and a superclass that may not be one are errors with the chain that leads there.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::class::Class;
use crate::codes;
use crate::error::Error;
use crate::names::{Name, java_name};
use crate::path::Classes;
use crate::types::Type;

pub(crate) const OBJECT: &str = "java/lang/Object";

/// Which arrays implement.
const OF_ARRAYS: [&str; 2] = ["java/lang/Cloneable", "java/io/Serializable"];

/// Facts about the classes that there are. Each is found out once.
pub struct Hierarchy<'a> {
    classes: &'a dyn Classes,
    above: RefCell<HashMap<Name, Result<Arc<Above>, Error>>>,
}

/// All that is above a class.
#[derive(Debug)]
pub struct Above {
    /// The class itself, then its superclasses; of an interface, itself and `java/lang/Object`.
    pub superclasses: Vec<Arc<Class>>,
    /// All interfaces that it implements or extends, each once, itself included if it is one. A class comes before the
    /// interfaces of its superclass, and an interface before those that it extends through it.
    pub interfaces: Vec<Arc<Class>>,
    names: HashSet<Name>,
}

impl Above {
    /// Whether a class or interface of this name is above, or is the class itself.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

impl<'a> Hierarchy<'a> {
    pub fn new(classes: &'a dyn Classes) -> Self {
        Self { classes, above: RefCell::default() }
    }

    /// The class with this internal name, which is an error if there is none.
    pub fn class(&self, name: &str) -> Result<Arc<Class>, Error> {
        let found = self.classes.class(name)?;
        found.ok_or_else(|| {
            Error::new(&codes::CLASS_NOT_FOUND, format!("there is no class {}", java_name(name)))
        })
    }

    /// What is above a class. The error is about the first class on the way that is wrong.
    pub fn above(&self, name: &str) -> Result<Arc<Above>, Error> {
        if let Some(above) = self.above.borrow().get(name) {
            return above.clone();
        }
        let above = self.find_above(name).map(Arc::new);
        self.above.borrow_mut().insert(name.into(), above.clone());
        above
    }

    /// Whether a class or interface is another one, or below it.
    pub fn is_subclass(&self, sub: &str, sup: &str) -> Result<bool, Error> {
        Ok(sub == sup || self.above(sub)?.has(sup))
    }

    /// Whether every object of one type is of another: for classes, interfaces and arrays as the language says; two
    /// primitive types must be the same.
    pub fn is_subtype(&self, sub: &Type, sup: &Type) -> Result<bool, Error> {
        let (mut sub, mut sup) = (sub, sup);
        while let (Type::Array(below), Type::Array(above)) = (sub, sup) {
            (sub, sup) = (below, above);
        }
        match (sub, sup) {
            (Type::Class(sub), Type::Class(sup)) => self.is_subclass(sub, sup),
            (Type::Array(_), Type::Class(sup)) => Ok(&**sup == OBJECT || OF_ARRAYS.contains(&&**sup)),
            _ => Ok(sub == sup),
        }
    }

    /// The lowest class that is above two classes. An interface is above all that implement it, and below
    /// `java/lang/Object` only.
    pub fn common_superclass(&self, a: &Name, b: &Name) -> Result<Name, Error> {
        let (above_a, above_b) = (self.above(a)?, self.above(b)?);
        if above_a.has(b) {
            return Ok(Name::clone(b));
        }
        if above_b.has(a) {
            return Ok(Name::clone(a));
        }
        let common = above_a.superclasses.iter().find(|class| above_b.has(&class.name));
        Ok(common.map_or_else(|| OBJECT.into(), |class| Name::clone(&class.name)))
    }

    fn find_above(&self, name: &str) -> Result<Above, Error> {
        let all = Walk::new(self).run(self.class(name)?)?;
        let mut superclasses: Vec<Arc<Class>> = vec![Arc::clone(&all[0])];
        while let Some(next) = &superclasses[superclasses.len() - 1].superclass {
            let next = self.class(next)?;
            superclasses.push(next);
        }
        let names = all.iter().map(|class| Name::clone(&class.name)).collect();
        let interfaces = all.into_iter().filter(|class| class.is_interface()).collect();
        Ok(Above { superclasses, interfaces, names })
    }
}

/// A walk from a class to everything above it, depth first and interfaces first, on a stack of its own.
struct Walk<'h, 'a> {
    hierarchy: &'h Hierarchy<'a>,
    /// From the class that the walk began with: each with the number of its next one to visit.
    path: Vec<(Arc<Class>, usize)>,
    on_path: HashSet<Name>,
    seen: HashSet<Name>,
    /// In order of their visits.
    found: Vec<Arc<Class>>,
}

impl<'h, 'a> Walk<'h, 'a> {
    fn new(hierarchy: &'h Hierarchy<'a>) -> Self {
        let (on_path, seen) = (HashSet::new(), HashSet::new());
        Self { hierarchy, path: Vec::new(), on_path, seen, found: Vec::new() }
    }

    fn run(mut self, class: Arc<Class>) -> Result<Vec<Arc<Class>>, Error> {
        self.enter(class);
        while let Some((class, next)) = self.path.last_mut() {
            let class = Arc::clone(class);
            let name = class.interfaces.iter().chain(&class.superclass).nth(*next);
            let is_superclass = *next == class.interfaces.len();
            *next += 1;
            match name {
                Some(name) => self.visit(&class, name, is_superclass)?,
                None => {
                    self.on_path.remove(&class.name);
                    self.path.pop();
                }
            }
        }
        Ok(self.found)
    }

    fn enter(&mut self, class: Arc<Class>) {
        self.seen.insert(Name::clone(&class.name));
        self.on_path.insert(Name::clone(&class.name));
        self.found.push(Arc::clone(&class));
        self.path.push((class, 0));
    }

    fn visit(&mut self, below: &Class, name: &Name, is_superclass: bool) -> Result<(), Error> {
        if self.on_path.contains(name) {
            let message = format!("a class is above itself: {}", self.chain(name));
            return Err(Error::new(&codes::CYCLIC_CLASSES, message).in_class(name));
        }
        let class = self.hierarchy.classes.class(name)?.ok_or_else(|| {
            let (name, chain) = (java_name(name), self.chain(name));
            let message = format!("the class {name} is not found, which is above another: {chain}");
            Error::new(&codes::MISSING_SUPERCLASS, message).in_class(&below.name)
        })?;
        fits(below, &class, is_superclass)?;
        if !self.seen.contains(name) {
            self.enter(class);
        }
        Ok(())
    }

    /// The classes from the first one to this name.
    fn chain(&self, name: &str) -> String {
        let path = self.path.iter().map(|(class, _)| class.java_name());
        path.chain([java_name(name)]).collect::<Vec<_>>().join(" → ")
    }
}

/// Whether a class may be directly above another.
fn fits(below: &Class, above: &Class, is_superclass: bool) -> Result<(), Error> {
    let problem = match is_superclass {
        true if above.is_interface() => "extends the interface",
        true if above.flags.is_final() => "extends the final class",
        false if !above.is_interface() => "implements, as if it was an interface, the class",
        _ => return Ok(()),
    };
    let message = format!("{} {problem} {}", below.java_name(), above.java_name());
    Err(Error::new(&codes::WRONG_SUPERCLASS, message).in_class(&below.name))
}
