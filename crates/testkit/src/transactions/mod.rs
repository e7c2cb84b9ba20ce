//! The family "transaction manager": Zing programs of a thousand to ten thousand lines, in the style of
//! object-oriented code that was translated to Zing.
//!
//! The paper on summaries for heap programs measured a transaction manager of about 7,000 lines that is not public.
//! This family has what made summaries pay there: many small methods (getters, setters, validators, state machines,
//! list walkers) that are called from many places, in many states that differ only in what the method never reads. A
//! program has
//!
//! - a fixed part, `runtime.zing`: logs, locks, participants, transactions, services and their registry;
//! - *resource managers*, as many as the requested size takes, see `resource.rs`;
//! - a *driver*: in each round one of six services is chosen, and one of its resource managers runs a transaction
//!   with votes, faults, retries and an outcome that moves the state of the service.
//!
//! The states of the services, and what happened last, are what the rounds multiply; a resource manager reads the
//! states of two services at most. All assertions hold and every execution ends. With `bug`, one resource manager
//! dereferences null if all its attempts fail while the next service is down, which takes a service that failed in a
//! round before.

mod driver;
mod resource;
mod templates;
mod text;

use resource::Resource;
use text::Text;

use crate::rng::Rng;

/// Which program of the family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransactionOptions {
    pub seed: u64,
    /// Lines that the program should have; it has as many resource managers as come nearest to that, but at least one.
    pub lines: usize,
    /// Transactions that are run in all, dealt out to the threads: how much nondeterminism there is. At least 2, or the
    /// bug has no room.
    pub rounds: usize,
    /// With 1 the program is sequential. With 2 there are two drivers, which take turns at the manager's lock.
    pub threads: usize,
    /// Whether there is a null dereference that a rare combination of choices leads to.
    pub bug: bool,
}

impl Default for TransactionOptions {
    fn default() -> Self {
        Self { seed: 1, lines: 5_000, rounds: 3, threads: 1, bug: false }
    }
}

const RUNTIME: &str = include_str!("runtime.zing");

/// The text of the program with these options.
pub fn transaction_manager(options: &TransactionOptions) -> String {
    let mut rng = Rng::new(options.seed);
    let mut program = Draft::default();
    program.body.add(RUNTIME, &[]);
    program.add_resource(&mut rng, options.bug);
    loop {
        let mut larger = program.clone();
        larger.add_resource(&mut rng, false);
        if larger.misses(options) > program.misses(options) {
            return program.finish(options).into_string();
        }
        program = larger;
    }
}

/// A program that still lacks its driver.
#[derive(Clone, Default)]
struct Draft {
    body: Text,
    resources: Vec<Resource>,
}

impl Draft {
    fn add_resource(&mut self, rng: &mut Rng, bug: bool) {
        let resource = Resource::draw(self.resources.len(), rng);
        resource.write(&mut self.body, rng, bug);
        self.resources.push(resource);
    }

    /// By how many lines the finished program misses the requested size.
    fn misses(&self, options: &TransactionOptions) -> usize {
        self.clone().finish(options).lines().abs_diff(options.lines)
    }

    fn finish(mut self, options: &TransactionOptions) -> Text {
        driver::write(&mut self.body, &self.resources, options);
        self.body
    }
}

#[cfg(test)]
mod tests;
