//! From a source text to a verified program and the properties that stand beside it.

use base::{Diagnostic, SourceFile, SourceId, SourceMap};
use ir::{Places, Program};
use logic::{PropertyText, PropertyTexts};

use crate::error::InternalError;
use crate::language::Language;

/// What a source text means, and what is to be said about it.
#[derive(Debug)]
pub struct Loaded {
    pub sources: SourceMap,
    pub language: Language,
    /// Verified. Given exactly if no diagnostic is fatal.
    pub program: Option<Program>,
    /// Labels, and where the program is stuck: what properties may speak of. Shylock and Boolean programs have such
    /// places.
    pub places: Places,
    /// What comments of the file claim, in order. What the formulas mean is found out by [`crate::resolve`].
    pub properties: Vec<PropertyText>,
    /// In order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// How a text is to be understood, where its language leaves that open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoadOptions {
    pub shylock: lang_shylock::Options,
    pub boolean: lang_boolean::Options,
}

/// Reads a text in a language. Mistakes in the text are diagnostics; the error is a mistake of Cutpoint's own.
pub fn load(
    mut file: SourceFile,
    language: Language,
    options: &LoadOptions,
) -> Result<Loaded, InternalError> {
    file.names_in_braces = language == Language::Boolean;
    let mut sources = SourceMap::new();
    let id = sources.add(file);
    let text = sources.file(id).text();
    let parts = match language {
        Language::Zing => load_zing(id, text)?,
        Language::Shylock => load_shylock(id, text, &options.shylock)?,
        Language::Boolean => load_boolean(id, text, &options.boolean)?,
        Language::Core => load_core(id, text),
    };
    let Parts { program, places, mut diagnostics } = parts;
    if program.is_none() && !diagnostics.iter().any(Diagnostic::is_fatal) {
        return Err(InternalError::NoProgram { language });
    }
    let PropertyTexts { properties, diagnostics: malformed } = logic::properties(id, text);
    let program = program.filter(|_| !malformed.iter().any(Diagnostic::is_fatal));
    diagnostics.extend(malformed);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    Ok(Loaded { sources, language, program, places, properties, diagnostics })
}

struct Parts {
    program: Option<Program>,
    places: Places,
    diagnostics: Vec<Diagnostic>,
}

fn load_zing(file: SourceId, text: &str) -> Result<Parts, InternalError> {
    let lang_zing::Compiled { program, diagnostics } = lang_zing::compile(file, text);
    verified(Language::Zing, Parts { program, places: Places::default(), diagnostics })
}

fn load_shylock(file: SourceId, text: &str, options: &lang_shylock::Options) -> Result<Parts, InternalError> {
    let lang_shylock::Compiled { program, diagnostics, places } = lang_shylock::compile(file, text, options);
    verified(Language::Shylock, Parts { program, places, diagnostics })
}

fn load_boolean(file: SourceId, text: &str, options: &lang_boolean::Options) -> Result<Parts, InternalError> {
    let lang_boolean::Compiled { program, diagnostics, places } = lang_boolean::compile(file, text, options);
    verified(Language::Boolean, Parts { program, places, diagnostics })
}

/// What a front end makes keeps the rules, or the front end is wrong.
fn verified(language: Language, parts: Parts) -> Result<Parts, InternalError> {
    if let Some(program) = &parts.program {
        ir::verify::verify(program).map_err(|errors| InternalError::InvalidProgram {
            language,
            errors: errors.iter().map(ToString::to_string).collect(),
        })?;
    }
    Ok(parts)
}

/// The core language is written by people too: what breaks its rules is a mistake of theirs.
fn load_core(file: SourceId, text: &str) -> Parts {
    let read = ir::read::read(file, text).and_then(|program| match ir::verify::verify(&program) {
        Ok(()) => Ok(program),
        Err(errors) => Err(errors.iter().map(Diagnostic::from).collect()),
    });
    let (program, diagnostics) = match read {
        Ok(program) => (Some(program), Vec::new()),
        Err(diagnostics) => (None, diagnostics),
    };
    Parts { program, places: Places::default(), diagnostics }
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
            (Language::Core, "global g0 \"n\": 0..9\n"),
        ];
        for (language, program) in programs {
            let plain = loaded(program, language);
            assert_eq!(plain.properties, [], "{language}");
            let stated = loaded(&format!("//@ ltl: F x => holds\n{program}"), language);
            let formulas: Vec<&str> = stated.properties.iter().map(|p| p.formula.as_str()).collect();
            assert_eq!(formulas, ["F x"], "{language}");
            assert_eq!(stated.program.is_some(), plain.program.is_some(), "{language}");
            let broken = loaded(&format!("//@ ltl: F x => perhaps\n{program}"), language);
            assert!(broken.program.is_none() && broken.diagnostics[0].code.id == "CP0080", "{language}");
        }
    }

    #[test]
    fn options_reach_the_front_end() {
        let text = "main :: x := new; [x = nil] skip";
        let stuck = loaded(text, Language::Shylock).places.stuck;
        let shylock = lang_shylock::Options {
            blocked: lang_shylock::Blocked::Prune,
            ..lang_shylock::Options::default()
        };
        let pruned = load(
            SourceFile::new("f", text),
            Language::Shylock,
            &LoadOptions { shylock, ..LoadOptions::default() },
        );
        assert_eq!((stuck.len(), pruned.expect("no contradiction").places.stuck.len()), (1, 0));
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
