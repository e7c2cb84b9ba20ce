//! What one instruction does to a frame, and what it needs.

use std::sync::Arc;

use super::frame::{Frame, Value};
use super::{Context, invalid, join, subroutine};
use crate::error::Error;
use crate::hierarchy::OBJECT;
use crate::instr::{
    At, BinaryOp, Comparison, Condition, Const, Conversion, Element, FieldAccess, FieldRef, Instr,
    Invocation, Kind, MethodRef, Shuffle,
};
use crate::names::Name;
use crate::types::{MethodType, Type};

pub(super) struct Step<'a> {
    context: Context<'a>,
    at: At,
    frame: Frame,
    /// Of the stack, in slots.
    depth: usize,
}

impl<'a> Step<'a> {
    pub(super) fn new(context: Context<'a>, at: At, frame: Frame) -> Self {
        let depth = frame.stack.iter().map(|value| value.kind().slots()).sum();
        Self { context, at, frame, depth }
    }

    /// The frame afterwards.
    pub(super) fn run(mut self, instr: &Instr) -> Result<Frame, Error> {
        match instr {
            Instr::Nop | Instr::Goto(_) => {}
            Instr::Const(constant) => self.push(loaded(constant))?,
            Instr::Load(kind, slot) => self.load(*kind, *slot)?,
            Instr::Store(kind, slot) => self.store(*kind, *slot)?,
            Instr::Increment { slot, by: _ } => self.local(Kind::Int, *slot).map(|_| ())?,
            Instr::Shuffle(shuffle) => self.shuffle(*shuffle)?,
            Instr::Binary(op, number) => {
                let kind = Kind::from(*number);
                let second = if is_shift(*op) { Kind::Int } else { kind };
                self.pop(second)?;
                self.pop(kind)?;
                self.push_kind(kind)?;
            }
            Instr::Negate(number) => {
                self.pop(Kind::from(*number))?;
                self.push_kind(Kind::from(*number))?;
            }
            Instr::Convert(conversion) => self.convert(*conversion)?,
            Instr::Compare(comparison) => self.compare(*comparison)?,
            Instr::ArrayLoad(element) => self.array_load(*element)?,
            Instr::ArrayStore(element) => self.array_store(*element)?,
            Instr::ArrayLength => {
                let array = self.pop_object()?;
                match array {
                    Value::Null | Value::Ref(Type::Array(_)) => self.push(Value::Int)?,
                    _ => return Err(invalid(format!("{array} is no array"))),
                }
            }
            Instr::Branch(condition, _) => self.branch(*condition)?,
            Instr::Switch(_) => self.pop(Kind::Int).map(|_| ())?,
            Instr::Return(kind) => self.return_value(*kind)?,
            Instr::Throw => self.pop_as(&Type::class("java/lang/Throwable"))?,
            Instr::Field(access, field) => self.field(*access, field)?,
            Instr::Invoke(invocation, method) => self.invoke(*invocation, method)?,
            Instr::InvokeDynamic(call) => {
                self.pop_arguments(&call.ty)?;
                self.push_result(&call.ty)?;
            }
            Instr::New(_) => self.new_object()?,
            Instr::NewArray(ty) => {
                self.pop(Kind::Int)?;
                self.push(Value::Ref(ty.clone()))?;
            }
            Instr::NewMultiArray(ty, dimensions) => {
                (0..*dimensions).try_for_each(|_| self.pop(Kind::Int).map(|_| ()))?;
                self.push(Value::Ref(ty.clone()))?;
            }
            Instr::CheckCast(ty) => {
                self.pop_object()?;
                self.push(Value::Ref(ty.clone()))?;
            }
            Instr::InstanceOf(_) => {
                self.pop_object()?;
                self.push(Value::Int)?;
            }
            Instr::MonitorEnter | Instr::MonitorExit => self.pop_object().map(|_| ())?,
            Instr::Subroutine(kind) => return Err(subroutine(kind)),
        }
        Ok(self.frame)
    }

    fn push(&mut self, value: Value) -> Result<(), Error> {
        self.depth += value.kind().slots();
        self.frame.stack.push(value);
        let limit = usize::from(self.context.code.max_stack);
        if self.depth <= limit {
            Ok(())
        } else {
            Err(invalid(format!("the stack has more than {limit} slots")))
        }
    }

