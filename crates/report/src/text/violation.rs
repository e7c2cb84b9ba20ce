//! Violations: the failing line, the trace that leads to it, and the state where it ends.

use annotate_snippets::Level;
use base::SourceMap;

use super::manner::{Manner, TraceStyle};
use super::paint::{Painter, Role, counted, printable};
use super::snippet::{self, Mark, Message};
use super::state::thread_name;
use super::{shared, state, trace};
use crate::twin::execution::{Binding, Execution, ThreadStatus, Value};
use crate::twin::location::Location;
use crate::twin::violation::{Violation, ViolationKind, Witness};

/// The violation as text; ends with a line end.
pub(crate) fn render(violation: &Violation, sources: &SourceMap, manner: Manner, painter: Painter) -> String {
    let message = Message {
        level: Level::ERROR,
        id: violation.kind.slug(),
        text: &violation.message,
        marks: marks(violation, manner),
        notes: &[],
        help: None,
    };
    let text = match &violation.witness {
        _ if manner.trace == TraceStyle::None => return snippet::render(&message, sources, painter),
        Witness::Steps { trace, .. } => execution(trace, manner, painter),
        Witness::Shared { shared_trace, .. } => shared::render(shared_trace, manner, painter),
    };
    snippet::render(&message, sources, painter) + "\n" + &text
}

/// One line: the kind, the place, the message.
pub(crate) fn brief(violation: &Violation, painter: Painter) -> String {
    let Violation { kind, message, location, .. } = violation;
    let place = location
        .as_ref()
        .map(|Location { file, line, column, .. }| format!("{file}:{line}:{column}: "))
        .unwrap_or_default();
    let kind = painter.paint(Role::Violated, format!("error[{}]", kind.slug()));
    format!("{}{kind}: {}\n", super::paint::printable(&place), super::paint::printable(message))
}

/// A trace with its heading, the inputs that it begins with, and the state where it ends.
pub(crate) fn execution(execution: &Execution, manner: Manner, painter: Painter) -> String {
    if manner.trace == TraceStyle::None {
        return String::new();
    }
    let steps = counted(execution.steps.len() as u64, "statement");
    let threads = match execution.thread_count() {
        0 | 1 => String::new(),
        many => format!(" of {}", counted(many as u64, "thread")),
    };
    let repeated = match (&execution.word, execution.loop_start) {
        (Some(_), Some(start)) if start < execution.steps.len() => match execution.steps.len() - start {
            1 => ", the last one forever".to_owned(),
            many => format!(", the last {} forever", super::thousands(many as u64)),
        },
        (Some(_) | None, _) => String::new(),
    };
    let mut text = match &execution.inputs {
        Some(inputs) => state::at_start(inputs, manner, painter) + "\n",
        None => String::new(),
    };
    text += &format!("{} {steps}{threads}{repeated}\n", painter.paint(Role::Heading, "trace:"));
    if !execution.steps.is_empty() {
        text.push('\n');
    }
    text += &trace::render(execution, manner, painter);
    text + &state::at_end(&execution.final_state, manner, painter)
}

fn marks(violation: &Violation, manner: Manner) -> Vec<Mark> {
    let Some(location) = &violation.location else { return Vec::new() };
    let last = violation.steps().and_then(|trace| trace.steps.last()).and_then(|step| step.thread);
    let has_many = |trace: &Execution| trace.thread_count() > 1 || trace.final_state.threads.len() > 1;
    let many = violation.steps().is_some_and(has_many);
    let by = if many { format!(" in {}", thread_name(last)) } else { String::new() };
    let values = values_text(&violation.values, manner);
    match violation.kind {
        ViolationKind::Deadlock => waiting_marks(violation, location),
        ViolationKind::AcceptanceCycle => vec![Mark::first_line(location, "accepting, and on the loop")],
        ViolationKind::Formula => vec![Mark::first_line(location, "")],
        ViolationKind::Assertion => {
            let why = if values.is_empty() { String::new() } else { format!(": {values}") };
            vec![Mark::first_line(location, format!("false{by}{why}"))]
        }
        ViolationKind::UnhandledException => vec![Mark::first_line(location, format!("raised{by}"))],
        ViolationKind::NullDereference
        | ViolationKind::IndexOutOfBounds
        | ViolationKind::DivisionByZero
        | ViolationKind::Overflow
        | ViolationKind::OutOfRange
        | ViolationKind::NegativeLength
        | ViolationKind::EmptyChoice
        | ViolationKind::FailedCast
        | ViolationKind::ArrayStore
        | ViolationKind::BlockingInAtomic => {
            let text = format!("{values}{by}");
            vec![Mark::first_line(location, text.trim_start())]
        }
    }
}

/// `b.count = 3, p.next is null`
fn values_text(values: &[Binding], manner: Manner) -> String {
    let text = |binding: &Binding| match &binding.value {
        Value::Null => format!("{} is {}", binding.name, manner.null),
        Value::Plain { .. } | Value::Object { .. } => {
            format!("{} = {}", binding.name, binding.value.text(manner.null))
        }
    };
    printable(&values.iter().map(text).collect::<Vec<_>>().join(", "))
}

/// A deadlock has a mark for every place where threads wait, that of the violation first.
fn waiting_marks(violation: &Violation, location: &Location) -> Vec<Mark> {
    let mut places: Vec<(&Location, Vec<u32>)> = vec![(location, Vec::new())];
    for thread in &violation.final_state().threads {
        let place = thread.frames.last().and_then(|frame| frame.location.as_ref());
        let (Some(place), Some(number), ThreadStatus::Blocked) = (place, thread.number, thread.status) else {
            continue;
        };
        match places.iter_mut().find(|(known, _)| known.line == place.line && known.file == place.file) {
            Some((_, threads)) => threads.push(number),
            None => places.push((place, vec![number])),
        }
    }
    places.into_iter().map(|(place, threads)| Mark::first_line(place, waiting_text(&threads))).collect()
}

fn waiting_text(threads: &[u32]) -> String {
    match threads {
        [] => "waits here".to_owned(),
        [one] => format!("thread {one} waits here"),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(u32::to_string).collect();
            format!("threads {} and {last} wait here", most.join(", "))
        }
    }
}
