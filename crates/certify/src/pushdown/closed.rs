//! Whether the facts of a proof are closed, and its ranks are ranks.
//!
//! Each pair of a heap and a place is executed once, and its moves are then followed from all heads that are made of it
//! and in all instances that have these. Returns come last, when all exits and all callers are known.

use std::collections::HashMap;

use base::Id;
use heap::Canonizer;
use ir::{ObjectId, Value};
use temporal::{End as Ending, Running, View};
use verdict::{Head, HeadPoint, PushdownProof, ViolationKind};

use super::frame::Suspended;
use super::load::check_numbers;
use super::run::{Call, End, Move};
use super::setting::{Setting, State, StateKey};
use super::{ProofReport, refuse_at};
use crate::refusal::{Reason, Refusal};

/// The number of a state that the proof lists, whatever the state of the automaton.
type StateId = usize;
/// An index of [`PushdownProof::heads`].
type HeadIndex = usize;
/// 0 for what is outside of all procedures, and then the instances in their order.
type InstanceIndex = usize;

pub(crate) struct Checker<'a> {
    setting: &'a Setting<'a>,
    proof: &'a PushdownProof,
    canonizer: Canonizer,
    states: HashMap<StateKey, StateId>,
    /// For each state a head that has it.
    examples: Vec<Head>,
    /// Its heads that are in instances.
    heads_of: Vec<Vec<HeadIndex>>,
    head_at: HashMap<(StateId, u32), HeadIndex>,
    /// For each instance its facts, and whether they are marked.
    facts: Vec<HashMap<HeadIndex, bool>>,
    /// The instances that have a head.
    holders: Vec<Vec<InstanceIndex>>,
    instance_at: HashMap<HeadIndex, InstanceIndex>,
    /// Entries by keys in which cut points have no order; with the places of the cut points in the order of the key.
    entries: HashMap<StateKey, (StateId, Vec<usize>)>,
    frames: Vec<Suspended>,
    exit_ids: HashMap<Vec<u8>, usize>,
    exits: Vec<(State, Vec<Value>)>,
    /// For each instance how it is left: exit, state of the automaton, and whether it is marked.
    exits_of: Vec<HashMap<(usize, u32), bool>>,
    calls: Vec<RecordedCall>,
    report: ProofReport,
}

#[derive(Clone, Copy, Debug)]
struct RecordedCall {
    from: HeadIndex,
    callee: InstanceIndex,
    frame: usize,
    marked: bool,
}

/// A move whose end is known by number.
#[derive(Clone, Copy, Debug)]
enum Known {
    Step(StateId),
    Call { entry: StateId, frame: usize },
    Return(usize),
}

impl<'a> Checker<'a> {
    pub(crate) fn check(setting: &'a Setting<'a>, proof: &'a PushdownProof) -> Result<ProofReport, Refusal> {
        let mut checker = Self::new(setting, proof).map_err(|reason| refuse_at(setting, None, reason))?;
        let located =
            |(head, reason): (HeadIndex, Reason)| refuse_at(setting, Some(proof.heads[head].point), reason);
        checker.list_states().map_err(located)?;
        checker.list_facts().map_err(located)?;
        checker.initial().map_err(|reason| refuse_at(setting, None, reason))?;
        for state in 0..checker.examples.len() {
            let point = checker.examples[state].point;
            checker.follow(state).map_err(|reason| refuse_at(setting, Some(point), reason))?;
        }
        checker.returns().map_err(located)?;
        Ok(checker.report)
    }

    fn new(setting: &'a Setting<'a>, proof: &'a PushdownProof) -> Result<Self, Reason> {
        check_numbers(proof)?;
        let n_instances = proof.instances.len() + 1;
        Ok(Self {
            setting,
            proof,
            canonizer: Canonizer::new(setting.shapes.clone()),
            states: HashMap::new(),
            examples: Vec::new(),
            heads_of: Vec::new(),
            head_at: HashMap::new(),
            facts: vec![HashMap::new(); n_instances],
            holders: vec![Vec::new(); proof.heads.len()],
            instance_at: HashMap::new(),
            entries: HashMap::new(),
            frames: Vec::new(),
            exit_ids: HashMap::new(),
            exits: Vec::new(),
            exits_of: vec![HashMap::new(); n_instances],
            calls: Vec::new(),
            report: ProofReport {
                heads: proof.heads.len() as u64,
                instances: proof.instances.len() as u64,
                facts: proof.n_facts() as u64,
                ..ProofReport::default()
            },
        })
    }

    // ------------------------------------------------------------------------------- what is listed

