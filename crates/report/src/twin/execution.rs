//! Twins of replayed executions: steps, changes, values, whole states.

use base::{SourceMap, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::call::CallEvent;
use crate::twin::location::{self, Location};
use crate::twin::source_line::SourceLines;
use crate::twin::word::Word;

/// An execution, one entry for each source statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Execution {
    /// The call that the execution begins with, and the state before it. Absent where the execution begins as the
    /// program does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Inputs>,
    pub steps: Vec<Step>,
    /// Index of the step where the loop of an infinite execution begins; the number of steps, if it stays in its last
    /// state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_start: Option<usize>,
    /// The state at the end.
    pub final_state: State,
    /// What the atoms of a formula say along the execution, if it violates one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Word>,
}

/// One call in a given state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Inputs {
    pub procedure: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// By the names of the parameters.
    pub arguments: Vec<Binding>,
    pub globals: Vec<Binding>,
    /// The objects that arguments and globals reach, by their numbers.
    pub objects: Vec<Object>,
}

/// One source statement of one thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The thread's number; absent for the initialisation before all threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<u32>,
    pub procedure: String,
    /// How many calls of the thread have not returned where the statement begins.
    #[serde(default)]
    pub depth: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The source line where the statement begins, without comments and the space around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The statement itself; of a longer one its first line; `return`, where a procedure ends without a statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// Index of the uninterruptible move that the statement belongs to: an atomic section is one move of many
    /// statements.
    pub atomic_move: usize,
    /// Calls and returns of the statement, and threads that it starts, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub call_events: Vec<CallEvent>,
    /// Variables and fields with another value than before, in order of writing.
    pub changes: Vec<Change>,
    /// Choices made: `choose = 2`, `join 1 of 2`.
    pub choices: Vec<String>,
    /// What the program printed.
    pub output: Vec<String>,
    /// The whole state after the statement, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

/// A new value of a variable `x`, a field `Node#2.next`, or an element `int[]#3[1]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    pub target: String,
    pub value: Value,
}

/// A value. Objects are named by class and number, in order of allocation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Value {
    /// A number, a truth value, or an enum constant, as it stands in the source.
    Plain { text: String },
    /// The null reference.
    Null,
    /// A reference to an object.
    Object { class: String, number: u32 },
}

/// A name and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Binding {
    pub name: String,
    pub value: Value,
}

