//! The hidden weighted bit: a function whose decision diagrams are exponential in every order (Bryant, 1991).

use std::fmt::Write;

use super::{Variant, names, row_of};

/// How many bits hold a number up to `bits`.
pub(super) fn weight_bits(bits: usize) -> usize {
    (usize::BITS - bits.leading_zeros()) as usize
}

/// The true ones among so many unknown bits are counted, and the bit with this number is taken: false, if there are
/// none. That is done twice, from the first bit to the last and from the last to the first, and the results are
/// asserted to be equal.
///
/// Safe: both orders count the same. Unsafe: the second way takes false where all bits are true, and the last bit is
/// true then: wrong for one of 2^bits valuations.
pub fn hwb(bits: usize, variant: Variant) -> String {
    let unknown = names("x", bits);
    let width = weight_bits(bits);
    let mut text =
        format!("decl {};\nvoid main() begin\n    decl carry, first, second;\n", unknown.join(", "));
    for weight in ["v", "w"] {
        let _ = writeln!(text, "    decl {};", names(weight, width).join(", "));
    }
    count(&mut text, "v", width, unknown.iter());
    select(&mut text, "first", "v", width, 1..=bits);
    count(&mut text, "w", width, unknown.iter().rev());
    select(&mut text, "second", "w", width, (1..bits + variant.choose(1, 0)).rev());
    text + "    assert(first = second);\nend\n"
}

/// Counts bits in the variables that begin with this letter.
fn count<'a>(text: &mut String, letter: &str, width: usize, bits: impl Iterator<Item = &'a String>) {
    let weight = names(letter, width);
    let _ = writeln!(text, "    {} := {};", weight.join(", "), row_of("F", width));
    for bit in bits {
        let _ = writeln!(text, "    carry := {bit};");
        for digit in &weight {
            let _ = writeln!(text, "    {digit}, carry := {digit} ^ carry, {digit} & carry;");
        }
    }
}

/// Takes the bit with the counted number; the first has number one.
fn select(text: &mut String, target: &str, letter: &str, width: usize, numbers: impl Iterator<Item = usize>) {
    let _ = writeln!(text, "    {target} := F;");
    for number in numbers {
        let digit = |index: usize| {
            let sign = if number >> index & 1 == 1 { "" } else { "!" };
            format!("{sign}{letter}{index}")
        };
        let is_number: Vec<String> = (0..width).map(digit).collect();
        let bit = number - 1;
        let _ = writeln!(text, "    if {} then {target} := x{bit}; fi", is_number.join(" & "));
    }
}
