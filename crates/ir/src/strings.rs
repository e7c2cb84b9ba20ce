//! The texts of a program: string constants, each once.
//!
//! A string is held as its number in the table, so that equal texts are equal values; the core language knows nothing
//! of strings but whether two are the same. Texts are there for people, and for front ends.

use std::fmt;

use base::{Id, Interner};

base::typed_id!(
    /// A text of a program.
    StringId,
    "str"
);

impl StringId {
    /// The empty text, which every program has: what a variable of the type holds before anything is written to it.
    pub const EMPTY: StringId = StringId(0);
}

/// Distinct texts, the empty one first.
#[derive(Clone)]
pub struct Strings {
    texts: Interner,
}

impl Strings {
    /// The number of a text, which joins the table if it is new.
    pub fn intern(&mut self, text: &str) -> StringId {
        StringId::new(self.texts.intern(text).index())
    }

    /// The text of this number, if there is one.
    pub fn get(&self, id: StringId) -> Option<&str> {
        (id.index() < self.len()).then(|| self.texts.text(Id::new(id.index())))
    }

    /// The number of a text that is in the table.
    pub fn find(&self, text: &str) -> Option<StringId> {
        self.texts.lookup(text).map(|symbol| StringId::new(symbol.index()))
    }

    /// How many texts there are: at least one.
    #[expect(clippy::len_without_is_empty, reason = "the empty text is always there")]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// The number that the next new text gets.
    pub fn next_id(&self) -> StringId {
        StringId::new(self.len())
    }

    /// All texts with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (StringId, &str)> {
        (0..self.len()).map(|index| (StringId::new(index), self.texts.text(Id::new(index))))
    }
}

impl Default for Strings {
    fn default() -> Self {
        let mut texts = Interner::new();
        texts.intern("");
        Self { texts }
    }
}

impl PartialEq for Strings {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Strings {}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_has_one_number_and_the_empty_one_is_there_first() {
        let mut strings = Strings::default();
        assert_eq!(strings.get(StringId::EMPTY), Some(""));
        let a = strings.intern("a");
        assert_eq!((a, strings.intern("a"), strings.intern("")), (StringId::new(1), a, StringId::EMPTY));
        assert_eq!((strings.get(a), strings.get(strings.next_id()), strings.len()), (Some("a"), None, 2));
        assert_eq!((strings.find("a"), strings.find("b")), (Some(a), None));
        let mut other = Strings::default();
        assert_ne!(other, strings);
        other.intern("a");
        assert_eq!(other, strings);
    }
}
