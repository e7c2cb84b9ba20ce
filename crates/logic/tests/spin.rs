//! A second oracle: the automata that Spin makes (`spin -f`), where it is installed. They accept the same words, and
//! have more states.
//!
//! Spin knows no `X` in its usual build. Its automata are `never` claims: named states with guarded transitions; a word
//! is accepted if it passes states again and again whose names begin with `accept`.

#![expect(clippy::print_stdout, reason = "totals are for reading")]

mod common;

use std::collections::HashMap;
use std::process::Command;

use base::{Id, IndexVec};
use common::{Random, read, store};
use cutpoint_logic::{
    AtomId, Automaton, Binary, Formula, FormulaId, Formulas, Label, Limits, StateId, Transition, Unary,
    translate,
};

fn is_installed() -> bool {
    let found = Command::new("spin").arg("-V").output().is_ok();
    if !found {
        println!("skipped: spin is not installed");
    }
    found
}

/// The formula as Spin reads it. Operators that Spin lacks are spelt out. `None` if it has an `X`, or a `<->`: Spin
/// does not come to an end on some nests of those.
fn spelt(formulas: &Formulas, root: FormulaId) -> Option<String> {
    let mut texts: HashMap<FormulaId, String> = HashMap::new();
    for id in formulas.parts(root) {
        let text = match formulas.get(id) {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::Atom(atom) => char::from(b'a' + atom.index() as u8).to_string(),
            Formula::Unary(Unary::Next, _) | Formula::Binary(Binary::Iff, ..) => return None,
            Formula::Unary(Unary::Not, operand) => format!("(! {})", texts[&operand]),
            Formula::Unary(Unary::Finally, operand) => format!("(<> {})", texts[&operand]),
            Formula::Unary(Unary::Globally, operand) => format!("([] {})", texts[&operand]),
            Formula::Binary(operator, left, right) => spelt_binary(operator, &texts[&left], &texts[&right]),
        };
        texts.insert(id, text);
    }
    texts.remove(&root)
}

fn spelt_binary(operator: Binary, left: &str, right: &str) -> String {
    match operator {
        Binary::And => format!("({left} && {right})"),
        Binary::Or => format!("({left} || {right})"),
        Binary::Implies => format!("({left} -> {right})"),
        Binary::Iff => unreachable!("left out by the caller"),
        Binary::Until => format!("({left} U {right})"),
        Binary::Release => format!("({left} V {right})"),
        Binary::WeakUntil => format!("({right} V ({left} || {right}))"),
        Binary::StrongRelease => format!("({right} U ({left} && {right}))"),
    }
}

/// A `never` claim: states in order, with their guarded transitions.
#[derive(Default)]
struct Claim {
    accepting: Vec<bool>,
    numbers: HashMap<String, usize>,
    /// For each state the guards and the names of the targets.
    transitions: Vec<Vec<(String, String)>>,
}

impl Claim {
    fn of(formula: &str) -> Self {
        let output = Command::new("spin").args(["-f", formula]).output().expect("spin runs");
        let text = String::from_utf8(output.stdout).expect("spin writes text");
        assert!(text.starts_with("never"), "{formula}: {text}");
        let mut claim = Self::default();
        let mut after_name = false;
        for line in text.lines().skip(1).map(str::trim) {
            if let Some(name) = line.strip_suffix(':') {
                claim.name(name, after_name);
                after_name = true;
                continue;
            }
            after_name = false;
            if line == "skip" {
                claim.transition("(1)", "accept_all");
            } else if let Some(step) = line.strip_prefix(":: atomic { ") {
                claim.transition(step.split_once(" -> assert").expect("an assertion").0, "accept_all");
            } else if let Some(step) = line.strip_prefix(":: ").filter(|&step| step != "false") {
                let (guard, target) = step.split_once(" -> goto ").unwrap_or_else(|| panic!("{text}"));
                claim.transition(guard, target);
            }
        }
        claim
    }

    /// A name of the next state, or another name of the last one.
    fn name(&mut self, name: &str, again: bool) {
        if !again {
            self.accepting.push(false);
            self.transitions.push(Vec::new());
        }
        let state = self.accepting.len() - 1;
        self.accepting[state] |= name.starts_with("accept");
        self.numbers.insert(name.to_owned(), state);
    }

    fn transition(&mut self, guard: &str, target: &str) {
        let state = self.transitions.last_mut().expect("a name comes first");
        state.push((guard.to_owned(), target.to_owned()));
    }

    fn n_states(&self) -> usize {
        self.accepting.len()
    }

    /// The same as one of our automata: what leaves an accepting state is marked. Each letter over the first atoms has
    /// a transition of its own.
    fn automaton(&self, n_atoms: usize) -> Automaton {
        let mut states: IndexVec<StateId, Vec<Transition>> = IndexVec::new();
        for (transitions, &marked) in self.transitions.iter().zip(&self.accepting) {
            let mut found = Vec::new();
            for (guard, target) in transitions {
                let target = StateId::new(self.numbers[target]);
                let letters = (0..1u64 << n_atoms).filter(|&letter| is_open(guard, letter));
                found.extend(letters.map(|letter| Transition {
                    label: exactly(letter, n_atoms),
                    target,
                    marked,
                }));
            }
            states.push(found);
        }
        Automaton::new(vec![StateId::new(self.numbers["T0_init"])], states)
    }
}

