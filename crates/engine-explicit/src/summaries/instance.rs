//! An instance: one procedure, analysed from one state that it was called in.
//!
//! It is a machine of its own, which owns its entry state, its nodes, its footprint and the names of its pattern, and
//! has access to no other instance. It [handles](Instance::handle) messages, and [runs](Instance::run) from one node
//! at a time; both lend it a [`Worker`] and give more messages. The rules of the paper (section 5) are here: START SUM
//! is `Incoming::Start`, STEP, PUSH and POP are done in `run`, and USE SUM is `Incoming::CalleeExit`.
//!
//! What the text of the paper leaves open or has wrong, and how it is here:
//! - a call keeps its own node, so what the caller wrote before is not lost while it waits (figure 5 restarts it
//!   without its effect);
//! - a new instance has read nothing and so matches every call of its procedure. That is sound because no exit is used
//!   before the reads that led to it: each time an exit is applied, the whole pattern was matched. A call that matches
//!   no longer looks for another instance. What was applied before stays valid: the reads of the paths behind it did
//!   match;
//! - all reads of a callee's pattern are reads of its callers, also where the callee has no exit: that nothing returns
//!   is an observation too.

use heap::Heap;
use ir::{FaultKind, ObjectId, ProcId, Program, TermOp, Value};
use machine::{Action, Code, Failure, Halt};
use verdict::{Content, Read, Spot, ViolationKind};

use super::account::Phase;
use super::body::{Pause, call_parts};
use super::footprint::{Footprint, SpotId};
use super::message::{Exit, Incoming, Outgoing};
use super::node::{NodeId, Nodes, Via};
use super::sequential::stage_number;
use super::view::{Names, View};
use super::worker::{Bound, Worker};

base::typed_id!(
    /// A procedure analysed from one entry.
    InstanceId,
    "instance"
);

/// The state that a procedure was called in when it was first analysed. Objects are numbered from 0 and keep their
/// numbers in all nodes of the instance.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) globals: Vec<Value>,
    pub(super) params: Vec<Value>,
    pub(super) heap: Heap,
    pub(super) atomic: bool,
    pub(super) number: i32,
}

impl Entry {
    /// Of the procedure around the program: all globals have their defaults.
    pub(super) fn of_outside(program: &Program) -> Self {
        let globals = program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
        Self { globals, ..Self::default() }
    }

    pub(super) fn view<'a>(&'a self, program: &'a Program) -> View<'a> {
        let Self { globals, params, heap, atomic, number } = self;
        View { program, globals, params, heap, atomic: *atomic, number: *number }
    }
}

/// One procedure from one entry.
#[derive(Debug)]
pub(super) struct Instance {
    id: InstanceId,
    pub(super) proc: ProcId,
    /// It is the procedure around the program.
    is_outside: bool,
    pub(super) entry: Entry,
    /// Lent to the machine while it executes a node of this instance.
    pub(super) footprint: Footprint,
    /// The numbers of entry objects in the pattern.
    pub(super) names: Names,
    /// The length of the pattern.
    n_reads: usize,
    pub(super) nodes: Nodes,
    /// Nodes to be executed.
    open: Vec<NodeId>,
}

impl Instance {
    /// An instance that has read nothing; with visible states, one that has read everything.
    pub(super) fn new(
        program: &Program,
        id: InstanceId,
        proc: ProcId,
        entry: Entry,
        uses_patterns: bool,
    ) -> Self {
        let footprint = Footprint::new(program, entry.params.len(), &entry.heap);
        let mut names = Names::default();
        if !uses_patterns {
            let objects: Vec<ObjectId> = entry.heap.objects().collect();
            names.meet(&objects);
        }
        let (nodes, open, is_outside) = (Nodes::new(), Vec::new(), base::Id::index(id) == 0);
        Self { id, proc, is_outside, entry, footprint, names, n_reads: 0, nodes, open }
    }

    /// Objects of the entry state.
    pub(super) fn n_objects(&self) -> usize {
        self.entry.heap.len()
    }

