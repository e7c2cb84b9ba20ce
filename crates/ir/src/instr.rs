//! Expressions, instructions and terminators.
//!
//! Expressions are pure and read only locals, globals and the thread's number; evaluating one may still fault
//! (overflow, division by zero). Everything that touches the heap is an instruction of its own.

use base::Span;

use crate::program::{BlockId, ClassId, EnumId, FieldId, GlobalId, LocalId, ProcId};
use crate::types::{IntType, RealType, Type};
use crate::value::Value;

/// Where an instruction comes from, and whether it begins a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Site {
    pub span: Option<Span>,
    /// Begins an observable step of the source language: other threads may move just before it.
    pub step: bool,
}

impl Site {
    /// The first instruction of a source statement.
    pub fn step(span: impl Into<Option<Span>>) -> Self {
        Self { span: span.into(), step: true }
    }

    /// A later instruction of the same statement.
    pub fn inner(span: impl Into<Option<Span>>) -> Self {
        Self { span: span.into(), step: false }
    }
}

/// What an assignment may write: variables only. Fields have [`HeapOp::Store`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    Local(LocalId),
    Global(GlobalId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    Not,
    Neg,
    BitNot,
}

/// `And` and `Or` evaluate their right side only if the left leaves the answer open. `BitAnd`, `BitOr` and `BitXor`
/// work on integers and on bools. The shift count is of the type of the left side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

impl BinOp {
    /// Whether the result is a bool whatever the operands are.
    pub fn is_test(self) -> bool {
        use BinOp::*;
        match self {
            Eq | Ne | Lt | Le | Gt | Ge | And | Or => true,
            Add | Sub | Mul | Div | Rem | Shl | Shr | BitAnd | BitOr | BitXor => false,
        }
    }
}

/// A pure expression, at most [`Expr::MAX_DEPTH`] deep, so that evaluation may recurse.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    Const(Value),
    Local(LocalId),
    Global(GlobalId),
    /// The number of the running thread, an [`IntType::I32`](crate::IntType::I32).
    SelfId,
    /// `ty` is the type of the operand and of the result.
    Unary {
        op: UnOp,
        ty: Type,
        arg: Box<Expr>,
    },
    /// `ty` is the type of both operands; for `Eq` and `Ne` of references it is [`Type::Object`].
    Binary {
        op: BinOp,
        ty: Type,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// The same number in another type: from integer to integer, with a fault if it does not fit a checked type or a
    /// range; from integer or real to real, rounded to the nearest; from integer to decimal; from an enum, whose
    /// constants are numbered from 0, to integer, with the same faults.
    Convert {
        from: Type,
        to: Type,
        arg: Box<Expr>,
    },
    /// An integer from a real number, rounded toward zero.
    Round {
        from: RealType,
        to: IntType,
        rounding: Rounding,
        arg: Box<Expr>,
    },
}

/// What becomes of a real number that, rounded toward zero, is no number of the integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// The nearest number of the type; NaN counts as 0 (Java).
    Saturating,
    /// A fault, whatever the overflow policy of the type: out of range for a range, overflow for every other type. NaN
    /// never fits.
    Checked,
}

impl Expr {
    /// Front ends spill deeper expressions to temporaries.
    pub const MAX_DEPTH: usize = 64;

    pub const TRUE: Expr = Expr::Const(Value::Bool(true));
    pub const FALSE: Expr = Expr::Const(Value::Bool(false));
    pub const NULL: Expr = Expr::Const(Value::Null);

    pub fn int(number: i64) -> Self {
        Expr::Const(Value::Int(number))
    }

    pub fn unary(op: UnOp, ty: Type, arg: Expr) -> Self {
        Expr::Unary { op, ty, arg: Box::new(arg) }
    }

    pub fn binary(op: BinOp, ty: Type, left: Expr, right: Expr) -> Self {
        Expr::Binary { op, ty, left: Box::new(left), right: Box::new(right) }
    }

    pub fn convert(from: impl Into<Type>, to: impl Into<Type>, arg: Expr) -> Self {
        Expr::Convert { from: from.into(), to: to.into(), arg: Box::new(arg) }
    }

    pub fn round(from: RealType, to: IntType, rounding: Rounding, arg: Expr) -> Self {
        Expr::Round { from, to, rounding, arg: Box::new(arg) }
    }

