//! Reads terminators, calls and guards.

use super::lexer::Token;
use super::{Read, Reader};
use crate::instr::{Expr, Guard, Join, Place, Probe, TermOp};
use crate::program::{BlockId, ProcId};

impl Reader<'_> {
    /// A terminator; `None` if none begins with this word.
    pub(super) fn terminator(&mut self, word: &str) -> Read<Option<TermOp>> {
        if word == "call" {
            return Ok(Some(self.call(Vec::new())?));
        }
        if !matches!(word, "goto" | "branch" | "switch" | "return" | "select" | "opaque") {
            return Ok(None);
        }
        self.advance();
        let at_line_end = matches!(self.peek(), Token::Newline | Token::End);
        let op = match word {
            "goto" if at_line_end => TermOp::Goto { targets: Vec::new() },
            "goto" => TermOp::Goto { targets: self.one_or_more(Self::id)? },
            "branch" => self.branch()?,
            "switch" => self.switch()?,
            "return" if at_line_end => TermOp::Return { values: Vec::new() },
            "return" => TermOp::Return { values: self.one_or_more(Self::expr)? },
            "opaque" => TermOp::Opaque { reason: self.string()? },
            _ => self.select()?,
        };
        Ok(Some(op))
    }

    fn branch(&mut self) -> Read<TermOp> {
        let condition = self.expr()?;
        self.expect_sign(",")?;
        let then_to = self.id()?;
        self.expect_sign(",")?;
        Ok(TermOp::Branch { condition, then_to, else_to: self.id()? })
    }

    fn switch(&mut self) -> Read<TermOp> {
        if self.accept_word("class") {
            let object = self.expr()?;
            let (cases, default) = self.cases(Self::id)?;
            return Ok(TermOp::SwitchClass { object, cases, default });
        }
        let value = self.expr()?;
        let (cases, default) = self.cases(Self::integer)?;
        Ok(TermOp::Switch { value, cases, default })
    }

    /// `{ case -> block0, else -> block1 }`.
    fn cases<T>(&mut self, mut case: impl FnMut(&mut Self) -> Read<T>) -> Read<(Vec<(T, BlockId)>, BlockId)> {
        let mut cases = Vec::new();
        self.expect_sign("{")?;
        while !self.accept_word("else") {
            let value = case(self)?;
            cases.push((value, self.target()?));
            self.expect_sign(",")?;
        }
        let default = self.target()?;
        self.expect_sign("}")?;
        Ok((cases, default))
    }

    /// `-> block0`.
    fn target(&mut self) -> Read<BlockId> {
        self.expect_sign("->")?;
        self.id()
    }

    pub(super) fn call(&mut self, results: Vec<Place>) -> Read<TermOp> {
        self.expect_word("call")?;
        let (proc, args) = self.invocation()?;
        Ok(TermOp::Call { proc, args, results, next: self.target()? })
    }

    /// A procedure and its arguments.
    pub(super) fn invocation(&mut self) -> Read<(ProcId, Vec<Expr>)> {
        let proc = self.id()?;
        self.expect_sign("(")?;
        Ok((proc, self.commas(")", Self::expr)?))
    }

    fn select(&mut self) -> Read<TermOp> {
        let first = self.accept_word("first");
        let end = self.accept_word("end");
        self.expect_sign("{")?;
        let joins = self.separated(Self::join)?;
        Ok(TermOp::Select { joins, first, end })
    }

    fn join(&mut self) -> Read<Join> {
        let start = self.span();
        let guards = if self.is_sign("->") { Vec::new() } else { self.one_or_more(Self::guard)? };
        let target = self.target()?;
        Ok(Join { guards, target, span: Some(self.span_from(start)) })
    }

    fn guard(&mut self) -> Read<Guard> {
        if self.accept_word("always") {
            Ok(Guard::Always)
        } else if self.accept_word("wait") {
            Ok(Guard::Wait(self.probe()?))
        } else if self.is_place() {
            let dst = self.place()?;
            self.expect_sign("=")?;
            self.expect_word("receive")?;
            Ok(Guard::Receive { channel: self.probe()?, dst })
        } else {
            self.unexpected("`wait`, `always` or a variable that receives")
        }
    }

    fn probe(&mut self) -> Read<Probe> {
        if self.accept_word("call") {
            let (proc, args) = self.invocation()?;
            return Ok(Probe::Call { proc, args });
        }
        Ok(Probe::Expr(self.expr()?))
    }
}
