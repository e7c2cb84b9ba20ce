//! Decision diagrams, SAT and 2QBF on work like that of an analysis of Boolean programs.
//!
//! Run with `cargo xtask bench solver`. A program variable has three copies that are neighbours in the order: its value
//! at the entry, now, and next. A relation of entry and current values is driven through statements that are relations
//! of current and next values; that is all that path edges need. The packages that were compared when the kernel was
//! chosen are in docs/dependencies.md; they implement the trait [`Package`] too.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "solver/symbolic.rs"]
mod symbolic;

use std::time::{Duration, Instant};

use solver::aig::{Aig, Signal};
use solver::bdd::{Bdd, Bdds, Cube, ReorderLimits, Substitution, Variable};
use solver::qbf::{QbfLimits, Question, Seed, forall_exists};
use solver::sat::{Batsat, Effort, GraphSolver, Outcome, SolveIncremental};

/// What the work needs of a package.
trait Package {
    type Function: Clone + PartialEq;

    /// A manager for so many program variables.
    fn new(n_program_variables: usize) -> Self;
    fn copy(&mut self, variable: usize, copy: Copy) -> Self::Function;
    fn not(&mut self, function: &Self::Function) -> Self::Function;
    fn and(&mut self, left: &Self::Function, right: &Self::Function) -> Self::Function;
    fn xor(&mut self, left: &Self::Function, right: &Self::Function) -> Self::Function;
    /// The relational product over the current copies, with the next ones renamed to current ones.
    fn image(&mut self, states: &Self::Function, relation: &Self::Function) -> Self::Function;
    /// Quantifies the current copies of the second half of the variables.
    fn project(&mut self, states: &Self::Function) -> Self::Function;
    fn size(&self, function: &Self::Function) -> usize;
    /// A moment at which nothing but these functions is needed.
    fn rest(&mut self, needed: &[Self::Function]);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Copy {
    Entry,
    Current,
    Next,
}

fn or<P: Package>(package: &mut P, left: &P::Function, right: &P::Function) -> P::Function {
    let (left, right) = (package.not(left), package.not(right));
    let neither = package.and(&left, &right);
    package.not(&neither)
}

fn equal<P: Package>(package: &mut P, left: &P::Function, right: &P::Function) -> P::Function {
    let differ = package.xor(left, right);
    package.not(&differ)
}

/// The conjunction of "these copies are equal" for all variables but one.
fn unchanged<P: Package>(
    package: &mut P,
    n: usize,
    copies: [Copy; 2],
    but: Option<usize>,
) -> Option<P::Function> {
    let mut all = None;
    for variable in (0..n).rev().filter(|&variable| Some(variable) != but) {
        let [left, right] = copies.map(|copy| package.copy(variable, copy));
        let same = equal(package, &left, &right);
        all = Some(match all {
            None => same,
            Some(others) => package.and(&same, &others),
        });
    }
    all
}

/// The statement `x := f(y, z)` for variables near each other.
fn assignment<P: Package>(package: &mut P, n: usize, number: usize) -> P::Function {
    let x = number * 7 % n;
    let (y, z) = ((x + 1 + number % 3) % n, (x + n - 1 - number % 2) % n);
    let (y, z) = (package.copy(y, Copy::Current), package.copy(z, Copy::Current));
    let value = match number % 3 {
        0 => package.and(&y, &z),
        1 => package.xor(&y, &z),
        _ => or(package, &y, &z),
    };
    let next = package.copy(x, Copy::Next);
    let assigned = equal(package, &next, &value);
    let frame =
        unchanged(package, n, [Copy::Current, Copy::Next], Some(x)).expect("there are other variables");
    package.and(&assigned, &frame)
}

/// Path edges through a loop of statements, joined with those of the round before; then the locals are projected away.
fn path_edges<P: Package>(n: usize, statements: usize) -> usize {
    let mut package = P::new(n);
    let mut edges =
        unchanged(&mut package, n, [Copy::Entry, Copy::Current], None).expect("there are variables");
    for number in 0..statements {
        let relation = assignment(&mut package, n, number);
        let after = package.image(&edges, &relation);
        edges = if number % 8 == 7 { or(&mut package, &after, &edges) } else { after };
        package.rest(std::slice::from_ref(&edges));
    }
    let projected = package.project(&edges);
    package.size(&edges) + package.size(&projected)
}

/// All states of a counter of `n` bits, one step at a time.
fn counter<P: Package>(n: usize) -> usize {
    let mut package = P::new(n);
    let mut relation: Option<P::Function> = None;
    let mut state: Option<P::Function> = None;
    let mut carry: Option<P::Function> = None;
    for bit in 0..n {
        let (now, next) = (package.copy(bit, Copy::Current), package.copy(bit, Copy::Next));
        let flipped = match &carry {
            None => package.not(&now),
            Some(carry) => package.xor(&now, carry),
        };
        let here = equal(&mut package, &next, &flipped);
        let zero = package.not(&now);
        carry = Some(match carry {
            None => now,
            Some(carry) => package.and(&carry, &now),
        });
        relation = Some(match relation {
            None => here,
            Some(others) => package.and(&others, &here),
        });
        state = Some(match state {
            None => zero,
            Some(others) => package.and(&others, &zero),
        });
    }
    let (relation, start) = (relation.expect("there are bits"), state.expect("there are bits"));
    let (mut reached, mut frontier, mut steps) = (start.clone(), start, 0);
    loop {
        frontier = package.image(&frontier, &relation);
        let more = or(&mut package, &reached, &frontier);
        steps += 1;
        if more == reached {
            return steps;
        }
        reached = more;
        package.rest(&[relation.clone(), reached.clone(), frontier.clone()]);
    }
}

/// The kernel of `crates/solver`.
struct Own {
    bdds: Bdds,
    copies: Vec<[Variable; 3]>,
    current: Cube,
    locals: Cube,
    next_to_current: Substitution,
    rest_at: usize,
}

const NO_LIMIT: &str = "the work stays within the limits";

impl Package for Own {
    type Function = Bdd;

