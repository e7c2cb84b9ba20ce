//! Expressions: operators and brackets.
//!
//! Operator precedence with an explicit stack. The parser is in one of two states: it wants an operand, or it
//! has one and looks at what follows. What is begun and not finished (`a +`, `f(x,`, `-`) waits on the stack of
//! frames. The precedences are those of C, with `in` among the relations.

use base::Span;

use super::Parser;
use crate::ast::{Arg, BinaryOp, ExprId, ExprKind, MAX_NESTING, TypeOrExpr, TypeRef, UnaryOp};
use crate::codes;
use crate::token::TokenKind;

/// An expression that is complete so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) id: ExprId,
    /// Includes parentheses around it, unlike the span of the node.
    pub(super) span: Span,
}

/// An expression that waits for its last part.
#[derive(Debug)]
pub(super) enum Pending {
    Unary { op: UnaryOp, start: Span },
    Binary { op: BinaryOp, op_span: Span, left: Operand, precedence: u8 },
    Assign { target: Operand },
    Paren { open: Span },
    Index { base: Operand },
    Call { callee: Operand, args: Vec<Arg>, out: Option<Span> },
    NewArray { start: Span, ty: TypeRef },
    Sizeof { start: Span },
    Choose { start: Span },
}

/// What the parser does next.
pub(super) enum Step {
    Want,
    Have(Operand),
    Done(ExprId),
}

const BRACKET: u8 = 0;
const ASSIGNMENT: u8 = 1;
const UNARY: u8 = 12;

/// The binary operator that a token is, and how strongly it binds.
pub(super) fn binary_op(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        TokenKind::PipePipe => (BinaryOp::Or, 2),
        TokenKind::AmpAmp => (BinaryOp::And, 3),
        TokenKind::Pipe => (BinaryOp::BitOr, 4),
        TokenKind::Caret => (BinaryOp::BitXor, 5),
        TokenKind::Amp => (BinaryOp::BitAnd, 6),
        TokenKind::EqEq => (BinaryOp::Eq, 7),
        TokenKind::NotEq => (BinaryOp::Ne, 7),
        TokenKind::Less => (BinaryOp::Lt, 8),
        TokenKind::LessEq => (BinaryOp::Le, 8),
        TokenKind::Greater => (BinaryOp::Gt, 8),
        TokenKind::GreaterEq => (BinaryOp::Ge, 8),
        TokenKind::In => (BinaryOp::In, 8),
        TokenKind::Shl => (BinaryOp::Shl, 9),
        TokenKind::Shr => (BinaryOp::Shr, 9),
        TokenKind::Plus => (BinaryOp::Add, 10),
        TokenKind::Minus => (BinaryOp::Sub, 10),
        TokenKind::Star => (BinaryOp::Mul, 11),
        TokenKind::Slash => (BinaryOp::Div, 11),
        TokenKind::Percent => (BinaryOp::Rem, 11),
        _ => return None,
    })
}

impl Pending {
    fn precedence(&self) -> u8 {
        match self {
            Pending::Unary { .. } => UNARY,
            Pending::Binary { precedence, .. } => *precedence,
            Pending::Assign { .. } => ASSIGNMENT,
            Pending::Paren { .. }
            | Pending::Index { .. }
            | Pending::Call { .. }
            | Pending::NewArray { .. }
            | Pending::Sizeof { .. }
            | Pending::Choose { .. } => BRACKET,
        }
    }

    fn is_bracket(&self) -> bool {
        self.precedence() == BRACKET
    }

    /// Whether the frame becomes a node. Parentheses do not, and may nest without limit.
    fn counts_as_nesting(&self) -> bool {
        !matches!(self, Pending::Paren { .. })
    }

    fn closer(&self) -> TokenKind {
        match self {
            Pending::Index { .. } | Pending::NewArray { .. } => TokenKind::RBracket,
            _ => TokenKind::RParen,
        }
    }
}