    /// Nodes that wait to be executed.
    pub(super) fn n_open(&self) -> usize {
        self.open.len()
    }

    /// Bytes held when the instance is made: those that stay as they are.
    pub(super) fn entry_bytes(&self) -> usize {
        let values = self.entry.globals.capacity() + self.entry.params.capacity();
        let entry = self.entry.heap.bytes() + values * size_of::<Value>();
        size_of::<Self>() + entry + self.footprint.bytes() + self.names.bytes() + self.nodes.bytes()
    }

    // --------------------------------------------------------------------------------------- messages

    /// Does what messages ask for. Those that come together are about the same call, if about any: when it calls again,
    /// the rest of them are of no use any more.
    pub(super) fn handle<'m>(
        &mut self,
        worker: &mut Worker<'_>,
        messages: impl IntoIterator<Item = Incoming<'m>>,
        out: &mut Vec<Outgoing>,
    ) {
        worker.body.enter(self);
        for message in messages {
            match message {
                Incoming::Start => {
                    worker.body.encode_entry(self);
                    self.add_node(worker, Via::Entry, &[]);
                }
                Incoming::CalleePatternGrew { call, callee, pattern } => {
                    let matches = self.bind(worker, Bound::new(self.id, call, callee, pattern), pattern, out);
                    worker.account.end_phase(Phase::LookUp);
                    if !matches {
                        // Matching has left the worker at the call.
                        let (proc, ..) = call_parts(worker.body.call().expect("the node is at a call"));
                        out.push(Outgoing::Call { node: call, proc });
                        break;
                    }
                }
                Incoming::CalleeExit { call, callee, pattern, number, exit } => {
                    if self.bind(worker, Bound::new(self.id, call, callee, pattern), pattern, out) {
                        self.apply(worker, call, exit);
                        self.add_node(worker, Via::Return { call, callee, exit: number }, &[]);
                    }
                    worker.account.end_phase(Phase::Apply);
                }
            }
        }
        worker.body.leave(self);
    }

    /// Executes the node that was found last: at a call PUSH, everywhere else STEP.
    pub(super) fn run(&mut self, worker: &mut Worker<'_>, out: &mut Vec<Outgoing>) {
        let Some(node) = self.open.pop() else { return };
        worker.account.closes_node();
        worker.body.enter(self);
        self.load(worker, node);
        match worker.body.call() {
            Some(call) => self.push(worker, node, call, out),
            None => self.step(worker, node, out),
        }
        worker.body.leave(self);
        worker.account.end_phase(Phase::Execute);
    }

    // ------------------------------------------------------------------------------------------ rules

    /// STEP: executes the body from a node, once for each outcome of the choices.
    fn step(&mut self, worker: &mut Worker<'_>, node: NodeId, out: &mut Vec<Outgoing>) {
        worker.body.machine.tape.clear();
        loop {
            worker.account.count_transition();
            let pause = worker.body.run();
            let blocks_inside = matches!(&pause, Err(Halt::Failed(kind))
                if **kind == ViolationKind::Fault(FaultKind::BlockingInAtomic));
            if blocks_inside || matches!(pause, Ok(Pause::Blocked)) {
                observe_atomic(worker);
            }
            self.grow(worker, out);
            match pause {
                Ok(Pause::Node) => {
                    worker.body.encode_node(self);
                    let choices = worker.body.machine.tape.alternatives();
                    self.add_node(worker, Via::Body { from: node }, &choices);
                }
                Ok(Pause::Return) => self.pop(worker, node, out),
                Ok(Pause::Blocked) => blocked(worker, node, out),
                Err(halt) => halted(worker, node, halt, out),
            }
            if worker.account.is_over() || !worker.body.machine.tape.advance() {
                return;
            }
            self.load(worker, node);
        }
    }

    /// PUSH: a call asks for its callee.
    fn push(&mut self, worker: &mut Worker<'_>, node: NodeId, call: &TermOp, out: &mut Vec<Outgoing>) {
        let (proc, args, ..) = call_parts(call);
        worker.body.mark();
        worker.body.machine.tape.clear();
        let evaluated = worker.body.machine.evaluate_all(args);
        self.grow(worker, out);
        match evaluated {
            Ok(()) => out.push(Outgoing::Call { node, proc }),
            Err(halt) => halted(worker, node, halt, out),
        }
    }

    /// POP: a return is one more exit, unless it is known.
    fn pop(&mut self, worker: &mut Worker<'_>, node: NodeId, out: &mut Vec<Outgoing>) {
        let (writes, objects) = worker.body.encode_end(self);
        let choices = worker.body.machine.tape.alternatives();
        let Some(end) = self.insert(worker, Via::Body { from: node }, &choices) else { return };
        let results = worker.body.machine.passing();
        let effect = worker.body.effect(&writes, results, &objects, &self.names);
        out.push(Outgoing::Exit(Exit {
            node: end,
            effect,
            n_named: self.names.len(),
            n_reads: self.n_reads,
        }));
    }

    /// USE SUM: the callee's effect takes place at a call, whose objects are bound; the result is encoded.
    fn apply(&mut self, worker: &mut Worker<'_>, call: NodeId, exit: &Exit) {
        worker.account.count_transition();
        self.load(worker, call);
        let (.., results, next) = call_parts(worker.body.call().expect("an effect is applied at a call"));
        worker.body.apply(exit, worker.binding.names(), results, next);
        worker.body.encode_node(self);
    }

    // -------------------------------------------------------------------------------- calls and patterns

    /// Whether a call matches the pattern of its callee; then the objects of the pattern are named, and all that is in
    /// it has been read.
    fn bind(
        &mut self,
        worker: &mut Worker<'_>,
        bound: Bound,
        pattern: &[Read],
        out: &mut Vec<Outgoing>,
    ) -> bool {
        if worker.binding.is_observed(bound) {
            return true;
        }
        if !worker.binding.is_found(bound) {
            if !self.match_call(worker, bound.call, pattern) {
                return false;
            }
            worker.binding.found(bound);
        }
        observe_pattern(worker, pattern);
        self.grow(worker, out);
        worker.binding.observed();
        true
    }

    /// Goes to a call, and names the objects of a pattern there if it matches. With visible states, all that the callee
    /// sees is named.
    pub(super) fn match_call(&self, worker: &mut Worker<'_>, call: NodeId, pattern: &[Read]) -> bool {
        let proc = self.load_call(worker, call);
        let number = self.number_for(worker.body.machine.code, proc);
        worker.matches(number, pattern)
    }

    /// Goes to a call that was executed before, and evaluates its arguments once more. Gives the callee.
    pub(super) fn load_call(&self, worker: &mut Worker<'_>, node: NodeId) -> ProcId {
        self.load(worker, node);
        let (proc, args, ..) = call_parts(worker.body.call().expect("the node is at a call"));
        let evaluated = worker.body.machine.evaluate_all(args);
        assert!(evaluated.is_ok(), "the arguments of a call that waits have values");
        proc
    }

    /// Goes to a node.
    pub(super) fn load(&self, worker: &mut Worker<'_>, node: NodeId) {
        worker.binding.moves_on();
        worker.body.load(self, self.nodes.key(node));
    }

    /// The thread's number as a callee sees it.
    pub(super) fn number_for(&self, code: &Code<'_>, proc: ProcId) -> i32 {
        if self.is_outside { stage_number(code.program, proc) } else { self.entry.number }
    }

    /// Adds to the pattern what the machine has read since.
    fn grow(&mut self, worker: &mut Worker<'_>, out: &mut Vec<Outgoing>) {
        if !worker.uses_patterns {
            return worker.body.machine.listener.drop_reads();
        }
        let Worker { body, account, .. } = worker;
        let spots = body.machine.listener.take_reads();
        if spots.is_empty() {
            return;
        }
        let bytes_before = self.names.bytes();
        let reads = self.read(body.machine.code.program, &body.machine.listener, &spots);
        body.machine.listener.give_back(spots);
        self.n_reads += reads.len();
        account.holds_more(self.names.bytes() - bytes_before);
        out.push(Outgoing::PatternGrew { reads });
    }

    /// What the entry has in these spots, by numbers. `footprint` is the instance's own, wherever it is.
    pub(super) fn read(&mut self, program: &Program, footprint: &Footprint, spots: &[SpotId]) -> Vec<Read> {
        let mut reads = Vec::with_capacity(spots.len());
        for &id in spots {
            let spot = footprint.spot(id);
            let seen = self.names.look(self.entry.view(program), spot);
            let spot = self.names.rename(spot);
            self.names.meet(&seen.met);
            reads.push(Read { spot, seen: seen.content });
        }
        reads
    }

    // -------------------------------------------------------------------------------------------- nodes

    /// Stores the node that was encoded last.
    fn add_node(&mut self, worker: &mut Worker<'_>, via: Via, choices: &[u32]) {
        if let Some(node) = self.insert(worker, via, choices) {
            self.open.push(node);
            worker.account.opens_node();
        }
    }

    /// Stores the node or the end that was encoded last, if it is new and there may be one more.
    fn insert(&mut self, worker: &mut Worker<'_>, via: Via, choices: &[u32]) -> Option<NodeId> {
        let Worker { body, account, .. } = worker;
        if let Err(reason) = account.may_store_node()
            && !self.nodes.contains(&body.key)
        {
            account.stop_for(reason);
            return None;
        }
        let bytes_before = self.nodes.bytes();
        let node = self.nodes.insert(&body.key, via, choices, account.n_nodes())?;
        account.stores_node(body.key.len(), self.nodes.bytes() - bytes_before);
        Some(node)
    }
}

