//! What symbolic execution asks: many checks along paths, equations of machine integers, numbers of heaps.

use std::time::Duration;

use solver::bits::{Bits, Sign};
use solver::count::{Count, CountLimits, count};
use solver::guard::{Guard, Guards};
use solver::query::{Answer, Checker};
use solver::sat::{Batsat, Effort, GraphSolver, Outcome};

use super::{line, timed};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % bound
    }
}

/// Checks on paths, each with a heap of its own, as the graph grows: upper quartiles, by a checker that loads
/// cones and remembers, and by one solver that keeps all that it has heard of.
fn growing_graph() {
    let mut random = Random(3);
    let mut guards = Guards::new();
    let mut checker: Checker = Checker::new();
    let mut one = GraphSolver::new(Batsat::new());
    let mut smallest = None;
    for wanted in [1_000, 4_000, 16_000, 60_000, 115_000] {
        let (mut by_cones, mut by_one) = (Vec::new(), Vec::new());
        // The last two paths before the graph has this size are measured; the others are only heard of.
        while guards.n_nodes() < wanted {
            let (path, choices) = heaps(&mut guards, 8, None);
            let is_measured = guards.n_nodes() + 600 >= wanted;
            let questions: Vec<[Guard; 3]> = (0..if is_measured { 50 } else { 1 })
                .map(|_| {
                    let mut literal =
                        || choices[random.below(choices.len())].complement_if(random.below(4) > 0);
                    [literal(), literal(), literal()]
                })
                .collect();
            // One after the other, for the large solver takes the cache.
            checker.set_path(&guards, &path);
            let ask_checker =
                |asked: &[Guard; 3]| timed(|| checker.check(&guards, asked, &Effort::UNLIMITED));
            let answers: Vec<(Answer, Duration)> = questions.iter().map(ask_checker).collect();
            for (asked, (answer, time)) in questions.iter().zip(answers) {
                let all: Vec<Guard> = path.iter().chain(asked).copied().collect();
                let (other, other_time) = timed(|| one.solve(&guards, &all, &Effort::UNLIMITED));
                assert_eq!(
                    answer == Answer::Unsatisfiable,
                    other == Outcome::Unsatisfiable,
                    "both find the same"
                );
                if is_measured {
                    by_cones.push(time);
                    by_one.push(other_time);
                }
            }
        }
        let time = by_cones.iter().sum();
        // Upper quartiles: of a median check, models answer many.
        let micros = [by_cones, by_one].map(|mut times| {
            times.sort_unstable();
            times[times.len() * 3 / 4].as_secs_f64() * 1e6
        });
        let first = *smallest.get_or_insert(micros);
        let figure = format!(
            "{:.1} us by cones (x{:.1}), {:.1} us by one solver (x{:.1}): ratio {:.1}",
            micros[0],
            micros[0] / first[0],
            micros[1],
            micros[1] / first[1],
            micros[1] / micros[0]
        );
        line("checks on paths", guards.n_nodes(), time, &figure);
    }
    println!("    {:?}", checker.counters());
}

/// An equation between words, for a given width.
type Equation = fn(&mut Guards, usize) -> Vec<Guard>;

fn words<const N: usize>(guards: &mut Guards, width: usize) -> [Bits; N] {
    std::array::from_fn(|_| Bits::fresh(guards, width))
}

fn is(guards: &mut Guards, bits: &Bits, number: u64) -> Guard {
    bits.equal(guards, &Bits::constant(bits.width(), number))
}

/// The factors of 59,159 * 63,617 in two words of half the width.
fn factors(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let [x, y] = words(guards, width / 2);
    let [x, y] = [x, y].map(|bits| bits.resize(width, Sign::Unsigned));
    let product = x.mul(guards, &y);
    let one = Bits::constant(width, 1);
    let number = if width >= 32 { 59_159 * 63_617 } else { 239 * 251 };
    let [low, high] = [&x, &y].map(|bits| one.less(guards, bits, Sign::Unsigned));
    vec![is(guards, &product, number), low, high]
}

fn square(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let [x] = words(guards, width);
    let product = x.mul(guards, &x);
    vec![is(guards, &product, 1_234_567_u64.wrapping_mul(1_234_567))]
}

fn distributive(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let [x, y, z] = words(guards, width);
    let sum = y.add(guards, &z);
    let left = x.mul(guards, &sum);
    let [xy, xz] = [x.mul(guards, &y), x.mul(guards, &z)];
    let right = xy.add(guards, &xz);
    vec![!left.equal(guards, &right)]
}

fn no_overflow(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let [x, y] = words(guards, width);
    let product = x.mul(guards, &y);
    let overflow = x.mul_overflows(guards, &y, Sign::Signed);
    let large = Bits::constant(width, (1 << (width - 2)) + 12_345);
    vec![!overflow, large.less(guards, &product, Sign::Signed), large.less(guards, &product, Sign::Signed)]
}

fn digits(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let [x] = words(guards, width);
    let ten = Bits::constant(width, 10);
    let quotient = x.div(guards, &ten, Sign::Signed);
    let [last, before] = [&x, &quotient].map(|bits| bits.rem(guards, &ten, Sign::Signed));
    vec![is(guards, &last, 7), is(guards, &before, 3)]
}

fn quotient(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let [x, y] = words(guards, width);
    let [quotient, rest] = [x.div(guards, &y, Sign::Signed), x.rem(guards, &y, Sign::Signed)];
    vec![!y.is_zero(guards), is(guards, &quotient, 123), is(guards, &rest, 45)]
}

