//! Recursion: a procedure with many parameters that calls itself, and a tower of procedures that call each other twice.

use std::fmt::Write;

use super::{Variant, names};

/// The parity of so many unknown bits by recursion: a procedure shifts its parameters by one place until all are false,
/// and flips the result for each true one that drops out.
///
/// Safe: the result is asserted to be the exclusive or of the bits; that is so by induction over the number of shifts,
/// which is at most the number of parameters. Unsafe: a call with all bits true gives the wrong result. Shifts bring
/// false bits in, so that is only the outermost call, and only for one of 2^parameters valuations.
pub fn recpar(parameters: usize, variant: Variant) -> String {
    let (bits, unknown) = (names("b", parameters), names("x", parameters));
    let shifted: Vec<&str> = bits[1..].iter().map(String::as_str).chain(["F"]).collect();
    let wrong = variant.choose(String::new(), format!(" ^ ({})", bits.join(" & ")));
    let mut text = format!("decl {};\n", unknown.join(", "));
    let _ = writeln!(text, "bool parity({}) begin\n    decl rest;", bits.join(", "));
    let _ = writeln!(text, "    if !({}) then\n        return F;\n    fi", bits.join(" | "));
    let _ = writeln!(text, "    rest := parity({});", shifted.join(", "));
    let _ = writeln!(text, "    return rest ^ b0{wrong};\nend");
    text += "void main() begin\n    decl result;\n";
    let _ = writeln!(text, "    result := parity({});", unknown.join(", "));
    let _ = writeln!(text, "    assert(result = ({}));\nend", unknown.join(" ^ "));
    text
}

/// The towers of Hanoi: to move a tower, the tower above is moved, then a disc, then the tower again. Moves are counted
/// modulo four.
///
/// There are 2^discs - 1 moves, which is three modulo four for at least two discs. Safe: that is asserted behind the
/// outermost call; unsafe: its contrary is, so the error comes after all moves. The summary of every procedure is a
/// constant that is added to two bits.
pub fn hanoi(discs: usize, variant: Variant) -> String {
    assert!(discs >= 2, "a tower of one disc is moved once");
    let end = variant.choose("m1 & m0", "!(m1 & m0)");
    let mut text = "decl m1, m0;\nvoid main() begin\n    m1, m0 := F, F;\n".to_owned();
    let _ = writeln!(text, "    tower{discs}();\n    assert({end});\nend");
    for height in (2..=discs).rev() {
        let above = height - 1;
        let _ = writeln!(text, "void tower{height}() begin tower{above}(); move(); tower{above}(); end");
    }
    text += "void tower1() begin move(); end\n";
    text + "void move() begin m1, m0 := m1 ^ m0, !m0; end\n"
}
