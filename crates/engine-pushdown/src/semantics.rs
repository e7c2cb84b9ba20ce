//! What the pushdown system of a program is made of, however heaps are represented.
//!
//! A *control* is a heap as the running procedure sees it: globals, its locals, the objects that they reach, and the
//! cut points of its callers. A *symbol* is the point where the procedure stands, or a frame: a procedure that waits
//! for a call, with the part of the heap that it alone sees. A return leaves an *exit*, a control without a point;
//! together with the frame on top of the stack it gives the control of the caller.

use base::{Id, Span};
use heap::Parts;
use logic::Label;
use machine::{Code, Failure, Marks, Point, State, StepEffects, Tape};
use pushdown::{Control, Head, Symbol};
use temporal::{End, Temporal};
use verdict::{LeftOut, StopReason};

use crate::part::may_end;
use crate::proof::Listed;
use crate::view::end_of;

/// What is remembered where there was no step yet: nothing was left as it was.
pub(crate) const BEFORE_ALL: StepEffects = StepEffects { wrote_null: false, changed: true };

/// What a run must keep, and how large heaps may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    /// What the last step did is seen.
    pub(crate) keeps_last_step: bool,
    /// How many objects a procedure may see.
    pub(crate) bound: Option<u64>,
    /// How many objects only cut points may reach before they are hidden.
    pub(crate) hidden_bound: Option<u64>,
    /// Account is kept of what is executed.
    pub(crate) covers: bool,
}

/// What a control says beside its heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Traits {
    /// It is an exit, and not a heap that a procedure sees.
    pub(crate) is_exit: bool,
    /// A caller is in an atomic section.
    pub(crate) in_atomic: bool,
    /// `init` has not ended.
    pub(crate) initialising: bool,
}

/// A representation of heaps. What is asked of a head is loaded first; then it can be run, once for each outcome of
/// its choices.
pub(crate) trait HeapSemantics<'p> {
    fn code(&self) -> &'p Code<'p>;

    /// The head that everything starts from; its symbol is [`Meaning::Start`].
    fn initial(&mut self) -> Head;

    fn traits(&self, control: Control) -> Traits;

    /// Enters the first procedure, with the globals of a control: `init`, or the thread.
    fn begin(&mut self, control: Control, after_init: bool) -> MoveEnd;

    /// Ends the program with the globals of a control.
    fn end(&mut self, control: Control) -> MoveEnd;

    /// Loads a procedure that runs.
    fn load(&mut self, control: Control, point: Point);

    /// The same, to look at: variables and the objects that they refer to are as they are, others may be folded.
    fn loaded(&mut self, control: Control, point: Point) -> &State;

    /// Loads the caller of a procedure that has returned: the frame on top of the stack, and the exit.
    fn resume(&mut self, exit: Control, frame: u32);

    /// One move from what is loaded, as the tape says; `None` if the execution is discarded.
    fn run(&mut self) -> Option<MoveEnd>;

    fn tape(&mut self) -> &mut Tape;

    /// An accept that was true in the last run.
    fn accepted(&self) -> Option<Option<Span>>;

    /// Whether a procedure waits at a select forever.
    fn waits(&mut self, control: Control, point: Point) -> bool;

    /// What is visible at a boundary, as a state with one frame, or with none if the program has ended.
    fn visible(&mut self, head: Head) -> State;

    /// Whether the letter of a head that is a boundary satisfies a label.
    fn admits(&mut self, head: Head, property: &Temporal, label: Label) -> bool;

    fn figures(&self) -> Figures;

    /// What was executed, if account is kept.
    fn marks(&self) -> Option<&Marks>;

    /// Whether an assertion was evaluated.
    fn has_asserted(&self) -> bool;

    /// A head as a certificate has it. `None` if it has none there, or if there are no certificates of this semantics.
    fn listed(&mut self, _head: Head) -> Option<Listed> {
        None
    }

    /// The folded parts of heaps that are listed.
    fn parts(&self) -> Option<&Parts> {
        None
    }

    /// See [`PushdownProof::forget_beyond`](verdict::PushdownProof::forget_beyond).
    fn forget_beyond(&self) -> Option<u64> {
        None
    }

    // ------------------------------------------------------------------------------------- what follows

    fn symbols(&self) -> Symbols {
        Symbols::new(self.code())
    }

    /// Shows the moves from a head, once for each outcome of its choices; `visit` gets the choices too. Discarded
    /// executions are not shown.
    fn moves(&mut self, head: Head, visit: &mut dyn FnMut(Move, &[u32])) {
        let quietly = |end| Move { end, accepted: None };
        match self.symbols().meaning(head.symbol) {
            Meaning::Start => visit(quietly(self.begin(head.control, false)), &[]),
            Meaning::Initialised => visit(quietly(self.begin(head.control, true)), &[]),
            Meaning::Ended => visit(quietly(self.end(head.control)), &[]),
            Meaning::Overflow => {}
            Meaning::Stays(_) => visit(quietly(MoveEnd::Step(head)), &[]),
            Meaning::Point(point) => {
                self.load(head.control, point);
                self.run_all(visit);
            }
            Meaning::Frame(frame) => {
                self.resume(head.control, frame);
                self.run_all(visit);
            }
        }
    }

    /// Runs what is loaded, once for each outcome of its choices.
    fn run_all(&mut self, visit: &mut dyn FnMut(Move, &[u32])) {
        self.tape().clear();
        loop {
            if let Some(end) = self.run() {
                let accepted = self.accepted();
                visit(Move { end, accepted }, &self.tape().alternatives());
            }
            if !self.tape().advance() {
                return;
            }
        }
    }

    /// Whether a step ends where a head is reached.
    fn is_boundary(&mut self, head: Head) -> bool {
        match self.symbols().meaning(head.symbol) {
            Meaning::Start | Meaning::Overflow | Meaning::Frame(_) => false,
            Meaning::Initialised | Meaning::Ended | Meaning::Stays(_) => true,
            Meaning::Point(point) => {
                let facts = self.code().facts(point);
                let in_atomic = facts.atomic > 0 || self.traits(head.control).in_atomic;
                let begins_step = if in_atomic { facts.cuts_atomic } else { facts.begins_step };
                begins_step || self.waits(head.control, point)
            }
        }
    }

    /// Whether `init` has not ended yet.
    fn is_initialising(&self, head: Head) -> bool {
        match self.symbols().meaning(head.symbol) {
            Meaning::Start | Meaning::Initialised => true,
            // What has ended first leaves its exit, and then the globals alone.
            Meaning::Ended => self.traits(head.control).is_exit,
            Meaning::Overflow => false,
            Meaning::Point(_) | Meaning::Stays(_) | Meaning::Frame(_) => {
                self.traits(head.control).initialising
            }
        }
    }

    /// How an execution ends at a boundary.
    fn ending(&mut self, head: Head) -> End {
        match self.symbols().meaning(head.symbol) {
            Meaning::Point(point) | Meaning::Stays(point) => {
                end_of(self.waits(head.control, point), may_end(self.code(), point))
            }
            Meaning::Ended
            | Meaning::Start
            | Meaning::Initialised
            | Meaning::Overflow
            | Meaning::Frame(_) => End::Terminated,
        }
    }
}

