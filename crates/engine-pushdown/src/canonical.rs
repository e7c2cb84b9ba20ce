//! The canonical semantics: a control is a heap up to the names of its objects.
//!
//! From *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer, Bonsangue), section 3, with its cut
//! points. DIVERGENCE: the paper gives objects numbers, uses numbers again, and renames those that clash when a
//! procedure returns. Here a heap is kept in canonical form, so that isomorphic heaps are equal; a frame keeps only
//! what its procedure alone sees, with the cut points as its edge; and a return glues the two together. Trees are
//! folded away (`heap::fold`), so that a head costs what is in use and not what can be reached.
//!
//! - this file: the moves of a head; [`control`]: heaps as bytes; [`frame`]: calls and returns;
//!   [`listing`]: heads for certificates.

mod control;
mod frame;
mod listing;

use base::{Id, Span};
use heap::{Canonizer, Cutter, Folder, Parts};
use ir::{LocalId, ObjectId, Value};
use logic::Label;
use machine::{Code, Failure, Halt, Machine, Marks, NoMarks, Point, State, StepEffects, Tape, Thread};
use pushdown::{Control, Head};
use temporal::{FoldedAtoms, Temporal, Unfold, View};

use crate::interner::Interner;
use crate::part::{PartEnd, is_select, run_part};
use crate::proof::Listed;
use crate::semantics::{BEFORE_ALL, Figures, HeapSemantics, Meaning, MoveEnd, Settings, Symbols, Traits};
use crate::touch::Touch;
use crate::view::with_view;

/// Makes the heads of a program.
pub(crate) struct Canonical<'p> {
    code: &'p Code<'p>,
    symbols: Symbols,
    settings: Settings,
    controls: Interner,
    frames: Interner,
    n_heaps: u64,
    bound_seen: u64,
    overflows_by_hiding: bool,
    folder: Folder,
    canonizer: Canonizer,
    cutter: Cutter,
    /// The head that is looked at.
    loaded: Loaded,
    machine: Machine<'p, Touch>,
    /// What was executed, where that is recorded.
    marks: Option<Marks>,
    roots: Vec<Value>,
    /// The locals among the roots, after the globals.
    listed: Vec<LocalId>,
    bytes: Vec<u8>,
    scratch: frame::Scratch,
    atoms: FoldedAtoms,
}

/// A head as a state with one frame.
#[derive(Default)]
struct Loaded {
    state: State,
    /// By object, whether it is folded.
    folded: Vec<bool>,
    /// Cut points of the callers; what they refer to does not change.
    cuts: Vec<Value>,
    /// What the step has done so far.
    effects: StepEffects,
    /// A caller is in an atomic section.
    in_atomic: bool,
    /// `init` has not ended.
    initialising: bool,
    /// A return has led here: the next step may begin at once.
    resumed: bool,
    /// Something hidden is visible again: nothing can be said of it.
    sees_hidden: bool,
}

impl<'p> Canonical<'p> {
    pub(crate) fn new(code: &'p Code<'p>, settings: Settings) -> Self {
        let folder = Folder::new(&code.shapes);
        let mut loaded = Loaded::default();
        loaded.state.globals =
            code.program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
        loaded.state.threads.push(Thread::default());
        Self {
            code,
            symbols: Symbols::new(code),
            settings,
            controls: Interner::default(),
            frames: Interner::default(),
            n_heaps: 0,
            bound_seen: 0,
            overflows_by_hiding: false,
            canonizer: Canonizer::new(folder.shapes().clone()),
            folder,
            cutter: Cutter::default(),
            machine: Machine::new(code, loaded.state.clone()),
            marks: settings.covers.then(|| Marks::new(code)),
            loaded,
            roots: Vec::new(),
            listed: Vec::new(),
            bytes: Vec::new(),
            scratch: frame::Scratch::default(),
            atoms: FoldedAtoms::default(),
        }
    }

    fn point_head(&self, control: Control, point: Point) -> Head {
        Head::new(control, self.symbols.symbol(Meaning::Point(point)))
    }