    fn list_states(&mut self) -> Result<(), (HeadIndex, Reason)> {
        let mut known: HashMap<(u32, HeadPoint), StateId> = HashMap::new();
        for (index, &head) in self.proof.heads.iter().enumerate() {
            let state = match known.get(&(head.heap, head.point)) {
                Some(&state) => state,
                None => self.list_state(head).map_err(|reason| (index, reason))?,
            };
            known.insert((head.heap, head.point), state);
            if self.head_at.insert((state, head.state), index).is_some() {
                return Err((index, Reason::MalformedProof(format!("head {index} is listed twice"))));
            }
        }
        Ok(())
    }

    fn list_state(&mut self, head: Head) -> Result<StateId, Reason> {
        let mut state = self.setting.load(self.proof, head)?;
        let key = self.setting.key(&mut state, &mut self.canonizer)?;
        self.setting.spend(key.1.len())?;
        let next = self.examples.len();
        let id = *self.states.entry(key).or_insert(next);
        if id == next {
            self.examples.push(head);
            self.heads_of.push(Vec::new());
        }
        Ok(id)
    }

    fn list_facts(&mut self) -> Result<(), (HeadIndex, Reason)> {
        let proof = self.proof;
        let instances = proof.instances.iter().map(|instance| &instance.facts);
        for (index, facts) in std::iter::once(&proof.outside).chain(instances).enumerate() {
            for fact in facts {
                let head = fact.head as usize;
                if self.facts[index].insert(head, fact.marked).is_none() {
                    self.holders[head].push(index);
                }
            }
        }
        for (&(state, _), &head) in &self.head_at {
            if !self.holders[head].is_empty() {
                self.heads_of[state].push(head);
            }
        }
        self.heads_of.iter_mut().for_each(|heads| heads.sort_unstable());
        for (index, instance) in proof.instances.iter().enumerate() {
            let entry = instance.entry as usize;
            let refuse = |what: &str| (entry, Reason::MalformedProof(format!("instance {index} {what}")));
            if !self.facts[index + 1].contains_key(&entry) {
                return Err(refuse("does not list its entry"));
            }
            if self.instance_at.insert(entry, index + 1).is_some() {
                return Err(refuse("has the entry of another"));
            }
            self.list_entry(entry).map_err(|reason| (entry, reason))?;
        }
        Ok(())
    }

    /// Makes an entry known to calls.
    fn list_entry(&mut self, entry: HeadIndex) -> Result<(), Reason> {
        let mut state = self.setting.load(self.proof, self.proof.heads[entry])?;
        let id = self.find(&mut state, "an entry")?;
        let (key, order) = self.setting.entry_key(&state, &mut self.canonizer);
        let places: HashMap<ObjectId, usize> = order.into_iter().zip(0..).collect();
        let place = |value: &Value| value.object().and_then(|object| places.get(&object).copied());
        let cut_points: Option<Vec<usize>> = state.cut_points.iter().map(place).collect();
        let cut_points = cut_points.ok_or(Reason::MalformedProof("a cut point is no object".to_owned()))?;
        self.entries.entry(key).or_insert((id, cut_points));
        Ok(())
    }

    fn find(&mut self, state: &mut State, what: &'static str) -> Result<StateId, Reason> {
        let key = self.setting.key(state, &mut self.canonizer)?;
        self.states.get(&key).copied().ok_or(Reason::Unlisted(what))
    }

    fn head(&self, state: StateId, automaton: u32, what: &'static str) -> Result<HeadIndex, Reason> {
        self.head_at.get(&(state, automaton)).copied().ok_or(Reason::Unlisted(what))
    }

    // ------------------------------------------------------------------------------------- closure

    /// The program begins with globals that have their defaults, outside of all procedures.
    fn initial(&mut self) -> Result<(), Reason> {
        let globals = self.setting.program.globals.iter();
        let mut state = State {
            point: HeadPoint::Outside(0),
            heap: heap::Heap::new(),
            globals: globals.map(|global| Value::default_of(global.ty)).collect(),
            locals: Vec::new(),
            cut_points: Vec::new(),
            in_atomic: false,
            initialising: false,
            thread: 0,
            last: temporal::LastStep::default(),
        };
        const WHAT: &str = "the program begins in a state";
        let initial = self.setting.temporal.map(|temporal| temporal.violations.initial());
        let initial =
            initial.map_or(vec![0], |states| states.iter().map(|state| state.index() as u32).collect());
        // What nothing violates needs no states.
        if initial.is_empty() {
            return Ok(());
        }
        let state = self.find(&mut state, WHAT)?;
        for automaton in initial {
            let head = self.head(state, automaton, WHAT)?;
            self.facts[0].get(&head).ok_or(Reason::Unlisted(WHAT))?;
        }
        Ok(())
    }

