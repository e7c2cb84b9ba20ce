//! The rules of integer arithmetic, stated a second time, over numbers and lists of bits.
//!
//! 1. Sum, difference, product, quotient (towards zero), remainder (with the sign of the left side) and negation are
//!    those of mathematics. A result that the type does not have is the fault `Overflow` of a checked type, is taken
//!    modulo 2^bits by a wrapping one, and is the fault `OutOfRange` of a range.
//! 2. Division by zero is a fault of every type, and so is its remainder.
//! 3. Bits are those of two's complement in the width of the type. A range has 64, and its result must be in the range.
//! 4. The count of a shift is taken modulo 64 if the type has 64 bits or is a range, else modulo 32. To the left, bits
//!    that leave the type are lost without a fault; to the right, the quotient by the power of two is rounded down.
//! 5. Comparisons are those of mathematics.

use cutpoint_ir::eval::ArithFault;
use cutpoint_ir::{BinOp, UnOp, Value};

use crate::types::{Integers, Machine};

pub(crate) type Answer = Result<Value, ArithFault>;

/// The value of an operator on two numbers of the type.
pub(crate) fn binary(op: BinOp, ty: Integers, a: i128, b: i128) -> Answer {
    let test = |truth: bool| Ok(Value::Bool(truth));
    match op {
        BinOp::Add => settle(ty, a + b),
        BinOp::Sub => settle(ty, a - b),
        BinOp::Mul => product(ty, a, b),
        BinOp::Div | BinOp::Rem if b == 0 => Err(ArithFault::DivisionByZero),
        BinOp::Div => settle(ty, quotient(a, b)),
        BinOp::Rem => settle(ty, a - b * quotient(a, b)),
        BinOp::Shl => from_bits(ty, &shifted_left(&bits(ty, a), count(ty, b))),
        BinOp::Shr => settle(ty, a.div_euclid(1 << count(ty, b))),
        BinOp::BitAnd => from_bits(ty, &bitwise(ty, a, b, |x, y| x && y)),
        BinOp::BitOr => from_bits(ty, &bitwise(ty, a, b, |x, y| x || y)),
        BinOp::BitXor => from_bits(ty, &bitwise(ty, a, b, |x, y| x != y)),
        BinOp::Eq => test(a == b),
        BinOp::Ne => test(a != b),
        BinOp::Lt => test(a < b),
        BinOp::Le => test(a <= b),
        BinOp::Gt => test(a > b),
        BinOp::Ge => test(a >= b),
        BinOp::And | BinOp::Or => unreachable!("no operator on integers"),
    }
}

/// The value of an operator on a number of the type.
pub(crate) fn unary(op: UnOp, ty: Integers, a: i128) -> Answer {
    match op {
        UnOp::Neg => settle(ty, -a),
        UnOp::BitNot => from_bits(ty, &bits(ty, a).iter().map(|bit| !bit).collect::<Vec<_>>()),
        UnOp::Not => unreachable!("no operator on integers"),
    }
}

/// A number that was computed, as a value of the type.
pub(crate) fn settle(ty: Integers, number: i128) -> Answer {
    if ty.has(number) {
        return Ok(ty.stored(number));
    }
    match ty.machine {
        Some(Machine { wraps: false, .. }) => Err(ArithFault::Overflow),
        Some(Machine { bits, wraps: true, .. }) => Ok(ty.stored(congruent(ty, number.rem_euclid(1 << bits)))),
        None => Err(ArithFault::OutOfRange),
    }
}

/// The number of the type that differs from one below 2^bits by a multiple of 2^bits.
fn congruent(ty: Integers, number: i128) -> i128 {
    let Machine { bits, .. } = ty.machine.expect("a width");
    if ty.has(number) { number } else { number - (1 << bits) }
}

/// By 32 bits of one side at a time, so that nothing is too large: `a * b = a * high * 2^32 + a * low`.
fn product(ty: Integers, a: i128, b: i128) -> Answer {
    let (high, low) = (b.div_euclid(1 << 32), b.rem_euclid(1 << 32));
    let exact = (a * high).checked_mul(1 << 32).and_then(|upper| upper.checked_add(a * low));
    match (exact, ty.machine) {
        (Some(number), _) => settle(ty, number),
        (None, Some(Machine { bits, wraps: true, .. })) => {
            let modulus = 1 << bits;
            let upper = (a * high).rem_euclid(modulus) % (1 << (bits - 32));
            settle(ty, (upper << 32) + (a * low).rem_euclid(modulus))
        }
        (None, _) => Err(ArithFault::Overflow),
    }
}

fn quotient(a: i128, b: i128) -> i128 {
    let magnitude = a.unsigned_abs() / b.unsigned_abs();
    let magnitude = i128::try_from(magnitude).expect("at most 65 bits");
    if (a < 0) == (b < 0) { magnitude } else { -magnitude }
}

fn width(ty: Integers) -> u32 {
    ty.machine.map_or(64, |machine| machine.bits)
}

fn count(ty: Integers, number: i128) -> u32 {
    let modulus = if width(ty) == 64 { 64 } else { 32 };
    u32::try_from(number.rem_euclid(modulus)).expect("a small number")
}

/// Two's complement, the lowest bit first.
fn bits(ty: Integers, number: i128) -> Vec<bool> {
    let mut rest = number.rem_euclid(1 << width(ty));
    let mut next = || {
        let bit = rest % 2 == 1;
        rest /= 2;
        bit
    };
    (0..width(ty)).map(|_| next()).collect()
}

fn from_bits(ty: Integers, bits: &[bool]) -> Answer {
    let magnitude = bits.iter().rev().fold(0_i128, |sum, &bit| 2 * sum + i128::from(bit));
    let is_negative = bits.last() == Some(&true) && ty.machine.is_none_or(|machine| machine.is_signed);
    settle(ty, if is_negative { magnitude - (1 << bits.len()) } else { magnitude })
}

fn bitwise(ty: Integers, a: i128, b: i128, of: impl Fn(bool, bool) -> bool) -> Vec<bool> {
    bits(ty, a).into_iter().zip(bits(ty, b)).map(|(x, y)| of(x, y)).collect()
}

fn shifted_left(bits: &[bool], count: u32) -> Vec<bool> {
    let zeros = std::iter::repeat_n(false, count as usize);
    zeros.chain(bits.iter().copied()).take(bits.len()).collect()
}
