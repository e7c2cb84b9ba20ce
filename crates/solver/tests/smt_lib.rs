//! Terms as SMT-LIB: the text, and the answers of solvers that read it, z3 or cvc5, where one is installed.

#![expect(clippy::print_stdout, reason = "a test says that it was skipped")]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use base::Id;
use common::random::Random;
use cutpoint_solver::bits::{Operation, Sign};
use cutpoint_solver::guard::Guards;
use cutpoint_solver::query::{Answer, Checker};
use cutpoint_solver::sat::Effort;
use cutpoint_solver::term::{Gates, Sort, Term, TermNode, Terms, smt_lib};

const SIGNS: [Sign; 2] = [Sign::Signed, Sign::Unsigned];

/// A solver that reads a script from its input.
#[derive(Clone, Copy)]
struct External {
    program: &'static str,
    arguments: &'static [&'static str],
}

const EXTERNALS: [External; 2] = [
    External { program: "z3", arguments: &["-in"] },
    External { program: "cvc5", arguments: &["--lang", "smt2", "-"] },
];

impl External {
    /// Those that are installed.
    fn installed() -> Vec<External> {
        let is_found = |external: &External| {
            let mut command = Command::new(external.program);
            command.arg("--version").stdin(Stdio::null()).output().is_ok()
        };
        let found: Vec<External> = EXTERNALS.into_iter().filter(is_found).collect();
        if found.is_empty() {
            println!("skipped: neither z3 nor cvc5 is installed");
        }
        found
    }