    /// Executes a state, and follows its moves from all of its heads.
    fn follow(&mut self, id: StateId) -> Result<(), Reason> {
        if self.heads_of[id].is_empty() {
            return Ok(());
        }
        let state = self.setting.load(self.proof, self.examples[id])?;
        let moves = self.setting.moves(&state)?;
        let waits = moves.iter().find_map(|made| match made.end {
            End::Waits { may_end } => Some(may_end),
            End::Rests(_) | End::Calls(_) | End::Returns(..) | End::Fails(_) => None,
        });
        let heads = self.heads_of[id].clone();
        let targets: Vec<_> = heads.iter().map(|&head| self.targets(head, &state, waits)).collect();
        // Where the automaton can read no letter, no execution is a violation any more.
        if targets.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let mut known = Vec::with_capacity(moves.len());
        for Move { end, accepted } in moves {
            known.extend(self.identify(id, &state, end)?.map(|end| (end, accepted)));
        }
        for (head, targets) in heads.into_iter().zip(targets) {
            for (automaton, read) in targets {
                for &(end, accepted) in &known {
                    let marked = if self.setting.temporal.is_some() { read } else { accepted };
                    self.follow_move(head, end, automaton, marked)?;
                }
            }
        }
        Ok(())
    }

    /// Where a move leads. A move that waits or fails is an error; under a formula, the execution stays where it is.
    fn identify(&mut self, id: StateId, state: &State, end: End) -> Result<Option<Known>, Reason> {
        let has_formula = self.setting.temporal.is_some();
        match end {
            End::Rests(mut next) => {
                self.find(&mut next, "a step leads to a state").map(Known::Step).map(Some)
            }
            End::Calls(call) => self.identify_call(call).map(Some),
            End::Returns(exit, results) => self.identify_exit(exit, results).map(Known::Return).map(Some),
            End::Waits { .. } if has_formula => Ok(Some(Known::Step(id))),
            End::Waits { may_end: true } => Ok(None),
            End::Waits { may_end: false } => Err(Reason::ErrorReachable(ViolationKind::Deadlock)),
            End::Fails(kind) if !has_formula => Err(Reason::ErrorReachable(kind)),
            End::Fails(_) => match state.point {
                HeadPoint::At { proc, block, index } if self.is_boundary(state) => {
                    let mut stays = State { point: HeadPoint::Stays { proc, block, index }, ..state.clone() };
                    self.find(&mut stays, "a step fails in a state").map(Known::Step).map(Some)
                }
                HeadPoint::At { .. } | HeadPoint::Stays { .. } | HeadPoint::Outside(_) => {
                    Err(Reason::FailsInside)
                }
            },
        }
    }

    /// The instance that is entered gives the cut points their order.
    fn identify_call(&mut self, call: Call) -> Result<Known, Reason> {
        let Call { entry, cut, held, frame } = call;
        self.setting.spend(entry.heap.len() + 1)?;
        let (key, order) = self.setting.entry_key(&entry, &mut self.canonizer);
        let Some((id, cut_points)) = self.entries.get(&key) else {
            return Err(Reason::Unlisted("a call enters a procedure in a state"));
        };
        let cut_points: Vec<ObjectId> = cut_points.iter().map(|&at| order[at]).collect();
        self.frames.push(frame.keep(&entry.heap, &cut, &cut_points, &held));
        Ok(Known::Call { entry: *id, frame: self.frames.len() - 1 })
    }

    fn identify_exit(&mut self, mut exit: State, results: Vec<Value>) -> Result<usize, Reason> {
        let seen: Vec<Value> = exit.globals.iter().chain(&results).copied().collect();
        self.setting.forget(&mut exit, &seen)?;
        let key = self.setting.encode(&exit, &seen, &mut self.canonizer);
        self.setting.spend(key.len())?;
        let next = self.exits.len();
        let id = *self.exit_ids.entry(key).or_insert(next);
        if id == next {
            self.exits.push((exit, results));
        }
        Ok(id)
    }

    /// Where the automaton can go when a head is left, and whether it accepts. It reads a letter between two steps, and
    /// waits elsewhere.
    fn targets(&self, head: HeadIndex, state: &State, waits: Option<bool>) -> Vec<(u32, bool)> {
        let automaton = self.proof.heads[head].state;
        let Some(temporal) = self.setting.temporal else { return vec![(automaton, false)] };
        let has_letter = self.is_boundary(state) || waits.is_some();
        if state.initialising || !has_letter {
            return vec![(automaton, false)];
        }
        if automaton as usize >= temporal.violations.n_states() {
            return Vec::new();
        }
        let running = match state.point {
            HeadPoint::Outside(_) => None,
            HeadPoint::At { proc, block, index } | HeadPoint::Stays { proc, block, index } => {
                // Letters are read after the initialisation, when the only thread runs.
                let number = Some(0);
                Some(Running { number, proc, block, index: index as usize, locals: &state.locals })
            }
        };
        let end = match (waits, running) {
            (Some(false), _) => Ending::Stuck,
            (Some(true), _) | (None, None) => Ending::Terminated,
            (None, Some(_)) => Ending::GoesOn,
        };
        let (heap, globals, last) = (&state.heap, &state.globals[..], state.last);
        let view = View { heap, globals, running: running.as_slice(), end, last };
        let transitions = temporal.violations.transitions(logic::StateId::new(automaton as usize)).iter();
        let admitted = transitions.filter(|transition| temporal.admits(transition.label, &view));
        admitted.map(|transition| (transition.target.index() as u32, transition.marked)).collect()
    }

