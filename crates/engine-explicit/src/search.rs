//! The search for errors: every reachable state is expanded once, by one worker or several.
//!
//! All searches of this engine that only ask what is reachable are this one; options change the order of expansion,
//! the schedule, the store and the number of workers, never the code. Termination: every state enters a frontier
//! once. Soundness: an entry leaves a frontier only to be expanded in full, or after something was recorded that
//! forbids the verdict Holds (a stop, a cut at the depth limit, a step that was left out).

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use machine::{Code, Failure, Marks};
use verdict::{Meter, Stats, StopReason, Tick};

use crate::ExplicitOptions;
use crate::expand::{Expander, SuccessorEnd};
use crate::frontier::{Entry, Frontier, Pool};
use crate::store::{Inserted, StateId, Store};

/// A worker reports after so many transitions, or after so many bytes of states: one alone can be as large as a stack.
const TICK_TRANSITIONS: u64 = 4096;
const TICK_BYTES: u64 = 256 << 10;

/// The state from which a failing step starts; for a deadlock, the state itself.
pub(crate) type Failures = BTreeMap<Failure, StateId>;

/// What a search found.
pub(crate) struct Outcome {
    /// One state for each error, whatever the number of paths to it.
    pub(crate) failures: Failures,
    /// The error that was met first.
    pub(crate) first: Option<Failure>,
    /// Why not all was covered.
    pub(crate) stopped: Option<StopReason>,
    pub(crate) stats: Stats,
    /// What was executed, if that was asked for.
    pub(crate) marks: Option<Marks>,
    pub(crate) has_asserted: bool,
}

