//! The rules of summarisation, as a work list.
//!
//! The paper's relations are these: *P* are the nodes, each with its root; *P+* are the nodes at calls; *Sum* are the
//! exits of the roots; *Q*, *Q+* and *R* are the tables that know them by their canonical forms. The rules INIT,
//! STEP, PUSH, START SUM, POP and USE SUM of section 5 are functions of these names. With patterns (section 6) roots
//! are found by what they read; with visible states, by all that they see.
//!
//! What the text of the paper leaves open or has wrong, and how it is here:
//! - a call keeps its own node, so what the caller wrote before is not lost while it waits (figure 5 restarts it
//!   without its effect);
//! - a root that is new has read nothing and so matches every call of its procedure. That is sound because no exit is
//!   used before the reads that led to it: each time an exit is applied, the whole pattern is matched first. When a
//!   pattern grows, or a root gets an exit, the calls that wait for it are queued; a call that matches no longer
//!   looks for another root. What was applied before stays valid: the reads of the paths behind it did match;
//! - all reads of a root's pattern are reads of its callers, also where the root has no exit: that nothing returns is
//!   an observation too.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use base::IndexVec;
use ir::{FaultKind, ProcId, TermOp, Value};
use machine::{Action, Code, Failure, Halt};
use rustc_hash::FxBuildHasher;
use verdict::{Meter, Spot, StopReason, SummaryStats, ViolationKind};

use super::account::Phase;
use super::body::{Body, Pause, call_parts};
use super::exit::Exit;
use super::node::{NodeId, Nodes, Via};
use super::pattern::{self, Patterns};
use super::root::{EdgeId, Entry, Root, RootId};
use super::sequential::stage_number;
use super::view::Names;

/// Where an error was met: a node, and how the choices fell from there.
#[derive(Clone, Debug)]
pub(super) struct ErrorSite {
    pub(super) node: NodeId,
    pub(super) choices: Vec<u32>,
}

/// A call and the root that it takes its effects from.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) call: NodeId,
    pub(super) callee: RootId,
    /// How many of the callee's exits have been applied.
    applied: usize,
    is_queued: bool,
}

/// A summarisation under way.
pub(super) struct Summarizer<'a> {
    pub(super) code: &'a Code<'a>,
    pub(super) meter: &'a Meter<'a>,
    pub(super) all_errors: bool,
    pub(super) uses_patterns: bool,
    pub(super) body: Body<'a>,
    pub(super) roots: IndexVec<RootId, Root>,
    pub(super) nodes: Nodes,
    pub(super) edges: IndexVec<EdgeId, Edge>,
    pub(super) patterns: Patterns,
    /// Roots by all that they see.
    visible: HashMap<(ProcId, Vec<u8>), RootId, FxBuildHasher>,
    /// Nodes to be executed; done before anything else, so that patterns are long before calls are matched.
    pub(super) open: Vec<NodeId>,
    /// Calls to be matched again.
    pub(super) waiting: Vec<EdgeId>,
    /// The objects of a callee's pattern, as the caller names them.
    pub(super) names: Names,
    pub(super) failures: BTreeMap<Failure, ErrorSite>,
    pub(super) first_failure: Option<Failure>,
    pub(super) stopped: Option<StopReason>,
    pub(super) is_over: bool,
    pub(super) transitions: u64,
    /// Nodes and calls that were worked on: a chain of calls alone makes no transition.
    pub(super) worked_on: u64,
    pub(super) root_bytes: u64,
    /// A tick is due when so many bytes are held.
    pub(super) next_tick_bytes: u64,
    pub(super) figures: SummaryStats,
    pub(super) phase_start: Option<Duration>,
}

impl<'a> Summarizer<'a> {
    pub(super) fn new(
        code: &'a Code<'a>,
        uses_patterns: bool,
        all_errors: bool,
        meter: &'a Meter<'a>,
    ) -> Self {
        Self {
            code,
            meter,
            all_errors,
            uses_patterns,
            body: Body::new(code, !uses_patterns),
            roots: IndexVec::new(),
            nodes: Nodes::default(),
            edges: IndexVec::new(),
            patterns: Patterns::default(),
            visible: HashMap::default(),
            open: Vec::new(),
            waiting: Vec::new(),
            names: Names::default(),
            failures: BTreeMap::new(),
            first_failure: None,
            stopped: None,
            is_over: false,
            transitions: 0,
            worked_on: 0,
            root_bytes: 0,
            next_tick_bytes: 0,
            figures: SummaryStats::default(),
            phase_start: meter.clock(),
        }
    }

