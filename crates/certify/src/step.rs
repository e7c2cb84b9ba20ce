//! What instructions do to what is known of a state, for summaries and for proofs of the pushdown engine.
//!
//! The definition is the crate `interp`; this is a reading of it with code of its own, in which every read may turn
//! out not to be listed. Expressions are evaluated by `ir::eval`, as everywhere. Whatever is wrong ends the check, so
//! that only the order of writes matters here. Calls and returns are left to `explore` and to `pushdown`.

use std::collections::BTreeMap;

use ir::{
    BlockId, CheckOp, Choice, ChoiceOp, ClassId, ClassKind, CollectionOp, Environment, Expr, FaultKind,
    GlobalId, Guard, HeapOp, IntType, Join, LocalId, NullPolicy, ObjectId, Op, Place, Probe, ProcId, TermOp,
    ThreadOp, Type, Value,
};
use verdict::{Content, Spot, ViolationKind};

use crate::refusal::Reason;
use crate::state::Path;

/// The longest array, and the largest choice.
const MAX_LENGTH: i64 = 1 << 20;
/// How many instructions one call of an observer from a guard may execute.
const OBSERVER_BUDGET: usize = 100_000;

/// Evaluation cannot stop at what is not listed: it goes on with a default, and its outcome is dropped.
impl Environment for Path<'_> {
    fn local(&self, local: LocalId) -> Value {
        self.seek(Spot::Param(local), self.proc.locals[local].ty)
    }

    fn global(&self, global: GlobalId) -> Value {
        self.seek(Spot::Global(global), self.known.program.globals[global].ty)
    }

    fn self_id(&self) -> i64 {
        self.seek(Spot::SelfId, IntType::I32.into()).number()
    }
}

fn not_null(value: Value) -> Result<ObjectId, Reason> {
    value.object().ok_or(FaultKind::NullDereference.into())
}

impl<'a> Path<'a> {
    fn seek(&self, spot: Spot, ty: Type) -> Value {
        self.value(spot).unwrap_or_else(|_| {
            self.unlisted.set(Some(spot));
            Value::default_of(ty)
        })
    }

    pub(crate) fn eval(&self, expr: &Expr) -> Result<Value, Reason> {
        let outcome = expr.eval(self);
        match self.unlisted.take() {
            Some(spot) => Err(Reason::UnlistedRead(spot)),
            None => outcome.map_err(|fault| FaultKind::from(fault).into()),
        }
    }

    pub(crate) fn eval_all(&self, exprs: &[Expr]) -> Result<Vec<Value>, Reason> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    fn value(&self, spot: Spot) -> Result<Value, Reason> {
        self.read(spot)?.values().first().copied().ok_or(Reason::UnlistedRead(spot))
    }

    /// The exact class of an object; a class that is listed is the only one that the object may have.
    fn class(&self, value: Value) -> Result<Option<ClassId>, Reason> {
        let class = |object| self.read(Spot::Class(object)).map(|_| self.heap.class(object));
        value.object().map(class).transpose()
    }

    /// All elements of a set, or all messages of a channel.
    fn contents(&self, object: ObjectId) -> Result<Vec<Value>, Reason> {
        Ok(self.read(Spot::Contents(object))?.values().to_vec())
    }

    fn is_array(&self, object: ObjectId) -> bool {
        matches!(self.known.program.classes[self.heap.class(object)].kind, ClassKind::Array { .. })
    }

    fn size(&self, object: ObjectId) -> Result<i64, Reason> {
        match self.is_array(object) {
            true => Ok(self.value(Spot::Length(object))?.number()),
            false => Ok(self.contents(object)?.len() as i64),
        }
    }

    fn slots(&self, object: ObjectId, count: usize) -> Result<Vec<Value>, Reason> {
        (0..count).map(|slot| self.value(Spot::Slot(object, slot as u32))).collect()
    }

    /// The place of an element of an array.
    fn element(&self, array: Value, index: Value) -> Result<Spot, Reason> {
        let (array, index) = (not_null(array)?, index.number());
        let is_inside = (0..self.size(array)?).contains(&index);
        if is_inside { Ok(Spot::Slot(array, index as u32)) } else { Err(FaultKind::IndexOutOfBounds.into()) }
    }

    /// The fault of storing a value into an array, if it is one. The exact class of the array matters only where there
    /// are array classes above or below it; such an array may be of another class than is assumed, until it is read.
    fn refused_element(&self, array: Value, value: Value) -> Result<Option<FaultKind>, Reason> {
        let program = self.known.program;
        let assumed = array.object().map(|array| self.heap.class(array));
        if !assumed.is_some_and(|class| self.known.related_arrays[class]) || value.object().is_none() {
            return Ok(None);
        }
        Ok(match (self.class(array)?, self.class(value)?) {
            (Some(array), Some(object)) if !program.array_takes(array, object) => {
                Some(program.refused_element(array, object))
            }
            (_, _) => None,
        })
    }

