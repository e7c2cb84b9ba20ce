//! Numbers and values as bytes.
//!
//! Numbers are LEB128: seven bits in a byte, lowest first, the top bit set on all but the last. A value is
//! the number `payload * 4 + kind`, so that small values take one byte:
//!
//! | kind | payload |
//! | --- | --- |
//! | 0 | 0 null, 1 false, 2 true; 3 and 4: an int or a real too wide for the forms below, eight bytes follow; from 5 on a decimal: |
//! |   | 5, twice the scale, and 1 if negative; the low 64 bits of its magnitude and the high 32 follow as numbers; |
//! |   | from 64 on a string: 64 and its number |
//! | 1 | int, zigzag: 0, -1, 1, -2, and so on as 0, 1, 2, 3 |
//! | 2 | reference: the canonical number of its object |
//! | 3 | real: its bits with the bytes reversed, which makes the common numbers short |
//!
//! Every value has exactly one form, and no form is the beginning of another.

use base::Id;
use ir::{Decimal, ObjectId, Real, StringId, Value};

const SPECIAL: u64 = 0;
const INT: u64 = 1;
const REFERENCE: u64 = 2;
const REAL: u64 = 3;

/// Payloads of [`SPECIAL`].
const NULL: u64 = 0;
const FALSE: u64 = 1;
const TRUE: u64 = 2;
const WIDE_INT: u64 = 3;
const WIDE_REAL: u64 = 4;
const DECIMAL: u64 = 5;
/// Beyond the greatest scale of a decimal.
const STRING: u64 = 64;

/// Payloads from here on do not leave room for the kind.
const WIDE: u64 = 1 << 62;

#[inline]
pub(crate) fn write_number(out: &mut Vec<u8>, number: u64) {
    if number < 0x80 {
        out.push(number as u8);
    } else if number < 0x4000 {
        out.extend_from_slice(&[number as u8 | 0x80, (number >> 7) as u8]);
    } else {
        write_long_number(out, number);
    }
}

#[cold]
fn write_long_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a value; `number` gives the canonical numbers of objects.
///
/// Always inlined: left to itself, the compiler makes a call of it, which was measured to cost a twentieth of the whole
/// search.
#[inline(always)]
pub(crate) fn write_value(out: &mut Vec<u8>, value: Value, number: impl FnOnce(ObjectId) -> u32) {
    let (payload, kind, wide) = match value {
        Value::Ref(object) => (u64::from(number(object)), REFERENCE, NULL),
        Value::Int(int) => (((int << 1) ^ (int >> 63)) as u64, INT, WIDE_INT),
        Value::Null => (NULL, SPECIAL, NULL),
        Value::Bool(truth) => (if truth { TRUE } else { FALSE }, SPECIAL, NULL),
        Value::Real(real) => (real.bits().swap_bytes(), REAL, WIDE_REAL),
        Value::String(text) => (STRING + text.index() as u64, SPECIAL, NULL),
        Value::Decimal(decimal) => return write_decimal(out, decimal),
    };
    if payload < WIDE {
        write_number(out, payload << 2 | kind);
    } else {
        write_wide(out, wide, payload);
    }
}

#[cold]
fn write_wide(out: &mut Vec<u8>, wide: u64, payload: u64) {
    write_number(out, wide << 2 | SPECIAL);
    out.extend_from_slice(&payload.to_le_bytes());
}

#[cold]
fn write_decimal(out: &mut Vec<u8>, decimal: Decimal) {
    let scale_and_sign = u64::from(decimal.scale()) << 1 | u64::from(decimal.is_negative());
    write_number(out, (DECIMAL + scale_and_sign) << 2 | SPECIAL);
    write_number(out, decimal.magnitude() as u64);
    write_number(out, (decimal.magnitude() >> 64) as u64);
}

#[inline]
pub(crate) fn write_reference(out: &mut Vec<u8>, number: u32) {
    write_number(out, u64::from(number) << 2 | REFERENCE);
}

/// Reads what the functions above wrote. Panics on anything else.
///
/// Small enough to live in registers: what is rare gets and returns the reader by value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

