//! The search: obligations, from the error backwards, until one of them is met by facts or all are excluded by lemmas.
//!
//! An obligation asks whether a predicate has something in a cube within a level. A step that ends there is looked for.
//! If there is none, the cube is excluded, and as much around it as can be. If there is one whose sites are all covered
//! by facts, that is a new fact. Otherwise a site that is not covered becomes an obligation.
//!
//! Obligations come to an end: sites are covered by facts as far as can be before one of the others, j, is picked, and
//! the cube of the new obligation is such that with j in it the other sites may stay as they are. So if j is reached,
//! the next look covers one site more or finds the obligation met; and if it is excluded, the step is not found again.
//!
//! DIVERGENCE: GPDR and Spacer count the height of derivations with calls; here a level counts steps within loops and
//! recursions only, so that programs without either need one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use base::IndexVec;
use solver::aig::Signal;
use solver::sat::{Effort, Lit};
use verdict::{StopReason, Tick};

use super::known::{Fact, Known};
use super::layout::{PredId, UnitId};
use super::lift::needed;
use super::prover::{Cube, Prover, Question, Reply};
use super::system::System;
use super::unit::{Ending, Step, Valuation};
use crate::engine::Task;

/// How the search ends.
pub(crate) enum Found {
    /// The lemmas from this level on exclude all errors, and no step leaves them.
    Proof { level: u32 },
    /// A fact about the error of the program.
    Error { fact: usize },
}

/// What was counted.
#[derive(Clone, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) obligations: u64,
    pub(crate) sat_calls: u64,
    pub(crate) sat_time: std::time::Duration,
    pub(crate) peak_bytes: u64,
}

pub(crate) struct Search<'a, 'p> {
    pub(crate) task: &'a Task<'a, 'p>,
    pub(crate) system: System,
    pub(crate) known: Known,
    provers: IndexVec<UnitId, Prover>,
    queue: BinaryHeap<Reverse<Obligation>>,
    /// The highest level of obligations.
    pub(crate) level: u32,
    pub(crate) counts: Counts,
}

/// In the order in which they are taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Obligation {
    level: u32,
    component: u32,
    /// How far it is from the error.
    depth: u32,
    pred: PredId,
    cube: Cube,
}

/// What became of an obligation.
enum Outcome {
    Excluded { up_to: u32 },
    Reached { fact: usize },
    Needs(Obligation),
}

/// How the predicate at a site is satisfied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cover {
    Kept(Kept),
    /// By no fact.
    Open,
}

/// Why there is nothing to show at a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kept {
    /// The step does not rely on it.
    Inactive,
    Fact(usize),
}

impl<'a, 'p> Search<'a, 'p> {
    pub(crate) fn new(task: &'a Task<'a, 'p>) -> Self {
        let system = System::new(task.graph);
        let known = Known::new(system.layout.preds.len());
        let provers = system.units.iter().map(Prover::new).collect();
        let queue = BinaryHeap::new();
        Self { task, system, known, provers, queue, level: 0, counts: Counts::default() }
    }

    /// Until an error is reached or lemmas exclude all.
    pub(crate) fn run(&mut self) -> Result<Found, StopReason> {
        let layout = &self.system.layout;
        let Some(error) = layout.units[layout.root].error else {
            return Ok(Found::Proof { level: 1 });
        };
        loop {
            self.level += 1;
            let root = self.obligation(error, Vec::new(), self.level, 0);
            self.queue.push(Reverse(root));
            if let Some(fact) = self.meet_obligations(error)? {
                return Ok(Found::Error { fact });
            }
            if let Some(level) = self.raise_lemmas()? {
                return Ok(Found::Proof { level });
            }
        }
    }

    fn obligation(&self, pred: PredId, cube: Cube, level: u32, depth: u32) -> Obligation {
        Obligation { level, component: self.system.component(pred), depth, pred, cube }
    }

    /// Takes obligations until none is left; a fact about the error, if it is reached.
    fn meet_obligations(&mut self, error: PredId) -> Result<Option<usize>, StopReason> {
        while let Some(Reverse(obligation)) = self.queue.pop() {
            self.count()?;
            match self.meet(&obligation)? {
                Outcome::Reached { fact } if obligation.pred == error => return Ok(Some(fact)),
                Outcome::Reached { .. } => {}
                Outcome::Excluded { up_to } if up_to < self.level => {
                    self.queue.push(Reverse(Obligation { level: up_to + 1, ..obligation }));
                }
                Outcome::Excluded { .. } => {}
                Outcome::Needs(other) => {
                    self.queue.push(Reverse(obligation));
                    self.queue.push(Reverse(other));
                }
            }
        }
        Ok(None)
    }

