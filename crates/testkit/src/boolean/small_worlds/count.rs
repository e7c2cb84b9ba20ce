//! How many small worlds there are, without making them.
//!
//! With m simple statements, s(m, n) sequences have size n: s(m, 0) = 1, and s(m, n) is the sum over the size k of
//! the first statement of t(m, k) s(m, n - k), where t(m, 1) = m, and t(m, k) = 2 s(m, k - 1) for two compound
//! statements around a body of size k - 1. The numbers are kept apart by how many calls there are. Sequences without
//! assertions are those of a smaller m. An exchange of the globals leaves no world as it is, since every world has an
//! assertion and an assertion names a global; so exactly half of them are kept.

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
    let n = n_sequences(n_simple, size);
    let both = |main: fn(&ByCalls) -> usize, f: fn(&ByCalls) -> usize| -> usize {
        (1..size).map(|main_size| main(&n[main_size]) * f(&n[size - main_size])).sum()
    };
    match calls {
        Calls::Any => n[size].all() + both(ByCalls::calling, ByCalls::all),
        Calls::Recursive => both(ByCalls::calling, ByCalls::calling),
        Calls::Twice => both(|main| main.many, ByCalls::all),
    }
}

/// Numbers of sequences, by how many calls they have.
#[derive(Clone, Copy, Default)]
struct ByCalls {
    none: usize,
    one: usize,
    many: usize,
}

impl ByCalls {
    fn all(&self) -> usize {
        self.none + self.one + self.many
    }

    fn calling(&self) -> usize {
        self.one + self.many
    }

    /// Adds what comes of one of the first before one of the second, so many times.
    fn add(&mut self, times: usize, first: Self, second: Self) {
        self.none += times * first.none * second.none;
        self.one += times * (first.none * second.one + first.one * second.none);
        self.many +=
            times * (first.many * second.all() + first.one * second.calling() + first.none * second.many);
    }
}

/// The numbers s(m, 0), s(m, 1), ... up to this size.
fn n_sequences(n_simple: usize, size: usize) -> Vec<ByCalls> {
    let mut found = vec![ByCalls { none: 1, ..ByCalls::default() }];
    let simple = ByCalls { none: n_simple - 1, one: 1, many: 0 };
    for size in 1..=size {
        let mut all = ByCalls::default();
        all.add(1, simple, found[size - 1]);
        for first_size in 2..=size {
            all.add(2, found[first_size - 1], found[size - first_size]);
        }
        found.push(all);
    }
    found
}