    /// The first procedure that runs, with the globals that the machine has: `init`, or the thread.
    fn begin_with_globals(&mut self, after_init: bool) -> MoveEnd {
        let program = self.code.program;
        let (proc, number, below) = match (program.init, program.threads.first()) {
            (Some(init), _) if !after_init => (init, -1, Meaning::Initialised),
            (_, Some(&thread)) => (thread, 0, Meaning::Ended),
            (_, None) => {
                self.machine.listener.effects = BEFORE_ALL;
                return self.end_with_globals();
            }
        };
        let thread = &mut self.machine.state.threads[0];
        *thread = Thread { number, ..Thread::default() };
        thread.push_frame(self.code, proc);
        self.loaded.cuts.clear();
        self.loaded.in_atomic = number < 0;
        self.loaded.initialising = number < 0;
        self.machine.listener.effects = BEFORE_ALL;
        let entry = self.code.entry_point(proc);
        match self.control(entry) {
            Some(control) => MoveEnd::Call(self.point_head(control, entry), self.symbols.symbol(below)),
            None => MoveEnd::Overflows,
        }
    }

    /// The program has ended; the globals stay.
    fn end_with_globals(&mut self) -> MoveEnd {
        let ended = self.symbols.symbol(Meaning::Ended);
        self.ended_control().map_or(MoveEnd::Overflows, |control| MoveEnd::Step(Head::new(control, ended)))
    }

    fn restart(&mut self) {
        self.machine.state.clone_from(&self.loaded.state);
        self.machine.tape.rewind();
        self.machine.thread = 0;
        self.machine.accepted = false;
        self.machine.listener.folded.clone_from(&self.loaded.folded);
        self.machine.listener.effects = self.loaded.effects;
    }

    fn unfold(&mut self, object: ObjectId) {
        let heap = &mut self.loaded.state.heap;
        self.folder.unfold(heap, object);
        self.loaded.folded[object.index()] = false;
        self.loaded.folded.resize(heap.len(), true);
    }

    /// To the end of the step, to a call, or to a return.
    fn run_to_end(&mut self) -> Result<MoveEnd, Halt> {
        let Self { machine, marks, loaded, .. } = self;
        let end = match marks {
            None => {
                run_part(machine, loaded.resumed, &mut NoMarks, |machine, cover| machine.act_covered(cover))
            }
            Some(marks) => {
                run_part(machine, loaded.resumed, marks, |machine, cover| machine.act_covered(cover))
            }
        };
        match end? {
            PartEnd::Rests => Ok(self.rest()),
            PartEnd::Calls { proc, args } => self.call(proc, args),
            PartEnd::Returns { values } => self.leave(values),
            PartEnd::Waits { may_end } => Ok(MoveEnd::Waits { may_end }),
        }
    }

    /// The head that the machine has come to.
    fn rest(&mut self) -> MoveEnd {
        let point = self.machine.top().top().point;
        match self.control(point) {
            Some(control) => MoveEnd::Step(self.point_head(control, point)),
            None => MoveEnd::Overflows,
        }
    }

    /// Loads what is visible at a boundary.
    fn load_visible(&mut self, head: Head) {
        match self.symbols.meaning(head.symbol) {
            Meaning::Point(point) | Meaning::Stays(point) => self.load(head.control, point),
            Meaning::Ended
            | Meaning::Start
            | Meaning::Initialised
            | Meaning::Overflow
            | Meaning::Frame(_) => {
                self.load_globals(head.control);
                std::mem::swap(&mut self.machine.state, &mut self.loaded.state);
                self.loaded.state.threads[0].frames.clear();
                self.loaded.state.threads[0].values.clear();
            }
        }
    }

    fn unfold_visible(&mut self) {
        let Self { folder, loaded: Loaded { state, .. }, .. } = self;
        let locals = state.threads[0].values.iter();
        folder.unfold_all(&mut state.heap, state.globals.iter().chain(locals).copied());
    }
}

