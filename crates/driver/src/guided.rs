//! One execution that a guide decides, move by move, and may undo.
//!
//! To go back, the execution is rewound to a checkpoint and the moves from there are made again. Checkpoints are few
//! and evenly spread, so that a long execution needs neither much memory for them nor long to go back.

use interp::{Alternatives, Candidate, Checkpoint, Decider, Scripted, SimulationEnd, Simulator};
use ir::Program;
use verdict::{Moment, Snapshot, Trace, TraceStep};

use crate::simulate::{Guide, Menu, Move, RunRequest, Simulated, Wish, finish};

/// At most so many checkpoints are kept.
const MOST_CHECKPOINTS: usize = 32;

/// An execution under way.
pub(crate) struct Guided<'p, 'g> {
    program: &'p Program,
    request: RunRequest,
    guide: &'g mut dyn Guide,
    simulator: Simulator<'p>,
    passed: Passed,
    moments: Vec<Moment>,
}

/// The moves so far, and checkpoints among them.
struct Passed {
    steps: Vec<TraceStep>,
    /// Before the moves 0, `stride`, twice that, and so on.
    checkpoints: Vec<Checkpoint>,
    stride: usize,
}

impl<'p, 'g> Guided<'p, 'g> {
    pub(crate) fn new(simulator: Simulator<'p>, request: RunRequest, guide: &'g mut dyn Guide) -> Self {
        let passed = Passed { steps: Vec::new(), checkpoints: Vec::new(), stride: 1 };
        Self { program: simulator.program(), request, guide, simulator, passed, moments: Vec::new() }
    }

    /// Until the program ends, or the guide does.
    pub(crate) fn run(mut self) -> Simulated {
        let mut end = SimulationEnd::StepLimit(self.request.max_moves);
        while (self.passed.steps.len() as u64) < self.request.max_moves {
            self.passed.keep_checkpoint(&self.simulator);
            let state = || self.passed.again(self.program, self.request).snapshot();
            let mut asking =
                Asking { program: self.program, guide: &mut *self.guide, state: &state, back: None };
            let result = self.simulator.step(&mut asking);
            match (result, asking.back) {
                (Ok(new), _) => {
                    self.passed.steps.extend(self.simulator.trace().steps.last().cloned());
                    self.guide.see(&new);
                    self.moments.extend(new);
                }
                (Err(SimulationEnd::Undecided), Some(back)) => self.go_back(back),
                (Err(reason), _) => {
                    end = reason;
                    self.moments.extend(self.simulator.take_moments());
                    break;
                }
            }
        }
        finish(&self.simulator, self.moments, end)
    }

    fn go_back(&mut self, back: Back) {
        let n_moves = self.passed.steps.len();
        let target = match back {
            Back::ToLastMove => n_moves.checked_sub(1),
            Back::OutOfMove => Some(n_moves),
        };
        if let Some(target) = target {
            self.passed.steps.truncate(target);
            self.passed.replay(&mut self.simulator);
            let kept = self.moments.partition_point(|moment| moment.trace_step < target);
            self.moments.truncate(kept);
        }
        self.guide.went_back(target);
    }
}

impl Passed {
    /// Makes a checkpoint, if it is time for one; of too many, every second one is given up.
    fn keep_checkpoint(&mut self, simulator: &Simulator<'_>) {
        if self.checkpoints.len() == MOST_CHECKPOINTS {
            let mut index = 0;
            self.checkpoints.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
        if self.steps.len() == self.checkpoints.len() * self.stride {
            self.checkpoints.push(simulator.checkpoint());
        }
    }

    /// Brings the execution to where exactly these moves have been made.
    fn replay(&mut self, simulator: &mut Simulator<'_>) {
        self.checkpoints.truncate(self.steps.len() / self.stride + 1);
        self.replay_from_checkpoint(simulator);
    }

    /// Another execution with the same moves.
    fn again<'p>(&self, program: &'p Program, request: RunRequest) -> Simulator<'p> {
        let mut simulator = Simulator::new(program, request.detail);
        self.replay_from_checkpoint(&mut simulator);
        simulator
    }

    fn replay_from_checkpoint(&self, simulator: &mut Simulator<'_>) {
        let checkpoint = self.checkpoints.last().expect("there is a checkpoint before the first move");
        simulator.rewind(checkpoint);
        let again = Trace {
            steps: self.steps[checkpoint.n_moves()..].to_vec(),
            loop_start: None,
            ..Trace::default()
        };
        let mut script = Scripted::new(&again);
        for _ in &again.steps {
            simulator.step(&mut script).expect("a move that was made can be made again");
        }
    }
}

/// Where a guide wants to go back to.
#[derive(Clone, Copy)]
enum Back {
    /// To before the last move.
    ToLastMove,
    /// To before the move that is being made.
    OutOfMove,
}

/// Passes the interpreter's questions on to a guide.
struct Asking<'a> {
    program: &'a Program,
    guide: &'a mut dyn Guide,
    state: &'a dyn Fn() -> Snapshot,
    back: Option<Back>,
}

impl Decider for Asking<'_> {
    fn thread(&mut self, candidates: &[Candidate<'_>]) -> Option<usize> {
        let moves: Vec<Move<'_>> = candidates
            .iter()
            .map(|&Candidate { position: _, number, proc, span, returns }| Move {
                thread: number,
                proc,
                span,
                returns,
            })
            .collect();
        let wish = self.guide.choose_move(&moves, self.state);
        self.answer(wish, Back::ToLastMove)
    }

    fn choice(&mut self, alternatives: &Alternatives<'_>) -> Option<u64> {
        let menu = Menu { program: self.program, alternatives };
        let wish = self.guide.choose_item(&menu, self.state);
        self.answer(wish, Back::OutOfMove)
    }
}

impl Asking<'_> {
    fn answer<T>(&mut self, wish: Wish<T>, back: Back) -> Option<T> {
        match wish {
            Wish::Take(answer) => Some(answer),
            Wish::Back => {
                self.back = Some(back);
                None
            }
            Wish::Stop => None,
        }
    }
}
