//! The table of paths of figure 1.

use verdict::Init;

use crate::support::{counts, program, query};
use crate::symbolic::subjects::figure_one;

/// For lists of up to 2, 3, 4 and 5 nodes: paths with 1 to 5 queries.
const LAZY: [[u64; 5]; 4] = [
    [17, 37, 71, 133, 251],
    [49, 139, 349, 877, 2275],
    [148, 523, 1624, 5071, 16396],
    [502, 2108, 7738, 28556, 108_922],
];
const SUMMARY: [[u64; 5]; 4] =
    [[5, 10, 19, 36, 69], [9, 23, 59, 157, 433], [14, 44, 144, 498, 1798], [20, 75, 300, 1279, 5704]];

/// Deep enough that nothing is cut.
const DEEP: u32 = 10;

fn check(init: Init, lengths: std::ops::RangeInclusive<usize>, queries: std::ops::RangeInclusive<usize>) {
    for length in lengths {
        for queries in queries.clone() {
            let program = program(&figure_one(length, queries));
            let found = counts(&program, &query(init, DEEP));
            let at = (length - 2, queries - 1);
            let summary = SUMMARY[at.0][at.1];
            let paths = if init == Init::Summary { summary } else { LAZY[at.0][at.1] };
            assert_eq!(
                (found.paths, found.control_paths),
                (paths, summary),
                "{init}, K = {length}, M = {queries}"
            );
            assert_eq!(found.cut, 0);
        }
    }
}

#[test]
fn lazy_paths_of_figure_one() {
    check(Init::Lazy, 2..=4, 1..=5);
    check(Init::Lazy, 5..=5, 1..=2);
}

#[test]
fn lazier_paths_of_figure_one_are_as_many() {
    for init in [Init::Lazier, Init::LazierSharp] {
        check(init, 2..=3, 1..=5);
        check(init, 4..=4, 1..=3);
    }
}

#[test]
fn summary_paths_of_figure_one() {
    check(Init::Summary, 2..=3, 1..=5);
    check(Init::Summary, 4..=4, 1..=4);
    check(Init::Summary, 5..=5, 1..=3);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimisation")]
fn the_whole_table_of_figure_one() {
    for init in Init::ALL {
        check(init, 2..=5, 1..=5);
    }
}