    fn push_kind(&mut self, kind: Kind) -> Result<(), Error> {
        self.push(match kind {
            Kind::Int => Value::Int,
            Kind::Long => Value::Long,
            Kind::Float => Value::Float,
            Kind::Double => Value::Double,
            Kind::Ref => Value::class(&OBJECT.into()),
        })
    }

    fn pop_any(&mut self) -> Result<Value, Error> {
        let value = self.frame.stack.pop().ok_or_else(|| invalid("the stack is empty"))?;
        self.depth -= value.kind().slots();
        Ok(value)
    }

    fn pop(&mut self, kind: Kind) -> Result<Value, Error> {
        let value = self.pop_any()?;
        match value.kind() == kind {
            true => Ok(value),
            false => Err(invalid(format!("{value} is on the stack, and a value of kind {kind:?} is needed"))),
        }
    }

    /// A reference whose constructor has run.
    fn pop_object(&mut self) -> Result<Value, Error> {
        match self.pop(Kind::Ref)? {
            value @ (Value::Uninit(_) | Value::UninitThis) => Err(invalid(format!("{value} is used"))),
            value => Ok(value),
        }
    }

    /// A value that may be used as this type.
    fn pop_as(&mut self, ty: &Type) -> Result<(), Error> {
        if !ty.is_reference() {
            return self.pop(ty.kind()).map(|_| ());
        }
        match self.pop_object()? {
            Value::Ref(from) if !join::assignable(self.context.hierarchy, &from, ty)? => {
                Err(invalid(format!("{} is on the stack, and {} is needed", from.java(), ty.java())))
            }
            _ => Ok(()),
        }
    }

    fn pop_arguments(&mut self, ty: &MethodType) -> Result<(), Error> {
        ty.parameters.iter().rev().try_for_each(|ty| self.pop_as(ty))
    }

    fn push_result(&mut self, ty: &MethodType) -> Result<(), Error> {
        ty.result.iter().try_for_each(|ty| self.push(Value::from(ty)))
    }

    fn check_slot(&self, kind: Kind, slot: u16) -> Result<(), Error> {
        let limit = self.context.code.max_locals;
        match usize::from(slot) + kind.slots() <= usize::from(limit) {
            true => Ok(()),
            false => Err(invalid(format!("slot {slot} is used, and there are {limit}"))),
        }
    }

    fn local(&self, kind: Kind, slot: u16) -> Result<Value, Error> {
        self.check_slot(kind, slot)?;
        match self.frame.local(slot) {
            Some(value) if value.kind() == kind => Ok(value.clone()),
            Some(value) => {
                Err(invalid(format!("slot {slot} has {value}, and a value of kind {kind:?} is needed")))
            }
            None => Err(invalid(format!("slot {slot} has no value that can be relied on"))),
        }
    }

    fn load(&mut self, kind: Kind, slot: u16) -> Result<(), Error> {
        let value = self.local(kind, slot)?;
        self.push(value)
    }

    fn store(&mut self, kind: Kind, slot: u16) -> Result<(), Error> {
        self.check_slot(kind, slot)?;
        let value = self.pop(kind)?;
        self.frame.set_local(usize::from(slot), value);
        Ok(())
    }

    /// Takes values from the top as long as they fill no more than so many slots.
    fn pop_slots(&mut self, slots: usize) -> Result<Vec<Value>, Error> {
        let mut taken = Vec::new();
        let mut filled = 0;
        while filled < slots {
            let value = self.pop_any()?;
            filled += value.kind().slots();
            taken.insert(0, value);
        }
        if filled == slots { Ok(taken) } else { Err(invalid("a long or double would be divided")) }
    }

    fn shuffle(&mut self, shuffle: Shuffle) -> Result<(), Error> {
        // How many slots are taken from the top, and how many below them are passed by their copy.
        let (top, below) = match shuffle {
            Shuffle::Pop => return self.pop_slots(1).map(|_| ()),
            Shuffle::Pop2 => return self.pop_slots(2).map(|_| ()),
            Shuffle::Dup => (1, 0),
            Shuffle::DupX1 | Shuffle::Swap => (1, 1),
            Shuffle::DupX2 => (1, 2),
            Shuffle::Dup2 => (2, 0),
            Shuffle::Dup2X1 => (2, 1),
            Shuffle::Dup2X2 => (2, 2),
        };
        let top = self.pop_slots(top)?;
        let below = self.pop_slots(below)?;
        let copy = if shuffle == Shuffle::Swap { Vec::new() } else { top.clone() };
        top.into_iter().chain(below).chain(copy).try_for_each(|value| self.push(value))
    }

