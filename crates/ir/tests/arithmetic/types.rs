//! Integer types of the core language, and the values of them that are tried.

use cutpoint_ir::{IntType, Overflow, Value};

/// An integer type in the words of these tests: its least and greatest number, and its width unless it is a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Integers {
    pub(crate) ty: IntType,
    pub(crate) least: i128,
    pub(crate) greatest: i128,
    pub(crate) machine: Option<Machine>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
    pub(crate) wraps: bool,
}

const LIMITS: [(u32, bool, i128, i128); 8] = [
    (8, true, -128, 127),
    (8, false, 0, 255),
    (16, true, -32_768, 32_767),
    (16, false, 0, 65_535),
    (32, true, -2_147_483_648, 2_147_483_647),
    (32, false, 0, 4_294_967_295),
    (64, true, -9_223_372_036_854_775_808, 9_223_372_036_854_775_807),
    (64, false, 0, 18_446_744_073_709_551_615),
];

/// The eight machine types with both policies.
pub(crate) fn machine_types() -> Vec<Integers> {
    let mut all = Vec::new();
    for (bits, is_signed, least, greatest) in LIMITS {
        for wraps in [false, true] {
            let overflow = if wraps { Overflow::Wrapping } else { Overflow::Checked };
            let ty = IntType::Machine { bits: bits as u8, signed: is_signed, overflow };
            all.push(Integers { ty, least, greatest, machine: Some(Machine { bits, is_signed, wraps }) });
        }
    }
    all
}

/// Small ranges on both sides of zero and around it, wide ones, and the widest.
pub(crate) fn ranges() -> Vec<Integers> {
    let bounds = [
        (0, 0),
        (1, 5),
        (-5, -1),
        (-3, 4),
        (0, 63),
        (-128, 127),
        (1 << 40, 1 << 41),
        (i64::MIN, -1),
        (0, i64::MAX),
        (i64::MIN, i64::MAX),
    ];
    let range = |(lo, hi): (i64, i64)| Integers {
        ty: IntType::Range { lo, hi },
        least: lo.into(),
        greatest: hi.into(),
        machine: None,
    };
    bounds.map(range).to_vec()
}

pub(crate) fn all_types() -> Vec<Integers> {
    machine_types().into_iter().chain(ranges()).collect()
}

impl Integers {
    pub(crate) fn has(self, number: i128) -> bool {
        self.least <= number && number <= self.greatest
    }

    /// All numbers, if they are at most 256; else the edges.
    pub(crate) fn samples(self) -> Vec<i128> {
        if self.greatest - self.least < 256 {
            return (self.least..=self.greatest).collect();
        }
        let mut all: Vec<i128> = edges().into_iter().filter(|&number| self.has(number)).collect();
        all.extend([self.least, self.least + 1, self.least + 2]);
        all.extend([self.greatest, self.greatest - 1, self.greatest - 2, self.greatest / 2, self.least / 2]);
        all.sort_unstable();
        all.dedup();
        all.retain(|&number| self.has(number));
        all
    }

    /// A number as it is stored: unsigned numbers of 64 bits by their bit pattern.
    pub(crate) fn stored(self, number: i128) -> Value {
        assert!(self.has(number), "{number} in {}", self.ty);
        let word = if number >= 1 << 63 { number - (1 << 64) } else { number };
        Value::Int(i64::try_from(word).expect("a word"))
    }
}

/// Small numbers, powers of two and their neighbours, shift counts, alternating and other patterns.
fn edges() -> Vec<i128> {
    let mut all: Vec<i128> = (-9..=9).collect();
    all.extend([15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 95, 96, 127, 128, 129, -31, -32, -33, -63, -64, -65]);
    for power in 0..=64 {
        let two: i128 = 1 << power;
        all.extend([two - 1, two, two + 1, -two - 1, -two, -two + 1]);
    }
    for bits in [8, 16, 32, 64] {
        let ones: i128 = (1 << bits) - 1;
        let (fives, tens) = (ones / 3, ones / 3 * 2);
        all.extend([fives, tens, fives - (1 << bits), tens - (1 << bits), -fives]);
        let upper = ones & !((1 << (bits / 2)) - 1);
        all.extend([upper, upper - (1 << bits)]);
    }
    // Factors whose product just fits, or just does not; 10-digit and 19-digit numbers.
    all.extend([46_340, 46_341, 65_535, 65_537, 3_037_000_499, 3_037_000_500, 4_294_967_295, 4_294_967_297]);
    all.extend([-46_341, -3_037_000_500, 1_000_000_007, 1_000_000_000_000_000_003, -1_000_000_007]);
    all
}