    #[expect(
        clippy::should_implement_trait,
        reason = "builds the negation of a condition, like the other makers here"
    )]
    pub fn not(arg: Expr) -> Self {
        Self::unary(UnOp::Not, Type::Bool, arg)
    }

    pub fn depth(&self) -> usize {
        match self {
            Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => 1,
            Expr::Unary { arg, .. } | Expr::Convert { arg, .. } | Expr::Round { arg, .. } => 1 + arg.depth(),
            Expr::Binary { left, right, .. } => 1 + left.depth().max(right.depth()),
        }
    }

    /// Visits this expression and everything below it.
    pub fn visit(&self, see: &mut impl FnMut(&Expr)) {
        see(self);
        match self {
            Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => {}
            Expr::Unary { arg, .. } | Expr::Convert { arg, .. } | Expr::Round { arg, .. } => arg.visit(see),
            Expr::Binary { left, right, .. } => {
                left.visit(see);
                right.visit(see);
            }
        }
    }

    /// Calls `change` on this expression and then on everything below what it has become.
    pub fn visit_mut(&mut self, change: &mut impl FnMut(&mut Expr)) {
        change(self);
        match self {
            Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => {}
            Expr::Unary { arg, .. } | Expr::Convert { arg, .. } | Expr::Round { arg, .. } => {
                arg.visit_mut(change)
            }
            Expr::Binary { left, right, .. } => {
                left.visit_mut(change);
                right.visit_mut(change);
            }
        }
    }
}

impl From<LocalId> for Expr {
    fn from(local: LocalId) -> Self {
        Expr::Local(local)
    }
}

impl From<GlobalId> for Expr {
    fn from(global: GlobalId) -> Self {
        Expr::Global(global)
    }
}

impl From<Place> for Expr {
    fn from(place: Place) -> Self {
        match place {
            Place::Local(local) => Expr::Local(local),
            Place::Global(global) => Expr::Global(global),
        }
    }
}

impl From<LocalId> for Place {
    fn from(local: LocalId) -> Self {
        Place::Local(local)
    }
}

impl From<GlobalId> for Place {
    fn from(global: GlobalId) -> Self {
        Place::Global(global)
    }
}

/// What a field access through null does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NullPolicy {
    /// A null dereference (Zing, Java).
    Fault,
    /// Reading gives the default of the field, writing does nothing (Shylock).
    Total,
}

/// What `choose` chooses from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// False, then true.
    Bool,
    /// Every number from `lo` to `hi`, both included, in this order.
    Range { lo: i64, hi: i64 },
    /// Every constant, in the order of declaration.
    Enum(EnumId),
    /// Any value of a bool, integer, real or enum type: one decision, whose number is that of the value
    /// ([`Program::value_at`](crate::Program::value_at)). There may be too many to try one after another: an engine
    /// that does so ends where it comes to such a choice.
    Any(Type),
    /// An element of this array (by index, so that equal elements count once each) or set (in value order); an empty
    /// one is a fault, and so is null.
    Element(Expr),
}

/// A runtime error.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    NullDereference,
    IndexOutOfBounds,
    DivisionByZero,
    Overflow,
    /// A number left the range of its type.
    OutOfRange,
    /// An array of negative length.
    NegativeLength,
    /// A choice from an empty set or array.
    EmptyChoice,
    /// An object of one class is cast to another that it does not belong to; both by name.
    FailedCast {
        object: String,
        class: String,
    },
    /// An object is stored into an array whose exact class holds elements of another class; both by name.
    ArrayStore {
        array: String,
        object: String,
    },
    /// A select without an open join inside an atomic section.
    BlockingInAtomic,
    /// An exception of this name left its thread.
    UnhandledException(String),
}

impl FaultKind {
    /// The name in corpus files, JSON, and on the command line.
    pub fn slug(&self) -> &'static str {
        match self {
            FaultKind::NullDereference => "null-dereference",
            FaultKind::IndexOutOfBounds => "index-out-of-bounds",
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::Overflow => "overflow",
            FaultKind::OutOfRange => "out-of-range",
            FaultKind::NegativeLength => "negative-length",
            FaultKind::EmptyChoice => "empty-choice",
            FaultKind::FailedCast { .. } => "failed-cast",
            FaultKind::ArrayStore { .. } => "array-store",
            FaultKind::BlockingInAtomic => "blocking-in-atomic",
            FaultKind::UnhandledException(_) => "unhandled-exception",
        }
    }
}

