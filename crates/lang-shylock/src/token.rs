//! The tokens of Shylock, recognised by a `logos` automaton.
//!
//! The paper's signs (`≠`, `∧`, `∨`, `¬`) are the same tokens as those that a keyboard has. Comments are the business
//! of [`crate::lex`].

use std::fmt;

use base::syntax::Kind;
use logos::Logos;

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[\s\u{FEFF}]+")]
pub enum TokenKind {
    #[regex(r"[\p{L}_][\p{L}\p{Nd}_']*", priority = 2)]
    Ident,
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

    // Keywords.
    #[token("assert")]
    Assert,
    #[token("else")]
    Else,
    #[token("false")]
    False,
    #[token("field")]
    Field,
    #[token("global")]
    Global,
    #[token("heap")]
    Heap,
    #[token("if")]
    If,
    #[token("initial")]
    Initial,
    #[token("local")]
    Local,
    #[token("new")]
    New,
    #[token("nil")]
    Nil,
    #[token("skip")]
    Skip,
    #[token("true")]
    True,
    #[token("while")]
    While,

    // Signs.
    #[token("::")]
    ColonColon,
    #[token(":=")]
    Becomes,
    #[token(":")]
    Colon,
    #[token("->")]
    Arrow,
    #[token("==")]
    #[token("=")]
    Equal,
    #[token("!=")]
    #[token("≠")]
    NotEqual,
    #[token("!")]
    #[token("¬")]
    Not,
    #[token("&&")]
    #[token("∧")]
    And,
    #[token("||")]
    #[token("∨")]
    Or,
    #[token("+")]
    Plus,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
}

impl Kind for TokenKind {
    const UNKNOWN: Self = TokenKind::Unknown;
    const END: Self = TokenKind::Eof;

    fn is_name(self) -> bool {
        self == TokenKind::Ident
    }

    fn is_keyword(self) -> bool {
        use TokenKind::*;
        match self {
            Assert | Else | False | Field | Global | Heap | If | Initial | Local | New | Nil | Skip
            | True | While => true,
            Ident | String | UnterminatedString | LineComment | CommentStart | Unknown | Eof | ColonColon
            | Becomes | Colon | Arrow | Equal | NotEqual | Not | And | Or | Plus | Semicolon | Comma
            | Dot | LeftParen | RightParen | LeftBracket | RightBracket | LeftBrace | RightBrace => false,
        }
    }

    fn is_bad(self) -> bool {
        matches!(self, TokenKind::Unknown | TokenKind::UnterminatedString)
    }
}

impl fmt::Display for TokenKind {
    /// As a message speaks of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TokenKind::*;
        f.write_str(match self {
            Ident => "a name",
            String => "a text",
            UnterminatedString => "a text that is not closed",
            LineComment | CommentStart => "a comment",
            Unknown => "a character without a meaning",
            Eof => "the end of the file",
            Assert => "`assert`",
            Else => "`else`",
            False => "`false`",
            Field => "`field`",
            Global => "`global`",
            Heap => "`heap`",
            If => "`if`",
            Initial => "`initial`",
            Local => "`local`",
            New => "`new`",
            Nil => "`nil`",
            Skip => "`skip`",
            True => "`true`",
            While => "`while`",
            ColonColon => "`::`",
            Becomes => "`:=`",
            Colon => "`:`",
            Arrow => "`->`",
            Equal => "`=`",
            NotEqual => "`!=`",
            Not => "`!`",
            And => "`&&`",
            Or => "`||`",
            Plus => "`+`",
            Semicolon => "`;`",
            Comma => "`,`",
            Dot => "`.`",
            LeftParen => "`(`",
            RightParen => "`)`",
            LeftBracket => "`[`",
            RightBracket => "`]`",
            LeftBrace => "`{`",
            RightBrace => "`}`",
        })
    }
}
