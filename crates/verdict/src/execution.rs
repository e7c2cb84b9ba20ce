//! A replayed trace in the user's terms: what moved, where, what changed, and how it ended.
//!
//! Made by `interp`, rendered by `report`. Plain data: names and values are resolved, spans point into the source.

use base::Span;

/// An execution, step by step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Execution {
    /// Where it begins, unless that is where the program does.
    pub inputs: Option<Inputs>,
    pub moments: Vec<Moment>,
    /// The moment where the loop of an infinite execution begins; the number of moments, where it stays forever in its
    /// last state.
    pub loop_start: Option<usize>,
    /// The state at the end. Of an execution that stays forever where a step fails, the state before that step.
    pub last: Snapshot,
    /// What the atoms of a formula say along the execution.
    pub word: Option<Word>,
}

/// The inputs of an execution that begins with one call in a given state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The procedure that is called.
    pub proc: String,
    pub span: Option<Span>,
    /// By the names of the parameters.
    pub args: Vec<Binding>,
    pub globals: Vec<Binding>,
    /// The objects that arguments and globals reach, by their numbers.
    pub objects: Vec<ObjectView>,
}

/// The letters of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The atoms as they are written.
    pub atoms: Vec<String>,
    /// The step of the trace that leaves the state of the first letter; each later letter belongs to the next step.
    pub first_step: usize,
    pub letters: Vec<Letter>,
    /// The letter where the loop begins. `None` if the letters are a beginning that
    /// violates the formula, however the execution goes on.
    pub loop_start: Option<usize>,
    /// Frames that the stack gains in each turn of the loop.
    pub growth: usize,
}

/// What holds in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// For each atom.
    pub holds: Vec<bool>,
    /// Frames on the stacks of all threads.
    pub frames: usize,
}

/// One source statement of one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The thread's number; `None` is the initialisation before all threads.
    pub thread: Option<u32>,
    pub proc: String,
    /// How many calls of the thread have not returned where the statement begins.
    pub depth: usize,
    pub span: Option<Span>,
    /// Index of the step of the trace that this statement belongs to: several for an atomic section.
    pub trace_step: usize,
    /// Whether it does nothing but return from its procedure.
    pub returns: bool,
    /// Calls and returns that the statement makes, and threads that it starts, in order.
    pub calls: Vec<CallEvent>,
    /// Variables and fields with another value than before, in order of writing.
    pub changes: Vec<Change>,
    /// Choices made, as the user knows them: `choose = 2`, `join 1 of 2`.
    pub choices: Vec<String>,
    /// What the program printed by trace statements.
    pub output: Vec<String>,
    /// What a statement that fails has read: the operands that made it fail, as the user would write them.
    pub operands: Vec<Binding>,
    /// The whole state after the statement, where it was asked for.
    pub state: Option<Snapshot>,
}

/// Where control enters or leaves a procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallEvent {
    Call {
        proc: String,
        args: Vec<Binding>,
    },
    Return {
        proc: String,
        /// Empty where an exception is raised.
        results: Vec<Shown>,
        /// The exception that the procedure raises for its caller.
        exception: Option<String>,
    },
    /// A thread starts with this procedure.
    Start {
        thread: u32,
        proc: String,
        args: Vec<Binding>,
    },
}

/// A new value of something that has a name: `x`, `Main.g`, `Node#2.next`, `int[]#3[1]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub target: String,
    pub value: Shown,
}

/// A value as shown: objects are named by class and number, in order of allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    Plain(String),
    Null,
    /// Index of the object in order of allocation; see [`ObjectView::number`].
    Object {
        class: String,
        number: u32,
    },
}

/// A name and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    pub name: String,
    pub value: Shown,
}

/// A whole state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    pub globals: Vec<Binding>,
    pub threads: Vec<ThreadView>,
    /// The objects that globals and stacks reach, in order of allocation.
    pub objects: Vec<ObjectView>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadView {
    pub number: Option<u32>,
    pub status: ThreadStatus,
    /// The running procedure comes last.
    pub frames: Vec<FrameView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadStatus {
    Runnable,
    /// Waits at a select.
    Blocked,
    /// Waits at a select where the program may end.
    BlockedAtEnd,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameView {
    pub proc: String,
    /// The statement that comes next.
    pub span: Option<Span>,
    /// The user's variables.
    pub locals: Vec<Binding>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectView {
    pub number: u32,
    pub class: String,
    /// Fields by name; elements and messages by index `[0]`, `[1]`; elements of a set without names.
    pub slots: Vec<Binding>,
}