    fn count(&mut self) -> Result<(), StopReason> {
        self.task.meter.states(self.counts.obligations + 1)?;
        self.counts.obligations += 1;
        let bytes: usize = self.provers.iter().zip(&self.system.units).map(|(p, u)| p.bytes(u)).sum();
        let bytes = (bytes + self.known.bytes()) as u64;
        self.counts.peak_bytes = self.counts.peak_bytes.max(bytes);
        self.task.meter.bytes(bytes)?;
        self.task.meter.tick(self.tick())
    }

    pub(crate) fn tick(&self) -> Tick {
        Tick {
            states: self.counts.obligations,
            frontier: self.queue.len() as u64,
            depth: u64::from(self.level),
            bytes: self.counts.peak_bytes,
            ..Tick::default()
        }
    }

    /// Lemmas and facts about returns of procedures.
    pub(crate) fn n_about_returns(&self) -> usize {
        let exits = self.system.layout.units.iter().filter_map(|unit| unit.exit);
        let lemmas = |pred| self.known.lemmas(pred).iter().filter(|lemma| lemma.level.is_some()).count();
        exits.map(|pred| lemmas(pred) + self.known.facts_of(pred).len()).sum()
    }

    // ------------------------------------------------------------------------------------------- questions

    /// Whether a step ends at the predicate with values in the cube, with premises as they are at the level, and
    /// covered at some sites.
    pub(crate) fn ask(
        &mut self,
        pred: PredId,
        cube: &[Lit],
        level: u32,
        covered: &[usize],
    ) -> Result<Reply, StopReason> {
        let Some(ending) = self.system.ending(pred) else {
            return Ok(Reply::No { core: Vec::new(), for_ever: true });
        };
        let levels = self.system.levels(pred, level);
        let question = Question { ending, cube, levels: &levels, covered };
        let meter = self.task.meter;
        let interrupt = meter.interrupt(self.tick());
        let is_due = || interrupt.is_due();
        let before = meter.clock();
        let unit = &self.system.units[ending.unit];
        let effort = Effort::interrupted_by(&is_due);
        let reply = self.provers[ending.unit].ask(unit, &self.known, &question, &effort);
        if let (Some(before), Some(now)) = (before, meter.clock()) {
            self.counts.sat_time += now.saturating_sub(before);
        }
        self.counts.sat_calls += 1;
        reply.ok_or_else(|| interrupt.reason().expect("only the outside ends a question"))
    }

    // ------------------------------------------------------------------------------------------ obligations

    fn meet(&mut self, obligation: &Obligation) -> Result<Outcome, StopReason> {
        let Obligation { level, pred, cube, .. } = obligation;
        if let Some(fact) = self.known.meeting(*pred, cube) {
            return Ok(Outcome::Reached { fact });
        }
        if let Some(up_to) = self.known.excluded_up_to(*pred, cube).filter(|up_to| up_to >= level) {
            return Ok(Outcome::Excluded { up_to });
        }
        match self.ask(*pred, cube, *level, &[])? {
            Reply::No { core, for_ever } => {
                Ok(Outcome::Excluded { up_to: self.exclude(*pred, core, for_ever, *level)? })
            }
            Reply::Yes(step) => self.follow(obligation, step),
        }
    }

    /// A step leads to the obligation. It is replaced by others whose sites are covered as far as can be.
    fn follow(&mut self, obligation: &Obligation, mut step: Step) -> Result<Outcome, StopReason> {
        let Obligation { level, pred, cube, .. } = obligation;
        let ending = step.ending;
        let sites = self.system.target(ending).sites.clone();
        let mut covers = self.covers(&step, &sites);
        for index in 0..sites.len() {
            let has_facts = !self.known.facts_of(self.system.site(ending, sites[index]).pred).is_empty();
            if covers[index] != Cover::Open || !has_facts {
                continue;
            }
            let covered: Vec<usize> = (0..sites.len())
                .filter(|&other| other == index || covers[other] != Cover::Open)
                .map(|index| sites[index])
                .collect();
            if let Reply::Yes(better) = self.ask(*pred, cube, *level, &covered)? {
                covers = self.covers(&better, &sites);
                step = better;
            }
        }
        let kept = covers.iter().enumerate().map(|(index, &cover)| match cover {
            Cover::Kept(kept) => Ok(kept),
            Cover::Open => Err(index),
        });
        match kept.collect::<Result<Vec<Kept>, usize>>() {
            Ok(kept) => Ok(Outcome::Reached { fact: self.reach(&step, &sites, &kept) }),
            Err(open) => {
                let other = self.premise(obligation, &step, &sites, &covers, open);
                debug_assert!(self.known.meeting(other.pred, &other.cube).is_none(), "{other:?} is met");
                Ok(Outcome::Needs(other))
            }
        }
    }

