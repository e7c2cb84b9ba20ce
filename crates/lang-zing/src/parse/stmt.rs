//! Statements.

use base::syntax::Kind;
use base::{DefinitionKind, Diagnostic, Span};

use super::Parser;
use super::operand::starts_expr;
use crate::ast::{Attribute, Block, ExprId, ExprKind, MAX_NESTING, StmtId, StmtKind};
use crate::codes;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Reads a statement. Where there is none, reports it and returns an error node; a `}` is never passed.
    pub(super) fn statement(&mut self) -> StmtId {
        let start = self.here();
        let kind = if self.depth >= MAX_NESTING {
            self.too_deep();
            None
        } else {
            self.depth += 1;
            let kind = self.statement_kind();
            self.depth -= 1;
            kind
        };
        let kind = kind.unwrap_or_else(|| {
            self.skip_statement();
            StmtKind::Error
        });
        let span = self.since(start);
        self.push_stmt(kind, span)
    }

    /// `{ ... }`; nothing is passed if there is no `{`.
    pub(super) fn block(&mut self) -> Option<Block> {
        let open = self.expect(TokenKind::LBrace)?;
        let mut stmts = Vec::new();
        while self.eat(TokenKind::RBrace).is_none() {
            if self.is_at(TokenKind::Eof) || self.is_at_type_decl() || self.is_at_member() {
                self.unclosed(open);
                break;
            }
            let first = self.position();
            stmts.push(self.statement());
            if self.position() == first {
                self.advance();
            }
        }
        Some(Block { stmts, span: self.since(open) })
    }

    /// `None` if there is no statement here, or so little of one that the rest of it is best passed over.
    fn statement_kind(&mut self) -> Option<StmtKind> {
        match self.kind() {
            TokenKind::Semicolon => self.word(StmtKind::Empty),
            TokenKind::LBrace => self.block().map(StmtKind::Block),
            TokenKind::LBracket => self.attributed(),
            TokenKind::Ident => self.name_first(),
            TokenKind::Accept => self.one_condition(StmtKind::Accept),
            TokenKind::Assert => self.assert(),
            TokenKind::Assume => self.one_condition(StmtKind::Assume),
            TokenKind::Async => self.async_call(),
            TokenKind::Atomic => self.atomic(),
            TokenKind::Event => self.event_statement(),
            TokenKind::Foreach => self.foreach(),
            TokenKind::Goto => self.goto(),
            TokenKind::If => self.if_chain(),
            TokenKind::InvokePlugin => self.invoke_plugin(),
            TokenKind::InvokeScheduler => self.invoke_scheduler(),
            TokenKind::Raise => self.raise(),
            TokenKind::Return => self.return_(),
            TokenKind::Select => self.select(),
            TokenKind::Send => self.send(),
            TokenKind::Trace => self.trace(),
            TokenKind::Try => self.try_with(),
            TokenKind::While => self.while_loop(),
            TokenKind::Yield => self.yield_(),
            _ if self.is_at_builtin_type() && self.peek(1) != TokenKind::LParen => self.local(),
            kind if starts_expr(kind) || self.is_keyword_at_start() => self.expression(),
            _ => self.no_statement(),
        }
    }

    fn no_statement(&mut self) -> Option<StmtKind> {
        let help = match self.kind() {
            TokenKind::RBrace => Some("write `;` for a statement that does nothing"),
            TokenKind::Else => Some("`else` follows the one statement or block of an `if`"),
            TokenKind::Wait | TokenKind::Receive | TokenKind::Timeout => {
                Some("this is an alternative: write it within `select { ... }`")
            }
            TokenKind::With => Some("`with` follows the block of a `try`"),
            _ => None,
        };
        self.unexpected_with("a statement", help);
        None
    }

    /// A reserved word used as the name of a variable: `first = 1;`.
    fn is_keyword_at_start(&self) -> bool {
        self.kind().is_keyword() && matches!(self.peek(1), TokenKind::Assign | TokenKind::Dot)
    }

    // ----------------------------------------------------------------- labels, locals, expressions

    fn name_first(&mut self) -> Option<StmtKind> {
        if let Some(foreign) = self.foreign_statement() {
            return Some(foreign);
        }
        match self.peek(1) {
            TokenKind::Colon => self.labelled(),
            TokenKind::Ident => self.local(),
            TokenKind::LBracket if self.peek(2) == TokenKind::RBracket => self.local(),
            next if next.is_keyword() && next != TokenKind::In && self.is_local_with_keyword() => {
                self.local()
            }
            _ => self.expression(),
        }
    }

    /// `T set;` and the like: a declaration, but for the name.
    fn is_local_with_keyword(&self) -> bool {
        matches!(self.peek(2), TokenKind::Semicolon | TokenKind::Assign | TokenKind::Comma)
    }

    fn labelled(&mut self) -> Option<StmtKind> {
        let label = self.declared(DefinitionKind::Label, "a label")?;
        self.expect(TokenKind::Colon)?;
        Some(StmtKind::Labelled { label, body: self.statement() })
    }

    fn local(&mut self) -> Option<StmtKind> {
        let ty = self.ty()?;
        let name = self.ident("the name of a variable")?;
        let declarators = self.declarators_from(name, DefinitionKind::Local);
        self.semicolon("the declaration");
        Some(StmtKind::Local { ty, declarators })
    }

    fn expression(&mut self) -> Option<StmtKind> {
        let expr = self.expr();
        self.semicolon("the statement");
        Some(StmtKind::Expr(expr))
    }

    /// `[A(args)] [B] stmt`
    fn attributed(&mut self) -> Option<StmtKind> {
        let mut attributes = Vec::new();
        while self.is_at(TokenKind::LBracket) {
            attributes.push(self.attribute()?);
        }
        Some(StmtKind::Attributed { attributes, body: self.statement() })
    }

    fn attribute(&mut self) -> Option<Attribute> {
        let start = self.advance();
        let name = self.ident("the name of an attribute")?;
        let args = if self.is_at(TokenKind::LParen) { self.expr_list() } else { Vec::new() };
        self.expect(TokenKind::RBracket)?;
        Some(Attribute { name, args, span: self.since(start) })
    }

    // ----------------------------------------------------------------------------------- control flow

    /// `( e )`. A missing parenthesis is reported, and the condition is read all the same.
    pub(super) fn condition(&mut self) -> ExprId {
        if self.is_at(TokenKind::LParen) {
            self.advance();
            let condition = self.expr();
            self.close_paren();
            return condition;
        }
        self.unexpected_with("`(`", Some("conditions stand in parentheses"));
        let condition = self.expr();
        self.eat(TokenKind::RParen);
        condition
    }

    /// A chain of `else if` is read in a loop, because it may be long.
    fn if_chain(&mut self) -> Option<StmtKind> {
        let mut branches = Vec::new();
        let mut rest = None;
        loop {
            let start = self.advance();
            branches.push((start, self.condition(), self.statement()));
            if self.eat(TokenKind::Else).is_none() {
                break;
            }
            if !self.is_at(TokenKind::If) {
                rest = Some(self.statement());
                break;
            }
        }
        Some(self.link_branches(branches, rest))
    }

    /// Builds the chain from its end, so that parts come before wholes.
    fn link_branches(
        &mut self,
        mut branches: Vec<(Span, ExprId, StmtId)>,
        mut rest: Option<StmtId>,
    ) -> StmtKind {
        loop {
            let Some((start, condition, then_branch)) = branches.pop() else { return StmtKind::Error };
            let kind = StmtKind::If { condition, then_branch, else_branch: rest };
            if branches.is_empty() {
                return kind;
            }
            let span = self.since(start);
            rest = Some(self.push_stmt(kind, span));
        }
    }

    fn while_loop(&mut self) -> Option<StmtKind> {
        self.advance();
        let condition = self.condition();
        Some(StmtKind::While { condition, body: self.statement() })
    }

    /// `foreach (T x in e) stmt`
    fn foreach(&mut self) -> Option<StmtKind> {
        self.advance();
        self.expect(TokenKind::LParen)?;
        let ty = if self.peek(1) == TokenKind::In { None } else { Some(self.ty()?) };
        let variable = self.declared(DefinitionKind::Local, "the name of a variable")?;
        if self.eat(TokenKind::In).is_none() {
            self.unexpected_with("`in`", Some("write `foreach (T x in e)`"));
            return None;
        }
        let collection = self.expr();
        self.close_paren();
        Some(StmtKind::Foreach { ty, variable, collection, body: self.statement() })
    }

    fn atomic(&mut self) -> Option<StmtKind> {
        self.advance();
        self.block().map(StmtKind::Atomic)
    }

    fn goto(&mut self) -> Option<StmtKind> {
        self.advance();
        let label = self.ident("a label")?;
        self.semicolon("the statement");
        Some(StmtKind::Goto(label))
    }

    fn raise(&mut self) -> Option<StmtKind> {
        self.advance();
        let exception = self.ident("the name of an exception")?;
        self.semicolon("the statement");
        Some(StmtKind::Raise(exception))
    }

    fn return_(&mut self) -> Option<StmtKind> {
        self.advance();
        let is_bare = matches!(self.kind(), TokenKind::Semicolon | TokenKind::RBrace | TokenKind::Eof);
        let value = if is_bare { None } else { Some(self.expr()) };
        self.semicolon("the statement");
        Some(StmtKind::Return(value))
    }

    fn yield_(&mut self) -> Option<StmtKind> {
        self.advance();
        self.semicolon("the statement");
        Some(StmtKind::Yield)
    }

    fn async_call(&mut self) -> Option<StmtKind> {
        self.advance();
        let start = self.here();
        let call = self.expr();
        if !matches!(self.exprs[call].kind, ExprKind::Call { .. } | ExprKind::Error) {
            let place = self.since(start);
            self.report(
                Diagnostic::error(&codes::ASYNC_NEEDS_CALL, "`async` starts a method, and this is no call.")
                    .at(place, "not a call")
                    .help("write `async method(arguments);`"),
            );
            self.semicolon("the statement");
            return Some(StmtKind::Error);
        }
        self.semicolon("the statement");
        Some(StmtKind::Async(call))
    }

    // --------------------------------------------------------------------------- checks and messages

    /// A keyword that is a whole statement.
    fn word(&mut self, kind: StmtKind) -> Option<StmtKind> {
        self.advance();
        Some(kind)
    }

    fn one_condition(&mut self, make: fn(ExprId) -> StmtKind) -> Option<StmtKind> {
        self.advance();
        let condition = self.condition();
        self.semicolon("the statement");
        Some(make(condition))
    }

    /// `assert(e)` or `assert(e, "message")`
    fn assert(&mut self) -> Option<StmtKind> {
        self.advance();
        self.expect(TokenKind::LParen)?;
        let condition = self.expr();
        let message = if self.eat(TokenKind::Comma).is_some() { self.string() } else { None };
        self.close_paren();
        self.semicolon("the statement");
        Some(StmtKind::Assert { condition, message })
    }

    fn event_statement(&mut self) -> Option<StmtKind> {
        let parts = self.event()?;
        self.semicolon("the statement");
        Some(StmtKind::Event(parts))
    }

    /// `event(e, e, e)`, as a statement or as an alternative of `select`.
    pub(super) fn event(&mut self) -> Option<[ExprId; 3]> {
        self.advance();
        self.expect(TokenKind::LParen)?;
        let first = self.expr();
        let second = self.expr_after_comma();
        let third = self.expr_after_comma();
        self.close_paren();
        Some([first, second, third])
    }

    /// `, e`
    pub(super) fn expr_after_comma(&mut self) -> ExprId {
        self.expect(TokenKind::Comma);
        self.expr()
    }

    fn send(&mut self) -> Option<StmtKind> {
        self.advance();
        self.expect(TokenKind::LParen)?;
        let channel = self.expr();
        let value = self.expr_after_comma();
        self.close_paren();
        self.semicolon("the statement");
        Some(StmtKind::Send { channel, value })
    }

    fn trace(&mut self) -> Option<StmtKind> {
        self.advance();
        self.expect(TokenKind::LParen)?;
        let format = self.string()?;
        let args = self.more_args();
        Some(StmtKind::Trace { format, args })
    }

    fn invoke_plugin(&mut self) -> Option<StmtKind> {
        self.advance();
        self.expect(TokenKind::LParen)?;
        let plugin = self.string()?;
        let args = self.more_args();
        Some(StmtKind::InvokePlugin { plugin, args })
    }

    /// `, e, e );`
    fn more_args(&mut self) -> Vec<ExprId> {
        let mut args = Vec::new();
        while self.eat(TokenKind::Comma).is_some() {
            args.push(self.expr());
        }
        self.close_list();
        self.semicolon("the statement");
        args
    }

    fn invoke_scheduler(&mut self) -> Option<StmtKind> {
        self.advance();
        let args = self.expr_list();
        self.semicolon("the statement");
        Some(StmtKind::InvokeScheduler(args))
    }
}
