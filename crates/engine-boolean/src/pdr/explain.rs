//! The way to an error, from facts and what they were made of.
//!
//! A fact remembers the inputs of its step, and holds for several values at the entry. For given ones, the step is
//! walked again: its path may differ, but not the facts that it relies on. So a way is a fact together with values at
//! the entry. A fact relies on older ones only, so the oldest are told first.

use std::collections::BTreeMap;

use ir::{BlockId, ProcId, TermOp};
use machine::Failure;
use verdict::{SharedTrace, Way, WayPart};

use super::known::{Fact, Known};
use super::layout::{Part, UnitId};
use super::system::System;
use super::unit::{CallSites, Unit, Valuation};
use crate::account::failure;
use crate::graph::{Act, Graph, act};

/// A fact, and values at the entry that it holds for.
type Key = (usize, Vec<bool>);

/// What happens on a way.
enum Event {
    Choice(u32),
    Call(Key),
    /// A stage of the root ends.
    Stage,
}

/// A way in a unit, not yet with numbers for others.
struct Told {
    events: Vec<Event>,
    failure: Option<Failure>,
}

/// The execution that a fact about the error of the program stands for.
pub(crate) fn explain(
    graph: &Graph<'_>,
    system: &System,
    known: &Known,
    error: usize,
) -> (SharedTrace, Failure) {
    let teller = Teller { graph, system, known };
    let mut told: BTreeMap<Key, Told> = BTreeMap::new();
    let mut open: BTreeMap<Key, ()> = BTreeMap::from([((error, Vec::new()), ())]);
    let mut failed = None;
    while let Some((key, ())) = open.pop_last() {
        let way = teller.tell(&key);
        let calls = way.events.iter().filter_map(|event| match event {
            Event::Call(key) => Some(key.clone()),
            Event::Choice(_) | Event::Stage => None,
        });
        open.extend(calls.map(|key| (key, ())));
        failed = way.failure.clone().or(failed);
        told.insert(key, way);
    }
    let shared = teller.share(told);
    (shared, failed.expect("the way to an error ends with a failure"))
}

struct Teller<'a, 'p> {
    graph: &'a Graph<'p>,
    system: &'a System,
    known: &'a Known,
}

/// Where a walk is.
#[derive(Clone, Copy)]
enum Position {
    Part(usize),
    Block(ProcId, BlockId),
}

