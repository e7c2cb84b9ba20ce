//! Executions as decisions.
//!
//! A trace holds only what the program leaves open: which thread moves, and how each choice inside its step falls.
//! Together with the program that determines every state, so replaying a trace needs nothing from the engine that found it.

/// One move of one thread: a whole step, up to the next place where threads may switch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TraceStep {
    /// Position among the live threads, in order of creation, before the step. Not the thread's number.
    pub thread: usize,
    /// For each nondeterministic choice that the step meets, in order, which alternative it takes.
    ///
    /// Alternatives are counted from 0 as the instruction lists them: targets of a goto, open joins of a select (closed ones are not
    /// counted), values of a choose. A choice with one alternative is not recorded.
    pub choices: Vec<u32>,
}

/// An execution from the start of the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Trace {
    pub steps: Vec<TraceStep>,
    /// For an infinite execution: the step where the loop begins. After the last step, the execution can go on as from before this
    /// step: the states are the same or, in a program with one thread, what the running procedure sees is the same, and the loop did
    /// not return from it. The number of steps, where an execution stays in its last state for ever: it has ended, it waits, or its
    /// last step fails and is not made.
    pub loop_start: Option<usize>,
}
