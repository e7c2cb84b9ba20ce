//! What is known before an instruction: a type for each local variable and each operand.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use base::{Id, IndexVec};

use crate::instr::{At, Kind};
use crate::names::Name;
use crate::types::Type;

/// The type of a value of a frame.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Int,
    Long,
    Float,
    Double,
    Null,
    /// Null, or an object of the class, a subclass, or the kind of arrays. Where it is an interface, it may be any
    /// object: verification does not look into interfaces, and neither does a Java virtual machine.
    Ref(Type),
    /// What the `New` at this place made, before its constructor has run.
    Uninit(At),
    /// `this` in a constructor, before that has called another one.
    UninitThis,
}

/// Before an instruction. Equal parts of different frames are shared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// By slot; nothing where no value of one type can be relied on, and in the second slot of a long or double. Slots
    /// beyond the last known value are left out.
    pub locals: Arc<Vec<Option<Value>>>,
    /// One entry for each value, the last on top.
    pub stack: Vec<Value>,
}

/// The frames before all instructions of a body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frames {
    pub(super) frames: IndexVec<At, Option<Frame>>,
}

impl Frames {
    /// Nothing if the instruction cannot be reached.
    pub fn get(&self, at: At) -> Option<&Frame> {
        self.frames.get(at)?.as_ref()
    }

    pub fn len(&self) -> usize {
        self.frames.len()
    }

    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }
}

/// Panics if the instruction cannot be reached.
impl Index<At> for Frames {
    type Output = Frame;

    fn index(&self, at: At) -> &Frame {
        self.get(at).unwrap_or_else(|| panic!("{at} is not reachable"))
    }
}

impl Frame {
    /// The value in a slot.
    pub fn local(&self, slot: u16) -> Option<&Value> {
        self.locals.get(usize::from(slot))?.as_ref()
    }

    /// A value of the stack: 0 is on top.
    pub fn from_top(&self, depth: usize) -> Option<&Value> {
        self.stack.get(self.stack.len().checked_sub(depth + 1)?)
    }
}

impl Value {
    pub fn class(name: &Name) -> Self {
        Value::Ref(Type::Class(Arc::clone(name)))
    }

    pub fn kind(&self) -> Kind {
        match self {
            Value::Int => Kind::Int,
            Value::Long => Kind::Long,
            Value::Float => Kind::Float,
            Value::Double => Kind::Double,
            Value::Null | Value::Ref(_) | Value::Uninit(_) | Value::UninitThis => Kind::Ref,
        }
    }
}

/// What a variable of this type holds.
impl From<&Type> for Value {
    fn from(ty: &Type) -> Self {
        match ty.kind() {
            Kind::Int => Value::Int,
            Kind::Long => Value::Long,
            Kind::Float => Value::Float,
            Kind::Double => Value::Double,
            Kind::Ref => Value::Ref(ty.clone()),
        }
    }
}

/// As in messages.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int => f.write_str("int"),
            Value::Long => f.write_str("long"),
            Value::Float => f.write_str("float"),
            Value::Double => f.write_str("double"),
            Value::Null => f.write_str("null"),
            Value::Ref(ty) => f.write_str(&ty.java()),
            Value::Uninit(at) => write!(f, "new object of instruction {} without constructor", at.index()),
            Value::UninitThis => f.write_str("this before its constructor"),
        }
    }
}