impl<'p> HeapSemantics<'p> for Canonical<'p> {
    fn code(&self) -> &'p Code<'p> {
        self.code
    }

    fn initial(&mut self) -> Head {
        let control = self.ended_control().expect("without objects nothing is too large");
        Head::new(control, self.symbols.symbol(Meaning::Start))
    }

    fn traits(&self, control: Control) -> Traits {
        self.traits_of(control)
    }

    fn begin(&mut self, control: Control, after_init: bool) -> MoveEnd {
        self.load_globals(control);
        self.begin_with_globals(after_init)
    }

    fn end(&mut self, control: Control) -> MoveEnd {
        self.load_globals(control);
        self.end_with_globals()
    }

    fn load(&mut self, control: Control, point: Point) {
        self.load_running(control, point);
    }

    fn loaded(&mut self, control: Control, point: Point) -> &State {
        self.load(control, point);
        let Self { folder, loaded: Loaded { state, .. }, .. } = self;
        let locals = state.threads[0].values.iter();
        for object in state.globals.iter().chain(locals).filter_map(|value| value.object()) {
            folder.unfold(&mut state.heap, object);
        }
        state
    }

    fn resume(&mut self, exit: Control, frame: u32) {
        self.load_caller(exit, frame);
    }

    fn run(&mut self) -> Option<MoveEnd> {
        if self.loaded.sees_hidden {
            self.overflows_by_hiding = true;
            return Some(MoveEnd::Overflows);
        }
        loop {
            self.restart();
            match self.run_to_end() {
                Ok(end) => return Some(end),
                Err(Halt::Pruned) => return None,
                Err(Halt::Refused(object)) => self.unfold(object),
                Err(Halt::Stopped(reason)) => return Some(MoveEnd::Stopped(*reason)),
                Err(Halt::LeftOut(left_out)) => return Some(MoveEnd::LeftOut(*left_out)),
                Err(Halt::Failed(kind)) => {
                    return Some(MoveEnd::Failed(Failure { kind: *kind, span: self.machine.span() }));
                }
            }
        }
    }

    fn tape(&mut self) -> &mut Tape {
        &mut self.machine.tape
    }

    fn accepted(&self) -> Option<Option<Span>> {
        self.machine.accepted.then_some(self.machine.accepted_at)
    }

    fn waits(&mut self, control: Control, point: Point) -> bool {
        if !is_select(self.code, point) {
            return false;
        }
        self.load(control, point);
        loop {
            self.restart();
            match self.machine.may_move() {
                Err(Halt::Refused(object)) => self.unfold(object),
                answer => return matches!(answer, Ok(false)),
            }
        }
    }

    fn visible(&mut self, head: Head) -> State {
        self.load_visible(head);
        self.unfold_visible();
        self.loaded.state.clone()
    }

    fn admits(&mut self, head: Head, property: &Temporal, label: Label) -> bool {
        let (last, end) = (self.last_step(head.control), self.ending(head));
        self.load_visible(head);
        let Self { code, atoms, folder, loaded: Loaded { state, .. }, .. } = self;
        loop {
            let admits = |view: &View<'_>| atoms.admits(property, label, view, folder);
            match with_view(code, state, end, last, admits) {
                Ok(admits) => return admits,
                Err(Unfold::Object(object)) => folder.unfold(&mut state.heap, object),
                Err(Unfold::All) => break,
            }
        }
        self.unfold_visible();
        with_view(self.code, &self.loaded.state, end, last, |view| property.admits(label, view))
    }

    fn marks(&self) -> Option<&Marks> {
        self.marks.as_ref()
    }

    fn has_asserted(&self) -> bool {
        self.machine.has_asserted
    }

    fn figures(&self) -> Figures {
        let bytes = self.controls.size() + self.frames.size() + self.folder.parts().bytes();
        Figures {
            heaps: self.n_heaps,
            frames: self.frames.len() as u64,
            bound_seen: self.bound_seen,
            bytes: bytes as u64,
            overflows_by_hiding: self.overflows_by_hiding,
        }
    }
    fn listed(&mut self, head: Head) -> Option<Listed> {
        self.list(head)
    }

    fn parts(&self) -> Option<&Parts> {
        Some(self.folder.parts())
    }

    fn forget_beyond(&self) -> Option<u64> {
        self.settings.hidden_bound
    }
}
