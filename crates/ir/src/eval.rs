//! What pure expressions mean. Shared by the interpreter, the engines and the checkers, so that arithmetic is
//! defined in one place.

use crate::decimal::Decimal;
use crate::instr::{BinOp, Expr, FaultKind, Rounding, UnOp};
use crate::program::{GlobalId, LocalId};
use crate::types::{IntType, Overflow, RealType, Type};
use crate::value::{Real, Value};

/// The variables that an expression reads.
pub trait Environment {
    fn local(&self, local: LocalId) -> Value;
    fn global(&self, global: GlobalId) -> Value;
    /// The number of the running thread.
    fn self_id(&self) -> i64;
}

/// A fault of pure arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArithFault {
    DivisionByZero,
    Overflow,
    OutOfRange,
}

impl From<ArithFault> for FaultKind {
    fn from(fault: ArithFault) -> Self {
        match fault {
            ArithFault::DivisionByZero => FaultKind::DivisionByZero,
            ArithFault::Overflow => FaultKind::Overflow,
            ArithFault::OutOfRange => FaultKind::OutOfRange,
        }
    }
}

impl Expr {
    /// The value in this environment. Panics if the program was not verified and types clash.
    #[inline]
    pub fn eval(&self, env: &impl Environment) -> Result<Value, ArithFault> {
        match self {
            Expr::Const(value) => Ok(*value),
            Expr::Local(local) => Ok(env.local(*local)),
            Expr::Global(global) => Ok(env.global(*global)),
            Expr::SelfId => Ok(Value::Int(env.self_id())),
            Expr::Unary { .. } | Expr::Binary { .. } | Expr::Convert { .. } | Expr::Round { .. } => {
                self.eval_compound(env)
            }
        }
    }

    fn eval_compound(&self, env: &impl Environment) -> Result<Value, ArithFault> {
        match self {
            Expr::Binary { op: BinOp::And, left, right, .. } => {
                if left.eval(env)?.truth() {
                    right.eval(env)
                } else {
                    Ok(Value::Bool(false))
                }
            }
            Expr::Binary { op: BinOp::Or, left, right, .. } => {
                if left.eval(env)?.truth() {
                    Ok(Value::Bool(true))
                } else {
                    right.eval(env)
                }
            }
            Expr::Binary { op, ty, left, right } => binary(*op, *ty, left.eval(env)?, right.eval(env)?),
            Expr::Unary { op, ty, arg } => unary(*op, *ty, arg.eval(env)?),
            Expr::Convert { from, to, arg } => convert(*from, *to, arg.eval(env)?),
            Expr::Round { from: _, to, rounding, arg } => round_to_int(*to, *rounding, arg.eval(env)?),
            Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => self.eval(env),
        }
    }
}

/// The value of a unary operation on an operand of type `ty`.
pub fn unary(op: UnOp, ty: Type, arg: Value) -> Result<Value, ArithFault> {
    match (op, ty) {
        (UnOp::Not, _) => Ok(Value::Bool(!arg.truth())),
        (UnOp::Neg, Type::Int(int)) => fit(int, -int.decode(arg.number())),
        (UnOp::BitNot, Type::Int(int)) => fit_bits(int, !arg.number()),
        (UnOp::Neg, Type::Real(real)) => Ok(round(real, -real_of(arg))),
        (UnOp::Neg, Type::Decimal) => Ok(Value::Decimal(decimal_of(arg).negated())),
        (UnOp::Neg | UnOp::BitNot, other) => panic!("{op:?} of {other:?}"),
    }
}

/// The value of a binary operation on two operands of type `ty`.
pub fn binary(op: BinOp, ty: Type, left: Value, right: Value) -> Result<Value, ArithFault> {
    match ty {
        Type::Int(int) => binary_int(op, int, left.number(), right.number()),
        Type::Bool => Ok(Value::Bool(binary_bool(op, left.truth(), right.truth()))),
        Type::Real(real) => Ok(binary_real(op, real, real_of(left), real_of(right))),
        Type::Decimal => binary_decimal(op, decimal_of(left), decimal_of(right)),
        Type::Enum(_) => Ok(Value::Bool(compare(op, &left.number(), &right.number()))),
        Type::String | Type::Ref(_) | Type::Object => Ok(Value::Bool(equality(op, left == right))),
    }
}

