//! The body of a procedure under execution: loading a node of an instance, running to the next one, and writing nodes
//! as bytes.
//!
//! The machine holds a whole state: the entry state of the instance, with what the node has changed. What is a change
//! and what was read is known to the instance's [`Footprint`], which watches the machine meanwhile.
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

use super::exit::EndObjects;
use super::footprint::{Footprint, SpotId};
use super::instance::{Entry, Instance, is_unchanged};
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
    /// What was executed, where that is asked for.
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

    /// The call that the machine is at is executed.
    pub(super) fn mark(&mut self) {
        let point = self.point();
        self.marks.iter_mut().for_each(|marks| marks.reaches(point));
    }

    /// Begins to execute nodes of an instance, whose footprint watches until `leave`.
    pub(super) fn enter(&mut self, instance: &mut Instance) {
        self.machine.listener.hand_over(&mut instance.footprint);
        std::mem::swap(&mut self.machine.listener, &mut instance.footprint);
    }

    /// Ends what `enter` began.
    pub(super) fn leave(&mut self, instance: &mut Instance) {
        self.machine.listener.hand_over(&mut instance.footprint);
        std::mem::swap(&mut self.machine.listener, &mut instance.footprint);
    }

    pub(super) fn point(&self) -> Point {
        self.machine.top().top().point
    }

    /// What the machine does next.
    pub(super) fn action(&self) -> Action<'p> {
        self.machine.code.facts(self.point()).action
    }

    /// The call that the machine is at.
    pub(super) fn call(&self) -> Option<&'p TermOp> {
        match self.action() {
            Action::Term(terminator) => {
                matches!(terminator.op, TermOp::Call { .. }).then_some(&terminator.op)
            }
            Action::Instr(_) => None,
        }
    }

    pub(super) fn span(&self) -> Option<Span> {
        self.action().site().span
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
            let action = self.action();
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
    /// another caller may have anything there.
    fn changes(&self, instance: &Instance) -> Vec<(SpotId, Spot)> {
        let watch = &self.machine.listener;
        let entry = instance.entry.view(self.machine.code.program);
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
    pub(super) fn encode_node(&mut self, instance: &Instance) -> &[ObjectId] {
        let changes = self.changes(instance);
        let shadows = self.make_shadows(&changes);
        let Self { machine, canonizer, key, .. } = self;
        let (point, watch) = (machine.top().top().point, &machine.listener);
        key.clear();
        let mut encoding = canonizer.encode_beyond(instance.n_objects(), &machine.state.heap, key);
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
    pub(super) fn encode_end(&mut self, instance: &Instance) -> (Vec<Spot>, EndObjects) {
        let changes = self.changes(instance);
        let n_state = self.machine.state.heap.len();
        let shadows = self.make_shadows(&changes);
        let Self { machine, canonizer, key, .. } = self;
        key.clear();
        let mut encoding = canonizer.encode_beyond(instance.n_objects(), &machine.state.heap, key);
        encoding.number(END);
        machine.passing().iter().for_each(|&result| encoding.value(result));
        write_changes(&mut encoding, &changes, &shadows);
        let names = EndObjects::new(instance.n_objects(), n_state, encoding.finish());
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

    /// Goes to a node of the instance that was entered.
    pub(super) fn load(&mut self, instance: &Instance, key: &[u8]) {
        self.load_entry(instance);
        let Self { machine, .. } = self;
        let code = machine.code;
        let mut decoder = Decoder::beyond(instance.n_objects(), key);
        let point = decoder.number() as Point;
        let facts = code.facts(point);
        let thread = &mut machine.state.threads[0];
        thread.frames[0].point = point;
        thread.atomic = u32::from(instance.entry.atomic) + facts.atomic;
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

    /// Goes to the entry of the instance.
    fn load_entry(&mut self, instance: &Instance) {
        let Self { machine, .. } = self;
        let code = machine.code;
        machine.listener.forget_writes();
        machine.state.globals.clone_from(&instance.entry.globals);
        machine.state.heap.clone_from(&instance.entry.heap);
        let thread = &mut machine.state.threads[0];
        thread.number = instance.entry.number;
        thread.atomic = instance.entry.atomic.into();
        thread.frames.clear();
        thread.frames.push(Frame { proc: instance.proc, point: code.entry_point(instance.proc), base: 0 });
        thread.values.clone_from(&code.frame_defaults[instance.proc]);
        thread.values[..instance.entry.params.len()].copy_from_slice(&instance.entry.params);
    }

    /// Writes the entry of the instance that was entered to `key`.
    pub(super) fn encode_entry(&mut self, instance: &Instance) {
        self.load_entry(instance);
        self.encode_node(instance);
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
    pub(super) fn decode_view(&self, n_params: usize) -> Entry {
        let mut decoder = Decoder::new(&self.key);
        let atomic = decoder.number() != 0;
        let number = decoder.number() as i32 - 1;
        let globals = self.machine.state.globals.iter().map(|_| decoder.value()).collect();
        let params = (0..n_params).map(|_| decoder.value()).collect();
        let mut heap = heap::Heap::new();
        decoder.finish(&self.machine.code.shapes, &mut heap);
        Entry { globals, params, heap, atomic, number }
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
