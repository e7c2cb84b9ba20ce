//! Builds executions as graphs of shared parts: what a procedure does between certain values at its entry and certain
//! values at its exit is listed once.
//!
//! The explanation of an error walks backwards through the program, and says here which procedure it is in, how choices
//! fall, and where calls are. What is the same about two calls only the walker knows: it gives each returning subtrace
//! a key, and asks for the key before it walks through a callee again. Subtraces that turn out to be the same under
//! different keys are shared, too. The stack of open subtraces is kept here, so that no walker needs to recur.

use std::collections::HashMap;
use std::hash::Hash;

use ir::ProcId;
use verdict::{SharedTrace, Subtrace, SubtracePart};

/// Subtraces that are complete, and subtraces that are being walked. A key says what a call does: procedure, values at
/// the entry, values at the exit.
#[derive(Debug)]
pub(crate) struct Subtraces<K> {
    complete: Vec<Subtrace>,
    numbers: HashMap<Subtrace, usize>,
    known: HashMap<K, usize>,
    open: Vec<Open<K>>,
    /// Choices and calls that were listed so far.
    size: usize,
}

/// A subtrace that is being walked.
#[derive(Debug)]
struct Open<K> {
    proc: ProcId,
    key: Option<K>,
    /// In the order of the walk.
    parts: Vec<SubtracePart>,
}

impl<K: Eq + Hash> Subtraces<K> {
    pub(crate) fn new() -> Self {
        let (numbers, known) = (HashMap::new(), HashMap::new());
        Self { complete: Vec::new(), numbers, known, open: Vec::new(), size: 0 }
    }

    /// The subtrace with this key, if it is complete.
    pub(crate) fn known(&self, key: &K) -> Option<usize> {
        self.known.get(key).copied()
    }

    /// Begins a subtrace inside the open ones. One that does not return, or that is not asked for again, needs no key.
    pub(crate) fn begin(&mut self, proc: ProcId, key: Option<K>) {
        self.open.push(Open { proc, key, parts: Vec::new() });
    }

    /// How choices fall, in the order of execution. They come before those that were listed.
    pub(crate) fn choices(&mut self, choices: &[u64]) {
        if !choices.is_empty() {
            self.part(SubtracePart::Choices(choices.to_vec()), choices.len());
        }
    }

    /// A call that goes a complete subtrace.
    pub(crate) fn call(&mut self, subtrace: usize) {
        assert!(subtrace < self.complete.len(), "subtrace {subtrace} is not complete");
        self.part(SubtracePart::Call(subtrace), 1);
    }

    fn part(&mut self, part: SubtracePart, size: usize) {
        self.size += size;
        self.open.last_mut().expect("a subtrace is open").parts.push(part);
    }

    /// Ends the innermost open subtrace, and says which it is.
    pub(crate) fn end(&mut self) -> usize {
        let Open { proc, key, mut parts } = self.open.pop().expect("a subtrace is open");
        parts.reverse();
        let subtrace = Subtrace { proc, parts: joined(parts) };
        let number = *self.numbers.entry(subtrace).or_insert_with_key(|subtrace| {
            self.complete.push(subtrace.clone());
            self.complete.len() - 1
        });
        if let Some(key) = key {
            self.known.insert(key, number);
        }
        number
    }

    /// Choices and calls that were listed so far: what the walk has cost.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The whole execution, which goes these subtraces one after the other: `init`, if there is one, then the thread.
    pub(crate) fn finish(self, stages: Vec<usize>) -> SharedTrace {
        assert!(self.open.is_empty(), "{} subtraces are open", self.open.len());
        SharedTrace { subtraces: self.complete, stages }
    }
}

/// Choices that follow each other are one part.
fn joined(parts: Vec<SubtracePart>) -> Vec<SubtracePart> {
    let mut all: Vec<SubtracePart> = Vec::new();
    for part in parts {
        match (all.last_mut(), part) {
            (Some(SubtracePart::Choices(before)), SubtracePart::Choices(more)) => before.extend(more),
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
        let mut subtraces: Subtraces<u32> = Subtraces::new();
        subtraces.begin(proc(0), None);
        subtraces.choices(&[1]);
        subtraces.begin(proc(1), Some(7));
        subtraces.choices(&[1]);
        subtraces.choices(&[]);
        subtraces.choices(&[0, 0]);
        let called = subtraces.end();
        subtraces.call(called);
        subtraces.choices(&[1]);
        subtraces.choices(&[1, 0]);
        assert_eq!(subtraces.size(), 8);
        let whole = subtraces.end();
        let shared = subtraces.finish(vec![whole]);
        let called_subtrace = Subtrace { proc: proc(1), parts: vec![SubtracePart::Choices(vec![0, 0, 1])] };
        let parts = vec![
            SubtracePart::Choices(vec![1, 0, 1]),
            SubtracePart::Call(called),
            SubtracePart::Choices(vec![1]),
        ];
        assert_eq!(shared.subtraces, [called_subtrace, Subtrace { proc: proc(0), parts }]);
        assert_eq!(shared.flatten(100), Some(vec![1, 0, 1, 0, 0, 1, 1]));
    }

    #[test]
    fn ways_are_found_by_their_keys_and_shared_where_they_are_the_same() {
        let mut subtraces: Subtraces<(usize, bool)> = Subtraces::new();
        assert_eq!(subtraces.known(&(0, true)), None);
        subtraces.begin(proc(2), None);
        subtraces.end();
        subtraces.begin(proc(0), Some((0, true)));
        assert_eq!(subtraces.known(&(0, true)), None);
        let first = subtraces.end();
        assert_eq!(subtraces.known(&(0, true)), Some(first));
        subtraces.begin(proc(0), Some((0, false)));
        assert_eq!(subtraces.end(), first);
        assert_eq!(subtraces.known(&(0, false)), Some(first));
        subtraces.begin(proc(1), None);
        assert_ne!(subtraces.end(), first);
    }
}
