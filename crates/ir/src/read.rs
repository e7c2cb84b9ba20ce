//! Reads the text form of programs. The grammar stands at [`mod@crate::print`].
//!
//! The reader checks the grammar and the numbering of declarations; everything else, such as whether an id in code
//! names anything, is left to [`mod@crate::verify`]. Spans of what it reads point into the text form. After a mistake
//! it goes on with the next line, so that one run shows many mistakes. It takes linear time, and recursion is
//! bounded by [`MAX_NESTING`].

use base::{Code, Diagnostic, Id, IndexVec, SourceId, Span};

use crate::codes;
use crate::front_end::{Compiled, FrontEnd, Input, Stages, definitions};
use crate::program::Program;
use crate::types::{IntType, Overflow, RealType, Type};
use crate::verify::verify;

mod declarations;
mod exprs;
mod instrs;
pub mod lexer;
mod procs;
mod terminators;
#[cfg(test)]
mod tests;

use lexer::{Token, tokenize};

/// How deep an expression may be nested in the text. More than a verified program needs
/// ([`Expr::MAX_DEPTH`](crate::Expr::MAX_DEPTH)).
pub const MAX_NESTING: usize = 256;

/// After so many errors the reader stops.
const MAX_ERRORS: usize = 100;

/// Reads a program. The errors come in order of their places, and there is at least one if there is no program.
pub fn read(file: SourceId, text: &str) -> Result<Program, Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        return Err(vec![Diagnostic::error(&codes::TEXT_TOO_LARGE, "the text has more than 4 GiB")]);
    }
    let (tokens, errors) = tokenize(file, text);
    let mut reader = Reader::new(&tokens, errors);
    reader.program();
    reader.finish()
}

/// The text form as a language.
#[derive(Debug)]
pub struct Core;

impl FrontEnd for Core {
    type Options = ();
    const NAME: &'static str = "core";
    const EXTENSIONS: &'static [&'static str] = &["cpir"];

    fn codes() -> Vec<&'static Code> {
        codes::CODES.to_vec()
    }

    fn compile(input: &mut Input<'_>, _options: &()) -> Compiled {
        input.one_text(compile)
    }
}

/// Reads and verifies a program: the core language is written by people too, and what breaks its rules is a mistake of
/// theirs.
pub fn compile(file: SourceId, text: &str) -> Compiled {
    let (program, diagnostics) = match read(file, text) {
        Ok(program) => (Some(program), Vec::new()),
        Err(diagnostics) => (None, diagnostics),
    };
    let mut stages = Stages::after(diagnostics, program.as_ref().map_or_else(Vec::new, definitions));
    let program = program.and_then(|program| {
        stages.run(|| {
            let errors = verify(&program).err().unwrap_or_default();
            (program, errors.iter().map(Diagnostic::from).collect())
        })
    });
    stages.finish(program)
}

/// The problem has been reported; the reader gives up on the line.
#[derive(Debug)]
struct Reported;

type Read<T> = Result<T, Reported>;

struct Reader<'t> {
    tokens: &'t [(Token<'t>, Span)],
    at: usize,
    program: Program,
    errors: Vec<Diagnostic>,
    /// Fields come in any order, together with their numbers.
    fields: Vec<declarations::NumberedField>,
    /// The procedure being read.
    locals: IndexVec<crate::LocalId, crate::Local>,
    labels: Vec<crate::Label>,
    nesting: usize,
}

