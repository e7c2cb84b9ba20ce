//! Why a certificate is refused: the reasons of all three checkers, each with a sentence.

use std::fmt;

use base::Span;
use ir::{BlockId, Proc};
use verdict::{MalformedSummary, Spot, ViolationKind};

/// Why a certificate is refused, and where the check stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The index in the set; `None` where a procedure is called from outside.
    pub summary: Option<usize>,
    /// The name of the procedure.
    pub proc: String,
    /// Of the instruction, or of the procedure. Not part of the sentence: only the source can say what stands there.
    pub span: Option<Span>,
    pub reason: Reason,
}

/// Objects have their numbers in the summary; those that the body allocated come after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The program breaks a rule of the verifier.
    InvalidProgram(String),
    /// Threads and acceptance are beyond summaries.
    NotSequential(&'static str),
    /// A formula speaks of the state in which the thread begins, and a proof cannot say where that is.
    BeginsInsideAStep,
    Malformed(MalformedSummary),
    /// The body reads what the pattern does not list.
    UnlistedRead(Spot),
    /// No summary matches. `missing`: the last of what some pattern asks for and the caller's does not list.
    UncoveredCall {
        callee: String,
        missing: Option<Spot>,
    },
    /// A return makes an effect that is not in the list.
    UnlistedEffect(String),
    ErrorReachable(ViolationKind),
    /// What comes next is opaque, or a havoc: a proof can say nothing of it. The sentence says which.
    NotFollowed(String),
    /// The check needs more than it allows itself.
    TooLarge(&'static str),
    /// A part of a proof that is no state of the program.
    MalformedProof(String),
    /// What a proof should list and does not.
    Unlisted(&'static str),
    /// A rank that should not increase, or decrease where `marked`.
    Rank {
        marked: bool,
    },
    /// A fact says that no execution to it was accepting, and one may be.
    Unmarked,
    /// A step may fail after a call inside it: which letter is repeated then is not known there.
    FailsInside,
    /// What was forgotten is seen again.
    SeesForgotten,
    /// Beyond the formulas of Boolean programs.
    NotBoolean(&'static str),
    /// A cycle through the block has no place with a formula.
    Uncut(BlockId),
    /// Control may come to the block with values for which the formula there is false.
    NotKept(BlockId),
    /// A procedure may be called with values for which the formula at its entry is false.
    NotEntered(String),
    /// A procedure may return with values for which its summary is false.
    NotSummed,
    /// Formulas of temporal logic are beyond what is claimed by this kind of proof.
    NoFormula,
}

impl Refusal {
    /// Without a procedure, the program as a whole is meant; without a span, the procedure.
    pub(crate) fn new(summary: Option<usize>, proc: Option<&Proc>, at: Option<Span>, reason: Reason) -> Self {
        let name = proc.map_or("program", |proc| &proc.name).to_owned();
        Self { summary, proc: name, span: at.or(proc.and_then(|proc| proc.span)), reason }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.summary.iter().try_for_each(|index| write!(f, "summary {index} of "))?;
        write!(f, "{}: ", self.proc)?;
        match &self.reason {
            Reason::InvalidProgram(what) => write!(f, "the program is not well-formed: {what}"),
            Reason::NotSequential(what) => write!(f, "the program is not sequential: {what}"),
            Reason::BeginsInsideAStep => write!(f, "the thread does not begin with a step"),
            Reason::Malformed(malformed) => write!(f, "{malformed}"),
            Reason::UnlistedRead(spot) => write!(f, "{spot:?} is read, which the pattern does not list"),
            Reason::UncoveredCall { callee, missing } => {
                write!(f, "no summary covers a call of {callee}")?;
                missing.iter().try_for_each(|spot| write!(f, "; the caller's pattern does not list {spot:?}"))
            }
            Reason::UnlistedEffect(effect) => write!(f, "a return makes an unlisted effect: {effect}"),
            Reason::ErrorReachable(kind) => write!(f, "an error can be reached: {}", kind.slug()),
            Reason::NotFollowed(what) => {
                write!(f, "an execution can come to what a proof cannot follow: {what}")
            }
            Reason::TooLarge(what) => write!(f, "the check gave up: {what}"),
            Reason::MalformedProof(what) => write!(f, "the proof is malformed: {what}"),
            Reason::Unlisted(what) => write!(f, "{what}, which the proof does not list"),
            Reason::Rank { marked: false } => write!(f, "the rank increases"),
            Reason::Rank { marked: true } => {
                write!(f, "the rank does not decrease where an execution may be accepting")
            }
            Reason::Unmarked => {
                write!(
                    f,
                    "an execution that may be accepting leads to a state where the proof says it is not"
                )
            }
            Reason::FailsInside => write!(f, "a step may fail after a call inside it"),
            Reason::SeesForgotten => write!(f, "a procedure sees objects that the proof has forgotten"),
            Reason::NotBoolean(what) => write!(f, "the program is not a Boolean program: {what}"),
            Reason::Uncut(block) => write!(f, "a cycle through {block} has no formula"),
            Reason::NotKept(block) => {
                write!(f, "the formula at {block} may be false when control comes there")
            }
            Reason::NotEntered(callee) => {
                write!(f, "the formula at the entry of {callee} may be false when it is called")
            }
            Reason::NotSummed => write!(f, "the summary may be false when the procedure returns"),
            Reason::NoFormula => write!(f, "this kind of proof proves no formula of temporal logic"),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<ir::FaultKind> for Reason {
    fn from(fault: ir::FaultKind) -> Self {
        Reason::ErrorReachable(ViolationKind::Fault(fault))
    }
}
