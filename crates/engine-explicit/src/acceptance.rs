//! Acceptance cycles by nested depth-first search.
//!
//! Courcoubetis, Vardi, Wolper and Yannakakis 1992, with the colours of Schwoon and Esparza 2005. The outer (blue) search visits
//! states in depth-first order; when it leaves an accepting state, the inner (red) search looks from there for a state on the outer search's
//! path. Each state is expanded at most twice, so the search ends whenever the state space is finite.
//!
//! Runs after the search for errors over the same store, so all states are known. A state is accepting if the step into it executed
//! an `accept` that was true; that is part of the state.

use std::ops::ControlFlow;

use machine::Code;
use rustc_hash::FxHashMap;
use verdict::{Limits, Progress, StopReason, Tick};

use crate::expand::{Expander, SuccessorEnd};
use crate::schedule::Schedule;
use crate::store::{StateId, Store};

/// How the search for cycles ended.
pub(crate) enum Cycle {
    None,
    /// States from the start, each a successor of the one before; the last equals the one at `loop_start`.
    Found {
        states: Vec<StateId>,
        loop_start: usize,
    },
    Stopped(StopReason),
}

/// How often the outside is asked whether to go on, in expansions.
const TICK: u64 = 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    /// On the path of the outer search.
    Cyan,
    /// Left by the outer search.
    Blue,
    /// Seen by the inner search too.
    Red,
}

/// A state on a path, and its successors that are still to be followed.
struct Visit {
    id: StateId,
    accepting: bool,
    rest: std::vec::IntoIter<StateId>,
}

struct NestedSearch<'a> {
    expander: Expander<'a>,
    store: &'a Store,
    limits: &'a Limits,
    progress: &'a dyn Progress,
    colours: FxHashMap<StateId, Colour>,
    encoding: Vec<u8>,
    expansions: u64,
    peak_bytes: u64,
}

/// Looks for a cycle through an accepting state, reachable from the initial state. Tells too how many bytes were held at most, those of the
/// store included.
pub(crate) fn find_cycle(
    code: &Code<'_>,
    schedule: Schedule,
    store: &Store,
    limits: &Limits,
    progress: &dyn Progress,
) -> (Cycle, u64) {
    let mut search = NestedSearch {
        expander: Expander::new(code, schedule),
        store,
        limits,
        progress,
        colours: FxHashMap::default(),
        encoding: Vec::new(),
        expansions: 0,
        peak_bytes: 0,
    };
    let end = search.run().and_then(|()| search.count_bytes().map(drop));
    (end.err().unwrap_or(Cycle::None), search.peak_bytes)
}

impl NestedSearch<'_> {
    fn run(&mut self) -> Result<(), Cycle> {
        let root = self.store.insert_root(self.expander.encoding());
        let mut path = vec![self.enter(root)?];
        while let Some(visit) = path.last_mut() {
            match visit.rest.next() {
                Some(next) if self.colours.contains_key(&next) => {}
                Some(next) => {
                    let visit = self.enter(next)?;
                    path.push(visit);
                }
                None => {
                    if visit.accepting {
                        self.look_for_path_back(&path)?;
                    }
                    self.leave(path.pop().expect("the path is not empty"));
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, id: StateId) -> Result<Visit, Cycle> {
        self.colours.insert(id, Colour::Cyan);
        self.expand(id)
    }

    fn leave(&mut self, visit: Visit) {
        let colour = if visit.accepting { Colour::Red } else { Colour::Blue };
        self.colours.insert(visit.id, colour);
    }

    /// The inner search, from the last state of the outer path.
    fn look_for_path_back(&mut self, path: &[Visit]) -> Result<(), Cycle> {
        let seed = path.last().expect("the path is not empty").id;
        let mut inner = vec![self.expand(seed)?];
        while let Some(visit) = inner.last_mut() {
            let Some(next) = visit.rest.next() else {
                inner.pop();
                continue;
            };
            match self.colours.get(&next) {
                Some(Colour::Cyan) => return Err(cycle(path, &inner, next)),
                Some(Colour::Blue) => {
                    self.colours.insert(next, Colour::Red);
                    let visit = self.expand(next)?;
                    inner.push(visit);
                }
                // The outer search has left everything below the seed, so nothing is unseen.
                Some(Colour::Red) | None => {}
            }
        }
        Ok(())
    }

    /// The successors of a state. They are all stored.
    fn expand(&mut self, id: StateId) -> Result<Visit, Cycle> {
        self.count()?;
        self.store.load(id, &mut self.encoding);
        self.expander.load(&self.encoding);
        let accepting = self.expander.state.accepting;
        let mut successors = Vec::new();
        let store = self.store;
        // A deadlock or an error has no successor; the search for errors has told of it.
        let _ = self.expander.expand(|successor| {
            if let SuccessorEnd::Reached(encoding) = successor.end {
                successors.push(store.insert(encoding, id).id());
            }
            ControlFlow::Continue(())
        });
        Ok(Visit { id, accepting, rest: successors.into_iter() })
    }

    fn count(&mut self) -> Result<(), Cycle> {
        self.expansions += 1;
        if !self.expansions.is_multiple_of(TICK) {
            return Ok(());
        }
        let bytes = self.count_bytes()?;
        let states = self.colours.len() as u64;
        let tick = Tick { states, transitions: self.expansions, bytes, ..Tick::default() };
        if !self.progress.tick(tick) {
            return Err(Cycle::Stopped(StopReason::TimeLimit));
        }
        Ok(())
    }

    fn count_bytes(&mut self) -> Result<u64, Cycle> {
        let colours = self.colours.capacity() * size_of::<(StateId, Colour)>();
        let bytes = self.store.bytes().0 + colours as u64;
        self.peak_bytes = self.peak_bytes.max(bytes);
        match self.limits.max_bytes.filter(|&limit| bytes > limit) {
            Some(limit) => Err(Cycle::Stopped(StopReason::MemoryLimit(limit))),
            None => Ok(bytes),
        }
    }
}

/// The outer path, the inner path, and the state of the outer path where they meet.
fn cycle(path: &[Visit], inner: &[Visit], meet: StateId) -> Cycle {
    let states = path.iter().chain(&inner[1..]).map(|visit| visit.id).chain([meet]).collect();
    let loop_start =
        path.iter().position(|visit| visit.id == meet).expect("a cyan state is on the outer path");
    Cycle::Found { states, loop_start }
}
