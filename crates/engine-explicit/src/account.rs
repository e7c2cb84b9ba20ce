//! What a search for lassos has cost, and whether it may go on.

use verdict::{Limits, Progress, StopReason, Tick};

/// How often the outside is asked whether to go on, in expansions.
const TICK: u64 = 1024;

/// Counts and limits of one search.
pub(crate) struct Account<'a> {
    limits: Limits,
    progress: &'a dyn Progress,
    /// Nodes found.
    pub(crate) nodes: u64,
    /// Edges out of expanded nodes, counted once.
    pub(crate) edges: u64,
    /// Edges of the longest path of the search.
    pub(crate) depth: u64,
    pub(crate) peak_bytes: u64,
    expansions: u64,
}

impl<'a> Account<'a> {
    pub(crate) fn new(limits: Limits, progress: &'a dyn Progress) -> Self {
        Self { limits, progress, nodes: 0, edges: 0, depth: 0, peak_bytes: 0, expansions: 0 }
    }

    /// Whether nodes at this depth are left as they are.
    pub(crate) fn cuts_at(&self, depth: u64) -> bool {
        self.limits.max_depth.is_some_and(|limit| depth >= limit)
    }

    /// Counts a new node.
    pub(crate) fn found(&mut self, depth: u64) -> Result<(), StopReason> {
        self.nodes += 1;
        self.depth = self.depth.max(depth);
        match self.limits.max_states.filter(|&limit| self.nodes > limit) {
            Some(limit) => Err(StopReason::StateLimit(limit)),
            None => Ok(()),
        }
    }

    /// Counts an expansion; answers whether it is time for a [`tick`](Self::tick).
    pub(crate) fn expanded(&mut self) -> bool {
        self.expansions += 1;
        self.expansions.is_multiple_of(TICK)
    }

    /// Tells how far the search is, and looks whether it may go on.
    pub(crate) fn tick(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.holds(bytes)?;
        let Self { nodes, edges, depth, .. } = *self;
        let tick = Tick { states: nodes, transitions: edges, frontier: 0, depth, bytes };
        if self.progress.tick(tick) { Ok(()) } else { Err(StopReason::TimeLimit) }
    }

    /// Notes how many bytes are held.
    pub(crate) fn holds(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.peak_bytes = self.peak_bytes.max(bytes);
        match self.limits.max_bytes.filter(|&limit| bytes > limit) {
            Some(limit) => Err(StopReason::MemoryLimit(limit)),
            None => Ok(()),
        }
    }
}
