//! Whole states: globals, stacks, objects.

use std::ops::Range;

use super::Verbosity;
use super::manner::{Manner, TraceStyle};
use super::paint::{Painter, Role, counted, fill, printable, width};
use crate::twin::execution::{Binding, Frame, Inputs, Object, State, Thread, ThreadStatus};

/// How many objects, and slots of one object, a state shows unless nothing is to be left out.
const MAX_OBJECTS: usize = 60;
const MAX_SLOTS: usize = 32;

/// A deep stack keeps so many frames at its top and at its bottom.
const TOP_FRAMES: usize = 12;
const BOTTOM_FRAMES: usize = 4;

/// Names longer than this are not lined up with the others.
const MAX_NAME: usize = 32;

/// The state, line by line and without line ends.
pub(crate) fn lines(state: &State, manner: Manner, painter: Painter) -> Vec<String> {
    let State { globals, threads, objects } = state;
    let mut lines = Vec::new();
    push_globals(&mut lines, globals, manner, painter);
    for thread in threads {
        push_thread(&mut lines, thread, manner, painter);
    }
    push_heap(&mut lines, objects, manner, painter);
    if lines.is_empty() {
        lines.push(painter.paint(Role::Faint, "nothing is left: no thread, no global, no object"));
    }
    lines
}

/// What an execution begins with that does not begin as the program does, with its heading.
pub(crate) fn at_start(inputs: &Inputs, manner: Manner, painter: Painter) -> String {
    let Inputs { procedure, location, arguments, globals, objects } = inputs;
    let mut call = painter.paint(Role::Thread, format!("call of {}", printable(procedure)));
    if let Some(location) = location {
        call += &painter.paint(Role::Gutter, format!(" at line {}", location.line));
    }
    let mut lines = vec![call];
    push_bindings(&mut lines, "  ", arguments, manner);
    push_globals(&mut lines, globals, manner, painter);
    push_heap(&mut lines, objects, manner, painter);
    let mut text = format!("{}\n\n", painter.paint(Role::Heading, "state at the start:"));
    for line in lines {
        text += &format!("  {line}\n");
    }
    text
}

/// The state where an execution ends, with its heading; nothing, where traces show changes only.
pub(crate) fn at_end(state: &State, manner: Manner, painter: Painter) -> String {
    if manner.trace == TraceStyle::Changes {
        return String::new();
    }
    let mut text = format!("\n{}\n\n", painter.paint(Role::Heading, "state at the end:"));
    for line in lines(state, manner, painter) {
        text += &format!("  {line}\n");
    }
    text
}

/// `thread 2`, or the phase before all threads.
pub(crate) fn thread_name(number: Option<u32>) -> String {
    number.map_or_else(|| "initialisation".to_owned(), |number| format!("thread {number}"))
}

fn push_globals(lines: &mut Vec<String>, globals: &[Binding], manner: Manner, painter: Painter) {
    if !globals.is_empty() {
        lines.push(painter.paint(Role::Thread, "globals"));
        push_bindings(lines, "  ", globals, manner);
    }
}

fn push_heap(lines: &mut Vec<String>, objects: &[Object], manner: Manner, painter: Painter) {
    if !objects.is_empty() {
        lines.push(painter.paint(Role::Thread, "heap"));
        push_objects(lines, objects, manner, painter);
    }
}

fn push_thread(lines: &mut Vec<String>, thread: &Thread, manner: Manner, painter: Painter) {
    let status = match thread.status {
        ThreadStatus::Runnable => "",
        ThreadStatus::Blocked => ", waiting",
        ThreadStatus::BlockedAtEnd => ", waiting where it may end",
    };
    lines.push(painter.paint(Role::Thread, thread_name(thread.number)) + status);
    // The running procedure first, as in every other tool that prints stacks.
    let hidden = hidden_frames(thread.frames.len(), manner);
    for (index, frame) in thread.frames.iter().rev().enumerate() {
        if index == hidden.start && !hidden.is_empty() {
            let text = format!("  ... {} not shown; -v shows all", counted(hidden.len() as u64, "frame"));
            lines.push(painter.paint(Role::Faint, text));
        }
        if !hidden.contains(&index) {
            lines.push(frame_line(frame, painter));
            push_bindings(lines, "    ", &frame.locals, manner);
        }
    }
}

/// The frames of a deep stack that are left out, counted from the top.
fn hidden_frames(depth: usize, manner: Manner) -> Range<usize> {
    let is_deep = manner.verbosity != Verbosity::Verbose && depth > TOP_FRAMES + BOTTOM_FRAMES + 1;
    if is_deep { TOP_FRAMES..depth - BOTTOM_FRAMES } else { 0..0 }
}

fn frame_line(frame: &Frame, painter: Painter) -> String {
    let mut line = format!("  {}", printable(&frame.procedure));
    if let Some(location) = &frame.location {
        line += &painter.paint(Role::Gutter, format!(" at line {}", location.line));
        let source = frame.source.as_deref().map(printable).unwrap_or_default();
        line += &painter.paint(Role::Faint, format!(": {source}"));
    }
    line
}

fn push_bindings(lines: &mut Vec<String>, indent: &str, bindings: &[Binding], manner: Manner) {
    let names: Vec<String> = bindings.iter().map(|binding| printable(&binding.name)).collect();
    let column = names.iter().map(|name| width(name)).filter(|&length| length <= MAX_NAME).max().unwrap_or(0);
    for (name, binding) in names.iter().zip(bindings) {
        let value = printable(&binding.value.text(manner.null));
        lines.push(format!("{indent}{name}{} = {value}", fill(name, column)));
    }
}

fn push_objects(lines: &mut Vec<String>, objects: &[Object], manner: Manner, painter: Painter) {
    let whole = manner.verbosity == Verbosity::Verbose;
    let shown = if whole { objects.len() } else { MAX_OBJECTS };
    for object in objects.iter().take(shown) {
        lines.push(format!("  {}", object_text(object, if whole { usize::MAX } else { MAX_SLOTS }, manner)));
    }
    if let Some(hidden) = objects.len().checked_sub(shown).filter(|&hidden| hidden > 0) {
        let text = format!("  ... {} not shown; -v shows all", counted(hidden as u64, "object"));
        lines.push(painter.paint(Role::Faint, text));
    }
}

/// `Node#1 { next = Node#2, val = 3 }`, `int[]#3 [ 0, 1 ]`, `Set#4 { 1, 2 }`.
fn object_text(object: &Object, max_slots: usize, manner: Manner) -> String {
    let Object { number, class, slots } = object;
    let indexed = slots.first().is_some_and(|slot| slot.name.starts_with('['));
    let mut items: Vec<String> =
        slots.iter().take(max_slots).map(|slot| slot_text(slot, indexed, manner)).collect();
    if slots.len() > max_slots {
        items.push(format!("... {} more", super::thousands((slots.len() - max_slots) as u64)));
    }
    let (open, close) = if indexed { ('[', ']') } else { ('{', '}') };
    let name = format!("{}#{number}", printable(class));
    if items.is_empty() {
        format!("{name} {{}}")
    } else {
        format!("{name} {open} {} {close}", items.join(", "))
    }
}

fn slot_text(slot: &Binding, indexed: bool, manner: Manner) -> String {
    let value = printable(&slot.value.text(manner.null));
    if indexed || slot.name.is_empty() { value } else { format!("{} = {value}", printable(&slot.name)) }
}
