//! Paths to facts: flat lists of rule applications.
//!
//! The reasons of the facts are followed backwards. A fact that a return has made stands for the whole run of the
//! callee, which is opened up in its place. Reasons point to smaller facts, so this ends; but a list can be
//! exponentially longer than the reasons are, hence limits.

use base::IndexVec;

use crate::fact::{Call, Exit, ExitId, FactId, InstanceId, Why};
use crate::heads::{HeadId, Move, RuleId};
use crate::rule::{Head, Rule};
use crate::saturation::Saturation;

/// A rule applied to a configuration with this head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Application {
    pub head: Head,
    /// The place of the rule among the rules of the head, as the system gave them.
    pub index: usize,
    pub rule: Rule,
}

/// A run would have more rule applications than the caller wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the run is longer than the limit")
    }
}

impl std::error::Error for TooLong {}

impl Saturation {
    /// The run from an initial head to the fact's head on top of the stack, unless it has more than `limit`
    /// applications.
    pub fn path_to(&self, fact: FactId, limit: usize) -> Result<Vec<Application>, TooLong> {
        let mut unfolding = Unfolding::new(self, limit);
        unfolding.back_from(Stop::AtStart, fact)?;
        Ok(unfolding.finish())
    }

    /// The run from an initial head to an empty stack, for an exit of the bottom; for any other exit to the moment
    /// after its pop.
    pub fn path_to_exit(&self, exit: ExitId, limit: usize) -> Result<Vec<Application>, TooLong> {
        let Exit { from, rule, .. } = self.exit(exit);
        let mut unfolding = Unfolding::new(self, limit);
        unfolding.emit(from, rule)?;
        unfolding.back_from(Stop::AtStart, from)?;
        Ok(unfolding.finish())
    }

    pub(crate) fn application(&self, head: HeadId, rule: RuleId) -> Application {
        Application { head: self.head(head), index: self.heads.index_of(head, rule), rule: self.rule(rule) }
    }
}

/// How far a run is followed back.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    /// To the initial configuration.
    AtStart,
    /// To the entry of the instance.
    AtEntry,
}

enum Task {
    Back(Stop, FactId),
    Emit(Call),
}

/// A run under construction, from its end.
pub(crate) struct Unfolding<'a> {
    found: &'a Saturation,
    limit: usize,
    reversed: Vec<Application>,
    tasks: Vec<Task>,
}

impl<'a> Unfolding<'a> {
    pub(crate) fn new(found: &'a Saturation, limit: usize) -> Self {
        Self { found, limit, reversed: Vec::new(), tasks: Vec::new() }
    }

    /// The run in its order.
    pub(crate) fn finish(mut self) -> Vec<Application> {
        self.reversed.reverse();
        self.reversed
    }

    pub(crate) fn emit(&mut self, from: FactId, rule: RuleId) -> Result<(), TooLong> {
        self.emit_at(self.found.fact(from).head, rule)
    }

    pub(crate) fn emit_at(&mut self, head: HeadId, rule: RuleId) -> Result<(), TooLong> {
        if self.reversed.len() >= self.limit {
            return Err(TooLong);
        }
        self.reversed.push(self.found.application(head, rule));
        Ok(())
    }

    /// Puts the run to a fact before what is there.
    pub(crate) fn back_from(&mut self, stop: Stop, fact: FactId) -> Result<(), TooLong> {
        self.tasks.push(Task::Back(stop, fact));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Emit(Call { from, rule }) => self.emit(from, rule)?,
                Task::Back(stop, fact) => self.one_back(stop, fact)?,
            }
        }
        Ok(())
    }

    fn one_back(&mut self, stop: Stop, fact: FactId) -> Result<(), TooLong> {
        match (self.found.fact(fact).why, stop) {
            (Why::Initial, Stop::AtStart | Stop::AtEntry) => {}
            (Why::Rule { rule, .. }, Stop::AtEntry) if is_push(self.found, rule) => {}
            (Why::Rule { from, rule }, Stop::AtStart | Stop::AtEntry) => {
                self.emit(from, rule)?;
                self.tasks.push(Task::Back(stop, from));
            }
            (Why::Return { call, exit }, Stop::AtStart | Stop::AtEntry) => {
                let (call, exit) = (self.found.call(call), self.found.exit(exit));
                self.emit(exit.from, exit.rule)?;
                self.tasks.push(Task::Back(stop, call.from));
                self.tasks.push(Task::Emit(call));
                self.tasks.push(Task::Back(Stop::AtEntry, exit.from));
            }
        }
        Ok(())
    }
}

fn is_push(found: &Saturation, rule: RuleId) -> bool {
    match found.move_of(rule) {
        Move::Push { .. } => true,
        Move::Pop { .. } | Move::Step { .. } => false,
    }
}

/// How many applications the runs to facts have, without making them.
pub(crate) struct Lengths {
    /// From the entry of the instance.
    pub(crate) inside: IndexVec<FactId, u64>,
    /// The fact by which each head is reached first.
    pub(crate) nearest: IndexVec<HeadId, Option<(u64, FactId)>>,
}

impl Lengths {
    pub(crate) fn new(found: &Saturation) -> Self {
        let mut lengths =
            Self { inside: IndexVec::new(), nearest: IndexVec::filled(None, found.heads().len()) };
        let mut to_entry: IndexVec<InstanceId, u64> = IndexVec::filled(0, found.instances().len());
        let mut whole: IndexVec<FactId, u64> = IndexVec::new();
        for id in found.facts() {
            let fact = found.fact(id);
            let inside = match fact.why {
                Why::Initial => 0,
                Why::Rule { from, rule } if is_push(found, rule) => {
                    to_entry[fact.instance] = whole[from].saturating_add(1);
                    0
                }
                Why::Rule { from, .. } => lengths.inside[from].saturating_add(1),
                Why::Return { call, exit } => {
                    lengths.inside[found.call(call).from].saturating_add(lengths.summary(found, exit))
                }
            };
            lengths.inside.push(inside);
            let total = to_entry[fact.instance].saturating_add(inside);
            whole.push(total);
            let nearest = &mut lengths.nearest[fact.head];
            if nearest.is_none_or(|(least, _)| total < least) {
                *nearest = Some((total, id));
            }
        }
        lengths
    }

    /// The applications from a push to the return by an exit, both included.
    pub(crate) fn summary(&self, found: &Saturation, exit: ExitId) -> u64 {
        self.inside[found.exit(exit).from].saturating_add(2)
    }
}
