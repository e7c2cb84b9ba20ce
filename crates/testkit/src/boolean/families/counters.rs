//! Loops that count: an error at the end of a long path, and the check that a loop never comes back to where it was.

use std::fmt::Write;

use super::{Variant, names, row_of};

/// A counter of so many bits that begins at zero and is increased forever, with the carry rippling through it.
///
/// Unsafe: it is asserted that not all bits are true, which fails after 2^bits - 1 turns and not before. Safe: a
/// further bit is flipped in each turn, and it is asserted that it is true whenever all bits are. It always equals the
/// lowest bit, by induction over turns, so the assertion holds; without this invariant a search follows 2^bits
/// turns.
pub fn counter(bits: usize, variant: Variant) -> String {
    let counter = names("c", bits);
    let full = counter.join(" & ");
    let mut text = format!("decl {};\n", counter.join(", "));
    text += variant.choose("decl odd;\n", "");
    text += "void main() begin\n    decl carry;\n";
    let _ = writeln!(text, "    {} := {};", counter.join(", "), row_of("F", bits));
    text += variant.choose("    odd := F;\n", "");
    text += "    while T do\n";
    let _ = writeln!(text, "        assert(!({full}){});", variant.choose(" | odd", ""));
    text += variant.choose("        odd := !odd;\n", "");
    text += "        carry := T;\n";
    for bit in &counter {
        let _ = writeln!(text, "        {bit}, carry := {bit} ^ carry, {bit} & carry;");
    }
    text + "    od\nend\n"
}

/// The same counter, increased by a procedure that the loop calls: an error at the end of as many calls, all of which
/// have returned and no two of which begin with the same values.
///
/// Both variants have the verdict of [`counter`], for the same reason.
pub fn called(bits: usize, variant: Variant) -> String {
    let counter = names("c", bits);
    let mut text = declarations(&counter, variant);
    text += "void main() begin\n";
    text += &zero(&counter, variant);
    text += "    while T do\n";
    let _ = writeln!(text, "        assert({});", not_full(&counter, variant));
    text += "        increase();\n    od\nend\n";
    text + &increase(&counter, variant)
}

/// The same counter, increased before each call of a procedure that calls itself until all bits are true: an error
/// after 2^bits calls that all return before it.
///
/// The assertion stands after the outermost call, where all bits are true. Unsafe: it says that not all are. Safe: or
/// that the further bit is true, which equals the lowest one, by induction over calls.
pub fn unwound(bits: usize, variant: Variant) -> String {
    let counter = names("c", bits);
    let mut text = declarations(&counter, variant);
    text += "void main() begin\n";
    text += &zero(&counter, variant);
    let _ = writeln!(text, "    count();\n    assert({});\nend", not_full(&counter, variant));
    let _ = writeln!(text, "void count() begin\n    if !({}) then", counter.join(" & "));
    text += "        increase();\n        count();\n    fi\nend\n";
    text + &increase(&counter, variant)
}

fn declarations(counter: &[String], variant: Variant) -> String {
    format!("decl {};\n{}", counter.join(", "), variant.choose("decl odd;\n", ""))
}

fn zero(counter: &[String], variant: Variant) -> String {
    let assigned = format!("    {} := {};\n", counter.join(", "), row_of("F", counter.len()));
    assigned + variant.choose("    odd := F;\n", "")
}

fn not_full(counter: &[String], variant: Variant) -> String {
    format!("!({}){}", counter.join(" & "), variant.choose(" | odd", ""))
}

fn increase(counter: &[String], variant: Variant) -> String {
    let mut text = "void increase() begin\n    decl carry;\n".to_owned();
    text += variant.choose("    odd := !odd;\n", "");
    text += "    carry := T;\n";
    for bit in counter {
        let _ = writeln!(text, "    {bit}, carry := {bit} ^ carry, {bit} & carry;");
    }
    text + "end\n"
}

/// A loop over so many unknown bits, with a snapshot, as in proofs of termination by Cook, Podelski and Rybalchenko
/// (2006): at some moment the state is copied, and it is asserted from then on that it is never met again.
///
/// A turn clears some bit that is true and gives its lower neighbour any value; without such a bit the loop ends. Safe:
/// the bits, read as a binary number with the last as the highest, become smaller in every turn, so no state comes
/// again. That needs "the state is smaller than the copy" as an invariant, which is a small diagram if copies are
/// beside their originals, and exponentially many clauses. Unsafe: when all bits are false the highest becomes true.
/// Every cycle goes through zero, and the true bit wanders down one place a turn: the error needs bits + 1 turns from
/// the copy.
pub fn term(bits: usize, variant: Variant) -> String {
    let (now, old) = (names("x", bits), names("old", bits));
    let same: Vec<String> = now.iter().zip(&old).map(|(now, old)| format!("({now} = {old})")).collect();
    let mut text = format!("decl {};\ndecl {};\ndecl taken;\n", now.join(", "), old.join(", "));
    text += "void main() begin\n    taken := F;\n    more: skip;\n";
    text += "    if !taken & * then\n";
    let _ = writeln!(text, "        {} := {};", old.join(", "), now.join(", "));
    text += "        taken := T;\n    elsif taken then\n";
    let _ = writeln!(text, "        assert(!({}));\n    fi", same.join(" & "));
    let clears = names("clear", bits);
    let _ = writeln!(text, "    goto {}, zero;", clears.join(", "));
    for (index, bit) in now.iter().enumerate() {
        let lower = if index == 0 { String::new() } else { format!(" {} := *;", now[index - 1]) };
        let _ = writeln!(text, "        {}: assume({bit}); {bit} := F;{lower} goto more;", clears[index]);
    }
    let _ = writeln!(text, "        zero: assume(!({}));", now.join(" | "));
    let highest = &now[bits - 1];
    text += &variant.choose("    done: skip;\n".to_owned(), format!("    {highest} := T; goto more;\n"));
    text + "end\n"
}
