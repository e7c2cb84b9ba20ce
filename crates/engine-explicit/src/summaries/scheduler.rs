//! The scheduler of the instances: the only place that knows more than one.
//!
//! It decides who runs next, finds the instance for a call, keeps what instances have sent, and sends it on to the
//! calls that wait for it. Who runs next is a matter of two lists, both last in, first out: nodes to be executed come
//! before anything else, so that patterns are long before calls are matched; then calls whose callee has changed. First
//! in, first out costs 2.4 times as much. Verdicts and summaries do not depend on the order (`tests`); counts and
//! traces do.
//!
//! With patterns (section 6 of the paper) the instance for a call is found by what it has read, in a trie; with visible
//! states, by all that it sees.

use std::collections::{BTreeMap, HashMap};

use base::IndexVec;
use ir::ProcId;
use machine::{Code, Failure};
use rustc_hash::FxBuildHasher;
use verdict::{Meter, OwnStats, Read, Stats, StopReason, SummaryStats, SummaryUse};

use super::account::Phase;
use super::exit::bytes_of;
use super::instance::{Entry, Instance, InstanceId};
use super::message::{Exit, Incoming, Outgoing};
use super::node::NodeId;
use super::pattern::{PatternEnd, Patterns};
use super::worker::{Bound, Worker};

base::typed_id!(
    /// A call that waits for the effects of an instance.
    EdgeId,
    "edge"
);

/// A node of one of the instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeOf {
    pub(super) instance: InstanceId,
    pub(super) node: NodeId,
}

/// A call and the instance that it takes its effects from.
#[derive(Debug)]
pub(super) struct CallEdge {
    pub(super) call: NodeOf,
    pub(super) callee: InstanceId,
    /// How many of the callee's exits have been sent.
    n_sent: usize,
    is_queued: bool,
}

/// What an instance has sent, and who waits for it.
#[derive(Debug)]
pub(super) struct Published {
    /// The pattern so far, in the order of reading.
    pub(super) pattern: Vec<Read>,
    place: PatternEnd,
    /// Different from each other.
    pub(super) exits: Vec<Exit>,
    /// Calls that take their effects from here, once each.
    callers: Vec<EdgeId>,
    /// The call that the instance was made for; none for the program itself.
    pub(super) maker: Option<NodeOf>,
    pub(super) uses: u64,
}

/// Something that a callee has sent.
#[derive(Clone, Copy, Debug)]
enum Parcel {
    Pattern,
    /// The exit of this number.
    Exit(usize),
}

/// Where an error was met: a node, and how the choices fell from there.
#[derive(Clone, Debug)]
pub(super) struct ErrorSite {
    pub(super) node: NodeOf,
    pub(super) choices: Vec<u32>,
}

/// A summarisation under way.
pub(super) struct Scheduler<'a> {
    pub(super) code: &'a Code<'a>,
    pub(super) worker: Worker<'a>,
    pub(super) instances: IndexVec<InstanceId, Instance>,
    pub(super) published: IndexVec<InstanceId, Published>,
    pub(super) edges: IndexVec<EdgeId, CallEdge>,
    patterns: Patterns,
    /// Instances by all that they see.
    visible: HashMap<(ProcId, Vec<u8>), InstanceId, FxBuildHasher>,
    /// Instances to be run, one entry for each of their open nodes.
    open: Vec<InstanceId>,
    /// Calls whose callee has changed.
    waiting: Vec<EdgeId>,
    pub(super) failures: BTreeMap<Failure, ErrorSite>,
    pub(super) first_failure: Option<Failure>,
    figures: SummaryStats,
    /// Empty lists of messages, to be used again.
    spare: Vec<Vec<Outgoing>>,
}

impl<'a> Scheduler<'a> {
    pub(super) fn new(
        code: &'a Code<'a>,
        uses_patterns: bool,
        all_errors: bool,
        meter: &'a Meter<'a>,
    ) -> Self {
        Self {
            code,
            worker: Worker::new(code, uses_patterns, all_errors, meter),
            instances: IndexVec::new(),
            published: IndexVec::new(),
            edges: IndexVec::new(),
            patterns: Patterns::default(),
            visible: HashMap::default(),
            open: Vec::new(),
            waiting: Vec::new(),
            failures: BTreeMap::new(),
            first_failure: None,
            figures: SummaryStats::default(),
            spare: Vec::new(),
        }
    }

    /// Runs from the procedure around the program until no message is left.
    pub(super) fn run(&mut self, outside: ProcId) {
        self.start(outside, Entry::of_outside(self.code.program), None);
        while !self.worker.account.is_over() {
            self.count_work();
            if let Some(id) = self.open.pop() {
                self.run_instance(id);
            } else if let Some(edge) = self.waiting.pop() {
                self.deliver(edge);
            } else {
                break;
            }
        }
        self.worker.account.tick();
    }

