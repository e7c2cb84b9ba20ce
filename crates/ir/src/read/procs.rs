//! Reads procedures, their locals and their blocks.

use base::{IndexVec, Span};

use super::lexer::Token;
use super::{MAX_ERRORS, Read, Reader};
use crate::codes;
use crate::instr::{Instr, Op, Site, TermOp, Terminator};
use crate::labels::{Label, LabelKind};
use crate::program::{Block, BlockId, Local, LocalKind, Proc};

/// What one line of a block is.
pub(super) enum Code {
    Instr(Op),
    Terminator(TermOp),
}

/// The block being read.
struct OpenBlock {
    span: Span,
    instrs: Vec<Instr>,
    terminator: Option<Terminator>,
}

impl Reader<'_> {
    /// A procedure, from behind its first word. Mistakes in the body are reported line by line.
    pub(super) fn proc(&mut self, start: Span) -> Read<()> {
        (self.locals, self.labels) = (IndexVec::new(), Vec::new());
        self.next_id(self.program.procs.next_id())?;
        let name = self.name();
        self.expect_sign("(")?;
        self.commas(")", Self::param)?;
        let n_params = self.locals.len();
        let results = if self.accept_sign("->") {
            self.expect_sign("(")?;
            self.commas(")", Self::ty)?
        } else {
            Vec::new()
        };
        let observer = self.accept_word("observer");
        let span = Some(self.span_from(start));
        self.expect_sign("{")?;
        self.expect_line_end()?;
        let blocks = self.body()?;
        let (locals, labels) = (std::mem::take(&mut self.locals), std::mem::take(&mut self.labels));
        self.program.procs.push(Proc { name, n_params, results, locals, blocks, labels, observer, span });
        Ok(())
    }

    fn param(&mut self) -> Read<()> {
        let kind = if self.accept_word("temp") { LocalKind::Temp } else { LocalKind::User };
        self.local(kind)
    }

    fn local(&mut self, kind: LocalKind) -> Read<()> {
        let start = self.span();
        self.next_id(self.locals.next_id())?;
        let name = self.name();
        self.expect_sign(":")?;
        let ty = self.ty()?;
        let span = Some(self.span_from(start));
        self.locals.push(Local { name, ty, kind, span });
        Ok(())
    }

    /// Everything up to the closing brace, which is read too.
    fn body(&mut self) -> Read<IndexVec<BlockId, Block>> {
        let mut blocks = IndexVec::new();
        let mut open: Option<OpenBlock> = None;
        loop {
            self.skip_newlines();
            if self.accept_sign("}") {
                self.close_block(open.take(), &mut blocks);
                return Ok(blocks);
            }
            if *self.peek() == Token::End || self.is_word("proc") {
                return self.unexpected("`}`");
            }
            if self.errors.len() > MAX_ERRORS {
                return Err(super::Reported);
            }
            if self.line(&mut open, &mut blocks).is_err() {
                self.skip_line();
            }
        }
    }

    /// A local, the head of a block, a label, or an instruction.
    fn line(&mut self, open: &mut Option<OpenBlock>, blocks: &mut IndexVec<BlockId, Block>) -> Read<()> {
        if open.is_none() && self.accept_word("local") {
            self.local(LocalKind::User)?;
        } else if open.is_none() && self.accept_word("temp") {
            self.local(LocalKind::Temp)?;
        } else if self.peek_id::<BlockId>().is_some() {
            let span = self.span();
            self.close_block(open.take(), blocks);
            *open = Some(OpenBlock { span, instrs: Vec::new(), terminator: None });
            self.next_id(blocks.next_id())?;
            self.expect_sign(":")?;
        } else {
            match open {
                Some(block) if self.is_word("label") || self.is_word("stuck") => {
                    self.label(block, blocks.next_id())?;
                }
                Some(block) => self.code_line(block)?,
                None => return self.unexpected("`local`, `temp` or a block such as `block0:`"),
            }
        }
        self.expect_line_end()
    }

    /// A label of the instruction or terminator that comes next.
    fn label(&mut self, open: &OpenBlock, block: BlockId) -> Read<()> {
        let start = self.span();
        let kind = if self.accept_word("stuck") {
            LabelKind::Stuck
        } else {
            self.expect_word("label")?;
            LabelKind::Named(self.string()?)
        };
        let span = self.span_from(start);
        if open.terminator.is_some() {
            return self.error(&codes::NO_TERMINATOR, "the block has ended before this label", span);
        }
        self.labels.push(Label { kind, span: Some(span), block, index: open.instrs.len() });
        Ok(())
    }

    fn code_line(&mut self, block: &mut OpenBlock) -> Read<()> {
        let step = self.accept_sign("*");
        let start = self.span();
        let code = match self.code() {
            Ok(code) => code,
            Err(reported) => {
                // A broken last line was perhaps the terminator, so a missing one is no news.
                let op = TermOp::Return { values: Vec::new() };
                block.terminator.get_or_insert(Terminator { op, site: Site::default() });
                return Err(reported);
            }
        };
        let site = Site { span: Some(self.span_from(start)), step };
        match code {
            _ if block.terminator.is_some() && self.errors.is_empty() => {
                let span = self.span_from(start);
                return self.error(&codes::NO_TERMINATOR, "the block has ended before this line", span);
            }
            Code::Instr(op) => block.instrs.push(Instr { op, site }),
            Code::Terminator(op) => block.terminator = Some(Terminator { op, site }),
        }
        Ok(())
    }

    /// Keeps the numbers of blocks right even if the block has no end, which is reported.
    fn close_block(&mut self, open: Option<OpenBlock>, blocks: &mut IndexVec<BlockId, Block>) {
        let Some(OpenBlock { span, instrs, terminator }) = open else { return };
        let terminator = terminator.unwrap_or_else(|| {
            // The error is recorded; what stands for the terminator never leaves the reader.
            let _ = self.error::<()>(&codes::NO_TERMINATOR, "the block has no end", span);
            Terminator { op: TermOp::Return { values: Vec::new() }, site: Site::default() }
        });
        blocks.push(Block { instrs, terminator });
    }
}
