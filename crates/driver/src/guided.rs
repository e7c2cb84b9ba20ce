//! One execution that a guide decides, move by move, and may undo.
//!
//! To go back, the execution is rewound to a checkpoint and the moves from there are made again. There is a checkpoint every few moves, so
//! that going back takes the same time at the end of a long execution as at its beginning.

use interp::{
    Alternatives, Candidate, Checkpoint, Context, Decider, Scripted, SimulationEnd, Simulator, snapshot,
};
use ir::Program;
use verdict::{Moment, Snapshot, Trace};

use crate::simulate::{Guide, Menu, Move, RunRequest, Simulated, Wish, finish};

/// Moves from one checkpoint to the next.
const STRIDE: usize = 64;

/// An execution under way.
pub(crate) struct Guided<'p, 'g> {
    program: &'p Program,
    max_moves: u64,
    guide: &'g mut dyn Guide,
    simulator: Simulator<'p>,
    /// Before the moves 0, 64, 128 and so on.
    checkpoints: Vec<Checkpoint>,
    moments: Vec<Moment>,
}

impl<'p, 'g> Guided<'p, 'g> {
    pub(crate) fn new(program: &'p Program, request: RunRequest, guide: &'g mut dyn Guide) -> Self {
        let simulator = Simulator::new(program, request.detail);
        let (checkpoints, moments) = (Vec::new(), Vec::new());
        Self { program, max_moves: request.max_moves, guide, simulator, checkpoints, moments }
    }

    /// Until the program ends, or the guide does.
    pub(crate) fn run(mut self) -> Simulated {
        let mut end = SimulationEnd::StepLimit(self.max_moves);
        while (self.n_moves() as u64) < self.max_moves {
            let before = self.simulator.checkpoint();
            if self.n_moves() == self.checkpoints.len() * STRIDE {
                self.checkpoints.push(before.clone());
            }
            let ctx = Context::new(self.program);
            let state = || snapshot(&ctx, before.state());
            let mut asking =
                Asking { program: self.program, guide: &mut *self.guide, state: &state, back: None };
            let result = self.simulator.step(&mut asking);
            match (result, asking.back) {
                (Ok(new), _) => {
                    self.guide.see(&new);
                    self.moments.extend(new);
                }
                (Err(SimulationEnd::Undecided), Some(Back::ToLastMove)) => self.undo(),
                (Err(SimulationEnd::Undecided), Some(Back::OutOfMove)) => {
                    self.simulator.rewind(&before);
                    self.guide.went_back(Some(before.n_moves()));
                }
                (Err(reason), _) => {
                    end = reason;
                    self.moments.extend(self.simulator.take_moments());
                    break;
                }
            }
        }
        finish(&self.simulator, self.moments, end)
    }

    fn n_moves(&self) -> usize {
        self.simulator.trace().steps.len()
    }

    fn undo(&mut self) {
        let Some(target) = self.n_moves().checked_sub(1) else {
            self.guide.went_back(None);
            return;
        };
        self.checkpoints.truncate(target / STRIDE + 1);
        let checkpoint = self.checkpoints.last().expect("there is a checkpoint before the first move");
        let steps = self.simulator.trace().steps[checkpoint.n_moves()..target].to_vec();
        let again = Trace { steps, loop_start: None };
        self.simulator.rewind(checkpoint);
        let mut script = Scripted::new(&again);
        for _ in &again.steps {
            self.simulator.step(&mut script).expect("a move that was made can be made again");
        }
        let kept = self.moments.partition_point(|moment| moment.trace_step < target);
        self.moments.truncate(kept);
        self.guide.went_back(Some(target));
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

    fn choice(&mut self, alternatives: &Alternatives<'_>) -> Option<u32> {
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
