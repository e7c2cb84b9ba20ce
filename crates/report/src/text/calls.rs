//! What a statement calls, with which arguments, and what it returns.

use super::manner::Manner;
use super::paint::printable;
use super::state::thread_name;
use crate::twin::call::CallEvent;
use crate::twin::execution::{Binding, Step, Value};

/// At most so many arguments or results are listed, unless nothing is to be left out.
const MAX_LISTED: usize = 8;

/// One text for each call and return that says more than the source, which is `source`.
pub(crate) fn call_text(step: &Step, source: &str, manner: Manner) -> Vec<String> {
    step.call_events.iter().filter_map(|event| event_text(event, step, source, manner)).collect()
}

fn event_text(event: &CallEvent, step: &Step, source: &str, manner: Manner) -> Option<String> {
    let text = match event {
        CallEvent::Call { arguments, .. } if arguments.is_empty() => return None,
        CallEvent::Call { procedure, arguments } => {
            format!("calls {procedure}({})", bindings(arguments, manner))
        }
        CallEvent::Return { procedure, exception: Some(exception), .. } => {
            format!("raises {exception} out of {procedure}")
        }
        CallEvent::Return { procedure, results, exception: None } if results.is_empty() => {
            match (source.contains("return"), step.depth) {
                (true, _) => format!("from {procedure}"),
                // The end of a thread that no source line is about.
                (false, 0) => return None,
                (false, _) => format!("returns from {procedure}"),
            }
        }
        CallEvent::Return { procedure, results, exception: None } => {
            format!("returns {} from {procedure}", values(results, manner))
        }
        CallEvent::Start { thread, procedure, arguments } => {
            format!("starts {}: {procedure}({})", thread_name(Some(*thread)), bindings(arguments, manner))
        }
    };
    Some(printable(&text))
}

/// `n = 2, deep = true`
fn bindings(bindings: &[Binding], manner: Manner) -> String {
    let text = |binding: &Binding| format!("{} = {}", binding.name, binding.value.text(manner.null));
    listed(bindings.iter().map(text), manner)
}

fn values(values: &[Value], manner: Manner) -> String {
    listed(values.iter().map(|value| value.text(manner.null)), manner)
}

fn listed(items: impl ExactSizeIterator<Item = String>, manner: Manner) -> String {
    let most = if manner.elides() { MAX_LISTED } else { usize::MAX };
    let more = items.len() > most;
    let mut shown: Vec<String> = items.take(most).collect();
    shown.extend(more.then(|| "...".to_owned()));
    shown.join(", ")
}
