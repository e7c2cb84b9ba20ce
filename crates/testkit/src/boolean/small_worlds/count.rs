//! How many small worlds there are, without making them.
//!
//! With m simple statements, s(m, n) sequences have size n: s(m, 0) = 1, and s(m, n) is the sum over the size k of the first statement of t(m, k) s(m, n - k), where t(m, 1) = m, and t(m, k) = 2 s(m, k - 1)
//! for two compound statements around a body of size k - 1. Sequences without calls, or without assertions, are those of a smaller m. An exchange of the globals leaves no world as it is, since
//! every world has an assertion and an assertion names a global; so exactly half of them are kept.

use super::{Calls, Language};

/// The number of worlds of exactly this size.
pub fn n_worlds(language: &Language, size: usize, calls: Calls) -> usize {
    let n_simple = language.simple.len();
    let with_and_without = n_programs(n_simple, size, calls);
    let without_asserts = n_programs(n_simple - language.n_asserts(), size, calls);
    (with_and_without - without_asserts) / 2
}

/// Programs with or without assertions, over so many simple statements, one of which is the call.
fn n_programs(n_simple: usize, size: usize, calls: Calls) -> usize {
    let (all, silent) = (n_sequences(n_simple, size), n_sequences(n_simple - 1, size));
    let calling = |size: usize| all[size] - silent[size];
    match calls {
        Calls::Any => silent[size] + (1..=size).map(|main| calling(main) * all[size - main]).sum::<usize>(),
        Calls::Recursive => (1..size).map(|main| calling(main) * calling(size - main)).sum(),
    }
}

/// The numbers s(m, 0), s(m, 1), ... up to this size.
fn n_sequences(n_simple: usize, size: usize) -> Vec<usize> {
    let mut found = vec![1];
    for size in 1..=size {
        let statements = |first: usize| if first == 1 { n_simple } else { 2 * found[first - 1] };
        let all = (1..=size).map(|first| statements(first) * found[size - first]).sum();
        found.push(all);
    }
    found
}
