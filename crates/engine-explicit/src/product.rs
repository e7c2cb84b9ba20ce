//! The product of a program with what watches its executions: the graph in which accepting lassos are looked for.
//!
//! There are three watchers. Acceptance cycles are executions that pass `accept` statements forever: an automaton with
//! one state that reads every step, and marks those that accepted. A temporal property is watched by the automaton of
//! its violations, which reads the letter of a state when the state is left. Where an automaton is no longer needed,
//! any execution that goes on forever counts.
//!
//! A node is bad if the letter that is read there leads to a hopeless state of the automaton: see [`logic::Hopeless`].
//!
//! For a temporal property, an execution that cannot go on stays in its last state forever, and the automaton reads
//! that state's letter forever: where the program has ended or no thread can move, and where a step fails, which is
//! then not made. While `init` runs, there are no letters, and the automaton waits. A step that is pruned is no
//! execution, so a state where all steps are has no edges.

use std::ops::ControlFlow;

use base::Id;
use logic::{Fairness, Label};
use machine::Code;
use temporal::{End, Running, Temporal, View};
use verdict::{Meter, StopReason};

use crate::expand::{Expander, SuccessorEnd};
use crate::graph::{Expansion, Graph, GraphEdge, Moved};
use crate::remember::Remember;
use crate::schedule::Schedule;
use crate::store::{StateId, Store};

/// What watches an execution.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Watcher<'a> {
    Accepts,
    Violates(&'a Temporal),
    /// Any execution that goes on forever counts, or any that is fair.
    GoesOn {
        fair: Fairness,
    },
}

/// A state of the program and one of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub(crate) state: StateId,
    automaton: logic::StateId,
    /// The execution has stopped here: it stays forever.
    pub(crate) stays: bool,
}

impl Node {
    /// The same for a watcher whose automaton has one state.
    pub(crate) fn alone(self) -> Self {
        Self { automaton: logic::StateId::new(0), ..self }
    }
}

/// A move of the automaton.
#[derive(Clone, Copy)]
struct Reading {
    target: logic::StateId,
    marked: bool,
}

pub(crate) struct Product<'a, W> {
    code: &'a Code<'a>,
    watcher: Watcher<'a>,
    expander: Expander<'a, W>,
    store: &'a Store,
    meter: &'a Meter<'a>,
    root: StateId,
    /// Whether bad nodes are marked as such.
    shows_bad: bool,
    encoding: Vec<u8>,
}

impl<'a, W: Remember> Product<'a, W> {
    /// Begins at the initial state, and stores it.
    pub(crate) fn new(
        code: &'a Code<'a>,
        schedule: Schedule,
        store: &'a Store,
        watcher: Watcher<'a>,
        meter: &'a Meter<'a>,
    ) -> Self {
        let mut expander = Expander::new(code, schedule);
        let root = store.insert_root(expander.encoding());
        Self { code, watcher, expander, store, meter, root, shows_bad: false, encoding: Vec::new() }
    }

    /// Marks nodes where the execution has violated the formula, however it goes on.
    pub(crate) fn showing_bad(self) -> Self {
        Self { shows_bad: true, ..self }
    }

    /// What the automaton may do when it leaves the current state.
    fn readings(&self, automaton: logic::StateId, end: End) -> Vec<Reading> {
        let property = match self.watcher {
            Watcher::Violates(property) => property,
            Watcher::Accepts => return vec![Reading { target: automaton, marked: false }],
            Watcher::GoesOn { .. } => return vec![Reading { target: automaton, marked: true }],
        };
        if self.expander.state.is_initialising(self.code) {
            return vec![Reading { target: automaton, marked: false }];
        }
        let state = &self.expander.state;
        let running: Vec<Running<'_>> =
            state.threads.iter().map(|thread| running(self.code, thread)).collect();
        let view = View {
            heap: &state.heap,
            globals: &state.globals,
            running: &running,
            end,
            last: self.expander.last,
        };
        let mut asked: Vec<(Label, bool)> = Vec::new();
        let transitions = property.violations.transitions(automaton).iter();
        let admitted = transitions.filter(|transition| admits(property, &view, transition.label, &mut asked));
        admitted.map(|transition| Reading { target: transition.target, marked: transition.marked }).collect()
    }

