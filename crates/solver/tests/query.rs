//! The checker of paths answers as truth tables do, whichever of its parts answers.

mod common;

use common::random::Random;
use cutpoint_solver::guard::{Guard, Guards};
use cutpoint_solver::query::{Answer, Checker, Counters, Help, KnownGuards, Model};
use cutpoint_solver::sat::Effort;

/// The values of one of six variables under all 64 assignments.
fn column(variable: usize) -> u64 {
    (0..64)
        .filter(|assignment| assignment >> variable & 1 == 1)
        .fold(0, |word, assignment| word | 1 << assignment)
}

/// Random functions of six variables, with their truth tables.
fn functions(guards: &mut Guards, random: &mut Random, count: usize) -> Vec<(Guard, u64)> {
    let inputs = guards.new_inputs(6);
    let mut known: Vec<(Guard, u64)> =
        inputs.iter().enumerate().map(|(index, &input)| (input, column(index))).collect();
    while known.len() < count {
        let mut pick = || {
            let (guard, word) = known[random.below(known.len())];
            if random.bit() { (!guard, !word) } else { (guard, word) }
        };
        let ((a, a_word), (b, b_word), (c, c_word)) = (pick(), pick(), pick());
        known.push(match random.below(4) {
            0 => (guards.and(a, b), a_word & b_word),
            1 => (guards.or(a, b), a_word | b_word),
            2 => (guards.xor(a, b), a_word ^ b_word),
            _ => (guards.ite(a, b, c), a_word & b_word | !a_word & c_word),
        });
    }
    known
}

fn holds_in(model: &Model, guards: &Guards, all: impl IntoIterator<Item = Guard>) -> bool {
    let mut values = model.values(guards);
    all.into_iter().all(|guard| values.value(guard))
}

fn sum(total: &mut Counters, more: Counters) {
    let Counters {
        checks,
        by_structure,
        by_facts,
        by_models,
        by_help,
        solver_satisfiable,
        solver_unsatisfiable,
        solver_unknown,
        renewals,
    } = more;
    total.checks += checks;
    total.by_structure += by_structure;
    total.by_facts += by_facts;
    total.by_models += by_models;
    total.by_help += by_help;
    total.solver_satisfiable += solver_satisfiable;
    total.solver_unsatisfiable += solver_unsatisfiable;
    total.solver_unknown += solver_unknown;
    total.renewals += renewals;
}

/// Wishes, and guards that contradict each other.
#[derive(Default)]
struct Helper {
    wishes: Vec<Guard>,
    contradiction: Vec<Guard>,
}

impl Help for Helper {
    fn contradiction(&self, _: &Guards, known: &KnownGuards<'_>) -> Option<Vec<Guard>> {
        let is_known = !self.contradiction.is_empty()
            && self.contradiction.iter().all(|&guard| known.holds(guard) && known.all().contains(&guard));
        is_known.then(|| self.contradiction.clone())
    }

    fn wishes(&self) -> &[Guard] {
        &self.wishes
    }
}

/// One random walk, with and without wishes: guards are pushed and popped, whole paths are changed, and questions are
/// compared with tables.
fn walk(seed: u64) -> (Counters, Vec<Option<Vec<usize>>>) {
    let mut random = Random(seed);
    let mut guards = Guards::new();
    let known = functions(&mut guards, &mut random, 60);
    let mut checker: Checker = Checker::new();
    let wishes = known[..seed as usize % 4].iter().map(|&(input, _)| !input).collect();
    let helper = Helper { wishes, ..Helper::default() };
    let mut path: Vec<(Guard, u64)> = Vec::new();
    let mut found = Vec::new();
    for _ in 0..300 {
        let mut pick = || {
            let (guard, word) = known[random.below(known.len())];
            if random.bit() { (!guard, !word) } else { (guard, word) }
        };
        let picked: Vec<(Guard, u64)> = (0..4).map(|_| pick()).collect();
        match random.below(8) {
            0 => {
                path.push(picked[0]);
                checker.push(&guards, picked[0].0);
            }
            1 if !path.is_empty() => {
                path.pop();
                checker.pop();
            }
            2 => {
                path.truncate(random.below(path.len() + 1));
                path.extend(&picked[..random.below(4)]);
                let wanted: Vec<Guard> = path.iter().map(|&(guard, _)| guard).collect();
                checker.set_path(&guards, &wanted);
                assert_eq!(checker.path(), wanted);
            }
            _ => {}
        }
        let asked = &picked[..random.below(4)];
        let all = || path.iter().chain(asked).copied();
        let assumptions: Vec<Guard> = asked.iter().map(|&(guard, _)| guard).collect();
        let satisfying = all().fold(u64::MAX, |word, (_, table)| word & table);
        match checker.check_with(&guards, &assumptions, &helper, &Effort::UNLIMITED) {
            Answer::Satisfiable(model) => {
                assert!(holds_in(&model, &guards, all().map(|(guard, _)| guard)), "seed {seed}");
                found.push(Some(model.true_inputs().collect()));
            }
            Answer::Unsatisfiable => {
                assert_eq!(satisfying, 0, "seed {seed}: {path:?} {asked:?}");
                found.push(None);
            }
            Answer::Unknown => panic!("seed {seed}: nothing limits the effort"),
        }
    }
    (checker.counters(), found)
}