    /// Whether the program is between two steps. Outside it is where it has ended.
    fn is_boundary(&self, state: &State) -> bool {
        match state.point {
            HeadPoint::Outside(stage) => stage as usize == self.setting.stages.len(),
            HeadPoint::Stays { .. } => true,
            HeadPoint::At { proc, block, index } => {
                let index = index as usize;
                let in_atomic = state.in_atomic || self.setting.depth(proc, block, index) > 0;
                self.setting.is_boundary(proc, block, index, in_atomic)
            }
        }
    }

    fn follow_move(
        &mut self,
        from: HeadIndex,
        end: Known,
        automaton: u32,
        marked: bool,
    ) -> Result<(), Reason> {
        match end {
            Known::Step(to) => {
                let to = self.head(to, automaton, "a step leads to a state")?;
                self.edge(from, to, marked)?;
                self.facts_follow(from, to, marked, "a step leads to a state")
            }
            Known::Call { entry, frame } => {
                const WHAT: &str = "a call enters a procedure in a state";
                let entry = self.head(entry, automaton, WHAT)?;
                let callee = *self.instance_at.get(&entry).ok_or(Reason::Unlisted(WHAT))?;
                self.calls.push(RecordedCall { from, callee, frame, marked });
                self.edge(from, entry, marked)
            }
            Known::Return(exit) => {
                for &instance in &self.holders[from] {
                    let marked = marked || self.facts[instance][&from];
                    *self.exits_of[instance].entry((exit, automaton)).or_insert(false) |= marked;
                }
                Ok(())
            }
        }
    }

    /// An execution can go from one head to another without touching what lies below.
    fn edge(&self, from: HeadIndex, to: HeadIndex, marked: bool) -> Result<(), Reason> {
        let rank = |head: HeadIndex| self.proof.heads[head].rank;
        let is_ranked = if marked { rank(from) > rank(to) } else { rank(from) >= rank(to) };
        if is_ranked { Ok(()) } else { Err(Reason::Rank { marked }) }
    }

    /// Wherever one head is a fact, so is the other.
    fn facts_follow(
        &self,
        from: HeadIndex,
        to: HeadIndex,
        marked: bool,
        what: &'static str,
    ) -> Result<(), Reason> {
        self.setting.spend(self.holders[from].len())?;
        for &instance in &self.holders[from] {
            let facts = &self.facts[instance];
            match facts.get(&to) {
                None => return Err(Reason::Unlisted(what)),
                Some(false) if marked || facts[&from] => return Err(Reason::Unmarked),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Every way out of a callee leads every caller on.
    fn returns(&mut self) -> Result<(), (HeadIndex, Reason)> {
        let mut resumed: HashMap<(usize, usize), StateId> = HashMap::new();
        for call in std::mem::take(&mut self.calls) {
            self.report.calls += 1;
            let RecordedCall { from, callee, frame, marked } = call;
            let exits: Vec<((usize, u32), bool)> =
                self.exits_of[callee].iter().map(|(&exit, &marked)| (exit, marked)).collect();
            for ((exit, automaton), exit_marked) in exits {
                self.report.returns += 1;
                let state = match resumed.get(&(frame, exit)) {
                    Some(&state) => state,
                    None => self.resume(frame, exit).map_err(|reason| (from, reason))?,
                };
                resumed.insert((frame, exit), state);
                let marked = marked || exit_marked;
                self.follow_return(from, state, automaton, marked).map_err(|reason| (from, reason))?;
            }
        }
        Ok(())
    }

    fn resume(&mut self, frame: usize, exit: usize) -> Result<StateId, Reason> {
        let (exit, results) = &self.exits[exit];
        let mut state = self.setting.resume(&self.frames[frame], exit, results)?;
        self.find(&mut state, "a call returns to a state")
    }

    fn follow_return(
        &mut self,
        from: HeadIndex,
        to: StateId,
        automaton: u32,
        marked: bool,
    ) -> Result<(), Reason> {
        const WHAT: &str = "a call returns to a state";
        let to = self.head(to, automaton, WHAT)?;
        self.edge(from, to, marked)?;
        self.facts_follow(from, to, marked, WHAT)
    }
}
