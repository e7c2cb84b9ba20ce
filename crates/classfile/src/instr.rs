//! The instructions of bytecode, in families, with operands resolved.
//!
//! Of the 202 opcodes, those that differ in a type, a slot or a width of encoding only are one family. Operands on the
//! stack are written from bottom to top: `a, b → a + b` has `b` on top.

use std::sync::Arc;

use crate::class::BootstrapId;
use crate::names::{JavaString, Name};
use crate::types::{MethodType, Type};

base::typed_id!(
    /// An instruction of a body.
    At,
    "@"
);

#[derive(Clone, PartialEq, Debug)]
pub enum Instr {
    Nop,
    /// `→ constant`. A constant that is loaded by `ldc` may fail to resolve.
    Const(Const),
    /// `→ value` of the slot.
    Load(Kind, u16),
    /// `value →` into the slot. A `Ref` may also be a return address, in bodies with subroutines.
    Store(Kind, u16),
    /// Adds to the int in a slot.
    Increment {
        slot: u16,
        by: i16,
    },
    /// Moves operands, or drops them.
    Shuffle(Shuffle),
    /// `a, b → a op b`; a shift takes an int as its second operand.
    Binary(BinaryOp, Number),
    /// `a → -a`.
    Negate(Number),
    /// `a → converted`.
    Convert(Conversion),
    /// `a, b → int`: -1, 0 or 1.
    Compare(Comparison),
    /// `array, int → element`.
    ArrayLoad(Element),
    /// `array, int, value →`.
    ArrayStore(Element),
    /// `array → int`.
    ArrayLength,
    Goto(At),
    /// Goes there if the condition holds of one or two operands, else on.
    Branch(Condition, At),
    /// `int →`.
    Switch(Box<Switch>),
    /// `value →`, or nothing for `void`.
    Return(Option<Kind>),
    /// `throwable →`.
    Throw,
    /// `[object] → value` or `[object], value →`.
    Field(FieldAccess, Arc<FieldRef>),
    /// `[object], arguments → [result]`.
    Invoke(Invocation, Arc<MethodRef>),
    /// `arguments → [result]`.
    InvokeDynamic(Arc<DynamicCall>),
    /// `→ object` that no constructor has run on.
    New(Name),
    /// `int → array` of the type, which is one of arrays.
    NewArray(Type),
    /// `int, ..., int → array` with the lengths of so many outer dimensions: at least one, and no more than it has.
    NewMultiArray(Type, u8),
    /// `object → object`.
    CheckCast(Type),
    /// `object → int`: 0 or 1.
    InstanceOf(Type),
    /// `object →`.
    MonitorEnter,
    /// `object →`.
    MonitorExit,
    /// `jsr` with its target, or `ret` with its slot: compilers before Java 6 shared the code of `finally` in this way.
    /// Verification refuses it.
    Subroutine(Subroutine),
}

/// What values are on the stack and in slots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Booleans, bytes, chars and shorts as well.
    Int,
    Long,
    Float,
    Double,
    Ref,
}

/// The kinds that are numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Number {
    Int,
    Long,
    Float,
    Double,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    Null,
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(JavaString),
    Class(Type),
    MethodType(Arc<MethodType>),
    MethodHandle(Arc<MethodHandle>),
    Dynamic(Arc<DynamicConstant>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// This and the rest: of ints and longs.
    Shl,
    Shr,
    /// Shifts zeros in.
    Ushr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// Between two different kinds.
    Number {
        from: Number,
        to: Number,
    },
    IntToByte,
    IntToChar,
    IntToShort,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Long,
    Float(WhenNan),
    Double(WhenNan),
}

/// The result of a comparison with a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhenNan {
    Less,
    Greater,
}

/// What arrays hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Element {
    /// Or booleans.
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// `a →`: an int compared with 0.
    Zero(Relation),
    /// `a, b →`: two ints.
    Ints(Relation),
    /// `a →`
    Null,
    NonNull,
    /// `a, b →`: two references.
    Same,
    Different,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switch {
    /// In ascending order, each value once.
    pub cases: Vec<(i32, At)>,
    pub default: At,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldAccess {
    Get,
    Put,
    GetStatic,
    PutStatic,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Invocation {
    Virtual,
    /// A constructor, a private method, or one of a superclass.
    Special,
    Static,
    Interface,
}

/// A field by the name of a class that has or inherits it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FieldRef {
    pub owner: Name,
    pub name: Name,
    pub ty: Type,
}

/// A method by the name of a class, interface or array that has or inherits it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MethodRef {
    /// Arrays have the methods of `java/lang/Object`.
    pub owner: Type,
    pub name: Name,
    pub ty: MethodType,
    /// Whether the owner is said to be an interface.
    pub of_interface: bool,
}

/// A call site: its bootstrap method makes the code that runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DynamicCall {
    pub bootstrap: BootstrapId,
    pub name: Name,
    pub ty: MethodType,
}

/// A constant that a bootstrap method computes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DynamicConstant {
    pub bootstrap: BootstrapId,
    pub name: Name,
    pub ty: Type,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MethodHandle {
    pub kind: HandleKind,
    pub member: Member,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandleKind {
    /// These four are of a field, the others of a method.
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Member {
    Field(Arc<FieldRef>),
    Method(Arc<MethodRef>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subroutine {
    Call(At),
    Return(u16),
}

impl Kind {
    /// How many slots it takes, among the locals and in `max_stack`.
    pub fn slots(self) -> usize {
        match self {
            Kind::Int | Kind::Float | Kind::Ref => 1,
            Kind::Long | Kind::Double => 2,
        }
    }
}

impl From<Number> for Kind {
    fn from(number: Number) -> Self {
        match number {
            Number::Int => Kind::Int,
            Number::Long => Kind::Long,
            Number::Float => Kind::Float,
            Number::Double => Kind::Double,
        }
    }
}

impl Const {
    /// What it is on the stack.
    pub fn kind(&self) -> Kind {
        match self {
            Const::Int(_) => Kind::Int,
            Const::Long(_) => Kind::Long,
            Const::Float(_) => Kind::Float,
            Const::Double(_) => Kind::Double,
            Const::Dynamic(constant) => constant.ty.kind(),
            Const::Null
            | Const::String(_)
            | Const::Class(_)
            | Const::MethodType(_)
            | Const::MethodHandle(_) => Kind::Ref,
        }
    }
}

impl Element {
    pub fn kind(self) -> Kind {
        match self {
            Element::Byte | Element::Char | Element::Short | Element::Int => Kind::Int,
            Element::Long => Kind::Long,
            Element::Float => Kind::Float,
            Element::Double => Kind::Double,
            Element::Ref => Kind::Ref,
        }
    }
}

impl MethodRef {
    /// The class or interface to look the method up in.
    pub fn owner_class(&self) -> &str {
        self.owner.class_name().map_or("java/lang/Object", |name| name)
    }

    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }
}

impl Instr {
    /// Where it may go apart from on to the next one: in the order of the operands, a default last, none twice in a
    /// branch or a jump.
    pub fn targets(&self) -> Vec<At> {
        match self {
            Instr::Goto(to) | Instr::Branch(_, to) | Instr::Subroutine(Subroutine::Call(to)) => vec![*to],
            Instr::Switch(switch) => switch.cases.iter().map(|case| case.1).chain([switch.default]).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether control may go on to the next instruction.
    pub fn goes_on(&self) -> bool {
        !matches!(
            self,
            Instr::Goto(_) | Instr::Switch(_) | Instr::Return(_) | Instr::Throw | Instr::Subroutine(_)
        )
    }
}
