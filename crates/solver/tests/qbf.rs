//! Formulas with two quantifiers, against brute force, on families, and against another solver where one is installed.

mod common;

use common::random::Random;
use cutpoint_solver::aig::{Aig, Signal};
use cutpoint_solver::qbf::{
    ExistsForall, ForallExists, QbfLimits, Qdimacs, Question, Seed, decide, exists_forall, forall_exists,
};
use cutpoint_solver::sat::Effort;

/// More rounds than any question here has outer assignments that need an answer of their own: to need more is to learn
/// nothing from answers.
const ENOUGH: QbfLimits<'static> = QbfLimits { rounds: Some(1000), nodes: None, effort: Effort::UNLIMITED };

/// A random matrix over some outer and some inner inputs.
fn random_matrix(aig: &mut Aig, random: &mut Random) -> (Vec<Signal>, Vec<Signal>, Signal) {
    let (n_outer, n_inner) = (random.below(5), random.below(5));
    let (outer, inner) = (aig.new_inputs(n_outer), aig.new_inputs(n_inner));
    let mut known: Vec<Signal> = outer.iter().chain(&inner).copied().collect();
    known.push(Signal::TRUE);
    for _ in 0..6 + random.below(20) {
        let mut pick = || known[random.below(known.len())].complement_if(random.bit());
        let (a, b) = (pick(), pick());
        let next = if random.bit() { aig.and(a, b) } else { aig.xor(a, b) };
        known.push(next);
    }
    let matrix = known[known.len() - 1].complement_if(random.bit());
    (outer, inner, matrix)
}

fn assignment(inputs: &[Signal], bits: usize) -> impl Iterator<Item = (Signal, bool)> {
    inputs.iter().enumerate().map(move |(index, &input)| (input, bits >> index & 1 == 1))
}

/// Whether the inner inputs have values that make the matrix true, for these values of the outer ones.
fn is_met(aig: &Aig, matrix: Signal, outer: &[(Signal, bool)], inner: &[Signal]) -> bool {
    (0..1 << inner.len())
        .any(|bits| aig.evaluate(matrix, outer.iter().copied().chain(assignment(inner, bits))))
}

fn check_against_brute_force(seed: u64) -> bool {
    let mut random = Random(seed);
    let mut aig = Aig::new();
    let (outer, inner, matrix) = random_matrix(&mut aig, &mut random);
    // Wrong guesses must do no harm.
    let guess = |random: &mut Random| -> Seed {
        let function = |random: &mut Random| match outer.is_empty() {
            true => Signal::TRUE,
            false => outer[random.below(outer.len())].complement_if(random.bit()),
        };
        inner.iter().map(|&input| (input, function(random))).collect()
    };
    let seeds: Vec<Seed> = (0..random.below(3)).map(|_| guess(&mut random)).collect();
    let question = Question { aig: &aig, outer: &outer, matrix, seeds: &seeds };
    let valid = (0..1 << outer.len()).all(|bits| {
        let outer: Vec<(Signal, bool)> = assignment(&outer, bits).collect();
        is_met(&aig, matrix, &outer, &inner)
    });
    match forall_exists(&question, &ENOUGH).0 {
        ForallExists::Valid => assert!(valid, "seed {seed}: not valid"),
        ForallExists::Invalid { counterexample } => {
            assert!(!valid, "seed {seed}: valid");
            assert_eq!(counterexample.len(), outer.len());
            assert!(!is_met(&aig, matrix, &counterexample, &inner), "seed {seed}: no counterexample");
        }
        ForallExists::Unknown => panic!("seed {seed}: unknown after many rounds"),
    }
    let (answer, _) = exists_forall(&question, &ENOUGH);
    let exists = (0..1 << outer.len()).any(|bits| {
        let outer: Vec<(Signal, bool)> = assignment(&outer, bits).collect();
        !is_met(&aig, !matrix, &outer, &inner)
    });
    match answer {
        ExistsForall::Valid { witness } => {
            assert!(exists && !is_met(&aig, !matrix, &witness, &inner), "seed {seed}: no witness");
        }
        ExistsForall::Invalid => assert!(!exists, "seed {seed}: there is a witness"),
        ExistsForall::Unknown => panic!("seed {seed}: unknown after many rounds"),
    }
    valid
}

#[test]
fn random_formulas_agree_with_brute_force() {
    let n_valid = (0..4000).filter(|&seed| check_against_brute_force(seed)).count();
    assert!(
        (1000..3000).contains(&n_valid),
        "{n_valid} of 4000 are valid: the other answer is hardly tested"
    );
}