    fn is_satisfiable(self, script: &str) -> bool {
        let mut child = Command::new(self.program)
            .args(self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("an installed solver starts");
        child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("the solver reads");
        let output = child.wait_with_output().expect("the solver ends");
        match String::from_utf8_lossy(&output.stdout).trim() {
            "sat" => true,
            "unsat" => false,
            other => panic!("{} says {other:?} to\n{script}", self.program),
        }
    }
}

fn is_satisfiable(terms: &Terms, roots: &[Term]) -> bool {
    let (mut guards, mut gates) = (Guards::new(), Gates::new());
    let asked: Vec<_> = roots.iter().map(|&root| gates.guard(terms, &mut guards, root)).collect();
    let mut checker: Checker = Checker::new();
    match checker.check(&guards, &asked, &Effort::UNLIMITED) {
        Answer::Satisfiable(model) => {
            assert!(asked.iter().all(|&guard| model.value(&guards, guard)));
            true
        }
        Answer::Unsatisfiable => false,
        Answer::Unknown => panic!("nothing limits the effort"),
    }
}

#[test]
fn a_script_defines_each_term_once() {
    let mut terms = Terms::new();
    let [x, y] = [0, 1].map(|_| terms.variable(Sort::Bits(8)));
    let flag = terms.variable(Sort::Bool);
    let product = terms.term(TermNode::Binary(Operation::Mul, Sign::Signed, x, y));
    let shifted = terms.term(TermNode::Binary(Operation::Shr, Sign::Signed, product, product));
    let wide = terms.term(TermNode::Resize { arg: shifted, sign: Sign::Unsigned, width: 10 });
    let minus_one = terms.term(TermNode::Bits { width: 10, pattern: u64::MAX });
    let chosen = terms.term(TermNode::Select(flag, wide, minus_one));
    let less = terms.term(TermNode::Less(Sign::Signed, minus_one, chosen));
    let overflow = terms.term(TermNode::Overflows(Operation::Add, Sign::Unsigned, x, y));
    let unused = terms.variable(Sort::Bool);
    let expected = "\
(set-logic QF_BV)
(declare-fun t0 () (_ BitVec 8))
(declare-fun t1 () (_ BitVec 8))
(declare-fun t2 () Bool)
(define-fun t3 () (_ BitVec 8) (bvmul t0 t1))
(define-fun t4 () (_ BitVec 8) (bvashr t3 (bvand t3 (_ bv31 8))))
(define-fun t5 () (_ BitVec 10) ((_ zero_extend 2) t4))
(define-fun t6 () (_ BitVec 10) (_ bv1023 10))
(define-fun t7 () (_ BitVec 10) (ite t2 t5 t6))
(define-fun t8 () Bool (bvslt t6 t7))
(define-fun t9 () Bool (distinct (bvadd ((_ zero_extend 8) t0) ((_ zero_extend 8) t1)) \
((_ zero_extend 8) (bvadd t0 t1))))
(assert t8)
(assert t9)
(check-sat)
";
    assert_eq!(smt_lib::script(&terms, &[less, overflow]), expected);
    assert_eq!(unused, Term::new(10));
    assert_eq!(
        terms.term(TermNode::Binary(Operation::Mul, Sign::Signed, x, y)),
        product,
        "equal terms are one"
    );
}

/// All tests of numbers that there are, of these two.
fn comparisons(left: Term, right: Term) -> Vec<TermNode> {
    let mut nodes = vec![TermNode::Equal(left, right)];
    for sign in SIGNS {
        nodes.extend([
            TermNode::Less(sign, left, right),
            TermNode::LessOrEqual(sign, left, right),
            TermNode::NegOverflows(sign, left),
        ]);
        nodes.extend(Operation::ALL.map(|operation| TermNode::Overflows(operation, sign, left, right)));
        for (to, width) in SIGNS.into_iter().flat_map(|to| [1, 3, 8, 11].map(|width| (to, width))) {
            nodes.push(TermNode::ConversionOverflows { arg: left, from: sign, width, to });
        }
    }
    nodes
}

/// Everything that can be computed from two numbers.
fn computations(left: Term, right: Term) -> Vec<TermNode> {
    let mut nodes = vec![TermNode::Neg(left), TermNode::BitNot(left)];
    for sign in SIGNS {
        nodes.extend(Operation::ALL.map(|operation| TermNode::Binary(operation, sign, left, right)));
        nodes.extend([1, 3, 8, 11].map(|width| TermNode::Resize { arg: left, sign, width }));
    }
    nodes
}

/// Whatever is computed from constants is what the other solver computes.
#[test]
fn constants_have_the_same_results() {
    for external in External::installed() {
        let mut random = Random(5);
        for width in [1, 2, 3, 4, 5, 6, 8, 16, 31, 32, 33, 64] {
            let mut terms = Terms::new();
            let mut different = Vec::new();
            for _ in 0..12 {
                let mut number = |random: &mut Random| {
                    let pattern = match random.below(4) {
                        0 => random.below(width + 2) as u64,
                        1 => (random.below(3) as u64).wrapping_sub(1) ^ 1 << (width - 1),
                        _ => random.next() >> random.below(width),
                    };
                    terms.term(TermNode::Bits { width, pattern: pattern & (u64::MAX >> (64 - width)) })
                };
                let [left, right] = [number(&mut random), number(&mut random)];
                for node in computations(left, right).into_iter().chain(comparisons(left, right)) {
                    let term = terms.term(node);
                    let bits = Gates::new().bits(&terms, &mut Guards::new(), term);
                    let pattern = bits.as_constant().expect("constants are folded");
                    let ours = match terms.sort(term) {
                        Sort::Bool => TermNode::Bool(pattern == 1),
                        Sort::Bits(width) => TermNode::Bits { width, pattern },
                    };
                    let ours = terms.term(ours);
                    let same = terms.term(TermNode::Equal(term, ours));
                    different.push(terms.term(TermNode::Not(same)));
                }
            }
            let any = different.iter().copied().reduce(|any, one| terms.term(TermNode::Or(any, one)));
            let script = smt_lib::script(&terms, &[any.expect("there are pairs")]);
            if external.is_satisfiable(&script) {
                let is_wrong = |&&one: &&Term| external.is_satisfiable(&smt_lib::script(&terms, &[one]));
                let wrong = different.iter().find(is_wrong).expect("one of them is");
                panic!("{width}: {}", smt_lib::script(&terms, &[*wrong]));
            }
        }
    }
}

/// Random terms of two variables of one width, and tests of them that hold together or do not.
fn equations(random: &mut Random) -> (Terms, Vec<Term>) {
    let mut terms = Terms::new();
    let width = [1, 2, 3, 4, 5, 6, 7][random.below(7)];
    let flag = terms.variable(Sort::Bool);
    let mut numbers = vec![terms.variable(Sort::Bits(width)), terms.variable(Sort::Bits(width))];
    numbers.push(terms.term(TermNode::Bits { width, pattern: random.next() & (u64::MAX >> (64 - width)) }));
    let mut tests = vec![flag];
    for _ in 0..2 + random.below(6) {
        let mut pick = || numbers[random.below(numbers.len())];
        let (left, right) = (pick(), pick());
        let nodes = computations(left, right);
        let computed = terms.term(nodes[random.below(nodes.len())]);
        // Back to the width of the others.
        let sign = SIGNS[random.below(2)];
        numbers.push(terms.term(TermNode::Resize { arg: computed, sign, width }));
        let nodes = comparisons(left, computed_of_width(&mut terms, computed, width));
        let test = terms.term(nodes[random.below(nodes.len())]);
        tests.push(if random.bit() { test } else { terms.term(TermNode::Not(test)) });
        let condition = tests[random.below(tests.len())];
        numbers.push(terms.term(TermNode::Select(condition, left, right)));
        let last = tests[tests.len() - 1];
        tests.push(terms.term(if random.bit() {
            TermNode::And(condition, last)
        } else {
            TermNode::Or(condition, last)
        }));
    }
    let roots = tests.iter().rev().step_by(2).take(1 + random.below(4)).copied().collect();
    (terms, roots)
}

fn computed_of_width(terms: &mut Terms, term: Term, width: usize) -> Term {
    terms.term(TermNode::Resize { arg: term, sign: Sign::Signed, width })
}

#[test]
fn equations_have_the_same_answers() {
    let installed = External::installed();
    let mut random = Random(11);
    let mut n_satisfiable = 0;
    for round in 0..400_usize {
        let (terms, roots) = equations(&mut random);
        let ours = is_satisfiable(&terms, &roots);
        n_satisfiable += usize::from(ours);
        for external in installed.iter().filter(|_| round < 150) {
            let script = smt_lib::script(&terms, &roots);
            assert_eq!(
                external.is_satisfiable(&script),
                ours,
                "round {round}, {}:\n{script}",
                external.program
            );
        }
    }
    assert!((50..350).contains(&n_satisfiable), "{n_satisfiable}");
}
