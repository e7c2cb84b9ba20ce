//! Executions that a guide decides, and undoes.

use base::SourceFile;
use cutpoint_driver::{
    Detail, Guide, Language, LoadOptions, Menu, Move, Moves, RunEnd, RunRequest, Simulated, Wish, load,
    simulate,
};
use ir::Program;
use verdict::{Moment, Shown, Snapshot};

/// Two threads that count, one of them by a number that is chosen.
const COUNTERS: &str = r#"
global g0 "x": i32
global g1 "y": i32
thread proc0
thread proc1
proc proc0 "one"() {
block0:
* g0 = g0 + 1
  goto block0
}
proc proc1 "some"() {
  temp v0: i32
block0:
* v0 = choose 1..3
  g1 = g1 + v0
  goto block0
}
"#;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Answer {
    Move(usize),
    Item(u64),
    Back,
}

/// Gives the answers one by one, and notes where it went back to and what it saw of `y` before each move.
struct Script {
    answers: Vec<Answer>,
    next: usize,
    back: Vec<Option<usize>>,
    seen: usize,
}

impl Script {
    fn next(&mut self) -> Option<Answer> {
        self.next += 1;
        self.answers.get(self.next - 1).copied()
    }
}

impl Guide for Script {
    fn see(&mut self, moments: &[Moment]) {
        self.seen += moments.len();
    }
    fn went_back(&mut self, n_moves: Option<usize>) {
        self.back.push(n_moves);
    }
    fn choose_move(&mut self, moves: &[Move<'_>], state: &dyn Fn() -> Snapshot) -> Wish<usize> {
        assert_eq!((moves.len(), state().threads.len()), (2, 2));
        match self.next() {
            Some(Answer::Move(index)) => Wish::Take(index),
            Some(Answer::Back) => Wish::Back,
            Some(Answer::Item(_)) => panic!("a move is asked for"),
            None => Wish::Stop,
        }
    }
    fn choose_item(&mut self, menu: &Menu<'_>, _: &dyn Fn() -> Snapshot) -> Wish<u64> {
        assert_eq!(menu.count(), 3);
        match self.next() {
            Some(Answer::Item(index)) => Wish::Take(index),
            Some(Answer::Back) => Wish::Back,
            Some(Answer::Move(_)) => panic!("an item is asked for"),
            None => Wish::Stop,
        }
    }
}

fn program() -> Program {
    let loaded = load(SourceFile::new("test", COUNTERS), Language::Core, &LoadOptions::default());
    loaded.expect("no contradiction").program.expect("the program is right")
}

fn guided(answers: Vec<Answer>) -> (Simulated, Script) {
    let mut script = Script { answers, next: 0, back: Vec::new(), seen: 0 };
    let request = RunRequest { max_moves: 1000, detail: Detail::default() };
    (simulate(&program(), request, Moves::Guided(&mut script)), script)
}

fn globals(simulated: &Simulated) -> Vec<String> {
    let value = |shown: &Shown| match shown {
        Shown::Plain(text) => text.clone(),
        Shown::Null | Shown::Object { .. } => panic!("globals are numbers"),
    };
    simulated.execution.last.globals.iter().map(|global| value(&global.value)).collect()
}

/// Far enough to pass several checkpoints, and back over one.
#[test]
fn what_is_undone_leaves_no_trace() {
    let forward: Vec<Answer> = (0..100)
        .flat_map(|_| [Answer::Move(0), Answer::Move(1), Answer::Item(2), Answer::Move(0), Answer::Move(0)])
        .collect();
    let mut there_and_back = forward.clone();
    there_and_back.extend([Answer::Back; 400]);
    let (undone, script) = guided(there_and_back);
    assert_eq!(script.back, (0..400).rev().map(Some).collect::<Vec<_>>());
    assert_eq!((undone.end, undone.execution.moments.len()), (RunEnd::Undecided, 0));

    let mut detour = forward[..forward.len() / 2].to_vec();
    detour.extend([Answer::Back; 150]);
    // Fifty moves are left: twelve times four, and two.
    detour.extend_from_slice(&forward[12 * 5 + 3..forward.len() / 2]);
    let (detour, _) = guided(detour);
    let (direct, _) = guided(forward[..forward.len() / 2].to_vec());
    assert_eq!(detour, direct);
    assert_eq!(globals(&direct), ["150", "150"]);
}

#[test]
fn going_back_from_a_choice_leaves_the_move() {
    let (simulated, script) = guided(vec![Answer::Back, Answer::Move(1), Answer::Back, Answer::Move(0)]);
    // The assignment and the jump back.
    assert_eq!((script.back, script.seen), (vec![None, Some(0)], 2));
    assert_eq!(globals(&simulated), ["1", "0"]);
}
