//! Calls and returns in the user's terms: which procedure, with which arguments and results.

use heap::Heap;
use ir::{LocalKind, ProcId, Program, Type, Value};
use verdict::{Binding, CallEvent};

use crate::context::Context;
use crate::show::{show, text_of};
use crate::state::State;

/// A result of the enum of this name says which exception was raised; its first constant means none.
const EXCEPTION_ENUM: &str = "exception";

/// The parameters of a procedure that the user declared, with their values.
pub(crate) fn arguments(program: &Program, heap: &Heap, proc: ProcId, args: &[Value]) -> Vec<Binding> {
    let params = program.procs[proc].params().zip(args);
    let users = params.filter(|((_, local), _)| local.kind == LocalKind::User);
    let binding = |((_, local), &value): ((_, &ir::Local), &Value)| Binding {
        name: local.name.clone(),
        value: show(program, heap, Some(local.ty), value),
    };
    users.map(binding).collect()
}

/// The running procedure of a thread returns these values.
pub(crate) fn return_event(ctx: &Context<'_>, state: &State, thread: usize, values: &[Value]) -> CallEvent {
    let (program, heap) = (ctx.program, &state.heap);
    let code = state.threads[thread].top().code(program);
    let (exception, results) = split_exception(program, &code.results);
    let shown = |(&ty, &value): (&Type, &Value)| show(program, heap, Some(ty), value);
    let raised = exception.zip(values.last()).filter(|&(_, &number)| number != Value::Int(0));
    let exception = raised.map(|(ty, &number)| text_of(&show(program, heap, Some(ty), number)));
    let results = match exception {
        Some(_) => Vec::new(),
        None => results.iter().zip(values).map(shown).collect(),
    };
    CallEvent::Return { proc: code.name.clone(), results, exception }
}

/// The type of exceptions, if the last result is one, and the results that the user declared.
fn split_exception<'a>(program: &Program, results: &'a [Type]) -> (Option<Type>, &'a [Type]) {
    match results {
        [users @ .., last @ Type::Enum(of)] if program.enums[*of].name == EXCEPTION_ENUM => {
            (Some(*last), users)
        }
        all => (None, all),
    }
}
