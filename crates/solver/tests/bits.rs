//! Words of bits compute what integers compute: every operation on all pairs of values of 4 and 8 bits, and on the
//! edges of wider words, as circuits over variables and folded from constants.

mod common;

use common::random::Random;
use cutpoint_solver::aig::Values;
use cutpoint_solver::bits::{Bits, Operation, Sign};
use cutpoint_solver::guard::{Guard, Guards};

const SIGNS: [Sign; 2] = [Sign::Signed, Sign::Unsigned];

/// The exact result of an operation on numbers, and whether it is one of numbers rather than of patterns.
fn exact(operation: Operation, width: usize, left: i128, right: i128) -> i128 {
    let count = (right & if width == 64 { 63 } else { 31 }) as u32;
    match operation {
        Operation::Add => left + right,
        Operation::Sub => left - right,
        // Two unsigned numbers of 64 bits may have a product of 128, which is far enough from fitting.
        Operation::Mul => left.checked_mul(right).unwrap_or_else(|| left.wrapping_mul(right) | 1 << 126),
        Operation::Div => left / right,
        Operation::Rem => left % right,
        Operation::Shl => left << count,
        Operation::Shr => left >> count,
        Operation::And => left & right,
        Operation::Or => left | right,
        Operation::Xor => left ^ right,
    }
}

fn fits(sign: Sign, width: usize, number: i128) -> bool {
    let (least, greatest) = sign.bounds(width);
    (least..=greatest).contains(&number)
}

fn is_checked(operation: Operation) -> bool {
    matches!(operation, Operation::Add | Operation::Sub | Operation::Mul | Operation::Div)
}

fn low(width: usize, number: i128) -> u64 {
    number as u64 & (u64::MAX >> (64 - width))
}

/// What is asked of one pair of operands: results by name, and predicates.
struct Circuits {
    results: Vec<(Operation, Bits, Guard)>,
    negative: (Bits, Guard),
    equal: Guard,
    less: Guard,
    less_or_equal: Guard,
    left_is_zero: Guard,
}

impl Circuits {
    fn new(guards: &mut Guards, sign: Sign, left: &Bits, right: &Bits) -> Self {
        let result = |operation: &Operation, guards: &mut Guards| {
            let bits = operation.apply(guards, sign, left, right);
            (*operation, bits, operation.overflows(guards, sign, left, right))
        };
        Self {
            results: Operation::ALL.iter().map(|operation| result(operation, guards)).collect(),
            negative: (left.neg(guards), left.neg_overflows(guards, sign)),
            equal: left.equal(guards, right),
            less: left.less(guards, right, sign),
            less_or_equal: left.less_or_equal(guards, right, sign),
            left_is_zero: left.is_zero(guards),
        }
    }

    /// Compares everything with the numbers under one assignment.
    fn check(&self, sign: Sign, width: usize, patterns: [u64; 2], mut value: impl FnMut(Guard) -> bool) {
        let [left, right] = patterns.map(|pattern| sign.decode(width, pattern));
        let context = format!("{sign:?} {width}: {left}, {right}");
        for (operation, bits, overflow) in &self.results {
            if right == 0 && matches!(operation, Operation::Div | Operation::Rem) {
                continue;
            }
            let number = exact(*operation, width, left, right);
            assert_eq!(bits.pattern(&mut value), low(width, number), "{operation:?} {context}");
            let overflows = is_checked(*operation) && !fits(sign, width, number);
            assert_eq!(value(*overflow), overflows, "overflow of {operation:?} {context}");
        }
        assert_eq!(self.negative.0.pattern(&mut value), low(width, -left), "- {context}");
        assert_eq!(value(self.negative.1), !fits(sign, width, -left), "overflow of - {context}");
        assert_eq!(value(self.equal), left == right, "= {context}");
        assert_eq!(value(self.less), left < right, "< {context}");
        assert_eq!(value(self.less_or_equal), left <= right, "<= {context}");
        assert_eq!(value(self.left_is_zero), left == 0, "= 0 {context}");
    }

    fn bits(&self) -> impl Iterator<Item = Guard> + '_ {
        let words =
            self.results.iter().flat_map(|(_, bits, overflow)| bits.guards().iter().chain([overflow]));
        let negative = self.negative.0.guards().iter().chain([&self.negative.1]);
        let tests = [&self.equal, &self.less, &self.less_or_equal, &self.left_is_zero];
        words.chain(negative).chain(tests).copied()
    }
}

