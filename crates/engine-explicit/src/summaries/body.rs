//! The body of a procedure under execution: loading a node of a root, running to the next one, and writing nodes as
//! bytes.
//!
//! The machine holds a whole state: the entry state of the root, with what the node has changed. What is a change and
//! what was read is known to the root's [`Footprint`], which watches the machine meanwhile.
//!
//! ```text
//! node = point local* n_writes write* object*     locals that are live; objects allocated since the entry
//! end  = END result* n_writes write* object*
//! local = value                                   of a local
//!       | 0 | 1 value                             of a parameter: as at the entry, or written
//! write = spot value                              the contents of a set or channel are written as a fresh copy of it
//! ```

use base::{Id, Span};
use heap::{Canonizer, Decoder};
use ir::{GlobalId, ObjectId, Place, TermOp, Value};
use machine::{
    Action, Code, Cover, Flow, Frame, Halt, MAX_INSTRUCTIONS, Machine, Marks, NoMarks, Point, State, Thread,
};
use verdict::{Content, Spot, StopReason};

use super::exit::EffectNames;
use super::footprint::{Footprint, SpotId};
use super::root::{Root, is_unchanged};
use super::sequential::{Cut, Cuts};
use super::view::View;

/// In place of a point, for an end.
const END: u64 = u32::MAX as u64;

/// Where the execution of a body pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// Before a call, or where paths come together.
    Node,
    /// At a return; the results are evaluated.
    Return,
    /// At a select without an open join.
    Blocked,
}

/// A machine for bodies, with the means to load and store nodes.
pub(super) struct Body<'p> {
    pub(super) machine: Machine<'p, Footprint>,
    cuts: Cuts,
    canonizer: Canonizer,
    /// All of the entry state counts as read.
    visible: bool,
    /// The node or end that was encoded last.
    pub(super) key: Vec<u8>,
    /// What was executed, if that is asked for.
    pub(super) marks: Option<Marks>,
}

impl<'p> Body<'p> {
    pub(super) fn new(code: &'p Code<'p>, visible: bool) -> Self {
        let state = State { threads: vec![Thread::default()], ..State::default() };
        Self {
            machine: Machine::new(code, state),
            cuts: Cuts::new(code),
            canonizer: Canonizer::new(code.shapes.clone()),
            visible,
            key: Vec::new(),
            marks: None,
        }
    }

    /// Keeps account of what is executed from now on.
    pub(super) fn keep_marks(&mut self) {
        self.marks = Some(Marks::new(self.machine.code));
    }

    /// The call that the machine stands at is executed.
    pub(super) fn mark(&mut self) {
        let point = self.point();
        self.marks.iter_mut().for_each(|marks| marks.reaches(point));
    }

    /// Begins to execute nodes of a root.
    pub(super) fn enter(&mut self, root: &mut Root) {
        self.machine.listener = std::mem::take(&mut root.footprint);
    }

    /// Ends what `enter` began.
    pub(super) fn leave(&mut self, root: &mut Root) {
        root.footprint = std::mem::take(&mut self.machine.listener);
    }

    pub(super) fn point(&self) -> Point {
        self.machine.top().top().point
    }