    fn covers(&self, &Step { ending, ref values }: &Step, sites: &[usize]) -> Vec<Cover> {
        let cover = |&site: &usize| {
            let site = self.system.site(ending, site);
            if !values.of(site.active) {
                return Cover::Kept(Kept::Inactive);
            }
            let fact = self.known.covering(site.pred, |atom| values.of(site.values[atom]));
            fact.map_or(Cover::Open, |fact| Cover::Kept(Kept::Fact(fact)))
        };
        sites.iter().map(cover).collect()
    }

    /// Signals that are true and whose truth keeps a site covered.
    fn kept_at(&self, ending: Ending, site: usize, why: Kept, kept: &mut Vec<Signal>) {
        let site = self.system.site(ending, site);
        match why {
            Kept::Inactive => kept.push(!site.active),
            Kept::Fact(fact) => {
                let literals = self.known.fact(fact).cube.iter();
                kept.extend(literals.map(|&literal| System::at_site(site, literal)));
            }
        }
    }

    /// A new fact: the end of a step whose sites are all covered. It holds for all values at the entry that let the
    /// step go the same way.
    fn reach(&mut self, &Step { ending, ref values }: &Step, sites: &[usize], kept: &[Kept]) -> usize {
        let (unit, target) = (&self.system.units[ending.unit], self.system.target(ending));
        let n_entry = unit.entry.len();
        let mut required = vec![target.arrives];
        required.extend(target.values[n_entry..].iter().map(|&value| values.truth(value)));
        for (&site, &kept) in sites.iter().zip(kept) {
            self.kept_at(ending, site, kept, &mut required);
        }
        let entry = needed(&unit.aig, values, &required, &unit.entry);
        let is_kept = |atom: usize| atom >= n_entry || entry[atom];
        let literal = |atom: usize| Lit::new(atom, values.of(target.values[atom]));
        let cube = (0..target.values.len()).filter(|&atom| is_kept(atom)).map(literal).collect();
        let premise = |(&site, &kept): (&usize, &Kept)| match kept {
            Kept::Fact(fact) => Some((site, fact)),
            Kept::Inactive => None,
        };
        let premises = sites.iter().zip(kept).filter_map(premise).collect();
        let inputs = unit.aig.inputs().iter().map(|&input| values.of(input)).collect();
        self.known.add_fact(Fact { pred: target.pred, cube, inputs, premises })
    }

    /// The obligation of a site that no fact covers: values there that lead to the same end, with all else as it is.
    fn premise(
        &self,
        obligation: &Obligation,
        &Step { ending, ref values }: &Step,
        sites: &[usize],
        covers: &[Cover],
        open: usize,
    ) -> Obligation {
        let (unit, target) = (&self.system.units[ending.unit], self.system.target(ending));
        let mut required = vec![target.arrives];
        let end = |&literal: &Lit| target.values[literal.variable()].complement_if(!literal.is_positive());
        required.extend(obligation.cube.iter().map(end));
        for (index, (&site, &cover)) in sites.iter().zip(covers).enumerate() {
            match cover {
                Cover::Open if index == open => {}
                Cover::Open => self.allowed_at(obligation, ending, site, values, &mut required),
                Cover::Kept(kept) => self.kept_at(ending, site, kept, &mut required),
            }
        }
        let site = self.system.site(ending, sites[open]);
        let own = needed(&unit.aig, values, &required, &site.values[site.n_given..]);
        let is_kept = |&atom: &usize| atom < site.n_given || own[atom - site.n_given];
        let atoms = (0..site.values.len()).filter(is_kept);
        let cube = atoms.map(|atom| Lit::new(atom, values.of(site.values[atom]))).collect();
        let level = self.system.level_of(obligation.pred, obligation.level, site.pred);
        self.obligation(site.pred, cube, level, obligation.depth + 1)
    }

    /// Signals that are true and whose truth keeps the lemmas satisfied at a site.
    fn allowed_at(
        &self,
        obligation: &Obligation,
        ending: Ending,
        site: usize,
        values: &Valuation,
        kept: &mut Vec<Signal>,
    ) {
        let site = self.system.site(ending, site);
        let level = self.system.level_of(obligation.pred, obligation.level, site.pred);
        for lemma in self.known.lemmas(site.pred).iter().filter(|lemma| lemma.level >= Some(level)) {
            let mut outside = lemma
                .cube
                .iter()
                .rev()
                .map(|&literal| !System::at_site(site, literal))
                .filter(|&s| values.of(s));
            kept.push(outside.next().expect("the step satisfies the lemmas"));
        }
        if site.pred == obligation.pred {
            let mut outside = obligation
                .cube
                .iter()
                .map(|&literal| !System::at_site(site, literal))
                .filter(|&s| values.of(s));
            kept.extend(outside.next());
        }
    }
}
