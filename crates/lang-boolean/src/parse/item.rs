//! Declarations and procedures.

use base::syntax::{Descent, Failed, Kind, Parse};
use base::{DefinitionKind, Diagnostic};

use super::Parser;
use crate::ast::{Decl, MOST_RESULTS, Name, Proc, Stmt, Unit};
use crate::codes;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn file(&mut self) -> Unit {
        let mut file = Unit::default();
        self.items(|parser| parser.item(&mut file), Self::is_at_item);
        file
    }

    fn item(&mut self, file: &mut Unit) -> Parse<()> {
        if self.eat(TokenKind::Semicolon).is_some() {
            return Ok(());
        }
        if self.is_at_word("shared") && self.peek(1) == TokenKind::Decl {
            self.advance();
        }
        if self.eat(TokenKind::Decl).is_some() {
            file.globals.extend(self.declarations(DefinitionKind::Global)?);
            return if self.semicolon("a declaration") { Ok(()) } else { Err(Failed) };
        }
        if self.is_at_typed_variable() {
            self.type_before_name("variables are declared with `decl`, without a type: `decl x, y;`");
            file.globals.extend(self.declarations(DefinitionKind::Global)?);
            return if self.semicolon("a declaration") { Ok(()) } else { Err(Failed) };
        }
        let proc = self.procedure()?;
        file.procs.extend(proc);
        Ok(())
    }

    /// Whether a declaration or a procedure with a type begins here.
    fn is_at_item(&self) -> bool {
        self.is_at(TokenKind::Decl) || self.is_at_procedure() || self.is_at_typed_variable()
    }

    /// Whether a procedure with a type begins here, so that the one before it has ended.
    pub(super) fn is_at_procedure(&self) -> bool {
        matches!(self.kind(), TokenKind::Void | TokenKind::Bool) && !self.is_at_typed_variable()
    }

    /// `a, b := e, c = e`
    pub(super) fn declarations(&mut self, kind: DefinitionKind) -> Parse<Vec<Decl>> {
        self.list(|parser| {
            if parser.is_at_procedure() && !parser.peek(1).is_name() {
                return Err(parser.unexpected("the name of a variable"));
            }
            if parser.peek(2) != TokenKind::LeftParen {
                parser.type_before_name("variables have no types: `decl x, y;`");
            } else if parser.is_at_procedure() {
                return Err(parser.unexpected("the name of a variable"));
            }
            let name = parser.name("the name of a variable")?;
            parser.define(kind, name);
            let is_given = parser.eat(TokenKind::Becomes).is_some() || parser.eat(TokenKind::Equal).is_some();
            let value = if is_given { Some(parser.expr()?) } else { None };
            Ok(Decl { name, value })
        })
    }

    /// `None` for a procedure without a body, which has a message.
    fn procedure(&mut self) -> Parse<Option<Proc>> {
        self.attributes()?;
        self.foreign_result_type();
        let results = self.result_type()?;
        if results.is_none() && !self.is_at_name() {
            let help = match self.kind() {
                TokenKind::End => "this `end` closes nothing: each `end` belongs to one `begin`",
                _ => "a procedure is written `void NAME() begin .. end`",
            };
            return Err(self.unexpected_with("a declaration or a procedure", Some(help)));
        }
        let is_header = self.peek(1) == TokenKind::LeftParen;
        if !is_header && let Some(diagnostic) = self.foreign_word() {
            return Err(self.report(diagnostic));
        }
        let name = self.name("the name of a procedure")?;
        self.define(DefinitionKind::Procedure, name);
        let params = self.parameters()?;
        self.define_all(DefinitionKind::Parameter, &params);
        self.attributes()?;
        if !self.begin()? {
            return Ok(None);
        }
        self.enforce.clear();
        let body = self.procedure_body();
        let end = self.here();
        if self.eat(TokenKind::End).is_none() {
            self.missing_end(name);
        }
        Ok(Some(Proc { name, results, params, enforce: std::mem::take(&mut self.enforce), body, end }))
    }

    /// `dfs`, `__attribute__((..))` and `__declspec(..)` say how a tool is to search, or what a C compiler is to do.
    fn attributes(&mut self) -> Parse<()> {
        loop {
            if self.is_at_word("dfs") && self.peek(1) != TokenKind::LeftParen {
                self.advance();
            } else if self.is_at_word("__attribute__") || self.is_at_word("__declspec") {
                self.advance();
                self.skip_parens()?;
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn skip_parens(&mut self) -> Parse<()> {
        self.expect(TokenKind::LeftParen)?;
        let mut open = 1_usize;
        while open > 0 {
            match self.kind() {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen => open -= 1,
                TokenKind::Eof => return Err(self.unexpected("`)`")),
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// How many results a type says; `None` without a type.
    fn result_type(&mut self) -> Parse<Option<usize>> {
        if self.eat(TokenKind::Void).is_some() {
            return Ok(Some(0));
        }
        if self.eat(TokenKind::Bool).is_none() {
            return Ok(None);
        }
        if self.eat(TokenKind::Less).is_none() {
            return Ok(Some(1));
        }
        let count = self.result_count()?;
        self.expect(TokenKind::Greater)?;
        Ok(Some(count))
    }

    fn result_count(&mut self) -> Parse<usize> {
        if !self.is_at(TokenKind::Number) {
            return Err(self.unexpected_with("a number", Some("`bool<3>` is the type of three results")));
        }
        match self.token_text().parse() {
            Ok(count) if count <= MOST_RESULTS => {
                self.advance();
                Ok(count)
            }
            Ok(_) | Err(_) => Err(self.too_many_results()),
        }
    }

    fn too_many_results(&mut self) -> Failed {
        let message = format!("A procedure has more than {MOST_RESULTS} results.");
        let diagnostic = Diagnostic::error(&codes::TOO_MANY_RESULTS, message)
            .at(self.here(), "too many")
            .help("pass some of the values in global variables");
        self.report(diagnostic)
    }

    /// The body up to `end`. A word that closes what was never opened costs only itself.
    fn procedure_body(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        let mut has_stray_else = false;
        loop {
            body.extend(self.statements());
            if self.is_at(TokenKind::End) || self.is_at(TokenKind::Eof) || self.is_at_procedure() {
                return body;
            }
            if !(has_stray_else && self.is_at(TokenKind::Fi)) {
                self.unexpected("a statement or `end`");
            }
            has_stray_else = self.is_at(TokenKind::Else);
            self.advance();
            if self.is_at(TokenKind::Then) {
                self.advance();
            }
        }
    }

    fn missing_end(&mut self, name: Name) {
        let text = self.interner.text(name.symbol).to_owned();
        let message = format!("The procedure `{text}` has no `end`.");
        let diagnostic = Diagnostic::error(&codes::UNEXPECTED_TOKEN, message)
            .at(self.here(), "expected `end`")
            .at(name.span, "the procedure begins here")
            .help("every `begin`, `if` and `while` has its `end`, `fi` and `od`");
        self.report(diagnostic);
    }
}
