//! A few classes in memory, as if they were all that there are.

use std::collections::HashMap;
use std::sync::Arc;

use classfile::{Class, Classes, Error, read};

use crate::assembler::Assembler;

#[derive(Default)]
pub(crate) struct World(HashMap<String, Arc<Class>>);

impl World {
    /// With the classes that bodies need: `Object`, `String`, `Throwable`, what arrays implement.
    pub(crate) fn new() -> Self {
        let mut world = World::default();
        let object = Some("java/lang/Object");
        let mut root = Assembler::class("java/lang/Object", None, &[]);
        root.declare(0x101, "hashCode", "()I").declare(0x102, "secret", "()V");
        world.add(&root);
        for name in ["java/lang/String", "java/lang/Throwable", "java/lang/Class"] {
            world.add(&Assembler::class(name, object, &[]));
        }
        for name in ["java/lang/Cloneable", "java/io/Serializable"] {
            world.add(&Assembler::interface(name, &[]));
        }
        world.add(&Assembler::class("java/lang/Exception", Some("java/lang/Throwable"), &[]));
        world
    }

    pub(crate) fn add(&mut self, class: &Assembler) -> Arc<Class> {
        let class = Arc::new(read(&class.bytes()).expect("a good class file"));
        self.0.insert(class.name.to_string(), Arc::clone(&class));
        class
    }

    /// A class with nothing in it.
    pub(crate) fn plain(&mut self, name: &str, superclass: &str, interfaces: &[&str]) {
        self.add(&Assembler::class(name, Some(superclass), interfaces));
    }
}

impl Classes for World {
    fn class(&self, name: &str) -> Result<Option<Arc<Class>>, Error> {
        Ok(self.0.get(name).cloned())
    }
}
