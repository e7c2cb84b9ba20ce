//! What instructions do to what is known of a state. The definition is the crate `interp`; this is a second reading of it, in which
//! every read may turn out not to be listed.

use std::cell::Cell;

use base::Id;
use ir::typing::ProcTypes;
use ir::{
    BlockId, Choice, ClassId, ClassKind, Environment, Expr, FaultKind, GlobalId, IntType, LocalId,
    NullPolicy, ObjectId, Op, Place, Proc, TermOp, Type, Value,
};
use verdict::{Content, NewObject, Spot, ViolationKind};

use crate::refusal::Reason;
use crate::state::{Known, State};

/// The longest array, and the largest choice.
const MAX_LENGTH: u64 = 1 << 20;

/// A path through a body.
#[derive(Clone, Debug)]
pub(crate) struct Path<'a> {
    pub(crate) known: &'a Known<'a>,
    pub(crate) proc: &'a Proc,
    pub(crate) state: State,
}

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
        let Path { proc, state, .. } = self.path;
        state.locals[local.index()].unwrap_or_else(|| self.seek(Spot::Param(local), proc.locals[local].ty))
    }

    fn global(&self, global: GlobalId) -> Value {
        self.seek(Spot::Global(global), self.path.known.program.globals[global].ty)
    }

    fn self_id(&self) -> i64 {
        self.seek(Spot::SelfId, IntType::I32.into()).number()
    }
}

pub(crate) fn not_null(value: Value) -> Result<ObjectId, Reason> {
    value.object().ok_or(FaultKind::NullDereference.into())
}

