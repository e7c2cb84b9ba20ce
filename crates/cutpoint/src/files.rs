//! The files of this machine, as front ends see them.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use base::{Diagnostic, Files};

use crate::input::{Content, read, read_bytes, unreadable};

/// The program itself has a name for messages; other files are found by their paths.
pub(crate) struct FileSystem<'a> {
    pub(crate) path: &'a Path,
    pub(crate) name: &'a str,
}

impl FileSystem<'_> {
    fn path<'n>(&'n self, name: &'n str) -> &'n Path {
        if name == self.name { self.path } else { Path::new(name) }
    }
}

impl Files for FileSystem<'_> {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        read(self.path(name), name, "program")
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        read_bytes(self.path(name), name, "program", Content::Anything)
    }

    fn part(&mut self, name: &str, from: u64, len: usize) -> Result<Vec<u8>, Diagnostic> {
        let path = self.path(name);
        part(path, from, len).map_err(|error| unreadable(path, name, &error))
    }

    fn below(&mut self, folder: &str, suffix: &str) -> Result<Option<Vec<String>>, Diagnostic> {
        let path = self.path(folder);
        if !path.is_dir() {
            return Ok(None);
        }
        files_below(path, suffix).map(Some).map_err(|error| unreadable(path, folder, &error))
    }
}

fn part(path: &Path, from: u64, len: usize) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(len as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The files in a folder and the folders below it whose names end so, sorted, with slashes. Links to folders are not
/// followed.
pub(crate) fn files_below(folder: &Path, suffix: &str) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if let Some(name) = relative(&entry.path(), folder).filter(|name| name.ends_with(suffix)) {
                found.push(name);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn relative(path: &Path, folder: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(folder).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}
