//! Forged sets of summaries.

use cutpoint_certify::certify;

use crate::support::certificate;

const FILES: [&str; 8] = [
    include_str!("summaries/aliases.cpir"),
    include_str!("summaries/effects.cpir"),
    include_str!("summaries/sets.cpir"),
    include_str!("summaries/recursion.cpir"),
    include_str!("summaries/stages.cpir"),
    include_str!("summaries/blocking.cpir"),
    include_str!("summaries/classes.cpir"),
    include_str!("summaries/arrays.cpir"),
];

#[test]
fn forged_summaries_are_refused_for_what_they_hide() {
    let mut wrong = Vec::new();
    let check =
        |text| super::check(text, certificate, |program, set| certify(program, set).map(drop), &mut wrong);
    let count: usize = FILES.map(check).iter().sum();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= super::AT_LEAST, "{count}");
}
