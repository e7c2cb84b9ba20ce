//! The kernel: models of classes of the Java libraries, compiled into a jar that is part of the front end. A class of
//! the kernel is used in place of one of the same name on the class path.

use std::sync::Arc;

use base::{Diagnostic, Files};
use classfile::{Class, ClassPath, Classes, Error};

use crate::codes;

/// Made by `cargo xtask java-fixtures` from the sources beside it.
pub static MODELS: &[u8] = include_bytes!("../kernel/kernel.jar");

const NAME: &str = "kernel.jar";

/// The one file that is part of the front end.
pub(crate) struct Embedded;

impl Files for Embedded {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        Err(Diagnostic::error(&codes::NO_MAIN, format!("`{name}` is no text.")))
    }

    fn bytes(&mut self, _: &str) -> Result<Vec<u8>, Diagnostic> {
        Ok(MODELS.to_vec())
    }
}

/// The classes of the kernel.
pub(crate) fn classes(files: &mut Embedded) -> Result<ClassPath<'_>, Error> {
    let mut path = ClassPath::new(files);
    path.add(NAME)?;
    Ok(path)
}

/// The classes of the kernel, then those of the class path.
pub(crate) struct Modelled<'a> {
    pub(crate) kernel: &'a dyn Classes,
    pub(crate) others: &'a dyn Classes,
}

impl Classes for Modelled<'_> {
    fn class(&self, name: &str) -> Result<Option<Arc<Class>>, Error> {
        match self.kernel.class(name)? {
            Some(class) => Ok(Some(class)),
            None => self.others.class(name),
        }
    }
}
