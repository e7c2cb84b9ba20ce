//! Random open programs, a few; `testkit` compares many, and the methods of the corpus.

use crate::symbolic::agreement::Compared;
use crate::symbolic::random::{compare_seed, is_worthwhile};

const PROGRAMS: u64 = 100;

#[test]
fn machines_agree_on_random_programs() {
    let mut total = Compared::default();
    for seed in 0..PROGRAMS {
        total = total.plus(compare_seed(seed).unwrap_or_else(|what| panic!("{what}")));
    }
    assert!(is_worthwhile(&total, PROGRAMS), "{total:?}");
}
