//! What instructions do to what is known of a state. The definition is the crate `interp`; this is a second reading of it, in which
//! every read may turn out not to be listed.

use std::cell::Cell;
use std::collections::BTreeMap;

use ir::typing::ProcTypes;
use ir::{
    BlockId, Choice, ClassId, ClassKind, Environment, Expr, FaultKind, GlobalId, Guard, IntType, Join,
    LocalId, NullPolicy, ObjectId, Op, Place, Probe, ProcId, TermOp, Type, Value,
};
use verdict::{Content, Spot, ViolationKind};

use crate::refusal::Reason;
use crate::state::Path;

/// The longest array, and the largest choice.
const MAX_LENGTH: i128 = 1 << 20;
/// How many instructions one call of an observer from a guard may execute.
const OBSERVER_BUDGET: usize = 1_000_000;

/// The variables of an expression. Evaluation cannot stop at what is not listed: it goes on with a default, and its outcome is dropped.
struct Variables<'p, 'a> {
    path: &'p Path<'a>,
    unlisted: Cell<Option<Reason>>,
}

impl Variables<'_, '_> {
    fn seek(&self, spot: Spot, ty: Type) -> Value {
        self.path.value(spot).unwrap_or_else(|reason| {
            self.unlisted.set(Some(reason));
            Value::default_of(ty)
        })
    }
}

impl Environment for Variables<'_, '_> {
    fn local(&self, local: LocalId) -> Value {
        self.seek(Spot::Param(local), self.path.proc.locals[local].ty)
    }

    fn global(&self, global: GlobalId) -> Value {
        self.seek(Spot::Global(global), self.path.known.program.globals[global].ty)
    }

    fn self_id(&self) -> i64 {
        self.seek(Spot::SelfId, IntType::I32.into()).number()
    }
}

fn not_null(value: Value) -> Result<ObjectId, Reason> {
    value.object().ok_or(FaultKind::NullDereference.into())
}

fn spot(place: Place) -> Spot {
    match place {
        Place::Local(local) => Spot::Param(local),
        Place::Global(global) => Spot::Global(global),
    }
}

impl<'a> Path<'a> {
    fn eval(&self, expr: &Expr) -> Result<Value, Reason> {
        let variables = Variables { path: self, unlisted: Cell::new(None) };
        let outcome = expr.eval(&variables);
        match variables.unlisted.take() {
            Some(reason) => Err(reason),
            None => outcome.map_err(|fault| FaultKind::from(fault).into()),
        }
    }

    pub(crate) fn eval_all(&self, exprs: &[Expr]) -> Result<Vec<Value>, Reason> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    fn object(&self, expr: &Expr) -> Result<ObjectId, Reason> {
        not_null(self.eval(expr)?)
    }

    fn value(&self, spot: Spot) -> Result<Value, Reason> {
        self.read(spot)?.values().first().copied().ok_or(Reason::UnlistedRead(spot))
    }

    fn exact_class(&self, object: ObjectId) -> Result<ClassId, Reason> {
        match self.read(Spot::Class(object))? {
            Content::Class(class) => Ok(class),
            Content::Value(_) | Content::List(_) => Err(Reason::UnlistedRead(Spot::Class(object))),
        }
    }

    /// All elements of a set, or all messages of a channel.
    fn contents(&self, object: ObjectId) -> Result<Vec<Value>, Reason> {
        Ok(self.read(Spot::Contents(object))?.values().to_vec())
    }

    /// The length of an array; `None` for sets and channels.
    fn length(&self, object: ObjectId) -> Result<Option<u32>, Reason> {
        let is_array = matches!(self.known.program.classes[self.class(object)].kind, ClassKind::Array { .. });
        let length = is_array.then(|| self.value(Spot::Length(object))).transpose()?;
        Ok(length.map(|length| u32::try_from(length.number()).unwrap_or(0)))
    }

    fn slots(&self, object: ObjectId, count: usize) -> Result<Vec<Value>, Reason> {
        (0..count).map(|slot| self.value(Spot::Slot(object, slot as u32))).collect()
    }

    /// The place of an element of an array.
    fn element(&self, array: &Expr, index: &Expr) -> Result<Spot, Reason> {
        let (array, index) = (self.object(array)?, self.eval(index)?.number());
        let length = self.length(array)?.unwrap_or(0);
        let slot = u32::try_from(index).ok().filter(|slot| *slot < length);
        Ok(Spot::Slot(array, slot.ok_or(FaultKind::IndexOutOfBounds)?))
    }

