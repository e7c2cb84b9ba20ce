//! All heaps of a summary state, one by one.

use solver::guard::Guard;

use crate::executor::Executor;
use crate::state::Pin;

/// One guard for each combination of choices that is possible under the path condition. Literals that say nothing are
/// false in it.
pub(super) fn all(executor: &mut Executor<'_>) -> Vec<Guard> {
    let pins: Vec<Pin> = executor.state.pins.clone();
    let mut open = vec![Guard::TRUE];
    for Pin { literal, means, says: _ } in pins {
        let logic = &mut executor.logic;
        let mut next = Vec::with_capacity(open.len());
        for choices in open {
            let chosen = logic.guards.and(literal, means);
            for alternative in [chosen, !literal] {
                let here = logic.guards.and(choices, alternative);
                if logic.is_possible(here).expect("no limit") {
                    next.push(here);
                }
            }
        }
        open = next;
    }
    open
}