impl Path<'_> {
    /// The beginning of a procedure. Without arguments, the parameters are those of the pattern.
    pub(crate) fn entry_locals(proc: &Proc, args: &[Value]) -> Vec<Option<Value>> {
        let rest = proc.locals.iter().skip(proc.n_params).map(|local| Some(Value::default_of(local.ty)));
        (0..proc.n_params).map(|param| args.get(param).copied()).chain(rest).collect()
    }

    pub(crate) fn eval(&self, expr: &Expr) -> Result<Value, Reason> {
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

    pub(crate) fn value(&self, spot: Spot) -> Result<Value, Reason> {
        match self.state.read(self.known, spot)? {
            Content::Value(value) => Ok(value),
            Content::Class(_) | Content::List(_) => Err(Reason::UnlistedRead(spot)),
        }
    }

    fn class(&self, object: ObjectId) -> Result<ClassId, Reason> {
        match self.state.read(self.known, Spot::Class(object))? {
            Content::Class(class) => Ok(class),
            Content::Value(_) | Content::List(_) => Err(Reason::UnlistedRead(Spot::Class(object))),
        }
    }

    /// All elements of a set, or all messages of a channel.
    pub(crate) fn contents(&self, object: ObjectId) -> Result<Vec<Value>, Reason> {
        match self.state.read(self.known, Spot::Contents(object))? {
            Content::List(list) => Ok(list),
            Content::Value(_) | Content::Class(_) => Err(Reason::UnlistedRead(Spot::Contents(object))),
        }
    }

    /// Whether a set with these elements has this one.
    fn has(&self, elements: &[Value], element: Value) -> Result<bool, Reason> {
        Ok(elements.binary_search(&element).is_ok())
    }

    pub(crate) fn assign(&mut self, place: Place, value: Value) -> Result<(), Reason> {
        match place {
            Place::Local(local) => self.state.locals[local.index()] = Some(value),
            Place::Global(global) => return self.put(Spot::Global(global), value),
        }
        Ok(())
    }

    fn put(&mut self, spot: Spot, value: Value) -> Result<(), Reason> {
        self.state.write(self.known, spot, Content::Value(value))
    }

    /// Executes an instruction. What decides how a path goes on is left to whoever follows the paths.
    pub(crate) fn instr(&mut self, op: &Op) -> Result<(), Reason> {
        let program = self.known.program;
        match op {
            Op::Assign { dst, value } => self.assign(*dst, self.eval(value)?),
            Op::Load { dst, object, field, null } => {
                let field = &program.fields[*field];
                match (self.eval(object)?.object(), null) {
                    (Some(object), _) => self.assign(*dst, self.value(Spot::Slot(object, field.slot))?),
                    (None, NullPolicy::Total) => self.assign(*dst, Value::default_of(field.ty)),
                    (None, NullPolicy::Fault) => Err(FaultKind::NullDereference.into()),
                }
            }
            Op::Store { object, field, value, null } => {
                let (object, value) = (self.eval(object)?.object(), self.eval(value)?);
                match (object, null) {
                    (Some(object), _) => self.put(Spot::Slot(object, program.fields[*field].slot), value),
                    (None, NullPolicy::Total) => Ok(()),
                    (None, NullPolicy::Fault) => Err(FaultKind::NullDereference.into()),
                }
            }
            Op::New { dst, class, length } => {
                let slots = self.new_slots(*class, length.as_ref())?;
                let object = ObjectId::new(self.known.classes.len() + self.state.fresh.len());
                self.state.fresh.push(NewObject { class: *class, slots });
                self.assign(*dst, Value::Ref(object))
            }
            Op::Cast { dst, object, class } => {
                let value = self.eval(object)?;
                let of = value.object().map(|object| self.class(object)).transpose()?;
                match of.filter(|&of| !program.is_subclass(of, *class)) {
                    Some(of) => Err(program.failed_cast(of, *class).into()),
                    None => self.assign(*dst, value),
                }
            }
            Op::InstanceOf { dst, object, class } => {
                let of = self.eval(object)?.object().map(|object| self.class(object)).transpose()?;
                self.assign(*dst, Value::Bool(of.is_some_and(|of| program.is_subclass(of, *class))))
            }
            Op::LoadElement { dst, array, index } => {
                let spot = self.element(self.eval(array)?, self.eval(index)?)?;
                self.assign(*dst, self.value(spot)?)
            }
            Op::StoreElement { array, index, value } => {
                let (array, index, value) = (self.eval(array)?, self.eval(index)?, self.eval(value)?);
                self.put(self.element(array, index)?, value)
            }
            Op::Size { dst, object } => {
                let object = not_null(self.eval(object)?)?;
                let size =
                    if self.is_array(object) { self.length(object)? } else { self.contents(object)?.len() };
                self.assign(*dst, Value::Int(size as i64))
            }
            Op::SetAdd { set, element } | Op::SetRemove { set, element } => {
                let (set, element) = (self.eval(set)?, self.eval(element)?);
                self.change_set(set, &[element], matches!(op, Op::SetAdd { .. }))
            }
            Op::SetUnion { set, other } | Op::SetDifference { set, other } => {
                let (set, other) = (self.eval(set)?, self.eval(other)?);
                self.change_set(set, &self.contents(not_null(other)?)?, matches!(op, Op::SetUnion { .. }))
            }
            Op::Contains { dst, set, element } => {
                let (set, element) = (self.eval(set)?, self.eval(element)?);
                self.assign(*dst, Value::Bool(self.has(&self.contents(not_null(set)?)?, element)?))
            }
            Op::Send { channel, message } => {
                let (channel, message) = (self.eval(channel)?, self.eval(message)?);
                let channel = not_null(channel)?;
                let mut messages = self.contents(channel)?;
                messages.push(message);
                self.state.write(self.known, Spot::Contents(channel), Content::List(messages))
            }
            Op::Assert { condition, message } => match self.eval(condition)?.truth() {
                true => Ok(()),
                false => Err(Reason::ErrorReachable(ViolationKind::Assertion { message: message.clone() })),
            },
            Op::Fault { kind } => Err(kind.clone().into()),
            Op::Trace { text: _, args } => self.eval_all(args).map(drop),
            Op::AtomicBegin | Op::AtomicEnd | Op::Yield => Ok(()),
            Op::Choose { .. } | Op::Assume { .. } => Err(Reason::Unsupported("an observer that chooses")),
            Op::Accept { .. } | Op::Spawn { .. } => Err(Reason::NotSequential("it spawns or accepts")),
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
                let length = fixed.map(i128::from).or(given).unwrap_or(0);
                let length = u64::try_from(length).map_err(|_| FaultKind::NegativeLength)?;
                match length {
                    ..=MAX_LENGTH => Ok(vec![Value::default_of(*element); length as usize]),
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

    fn is_array(&self, object: ObjectId) -> bool {
        let class = self.state.class(self.known, object);
        matches!(self.known.program.classes[class].kind, ClassKind::Array { .. })
    }

    fn length(&self, array: ObjectId) -> Result<usize, Reason> {
        Ok(usize::try_from(self.value(Spot::Length(array))?.number()).unwrap_or(0))
    }

    fn element(&self, array: Value, index: Value) -> Result<Spot, Reason> {
        let array = not_null(array)?;
        let length = self.length(array)?;
        match u32::try_from(index.number()) {
            Ok(slot) if (slot as usize) < length => Ok(Spot::Slot(array, slot)),
            Ok(_) | Err(_) => Err(FaultKind::IndexOutOfBounds.into()),
        }
    }

    /// Adds the elements to a set, or removes them from it.
    fn change_set(&mut self, set: Value, elements: &[Value], add: bool) -> Result<(), Reason> {
        let set = not_null(set)?;
        let mut list = self.contents(set)?;
        for &element in elements {
            match (add, self.has(&list, element)?) {
                (true, false) => list.insert(list.partition_point(|other| *other < element), element),
                (false, true) => list.retain(|other| *other != element),
                (true, true) | (false, false) => {}
            }
        }
        self.state.write(self.known, Spot::Contents(set), Content::List(list))
    }

    /// What a choice may give.
    pub(crate) fn alternatives(&self, from: &Choice) -> Result<Vec<Value>, Reason> {
        let numbers = |lo: i64, hi: i64| match hi.checked_sub(lo) {
            Some(count) if count < MAX_LENGTH as i64 => Ok((lo..=hi).map(Value::Int).collect()),
            Some(_) | None => Err(Reason::TooLarge("a choice has too many alternatives")),
        };
        match from {
            Choice::Bool => Ok(vec![Value::Bool(false), Value::Bool(true)]),
            Choice::Range { lo, hi } => numbers(*lo, *hi),
            Choice::Enum(of) => numbers(0, self.known.program.enums[*of].constants.len() as i64 - 1),
            Choice::Element(collection) => {
                let object = not_null(self.eval(collection)?)?;
                let elements = if self.is_array(object) {
                    let slots = 0..self.length(object)? as u32;
                    slots.map(|slot| self.value(Spot::Slot(object, slot))).collect::<Result<_, _>>()?
                } else {
                    self.contents(object)?
                };
                if elements.is_empty() { Err(FaultKind::EmptyChoice.into()) } else { Ok(elements) }
            }
        }
    }

    /// Where a jump may lead.
    pub(crate) fn targets(&self, op: &TermOp) -> Result<Vec<BlockId>, Reason> {
        match op {
            TermOp::Goto { targets } => Ok(targets.clone()),
            TermOp::Branch { condition, then_to, else_to } => {
                Ok(vec![if self.eval(condition)?.truth() { *then_to } else { *else_to }])
            }
            TermOp::Switch { value, cases, default } => {
                let number = self.eval(value)?.number();
                let case = cases.iter().find(|(label, _)| *label == number);
                Ok(vec![case.map_or(*default, |(_, target)| *target)])
            }
            TermOp::SwitchClass { object, cases, default } => {
                let class = self.class(not_null(self.eval(object)?)?)?;
                let case = cases.iter().find(|(label, _)| *label == class);
                Ok(vec![case.map_or(*default, |(_, target)| *target)])
            }
            TermOp::Call { .. } | TermOp::Return { .. } | TermOp::Select { .. } => {
                Err(Reason::Unsupported("an observer that waits"))
            }
        }
    }
}
