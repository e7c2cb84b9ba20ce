//! What instances and the scheduler say to each other.
//!
//! An [`Instance`](super::instance::Instance) knows nothing of others: it gets [`Incoming`] messages, and answers with
//! [`Outgoing`] ones. The scheduler sends them on, in an order that is its own affair. The fixpoint does not depend on
//! that order; counts, traces, and the order in which a pattern lists its reads do.
//!
//! | message | repeated | late or in another order | lost |
//! | --- | --- | --- | --- |
//! | `Start` | no effect | nothing happens before it | the procedure is never analysed: unsound |
//! | `CalleePatternGrew` | no effect | only the last one counts, and effects wait for it or bring it along | unsound |
//! | `CalleeExit` | no effect: the node is known | any order | unsound, as an execution is missed |
//! | `Call` | one more look-up | the caller waits | unsound, likewise |
//! | `Exit` | an effect that is there twice | any order | unsound, likewise |
//! | `PatternGrew` | not allowed: reads are appended | the order of sending must be kept | unsound |
//! | `Error` | the first one gives the trace | any order | unsound |
//!
//! So a scheduler may do everything but lose a message or change the order of `PatternGrew` of one instance; and a
//! `PatternGrew` must be taken in before the `Exit`s that were sent after it.
//!
//! All objects in messages have their numbers in a pattern: an instance never sees the names that another one has for
//! them.

use ir::ProcId;
use machine::Failure;
use verdict::{Effect, Read};

use super::instance::InstanceId;
use super::node::NodeId;

/// To an instance. What is about a callee is borrowed from what the callee has sent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Incoming<'m> {
    /// Begin at the entry. The first message that an instance gets.
    Start,
    /// This call waits for this callee, whose pattern is `pattern` by now. The instance promises to take effects of the
    /// callee only if the call matches, to read all that is in the pattern, and to `Call` again if it does not match.
    CalleePatternGrew { call: NodeId, callee: InstanceId, pattern: &'m [Read] },
    /// From every state that matches `pattern` the callee can end with this effect. The pattern is what the callee has
    /// read when the message is sent: all that the effect depends on, and maybe more. The instance has the state after
    /// the call as a node from then on; if the call does not match, nothing happens.
    CalleeExit { call: NodeId, callee: InstanceId, pattern: &'m [Read], number: u32, exit: &'m Exit },
}

/// From an instance.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// Find the instance that this call takes its effects from. What the callee sees is not part of the message: the
    /// worker is at the call, and a look-up reads of it what patterns ask for. It must be answered before the
    /// worker is lent again, or the call be loaded anew.
    Call { node: NodeId, proc: ProcId },
    /// An execution from the entry returns. It depends on no reads but those that were sent before.
    Exit(Exit),
    /// These reads follow those of the pattern so far. The entry matches the pattern; another state that matches has
    /// all executions that were met until now.
    PatternGrew { reads: Vec<Read> },
    /// An execution from the entry fails.
    Error { failure: Failure, node: NodeId, choices: Vec<u32> },
}

/// How a procedure can end in all states that match a pattern.
#[derive(Debug)]
pub(super) struct Exit {
    /// The node of the callee that stands for the end; its path leads through the body to the return.
    pub(super) node: NodeId,
    /// Objects of the pattern have their numbers; those that are allocated follow, from `n_named` on.
    pub(super) effect: Effect,
    /// How many objects the pattern had met when the end was found.
    pub(super) n_named: usize,
    /// How many reads the pattern had then; the path to the end depends on no others.
    pub(super) n_reads: usize,
}
