//! Conversions between all pairs of types that can be converted.

use cutpoint_ir::eval::{ArithFault, convert, round_to_int};
use cutpoint_ir::{Decimal, Real, RealType, Rounding, Type, Value};

use crate::oracle;
use crate::types::{Integers, all_types};

#[test]
fn integers_become_integers_of_every_other_type() {
    for from in all_types() {
        for to in all_types() {
            for number in from.samples() {
                let is = convert(Type::Int(from.ty), Type::Int(to.ty), from.stored(number));
                assert_eq!(is, oracle::settle(to, number), "{number} from {} to {}", from.ty, to.ty);
            }
        }
    }
}

/// The nearest number of so many binary digits; of two that are as near, the even one.
fn nearest(number: i128, digits: u32) -> f64 {
    let magnitude = number.unsigned_abs();
    let excess = (128 - magnitude.leading_zeros()).saturating_sub(digits);
    let (kept, rest) = (magnitude >> excess, magnitude & ((1 << excess) - 1));
    let half = if excess == 0 { 1 } else { 1 << (excess - 1) };
    let rounds_up = rest > half || (excess > 0 && rest == half && kept % 2 == 1);
    let kept = kept + u128::from(rounds_up);
    // At most 53 digits and a power of two: exact.
    let rounded = kept as f64 * 2_f64.powi(excess as i32);
    if number < 0 { -rounded } else { rounded }
}

#[test]
fn integers_become_the_nearest_reals() {
    for from in all_types() {
        for number in from.samples().into_iter().chain(halfway(from)) {
            for (real, digits) in [(RealType::F32, 24), (RealType::F64, 53)] {
                let is = convert(Type::Int(from.ty), Type::Real(real), from.stored(number));
                let expected = Value::Real(Real::from(nearest(number, digits)));
                assert_eq!(is, Ok(expected), "{number} from {} to {real:?}", from.ty);
            }
        }
    }
}

/// Numbers in the middle between two reals, and beside them.
fn halfway(from: Integers) -> Vec<i128> {
    let mut all = Vec::new();
    for digits in [24, 53] {
        for excess in 1..=64 - digits {
            for kept in [1_i128 << (digits - 1), (1 << (digits - 1)) + 1, (1 << digits) - 1] {
                let middle = (kept << excess) + (1 << (excess - 1));
                all.extend([middle - 1, middle, middle + 1, -middle - 1, -middle, -middle + 1]);
            }
        }
    }
    // By way of a double, this one would be rounded twice on its way to a single.
    all.push((1 << 53) + (1 << 29) + 1);
    all.retain(|&number| from.has(number));
    all
}

#[test]
fn integers_become_decimals_exactly() {
    for from in all_types() {
        for number in from.samples() {
            let is = convert(Type::Int(from.ty), Type::Decimal, from.stored(number));
            let expected = Decimal::parse(&number.unsigned_abs().to_string()).expect("at most 20 digits");
            let expected = if number < 0 { expected.negated() } else { expected };
            assert_eq!(is, Ok(Value::Decimal(expected)), "{number} from {}", from.ty);
        }
    }
}

/// All powers of two of a format with their neighbours of both signs, halves, zeros, infinities, NaN, the ends of both
/// formats, and the bounds of all integer types with their neighbours.
fn reals(real: RealType) -> Vec<f64> {
    let mut all = vec![0.0, -0.0, f64::NAN, f64::INFINITY, 0.1, 0.5, 0.99, 1.5, 2.5, 1e10, 1e300, f64::MAX];
    all.extend([f64::MIN_POSITIVE, 5e-324, f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)]);
    all.extend((-1074..=1023).map(|power| 2_f64.powi(power)));
    all.extend(all_types().iter().flat_map(|ty| [ty.least as f64, ty.greatest as f64]));
    let neighbours = |&number: &f64| match real {
        RealType::F32 => {
            let single = number as f32;
            [single.next_down(), single, single.next_up()].map(f64::from)
        }
        RealType::F64 => [number.next_down(), number, number.next_up()],
    };
    all.iter().flat_map(neighbours).flat_map(|number| [number, -number]).collect()
}

/// The integer part by the bits of the number; `None` for NaN, and a number beyond all types for large ones.
fn integer_part(number: f64) -> Option<i128> {
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32 - 1023, bits & ((1 << 52) - 1));
    let magnitude = match exponent {
        1024 if fraction != 0 => return None,
        ..0 => 0,
        0..=52 => i128::from((1 << 52 | fraction) >> (52 - exponent)),
        53..=100 => i128::from(1 << 52 | fraction) << (exponent - 52),
        _ => 1 << 100,
    };
    Some(if bits >> 63 == 1 { -magnitude } else { magnitude })
}

/// The number of the type that is nearest.
fn nearest_of(to: Integers, number: i128) -> i128 {
    match number {
        below if below < to.least => to.least,
        above if above > to.greatest => to.greatest,
        inside => inside,
    }
}

#[test]
fn reals_become_integers_by_both_rules() {
    for real in [RealType::F32, RealType::F64] {
        for number in reals(real) {
            let value = Value::Real(Real::from(number));
            let exact = integer_part(number);
            for to in all_types() {
                let nearest = to.stored(nearest_of(to, exact.unwrap_or(0)));
                let is = round_to_int(to.ty, Rounding::Saturating, value);
                assert_eq!(is, Ok(nearest), "{number:?} saturating to {}", to.ty);
                let fault = if to.machine.is_some() { ArithFault::Overflow } else { ArithFault::OutOfRange };
                let expected =
                    exact.filter(|&exact| to.has(exact)).map(|exact| to.stored(exact)).ok_or(fault);
                let is = round_to_int(to.ty, Rounding::Checked, value);
                assert_eq!(is, expected, "{number:?} checked to {}", to.ty);
            }
        }
    }
}

#[test]
fn reals_become_java_integers_as_in_java() {
    let java = [
        (f64::NAN, 0, 0),
        (-0.9, 0, 0),
        (3.99, 3, 3),
        (-3.99, -3, -3),
        (2_147_483_648.0, i64::from(i32::MAX), 2_147_483_648),
        (-2_147_483_649.0, i64::from(i32::MIN), -2_147_483_649),
        (f64::INFINITY, i64::from(i32::MAX), i64::MAX),
        (f64::NEG_INFINITY, i64::from(i32::MIN), i64::MIN),
    ];
    for (number, int, long) in java {
        for (bits, expected) in [(32, int), (64, long)] {
            let ty = cutpoint_ir::IntType::Machine {
                bits,
                signed: true,
                overflow: cutpoint_ir::Overflow::Wrapping,
            };
            let is = round_to_int(ty, Rounding::Saturating, Value::Real(Real::from(number)));
            assert_eq!(is, Ok(Value::Int(expected)), "{number:?} to {ty}");
        }
    }
}
