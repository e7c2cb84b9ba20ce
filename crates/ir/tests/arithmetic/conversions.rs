//! Conversions between all pairs of types that can be converted.

use cutpoint_ir::eval::convert;
use cutpoint_ir::{Decimal, Real, RealType, Type, Value};

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
