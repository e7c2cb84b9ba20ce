//! The values of a type, counted and numbered: what a decision for any value of a type means.
//!
//! The number of a value is its place in the order of its type: of an integer, its distance from the least number of
//! the type; of a bool, an enum constant or a string, its own number (false is 0). Reals are ordered by their bits, as
//! those of an unsigned number, and all NaNs are one value, which stands between the positive and the negative numbers.

use base::Id;

use crate::program::Program;
use crate::strings::StringId;
use crate::types::{RealType, Type};
use crate::value::{Real, Value};

impl Program {
    /// How many values the type has, at most 2^64. `None` for types whose values are not numbered.
    pub fn n_values(&self, ty: Type) -> Option<u128> {
        match ty {
            Type::Bool => Some(2),
            Type::Int(int) => {
                let (lo, hi) = int.bounds();
                Some((hi - lo + 1) as u128)
            }
            Type::Real(real) => Some(u128::from(RealBits::of(real).n_values())),
            Type::Enum(id) => Some(self.enums[id].constants.len() as u128),
            Type::String => Some(self.strings.len() as u128),
            Type::Decimal | Type::Ref(_) | Type::Object => None,
        }
    }

    /// The value of this number, if the type has one.
    pub fn value_at(&self, ty: Type, number: u64) -> Option<Value> {
        if u128::from(number) >= self.n_values(ty)? {
            return None;
        }
        match ty {
            Type::Bool => Some(Value::Bool(number == 1)),
            // Unsigned numbers of 64 bits are held by their bits.
            Type::Int(int) => Some(Value::Int((int.bounds().0 + i128::from(number)) as i64)),
            Type::Real(real) => Some(Value::Real(RealBits::of(real).real(number))),
            Type::Enum(_) => Some(Value::Int(number as i64)),
            Type::String => Some(Value::String(StringId::new(number as usize))),
            Type::Decimal | Type::Ref(_) | Type::Object => None,
        }
    }
}

/// Where the values of a floating-point type lie among its bit patterns.
#[derive(Clone, Copy)]
struct RealBits {
    ty: RealType,
    /// The greatest pattern of a positive number.
    infinity: u64,
    /// The pattern of the sign alone.
    sign: u64,
}

impl RealBits {
    fn of(ty: RealType) -> Self {
        match ty {
            RealType::F32 => Self { ty, infinity: f32::INFINITY.to_bits().into(), sign: 1 << 31 },
            RealType::F64 => Self { ty, infinity: f64::INFINITY.to_bits(), sign: 1 << 63 },
        }
    }

    /// The positive numbers, the negative ones, and NaN.
    fn n_values(self) -> u64 {
        2 * (self.infinity + 1) + 1
    }

    fn real(self, number: u64) -> Real {
        let nan = self.infinity + 1;
        if number == nan {
            return Real::from(f64::NAN);
        }
        let bits = if number < nan { number } else { self.sign + (number - nan - 1) };
        match self.ty {
            // The pattern has 32 bits.
            RealType::F32 => Real::from(f64::from(f32::from_bits(bits as u32))),
            RealType::F64 => Real::from_bits(bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{IntType, Overflow};

    fn values(ty: Type, numbers: &[u64]) -> Vec<Option<Value>> {
        numbers.iter().map(|&number| Program::default().value_at(ty, number)).collect()
    }

    fn ints(numbers: &[i64]) -> Vec<Option<Value>> {
        numbers.iter().map(|&number| Some(Value::Int(number))).collect()
    }

    #[test]
    fn integers_are_numbered_from_the_least() {
        let program = Program::default();
        let machine = |bits, signed, overflow| Type::Int(IntType::Machine { bits, signed, overflow });
        let wrapping = machine(32, true, Overflow::Wrapping);
        assert_eq!(program.n_values(wrapping), Some(1 << 32));
        let ends = [0, 1 << 31, (1 << 32) - 1];
        assert_eq!(values(wrapping, &ends), ints(&[i32::MIN.into(), 0, i32::MAX.into()]));
        assert_eq!(values(wrapping, &[1 << 32]), [None]);
        for (signed, least, greatest) in [(true, i64::MIN, i64::MAX), (false, 0, -1)] {
            let wide = machine(64, signed, Overflow::Checked);
            assert_eq!(program.n_values(wide), Some(1 << 64));
            assert_eq!(values(wide, &[0, u64::MAX]), ints(&[least, greatest]));
        }
        let range = Type::Int(IntType::Range { lo: -2, hi: 5 });
        assert_eq!(program.n_values(range), Some(8));
        assert_eq!(values(range, &[0, 7]), ints(&[-2, 5]));
        let all = Type::Int(IntType::Range { lo: i64::MIN, hi: i64::MAX });
        assert_eq!(program.n_values(all), Some(1 << 64));
    }

    #[test]
    fn every_real_has_one_number() {
        let program = Program::default();
        let count = program.n_values(Type::Real(RealType::F32)).expect("reals are numbered") as u64;
        let mut seen = std::collections::BTreeSet::new();
        // All of them would take a while.
        for number in (0..count).step_by(65_521).chain([0x7f80_0000, 0x7f80_0001, 0x7f80_0002, count - 1]) {
            let value = program.value_at(Type::Real(RealType::F32), number).expect("it is below the count");
            let Value::Real(real) = value else { panic!("{value:?}") };
            assert_eq!(Real::from(f64::from(real.get() as f32)), real, "{number}");
            seen.insert((real, number));
        }
        let distinct: std::collections::BTreeSet<Real> = seen.iter().map(|&(real, _)| real).collect();
        let numbers: std::collections::BTreeSet<u64> = seen.iter().map(|&(_, number)| number).collect();
        assert_eq!(distinct.len(), numbers.len());
        let real = |number: f64| Some(Value::Real(Real::from(number)));
        let nan = 0x7ff0_0000_0000_0001;
        let ends = [0, nan - 1, nan, nan + 1, 2 * nan];
        let expected = [0.0, f64::INFINITY, f64::NAN, -0.0, f64::NEG_INFINITY].map(real);
        assert_eq!(values(Type::Real(RealType::F64), &ends), expected);
        assert_eq!(values(Type::Real(RealType::F64), &[2 * nan + 1]), [None]);
    }

    #[test]
    fn the_rest_is_small_or_not_numbered() {
        let mut program = Program::default();
        program.strings.intern("a");
        assert_eq!(program.n_values(Type::String), Some(2));
        assert_eq!(program.value_at(Type::String, 1), Some(Value::String(StringId::new(1))));
        assert_eq!(values(Type::Bool, &[0, 1]), [Some(Value::Bool(false)), Some(Value::Bool(true))]);
        assert_eq!((program.n_values(Type::Decimal), program.value_at(Type::Object, 0)), (None, None));
    }
}
