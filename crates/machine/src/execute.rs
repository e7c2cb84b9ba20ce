//! Executes steps of one thread, fast.
//!
//! The meaning of every instruction is defined by `interp`; this is a second implementation over flat states, and the two are
//! compared on the corpus and on generated programs. A step is executed on a scratch copy of the state. A step that makes choices
//! is executed once for each way they can fall, driven by a [`Tape`]: steps are short, so running a prefix again is cheaper
//! than keeping copies of states.

use base::{Id, Span};
use ir::typing::ProcTypes;
use ir::{
    ArithFault, CheckOp, Choice, ChoiceOp, ClassId, ClassKind, CollectionOp, Element, Environment, Expr,
    FaultKind, FieldId, GlobalId, HeapOp, IntType, LocalId, NullPolicy, ObjectId, Op, Place, ProcId, TermOp,
    ThreadOp, Type, Value,
};
use verdict::{StopReason, Unsupported, ViolationKind};

use crate::code::{Action, Code};
use crate::cover::{Cover, NoMarks};
use crate::state::{State, Thread};
use crate::tape::{MAX_WAYS, Tape};
use crate::watch::{Unwatched, Watch};

/// Longer steps end the run: they most likely never end.
pub const MAX_INSTRUCTIONS: u64 = 10_000_000;

/// The same for an observer.
const MAX_OBSERVER_INSTRUCTIONS: u64 = 1_000_000;

/// Larger arrays end the run instead of filling the memory.
const MAX_ELEMENTS: i64 = 1 << 24;

/// How a step ended.
#[derive(Debug)]
pub enum StepEnd {
    /// The thread stands at the beginning of another step, is blocked, or has ended.
    Reached {
        yielded: bool,
        ended: bool,
    },
    /// An assumption was false.
    Pruned,
    Failed(Failure),
    Stopped(StopReason),
}

/// An error and where it happened.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Failure {
    pub kind: ViolationKind,
    pub span: Option<Span>,
}

/// What ends a step before its time.
#[derive(Debug)]
pub enum Halt {
    Pruned,
    Failed(Box<ViolationKind>),
    Stopped(Box<StopReason>),
    /// The step looks into an object that the watch does not let it look into.
    Refused(ObjectId),
}

impl From<FaultKind> for Halt {
    fn from(fault: FaultKind) -> Self {
        Halt::Failed(Box::new(ViolationKind::Fault(fault)))
    }
}

impl From<ArithFault> for Halt {
    fn from(fault: ArithFault) -> Self {
        FaultKind::from(fault).into()
    }
}

/// Where the thread is after an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Next,
    /// At a select without an open join.
    Blocked,
    /// Without a frame; it is no longer among the live threads.
    Ended,
}

/// A state and the means to execute it.
pub struct Machine<'p, W = Unwatched> {
    pub code: &'p Code<'p>,
    pub state: State,
    pub tape: Tape,
    pub thread: usize,
    yielded: bool,
    /// The step executed an accept whose condition was true.
    pub accepted: bool,
    /// The last such accept.
    pub accepted_at: Option<Span>,
    /// An assertion was evaluated since the machine was made.
    pub has_asserted: bool,
    /// Arguments and results on their way between frames; fields on their way to a record in a set.
    passing: Vec<Value>,
    /// Channels that the guards of one join have received from.
    pub received: Vec<ObjectId>,
    pub watch: W,
}

impl<'p, W: Watch + Default> Machine<'p, W> {
    pub fn new(code: &'p Code<'p>, state: State) -> Self {
        let tape = Tape::default();
        Self {
            code,
            state,
            tape,
            thread: 0,
            yielded: false,
            accepted: false,
            accepted_at: None,
            has_asserted: false,
            passing: Vec::new(),
            received: Vec::new(),
            watch: W::default(),
        }
    }
}

impl<'p, W: Watch> Machine<'p, W> {
    /// Executes one step of a thread; choices fall as the tape says.
    pub fn run_step(&mut self, thread: usize) -> StepEnd {
        self.run_step_covered(thread, &mut NoMarks)
    }

    /// The same, and shows which points it passes.
    pub fn run_step_covered(&mut self, thread: usize, cover: &mut impl Cover) -> StepEnd {
        self.tape.rewind();
        self.make_step(thread, cover)
    }

