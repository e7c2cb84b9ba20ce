//! Twins of calls and returns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::execution::{Binding, Value, bindings};

/// Where control enters or leaves a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CallEvent {
    Call {
        procedure: String,
        arguments: Vec<Binding>,
    },
    Return {
        procedure: String,
        /// Empty where an exception is raised.
        results: Vec<Value>,
        /// The exception that the procedure raises for its caller.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exception: Option<String>,
    },
    /// A thread starts with this procedure.
    Start {
        thread: u32,
        procedure: String,
        arguments: Vec<Binding>,
    },
}

impl CallEvent {
    pub(crate) fn of(event: &verdict::CallEvent) -> Self {
        match event {
            verdict::CallEvent::Call { proc, args } => {
                Self::Call { procedure: proc.clone(), arguments: bindings(args) }
            }
            verdict::CallEvent::Return { proc, results, exception } => Self::Return {
                procedure: proc.clone(),
                results: results.iter().map(Value::of).collect(),
                exception: exception.clone(),
            },
            verdict::CallEvent::Start { thread, proc, args } => {
                Self::Start { thread: *thread, procedure: proc.clone(), arguments: bindings(args) }
            }
        }
    }
}
