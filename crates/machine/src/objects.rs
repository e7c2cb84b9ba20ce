//! Instructions on objects and their fields, executed.

use ir::typing::ProcTypes;
use ir::{
    ClassId, ClassKind, Expr, FaultKind, FieldId, HeapOp, IntType, NullPolicy, ObjectId, Place, Type, Value,
};
use verdict::StopReason;

use crate::execute::{Halt, Machine};
use crate::listener::AccessListener;

/// Larger arrays end the run instead of filling the memory.
const MAX_ELEMENTS: i64 = 1 << 24;

impl<W: AccessListener> Machine<'_, W> {
    #[inline]
    pub(crate) fn heap_op(&mut self, op: &HeapOp) -> Result<(), Halt> {
        match op {
            HeapOp::Load { dst, object, field, null } => self.load(*dst, object, *field, *null)?,
            HeapOp::Store { object, field, value, null } => self.store(object, *field, value, *null)?,
            HeapOp::New { dst, class, length } => self.allocate(*dst, *class, length.as_ref())?,
            HeapOp::Cast { dst, object, class } => {
                let value = self.eval(object)?;
                value.object().map_or(Ok(()), |object| self.touch(object))?;
                if let Some(object) = value.object().filter(|&object| !self.is_instance(object, *class)) {
                    return Err(self.code.program.failed_cast(self.state.heap.class(object), *class).into());
                }
                self.write(*dst, value);
            }
            HeapOp::InstanceOf { dst, object, class } => {
                let object = self.eval(object)?.object();
                object.map_or(Ok(()), |object| self.touch(object))?;
                let is = object.is_some_and(|object| self.is_instance(object, *class));
                self.write(*dst, Value::Bool(is));
            }
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
            (None, NullPolicy::Total) => self.listener.writes_null(),
        }
        Ok(())
    }

    fn allocate(&mut self, dst: Place, class: ClassId, length: Option<&Expr>) -> Result<(), Halt> {
        let heap = match &self.code.program.classes[class].kind {
            ClassKind::Record { .. } | ClassKind::Interface { .. } => None,
            ClassKind::Set { element, .. } | ClassKind::Channel { element } => Some((0, *element)),
            ClassKind::Array { element, length: fixed, .. } => {
                Some((self.array_length(*fixed, length)?, *element))
            }
        };
        self.listener.allocates();
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

    pub(crate) fn is_instance(&self, object: ObjectId, class: ClassId) -> bool {
        self.code.program.is_subclass(self.class(object), class)
    }

    pub(crate) fn class(&self, object: ObjectId) -> ClassId {
        self.listener.reads_class(object);
        self.state.heap.class(object)
    }

    /// A field of a record or an element of an array.
    #[inline]
    pub(crate) fn slot(&self, object: ObjectId, slot: usize) -> Value {
        self.listener.reads_slot(object, slot);
        self.state.heap.get(object, slot)
    }

    #[inline]
    pub fn set_slot(&mut self, object: ObjectId, slot: usize, value: Value) {
        self.listener.writes_slot(object, slot);
        if W::LISTENS && self.state.heap.get(object, slot) != value {
            self.listener.changes_value();
        }
        self.state.heap.set(object, slot, value);
    }

    /// Asks whether an object may be looked into.
    #[inline]
    pub(crate) fn touch(&self, object: ObjectId) -> Result<(), Halt> {
        if self.listener.may_touch(object) { Ok(()) } else { Err(Halt::Refused(object)) }
    }
}
