//! The paper's semantics: a control is a heap whose objects have the numbers that the paper's rules give them.
//!
//! From *Interacting via the Heap in the Presence of Recursion* (Rot, de Boer, Bonsangue), section 3, with the repairs
//! of its errors. A new object gets the least number that is not in use, so numbers are used again, and isomorphic
//! heaps may differ in numbers: the paper asks whether they can, and `x := new; x := new` shows that they do. The
//! canonical semantics has no such doubles and is what decides; this one is here to be compared with it, and is written
//! for reading and not for speed.
//!
//! DIVERGENCE: procedures have locals of their own, parameters and results. Arguments and results count as globals
//! while they are passed. Locals that are not live are nil, as in the canonical semantics. A heap forgets the
//! fields of what it does not reach.
//!
//! - this file: the moves of a head; [`control`]: controls and frames; [`heap`]: heaps; [`new`], [`rules`]: new
//!   objects, calls and returns; [`table`]: heaps by number.

mod control;
mod heap;
mod new;
mod rules;
mod table;

use base::{Id, Span};
use ir::{ClassKind, Expr, LocalId, Place, ProcId, Program, Value};
use logic::Label;
use machine::{Code, Failure, Halt, Machine, Marks, NoMarks, Point, State, StepEffects, Tape, Thread};
use pushdown::{Control, Head};
use temporal::{LastStep, Temporal};

use crate::part::{PartEnd, awaited_call, is_select, run_part};
use crate::semantics::{BEFORE_ALL, Figures, HeapSemantics, Meaning, MoveEnd, Settings, Symbols, Traits};
use crate::view::with_view;

pub use rules::Literal;

use control::{Loaded, PaperControl, PaperFrame};
use new::{Numbers, act};
use table::Table;

/// Whether the program has objects that the paper does not know.
pub(crate) fn has_other_objects(program: &Program) -> bool {
    other_objects(program).is_some()
}

/// The first class whose objects are no records.
pub(crate) fn other_objects(program: &Program) -> Option<&ir::Class> {
    program.classes.iter().find(|class| match class.kind {
        ClassKind::Record { .. } | ClassKind::Interface { .. } => false,
        ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => true,
    })
}

/// Makes the heads of a program.
pub(crate) struct Paper<'p> {
    code: &'p Code<'p>,
    symbols: Symbols,
    settings: Settings,
    literal: Literal,
    controls: Table<PaperControl>,
    frames: Table<PaperFrame>,
    n_heaps: u64,
    bound_seen: u64,
    loaded: Loaded,
    machine: Machine<'p, StepEffects>,
    /// What was executed, where that is recorded.
    marks: Option<Marks>,
    /// What was loaded has the numbers that it was loaded with.
    numbers: Numbers,
}

impl<'p> Paper<'p> {
    /// For a program without [other objects](has_other_objects).
    pub(crate) fn new(code: &'p Code<'p>, settings: Settings, literal: Literal) -> Self {
        let mut loaded = Loaded::default();
        loaded.state.globals =
            code.program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
        loaded.state.threads.push(Thread::default());
        Self {
            code,
            symbols: Symbols::new(code),
            settings,
            literal,
            controls: Table::default(),
            frames: Table::default(),
            n_heaps: 0,
            bound_seen: 0,
            machine: Machine::new(code, loaded.state.clone()),
            marks: settings.covers.then(|| Marks::new(code)),
            loaded,
            numbers: Vec::new(),
        }
    }

    // ---------------------------------------------------------------------------------------- the rules

    fn run_to_end(&mut self) -> Result<MoveEnd, Halt> {
        match self.run_part()? {
            PartEnd::Rests => Ok(self.rest()),
            PartEnd::Calls { proc, args } => self.call(proc, args),
            PartEnd::Returns { values } => self.leave(values),
            PartEnd::Waits { may_end } => Ok(MoveEnd::Waits { may_end }),
        }
    }

