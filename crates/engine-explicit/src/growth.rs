//! What grows along the executions of a search that ended at a limit, and what helps.

use machine::growth::growth_on_way;
use machine::{Code, State};
use verdict::Growth;

use crate::expand::Expander;
use crate::remember::Remember;
use crate::schedule::Schedule;
use crate::store::{StateId, Store};

/// What grows on the way to the largest state.
pub(crate) fn of_states<W: Remember>(code: &Code<'_>, store: &Store, schedule: Schedule) -> Option<Growth> {
    let largest = store.largest()?;
    let mut way: Vec<StateId> = std::iter::successors(Some(largest), |&id| store.parent(id)).collect();
    way.reverse();
    let mut expander = Expander::<W>::new(code, schedule);
    let mut encoding = Vec::new();
    growth_on_way(code.program, &way, &mut |id| -> State {
        store.load(id, &mut encoding);
        expander.load(&encoding);
        expander.state.clone()
    })
}

/// What to do about it. With one thread, other engines may do without what grows.
pub(crate) fn remedy(growth: &Growth, is_sequential: bool) -> String {
    match growth {
        Growth::Calls { .. } if is_sequential => {
            "summaries of procedures and --engine pushdown decide recursion of any depth".to_owned()
        }
        Growth::Chain { .. } | Growth::Objects { .. } if is_sequential => {
            format!("--engine pushdown may do without what no procedure sees, or {}", growth.remedy())
        }
        Growth::Calls { .. }
        | Growth::Threads { .. }
        | Growth::Elements { .. }
        | Growth::Chain { .. }
        | Growth::Objects { .. }
        | Growth::Number { .. } => growth.remedy(),
    }
}
