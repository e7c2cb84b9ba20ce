//! The languages that can be read.

use std::fmt;

/// A source language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    Zing,
    Shylock,
    /// Boolean programs.
    Boolean,
    /// The text form of the core language.
    Core,
}

impl Language {
    pub const ALL: [Language; 4] = [Language::Zing, Language::Shylock, Language::Boolean, Language::Core];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Language::Zing => "zing",
            Language::Shylock => "shylock",
            Language::Boolean => "boolean",
            Language::Core => "core",
        }
    }

    /// What the names of its files end with, behind the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Language::Zing => "zing",
            Language::Shylock => "shy",
            Language::Boolean => "bp",
            Language::Core => "cpir",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }

    /// The language of files with this extension, in capitals or not.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.extension().eq_ignore_ascii_case(extension))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_found_by_its_name_and_its_extension() {
        for language in Language::ALL {
            assert_eq!(Language::from_name(language.name()), Some(language));
            assert_eq!(Language::from_extension(language.extension()), Some(language));
            assert_eq!(Language::from_extension(&language.extension().to_uppercase()), Some(language));
        }
        assert_eq!(Language::from_extension("txt"), None);
        assert_eq!(Language::from_name("Zing"), None);
    }
}