/// Whether a spot holds at the end of a path what it held at the entry.
pub(super) fn is_unchanged(entry: View<'_>, spot: Spot, now: &Content) -> bool {
    entry.content(spot) == *now
}

/// What a callee has read is read by its caller too. The machine is at the call.
fn observe_pattern(worker: &mut Worker<'_>, pattern: &[Read]) {
    for read in pattern {
        match worker.binding.names().resolve(read.spot) {
            // The arguments are read where they are evaluated.
            Spot::Param(_) => {}
            Spot::Atomic if worker.body.own_atomic_depth() > 0 => {}
            spot => worker.body.machine.listener.read_spot(spot),
        }
    }
}

/// Reads whether the caller is in an atomic section, unless the procedure itself is.
fn observe_atomic(worker: &mut Worker<'_>) {
    if worker.body.own_atomic_depth() == 0 {
        worker.body.machine.listener.read_atomic();
    }
}

fn blocked(worker: &mut Worker<'_>, node: NodeId, out: &mut Vec<Outgoing>) {
    let Action::Term(terminator) = worker.body.action() else { panic!("only a select blocks") };
    if matches!(terminator.op, TermOp::Select { end: false, .. }) {
        fail(worker, node, ViolationKind::Deadlock, out);
    }
}

fn halted(worker: &mut Worker<'_>, node: NodeId, halt: Halt, out: &mut Vec<Outgoing>) {
    match halt {
        Halt::Pruned => {}
        Halt::Failed(kind) => fail(worker, node, *kind, out),
        Halt::Stopped(reason) => worker.account.stop_for(*reason),
        Halt::LeftOut(left_out) => worker.account.leave_out(*left_out),
        Halt::Refused(object) => panic!("a footprint refuses no look into {object}"),
    }
}

fn fail(worker: &mut Worker<'_>, node: NodeId, kind: ViolationKind, out: &mut Vec<Outgoing>) {
    let failure = Failure { kind, span: worker.body.span() };
    let choices = worker.body.machine.tape.alternatives();
    out.push(Outgoing::Error { failure, node, choices });
    worker.account.found_error();
}