    fn convert(&mut self, conversion: Conversion) -> Result<(), Error> {
        let (from, to) = match conversion {
            Conversion::Number { from, to } => (Kind::from(from), Kind::from(to)),
            Conversion::IntToByte | Conversion::IntToChar | Conversion::IntToShort => (Kind::Int, Kind::Int),
        };
        self.pop(from)?;
        self.push_kind(to)
    }

    fn compare(&mut self, comparison: Comparison) -> Result<(), Error> {
        let kind = match comparison {
            Comparison::Long => Kind::Long,
            Comparison::Float(_) => Kind::Float,
            Comparison::Double(_) => Kind::Double,
        };
        self.pop(kind)?;
        self.pop(kind)?;
        self.push(Value::Int)
    }

    fn branch(&mut self, condition: Condition) -> Result<(), Error> {
        match condition {
            Condition::Zero(_) => self.pop(Kind::Int)?,
            Condition::Ints(_) => self.pop(Kind::Int).and_then(|_| self.pop(Kind::Int))?,
            Condition::Null | Condition::NonNull => self.pop_object()?,
            Condition::Same | Condition::Different => self.pop_object().and_then(|_| self.pop_object())?,
        };
        Ok(())
    }

    fn array_load(&mut self, element: Element) -> Result<(), Error> {
        self.pop(Kind::Int)?;
        match self.pop_array(element)? {
            Some(ty) => self.push(Value::from(&ty)),
            None if element == Element::Ref => self.push(Value::Null),
            None => self.push_kind(element.kind()),
        }
    }

    fn array_store(&mut self, element: Element) -> Result<(), Error> {
        match element {
            Element::Ref => self.pop_object()?,
            _ => self.pop(element.kind())?,
        };
        self.pop(Kind::Int)?;
        self.pop_array(element).map(|_| ())
    }

    /// The type of the elements; nothing if the array is always null.
    fn pop_array(&mut self, element: Element) -> Result<Option<Type>, Error> {
        match self.pop_object()? {
            Value::Null => Ok(None),
            Value::Ref(Type::Array(ty)) if holds(element, &ty) => Ok(Some(Type::clone(&ty))),
            other => Err(invalid(format!("{other} is no array of kind {element:?}"))),
        }
    }

    fn return_value(&mut self, kind: Option<Kind>) -> Result<(), Error> {
        let method = self.context.method;
        let ty = method.ty.result.as_ref();
        if kind != ty.map(Type::kind) {
            return Err(invalid("the method returns another type"));
        }
        if self.frame.locals.contains(&Some(Value::UninitThis)) {
            return Err(invalid("the constructor returns before it has called another one"));
        }
        ty.map_or(Ok(()), |ty| self.pop_as(ty))
    }

    fn field(&mut self, access: FieldAccess, field: &FieldRef) -> Result<(), Error> {
        if let FieldAccess::Put | FieldAccess::PutStatic = access {
            self.pop_as(&field.ty)?;
        }
        if let FieldAccess::Get | FieldAccess::Put = access {
            self.pop_owner(access, field)?;
        }
        match access {
            FieldAccess::Get | FieldAccess::GetStatic => self.push(Value::from(&field.ty)),
            FieldAccess::Put | FieldAccess::PutStatic => Ok(()),
        }
    }

    /// The object that has a field. A constructor may set fields of its class before it calls another one.
    fn pop_owner(&mut self, access: FieldAccess, field: &FieldRef) -> Result<(), Error> {
        let class = self.context.class;
        let own = access == FieldAccess::Put
            && field.owner == class.name
            && class.field(&field.name, &field.ty).is_some();
        if own && self.frame.stack.last() == Some(&Value::UninitThis) {
            return self.pop_any().map(|_| ());
        }
        self.pop_as(&Type::Class(Name::clone(&field.owner)))
    }

