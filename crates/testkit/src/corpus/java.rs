//! Java programs of the corpus: a source that is shown, and its classes in the committed jar.

use std::path::Path;

use base::{Diagnostic, Files, SourceFile};

/// The name of the jar among these files.
pub(super) const FIXTURES: &str = "fixtures.jar";

/// A source and the jar.
pub(super) struct JavaFiles {
    pub(super) source: SourceFile,
}

impl Files for JavaFiles {
    fn text(&mut self, _: &str) -> Result<String, Diagnostic> {
        Ok(self.source.text().to_owned())
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java").join(name);
        Ok(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }
}
