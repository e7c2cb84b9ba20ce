//! Where classes are found by their names: files, folders, jars, the runtime image of a JDK, one after the other.
//!
//! A class is read when it is asked for, once. What was found wrong with it is said each time.

mod folder;
mod image;
mod jar;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::Files;

use crate::class::Class;
use crate::codes;
use crate::error::Error;
use crate::names::{Name, java_name};
use crate::types::is_class_name;
use folder::Folder;
use image::Image;
use jar::Jar;

/// Who has classes by name.
pub trait Classes {
    /// The class with this internal name; nothing if there is none. The answer is the same each time.
    fn class(&self, name: &str) -> Result<Option<Arc<Class>>, Error>;
}

/// No class file has more bytes.
const MAX_CLASS_BYTES: usize = 16 << 20;

/// An ordered list of places: the first one that has a class counts.
pub struct ClassPath<'a> {
    files: RefCell<&'a mut dyn Files>,
    sources: Vec<Source>,
    known: RefCell<HashMap<Name, Found>>,
}

type Found = Result<Option<Arc<Class>>, Error>;

struct Source {
    kind: Kind,
    /// Whether its classes are what the user asks about.
    own: bool,
}

enum Kind {
    Class(Arc<Class>),
    Folder(Folder),
    Jar(Jar),
    Image(Image),
}

impl<'a> ClassPath<'a> {
    /// Without any place.
    pub fn new(files: &'a mut dyn Files) -> Self {
        Self { files: RefCell::new(files), sources: Vec::new(), known: RefCell::default() }
    }

    /// Adds a class file, a jar, a folder or a runtime image of the user; what it is is seen from what is in it.
    pub fn add(&mut self, file: &str) -> Result<(), Error> {
        self.add_source(file, true)
    }

    /// Adds what the user's classes are built on: the file `lib/modules` of a JDK, or its `rt.jar` before Java 9.
    pub fn add_jdk(&mut self, file: &str) -> Result<(), Error> {
        self.add_source(file, false)
    }

    fn add_source(&mut self, file: &str, own: bool) -> Result<(), Error> {
        let kind = Kind::open(*self.files.get_mut(), file)?;
        self.sources.push(Source { kind, own });
        self.known.get_mut().clear();
        Ok(())
    }

    /// The names of all classes of the user, in order of places, then sorted; none twice.
    pub fn names(&self) -> Vec<Name> {
        let mut seen = HashSet::new();
        let own = self.sources.iter().filter(|source| source.own);
        own.flat_map(|source| source.kind.names()).filter(|name| seen.insert(Name::clone(name))).collect()
    }

    fn find(&self, name: &str) -> Found {
        let mut files = self.files.borrow_mut();
        for source in &self.sources {
            if let Some(class) = source.kind.find(&mut **files, name)? {
                return Ok(Some(class));
            }
        }
        Ok(None)
    }
}

impl Classes for ClassPath<'_> {
    fn class(&self, name: &str) -> Result<Option<Arc<Class>>, Error> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let found = self.find(name).map_err(|error| error.in_class(name));
        self.known.borrow_mut().insert(name.into(), found.clone());
        found
    }
}

impl Kind {
    fn open(files: &mut dyn Files, file: &str) -> Result<Self, Error> {
        if let Some(folder) = Folder::open(files, file)? {
            return Ok(Kind::Folder(folder));
        }
        let magic = files.part(file, 0, 4)?;
        match magic[..] {
            [0xca, 0xfe, 0xba, 0xbe] => {
                let class = crate::read(&files.part(file, 0, MAX_CLASS_BYTES)?)?;
                Ok(Kind::Class(Arc::new(class)))
            }
            [b'P', b'K', ..] => Jar::open(files.bytes(file)?, file).map(Kind::Jar),
            [0xca, 0xfe, 0xda, 0xda] | [0xda, 0xda, 0xfe, 0xca] => Image::open(files, file).map(Kind::Image),
            _ => {
                let message = format!("`{file}` is no class file, no jar and no folder");
                Err(Error::new(&codes::NO_CLASSES, message))
            }
        }
    }

    fn names(&self) -> Vec<Name> {
        match self {
            Kind::Class(class) => vec![Name::clone(&class.name)],
            Kind::Folder(folder) => folder.names(),
            Kind::Jar(jar) => jar.names(),
            Kind::Image(image) => image.names(),
        }
    }

    fn find(&self, files: &mut dyn Files, name: &str) -> Found {
        let bytes = match self {
            Kind::Class(class) => return Ok((*class.name == *name).then(|| Arc::clone(class))),
            Kind::Folder(folder) => folder.find(files, name)?,
            Kind::Jar(jar) => jar.find(name)?,
            Kind::Image(image) => image.find(files, name)?,
        };
        bytes.map(|bytes| named(&bytes, name)).transpose()
    }
}

/// Reads the class of a file that should be of this name.
fn named(bytes: &[u8], name: &str) -> Result<Arc<Class>, Error> {
    let class = crate::read(bytes)?;
    if *class.name == *name {
        return Ok(Arc::new(class));
    }
    let (found, wanted) = (class.java_name(), java_name(name));
    Err(Error::new(&codes::WRONG_NAME, format!("the file of the class {wanted} holds the class {found}")))
}

/// The name of the class in a file with this path. The declaration of a module is none.
fn class_of_path(path: &str) -> Option<&str> {
    let is_class = |name: &&str| is_class_name(name) && *name != "module-info";
    path.strip_suffix(".class").filter(is_class)
}