    /// The elements of a set by what distinguishes them: themselves, or in a set by contents their fields.
    fn elements(&self, set: ObjectId) -> Result<BTreeMap<Vec<Value>, Value>, Reason> {
        let program = self.known.program;
        let record = program.contents_of(self.heap.class(set)).map(|record| &program.classes[record].kind);
        let key = |element: Value| match (record, element) {
            (Some(ClassKind::Record { fields, .. }), Value::Ref(record)) => self.slots(record, fields.len()),
            (_, element) => Ok(vec![element]),
        };
        self.contents(set)?.into_iter().map(|element| Ok((key(element)?, element))).collect()
    }

    /// Adds elements to a set, or removes them.
    fn change(&mut self, set: Value, keys: Vec<Vec<Value>>, add: bool) -> Result<(Spot, Content), Reason> {
        let set = not_null(set)?;
        let record = self.known.program.contents_of(self.heap.class(set));
        let mut elements = self.elements(set)?;
        for key in keys {
            if add {
                let new = |record| Value::Ref(self.heap.alloc_with(record, &key));
                elements.entry(key.clone()).or_insert_with(|| record.map_or_else(|| key[0], new));
            } else {
                elements.remove(&key);
            }
        }
        let mut list: Vec<Value> = elements.into_values().collect();
        list.sort_unstable();
        Ok((Spot::Contents(set), Content::List(list)))
    }

    /// What a choice may give.
    fn alternatives(&self, from: &Choice, operands: &[Value]) -> Result<Vec<Value>, Reason> {
        let (lo, hi) = match from {
            Choice::Bool => return Ok(vec![Value::Bool(false), Value::Bool(true)]),
            Choice::Range { lo, hi } => (*lo, *hi),
            Choice::Any(ty) => {
                let program = self.known.program;
                let count = program.n_values(*ty).and_then(|count| i64::try_from(count).ok());
                return match count.filter(|&count| count <= MAX_LENGTH) {
                    Some(count) => {
                        Ok((0..count as u64).filter_map(|number| program.value_at(*ty, number)).collect())
                    }
                    None => Err(Reason::TooLarge("a choice has too many alternatives")),
                };
            }
            Choice::Enum(of) => (0, self.known.program.enums[*of].constants.len() as i64 - 1),
            Choice::Element(_) => {
                let from = not_null(operands[0])?;
                return match self.size(from)? {
                    0 => Err(FaultKind::EmptyChoice.into()),
                    size if self.is_array(from) => self.slots(from, size as usize),
                    _size => self.contents(from),
                };
            }
        };
        let is_small = hi.checked_sub(lo).is_some_and(|distance| distance < MAX_LENGTH);
        let numbers = || (lo..=hi).map(Value::Int).collect();
        is_small.then(numbers).ok_or(Reason::TooLarge("a choice has too many alternatives"))
    }

