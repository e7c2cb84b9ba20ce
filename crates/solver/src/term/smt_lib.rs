//! Terms as a script in SMT-LIB 2, theory of bit-vectors: each term is a definition, so shared ones are printed once.
//!
//! Overflow is defined by a computation in twice the width, so that nothing of `bits::overflow` is repeated here. A
//! count of a shift is masked as programs do it; in words of up to five bits that changes nothing, since a count that
//! the mask would change is beyond the width with it and without.

use std::fmt::Write;

use super::{Sort, Term, TermNode, Terms};
use crate::bits::{MOST_BITS, Operation, Sign};

/// A script that asks whether all roots, which are Boolean, can be true.
pub fn script(terms: &Terms, roots: &[Term]) -> String {
    let mut text = String::from("(set-logic QF_BV)\n");
    for term in terms.cone(roots) {
        let sort = sort(terms.sort(term));
        let line = match terms.node(term) {
            TermNode::Variable(_) => format!("(declare-fun {term} () {sort})\n"),
            node => format!("(define-fun {term} () {sort} {})\n", definition(terms, node)),
        };
        text.push_str(&line);
    }
    for root in roots {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "(assert {root})");
    }
    text.push_str("(check-sat)\n");
    text
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

fn by_sign(sign: Sign, signed: &'static str, unsigned: &'static str) -> &'static str {
    match sign {
        Sign::Signed => signed,
        Sign::Unsigned => unsigned,
    }
}

fn definition(terms: &Terms, node: TermNode) -> String {
    match node {
        TermNode::Variable(_) => unreachable!("a variable is declared, not defined"),
        TermNode::Bool(value) => value.to_string(),
        TermNode::Bits { width, pattern } => constant(width, pattern),
        TermNode::Binary(operation, sign, left, right) => {
            let count = shift_count(operation, terms.width(left), &name(right));
            binary(operation, sign, &name(left), &count)
        }
        TermNode::Neg(arg) => format!("(bvneg {arg})"),
        TermNode::BitNot(arg) => format!("(bvnot {arg})"),
        TermNode::Resize { arg, sign, width } => resize(&name(arg), terms.width(arg), width, sign),
        TermNode::Select(condition, yes, no) => format!("(ite {condition} {yes} {no})"),
        TermNode::Not(arg) => format!("(not {arg})"),
        TermNode::And(left, right) => format!("(and {left} {right})"),
        TermNode::Or(left, right) => format!("(or {left} {right})"),
        TermNode::Equal(left, right) => format!("(= {left} {right})"),
        TermNode::Less(sign, left, right) => format!("({} {left} {right})", by_sign(sign, "bvslt", "bvult")),
        TermNode::LessOrEqual(sign, left, right) => {
            format!("({} {left} {right})", by_sign(sign, "bvsle", "bvule"))
        }
        TermNode::Overflows(operation, sign, left, right) => {
            overflow(operation, sign, left, right, terms.width(left))
        }
        TermNode::NegOverflows(sign, arg) => {
            let width = terms.width(arg);
            let wide = format!("(bvneg {})", resize(&name(arg), width, 2 * width, sign));
            let narrow = resize(&format!("(bvneg {arg})"), width, 2 * width, sign);
            format!("(distinct {wide} {narrow})")
        }
        TermNode::ConversionOverflows { arg, from, width, to } => {
            let enough = terms.width(arg).max(width) + 1;
            let number = resize(&name(arg), terms.width(arg), enough, from);
            let cut = resize(&name(arg), terms.width(arg), width, from);
            format!("(distinct {number} {})", resize(&cut, width, enough, to))
        }
    }
}

fn name(term: Term) -> String {
    format!("{term}")
}

fn constant(width: usize, pattern: u64) -> String {
    format!("(_ bv{} {width})", pattern & (u64::MAX >> (MOST_BITS - width)))
}

fn binary(operation: Operation, sign: Sign, left: &str, right: &str) -> String {
    let function = match operation {
        Operation::Add => "bvadd",
        Operation::Sub => "bvsub",
        Operation::Mul => "bvmul",
        Operation::Div => by_sign(sign, "bvsdiv", "bvudiv"),
        Operation::Rem => by_sign(sign, "bvsrem", "bvurem"),
        Operation::Shl => "bvshl",
        Operation::Shr => by_sign(sign, "bvashr", "bvlshr"),
        Operation::And => "bvand",
        Operation::Or => "bvor",
        Operation::Xor => "bvxor",
    };
    format!("({function} {left} {right})")
}

/// The right operand, masked if it is a count.
fn shift_count(operation: Operation, width: usize, right: &str) -> String {
    match operation {
        Operation::Shl | Operation::Shr if width > 5 => {
            let mask = if width == MOST_BITS { 63 } else { 31 };
            format!("(bvand {right} {})", constant(width, mask))
        }
        Operation::Shl | Operation::Shr | Operation::Add | Operation::Sub | Operation::Mul => {
            right.to_owned()
        }
        Operation::Div | Operation::Rem | Operation::And | Operation::Or | Operation::Xor => right.to_owned(),
    }
}

fn resize(text: &str, width: usize, wanted: usize, sign: Sign) -> String {
    if wanted <= width {
        return format!("((_ extract {} 0) {text})", wanted - 1);
    }
    format!("((_ {} {}) {text})", by_sign(sign, "sign_extend", "zero_extend"), wanted - width)
}

/// Whether the result in twice the width is another number than the result.
fn overflow(operation: Operation, sign: Sign, left: Term, right: Term, width: usize) -> String {
    match operation {
        Operation::Add | Operation::Sub | Operation::Mul | Operation::Div => {
            let [wide_left, wide_right] =
                [left, right].map(|term| resize(&name(term), width, 2 * width, sign));
            let narrow = binary(operation, sign, &name(left), &name(right));
            let exact = binary(operation, sign, &wide_left, &wide_right);
            // Unsigned division by zero has ones as its result, and more of them in twice the width.
            let guard = format!("(distinct {right} {})", constant(width, 0));
            let differs = format!("(distinct {exact} {})", resize(&narrow, width, 2 * width, sign));
            if operation == Operation::Div { format!("(and {guard} {differs})") } else { differs }
        }
        Operation::Rem | Operation::Shl | Operation::Shr => "false".to_owned(),
        Operation::And | Operation::Or | Operation::Xor => "false".to_owned(),
    }
}
