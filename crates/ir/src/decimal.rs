//! Decimal numbers as in C#: 96 bits of magnitude, a sign, and a scale, the number of digits behind the point, of at
//! most 28.
//!
//! The result of an operation is the exact one if it fits; otherwise the nearest number with as many digits as do fit,
//! and of two nearest ones that with an even last digit. A result whose digits before the point do not fit is a fault.
//!
//! Decimals are always normalised: no zeros at the end of the fraction, and one zero. So equal numbers are equal
//! values, whatever they were computed from, and states that hold them are equal too. In C# `1.0m` and `1.00m` are
//! equal as well, and only print differently.

use std::cmp::Ordering;
use std::fmt;

use crate::eval::ArithFault;

mod wide;

use wide::Wide;

/// A decimal number. Thirteen bytes without alignment, so that a [`Value`](crate::Value) stays at two words.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// Little-endian.
    magnitude: [u8; 12],
    /// Twice the scale, and one more for a negative number.
    scale_and_sign: u8,
}

impl Decimal {
    pub const ZERO: Self = Self { magnitude: [0; 12], scale_and_sign: 0 };

    /// The most digits behind the point.
    pub const MAX_SCALE: u32 = 28;

    /// The greatest magnitude, also of a fraction without its point.
    pub const MAX_MAGNITUDE: u128 = (1 << 96) - 1;

    /// `magnitude / 10^scale`, negated or not; `None` if one of them is too large.
    pub fn from_parts(negative: bool, mut magnitude: u128, mut scale: u32) -> Option<Self> {
        if magnitude > Self::MAX_MAGNITUDE || scale > Self::MAX_SCALE {
            return None;
        }
        while scale > 0 && magnitude.is_multiple_of(10) {
            magnitude /= 10;
            scale -= 1;
        }
        let negative = negative && magnitude != 0;
        let mut bytes = [0; 12];
        bytes.copy_from_slice(&magnitude.to_le_bytes()[..12]);
        Some(Self { magnitude: bytes, scale_and_sign: (scale as u8) << 1 | u8::from(negative) })
    }

    /// An integer; `None` if it has more than 96 bits.
    pub fn from_int(number: i128) -> Option<Self> {
        Self::from_parts(number < 0, number.unsigned_abs(), 0)
    }

    pub fn is_negative(self) -> bool {
        self.scale_and_sign & 1 == 1
    }

    pub fn magnitude(self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.magnitude);
        u128::from_le_bytes(bytes)
    }

    /// The number of digits behind the point; the last of them is not zero.
    pub fn scale(self) -> u32 {
        u32::from(self.scale_and_sign >> 1)
    }

    /// The magnitude counted in units of `10^-scale`.
    fn at_scale(self, scale: u32) -> Wide {
        Wide::from(self.magnitude()).times_power_of_ten(scale - self.scale())
    }

    pub fn negated(self) -> Self {
        let is_zero = self == Self::ZERO;
        Self { scale_and_sign: self.scale_and_sign ^ u8::from(!is_zero), ..self }
    }

    pub fn plus(self, other: Self) -> Result<Self, ArithFault> {
        let scale = self.scale().max(other.scale());
        let (a, b) = (self.at_scale(scale), other.at_scale(scale));
        let (negative, sum) = if self.is_negative() == other.is_negative() {
            (self.is_negative(), a.plus(b))
        } else if a >= b {
            (self.is_negative(), a.minus(b))
        } else {
            (other.is_negative(), b.minus(a))
        };
        round(negative, sum, Wide::ONE, scale).ok_or(ArithFault::Overflow)
    }

    pub fn minus(self, other: Self) -> Result<Self, ArithFault> {
        self.plus(other.negated())
    }

    pub fn times(self, other: Self) -> Result<Self, ArithFault> {
        let product = Wide::from(self.magnitude()).times_wide(other.magnitude());
        let negative = self.is_negative() != other.is_negative();
        round(negative, product, Wide::ONE, self.scale() + other.scale()).ok_or(ArithFault::Overflow)
    }

    pub fn divided_by(self, other: Self) -> Result<Self, ArithFault> {
        if other == Self::ZERO {
            return Err(ArithFault::DivisionByZero);
        }
        // Enough digits for a quotient of the greatest scale.
        let numerator = self.at_scale(Self::MAX_SCALE + other.scale());
        let negative = self.is_negative() != other.is_negative();
        round(negative, numerator, other.magnitude().into(), Self::MAX_SCALE).ok_or(ArithFault::Overflow)
    }

    /// What is left of a division whose quotient is cut to an integer: exact, with the sign of the dividend.
    pub fn remainder(self, other: Self) -> Result<Self, ArithFault> {
        if other == Self::ZERO {
            return Err(ArithFault::DivisionByZero);
        }
        let scale = self.scale().max(other.scale());
        let (_, rest) = self.at_scale(scale).divided_by(other.at_scale(scale));
        round(self.is_negative(), rest, Wide::ONE, scale).ok_or(ArithFault::Overflow)
    }

    /// Reads digits, with a point among them or not, with an exponent or not, but without a sign. Rounds if there are
    /// too many digits behind the point; `None` if there are too many before it, or if the text is something else.
    pub fn parse(text: &str) -> Option<Self> {
        let (digits, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], parse_exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = || whole.bytes().chain(fraction.bytes());
        if all().next().is_none() || !all().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (mut number, mut n_read, mut scale) = (Wide::from(0), 0, fraction.len() as i64 - exponent);
        let mut is_inexact = false;
        for digit in all().map(|byte| byte - b'0').skip_while(|&digit| digit == 0) {
            if n_read < MAX_READ_DIGITS {
                number = number.times(10).plus(u128::from(digit).into());
                n_read += 1;
            } else {
                is_inexact |= digit != 0;
                scale -= 1;
            }
        }
        // Digits that are left out count only in so far as they are not all zero: then the number lies above what was
        // read.
        number = number.times(10).plus(u128::from(is_inexact).into());
        scaled(number, scale + 1)
    }
}

