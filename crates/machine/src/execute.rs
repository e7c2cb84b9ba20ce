//! Executes steps of one thread, fast.
//!
//! The meaning of every instruction is defined by `interp`; this is a second implementation over flat states, and the
//! two are compared on the corpus and on generated programs. A step is executed on a scratch copy of the state. A step
//! that makes choices is executed once for each way they can fall, driven by a [`Tape`]: steps are short, so running a
//! prefix again is cheaper than keeping copies of states.

use base::{Id, Span};
use ir::{
    ArithFault, CheckOp, Choice, ChoiceOp, Environment, Expr, FaultKind, GlobalId, LocalId, ObjectId, Op,
    Place, ProcId, ThreadOp, Type, Value,
};
use verdict::{LeftOut, StopReason, Unsupported, ViolationKind};

use crate::code::{Action, Code};
use crate::control::leads_on;
use crate::cover::{Cover, NoMarks};
use crate::listener::{AccessListener, NoListener};
use crate::state::{State, Thread};
use crate::tape::{MAX_COMBINATIONS, Tape};

/// Longer steps end the run: they most likely never end.
pub const MAX_INSTRUCTIONS: u64 = 10_000_000;

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
    /// What comes next cannot be followed, here or by the machine.
    LeftOut(LeftOut),
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
    /// The execution goes on where it cannot be followed.
    LeftOut(Box<LeftOut>),
    /// The step looks into an object that the listener keeps closed.
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
pub struct Machine<'p, W = NoListener> {
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
    pub(crate) passing: Vec<Value>,
    /// Channels that the guards of one join have received from.
    pub received: Vec<ObjectId>,
    pub listener: W,
}

impl<'p, W: AccessListener + Default> Machine<'p, W> {
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
            listener: W::default(),
        }
    }
}

impl<'p, W: AccessListener> Machine<'p, W> {
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
            Err(Halt::LeftOut(left_out)) => StepEnd::LeftOut(*left_out),
            Err(Halt::Refused(object)) => {
                panic!("{object} may not be looked into, and nothing takes care of it")
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
    pub(crate) fn top_mut(&mut self) -> &mut Thread {
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
            listener: &self.listener,
            in_observer: thread.frames.len() > 1,
        };
        Ok(expr.eval(&seen)?)
    }

    /// The object that an expression refers to; null is a fault.
    pub fn eval_object(&self, expr: &Expr) -> Result<ObjectId, Halt> {
        Ok(self.eval(expr)?.object().ok_or(FaultKind::NullDereference)?)
    }

    /// The object that one expression refers to, and the value of another. Both are evaluated before null is looked at.
    pub(crate) fn eval_object_and_value(
        &self,
        object: &Expr,
        value: &Expr,
    ) -> Result<(ObjectId, Value), Halt> {
        let (object, value) = (self.eval(object)?, self.eval(value)?);
        Ok((object.object().ok_or(FaultKind::NullDereference)?, value))
    }