    fn run_part(&mut self) -> Result<PartEnd<'p>, Halt> {
        let Self { machine, marks, numbers, loaded, literal, .. } = self;
        let resumed = loaded.resumed;
        match marks {
            None => run_part(machine, resumed, &mut NoMarks, |machine, cover| {
                act(machine, numbers, &loaded.cuts, *literal, cover)
            }),
            Some(marks) => run_part(machine, resumed, marks, |machine, cover| {
                act(machine, numbers, &loaded.cuts, *literal, cover)
            }),
        }
    }

    fn rest(&mut self) -> MoveEnd {
        let point = self.machine.top().top().point;
        let heap = self.heap_with(&[], &self.counting(point, true));
        self.head(heap, self.loaded.traits, point).map_or(MoveEnd::Overflows, MoveEnd::Step)
    }

    fn call(&mut self, proc: ProcId, args: &[Expr]) -> Result<MoveEnd, Halt> {
        self.machine.evaluate_all(args)?;
        let (entry, point) = (self.code.entry_point(proc), self.machine.top().top().point);
        let (args, defaults) = (self.machine.passing(), &self.code.frame_defaults[proc]);
        let at_entry = |local: LocalId| *args.get(local.index()).unwrap_or(&defaults[local.index()]);
        let (params, passed): (Vec<LocalId>, Vec<Value>) =
            self.counting_of(entry, true, at_entry).into_iter().unzip();
        let caller = self.heap_with(&passed, &self.counting(point, false));
        let callee = rules::call(&caller, &params);
        let size = caller.size();
        let frame = PaperFrame { point, traits: self.loaded.traits, heap: caller };
        let (frame, _) = self.frames.intern(frame, size);
        let frame = self.symbols.symbol(Meaning::Frame(frame));
        let traits = Traits { in_atomic: self.machine.top().atomic > 0, ..self.loaded.traits };
        let head = self.head(callee, traits, entry);
        Ok(head.map_or(MoveEnd::Overflows, |head| MoveEnd::Call(head, frame)))
    }

    fn leave(&mut self, values: &[Expr]) -> Result<MoveEnd, Halt> {
        self.machine.evaluate_all(values)?;
        let heap = self.heap_with(self.machine.passing(), &[]);
        let traits = Traits { is_exit: true, ..self.loaded.traits };
        Ok(self.control(heap, traits).map_or(MoveEnd::Overflows, MoveEnd::Return))
    }

    /// Ends the call of the frame that is loaded: its results are written, and control goes on after it.
    fn write_results(&mut self, point: Point, results: &[Value]) {
        let (places, next) = awaited_call(self.code, point);
        let Loaded { state, effects, .. } = &mut self.loaded;
        for (&place, &value) in places.iter().zip(results) {
            match place {
                Place::Local(local) => state.threads[0].values[local.index()] = value,
                Place::Global(global) => {
                    let before = std::mem::replace(&mut state.globals[global.index()], value);
                    effects.changed |= before != value;
                }
            }
        }
        state.threads[0].top_mut().point = next;
    }

    /// The program has ended; the globals of the machine stay.
    fn end_with(&mut self, last: StepEffects) -> MoveEnd {
        self.machine.listener = last;
        let heap = self.heap_with(&[], &[]);
        let ended = self.symbols.symbol(Meaning::Ended);
        let control = self.control(heap, Traits::default());
        control.map_or(MoveEnd::Overflows, |control| MoveEnd::Step(Head::new(control, ended)))
    }

    /// Loads what is visible at a boundary.
    fn load_visible(&mut self, head: Head) {
        match self.symbols.meaning(head.symbol) {
            Meaning::Point(point) | Meaning::Stays(point) => self.load(head.control, point),
            Meaning::Ended
            | Meaning::Start
            | Meaning::Initialised
            | Meaning::Overflow
            | Meaning::Frame(_) => self.load_globals(head.control),
        }
    }
}