    /// Applies the rules from the procedure around the program until nothing new comes.
    pub(super) fn run(&mut self, outside: ProcId) {
        self.init(outside);
        while !self.is_over {
            self.count_work();
            if let Some(node) = self.open.pop() {
                self.execute(node);
            } else if let Some(edge) = self.waiting.pop() {
                self.resume(edge);
            } else {
                break;
            }
        }
        self.tick();
    }

    // ---------------------------------------------------------------------------------------- the rules

    /// INIT: the program begins with all globals at their defaults.
    fn init(&mut self, outside: ProcId) {
        let globals = self.code.program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
        let entry = Entry { globals, ..Entry::default() };
        self.start(outside, entry, None);
    }

    /// Works on a node: at a call PUSH, everywhere else STEP.
    fn execute(&mut self, node: NodeId) {
        let id = self.nodes.root(node);
        self.body.enter(&mut self.roots[id]);
        self.body.load(&self.roots[id], self.nodes.key(node));
        match self.body.call() {
            Some(call) => self.push(id, node, call),
            None => self.step(id, node),
        }
        self.body.leave(&mut self.roots[id]);
        self.end_phase(Phase::Execute);
    }

    /// STEP: executes the body from a node, once for each way that the choices can fall.
    fn step(&mut self, id: RootId, node: NodeId) {
        self.body.machine.tape.clear();
        loop {
            self.count_transition();
            let pause = self.body.run();
            if let Err(Halt::Failed(kind)) = &pause
                && **kind == ViolationKind::Fault(FaultKind::BlockingInAtomic)
            {
                self.observe_atomic();
            }
            if matches!(pause, Ok(Pause::Blocked)) {
                self.observe_atomic();
            }
            self.grow(id);
            match pause {
                Ok(Pause::Node) => {
                    self.body.encode_node(&self.roots[id]);
                    let choices = self.body.machine.tape.alternatives();
                    self.add_node(id, Via::Body { from: node }, &choices);
                }
                Ok(Pause::Return) => self.pop(id, node),
                Ok(Pause::Blocked) => self.blocked(node),
                Err(halt) => self.halted(node, halt),
            }
            if self.is_over || !self.body.machine.tape.advance() {
                return;
            }
            self.body.load(&self.roots[id], self.nodes.key(node));
        }
    }

    /// PUSH: a call finds its root, or START SUM makes one; then USE SUM takes what is there.
    fn push(&mut self, id: RootId, node: NodeId, call: &TermOp) {
        let (proc, args, ..) = call_parts(call);
        self.body.mark();
        self.body.machine.tape.clear();
        if let Err(halt) = self.body.machine.evaluate_all(args) {
            self.grow(id);
            return self.halted(node, halt);
        }
        self.grow(id);
        let callee = self.callee(id, node, proc);
        let edge = self.edges.push(Edge { call: node, callee, applied: 0, is_queued: false });
        self.roots[callee].callers.push(edge);
        self.use_sum(id, edge, call);
    }

    /// START SUM: a procedure is analysed from this entry.
    fn start(&mut self, proc: ProcId, entry: Entry, maker: Option<NodeId>) -> RootId {
        let root = Root::new(self.code.program, proc, entry, maker);
        self.root_bytes += root.entry_bytes() as u64;
        let id = self.roots.push(root);
        let root = &mut self.roots[id];
        if self.uses_patterns {
            root.place = self.patterns.insert(proc, id);
        } else {
            let objects: Vec<ir::ObjectId> = root.entry.heap.objects().collect();
            root.names.meet(&objects);
        }
        // The machine may be at a call of another root; it is loaded again after this.
        let watch = std::mem::take(&mut self.body.machine.listener);
        self.body.enter(&mut self.roots[id]);
        self.body.encode_entry(&self.roots[id]);
        self.body.leave(&mut self.roots[id]);
        self.body.machine.listener = watch;
        self.add_node(id, Via::Entry, &[]);
        id
    }

    /// POP: a return gives the root one more effect, unless it has it.
    fn pop(&mut self, id: RootId, node: NodeId) {
        let (writes, names) = self.body.encode_end(&self.roots[id]);
        let choices = self.body.machine.tape.alternatives();
        let Some(end) = self.insert(id, Via::Body { from: node }, &choices) else { return };
        let effect = self.body.effect(&writes, self.body.machine.passing(), &names);
        let root = &mut self.roots[id];
        let exit = Exit { node: end, effect, n_reads: root.pattern.len() };
        self.root_bytes += exit.bytes() as u64;
        root.exits.push(exit);
        self.figures.summaries += 1;
        self.wake_callers(id);
    }

