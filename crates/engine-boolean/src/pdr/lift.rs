//! Which inputs a result depends on: from values of all nodes to few values that suffice.
//!
//! A conjunction that is true needs both operands, and one that is false needs one that is false. Of two false operands
//! the cheaper one is taken, as if nothing were shared. Only some inputs cost anything: the others are fixed.

use solver::aig::{Aig, Node, Signal};

use super::unit::Valuation;

/// Which of the `costly` inputs must keep their values so that all of the `required` signals, which are true, stay true
/// whatever the other costly ones become.
pub(crate) fn needed(aig: &Aig, values: &Valuation, required: &[Signal], costly: &[Signal]) -> Vec<bool> {
    let costs = costs(aig, values, costly);
    let mut marked = vec![false; aig.n_nodes()];
    let mut stack: Vec<Signal> = required.iter().copied().filter(|root| costs[root.node()] > 0).collect();
    while let Some(signal) = stack.pop() {
        if std::mem::replace(&mut marked[signal.node()], true) {
            continue;
        }
        let Node::And(first, second) = aig.node(signal) else { continue };
        let cost = |operand: Signal| if marked[operand.node()] { 0 } else { costs[operand.node()] };
        let operands = match (values.of(first), values.of(second)) {
            (true, true) => [Some(first), Some(second)],
            (true, false) => [Some(second), None],
            (false, true) => [Some(first), None],
            (false, false) if cost(first) <= cost(second) => [Some(first), None],
            (false, false) => [Some(second), None],
        };
        stack.extend(operands.into_iter().flatten().filter(|operand| costs[operand.node()] > 0));
    }
    costly.iter().map(|input| marked[input.node()]).collect()
}

/// How many costly inputs a node needs at most for its value.
fn costs(aig: &Aig, values: &Valuation, costly: &[Signal]) -> Vec<u32> {
    let mut is_costly = vec![false; aig.n_nodes()];
    costly.iter().for_each(|input| is_costly[input.node()] = true);
    let mut costs: Vec<u32> = Vec::with_capacity(aig.n_nodes());
    for (signal, node) in aig.nodes() {
        let cost = match node {
            Node::Constant => 0,
            Node::Input(_) => u32::from(is_costly[signal.node()]),
            Node::And(first, second) => {
                let (one, other) = (costs[first.node()], costs[second.node()]);
                match (values.of(first), values.of(second)) {
                    (true, true) => one.saturating_add(other),
                    (true, false) => other,
                    (false, true) => one,
                    (false, false) => one.min(other),
                }
            }
        };
        costs.push(cost);
    }
    costs
}
