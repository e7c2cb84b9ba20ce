//! What can be wrong with a trace.

use std::fmt;

use base::Span;
use verdict::{StopReason, UnfitStart, ViolationKind};

/// Where a trace and the program part, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The step of the trace; the number of steps for what is wrong after the last. In a shared trace, the part of the
    /// subtrace or, outside subtraces, the stage.
    pub step: usize,
    /// The subtrace of a shared trace.
    pub subtrace: Option<usize>,
    pub reason: DivergenceReason,
}

impl Divergence {
    pub(crate) fn at(step: usize, reason: DivergenceReason) -> Self {
        Self { step, subtrace: None, reason }
    }

    pub(crate) fn in_subtrace(subtrace: usize, part: usize, reason: DivergenceReason) -> Self {
        Self { step: part, subtrace: Some(subtrace), reason }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DivergenceReason {
    /// The program cannot begin as the trace says.
    UnfitStart(UnfitStart),
    NoSuchThread {
        thread: usize,
        live: usize,
    },
    /// The thread is blocked, or another is in an atomic section.
    CannotMove {
        thread: usize,
    },
    /// The trace says nothing about a choice, or takes an alternative that is not there.
    BadChoice {
        answer: Option<u64>,
        alternatives: u128,
    },
    /// The trace records more choices than the step meets.
    UnusedChoices {
        used: usize,
        recorded: usize,
    },
    /// An assumption is false.
    Pruned,
    /// Another violation than the claimed one.
    OtherViolation {
        kind: ViolationKind,
        span: Option<Span>,
    },
    /// The claimed violation, but steps follow it.
    TooEarly,
    /// The execution ends without the claimed violation.
    NoViolation,
    /// The loop of an infinite execution is missing, out of place, or claimed for a finite one.
    BadLoop,
    /// The state after the last step is not the one before the loop.
    LoopNotClosed,
    /// No accept at the claimed place is true on the loop.
    LoopNotAccepting,
    /// The violation is none of the property that was checked.
    OtherProperty,
    /// The execution never gets beyond the initialisation, and so has no letters.
    NoWord,
    /// A thread can move where the execution is said to stay forever.
    GoesOn {
        thread: usize,
    },
    /// What the running procedure sees repeats, but on the way it returned, and what is below need not repeat.
    LoopReturns,
    /// A letter of the loop is another one when the loop is repeated.
    LetterChanges {
        letter: usize,
    },
    /// The word of the execution satisfies the formula.
    FormulaHolds,
    /// Some word that begins like that of the execution satisfies the formula.
    PrefixMayBeContinued,
    /// The program has assumptions, so that nothing may continue an execution without a loop.
    MayBeDiscarded,
    /// The automaton of the formula exceeds the limits, so that beginnings of words cannot be judged.
    FormulaTooLarge,
    /// This thread never moves on the loop, and could: always, or sometimes where strong fairness is asked for.
    Unfair {
        number: Option<u32>,
    },
    /// A shared trace is for programs with one thread, without a heap, and without selects.
    NotShareable,
    /// A subtrace of a shared trace is one of a procedure that is not there.
    NoSuchProcedure,
    /// A shared trace calls or begins a subtrace that is not there, or not before the one that calls it.
    NoEarlierSubtrace {
        subtrace: usize,
    },
    /// A subtrace is one of another procedure than the one that runs.
    WrongProcedure {
        listed: String,
        runs: String,
    },
    /// A procedure is called where the subtrace has no call.
    CallNotListed {
        proc: String,
    },
    /// The procedure returns before it makes a call that the subtrace has.
    CallNotMade {
        subtrace: usize,
    },
    /// The interpreter could not go on.
    GaveUp(StopReason),
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subtrace {
            None => write!(f, "at step {} of the trace, {}", self.step, self.reason),
            Some(subtrace) => {
                write!(f, "at part {} of subtrace {subtrace} of the trace, {}", self.step, self.reason)
            }
        }
    }
}

impl fmt::Display for DivergenceReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnfitStart(unfit) => unfit.fmt(f),
            Self::NoSuchThread { thread, live } => write!(f, "thread {thread} of {live} does not exist"),
            Self::CannotMove { thread } => write!(f, "thread {thread} cannot move"),
            Self::BadChoice { answer: None, alternatives } => {
                write!(f, "a choice among {alternatives} alternatives is not recorded")
            }
            Self::BadChoice { answer: Some(answer), alternatives } => {
                write!(f, "alternative {answer} of {alternatives} does not exist")
            }
            Self::UnusedChoices { used, recorded } => {
                write!(f, "{recorded} choices are recorded but only {used} are met")
            }
            Self::Pruned => f.write_str("an assumption is false"),
            Self::OtherViolation { kind, .. } => write!(f, "another violation happens: {}", kind.slug()),
            Self::TooEarly => f.write_str("the claimed violation happens before the last step"),
            Self::NoViolation => f.write_str("the claimed violation does not happen"),
            Self::BadLoop => f.write_str("the loop of the execution is out of place"),
            Self::LoopNotClosed => f.write_str("the state differs from the one where the loop begins"),
            Self::LoopNotAccepting => f.write_str("the loop passes no accepting state as claimed"),
            Self::OtherProperty => f.write_str("the violation is none of the property that was checked"),
            Self::NoWord => {
                f.write_str("the initialisation has not ended, so that the execution has no word")
            }
            Self::GoesOn { thread } => {
                write!(f, "thread {thread} can move where the execution is said to stay forever")
            }
            Self::LoopReturns => f.write_str("the loop returns from the procedure that it begins in"),
            Self::LetterChanges { letter } => {
                write!(f, "letter {letter} of the word is another one when the loop is repeated")
            }
            Self::FormulaHolds => f.write_str("the word of the execution satisfies the formula"),
            Self::PrefixMayBeContinued => {
                f.write_str("the execution can go on so that its word satisfies the formula")
            }
            Self::MayBeDiscarded => f.write_str(
                "the execution has no loop, and the program may discard all that goes on from its end",
            ),
            Self::FormulaTooLarge => f.write_str("the automaton of the formula is too large"),
            Self::Unfair { number: Some(number) } => {
                write!(f, "the loop is not fair: thread number {number} could move and never does")
            }
            Self::Unfair { number: None } => f.write_str("the loop is not fair to the initialisation"),
            Self::NotShareable => {
                f.write_str("only programs with one thread and plain values have shared traces")
            }
            Self::NoSuchProcedure => f.write_str("the procedure does not exist"),
            Self::NoEarlierSubtrace { subtrace } => write!(f, "there is no subtrace {subtrace} before"),
            Self::WrongProcedure { listed, runs } => {
                write!(f, "a subtrace of `{listed}` is listed where `{runs}` runs")
            }
            Self::CallNotListed { proc } => write!(f, "`{proc}` is called, and the subtrace has no call"),
            Self::CallNotMade { subtrace } => {
                write!(f, "the procedure returns before the call that goes subtrace {subtrace}")
            }
            Self::GaveUp(reason) => reason.fmt(f),
        }
    }
}
