//! What a search finds: facts, calls and exits, each with the reason why it holds.
//!
//! The automaton of post* read as a table of procedure summaries:
//!
//! | summaries | automaton of post* |
//! | --- | --- |
//! | *instance*: a head at which something was pushed | the state q(p', γ') |
//! | *fact*: the head (p, γ) is reached in an instance, with nothing of it popped | the transition p -γ-> q |
//! | *call*: a fact whose rule pushed a callee on top of γ'' | the transition q(callee) -γ''-> q(caller) |
//! | *exit*: an instance popped its last symbol, and the control is p | the transition p -ε-> q |
//!
//! One more instance, the *bottom*, holds the initial heads. What exits from it leaves the stack empty.
//!
//! Facts and exits say whether a marked rule was applied since the push of their instance. A marked one makes the
//! unmarked one superfluous for all that follows. Both are kept, because the path to one may lead through the other.

use crate::heads::{HeadId, RuleId};
use crate::rule::Control;

base::typed_id!(
    /// A head at which something was pushed, or the bottom.
    InstanceId,
    "instance"
);
base::typed_id!(
    /// A head reached in an instance. Numbered in the order of discovery: a fact stands on smaller ones.
    FactId,
    "fact"
);
base::typed_id!(
    /// A push made at a fact.
    CallId,
    "call"
);
base::typed_id!(
    /// A control in which an instance has popped its last symbol.
    ExitId,
    "exit"
);

/// A head reached in an instance: a path edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    pub instance: InstanceId,
    pub head: HeadId,
    /// Whether a marked rule was applied since the instance was pushed.
    pub marked: bool,
    pub why: Why,
}

/// Why a fact holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The head is initial.
    Initial,
    /// A rule was applied at a fact: of the same instance, or of the caller if the rule pushed this one.
    Rule { from: FactId, rule: RuleId },
    /// A callee came back.
    Return { call: CallId, exit: ExitId },
}

/// A push: the rule was applied at the fact, and the entry of the callee is on top now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    pub from: FactId,
    pub rule: RuleId,
}

/// An exit of an instance: the rule was applied at the fact and popped the last symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    pub instance: InstanceId,
    pub control: Control,
    /// Whether a marked rule was applied since the instance was pushed.
    pub marked: bool,
    pub from: FactId,
    pub rule: RuleId,
}
