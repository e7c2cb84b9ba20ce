//! Builds executions as graphs of shared parts: what a procedure does between certain values at its entry and certain
//! values at its exit is told once.
//!
//! Whoever explains an error walks backwards through the program, and says here which procedure it is in, how choices
//! fall, and where calls are. What is the same about two calls only the walker knows: it gives each returning way a
//! key, and asks for the key before it walks through a callee again. Ways that turn out to be the same under different
//! keys are shared, too. The stack of open ways is kept here, so that no walker needs to recur.

use std::collections::HashMap;
use std::hash::Hash;

use ir::ProcId;
use verdict::{SharedTrace, Way, WayPart};

/// Ways that are complete, and ways that are being walked. A key says what a call does: procedure, values at the entry,
/// values at the exit.
#[derive(Debug)]
pub(crate) struct Ways<K> {
    complete: Vec<Way>,
    numbers: HashMap<Way, usize>,
    known: HashMap<K, usize>,
    open: Vec<Open<K>>,
    /// Choices and calls that were told so far.
    size: usize,
}

/// A way that is being walked.
#[derive(Debug)]
struct Open<K> {
    proc: ProcId,
    key: Option<K>,
    /// As they were told.
    parts: Vec<WayPart>,
}

impl<K: Eq + Hash> Ways<K> {
    pub(crate) fn new() -> Self {
        let (numbers, known) = (HashMap::new(), HashMap::new());
        Self { complete: Vec::new(), numbers, known, open: Vec::new(), size: 0 }
    }

    /// The way with this key, if it is complete.
    pub(crate) fn known(&self, key: &K) -> Option<usize> {
        self.known.get(key).copied()
    }

    /// Begins a way inside the open ones. One that does not return, or that nobody asks for again, needs no key.
    pub(crate) fn begin(&mut self, proc: ProcId, key: Option<K>) {
        self.open.push(Open { proc, key, parts: Vec::new() });
    }

    /// How choices fall, in the order of execution. They come before those that were told.
    pub(crate) fn choices(&mut self, choices: &[u32]) {
        if !choices.is_empty() {
            self.part(WayPart::Choices(choices.to_vec()), choices.len());
        }
    }

    /// A call that goes a complete way.
    pub(crate) fn call(&mut self, way: usize) {
        assert!(way < self.complete.len(), "way {way} is not complete");
        self.part(WayPart::Call(way), 1);
    }

    fn part(&mut self, part: WayPart, size: usize) {
        self.size += size;
        self.open.last_mut().expect("a way is open").parts.push(part);
    }

    /// Ends the innermost open way, and says which it is.
    pub(crate) fn end(&mut self) -> usize {
        let Open { proc, key, mut parts } = self.open.pop().expect("a way is open");
        parts.reverse();
        let way = Way { proc, parts: joined(parts) };
        let number = *self.numbers.entry(way).or_insert_with_key(|way| {
            self.complete.push(way.clone());
            self.complete.len() - 1
        });
        if let Some(key) = key {
            self.known.insert(key, number);
        }
        number
    }

    /// Choices and calls that were told so far: what the walk has cost.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The whole execution, which goes these ways one after the other: `init`, if there is one, then the thread.
    pub(crate) fn finish(self, stages: Vec<usize>) -> SharedTrace {
        assert!(self.open.is_empty(), "{} ways are open", self.open.len());
        SharedTrace { ways: self.complete, stages }
    }
}

/// Choices that follow each other are one part.
fn joined(parts: Vec<WayPart>) -> Vec<WayPart> {
    let mut all: Vec<WayPart> = Vec::new();
    for part in parts {
        match (all.last_mut(), part) {
            (Some(WayPart::Choices(before)), WayPart::Choices(more)) => before.extend(more),
            (_, part) => all.push(part),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    fn proc(index: usize) -> ProcId {
        Id::new(index)
    }

    #[test]
    fn ways_are_told_backwards() {
        let mut ways: Ways<u32> = Ways::new();
        ways.begin(proc(0), None);
        ways.choices(&[1]);
        ways.begin(proc(1), Some(7));
        ways.choices(&[1]);
        ways.choices(&[]);
        ways.choices(&[0, 0]);
        let called = ways.end();
        ways.call(called);
        ways.choices(&[1]);
        ways.choices(&[1, 0]);
        assert_eq!(ways.size(), 8);
        let whole = ways.end();
        let shared = ways.finish(vec![whole]);
        let called_way = Way { proc: proc(1), parts: vec![WayPart::Choices(vec![0, 0, 1])] };
        let parts = vec![WayPart::Choices(vec![1, 0, 1]), WayPart::Call(called), WayPart::Choices(vec![1])];
        assert_eq!(shared.ways, [called_way, Way { proc: proc(0), parts }]);
        assert_eq!(shared.flatten(100), Some(vec![1, 0, 1, 0, 0, 1, 1]));
    }

    #[test]
    fn ways_are_found_by_their_keys_and_shared_where_they_are_the_same() {
        let mut ways: Ways<(usize, bool)> = Ways::new();
        assert_eq!(ways.known(&(0, true)), None);
        ways.begin(proc(2), None);
        ways.end();
        ways.begin(proc(0), Some((0, true)));
        assert_eq!(ways.known(&(0, true)), None);
        let first = ways.end();
        assert_eq!(ways.known(&(0, true)), Some(first));
        ways.begin(proc(0), Some((0, false)));
        assert_eq!(ways.end(), first);
        assert_eq!(ways.known(&(0, false)), Some(first));
        ways.begin(proc(1), None);
        assert_ne!(ways.end(), first);
    }
}