/// An instruction and where it comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Instr {
    pub op: Op,
    pub site: Site,
}

/// What an instruction does, by groups: an engine that supports a fragment of the language refuses the rest of it group
/// by group. Operands are evaluated from left to right; the write comes last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    Assign { dst: Place, value: Expr },
    Heap(HeapOp),
    Collection(CollectionOp),
    Choice(ChoiceOp),
    Check(CheckOp),
    Thread(ThreadOp),
}

/// Objects and their fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HeapOp {
    Load {
        dst: Place,
        object: Expr,
        field: FieldId,
        null: NullPolicy,
    },
    Store {
        object: Expr,
        field: FieldId,
        value: Expr,
        null: NullPolicy,
    },
    /// A new object: fields and elements hold their defaults, sets and channels are empty. `length` is given exactly
    /// for arrays without a fixed length.
    New {
        dst: Place,
        class: ClassId,
        length: Option<Expr>,
    },
    /// The same reference, or a fault unless it is null or an instance of the class.
    Cast {
        dst: Place,
        object: Expr,
        class: ClassId,
    },
    /// Whether it is an object of the class or below it; null is not.
    InstanceOf {
        dst: Place,
        object: Expr,
        class: ClassId,
    },
}

/// Arrays, sets and channels. They are always reached with the null policy `Fault`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CollectionOp {
    LoadElement {
        dst: Place,
        array: Expr,
        index: Expr,
    },
    /// Null and bounds are looked at first; then whether the exact class of the array takes the value.
    StoreElement {
        array: Expr,
        index: Expr,
        value: Expr,
    },
    /// Whether the exact class of the array takes the value, so that storing it is no fault; null is always taken.
    Admits {
        dst: Place,
        array: Expr,
        value: Expr,
    },
    /// Length of an array, number of elements of a set, number of messages in a channel.
    Size {
        dst: Place,
        object: Expr,
    },
    SetAdd {
        set: Expr,
        element: Element,
    },
    SetRemove {
        set: Expr,
        element: Element,
    },
    /// Adds all elements of another set; a set by contents makes new records for them.
    SetUnion {
        set: Expr,
        other: Expr,
    },
    /// Removes all elements of another set.
    SetDifference {
        set: Expr,
        other: Expr,
    },
    Contains {
        dst: Place,
        set: Expr,
        element: Element,
    },
    /// Appends a message. Only a [`TermOp::Select`] takes one out.
    Send {
        channel: Expr,
        message: Expr,
    },
}

/// Nondeterminism inside a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ChoiceOp {
    Choose {
        dst: Place,
        from: Choice,
    },
    /// Forgets what code that is not there may change. Any values are written to all that `reach` leads to, and to
    /// `dst`, in this order:
    ///
    /// 1. The objects that the references in `reach` lead to are put into a list: breadth first, the references from
    ///    left to right, the slots of an object in their order.
    /// 2. Object by object of the list, every field or element gets any value of its type.
    /// 3. Then each of `dst`, from left to right, gets any value of its type.
    /// 4. Objects that were made meanwhile have joined the end of the list, each when it was made; 2 is done for them
    ///    as soon as their turn comes: for those of 2 before 3, for those of 3 after it.
    ///
    /// Any value is one decision each: of a type of [`Choice::Any`] as there, of strings the number in the table. Of
    /// references it is null, or an object of the list (in its order) that fits the type, or a new object of a class
    /// that fits and has objects (in the order of classes). A new array without a fixed length has any length from 0 to
    /// 2^31 - 1: the next decision. New objects hold defaults until their turn comes. As everywhere, what has one
    /// alternative is no decision.
    ///
    /// What it reaches by types holds no decimals, and no sets or channels are among it. The interpreter executes it,
    /// decision by decision; an engine that does not leaves out what comes after it, as at a [`TermOp::Opaque`].
    Havoc {
        reach: Vec<Expr>,
        dst: Vec<Place>,
    },
}