    fn invoke(&mut self, invocation: Invocation, method: &MethodRef) -> Result<(), Error> {
        self.pop_arguments(&method.ty)?;
        match invocation {
            Invocation::Static => {}
            _ if method.is_constructor() => self.construct(method)?,
            // A method of a superclass is called on an object of this class.
            Invocation::Special => self.pop_as(&Type::Class(Name::clone(&self.context.class.name)))?,
            Invocation::Virtual | Invocation::Interface => self.pop_as(&method.owner)?,
        }
        self.push_result(&method.ty)
    }

    /// A constructor runs on a new object, or on `this` in a constructor.
    fn construct(&mut self, method: &MethodRef) -> Result<(), Error> {
        let object = self.pop(Kind::Ref)?;
        let class = self.context.class;
        let wanted = method.owner.class_name();
        let made = match &object {
            Value::Uninit(at) => match self.context.code.instrs.get(*at) {
                Some(Instr::New(made)) if wanted == Some(made) => Some(made),
                _ => None,
            },
            Value::UninitThis if wanted == Some(&class.name) || wanted == class.superclass.as_ref() => {
                Some(&class.name)
            }
            _ => None,
        };
        let made = made.ok_or_else(|| {
            invalid(format!("a constructor of {} is called on {object}", method.owner.java()))
        })?;
        self.frame.replace(&object, &Value::class(made));
        Ok(())
    }

    fn new_object(&mut self) -> Result<(), Error> {
        let value = Value::Uninit(self.at);
        if self.frame.stack.contains(&value) {
            return Err(invalid(format!("{value} is on the stack when another one is made")));
        }
        self.frame.forget(&value);
        self.push(value)
    }
}

fn loaded(constant: &Const) -> Value {
    let class = match constant {
        Const::Null => return Value::Null,
        Const::Int(_) => return Value::Int,
        Const::Long(_) => return Value::Long,
        Const::Float(_) => return Value::Float,
        Const::Double(_) => return Value::Double,
        Const::Dynamic(constant) => return Value::from(&constant.ty),
        Const::String(_) => "java/lang/String",
        Const::Class(_) => "java/lang/Class",
        Const::MethodType(_) => "java/lang/invoke/MethodType",
        Const::MethodHandle(_) => "java/lang/invoke/MethodHandle",
    };
    Value::Ref(Type::class(class))
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr)
}

/// Whether arrays of the type are accessed as such.
fn holds(element: Element, ty: &Type) -> bool {
    match element {
        Element::Byte => matches!(ty, Type::Byte | Type::Boolean),
        Element::Char => *ty == Type::Char,
        Element::Short => *ty == Type::Short,
        Element::Int => *ty == Type::Int,
        Element::Long => *ty == Type::Long,
        Element::Float => *ty == Type::Float,
        Element::Double => *ty == Type::Double,
        Element::Ref => ty.is_reference(),
    }
}

impl Frame {
    /// Writes a slot. A long or double that it was half of has no value any more.
    pub(super) fn set_local(&mut self, slot: usize, value: Value) {
        let slots = value.kind().slots();
        let locals = Arc::make_mut(&mut self.locals);
        if locals.len() < slot + slots {
            locals.resize(slot + slots, None);
        }
        if let Some(before @ Some(Value::Long | Value::Double)) =
            slot.checked_sub(1).map(|slot| &mut locals[slot])
        {
            *before = None;
        }
        locals[slot] = Some(value);
        locals[slot + 1..slot + slots].fill(None);
        self.trim();
    }

    fn trim(&mut self) {
        let known = self.locals.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        if known < self.locals.len() {
            Arc::make_mut(&mut self.locals).truncate(known);
        }
    }

    /// Replaces a value wherever it is.
    fn replace(&mut self, old: &Value, new: &Value) {
        self.stack.iter_mut().filter(|value| *value == old).for_each(|value| *value = new.clone());
        if self.locals.iter().flatten().any(|value| value == old) {
            let locals = Arc::make_mut(&mut self.locals).iter_mut().flatten();
            locals.filter(|value| *value == old).for_each(|value| *value = new.clone());
        }
    }

    /// Slots with this value have none any more.
    fn forget(&mut self, old: &Value) {
        if self.locals.iter().flatten().any(|value| value == old) {
            let locals = Arc::make_mut(&mut self.locals).iter_mut();
            locals.filter(|value| value.as_ref() == Some(old)).for_each(|value| *value = None);
            self.trim();
        }
    }
}
