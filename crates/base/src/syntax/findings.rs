//! What the stages behind a parser say about names: gathered at one place, and said in the same words in every
//! language.

use super::Name;
use crate::diagnostic::{Code, Diagnostic};
use crate::intern::{Interner, Symbol};
use crate::similar::{Suggestions, did_you_mean};
use crate::source::Span;

/// Messages about the names of a text.
#[derive(Debug)]
pub struct Findings<'a> {
    pub interner: &'a Interner,
    suggestions: Suggestions,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Findings<'a> {
    pub fn new(interner: &'a Interner) -> Self {
        Self { interner, suggestions: Suggestions::default(), diagnostics: Vec::new() }
    }

    pub fn text(&self, symbol: Symbol) -> &'a str {
        self.interner.text(symbol)
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether something is wrong already.
    pub fn is_fatal(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_fatal)
    }

    /// A second declaration of something, which is the beginning of a sentence: `The global`.
    pub fn declared_twice(&self, code: &'static Code, what: &str, name: Name, first: Span) -> Diagnostic {
        let message = format!("{what} `{}` is declared twice.", self.text(name.symbol));
        Diagnostic::error(code, message).at(name.span, "declared again").at(first, "first declared here")
    }

    /// A name that nothing has: there is no such `what`.
    pub fn not_declared(&self, code: &'static Code, what: &str, name: Name) -> Diagnostic {
        let message = format!("There is no {what} `{}`.", self.text(name.symbol));
        Diagnostic::error(code, message).at(name.span, "not declared")
    }

    /// Adds the known name that is nearest to an unknown one, if one is near. A mark that every name may end with
    /// counts for neither, and is suggested again.
    pub fn suggest(
        &mut self,
        diagnostic: Diagnostic,
        wanted: Name,
        known: impl IntoIterator<Item = Symbol>,
        mark: &str,
    ) -> Diagnostic {
        let text = self.text(wanted.symbol);
        let (text, end) = match text.strip_suffix(mark) {
            Some(text) if !mark.is_empty() => (text, mark),
            Some(_) | None => (text, ""),
        };
        let interner = self.interner;
        let known = known.into_iter().map(|symbol| interner.text(symbol));
        match self.suggestions.closest(text, known) {
            Some(best) => diagnostic.help(did_you_mean(format!("{best}{end}"))),
            None => diagnostic,
        }
    }
}

/// `no value`, `1 value`, `2 values`.
pub fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    }
}

/// Lets what has a field `findings` be used as those.
#[macro_export]
macro_rules! holds_findings {
    ($resolver:ident) => {
        impl<'a> ::std::ops::Deref for $resolver<'a> {
            type Target = $crate::syntax::Findings<'a>;

            fn deref(&self) -> &Self::Target {
                &self.findings
            }
        }

        impl ::std::ops::DerefMut for $resolver<'_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.findings
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;
    use crate::source::SourceId;

    #[test]
    fn names_are_suggested_with_the_mark_that_the_wrong_one_has() {
        let mut interner = Interner::new();
        let span = Span::new(SourceId::new(0), 0, 1);
        let [wrong, marked, known] =
            ["cuont", "cuont$", "count"].map(|text| Name { symbol: interner.intern(text), span });
        let mut findings = Findings::new(&interner);
        for (name, mark, help) in [
            (wrong, "", "did you mean `count`?"),
            (wrong, "$", "did you mean `count`?"),
            (marked, "$", "did you mean `count$`?"),
        ] {
            let diagnostic = findings.not_declared(&CODE, "variable", name);
            let diagnostic = findings.suggest(diagnostic, name, [known.symbol], mark);
            assert_eq!(diagnostic.help.as_deref(), Some(help));
        }
        let twice = findings.declared_twice(&CODE, "The global", known, span);
        assert_eq!(twice.message, "The global `count` is declared twice.");
        findings.report(Diagnostic::warning(&CODE, "w"));
        assert!(!findings.is_fatal());
        findings.report(twice);
        assert!(findings.is_fatal());
        assert_eq!([0, 1, 2].map(|n| count(n, "value")), ["no value", "1 value", "2 values"]);
    }

    static CODE: Code = Code { id: "CP9999", title: "", explanation: "" };
}
