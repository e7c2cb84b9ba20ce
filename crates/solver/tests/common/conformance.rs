//! What every adapter of a SAT solver must do, as one function: `conformance::check::<Adapter>()` is the whole test of
//! a new one.
//!
//! It panics with a sentence when an adapter does otherwise. The oracle is [`Naive`], and itself passes.

use cutpoint_solver::sat::{Effort, Lit, Outcome, SolveIncremental};

use super::naive::Naive;
use super::random::Random;

/// Formulas in the random part.
const FORMULAS: u64 = 400;
/// Questions asked of each, with clauses added in between.
const QUESTIONS: usize = 6;

/// Runs all tests on new solvers.
pub(crate) fn check<S: SolveIncremental + Default>() {
    nothing_is_satisfiable::<S>();
    the_empty_clause_is_final::<S>();
    assumptions_hold_for_one_question::<S>();
    contradicting_assumptions_are_a_core::<S>();
    clauses_may_repeat_and_contradict_themselves::<S>();
    limits_end_a_question_and_not_the_solver::<S>();
    random_formulas_agree_with_the_oracle::<S>();
}

fn nothing_is_satisfiable<S: SolveIncremental + Default>() {
    let mut solver = S::default();
    assert_eq!(solver.solve(&[], &Effort::UNLIMITED), Outcome::Satisfiable, "{}: no clauses", S::NAME);
    let variable = solver.new_variable();
    assert_eq!(solver.n_variables(), 1);
    assert_eq!(solver.solve(&[variable], &Effort::UNLIMITED), Outcome::Satisfiable);
    assert!(solver.value(variable) && !solver.value(!variable), "{}: an assumption holds", S::NAME);
}

fn the_empty_clause_is_final<S: SolveIncremental + Default>() {
    let mut solver = S::default();
    let variable = solver.new_variable();
    solver.add_clause(&[]);
    assert_eq!(solver.solve(&[variable], &Effort::UNLIMITED), Outcome::Unsatisfiable, "{}", S::NAME);
    solver.add_clause(&[variable]);
    assert_eq!(solver.solve(&[], &Effort::UNLIMITED), Outcome::Unsatisfiable, "{}", S::NAME);
    assert!(solver.core().is_empty(), "{}: a core is a subset of the assumptions", S::NAME);
}

fn assumptions_hold_for_one_question<S: SolveIncremental + Default>() {
    let mut solver = S::default();
    let [a, b] = [solver.new_variable(), solver.new_variable()];
    solver.add_clause(&[!a, b]);
    assert_eq!(solver.solve(&[a, !b], &Effort::UNLIMITED), Outcome::Unsatisfiable);
    let core = solver.core().to_vec();
    assert!(core.contains(&a) && core.contains(&!b), "{}: both assumptions are needed: {core:?}", S::NAME);
    assert_eq!(solver.solve(&[a], &Effort::UNLIMITED), Outcome::Satisfiable, "{}", S::NAME);
    assert!(solver.value(b), "{}: a implies b", S::NAME);
    assert_eq!(solver.solve(&[!b], &Effort::UNLIMITED), Outcome::Satisfiable, "{}", S::NAME);
    assert!(!solver.value(a), "{}: a implies b", S::NAME);
}

fn contradicting_assumptions_are_a_core<S: SolveIncremental + Default>() {
    let mut solver = S::default();
    let [a, b] = [solver.new_variable(), solver.new_variable()];
    assert_eq!(solver.solve(&[b, a, !a], &Effort::UNLIMITED), Outcome::Unsatisfiable, "{}", S::NAME);
    let core = solver.core();
    assert!(core.contains(&a) && core.contains(&!a), "{}: {core:?}", S::NAME);
}

