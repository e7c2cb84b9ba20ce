//! What a summarisation costs, and where it has to end.

use std::time::Duration;

use verdict::{LeftOut, Meter, PhaseTimes, StopReason, Tick};

/// Progress is reported after so many transitions, after work on so many nodes and calls, and after so many bytes: an
/// entry can be as large as the heap.
const TICK_TRANSITIONS: u64 = 1024;
const TICK_WORK: u64 = 1024;
const TICK_BYTES: u64 = 1 << 20;

/// The three kinds of work whose times are counted apart.
#[derive(Clone, Copy)]
pub(super) enum Phase {
    Execute,
    LookUp,
    Apply,
}

/// Counts what a worker does for all instances, and knows whether it may go on.
pub(super) struct Account<'a> {
    meter: &'a Meter<'a>,
    /// The first error is not the end.
    all_errors: bool,
    stopped: Option<StopReason>,
    is_over: bool,
    n_nodes: u64,
    /// Bytes of the keys of all nodes.
    key_bytes: u64,
    /// Nodes to be executed.
    n_open: u64,
    transitions: u64,
    /// Nodes and calls that were worked on: a chain of calls alone makes no transition.
    worked_on: u64,
    /// Bytes held by instances and by what they have sent.
    instance_bytes: u64,
    /// Bytes held by the scheduler for itself, when it last counted them.
    scheduler_bytes: u64,
    /// A tick is due when so many bytes are held.
    next_tick_bytes: u64,
    times: PhaseTimes,
    phase_start: Option<Duration>,
}

impl<'a> Account<'a> {
    pub(super) fn new(meter: &'a Meter<'a>, all_errors: bool) -> Self {
        Self {
            meter,
            all_errors,
            stopped: None,
            is_over: false,
            n_nodes: 0,
            key_bytes: 0,
            n_open: 0,
            transitions: 0,
            worked_on: 0,
            instance_bytes: 0,
            scheduler_bytes: 0,
            next_tick_bytes: 0,
            times: PhaseTimes::default(),
            phase_start: meter.clock(),
        }
    }

    // -------------------------------------------------------------------------------------------- ends

    /// Whether nothing more is to be done.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Executions are not followed any further. All others are.
    pub(super) fn leave_out(&self, left_out: LeftOut) {
        self.meter.leave_out(left_out);
    }

    pub(super) fn stop_for(&mut self, reason: StopReason) {
        self.stopped.get_or_insert(reason);
        self.is_over = true;
    }

    pub(super) fn stopped(&self) -> Option<&StopReason> {
        self.stopped.as_ref()
    }

    pub(super) fn found_error(&mut self) {
        self.is_over |= !self.all_errors;
    }

    // ------------------------------------------------------------------------------------------- counts

    pub(super) fn count_transition(&mut self) {
        self.transitions += 1;
        if self.transitions.is_multiple_of(TICK_TRANSITIONS) {
            self.tick();
        }
    }

    pub(super) fn count_work(&mut self) {
        self.worked_on += 1;
        if self.worked_on.is_multiple_of(TICK_WORK) || self.bytes() >= self.next_tick_bytes {
            self.tick();
        }
    }

    pub(super) fn transitions(&self) -> u64 {
        self.transitions
    }

    pub(super) fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    pub(super) fn n_open(&self) -> u64 {
        self.n_open
    }

    pub(super) fn key_bytes(&self) -> u64 {
        self.key_bytes
    }

    pub(super) fn may_store_node(&self) -> Result<(), StopReason> {
        self.meter.states(self.n_nodes + 1)
    }

    /// A node was stored: the bytes of its key, and all that are held for it.
    pub(super) fn stores_node(&mut self, key_bytes: usize, bytes: usize) {
        self.n_nodes += 1;
        self.key_bytes += key_bytes as u64;
        self.instance_bytes += bytes as u64;
    }

    pub(super) fn opens_node(&mut self) {
        self.n_open += 1;
    }

    pub(super) fn closes_node(&mut self) {
        self.n_open -= 1;
    }

    pub(super) fn holds_more(&mut self, bytes: usize) {
        self.instance_bytes += bytes as u64;
    }

    pub(super) fn scheduler_holds(&mut self, bytes: usize) {
        self.scheduler_bytes = bytes as u64;
    }

    // -------------------------------------------------------------------------------------------- limits

    fn bytes(&self) -> u64 {
        self.instance_bytes + self.scheduler_bytes
    }

    pub(super) fn peak_bytes(&self) -> u64 {
        self.meter.peak_bytes()
    }

    /// Whether so many bytes may be held beside those that are.
    pub(super) fn may_hold(&self, more: u64) -> Result<(), StopReason> {
        self.meter.bytes(self.bytes() + more)
    }

    pub(super) fn tick(&mut self) {
        let tick = Tick {
            states: self.n_nodes,
            transitions: self.transitions,
            frontier: self.n_open,
            depth: 0,
            bytes: self.bytes(),
        };
        self.next_tick_bytes = tick.bytes + TICK_BYTES;
        if let Err(reason) = self.meter.tick(tick)
            && !self.is_over
        {
            self.stop_for(reason);
        }
    }

    /// Counts the time since the last phase ended.
    pub(super) fn end_phase(&mut self, phase: Phase) {
        let Some(start) = self.phase_start else { return };
        let now = self.meter.clock().unwrap_or(start);
        self.phase_start = Some(now);
        let PhaseTimes { execute, look_up, apply } = &mut self.times;
        let sum = match phase {
            Phase::Execute => execute,
            Phase::LookUp => look_up,
            Phase::Apply => apply,
        };
        *sum += now.saturating_sub(start);
    }

    pub(super) fn times(&self) -> PhaseTimes {
        self.times
    }
}
