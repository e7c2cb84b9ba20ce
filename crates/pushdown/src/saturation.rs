//! What a search has found: heads, facts, calls and exits in flat vectors, and the tables that find them again.

use base::{Id, IndexVec};

use crate::fact::{Call, CallId, Exit, ExitId, Fact, FactId, InstanceId, Why};
use crate::heads::{HeadId, Heads, Move, RuleId};
use crate::rule::{Counts, Head, Rule, Symbol};
use crate::table::{Key, Slot, Table};

/// The result of [`post_star`](crate::post_star()): all that is reachable or, if the search was stopped, a part of it.
#[derive(Clone, Debug)]
pub struct Saturation {
    pub(crate) heads: Heads,
    /// The instance at a head, or [`NONE`].
    instance_at: IndexVec<HeadId, u32>,
    instances: IndexVec<InstanceId, InstanceRecord>,
    fact_table: Table,
    facts: IndexVec<FactId, FactRecord>,
    calls: IndexVec<CallId, CallRecord>,
    exit_table: Table,
    exits: IndexVec<ExitId, ExitRecord>,
    pub(crate) done: usize,
    pub(crate) is_complete: bool,
}

/// The instance of the initial heads has this number.
const BOTTOM: usize = 0;
/// No entry, in vectors where an `Option` would double the size.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct InstanceRecord {
    first_call: u32,
    first_exit: u32,
}

/// A [`Fact`] in 20 bytes.
#[derive(Clone, Debug)]
struct FactRecord {
    instance: InstanceId,
    head: HeadId,
    /// The numbers that [`Why`] holds.
    why: (u32, u32),
    kind: WhyKind,
    marked: bool,
    superseded: bool,
}

#[derive(Clone, Copy, Debug)]
enum WhyKind {
    Initial,
    Rule,
    Return,
}

#[derive(Clone, Debug)]
struct CallRecord {
    call: Call,
    /// The next call of the same callee.
    next: u32,
}

#[derive(Clone, Debug)]
struct ExitRecord {
    exit: Exit,
    superseded: bool,
    /// The next exit of the same instance.
    next: u32,
}

impl Saturation {
    pub(crate) fn new() -> Self {
        let bottom = InstanceRecord { first_call: NONE, first_exit: NONE };
        Self {
            heads: Heads::default(),
            instance_at: IndexVec::new(),
            instances: IndexVec::from(vec![bottom]),
            fact_table: Table::default(),
            facts: IndexVec::new(),
            calls: IndexVec::new(),
            exit_table: Table::default(),
            exits: IndexVec::new(),
            done: 0,
            is_complete: false,
        }
    }

