//! The directory that `explore --tests` writes into.
//!
//! Files are written all or none, as far as a file system allows: all of them under other names first, then they are
//! renamed. A file that is there with another text is not replaced unless the user says so.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base::Diagnostic;
use verdict::explore::TestFile;

use crate::codes;
use crate::failure::Failure;
use crate::output::temporary_name;

/// At most so many files are named in a message.
const MOST_NAMED: usize = 5;

/// Where tests go.
#[derive(Clone, Debug)]
pub(crate) struct TestDirectory {
    pub(crate) path: PathBuf,
    pub(crate) may_replace: bool,
}

impl TestDirectory {
    /// Refuses what cannot be written to in the end, before work begins.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let path = &self.path;
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Ok(()),
            Ok(_) => Err(self.unwritable("it is a file", "give the name of a directory")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
                    let reason = format!("there is no directory `{}`", parent.display());
                    Err(self.unwritable(&reason, "make that directory first; the last one is made for you"))
                }
                Some(_) | None => Ok(()),
            },
            Err(error) => Err(self.unwritable(&error.to_string(), "give another directory")),
        }
    }

    /// Writes all files, or none and says why.
    pub(crate) fn write(&self, files: &[TestFile]) -> Result<(), Failure> {
        let in_the_way = self.in_the_way(files);
        if !self.may_replace && !in_the_way.is_empty() {
            return Err(self.refused(&in_the_way));
        }
        let mut made = Made::default();
        let result = self.try_write(files, &mut made);
        if result.is_err() {
            made.remove();
        }
        result.map_err(|error| self.unwritable(&error.to_string(), "give another directory"))
    }

    fn try_write(&self, files: &[TestFile], made: &mut Made) -> io::Result<()> {
        let mut renames = Vec::new();
        made.directory(&self.path)?;
        for file in files {
            let target = self.path.join(&file.name);
            if let Some(folder) = target.parent().filter(|folder| *folder != self.path) {
                fs::create_dir_all(folder)?;
            }
            let temporary = temporary_name(&target);
            made.files.push(temporary.clone());
            fs::write(&temporary, &file.text)?;
            renames.push((temporary, target));
        }
        renames.iter().try_for_each(|(temporary, target)| fs::rename(temporary, target))
    }

    /// Files that are there with another text.
    fn in_the_way<'f>(&self, files: &'f [TestFile]) -> Vec<&'f str> {
        let is_different = |file: &&TestFile| match fs::read(self.path.join(&file.name)) {
            Ok(text) => text != file.text.as_bytes(),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        files.iter().filter(is_different).map(|file| file.name.as_str()).collect()
    }

    fn refused(&self, files: &[&str]) -> Failure {
        let mut named: Vec<String> = files.iter().take(MOST_NAMED).map(|file| format!("`{file}`")).collect();
        if files.len() > MOST_NAMED {
            named.push(format!("{} more", files.len() - MOST_NAMED));
        }
        let message = format!(
            "No test was written, because `{}` has other files of the same names: {}.",
            self.path.display(),
            named.join(", ")
        );
        let help = "give another directory, or --force to replace them";
        Failure::Output(Box::new(Diagnostic::error(&codes::TESTS_IN_THE_WAY, message).help(help)))
    }

    fn unwritable(&self, reason: &str, help: &str) -> Failure {
        let message = format!("Tests cannot be written to `{}`: {reason}.", self.path.display());
        Failure::Output(Box::new(Diagnostic::error(&codes::UNWRITABLE, message).help(help)))
    }
}

/// What has to go where not everything could be written.
#[derive(Default)]
struct Made {
    directory: Option<PathBuf>,
    files: Vec<PathBuf>,
}

impl Made {
    fn directory(&mut self, path: &Path) -> io::Result<()> {
        if !path.is_dir() {
            fs::create_dir(path)?;
            self.directory = Some(path.to_owned());
        }
        Ok(())
    }

    /// The first error matters; leftovers are only untidy.
    fn remove(&self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        if let Some(directory) = &self.directory {
            let _ = fs::remove_dir(directory);
        }
    }
}