/// So many digits of a literal are read: more than decide how it is rounded.
const MAX_READ_DIGITS: u32 = 60;

/// Beyond this, an exponent makes every number too large, or zero.
const MAX_EXPONENT: i64 = 1 << 40;

fn parse_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let exponent = digits.parse::<i64>().unwrap_or(MAX_EXPONENT).min(MAX_EXPONENT);
    Some(if negative { -exponent } else { exponent })
}

/// The decimal nearest to a number of at most [`MAX_READ_DIGITS`] digits and one more, divided by `10^scale`.
fn scaled(number: Wide, scale: i64) -> Option<Decimal> {
    let too_small = i64::from(Decimal::MAX_SCALE + MAX_READ_DIGITS + 2);
    if number == Wide::from(0) || scale > too_small {
        return Some(Decimal::ZERO);
    }
    match u32::try_from(scale) {
        Ok(scale) => round(false, number, Wide::ONE, scale),
        // At least ten to this power.
        Err(_) if -scale > i64::from(Decimal::MAX_SCALE) => None,
        Err(_) => round(false, number.times_power_of_ten(-scale as u32), Wide::ONE, 0),
    }
}

/// The decimal nearest to `numerator / denominator / 10^scale`; `None` if there is none.
fn round(negative: bool, numerator: Wide, denominator: Wide, scale: u32) -> Option<Decimal> {
    // Digits to leave out at the end: those behind the greatest scale, and as many more as it takes for the others to
    // fit.
    let mut dropped = scale.saturating_sub(Decimal::MAX_SCALE);
    let mut unit = denominator.times_power_of_ten(dropped);
    loop {
        // Most candidates are refused without a division.
        let may_fit = numerator < unit.times_wide(Decimal::MAX_MAGNITUDE + 1);
        let magnitude = if may_fit { nearest(numerator, unit).narrow() } else { None };
        // Rounding up may have led just beyond.
        if let Some(magnitude) = magnitude.filter(|&magnitude| magnitude <= Decimal::MAX_MAGNITUDE) {
            return Decimal::from_parts(negative, magnitude, scale - dropped);
        }
        if dropped == scale {
            return None;
        }
        dropped += 1;
        unit = unit.times(10);
    }
}

/// The integer nearest to a fraction, the even one of two.
fn nearest(numerator: Wide, denominator: Wide) -> Wide {
    let (quotient, rest) = numerator.divided_by(denominator);
    let up = match rest.plus(rest).cmp(&denominator) {
        Ordering::Less => false,
        Ordering::Equal => quotient.is_odd(),
        Ordering::Greater => true,
    };
    if up { quotient.plus(Wide::ONE) } else { quotient }
}

/// The order of the numbers.
impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale().max(other.scale());
        let magnitudes = || self.at_scale(scale).cmp(&other.at_scale(scale));
        match (self.is_negative(), other.is_negative()) {
            (false, false) => magnitudes(),
            (true, true) => magnitudes().reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    /// `12`, `-0.5`: all digits, and no exponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = self.scale() as usize;
        // A digit stands before the point even if it is zero.
        let digits = format!("{:0width$}", self.magnitude(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let (sign, point) = (if self.is_negative() { "-" } else { "" }, if scale == 0 { "" } else { "." });
        write!(f, "{sign}{whole}{point}{fraction}")
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}m")
    }
}

#[cfg(test)]
mod tests;