fn division_law(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let [x, y] = words(guards, width);
    let [quotient, rest] = [x.div(guards, &y, Sign::Signed), x.rem(guards, &y, Sign::Signed)];
    let product = quotient.mul(guards, &y);
    let sum = product.add(guards, &rest);
    vec![!y.is_zero(guards), !sum.equal(guards, &x)]
}

fn order(guards: &mut Guards, width: usize) -> Vec<Guard> {
    let numbers: [Bits; 20] = words(guards, width);
    let mut all: Vec<Guard> =
        numbers.windows(2).map(|pair| pair[0].less(guards, &pair[1], Sign::Signed)).collect();
    all.push(numbers[19].less(guards, &numbers[0], Sign::Signed));
    all
}

const EQUATIONS: [(&str, Equation, usize); 11] = [
    ("factors", factors, 16),
    ("factors", factors, 32),
    ("square root modulo 2^w", square, 32),
    ("distributive law", distributive, 5),
    ("product without overflow", no_overflow, 32),
    ("two decimal digits", digits, 32),
    ("quotient and remainder", quotient, 32),
    ("quotient and remainder", quotient, 64),
    ("law of division", division_law, 5),
    ("law of division", division_law, 6),
    ("cycle of 20 numbers", order, 32),
];

fn equations() {
    for (name, equation, width) in EQUATIONS {
        let mut guards = Guards::new();
        let asked = equation(&mut guards, width);
        let mut solver = GraphSolver::new(Batsat::new());
        let (outcome, time) = timed(|| solver.solve(&guards, &asked, &Effort::UNLIMITED));
        let gates = guards.n_conjunctions(&asked);
        let conflicts = solver::sat::SolveIncremental::n_conflicts(solver.solver());
        line(
            name,
            width,
            time,
            &format!("{gates} gates, {} encoded, {conflicts} conflicts, {outcome:?}", solver.encoded().len()),
        );
    }
}

/// Words of brackets, of which there are as many as Catalan's number says.
fn brackets(guards: &mut Guards, pairs: usize) -> (Vec<Guard>, Vec<Guard>) {
    let opens: Vec<Guard> = (0..2 * pairs).map(|_| guards.choice()).collect();
    let prefix = |length: usize| (length.div_ceil(2), &opens[..length]);
    let mut conjuncts: Vec<Guard> =
        (1..=2 * pairs).map(prefix).map(|(least, prefix)| guards.at_least(least, prefix)).collect();
    conjuncts.push(guards.at_most(pairs, &opens));
    (conjuncts, opens)
}

/// References that are null, an object of an earlier reference, or a new one. With keys, the object of each reference
/// has a smaller key than the one of the reference before.
fn heaps(guards: &mut Guards, references: usize, key_bits: Option<usize>) -> (Vec<Guard>, Vec<Guard>) {
    let (mut conjuncts, mut choices) = (Vec::new(), Vec::new());
    let mut made: Vec<(Guard, Option<Bits>)> = Vec::new();
    let mut before: Vec<Guard> = Vec::new();
    for _ in 0..references {
        let alternatives: Vec<Guard> = (0..made.len() + 2).map(|_| guards.choice()).collect();
        conjuncts.push(guards.exactly_one(&alternatives));
        for (&alias, &(exists, _)) in alternatives[1..].iter().zip(&made) {
            conjuncts.push(guards.implies(alias, exists));
        }
        let key = key_bits.map(|width| Bits::fresh(guards, width));
        made.push((alternatives[alternatives.len() - 1], key));
        for (target, &chosen) in alternatives[1..].iter().enumerate() {
            for (source, &earlier) in before.iter().enumerate() {
                let (Some(target), Some(source)) = (&made[target].1, &made[source].1) else { continue };
                let less = target.less(guards, source, Sign::Signed);
                let both = guards.and(chosen, earlier);
                conjuncts.push(guards.implies(both, less));
            }
        }
        before = alternatives[1..].to_vec();
        choices.extend(alternatives);
    }
    (conjuncts, choices)
}

/// Makes conjuncts and the choices that are counted.
type Formula<'a> = &'a dyn Fn(&mut Guards) -> (Vec<Guard>, Vec<Guard>);

fn counts() {
    let by_diagram = CountLimits::default();
    let by_search = CountLimits { diagram_nodes: 0, ..CountLimits::default() };
    let compare = |name: &str, size: usize, make: Formula<'_>, searched: bool| {
        let mut guards = Guards::new();
        let (conjuncts, choices) = make(&mut guards);
        for (how, limits) in [("by diagram", by_diagram), ("by search", by_search)] {
            if how == "by search" && !searched {
                continue;
            }
            let (counted, time) = timed(|| count(&guards, &conjuncts, &choices, &limits));
            let figure = match counted {
                Count::Exactly(number) => format!("{number}"),
                Count::AtLeast(number) => format!("at least {number}"),
            };
            line(&format!("{name}, {how}"), size, time, &figure);
        }
    };
    for pairs in [10, 13, 30] {
        compare("brackets", pairs, &|guards| brackets(guards, pairs), pairs < 20);
    }
    for references in [6, 8, 10] {
        compare("heaps", references, &|guards| heaps(guards, references, None), references < 10);
    }
    for references in [4, 5, 6] {
        compare("heaps with keys", references, &|guards| heaps(guards, references, Some(32)), true);
    }
}

pub(super) fn run() {
    growing_graph();
    equations();
    counts();
}
