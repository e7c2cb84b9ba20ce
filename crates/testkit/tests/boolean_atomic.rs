//! Getafix's global `atomic`, by a second definition: the same program without it, explored by a scheduler that obeys
//! it.
//!
//! Programs with two threads, procedures and loops are generated. Compiled in Getafix's dialect, all interleavings are
//! explored; compiled in SDV's, where `atomic` is a variable as any other, those in which no thread switch happens
//! while it is true. Both must find the same errors. `CUTPOINT_LONG=1` generates more programs.

use std::collections::{BTreeSet, HashSet, VecDeque};

use base::{Id, SourceId, Span};
use interp::{Context, ExploreOptions, Keyer, Locals, Outcome, State, explore, successors};
use ir::{GlobalId, Program, Value};
use lang_boolean::{Dialect, Options};

const MOST_STATES: usize = 4_000;

/// A small generator of numbers: the test needs variety, not quality.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_of(&mut self, texts: &[&str]) -> String {
        texts[self.below(texts.len())].to_owned()
    }

    fn condition(&mut self) -> String {
        self.one_of(&["x", "!x", "y", "x = y", "!atomic", "atomic", "x | l", "*", "l"])
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 9 } else { 11 }) {
            0 | 1 => {
                self.one_of(&["atomic := T;", "atomic := T;", "atomic := F;", "atomic := *;", "dead atomic;"])
            }
            2 => self.one_of(&["x := T;", "x := F;", "x, y := y, !x;", "x, atomic := atomic, l;", "l := x;"]),
            3 => self.one_of(&["y := T;", "y := !y;", "atomic, y := F, T;", "y := x;"]),
            4 => format!("assert({});", self.condition()),
            5 => format!("assume({});", self.condition()),
            6 => self.one_of(&[
                "enter();",
                "leave();",
                "flip();",
                "x := flip();",
                "atomic := flip();",
                "atomic := yes();",
            ]),
            // A loop that starts threads has no bound.
            7 if depth > 0 => self.one_of(&["start_thread leave();", "start_thread enter();"]),
            7 => self.one_of(&["skip;", "end_thread;", "return;"]),
            8 => self.one_of(&["enter();", "leave();"]),
            9 => format!("if {} then {} fi", self.condition(), self.statements(depth - 1)),
            _ => format!("while * do {} od", self.statements(depth - 1)),
        }
    }

    fn statements(&mut self, depth: usize) -> String {
        let count = 1 + self.below(4);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        statements.join(" ")
    }

    fn program(&mut self) -> String {
        let init = self.one_of(&["atomic", "atomic, x", "x, atomic", "y"]);
        let value = self.one_of(&["F", "T", "*"]);
        let values = if init.contains(',') { format!("{value}, {value}") } else { value };
        let calls = self.one_of(&["", "enter();", "enter(); leave();", "leave();"]);
        let (left, right) = (self.statements(1), self.statements(1));
        let enter = self.one_of(&["atomic := T;", "x := T; atomic := T;", "y := F; atomic := !y;"]);
        format!(
            "decl atomic, x := F, y := F;
init() begin {init} := {values}; {calls} end
void left() begin decl l; {left} assert(x | !x); end
void right() begin decl l; l := F; {right} assert(x = y); end
void enter() begin {enter} end
void leave() begin y := x; atomic := F; end
bool flip() begin decl k; x := !x; return k; end
bool yes() begin return T; end
"
        )
    }
}

fn compile(text: &str, dialect: Dialect) -> Program {
    let options = Options { dialect: Some(dialect), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
    compiled.program.unwrap_or_else(|| panic!("{text}\n{:#?}", compiled.diagnostics))
}

type Errors = BTreeSet<(&'static str, Option<Span>)>;

/// The errors of all executions in which no thread switch happens while the first global is true, if they can be
/// explored.
fn scheduled(program: &Program) -> Option<Errors> {
    let ctx = Context::new(program);
    let mut keyer = Keyer::new(&ctx, Locals::All);
    let mut errors = Errors::new();
    let mut seen = HashSet::new();
    // The thread that ran last, while it matters. In the beginning any may run.
    let mut frontier: VecDeque<(State, Option<u32>)> = VecDeque::from([(State::initial(&ctx), None)]);
    while let Some((state, last)) = frontier.pop_front() {
        let position = last.map(|last| state.threads.iter().position(|thread| thread.number == Some(last)));
        if !seen.insert((keyer.key(&ctx, &state), position)) {
            continue;
        }
        if seen.len() > MOST_STATES {
            return None;
        }
        for next in successors(&ctx, &state).ok()? {
            let number = state.threads[next.step.thread].number;
            if last.is_some() && number != last {
                continue;
            }
            match next.outcome {
                Outcome::State { state, .. } => {
                    let is_atomic = state.globals[GlobalId::new(0)] == Value::Bool(true);
                    frontier.push_back((state, number.filter(|_| is_atomic)));
                }
                Outcome::Violation { kind, span } => {
                    errors.insert((kind.slug(), span));
                }
                Outcome::Pruned => {}
                Outcome::GaveUp(_) => return None,
            }
        }
    }
    Some(errors)
}

#[test]
fn the_global_atomic_forbids_exactly_the_switches_while_it_is_true() {
    let rounds = if std::env::var_os("CUTPOINT_LONG").is_some() { 20_000 } else { 600 };
    let mut numbers = Numbers(11);
    let (mut compared, mut with_errors, mut different) = (0, 0, 0);
    for _ in 0..rounds {
        let text = numbers.program();
        let plain = compile(&text, Dialect::Sdv);
        let Some(expected) = scheduled(&plain) else { continue };
        let found = explore(&compile(&text, Dialect::Getafix), ExploreOptions::up_to(MOST_STATES));
        if !found.complete() {
            continue;
        }
        assert_eq!(found.errors(), expected, "{text}");
        compared += 1;
        with_errors += usize::from(!expected.is_empty());
        let free = explore(&plain, ExploreOptions::up_to(MOST_STATES));
        different += usize::from(free.complete() && free.errors() != expected);
    }
    // The comparison says something: most programs can be explored, errors happen, and `atomic` matters.
    assert!(compared > rounds / 2, "{compared} of {rounds}");
    assert!(with_errors > rounds / 10, "{with_errors} of {rounds}");
    assert!(different > rounds / 20, "{different} of {rounds}");
}
