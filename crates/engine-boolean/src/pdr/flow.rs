//! Paths that meet, and paths that part.

use solver::aig::{Aig, Signal};

/// What arrives somewhere, on all paths together.
#[derive(Clone)]
pub(super) struct Flow {
    pub(super) reached: Signal,
    /// Globals, and then the locals of the part.
    pub(super) values: Vec<Signal>,
    /// Sites that may lie on the way, in order.
    pub(super) sites: Vec<usize>,
}

/// All paths together, if there are any. No two are taken at once.
pub(super) fn merged(aig: &mut Aig, mut flows: Vec<Flow>) -> Option<Flow> {
    if flows.len() < 2 {
        return flows.pop();
    }
    let reached: Vec<Signal> = flows.iter().map(|flow| flow.reached).collect();
    let mut values = Vec::with_capacity(flows[0].values.len());
    for index in 0..flows[0].values.len() {
        let mut arms: Vec<(Signal, usize)> =
            flows.iter().enumerate().map(|(number, flow)| (flow.values[index], number)).collect();
        let first = arms[0].0;
        let is_same = arms.iter().all(|&(value, _)| value == first);
        values.push(if is_same { first } else { choice(aig, &mut arms, &reached) });
    }
    let mut sites: Vec<usize> = flows.into_iter().flat_map(|flow| flow.sites).collect();
    sites.sort_unstable();
    sites.dedup();
    Some(Flow { reached: any(aig, &reached), values, sites })
}

/// The value of the path that is taken. What most paths have needs no condition.
fn choice(aig: &mut Aig, arms: &mut [(Signal, usize)], reached: &[Signal]) -> Signal {
    arms.sort_unstable();
    let same: Vec<&[(Signal, usize)]> = arms.chunk_by(|left, right| left.0 == right.0).collect();
    let most = (0..same.len()).max_by_key(|&group| same[group].len()).expect("there are paths");
    let mut value = same[most][0].0;
    for group in (0..same.len()).filter(|&group| group != most) {
        let taken: Vec<Signal> = same[group].iter().map(|&(_, number)| reached[number]).collect();
        let taken = any(aig, &taken);
        value = aig.ite(taken, same[group][0].0, value);
    }
    value
}

fn any(aig: &mut Aig, signals: &[Signal]) -> Signal {
    signals.iter().fold(Signal::FALSE, |any, &signal| aig.or(any, signal))
}

/// Signals of which always one is true, whichever: the leaves of a tree of choices, those at the same depth with the
/// same input.
pub(super) fn one_of(aig: &mut Aig, count: usize) -> Vec<Signal> {
    let mut signals = vec![Signal::TRUE];
    while signals.len() < count {
        let (chosen, n_split) = (aig.input(), signals.len().min(count - signals.len()));
        let halves = |aig: &mut Aig, signal| [aig.and(signal, chosen), aig.and(signal, !chosen)];
        let rest = signals.split_off(n_split);
        signals = signals.into_iter().flat_map(|signal| halves(aig, signal)).collect();
        signals.extend(rest);
    }
    signals
}