impl Teller<'_, '_> {
    /// From the entry of the unit to the fact.
    fn tell(&self, (fact, entry): &Key) -> Told {
        let mut chain = vec![*fact];
        while let Some(&before) = chain.last()
            && let Some(source) = self.source(self.known.fact(before))
        {
            chain.push(source);
        }
        let mut told = Told { events: Vec::new(), failure: None };
        for &fact in chain.iter().rev() {
            self.walk(self.known.fact(fact), entry, &mut told);
        }
        told
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
    fn walk(&self, fact: &Fact, entry: &[bool], told: &mut Told) {
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
                Position::Part(index) => self.stage_call(id, index, fact, &values, told),
                Position::Block(proc, block) => self
                    .instrs(unit, (proc, block), &values, told)
                    .then_some(())
                    .and_then(|()| self.terminator(id, (proc, block), fact, &values, told)),
            };
        }
    }

    /// The beginning of a part, unless steps end there.
    fn enter(&self, unit: UnitId, part: usize) -> Option<Position> {
        match self.system.layout.units[unit].parts.get(part)? {
            Part::Call(_) => Some(Position::Part(part)),
            Part::Code(proc) => self.go(*proc, self.graph.program.procs[*proc].entry()),
        }
    }

    fn go(&self, proc: ProcId, block: BlockId) -> Option<Position> {
        self.system.layout.cut(proc, block).is_none().then_some(Position::Block(proc, block))
    }

    fn stage_call(
        &self,
        id: UnitId,
        part: usize,
        fact: &Fact,
        values: &Valuation,
        told: &mut Told,
    ) -> Option<Position> {
        let unit = &self.system.units[id];
        let (_, call) = unit.stage_calls.iter().find(|&&(at, _)| at == part).expect("all stages are encoded");
        let returns = self.call(unit, *call, fact, values, told);
        if !returns {
            return None;
        }
        told.events.push(Event::Stage);
        self.enter(id, part + 1)
    }

    /// Whether the call returns.
    fn call(&self, unit: &Unit, call: CallSites, fact: &Fact, values: &Valuation, told: &mut Told) -> bool {
        let error = call.error.filter(|&error| values.of(unit.sites[error].active));
        let index = error.unwrap_or(call.exit);
        let site = &unit.sites[index];
        let premise = fact.premises.iter().find(|&&(known, _)| known == index);
        let &(_, callee) = premise.expect("facts cover all calls on the way");
        let entry = self.system.units[self.unit_of(self.known.fact(callee))].entry.len();
        let entry = site.values[..entry].iter().map(|&value| values.of(value)).collect();
        told.events.push(Event::Call((callee, entry)));
        error.is_none()
    }

    /// The instructions of a block; whether none of them fails.
    fn instrs(
        &self,
        unit: &Unit,
        (proc, block): (ProcId, BlockId),
        values: &Valuation,
        told: &mut Told,
    ) -> bool {
        let signals = unit.signals(proc, block);
        for (instr, signal) in self.graph.block(proc, block).instrs.iter().zip(&signals.instrs) {
            let value = signal.is_some_and(|signal| values.of(signal));
            match act(&instr.op).expect("an instruction of a Boolean program") {
                Act::Choose(_) => told.events.push(Event::Choice(u32::from(value))),
                Act::Assert(_) if value => {}
                Act::Assert(_) | Act::Fail => {
                    told.failure = Some(failure(instr));
                    return false;
                }
                Act::Assign(..) | Act::Assume(_) | Act::Nothing => {}
            }
        }
        true
    }

    fn terminator(
        &self,
        id: UnitId,
        (proc, block): (ProcId, BlockId),
        fact: &Fact,
        values: &Valuation,
        told: &mut Told,
    ) -> Option<Position> {
        let unit = &self.system.units[id];
        let signals = unit.signals(proc, block);
        match &self.graph.block(proc, block).terminator.op {
            TermOp::Goto { targets } => {
                let taken = signals.exits.iter().position(|&exit| values.of(exit));
                let taken = taken.expect("one target is taken");
                if targets.len() > 1 {
                    told.events.push(Event::Choice(taken as u32));
                }
                self.go(proc, targets[taken])
            }
            TermOp::Branch { then_to, else_to, .. } => {
                self.go(proc, if values.of(signals.exits[0]) { *then_to } else { *else_to })
            }
            TermOp::Call { next, .. } => {
                let call = signals.call.expect("a call has sites");
                self.call(unit, call, fact, values, told).then_some(())?;
                self.go(proc, *next)
            }
            TermOp::Return { .. } => {
                let parts = &self.system.layout.units[id].parts;
                let part = parts.iter().position(|&part| part == Part::Code(proc));
                told.events.push(Event::Stage);
                self.enter(id, part.expect("a return is in a part of the unit") + 1)
            }
            TermOp::Switch { .. } | TermOp::SwitchClass { .. } | TermOp::Select { .. } => {
                unreachable!("no terminator of a Boolean program")
            }
        }
    }

    // ------------------------------------------------------------------------------------------- shared parts

    /// Gives numbers to ways, oldest first. The way of the root is the last, and becomes stages.
    fn share(&self, told: BTreeMap<Key, Told>) -> SharedTrace {
        let mut shared = SharedTrace::default();
        let mut numbers: BTreeMap<Key, usize> = BTreeMap::new();
        let last = told.len() - 1;
        for (index, (key, way)) in told.into_iter().enumerate() {
            let parts = &self.system.layout.units[self.unit_of(self.known.fact(key.0))].parts;
            let stages = way.events.split(|event| matches!(event, Event::Stage));
            for (&part, events) in parts.iter().zip(stages) {
                let number = match part {
                    Part::Code(proc) => {
                        shared.ways.push(Way { proc, parts: way_parts(events, &numbers) });
                        shared.ways.len() - 1
                    }
                    Part::Call(_) => match events {
                        [Event::Call(key)] => numbers[key],
                        _ => unreachable!("a stage that is called is one call"),
                    },
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
}

fn way_parts(events: &[Event], numbers: &BTreeMap<Key, usize>) -> Vec<WayPart> {
    let mut parts: Vec<WayPart> = Vec::new();
    for event in events {
        match event {
            Event::Call(key) => parts.push(WayPart::Call(numbers[key])),
            Event::Choice(choice) => match parts.last_mut() {
                Some(WayPart::Choices(choices)) => choices.push(*choice),
                Some(WayPart::Call(_)) | None => parts.push(WayPart::Choices(vec![*choice])),
            },
            Event::Stage => unreachable!("events are those of one stage"),
        }
    }
    parts
}
