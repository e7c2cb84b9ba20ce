//! The pushdown system of a program: moves become rules, and what cannot become one is kept aside.

use machine::Failure;
use pushdown::{Control, Counts, Head, Observed, Rule, Symbol, System};
use temporal::Temporal;
use verdict::{Meter, StopReason, Tick, ViolationKind};

use crate::semantics::{HeapSemantics, Meaning, Move, MoveEnd, Symbols};

/// How much heaps may grow before memory is asked for.
const BYTES_BETWEEN_CHECKS: u64 = 64 << 10;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal<'a> {
    /// Errors: the first, or all.
    Errors { all: bool },
    /// Executions whose words violate a formula. An execution that fails or waits stays where it is.
    Words(&'a Temporal),
}

/// Why the search ends before everything is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// What was looked for is found.
    Found,
    Limit(StopReason),
}

/// An error, and the move that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FoundError {
    pub(crate) head: Head,
    pub(crate) failure: Failure,
}

/// A program as a pushdown system.
pub(crate) struct ProgramSystem<'a, S> {
    pub(crate) semantics: S,
    symbols: Symbols,
    goal: Goal<'a>,
    pub(crate) meter: &'a Meter<'a>,
    /// Heads that were asked for.
    n_heads: u64,
    /// Rules that they were given.
    n_rules: u64,
    /// What the search held at its last report.
    search_bytes: u64,
    /// Memory is asked for again when heaps hold so many bytes: between two reports of the search they may be large.
    next_check_bytes: u64,
    /// The first of each kind and place, in the order of discovery.
    pub(crate) errors: Vec<FoundError>,
    /// The first head with a move beyond the bound.
    pub(crate) overflow: Option<Head>,
    /// A step fails inside, where no letter can be given to what comes after.
    pub(crate) fails_inside: bool,
}

impl<'a, 'p, S: HeapSemantics<'p>> ProgramSystem<'a, S> {
    pub(crate) fn new(semantics: S, goal: Goal<'a>, meter: &'a Meter<'a>) -> Self {
        let symbols = Symbols::new(semantics.code());
        let (errors, overflow, fails_inside) = (Vec::new(), None, false);
        Self {
            semantics,
            symbols,
            goal,
            meter,
            n_heads: 0,
            n_rules: 0,
            search_bytes: 0,
            next_check_bytes: 0,
            errors,
            overflow,
            fails_inside,
        }
    }

    /// The rule of a move, if it has one.
    pub(crate) fn rule(&mut self, head: Head, end: &MoveEnd) -> Option<Rule> {
        match (end, self.goal) {
            (MoveEnd::Step(next), _) => Some(Rule::step(next.control, next.symbol)),
            (MoveEnd::Call(entry, frame), _) => Some(Rule::push(entry.control, entry.symbol, *frame)),
            (MoveEnd::Return(exit), _) => Some(Rule::pop(*exit)),
            (MoveEnd::Overflows, _) => Some(Rule::step(head.control, self.symbols.symbol(Meaning::Overflow))),
            (MoveEnd::Waits { .. }, Goal::Words(_)) => Some(Rule::step(head.control, head.symbol)),
            (MoveEnd::Failed(_), Goal::Words(_)) => {
                self.staying(head).map(|symbol| Rule::step(head.control, symbol))
            }
            (MoveEnd::Waits { .. } | MoveEnd::Failed(_), Goal::Errors { .. })
            | (MoveEnd::Stopped(_) | MoveEnd::LeftOut(_), _) => None,
        }
    }

    /// The symbol of an execution that stays at a head because its next step fails.
    fn staying(&mut self, head: Head) -> Option<Symbol> {
        match self.symbols.meaning(head.symbol) {
            Meaning::Point(point) if self.semantics.is_boundary(head) => {
                Some(self.symbols.symbol(Meaning::Stays(point)))
            }
            Meaning::Point(_)
            | Meaning::Stays(_)
            | Meaning::Frame(_)
            | Meaning::Start
            | Meaning::Initialised
            | Meaning::Ended
            | Meaning::Overflow => None,
        }
    }

