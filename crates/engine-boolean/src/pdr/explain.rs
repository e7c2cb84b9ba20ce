//! The path to an error, from facts and what they were made of.
//!
//! A fact remembers the inputs of its step, and holds for several values at the entry. For given ones, the step is
//! walked again: its path may differ, but not the facts that it relies on. So a subtrace is a fact together with values
//! at the entry. A fact relies on older ones only, so the oldest are listed first.

use std::collections::{BTreeMap, BTreeSet};

use ir::{BlockId, ProcId};
use verdict::{SharedTrace, Subtrace, SubtracePart};

use super::known::{Fact, Known};
use super::layout::{Part, UnitId};
use super::system::System;
use super::unit::{CallSites, Decision, Exit, Unit, Valuation};
use crate::graph::Graph;
use crate::program::CheckId;

/// A fact, and values at the entry that it holds for.
type Key = (usize, Vec<bool>);

/// What happens on a subtrace.
enum Event {
    Choice(u32),
    Call(Key),
}

/// What happens in a part of a unit.
enum PlainPart {
    Code(ProcId, Vec<Event>),
    /// A stage that is called elsewhere, too.
    Call(Key),
}

/// A subtrace in a unit, not yet with numbers for others.
#[derive(Default)]
struct Draft {
    /// Those that have ended.
    parts: Vec<PlainPart>,
    /// In the part that has not.
    events: Vec<Event>,
    failed: Option<CheckId>,
}

impl Draft {
    /// The part that is in code of a procedure ends.
    fn end_part(&mut self, proc: ProcId) {
        self.parts.push(PlainPart::Code(proc, std::mem::take(&mut self.events)));
    }

    fn calls(&self) -> Vec<Key> {
        let mut calls = Vec::new();
        for part in &self.parts {
            match part {
                PlainPart::Code(_, events) => calls.extend(events.iter().filter_map(|event| match event {
                    Event::Call(key) => Some(key.clone()),
                    Event::Choice(_) => None,
                })),
                PlainPart::Call(key) => calls.push(key.clone()),
            }
        }
        calls
    }
}

/// The execution that a fact about the error of the program stands for, and what fails at its end.
pub(crate) fn explain(
    graph: &Graph<'_>,
    system: &System,
    known: &Known,
    error: usize,
) -> (SharedTrace, CheckId) {
    let drafter = Drafter { graph, system, known };
    let mut drafts: BTreeMap<Key, Draft> = BTreeMap::new();
    let mut open: BTreeSet<Key> = BTreeSet::from([(error, Vec::new())]);
    let mut failed = None;
    while let Some(key) = open.pop_last() {
        let subtrace = drafter.draft(&key);
        open.extend(subtrace.calls());
        failed = subtrace.failed.or(failed);
        drafts.insert(key, subtrace);
    }
    (share(drafts), failed.expect("the path to an error ends with a failure"))
}

struct Drafter<'a, 'p> {
    graph: &'a Graph<'p>,
    system: &'a System,
    known: &'a Known,
}

/// Where a walk is.
#[derive(Clone, Copy)]
enum Position {
    /// Before a part that is a call.
    Part(usize, CallSites),
    Block(ProcId, BlockId),
}

impl Drafter<'_, '_> {
    /// From the entry of the unit to the fact.
    fn draft(&self, (fact, entry): &Key) -> Draft {
        let mut chain = vec![*fact];
        while let Some(&before) = chain.last()
            && let Some(source) = self.source(self.known.fact(before))
        {
            chain.push(source);
        }
        let mut draft = Draft::default();
        for &fact in chain.iter().rev() {
            self.walk(self.known.fact(fact), entry, &mut draft);
        }
        draft
    }

    fn unit_of(&self, fact: &Fact) -> UnitId {
        self.system.layout.preds[fact.pred].unit
    }

    /// The fact where the step begins, unless that is the entry.
    fn source(&self, fact: &Fact) -> Option<usize> {
        let unit = &self.system.units[self.unit_of(fact)];
        let begins = |&&(site, _): &&(usize, usize)| unit.sites[site].start.is_some();
        fact.premises.iter().find(begins).map(|&(_, fact)| fact)
    }

    /// The step of a fact.
    fn walk(&self, fact: &Fact, entry: &[bool], draft: &mut Draft) {
        let id = self.unit_of(fact);
        let unit = &self.system.units[id];
        let input = |_, number: usize| entry.get(number).copied().unwrap_or_else(|| fact.inputs[number]);
        let values = Valuation::new(&unit.aig, input);
        let source = fact.premises.iter().find_map(|&(site, _)| unit.sites[site].start);
        let mut position = source.map(|(proc, block)| Position::Block(proc, block));
        if position.is_none() {
            position = self.enter(id, 0);
        }
        while let Some(at) = position {
            position = match at {
                Position::Part(part, sites) => self.stage_call((id, part), sites, fact, &values, draft),
                Position::Block(proc, block) => self
                    .decisions(unit, (proc, block), &values, draft)
                    .then_some(())
                    .and_then(|()| self.exit(id, (proc, block), fact, &values, draft)),
            };
        }
    }