    /// Whether everything reachable is here.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub fn counts(&self) -> Counts {
        Counts {
            heads: self.heads.len(),
            rules: self.heads.n_rules(),
            facts: self.facts.len(),
            done: self.done,
            bytes: self.bytes(),
        }
    }

    /// All reachable heads, in the order of discovery.
    pub fn heads(&self) -> impl DoubleEndedIterator<Item = HeadId> + ExactSizeIterator + use<> {
        self.heads.ids()
    }

    pub fn head(&self, head: HeadId) -> Head {
        self.heads.head(head)
    }

    /// The number of a head, if it was reached.
    pub fn find_head(&self, head: Head) -> Option<HeadId> {
        self.heads.find(head)
    }

    /// The rules of a head in the order in which the system gave them.
    pub fn rules_of(&self, head: HeadId) -> impl ExactSizeIterator<Item = RuleId> + use<> {
        self.heads.rules_of(head)
    }

    pub fn rule(&self, rule: RuleId) -> Rule {
        self.heads.rule(rule)
    }

    /// A rule with the number of the head that it leads to.
    pub fn move_of(&self, rule: RuleId) -> Move {
        self.heads.move_of(rule)
    }

    pub fn facts(&self) -> impl DoubleEndedIterator<Item = FactId> + ExactSizeIterator + use<> {
        self.facts.ids()
    }

    pub fn fact(&self, fact: FactId) -> Fact {
        let FactRecord { instance, head, why: (first, second), kind, marked, superseded: _ } =
            self.facts[fact];
        let why = match kind {
            WhyKind::Initial => Why::Initial,
            WhyKind::Rule => Why::Rule { from: id(first), rule: id(second) },
            WhyKind::Return => Why::Return { call: id(first), exit: id(second) },
        };
        Fact { instance, head, marked, why }
    }

    /// A fact of a head, if it was reached: the marked one if there are two.
    pub fn find_fact(&self, instance: InstanceId, head: HeadId) -> Option<FactId> {
        match self.find_in_facts(instance, head) {
            Slot::Taken { number, .. } => Some(id(number)),
            Slot::Free => None,
        }
    }

    /// The instance that holds the initial heads.
    pub fn bottom(&self) -> InstanceId {
        InstanceId::new(BOTTOM)
    }

    /// The instance that is entered at a head, if something was pushed there.
    pub fn instance_at(&self, head: HeadId) -> Option<InstanceId> {
        self.instance_at.get(head).copied().filter(|&instance| instance != NONE).map(id)
    }

    pub fn instances(&self) -> impl DoubleEndedIterator<Item = InstanceId> + ExactSizeIterator + use<> {
        self.instances.ids()
    }

    pub fn call(&self, call: CallId) -> Call {
        self.calls[call].call
    }

    /// The symbol that a call leaves below its callee.
    pub fn frame_of(&self, call: CallId) -> Option<Symbol> {
        match self.move_of(self.call(call).rule) {
            Move::Push { below, .. } => Some(below),
            Move::Pop { .. } | Move::Step { .. } => None,
        }
    }

    pub fn n_calls(&self) -> usize {
        self.calls.len()
    }

    /// The calls of an instance, the latest first.
    pub fn calls_of(&self, instance: InstanceId) -> impl Iterator<Item = CallId> {
        std::iter::successors(self.first_call(instance), |&call| self.next_call(call))
    }

    pub fn n_exits(&self) -> usize {
        self.exits.len()
    }

    pub fn exit(&self, exit: ExitId) -> Exit {
        self.exits[exit].exit
    }

    /// The exits of an instance, the latest first. A control can be there twice: unmarked, and later marked.
    pub fn exits_of(&self, instance: InstanceId) -> impl Iterator<Item = ExitId> {
        std::iter::successors(self.first_exit(instance), |&exit| self.next_exit(exit))
    }

    /// The controls that are reachable with an empty stack.
    pub fn empty_stacks(&self) -> impl Iterator<Item = ExitId> {
        self.exits_of(self.bottom())
    }

    /// Bytes held, spare room included.
    pub fn bytes(&self) -> usize {
        self.heads.bytes()
            + self.fact_table.bytes()
            + self.exit_table.bytes()
            + self.instance_at.capacity() * size_of::<u32>()
            + self.instances.capacity() * size_of::<InstanceRecord>()
            + self.facts.capacity() * size_of::<FactRecord>()
            + self.calls.capacity() * size_of::<CallRecord>()
            + self.exits.capacity() * size_of::<ExitRecord>()
    }
}

/// What the search adds.
impl Saturation {
    /// Adds a fact unless it is known, or a marked one of the same instance and head.
    pub(crate) fn add_fact(&mut self, fact: Fact) {
        let Fact { instance, head, marked, why } = fact;
        let (kind, why) = match why {
            Why::Initial => (WhyKind::Initial, (0, 0)),
            Why::Rule { from, rule } => (WhyKind::Rule, (number(from), number(rule))),
            Why::Return { call, exit } => (WhyKind::Return, (number(call), number(exit))),
        };
        let record = FactRecord { instance, head, why, kind, marked, superseded: false };
        match self.find_in_facts(instance, head) {
            Slot::Free => {
                let new = self.facts.push(record);
                self.fact_table.insert(number(new), |fact| fact_key(&self.facts, fact));
            }
            Slot::Taken { at, number: known } => {
                if marked && !self.facts[id::<FactId>(known)].marked {
                    self.facts[id::<FactId>(known)].superseded = true;
                    let new = self.facts.push(record);
                    self.fact_table.replace(at, number(new));
                }
            }
        }
    }