/// The same number in another type.
pub fn convert(from: Type, to: Type, arg: Value) -> Result<Value, ArithFault> {
    match (from, to) {
        (Type::Int(from), Type::Int(to)) => fit(to, from.decode(arg.number())),
        (Type::Enum(_), Type::Int(to)) => fit(to, arg.number().into()),
        (Type::Int(from), Type::Real(to)) => Ok(int_to_real(to, from.decode(arg.number()))),
        (Type::Int(from), Type::Decimal) => {
            let number = Decimal::from_int(from.decode(arg.number()));
            Ok(Value::Decimal(number.expect("integers have at most 64 bits")))
        }
        (Type::Real(_), Type::Real(to)) => Ok(round(to, real_of(arg))),
        (from, to) => panic!("a conversion from {from:?} to {to:?}"),
    }
}

/// A real number rounded toward zero.
pub fn round_to_int(to: IntType, rounding: Rounding, arg: Value) -> Result<Value, ArithFault> {
    let (lo, hi) = to.bounds();
    let real = real_of(arg);
    // Saturates at numbers of 128 bits, all of which are beyond the bounds of every type; NaN is 0.
    let number = real as i128;
    match rounding {
        Rounding::Saturating => Ok(Value::Int(number.clamp(lo, hi) as i64)),
        Rounding::Checked if !real.is_nan() && (lo..=hi).contains(&number) => Ok(Value::Int(number as i64)),
        Rounding::Checked => Err(match to {
            IntType::Machine { .. } => ArithFault::Overflow,
            IntType::Range { .. } => ArithFault::OutOfRange,
        }),
    }
}

/// Rounds once: by way of `f64` an integer could be rounded twice on its way to `f32`.
fn int_to_real(real: RealType, number: i128) -> Value {
    Value::Real(Real::from(match real {
        RealType::F32 => f64::from(number as f32),
        RealType::F64 => number as f64,
    }))
}

fn binary_int(op: BinOp, int: IntType, left: i64, right: i64) -> Result<Value, ArithFault> {
    if op.is_test() {
        return Ok(Value::Bool(compare(op, &int.decode(left), &int.decode(right))));
    }
    let (a, b) = (int.decode(left), int.decode(right));
    match op {
        BinOp::Add => fit(int, a + b),
        BinOp::Sub => fit(int, a - b),
        BinOp::Mul => match a.checked_mul(b) {
            Some(product) => fit(int, product),
            // Only of two unsigned numbers of 64 bits: their product can have 128.
            None => match int {
                IntType::Machine { overflow: Overflow::Wrapping, .. } => {
                    fit_bits(int, left.wrapping_mul(right))
                }
                IntType::Machine { overflow: Overflow::Checked, .. } | IntType::Range { .. } => {
                    Err(ArithFault::Overflow)
                }
            },
        },
        BinOp::Div | BinOp::Rem if b == 0 => Err(ArithFault::DivisionByZero),
        BinOp::Div => fit(int, a / b),
        BinOp::Rem => fit(int, a % b),
        // Shifts follow C#: the count is taken modulo the width, and bits that leave are lost without a fault.
        BinOp::Shl => fit_bits(int, left.wrapping_shl(shift_count(int, right))),
        BinOp::Shr => fit(int, a >> shift_count(int, right)),
        BinOp::BitAnd => fit_bits(int, left & right),
        BinOp::BitOr => fit_bits(int, left | right),
        BinOp::BitXor => fit_bits(int, left ^ right),
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::And | BinOp::Or => {
            panic!("{op:?} of integers")
        }
    }
}

fn shift_count(int: IntType, count: i64) -> u32 {
    let width = match int {
        IntType::Machine { bits: 64, .. } | IntType::Range { .. } => 64,
        IntType::Machine { .. } => 32,
    };
    (count & (width - 1)) as u32
}

/// A number as a value of the type, or the fault of a type that it does not fit.
fn fit(int: IntType, number: i128) -> Result<Value, ArithFault> {
    let (lo, hi) = int.bounds();
    if (lo..=hi).contains(&number) {
        return Ok(Value::Int(number as i64));
    }
    match int {
        IntType::Machine { overflow: Overflow::Checked, .. } => Err(ArithFault::Overflow),
        IntType::Machine { overflow: Overflow::Wrapping, .. } => fit_bits(int, number as i64),
        IntType::Range { .. } => Err(ArithFault::OutOfRange),
    }
}

/// A bit pattern cut to the width of the type; a range has no width and must hold the number as it is.
fn fit_bits(int: IntType, pattern: i64) -> Result<Value, ArithFault> {
    match int {
        IntType::Machine { bits, signed, .. } => {
            let unused = 64 - u32::from(bits);
            let cut = if signed {
                pattern << unused >> unused
            } else {
                ((pattern as u64) << unused >> unused) as i64
            };
            Ok(Value::Int(cut))
        }
        IntType::Range { .. } => fit(int, pattern.into()),
    }
}