impl<'t> Reader<'t> {
    fn new(tokens: &'t [(Token<'t>, Span)], errors: Vec<Diagnostic>) -> Self {
        Self {
            tokens,
            at: 0,
            program: Program::default(),
            errors,
            fields: Vec::new(),
            locals: IndexVec::new(),
            labels: Vec::new(),
            nesting: 0,
        }
    }

    fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        self.number_fields();
        if self.errors.is_empty() {
            return Ok(self.program);
        }
        self.errors.sort_by_key(Diagnostic::span);
        if self.errors.len() > MAX_ERRORS {
            self.errors.truncate(MAX_ERRORS);
            let message = format!("the reader stopped after {MAX_ERRORS} errors");
            self.errors.push(Diagnostic::error(&codes::TOO_MANY_ERRORS, message));
        }
        Err(self.errors)
    }

    fn program(&mut self) {
        while *self.peek() != Token::End && self.errors.len() <= MAX_ERRORS {
            if *self.peek() == Token::Newline {
                self.advance();
            } else if self.declaration().is_err() {
                self.skip_line();
            }
        }
    }

    // Tokens.

    fn peek(&self) -> &'t Token<'t> {
        &self.tokens[self.at].0
    }

    fn peek_second(&self) -> &'t Token<'t> {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// From the start of an earlier token to the end of the last one read.
    fn span_from(&self, start: Span) -> Span {
        start.to(self.tokens[self.at.saturating_sub(1)].1)
    }

    /// The current token; goes on to the next. The last token stays.
    fn advance(&mut self) -> &'t Token<'t> {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn skip_line(&mut self) {
        while !matches!(self.peek(), Token::Newline | Token::End) {
            self.advance();
        }
    }

    fn error<T>(&mut self, code: &'static Code, message: impl Into<String>, span: Span) -> Read<T> {
        self.errors.push(Diagnostic::error(code, message).at(span, "here"));
        Err(Reported)
    }

    fn unexpected<T>(&mut self, wanted: &str) -> Read<T> {
        let message = format!("{} where {wanted} must be", self.peek().describe());
        self.error(&codes::UNEXPECTED_TOKEN, message, self.span())
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn accept_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn expect_sign(&mut self, sign: &str) -> Read<()> {
        if self.accept_sign(sign) { Ok(()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    fn is_word(&self, word: &str) -> bool {
        *self.peek() == Token::Word(word)
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.accept_word(word) { Ok(()) } else { self.unexpected(&format!("`{word}`")) }
    }

    /// The line must end here; the line end stays.
    fn expect_line_end(&mut self) -> Read<()> {
        match self.peek() {
            Token::Newline | Token::End => Ok(()),
            _ => self.unexpected("the end of the line"),
        }
    }

    fn skip_newlines(&mut self) {
        while *self.peek() == Token::Newline {
            self.advance();
        }
    }

    /// Items until a closing brace, with semicolons or line ends between. The brace is read too. After a mistake it
    /// goes on with the next line, unless the brace stands on the same one.
    fn separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = Vec::new();
        let mut reported = None;
        self.skip_newlines();
        while !self.accept_sign("}") {
            if self.errors.len() > MAX_ERRORS || matches!(self.peek(), Token::End | Token::Word("proc")) {
                return self.unexpected("`}`");
            }
            match item(self).and_then(|item| self.separator().map(|()| item)) {
                Ok(item) => items.push(item),
                Err(error) => {
                    reported = Some(error);
                    self.skip_in_braces();
                }
            }
            self.skip_newlines();
        }
        reported.map_or(Ok(items), Err)
    }

    fn separator(&mut self) -> Read<()> {
        match self.peek() {
            Token::Newline | Token::Sign("}") => Ok(()),
            _ => self.expect_sign(";"),
        }
    }

    /// Goes to the end of the line or to the brace that closes the list.
    fn skip_in_braces(&mut self) {
        let mut open = 0;
        loop {
            match self.peek() {
                Token::Newline | Token::End => return,
                Token::Sign("}") if open == 0 => return,
                Token::Sign("{") => open += 1,
                Token::Sign("}") => open -= 1,
                Token::Word(_)
                | Token::Int(_)
                | Token::Real(_)
                | Token::Decimal(_)
                | Token::Str(_)
                | Token::Sign(_) => {}
            }
            self.advance();
        }
    }

    /// Items until the closing sign, with commas between. The sign is read too.
    fn commas<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        if self.accept_sign(close) {
            return Ok(Vec::new());
        }
        let items = self.one_or_more(&mut item)?;
        self.expect_sign(close)?;
        Ok(items)
    }

    /// Items with commas between.
    fn one_or_more<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept_sign(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    // Words, numbers, types.

    fn peek_id<I: Id>(&self) -> Option<I> {
        match self.peek() {
            Token::Word(word) => parse_id(word),
            _ => None,
        }
    }

    fn accept_id<I: Id>(&mut self) -> Option<I> {
        let id = self.peek_id();
        if id.is_some() {
            self.advance();
        }
        id
    }

    fn id<I: Id>(&mut self) -> Read<I> {
        match self.accept_id() {
            Some(id) => Ok(id),
            None => self.unexpected(&format!("an id such as `{}0`", I::PREFIX)),
        }
    }

    /// The id of a declaration: the next number of its kind.
    fn next_id<I: Id>(&mut self, next: I) -> Read<()> {
        let span = self.span();
        let id: I = self.id()?;
        if id == next {
            return Ok(());
        }
        self.error(&codes::ID_OUT_OF_ORDER, format!("{id} is declared where {next} must be"), span)
    }

    /// A name beside a declaration.
    fn name(&mut self) -> String {
        match self.peek() {
            Token::Str(name) => {
                self.advance();
                name.clone()
            }
            _ => String::new(),
        }
    }

    fn string(&mut self) -> Read<String> {
        match self.peek() {
            Token::Str(_) => Ok(self.name()),
            _ => self.unexpected("a string"),
        }
    }

    /// A number without a sign, of 32 bits.
    fn small_number(&mut self) -> Read<u32> {
        let span = self.span();
        match *self.peek() {
            Token::Int(number) => {
                self.advance();
                match u32::try_from(number) {
                    Ok(number) => Ok(number),
                    Err(_) => self.error(&codes::NUMBER_TOO_LARGE, "the number does not fit 32 bits", span),
                }
            }
            _ => self.unexpected("a number"),
        }
    }

    /// An integer with or without a minus.
    fn integer(&mut self) -> Read<i64> {
        let span = self.span();
        let negative = self.accept_sign("-");
        match *self.peek() {
            Token::Int(magnitude) => {
                self.advance();
                let number = if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
                match i64::try_from(number) {
                    Ok(number) => Ok(number),
                    Err(_) => {
                        let span = self.span_from(span);
                        self.error(&codes::NUMBER_TOO_LARGE, "the number does not fit 64 bits", span)
                    }
                }
            }
            _ => self.unexpected("an integer"),
        }
    }

    fn real_type(&mut self) -> Read<RealType> {
        let start = self.at;
        match self.ty()? {
            Type::Real(real) => Ok(real),
            Type::Bool
            | Type::Int(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Ref(_)
            | Type::Object => self.wrong_type(start, "a real type"),
        }
    }

    fn int_type(&mut self) -> Read<IntType> {
        let start = self.at;
        match self.ty()? {
            Type::Int(int) => Ok(int),
            Type::Bool
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Ref(_)
            | Type::Object => self.wrong_type(start, "an integer type"),
        }
    }

    /// A type was read from this token on, but not one that may be here.
    fn wrong_type<T>(&mut self, start: usize, wanted: &str) -> Read<T> {
        self.at = start;
        self.unexpected(wanted)
    }

    fn ty(&mut self) -> Read<Type> {
        match self.peek() {
            Token::Int(_) | Token::Sign("-") => {
                let lo = self.integer()?;
                self.expect_sign("..")?;
                let hi = self.integer()?;
                Ok(Type::Int(IntType::Range { lo, hi }))
            }
            Token::Word(word) => match parse_type(word) {
                Some(ty) => {
                    self.advance();
                    Ok(ty)
                }
                None => self.unexpected("a type"),
            },
            _ => self.unexpected("a type"),
        }
    }
}

/// `block0`, with no other way to write the same id.
fn parse_id<I: Id>(word: &str) -> Option<I> {
    let number: u32 = parse_digits(word.strip_prefix(I::PREFIX)?)?;
    Some(I::new(number as usize))
}

/// Digits without a needless zero before them.
fn parse_digits<T: std::str::FromStr>(digits: &str) -> Option<T> {
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    if plain { digits.parse().ok() } else { None }
}

fn parse_type(word: &str) -> Option<Type> {
    match word {
        "bool" => Some(Type::Bool),
        "object" => Some(Type::Object),
        "f32" => Some(Type::Real(RealType::F32)),
        "f64" => Some(Type::Real(RealType::F64)),
        "decimal" => Some(Type::Decimal),
        "string" => Some(Type::String),
        _ => {
            let id = parse_id(word).map(Type::Ref).or_else(|| parse_id(word).map(Type::Enum));
            id.or_else(|| parse_machine_type(word).map(Type::Int))
        }
    }
}

fn parse_machine_type(word: &str) -> Option<IntType> {
    let (signed, rest) = match word.strip_prefix('i') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('u')?),
    };
    let (overflow, digits) = match rest.strip_suffix('w') {
        Some(digits) => (Overflow::Wrapping, digits),
        None => (Overflow::Checked, rest),
    };
    Some(IntType::Machine { bits: parse_digits(digits)?, signed, overflow })
}
