//! Expressions.
//!
//! A list is known by its first word, or by its second where that stands between operands. Any other list of two is a
//! cast.

use base::{DefinitionKind, Span};
use ir::BinOp;

use super::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, Name, Variable};
use crate::codes;
use crate::foreign;
use crate::sexp::{Bracket, Sexp, SexpKind};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn expr(&mut self, found: &Sexp) -> Expr {
        let kind = match &found.kind {
            SexpKind::Atom(kind) => self.atom(*kind, found),
            SexpKind::List(bracket, items) => {
                self.bracket(found.span, *bracket, Bracket::Round, "an expression");
                self.form(items, found)
            }
            SexpKind::Bad => ExprKind::Bad,
        };
        Expr { kind, span: found.span }
    }

    fn boxed(&mut self, found: &Sexp) -> Box<Expr> {
        Box::new(self.expr(found))
    }

    fn atom(&mut self, kind: TokenKind, found: &Sexp) -> ExprKind {
        match kind {
            TokenKind::Symbol | TokenKind::This => ExprKind::Variable(self.symbol(found)),
            TokenKind::Null => ExprKind::Null,
            TokenKind::True => ExprKind::Bool(true),
            TokenKind::False => ExprKind::Bool(false),
            TokenKind::Unit => ExprKind::Unit,
            TokenKind::Number => self.number(found),
            _ => {
                self.unexpected("an expression", found, "forms stand in parentheses, one in each pair");
                ExprKind::Bad
            }
        }
    }

    fn number(&mut self, found: &Sexp) -> ExprKind {
        let text = &self.text[found.span.range()];
        match text.parse::<i32>() {
            Ok(number) => ExprKind::Int(number.into()),
            Err(_) => {
                let message = format!("{text} is no number of 32 bits.");
                let help = "numbers go from -2147483648 to 2147483647";
                self.error(&codes::NUMBER_OUT_OF_RANGE, message, found.span, "out of range", help);
                ExprKind::Bad
            }
        }
    }

    /// The forms; what has none of them is read all the same for the mistakes inside.
    fn form(&mut self, items: &[Sexp], whole: &Sexp) -> ExprKind {
        let form = match items.first().and_then(Sexp::atom) {
            Some(kind) if kind.is_head() => self.headed(kind, items, whole),
            Some(TokenKind::Minus) if items.len() == 2 => Some(ExprKind::Negate(self.boxed(&items[1]))),
            _ => match items.get(1).and_then(Sexp::atom) {
                Some(kind) if kind.is_infix() => self.infix(kind, items, whole),
                _ => self.cast(items, whole),
            },
        };
        form.unwrap_or_else(|| {
            let is_foreign =
                items.first().is_some_and(|first| foreign::is_head(&self.text[first.span.range()]));
            let inner = items.iter().filter(|item| !is_foreign && item.list().is_some());
            inner.for_each(|item| drop(self.expr(item)));
            ExprKind::Bad
        })
    }

    fn headed(&mut self, kind: TokenKind, items: &[Sexp], whole: &Sexp) -> Option<ExprKind> {
        use TokenKind::*;
        match (kind, items) {
            (New, [_, class]) => {
                let class = self.name(Some(class), "the name of a class", whole.span, "write `(new C)`")?;
                Some(ExprKind::New(class))
            }
            (If, [_, condition, then, word, otherwise]) if word.is(Else) => {
                let condition = self.boxed(condition);
                let then = self.boxed(then);
                Some(ExprKind::If { condition, then, otherwise: self.boxed(otherwise) })
            }
            (Var, [_, ty, name, becomes, init, word, body]) if becomes.is(Becomes) && word.is(In) => {
                let variable = self.declared(ty, name, whole.span)?;
                let header = items[0].span.to(init.span);
                let init = self.boxed(init);
                Some(ExprKind::Var { variable, init, body: self.boxed(body), header })
            }
            (Begin, [_, parts @ ..]) => {
                Some(ExprKind::Begin(parts.iter().map(|part| self.expr(part)).collect()))
            }
            (Assume, [_, condition]) => Some(ExprKind::Assume(self.boxed(condition))),
            (Assert, [_, condition]) => Some(ExprKind::Assert(self.boxed(condition))),
            (While, [_, condition, body]) => {
                let condition = self.boxed(condition);
                Some(ExprKind::While { condition, body: self.boxed(body) })
            }
            (Not, [_, inner]) => Some(ExprKind::Not(self.boxed(inner))),
            (_, items) if has_bad(items) => None,
            (kind, items) => {
                let (form, help) = foreign::headed(kind, items);
                let message = format!("This is no `{kind}`: it is written `{form}`.", kind = word_of(kind));
                let label = "not of this form";
                self.error(&codes::UNEXPECTED, message, whole.span, label, help.unwrap_or(form));
                None
            }
        }
    }

    fn declared(&mut self, ty: &Sexp, name: &Sexp, around: Span) -> Option<Variable> {
        let ty = self.type_name(ty)?;
        let name = self.name(Some(name), "a name", around, "write `(var T x := e in e)`")?;
        self.definitions.push((DefinitionKind::Local, name));
        Some(Variable { ty, name })
    }

    fn infix(&mut self, kind: TokenKind, items: &[Sexp], whole: &Sexp) -> Option<ExprKind> {
        use TokenKind::*;
        match (kind, items) {
            (Dollar, [object, _, field]) => {
                let object = self.boxed(object);
                let field = self.name(Some(field), "the name of a field", whole.span, "write `(x $ f)`")?;
                Some(ExprKind::Load { object, field })
            }
            (Dollar, [object, _, field, becomes, value]) if becomes.is(Becomes) => {
                let value = self.boxed(value);
                let help = "only fields of variables are written: `(var T x := e in (x $ f := v))`";
                let object = self.target(object, help)?;
                let field =
                    self.name(Some(field), "the name of a field", whole.span, "write `(x $ f := e)`")?;
                Some(ExprKind::Store { object, field, value })
            }
            (At, [receiver, _, method, behind @ ..]) => self.call(receiver, method, behind, whole),
            (Becomes, [target, _, value]) => {
                let value = self.boxed(value);
                let target = self.target(target, "a variable stands on the left: `(x := e)`")?;
                Some(ExprKind::Assign { target, value })
            }
            (InstanceOf, [value, _, class]) => {
                let value = self.boxed(value);
                let help = "write `(e instanceof C)`";
                let class = self.name(Some(class), "the name of a class", whole.span, help)?;
                Some(ExprKind::InstanceOf { value, class })
            }
            (kind, [left, _, right]) => {
                let op = binary(kind)?;
                let left = self.boxed(left);
                Some(ExprKind::Binary { op, left, right: self.boxed(right) })
            }
            (_, items) if has_bad(items) => None,
            (kind, items) => {
                let diagnostic = foreign::infix(kind, items, whole.span);
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// The variable on the left of `:=` or of `$`.
    fn target(&mut self, found: &Sexp, help: &str) -> Option<Name> {
        match found.atom() {
            Some(TokenKind::Symbol | TokenKind::This) => Some(self.symbol(found)),
            Some(_) | None => {
                self.unexpected("a variable", found, help);
                if found.list().is_some() {
                    self.expr(found);
                }
                None
            }
        }
    }

    fn cast(&mut self, items: &[Sexp], whole: &Sexp) -> Option<ExprKind> {
        if let [class, value] = items
            && class.is(TokenKind::Symbol)
        {
            let class = self.symbol(class);
            if self.class_names.contains(&class.symbol) {
                return Some(ExprKind::Cast { class, value: self.boxed(value) });
            }
        }
        if let Some(class) = items.first().filter(|first| first.is(TokenKind::Symbol))
            && let class = self.symbol(class)
            && self.class_names.contains(&class.symbol)
        {
            let word = self.interner.text(class.symbol).to_owned();
            let message = format!("A cast to `{word}` has one operand.");
            let help = format!("write `({word} e)`; a new object is `(new {word})`");
            self.error(&codes::UNEXPECTED, message, whole.span, "not of this form", &help);
            return None;
        }
        if has_bad(items) {
            return None;
        }
        let diagnostic = foreign::no_form(items, whole.span, self.text);
        self.diagnostics.push(diagnostic);
        None
    }
}

/// Whether something was passed over, so that nothing can be said of the form.
fn has_bad(items: &[Sexp]) -> bool {
    items.iter().any(|item| matches!(item.kind, SexpKind::Bad))
}

/// A word as it is written.
pub(crate) fn word_of(kind: TokenKind) -> String {
    kind.to_string().trim_matches('`').to_owned()
}

fn binary(kind: TokenKind) -> Option<BinaryOp> {
    use TokenKind::*;
    let op = match kind {
        Equal => BinaryOp::Equality(BinOp::Eq),
        NotEqual => BinaryOp::Equality(BinOp::Ne),
        Less => BinaryOp::Order(BinOp::Lt),
        LessEqual => BinaryOp::Order(BinOp::Le),
        Greater => BinaryOp::Order(BinOp::Gt),
        GreaterEqual => BinaryOp::Order(BinOp::Ge),
        Plus => BinaryOp::Arithmetic(BinOp::Add),
        Minus => BinaryOp::Arithmetic(BinOp::Sub),
        Times => BinaryOp::Arithmetic(BinOp::Mul),
        Divide => BinaryOp::Arithmetic(BinOp::Div),
        Remainder => BinaryOp::Arithmetic(BinOp::Rem),
        And => BinaryOp::Logical(BinOp::And),
        Or => BinaryOp::Logical(BinOp::Or),
        _ => return None,
    };
    Some(op)
}