fn clauses_may_repeat_and_contradict_themselves<S: SolveIncremental + Default>() {
    let mut solver = S::default();
    let [a, b] = [solver.new_variable(), solver.new_variable()];
    solver.add_clause(&[a, !a, b]);
    solver.add_clause(&[!b, !b, !b]);
    assert_eq!(solver.solve(&[a, a], &Effort::UNLIMITED), Outcome::Satisfiable, "{}", S::NAME);
    assert!(solver.value(a) && !solver.value(b), "{}", S::NAME);
}

fn limits_end_a_question_and_not_the_solver<S: SolveIncremental + Default>() {
    let mut solver = S::default();
    pigeons(&mut solver, 4);
    assert_eq!(solver.solve(&[], &Effort::interrupted_by(&|| true)), Outcome::Unknown, "{}", S::NAME);
    assert_eq!(solver.solve(&[], &Effort::conflicts(1)), Outcome::Unknown, "{}", S::NAME);
    assert_eq!(solver.solve(&[], &Effort::UNLIMITED), Outcome::Unsatisfiable, "{}", S::NAME);
}

/// `holes + 1` pigeons do not fit into so many holes.
pub(crate) fn pigeons(solver: &mut impl SolveIncremental, holes: usize) {
    let pigeons: Vec<Vec<Lit>> =
        (0..=holes).map(|_| (0..holes).map(|_| solver.new_variable()).collect()).collect();
    pigeons.iter().for_each(|places| solver.add_clause(places));
    for (number, places) in pigeons.iter().enumerate() {
        for others in &pigeons[..number] {
            places.iter().zip(others).for_each(|(&here, &there)| solver.add_clause(&[!here, !there]));
        }
    }
}

fn random_formulas_agree_with_the_oracle<S: SolveIncremental + Default>() {
    for seed in 0..FORMULAS {
        let mut random = Random(seed);
        let (mut solver, mut oracle) = (S::default(), Naive::default());
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let n_variables = 3 + random.below(6);
        for _ in 0..n_variables {
            assert_eq!(solver.new_variable(), oracle.new_variable(), "{}: variables in order", S::NAME);
        }
        for _ in 0..QUESTIONS {
            for _ in 0..random.below(2 * n_variables) {
                let clause: Vec<Lit> =
                    (0..1 + random.below(3)).map(|_| literal(&mut random, n_variables)).collect();
                solver.add_clause(&clause);
                oracle.add_clause(&clause);
                clauses.push(clause);
            }
            let assumptions: Vec<Lit> =
                (0..random.below(4)).map(|_| literal(&mut random, n_variables)).collect();
            compare(&mut solver, &mut oracle, &clauses, &assumptions);
        }
    }
}

fn compare<S: SolveIncremental>(
    solver: &mut S,
    oracle: &mut Naive,
    clauses: &[Vec<Lit>],
    assumptions: &[Lit],
) {
    let expected = oracle.solve(assumptions, &Effort::UNLIMITED);
    let answer = solver.solve(assumptions, &Effort::UNLIMITED);
    assert_eq!(answer, expected, "{}: {clauses:?} under {assumptions:?}", S::NAME);
    match answer {
        Outcome::Satisfiable => {
            let holds = |clause: &Vec<Lit>| clause.iter().any(|&literal| solver.value(literal));
            assert!(clauses.iter().all(holds), "{}: no model of {clauses:?}", S::NAME);
            assert!(assumptions.iter().all(|&literal| solver.value(literal)), "{}: {assumptions:?}", S::NAME);
        }
        Outcome::Unsatisfiable => {
            let core = solver.core().to_vec();
            assert!(core.iter().all(|literal| assumptions.contains(literal)), "{}: {core:?}", S::NAME);
            let again = oracle.solve(&core, &Effort::UNLIMITED);
            assert_eq!(again, Outcome::Unsatisfiable, "{}: {clauses:?} with the core {core:?}", S::NAME);
        }
        Outcome::Unknown => panic!("{}: unknown without a limit", S::NAME),
    }
}

fn literal(random: &mut Random, n_variables: usize) -> Lit {
    Lit::new(random.below(n_variables), random.bit())
}
