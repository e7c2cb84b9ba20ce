//! What one instruction or terminator would do to a state, found by reading the state alone.
//!
//! This file, `havoc` and [`crate::select`] are the semantics of the core language; [`mod@crate::step`]
//! only carries effects out. The separation lets observers run without a copy of the state, and lets a recorder see
//! what changes before it does.

use base::Span;
use ir::typing::ProcTypes;
use ir::{
    ArithFault, BlockId, CheckOp, Choice, ChoiceOp, ClassId, ClassKind, CollectionOp, Element, Expr,
    FaultKind, HeapOp, NullPolicy, ObjectId, Op, Place, Proc, ProcId, Program, TermOp, ThreadOp, Type, Value,
};
use verdict::{StopReason, Unsupported, ViolationKind};

use crate::choices::{Alternatives, Choices, decide};
use crate::havoc::havoc;
use crate::select;
use crate::state::{Frame, Next, View};

/// The longest array that the interpreter makes.
pub const MAX_ARRAY_LENGTH: u64 = 1 << 24;

/// What an instruction does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    Nothing,
    Write {
        dst: Place,
        value: Value,
    },
    SetSlot {
        object: ObjectId,
        slot: usize,
        value: Value,
    },
    Allocate {
        dst: Place,
        class: ClassId,
        slots: Vec<Value>,
    },
    /// None of the elements is in the set.
    Insert {
        set: ObjectId,
        elements: Vec<Value>,
    },
    /// The set gets new records with these fields, none of which it has.
    InsertRecords {
        set: ObjectId,
        class: ClassId,
        records: Vec<Vec<Value>>,
    },
    /// All of the elements are in the set.
    Remove {
        set: ObjectId,
        elements: Vec<Value>,
    },
    Send {
        channel: ObjectId,
        message: Value,
    },
    Spawn {
        proc: ProcId,
        args: Vec<Value>,
    },
    AtomicBegin,
    AtomicEnd,
    /// The step reaches an accepting state.
    Accept,
    /// The arguments of a trace statement.
    Print {
        args: Vec<Value>,
    },
    /// A code unit for the output of the program, or for its output of errors.
    Output {
        error: bool,
        unit: Value,
    },
    /// A havoc: new objects, numbered from the next on in this order, all slots of known ones, and variables.
    Forget {
        fresh: Vec<(ClassId, Vec<Value>)>,
        known: Vec<(ObjectId, Vec<Value>)>,
        writes: Vec<(Place, Value)>,
    },

    // Of terminators.
    Jump {
        target: BlockId,
    },
    Call {
        proc: ProcId,
        args: Vec<Value>,
    },
    Return {
        values: Vec<Value>,
    },
    /// A select takes this join: first the messages, in order, each from the front of its channel.
    Take {
        join: usize,
        receives: Vec<Receive>,
        target: BlockId,
    },
}

/// A message that a join takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Receive {
    pub channel: ObjectId,
    pub dst: Place,
}

/// Why a thread did not get past an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program is wrong here. A fault in a guard, or in an observer that a guard calls, is the fault of the select.
    Violation { kind: ViolationKind, span: Option<Span> },
    /// An assumption is false: there is no such execution.
    Pruned,
    /// A select has no open join.
    Blocked,
    /// A choice got no answer, or one beyond its alternatives.
    Undecided { answer: Option<u64>, alternatives: u128 },
    /// The interpreter cannot go on, whatever the program means.
    GaveUp(StopReason),
}

impl From<FaultKind> for Stop {
    fn from(fault: FaultKind) -> Self {
        Stop::Violation { kind: ViolationKind::Fault(fault), span: None }
    }
}

impl From<ArithFault> for Stop {
    fn from(fault: ArithFault) -> Self {
        FaultKind::from(fault).into()
    }
}

/// What the instruction or terminator where the frame stands would do.
pub fn effect(
    program: &Program,
    frame: &Frame,
    view: &View<'_>,
    choices: &mut dyn Choices,
) -> Result<Effect, Stop> {
    let reader = Reader { program, proc: frame.code(program), view };
    match frame.next(program) {
        Next::Instr(instr) => reader.instr(&instr.op, choices),
        Next::Terminator(terminator) => reader.terminator(&terminator.op, choices),
    }
}

/// The value of an [`Element`].
enum Sought {
    Value(Value),
    Record(Vec<Value>),
}

fn write(dst: Place, value: Value) -> Result<Effect, Stop> {
    Ok(Effect::Write { dst, value })
}

struct Reader<'a> {
    program: &'a Program,
    proc: &'a Proc,
    view: &'a View<'a>,
}