    /// The beginning of a part, unless steps end there or never come so far.
    fn enter(&self, unit: UnitId, part: usize) -> Option<Position> {
        match self.system.layout.units[unit].parts.get(part)? {
            Part::Call(_) => {
                let sites = self.system.units[unit].stage_calls.get(&part)?;
                Some(Position::Part(part, *sites))
            }
            Part::Code(proc) => self.go(*proc, self.graph.program.procs[*proc].entry()),
        }
    }

    fn go(&self, proc: ProcId, block: BlockId) -> Option<Position> {
        self.system.layout.cut(proc, block).is_none().then_some(Position::Block(proc, block))
    }

    fn stage_call(
        &self,
        (unit, part): (UnitId, usize),
        sites: CallSites,
        fact: &Fact,
        values: &Valuation,
        draft: &mut Draft,
    ) -> Option<Position> {
        let (subtrace, returns) = self.call(&self.system.units[unit], sites, fact, values);
        draft.parts.push(PlainPart::Call(subtrace));
        returns.then(|| self.enter(unit, part + 1)).flatten()
    }

    /// The subtrace of the callee, and whether the call returns.
    fn call(&self, unit: &Unit, call: CallSites, fact: &Fact, values: &Valuation) -> (Key, bool) {
        let error = call.error.filter(|&error| values.of(unit.sites[error].active));
        let index = error.unwrap_or(call.exit);
        let site = &unit.sites[index];
        let premise = fact.premises.iter().find(|&&(known, _)| known == index);
        let &(_, callee) = premise.expect("facts cover all calls on the way");
        let entry = self.system.units[self.unit_of(self.known.fact(callee))].entry.len();
        let entry = site.values[..entry].iter().map(|&value| values.of(value)).collect();
        ((callee, entry), error.is_none())
    }

    /// The choices and checks of a block; whether nothing fails.
    fn decisions(
        &self,
        unit: &Unit,
        (proc, block): (ProcId, BlockId),
        values: &Valuation,
        draft: &mut Draft,
    ) -> bool {
        for &decision in &unit.signals(proc, block).decisions {
            match decision {
                Decision::Choice(chosen) => draft.events.push(Event::Choice(u32::from(values.of(chosen)))),
                Decision::Check(holds, _) if values.of(holds) => {}
                Decision::Check(_, check) => {
                    draft.failed = Some(check);
                    draft.end_part(proc);
                    return false;
                }
            }
        }
        true
    }

    fn exit(
        &self,
        id: UnitId,
        (proc, block): (ProcId, BlockId),
        fact: &Fact,
        values: &Valuation,
        draft: &mut Draft,
    ) -> Option<Position> {
        let unit = &self.system.units[id];
        match &unit.signals(proc, block).exit {
            Exit::Goto(targets) => {
                let taken = targets.iter().position(|&(chosen, _)| values.of(chosen))?;
                if targets.len() > 1 {
                    draft.events.push(Event::Choice(taken as u32));
                }
                self.go(proc, targets[taken].1)
            }
            &Exit::Branch { condition, then_to, else_to } => {
                self.go(proc, if values.of(condition) { then_to } else { else_to })
            }
            &Exit::Call { sites, next } => {
                let (subtrace, returns) = self.call(unit, sites, fact, values);
                draft.events.push(Event::Call(subtrace));
                if !returns {
                    draft.end_part(proc);
                    return None;
                }
                self.go(proc, next)
            }
            &Exit::Return { next_part } => {
                draft.end_part(proc);
                self.enter(id, next_part)
            }
        }
    }
}

/// Gives numbers to subtraces, oldest first. The subtrace of the root is the last, and becomes stages.
fn share(drafts: BTreeMap<Key, Draft>) -> SharedTrace {
    let mut shared = SharedTrace::default();
    let mut numbers: BTreeMap<Key, usize> = BTreeMap::new();
    let last = drafts.len() - 1;
    for (index, (key, subtrace)) in drafts.into_iter().enumerate() {
        for part in subtrace.parts {
            let number = match part {
                PlainPart::Code(proc, events) => {
                    shared.subtraces.push(Subtrace { proc, parts: subtrace_parts(&events, &numbers) });
                    shared.subtraces.len() - 1
                }
                PlainPart::Call(key) => numbers[&key],
            };
            if index == last {
                shared.stages.push(number);
            } else {
                numbers.insert(key.clone(), number);
            }
        }
    }
    shared
}

fn subtrace_parts(events: &[Event], numbers: &BTreeMap<Key, usize>) -> Vec<SubtracePart> {
    let mut parts: Vec<SubtracePart> = Vec::new();
    for event in events {
        match event {
            Event::Call(key) => parts.push(SubtracePart::Call(numbers[key])),
            Event::Choice(choice) => match parts.last_mut() {
                Some(SubtracePart::Choices(choices)) => choices.push(u64::from(*choice)),
                Some(SubtracePart::Call(_)) | None => {
                    parts.push(SubtracePart::Choices(vec![u64::from(*choice)]))
                }
            },
        }
    }
    parts
}
