//! Whether a program executes anything. A question about all executions of a program that has none is a mistake: it
//! would hold, whatever it is.

use base::{Diagnostic, Id, Span};
use ir::{Op, ProcId, Program, TermOp, ThreadOp, Type};

use crate::codes::NOTHING_STARTS;
use crate::language::Language;

/// Names that the first method of a program often has, the likeliest first.
const USUAL_NAMES: [&str; 3] = ["main", "run", "start"];

/// Says what is missing, if a program of this language has no executions.
pub fn nothing_starts(program: &Program, language: Language) -> Option<Diagnostic> {
    // In Zing, `init` only gives static fields their values.
    let starts = !program.threads.is_empty() || (program.init.is_some() && language != Language::Zing);
    if starts {
        return None;
    }
    let message = "The program starts no thread, so it has no executions to ask about.";
    let diagnostic = Diagnostic::error(&NOTHING_STARTS, message);
    let found = likely_start(program);
    Some(match (language, found) {
        (Language::Core, Some((proc, span))) => diagnostic
            .at(span, "this procedure has no parameters and could be the start")
            .help(format!("add a line `thread {proc}` before the first procedure")),
        (Language::Core, None) => {
            diagnostic.help("add a procedure without parameters, and a line `thread proc0` with its number")
        }
        (_, Some((proc, span))) => {
            let name = &program.procs[proc].name;
            let name = name.rsplit('.').next().unwrap_or(name);
            diagnostic
                .at(span, "this static method has no parameters and could be the start")
                .help(format!("mark it as `activate`: `activate static void {name}()`"))
        }
        (_, None) => {
            diagnostic.help("start a static method without parameters: `activate static void Run() { ... }`")
        }
    })
}

/// The procedure that is likeliest to be meant: one with a usual name, then one that no other calls.
fn likely_start(program: &Program) -> Option<(ProcId, Span)> {
    let is_called = called(program);
    let candidates = program.procs.iter_enumerated().filter(|(_, proc)| {
        let is_void = proc.results.iter().all(|&result| is_exception(program, result));
        proc.n_params == 0 && is_void && !proc.observer
    });
    let candidates = candidates.filter_map(|(id, proc)| Some((id, proc, proc.span?)));
    let best = candidates.min_by_key(|(id, proc, _)| {
        let name = proc.name.rsplit('.').next().unwrap_or(&proc.name).to_lowercase();
        let rank = USUAL_NAMES.iter().position(|usual| *usual == name).unwrap_or(USUAL_NAMES.len());
        (rank, is_called[id.index()])
    });
    best.map(|(id, _, span)| (id, span))
}

/// Methods that exceptions may leave give back which one.
fn is_exception(program: &Program, result: Type) -> bool {
    matches!(result, Type::Enum(id) if program.enums[id].name == "exception")
}

fn called(program: &Program) -> Vec<bool> {
    let mut called = vec![false; program.procs.len()];
    for block in program.procs.iter().flat_map(|proc| &proc.blocks) {
        if let TermOp::Call { proc, .. } = &block.terminator.op {
            called[proc.index()] = true;
        }
        for instr in &block.instrs {
            if let Op::Thread(ThreadOp::Spawn { proc, .. }) = &instr.op {
                called[proc.index()] = true;
            }
        }
    }
    called
}