    /// Adds the steps out of the current state. Answers whether one of them fails.
    fn add_steps(
        &mut self,
        from: StateId,
        readings: &[Reading],
        edges: &mut Vec<GraphEdge<Node>>,
    ) -> Result<bool, StopReason> {
        let (mut fails, mut stopped) = (false, None);
        let (store, watcher, meter) = (self.store, self.watcher, self.meter);
        self.expander.run_runnable(|successor| {
            match successor.end {
                SuccessorEnd::Reached { encoding, ended } => {
                    let state = store.insert(encoding, from).id();
                    let accepted = successor.machine.accepted;
                    let moved = Moved { thread: successor.thread as u32, ended, accepted };
                    let marks = accepted && matches!(watcher, Watcher::Accepts);
                    edges.extend(readings.iter().map(|&Reading { target, marked }| GraphEdge {
                        target: Node { state, automaton: target, stays: false },
                        marked: marked || marks,
                        moved: Some(moved),
                    }));
                }
                SuccessorEnd::Failed(_) => fails = true,
                // It is not known how the execution goes on, so it neither ends nor stays here.
                SuccessorEnd::LeftOut(left_out) => meter.leave_out(left_out),
                SuccessorEnd::Stopped(reason) => {
                    stopped = Some(reason);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        stopped.map_or(Ok(fails), Err)
    }

    fn is_fair(&self) -> bool {
        match self.watcher {
            Watcher::Accepts => false,
            Watcher::Violates(property) => property.fair.is_asked(),
            Watcher::GoesOn { fair } => fair.is_asked(),
        }
    }

    /// Whether the execution has violated the formula, now that the letter of the current state is read.
    fn is_bad(&self, readings: &[Reading]) -> bool {
        let Watcher::Violates(property) = self.watcher else { return false };
        let has_letter = !self.expander.state.is_initialising(self.code);
        self.shows_bad
            && has_letter
            && readings.iter().any(|reading| property.hopeless.contains(reading.target))
    }
}

impl<W: Remember> Graph for Product<'_, W> {
    type Node = Node;
    type Place = (StateId, bool);

    fn roots(&mut self) -> Vec<Node> {
        let only = [logic::StateId::new(0)];
        let initial = match self.watcher {
            Watcher::Accepts | Watcher::GoesOn { .. } => &only[..],
            Watcher::Violates(property) => property.violations.initial(),
        };
        initial.iter().map(|&automaton| Node { state: self.root, automaton, stays: false }).collect()
    }

    fn expand(&mut self, node: Node, out: &mut Expansion<Node>) -> Result<(), StopReason> {
        out.edges.clear();
        out.waiting.clear();
        self.store.load(node.state, &mut self.encoding);
        self.expander.load(&self.encoding);
        let end = self.expander.end();
        out.n_threads = self.expander.state.threads.len() as u32;
        if self.is_fair() {
            // Once an execution has stopped, no thread can move.
            let can_move =
                |position: &u32| !node.stays && self.expander.runnable().contains(&(*position as usize));
            (0..out.n_threads)
                .filter(|position| !can_move(position))
                .for_each(|position| out.waiting.insert(position));
        }
        let readings = self.readings(node.automaton, end);
        out.is_bad = self.is_bad(&readings);
        if readings.is_empty() {
            return Ok(());
        }
        let mut stops = node.stays || end != End::GoesOn;
        if !stops {
            stops = self.add_steps(node.state, &readings, &mut out.edges)?;
        }
        // Where `init` fails there is no letter to repeat: the automaton waits forever, and takes no mark.
        if stops && !matches!(self.watcher, Watcher::Accepts) {
            out.edges.extend(readings.iter().map(|&Reading { target, marked }| GraphEdge {
                target: Node { state: node.state, automaton: target, stays: true },
                marked,
                moved: None,
            }));
        }
        Ok(())
    }

    fn place(&self, node: Node) -> (StateId, bool) {
        (node.state, node.stays)
    }

    fn bytes(&self) -> u64 {
        self.store.bytes().0
    }
}

/// What atoms see of a thread.
fn running<'s>(code: &Code<'_>, thread: &'s machine::Thread) -> Running<'s> {
    let top = thread.top();
    let (block, index) = code.place(top.point);
    let number = u32::try_from(thread.number).ok();
    Running { number, proc: top.proc, block, index, locals: thread.locals() }
}

/// Whether the letter of a state satisfies a label. Each label is looked at once.
fn admits(property: &Temporal, view: &View<'_>, label: Label, asked: &mut Vec<(Label, bool)>) -> bool {
    if let Some(&(_, known)) = asked.iter().find(|(other, _)| *other == label) {
        return known;
    }
    let admits = property.admits(label, view);
    asked.push((label, admits));
    admits
}