/// A search, shared by its workers.
pub(crate) struct Search<'a> {
    code: &'a Code<'a>,
    options: &'a ExplicitOptions,
    meter: &'a Meter<'a>,
    store: &'a Store,
    pool: Pool,
    stop: AtomicBool,
    states: AtomicU64,
    transitions: AtomicU64,
    depth: AtomicU64,
    frontier: AtomicU64,
    /// Bytes of frontiers at the last tick, encodings that only they hold included.
    frontier_bytes: AtomicU64,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    failures: Failures,
    first: Option<Failure>,
    stopped: Option<StopReason>,
    marks: Option<Marks>,
    has_asserted: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        code: &'a Code<'a>,
        options: &'a ExplicitOptions,
        meter: &'a Meter<'a>,
        store: &'a Store,
    ) -> Self {
        Self {
            code,
            options,
            meter,
            store,
            pool: Pool::new(options.workers.max(1)),
            stop: AtomicBool::new(false),
            states: AtomicU64::new(0),
            transitions: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            frontier: AtomicU64::new(0),
            frontier_bytes: AtomicU64::new(0),
            found: Mutex::default(),
        }
    }

    /// Searches from the initial state.
    pub(crate) fn run(self) -> Outcome {
        let mut first = Worker::new(&self);
        first.start();
        if self.options.workers <= 1 {
            first.work();
        } else {
            std::thread::scope(|scope| {
                for _ in 1..self.options.workers {
                    scope.spawn(|| Worker::new(&self).work());
                }
                first.work();
            });
        }
        self.finish()
    }

    fn finish(self) -> Outcome {
        let (bytes, encoding_bytes) = self.store.bytes();
        let stats = Stats {
            states: self.states.into_inner(),
            transitions: self.transitions.into_inner(),
            depth: self.depth.into_inner(),
            frontier: self.frontier.into_inner() + self.pool.len() as u64,
            encoding_bytes,
            peak_bytes: self.meter.peak_bytes().max(bytes),
            workers: self.options.workers.max(1) as u32,
            ..Stats::default()
        };
        let Found { failures, first, stopped, marks, has_asserted } =
            self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        Outcome { failures, first, stopped, stats, marks, has_asserted }
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search before everything is covered.
    fn stop_for(&self, reason: StopReason) {
        self.found().stopped.get_or_insert(reason);
        self.stop();
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.pool.close();
    }

    /// Counts a new state; one too many is not counted, and ends the search.
    fn count_state(&self) {
        let states = self.states.fetch_add(1, Ordering::Relaxed) + 1;
        if let Err(reason) = self.meter.states(states) {
            self.states.fetch_sub(1, Ordering::Relaxed);
            self.stop_for(reason);
        }
    }

    fn record(&self, failure: Failure, at: StateId) {
        let mut found = self.found();
        found.first.get_or_insert_with(|| failure.clone());
        found.failures.entry(failure).or_insert(at);
        drop(found);
        if !self.options.all_errors {
            self.stop();
        }
    }

    /// Adds what a worker has executed.
    fn executed(&self, expander: &Expander<'_>) {
        let mut found = self.found();
        found.has_asserted |= expander.has_asserted();
        if let Some(more) = expander.marks() {
            match &mut found.marks {
                Some(marks) => marks.add(more),
                None => found.marks = Some(more.clone()),
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// One worker.
struct Worker<'s, 'a> {
    search: &'s Search<'a>,
    expander: Expander<'a>,
    frontier: Frontier,
    encoding: Vec<u8>,
    since_tick: SinceTick,
    /// What this worker last reported of its frontier.
    told_frontier: u64,
    told_frontier_bytes: u64,
    /// Bytes of encodings that only the frontier holds.
    held_bytes: u64,
}

#[derive(Default)]
struct SinceTick {
    transitions: u64,
    bytes: u64,
    depth: u64,
}

/// Releases the other workers when one ends, also by a panic.
struct CloseOnExit<'s>(&'s Pool);

impl Drop for CloseOnExit<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<'s, 'a> Worker<'s, 'a> {
    fn new(search: &'s Search<'a>) -> Self {
        let mut expander = Expander::new(search.code, search.options.schedule);
        if search.options.coverage {
            expander.keep_marks();
        }
        Self {
            search,
            expander,
            frontier: Frontier::new(search.options.order),
            encoding: Vec::new(),
            since_tick: SinceTick::default(),
            told_frontier: 0,
            told_frontier_bytes: 0,
            held_bytes: 0,
        }
    }

    /// Stores the initial state.
    fn start(&mut self) {
        let encoding = self.expander.encoding();
        let id = self.search.store.insert_root(encoding);
        let kept = (!self.search.store.keeps_states()).then(|| Box::new(encoding.into()));
        self.search.states.store(1, Ordering::Relaxed);
        self.frontier.push(Entry { id, depth: 0, encoding: kept });
    }

    /// Expands states until none is left.
    fn work(mut self) {
        let _close = CloseOnExit(&self.search.pool);
        while !self.search.is_stopped() {
            let Some(entry) = self.search.pool.next(&mut self.frontier) else { break };
            self.expand(entry);
            if self.since_tick.transitions >= TICK_TRANSITIONS || self.since_tick.bytes >= TICK_BYTES {
                self.tick();
            }
        }
        self.tick();
        self.search.executed(&self.expander);
    }

    fn expand(&mut self, entry: Entry) {
        let Entry { id, depth, encoding } = entry;
        if self.search.options.max_depth.is_some_and(|limit| depth >= limit) {
            self.cut_at_depth(depth);
            return;
        }
        match encoding {
            Some(encoding) => {
                self.held_bytes = self.held_bytes.saturating_sub(encoding.len() as u64);
                self.expander.load(&encoding);
            }
            None => {
                self.search.store.load(id, &mut self.encoding);
                self.expander.load(&self.encoding);
            }
        }
        let Self { search, expander, frontier, since_tick, held_bytes, .. } = self;
        let result = expander.expand(|successor| {
            since_tick.transitions += 1;
            match successor.end {
                SuccessorEnd::Reached { encoding, ended: _ } => {
                    since_tick.bytes += encoding.len() as u64;
                    if let Inserted::New(child) = search.store.insert(encoding, id) {
                        since_tick.depth = since_tick.depth.max(depth + 1);
                        let kept = (!search.store.keeps_states()).then(|| {
                            *held_bytes += encoding.len() as u64;
                            Box::new(encoding.into())
                        });
                        frontier.push(Entry { id: child, depth: depth + 1, encoding: kept });
                        search.count_state();
                    }
                }
                SuccessorEnd::Failed(failure) => search.record(failure, id),
                SuccessorEnd::Stopped(reason) => search.stop_for(reason),
                SuccessorEnd::LeftOut(left_out) => search.meter.leave_out(left_out),
            }
            if search.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Err(deadlock) = result {
            search.record(deadlock, id);
        }
    }

    /// Notes that something may lie beyond the depth limit, and goes on with the rest.
    fn cut_at_depth(&mut self, depth: u64) {
        self.search.found().stopped.get_or_insert(StopReason::DepthLimit(depth));
    }

    /// Reports how far this worker is, and looks whether the search may go on.
    fn tick(&mut self) {
        let search = self.search;
        let SinceTick { transitions, bytes: _, depth } = std::mem::take(&mut self.since_tick);
        search.transitions.fetch_add(transitions, Ordering::Relaxed);
        search.depth.fetch_max(depth, Ordering::Relaxed);
        let length = self.frontier.len() as u64;
        let frontier_bytes = self.frontier.bytes() + self.held_bytes;
        replace_share(&search.frontier, &mut self.told_frontier, length);
        replace_share(&search.frontier_bytes, &mut self.told_frontier_bytes, frontier_bytes);
        let bytes = search.store.bytes().0 + search.frontier_bytes.load(Ordering::Relaxed);
        let tick = Tick {
            states: search.states.load(Ordering::Relaxed),
            transitions: search.transitions.load(Ordering::Relaxed),
            frontier: search.frontier.load(Ordering::Relaxed),
            depth: search.depth.load(Ordering::Relaxed),
            bytes,
        };
        let may_go_on =
            search.meter.tick(tick).and_then(|()| search.meter.growth(bytes, search.store.growth()));
        if let Err(reason) = may_go_on
            && !search.is_stopped()
        {
            search.stop_for(reason);
        }
    }
}

/// Puts a worker's new share into a sum in place of what it reported before.
fn replace_share(sum: &AtomicU64, reported: &mut u64, share: u64) {
    sum.fetch_add(share, Ordering::Relaxed);
    sum.fetch_sub(std::mem::replace(reported, share), Ordering::Relaxed);
}