const TOO_SHORT: &str = "an encoding ends too early";

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// What was not read yet.
    pub(crate) fn rest(self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    #[inline]
    fn byte(&mut self) -> u8 {
        let byte = *self.bytes.get(self.at).expect(TOO_SHORT);
        self.at += 1;
        byte
    }

    #[inline]
    pub(crate) fn number(&mut self) -> u64 {
        let first = self.byte();
        if first < 0x80 {
            return u64::from(first);
        }
        let second = self.byte();
        let low = u64::from(first & 0x7f) | u64::from(second & 0x7f) << 7;
        if second < 0x80 {
            return low;
        }
        let number;
        (number, *self) = self.long_number(low);
        number
    }

    /// Goes on after two bytes.
    #[cold]
    fn long_number(mut self, low: u64) -> (u64, Self) {
        let mut number = low;
        for shift in (14..64).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return (number, self);
            }
        }
        panic!("a number of more than 64 bits in an encoding")
    }

    /// Reads a value into its place.
    ///
    /// Not returned, because a value is put together from parts of different sizes: copying it as a whole
    /// right after that makes the processor wait, which was measured to double the time of decoding.
    #[inline(always)]
    pub(crate) fn value_into(&mut self, place: &mut Value) {
        let number = self.number();
        let payload = number >> 2;
        match number & 3 {
            REFERENCE => *place = Value::Ref(ObjectId::new(payload as usize)),
            INT => *place = Value::Int(unzigzag(payload)),
            REAL => *place = real(payload),
            _ => match payload {
                NULL => *place = Value::Null,
                FALSE => *place = Value::Bool(false),
                TRUE => *place = Value::Bool(true),
                WIDE_INT | WIDE_REAL => (*place, *self) = self.wide_value(payload),
                other => (*place, *self) = self.decimal_or_string(other),
            },
        }
    }

    #[cold]
    fn wide_value(self, payload: u64) -> (Value, Self) {
        let bytes = self.rest().first_chunk().expect(TOO_SHORT);
        let (bits, rest) = (u64::from_le_bytes(*bytes), Self { at: self.at + bytes.len(), ..self });
        match payload {
            WIDE_INT => (Value::Int(unzigzag(bits)), rest),
            _ => (real(bits), rest),
        }
    }

    #[cold]
    fn decimal_or_string(self, payload: u64) -> (Value, Self) {
        match payload.checked_sub(STRING) {
            Some(text) => (Value::String(StringId::new(text as usize)), self),
            None => self.decimal(payload - DECIMAL),
        }
    }

    fn decimal(mut self, scale_and_sign: u64) -> (Value, Self) {
        let (low, high) = (self.number(), self.number());
        let magnitude = u128::from(high) << 64 | u128::from(low);
        let decimal = Decimal::from_parts(scale_and_sign & 1 == 1, magnitude, (scale_and_sign >> 1) as u32);
        (Value::Decimal(decimal.expect("an encoding holds no decimal that is too large")), self)
    }
}

#[inline]
fn unzigzag(payload: u64) -> i64 {
    (payload >> 1) as i64 ^ -((payload & 1) as i64)
}

#[inline]
fn real(payload: u64) -> Value {
    Value::Real(Real::from_bits(payload.swap_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_number(number: u64, len: usize) {
        let mut out = Vec::new();
        write_number(&mut out, number);
        assert_eq!(out.len(), len, "length of {number}");
        let mut reader = Reader::new(&out);
        assert_eq!(reader.number(), number);
        assert!(reader.rest().is_empty());
    }

    fn check_value(value: Value, len: usize) {
        let mut out = Vec::new();
        write_value(&mut out, value, |object| object.index() as u32);
        assert_eq!(out.len(), len, "length of {value:?}");
        let mut reader = Reader::new(&out);
        assert_eq!(read_value(&mut reader), value);
        assert!(reader.rest().is_empty());
    }

    fn read_value(reader: &mut Reader<'_>) -> Value {
        let mut value = Value::Int(12345);
        reader.value_into(&mut value);
        value
    }

    #[test]
    fn numbers_of_every_length_come_back() {
        check_number(0, 1);
        for bits in 1..=64_u32 {
            let len = bits.div_ceil(7) as usize;
            check_number(1 << (bits - 1), len);
            check_number(u64::MAX >> (64 - bits), len);
        }
    }

    #[test]
    fn ints_of_every_length_come_back() {
        for (int, len) in [(0, 1), (15, 1), (-16, 1), (16, 2), (-17, 2), (i64::MIN, 9), (i64::MAX, 9)] {
            check_value(Value::Int(int), len);
        }
        // Zigzag takes a bit and the kind two; beyond 61 bits and sign the wide form begins.
        for bits in 0..63_u32 {
            let len = if bits <= 60 { (bits + 4).div_ceil(7) as usize } else { 9 };
            check_value(Value::Int(1 << bits), len);
            check_value(Value::Int(-1 - (1 << bits)), len);
        }
    }

    #[test]
    fn other_values_come_back() {
        for value in [Value::Null, Value::Bool(false), Value::Bool(true)] {
            check_value(value, 1);
        }
        for (object, len) in [(0, 1), (31, 1), (32, 2), (u32::MAX as usize, 5)] {
            check_value(Value::Ref(ObjectId::new(object)), len);
        }
        for (number, len) in [(0.0, 1), (1.0, 3), (-1.0, 3), (0.1, 9), (f64::MIN_POSITIVE, 3), (f64::NAN, 3)]
        {
            check_value(Value::Real(Real::from(number)), len);
        }
        for (text, len) in [(0, 2), (1, 2), (4031, 2), (4032, 3), (u32::MAX as usize, 5)] {
            check_value(Value::String(StringId::new(text)), len);
        }
        let greatest = Decimal::MAX_MAGNITUDE;
        for (negative, magnitude, scale, len) in [
            (false, 0, 0, 3),
            (true, 5, 1, 3),
            (false, 127, 12, 3),
            (true, 127, 13, 4),
            (false, 1 << 64, 0, 3),
            (false, greatest, 0, 16),
            (true, greatest, 28, 17),
        ] {
            let decimal = Decimal::from_parts(negative, magnitude, scale);
            check_value(Value::Decimal(decimal.expect("a decimal")), len);
        }
        for bits in [u64::MAX, 0x7ff0_0000_0000_0000, 0x0000_0000_0000_003f, 0x40, 1, 0xff] {
            let value = Value::Real(Real::from_bits(bits));
            let mut out = Vec::new();
            write_value(&mut out, value, |_| 0);
            assert_eq!(read_value(&mut Reader::new(&out)), value);
        }
    }
}
