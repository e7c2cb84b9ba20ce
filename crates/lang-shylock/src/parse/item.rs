//! Declarations and procedures.

use base::syntax::{Descent, Failed, Parse};
use base::{DefinitionKind, Diagnostic, Span};

use super::Parser;
use crate::ast::{HeapEntry, Name, Proc, Stmt, StmtKind, Unit};
use crate::token::TokenKind;
use crate::{codes, foreign};

impl Parser<'_> {
    pub(super) fn file(&mut self) -> Unit {
        let mut file = Unit::default();
        self.items(|parser| parser.item(&mut file), Self::is_at_item);
        file
    }

    fn item(&mut self, file: &mut Unit) -> Parse<()> {
        match self.kind() {
            TokenKind::Global => {
                self.advance();
                let globals = self.globals()?;
                self.define_all(DefinitionKind::Global, &globals);
                file.globals.extend(globals);
                self.eat(TokenKind::Semicolon);
            }
            TokenKind::Field => {
                self.advance();
                let fields = self.names("the name of a field")?;
                self.define_all(DefinitionKind::Field, &fields);
                file.fields.get_or_insert_default().extend(fields);
                self.eat(TokenKind::Semicolon);
            }
            TokenKind::Initial => {
                self.advance();
                file.initial.push(self.name("the name of a procedure")?);
                self.eat(TokenKind::Semicolon);
            }
            TokenKind::Heap => self.heap(file)?,
            _ if self.foreign_class() => {}
            _ => {
                let proc = self.procedure()?;
                file.procs.push(proc);
                if self.is_at(TokenKind::Comma) && self.is_header(1) {
                    self.advance();
                }
            }
        }
        Ok(())
    }

    /// Names with commas between them; a value behind one gets a message.
    fn globals(&mut self) -> Parse<Vec<Name>> {
        let mut globals = self.names("the name of a global variable")?;
        while matches!(self.kind(), TokenKind::Equal | TokenKind::Becomes) {
            let help =
                "a global is `nil` at the beginning: assign to it in `main`, or write `heap { x = o }`";
            self.unexpected_with("`;`", Some(help));
            self.advance();
            self.value()?;
            if self.eat(TokenKind::Comma).is_some() {
                globals.extend(self.names("the name of a global variable")?);
            }
        }
        Ok(globals)
    }

    /// Whether a declaration or a procedure begins here, so that what was before has ended.
    pub(super) fn is_at_item(&self) -> bool {
        use TokenKind::*;
        matches!(self.kind(), Global | Field | Initial | Heap) || self.is_at_header()
    }

    /// `heap { g = a; a.f = b; b.f = nil }`
    fn heap(&mut self, file: &mut Unit) -> Parse<()> {
        self.advance();
        self.expect(TokenKind::LeftBrace)?;
        loop {
            while self.eat(TokenKind::Semicolon).is_some() {}
            if self.eat(TokenKind::RightBrace).is_some() {
                return Ok(());
            }
            file.heap.push(self.heap_entry()?);
            if !self.is_at(TokenKind::RightBrace) {
                self.expect(TokenKind::Semicolon)?;
            }
        }
    }

    fn heap_entry(&mut self) -> Parse<HeapEntry> {
        let subject = self.name("a global variable or an object")?;
        let field = match self.eat(TokenKind::Dot) {
            Some(_) => Some(self.name("the name of a field")?),
            None => None,
        };
        if self.eat(TokenKind::Becomes).is_none() {
            self.expect(TokenKind::Equal)?;
        }
        let object = match self.eat(TokenKind::Nil) {
            Some(_) => None,
            None => Some(self.name("an object or `nil`")?),
        };
        Ok(HeapEntry { subject, field, object })
    }

    fn procedure(&mut self) -> Parse<Proc> {
        let what = "a declaration or a procedure";
        if !self.is_at(TokenKind::Ident) {
            return Err(self.unexpected_with(what, Some("a procedure is written `NAME :: STATEMENT`")));
        }
        let is_known = self.words_before_procedure();
        let name = self.name(what)?;
        self.define(DefinitionKind::Procedure, name);
        let params = if self.is_at(TokenKind::LeftParen) { self.parameters()? } else { Vec::new() };
        self.define_all(DefinitionKind::Parameter, &params);
        let results = match self.eat(TokenKind::Arrow) {
            Some(_) => self.header_names("the name of a result")?,
            None => Vec::new(),
        };
        self.define_all(DefinitionKind::Local, &results);
        let header = self.since(name.span);
        self.double_colon(is_known)?;
        self.locals = None;
        let body = self.procedure_body();
        Ok(Proc { name, params, results, header, locals: self.locals.take(), body })
    }

    /// `::`; or what other languages write there. `is_known`: the header has a message.
    fn double_colon(&mut self, is_known: bool) -> Parse<()> {
        if self.eat(TokenKind::ColonColon).is_some() {
            return Ok(());
        }
        if !is_known {
            let help = "a procedure is written `main :: x := new; y := x`; parameters and results stand before the `::`";
            self.unexpected_with("`::`", Some(help));
        }
        match self.kind() {
            TokenKind::Colon | TokenKind::Becomes | TokenKind::Equal => {
                self.advance();
                Ok(())
            }
            TokenKind::LeftBrace => Ok(()),
            _ if self.is_at_word(&["begin"]) => Ok(()),
            _ => Err(Failed),
        }
    }

    fn parameters(&mut self) -> Parse<Vec<Name>> {
        self.expect(TokenKind::LeftParen)?;
        if self.eat(TokenKind::RightParen).is_some() {
            return Ok(Vec::new());
        }
        let names = self.separated(TokenKind::Comma, |parser| {
            let first = parser.name("the name of a parameter")?;
            if !parser.is_at_name() {
                return Ok(first);
            }
            let word = parser.interner.text(first.symbol).to_owned();
            parser.complain(foreign::type_name(&word, first.span));
            parser.name("the name of a parameter")
        })?;
        self.expect(TokenKind::RightParen)?;
        Ok(names)
    }

    /// Names before the `::` of a procedure, where no other procedure can begin.
    fn header_names(&mut self, what: &str) -> Parse<Vec<Name>> {
        self.separated(TokenKind::Comma, |parser| parser.name(what))
    }

    /// The body up to the next item. A mistake in it costs only the statement that it stands in.
    fn procedure_body(&mut self) -> Stmt {
        let start = self.here();
        let mut parts = Vec::new();
        loop {
            if let Ok((stmt, sign)) = self.choice_with_sign() {
                self.warn_of_wide_choice(&stmt, sign);
                parts.push(stmt);
            }
            if self.is_at_body_end() {
                break;
            }
            self.body_goes_on_wrongly();
            self.skip_statement();
            if self.is_at_body_end() {
                break;
            }
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => {
                parts.extend(last);
                Stmt { kind: StmtKind::Seq(parts), span: self.since(start) }
            }
        }
    }

    /// A choice without brackets around it reaches to both ends of the body, which is easily overlooked where it has
    /// several lines.
    fn warn_of_wide_choice(&mut self, stmt: &Stmt, sign: Option<Span>) {
        let (StmtKind::Choice(branches), Some(sign)) = (&stmt.kind, sign) else { return };
        let has_lines = |span: Span| self.text[span.range()].contains('\n');
        // The place of what is in brackets begins behind them.
        let is_in_brackets = |span: Span| self.text[..span.start as usize].trim_end().ends_with(['(', '{']);
        let is_wide = |branch: &Stmt| {
            matches!(branch.kind, StmtKind::Seq(_)) && has_lines(branch.span) && !is_in_brackets(branch.span)
        };
        if branches.iter().any(is_wide) {
            let message =
                "This `+` separates everything before it in the procedure from everything after it.";
            let diagnostic = Diagnostic::warning(&codes::WIDE_CHOICE, message)
                .at(sign, "binds less tightly than `;`")
                .help("write brackets around the choice, `(a; b + c); d`, or around each branch, `{a; b} + {c; d}`");
            self.complain(diagnostic);
        }
    }

    pub(super) fn is_at_body_end(&self) -> bool {
        let is_comma = self.is_at(TokenKind::Comma) && self.is_header(1);
        is_comma || self.is_at_item() || self.is_at(TokenKind::Eof)
    }

    fn body_goes_on_wrongly(&mut self) {
        let help = match self.kind() {
            TokenKind::Else => Some("`else` stands directly behind the statement of its `if`, without `;`"),
            _ => None,
        };
        self.unexpected_with("`;`, `+`, or the next procedure", help);
    }

    /// Goes behind the next `;` or closing bracket, or to the end of the body.
    fn skip_statement(&mut self) {
        use TokenKind::*;
        let start = self.position();
        while !self.is_at_body_end() {
            let is_end = matches!(self.kind(), Semicolon | Plus | RightParen | RightBrace);
            if is_end {
                while matches!(self.kind(), Semicolon | Plus | RightParen | RightBrace) {
                    self.advance();
                }
                return;
            }
            self.advance();
        }
        debug_assert!(self.position() > start || self.is_at_body_end());
    }
}
