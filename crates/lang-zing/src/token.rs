//! The tokens of Zing, recognised by a `logos` automaton.
//!
//! The automaton also knows the operators of C# that Zing lacks (`++`, `+=`, `?`), so that the parser can name
//! them, and unfinished literals, so that the lexer can say what is wrong with them. Conditional compilation and
//! block comments are the business of [`crate::lex`].

use std::fmt;

use base::syntax::Kind;
use logos::Logos;

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[\s\u{FEFF}]+")]
#[logos(skip(r"//[^\r\n]*", allow_greedy = true))]
pub enum TokenKind {
    #[regex(r"@?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*", priority = 2)]
    Ident,
    #[regex(r"([0-9]+|0[xX][0-9a-fA-F]+)([uU][lL]?|[lL][uU]?)?", priority = 20)]
    Integer,
    #[regex(r"([0-9]*\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)[fFdDmM]?", priority = 19)]
    #[regex(r"[0-9]+[fFdDmM]", priority = 18)]
    Real,
    /// Letters stuck to a number: `12abc`, `0x`.
    #[regex(r"[0-9][\p{L}\p{Nd}_]*", priority = 1)]
    BadNumber,
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
    #[regex(r#"@"([^"]|"")*""#)]
    String,
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*\\?"#, priority = 1)]
    #[regex(r#"@"([^"]|"")*"#, priority = 1)]
    UnterminatedString,
    /// A character as other languages write it; never leaves the lexer.
    #[regex(r"'([^'\\\r\n]|\\[^\r\n][0-9a-fA-F]*)'")]
    Character,
    /// The opening of a block comment; never leaves the lexer.
    #[token("/*")]
    CommentStart,
    /// `#` and the rest of its line; never leaves the lexer.
    #[regex(r"#[^\r\n]*", allow_greedy = true)]
    Directive,
    /// Characters that are part of no token. A diagnostic was given.
    Unknown,
    /// The end of the text; the last token of every list.
    Eof,

    // Keywords.
    #[token("activate")]
    Activate,
    #[token("accept")]
    Accept,
    #[token("array")]
    Array,
    #[token("assert")]
    Assert,
    #[token("assume")]
    Assume,
    #[token("async")]
    Async,
    #[token("atomic")]
    Atomic,
    #[token("bool")]
    Bool,
    #[token("byte")]
    Byte,
    #[token("chan")]
    Chan,
    #[token("choose")]
    Choose,
    #[token("class")]
    Class,
    #[token("decimal")]
    Decimal,
    #[token("double")]
    Double,
    #[token("else")]
    Else,
    #[token("end")]
    End,
    #[token("enum")]
    Enum,
    #[token("event")]
    Event,
    #[token("false")]
    False,
    #[token("first")]
    First,
    #[token("float")]
    Float,
    #[token("foreach")]
    Foreach,
    #[token("goto")]
    Goto,
    #[token("if")]
    If,
    #[token("in")]
    In,
    #[token("int")]
    IntType,
    #[token("interface")]
    Interface,
    #[token("invokeplugin")]
    InvokePlugin,
    #[token("invokescheduler")]
    InvokeScheduler,
    #[token("long")]
    Long,
    #[token("new")]
    New,
    #[token("null")]
    Null,
    #[token("object")]
    Object,
    #[token("out")]
    Out,
    #[token("raise")]
    Raise,
    #[token("range")]
    Range,
    #[token("receive")]
    Receive,
    #[token("return")]
    Return,
    #[token("sbyte")]
    SByte,
    #[token("select")]
    Select,
    #[token("self")]
    SelfId,
    #[token("send")]
    Send,
    #[token("set")]
    Set,
    #[token("short")]
    Short,
    #[token("sizeof")]
    Sizeof,
    #[token("static")]
    Static,
    #[token("string")]
    StringType,
    #[token("struct")]
    Struct,
    #[token("this")]
    This,
    #[token("timeout")]
    Timeout,
    #[token("trace")]
    Trace,
    #[token("true")]
    True,
    #[token("try")]
    Try,
    #[token("typeof")]
    Typeof,
    #[token("uint")]
    UInt,
    #[token("ulong")]
    ULong,
    #[token("ushort")]
    UShort,
    #[token("visible")]
    Visible,
    #[token("void")]
    Void,
    #[token("wait")]
    Wait,
    #[token("while")]
    While,
    #[token("with")]
    With,
    #[token("yield")]
    Yield,