/// What happens from a head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) end: MoveEnd,
    /// An `accept` of the move was true; the place of the last one.
    pub(crate) accepted: Option<Option<Span>>,
}

/// How a move ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MoveEnd {
    /// In the same procedure.
    Step(Head),
    /// At the entry of a procedure, with a frame below.
    Call(Head, Symbol),
    /// The procedure returns; the frame below comes next.
    Return(Control),
    /// It waits at a select forever; the program may end there or not.
    Waits {
        may_end: bool,
    },
    Failed(Failure),
    Stopped(StopReason),
    /// What comes next cannot be followed.
    LeftOut(LeftOut),
    /// More objects are visible than the bound allows.
    Overflows,
}

/// What was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) heaps: u64,
    pub(crate) frames: u64,
    /// The most objects that were reachable at once.
    pub(crate) bound_seen: u64,
    pub(crate) bytes: u64,
    /// An overflow may be due to objects that were hidden, not to the bound.
    pub(crate) overflows_by_hiding: bool,
}

/// The symbols of a program: a few of their own, then the points, then the frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbols {
    n_points: usize,
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// Before everything.
    Start,
    /// `init` has ended; the thread begins.
    Initialised,
    /// The program has ended.
    Ended,
    /// What was reached is larger than the bound.
    Overflow,
    Point(Point),
    /// A step from this point fails and is not made: the execution stays.
    Stays(Point),
    Frame(u32),
}

impl Symbols {
    const OWN: usize = 4;

    pub(crate) fn new(code: &Code<'_>) -> Self {
        Self { n_points: code.points.len() }
    }

    pub(crate) fn symbol(self, meaning: Meaning) -> Symbol {
        Symbol::new(match meaning {
            Meaning::Start => 0,
            Meaning::Initialised => 1,
            Meaning::Ended => 2,
            Meaning::Overflow => 3,
            Meaning::Point(point) => Self::OWN + point as usize,
            Meaning::Stays(point) => Self::OWN + self.n_points + point as usize,
            Meaning::Frame(frame) => Self::OWN + 2 * self.n_points + frame as usize,
        })
    }

    #[inline]
    pub(crate) fn meaning(self, symbol: Symbol) -> Meaning {
        match symbol.index() {
            0 => Meaning::Start,
            1 => Meaning::Initialised,
            2 => Meaning::Ended,
            3 => Meaning::Overflow,
            index if index < Self::OWN + self.n_points => Meaning::Point((index - Self::OWN) as Point),
            index if index < Self::OWN + 2 * self.n_points => {
                Meaning::Stays((index - Self::OWN - self.n_points) as Point)
            }
            index => Meaning::Frame((index - Self::OWN - 2 * self.n_points) as u32),
        }
    }
}
