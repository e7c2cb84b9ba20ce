//! Operators on bools, enum constants, references, reals and decimals.

use base::Id;
use cutpoint_ir::eval::{ArithFault, Environment, binary, convert, unary};
use cutpoint_ir::{
    BinOp, Decimal, EnumId, Expr, GlobalId, LocalId, ObjectId, Real, RealType, Type, UnOp, Value,
};

const TESTS: [BinOp; 6] = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge];

fn test(op: BinOp, ty: Type, left: Value, right: Value) -> bool {
    binary(op, ty, left, right).expect("no fault").truth()
}

// ---------------------------------------------------------------------------------------------- bools

/// For the pairs (false, false), (false, true), (true, false), (true, true).
const TRUTH_TABLES: [(BinOp, [bool; 4]); 7] = [
    (BinOp::And, [false, false, false, true]),
    (BinOp::BitAnd, [false, false, false, true]),
    (BinOp::Or, [false, true, true, true]),
    (BinOp::BitOr, [false, true, true, true]),
    (BinOp::BitXor, [false, true, true, false]),
    (BinOp::Eq, [true, false, false, true]),
    (BinOp::Ne, [false, true, true, false]),
];

#[test]
fn operators_on_bools_have_their_truth_tables() {
    for (op, table) in TRUTH_TABLES {
        for (index, expected) in table.into_iter().enumerate() {
            let [left, right] = [index / 2 == 1, index % 2 == 1].map(Value::Bool);
            assert_eq!(test(op, Type::Bool, left, right), expected, "{left:?} {op:?} {right:?}");
            let [left, right] = [left, right].map(|value| Box::new(Expr::Const(value)));
            let expr = Expr::Binary { op, ty: Type::Bool, left, right };
            assert_eq!(expr.eval(&Nowhere), Ok(Value::Bool(expected)), "{expr:?}");
        }
    }
    for value in [false, true] {
        assert_eq!(unary(UnOp::Not, Type::Bool, Value::Bool(value)), Ok(Value::Bool(!value)));
    }
}

struct Nowhere;

impl Environment for Nowhere {
    fn local(&self, local: LocalId) -> Value {
        panic!("{local} is read")
    }

    fn global(&self, global: GlobalId) -> Value {
        panic!("{global} is read")
    }

    fn self_id(&self) -> i64 {
        7
    }
}

#[test]
fn and_and_or_evaluate_their_right_side_only_where_the_left_leaves_the_answer_open() {
    let number = |number| Box::new(Expr::Const(Value::Int(number)));
    let i32_type = Type::Int(cutpoint_ir::IntType::I32);
    let quotient = Expr::Binary { op: BinOp::Div, ty: i32_type, left: number(1), right: number(0) };
    let faulty = Expr::Binary { op: BinOp::Eq, ty: i32_type, left: Box::new(quotient), right: number(0) };
    for op in [BinOp::And, BinOp::Or] {
        for left in [false, true] {
            let side = |expr: Expr| Box::new(expr);
            let (left, decides) = (Expr::Const(Value::Bool(left)), left == (op == BinOp::Or));
            let expr = Expr::Binary { op, ty: Type::Bool, left: side(left), right: side(faulty.clone()) };
            let expected =
                if decides { Ok(Value::Bool(op == BinOp::Or)) } else { Err(ArithFault::DivisionByZero) };
            assert_eq!(expr.eval(&Nowhere), expected, "{expr:?}");
        }
    }
}

// ------------------------------------------------------------------------------- enums and references

#[test]
fn enum_constants_are_ordered_by_their_numbers() {
    let ty = Type::Enum(EnumId::new(0));
    for a in 0..5 {
        for b in 0..5 {
            let expected = [a == b, a != b, a < b, a <= b, a > b, a >= b];
            for (op, expected) in TESTS.into_iter().zip(expected) {
                assert_eq!(test(op, ty, Value::Int(a), Value::Int(b)), expected, "{a} {op:?} {b}");
            }
        }
    }
}

#[test]
fn references_are_equal_if_they_are_the_same_object_or_null() {
    let all = [Value::Null, Value::Ref(ObjectId::new(0)), Value::Ref(ObjectId::new(1))];
    for (i, &left) in all.iter().enumerate() {
        for (j, &right) in all.iter().enumerate() {
            assert_eq!(test(BinOp::Eq, Type::Object, left, right), i == j);
            assert_eq!(test(BinOp::Ne, Type::Object, left, right), i != j);
        }
    }
}

// ---------------------------------------------------------------------------------------------- reals

/// Zeros, ones, infinities, NaN, the ends of both formats, and numbers that round.
const REALS: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    0.5,
    -1.5,
    2.0,
    3.0,
    7.25,
    1e10,
    16_777_216.0,
    16_777_217.0,
    1e-40,
    1e-45,
    3.4e38,
    3.5e38,
    1e300,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn real(number: f64) -> Value {
    Value::Real(Real::from(number))
}