fn binary_bool(op: BinOp, left: bool, right: bool) -> bool {
    match op {
        BinOp::And | BinOp::BitAnd => left & right,
        BinOp::Or | BinOp::BitOr => left | right,
        BinOp::BitXor => left ^ right,
        other => equality(other, left == right),
    }
}

fn binary_real(op: BinOp, real: RealType, left: f64, right: f64) -> Value {
    match op {
        BinOp::Add => round(real, left + right),
        BinOp::Sub => round(real, left - right),
        BinOp::Mul => round(real, left * right),
        BinOp::Div => round(real, left / right),
        BinOp::Rem => round(real, left % right),
        test => Value::Bool(compare(test, &left, &right)),
    }
}

fn binary_decimal(op: BinOp, left: Decimal, right: Decimal) -> Result<Value, ArithFault> {
    let result = match op {
        BinOp::Add => left.plus(right),
        BinOp::Sub => left.minus(right),
        BinOp::Mul => left.times(right),
        BinOp::Div => left.divided_by(right),
        BinOp::Rem => left.remainder(right),
        test => return Ok(Value::Bool(compare(test, &left, &right))),
    };
    result.map(Value::Decimal)
}

fn round(real: RealType, number: f64) -> Value {
    Value::Real(Real::from(match real {
        RealType::F32 => f64::from(number as f32),
        RealType::F64 => number,
    }))
}

fn real_of(value: Value) -> f64 {
    match value {
        Value::Real(real) => real.get(),
        other => panic!("{other:?} where a real must be"),
    }
}

fn decimal_of(value: Value) -> Decimal {
    match value {
        Value::Decimal(decimal) => decimal,
        other => panic!("{other:?} where a decimal must be"),
    }
}

fn compare<T: PartialOrd>(op: BinOp, left: &T, right: &T) -> bool {
    match op {
        BinOp::Lt => left < right,
        BinOp::Le => left <= right,
        BinOp::Gt => left > right,
        BinOp::Ge => left >= right,
        other => equality(other, left == right),
    }
}