    /// The terminator, if it is next.
    pub(crate) fn terminator(&self) -> Option<&'a TermOp> {
        let block = &self.proc.blocks[self.at.0];
        (self.at.1 == block.instrs.len()).then_some(&block.terminator.op)
    }

    /// All paths that are longer by one instruction or terminator. Calls and returns are left to the caller.
    pub(crate) fn advance(mut self) -> Result<Vec<Self>, Reason> {
        if let Some(terminator) = self.terminator() {
            return self.leave_block(terminator);
        }
        let (op, mut operands) = (&self.proc.blocks[self.at.0].instrs[self.at.1].op, Vec::new());
        op.for_each_expr(|expr| operands.push(self.eval(expr)));
        let operands = operands.into_iter().collect::<Result<Vec<Value>, Reason>>()?;
        self.at.1 += 1;
        if let Op::Choice(ChoiceOp::Choose { dst, from }) = op {
            let chosen = |value| self.clone().resume(&[*dst], &[value], self.at);
            return Ok(self.alternatives(from, &operands)?.into_iter().map(chosen).collect());
        }
        if let Op::Choice(ChoiceOp::Havoc { .. }) = op {
            return Err(Reason::NotFollowed("a havoc".to_owned()));
        }
        if matches!(op, Op::Check(CheckOp::Assume { .. })) {
            return Ok(if operands[0].truth() { vec![self] } else { vec![] });
        }
        if let Some((spot, content)) = self.execute(op, &operands)? {
            self.write(spot, &content);
        }
        Ok(vec![self])
    }

    /// Goes on from a point, after these values were assigned.
    pub(crate) fn resume(mut self, places: &[Place], values: &[Value], at: (BlockId, usize)) -> Self {
        for (&place, &value) in places.iter().zip(values) {
            self.write(place.into(), &Content::Value(value));
        }
        Self { at, ..self }
    }

    /// What an instruction writes to which spot.
    fn execute(&mut self, op: &Op, operands: &[Value]) -> Result<Option<(Spot, Content)>, Reason> {
        let program = self.known.program;
        let value = match op {
            Op::Assign { .. } => operands[0],
            Op::Heap(HeapOp::Load { field, null, .. }) => {
                let field = &program.fields[*field];
                match (operands[0], null) {
                    (Value::Null, NullPolicy::Total) => Value::default_of(field.ty),
                    (object, _) => self.value(Spot::Slot(not_null(object)?, field.slot))?,
                }
            }
            Op::Heap(HeapOp::Store { field, null, .. }) => {
                if (operands[0], null) == (Value::Null, &NullPolicy::Total) {
                    self.step.wrote_null = true;
                    return Ok(None);
                }
                let spot = Spot::Slot(not_null(operands[0])?, program.fields[*field].slot);
                return Ok(Some((spot, Content::Value(operands[1]))));
            }
            Op::Heap(HeapOp::New { class, .. }) => {
                let slots = match &program.classes[*class].kind {
                    ClassKind::Array { element, length, .. } => {
                        let given = operands.first().map(|given| given.number());
                        match given.or(length.map(i64::from)).unwrap_or(0) {
                            // Or, if it is of an unsigned type, too long.
                            ..0 => return Err(FaultKind::NegativeLength.into()),
                            length @ ..=MAX_LENGTH => vec![Value::default_of(*element); length as usize],
                            _longer => return Err(Reason::TooLarge("an array is too long")),
                        }
                    }
                    ClassKind::Record { fields, .. } => {
                        fields.iter().map(|&field| Value::default_of(program.fields[field].ty)).collect()
                    }
                    ClassKind::Set { .. } | ClassKind::Channel { .. } | ClassKind::Interface { .. } => vec![],
                };
                self.step.changed = true;
                Value::Ref(self.heap.alloc_with(*class, &slots))
            }
            Op::Heap(HeapOp::Cast { class, .. }) => {
                match self.class(operands[0])?.filter(|&of| !program.is_subclass(of, *class)) {
                    Some(of) => return Err(program.failed_cast(of, *class).into()),
                    None => operands[0],
                }
            }
            Op::Heap(HeapOp::InstanceOf { class, .. }) => {
                Value::Bool(self.class(operands[0])?.is_some_and(|of| program.is_subclass(of, *class)))
            }
            Op::Collection(CollectionOp::LoadElement { .. }) => {
                self.value(self.element(operands[0], operands[1])?)?
            }
            Op::Collection(CollectionOp::StoreElement { .. }) => {
                let spot = self.element(operands[0], operands[1])?;
                if let Some(fault) = self.refused_element(operands[0], operands[2])? {
                    return Err(fault.into());
                }
                return Ok(Some((spot, Content::Value(operands[2]))));
            }
            Op::Collection(CollectionOp::Admits { .. }) => {
                not_null(operands[0])?;
                Value::Bool(self.refused_element(operands[0], operands[1])?.is_none())
            }
            Op::Collection(CollectionOp::Size { .. }) => Value::Int(self.size(not_null(operands[0])?)?),
            Op::Collection(CollectionOp::SetAdd { .. } | CollectionOp::SetRemove { .. }) => {
                let keys = vec![operands[1..].to_vec()];
                return self
                    .change(operands[0], keys, matches!(op, Op::Collection(CollectionOp::SetAdd { .. })))
                    .map(Some);
            }
            Op::Collection(CollectionOp::SetUnion { .. } | CollectionOp::SetDifference { .. }) => {
                let keys = self.elements(not_null(operands[1])?)?.into_keys().collect();
                return self
                    .change(operands[0], keys, matches!(op, Op::Collection(CollectionOp::SetUnion { .. })))
                    .map(Some);
            }
            Op::Collection(CollectionOp::Contains { .. }) => {
                Value::Bool(self.elements(not_null(operands[0])?)?.contains_key(&operands[1..]))
            }
            Op::Collection(CollectionOp::Send { .. }) => {
                let channel = not_null(operands[0])?;
                let messages = [&self.contents(channel)?, &operands[1..]].concat();
                return Ok(Some((Spot::Contents(channel), Content::List(messages))));
            }
            Op::Check(CheckOp::Assert { message, .. }) => {
                let failed = || Reason::ErrorReachable(ViolationKind::Assertion { message: message.clone() });
                return if operands[0].truth() { Ok(None) } else { Err(failed()) };
            }
            Op::Check(CheckOp::Fault { kind }) => return Err(kind.clone().into()),
            Op::Thread(ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield)
            | Op::Check(CheckOp::Trace { .. } | CheckOp::Output { .. }) => {
                self.depth += i32::from(*op == Op::Thread(ThreadOp::AtomicBegin))
                    - i32::from(*op == Op::Thread(ThreadOp::AtomicEnd));
                return Ok(None);
            }
            // The first two are no business of this function.
            Op::Choice(_)
            | Op::Check(CheckOp::Assume { .. } | CheckOp::Accept { .. })
            | Op::Thread(ThreadOp::Spawn { .. }) => {
                return Err(Reason::NotSequential("it spawns or accepts"));
            }
        };
        let mut written = None;
        op.for_each_written(|dst| written = Some((dst.into(), Content::Value(value))));
        Ok(written)
    }

    fn leave_block(self, op: &TermOp) -> Result<Vec<Self>, Reason> {
        let targets = match op {
            TermOp::Goto { targets } => targets.clone(),
            TermOp::Branch { condition, then_to, else_to } => {
                vec![if self.eval(condition)?.truth() { *then_to } else { *else_to }]
            }
            TermOp::Switch { value, cases, default } => {
                let number = self.eval(value)?.number();
                vec![cases.iter().find(|case| case.0 == number).map_or(*default, |case| case.1)]
            }
            TermOp::SwitchClass { object, cases, default } => {
                let class = self.class(self.eval(object)?)?.ok_or(FaultKind::NullDereference)?;
                vec![cases.iter().find(|case| case.0 == class).map_or(*default, |case| case.1)]
            }
            TermOp::Opaque { reason } => return Err(Reason::NotFollowed(reason.clone())),
            TermOp::Select { joins, first, end } => {
                let open = joins.iter().filter_map(|join| self.take(join).transpose());
                let taken: Vec<Self> =
                    open.take(if *first { 1 } else { joins.len() }).collect::<Result<_, _>>()?;
                return match taken.is_empty() {
                    false => Ok(taken),
                    true if self.depth > 0 || self.value(Spot::Atomic)?.truth() => {
                        Err(FaultKind::BlockingInAtomic.into())
                    }
                    true if *end => Ok(taken),
                    true => Err(Reason::ErrorReachable(ViolationKind::Deadlock)),
                };
            }
            TermOp::Call { .. } | TermOp::Return { .. } => {
                return Err(Reason::InvalidProgram("a call or return within a step".to_owned()));
            }
        };
        Ok(targets.into_iter().map(|target| self.clone().resume(&[], &[], (target, 0))).collect())
    }

    /// The path through a join, if it is open. Any open join may be taken, so a fault in a guard is a fault of the
    /// select.
    pub(crate) fn take(&self, join: &Join) -> Result<Option<Self>, Reason> {
        let mut path = self.clone();
        for guard in &join.guards {
            let is_open = match guard {
                Guard::Always => true,
                Guard::Wait(condition) => self.probe(condition)?.truth(),
                Guard::Receive { channel, dst } => {
                    let channel = not_null(self.probe(channel)?)?;
                    let messages = path.contents(channel)?;
                    if let [message, rest @ ..] = &messages[..] {
                        path.write(Spot::Contents(channel), &Content::List(rest.to_vec()));
                        path.write((*dst).into(), &Content::Value(*message));
                    }
                    !messages.is_empty()
                }
            };
            if !is_open {
                return Ok(None);
            }
        }
        Ok(Some(path.resume(&[], &[], (join.target, 0))))
    }

    fn probe(&self, probe: &Probe) -> Result<Value, Reason> {
        match probe {
            Probe::Expr(expr) => self.eval(expr),
            Probe::Call { proc, args } => self.observe(*proc, &self.eval_all(args)?),
        }
    }

    /// Runs an observer. It writes locals only and makes no choice, and has no select that could call observers again.
    fn observe(&self, proc: ProcId, args: &[Value]) -> Result<Value, Reason> {
        let (mut path, mut callers) = (self.enter(proc, args), Vec::new());
        for _ in 0..OBSERVER_BUDGET {
            path = match path.terminator() {
                Some(TermOp::Call { proc, args, results, next }) => {
                    let callee = path.enter(*proc, &path.eval_all(args)?);
                    callers.push((path, results, *next));
                    callee
                }
                Some(TermOp::Return { values }) => {
                    let values = path.eval_all(values)?;
                    let Some((caller, results, next)) = callers.pop() else { return Ok(values[0]) };
                    caller.resume(results, &values, (next, 0))
                }
                _ => path.advance()?.pop().ok_or(Reason::TooLarge("an observer has several alternatives"))?,
            };
        }
        Err(Reason::TooLarge("an observer runs for too long"))
    }
}
