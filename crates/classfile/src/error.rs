//! What is wrong with classes, and where.

use std::fmt;

use base::{Code, Diagnostic, Severity, Span};

use crate::names::java_name;

/// A mistake in a class, or in where classes come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    pub code: &'static Code,
    /// Whether it is a mistake of the input, or something that is not supported.
    pub severity: Severity,
    /// A sentence without the place, and without a full stop.
    pub message: String,
    /// The internal name of the class, as far as it is known.
    pub class: Option<String>,
    /// Name and descriptor of the method.
    pub method: Option<String>,
    pub offset: Option<Offset>,
    pub help: Option<String>,
}

/// A place, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    OfFile(u32),
    /// Of an instruction in its body.
    OfCode(u32),
}

impl Error {
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        let (message, severity) = (message.into(), Severity::Error);
        Self { code, severity, message, class: None, method: None, offset: None, help: None }
    }

    /// What means something that is not supported.
    pub fn unsupported(code: &'static Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Unsupported, ..Self::new(code, message) }
    }

    /// In this class, if no class is known yet.
    #[must_use]
    pub fn in_class(mut self, name: &str) -> Self {
        self.class.get_or_insert_with(|| name.to_owned());
        self
    }

    #[must_use]
    pub fn in_method(mut self, method: String) -> Self {
        self.method.get_or_insert(method);
        self
    }

    #[must_use]
    pub fn at(mut self, offset: Offset) -> Self {
        self.offset.get_or_insert(offset);
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same for users, at the place that the caller has for it.
    pub fn diagnostic(&self, span: Option<Span>) -> Diagnostic {
        let message = format!("{self}.");
        let mut diagnostic = Diagnostic::new(self.code, self.severity, message);
        diagnostic.help.clone_from(&self.help);
        match span {
            Some(span) => diagnostic.at(span, "here"),
            None => diagnostic,
        }
    }

    /// `class C, method m(I)V, offset 3`.
    fn place(&self) -> Option<String> {
        let class = self.class.as_deref().map(|class| format!("class {}", java_name(class)));
        let method = self.method.as_deref().map(|method| format!("method {method}"));
        let offset = self.offset.map(|offset| match offset {
            Offset::OfFile(at) => format!("byte {at} of the file"),
            Offset::OfCode(at) => format!("offset {at}"),
        });
        let parts: Vec<String> = [class, method, offset].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// A file cannot be read.
impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        let Diagnostic { code, severity, message, labels: _, notes: _, help } = diagnostic;
        let message = message.trim_end_matches('.').to_owned();
        Self { code, severity, message, class: None, method: None, offset: None, help }
    }
}

/// The message and the place.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.place().iter().try_for_each(|place| write!(f, " ({place})"))
    }
}

impl std::error::Error for Error {}