    /// USE SUM: applies the callee's new effects at a call. The machine is at the call of `edge`, in root `id`.
    fn use_sum(&mut self, id: RootId, edge: EdgeId, call: &TermOp) {
        let (.., results, next) = call_parts(call);
        let Edge { call: node, callee, applied, .. } = self.edges[edge];
        if self.uses_patterns {
            self.observe_pattern(callee);
            self.grow(id);
        }
        self.end_phase(Phase::LookUp);
        for exit in applied..self.roots[callee].exits.len() {
            self.count_transition();
            self.body.load(&self.roots[id], self.nodes.key(node));
            let root = &self.roots[callee];
            self.body.apply(root, &root.exits[exit].effect, &self.names, results, next);
            self.body.encode_node(&self.roots[id]);
            let via = Via::Return { call: node, callee, exit: exit as u32 };
            self.add_node(id, via, &[]);
            self.edges[edge].applied = exit + 1;
        }
        self.end_phase(Phase::Apply);
    }

    /// Goes on with a call whose root has changed.
    fn resume(&mut self, edge: EdgeId) {
        self.edges[edge].is_queued = false;
        let Edge { call: node, callee, .. } = self.edges[edge];
        let id = self.nodes.root(node);
        self.body.enter(&mut self.roots[id]);
        let call = self.load_call(id, node);
        let (proc, ..) = call_parts(call);
        if !self.matches(id, callee, self.roots[callee].pattern.len()) {
            self.figures.rematched += 1;
            let callee = self.callee(id, node, proc);
            let is_new_here = self.edges[edge].callee != callee;
            assert!(is_new_here, "a root that does not match is found again");
            self.edges[edge] = Edge { call: node, callee, applied: 0, is_queued: false };
            self.roots[callee].callers.push(edge);
        }
        self.use_sum(id, edge, call);
        self.body.leave(&mut self.roots[id]);
        self.end_phase(Phase::Execute);
    }

    // ------------------------------------------------------------------------------- finding and matching

    /// The thread's number as a callee sees it.
    pub(super) fn number_for(&self, id: RootId, proc: ProcId) -> i32 {
        let root = &self.roots[id];
        if root.maker.is_none() { stage_number(self.code.program, proc) } else { root.entry.number }
    }

    /// The root for a call that the machine stands at: one that matches, or a new one.
    fn callee(&mut self, id: RootId, node: NodeId, proc: ProcId) -> RootId {
        self.figures.look_ups += 1;
        let number = self.number_for(id, proc);
        self.end_phase(Phase::Execute);
        let found = if self.uses_patterns {
            self.patterns.find(proc, self.body.view_of_callee(number), &mut self.names)
        } else {
            self.name_visible(number);
            self.visible.get(&(proc, self.body.key.clone())).copied()
        };
        self.end_phase(Phase::LookUp);
        if let Some(found) = found {
            self.figures.reused += 1;
            self.roots[found].uses += 1;
            return found;
        }
        self.name_visible(number);
        let key = self.body.key.clone();
        let entry = self.body.decode_view(self.code.program.procs[proc].n_params);
        let new = self.start(proc, entry, Some(node));
        self.roots[new].uses += 1;
        if self.uses_patterns {
            // Nothing is read yet, so no object has a name.
            self.names.clear();
        } else {
            self.root_bytes += (key.len() + 2 * size_of::<(ProcId, Vec<u8>)>()) as u64;
            self.visible.insert((proc, key), new);
        }
        // Starting a root has used the machine.
        self.load_call(id, node);
        new
    }

