//! Names and texts of a class file.

use std::fmt;
use std::sync::Arc;

/// A name: of a class in its internal form, of a field or of a method.
pub type Name = Arc<str>;

/// The name of a class as Java writes it: with dots.
pub fn java_name(internal: &str) -> String {
    internal.replace('/', ".")
}

/// A text constant: code units of UTF-16, which need not be well formed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JavaString(Arc<[u16]>);

impl JavaString {
    pub fn new(units: impl Into<Arc<[u16]>>) -> Self {
        Self(units.into())
    }

    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// The text, if it is well formed.
    pub fn to_text(&self) -> Option<String> {
        String::from_utf16(&self.0).ok()
    }
}

impl From<&str> for JavaString {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

/// The text; what is not well formed is replaced.
impl fmt::Display for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf16_lossy(&self.0))
    }
}

impl fmt::Debug for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from_utf16_lossy(&self.0), f)
    }
}