/// Checks circuits over variables under many pairs of values, 64 at a time.
fn check_variables(width: usize, pairs: &[[u64; 2]]) {
    let mut guards = Guards::new();
    let [left, right] = [Bits::fresh(&mut guards, width), Bits::fresh(&mut guards, width)];
    for sign in SIGNS {
        let circuits = Circuits::new(&mut guards, sign, &left, &right);
        for chunk in pairs.chunks(64) {
            let mut values = Values::new();
            for (bits, side) in [(&left, 0), (&right, 1)] {
                for (place, &input) in bits.guards().iter().enumerate() {
                    let word = |word, (at, pair): (usize, &[u64; 2])| word | (pair[side] >> place & 1) << at;
                    values.set(input, chunk.iter().enumerate().fold(0, word));
                }
            }
            circuits.bits().for_each(|bit| {
                values.word(&guards, bit);
            });
            for (at, &pair) in chunk.iter().enumerate() {
                circuits.check(sign, width, pair, |guard| values.word(&guards, guard) >> at & 1 == 1);
            }
        }
    }
}

fn all_pairs(width: usize) -> Vec<[u64; 2]> {
    (0..1_u64 << (2 * width)).map(|both| [both >> width, both & ((1 << width) - 1)]).collect()
}

#[test]
fn all_values_of_one_to_five_bits() {
    (1..=5).for_each(|width| check_variables(width, &all_pairs(width)));
}

#[test]
fn all_values_of_8_bits() {
    check_variables(8, &all_pairs(8));
}