/// A whole state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct State {
    pub globals: Vec<Binding>,
    /// The live threads, in order of creation.
    pub threads: Vec<Thread>,
    /// The objects that globals and stacks reach, in order of allocation.
    pub objects: Vec<Object>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Thread {
    /// Absent for the initialisation before all threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    pub status: ThreadStatus,
    /// The stack; the running procedure comes last.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ThreadStatus {
    /// Can move.
    Runnable,
    /// Waits at a select.
    Blocked,
    /// Waits at a select where the program may end.
    BlockedAtEnd,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Frame {
    pub procedure: String,
    /// The statement that comes next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The source line where that statement begins, without comments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    pub locals: Vec<Binding>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Object {
    pub number: u32,
    pub class: String,
    /// Fields by name; elements and messages by index `[0]`, `[1]`; elements of a set with empty names.
    pub slots: Vec<Binding>,
}

impl Execution {
    pub fn of(execution: &verdict::Execution, sources: &SourceMap) -> Self {
        let verdict::Execution { inputs, moments, loop_start, last, word } = execution;
        let final_state = State::of(last, sources);
        let steps = Step::all(moments, sources);
        let before_loop =
            |&start: &usize| moments.iter().take(start).filter(|moment| is_shown(moment, sources)).count();
        let loop_start = loop_start.as_ref().map(before_loop);
        let word = word.as_ref().map(|word| Word::of(word, &steps, loop_start, &final_state));
        let inputs = inputs.as_ref().map(|inputs| Inputs::of(inputs, sources));
        Self { inputs, steps, loop_start, final_state, word }
    }

    /// How many different threads move, the initialisation not counted.
    pub fn thread_count(&self) -> usize {
        let mut numbers: Vec<u32> = self.steps.iter().filter_map(|step| step.thread).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len()
    }
}

/// Whether a statement is the user's.
fn is_shown(moment: &verdict::Moment, sources: &SourceMap) -> bool {
    moment.span.is_none_or(|span| !sources.file(span.file).is_library)
}

impl Inputs {
    fn of(inputs: &verdict::Inputs, sources: &SourceMap) -> Self {
        let verdict::Inputs { proc, span, args, globals, objects } = inputs;
        Self {
            procedure: proc.clone(),
            location: located(*span, sources),
            arguments: bindings(args),
            globals: bindings(globals),
            objects: objects.iter().map(Object::of).collect(),
        }
    }
}

impl Step {
    pub fn all(moments: &[verdict::Moment], sources: &SourceMap) -> Vec<Self> {
        let mut lines = SourceLines::new(sources);
        let shown = moments.iter().filter(|moment| is_shown(moment, sources));
        shown.map(|moment| Self::of(moment, &mut lines)).collect()
    }

    pub(crate) fn of(moment: &verdict::Moment, lines: &mut SourceLines<'_>) -> Self {
        let verdict::Moment {
            thread,
            proc,
            depth,
            span,
            trace_step,
            returns,
            calls,
            changes,
            choices,
            output,
            operands: _,
            state,
        } = moment;
        let sources = lines.sources();
        let place = span.map(|span| lines.at(span));
        let change = |change: &verdict::Change| Change {
            target: change.target.clone(),
            value: Value::of(&change.value),
        };
        Self {
            thread: *thread,
            procedure: proc.clone(),
            depth: *depth,
            location: place.map(|place| place.location.clone()),
            source: place.map(|place| place.line.clone()),
            statement: place.map(|place| place.statement(*returns)),
            atomic_move: *trace_step,
            call_events: calls.iter().map(CallEvent::of).collect(),
            changes: changes.iter().map(change).collect(),
            choices: choices.clone(),
            output: output.clone(),
            state: state.as_ref().map(|state| State::of(state, sources)),
        }
    }
}

impl Value {
    pub(crate) fn of(value: &verdict::Shown) -> Self {
        match value {
            verdict::Shown::Plain(text) => Self::Plain { text: text.clone() },
            verdict::Shown::Null => Self::Null,
            verdict::Shown::Object { class, number } => {
                Self::Object { class: class.clone(), number: *number }
            }
        }
    }
}

impl Value {
    /// `3`, `Node#2`, or the word of the language for null.
    pub fn text(&self, null: &str) -> String {
        match self {
            Value::Plain { text } => text.clone(),
            Value::Null => null.to_owned(),
            Value::Object { class, number } => format!("{class}#{number}"),
        }
    }
}

impl State {
    pub fn of(snapshot: &verdict::Snapshot, sources: &SourceMap) -> Self {
        let verdict::Snapshot { globals, threads, objects } = snapshot;
        Self {
            globals: bindings(globals),
            threads: threads.iter().map(|thread| Thread::of(thread, sources)).collect(),
            objects: objects.iter().map(Object::of).collect(),
        }
    }
}

impl Thread {
    fn of(thread: &verdict::ThreadView, sources: &SourceMap) -> Self {
        let verdict::ThreadView { number, status, frames } = thread;
        let status = match status {
            verdict::ThreadStatus::Runnable => ThreadStatus::Runnable,
            verdict::ThreadStatus::Blocked => ThreadStatus::Blocked,
            verdict::ThreadStatus::BlockedAtEnd => ThreadStatus::BlockedAtEnd,
        };
        let frames = frames.iter().map(|frame| Frame::of(frame, sources)).collect();
        Self { number: *number, status, frames }
    }
}

impl Frame {
    fn of(frame: &verdict::FrameView, sources: &SourceMap) -> Self {
        let verdict::FrameView { proc, span, locals } = frame;
        Self {
            procedure: proc.clone(),
            location: located(*span, sources),
            source: span.map(|span| location::source_line(span, sources)),
            locals: bindings(locals),
        }
    }
}

impl Object {
    fn of(object: &verdict::ObjectView) -> Self {
        let verdict::ObjectView { number, class, slots } = object;
        Self { number: *number, class: class.clone(), slots: bindings(slots) }
    }
}

pub(crate) fn bindings(bindings: &[verdict::Binding]) -> Vec<Binding> {
    let twin =
        |binding: &verdict::Binding| Binding { name: binding.name.clone(), value: Value::of(&binding.value) };
    bindings.iter().map(twin).collect()
}

fn located(span: Option<Span>, sources: &SourceMap) -> Option<Location> {
    span.map(|span| Location::of(span, sources))
}