    fn new(n: usize) -> Self {
        let mut bdds = Bdds::default();
        let copies: Vec<[Variable; 3]> = (0..n).map(|_| std::array::from_fn(|_| bdds.variable())).collect();
        let current: Vec<Variable> = copies.iter().map(|copies| copies[1]).collect();
        let renamed: Vec<(Variable, Variable)> = copies.iter().map(|copies| (copies[2], copies[1])).collect();
        let locals = bdds.cube(&current[n / 2..]).expect(NO_LIMIT);
        let current = bdds.cube(&current).expect(NO_LIMIT);
        let next_to_current = bdds.renaming(&renamed).expect(NO_LIMIT);
        Self { bdds, copies, current, locals, next_to_current, rest_at: 1 << 18 }
    }

    fn copy(&mut self, variable: usize, copy: Copy) -> Bdd {
        self.bdds.literal(self.copies[variable][copy as usize]).expect(NO_LIMIT)
    }

    fn not(&mut self, function: &Bdd) -> Bdd {
        !*function
    }

    fn and(&mut self, left: &Bdd, right: &Bdd) -> Bdd {
        self.bdds.and(*left, *right).expect(NO_LIMIT)
    }

    fn xor(&mut self, left: &Bdd, right: &Bdd) -> Bdd {
        self.bdds.xor(*left, *right).expect(NO_LIMIT)
    }

    fn image(&mut self, states: &Bdd, relation: &Bdd) -> Bdd {
        let product = self.bdds.and_exists_substitute(*states, *relation, self.current, self.next_to_current);
        product.expect(NO_LIMIT)
    }

    fn project(&mut self, states: &Bdd) -> Bdd {
        self.bdds.exists(*states, self.locals).expect(NO_LIMIT)
    }

    fn size(&self, function: &Bdd) -> usize {
        self.bdds.size(&[*function])
    }

