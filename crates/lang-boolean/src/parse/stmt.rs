//! Statements.
//!
//! ```text
//! statements = { statement ";" }                   the `;` may be left out before `end`, `fi`, `od`, `else` and behind `fi`, `od`, `end`
//! statement  = { label ":" } kind                  label = NAME | NUMBER
//! kind       = "skip" | "decl" declarations | "enforce" expr
//!            | targets ":=" expr { "," expr } ["constrain" expr] | [targets ":="] ["call"] NAME "(" [exprs] ")"
//!            | "return" [exprs] | "goto" label { "," label }
//!            | "assume" expr | "assert" expr | "constrain" expr | "abortif" expr | "dead" names
//!            | "if" expr "then" statements { "elsif" expr "then" statements } ["else" statements] "fi"
//!            | "while" expr "do" statements "od" | "begin" statements "end"
//!            | "start_thread" ("goto" label | NAME "(" [exprs] ")") | "end_thread"
//!            | "atomic_begin" | "atomic_end" | "atomic" "begin" statements "end" | "sync" | "print" "(" .. ")"
//! targets    = target { "," target }               target = NAME | "_"
//! ```
//!
//! `atomic` and `call` are names, too: `atomic` begins a section only before `begin`, and `call` a call only before a
//! name.

use base::syntax::{Descent, Failed, Kind, Parse};
use base::{DefinitionKind, Span};

use super::Parser;
use crate::ast::{Expr, Name, Stmt, StmtKind, Test};
use crate::token::TokenKind;