/// Numbers at which something happens, and some others.
fn edges(width: usize, random: &mut Random) -> Vec<u64> {
    let mask = u64::MAX >> (64 - width);
    let mut edges: Vec<u64> = (0..width).flat_map(|bit| [1 << bit, (1 << bit) - 1, !(1 << bit)]).collect();
    edges.extend([mask, mask - 1, mask - 2, mask >> 1, (mask >> 1) - 1, 3, 5, 6, 7, 10, 63, 64, 65]);
    // Factors with products near the bounds.
    edges.extend([(mask as f64).sqrt() as u64, (mask as f64).sqrt() as u64 + 1, mask / 3, mask / 3 + 1]);
    edges.extend((0..20).map(|_| random.next() >> random.below(width)));
    edges.iter_mut().for_each(|edge| *edge &= mask);
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[test]
fn edges_of_wider_words() {
    for width in [16, 31, 32, 33, 63, 64] {
        let mut random = Random(width as u64);
        let edges = edges(width, &mut random);
        let mut pairs: Vec<[u64; 2]> =
            edges.iter().flat_map(|&left| edges.iter().map(move |&right| [left, right])).collect();
        // All of 16 bits; of the others every seventh pair, and those of the last numbers.
        let mut at = 0;
        pairs.retain(|&[left, right]| {
            at += 1;
            width == 16 || at % 7 == 0 || left.min(right) > u64::MAX >> (64 - width) >> 1
        });
        check_variables(width, &pairs);
    }
}

#[test]
fn constants_are_folded() {
    for sign in SIGNS {
        for width in [3, 4] {
            for pair in all_pairs(width) {
                let mut guards = Guards::new();
                let [left, right] = pair.map(|pattern| Bits::constant(width, pattern));
                let circuits = Circuits::new(&mut guards, sign, &left, &right);
                assert_eq!(guards.n_nodes(), 1, "constants make no nodes");
                circuits.check(sign, width, pair, |guard| guard.as_constant().expect("a constant"));
            }
        }
    }
}

/// One operand constant: other circuits than over two variables, with the same meaning.
#[test]
fn half_constant_operations() {
    let width = 4;
    for sign in SIGNS {
        for pattern in 0..16 {
            for constant_is_left in [false, true] {
                let mut guards = Guards::new();
                let variable = Bits::fresh(&mut guards, width);
                let constant = Bits::constant(width, pattern);
                let (left, right) =
                    if constant_is_left { (&constant, &variable) } else { (&variable, &constant) };
                let circuits = Circuits::new(&mut guards, sign, left, right);
                for other in 0..16 {
                    let value = |guard| {
                        let bits = variable.guards().iter().enumerate();
                        guards.evaluate(guard, bits.map(|(at, &bit)| (bit, other >> at & 1 == 1)))
                    };
                    let pair = if constant_is_left { [pattern, other] } else { [other, pattern] };
                    circuits.check(sign, width, pair, value);
                }
            }
        }
    }
}

#[test]
fn division_by_zero_is_that_of_smt_lib() {
    let zero = Bits::constant(4, 0);
    for pattern in 0..16 {
        let mut guards = Guards::new();
        let number = Bits::constant(4, pattern);
        let mut quotient = |sign| number.div(&mut guards, &zero, sign).as_constant();
        assert_eq!(quotient(Sign::Unsigned), Some(15));
        assert_eq!(quotient(Sign::Signed), Some(if pattern >= 8 { 1 } else { 15 }));
        for sign in SIGNS {
            assert_eq!(number.rem(&mut guards, &zero, sign).as_constant(), Some(pattern));
        }
    }
}

#[test]
fn conversions_keep_numbers_or_say_so() {
    let mut guards = Guards::new();
    for (from, to) in SIGNS.into_iter().flat_map(|from| SIGNS.map(|to| (from, to))) {
        for (width, other) in (1..=6).flat_map(|width| (1..=8).map(move |other| (width, other))) {
            for pattern in 0..1 << width {
                let bits = Bits::constant(width, pattern);
                let number = from.decode(width, pattern);
                let converted = bits.resize(other, from);
                assert_eq!(converted.as_constant(), Some(low(other, number)));
                let overflows = bits.conversion_overflows(&mut guards, from, other, to);
                assert_eq!(overflows.as_constant(), Some(!fits(to, other, number)));
            }
        }
    }
}

#[test]
fn ranges_hold_their_numbers() {
    for sign in SIGNS {
        let mut guards = Guards::new();
        let bits = Bits::fresh(&mut guards, 4);
        for (lowest, highest) in
            (-18..=18).flat_map(|lowest| (-18..=18).map(move |highest| (lowest, highest)))
        {
            let within = bits.within(&mut guards, lowest, highest, sign);
            for pattern in 0..16_u64 {
                let values = bits.guards().iter().enumerate().map(|(at, &bit)| (bit, pattern >> at & 1 == 1));
                let expected = (lowest..=highest).contains(&sign.decode(4, pattern));
                assert_eq!(
                    guards.evaluate(within, values),
                    expected,
                    "{sign:?} {lowest}..={highest}: {pattern}"
                );
            }
        }
    }
}

#[test]
fn shifts_take_counts_of_any_size() {
    for (width, count_width) in [(1, 3), (4, 2), (5, 8), (8, 4), (4, 64)] {
        let mut guards = Guards::new();
        for (pattern, count) in
            (0..1_u64 << width).flat_map(|pattern| (0..40).map(move |count| (pattern, count)))
        {
            if count >= 1 << count_width.min(10) {
                continue;
            }
            let (bits, by) = (Bits::constant(width, pattern), Bits::constant(count_width, count));
            let left = bits.shift_left(&mut guards, &by).as_constant();
            assert_eq!(left, Some(low(width, i128::from(pattern) << count)));
            for sign in SIGNS {
                let right = bits.shift_right(&mut guards, &by, sign).as_constant();
                assert_eq!(right, Some(low(width, sign.decode(width, pattern) >> count)));
            }
        }
    }
}

#[test]
fn selection_and_equal_terms_share_gates() {
    let mut guards = Guards::new();
    let [x, y] = [Bits::fresh(&mut guards, 32), Bits::fresh(&mut guards, 32)];
    let condition = guards.choice();
    let chosen = Bits::select(&mut guards, condition, &x, &y);
    assert_eq!(Bits::select(&mut guards, !condition, &y, &x), chosen);
    assert_eq!(Bits::select(&mut guards, condition, &x, &x), x);
    for operation in [Operation::Add, Operation::Mul, Operation::And, Operation::Or, Operation::Xor] {
        let forth = operation.apply(&mut guards, Sign::Signed, &x, &y);
        let before = guards.n_nodes();
        assert_eq!(operation.apply(&mut guards, Sign::Signed, &y, &x), forth, "{operation:?}");
        assert_eq!(guards.n_nodes(), before, "{operation:?}");
    }
    let zero = Bits::constant(32, 0);
    assert_eq!(x.add(&mut guards, &zero), x);
    assert_eq!(x.sub(&mut guards, &x), zero, "a difference of equal words");
    assert_eq!(x.mul(&mut guards, &Bits::constant(32, 1)), x);
}