    /// Executes one step of a thread; the tape goes on where it is.
    pub fn continue_step(&mut self, thread: usize) -> StepEnd {
        self.make_step(thread, &mut NoMarks)
    }

    fn make_step(&mut self, thread: usize, cover: &mut impl Cover) -> StepEnd {
        self.thread = thread;
        self.yielded = false;
        self.accepted = false;
        match self.run_to_boundary(cover) {
            Ok(ended) => StepEnd::Reached { yielded: self.yielded, ended },
            Err(Halt::Pruned) => StepEnd::Pruned,
            Err(Halt::Stopped(reason)) => StepEnd::Stopped(*reason),
            Err(Halt::Refused(object)) => {
                panic!("{object} may not be looked into, and nobody takes care of it")
            }
            Err(Halt::Failed(kind)) => StepEnd::Failed(Failure { kind: *kind, span: self.span() }),
        }
    }

    /// Runs to the next place where the step ends; answers whether the thread has ended.
    fn run_to_boundary(&mut self, cover: &mut impl Cover) -> Result<bool, Halt> {
        for _ in 0..MAX_INSTRUCTIONS {
            match self.act_covered(cover)? {
                Flow::Next if self.at_boundary() => return Ok(false),
                Flow::Next => {}
                Flow::Blocked => return Ok(false),
                Flow::Ended => return Ok(true),
            }
        }
        Err(Halt::Stopped(Box::new(StopReason::StepTooLong(MAX_INSTRUCTIONS))))
    }

    #[inline]
    pub fn at_boundary(&self) -> bool {
        let thread = &self.state.threads[self.thread];
        let facts = self.code.facts(thread.top().point);
        if thread.atomic == 0 { facts.begins_step } else { facts.cuts_atomic }
    }

    /// Where the thread stands in the source.
    pub fn span(&self) -> Option<Span> {
        self.code.facts(self.top().top().point).action.site().span
    }

    #[inline]
    pub fn top(&self) -> &Thread {
        &self.state.threads[self.thread]
    }

    #[inline]
    fn top_mut(&mut self) -> &mut Thread {
        &mut self.state.threads[self.thread]
    }

    /// Executes one instruction or terminator.
    #[inline]
    pub fn act(&mut self) -> Result<Flow, Halt> {
        self.act_covered(&mut NoMarks)
    }

    /// The same, and shows which points it passes.
    #[inline]
    pub fn act_covered<C: Cover>(&mut self, cover: &mut C) -> Result<Flow, Halt> {
        let point = self.top().top().point;
        let code = self.code;
        cover.reaches(point);
        match code.facts(point).action {
            Action::Instr(instr) => {
                self.execute(&instr.op)?;
                self.top_mut().top_mut().point = point + 1;
                Ok(Flow::Next)
            }
            Action::Term(terminator) => {
                let flow = self.leave_block(&terminator.op, cover)?;
                if C::SEES && flow == Flow::Next && leads_on(&terminator.op) {
                    cover.goes(point, self.top().top().point);
                }
                Ok(flow)
            }
        }
    }

    #[inline]
    pub fn eval(&self, expr: &Expr) -> Result<Value, Halt> {
        let thread = self.top();
        let seen = Seen {
            globals: &self.state.globals,
            locals: thread.locals(),
            number: thread.number,
            watch: &self.watch,
            in_observer: thread.frames.len() > 1,
        };
        Ok(expr.eval(&seen)?)
    }

    /// The object that an expression refers to; null is a fault.
    pub fn eval_object(&self, expr: &Expr) -> Result<ObjectId, Halt> {
        Ok(self.eval(expr)?.object().ok_or(FaultKind::NullDereference)?)
    }

    /// The object that one expression refers to, and the value of another. Both are evaluated before null is looked at.
    fn eval_object_and_value(&self, object: &Expr, value: &Expr) -> Result<(ObjectId, Value), Halt> {
        let (object, value) = (self.eval(object)?, self.eval(value)?);
        Ok((object.object().ok_or(FaultKind::NullDereference)?, value))
    }