fn equality(op: BinOp, equal: bool) -> bool {
    match op {
        BinOp::Eq => equal,
        BinOp::Ne => !equal,
        other => panic!("{other:?} where a test of equality must be"),
    }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;
    use crate::program::EnumId;

    const U64: IntType = IntType::checked(64, false);
    const I64: IntType = IntType::checked(64, true);
    const I8: IntType = IntType::checked(8, true);
    const I8W: IntType = IntType::Machine { bits: 8, signed: true, overflow: Overflow::Wrapping };

    fn int(op: BinOp, ty: IntType, left: i64, right: i64) -> Result<Value, ArithFault> {
        binary(op, Type::Int(ty), Value::Int(left), Value::Int(right))
    }

    #[test]
    fn arithmetic_is_exact_within_the_declared_width() {
        assert_eq!(int(BinOp::Add, I8, 100, 27), Ok(Value::Int(127)));
        assert_eq!(int(BinOp::Add, I8, 100, 28), Err(ArithFault::Overflow));
        assert_eq!(int(BinOp::Add, I8W, 100, 28), Ok(Value::Int(-128)));
        assert_eq!(int(BinOp::Mul, I64, i64::MIN, -1), Err(ArithFault::Overflow));
        assert_eq!(int(BinOp::Div, I64, i64::MIN, -1), Err(ArithFault::Overflow));
        assert_eq!(int(BinOp::Mul, U64, -1, -1), Err(ArithFault::Overflow));
        assert_eq!(int(BinOp::Add, IntType::Range { lo: 1, hi: 5 }, 3, 3), Err(ArithFault::OutOfRange));
    }

    #[test]
    fn unsigned_64_bit_numbers_use_the_whole_width() {
        assert_eq!(int(BinOp::Add, U64, i64::MAX, 1), Ok(Value::Int(i64::MIN)));
        assert_eq!(int(BinOp::Gt, U64, -1, 1), Ok(Value::Bool(true)));
        assert_eq!(int(BinOp::Add, U64, -1, 1), Err(ArithFault::Overflow));
        assert_eq!(int(BinOp::Shr, U64, -1, 63), Ok(Value::Int(1)));
    }

    #[test]
    fn division_by_zero_faults_for_every_integer_type() {
        for ty in [I8, I8W, I64, U64, IntType::Range { lo: 0, hi: 3 }] {
            assert_eq!(int(BinOp::Div, ty, 1, 0), Err(ArithFault::DivisionByZero));
            assert_eq!(int(BinOp::Rem, ty, 1, 0), Err(ArithFault::DivisionByZero));
        }
    }

    #[test]
    fn integers_become_the_nearest_real() {
        let to_real =
            |from: IntType, to: RealType, stored| convert(from.into(), to.into(), Value::Int(stored));
        assert_eq!(to_real(I8, RealType::F64, -3), Ok(Value::Real(Real::from(-3.0))));
        assert_eq!(to_real(U64, RealType::F64, -1), Ok(Value::Real(Real::from(u64::MAX as f64))));
        // 2^53 + 2^29 + 1 lies just above the middle between two floats; as a double it would fall on the middle.
        let number = (1 << 53) + (1 << 29) + 1;
        assert_eq!(
            to_real(I64, RealType::F32, number),
            Ok(Value::Real(Real::from(f64::from(number as f32))))
        );
        assert_ne!(f64::from(number as f32), f64::from(number as f64 as f32));
    }

    #[test]
    fn enum_constants_become_their_numbers() {
        let number = |to: IntType, stored| convert(Type::Enum(EnumId::new(0)), to.into(), Value::Int(stored));
        assert_eq!(number(I64, 0), Ok(Value::Int(0)));
        assert_eq!(number(U64, 3), Ok(Value::Int(3)));
        assert_eq!(number(I8, 127), Ok(Value::Int(127)));
        assert_eq!(number(I8, 128), Err(ArithFault::Overflow));
        assert_eq!(number(I8W, 128), Ok(Value::Int(-128)));
        assert_eq!(number(IntType::Range { lo: 0, hi: 2 }, 2), Ok(Value::Int(2)));
        assert_eq!(number(IntType::Range { lo: 0, hi: 2 }, 3), Err(ArithFault::OutOfRange));
    }

    #[test]
    fn decimals_compute_and_compare_as_numbers() {
        let decimal = |text| Value::Decimal(Decimal::parse(text).expect("a decimal"));
        let apply = |op, left, right| binary(op, Type::Decimal, decimal(left), decimal(right));
        assert_eq!(apply(BinOp::Add, "0.1", "0.2"), Ok(decimal("0.3")));
        assert_eq!(apply(BinOp::Sub, "1.5", "1"), Ok(decimal("0.5")));
        assert_eq!(apply(BinOp::Mul, "1.5", "0.2"), Ok(decimal("0.3")));
        assert_eq!(apply(BinOp::Rem, "1.5", "0.4"), Ok(decimal("0.3")));
        assert_eq!(apply(BinOp::Div, "1", "0"), Err(ArithFault::DivisionByZero));
        assert_eq!(apply(BinOp::Mul, "1e28", "10"), Err(ArithFault::Overflow));
        assert_eq!(apply(BinOp::Eq, "1.0", "1.00"), Ok(Value::Bool(true)));
        assert_eq!(apply(BinOp::Ne, "1.0", "1.00"), Ok(Value::Bool(false)));
        assert_eq!(apply(BinOp::Lt, "9.5", "10"), Ok(Value::Bool(true)));
        assert_eq!(apply(BinOp::Ge, "9.5", "10"), Ok(Value::Bool(false)));
        let negated = unary(UnOp::Neg, Type::Decimal, decimal("0.5"));
        assert_eq!(negated, apply(BinOp::Sub, "0", "0.5"));
        let converted = convert(U64.into(), Type::Decimal, Value::Int(-1));
        assert_eq!(converted, Ok(decimal("18446744073709551615")));
    }

    #[test]
    fn eight_bit_arithmetic_agrees_with_the_machine() {
        for a in i8::MIN..=i8::MAX {
            for b in i8::MIN..=i8::MAX {
                let (x, y) = (i64::from(a), i64::from(b));
                let checked =
                    |result: Option<i8>| result.map(|n| Value::Int(n.into())).ok_or(ArithFault::Overflow);
                assert_eq!(int(BinOp::Add, I8, x, y), checked(a.checked_add(b)));
                assert_eq!(int(BinOp::Sub, I8, x, y), checked(a.checked_sub(b)));
                assert_eq!(int(BinOp::Mul, I8, x, y), checked(a.checked_mul(b)));
                assert_eq!(int(BinOp::Mul, I8W, x, y), Ok(Value::Int(a.wrapping_mul(b).into())));
                assert_eq!(int(BinOp::BitXor, I8, x, y), Ok(Value::Int((a ^ b).into())));
            }
        }
    }
}