    /// Keeps aside what a move means beyond its rule.
    fn note(&mut self, head: Head, end: MoveEnd, has_rule: bool) -> Result<(), Stop> {
        match end {
            MoveEnd::Step(_) | MoveEnd::Call(..) | MoveEnd::Return(_) => Ok(()),
            MoveEnd::Waits { may_end: true } => Ok(()),
            MoveEnd::Waits { may_end: false } => {
                let span = self.span(head);
                self.note_failure(head, Failure { kind: ViolationKind::Deadlock, span }, has_rule)
            }
            MoveEnd::Failed(failure) => self.note_failure(head, failure, has_rule),
            MoveEnd::Overflows => {
                self.overflow.get_or_insert(head);
                Ok(())
            }
            MoveEnd::Stopped(reason) => Err(Stop::Limit(reason)),
            MoveEnd::LeftOut(left_out) => {
                self.meter.leave_out(left_out);
                Ok(())
            }
        }
    }

    fn note_failure(&mut self, head: Head, failure: Failure, has_rule: bool) -> Result<(), Stop> {
        match self.goal {
            Goal::Words(_) => {
                self.fails_inside |= !has_rule;
                Ok(())
            }
            Goal::Errors { all } => {
                if !self.errors.iter().any(|known| known.failure == failure) {
                    self.errors.push(FoundError { head, failure });
                }
                if all { Ok(()) } else { Err(Stop::Found) }
            }
        }
    }

    fn span(&self, head: Head) -> Option<base::Span> {
        match self.symbols.meaning(head.symbol) {
            Meaning::Point(point) | Meaning::Stays(point) => {
                self.semantics.code().facts(point).action.site().span
            }
            Meaning::Frame(_)
            | Meaning::Start
            | Meaning::Initialised
            | Meaning::Ended
            | Meaning::Overflow => None,
        }
    }

    /// The moves of a head, with their choices.
    pub(crate) fn moves(&mut self, head: Head) -> Vec<(Move, Vec<u32>)> {
        let mut moves = Vec::new();
        self.semantics.moves(head, &mut |made, choices| moves.push((made, choices.to_vec())));
        moves
    }
}

impl<'p, S: HeapSemantics<'p>> System for ProgramSystem<'_, S> {
    type Stop = Stop;

    fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Stop> {
        self.n_heads += 1;
        self.meter.states(self.n_heads).map_err(Stop::Limit)?;
        let mut moves = Vec::new();
        self.semantics.moves(head, &mut |made, _| moves.push(made));
        for Move { end, accepted } in moves {
            let rule = self.rule(head, &end);
            out.extend(rule.map(|rule| Rule { marked: accepted.is_some(), ..rule }));
            self.note(head, end, rule.is_some())?;
        }
        self.n_rules += out.len() as u64;
        let bytes = self.semantics.figures().bytes;
        if bytes >= self.next_check_bytes {
            self.next_check_bytes = bytes + BYTES_BETWEEN_CHECKS;
            let bytes = bytes + self.search_bytes;
            let tick = Tick { states: self.n_heads, transitions: self.n_rules, bytes, ..Tick::default() };
            self.meter.tick(tick).map_err(Stop::Limit)?;
        }
        Ok(())
    }

    fn progress(&mut self, counts: Counts) -> Result<(), Stop> {
        self.search_bytes = counts.bytes as u64;
        let bytes = self.search_bytes + self.semantics.figures().bytes;
        let heads = counts.heads as u64;
        let tick = Tick {
            states: heads,
            transitions: counts.rules as u64,
            frontier: (counts.facts - counts.done) as u64,
            bytes,
            ..Tick::default()
        };
        self.meter.tick(tick).map_err(Stop::Limit)
    }
}

impl<'p, S: HeapSemantics<'p>> Observed<logic::Label> for ProgramSystem<'_, S> {
    fn is_observed(&mut self, head: Head) -> bool {
        !self.semantics.is_initialising(head) && self.semantics.is_boundary(head)
    }

    fn admits(&mut self, head: Head, label: &logic::Label) -> Result<bool, Stop> {
        let Goal::Words(property) = self.goal else { return Ok(true) };
        Ok(*label == logic::Label::TRUE || self.semantics.admits(head, property, *label))
    }
}

/// The head that a rule leads to, on a stack whose next symbol is `below`.
pub(crate) fn target(control: Control, word: pushdown::Word, below: Option<Symbol>) -> Option<Head> {
    match word {
        pushdown::Word::Step(symbol) => Some(Head::new(control, symbol)),
        pushdown::Word::Push { top, .. } => Some(Head::new(control, top)),
        pushdown::Word::Pop => below.map(|symbol| Head::new(control, symbol)),
    }
}