impl Reader<'_> {
    /// All operands are evaluated first, from left to right; only then null and bounds are looked at.
    fn instr(&self, op: &Op, choices: &mut dyn Choices) -> Result<Effect, Stop> {
        match op {
            Op::Assign { dst, value } => write(*dst, self.eval(value)?),
            Op::Heap(op) => self.heap_op(op),
            Op::Collection(op) => self.collection_op(op),
            Op::Choice(ChoiceOp::Choose { dst, from }) => write(*dst, self.choose(from, choices)?),
            Op::Choice(ChoiceOp::Havoc { reach, dst }) => {
                let reach = self.eval_all(reach)?;
                havoc(self.program, self.proc, self.view, &reach, dst, choices)
            }
            Op::Check(op) => self.check_op(op),
            Op::Thread(op) => self.thread_op(op),
        }
    }

    fn heap_op(&self, op: &HeapOp) -> Result<Effect, Stop> {
        let heap = self.view.heap;
        match op {
            HeapOp::Load { dst, object, field, null } => {
                let object = self.eval(object)?;
                let field = &self.program.fields[*field];
                match (object.object(), null) {
                    (Some(object), _) => write(*dst, heap.get(object, field.slot as usize)),
                    (None, NullPolicy::Total) => write(*dst, Value::default_of(field.ty)),
                    (None, NullPolicy::Fault) => Err(FaultKind::NullDereference.into()),
                }
            }
            HeapOp::Store { object, field, value, null } => {
                let (object, value) = (self.eval(object)?, self.eval(value)?);
                let slot = self.program.fields[*field].slot as usize;
                match (object.object(), null) {
                    (Some(object), _) => Ok(Effect::SetSlot { object, slot, value }),
                    (None, NullPolicy::Total) => Ok(Effect::Nothing),
                    (None, NullPolicy::Fault) => Err(FaultKind::NullDereference.into()),
                }
            }
            HeapOp::New { dst, class, length } => {
                let length = length.as_ref().map(|length| self.eval_integer(length)).transpose()?;
                let slots = self.new_slots(*class, length)?;
                Ok(Effect::Allocate { dst: *dst, class: *class, slots })
            }
            HeapOp::Cast { dst, object, class } => {
                let value = self.eval(object)?;
                match value.object() {
                    Some(object) if !self.is_instance(value, *class) => {
                        Err(self.program.failed_cast(heap.class(object), *class).into())
                    }
                    Some(_) | None => write(*dst, value),
                }
            }
            HeapOp::InstanceOf { dst, object, class } => {
                let value = self.eval(object)?;
                write(*dst, Value::Bool(self.is_instance(value, *class)))
            }
        }
    }

    fn collection_op(&self, op: &CollectionOp) -> Result<Effect, Stop> {
        let heap = self.view.heap;
        match op {
            CollectionOp::LoadElement { dst, array, index } => {
                let (array, index) = (self.eval(array)?, self.eval(index)?);
                let (array, slot) = self.element(array, index)?;
                write(*dst, heap.get(array, slot))
            }
            CollectionOp::StoreElement { array, index, value } => {
                let (array, index, value) = (self.eval(array)?, self.eval(index)?, self.eval(value)?);
                let (object, slot) = self.element(array, index)?;
                match self.refused_element(object, value) {
                    Some(fault) => Err(fault.into()),
                    None => Ok(Effect::SetSlot { object, slot, value }),
                }
            }
            CollectionOp::Admits { dst, array, value } => {
                let (array, value) = (self.eval(array)?, self.eval(value)?);
                write(*dst, Value::Bool(self.refused_element(not_null(array)?, value).is_none()))
            }
            CollectionOp::Size { dst, object } => {
                let object = not_null(self.eval(object)?)?;
                write(*dst, Value::Int(heap.slots(object).len() as i64))
            }
            CollectionOp::SetAdd { set, element } => {
                let (set, element) = (self.eval(set)?, self.eval_element(element)?);
                let set = not_null(set)?;
                Ok(match element {
                    Sought::Value(value) => self.insert(set, &[value]),
                    Sought::Record(fields) => self.insert_records(set, vec![fields]),
                })
            }
            CollectionOp::SetRemove { set, element } => {
                let (set, element) = (self.eval(set)?, self.eval_element(element)?);
                let set = not_null(set)?;
                let found = self.find(set, &element);
                Ok(Effect::Remove { set, elements: found.into_iter().collect() })
            }
            CollectionOp::SetUnion { set, other } => {
                let (set, other) = (self.eval(set)?, self.eval(other)?);
                let (set, elements) = (not_null(set)?, heap.slots(not_null(other)?));
                Ok(match self.program.contents_of(heap.class(set)) {
                    None => self.insert(set, elements),
                    Some(_) => self.insert_records(set, elements.iter().map(|&e| self.fields(e)).collect()),
                })
            }
            CollectionOp::SetDifference { set, other } => {
                let (set, other) = (self.eval(set)?, self.eval(other)?);
                let (set, elements) = (not_null(set)?, heap.slots(not_null(other)?));
                let by_contents = self.program.contents_of(heap.class(set)).is_some();
                let sought = elements.iter().map(|&element| match by_contents {
                    true => Sought::Record(self.fields(element)),
                    false => Sought::Value(element),
                });
                let elements = sought.filter_map(|sought| self.find(set, &sought)).collect();
                Ok(Effect::Remove { set, elements })
            }
            CollectionOp::Contains { dst, set, element } => {
                let (set, element) = (self.eval(set)?, self.eval_element(element)?);
                write(*dst, Value::Bool(self.find(not_null(set)?, &element).is_some()))
            }
            CollectionOp::Send { channel, message } => {
                let (channel, message) = (self.eval(channel)?, self.eval(message)?);
                Ok(Effect::Send { channel: not_null(channel)?, message })
            }
        }
    }

    fn check_op(&self, op: &CheckOp) -> Result<Effect, Stop> {
        match op {
            CheckOp::Assume { condition } => match self.eval(condition)?.truth() {
                true => Ok(Effect::Nothing),
                false => Err(Stop::Pruned),
            },
            CheckOp::Assert { condition, message } => match self.eval(condition)?.truth() {
                true => Ok(Effect::Nothing),
                false => {
                    let kind = ViolationKind::Assertion { message: message.clone() };
                    Err(Stop::Violation { kind, span: None })
                }
            },
            CheckOp::Fault { kind } => Err(kind.clone().into()),
            CheckOp::Accept { condition } => match self.eval(condition)?.truth() {
                true => Ok(Effect::Accept),
                false => Ok(Effect::Nothing),
            },
            CheckOp::Trace { text: _, args } => Ok(Effect::Print { args: self.eval_all(args)? }),
            CheckOp::Output { error, unit } => Ok(Effect::Output { error: *error, unit: self.eval(unit)? }),
        }
    }

    fn thread_op(&self, op: &ThreadOp) -> Result<Effect, Stop> {
        match op {
            ThreadOp::Spawn { proc, args } => Ok(Effect::Spawn { proc: *proc, args: self.eval_all(args)? }),
            ThreadOp::AtomicBegin => Ok(Effect::AtomicBegin),
            ThreadOp::AtomicEnd => Ok(Effect::AtomicEnd),
            ThreadOp::Yield => Ok(Effect::Nothing),
        }
    }

    fn terminator(&self, op: &TermOp, choices: &mut dyn Choices) -> Result<Effect, Stop> {
        match op {
            TermOp::Goto { targets } => {
                let chosen = decide(choices, &Alternatives::Targets(targets))?;
                Ok(Effect::Jump { target: targets[chosen as usize] })
            }
            TermOp::Branch { condition, then_to, else_to } => {
                let target = if self.eval(condition)?.truth() { *then_to } else { *else_to };
                Ok(Effect::Jump { target })
            }
            TermOp::Switch { value, cases, default } => {
                let number = self.eval(value)?.number();
                let case = cases.iter().find(|(label, _)| *label == number);
                Ok(Effect::Jump { target: case.map_or(*default, |(_, target)| *target) })
            }
            TermOp::SwitchClass { object, cases, default } => {
                let class = self.view.heap.class(not_null(self.eval(object)?)?);
                let case = cases.iter().find(|(label, _)| *label == class);
                Ok(Effect::Jump { target: case.map_or(*default, |(_, target)| *target) })
            }
            TermOp::Call { proc, args, results: _, next: _ } => {
                Ok(Effect::Call { proc: *proc, args: self.eval_all(args)? })
            }
            TermOp::Return { values } => Ok(Effect::Return { values: self.eval_all(values)? }),
            TermOp::Opaque { reason } => {
                Err(Stop::GaveUp(StopReason::Unsupported(Unsupported::opaque(self.proc, reason))))
            }
            TermOp::Select { joins, first, end: _ } => {
                select::take(self.program, self.view, joins, *first, choices)
            }
        }
    }

    fn eval(&self, expr: &Expr) -> Result<Value, Stop> {
        Ok(expr.eval(self.view)?)
    }

    /// The number that the expression stands for, which for unsigned 64-bit integers is not the one that is held.
    fn eval_integer(&self, expr: &Expr) -> Result<i128, Stop> {
        let stored = self.eval(expr)?.number();
        let types = ProcTypes { program: self.program, proc: self.proc };
        match expr.natural_type(&types) {
            Some(Type::Int(int)) => Ok(int.decode(stored)),
            Some(_) | None => Ok(stored.into()),
        }
    }

    fn eval_all(&self, exprs: &[Expr]) -> Result<Vec<Value>, Stop> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    fn is_instance(&self, value: Value, class: ClassId) -> bool {
        let of = value.object().map(|object| self.view.heap.class(object));
        of.is_some_and(|of| self.program.is_subclass(of, class))
    }

    /// What a new object holds.
    fn new_slots(&self, class: ClassId, given: Option<i128>) -> Result<Vec<Value>, Stop> {
        match &self.program.classes[class].kind {
            ClassKind::Record { fields, .. } => {
                Ok(fields.iter().map(|&field| Value::default_of(self.program.fields[field].ty)).collect())
            }
            ClassKind::Array { element, length, .. } => {
                let length = length.map(i128::from).or(given);
                let length =
                    array_length(length.expect("an array without a length of its own is given one"))?;
                Ok(vec![Value::default_of(*element); length])
            }
            ClassKind::Set { .. } | ClassKind::Channel { .. } => Ok(Vec::new()),
            ClassKind::Interface { .. } => panic!("{class} is an interface and has no objects"),
        }
    }

    fn element(&self, array: Value, index: Value) -> Result<(ObjectId, usize), Stop> {
        let array = not_null(array)?;
        let length = self.view.heap.slots(array).len();
        match usize::try_from(index.number()) {
            Ok(slot) if slot < length => Ok((array, slot)),
            Ok(_) | Err(_) => Err(FaultKind::IndexOutOfBounds.into()),
        }
    }

    /// The fault of storing a value into an array, if it is one.
    fn refused_element(&self, array: ObjectId, value: Value) -> Option<FaultKind> {
        let (array, object) = (self.view.heap.class(array), self.view.heap.class(value.object()?));
        let takes = self.program.array_takes(array, object);
        (!takes).then(|| self.program.refused_element(array, object))
    }

    fn insert(&self, set: ObjectId, elements: &[Value]) -> Effect {
        let missing = |element: &Value| !self.view.heap.set_contains(set, *element);
        Effect::Insert { set, elements: elements.iter().copied().filter(missing).collect() }
    }

    /// The given records differ from each other.
    fn insert_records(&self, set: ObjectId, mut records: Vec<Vec<Value>>) -> Effect {
        let class = self.program.contents_of(self.view.heap.class(set));
        let class = class.expect("only a set by contents makes records");
        records.retain(|fields| self.view.heap.find_record(set, fields).is_none());
        Effect::InsertRecords { set, class, records }
    }

    /// The element of a set that is the one sought.
    fn find(&self, set: ObjectId, sought: &Sought) -> Option<Value> {
        match sought {
            Sought::Value(value) => self.view.heap.set_contains(set, *value).then_some(*value),
            Sought::Record(fields) => self.view.heap.find_record(set, fields),
        }
    }

    /// The fields of a record in a set by contents, which is never null.
    fn fields(&self, record: Value) -> Vec<Value> {
        let record = record.object().expect("the elements of a set by contents are records");
        self.view.heap.slots(record).to_vec()
    }

    fn eval_element(&self, element: &Element) -> Result<Sought, Stop> {
        match element {
            Element::Value(value) => Ok(Sought::Value(self.eval(value)?)),
            Element::Record(fields) => Ok(Sought::Record(self.eval_all(fields)?)),
        }
    }

    fn choose(&self, from: &Choice, choices: &mut dyn Choices) -> Result<Value, Stop> {
        let alternatives = match from {
            Choice::Bool => Alternatives::Bool,
            Choice::Range { lo, hi } => Alternatives::Range { lo: *lo, hi: *hi },
            Choice::Enum(of) => Alternatives::of_enum(self.program, *of),
            Choice::Any(ty) => Alternatives::Any { program: self.program, ty: *ty },
            Choice::Element(collection) => {
                Alternatives::Elements(self.view.heap.slots(not_null(self.eval(collection)?)?))
            }
        };
        let chosen = decide(choices, &alternatives)?;
        Ok(alternatives.value(chosen).expect("a decision is one of the alternatives, and all are values"))
    }
}

pub(crate) fn not_null(value: Value) -> Result<ObjectId, Stop> {
    value.object().ok_or(FaultKind::NullDereference.into())
}

fn array_length(length: i128) -> Result<usize, Stop> {
    // A length of any integer type is negative or fits.
    match u64::try_from(length) {
        Err(_) => Err(FaultKind::NegativeLength.into()),
        Ok(length) if length > MAX_ARRAY_LENGTH => Err(Stop::GaveUp(StopReason::ObjectTooLarge(length))),
        Ok(length) => Ok(length as usize),
    }
}