/// The label that admits this letter alone.
fn exactly(letter: u64, n_atoms: usize) -> Label {
    let literal = |atom: usize| Label::literal(AtomId::new(atom), letter >> atom & 1 == 1);
    (0..n_atoms).map(literal).fold(Label::TRUE, |all, one| all.and(one).expect("each atom comes once"))
}

/// Evaluates a guard: conjunctions and disjunctions of literals, in the notation of formulas. But right before a name,
/// `!` does not negate there.
fn is_open(guard: &str, letter: u64) -> bool {
    let guard = guard.replace("(1)", "(true)").replace("! ", "!");
    let guard =
        ('a'..='f').fold(guard, |guard, name| guard.replace(&format!("!{name}"), &format!("!({name})")));
    let (formulas, root) = read(&guard);
    let mut values: HashMap<FormulaId, bool> = HashMap::new();
    for id in formulas.parts(root) {
        let value = match formulas.get(id) {
            Formula::True => true,
            Formula::False => false,
            Formula::Atom(atom) => letter >> atom.index() & 1 == 1,
            Formula::Unary(Unary::Not, operand) => !values[&operand],
            Formula::Binary(Binary::And, left, right) => values[&left] && values[&right],
            Formula::Binary(Binary::Or, left, right) => values[&left] || values[&right],
            Formula::Unary(..) | Formula::Binary(..) => panic!("no guard: {guard}"),
        };
        values.insert(id, value);
    }
    values[&root]
}

/// A random formula that Spin can read, with its text.
fn random_formula(random: &mut Random, atoms: usize, size: usize) -> (Formulas, FormulaId, String) {
    loop {
        let (mut formulas, names) = store(atoms);
        let root = random.formula(&mut formulas, &names, size);
        if let Some(text) = spelt(&formulas, root) {
            return (formulas, root, text);
        }
    }
}

#[test]
fn automata_accept_what_those_of_spin_accept() {
    if !is_installed() {
        return;
    }
    let mut random = Random::new(3);
    for index in 0..300 {
        let (formulas, root, text) = random_formula(&mut random, 2, 2 + index % 6);
        let ours = translate(&formulas, root, &Limits::default()).expect("small enough");
        let theirs = Claim::of(&text).automaton(2);
        for _ in 0..200 {
            let lasso = random.lasso(2, 4);
            assert_eq!(ours.accepts(&lasso), theirs.accepts(&lasso), "{text} on {lasso:?}");
        }
    }
}

fn n_states(text: &str) -> (usize, usize) {
    let (formulas, root) = read(text);
    let ours = translate(&formulas, root, &Limits::default()).expect("small enough");
    let text = spelt(&formulas, root).expect("the families have no X");
    (ours.n_states(), Claim::of(&text).n_states())
}

/// Spin marks states and we mark transitions, so a few states more are no fault of Spin's.
#[test]
fn automata_are_no_larger_than_those_of_spin() {
    if !is_installed() {
        return;
    }
    let name = |index: usize| char::from(b'a' + index as u8);
    let recurrences =
        |n: usize| (0..n).map(|index| format!("G F {}", name(index))).collect::<Vec<_>>().join(" && ");
    let left_nest =
        |n: usize| (1..n).fold("a".to_owned(), |left, index| format!("({left}) U {}", name(index)));
    let right_nest = |n: usize| (0..n).map(|index| name(index).to_string()).collect::<Vec<_>>().join(" U ");
    let families = (1..=4).map(recurrences).chain((2..=4).map(left_nest)).chain((2..=6).map(right_nest));
    let families = families.chain(["G (a -> F b)".to_owned(), "!(G (a -> F b))".to_owned()]);
    let (mut ours, mut theirs) = (0, 0);
    for text in families {
        let sizes = n_states(&text);
        println!("{:>3} {:>3}  {text}", sizes.0, sizes.1);
        assert!(sizes.0 <= sizes.1, "{text}: {sizes:?}");
        (ours, theirs) = (ours + sizes.0, theirs + sizes.1);
    }
    println!("families: {ours} states, Spin {theirs}");
    let mut random = Random::new(2);
    let (mut ours, mut theirs) = (0, 0);
    for index in 0..200 {
        let (formulas, root, text) = random_formula(&mut random, 3, 3 + index % 6);
        ours += translate(&formulas, root, &Limits::default()).expect("small enough").n_states();
        theirs += Claim::of(&text).n_states();
    }
    println!("200 random formulas: {ours} states, Spin {theirs}");
    assert!(ours <= theirs, "{ours} states, and Spin has {theirs}");
}
