//! Statements. `;` binds more tightly than `+`, and a guard or a label more tightly than both.
//!
//! ```text
//! statement = "skip" | paths ":=" values | [paths ":="] call | "assert" condition ["," TEXT]
//!           | "[" condition "]" [statement] | NAME ":" statement
//!           | "if" "(" condition ")" statement ["else" statement] | "while" "(" condition ")" statement
//!           | "(" body ")" | "{" [body] "}" | "local" names
//! call      = NAME ["(" [values] ")"] | path "." NAME "(" [values] ")"
//! ```

use base::syntax::{Descent, Failed, Parse};
use base::{DefinitionKind, Diagnostic, Span};

use super::Parser;
use crate::ast::{Condition, Name, Path, Stmt, StmtKind, Test, Value};
use crate::codes;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `B { "+" B }`
    pub(super) fn choice(&mut self) -> Parse<Stmt> {
        Ok(self.choice_with_sign()?.0)
    }

    /// The same with the first `+`.
    pub(super) fn choice_with_sign(&mut self) -> Parse<(Stmt, Option<Span>)> {
        let start = self.here();
        let first = self.sequence()?;
        let mut branches = vec![first];
        let mut sign = None;
        while let Some(plus) = self.eat(TokenKind::Plus) {
            sign.get_or_insert(plus);
            branches.push(self.sequence()?);
        }
        Ok((self.one_or(branches, StmtKind::Choice, start), sign))
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

    /// `B { ";" B }`; the `;` may be left out behind `}`, and one may stand at the end. A mistake costs the statement
    /// that it stands in.
    fn sequence(&mut self) -> Parse<Stmt> {
        let start = self.here();
        let mut stmts = Vec::new();
        loop {
            let from = self.position();
            match self.statement() {
                Ok(stmt) => stmts.push(stmt),
                Err(_) => self.skip_to_separator(from),
            }
            let has_separator = self.eat(TokenKind::Semicolon).is_some();
            while self.eat(TokenKind::Semicolon).is_some() {}
            if self.is_at_sequence_end() {
                break;
            }
            if !has_separator && !self.is_behind_brace() {
                if !self.is_merely_without_semicolon() {
                    break;
                }
                self.missing_semicolon();
            }
        }
        Ok(self.one_or(stmts, StmtKind::Seq, start))
    }

    /// Goes to the next `;` or `+` of the same statements, or to the bracket that closes them.
    fn skip_to_separator(&mut self, from: usize) {
        use TokenKind::*;
        let mut open = 0_usize;
        for back in (1..=self.position() - from).rev() {
            match self.passed(back) {
                Some(LeftParen | LeftBrace | LeftBracket) => open += 1,
                Some(RightParen | RightBrace | RightBracket) => open = open.saturating_sub(1),
                _ => {}
            }
        }
        while !self.is_at_body_end() {
            match self.kind() {
                LeftParen | LeftBrace | LeftBracket => open += 1,
                RightParen | RightBrace if open == 0 => return,
                RightParen | RightBrace | RightBracket => open = open.saturating_sub(1),
                Semicolon | Plus if open == 0 => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Whether a statement begins here, so that only the `;` before it is missing.
    fn is_merely_without_semicolon(&self) -> bool {
        use TokenKind::*;
        match self.kind() {
            Skip | Assert | If | While | Local => true,
            LeftBracket => self.begins_line(),
            Ident => self.begins_line() || matches!(self.peek(1), Becomes | Equal | Dot | Colon | LeftParen),
            _ => false,
        }
    }

    fn missing_semicolon(&mut self) {
        let diagnostic =
            Diagnostic::error(&codes::MISSING_SEMICOLON, "There is no `;` between two statements.")
                .at(self.before(), "expected `;` after this")
                .help("write `;` here");
        self.report(diagnostic);
    }

    fn is_behind_brace(&self) -> bool {
        self.passed(1) == Some(TokenKind::RightBrace)
    }

    fn is_at_sequence_end(&self) -> bool {
        use TokenKind::*;
        matches!(self.kind(), Plus | RightParen | RightBrace | Comma | Else | Eof)
            || self.is_at_item()
            || self.is_at_closer()
    }

    pub(super) fn statement(&mut self) -> Parse<Stmt> {
        self.nested(Self::any_statement)
    }

    fn any_statement(&mut self) -> Parse<Stmt> {
        let start = self.here();
        if self.is_at(TokenKind::Ident)
            && let Some(kind) = self.foreign_statement()
        {
            return Ok(Stmt { kind: kind?, span: self.since(start) });
        }
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
                StmtKind::While { test, body: Box::new(self.body_behind_word("do")?) }
            }
            TokenKind::LeftParen => return self.group(TokenKind::RightParen),
            TokenKind::LeftBrace => return self.group(TokenKind::RightBrace),
            TokenKind::Local => {
                self.advance();
                let names = self.names("the name of a local variable")?;
                self.define_all(DefinitionKind::Local, &names);
                self.locals.get_or_insert_default().extend(names);
                if matches!(self.kind(), TokenKind::Becomes | TokenKind::Equal) {
                    let help = "declare first, and assign then: `local x; x := new`";
                    return Err(self.unexpected_with("`;`", Some(help)));
                }
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
        let mut parts = Vec::new();
        loop {
            parts.push(self.choice()?);
            if self.eat(close).is_some() {
                break;
            }
            if self.is_at_body_end() {
                self.unclosed(start, close);
                break;
            }
            self.unexpected(&format!("`;`, `+` or {close}"));
            // The bracket of the other kind is one mistake: it closes what is open.
            if matches!(self.kind(), TokenKind::RightParen | TokenKind::RightBrace) {
                self.advance();
                break;
            }
            self.skip_to_separator(self.position());
            while matches!(self.kind(), TokenKind::Semicolon | TokenKind::Plus) {
                self.advance();
            }
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => Ok(only),
            last => {
                parts.extend(last);
                Ok(Stmt { kind: StmtKind::Seq(parts), span: self.since(start) })
            }
        }
    }

    fn unclosed(&mut self, open: Span, close: TokenKind) {
        let sign = if close == TokenKind::RightBrace { '{' } else { '(' };
        let message = format!("A `{sign}` is not closed before {}.", self.found());
        let diagnostic = Diagnostic::error(&codes::UNCLOSED_BRACKET, message)
            .at(self.here(), format!("expected {close} before this"))
            .at(open, "opened here")
            .help(format!("add the missing {close}"));
        self.report(diagnostic);
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
            let has_words = self.is_at_word(&["then"]);
            arms.push((test, self.body_behind_word("then")?));
            if !self.eat_else() {
                if has_words {
                    self.eat_closer();
                }
                return Ok(StmtKind::If { arms, otherwise: None });
            }
            start = self.here();
            if self.eat(TokenKind::If).is_none() {
                let otherwise = if has_words { self.otherwise_between_words()? } else { self.statement()? };
                return Ok(StmtKind::If { arms, otherwise: Some(Box::new(otherwise)) });
            }
        }
    }

    /// `else`; `; else` and `elseif`, which get a message. What is next is as if `else` had been passed.
    fn eat_else(&mut self) -> bool {
        if self.is_at(TokenKind::Semicolon) && self.peek(1) == TokenKind::Else {
            self.advance();
            let diagnostic = Diagnostic::error(&codes::UNEXPECTED_TOKEN, "There is a `;` before `else`.")
                .at(self.here(), "the `if` before it has ended")
                .help("`else` stands directly behind the statement of its `if`: leave the `;` out");
            self.report(diagnostic);
        }
        while self.is_at_word(&["elseif", "elsif", "elif"]) {
            self.complain_of_word(false);
            // The word is `else if`. Its arm is read for its own mistakes; the program is refused anyway.
            let start = self.advance();
            if self.test(start).is_err() || self.body_behind_word("then").is_err() {
                break;
            }
        }
        self.eat(TokenKind::Else).is_some()
    }

    fn otherwise_between_words(&mut self) -> Parse<Stmt> {
        self.open_words += 1;
        let otherwise = self.nested(Self::choice);
        self.open_words -= 1;
        self.eat_closer();
        otherwise
    }

    /// The body of `if` or `while`; behind the word that other languages write there, too.
    fn body_behind_word(&mut self, word: &str) -> Parse<Stmt> {
        if !self.is_at_word(&[word]) {
            return self.statement();
        }
        let is_known = self.passed(1) != Some(TokenKind::RightParen);
        self.complain_of_word(is_known);
        let body = self.word_block()?;
        if word == "do" {
            self.eat_closer();
        }
        Ok(body)
    }

    /// A condition in parentheses. Without them, it is read all the same.
    pub(super) fn test(&mut self, start: Span) -> Parse<Test> {
        let has_parens = self.eat(TokenKind::LeftParen).is_some();
        if !has_parens {
            self.unexpected_with("`(`", Some("a condition stands in parentheses, as in `if (x = y)`"));
        }
        let condition = self.condition()?;
        if has_parens {
            self.expect(TokenKind::RightParen)?;
        }
        Ok(Test { condition, span: self.since(start) })
    }

    fn labelled(&mut self) -> Parse<StmtKind> {
        let mut labels = Vec::new();
        while self.is_at(TokenKind::Ident) && self.peek(1) == TokenKind::Colon {
            labels.push(self.name("a label")?);
            self.expect(TokenKind::Colon)?;
        }
        self.define_all(DefinitionKind::Label, &labels);
        Ok(StmtKind::Labelled { labels, body: Box::new(self.statement()?) })
    }

    fn assignment_or_call(&mut self) -> Parse<StmtKind> {
        let first = self.path()?;
        if let Some(failed) = self.arithmetic() {
            return Err(failed);
        }
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
            (target, TokenKind::Equal) => {
                self.unexpected_with("`:=`", Some("assignment is `:=`; `=` compares, in conditions only"));
                self.advance();
                targets.extend(target);
                self.right_side(targets)
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
