//! States that are stored but not expanded: one queue or stack for each worker, and a pool through which workers with
//! many of them share with workers that have none.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::store::StateId;

/// In which order states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// First found, first expanded. With one worker the first violation has a shortest trace.
    #[default]
    BreadthFirst,
    /// Last found, first expanded: deep states are reached sooner, by longer traces.
    DepthFirst,
}

/// A state to be expanded.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) id: StateId,
    /// Transitions from the start, on the path by which it was found.
    pub(crate) depth: u64,
    /// The canonical form, where the store does not keep it. Boxed twice to be small where it does.
    pub(crate) encoding: Option<Box<Box<[u8]>>>,
}

/// A worker's own entries.
#[derive(Debug)]
pub(crate) struct Frontier {
    entries: VecDeque<Entry>,
    order: Order,
}

impl Frontier {
    pub(crate) fn new(order: Order) -> Self {
        Self { entries: VecDeque::new(), order }
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        self.entries.push_back(entry);
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    fn pop(&mut self) -> Option<Entry> {
        match self.order {
            Order::BreadthFirst => self.entries.pop_front(),
            Order::DepthFirst => self.entries.pop_back(),
        }
    }

    /// Bytes held, encodings of entries not counted.
    pub(crate) fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry>()) as u64
    }
}

/// Entries that a worker gave away for others.
pub(crate) struct Pool {
    shared: Mutex<Shared>,
    changed: Condvar,
    /// Workers that wait; read without the lock by those that have work.
    hungry: AtomicUsize,
    n_workers: usize,
}

#[derive(Default)]
struct Shared {
    entries: VecDeque<Entry>,
    n_waiting: usize,
    closed: bool,
}

impl Pool {
    pub(crate) fn new(n_workers: usize) -> Self {
        Self { shared: Mutex::default(), changed: Condvar::new(), hungry: AtomicUsize::new(0), n_workers }
    }

    /// The next entry: the worker's own, or one that others gave. `None` when the search is over.
    pub(crate) fn next(&self, own: &mut Frontier) -> Option<Entry> {
        if own.len() > 1 && self.hungry.load(Ordering::Relaxed) > 0 {
            self.give(own);
        }
        own.pop().or_else(|| self.take(own))
    }

    /// Gives the older half away: those entries have most below them.
    fn give(&self, own: &mut Frontier) {
        let half = own.len() / 2;
        self.lock().entries.extend(own.entries.drain(..half));
        self.changed.notify_all();
    }

    fn take(&self, own: &mut Frontier) -> Option<Entry> {
        let mut shared = self.lock();
        loop {
            if shared.closed {
                return None;
            }
            if !shared.entries.is_empty() {
                let share = shared.entries.len().div_ceil(self.n_workers);
                own.entries.extend(shared.entries.drain(..share));
                return own.pop();
            }
            if shared.n_waiting + 1 == self.n_workers {
                shared.closed = true;
                self.changed.notify_all();
                return None;
            }
            shared.n_waiting += 1;
            self.hungry.fetch_add(1, Ordering::Relaxed);
            shared = self.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
            shared.n_waiting -= 1;
            self.hungry.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Ends the search for all workers.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Entries given away and not taken.
    pub(crate) fn len(&self) -> usize {
        self.lock().entries.len()
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