    #[inline]
    pub fn write(&mut self, place: Place, value: Value) {
        match place {
            Place::Local(local) => {
                if self.top().frames.len() == 1 {
                    self.listener.writes_local(local);
                }
                let thread = self.top_mut();
                let base = thread.top().base as usize;
                thread.values[base + local.index()] = value;
            }
            Place::Global(global) => {
                self.listener.writes_global(global);
                let old = std::mem::replace(&mut self.state.globals[global.index()], value);
                if W::LISTENS && old != value {
                    self.listener.changes_value();
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
                Ok(())
            }
            Op::Heap(op) => self.heap_op(op),
            Op::Collection(op) => self.collection_op(op),
            Op::Choice(ChoiceOp::Choose { dst, from }) => {
                let value = self.choose(from)?;
                self.write(*dst, value);
                Ok(())
            }
            Op::Choice(ChoiceOp::Havoc { .. }) => Err(self.leaves_out(HAVOC)),
            Op::Check(op) => self.check_op(op),
            Op::Thread(op) => self.thread_op(op),
        }
    }

    #[inline]
    fn check_op(&mut self, op: &CheckOp) -> Result<(), Halt> {
        match op {
            CheckOp::Assume { condition } => {
                if !self.eval(condition)?.truth() {
                    return Err(Halt::Pruned);
                }
            }
            CheckOp::Assert { condition, message } => {
                self.has_asserted = true;
                if !self.eval(condition)?.truth() {
                    return Err(Halt::Failed(Box::new(ViolationKind::Assertion {
                        message: message.clone(),
                    })));
                }
            }
            CheckOp::Fault { kind } => return Err(kind.clone().into()),
            CheckOp::Accept { condition } => {
                if self.eval(condition)?.truth() {
                    self.accepted = true;
                    self.accepted_at = self.span();
                }
            }
            CheckOp::Trace { args, .. } => args.iter().try_for_each(|arg| self.eval(arg).map(|_| ()))?,
            CheckOp::Output { unit, .. } => drop(self.eval(unit)?),
        }
        Ok(())
    }

    #[inline]
    fn thread_op(&mut self, op: &ThreadOp) -> Result<(), Halt> {
        match op {
            ThreadOp::Spawn { proc, args } => self.spawn(*proc, args)?,
            ThreadOp::AtomicBegin => self.top_mut().atomic += 1,
            ThreadOp::AtomicEnd => self.top_mut().atomic -= 1,
            ThreadOp::Yield => self.yielded = true,
        }
        Ok(())
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

    fn choose(&mut self, from: &Choice) -> Result<Value, Halt> {
        if self.tape.is_too_wide() {
            return Err(Halt::Stopped(Box::new(StopReason::StepTooWide(MAX_COMBINATIONS.into()))));
        }
        Ok(match from {
            Choice::Bool => Value::Bool(self.tape.choose(2) == 1),
            Choice::Range { lo, hi } => {
                let count = u32::try_from(hi.abs_diff(*lo)).ok().and_then(|distance| distance.checked_add(1));
                let count = count.ok_or_else(|| too_many_alternatives(*lo, *hi))?;
                Value::Int(lo + i64::from(self.tape.choose(count)))
            }
            Choice::Any(ty) => self.choose_any(*ty)?,
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

    /// Any value of a type that has few.
    fn choose_any(&mut self, ty: Type) -> Result<Value, Halt> {
        let program = self.code.program;
        let count = program.n_values(ty).expect("the verifier admits types whose values are numbered");
        match u32::try_from(count).ok().filter(|&count| count <= MAX_COMBINATIONS) {
            Some(count) => {
                let number = self.tape.choose(count);
                Ok(program.value_at(ty, number.into()).expect("there are so many values"))
            }
            None => {
                let message = format!(
                    "`choose any {}` has {count} values, too many to try one after another: choose from a smaller \
                     range, or use an engine that does not try values.",
                    program.type_name(ty)
                );
                let unsupported = Unsupported::new(message).at(self.span());
                Err(Halt::Stopped(Box::new(StopReason::Unsupported(unsupported))))
            }
        }
    }

    /// What comes next in the running procedure cannot be followed.
    #[cold]
    pub(crate) fn leaves_out(&self, reason: &str) -> Halt {
        let proc = self.top().top().proc;
        let why = Unsupported::opaque(&self.code.program.procs[proc], reason).at(self.span());
        Halt::LeftOut(Box::new(LeftOut { proc, why }))
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
}

/// Why no machine executes one.
const HAVOC: &str = "a havoc writes any values, which are too many to try one after another";

fn too_many_alternatives(lo: i64, hi: i64) -> Halt {
    let message = format!("a choice between all numbers from {lo} to {hi} has too many alternatives");
    Halt::Stopped(Box::new(StopReason::Unsupported(Unsupported::new(message))))
}

/// What the running procedure sees.
struct Seen<'a, W> {
    globals: &'a [Value],
    locals: &'a [Value],
    number: i32,
    listener: &'a W,
    in_observer: bool,
}

impl<W: AccessListener> Environment for Seen<'_, W> {
    #[inline]
    fn local(&self, local: LocalId) -> Value {
        if !self.in_observer {
            self.listener.reads_local(local);
        }
        self.locals[local.index()]
    }

    #[inline]
    fn global(&self, global: GlobalId) -> Value {
        self.listener.reads_global(global);
        self.globals[global.index()]
    }

    fn self_id(&self) -> i64 {
        self.listener.reads_self();
        self.number.into()
    }
}