/// In the width of the type by the machine's own instructions.
fn operated(op: BinOp, left: f64, right: f64) -> f64 {
    match op {
        BinOp::Add => left + right,
        BinOp::Sub => left - right,
        BinOp::Mul => left * right,
        BinOp::Div => left / right,
        BinOp::Rem => left % right,
        other => unreachable!("{other:?}"),
    }
}

fn operated_single(op: BinOp, left: f32, right: f32) -> f32 {
    match op {
        BinOp::Add => left + right,
        BinOp::Sub => left - right,
        BinOp::Mul => left * right,
        BinOp::Div => left / right,
        BinOp::Rem => left % right,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn operators_on_reals_are_those_of_the_format() {
    let (single, double) = (Type::Real(RealType::F32), Type::Real(RealType::F64));
    for a in REALS {
        for b in REALS {
            let (a_single, b_single) = (a as f32, b as f32);
            let [left, right] = [a_single, b_single].map(|number| real(number.into()));
            for op in [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem] {
                let expected = real(operated(op, a, b));
                assert_eq!(binary(op, double, real(a), real(b)), Ok(expected), "{a} {op:?} {b}");
                let expected = real(operated_single(op, a_single, b_single).into());
                assert_eq!(binary(op, single, left, right), Ok(expected), "{a_single} {op:?} {b_single}");
            }
            let expected = [a == b, a != b, a < b, a <= b, a > b, a >= b];
            for (op, expected) in TESTS.into_iter().zip(expected) {
                assert_eq!(test(op, double, real(a), real(b)), expected, "{a} {op:?} {b}");
            }
        }
    }
}

#[test]
fn reals_are_negated_and_rounded() {
    let (single, double) = (Type::Real(RealType::F32), Type::Real(RealType::F64));
    for number in REALS {
        assert_eq!(unary(UnOp::Neg, double, real(number)), Ok(real(-number)));
        let rounded = f64::from(number as f32);
        assert_eq!(unary(UnOp::Neg, single, real(rounded)), Ok(real(-rounded)));
        assert_eq!(convert(double, single, real(number)), Ok(real(rounded)));
        assert_eq!(convert(single, double, real(rounded)), Ok(real(rounded)));
    }
    // Zeros keep their signs, and there is one NaN.
    assert_ne!(real(0.0), real(-0.0));
    assert_eq!(real(f64::NAN), real(-f64::NAN));
}

// ------------------------------------------------------------------------------------------- decimals

/// Hundredths, so that every sum, difference and product of two is an exact decimal.
fn hundredths(number: i64) -> Value {
    let text = format!("{}.{:02}", number.abs() / 100, number.abs() % 100);
    let decimal = Decimal::parse(&text).expect("a decimal");
    Value::Decimal(if number < 0 { decimal.negated() } else { decimal })
}

fn ten_thousandths(number: i64) -> Value {
    let text = format!("{}.{:04}", number.abs() / 10_000, number.abs() % 10_000);
    let decimal = Decimal::parse(&text).expect("a decimal");
    Value::Decimal(if number < 0 { decimal.negated() } else { decimal })
}

#[test]
fn operators_on_decimals_are_exact() {
    for a in -130..=130 {
        for b in -130..=130 {
            let apply = |op| binary(op, Type::Decimal, hundredths(a), hundredths(b));
            let equals = |op, expected: Value| {
                let is = apply(op).expect("no fault");
                assert!(test(BinOp::Eq, Type::Decimal, is, expected), "{a} {op:?} {b} hundredths: {is:?}");
            };
            equals(BinOp::Add, hundredths(a + b));
            equals(BinOp::Sub, hundredths(a - b));
            equals(BinOp::Mul, ten_thousandths(a * b));
            match b {
                0 => {
                    assert_eq!(apply(BinOp::Div), Err(ArithFault::DivisionByZero));
                    assert_eq!(apply(BinOp::Rem), Err(ArithFault::DivisionByZero));
                }
                _ => equals(BinOp::Rem, hundredths(a % b)),
            }
            if b != 0 && a % b == 0 {
                equals(BinOp::Div, hundredths(a / b * 100));
            }
            let expected = [a == b, a != b, a < b, a <= b, a > b, a >= b];
            for (op, expected) in TESTS.into_iter().zip(expected) {
                assert_eq!(apply(op), Ok(Value::Bool(expected)), "{a} {op:?} {b} hundredths");
            }
        }
        assert_eq!(unary(UnOp::Neg, Type::Decimal, hundredths(a)), Ok(hundredths(-a)));
    }
}