    /// Goes to a call that was executed before, and evaluates its arguments once more.
    pub(super) fn load_call(&mut self, id: RootId, node: NodeId) -> &'a TermOp {
        self.body.load(&self.roots[id], self.nodes.key(node));
        let call = self.body.call().expect("the node is at a call");
        let evaluated = self.body.machine.evaluate_all(call_parts(call).1);
        assert!(evaluated.is_ok(), "the arguments of a call that waits have values");
        call
    }

    /// Names the objects that a callee sees in canonical order, and writes what it sees to the key of the body.
    fn name_visible(&mut self, number: i32) {
        let order = self.body.encode_view(number);
        self.names.clear();
        self.names.meet(&order);
    }

    /// Whether the call that the machine stands at matches the first reads of a root; the objects of its pattern are
    /// then named.
    pub(super) fn matches(&mut self, id: RootId, callee: RootId, n_reads: usize) -> bool {
        let number = self.number_for(id, self.roots[callee].proc);
        if !self.uses_patterns {
            self.name_visible(number);
            return true;
        }
        let view = self.body.view_of_callee(number);
        pattern::matches(&self.roots[callee].pattern[..n_reads], view, &mut self.names)
    }

    /// What a callee has read is read by its caller too.
    fn observe_pattern(&mut self, callee: RootId) {
        for read in &self.roots[callee].pattern {
            match self.names.resolve(read.spot) {
                // The arguments are read where they are evaluated.
                Spot::Param(_) => {}
                Spot::Atomic if self.body.own_atomic_depth() > 0 => {}
                spot => self.body.machine.listener.read_spot(spot),
            }
        }
    }

    /// Reads whether the caller is in an atomic section, unless the procedure itself is.
    fn observe_atomic(&mut self) {
        if self.body.own_atomic_depth() == 0 {
            self.body.machine.listener.read_atomic();
        }
    }

    /// Adds to the pattern of a root what the machine has read since; calls that wait for the root must match again.
    fn grow(&mut self, id: RootId) {
        if !self.uses_patterns {
            return self.body.machine.listener.drop_reads();
        }
        let reads = self.body.machine.listener.take_reads();
        if reads.is_empty() {
            return;
        }
        let root = &mut self.roots[id];
        let (n_before, bytes_before) = (root.pattern.len(), root.pattern_bytes());
        root.grow(self.code.program, &self.body.machine.listener, &reads);
        self.patterns.grow(id, &mut root.place, &root.pattern[n_before..]);
        self.root_bytes += (root.pattern_bytes() - bytes_before) as u64;
        self.figures.largest_pattern = self.figures.largest_pattern.max(root.pattern.len() as u64);
        self.wake_callers(id);
    }

    /// Queues the calls that wait for a root. Calls that have found another root since are forgotten.
    fn wake_callers(&mut self, id: RootId) {
        let mut callers = std::mem::take(&mut self.roots[id].callers);
        callers.retain(|&caller| self.edges[caller].callee == id);
        for &caller in &callers {
            if !std::mem::replace(&mut self.edges[caller].is_queued, true) {
                self.waiting.push(caller);
            }
        }
        self.roots[id].callers = callers;
    }

    // ------------------------------------------------------------------------------------- ends and limits

    /// Stores the node that was encoded last.
    fn add_node(&mut self, id: RootId, via: Via, choices: &[u32]) {
        if let Some(node) = self.insert(id, via, choices) {
            self.open.push(node);
        }
    }

    /// Stores the node or the end that was encoded last, if it is new and there may be one more.
    fn insert(&mut self, id: RootId, via: Via, choices: &[u32]) -> Option<NodeId> {
        if let Err(reason) = self.meter.states(self.nodes.len() as u64 + 1)
            && !self.nodes.contains(id, &self.body.key)
        {
            self.stop_for(reason);
            return None;
        }
        self.nodes.insert(id, &self.body.key, via, choices)
    }

    fn blocked(&mut self, node: NodeId) {
        let Action::Term(terminator) = self.code.facts(self.body.point()).action else {
            panic!("only a select blocks")
        };
        if matches!(terminator.op, TermOp::Select { end: false, .. }) {
            self.fail(node, ViolationKind::Deadlock);
        }
    }

    fn halted(&mut self, node: NodeId, halt: Halt) {
        match halt {
            Halt::Pruned => {}
            Halt::Failed(kind) => self.fail(node, *kind),
            Halt::Stopped(reason) => self.stop_for(*reason),
            Halt::Refused(object) => panic!("a footprint refuses no look into {object}"),
        }
    }

    fn fail(&mut self, node: NodeId, kind: ViolationKind) {
        let failure = Failure { kind, span: self.body.span() };
        let site = ErrorSite { node, choices: self.body.machine.tape.alternatives() };
        self.first_failure.get_or_insert_with(|| failure.clone());
        self.failures.entry(failure).or_insert(site);
        self.is_over |= !self.all_errors;
    }

    pub(super) fn stop_for(&mut self, reason: StopReason) {
        self.stopped.get_or_insert(reason);
        self.is_over = true;
    }
}
