//! Every adapter passes the conformance tests, and so does the oracle that they are compared with.

mod common;

use common::conformance;
use common::naive::Naive;
use common::random::Random;
use cutpoint_solver::aig::{Aig, Signal};
use cutpoint_solver::sat::{Batsat, Effort, GraphSolver, Outcome, SolveIncremental};

#[test]
fn batsat_conforms() {
    conformance::check::<Batsat>();
}

#[test]
fn the_oracle_conforms() {
    conformance::check::<Naive>();
}

#[test]
fn a_hard_question_ends_when_somebody_says_so() {
    let mut solver = Batsat::new();
    conformance::pigeons(&mut solver, 12);
    let asked = std::cell::Cell::new(0);
    let interrupt = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    assert_eq!(solver.solve(&[], &Effort::interrupted_by(&interrupt)), Outcome::Unknown);
    assert_eq!(asked.get(), 4);
}

#[test]
fn a_question_that_nobody_interrupts_comes_to_its_end() {
    let mut solver = Batsat::new();
    conformance::pigeons(&mut solver, 8);
    assert_eq!(solver.solve(&[], &Effort::interrupted_by(&|| false)), Outcome::Unsatisfiable);
    // Decisions without a conflict, more than fit into the first slice.
    let mut wide = Batsat::new();
    let variables: Vec<_> = (0..300_000).map(|_| wide.new_variable()).collect();
    variables.chunks(2).for_each(|pair| wide.add_clause(pair));
    let asked = std::cell::Cell::new(0);
    let interrupt = || {
        asked.set(asked.get() + 1);
        asked.get() > 100
    };
    assert_eq!(wide.solve(&[], &Effort::interrupted_by(&interrupt)), Outcome::Satisfiable);
}

/// A random function of the inputs, and its value under every assignment as bits of a word.
fn random_function(aig: &mut Aig, inputs: &[Signal], random: &mut Random) -> (Signal, u64) {
    let mut known: Vec<(Signal, u64)> =
        inputs.iter().enumerate().map(|(index, &input)| (input, column(index))).collect();
    for _ in 0..12 {
        let mut pick = || {
            let (signal, word) = known[random.below(known.len())];
            if random.bit() { (!signal, !word) } else { (signal, word) }
        };
        let ((a, a_word), (b, b_word), (c, c_word)) = (pick(), pick(), pick());
        known.push(match random.below(4) {
            0 => (aig.and(a, b), a_word & b_word),
            1 => (aig.or(a, b), a_word | b_word),
            2 => (aig.xor(a, b), a_word ^ b_word),
            _ => (aig.ite(a, b, c), a_word & b_word | !a_word & c_word),
        });
    }
    known[known.len() - 1]
}

/// The values of one of six variables under all 64 assignments.
fn column(variable: usize) -> u64 {
    (0..64).filter(|assignment| assignment >> variable & 1 == 1).fold(0, |word, bit| word | 1 << bit)
}

#[test]
fn graphs_and_their_encoding_mean_the_same() {
    for seed in 0..500 {
        let mut random = Random(seed);
        let mut aig = Aig::new();
        let inputs = aig.new_inputs(6);
        let mut solver = GraphSolver::new(Batsat::new());
        for _ in 0..3 {
            let (signal, word) = random_function(&mut aig, &inputs, &mut random);
            let assignment = random.below(64);
            let mut assumptions: Vec<Signal> = inputs
                .iter()
                .enumerate()
                .map(|(index, &input)| input.complement_if(assignment >> index & 1 == 0))
                .collect();
            let expected = word >> assignment & 1 == 1;
            let outcome = |holds| if holds { Outcome::Satisfiable } else { Outcome::Unsatisfiable };
            assumptions.push(signal);
            assert_eq!(
                solver.solve(&aig, &assumptions, &Effort::UNLIMITED),
                outcome(expected),
                "seed {seed}"
            );
            if !expected {
                assert!(solver.core().iter().all(|signal| assumptions.contains(signal)));
                let core = solver.core();
                assert_eq!(solver.solve(&aig, &core, &Effort::UNLIMITED), Outcome::Unsatisfiable);
            }
            assert_eq!(solver.solve(&aig, &[signal], &Effort::UNLIMITED), outcome(word != 0), "seed {seed}");
            if word != 0 {
                let model = inputs.iter().map(|&input| (input, solver.value(input)));
                assert!(aig.evaluate(signal, model), "seed {seed}: no model");
            }
        }
    }
}

#[test]
fn deep_graphs_need_no_deep_stack() {
    let mut aig = Aig::new();
    let mut chain = aig.input();
    for _ in 0..200_000 {
        let input = aig.input();
        let both = aig.and(chain, !input);
        chain = !both;
    }
    let mut solver = GraphSolver::new(Batsat::new());
    assert_eq!(solver.solve(&aig, &[chain], &Effort::UNLIMITED), Outcome::Satisfiable);
}