    #[inline]
    pub fn write(&mut self, place: Place, value: Value) {
        match place {
            Place::Local(local) => {
                if self.top().frames.len() == 1 {
                    self.watch.writes_local(local);
                }
                let thread = self.top_mut();
                let base = thread.top().base as usize;
                thread.values[base + local.index()] = value;
            }
            Place::Global(global) => {
                self.watch.writes_global(global);
                let old = std::mem::replace(&mut self.state.globals[global.index()], value);
                if W::SEES && old != value {
                    self.watch.changes_value();
                }
            }
        }
    }

    #[inline]
    fn execute(&mut self, op: &Op) -> Result<(), Halt> {
        match op {
            Op::Assign { dst, value } => {
                let value = self.eval(value)?;
                self.write(*dst, value);
            }
            Op::Heap(HeapOp::Load { dst, object, field, null }) => self.load(*dst, object, *field, *null)?,
            Op::Heap(HeapOp::Store { object, field, value, null }) => {
                self.store(object, *field, value, *null)?
            }
            Op::Heap(HeapOp::New { dst, class, length }) => self.allocate(*dst, *class, length.as_ref())?,
            Op::Heap(HeapOp::Cast { dst, object, class }) => {
                let value = self.eval(object)?;
                value.object().map_or(Ok(()), |object| self.touch(object))?;
                if let Some(object) = value.object().filter(|&object| !self.is_instance(object, *class)) {
                    return Err(self.code.program.failed_cast(self.state.heap.class(object), *class).into());
                }
                self.write(*dst, value);
            }
            Op::Heap(HeapOp::InstanceOf { dst, object, class }) => {
                let object = self.eval(object)?.object();
                object.map_or(Ok(()), |object| self.touch(object))?;
                let is = object.is_some_and(|object| self.is_instance(object, *class));
                self.write(*dst, Value::Bool(is));
            }
            Op::Collection(CollectionOp::LoadElement { dst, array, index }) => {
                let (array, index) = self.element(self.eval(array)?, self.eval(index)?)?;
                let value = self.slot(array, index);
                self.write(*dst, value);
            }
            Op::Collection(CollectionOp::StoreElement { array, index, value }) => {
                let (array, index, value) = (self.eval(array)?, self.eval(index)?, self.eval(value)?);
                let (array, index) = self.element(array, index)?;
                self.set_slot(array, index, value);
            }
            Op::Collection(CollectionOp::Size { dst, object }) => {
                let object = self.eval_object(object)?;
                self.touch(object)?;
                let size = self.size(object);
                self.write(*dst, Value::Int(size as i64));
            }
            Op::Collection(CollectionOp::SetAdd { set, element }) => {
                let (set, element) = self.eval_set_and_element(set, element)?;
                self.reads_elements(set)?;
                self.watch.writes_contents(set);
                match element {
                    Some(value) => self.state.heap.set_insert(set, value),
                    None => self.insert_record(set),
                };
            }
            Op::Collection(CollectionOp::SetRemove { set, element }) => {
                let (set, element) = self.eval_set_and_element(set, element)?;
                self.reads_elements(set)?;
                self.watch.writes_contents(set);
                match element {
                    Some(value) => self.state.heap.set_remove(set, value),
                    None => self.state.heap.remove_record(set, &self.passing),
                };
            }
            Op::Collection(CollectionOp::SetUnion { set, other }) => {
                self.for_all_elements(set, other, |machine, set, element| {
                    match element {
                        Some(value) => machine.state.heap.set_insert(set, value),
                        None => machine.insert_record(set),
                    };
                })?
            }
            Op::Collection(CollectionOp::SetDifference { set, other }) => {
                self.for_all_elements(set, other, |machine, set, element| {
                    match element {
                        Some(value) => machine.state.heap.set_remove(set, value),
                        None => machine.state.heap.remove_record(set, &machine.passing),
                    };
                })?
            }
            Op::Collection(CollectionOp::Contains { dst, set, element }) => {
                let (set, element) = self.eval_set_and_element(set, element)?;
                self.reads_elements(set)?;
                let contains = match element {
                    Some(value) => self.state.heap.set_contains(set, value),
                    None => self.state.heap.find_record(set, &self.passing).is_some(),
                };
                self.write(*dst, Value::Bool(contains));
            }
            Op::Collection(CollectionOp::Send { channel, message }) => {
                let (channel, message) = self.eval_object_and_value(channel, message)?;
                self.touch(channel)?;
                self.contents_to_change(channel).push_back(channel, message);
            }
            Op::Choice(ChoiceOp::Choose { dst, from }) => {
                let value = self.choose(from)?;
                self.write(*dst, value);
            }
            Op::Check(CheckOp::Assume { condition }) => {
                if !self.eval(condition)?.truth() {
                    return Err(Halt::Pruned);
                }
            }
            Op::Check(CheckOp::Assert { condition, message }) => {
                self.has_asserted = true;
                if !self.eval(condition)?.truth() {
                    return Err(Halt::Failed(Box::new(ViolationKind::Assertion {
                        message: message.clone(),
                    })));
                }
            }
            Op::Check(CheckOp::Fault { kind }) => return Err(kind.clone().into()),
            Op::Check(CheckOp::Accept { condition }) => {
                if self.eval(condition)?.truth() {
                    self.accepted = true;
                    self.accepted_at = self.span();
                }
            }
            Op::Check(CheckOp::Trace { args, .. }) => {
                args.iter().try_for_each(|arg| self.eval(arg).map(|_| ()))?
            }
            Op::Thread(ThreadOp::Spawn { proc, args }) => self.spawn(*proc, args)?,
            Op::Thread(ThreadOp::AtomicBegin) => self.top_mut().atomic += 1,
            Op::Thread(ThreadOp::AtomicEnd) => self.top_mut().atomic -= 1,
            Op::Thread(ThreadOp::Yield) => self.yielded = true,
        }
        Ok(())
    }

