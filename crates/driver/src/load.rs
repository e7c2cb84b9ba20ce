//! From source files to a verified program and the properties that stand beside it.

use base::{Definition, Diagnostic, Files, SourceFile, SourceMap};
use ir::{Compiled, Input, Program};
use logic::PropertyText;

use crate::codes;
use crate::error::InternalError;
use crate::language::{Language, LoadOptions};

/// What source files mean, and what is to be said about it.
#[derive(Debug)]
pub struct Loaded {
    pub sources: SourceMap,
    pub language: Language,
    /// Verified. Given exactly if no diagnostic is fatal.
    pub program: Option<Program>,
    /// Where names are declared, in order of their places; also if there is no program.
    pub definitions: Vec<Definition>,
    /// What comments of the file claim, in order. What the formulas mean is found out by [`crate::resolve`].
    pub properties: Vec<PropertyText>,
    /// In order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads one text in a language. Mistakes in the text are diagnostics; the error is a mistake of Cutpoint's own.
pub fn load(file: SourceFile, language: Language, options: &LoadOptions) -> Result<Loaded, InternalError> {
    let name = file.name.clone();
    load_files(&mut OneText(file), &name, language, options)
}

/// Reads a program in a language: the file of this name, and what else its front end asks for.
pub fn load_files(
    files: &mut dyn Files,
    name: &str,
    language: Language,
    options: &LoadOptions,
) -> Result<Loaded, InternalError> {
    let mut sources = SourceMap::new();
    let compiled = language.compile(&mut Input::new(name, &mut sources, files), options);
    let Compiled { program, mut diagnostics, definitions } = compiled;
    verify(language, program.as_ref())?;
    if program.is_none() && !diagnostics.iter().any(Diagnostic::is_fatal) {
        return Err(InternalError::NoProgram { language });
    }
    let mut properties = Vec::new();
    for (id, file) in sources.files().iter_enumerated() {
        let stated = logic::properties(id, file.text());
        properties.extend(stated.properties);
        diagnostics.extend(stated.diagnostics);
    }
    let program = program.filter(|_| !diagnostics.iter().any(Diagnostic::is_fatal));
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| (span.file, span.start)));
    Ok(Loaded { sources, language, program, definitions, properties, diagnostics })
}

/// A program that is one text already.
struct OneText(SourceFile);

impl OneText {
    fn find(&self, name: &str) -> Result<&SourceFile, Diagnostic> {
        let message = || format!("There is no file `{name}` beside the text.");
        let is_it = name == self.0.name;
        is_it.then_some(&self.0).ok_or_else(|| Diagnostic::error(&codes::NO_OTHER_FILE, message()))
    }
}

impl Files for OneText {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        self.find(name).map(|file| file.text().to_owned())
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        self.find(name).map(|file| file.text().as_bytes().to_vec())
    }
}

/// What a front end makes keeps the rules, or the front end is wrong.
fn verify(language: Language, program: Option<&Program>) -> Result<(), InternalError> {
    program.map_or(Ok(()), ir::verify).map_err(|errors| InternalError::InvalidProgram {
        language,
        errors: errors.iter().map(ToString::to_string).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(text: &str, language: Language) -> Loaded {
        load(SourceFile::new("f", text), language, &LoadOptions::default()).expect("no contradiction")
    }

    #[test]
    fn every_language_has_properties_in_comments() {
        let programs = [
            (Language::Zing, "class M { activate static void main() { } };"),
            (Language::Shylock, "main :: skip"),
            (Language::Boolean, "void main() begin skip; end"),
            (Language::Javalite, "(((class M () ((unit m () unit)))) (M m))"),
            (Language::Core, "global g0 \"n\": 0..9\n"),
        ];
        for (language, program) in programs {
            let plain = loaded(program, language);
            let comment = if language == Language::Javalite { ";" } else { "" };
            assert_eq!(plain.properties, [], "{language}");
            let stated = loaded(&format!("{comment}//@ ltl: F x => holds\n{program}"), language);
            let formulas: Vec<&str> = stated.properties.iter().map(|p| p.formula.as_str()).collect();
            assert_eq!(formulas, ["F x"], "{language}");
            assert_eq!(stated.program.is_some(), plain.program.is_some(), "{language}");
            let broken = loaded(&format!("{comment}//@ ltl: F x => perhaps\n{program}"), language);
            assert!(broken.program.is_none() && broken.diagnostics[0].code.id == "CP0080", "{language}");
        }
    }

    #[test]
    fn a_program_has_the_files_that_there_are() {
        let text = || OneText(SourceFile::new("f", "main :: skip"));
        let load = |name| load_files(&mut text(), name, Language::Shylock, &LoadOptions::default());
        let loaded = load("f").expect("no contradiction");
        assert_eq!((loaded.program.is_some(), loaded.definitions.len()), (true, 1));
        let missing = load("g").expect("no contradiction");
        assert!(missing.program.is_none() && missing.sources.files().is_empty());
        assert_eq!(missing.diagnostics[0].code, &codes::NO_OTHER_FILE);
        assert_eq!(text().bytes("f").as_deref(), Ok(b"main :: skip".as_slice()));
    }

    #[test]
    fn options_reach_the_front_end() {
        let text = "main :: x := new; [x = nil] skip";
        let stuck = |loaded: Loaded| loaded.program.expect("it is correct").stuck_blocks().len();
        let shylock = lang_shylock::Options {
            blocked: lang_shylock::Blocked::Prune,
            ..lang_shylock::Options::default()
        };
        let pruned = load(
            SourceFile::new("f", text),
            Language::Shylock,
            &LoadOptions { shylock, ..LoadOptions::default() },
        );
        let pruned = pruned.expect("no contradiction");
        assert_eq!((stuck(loaded(text, Language::Shylock)), stuck(pruned)), (1, 0));
        let text = "decl a; void main() begin a := a & a = a; assert(a | !a); end";
        let warned = loaded(text, Language::Boolean).diagnostics.len();
        let boolean = lang_boolean::Options {
            dialect: Some(lang_boolean::Dialect::Sdv),
            ..lang_boolean::Options::default()
        };
        let options = LoadOptions { boolean, ..LoadOptions::default() };
        let said = load(SourceFile::new("f", text), Language::Boolean, &options).expect("no contradiction");
        assert_eq!((warned, said.diagnostics.len()), (1, 0));
    }
}
