//! The languages that can be read: the registry of front ends.
//!
//! A language is added by one line of [`languages!`]: everything else is its [`FrontEnd`].

use std::fmt;

use base::Code;
use ir::{Compiled, FrontEnd, Input};
use verdict::WriteTests;

/// Declares the languages: a name, the field of their options, and the front end.
macro_rules! languages {
    ($($(#[$doc:meta])* $language:ident $options:ident $front_end:ty;)*) => {
        /// A source language.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Language {
            $($(#[$doc])* $language,)*
        }

        /// How a program is to be understood, where its language leaves that open.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct LoadOptions {
            $(pub $options: <$front_end as FrontEnd>::Options,)*
        }

        impl Language {
            pub const ALL: [Language; [$(stringify!($language)),*].len()] = [$(Language::$language),*];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Language::$language => <$front_end>::NAME,)*
                }
            }

            /// What the names of its files end with, after the dot.
            pub fn extensions(self) -> &'static [&'static str] {
                match self {
                    $(Language::$language => <$front_end>::EXTENSIONS,)*
                }
            }

            /// Every diagnostic that its front end can give.
            pub(crate) fn codes(self) -> Vec<&'static Code> {
                match self {
                    $(Language::$language => <$front_end>::codes(),)*
                }
            }

            pub(crate) fn compile(self, input: &mut Input<'_>, options: &LoadOptions) -> Compiled {
                match self {
                    $(Language::$language => <$front_end>::compile(input, &options.$options),)*
                }
            }
        }
    };
}

languages! {
    Zing zing lang_zing::Zing;
    Shylock shylock lang_shylock::Shylock;
    /// Boolean programs.
    Boolean boolean lang_boolean::Boolean;
    Javalite javalite lang_javalite::Javalite;
    /// Bytecode, and what compiles to it.
    Java java lang_jvm::Java;
    /// The text form of the core language.
    Core core ir::read::Core;
}

impl Language {
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }

    /// What writes tests in this language, if something does.
    pub fn test_writer(self) -> Option<&'static dyn WriteTests> {
        match self {
            Language::Javalite => Some(&lang_javalite::JavaliteTests),
            Language::Zing | Language::Shylock | Language::Boolean | Language::Java | Language::Core => None,
        }
    }

    /// The language of files with this extension, in capitals or not.
    pub fn from_extension(extension: &str) -> Option<Self> {
        let is_it = |known: &&str| known.eq_ignore_ascii_case(extension);
        Self::ALL.into_iter().find(|language| language.extensions().iter().any(&is_it))
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
            for extension in language.extensions() {
                assert_eq!(Language::from_extension(extension), Some(language));
                assert_eq!(Language::from_extension(&extension.to_uppercase()), Some(language));
            }
        }
        assert_eq!(Language::from_extension("txt"), None);
        assert_eq!(Language::from_name("Zing"), None);
    }
}