/// Properties, and what makes an execution end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CheckOp {
    Assume {
        condition: Expr,
    },
    Assert {
        condition: Expr,
        message: Option<String>,
    },
    Fault {
        kind: FaultKind,
    },
    /// If the condition is true, the state that this step reaches is accepting: a cycle through it is a violation.
    Accept {
        condition: Expr,
    },
    /// Shown in a run; has no effect but the evaluation of its arguments.
    Trace {
        text: String,
        args: Vec<Expr>,
    },
    /// Writes a code unit of UTF-16, an integer, to the output of the program, or to its output of errors. A run shows
    /// it; no property speaks of it, and it has no other effect.
    Output {
        error: bool,
        unit: Expr,
    },
}

/// Threads and their scheduling.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ThreadOp {
    Spawn {
        proc: ProcId,
        args: Vec<Expr>,
    },
    AtomicBegin,
    AtomicEnd,
    /// Where a cooperative scheduler may switch threads.
    Yield,
}

macro_rules! group {
    ($Op:ident, $Group:ident) => {
        impl From<$Op> for Op {
            fn from(op: $Op) -> Self {
                Op::$Group(op)
            }
        }
    };
}

group!(HeapOp, Heap);
group!(CollectionOp, Collection);
group!(ChoiceOp, Choice);
group!(CheckOp, Check);
group!(ThreadOp, Thread);

/// What an instruction puts into a set, takes out of it, or looks for in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Element {
    /// Of a set by identity.
    Value(Expr),
    /// Of a set by contents ([`Equality::Contents`](crate::Equality)): the values of the record's fields, in slot
    /// order. What is put in is a new record, so that the set shares it with nothing, unless there is one with these
    /// values.
    Record(Vec<Expr>),
}

impl Element {
    /// Its operands, in order of evaluation.
    pub fn exprs(&self) -> &[Expr] {
        match self {
            Element::Value(value) => std::slice::from_ref(value),
            Element::Record(fields) => fields,
        }
    }

    pub fn exprs_mut(&mut self) -> &mut [Expr] {
        match self {
            Element::Value(value) => std::slice::from_mut(value),
            Element::Record(fields) => fields,
        }
    }
}

impl From<Expr> for Element {
    fn from(value: Expr) -> Self {
        Element::Value(value)
    }
}

/// The end of a block and where it comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terminator {
    pub op: TermOp,
    pub site: Site,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TermOp {
    /// To any one of the targets; there is at least one.
    Goto {
        targets: Vec<BlockId>,
    },
    Branch {
        condition: Expr,
        then_to: BlockId,
        else_to: BlockId,
    },
    /// By the value of an integer or enum.
    Switch {
        value: Expr,
        cases: Vec<(i64, BlockId)>,
        default: BlockId,
    },
    /// By the exact class of an object; null is a fault.
    SwitchClass {
        object: Expr,
        cases: Vec<(ClassId, BlockId)>,
        default: BlockId,
    },
    /// The results are written, in order, as part of the callee's return.
    Call {
        proc: ProcId,
        args: Vec<Expr>,
        results: Vec<Place>,
        next: BlockId,
    },
    Return {
        values: Vec<Expr>,
    },
    /// Takes one open join: any of them, or the first in order if `first`. Test and receives are one step. `end`: a
    /// thread that blocks here is no deadlock.
    Select {
        joins: Vec<Join>,
        first: bool,
        end: bool,
    },
    /// What comes next is not known: native code, or a construct that a front end does not support. An execution that
    /// gets here is not followed any further, and a property holds only if none does.
    Opaque {
        /// Why, for people: part of a sentence, without a full stop.
        reason: String,
    },
}

/// An alternative of a select: open when all its guards are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Join {
    pub guards: Vec<Guard>,
    pub target: BlockId,
    pub span: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Guard {
    /// Open when the condition is true. A fault in it makes the join open; the fault happens when the thread moves.
    Wait(Probe),
    /// Open when the channel has a message (as many as the join's receives on it); takes the first.
    Receive { channel: Probe, dst: Place },
    /// Always open: a timeout or an event.
    Always,
}

/// What a guard looks at, evaluated without effect on the state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Probe {
    Expr(Expr),
    /// An observer procedure ([`crate::Proc::observer`]) with one result, run to completion.
    Call {
        proc: ProcId,
        args: Vec<Expr>,
    },
}
