//! Diagnostics of a front end, held against marked programs and written out.
//!
//! The tests of the front ends include this file by its path: `testkit` uses them all, so that none can use it. A
//! line of a marked program has `//~ CP0401` behind it for each diagnostic that is expected there, several codes if
//! there are several.

use std::collections::BTreeSet;

use base::{Code, Diagnostic, SourceFile, SourceId, SourceMap};
use ir::Compiled;

/// What a front end says about a text.
pub(crate) struct Diagnosed {
    text: String,
    sources: SourceMap,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Diagnosed {
    /// Compiles the text. It becomes a program unless a diagnostic is fatal.
    pub(crate) fn new(text: &str, compile: impl FnOnce(SourceId, &str) -> Compiled) -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new("case", text));
        let Compiled { program, diagnostics, definitions: _ } = compile(file, text);
        let is_fatal = diagnostics.iter().any(Diagnostic::is_fatal);
        assert_eq!(program.is_none(), is_fatal, "{text}");
        Self { text: text.to_owned(), sources, diagnostics }
    }

    /// Where the diagnostics are not those that the text has marked.
    pub(crate) fn failure(&self) -> Option<String> {
        let text = &self.text;
        let found: BTreeSet<(u32, String)> = self.diagnostics.iter().map(|found| self.place(found)).collect();
        let marked: BTreeSet<(u32, String)> = text.lines().zip(1..).flat_map(marked).collect();
        let said: Vec<&str> = self.diagnostics.iter().map(|found| found.message.as_str()).collect();
        (found != marked).then(|| format!("{text}\nfound {found:?}: {said:#?}"))
    }

    /// Line and code.
    fn place(&self, diagnostic: &Diagnostic) -> (u32, String) {
        let span = diagnostic.span().expect("a diagnostic has a place");
        (self.sources.position(span).line, diagnostic.code.id.to_owned())
    }

    /// The messages themselves, for those that say more than the code.
    pub(crate) fn messages(&self) -> String {
        let mut shown = String::new();
        for diagnostic in &self.diagnostics {
            shown += &format!("{}: {}\n", diagnostic.code, diagnostic.message);
            for label in &diagnostic.labels {
                shown += &format!("  `{}`: {}\n", self.sources.text(label.span), label.text);
            }
            for note in &diagnostic.notes {
                shown += &format!("  note: {note}\n");
            }
            if let Some(help) = &diagnostic.help {
                shown += &format!("  help: {help}\n");
            }
        }
        shown
    }
}

/// The codes that a line is marked with.
fn marked((line, number): (&str, u32)) -> impl Iterator<Item = (u32, String)> {
    let marker = line.split_once("//~").map_or("", |(_, marker)| marker);
    marker.split_whitespace().map(move |code| (number, code.to_owned()))
}

/// Checks marked programs with empty lines between them.
pub(crate) fn check_cases(cases: &str, diagnosed: impl Fn(&str) -> Diagnosed) {
    let failures: Vec<String> = cases.split("\n\n").filter_map(|text| diagnosed(text).failure()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Codes come in order, each once, and each has a case, unless it is tested elsewhere.
pub(crate) fn check_codes(codes: &[&Code], cases: &str, is_elsewhere: impl Fn(&str) -> bool) {
    assert!(codes.windows(2).all(|pair| pair[0].id < pair[1].id));
    for code in codes {
        assert!(is_elsewhere(code.id) || cases.contains(code.id), "no case for {code}");
    }
}
