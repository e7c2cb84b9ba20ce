//! Projected counts are those of enumeration, by diagrams and by search alike, and structured formulas have their known
//! numbers.

mod common;

use std::cell::Cell;

use common::random::Random;
use cutpoint_solver::bits::{Bits, Sign};
use cutpoint_solver::count::{Count, CountLimits, count};
use cutpoint_solver::guard::{Guard, Guards};
use cutpoint_solver::sat::Effort;

const BY_DIAGRAM: CountLimits<'static> =
    CountLimits { diagram_nodes: 1 << 20, bytes: usize::MAX, effort: Effort::UNLIMITED };
/// No diagram is small enough.
const BY_SEARCH: CountLimits<'static> = CountLimits { diagram_nodes: 0, ..BY_DIAGRAM };

/// A random formula, as its conjuncts.
fn formula(guards: &mut Guards, inputs: &[Guard], random: &mut Random) -> Vec<Guard> {
    let mut known = inputs.to_vec();
    for _ in 0..random.below(25) {
        let mut pick = || {
            // Now and then the constant, and rather one of the last.
            let place = random.below(known.len() + 1).max(random.below(known.len() + 1));
            known.get(place).copied().unwrap_or(Guard::TRUE).complement_if(random.bit())
        };
        let [a, b, c] = [pick(), pick(), pick()];
        known.push(match random.below(4) {
            0 => guards.and(a, b),
            1 => guards.xor(a, b),
            2 => guards.ite(a, b, c),
            _ => guards.exactly_one(&[a, b, c]),
        });
    }
    let n_roots = random.below(4);
    (0..n_roots).map(|_| known[random.below(known.len())].complement_if(random.bit())).collect()
}

/// The assignments of the projection that some assignment of the others extends, one after the other.
fn enumerated(guards: &mut Guards, roots: &[Guard], inputs: &[Guard], projection: &[Guard]) -> u128 {
    let all = guards.and_all(roots.iter().copied());
    let mut seen = std::collections::BTreeSet::new();
    for assignment in 0..1_usize << inputs.len() {
        let values = || inputs.iter().enumerate().map(|(at, &input)| (input, assignment >> at & 1 == 1));
        if guards.evaluate(all, values()) {
            let chosen: Vec<bool> =
                values().filter(|(input, _)| projection.contains(input)).map(|(_, value)| value).collect();
            seen.insert(chosen);
        }
    }
    seen.len() as u128
}

#[test]
fn counts_are_those_of_enumeration() {
    let mut random = Random(2);
    let mut counts = std::collections::BTreeMap::new();
    for round in 0..6_000 {
        let mut guards = Guards::new();
        let inputs = guards.new_inputs(1 + random.below(9));
        let roots = formula(&mut guards, &inputs, &mut random);
        let mut projection: Vec<Guard> = inputs.iter().copied().filter(|_| random.below(5) < 3).collect();
        for at in (1..projection.len()).rev() {
            projection.swap(at, random.below(at + 1));
        }
        let expected = enumerated(&mut guards, &roots, &inputs, &projection);
        for limits in [BY_DIAGRAM, BY_SEARCH] {
            let counted = count(&guards, &roots, &projection, &limits);
            assert_eq!(counted, Count::Exactly(expected), "round {round}: {roots:?} over {projection:?}");
        }
        *counts.entry(expected).or_insert(0) += 1;
    }
    assert!(counts.len() > 30 && counts[&0] > 100 && counts[&1] > 100, "{counts:?}");
}

/// Words of opening and closing brackets that never close too early: the numbers of Catalan.
fn brackets(guards: &mut Guards, pairs: usize) -> (Vec<Guard>, Vec<Guard>) {
    let opens: Vec<Guard> = (0..2 * pairs).map(|_| guards.choice()).collect();
    let mut conjuncts: Vec<Guard> =
        (1..=2 * pairs).map(|length| guards.at_least(length.div_ceil(2), &opens[..length])).collect();
    conjuncts.push(guards.at_most(pairs, &opens));
    (opens, conjuncts)
}

/// References that are initialised one after the other: each is null, an object that an earlier one made, or a new one.
/// One-hot choices; an object is a candidate only where it exists.
struct Heap {
    choices: Vec<Guard>,
    conjuncts: Vec<Guard>,
    /// For each reference its choices: null, the object of each earlier reference, its own.
    references: Vec<Vec<Guard>>,
}

fn lazy_heap(guards: &mut Guards, references: usize) -> Heap {
    let mut heap = Heap { choices: Vec::new(), conjuncts: Vec::new(), references: Vec::new() };
    for reference in 0..references {
        let alternatives: Vec<Guard> = (0..reference + 2).map(|_| guards.choice()).collect();
        heap.choices.extend(&alternatives);
        heap.conjuncts.push(guards.exactly_one(&alternatives));
        for (earlier, &alias) in alternatives[1..=reference].iter().enumerate() {
            let exists = heap.references[earlier][earlier + 1];
            heap.conjuncts.push(guards.implies(alias, exists));
        }
        heap.references.push(alternatives);
    }
    heap
}

/// The same number by its recurrence.
fn lazy_heaps(references: usize, objects: u128) -> u128 {
    match references {
        0 => 1,
        _ => (1 + objects) * lazy_heaps(references - 1, objects) + lazy_heaps(references - 1, objects + 1),
    }
}