#[test]
fn answers_are_those_of_truth_tables() {
    let mut total = Counters::default();
    (0..400).for_each(|seed| sum(&mut total, walk(seed).0));
    let Counters { checks, by_structure, by_facts, by_models, .. } = total;
    let solved = total.solver_satisfiable + total.solver_unsatisfiable;
    assert_eq!((checks, total.solver_unknown), (400 * 300, 0));
    assert_eq!(by_structure + by_facts + by_models + solved, checks, "one of them answers: {total:?}");
    // Every part has its share.
    assert!(by_structure > 1_000 && by_facts > 500 && by_models > 10_000, "{total:?}");
    assert!(total.solver_satisfiable > 1_000 && total.solver_unsatisfiable > 1_000, "{total:?}");
    assert!(solved < checks / 4, "the solver comes last: {total:?}");
}

#[test]
fn the_same_questions_have_the_same_models() {
    for seed in 0..20 {
        assert_eq!(walk(seed), walk(seed));
    }
}

/// A guard whose cone has about three gates for each of its variables, and that one assignment satisfies.
fn lock(guards: &mut Guards, variables: &[Guard], random: &mut Random) -> Guard {
    let mut parity = Guard::FALSE;
    let mut clauses = Vec::new();
    for &variable in variables {
        parity = guards.xor(parity, variable);
        clauses.push(parity.complement_if(random.bit()));
    }
    guards.and_all(clauses)
}

#[test]
fn the_solver_forgets_what_no_question_needs() {
    let mut random = Random(7);
    let mut guards = Guards::new();
    let variables = guards.new_inputs(100);
    let mut checker: Checker = Checker::new();
    for _ in 0..300 {
        let lock = lock(&mut guards, &variables, &mut random);
        assert!(matches!(checker.check(&guards, &[lock], &Effort::UNLIMITED), Answer::Satisfiable(_)));
        let part = checker.n_gates();
        assert!(part <= 1_000 + 2 * 600, "{part}");
    }
    assert!(guards.n_nodes() > 6_000, "{}", guards.n_nodes());
    assert!(checker.counters().renewals >= 10, "{:?}", checker.counters());
}

/// The old assumptions of a path are in the cone of the new question, so they keep their gates.
#[test]
fn what_the_path_needs_is_not_forgotten() {
    let mut random = Random(8);
    let mut guards = Guards::new();
    let mut checker: Checker = Checker::new();
    for _ in 0..20 {
        let variables = guards.new_inputs(100);
        let lock = lock(&mut guards, &variables, &mut random);
        assert!(matches!(checker.check(&guards, &[lock], &Effort::UNLIMITED), Answer::Satisfiable(_)));
        checker.push(&guards, lock);
    }
    assert_eq!(checker.counters().renewals, 0, "{:?}", checker.counters());
    assert_eq!(checker.counters().solver_satisfiable, 20);
}

#[test]
fn a_contradiction_answers_on_other_paths() {
    let mut guards = Guards::new();
    let [a, b, c, d, e] = std::array::from_fn(|_| guards.choice());
    // Contradict each other, which no rule of the graph sees.
    let (odd, rest) = (guards.xor(a, b), guards.xor(b, c));
    let even = guards.xor(a, c);
    let mut checker: Checker = Checker::new();
    checker.set_path(&guards, &[d, odd, rest]);
    assert_eq!(checker.check(&guards, &[even], &Effort::UNLIMITED), Answer::Unsatisfiable);
    checker.set_path(&guards, &[e, rest, !d, odd]);
    let before = checker.counters();
    assert_eq!(checker.check(&guards, &[even], &Effort::UNLIMITED), Answer::Unsatisfiable);
    // It is pushed all the same: everything below is impossible.
    checker.push(&guards, even);
    assert_eq!(checker.check(&guards, &[d], &Effort::UNLIMITED), Answer::Unsatisfiable);
    let after = checker.counters();
    assert_eq!((after.by_facts, after.by_structure), (before.by_facts + 1, before.by_structure + 1));
    assert_eq!(after.solver_unsatisfiable, before.solver_unsatisfiable);
    checker.set_path(&guards, &[e, rest]);
    assert!(matches!(checker.check(&guards, &[even], &Effort::UNLIMITED), Answer::Satisfiable(_)));
}