#[test]
fn printed_formulas_mean_the_same() {
    for seed in 0..1000 {
        let mut aig = Aig::new();
        let (outer, _, matrix) = random_matrix(&mut aig, &mut Random(seed));
        let question = Question { aig: &aig, outer: &outer, matrix, seeds: &[] };
        let printed = Qdimacs::of_forall_exists(&question);
        let read =
            Qdimacs::read(base::Id::new(0), &printed.to_string()).expect("a printed formula can be read");
        assert_eq!(read, printed);
        let (direct, _) = forall_exists(&question, &ENOUGH);
        let decided = decide(&read, &ENOUGH).expect("it has two blocks");
        let is_true = matches!(decided.truth, cutpoint_solver::qbf::Truth::True { .. });
        assert_eq!(is_true, direct == ForallExists::Valid, "seed {seed}\n{printed}");
    }
}

/// Two forms of the states of `n` variables that depend on choices: for each choice of the first there is one of
/// the second that gives the same state. The second has a selector in front, as edges have that were merged.
struct Inclusion {
    aig: Aig,
    choices: Vec<Signal>,
    matrix: Signal,
    seed: Seed,
}

fn inclusion(n: usize) -> Inclusion {
    let mut aig = Aig::new();
    let (choices, answers) = (aig.new_inputs(n), aig.new_inputs(n));
    let selector = aig.input();
    let state = |aig: &mut Aig, choices: &[Signal]| -> Vec<Signal> {
        (0..n).map(|index| aig.xor(choices[index], choices[(index + 1) % n])).collect()
    };
    let (first, second) = (state(&mut aig, &choices), state(&mut aig, &answers));
    let mut equal = Vec::new();
    for (&first, &second) in first.iter().zip(&second) {
        let merged = aig.and(selector, second);
        equal.push(aig.equal(first, merged));
    }
    let matrix = aig.and_all(equal);
    let seed =
        answers.iter().copied().zip(choices.iter().copied()).chain([(selector, Signal::TRUE)]).collect();
    Inclusion { aig, choices, matrix, seed }
}

#[test]
fn inclusions_take_one_round_with_their_seed_and_many_without() {
    for n in [4, 12, 40, 200] {
        let Inclusion { aig, choices, matrix, seed } = inclusion(n);
        let question = Question { aig: &aig, outer: &choices, matrix, seeds: &[seed] };
        let (answer, stats) = forall_exists(&question, &ENOUGH);
        assert_eq!((answer, stats.rounds, stats.sat_calls), (ForallExists::Valid, 1, 1), "n = {n}");
    }
    let Inclusion { aig, choices, matrix, .. } = inclusion(12);
    let question = Question { aig: &aig, outer: &choices, matrix, seeds: &[] };
    let limits = QbfLimits { rounds: Some(500), ..ENOUGH };
    let (answer, stats) = forall_exists(&question, &limits);
    assert_eq!((answer, stats.rounds), (ForallExists::Unknown, 500), "each answer meets two of 4096 choices");
}

#[test]
fn every_limit_ends_a_decision() {
    let Inclusion { aig, choices, matrix, .. } = inclusion(12);
    let question = Question { aig: &aig, outer: &choices, matrix, seeds: &[] };
    let stop = || true;
    let limits = [
        QbfLimits { rounds: Some(3), ..ENOUGH },
        QbfLimits { nodes: Some(300), ..ENOUGH },
        QbfLimits { effort: Effort::conflicts(20), ..ENOUGH },
        QbfLimits { effort: Effort::interrupted_by(&stop), ..ENOUGH },
    ];
    for limits in limits {
        assert_eq!(forall_exists(&question, &limits).0, ForallExists::Unknown, "{limits:?}");
    }
}

/// DepQBF's answer; `None` if it is not installed.
fn depqbf(formula: &Qdimacs) -> Option<bool> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new("depqbf").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take().expect("the input is a pipe");
    input.write_all(formula.to_string().as_bytes()).expect("depqbf reads its input");
    drop(input);
    let output = child.wait_with_output().expect("depqbf ends");
    match output.status.code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        other => panic!("depqbf ended with {other:?} on\n{formula}"),
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn depqbf_gives_the_same_answers() {
    for seed in 5000..5400 {
        let mut aig = Aig::new();
        let (outer, _, matrix) = random_matrix(&mut aig, &mut Random(seed));
        let question = Question { aig: &aig, outer: &outer, matrix, seeds: &[] };
        let Some(expected) = depqbf(&Qdimacs::of_forall_exists(&question)) else {
            eprintln!("skipped: the program depqbf is not installed");
            return;
        };
        let (answer, _) = forall_exists(&question, &ENOUGH);
        assert_eq!(answer == ForallExists::Valid, expected, "seed {seed}");
    }
}
