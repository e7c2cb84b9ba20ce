//! The tokens of Boolean programs, recognised by a `logos` automaton.
//!
//! The dialects spell the same thing in several ways: `&` and `&&`, `=` and `==`, `T`, `true` and `1`. Each is one
//! token here, but for numbers, which are constants or labels by their place. Comments are the business of
//! [`crate::lex`].

use std::fmt;

use base::syntax::Kind;
use logos::Logos;

macro_rules! tokens {
    (
        keywords { $($(#[$keyword_meta:meta])* $keyword:ident $word:literal)* }
        signs { $($(#[$sign_meta:meta])* $sign:ident $text:literal)* }
    ) => {
        #[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
        #[logos(skip r"[\s\u{FEFF}]+")]
        pub enum TokenKind {
            #[regex(r"[\p{L}_$][\p{L}\p{Nd}_$.]*", priority = 1)]
            Ident,
            /// A name that may be any text, as the predicates of SLAM: `{x > 0}`.
            #[regex(r"\{[^}\r\n]*\}")]
            Quoted,
            #[regex(r"\{[^}\r\n]*", priority = 1)]
            UnterminatedName,
            #[regex(r"[0-9]+")]
            Number,
            #[regex(r#""[^"\r\n]*""#)]
            String,
            #[regex(r#""[^"\r\n]*"#, priority = 1)]
            UnterminatedString,
            /// The whole comment; never leaves the lexer.
            #[regex(r"//[^\r\n]*", allow_greedy = true)]
            LineComment,
            /// The opening of a block comment; never leaves the lexer.
            #[token("/*")]
            CommentStart,
            /// Characters that are part of no token. A diagnostic was given.
            Unknown,
            /// The end of the text; the last token of every list.
            Eof,
            $(#[token($word)] $(#[$keyword_meta])* $keyword,)*
            $(#[token($text)] $(#[$sign_meta])* $sign,)*
        }

        impl Kind for TokenKind {
            const UNKNOWN: Self = TokenKind::Unknown;
            const END: Self = TokenKind::Eof;

            fn is_name(self) -> bool {
                matches!(self, TokenKind::Ident | TokenKind::Quoted)
            }

            fn is_keyword(self) -> bool {
                matches!(self, $(TokenKind::$keyword)|*)
            }

            fn is_quoted(self) -> bool {
                self.is_name() || self == TokenKind::Number
            }
        }

        impl fmt::Display for TokenKind {
            /// As a message speaks of it.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    TokenKind::Ident | TokenKind::Quoted => "a name",
                    TokenKind::UnterminatedName => "a name that is not closed",
                    TokenKind::Number => "a number",
                    TokenKind::String => "a text",
                    TokenKind::UnterminatedString => "a text that is not closed",
                    TokenKind::LineComment | TokenKind::CommentStart => "a comment",
                    TokenKind::Unknown => "a character without a meaning",
                    TokenKind::Eof => "the end of the file",
                    $(TokenKind::$keyword => concat!("`", $word, "`"),)*
                    $(TokenKind::$sign => concat!("`", $text, "`"),)*
                })
            }
        }
    };
}

tokens! {
    keywords {
        AbortIf "abortif"
        Assert "assert"
        Assume "assume"
        AtomicBegin "atomic_begin"
        AtomicEnd "atomic_end"
        Begin "begin"
        Bool "bool"
        Constrain "constrain"
        Dead "dead"
        Decl "decl"
        Do "do"
        Else "else"
        #[token("elseif")]
        Elsif "elsif"
        End "end"
        EndThread "end_thread"
        Enforce "enforce"
        #[token("F")]
        False "false"
        Fi "fi"
        Goto "goto"
        If "if"
        Od "od"
        Print "print"
        Return "return"
        Schoose "schoose"
        Skip "skip"
        StartThread "start_thread"
        Sync "sync"
        Then "then"
        #[token("T")]
        True "true"
        Void "void"
        While "while"
    }
    signs {
        Becomes ":="
        Colon ":"
        #[token("==")]
        Equal "="
        NotEqual "!="
        Iff "<=>"
        Implies "=>"
        Less "<"
        Greater ">"
        #[token("~")]
        Not "!"
        #[token("&&")]
        And "&"
        #[token("||")]
        Or "|"
        Xor "^"
        Star "*"
        Question "?"
        Prime "'"
        Semicolon ";"
        Comma ","
        LeftParen "("
        RightParen ")"
        LeftBracket "["
        RightBracket "]"
    }
}