    /// The elements of a set by what tells them apart: themselves, or in a set by contents their fields.
    fn elements(&self, set: ObjectId) -> Result<BTreeMap<Vec<Value>, Value>, Reason> {
        let program = self.known.program;
        let record = program.contents_of(self.class(set)).map(|record| &program.classes[record].kind);
        let key = |element: Value| match (record, element) {
            (Some(ClassKind::Record { fields, .. }), Value::Ref(record)) => self.slots(record, fields.len()),
            (_, element) => Ok(vec![element]),
        };
        self.contents(set)?.into_iter().map(|element| Ok((key(element)?, element))).collect()
    }

    /// The elements of a set after some were added or removed.
    fn changed_set(&mut self, set: ObjectId, keys: Vec<Vec<Value>>, add: bool) -> Result<Content, Reason> {
        let record = self.known.program.contents_of(self.class(set));
        let mut elements = self.elements(set)?;
        for key in keys {
            if !add {
                elements.remove(&key);
            } else if !elements.contains_key(&key) {
                let element = record.map_or_else(|| key[0], |record| self.allocate(record, key.clone()));
                elements.insert(key, element);
            }
        }
        let mut list: Vec<Value> = elements.into_values().collect();
        list.sort_unstable();
        Ok(Content::List(list))
    }

    /// What a choice may give.
    fn alternatives(&self, from: &Choice) -> Result<Vec<Value>, Reason> {
        let (lo, hi) = match from {
            Choice::Bool => return Ok(vec![Value::Bool(false), Value::Bool(true)]),
            Choice::Range { lo, hi } => (*lo, *hi),
            Choice::Enum(of) => (0, self.known.program.enums[*of].constants.len() as i64 - 1),
            Choice::Element(collection) => {
                let from = self.object(collection)?;
                let elements = match self.length(from)? {
                    Some(length) => self.slots(from, length as usize)?,
                    None => self.contents(from)?,
                };
                return if elements.is_empty() { Err(FaultKind::EmptyChoice.into()) } else { Ok(elements) };
            }
        };
        match i128::from(hi) - i128::from(lo) {
            ..MAX_LENGTH => Ok((lo..=hi).map(Value::Int).collect()),
            _more => Err(Reason::TooLarge("a choice has too many alternatives")),
        }
    }

    /// What a new object holds.
    fn new_slots(&self, class: ClassId, length: Option<&Expr>) -> Result<Vec<Value>, Reason> {
        let program = self.known.program;
        match &program.classes[class].kind {
            ClassKind::Record { fields, .. } => {
                Ok(fields.iter().map(|&field| Value::default_of(program.fields[field].ty)).collect())
            }
            ClassKind::Array { element, length: fixed } => {
                let given = length.map(|length| self.integer(length)).transpose()?;
                match fixed.map(i128::from).or(given).unwrap_or(0) {
                    ..0 => Err(FaultKind::NegativeLength.into()),
                    length @ ..=MAX_LENGTH => Ok(vec![Value::default_of(*element); length as usize]),
                    _longer => Err(Reason::TooLarge("an array is too long")),
                }
            }
            ClassKind::Set { .. } | ClassKind::Channel { .. } | ClassKind::Interface { .. } => Ok(Vec::new()),
        }
    }

    /// The number that the expression stands for, which for unsigned 64-bit integers is not the one that is held.
    fn integer(&self, expr: &Expr) -> Result<i128, Reason> {
        let stored = self.eval(expr)?.number();
        match expr.natural_type(&ProcTypes { program: self.known.program, proc: self.proc }) {
            Some(Type::Int(int)) => Ok(int.decode(stored)),
            Some(_) | None => Ok(stored.into()),
        }
    }

