//! Guards: conditions over the choices of a symbolic execution.
//!
//! A guard is a [`Signal`] of an [`Aig`], under names of its own. The graph is the guard store and not a second one
//! beside it: it has what a store of guards needs (equal structure shared, complements for nothing, constants folded,
//! two-level rules, 8 bytes a node), and numbers, solver, counting and composition work on the same nodes.
//!
//! Variables are of two kinds. *Choices* ([`Aig::choice`]) decide the shape of a heap and the types of its objects:
//! models that differ in a choice are different heaps, and [`crate::count`] counts them. All other variables
//! ([`Aig::input`]) are bits of numbers and Booleans, whose values are only asked to exist.
//!
//! Here are the connectives that guards need beyond those of the graph: how many of several guards hold. They are made
//! of selections along the list, so that lists with a common beginning share nodes, and a longer list costs what is new
//! in it.

use crate::aig::{Aig, Signal};

/// A graph as a store of guards.
pub type Guards = Aig;
/// A condition in [`Guards`].
pub type Guard = Signal;

impl Aig {
    /// At least `count` of the signals are true.
    pub fn at_least(&mut self, count: usize, signals: &[Signal]) -> Signal {
        if count > signals.len() {
            return Signal::FALSE;
        }
        // After each signal: at place i, that more than i of the signals so far are true.
        let mut more_than = vec![Signal::FALSE; count];
        for (seen, &signal) in signals.iter().enumerate() {
            for place in (0..count.min(seen + 1)).rev() {
                let enough_without = if place == 0 { Signal::TRUE } else { more_than[place - 1] };
                let reached = self.and(signal, enough_without);
                more_than[place] = self.or(more_than[place], reached);
            }
        }
        more_than.last().copied().unwrap_or(Signal::TRUE)
    }

    /// At most `count` of the signals are true.
    pub fn at_most(&mut self, count: usize, signals: &[Signal]) -> Signal {
        !self.at_least(count + 1, signals)
    }

    /// Exactly one of the signals is true.
    pub fn exactly_one(&mut self, signals: &[Signal]) -> Signal {
        let (mut none, mut one) = (Signal::TRUE, Signal::FALSE);
        for &signal in signals {
            one = self.ite(signal, none, one);
            none = self.and(none, !signal);
        }
        one
    }

    /// No two of the signals are true.
    pub fn at_most_one(&mut self, signals: &[Signal]) -> Signal {
        self.at_most(1, signals)
    }

    /// The choices among the inputs that the roots depend on by their structure, in order.
    pub fn choices(&self, roots: &[Signal]) -> Vec<Signal> {
        let mut support = self.support(roots);
        support.retain(|&input| self.is_choice(input));
        support
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lists of up to six signals, all bounds, all assignments.
    #[test]
    fn cardinalities_count() {
        for n in 0..=6 {
            let mut guards = Guards::new();
            let inputs = guards.new_inputs(n);
            let one = guards.exactly_one(&inputs);
            let lone = guards.at_most_one(&inputs);
            let bounds: Vec<(Guard, Guard)> =
                (0..=7).map(|k| (guards.at_least(k, &inputs), guards.at_most(k, &inputs))).collect();
            for assignment in 0..1_usize << n {
                let values =
                    || inputs.iter().enumerate().map(|(at, &input)| (input, assignment >> at & 1 == 1));
                let holding = assignment.count_ones() as usize;
                assert_eq!(guards.evaluate(one, values()), holding == 1);
                assert_eq!(guards.evaluate(lone, values()), holding <= 1);
                for (bound, &(least, most)) in bounds.iter().enumerate() {
                    assert_eq!(guards.evaluate(least, values()), holding >= bound);
                    assert_eq!(guards.evaluate(most, values()), holding <= bound);
                }
            }
        }
    }

    #[test]
    fn a_longer_list_costs_what_is_new_in_it() {
        let mut guards = Guards::new();
        let inputs: Vec<Guard> = (0..100).map(|_| guards.choice()).collect();
        guards.exactly_one(&inputs[..99]);
        guards.at_most(3, &inputs[..99]);
        let before = guards.n_nodes();
        guards.exactly_one(&inputs);
        guards.at_most(3, &inputs);
        assert!(guards.n_nodes() - before <= 12, "{}", guards.n_nodes() - before);
    }

    #[test]
    fn a_guard_and_its_complement_contradict_each_other() {
        let mut guards = Guards::new();
        let [x, y, z] = [guards.choice(), guards.choice(), guards.input()];
        let before = guards.n_nodes();
        assert_eq!(guards.and_all([x, z, y, !x]), Guard::FALSE);
        assert_eq!(guards.or_all([x, z, !z]), Guard::TRUE);
        assert_eq!(guards.n_nodes(), before);
        let both = guards.and(x, z);
        assert_eq!(guards.choices(&[both, !y]), [x, y]);
        assert!(guards.is_choice(!x) && !guards.is_choice(z) && !guards.is_choice(both));
    }
}