    // Punctuation and operators.
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token("->")]
    Arrow,
    #[token("=")]
    Assign,
    #[token("==")]
    EqEq,
    #[token("!=")]
    NotEq,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEq,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEq,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("!")]
    Bang,
    #[token("~")]
    Tilde,
    #[token("&")]
    Amp,
    #[token("&&")]
    AmpAmp,
    #[token("|")]
    Pipe,
    #[token("||")]
    PipePipe,
    #[token("^")]
    Caret,

    // Operators of C# that Zing does not have.
    #[token("++")]
    PlusPlus,
    #[token("--")]
    MinusMinus,
    #[token("+=")]
    PlusAssign,
    #[token("-=")]
    MinusAssign,
    #[token("*=")]
    StarAssign,
    #[token("/=")]
    SlashAssign,
    #[token("%=")]
    PercentAssign,
    #[token("&=")]
    AmpAssign,
    #[token("|=")]
    PipeAssign,
    #[token("^=")]
    CaretAssign,
    #[token("<<=")]
    ShlAssign,
    #[token(">>=")]
    ShrAssign,
    #[token("?")]
    Question,
    #[token("=>")]
    FatArrow,
}

impl TokenKind {
    /// The text of a token that is always written in the same way.
    pub fn text(self) -> Option<&'static str> {
        Some(match self {
            TokenKind::Ident
            | TokenKind::Integer
            | TokenKind::Real
            | TokenKind::BadNumber
            | TokenKind::String
            | TokenKind::UnterminatedString
            | TokenKind::Character
            | TokenKind::CommentStart
            | TokenKind::Directive
            | TokenKind::Unknown
            | TokenKind::Eof => return None,
            TokenKind::Activate => "activate",
            TokenKind::Accept => "accept",
            TokenKind::Array => "array",
            TokenKind::Assert => "assert",
            TokenKind::Assume => "assume",
            TokenKind::Async => "async",
            TokenKind::Atomic => "atomic",
            TokenKind::Bool => "bool",
            TokenKind::Byte => "byte",
            TokenKind::Chan => "chan",
            TokenKind::Choose => "choose",
            TokenKind::Class => "class",
            TokenKind::Decimal => "decimal",
            TokenKind::Double => "double",
            TokenKind::Else => "else",
            TokenKind::End => "end",
            TokenKind::Enum => "enum",
            TokenKind::Event => "event",
            TokenKind::False => "false",
            TokenKind::First => "first",
            TokenKind::Float => "float",
            TokenKind::Foreach => "foreach",
            TokenKind::Goto => "goto",
            TokenKind::If => "if",
            TokenKind::In => "in",
            TokenKind::IntType => "int",
            TokenKind::Interface => "interface",
            TokenKind::InvokePlugin => "invokeplugin",
            TokenKind::InvokeScheduler => "invokescheduler",
            TokenKind::Long => "long",
            TokenKind::New => "new",
            TokenKind::Null => "null",
            TokenKind::Object => "object",
            TokenKind::Out => "out",
            TokenKind::Raise => "raise",
            TokenKind::Range => "range",
            TokenKind::Receive => "receive",
            TokenKind::Return => "return",
            TokenKind::SByte => "sbyte",
            TokenKind::Select => "select",
            TokenKind::SelfId => "self",
            TokenKind::Send => "send",
            TokenKind::Set => "set",
            TokenKind::Short => "short",
            TokenKind::Sizeof => "sizeof",
            TokenKind::Static => "static",
            TokenKind::StringType => "string",
            TokenKind::Struct => "struct",
            TokenKind::This => "this",
            TokenKind::Timeout => "timeout",
            TokenKind::Trace => "trace",
            TokenKind::True => "true",
            TokenKind::Try => "try",
            TokenKind::Typeof => "typeof",
            TokenKind::UInt => "uint",
            TokenKind::ULong => "ulong",
            TokenKind::UShort => "ushort",
            TokenKind::Visible => "visible",
            TokenKind::Void => "void",
            TokenKind::Wait => "wait",
            TokenKind::While => "while",
            TokenKind::With => "with",
            TokenKind::Yield => "yield",
            TokenKind::LBrace => "{",
            TokenKind::RBrace => "}",
            TokenKind::LParen => "(",
            TokenKind::RParen => ")",
            TokenKind::LBracket => "[",
            TokenKind::RBracket => "]",
            TokenKind::Semicolon => ";",
            TokenKind::Colon => ":",
            TokenKind::Comma => ",",
            TokenKind::Dot => ".",
            TokenKind::DotDot => "..",
            TokenKind::Arrow => "->",
            TokenKind::Assign => "=",
            TokenKind::EqEq => "==",
            TokenKind::NotEq => "!=",
            TokenKind::Less => "<",
            TokenKind::LessEq => "<=",
            TokenKind::Greater => ">",
            TokenKind::GreaterEq => ">=",
            TokenKind::Shl => "<<",
            TokenKind::Shr => ">>",
            TokenKind::Plus => "+",
            TokenKind::Minus => "-",
            TokenKind::Star => "*",
            TokenKind::Slash => "/",
            TokenKind::Percent => "%",
            TokenKind::Bang => "!",
            TokenKind::Tilde => "~",
            TokenKind::Amp => "&",
            TokenKind::AmpAmp => "&&",
            TokenKind::Pipe => "|",
            TokenKind::PipePipe => "||",
            TokenKind::Caret => "^",
            TokenKind::PlusPlus => "++",
            TokenKind::MinusMinus => "--",
            TokenKind::PlusAssign => "+=",
            TokenKind::MinusAssign => "-=",
            TokenKind::StarAssign => "*=",
            TokenKind::SlashAssign => "/=",
            TokenKind::PercentAssign => "%=",
            TokenKind::AmpAssign => "&=",
            TokenKind::PipeAssign => "|=",
            TokenKind::CaretAssign => "^=",
            TokenKind::ShlAssign => "<<=",
            TokenKind::ShrAssign => ">>=",
            TokenKind::Question => "?",
            TokenKind::FatArrow => "=>",
        })
    }
}

impl Kind for TokenKind {
    const UNKNOWN: Self = TokenKind::Unknown;
    const END: Self = TokenKind::Eof;

    fn is_name(self) -> bool {
        self == TokenKind::Ident
    }

    fn is_keyword(self) -> bool {
        self.text().is_some_and(|text| text.starts_with(|first: char| first.is_ascii_alphabetic()))
    }

    fn is_quoted(self) -> bool {
        matches!(self, TokenKind::Ident | TokenKind::Integer | TokenKind::Real)
    }
}

/// How a message speaks of a token.
impl fmt::Display for TokenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.text() {
            return write!(f, "`{text}`");
        }
        f.write_str(match self {
            TokenKind::Ident => "a name",
            TokenKind::Integer | TokenKind::Real | TokenKind::BadNumber => "a number",
            TokenKind::String | TokenKind::UnterminatedString => "a string",
            TokenKind::Eof => "the end of the file",
            TokenKind::Character => "a character",
            TokenKind::CommentStart => "a comment",
            TokenKind::Directive => "a directive",
            _ => "an unknown character",
        })
    }
}