    /// The terminator, if it is next.
    pub(crate) fn terminator(&self) -> Option<&'a TermOp> {
        let block = &self.proc.blocks[self.at.0];
        (self.at.1 == block.instrs.len()).then_some(&block.terminator.op)
    }

    /// All paths that are longer by one instruction or terminator. Calls and returns are left to whoever follows the paths.
    pub(crate) fn advance(mut self) -> Result<Vec<Self>, Reason> {
        if let Some(terminator) = self.terminator() {
            return self.leave_block(terminator);
        }
        let op = &self.proc.blocks[self.at.0].instrs[self.at.1].op;
        self.at.1 += 1;
        match op {
            Op::Choose { dst, from } => {
                let chosen = |value| self.clone().resume(&[*dst], vec![value], self.at);
                Ok(self.alternatives(from)?.into_iter().map(chosen).collect())
            }
            Op::Assume { condition } => Ok(if self.eval(condition)?.truth() { vec![self] } else { vec![] }),
            op => {
                if let Some((spot, content)) = self.execute(op)? {
                    self.write(spot, content);
                }
                Ok(vec![self])
            }
        }
    }

    /// Goes on from a point, after these values were assigned.
    pub(crate) fn resume(mut self, places: &[Place], values: Vec<Value>, at: (BlockId, usize)) -> Self {
        places.iter().zip(values).for_each(|(&place, value)| self.write(spot(place), Content::Value(value)));
        self.at = at;
        self
    }

    /// What an instruction writes to which spot.
    fn execute(&mut self, op: &Op) -> Result<Option<(Spot, Content)>, Reason> {
        let program = self.known.program;
        let (spot, value) = match op {
            Op::Assign { dst, value } => (spot(*dst), self.eval(value)?),
            Op::Load { dst, object, field, null } => {
                let field = &program.fields[*field];
                match (self.eval(object)?, null) {
                    (Value::Null, NullPolicy::Total) => (spot(*dst), Value::default_of(field.ty)),
                    (object, _) => (spot(*dst), self.value(Spot::Slot(not_null(object)?, field.slot))?),
                }
            }
            Op::Store { object, field, value, null } => match (self.eval(object)?, self.eval(value)?, null) {
                (Value::Null, _, NullPolicy::Total) => return Ok(None),
                (object, value, _) => (Spot::Slot(not_null(object)?, program.fields[*field].slot), value),
            },
            Op::New { dst, class, length } => {
                let slots = self.new_slots(*class, length.as_ref())?;
                (spot(*dst), self.allocate(*class, slots))
            }
            Op::Cast { dst, object, class } | Op::InstanceOf { dst, object, class } => {
                let value = self.eval(object)?;
                let of = value.object().map(|object| self.exact_class(object)).transpose()?;
                match (of.map(|of| (of, program.is_subclass(of, *class))), op) {
                    (is, Op::InstanceOf { .. }) => {
                        (spot(*dst), Value::Bool(is.is_some_and(|(_, belongs)| belongs)))
                    }
                    (Some((of, false)), _) => return Err(program.failed_cast(of, *class).into()),
                    (Some((_, true)) | None, _) => (spot(*dst), value),
                }
            }
            Op::LoadElement { dst, array, index } => (spot(*dst), self.value(self.element(array, index)?)?),
            Op::StoreElement { array, index, value } => (self.element(array, index)?, self.eval(value)?),
            Op::Size { dst, object } => {
                let object = self.object(object)?;
                match self.length(object)? {
                    Some(length) => (spot(*dst), Value::Int(length.into())),
                    None => (spot(*dst), Value::Int(self.contents(object)?.len() as i64)),
                }
            }
            Op::SetAdd { set, element } | Op::SetRemove { set, element } => {
                let (set, key) = (self.object(set)?, self.eval_all(element.exprs())?);
                let changed = self.changed_set(set, vec![key], matches!(op, Op::SetAdd { .. }))?;
                return Ok(Some((Spot::Contents(set), changed)));
            }
            Op::SetUnion { set, other } | Op::SetDifference { set, other } => {
                let (set, keys) = (self.object(set)?, self.elements(self.object(other)?)?.into_keys());
                let changed = self.changed_set(set, keys.collect(), matches!(op, Op::SetUnion { .. }))?;
                return Ok(Some((Spot::Contents(set), changed)));
            }
            Op::Contains { dst, set, element } => {
                let key = self.eval_all(element.exprs())?;
                (spot(*dst), Value::Bool(self.elements(self.object(set)?)?.contains_key(&key)))
            }
            Op::Send { channel, message } => {
                let channel = self.object(channel)?;
                let mut messages = self.contents(channel)?;
                messages.push(self.eval(message)?);
                return Ok(Some((Spot::Contents(channel), Content::List(messages))));
            }
            Op::Assert { condition, message } => {
                let failed = || ViolationKind::Assertion { message: message.clone() };
                let holds = self.eval(condition)?.truth();
                return if holds { Ok(None) } else { Err(Reason::ErrorReachable(failed())) };
            }
            Op::Fault { kind } => return Err(kind.clone().into()),
            Op::Trace { text: _, args } => return self.eval_all(args).map(|_| None),
            Op::AtomicBegin | Op::AtomicEnd => {
                let begins = *op == Op::AtomicBegin;
                self.depth = if begins { self.depth + 1 } else { self.depth.saturating_sub(1) };
                return Ok(None);
            }
            Op::Yield => return Ok(None),
            Op::Choose { .. } | Op::Assume { .. } | Op::Accept { .. } | Op::Spawn { .. } => {
                return Err(Reason::NotSequential("it spawns or accepts"));
            }
        };
        Ok(Some((spot, Content::Value(value))))
    }

    fn leave_block(self, op: &TermOp) -> Result<Vec<Self>, Reason> {
        let targets = match op {
            TermOp::Goto { targets } => targets.clone(),
            TermOp::Branch { condition, then_to, else_to } => {
                vec![if self.eval(condition)?.truth() { *then_to } else { *else_to }]
            }
            TermOp::Switch { value, cases, default } => {
                let number = self.eval(value)?.number();
                vec![cases.iter().find(|(label, _)| *label == number).map_or(*default, |case| case.1)]
            }
            TermOp::SwitchClass { object, cases, default } => {
                let class = self.exact_class(self.object(object)?)?;
                vec![cases.iter().find(|(label, _)| *label == class).map_or(*default, |case| case.1)]
            }
            TermOp::Select { joins, first, end } => {
                let mut taken = joins.iter().filter_map(|join| self.take(join).transpose());
                let n_taken = if *first { 1 } else { joins.len() };
                let taken = taken.by_ref().take(n_taken).collect::<Result<Vec<Self>, Reason>>()?;
                return if taken.is_empty() { self.block(*end) } else { Ok(taken) };
            }
            TermOp::Call { .. } | TermOp::Return { .. } => {
                return Err(Reason::Unsupported("a call or return here"));
            }
        };
        Ok(targets.into_iter().map(|target| self.clone().resume(&[], vec![], (target, 0))).collect())
    }

    /// What becomes of a select without an open join.
    fn block(self, end: bool) -> Result<Vec<Self>, Reason> {
        match self.depth > 0 || self.value(Spot::Atomic)?.truth() {
            true => Err(FaultKind::BlockingInAtomic.into()),
            false if end => Ok(Vec::new()),
            false => Err(Reason::ErrorReachable(ViolationKind::Deadlock)),
        }
    }

    /// The path through a join, if it is open. Any open join may be taken, so a fault in a guard is a fault of the select.
    fn take(&self, join: &Join) -> Result<Option<Self>, Reason> {
        let mut receives: Vec<(ObjectId, Place)> = Vec::new();
        for guard in &join.guards {
            let is_open = match guard {
                Guard::Always => true,
                Guard::Wait(condition) => self.probe(condition)?.truth(),
                Guard::Receive { channel, dst } => {
                    let channel = not_null(self.probe(channel)?)?;
                    let promised = receives.iter().filter(|(other, _)| *other == channel).count();
                    receives.push((channel, *dst));
                    self.contents(channel)?.len() > promised
                }
            };
            if !is_open {
                return Ok(None);
            }
        }
        let mut path = self.clone();
        for (channel, dst) in receives {
            let mut messages = path.contents(channel)?;
            let message = messages.remove(0);
            path.write(Spot::Contents(channel), Content::List(messages));
            path.write(spot(dst), Content::Value(message));
        }
        Ok(Some(path.resume(&[], vec![], (join.target, 0))))
    }

    fn probe(&self, probe: &Probe) -> Result<Value, Reason> {
        match probe {
            Probe::Expr(expr) => self.eval(expr),
            Probe::Call { proc, args } => self.observe(*proc, self.eval_all(args)?),
        }
    }

    /// The beginning of a procedure with these arguments; without arguments, the parameters are those of the pattern.
    pub(crate) fn enter(&self, proc: ProcId, args: Vec<Value>) -> Self {
        let mut path = Self::new(self.known, &self.known.program.procs[proc], self.state.clone());
        path.state.set_locals(args);
        let own = path.proc.locals.iter_enumerated().skip(path.proc.n_params);
        own.for_each(|(id, local)| path.write(Spot::Param(id), Content::Value(Value::default_of(local.ty))));
        path
    }

    /// Runs an observer. It writes locals only and makes no choice, and has no select that could call observers again.
    fn observe(&self, proc: ProcId, args: Vec<Value>) -> Result<Value, Reason> {
        let (mut path, mut callers) = (self.enter(proc, args), Vec::new());
        for _ in 0..OBSERVER_BUDGET {
            path = match path.terminator() {
                Some(TermOp::Call { proc, args, results, next }) => {
                    let callee = path.enter(*proc, path.eval_all(args)?);
                    callers.push((path, results, *next));
                    callee
                }
                Some(TermOp::Return { values }) => {
                    let values = path.eval_all(values)?;
                    let Some((caller, results, next)) = callers.pop() else { return Ok(values[0]) };
                    caller.resume(results, values, (next, 0))
                }
                _ => path.advance()?.pop().ok_or(Reason::Unsupported("an observer that assumes"))?,
            };
        }
        Err(Reason::TooLarge("an observer runs for too long"))
    }
}