    fn load(&mut self, dst: Place, object: &Expr, field: FieldId, null: NullPolicy) -> Result<(), Halt> {
        let field = &self.code.program.fields[field];
        let value = match (self.eval(object)?.object(), null) {
            (Some(object), _) => {
                self.touch(object)?;
                self.slot(object, field.slot as usize)
            }
            (None, NullPolicy::Fault) => return Err(FaultKind::NullDereference.into()),
            (None, NullPolicy::Total) => Value::default_of(field.ty),
        };
        self.write(dst, value);
        Ok(())
    }

    fn store(&mut self, object: &Expr, field: FieldId, value: &Expr, null: NullPolicy) -> Result<(), Halt> {
        let (object, value) = (self.eval(object)?, self.eval(value)?);
        match (object.object(), null) {
            (Some(object), _) => {
                self.touch(object)?;
                self.set_slot(object, self.code.program.fields[field].slot as usize, value);
            }
            (None, NullPolicy::Fault) => return Err(FaultKind::NullDereference.into()),
            (None, NullPolicy::Total) => self.watch.writes_null(),
        }
        Ok(())
    }

    fn allocate(&mut self, dst: Place, class: ClassId, length: Option<&Expr>) -> Result<(), Halt> {
        let heap = match &self.code.program.classes[class].kind {
            ClassKind::Record { .. } | ClassKind::Interface { .. } => None,
            ClassKind::Set { element, .. } | ClassKind::Channel { element } => Some((0, *element)),
            ClassKind::Array { element, length: fixed } => {
                Some((self.array_length(*fixed, length)?, *element))
            }
        };
        self.watch.allocates();
        let object = match heap {
            None => self.state.heap.alloc_with(class, &self.code.record_defaults[class]),
            Some((length, element)) => self.state.heap.alloc(class, length, Value::default_of(element)),
        };
        self.write(dst, Value::Ref(object));
        Ok(())
    }

    fn array_length(&self, fixed: Option<u32>, length: Option<&Expr>) -> Result<usize, Halt> {
        let (stored, is_unsigned) = match length {
            Some(length) => (self.eval(length)?.number(), self.is_unsigned(length)),
            None => (fixed.unwrap_or(0).into(), false),
        };
        match stored {
            0..=MAX_ELEMENTS => Ok(stored as usize),
            ..0 if !is_unsigned => Err(FaultKind::NegativeLength.into()),
            _ => Err(Halt::Stopped(Box::new(StopReason::ObjectTooLarge(stored as u64)))),
        }
    }