    /// The call that the machine stands at.
    pub(super) fn call(&self) -> Option<&'p TermOp> {
        let code = self.machine.code;
        match code.facts(self.point()).action {
            Action::Term(terminator) => {
                matches!(terminator.op, TermOp::Call { .. }).then_some(&terminator.op)
            }
            Action::Instr(_) => None,
        }
    }

    pub(super) fn span(&self) -> Option<Span> {
        self.machine.code.facts(self.point()).action.site().span
    }

    /// Atomic sections of the procedure itself around the present point.
    pub(super) fn own_atomic_depth(&self) -> u32 {
        self.machine.code.facts(self.point()).atomic
    }

    /// What a procedure sees that is called now; the arguments are evaluated.
    pub(super) fn view_of_callee(&self, number: i32) -> View<'_> {
        let State { globals, heap, .. } = &self.machine.state;
        View {
            program: self.machine.code.program,
            globals,
            params: self.machine.passing(),
            heap,
            atomic: self.machine.top().atomic > 0,
            number,
        }
    }

    // ------------------------------------------------------------------------------------- execution

    /// Runs to the next pause; choices fall as the tape says.
    pub(super) fn run(&mut self) -> Result<Pause, Halt> {
        self.run_beside(|_, _, _| ())
    }

    /// The same, and shows every action after it was done, with the number of choices made before.
    pub(super) fn run_beside(
        &mut self,
        beside: impl FnMut(Action<'p>, &Machine<'p, Footprint>, usize),
    ) -> Result<Pause, Halt> {
        let Some(mut marks) = self.marks.take() else { return self.run_covered(beside, &mut NoMarks) };
        let pause = self.run_covered(beside, &mut marks);
        self.marks = Some(marks);
        pause
    }

    fn run_covered(
        &mut self,
        mut beside: impl FnMut(Action<'p>, &Machine<'p, Footprint>, usize),
        cover: &mut impl Cover,
    ) -> Result<Pause, Halt> {
        self.machine.tape.rewind();
        for _ in 0..MAX_INSTRUCTIONS {
            let code = self.machine.code;
            let action = code.facts(self.point()).action;
            match action {
                Action::Term(ir::Terminator { op: TermOp::Return { values }, .. }) => {
                    cover.reaches(self.point());
                    self.machine.evaluate_all(values)?;
                    return Ok(Pause::Return);
                }
                Action::Term(ir::Terminator { op: TermOp::Call { .. }, .. }) => return Ok(Pause::Node),
                Action::Term(_) | Action::Instr(_) => {}
            }
            let n_choices = self.machine.tape.position();
            let flow = self.machine.act_covered(cover)?;
            beside(action, &self.machine, n_choices);
            match flow {
                Flow::Next if self.is_cut() => return Ok(Pause::Node),
                Flow::Next => {}
                Flow::Blocked => return Ok(Pause::Blocked),
                Flow::Ended => panic!("a body was left without a return"),
            }
        }
        Err(Halt::Stopped(Box::new(StopReason::StepTooLong(MAX_INSTRUCTIONS))))
    }

    fn is_cut(&self) -> bool {
        match self.cuts.at(self.point()) {
            Cut::Never => false,
            Cut::AfterChoice => self.machine.tape.has_choices(),
            Cut::Always => true,
        }
    }

    // ----------------------------------------------------------------------------------- nodes as bytes

    /// What is in a spot now.
    pub(super) fn content(&self, spot: Spot) -> Content {
        self.view_of_callee(0).content(spot)
    }

    /// The spots that differ from the entry state. A spot that was not read may differ even if its value is the same:
    /// nobody knows what another caller has there.
    fn changes(&self, root: &Root) -> Vec<(SpotId, Spot)> {
        let watch = &self.machine.listener;
        let entry = root.entry.view(self.machine.code.program);
        let named = watch.writes().into_iter().map(|id| (id, watch.spot(id)));
        named
            .filter(|&(id, spot)| {
                let is_known = self.visible || watch.is_logged(id);
                !(is_known && is_unchanged(entry, spot, &self.content(spot)))
            })
            .collect()
    }

    /// Writes the present state to `key`.
    ///
    /// Returns the objects in the order of their canonical numbers.
    pub(super) fn encode_node(&mut self, root: &Root) -> &[ObjectId] {
        let changes = self.changes(root);
        let shadows = self.make_shadows(&changes);
        let Self { machine, canonizer, key, .. } = self;
        let (point, watch) = (machine.top().top().point, &machine.listener);
        key.clear();
        let mut encoding = canonizer.encode_beyond(root.n_objects(), &machine.state.heap, key);
        encoding.number(point.into());
        let locals = machine.top().locals();
        for &local in machine.code.live(point, true) {
            let is_param = watch.param(local).is_some();
            let is_written = !is_param || watch.is_written(local);
            if is_param {
                encoding.number(is_written.into());
            }
            if is_written {
                encoding.value(locals[local.index()]);
            }
        }
        write_changes(&mut encoding, &changes, &shadows);
        encoding.finish()
    }

    /// Writes the end that the machine has reached to `key`. Returns the spots that differ from the entry, and the
    /// names of objects.
    pub(super) fn encode_end(&mut self, root: &Root) -> (Vec<Spot>, EffectNames) {
        let changes = self.changes(root);
        let n_state = self.machine.state.heap.len();
        let shadows = self.make_shadows(&changes);
        let Self { machine, canonizer, key, .. } = self;
        key.clear();
        let mut encoding = canonizer.encode_beyond(root.n_objects(), &machine.state.heap, key);
        encoding.number(END);
        machine.passing().iter().for_each(|&result| encoding.value(result));
        write_changes(&mut encoding, &changes, &shadows);
        let names = EffectNames::new(root.n_objects(), n_state, encoding.finish());
        (changes.into_iter().map(|(_, spot)| spot).collect(), names)
    }

    /// The value that stands for each change: itself, or a copy of contents, which can be put into canonical order like
    /// any other object.
    fn make_shadows(&mut self, changes: &[(SpotId, Spot)]) -> Vec<Value> {
        let mut values = Vec::with_capacity(changes.len());
        for &(_, spot) in changes {
            values.push(match (spot, self.content(spot)) {
                (_, Content::Value(value)) => value,
                (Spot::Contents(object), Content::List(elements)) => {
                    let heap = &mut self.machine.state.heap;
                    Value::Ref(heap.alloc_with(heap.class(object), &elements))
                }
                (spot, content) => panic!("{content:?} was written to {spot:?}"),
            });
        }
        values
    }

    /// Goes to a node of the root that was entered.
    pub(super) fn load(&mut self, root: &Root, key: &[u8]) {
        self.load_entry(root);
        let Self { machine, .. } = self;
        let code = machine.code;
        let mut decoder = Decoder::beyond(root.n_objects(), key);
        let point = decoder.number() as Point;
        let facts = code.facts(point);
        let thread = &mut machine.state.threads[0];
        thread.frames[0].point = point;
        thread.atomic = u32::from(root.entry.atomic) + facts.atomic;
        for &local in code.live(point, true) {
            if let Some(param) = machine.listener.param(local) {
                if decoder.number() == 0 {
                    continue;
                }
                machine.listener.mark_written(param);
            }
            thread.values[local.index()] = decoder.value();
        }
        let mut contents = Vec::new();
        for _ in 0..decoder.number() {
            let id = decoder.number() as SpotId;
            machine.listener.mark_written(id);
            match (machine.listener.spot(id), decoder.value()) {
                (Spot::Global(global), value) => set_global(&mut machine.state, global, value),
                (Spot::Slot(object, slot), value) => machine.state.heap.set(object, slot as usize, value),
                (Spot::Contents(object), Value::Ref(shadow)) => contents.push((object, shadow)),
                (spot, value) => panic!("{value:?} in a node as what was written to {spot:?}"),
            }
        }
        decoder.append(&code.shapes, &mut machine.state.heap);
        for (object, shadow) in contents {
            machine.state.heap.copy_slots(shadow, object);
        }
    }

    /// Goes to the entry of the root.
    fn load_entry(&mut self, root: &Root) {
        let Self { machine, .. } = self;
        let code = machine.code;
        machine.listener.forget_writes();
        machine.state.globals.clone_from(&root.entry.globals);
        machine.state.heap.clone_from(&root.entry.heap);
        let thread = &mut machine.state.threads[0];
        thread.number = root.entry.number;
        thread.atomic = root.entry.atomic.into();
        thread.frames.clear();
        thread.frames.push(Frame { proc: root.proc, point: code.entry_point(root.proc), base: 0 });
        thread.values.clone_from(&code.frame_defaults[root.proc]);
        thread.values[..root.entry.params.len()].copy_from_slice(&root.entry.params);
    }

    /// Writes the entry of the root that was entered to `key`.
    pub(super) fn encode_entry(&mut self, root: &Root) {
        self.load_entry(root);
        self.encode_node(root);
    }

    /// The canonical form of what a callee sees, in `key`, and the objects in canonical order.
    pub(super) fn encode_view(&mut self, number: i32) -> Vec<ObjectId> {
        let Self { machine, canonizer, key, .. } = self;
        key.clear();
        let mut encoding = canonizer.encode(&machine.state.heap, key);
        encoding.number((machine.top().atomic > 0).into());
        encoding.number((number + 1) as u64);
        machine.state.globals.iter().for_each(|&value| encoding.value(value));
        machine.passing().iter().for_each(|&value| encoding.value(value));
        encoding.finish().to_vec()
    }

    /// Reads back what `encode_view` wrote, as the entry of a procedure with so many parameters.
    pub(super) fn decode_view(&self, n_params: usize) -> super::root::Entry {
        let mut decoder = Decoder::new(&self.key);
        let atomic = decoder.number() != 0;
        let number = decoder.number() as i32 - 1;
        let globals = self.machine.state.globals.iter().map(|_| decoder.value()).collect();
        let params = (0..n_params).map(|_| decoder.value()).collect();
        let mut heap = heap::Heap::new();
        decoder.finish(&self.machine.code.shapes, &mut heap);
        super::root::Entry { globals, params, heap, atomic, number }
    }
}

/// Whether a key is that of an end.
pub(super) fn is_end(key: &[u8]) -> bool {
    Decoder::new(key).number() == END
}

fn write_changes(encoding: &mut heap::Encoding<'_>, changes: &[(SpotId, Spot)], values: &[Value]) {
    encoding.number(changes.len() as u64);
    for (&(id, _), &value) in changes.iter().zip(values) {
        encoding.number(id.into());
        encoding.value(value);
    }
}

fn set_global(state: &mut State, global: GlobalId, value: Value) {
    state.globals[global.index()] = value;
}

/// What a call writes its results to, and where it goes on.
pub(super) fn call_parts(op: &TermOp) -> (ir::ProcId, &[ir::Expr], &[Place], ir::BlockId) {
    match op {
        TermOp::Call { proc, args, results, next } => (*proc, args, results, *next),
        other => panic!("{other:?} where a call must be"),
    }
}