#[test]
fn structured_formulas_have_their_known_numbers() {
    for (pairs, catalan) in
        [(1, 1), (2, 2), (5, 42), (10, 16_796), (14, 2_674_440), (30, 3_814_986_502_092_304)]
    {
        let mut guards = Guards::new();
        let (opens, conjuncts) = brackets(&mut guards, pairs);
        assert_eq!(count(&guards, &conjuncts, &opens, &BY_DIAGRAM), Count::Exactly(catalan));
        if pairs <= 10 {
            assert_eq!(count(&guards, &conjuncts, &opens, &BY_SEARCH), Count::Exactly(catalan));
        }
    }
    for references in [1, 2, 3, 6, 10] {
        let mut guards = Guards::new();
        let Heap { choices, conjuncts, .. } = lazy_heap(&mut guards, references);
        let expected = Count::Exactly(lazy_heaps(references, 0));
        assert_eq!(count(&guards, &conjuncts, &choices, &BY_DIAGRAM), expected, "{references}");
        if references <= 6 {
            assert_eq!(count(&guards, &conjuncts, &choices, &BY_SEARCH), expected, "{references}");
        }
    }
}

/// Keys that grow along the objects of a heap leave those heaps in which nothing is its own successor.
#[test]
fn numbers_only_have_to_exist() {
    for references in [2, 3, 4] {
        let mut guards = Guards::new();
        let heap = lazy_heap(&mut guards, references);
        let keys: Vec<Bits> = (0..references).map(|_| Bits::fresh(&mut guards, 2)).collect();
        let mut conjuncts = heap.conjuncts.clone();
        let mut by_hand = heap.conjuncts.clone();
        for (reference, alternatives) in heap.references.iter().enumerate().skip(1) {
            // The object of each reference has a smaller key than that of the one before.
            for (target, &chosen) in alternatives[1..].iter().enumerate() {
                for (source, &before) in heap.references[reference - 1][1..].iter().enumerate() {
                    let less = keys[target].less(&mut guards, &keys[source], Sign::Unsigned);
                    let both = guards.and(chosen, before);
                    conjuncts.push(guards.implies(both, less));
                }
            }
        }
        // Enumeration of the heaps, with one question each.
        let mut all = 0_u128;
        let mut models = vec![by_hand.clone()];
        for alternatives in &heap.references {
            let extend = |model: &Vec<Guard>| -> Vec<Vec<Guard>> {
                let with = |&choice: &Guard| model.iter().copied().chain([choice]).collect();
                alternatives.iter().map(with).collect()
            };
            models = models.iter().flat_map(extend).collect();
        }
        let mut checker: cutpoint_solver::query::Checker = Default::default();
        for model in models {
            let asked: Vec<Guard> = model.iter().chain(&conjuncts).copied().collect();
            let answer = checker.check(&guards, &asked, &Effort::UNLIMITED);
            all += u128::from(matches!(answer, cutpoint_solver::query::Answer::Satisfiable(_)));
        }
        by_hand.clear();
        assert!(all > 3 && all < lazy_heaps(references, 0), "{all}");
        for limits in [BY_DIAGRAM, BY_SEARCH] {
            assert_eq!(
                count(&guards, &conjuncts, &heap.choices, &limits),
                Count::Exactly(all),
                "{references}"
            );
        }
    }
}

#[test]
fn variables_that_do_not_matter_double_the_count() {
    let mut guards = Guards::new();
    let choices: Vec<Guard> = (0..127).map(|_| guards.choice()).collect();
    assert_eq!(count(&guards, &[], &choices, &BY_DIAGRAM), Count::Exactly(1 << 127));
    assert_eq!(count(&guards, &[choices[3]], &choices, &BY_DIAGRAM), Count::Exactly(1 << 126));
    assert_eq!(count(&guards, &[Guard::FALSE], &choices, &BY_DIAGRAM), Count::Exactly(0));
    let more: Vec<Guard> = choices.iter().copied().chain([guards.choice(), !choices[0]]).collect();
    assert_eq!(count(&guards, &[], &more, &BY_DIAGRAM), Count::AtLeast(u128::MAX), "2^128 has 129 bits");
    assert_eq!(count(&guards, &[more[127]], &more, &BY_DIAGRAM), Count::Exactly(1 << 127));
}

#[test]
fn a_limit_leaves_a_bound_from_below() {
    let mut guards = Guards::new();
    let Heap { choices, conjuncts, .. } = lazy_heap(&mut guards, 8);
    let exact = lazy_heaps(8, 0);
    let mut seen = Vec::new();
    for patience in [0, 1_000, 3_000] {
        let asked = Cell::new(0);
        let interrupt = || {
            asked.set(asked.get() + 1);
            asked.get() > patience
        };
        let limits = CountLimits { effort: Effort::interrupted_by(&interrupt), ..BY_SEARCH };
        match count(&guards, &conjuncts, &choices, &limits) {
            Count::AtLeast(least) => seen.push(least),
            Count::Exactly(number) => panic!("{number} within {patience} steps"),
        }
    }
    assert!(seen[0] == 0 && seen[0] < seen[1] && seen[1] < seen[2] && seen[2] < exact, "{seen:?}");
    let limits = CountLimits { bytes: 1 << 18, ..BY_SEARCH };
    let Count::AtLeast(least) = count(&guards, &conjuncts, &choices, &limits) else { panic!("memory ends") };
    assert!(least < exact);
}