    /// Whether a negative number stands for a large one.
    fn is_unsigned(&self, expr: &Expr) -> bool {
        let program = self.code.program;
        let types = ProcTypes { program, proc: &program.procs[self.top().top().proc] };
        matches!(expr.natural_type(&types), Some(Type::Int(IntType::Machine { signed: false, .. })))
    }

    fn is_instance(&self, object: ObjectId, class: ClassId) -> bool {
        self.code.program.is_subclass(self.class(object), class)
    }

    fn class(&self, object: ObjectId) -> ClassId {
        self.watch.reads_class(object);
        self.state.heap.class(object)
    }

    /// A field of a record or an element of an array.
    #[inline]
    fn slot(&self, object: ObjectId, slot: usize) -> Value {
        self.watch.reads_slot(object, slot);
        self.state.heap.get(object, slot)
    }

    #[inline]
    pub fn set_slot(&mut self, object: ObjectId, slot: usize, value: Value) {
        self.watch.writes_slot(object, slot);
        if W::SEES && self.state.heap.get(object, slot) != value {
            self.watch.changes_value();
        }
        self.state.heap.set(object, slot, value);
    }

    /// Gives a set or channel other elements or messages.
    pub fn replace_contents(&mut self, object: ObjectId, contents: &[Value]) {
        self.watch.writes_contents(object);
        self.state.heap.replace_slots(object, contents);
    }

    /// What a variable of the running procedure holds.
    pub fn place_value(&self, place: Place) -> Value {
        match place {
            Place::Local(local) => self.top().locals()[local.index()],
            Place::Global(global) => self.state.globals[global.index()],
        }
    }

    /// The arguments or results that were evaluated last.
    pub fn passing(&self) -> &[Value] {
        &self.passing
    }

    fn size(&self, object: ObjectId) -> usize {
        self.watch.reads_size(object);
        self.state.heap.slots(object).len()
    }

    /// The heap, for a change of the elements of a set or the messages of a channel that depends on what they are.
    pub fn contents_to_change(&mut self, object: ObjectId) -> &mut heap::Heap {
        self.watch.reads_contents(object);
        self.watch.writes_contents(object);
        &mut self.state.heap
    }

    /// An array and a valid index into it. A large unsigned index looks negative and is out of bounds too.
    fn element(&self, array: Value, index: Value) -> Result<(ObjectId, usize), Halt> {
        let array = array.object().ok_or(FaultKind::NullDereference)?;
        self.touch(array)?;
        let length = self.size(array);
        match usize::try_from(index.number()) {
            Ok(index) if index < length => Ok((array, index)),
            Ok(_) | Err(_) => Err(FaultKind::IndexOutOfBounds.into()),
        }
    }

    /// A set and an element of it or not: a value, or nothing where the fields of a record are in `passing`.
    fn eval_set_and_element(
        &mut self,
        set: &Expr,
        element: &Element,
    ) -> Result<(ObjectId, Option<Value>), Halt> {
        match element {
            Element::Value(value) => {
                let (set, value) = self.eval_object_and_value(set, value)?;
                Ok((set, Some(value)))
            }
            Element::Record(fields) => {
                let set = self.eval(set)?;
                self.evaluate_all(fields)?;
                Ok((set.object().ok_or(FaultKind::NullDereference)?, None))
            }
        }
    }

    /// Tells that the elements of a set are read; those of a set by contents with all their fields.
    fn reads_elements(&self, set: ObjectId) -> Result<(), Halt> {
        self.touch(set)?;
        self.watch.reads_contents(set);
        if !W::SEES || self.code.program.contents_of(self.state.heap.class(set)).is_none() {
            return Ok(());
        }
        for record in self.state.heap.slots(set).iter().filter_map(|element| element.object()) {
            self.touch(record)?;
            (0..self.state.heap.slots(record).len()).for_each(|slot| self.watch.reads_slot(record, slot));
        }
        Ok(())
    }

    /// Asks whether an object may be looked into.
    #[inline]
    pub(crate) fn touch(&self, object: ObjectId) -> Result<(), Halt> {
        if self.watch.may_touch(object) { Ok(()) } else { Err(Halt::Refused(object)) }
    }

