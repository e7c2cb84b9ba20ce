//! post*: everything that is reachable, by tabulation of summaries.
//!
//! Esparza, Hansel, Rossmanith, Schwoon: Efficient algorithms for model checking pushdown systems (CAV 2000), algorithm
//! 2; the marks are theirs too (section 3.2). Rules are asked for when a head is reached first, so the system may be
//! infinite as long as the reachable heads are finite in number. At most one fact for each instance, head and mark;
//! each is looked at once.
//!
//! DIVERGENCE: transitions that carry ε are not kept as such. An exit meets every call of its instance at once, as does
//! a call every exit: the head that the caller goes on with becomes a fact of the caller.

use base::Id;

use crate::fact::{Call, CallId, Exit, ExitId, Fact, FactId, Why};
use crate::heads::{HeadId, Move};
use crate::rule::{Head, Rule, System};
use crate::saturation::Saturation;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending<S> {
    /// Everything reachable was found.
    Complete,
    /// The system wanted to end.
    Stopped(S),
    /// There are more facts, calls, exits or rules than numbers for them.
    TooLarge,
}

/// Searches all that is reachable from the initial heads, each alone on its stack.
///
/// What was found until a stop is a correct part of the whole: every fact is reachable, and traces and lassos can be
/// taken from it.
pub fn post_star<S: System>(system: &mut S, initial: &[Head]) -> (Saturation, Ending<S::Stop>) {
    let mut search = Search { system, found: Saturation::new(), rules: Vec::new() };
    for &head in initial {
        let head = search.found.heads.intern(head);
        let instance = search.found.bottom();
        search.found.add_fact(Fact { instance, head, marked: false, why: Why::Initial });
    }
    let ending = search.run().unwrap_or_else(Ending::Stopped);
    let mut found = search.found;
    found.is_complete = matches!(ending, Ending::Complete);
    (found, ending)
}

/// After so many facts the system is notified of the progress.
const FACTS_BETWEEN_REPORTS: usize = 4096;
/// Far enough below 2^32 that what follows from one fact still has numbers.
const MOST_FACTS: usize = 0xf000_0000;

struct Search<'a, S> {
    system: &'a mut S,
    found: Saturation,
    /// Scratch for the answers of the system.
    rules: Vec<Rule>,
}

impl<S: System> Search<'_, S> {
    /// The facts are their own queue: first found, first looked at, so that the paths to them are short.
    fn run(&mut self) -> Result<Ending<S::Stop>, S::Stop> {
        while self.found.done < self.found.facts().len() {
            if self.found.done.is_multiple_of(FACTS_BETWEEN_REPORTS) {
                self.system.progress(self.found.counts())?;
            }
            if self.is_too_large() {
                return Ok(Ending::TooLarge);
            }
            let fact = FactId::new(self.found.done);
            if !self.found.is_superseded(fact) {
                self.expand(fact)?;
            }
            self.found.done += 1;
        }
        Ok(Ending::Complete)
    }

    fn is_too_large(&self) -> bool {
        self.found.facts().len() > MOST_FACTS
            || self.found.n_calls() > MOST_FACTS
            || self.found.n_exits() > MOST_FACTS
            || self.found.heads.n_rules() > MOST_FACTS
    }

    fn expand(&mut self, fact: FactId) -> Result<(), S::Stop> {
        let Fact { instance, head, marked, .. } = self.found.fact(fact);
        self.ask(head)?;
        for rule in self.found.rules_of(head) {
            match self.found.move_of(rule) {
                Move::Step { to, marked: by_rule } => {
                    let why = Why::Rule { from: fact, rule };
                    self.found.add_fact(Fact { instance, head: to, marked: marked || by_rule, why });
                }
                Move::Push { entry, .. } => self.push(entry, Call { from: fact, rule }),
                Move::Pop { control, marked: by_rule } => {
                    self.pop(Exit { instance, control, marked: marked || by_rule, from: fact, rule });
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, head: HeadId) -> Result<(), S::Stop> {
        if !self.found.heads.is_asked(head) {
            self.rules.clear();
            self.system.rules(self.found.head(head), &mut self.rules)?;
            self.found.heads.set_rules(head, &self.rules);
        }
        Ok(())
    }

    /// A call meets the exits of its callee.
    fn push(&mut self, entry: HeadId, call: Call) {
        let callee = self.found.enter(entry, call);
        let call = self.found.add_call(callee, call);
        let mut next = self.found.first_exit(callee);
        while let Some(exit) = next {
            if !self.found.is_exit_superseded(exit) {
                self.resume(call, exit);
            }
            next = self.found.next_exit(exit);
        }
    }

    /// An exit meets the calls of its instance.
    fn pop(&mut self, exit: Exit) {
        let instance = exit.instance;
        let Some(exit) = self.found.add_exit(exit) else { return };
        let mut next = self.found.first_call(instance);
        while let Some(call) = next {
            // The marked fact of a caller that has one makes calls of its own.
            if !self.found.is_superseded(self.found.call(call).from) {
                self.resume(call, exit);
            }
            next = self.found.next_call(call);
        }
    }

    /// The caller goes on with the control of the exit and the symbol below the callee.
    fn resume(&mut self, call: CallId, exit: ExitId) {
        let Call { from, rule } = self.found.call(call);
        let Move::Push { below, marked, .. } = self.found.move_of(rule) else { return };
        let (caller, left) = (self.found.fact(from), self.found.exit(exit));
        let head = self.found.heads.intern(Head { control: left.control, symbol: below });
        self.found.add_fact(Fact {
            instance: caller.instance,
            head,
            marked: caller.marked || marked || left.marked,
            why: Why::Return { call, exit },
        });
    }
}
