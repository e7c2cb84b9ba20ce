//! Calls in random states of random programs: the interpreter follows them, and the machine makes the same steps.
//!
//! Compared are the end, the instruction where it is reached, the number of instructions, the results, and the globals
//! and the heap, object by object. Each start is written as a text and read back before.
//!
//! The ordinary run takes two thousand programs, `CUTPOINT_LONG=1` fifty thousand.

use std::collections::BTreeMap;

use base::{Id, SourceId};
use cutpoint_testkit::rng::Rng;
use cutpoint_testkit::{generate, settings};
use interp::choices::{Alternatives, Choices};
use interp::{Context, NotFollowed, follow};
use ir::{FaultKind, Program, Value};
use machine::{Code, Flow, Machine, NoListener};
use verdict::{GivenStart, PathEnd, PathEvent, ProgramPoint, ViolationKind};

const ORDINARY: u64 = 2_000;
const LONG: u64 = 50_000;
const STARTS: usize = 4;
const MOST_INSTRUCTIONS: u64 = 400;

/// Draws the answers, and keeps them.
struct Drawn<'a> {
    rng: &'a mut Rng,
    taken: Vec<u32>,
}

impl Choices for Drawn<'_> {
    fn choose(&mut self, alternatives: &Alternatives<'_>) -> Option<u64> {
        let chosen = self.rng.below(usize::try_from(alternatives.count()).ok()?);
        self.taken.push(chosen as u32);
        Some(chosen as u64)
    }
}

/// What both implementations say of a call.
#[derive(PartialEq, Debug)]
struct Said {
    end: PathEnd,
    at: u32,
    n_instructions: u64,
    results: Vec<Value>,
    globals: Vec<Value>,
    heap: heap::Heap,
}

/// The same call by the machine; nothing, where it gives up.
fn execute(code: &Code<'_>, start: &GivenStart, choices: &[u32]) -> Option<Said> {
    let state = machine::State::from_start(code, &start.clone().into()).expect("the start fits");
    let mut machine: Machine<'_, NoListener> = Machine::new(code, state);
    machine.tape.play(choices);
    let mut n_instructions = 0;
    let (end, at) = loop {
        let (at, span) = (machine.top().top().point, machine.span());
        if n_instructions == MOST_INSTRUCTIONS {
            break (PathEnd::Cut, at);
        }
        match machine.act() {
            Ok(Flow::Next) => n_instructions += 1,
            Ok(Flow::Ended) => {
                n_instructions += 1;
                break (PathEnd::Returned, at);
            }
            Ok(Flow::Blocked) => break (PathEnd::Blocked, at),
            Err(machine::Halt::Pruned) => break (PathEnd::Pruned, at),
            Err(machine::Halt::Failed(kind)) => break (PathEnd::Failed { kind: *kind, span }, at),
            Err(machine::Halt::Stopped(_) | machine::Halt::LeftOut(_) | machine::Halt::Refused(_)) => {
                return None;
            }
        }
    };
    let results = if end == PathEnd::Returned { machine.passing().to_vec() } else { Vec::new() };
    let machine::State { globals, heap, .. } = machine.state;
    Some(Said { end, at, n_instructions, results, globals, heap })
}

/// Counts the ends, and what is needed to see that the calls are worth something.
fn count(seen: &mut BTreeMap<&'static str, u64>, said: &Said, events: &[PathEvent], choices: &[u32]) {
    let end = match &said.end {
        PathEnd::Returned => "returned",
        PathEnd::Failed { kind: ViolationKind::Fault(FaultKind::NullDereference), .. } => "null",
        PathEnd::Failed { .. } => "failed",
        PathEnd::Pruned => "pruned",
        PathEnd::Blocked => "blocked",
        PathEnd::Cut => "cut",
    };
    let mut add = |what, number| *seen.entry(what).or_default() += number;
    add(end, 1);
    add("choices", choices.len() as u64);
    let entered = events.iter().filter(|event| matches!(event, PathEvent::Enter { .. })).count();
    add("entered", entered as u64);
    add("forks", (events.len() - entered) as u64);
}

fn check_program(program: &Program, seed: u64, seen: &mut BTreeMap<&'static str, u64>) {
    let code = Code::new(program);
    let mut rng = Rng::new(seed);
    for _ in 0..STARTS {
        let Some(start) = generate::start(program, &mut rng) else { return };
        let text = start.text(program);
        assert_eq!(start.check(program), Ok(()), "{text}");
        assert_eq!(verdict::start::read(program, SourceId::new(0), &text).as_ref(), Ok(&start), "{text}");
        let mut drawn = Drawn { rng: &mut rng, taken: Vec::new() };
        let followed = match follow(&Context::new(program), &start, &mut drawn, MOST_INSTRUCTIONS) {
            Ok(followed) => followed,
            Err(NotFollowed::GaveUp(_)) => continue,
            Err(other) => panic!("seed {seed}: {other}\n{text}"),
        };
        let choices = drawn.taken;
        let ProgramPoint { proc, block, index } = followed.path.at;
        let said = Said {
            end: followed.path.end,
            at: code.block_point(proc, block) + index as u32,
            n_instructions: followed.n_instructions,
            results: followed.results,
            globals: followed.state.globals.iter().copied().collect(),
            heap: followed.state.heap,
        };
        let Some(theirs) = execute(&code, &start, &choices) else { continue };
        assert!(said == theirs, "seed {seed}\ninterpreter: {said:#?}\nmachine: {theirs:#?}\n{text}{program}");
        count(seen, &said, &followed.path.events, &choices);
    }
}

#[test]
fn the_interpreter_and_the_machine_agree_on_calls_in_given_states() {
    let seeds = settings::seeds(ORDINARY, LONG);
    let n_programs = seeds.end - seeds.start;
    let mut seen = BTreeMap::new();
    for seed in seeds {
        let program =
            if seed % 2 == 0 { generate::program(seed) } else { generate::sequential_program(seed) };
        check_program(&program, seed, &mut seen);
    }
    for (what, per_thousand) in [
        ("returned", 1_000),
        ("null", 50),
        ("failed", 50),
        ("pruned", 5),
        ("blocked", 20),
        ("cut", 50),
        ("choices", 500),
        ("entered", 500),
        ("forks", 2_000),
    ] {
        let found = seen.get(what).copied().unwrap_or(0);
        assert!(found * 1_000 >= n_programs * per_thousand, "too few: {what}\n{seen:?}");
    }
}
