//! What a summarisation costs, and where it has to end.

use verdict::{OwnStats, PhaseTimes, Stats, StopReason, SummaryStats, SummaryUse, Tick};

use super::node::NodeId;
use super::root::EdgeId;
use super::rules::{Edge, Summarizer};

/// Progress is reported after so many transitions, after work on so many nodes and calls, and after so many bytes: an
/// entry can be as large as the heap.
const TICK_TRANSITIONS: u64 = 1024;
const TICK_WORK: u64 = 1024;
const TICK_BYTES: u64 = 1 << 20;

/// The three kinds of work whose time is distinguished.
#[derive(Clone, Copy)]
pub(super) enum Phase {
    Execute,
    LookUp,
    Apply,
}

impl Summarizer<'_> {
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

    fn bytes(&self) -> u64 {
        let queues = self.open.len() * size_of::<NodeId>() + self.waiting.len() * size_of::<EdgeId>();
        // An edge stands in the list of its callee too.
        let edges = self.edges.len() * (size_of::<Edge>() + size_of::<EdgeId>());
        self.nodes.bytes().1 + self.root_bytes + (self.patterns.bytes() + queues + edges) as u64
    }

    /// Whether so many bytes may be held beside those that are.
    pub(super) fn may_hold(&self, more: u64) -> Result<(), StopReason> {
        self.meter.bytes(self.bytes() + more)
    }

    pub(super) fn tick(&mut self) {
        let tick = Tick {
            states: self.nodes.len() as u64,
            transitions: self.transitions,
            frontier: self.open.len() as u64,
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
        let PhaseTimes { execute, look_up, apply } = &mut self.figures.times;
        let sum = match phase {
            Phase::Execute => execute,
            Phase::LookUp => look_up,
            Phase::Apply => apply,
        };
        *sum += now.saturating_sub(start);
    }

    pub(super) fn stats(&self) -> Stats {
        let figures = SummaryStats {
            // The procedure around the program is none of the user's.
            patterns: self.roots.len() as u64 - 1,
            summaries: self.figures.summaries
                - self.roots.iter().next().map_or(0, |root| root.exits.len() as u64),
            reads_compared: self.patterns.reads_compared,
            ..self.figures.clone()
        };
        Stats {
            states: self.nodes.len() as u64,
            transitions: self.transitions,
            frontier: self.open.len() as u64,
            encoding_bytes: self.nodes.bytes().0,
            peak_bytes: self.meter.peak_bytes(),
            workers: 1,
            own: OwnStats::Search(SummaryUse::Used(figures)),
            ..Stats::default()
        }
    }
}
