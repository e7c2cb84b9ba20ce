//! Forged formulas of Boolean programs.

use cutpoint_certify::certify_boolean;

use crate::boolean::support::proof;

const FILES: [&str; 4] = [
    include_str!("boolean/loops.cpir"),
    include_str!("boolean/calls.cpir"),
    include_str!("boolean/recursion.cpir"),
    include_str!("boolean/stages.cpir"),
];

#[test]
fn forged_formulas_are_refused_for_what_they_hide() {
    let mut wrong = Vec::new();
    let check = |text| {
        super::check(text, proof, |program, proof| certify_boolean(program, proof).map(drop), &mut wrong)
    };
    let count: usize = FILES.map(check).iter().sum();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= super::AT_LEAST, "{count}");
}