impl Parser<'_> {
    /// Reads an expression. Where there is none, reports it and returns an error node without passing a token.
    pub(super) fn expr(&mut self) -> ExprId {
        debug_assert!(self.frames.is_empty(), "expressions do not contain statements");
        let mut step = Step::Want;
        loop {
            step = match step {
                Step::Want => self.want_operand(),
                Step::Have(operand) => self.have_operand(operand),
                Step::Done(id) => return id,
            };
        }
    }

    /// `( e, e, ... )`
    pub(super) fn expr_list(&mut self) -> Vec<ExprId> {
        let mut items = Vec::new();
        if self.expect(TokenKind::LParen).is_none() || self.eat(TokenKind::RParen).is_some() {
            return items;
        }
        items.push(self.expr());
        while self.eat(TokenKind::Comma).is_some() {
            items.push(self.expr());
        }
        self.close_list();
        items
    }

    // ----------------------------------------------------------------------------------- the frames

    /// Begins an expression whose next part is an operand.
    pub(super) fn push_frame(&mut self, frame: Pending) -> Step {
        if frame.counts_as_nesting() {
            if self.depth + self.frame_nesting >= MAX_NESTING {
                return self.abandon_deep_expression();
            }
            self.frame_nesting += 1;
        }
        self.frames.push(frame);
        Step::Want
    }

    fn pop_frame(&mut self) -> Option<Pending> {
        let frame = self.frames.pop()?;
        self.frame_nesting -= usize::from(frame.counts_as_nesting());
        Some(frame)
    }

    fn abandon_deep_expression(&mut self) -> Step {
        self.too_deep();
        let brackets = self.frames.iter().filter(|frame| frame.is_bracket()).count();
        self.skip_expression(brackets);
        self.abandon()
    }

    /// Gives the whole expression up.
    fn abandon(&mut self) -> Step {
        self.frames.clear();
        self.frame_nesting = 0;
        Step::Done(self.push_expr(ExprKind::Error, self.before()))
    }

    /// Completes the waiting expressions that bind at least as strongly as `precedence`.
    fn reduce(&mut self, mut operand: Operand, precedence: u8) -> Operand {
        while self.frames.last().is_some_and(|frame| frame.precedence() >= precedence) {
            let Some(frame) = self.pop_frame() else { break };
            operand = self.complete(frame, operand, operand.span);
        }
        operand
    }

    /// The expression that a frame and its last part make; it ends where `end` ends.
    fn complete(&mut self, frame: Pending, last: Operand, end: Span) -> Operand {
        let (start, kind) = match frame {
            // The node is there already; only its surroundings have grown.
            Pending::Paren { open } => return Operand { id: last.id, span: open.to(end) },
            Pending::Unary { op, start } => (start, ExprKind::Unary { op, operand: last.id }),
            Pending::Binary { op, op_span, left, precedence: _ } => {
                (left.span, ExprKind::Binary { op, op_span, left: left.id, right: last.id })
            }
            Pending::Assign { target } => {
                (target.span, ExprKind::Assign { target: target.id, value: last.id })
            }
            Pending::Index { base } => (base.span, ExprKind::Index { base: base.id, index: last.id }),
            Pending::Call { callee, mut args, out } => {
                args.push(Arg { out, value: last.id });
                (callee.span, ExprKind::Call { callee: callee.id, args })
            }
            Pending::NewArray { start, ty } => (start, ExprKind::New { ty, size: Some(last.id) }),
            Pending::Sizeof { start } => (start, ExprKind::Sizeof(TypeOrExpr::Expr(last.id))),
            Pending::Choose { start } => (start, ExprKind::Choose(TypeOrExpr::Expr(last.id))),
        };
        self.operand(kind, start.to(end))
    }

    pub(super) fn operand(&mut self, kind: ExprKind, span: Span) -> Operand {
        Operand { id: self.push_expr(kind, span), span }
    }

    // ----------------------------------------------------------------------------- behind an operand

    fn have_operand(&mut self, operand: Operand) -> Step {
        match self.kind() {
            TokenKind::Dot => self.field(operand),
            TokenKind::LBracket => self.open_index(operand),
            TokenKind::LParen => self.open_call(operand),
            TokenKind::Arrow if self.peek(1) == TokenKind::Ident => {
                self.unexpected("`.`");
                self.field(operand)
            }
            TokenKind::PlusPlus | TokenKind::MinusMinus => {
                self.unexpected("an operator");
                self.advance();
                Step::Have(operand)
            }
            TokenKind::Assign => self.open_assign(operand),
            kind if is_compound_assignment(kind) => {
                self.unexpected("`=`");
                self.open_assign(operand)
            }
            kind => match binary_op(kind) {
                Some((op, precedence)) => {
                    let left = self.reduce(operand, precedence);
                    let op_span = self.advance();
                    self.push_frame(Pending::Binary { op, op_span, left, precedence })
                }
                None => self.close(operand),
            },
        }
    }

    fn field(&mut self, base: Operand) -> Step {
        self.advance();
        let Some(name) = self.ident("the name of a field or method") else { return Step::Have(base) };
        Step::Have(self.operand(ExprKind::Field { base: base.id, name }, base.span.to(name.span)))
    }

    fn open_index(&mut self, base: Operand) -> Step {
        self.advance();
        self.push_frame(Pending::Index { base })
    }

    fn open_call(&mut self, callee: Operand) -> Step {
        self.check_callable(callee);
        self.advance();
        if let Some(close) = self.eat(TokenKind::RParen) {
            let kind = ExprKind::Call { callee: callee.id, args: Vec::new() };
            return Step::Have(self.operand(kind, callee.span.to(close)));
        }
        let out = self.eat(TokenKind::Out);
        self.push_frame(Pending::Call { callee, args: Vec::new(), out })
    }

    fn check_callable(&mut self, callee: Operand) {
        match self.exprs[callee.id].kind {
            ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::Error => {}
            _ => self.report(
                base::Diagnostic::error(
                    &codes::NOT_CALLABLE,
                    "Only a method can be called, and this is none.",
                )
                .at(callee.span, "not the name of a method")
                .help("write `*` if a product was meant"),
            ),
        }
    }

    /// Assignments bind weakest and to the right.
    fn open_assign(&mut self, operand: Operand) -> Step {
        let target = self.reduce(operand, ASSIGNMENT + 1);
        self.advance();
        self.push_frame(Pending::Assign { target })
    }

    /// What stands here belongs to no operator: a bracket ends, or the whole expression.
    fn close(&mut self, operand: Operand) -> Step {
        let operand = self.reduce(operand, ASSIGNMENT);
        let Some(bracket) = self.frames.last() else { return Step::Done(operand.id) };
        if self.is_at(bracket.closer()) {
            return self.close_bracket(operand);
        }
        if self.is_at(TokenKind::Comma) && matches!(bracket, Pending::Call { .. }) {
            return self.next_argument(operand);
        }
        let expected = match bracket {
            Pending::Call { .. } => "`,` or `)`".to_string(),
            _ => bracket.closer().to_string(),
        };
        self.unexpected(&expected);
        self.skip_expression(0);
        match self.kind() {
            TokenKind::RParen | TokenKind::RBracket => self.close_bracket(operand),
            _ => self.abandon(),
        }
    }

    fn close_bracket(&mut self, operand: Operand) -> Step {
        let end = self.advance();
        match self.pop_frame() {
            Some(frame) => {
                let is_paren = matches!(frame, Pending::Paren { .. });
                let whole = self.complete(frame, operand, end);
                if is_paren && self.is_cast(whole) { Step::Want } else { Step::Have(whole) }
            }
            None => Step::Done(operand.id),
        }
    }

    fn next_argument(&mut self, operand: Operand) -> Step {
        self.advance();
        let next_out = self.eat(TokenKind::Out);
        if let Some(Pending::Call { args, out, .. }) = self.frames.last_mut() {
            args.push(Arg { out: *out, value: operand.id });
            *out = next_out;
        }
        Step::Want
    }
}

pub(super) fn is_compound_assignment(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::PlusAssign
            | TokenKind::MinusAssign
            | TokenKind::StarAssign
            | TokenKind::SlashAssign
            | TokenKind::PercentAssign
            | TokenKind::AmpAssign
            | TokenKind::PipeAssign
            | TokenKind::CaretAssign
            | TokenKind::ShlAssign
            | TokenKind::ShrAssign
    )
}