    // ------------------------------------------------------------------------------------------- turns

    /// Lets an instance execute one of its open nodes.
    fn run_instance(&mut self, id: InstanceId) {
        let mut out = self.spare.pop().unwrap_or_default();
        let n_open = self.instances[id].n_open() - 1;
        self.instances[id].run(&mut self.worker, &mut out);
        self.queue_opened(id, n_open);
        self.send_on(id, None, out);
    }

    /// Starts an instance.
    fn start(&mut self, proc: ProcId, entry: Entry, maker: Option<NodeOf>) -> InstanceId {
        let uses_patterns = self.worker.uses_patterns;
        let id = self.instances.next_id();
        let instance = Instance::new(self.code.program, id, proc, entry, uses_patterns);
        self.worker.account.holds_more(instance.entry_bytes() + size_of::<Published>());
        self.instances.push(instance);
        let place = if uses_patterns { self.patterns.insert(proc, id) } else { PatternEnd::default() };
        let (pattern, exits, callers) = (Vec::new(), Vec::new(), Vec::new());
        self.published.push(Published { pattern, place, exits, callers, maker, uses: 0 });
        let mut out = self.spare.pop().unwrap_or_default();
        self.instances[id].handle(&mut self.worker, [Incoming::Start], &mut out);
        self.queue_opened(id, 0);
        self.send_on(id, None, out);
        id
    }

    /// Sends a call what it does not have yet from its callee. The pattern comes first and always: to take an effect, a
    /// call must match all of it.
    fn deliver(&mut self, edge: EdgeId) {
        let CallEdge { callee, n_sent, .. } = self.edges[edge];
        let n_exits = self.published[callee].exits.len();
        (self.edges[edge].is_queued, self.edges[edge].n_sent) = (false, n_exits);
        self.send(edge, std::iter::once(Parcel::Pattern).chain((n_sent..n_exits).map(Parcel::Exit)));
    }

    /// Sends a call something from its callee.
    fn send(&mut self, edge: EdgeId, parcels: impl Iterator<Item = Parcel>) {
        let CallEdge { call: NodeOf { instance, node: call }, callee, .. } = self.edges[edge];
        let Published { pattern, exits, .. } = &self.published[callee];
        let messages = parcels.filter_map(|parcel| match parcel {
            // All calls match it.
            Parcel::Pattern if pattern.is_empty() => None,
            Parcel::Pattern => Some(Incoming::CalleePatternGrew { call, callee, pattern }),
            Parcel::Exit(number) => {
                let exit = &exits[number];
                Some(Incoming::CalleeExit { call, callee, pattern, number: number as u32, exit })
            }
        });
        let mut out = self.spare.pop().unwrap_or_default();
        let n_open = self.instances[instance].n_open();
        self.instances[instance].handle(&mut self.worker, messages, &mut out);
        self.queue_opened(instance, n_open);
        self.send_on(instance, Some(edge), out);
    }

    /// Queues an instance once for each node that it has opened, beyond so many.
    fn queue_opened(&mut self, id: InstanceId, n_before: usize) {
        let n_opened = self.instances[id].n_open() - n_before;
        self.open.extend(std::iter::repeat_n(id, n_opened));
    }

    // ------------------------------------------------------------------------------------------ messages

    /// Does what the messages of an instance ask for, in their order. `edge` is the call that they answer for, if they
    /// come from one that waits.
    fn send_on(&mut self, from: InstanceId, edge: Option<EdgeId>, mut out: Vec<Outgoing>) {
        for message in out.drain(..) {
            match message {
                Outgoing::Call { node, proc } => self.call(NodeOf { instance: from, node }, proc, edge),
                Outgoing::Exit(exit) => self.publish_exit(from, exit),
                Outgoing::PatternGrew { reads } => self.publish_reads(from, reads),
                Outgoing::Error { failure, node, choices } => {
                    let site = ErrorSite { node: NodeOf { instance: from, node }, choices };
                    self.first_failure.get_or_insert_with(|| failure.clone());
                    self.failures.entry(failure).or_insert(site);
                }
            }
        }
        self.spare.push(out);
    }