    /// Adds a record with the fields in `passing` to a set by contents.
    fn insert_record(&mut self, set: ObjectId) -> bool {
        let class = self.code.program.contents_of(self.state.heap.class(set));
        let class = class.expect("only a set by contents makes records");
        self.state.heap.insert_record(set, class, &self.passing)
    }

    /// Changes a set once for each element of another: a value, or nothing where the fields of a record are in `passing`.
    fn for_all_elements(
        &mut self,
        set: &Expr,
        other: &Expr,
        mut change: impl FnMut(&mut Self, ObjectId, Option<Value>),
    ) -> Result<(), Halt> {
        let (set, other) = (self.eval_object(set)?, self.eval_object(other)?);
        self.reads_elements(other)?;
        self.reads_elements(set)?;
        self.watch.writes_contents(set);
        let by_contents = self.code.program.contents_of(self.state.heap.class(set)).is_some();
        for element in self.state.heap.slots(other).to_vec() {
            match element.object().filter(|_| by_contents) {
                Some(record) => {
                    self.passing.clear();
                    self.passing.extend_from_slice(self.state.heap.slots(record));
                    change(self, set, None);
                }
                None => change(self, set, Some(element)),
            }
        }
        Ok(())
    }

    fn choose(&mut self, from: &Choice) -> Result<Value, Halt> {
        if self.tape.is_too_wide() {
            return Err(Halt::Stopped(Box::new(StopReason::StepTooWide(MAX_WAYS.into()))));
        }
        Ok(match from {
            Choice::Bool => Value::Bool(self.tape.choose(2) == 1),
            Choice::Range { lo, hi } => {
                let count = u32::try_from(hi.abs_diff(*lo)).ok().and_then(|distance| distance.checked_add(1));
                let count = count.ok_or_else(|| too_many_alternatives(*lo, *hi))?;
                Value::Int(lo + i64::from(self.tape.choose(count)))
            }
            Choice::Enum(id) => {
                let count = self.code.program.enums[*id].constants.len() as u32;
                Value::Int(self.tape.choose(count).into())
            }
            Choice::Element(collection) => {
                let collection = self.eval_object(collection)?;
                self.touch(collection)?;
                let count = self.size(collection) as u32;
                if count == 0 {
                    return Err(FaultKind::EmptyChoice.into());
                }
                let taken = self.tape.choose(count) as usize;
                self.slot(collection, taken)
            }
        })
    }

    /// Evaluates arguments or results into `passing`.
    pub fn evaluate_all(&mut self, exprs: &[Expr]) -> Result<(), Halt> {
        self.passing.clear();
        for expr in exprs {
            let value = self.eval(expr)?;
            self.passing.push(value);
        }
        Ok(())
    }

    fn spawn(&mut self, proc: ProcId, args: &[Expr]) -> Result<(), Halt> {
        self.evaluate_all(args)?;
        let thread = self.state.spawn(self.code, proc);
        thread.values[..self.passing.len()].copy_from_slice(&self.passing);
        Ok(())
    }

    fn enter(&mut self, proc: ProcId, args: &[Expr]) -> Result<(), Halt> {
        self.evaluate_all(args)?;
        let (code, thread) = (self.code, &mut self.state.threads[self.thread]);
        thread.push_frame(code, proc);
        let base = thread.top().base as usize;
        thread.values[base..base + self.passing.len()].copy_from_slice(&self.passing);
        Ok(())
    }

    pub fn goto(&mut self, block: ir::BlockId) -> Flow {
        let code = self.code;
        let frame = self.top_mut().top_mut();
        frame.point = code.block_point(frame.proc, block);
        Flow::Next
    }