    fn rest(&mut self, needed: &[Bdd]) {
        if self.bdds.n_nodes() > self.rest_at {
            self.bdds.collect(needed.iter().copied());
            self.rest_at = (1 << 18).max(2 * self.bdds.n_nodes());
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed())
}

fn line(what: &str, size: impl std::fmt::Display, time: Duration, figure: &str) {
    println!("{what:<34} {size:>8} {:>10.1} ms   {figure}", time.as_secs_f64() * 1e3);
}

fn diagrams<P: Package>(name: &str) {
    for n in [30, 100, 300, 600, 1000] {
        let (nodes, time) = timed(|| path_edges::<P>(n, 160));
        line(&format!("{name}: path edges, 160 statements"), n, time, &format!("{nodes} nodes"));
    }
    for n in [8, 12, 14] {
        let (steps, time) = timed(|| counter::<P>(n));
        line(&format!("{name}: counter"), n, time, &format!("{steps} steps"));
    }
}

/// Equalities of two halves of the variables, in the worst order, then in the one that sifting finds.
fn reordering() {
    for pairs in [10, 14] {
        let mut bdds = Bdds::default();
        let variables: Vec<Variable> = (0..2 * pairs).map(|_| bdds.variable()).collect();
        let mut all = Bdd::TRUE;
        for index in 0..pairs {
            let [x, y] = [index, index + pairs].map(|index| bdds.literal(variables[index]).expect(NO_LIMIT));
            let same = bdds.equal(x, y).expect(NO_LIMIT);
            all = bdds.and(all, same).expect(NO_LIMIT);
        }
        let before = bdds.size(&[all]);
        let (_, time) = timed(|| bdds.reorder(&[all], &[], ReorderLimits::default()));
        line("sifting of equalities", pairs, time, &format!("{before} nodes become {}", bdds.size(&[all])));
    }
}

/// Questions under assumptions about an adder, each a little different.
fn questions() {
    for bits in [8, 16, 32] {
        let mut aig = Aig::new();
        let (left, right) = (aig.new_inputs(bits), aig.new_inputs(bits));
        let mut carry = Signal::FALSE;
        let mut sum = Vec::new();
        for (&x, &y) in left.iter().zip(&right) {
            let differ = aig.xor(x, y);
            sum.push(aig.xor(differ, carry));
            carry = aig.ite(differ, carry, x);
        }
        let mut solver = GraphSolver::new(Batsat::new());
        let (satisfiable, time) = timed(|| {
            let ask = |number: usize| {
                let value = number.wrapping_mul(0x9e37_79b9);
                let wanted =
                    sum.iter().enumerate().map(|(bit, &sum)| sum.complement_if(value >> bit & 1 == 0));
                let fixed =
                    left.iter().take(bits / 2).map(|&input| input.complement_if(number.is_multiple_of(3)));
                let assumptions: Vec<Signal> = wanted.chain(fixed).chain([!carry]).collect();
                solver.solve(&aig, &assumptions, &Effort::UNLIMITED) == Outcome::Satisfiable
            };
            (0..1000).map(ask).filter(|&satisfiable| satisfiable).count()
        });
        let conflicts = solver.solver().n_conflicts();
        line(
            "1,000 questions about an adder",
            bits,
            time,
            &format!("{satisfiable} satisfiable, {conflicts} conflicts"),
        );
    }
}

/// For each choice of the first set of states there is one of the second, with and without its Skolem functions.
fn inclusions() {
    for (n, seeded) in [(8, false), (8, true), (12, true), (100, true), (1000, true)] {
        let mut aig = Aig::new();
        let (choices, answers) = (aig.new_inputs(n), aig.new_inputs(n));
        let states = |aig: &mut Aig, inputs: &[Signal]| -> Vec<Signal> {
            (0..n).map(|index| aig.xor(inputs[index], inputs[(index + 1) % n])).collect()
        };
        let (first, second) = (states(&mut aig, &choices), states(&mut aig, &answers));
        let same: Vec<Signal> = first.iter().zip(&second).map(|(&a, &b)| aig.equal(a, b)).collect();
        let matrix = aig.and_all(same);
        let seed: Seed = answers.iter().copied().zip(choices.iter().copied()).collect();
        let seeds = if seeded { vec![seed] } else { vec![] };
        let question = Question { aig: &aig, outer: &choices, matrix, seeds: &seeds };
        let ((_, stats), time) = timed(|| forall_exists(&question, &QbfLimits::default()));
        let what = if seeded { "inclusion with its seed" } else { "inclusion without a seed" };
        line(what, n, time, &format!("{} rounds", stats.rounds));
    }
}

fn main() {
    diagrams::<Own>("own kernel");
    reordering();
    questions();
    inclusions();
    symbolic::run();
}