/// More pigeons than holes.
#[test]
fn wishes_hold_where_they_can() {
    let mut guards = Guards::new();
    let [a, b] = [guards.new_inputs(1)[0], guards.new_inputs(1)[0]];
    let some = guards.or(a, b);
    for (wish, other) in [(a, b), (b, a), (!a, b), (!b, a)] {
        let mut checker: Checker = Checker::new();
        let helper = Helper { wishes: vec![wish], ..Helper::default() };
        let Answer::Satisfiable(model) = checker.check_with(&guards, &[some], &helper, &Effort::UNLIMITED)
        else {
            panic!("one of two can be true")
        };
        assert!(model.value(&guards, wish));
        let both = [!wish, other];
        let answer = checker.check_with(&guards, &both, &helper, &Effort::UNLIMITED);
        assert!(matches!(answer, Answer::Satisfiable(_)), "a wish is no condition");
    }
}

#[test]
fn a_contradiction_from_outside_is_remembered() {
    let mut guards = Guards::new();
    let inputs = guards.new_inputs(3);
    let [a, b, c] = [inputs[0], inputs[1], inputs[2]];
    let mut checker: Checker = Checker::new();
    let helper = Helper { contradiction: vec![a, b], ..Helper::default() };
    checker.push(&guards, a);
    assert_eq!(checker.check_with(&guards, &[b], &helper, &Effort::UNLIMITED), Answer::Unsatisfiable);
    checker.push(&guards, c);
    assert_eq!(checker.check(&guards, &[b], &Effort::UNLIMITED), Answer::Unsatisfiable);
    let Counters { by_help, by_facts, solver_unsatisfiable, .. } = checker.counters();
    assert_eq!((by_help, by_facts, solver_unsatisfiable), (1, 1, 0));
}

fn pigeons(guards: &mut Guards, holes: usize) -> Guard {
    let places: Vec<Vec<Guard>> = (0..=holes).map(|_| guards.new_inputs(holes)).collect();
    let mut all: Vec<Guard> = places.iter().map(|pigeon| guards.or_all(pigeon.iter().copied())).collect();
    for hole in 0..holes {
        let inside: Vec<Guard> = places.iter().map(|pigeon| pigeon[hole]).collect();
        all.push(guards.at_most_one(&inside));
    }
    guards.and_all(all)
}

#[test]
fn a_hard_question_ends_when_it_is_interrupted() {
    let mut guards = Guards::new();
    let hard = pigeons(&mut guards, 12);
    let easy = guards.choice();
    let mut checker: Checker = Checker::new();
    assert_eq!(checker.check(&guards, &[hard], &Effort::interrupted_by(&|| true)), Answer::Unknown);
    assert_eq!(checker.check(&guards, &[hard], &Effort::conflicts(100)), Answer::Unknown);
    assert_eq!(checker.counters().solver_unknown, 2);
    let Answer::Satisfiable(model) = checker.check(&guards, &[easy], &Effort::UNLIMITED) else {
        panic!("an easy question after a hard one");
    };
    assert!(model.value(&guards, easy));
}

#[test]
fn what_a_model_does_not_mention_is_false() {
    let mut guards = Guards::new();
    let [a, b] = [guards.choice(), guards.choice()];
    let mut checker: Checker = Checker::new();
    let Answer::Satisfiable(model) = checker.check(&guards, &[b], &Effort::UNLIMITED) else {
        panic!("b is possible")
    };
    let later = guards.new_inputs(200);
    assert!(model.value(&guards, b) && !model.value(&guards, a) && !model.value(&guards, later[199]));
    assert!(model.value(&guards, !later[199]));
    assert_eq!(model.true_inputs().collect::<Vec<_>>(), [1]);
    assert_eq!(checker.check(&guards, &[b, !later[7]], &Effort::UNLIMITED), Answer::Satisfiable(model));
    assert_eq!(checker.counters().by_models, 1);
}

/// More models than are kept: the oldest make room, and the newest that fits answers.
#[test]
fn the_newest_model_answers() {
    let mut guards = Guards::new();
    let bits = guards.new_inputs(7);
    let mut checker: Checker = Checker::new();
    let number = |number: usize| -> Vec<Guard> {
        bits.iter().enumerate().map(|(at, &bit)| bit.complement_if(number >> at & 1 == 0)).collect()
    };
    // Counted down, so that a number has no bits in common with many that it replaces.
    for wanted in (0..100).rev() {
        checker.check(&guards, &number(wanted), &Effort::UNLIMITED);
        let Answer::Satisfiable(model) = checker.check(&guards, &[], &Effort::UNLIMITED) else {
            panic!("true")
        };
        assert!(holds_in(&model, &guards, number(wanted)), "{wanted}: {model:?}");
    }
    let before = checker.counters();
    assert_eq!((before.solver_satisfiable, before.by_models), (100, 100));
    (0..64).for_each(|kept| drop(checker.check(&guards, &number(kept), &Effort::UNLIMITED)));
    assert_eq!(checker.counters().by_models, before.by_models + 64);
    checker.check(&guards, &number(64), &Effort::UNLIMITED);
    assert_eq!(checker.counters().by_models, before.by_models + 64, "the oldest are gone");
}
