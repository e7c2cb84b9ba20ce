//! A folder of class files: a package is a folder in it.

use std::collections::BTreeSet;

use base::Files;

use super::{MAX_CLASS_BYTES, class_of_path};
use crate::error::Error;
use crate::names::Name;

pub(super) struct Folder {
    path: String,
    classes: BTreeSet<Name>,
}

impl Folder {
    /// Nothing if it is none.
    pub(super) fn open(files: &mut dyn Files, path: &str) -> Result<Option<Self>, Error> {
        let Some(below) = files.below(path, ".class")? else { return Ok(None) };
        let classes = below.iter().filter_map(|path| class_of_path(path)).map(Name::from).collect();
        Ok(Some(Self { path: path.trim_end_matches('/').to_owned(), classes }))
    }

    pub(super) fn names(&self) -> Vec<Name> {
        self.classes.iter().cloned().collect()
    }

    pub(super) fn find(&self, files: &mut dyn Files, name: &str) -> Result<Option<Vec<u8>>, Error> {
        if !self.classes.contains(name) {
            return Ok(None);
        }
        Ok(Some(files.part(&format!("{}/{name}.class", self.path), 0, MAX_CLASS_BYTES)?))
    }
}
