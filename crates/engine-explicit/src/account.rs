//! What a search for lassos has cost, and whether it may go on.

use verdict::{Meter, StopReason, Tick};

/// How often the outside is asked whether to go on, in expansions.
const TICK: u64 = 1024;

/// Counts and limits of one search.
pub(crate) struct Account<'a> {
    max_depth: Option<u64>,
    meter: &'a Meter<'a>,
    /// Nodes found.
    pub(crate) nodes: u64,
    /// Edges out of expanded nodes, counted once.
    pub(crate) edges: u64,
    /// Edges of the longest path of the search.
    pub(crate) depth: u64,
    expansions: u64,
}

impl<'a> Account<'a> {
    pub(crate) fn new(max_depth: Option<u64>, meter: &'a Meter<'a>) -> Self {
        Self { max_depth, meter, nodes: 0, edges: 0, depth: 0, expansions: 0 }
    }

    /// An account under the same limits on which nothing is counted yet.
    pub(crate) fn fresh(&self) -> Self {
        Self::new(self.max_depth, self.meter)
    }

    /// Whether nodes at this depth are left as they are.
    pub(crate) fn cuts_at(&self, depth: u64) -> bool {
        self.max_depth.is_some_and(|limit| depth >= limit)
    }

    /// Counts a new node, unless it is one too many.
    pub(crate) fn found(&mut self, depth: u64) -> Result<(), StopReason> {
        self.meter.states(self.nodes + 1)?;
        self.nodes += 1;
        self.depth = self.depth.max(depth);
        Ok(())
    }

    /// Counts an expansion; answers whether it is time for a [`tick`](Self::tick).
    pub(crate) fn expanded(&mut self) -> bool {
        self.expansions += 1;
        self.expansions.is_multiple_of(TICK)
    }

    /// Reports how far the search is, and asks whether it may go on.
    pub(crate) fn tick(&mut self, bytes: u64) -> Result<(), StopReason> {
        let Self { nodes, edges, depth, .. } = *self;
        self.meter.tick(Tick { states: nodes, transitions: edges, frontier: 0, depth, bytes })
    }

    /// Notes how many bytes are held.
    pub(crate) fn holds(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.meter.bytes(bytes)
    }

    /// The most bytes that were held at once.
    pub(crate) fn meter(&self) -> &'a Meter<'a> {
        self.meter
    }

    pub(crate) fn peak_bytes(&self) -> u64 {
        self.meter.peak_bytes()
    }
}
