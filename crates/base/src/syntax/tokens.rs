//! The kinds of tokens of a language, declared once: the automaton that recognises them (`logos`, which the language's
//! own crate brings along), and how messages speak of them.

/// Declares an enum of tokens. `shapes` are written in many spellings and have a description; `keywords` and `signs`
/// have a spelling, further spellings as attributes `#[token("..")]`. There is always `Unknown`, for characters that
/// are part of no token, and `Eof`.
///
/// `names` can be names; messages show the text of `quoted` instead of their kind; of `bad` the lexer has complained.
#[macro_export]
macro_rules! tokens {
    (
        $(#[$meta:meta])*
        pub enum $kind:ident {
            shapes { $($(#[$shape_meta:meta])* $shape:ident $description:literal)* }
            keywords { $($(#[$keyword_meta:meta])* $keyword:ident $word:literal)* }
            signs { $($(#[$sign_meta:meta])* $sign:ident $text:literal)* }
        }
        names $($name:ident)|+;
        quoted $($quoted:ident)|+;
        bad $($bad:ident)|+;
    ) => {
        #[derive(::logos::Logos, Clone, Copy, PartialEq, Eq, Debug)]
        $(#[$meta])*
        pub enum $kind {
            $($(#[$shape_meta])* $shape,)*
            /// Characters that are part of no token. A diagnostic was given.
            Unknown,
            /// The end of the text; the last token of every list.
            Eof,
            $(#[token($word)] $(#[$keyword_meta])* $keyword,)*
            $(#[token($text)] $(#[$sign_meta])* $sign,)*
        }

        impl $crate::syntax::Kind for $kind {
            const UNKNOWN: Self = $kind::Unknown;
            const END: Self = $kind::Eof;

            fn is_name(self) -> bool {
                matches!(self, $($kind::$name)|+)
            }

            fn is_keyword(self) -> bool {
                matches!(self, $($kind::$keyword)|*)
            }

            fn is_bad(self) -> bool {
                matches!(self, $($kind::$bad)|+)
            }

            fn is_quoted(self) -> bool {
                matches!(self, $($kind::$quoted)|+)
            }
        }

        impl ::std::fmt::Display for $kind {
            /// As a message speaks of it.
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(match self {
                    $($kind::$shape => $description,)*
                    $kind::Unknown => "a character without a meaning",
                    $kind::Eof => "the end of the file",
                    $($kind::$keyword => concat!("`", $word, "`"),)*
                    $($kind::$sign => concat!("`", $text, "`"),)*
                })
            }
        }
    };
}
