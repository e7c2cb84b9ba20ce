//! The product of a pushdown system and a Büchi automaton: runs of the system whose words the automaton accepts.
//!
//! Some heads of the system are *observed*: they have a letter. When a run leaves one, the automaton reads that letter;
//! at all other heads it waits. A control of the product is `base control * number of states + state`. Only marked
//! transitions of the automaton make marked rules, so a run that is silent from some point on is not accepted: it has
//! no infinite word. Marks of the base system are not looked at.
//!
//! The base system is asked once for each of its heads, whatever the number of states.

use base::Id;

use crate::heads::{HeadId, Heads};
use crate::path::Application;
use crate::rule::{Control, Counts, Head, Rule, System};

/// A Büchi automaton with marks on transitions. Labels are the caller's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buchi<L> {
    pub initial: Vec<u32>,
    /// For each state its transitions.
    pub transitions: Vec<Vec<Transition<L>>>,
}

/// A transition: read a letter that the label admits, and go to the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition<L> {
    pub label: L,
    pub target: u32,
    pub marked: bool,
}

/// A system whose heads can have letters.
pub trait Observed<L>: System {
    /// Whether a head has a letter. At a head without one the automaton waits.
    fn is_observed(&mut self, head: Head) -> bool;

    /// Whether the letter of an observed head satisfies a label. Asked once for each transition of each state that
    /// meets the head.
    fn admits(&mut self, head: Head, label: &L) -> Result<bool, Self::Stop>;
}

/// Why the search through a product was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProductStop<S> {
    /// The base system wanted it.
    Base(S),
    /// There is no number for a pair of base control and state.
    TooManyControls,
    /// When the letter of this head of the product is read, the automaton comes to a state where the search is to end.
    Decided(Head),
}

/// The product as a [`System`].
pub struct Product<O, L> {
    base: O,
    automaton: Buchi<L>,
    /// The states of the automaton where the search ends.
    deciding: Vec<bool>,
    /// What the base system has answered.
    heads: Heads,
    n_asked: usize,
    /// Scratch: rules of the base, and targets of the automaton with their marks.
    rules: Vec<Rule>,
    targets: Vec<(u32, bool)>,
}

impl<O: Observed<L>, L> Product<O, L> {
    /// Transitions to states that the automaton does not have are never taken.
    pub fn new(base: O, automaton: Buchi<L>) -> Self {
        Self {
            base,
            automaton,
            deciding: Vec::new(),
            heads: Heads::default(),
            n_asked: 0,
            rules: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// Ends the search where the automaton, by reading a letter, comes to one of these states.
    #[must_use]
    pub fn ending_at(self, deciding: Vec<bool>) -> Self {
        Self { deciding, ..self }
    }

    pub fn base(&self) -> &O {
        &self.base
    }

    pub fn base_mut(&mut self) -> &mut O {
        &mut self.base
    }

    pub fn into_base(self) -> O {
        self.base
    }

    /// How many heads the base system was asked about.
    pub fn n_base_heads(&self) -> usize {
        self.n_asked
    }

    /// Bytes held for the base system, spare room included.
    pub fn bytes(&self) -> usize {
        self.heads.bytes()
    }

    /// The heads to start from: the base head with each initial state of the automaton.
    pub fn initial(&self, head: Head) -> Result<Vec<Head>, ProductStop<O::Stop>> {
        let states = self.automaton.initial.iter().filter(|&&state| self.has_state(state));
        let pair = |&state| Ok(Head { control: self.pair(head.control, state)?, ..head });
        states.map(pair).collect()
    }

    /// The head of the base system and the state of the automaton that a head of the product stands for.
    pub fn split(&self, head: Head) -> (Head, u32) {
        let (control, state) = self.split_control(head.control);
        (Head { control, ..head }, state)
    }

    /// The base control and the state that a control of the product stands for.
    pub fn split_control(&self, control: Control) -> (Control, u32) {
        let count = self.n_states();
        (Control::new(control.index() / count), (control.index() % count) as u32)
    }

    /// What a step of a run of the product is in the base system.
    pub fn project(&self, application: &Application) -> Application {
        let (head, _) = self.split(application.head);
        let (control, _) = self.split_control(application.rule.control);
        // The rules of the base system are repeated for each target of the automaton.
        let count = self.heads.find(head).map_or(1, |head| self.heads.rules_of(head).len().max(1));
        let index = application.index % count;
        let rule = Rule { control, marked: false, ..application.rule };
        Application { head, index, rule }
    }

    fn n_states(&self) -> usize {
        self.automaton.transitions.len().max(1)
    }

    fn has_state(&self, state: u32) -> bool {
        (state as usize) < self.automaton.transitions.len()
    }

    fn pair(&self, control: Control, state: u32) -> Result<Control, ProductStop<O::Stop>> {
        let number = control.index() as u64 * self.n_states() as u64 + u64::from(state);
        u32::try_from(number)
            .map(|number| Control::new(number as usize))
            .map_err(|_| ProductStop::TooManyControls)
    }
}

impl<O: Observed<L>, L> Product<O, L> {
    /// The number of a base head, whose rules are known from now on.
    fn ask(&mut self, head: Head) -> Result<HeadId, O::Stop> {
        let id = self.heads.intern(head);
        if !self.heads.is_asked(id) {
            self.rules.clear();
            self.base.rules(head, &mut self.rules)?;
            self.heads.set_rules(id, &self.rules);
            self.n_asked += 1;
        }
        Ok(id)
    }

    /// Whether the letter of a head, which is read, leads to a state where the search ends.
    fn is_decided(&mut self, head: Head) -> bool {
        let decides = |&(state, _): &(u32, bool)| self.deciding.get(state as usize) == Some(&true);
        self.targets.iter().any(decides) && self.base.is_observed(head)
    }

    /// Where the automaton can go from a state at a head. Each target once, marked if it can be.
    fn find_targets(&mut self, head: Head, state: u32) -> Result<(), O::Stop> {
        self.targets.clear();
        if !self.base.is_observed(head) {
            self.targets.push((state, false));
            return Ok(());
        }
        let n_states = self.automaton.transitions.len();
        let transitions = self.automaton.transitions.get(state as usize).map_or(&[][..], Vec::as_slice);
        for Transition { label, target, marked } in transitions {
            if (*target as usize) < n_states && self.base.admits(head, label)? {
                match self.targets.iter_mut().find(|(known, _)| known == target) {
                    Some((_, known)) => *known |= marked,
                    None => self.targets.push((*target, *marked)),
                }
            }
        }
        Ok(())
    }
}

impl<O: Observed<L>, L> System for Product<O, L> {
    type Stop = ProductStop<O::Stop>;

    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Self::Stop> {
        let pair = head;
        let (head, state) = self.split(head);
        let id = self.ask(head).map_err(ProductStop::Base)?;
        self.find_targets(head, state).map_err(ProductStop::Base)?;
        if self.is_decided(head) {
            return Err(ProductStop::Decided(pair));
        }
        for &(target, marked) in &self.targets {
            for rule in self.heads.rules_of(id) {
                let rule = self.heads.rule(rule);
                out.push(Rule { control: self.pair(rule.control, target)?, marked, ..rule });
            }
        }
        Ok(())
    }

    /// The base system sees the counts of the product, with the bytes that the product holds for it.
    fn progress(&mut self, counts: Counts) -> Result<(), Self::Stop> {
        let bytes = counts.bytes + self.bytes();
        self.base.progress(Counts { bytes, ..counts }).map_err(ProductStop::Base)
    }
}