impl Parser<'_> {
    /// Everything up to a word that closes what is around it.
    pub(super) fn statements(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        loop {
            while self.eat(TokenKind::Semicolon).is_some() {}
            if self.is_at_end_of_statements() {
                return stmts;
            }
            let start = self.position();
            match self.statement() {
                Ok(stmt) => stmts.extend(stmt),
                Err(_) => {
                    self.skip_statement(start);
                    continue;
                }
            }
            let goes_on =
                self.is_at(TokenKind::Semicolon) || self.is_at_end_of_statements() || self.is_behind_block();
            if !goes_on && !self.semicolon("a statement") {
                self.skip_statement(self.position());
            }
        }
    }

    pub(super) fn is_at_end_of_statements(&self) -> bool {
        use TokenKind::*;
        matches!(self.kind(), End | Fi | Od | Else | Elsif | Eof)
            || self.is_at_procedure()
            || self.is_at_elif()
    }

    /// `elif c then`, as other languages write `elsif`.
    fn is_at_elif(&self) -> bool {
        self.is_at_word("elif")
            && !matches!(self.peek(1), TokenKind::Becomes | TokenKind::Comma | TokenKind::Colon)
    }

    fn is_behind_block(&self) -> bool {
        use TokenKind::*;
        matches!(self.passed(1), Some(End | Fi | Od))
    }

    /// Goes behind the next `;`, or to what closes the statements; at least one token on from `start`, unless that
    /// closes them.
    fn skip_statement(&mut self, start: usize) {
        if self.position() == start && !self.is_at_end_of_statements() {
            self.advance();
        }
        while !self.is_at_end_of_statements() {
            if self.eat(TokenKind::Semicolon).is_some() {
                return;
            }
            self.advance();
        }
    }

    /// `None` for `enforce`, which is no statement of its own.
    pub(super) fn statement(&mut self) -> Parse<Option<Stmt>> {
        self.nested(|parser| {
            let labels = parser.labels();
            let start = parser.here();
            if parser.eat(TokenKind::Enforce).is_some() {
                let condition = parser.expr()?;
                parser.enforce.push(condition);
                let rest = Stmt { labels, kind: StmtKind::Skip, span: parser.since(start) };
                return Ok((!rest.labels.is_empty()).then_some(rest));
            }
            let kind = match parser.is_at_end_of_statements() && !labels.is_empty() {
                true => StmtKind::Skip,
                false => parser.kind_of_statement()?,
            };
            let span = match labels.first() {
                Some(label) if parser.since(start) == start && matches!(kind, StmtKind::Skip) => label.span,
                Some(_) | None => parser.since(start),
            };
            Ok(Some(Stmt { labels, kind, span }))
        })
    }

    fn labels(&mut self) -> Vec<Name> {
        let mut labels = Vec::new();
        while (self.is_at_name() || self.is_at(TokenKind::Number)) && self.peek(1) == TokenKind::Colon {
            labels.push(self.take_name());
            self.advance();
        }
        self.define_all(DefinitionKind::Label, &labels);
        labels
    }

    /// A label where one is named.
    fn label(&mut self) -> Parse<Name> {
        if self.is_at(TokenKind::Number) { Ok(self.take_name()) } else { self.name("a label") }
    }

    fn kind_of_statement(&mut self) -> Parse<StmtKind> {
        use TokenKind::*;
        match self.kind() {
            Skip => Ok(self.word(StmtKind::Skip)),
            EndThread => Ok(self.word(StmtKind::EndThread)),
            AtomicBegin => Ok(self.word(StmtKind::AtomicBegin)),
            AtomicEnd => Ok(self.word(StmtKind::AtomicEnd)),
            Sync => Ok(self.word(StmtKind::Sync)),
            Assume | Constrain => self.of_condition(StmtKind::Assume),
            Assert => self.of_condition(StmtKind::Assert),
            AbortIf => self.of_condition(StmtKind::AbortIf),
            Decl => {
                self.advance();
                Ok(StmtKind::Decl(self.declarations(DefinitionKind::Local)?))
            }
            Dead => {
                self.advance();
                Ok(StmtKind::Dead(self.list(|parser| parser.name("a variable"))?))
            }
            Goto => {
                self.advance();
                Ok(StmtKind::Goto(self.list(Self::label)?))
            }
            Return => self.returned(),
            If => self.conditional(),
            While => self.repetition(),
            StartThread => self.start_thread(),
            Begin => Ok(StmtKind::Block(self.block()?)),
            Do => self.foreign_loop(),
            Bool if self.is_at_typed_variable() => {
                self.type_before_name("variables are declared with `decl`, without a type: `decl x, y;`");
                Ok(StmtKind::Decl(self.declarations(DefinitionKind::Local)?))
            }
            Print => self.print(),
            Ident if self.is_at_word("atomic") && self.peek(1) == Begin => {
                self.advance();
                Ok(StmtKind::Atomic(self.block()?))
            }
            Ident | Quoted => self.assignment_or_call(),
            _ => Err(self.unexpected("a statement")),
        }
    }

    fn word(&mut self, kind: StmtKind) -> StmtKind {
        self.advance();
        // `atomic_begin()` and the like, as models of C programs write them.
        if self.is_at(TokenKind::LeftParen) && self.peek(1) == TokenKind::RightParen {
            self.advance();
            self.advance();
        }
        kind
    }

    fn of_condition(&mut self, make: fn(Expr) -> StmtKind) -> Parse<StmtKind> {
        self.advance();
        Ok(make(self.expr()?))
    }

    fn returned(&mut self) -> Parse<StmtKind> {
        self.advance();
        if self.is_at(TokenKind::Semicolon) || self.is_at_end_of_statements() {
            return Ok(StmtKind::Return(Vec::new()));
        }
        Ok(StmtKind::Return(self.list(Self::expr)?))
    }

    /// `elsif` goes on in the same list, so that a long chain is not deep.
    fn conditional(&mut self) -> Parse<StmtKind> {
        let opened = self.expect(TokenKind::If)?;
        let mut start = opened;
        let mut arms = Vec::new();
        loop {
            let test = self.test(start, TokenKind::Then);
            if self.is_at(TokenKind::Begin) && self.is_reported() {
                arms.push((test, self.block_for_word(TokenKind::Fi)?));
                return Ok(StmtKind::If { arms, otherwise: Vec::new() });
            }
            arms.push((test, self.statements()));
            start = self.here();
            if self.is_at_elif()
                && let Some(diagnostic) = self.foreign_word()
            {
                self.report(diagnostic);
                self.advance();
            } else if self.eat(TokenKind::Elsif).is_none() {
                break;
            }
        }
        let (mut otherwise, mut has_else_if) = (Vec::new(), false);
        if self.eat(TokenKind::Else).is_some() {
            has_else_if = self.is_at(TokenKind::If);
            otherwise = self.statements();
        }
        self.close_block(TokenKind::Fi, opened, has_else_if);
        Ok(StmtKind::If { arms, otherwise })
    }

    fn repetition(&mut self) -> Parse<StmtKind> {
        let start = self.expect(TokenKind::While)?;
        let test = self.test(start, TokenKind::Do);
        if self.is_at(TokenKind::Begin) && self.is_reported() {
            return Ok(StmtKind::While { test, body: self.block_for_word(TokenKind::Od)? });
        }
        let body = self.statements();
        self.close_block(TokenKind::Od, start, false);
        Ok(StmtKind::While { test, body })
    }

    /// A condition and the word behind it. A mistake is passed, so that what follows is still known to be inside.
    fn test(&mut self, start: Span, behind: TokenKind) -> Test {
        let condition = self.expr();
        let span = self.since(start);
        match condition {
            Ok(condition) => {
                if self.eat(behind).is_none() {
                    let help = match behind {
                        TokenKind::Then => "write `if c then .. elsif c then .. else .. fi`",
                        _ => "write `while c do .. od`",
                    };
                    self.unexpected_with(&behind.to_string(), Some(help));
                }
                Test { condition, span }
            }
            Err(_) => {
                self.skip_to_word(behind);
                Test { condition: Expr::Choice, span }
            }
        }
    }

    /// Goes behind this word, if it comes before the end of the statement.
    fn skip_to_word(&mut self, word: TokenKind) {
        while !self.is_at(word) && !self.is_at(TokenKind::Semicolon) && !self.is_at_end_of_statements() {
            self.advance();
        }
        self.eat(word);
    }

    pub(super) fn block(&mut self) -> Parse<Vec<Stmt>> {
        self.expect(TokenKind::Begin)?;
        let body = self.statements();
        self.expect(TokenKind::End)?;
        Ok(body)
    }

    fn start_thread(&mut self) -> Parse<StmtKind> {
        self.advance();
        if self.eat(TokenKind::Goto).is_some() {
            return Ok(StmtKind::StartThreadAt(self.label()?));
        }
        if !self.is_at_name() {
            let help =
                "a thread starts at a label, `start_thread goto L;`, or in a procedure, `start_thread f();`";
            return Err(self.unexpected_with("`goto` or a procedure", Some(help)));
        }
        let callee = self.take_name();
        if !self.is_at(TokenKind::LeftParen) {
            let help =
                "a procedure is started with parentheses, `start_thread f();`, and a label with `goto`";
            return Err(self.unexpected_with("`(`", Some(help)));
        }
        let args = self.in_parens(Self::expr)?;
        Ok(StmtKind::StartThread { callee, args })
    }

    /// `print(x, y)`, `print("text", x)`, and without parentheses.
    fn print(&mut self) -> Parse<StmtKind> {
        self.advance();
        let has_parens = self.eat(TokenKind::LeftParen).is_some();
        let mut text = String::new();
        let mut args = Vec::new();
        while !matches!(self.kind(), TokenKind::RightParen | TokenKind::Semicolon) {
            if self.is_at(TokenKind::String) {
                text.push_str(self.token_text().trim_matches('"'));
                self.advance();
            } else {
                args.push(self.expr()?);
            }
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if has_parens {
            self.expect(TokenKind::RightParen)?;
        }
        Ok(StmtKind::Print { text, args })
    }

    fn assignment_or_call(&mut self) -> Parse<StmtKind> {
        if let Some(kind) = self.foreign_call() {
            return kind;
        }
        if self.is_at_call() {
            let (callee, args) = self.call()?;
            return Ok(StmtKind::Call { targets: Vec::new(), callee, args });
        }
        let next = self.peek(1);
        if !matches!(next, TokenKind::Becomes | TokenKind::Comma)
            && let Some(diagnostic) = self.foreign_word()
        {
            return Err(self.report(diagnostic));
        }
        let is_atomic = self.is_at_word("atomic");
        let targets = self.list(Self::target)?;
        if self.eat(TokenKind::Becomes).is_none() {
            let is_sign = self.is_at(TokenKind::Equal);
            let failed = self.no_becomes(is_atomic);
            if !is_sign {
                return Err(failed);
            }
            self.advance();
        }
        if self.is_at_call() {
            let (callee, args) = self.call()?;
            self.check_behind_call(callee)?;
            return Ok(StmtKind::Call { targets, callee, args });
        }
        let values = self.list(Self::expr)?;
        let constrain = match self.eat(TokenKind::Constrain) {
            Some(_) => Some(self.expr()?),
            None => None,
        };
        Ok(StmtKind::Assign { targets, values, constrain })
    }

    /// What a user may have meant who began a statement with a name.
    fn no_becomes(&mut self, is_atomic: bool) -> Failed {
        let help = match self.kind() {
            TokenKind::Equal => Some("assignment is `:=`; `=` compares"),
            _ if is_atomic => Some("an atomic section is written `atomic begin .. end`"),
            TokenKind::Semicolon => Some("a procedure is called with parentheses: `f();`"),
            TokenKind::And | TokenKind::Or | TokenKind::Xor => Some("write the variable again: `x := x | y`"),
            TokenKind::LeftBracket => Some("there are no arrays: use one variable for each element"),
            _ => None,
        };
        self.unexpected_with("`:=`", help)
    }

    /// A call is the whole right side: no operand, and not one value among others.
    fn check_behind_call(&mut self, callee: Name) -> Parse<()> {
        use TokenKind::*;
        match self.kind() {
            Constrain => {
                let help = "a call has no constraint: write `assume` behind it";
                Err(self.unexpected_with("`;`", Some(help)))
            }
            And | Or | Xor | Equal | NotEqual | Implies | Iff | Question | Comma => {
                Err(self.call_in_expression(callee))
            }
            _ => Ok(()),
        }
    }

    fn target(&mut self) -> Parse<Option<Name>> {
        if self.is_at_word("_") {
            self.advance();
            return Ok(None);
        }
        Ok(Some(self.name("a variable")?))
    }

    /// `f(` or `call f`; `call(` is a call of a procedure with this name.
    fn is_at_call(&self) -> bool {
        self.is_at_name() && self.peek(1) == TokenKind::LeftParen || self.is_at_call_word()
    }

    /// `call f`, where `call` is no name: two names never stand side by side.
    pub(super) fn is_at_call_word(&self) -> bool {
        self.is_at_word("call") && self.peek(1).is_name()
    }

    fn call(&mut self) -> Parse<(Name, Vec<Expr>)> {
        if self.is_at_call_word() {
            self.advance();
        }
        let callee = self.take_name();
        if !self.is_at(TokenKind::LeftParen) {
            let help = "a procedure is called with parentheses: `call f();`";
            return Err(self.unexpected_with("`(`", Some(help)));
        }
        Ok((callee, self.in_parens(Self::expr)?))
    }
}