    /// Adds an exit unless it is known, or a marked one of the same instance and control.
    pub(crate) fn add_exit(&mut self, exit: Exit) -> Option<ExitId> {
        let key = (number(exit.instance), number(exit.control));
        let slot = self.exit_table.find(key, |exit| exit_key(&self.exits, exit));
        if let Slot::Taken { number: known, .. } = slot {
            let known = &mut self.exits[id::<ExitId>(known)];
            if known.exit.marked || !exit.marked {
                return None;
            }
            known.superseded = true;
        }
        let next = self.instances[exit.instance].first_exit;
        let new = self.exits.push(ExitRecord { exit, superseded: false, next });
        self.instances[exit.instance].first_exit = number(new);
        match slot {
            Slot::Taken { at, .. } => self.exit_table.replace(at, number(new)),
            Slot::Free => self.exit_table.insert(number(new), |exit| exit_key(&self.exits, exit)),
        }
        Some(new)
    }

    /// The instance at a head; its entry is justified by the call if it is new.
    pub(crate) fn enter(&mut self, entry: HeadId, call: Call) -> InstanceId {
        if let Some(known) = self.instance_at(entry) {
            return known;
        }
        let instance = self.instances.push(InstanceRecord { first_call: NONE, first_exit: NONE });
        while self.instance_at.len() < self.heads.len() {
            self.instance_at.push(NONE);
        }
        self.instance_at[entry] = number(instance);
        let why = Why::Rule { from: call.from, rule: call.rule };
        self.add_fact(Fact { instance, head: entry, marked: false, why });
        instance
    }

    pub(crate) fn add_call(&mut self, callee: InstanceId, call: Call) -> CallId {
        let next = self.instances[callee].first_call;
        let new = self.calls.push(CallRecord { call, next });
        self.instances[callee].first_call = number(new);
        new
    }

    /// Whether a marked fact of the same instance and head has taken over.
    pub(crate) fn is_superseded(&self, fact: FactId) -> bool {
        self.facts[fact].superseded
    }

    /// Whether a marked exit of the same instance and control has taken over.
    pub(crate) fn is_exit_superseded(&self, exit: ExitId) -> bool {
        self.exits[exit].superseded
    }

    pub(crate) fn first_call(&self, callee: InstanceId) -> Option<CallId> {
        link(self.instances[callee].first_call)
    }

    pub(crate) fn next_call(&self, call: CallId) -> Option<CallId> {
        link(self.calls[call].next)
    }

    pub(crate) fn first_exit(&self, instance: InstanceId) -> Option<ExitId> {
        link(self.instances[instance].first_exit)
    }

    pub(crate) fn next_exit(&self, exit: ExitId) -> Option<ExitId> {
        link(self.exits[exit].next)
    }

    fn find_in_facts(&self, instance: InstanceId, head: HeadId) -> Slot {
        self.fact_table.find((number(instance), number(head)), |fact| fact_key(&self.facts, fact))
    }
}

fn fact_key(facts: &IndexVec<FactId, FactRecord>, fact: u32) -> Key {
    let record = &facts[id::<FactId>(fact)];
    (number(record.instance), number(record.head))
}

fn exit_key(exits: &IndexVec<ExitId, ExitRecord>, exit: u32) -> Key {
    let exit = &exits[id::<ExitId>(exit)].exit;
    (number(exit.instance), number(exit.control))
}

fn id<I: Id>(number: u32) -> I {
    I::new(number as usize)
}

fn number<I: Id>(id: I) -> u32 {
    id.index() as u32
}

fn link<I: Id>(number: u32) -> Option<I> {
    (number != NONE).then(|| id(number))
}
