//! From a source text to a verified program.

use base::{Diagnostic, SourceFile, SourceId, SourceMap};
use ir::Program;

use crate::error::InternalError;
use crate::language::Language;

/// What a source text means, and what is to be said about it.
#[derive(Debug)]
pub struct Loaded {
    pub sources: SourceMap,
    pub language: Language,
    /// Verified. Given exactly if no diagnostic is fatal.
    pub program: Option<Program>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text in a language. Mistakes in the text are diagnostics; the error is a mistake of Cutpoint's own.
pub fn load(file: SourceFile, language: Language) -> Result<Loaded, InternalError> {
    let mut sources = SourceMap::new();
    let id = sources.add(file);
    let text = sources.file(id).text();
    let (program, diagnostics) = match language {
        Language::Zing => load_zing(id, text)?,
        Language::Shylock => load_shylock(id, text)?,
        Language::Core => load_core(id, text),
    };
    if program.is_none() && !diagnostics.iter().any(Diagnostic::is_fatal) {
        return Err(InternalError::NoProgram { language });
    }
    Ok(Loaded { sources, language, program, diagnostics })
}

type Parts = (Option<Program>, Vec<Diagnostic>);

fn load_zing(file: SourceId, text: &str) -> Result<Parts, InternalError> {
    let lang_zing::Compiled { program, diagnostics } = lang_zing::compile(file, text);
    verified(Language::Zing, program, diagnostics)
}

/// Properties in the file and the places they speak of are left out: errors are looked for without them.
fn load_shylock(file: SourceId, text: &str) -> Result<Parts, InternalError> {
    let options = lang_shylock::Options::default();
    let lang_shylock::Compiled { program, diagnostics, properties: _, places: _ } =
        lang_shylock::compile(file, text, &options);
    verified(Language::Shylock, program, diagnostics)
}

/// What a front end makes keeps the rules, or the front end is wrong.
fn verified(
    language: Language,
    program: Option<Program>,
    diagnostics: Vec<Diagnostic>,
) -> Result<Parts, InternalError> {
    if let Some(program) = &program {
        ir::verify::verify(program).map_err(|errors| InternalError::InvalidProgram {
            language,
            errors: errors.iter().map(ToString::to_string).collect(),
        })?;
    }
    Ok((program, diagnostics))
}

/// The core language is written by people too: what breaks its rules is a mistake of theirs.
fn load_core(file: SourceId, text: &str) -> Parts {
    let program = match ir::read::read(file, text) {
        Ok(program) => program,
        Err(diagnostics) => return (None, diagnostics),
    };
    match ir::verify::verify(&program) {
        Ok(()) => (Some(program), Vec::new()),
        Err(errors) => (None, errors.iter().map(Diagnostic::from).collect()),
    }
}