    fn leave_block(&mut self, op: &TermOp, cover: &mut impl Cover) -> Result<Flow, Halt> {
        Ok(match op {
            TermOp::Goto { targets } => {
                let taken = self.tape.choose(targets.len() as u32);
                self.goto(targets[taken as usize])
            }
            TermOp::Branch { condition, then_to, else_to } => {
                let target = if self.eval(condition)?.truth() { then_to } else { else_to };
                self.goto(*target)
            }
            TermOp::Switch { value, cases, default } => {
                let value = self.eval(value)?.number();
                let case = cases.iter().find(|case| case.0 == value);
                self.goto(case.map_or(*default, |case| case.1))
            }
            TermOp::SwitchClass { object, cases, default } => {
                let object = self.eval_object(object)?;
                self.touch(object)?;
                let class = self.class(object);
                let case = cases.iter().find(|case| case.0 == class);
                self.goto(case.map_or(*default, |case| case.1))
            }
            TermOp::Call { proc, args, .. } => {
                self.enter(*proc, args)?;
                Flow::Next
            }
            TermOp::Return { values } => self.leave_proc(values)?,
            TermOp::Select { joins, first, end: _ } => match self.take_join(joins, *first, cover)? {
                Some(target) => self.goto(target),
                None if self.top().atomic > 0 => return Err(FaultKind::BlockingInAtomic.into()),
                None => Flow::Blocked,
            },
        })
    }

    fn leave_proc(&mut self, values: &[Expr]) -> Result<Flow, Halt> {
        self.evaluate_all(values)?;
        let left = self.top_mut().pop_frame();
        let Some(caller) = self.top().frames.last() else {
            self.state.threads.remove(self.thread);
            if self.code.program.init == Some(left.proc) {
                self.state.start_threads(self.code);
            }
            return Ok(Flow::Ended);
        };
        let code = self.code;
        let Action::Term(ir::Terminator { op: TermOp::Call { results, next, .. }, .. }) =
            code.facts(caller.point).action
        else {
            panic!("a caller of {} does not stand at a call", left.proc);
        };
        for (&place, index) in results.iter().zip(0..) {
            let value = self.passing[index];
            self.write(place, value);
        }
        Ok(self.goto(*next))
    }

    /// Runs an observer on top of the thread's stack and takes it off again: it has no effect on the state.
    pub fn observe(&mut self, proc: ProcId, args: &[Expr], cover: &mut impl Cover) -> Result<Value, Halt> {
        let (height, atomic) = (self.top().frames.len(), self.top().atomic);
        self.enter(proc, args)?;
        let result = self.run_observer(height, cover);
        while self.top().frames.len() > height {
            self.top_mut().pop_frame();
        }
        // One that failed has left its atomic sections open.
        self.top_mut().atomic = atomic;
        result
    }

    fn run_observer(&mut self, height: usize, cover: &mut impl Cover) -> Result<Value, Halt> {
        for _ in 0..MAX_OBSERVER_INSTRUCTIONS {
            let code = self.code;
            let frame = *self.top().top();
            if let Action::Term(ir::Terminator { op: TermOp::Return { values }, .. }) =
                code.facts(frame.point).action
                && self.top().frames.len() == height + 1
            {
                cover.reaches(frame.point);
                return self.eval(&values[0]);
            }
            self.act_covered(cover)?;
        }
        Err(Halt::Stopped(Box::new(StopReason::StepTooLong(MAX_OBSERVER_INSTRUCTIONS))))
    }
}

/// Whether control goes on in the same procedure.
fn leads_on(op: &TermOp) -> bool {
    match op {
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Select { .. } => true,
        TermOp::Call { .. } | TermOp::Return { .. } => false,
    }
}

fn too_many_alternatives(lo: i64, hi: i64) -> Halt {
    let message = format!("a choice between all numbers from {lo} to {hi} has too many alternatives");
    Halt::Stopped(Box::new(StopReason::Unsupported(Unsupported::new(message))))
}

/// What the running procedure sees.
struct Seen<'a, W> {
    globals: &'a [Value],
    locals: &'a [Value],
    number: i32,
    watch: &'a W,
    in_observer: bool,
}

impl<W: Watch> Environment for Seen<'_, W> {
    #[inline]
    fn local(&self, local: LocalId) -> Value {
        if !self.in_observer {
            self.watch.reads_local(local);
        }
        self.locals[local.index()]
    }

    #[inline]
    fn global(&self, global: GlobalId) -> Value {
        self.watch.reads_global(global);
        self.globals[global.index()]
    }

    fn self_id(&self) -> i64 {
        self.watch.reads_self();
        self.number.into()
    }
}
