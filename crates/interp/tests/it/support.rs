//! Programs in text form, and all their ends.

use std::collections::BTreeSet;

use base::{Id, Span};
use interp::{Context, Outcome, State, deadlock, snapshot, successors};
use ir::{Block, Program, TermOp};
use verdict::{Binding, Shown, ViolationKind};

/// Classes and globals that most tests share. Tests add procedures from `proc0` on.
pub(crate) const DECLARATIONS: &str = r#"
enum enum0 "Colour" { "red", "green", "blue" }
enum enum1 "string" { "", "two words" }
class class0 "Node" record { field0 "next": class0; field1 "val": i32 }
class class1 "Leaf" record extends class0 { field0; field1; field2 "mark": bool }
class class2 "Ints" array of i32
class class3 "Pair" array[2] of enum0
class class4 "Bag" set of i32
class class5 "Nodes" set of class0
class class6 "Chan" channel of i32
class class7 "Shape" interface
class class8 "Square" record implements class7 { field3 "side": 2..4 }
class class9 "Bools" array of bool
class class10 "Point" record { field4 "a": i32; field5 "cost": decimal }
class class11 "Points" set of class10 by contents
global g0 "x": i32
global g1 "y": i32
global g2 "b": bool
global g3 "n": class0
global g4 "ints": class2
global g5 "bag": class4
global g6 "c": class6
global g7 "col": enum0
global g8 "r": 1..3
global g9 "o": object
global g10 "text": enum1
global g11 "u": u64
global g12 "nodes": class5
global g13 "real": f64
global g14 "s": i8w
global g15 "d": decimal
global g16 "points": class11
global g17 "others": class11
global g18 "point": class10
"#;

/// The program with the shared declarations and these procedures, which must be correct.
pub(crate) fn program(procs: &str) -> Program {
    let text = format!("{DECLARATIONS}{procs}");
    let program = match ir::read(base::SourceId::new(0), &text) {
        Ok(program) => program,
        Err(errors) => panic!("{errors:#?}\nin\n{text}"),
    };
    if let Err(errors) = ir::verify(&program) {
        panic!("{errors:#?}\nin\n{text}");
    }
    program
}

/// One thread that executes this body, which may have further blocks.
pub(crate) fn sequential(body: &str) -> Program {
    program(&format!("thread proc0\nproc proc0 \"main\"() {{\n{}\n}}\n", with_entry(body)))
}

/// The body with a first block and a last return, unless it has its own.
fn with_entry(body: &str) -> String {
    if body.contains("block0:") { body.to_owned() } else { format!("block0:\n{body}\nreturn") }
}

/// Everything that an execution can end with: the globals that are not at their defaults, or what went wrong. Explores
/// all executions without recognising states, so they must all be finite and few.
pub(crate) fn endings(program: &Program) -> BTreeSet<String> {
    let ctx = Context::new(program);
    let initial = State::initial(&ctx);
    let defaults = snapshot(&ctx, &initial).globals;
    let mut endings = BTreeSet::new();
    let mut pending = vec![initial];
    let mut visited = 0;
    while let Some(state) = pending.pop() {
        visited += 1;
        assert!(visited < 100_000, "too many executions");
        if deadlock(&ctx, &state).expect("guards end").is_some() {
            endings.insert("deadlock".to_owned());
            continue;
        }
        let mut moved = false;
        for successor in successors(&ctx, &state).expect("guards end") {
            moved = true;
            match successor.outcome {
                Outcome::State { state, .. } => pending.push(state),
                Outcome::Violation { kind, .. } => _ = endings.insert(violation_text(&kind)),
                Outcome::Pruned => _ = endings.insert("pruned".to_owned()),
                Outcome::GaveUp(reason) => _ = endings.insert(format!("gave up: {reason}")),
            }
        }
        if !moved {
            endings.insert(globals_text(&snapshot(&ctx, &state).globals, &defaults));
        }
    }
    endings
}

pub(crate) fn check_endings(program: &Program, expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|text| text.to_string()).collect();
    assert_eq!(endings(program), expected, "of\n{}", ir::print(program));
}

pub(crate) fn violation_text(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::Assertion { message: Some(message) } => format!("assertion: {message}"),
        ViolationKind::Assertion { message: None } | ViolationKind::Fault(_) => kind.slug().to_owned(),
        ViolationKind::Deadlock | ViolationKind::AcceptanceCycle | ViolationKind::Formula => {
            kind.slug().to_owned()
        }
    }
}

fn globals_text(globals: &[Binding], defaults: &[Binding]) -> String {
    let changed = globals.iter().zip(defaults).filter(|(now, before)| now != before);
    changed.map(|(now, _)| format!("{}={}", now.name, shown(&now.value))).collect::<Vec<_>>().join(" ")
}

pub(crate) fn shown(value: &Shown) -> String {
    match value {
        Shown::Plain(text) => text.clone(),
        Shown::Null => "null".to_owned(),
        Shown::Object { class, number } => format!("{class}#{number}"),
    }
}

/// Gives each statement, from one step mark to the next inside its block, a span of its own, numbered from 0 through
/// the program, and each join one of its own within the select's.
pub(crate) fn number_statements(program: &mut Program) {
    let file = base::SourceId::new(0);
    let mut next = 0;
    for block in program.procs.iter_mut().flat_map(|proc| proc.blocks.iter_mut()) {
        let Block { instrs, terminator } = block;
        next += 1;
        for site in instrs.iter_mut().map(|instr| &mut instr.site).chain([&mut terminator.site]) {
            next += u32::from(site.step);
            site.span = Some(Span::new(file, next * 100, next * 100 + 100));
        }
        if let TermOp::Select { joins, .. } = &mut terminator.op {
            for (join, number) in joins.iter_mut().zip(1..) {
                join.span = Some(Span::new(file, next * 100 + number, next * 100 + number + 1));
            }
        }
    }
}

/// The program with numbered statements.
pub(crate) fn numbered(procs: &str) -> Program {
    let mut program = program(procs);
    number_statements(&mut program);
    program
}
