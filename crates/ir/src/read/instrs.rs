//! Reads instructions.

use super::lexer::Token;
use super::procs::Code;
use super::{Read, Reader};
use crate::instr::{
    CheckOp, Choice, ChoiceOp, CollectionOp, Element, Expr, FaultKind, HeapOp, NullPolicy, Op, Place,
    ThreadOp,
};
use crate::types::{IntType, Type};

impl Reader<'_> {
    /// A line of a block, from behind its step mark.
    pub(super) fn code(&mut self) -> Read<Code> {
        if self.is_place() {
            return self.code_with_results();
        }
        let Token::Word(word) = self.peek() else { return self.unexpected("an instruction") };
        if let Some(terminator) = self.terminator(word)? {
            return Ok(Code::Terminator(terminator));
        }
        match self.effect(word)? {
            Some(op) => Ok(Code::Instr(op)),
            None => self.unexpected("an instruction"),
        }
    }

    /// `v0 = ...`, or `v0, v1 =` with a `call` or a `havoc`.
    fn code_with_results(&mut self) -> Read<Code> {
        let results = self.one_or_more(Self::place)?;
        self.expect_sign("=")?;
        if self.accept_word("havoc") {
            return Ok(Code::Instr(self.havoc(results)?));
        }
        if self.is_word("call") || results.len() > 1 {
            return Ok(Code::Terminator(self.call(results)?));
        }
        Ok(Code::Instr(self.assignment(results[0])?))
    }

    /// What stands behind `v0 =`.
    fn assignment(&mut self, dst: Place) -> Read<Op> {
        if self.accept_word("load") {
            self.load(dst)
        } else if self.accept_word("new") {
            let class = self.id()?;
            let length = if self.accept_sign("[") { Some(self.index()?) } else { None };
            Ok(Op::Heap(HeapOp::New { dst, class, length }))
        } else if self.accept_word("cast") {
            let object = self.operand()?;
            self.expect_word("to")?;
            Ok(Op::Heap(HeapOp::Cast { dst, object, class: self.id()? }))
        } else if self.accept_word("instance") {
            let object = self.operand()?;
            self.expect_word("of")?;
            Ok(Op::Heap(HeapOp::InstanceOf { dst, object, class: self.id()? }))
        } else if self.accept_word("size") {
            Ok(Op::Collection(CollectionOp::Size { dst, object: self.expr()? }))
        } else if self.accept_word("admits") {
            let (array, value) = self.pair()?;
            Ok(Op::Collection(CollectionOp::Admits { dst, array, value }))
        } else if self.accept_word("contains") {
            let (set, element) = self.set_and_element()?;
            Ok(Op::Collection(CollectionOp::Contains { dst, set, element }))
        } else if self.accept_word("choose") {
            Ok(Op::Choice(ChoiceOp::Choose { dst, from: self.choice()? }))
        } else {
            Ok(Op::Assign { dst, value: self.expr()? })
        }
    }

    /// An instruction without a result; `None` if it does not begin with this word.
    fn effect(&mut self, word: &str) -> Read<Option<Op>> {
        let known = [
            "store",
            "insert",
            "remove",
            "union",
            "difference",
            "send",
            "assume",
            "assert",
            "fault",
            "accept",
            "trace",
            "output",
            "havoc",
            "spawn",
            "atomic",
            "yield",
        ];
        if !known.contains(&word) {
            return Ok(None);
        }
        self.advance();
        let op = match word {
            "store" => self.store()?,
            "insert" => {
                let (set, element) = self.set_and_element()?;
                Op::Collection(CollectionOp::SetAdd { set, element })
            }
            "remove" => {
                let (set, element) = self.set_and_element()?;
                Op::Collection(CollectionOp::SetRemove { set, element })
            }
            "union" => {
                let (set, other) = self.pair()?;
                Op::Collection(CollectionOp::SetUnion { set, other })
            }
            "difference" => {
                let (set, other) = self.pair()?;
                Op::Collection(CollectionOp::SetDifference { set, other })
            }
            "send" => {
                let (channel, message) = self.pair()?;
                Op::Collection(CollectionOp::Send { channel, message })
            }
            "assume" => Op::Check(CheckOp::Assume { condition: self.expr()? }),
            "accept" => Op::Check(CheckOp::Accept { condition: self.expr()? }),
            "assert" => {
                let condition = self.expr()?;
                let message = if self.accept_sign(",") { Some(self.string()?) } else { None };
                Op::Check(CheckOp::Assert { condition, message })
            }
            "fault" => Op::Check(CheckOp::Fault { kind: self.fault()? }),
            "trace" => self.trace()?,
            "output" => self.output()?,
            "havoc" => self.havoc(Vec::new())?,
            "spawn" => {
                let (proc, args) = self.invocation()?;
                Op::Thread(ThreadOp::Spawn { proc, args })
            }
            "atomic" if self.accept_word("begin") => Op::Thread(ThreadOp::AtomicBegin),
            "atomic" => {
                self.expect_word("end")?;
                Op::Thread(ThreadOp::AtomicEnd)
            }
            _ => Op::Thread(ThreadOp::Yield),
        };
        Ok(Some(op))
    }

    fn null_policy(&mut self) -> NullPolicy {
        if self.accept_word("total") { NullPolicy::Total } else { NullPolicy::Fault }
    }

    fn load(&mut self, dst: Place) -> Read<Op> {
        let null = self.null_policy();
        let object = self.operand()?;
        if null == NullPolicy::Fault && self.accept_sign("[") {
            return Ok(Op::Collection(CollectionOp::LoadElement {
                dst,
                array: object,
                index: self.index()?,
            }));
        }
        self.expect_sign(".")?;
        Ok(Op::Heap(HeapOp::Load { dst, object, field: self.id()?, null }))
    }

    fn store(&mut self) -> Read<Op> {
        let null = self.null_policy();
        let object = self.operand()?;
        if null == NullPolicy::Fault && self.accept_sign("[") {
            let index = self.index()?;
            self.expect_sign("=")?;
            return Ok(Op::Collection(CollectionOp::StoreElement {
                array: object,
                index,
                value: self.expr()?,
            }));
        }
        self.expect_sign(".")?;
        let field = self.id()?;
        self.expect_sign("=")?;
        Ok(Op::Heap(HeapOp::Store { object, field, value: self.expr()?, null }))
    }

    /// An expression and the bracket behind it.
    fn index(&mut self) -> Read<Expr> {
        let index = self.expr()?;
        self.expect_sign("]")?;
        Ok(index)
    }

    fn pair(&mut self) -> Read<(Expr, Expr)> {
        let left = self.expr()?;
        self.expect_sign(",")?;
        Ok((left, self.expr()?))
    }

    fn set_and_element(&mut self) -> Read<(Expr, Element)> {
        let set = self.expr()?;
        self.expect_sign(",")?;
        if !self.accept_word("record") {
            return Ok((set, Element::Value(self.expr()?)));
        }
        self.expect_sign("(")?;
        Ok((set, Element::Record(self.commas(")", Self::expr)?)))
    }

    fn choice(&mut self) -> Read<Choice> {
        if self.accept_word("in") {
            return Ok(Choice::Element(self.expr()?));
        }
        if self.accept_word("any") {
            return Ok(Choice::Any(self.ty()?));
        }
        if let Some(id) = self.accept_id() {
            return Ok(Choice::Enum(id));
        }
        if self.accept_word("bool") {
            return Ok(Choice::Bool);
        }
        match self.peek() {
            Token::Int(_) | Token::Sign("-") => match self.ty()? {
                Type::Int(IntType::Range { lo, hi }) => Ok(Choice::Range { lo, hi }),
                _ => self.unexpected("a range"),
            },
            _ => self.unexpected("`bool`, a range, an enum, `any` or `in`"),
        }
    }

    /// The references that a havoc begins at.
    fn havoc(&mut self, dst: Vec<Place>) -> Read<Op> {
        let at_line_end = matches!(self.peek(), Token::Newline | Token::End);
        let reach = if at_line_end { Vec::new() } else { self.one_or_more(Self::expr)? };
        Ok(Op::Choice(ChoiceOp::Havoc { reach, dst }))
    }

    fn trace(&mut self) -> Read<Op> {
        let text = self.string()?;
        let mut args = Vec::new();
        while self.accept_sign(",") {
            args.push(self.expr()?);
        }
        Ok(Op::Check(CheckOp::Trace { text, args }))
    }

    fn output(&mut self) -> Read<Op> {
        let error = self.accept_word("error");
        Ok(Op::Check(CheckOp::Output { error, unit: self.expr()? }))
    }

    /// Words with hyphens between.
    fn fault(&mut self) -> Read<FaultKind> {
        let start = self.span();
        let mut slug = String::new();
        while let Token::Word(word) = self.peek() {
            slug.push_str(word);
            self.advance();
            if !self.accept_sign("-") {
                break;
            }
            slug.push('-');
        }
        if slug == "unhandled-exception" {
            return Ok(FaultKind::UnhandledException(self.string()?));
        }
        if slug == "failed-cast" {
            return Ok(FaultKind::FailedCast { object: self.string()?, class: self.string()? });
        }
        if slug == "array-store" {
            return Ok(FaultKind::ArrayStore { array: self.string()?, object: self.string()? });
        }
        let kinds = [
            FaultKind::NullDereference,
            FaultKind::IndexOutOfBounds,
            FaultKind::DivisionByZero,
            FaultKind::Overflow,
            FaultKind::OutOfRange,
            FaultKind::NegativeLength,
            FaultKind::EmptyChoice,
            FaultKind::BlockingInAtomic,
        ];
        match kinds.into_iter().find(|kind| kind.slug() == slug) {
            Some(kind) => Ok(kind),
            None => {
                let span = self.span_from(start);
                self.error(&crate::codes::UNEXPECTED_TOKEN, format!("there is no fault {slug:?}"), span)
            }
        }
    }
}
