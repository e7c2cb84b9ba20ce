//! Statements. `;` binds more tightly than `+`, and a guard or a label more tightly than both.
//!
//! ```text
//! statement = "skip" | paths ":=" values | [paths ":="] call | "assert" condition ["," TEXT]
//!           | "[" condition "]" [statement] | NAME ":" statement
//!           | "if" "(" condition ")" statement ["else" statement] | "while" "(" condition ")" statement
//!           | "(" body ")" | "{" [body] "}" | "local" names
//! call      = NAME ["(" [values] ")"] | path "." NAME "(" [values] ")"
//! ```

use base::Span;
use base::syntax::{Descent, Failed, Parse};

use super::Parser;
use crate::ast::{Condition, Name, Path, Stmt, StmtKind, Test, Value};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `B { "+" B }`
    pub(super) fn choice(&mut self) -> Parse<Stmt> {
        let start = self.here();
        let first = self.sequence()?;
        let mut branches = vec![first];
        while self.eat(TokenKind::Plus).is_some() {
            branches.push(self.sequence()?);
        }
        Ok(self.one_or(branches, StmtKind::Choice, start))
    }

    fn one_or(&self, mut stmts: Vec<Stmt>, make: fn(Vec<Stmt>) -> StmtKind, start: Span) -> Stmt {
        match stmts.pop() {
            Some(only) if stmts.is_empty() => only,
            last => {
                stmts.extend(last);
                Stmt { kind: make(stmts), span: self.since(start) }
            }
        }
    }

    /// `B { ";" B }`; the `;` may be left out behind `}`, and one may stand at the end.
    fn sequence(&mut self) -> Parse<Stmt> {
        let start = self.here();
        let mut stmts = vec![self.statement()?];
        loop {
            let has_separator = self.eat(TokenKind::Semicolon).is_some();
            if has_separator {
                while self.eat(TokenKind::Semicolon).is_some() {}
            }
            if self.is_at_sequence_end() || !has_separator && !self.is_behind_brace() {
                break;
            }
            stmts.push(self.statement()?);
        }
        Ok(self.one_or(stmts, StmtKind::Seq, start))
    }

    fn is_behind_brace(&self) -> bool {
        self.passed(1) == Some(TokenKind::RightBrace)
    }

    fn is_at_sequence_end(&self) -> bool {
        use TokenKind::*;
        matches!(self.kind(), Plus | RightParen | RightBrace | Comma | Else | Eof) || self.is_at_item()
    }

    fn statement(&mut self) -> Parse<Stmt> {
        self.nested(Self::any_statement)
    }

    fn any_statement(&mut self) -> Parse<Stmt> {
        let start = self.here();
        let kind = match self.kind() {
            TokenKind::Skip => {
                self.advance();
                StmtKind::Skip
            }
            TokenKind::Assert => self.assertion()?,
            TokenKind::LeftBracket => self.guard()?,
            TokenKind::If => self.conditional()?,
            TokenKind::While => {
                self.advance();
                let test = self.test(start)?;
                StmtKind::While { test, body: Box::new(self.statement()?) }
            }
            TokenKind::LeftParen => return self.group(TokenKind::RightParen),
            TokenKind::LeftBrace => return self.group(TokenKind::RightBrace),
            TokenKind::Local => {
                self.advance();
                let names = self.names("the name of a local variable")?;
                self.locals.get_or_insert_default().extend(names);
                StmtKind::Seq(Vec::new())
            }
            TokenKind::Ident if self.peek(1) == TokenKind::Colon => self.labelled()?,
            TokenKind::Ident | TokenKind::Nil if !self.is_at_header() => self.assignment_or_call()?,
            _ => return Err(self.no_statement()),
        };
        Ok(Stmt { kind, span: self.since(start) })
    }

    fn no_statement(&mut self) -> Failed {
        if self.kind() == TokenKind::New {
            return self.unexpected_with("a statement", Some("write `x := new`"));
        }
        self.unexpected_with("a statement", Some("a statement that does nothing is written `skip`"))
    }

    fn group(&mut self, close: TokenKind) -> Parse<Stmt> {
        let start = self.advance();
        if close == TokenKind::RightBrace {
            while self.eat(TokenKind::Semicolon).is_some() {}
            if self.eat(close).is_some() {
                return Ok(Stmt { kind: StmtKind::Seq(Vec::new()), span: self.since(start) });
            }
        }
        let inner = self.choice()?;
        if self.is_at(close) {
            self.advance();
            return Ok(inner);
        }
        Err(self.unexpected(&format!("`;`, `+` or {close}")))
    }

    fn assertion(&mut self) -> Parse<StmtKind> {
        self.advance();
        let condition = self.condition()?;
        let has_text = self.is_at(TokenKind::Comma)
            && matches!(self.peek(1), TokenKind::String | TokenKind::UnterminatedString);
        if !has_text {
            return Ok(StmtKind::Assert { condition, message: None });
        }
        self.advance();
        let text = self.expect(TokenKind::String)?;
        let quoted = &self.text[text.range()];
        let message = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        Ok(StmtKind::Assert { condition, message: message.map(str::to_owned) })
    }

    /// A row of guards is one guard for each, read without going deeper.
    fn guard(&mut self) -> Parse<StmtKind> {
        let start = self.here();
        let mut conditions = Vec::new();
        while self.eat(TokenKind::LeftBracket).is_some() {
            conditions.push(self.condition()?);
            self.expect(TokenKind::RightBracket)?;
        }
        let span = self.since(start);
        let body = if self.is_at_sequence_end() || self.is_at(TokenKind::Semicolon) {
            Stmt { kind: StmtKind::Seq(Vec::new()), span: self.before() }
        } else {
            self.statement()?
        };
        let condition = match conditions.pop() {
            Some(only) if conditions.is_empty() => only,
            last => {
                conditions.extend(last);
                Condition::And(conditions)
            }
        };
        Ok(StmtKind::Guard { test: Test { condition, span }, body: Box::new(body) })
    }

    /// `else if` goes on in the same list, so that a long chain is not deep.
    fn conditional(&mut self) -> Parse<StmtKind> {
        let mut start = self.expect(TokenKind::If)?;
        let mut arms = Vec::new();
        loop {
            let test = self.test(start)?;
            arms.push((test, self.statement()?));
            if self.eat(TokenKind::Else).is_none() {
                return Ok(StmtKind::If { arms, otherwise: None });
            }
            start = self.here();
            if self.eat(TokenKind::If).is_none() {
                let otherwise = Some(Box::new(self.statement()?));
                return Ok(StmtKind::If { arms, otherwise });
            }
        }
    }

    fn test(&mut self, start: Span) -> Parse<Test> {
        if !self.is_at(TokenKind::LeftParen) {
            return Err(
                self.unexpected_with("`(`", Some("a condition stands in parentheses, as in `if (x = y)`"))
            );
        }
        self.advance();
        let condition = self.condition()?;
        self.expect(TokenKind::RightParen)?;
        Ok(Test { condition, span: self.since(start) })
    }

    fn labelled(&mut self) -> Parse<StmtKind> {
        let mut labels = Vec::new();
        while self.is_at(TokenKind::Ident) && self.peek(1) == TokenKind::Colon {
            labels.push(self.name("a label")?);
            self.expect(TokenKind::Colon)?;
        }
        Ok(StmtKind::Labelled { labels, body: Box::new(self.statement()?) })
    }

    fn assignment_or_call(&mut self) -> Parse<StmtKind> {
        let first = self.path()?;
        if self.is_at(TokenKind::LeftParen) {
            let (callee, args) = self.call(first)?;
            return Ok(StmtKind::Call { targets: Vec::new(), callee, args });
        }
        let mut targets = vec![first];
        while self.eat_list_comma() {
            targets.push(self.path()?);
        }
        if self.eat(TokenKind::Becomes).is_some() {
            return self.right_side(targets);
        }
        match (targets.pop(), self.kind()) {
            (Some(Path { root, fields }), kind)
                if targets.is_empty() && fields.is_empty() && kind != TokenKind::Equal =>
            {
                Ok(StmtKind::Call { targets, callee: root, args: Vec::new() })
            }
            (_, TokenKind::Equal) => {
                Err(self
                    .unexpected_with("`:=`", Some("assignment is `:=`; `=` compares, in conditions only")))
            }
            _ => Err(self.unexpected_with("`:=`", Some("a method is called with parentheses: `x.m()`"))),
        }
    }

    fn right_side(&mut self, targets: Vec<Path>) -> Parse<StmtKind> {
        let first = self.value()?;
        if self.is_at(TokenKind::LeftParen)
            && let Value::Path(path) = first
        {
            let (callee, args) = self.call(path)?;
            return Ok(StmtKind::Call { targets, callee, args });
        }
        let mut values = vec![first];
        while self.eat_list_comma() {
            values.push(self.value()?);
        }
        Ok(StmtKind::Assign { targets, values })
    }

    /// What is called, and the arguments; of a path, all but the last name is the object of a method.
    fn call(&mut self, path: Path) -> Parse<(Name, Vec<Value>)> {
        let Path { root, mut fields } = path;
        let (callee, receiver) = match fields.pop() {
            Some(method) => (method, Some(Value::Path(Path { root, fields }))),
            None => (root, None),
        };
        self.expect(TokenKind::LeftParen)?;
        let mut args: Vec<Value> = receiver.into_iter().collect();
        if self.eat(TokenKind::RightParen).is_some() {
            return Ok((callee, args));
        }
        args.push(self.value()?);
        while self.eat(TokenKind::Comma).is_some() {
            args.push(self.value()?);
        }
        self.expect(TokenKind::RightParen)?;
        Ok((callee, args))
    }
}
