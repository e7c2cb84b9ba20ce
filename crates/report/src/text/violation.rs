//! Violations: the failing line, the trace that leads to it, and the state where it ends.

use annotate_snippets::Level;
use base::SourceMap;

use super::paint::{Painter, Role, counted};
use super::snippet::{self, Mark, Message};
use super::state::thread_name;
use super::{Verbosity, shared, state, trace};
use crate::twin::execution::{Execution, ThreadStatus};
use crate::twin::location::Location;
use crate::twin::violation::{Told, Violation, ViolationKind};

/// The violation as text; ends with a line end.
pub(crate) fn render(
    violation: &Violation,
    sources: &SourceMap,
    verbosity: Verbosity,
    painter: Painter,
) -> String {
    let message = Message {
        level: Level::ERROR,
        id: violation.kind.slug(),
        text: &violation.message,
        marks: marks(violation),
        notes: &[],
        help: None,
    };
    let told = match &violation.told {
        Told::Steps { trace, .. } => execution(trace, verbosity, painter),
        Told::Shared { shared_trace, .. } => shared::render(shared_trace, verbosity, painter),
    };
    snippet::render(&message, sources, painter) + "\n" + &told
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

/// A trace with its heading, and the state where it ends.
pub(crate) fn execution(execution: &Execution, verbosity: Verbosity, painter: Painter) -> String {
    let steps = counted(execution.steps.len() as u64, "statement");
    let threads = match execution.thread_count() {
        0 | 1 => String::new(),
        many => format!(" of {}", counted(many as u64, "thread")),
    };
    let repeated = match (&execution.word, execution.loop_start) {
        (Some(_), Some(start)) if start < execution.steps.len() => match execution.steps.len() - start {
            1 => ", the last one for ever".to_owned(),
            many => format!(", the last {} for ever", super::thousands(many as u64)),
        },
        (Some(_) | None, _) => String::new(),
    };
    let mut text = format!("{} {steps}{threads}{repeated}\n\n", painter.paint(Role::Heading, "trace:"));
    text += &trace::render(execution, verbosity, painter);
    text += &format!("\n{}\n\n", painter.paint(Role::Heading, "state at the end:"));
    for line in state::lines(&execution.final_state, verbosity, painter) {
        text += &format!("  {line}\n");
    }
    text
}

fn marks(violation: &Violation) -> Vec<Mark> {
    let Some(location) = &violation.location else { return Vec::new() };
    let last = violation.steps().and_then(|trace| trace.steps.last()).and_then(|step| step.thread);
    let has_many = |trace: &Execution| trace.thread_count() > 1 || trace.final_state.threads.len() > 1;
    let many = violation.steps().is_some_and(has_many);
    let by = if many { format!(" in {}", thread_name(last)) } else { String::new() };
    match violation.kind {
        ViolationKind::Deadlock => waiting_marks(violation, location),
        ViolationKind::AcceptanceCycle => vec![Mark::first_line(location, "accepting, and on the loop")],
        ViolationKind::Formula => vec![Mark::first_line(location, "")],
        ViolationKind::Assertion => vec![Mark::first_line(location, format!("false{by}"))],
        ViolationKind::UnhandledException => vec![Mark::first_line(location, format!("raised{by}"))],
        ViolationKind::NullDereference
        | ViolationKind::IndexOutOfBounds
        | ViolationKind::DivisionByZero
        | ViolationKind::Overflow
        | ViolationKind::OutOfRange
        | ViolationKind::NegativeLength
        | ViolationKind::EmptyChoice
        | ViolationKind::FailedCast
        | ViolationKind::BlockingInAtomic => vec![Mark::first_line(location, by.trim_start())],
    }
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
