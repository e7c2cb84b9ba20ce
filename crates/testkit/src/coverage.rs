//! What executions of a program go through, the naive way: every move of every reachable state, watched in the
//! interpreter.
//!
//! What observers execute is left out: the interpreter runs them inside an effect, where nothing watches.

use std::collections::{HashSet, VecDeque};

use interp::{
    Context, Effect, Keyer, Locals, Script, State, StepListener, Stop, movable_threads, successors,
    transition,
};
use ir::{Program, TermOp};
use verdict::Coverage;

/// What is executed in all reachable states; `None` if there are more than so many, or if the interpreter gives up.
pub fn naive(program: &Program, max_states: usize) -> Option<Coverage> {
    let ctx = Context::new(program);
    let mut keyer = Keyer::new(&ctx, Locals::All);
    let mut watched = Watched(Coverage::nothing(program));
    let (mut known, mut frontier) = (HashSet::new(), VecDeque::from([State::initial(&ctx)]));
    known.insert(keyer.key(&ctx, &frontier[0]));
    while let Some(state) = frontier.pop_front() {
        watched.waiting(program, &state);
        movable_threads(&ctx, &state).ok()?;
        for successor in successors(&ctx, &state).ok()? {
            let mut next = state.clone();
            let mut script = Script::new(&successor.step.choices);
            match transition(&ctx, &mut next, successor.step.thread, &mut script, &mut watched) {
                Ok(_) if known.insert(keyer.key(&ctx, &next)) => frontier.push_back(next),
                Ok(_) | Err(Stop::Violation { .. } | Stop::Pruned) => {}
                Err(_) => return None,
            }
        }
        if known.len() > max_states {
            return None;
        }
    }
    Some(watched.0)
}

struct Watched(Coverage);

impl Watched {
    /// A thread that stands at a select has reached it, whether it can go on or not.
    fn waiting(&mut self, program: &Program, state: &State) {
        if state.atomic_thread().is_some() {
            return;
        }
        for frame in state.threads.iter().map(|thread| thread.top()) {
            let block = &program.procs[frame.proc].blocks[frame.block];
            if frame.index == block.instrs.len() && matches!(block.terminator.op, TermOp::Select { .. }) {
                self.0.reach(frame.proc, frame.block, frame.index + 1);
            }
        }
    }
}

impl StepListener for Watched {
    fn see(&mut self, _: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        let frame = state.threads[thread].top();
        self.0.reach(frame.proc, frame.block, frame.index + 1);
        if let Ok(Effect::Jump { target } | Effect::Take { target, .. }) = outcome {
            self.0.take(frame.proc, frame.block, *target);
        }
    }
}

/// Where two accounts differ; what observers execute is compared if both have it.
pub fn difference(program: &Program, left: &Coverage, right: &Coverage, observers: bool) -> Option<String> {
    for (id, proc) in program.procs.iter_enumerated().filter(|(_, proc)| observers || !proc.observer) {
        for (block, code) in proc.blocks.iter_enumerated() {
            for index in 0..=code.instrs.len() {
                let (left, right) = (left.is_reached(id, block, index), right.is_reached(id, block, index));
                if left != right {
                    return Some(format!("{} {block} {index} reached: {left} and {right}", proc.name));
                }
            }
            if matches!(code.terminator.op, TermOp::Call { .. }) {
                continue;
            }
            for to in code.successors() {
                let (left, right) = (left.is_taken(id, block, to), right.is_taken(id, block, to));
                if left != right {
                    return Some(format!("{} {block} to {to} taken: {left} and {right}", proc.name));
                }
            }
        }
    }
    None
}
