//! The files of this machine, and the JDK on it.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use base::{Code, Diagnostic, Files};

base::codes! {
    UNREADABLE "CP0000" "file that cannot be read" "A file of a test cannot be read."
}

/// Reads any file by its path.
pub(crate) struct Disk;

fn unreadable(name: &str, error: &std::io::Error) -> Diagnostic {
    let code: &'static Code = &UNREADABLE;
    Diagnostic::error(code, format!("`{name}` cannot be read: {error}."))
}

impl Files for Disk {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        std::fs::read_to_string(name).map_err(|error| unreadable(name, &error))
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        std::fs::read(name).map_err(|error| unreadable(name, &error))
    }

    fn part(&mut self, name: &str, from: u64, len: usize) -> Result<Vec<u8>, Diagnostic> {
        let read = || {
            let mut file = File::open(name)?;
            file.seek(SeekFrom::Start(from))?;
            let mut bytes = Vec::new();
            file.take(len as u64).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        read().map_err(|error| unreadable(name, &error))
    }

    fn below(&mut self, folder: &str, suffix: &str) -> Result<Option<Vec<String>>, Diagnostic> {
        if !Path::new(folder).is_dir() {
            return Ok(None);
        }
        let mut found = Vec::new();
        let mut folders = vec![PathBuf::from(folder)];
        while let Some(next) = folders.pop() {
            for entry in std::fs::read_dir(&next).map_err(|error| unreadable(folder, &error))? {
                let path = entry.map_err(|error| unreadable(folder, &error))?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if let Some(path) = path.strip_prefix(folder).ok().and_then(Path::to_str) {
                    found.push(path.to_owned());
                }
            }
        }
        found.retain(|path| path.ends_with(suffix));
        found.sort();
        Ok(Some(found))
    }
}

/// The runtime image of the JDK that `JAVA_HOME` names, or that `java` on the path belongs to.
pub(crate) fn jdk() -> Option<String> {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from).or_else(|| {
        let path = std::env::var_os("PATH")?;
        let java =
            std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file())?;
        Some(java.canonicalize().ok()?.parent()?.parent()?.to_owned())
    })?;
    let image = home.join("lib/modules");
    image.is_file().then(|| image.to_str().map(str::to_owned))?
}