    /// A call that the worker is at finds its callee, and gets what the callee has sent by now.
    ///
    /// That calls itself no deeper than this: what was found is known to match, so that no other call comes back.
    fn call(&mut self, call: NodeOf, proc: ProcId, edge: Option<EdgeId>) {
        let callee = self.callee(call, proc);
        let edge = match edge {
            Some(edge) => {
                self.figures.rematched += 1;
                assert!(self.edges[edge].callee != callee, "an instance that does not match is found again");
                self.edges[edge] = CallEdge { call, callee, n_sent: 0, is_queued: false };
                edge
            }
            None => self.edges.push(CallEdge { call, callee, n_sent: 0, is_queued: false }),
        };
        self.published[callee].callers.push(edge);
        self.deliver(edge);
    }

    fn publish_exit(&mut self, id: InstanceId, exit: Exit) {
        self.worker.account.holds_more(bytes_of(&exit));
        self.published[id].exits.push(exit);
        self.figures.summaries += 1;
        self.wake_callers(id);
    }

    fn publish_reads(&mut self, id: InstanceId, reads: Vec<Read>) {
        let Published { pattern, place, .. } = &mut self.published[id];
        self.patterns.grow(id, place, &reads);
        let capacity = pattern.capacity();
        if pattern.is_empty() {
            *pattern = reads;
        } else {
            pattern.extend(reads);
        }
        self.worker.account.holds_more((pattern.capacity() - capacity) * size_of::<Read>());
        self.figures.largest_pattern = self.figures.largest_pattern.max(pattern.len() as u64);
        self.wake_callers(id);
    }

    /// Queues the calls that wait for an instance. Calls that have found another one since are forgotten.
    fn wake_callers(&mut self, id: InstanceId) {
        let Self { published, edges, waiting, .. } = self;
        published[id].callers.retain(|&caller| edges[caller].callee == id);
        for &caller in &published[id].callers {
            if !std::mem::replace(&mut edges[caller].is_queued, true) {
                waiting.push(caller);
            }
        }
    }

    // ------------------------------------------------------------------------------------------- finding

    /// The instance for a call that the worker is at: one that matches, or a new one.
    fn callee(&mut self, call: NodeOf, proc: ProcId) -> InstanceId {
        self.figures.look_ups += 1;
        let number = self.instances[call.instance].number_for(self.code, proc);
        let found = self.find(number, proc);
        self.worker.account.end_phase(Phase::LookUp);
        if let Some(found) = found {
            self.figures.reused += 1;
            self.published[found].uses += 1;
            let bound = Bound::new(call.instance, call.node, found, &self.published[found].pattern);
            self.worker.binding.found(bound);
            return found;
        }
        self.worker.name_visible(number);
        let key = (!self.worker.uses_patterns).then(|| (proc, self.worker.body.key.clone()));
        let entry = self.worker.body.decode_view(self.code.program.procs[proc].n_params);
        let new = self.start(proc, entry, Some(call));
        self.published[new].uses += 1;
        if let Some(key) = key {
            self.worker.account.holds_more(key.1.len() + 2 * size_of::<(ProcId, Vec<u8>)>());
            self.visible.insert(key, new);
        }
        new
    }

    fn find(&mut self, number: i32, proc: ProcId) -> Option<InstanceId> {
        let Self { worker, patterns, visible, .. } = self;
        if worker.uses_patterns {
            return patterns.find(proc, worker.body.view_of_callee(number), worker.binding.rename());
        }
        worker.name_visible(number);
        visible.get(&(proc, worker.body.key.clone())).copied()
    }

    // -------------------------------------------------------------------------------------------- account

    fn count_work(&mut self) {
        let queues =
            (self.open.len() * 2 * size_of::<InstanceId>()) + self.waiting.len() * size_of::<EdgeId>();
        // An edge is in the list of its callee too.
        let edges = self.edges.len() * (size_of::<CallEdge>() + size_of::<EdgeId>());
        self.worker.account.scheduler_holds(self.patterns.bytes() + queues + edges);
        self.worker.account.count_work();
    }

    pub(super) fn stopped(&self) -> Option<&StopReason> {
        self.worker.account.stopped()
    }

    pub(super) fn stats(&self) -> Stats {
        let account = &self.worker.account;
        let figures = SummaryStats {
            // The procedure around the program is none of the user's.
            patterns: self.instances.len() as u64 - 1,
            summaries: self.figures.summaries
                - self.published.iter().next().map_or(0, |outside| outside.exits.len() as u64),
            reads_compared: self.patterns.reads_compared,
            times: account.times(),
            ..self.figures.clone()
        };
        Stats {
            states: account.n_nodes(),
            transitions: account.transitions(),
            frontier: account.n_open(),
            encoding_bytes: account.key_bytes(),
            peak_bytes: account.peak_bytes(),
            workers: 1,
            own: OwnStats::Search(SummaryUse::Used(figures)),
            ..Stats::default()
        }
    }
}

#[cfg(test)]
mod tests;
