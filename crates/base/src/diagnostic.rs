//! Diagnostics: what is wrong with the user's input, where, and what to do.
//!
//! A diagnostic is plain data; `report` draws it. Every kind has a [`Code`] that never changes its meaning
//! and a page of explanation behind `cutpoint explain`.

use std::fmt;

use crate::source::Span;

/// A kind of diagnostic: the stable id, a title, and an explanation with an example.
///
/// Each crate declares its own ([`codes!`](crate::codes)); the driver joins the tables.
#[derive(Debug)]
pub struct Code {
    /// `CP` and four digits.
    pub id: &'static str,
    /// A few words, without a full stop.
    pub title: &'static str,
    /// Markdown: what it means, a small example, how to mend it.
    pub explanation: &'static str,
}

/// Declares the codes of a module and the table `CODES` of them, in order of their ids. Each is a name, the id, the
/// title and the explanation.
#[macro_export]
macro_rules! codes {
    ($($name:ident $id:literal $title:literal $explanation:literal)*) => {
        /// All codes of this module, in order of their ids.
        pub static CODES: &[&$crate::Code] = &[$(&$name),*];

        $(pub static $name: $crate::Code =
            $crate::Code { id: $id, title: $title, explanation: $explanation };)*
    };
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input has no meaning; nothing is checked.
    Error,
    /// The input means something the engines cannot decide.
    Unsupported,
    /// The input has a meaning, perhaps not the intended one.
    Warning,
}

/// A place in the source with a few words on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One finding about the input. The message is a sentence that stands alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: &'static Code,
    pub severity: Severity,
    pub message: String,
    /// The first is the place of the problem, the others help to understand it.
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(code: &'static Code, severity: Severity, message: impl Into<String>) -> Self {
        Self { code, severity, message: message.into(), labels: Vec::new(), notes: Vec::new(), help: None }
    }

    pub fn error(code: &'static Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message)
    }

    pub fn unsupported(code: &'static Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Unsupported, message)
    }

    pub fn warning(code: &'static Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message)
    }

    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether the input can still be checked.
    pub fn is_fatal(&self) -> bool {
        match self.severity {
            Severity::Error | Severity::Unsupported => true,
            Severity::Warning => false,
        }
    }

    /// The place of the problem.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