impl<'p> HeapSemantics<'p> for Paper<'p> {
    fn code(&self) -> &'p Code<'p> {
        self.code
    }

    fn initial(&mut self) -> Head {
        self.restart();
        let heap = self.heap_with(&[], &[]);
        let control = self.control(heap, Traits::default()).expect("without objects nothing is too large");
        Head::new(control, self.symbols.symbol(Meaning::Start))
    }

    fn traits(&self, control: Control) -> Traits {
        self.controls.get(control.index() as u32).traits
    }

    fn begin(&mut self, control: Control, after_init: bool) -> MoveEnd {
        self.load_globals(control);
        self.restart();
        let program = self.code.program;
        let (proc, number, below) = match (program.init, program.threads.first()) {
            (Some(init), _) if !after_init => (init, -1, Meaning::Initialised),
            (_, Some(&thread)) => (thread, 0, Meaning::Ended),
            (_, None) => return self.end_with(BEFORE_ALL),
        };
        let thread = &mut self.machine.state.threads[0];
        thread.number = number;
        thread.push_frame(self.code, proc);
        self.machine.listener = BEFORE_ALL;
        let entry = self.code.entry_point(proc);
        let traits = Traits { is_exit: false, in_atomic: number < 0, initialising: number < 0 };
        let heap = self.heap_with(&[], &self.counting(entry, true));
        let below = self.symbols.symbol(below);
        self.head(heap, traits, entry).map_or(MoveEnd::Overflows, |head| MoveEnd::Call(head, below))
    }

    fn end(&mut self, control: Control) -> MoveEnd {
        self.load_globals(control);
        self.restart();
        self.end_with(self.loaded.effects)
    }

    fn load(&mut self, control: Control, point: Point) {
        let control = self.controls.get(control.index() as u32);
        let PaperControl { heap, traits, thread, wrote_null, changed } = &*control;
        self.load_heap(heap);
        self.load_frame(point, &heap.locals, *traits);
        self.loaded.resumed = false;
        let (facts, thread_state) = (self.code.facts(point), &mut self.loaded.state.threads[0]);
        thread_state.number = *thread;
        // A head between two steps forgets the last one; a head inside a step goes on with it.
        let is_boundary = if thread_state.atomic > 0 { facts.cuts_atomic } else { facts.begins_step };
        let last = StepEffects { wrote_null: *wrote_null, changed: *changed };
        self.loaded.effects = if is_boundary { StepEffects::default() } else { last };
    }

    fn loaded(&mut self, control: Control, point: Point) -> &State {
        self.load(control, point);
        &self.loaded.state
    }

    fn resume(&mut self, exit: Control, frame: u32) {
        let (callee, caller) = (self.controls.get(exit.index() as u32), self.frames.get(frame));
        let back = rules::give_back(&caller.heap, &callee.heap, self.literal);
        self.load_heap(&back);
        self.load_frame(caller.point, &back.locals, caller.traits);
        self.loaded.state.threads[0].number = callee.thread;
        self.loaded.effects = StepEffects { wrote_null: callee.wrote_null, changed: callee.changed };
        self.loaded.resumed = true;
        self.write_results(caller.point, &back.passed);
    }

    fn run(&mut self) -> Option<MoveEnd> {
        self.restart();
        match self.run_to_end() {
            Ok(end) => Some(end),
            Err(Halt::Pruned) => None,
            Err(Halt::Refused(object)) => panic!("{object} is not folded, and may be looked into"),
            Err(Halt::Stopped(reason)) => Some(MoveEnd::Stopped(*reason)),
            Err(Halt::LeftOut(left_out)) => Some(MoveEnd::LeftOut(*left_out)),
            Err(Halt::Failed(kind)) => {
                Some(MoveEnd::Failed(Failure { kind: *kind, span: self.machine.span() }))
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
        self.restart();
        matches!(self.machine.may_move(), Ok(false))
    }

    fn visible(&mut self, head: Head) -> State {
        self.load_visible(head);
        self.loaded.state.clone()
    }

    fn admits(&mut self, head: Head, property: &Temporal, label: Label) -> bool {
        let PaperControl { wrote_null, changed, .. } = *self.controls.get(head.control.index() as u32);
        let end = self.ending(head);
        self.load_visible(head);
        let last = LastStep { wrote_null, changed };
        with_view(self.code, &self.loaded.state, end, last, |view| property.admits(label, view))
    }

    fn marks(&self) -> Option<&Marks> {
        self.marks.as_ref()
    }

    fn has_asserted(&self) -> bool {
        self.machine.has_asserted
    }

    fn figures(&self) -> Figures {
        Figures {
            heaps: self.n_heaps,
            frames: self.frames.len() as u64,
            bound_seen: self.bound_seen,
            bytes: (self.controls.bytes() + self.frames.bytes()) as u64,
            overflows_by_hiding: false,
        }
    }
}
