//! Which faults an instruction can have that a language may want to catch, as data.
//!
//! A fault ends an execution. A language whose programs can catch faults (Java) tests before the instruction and
//! branches: [`ProcBuilder::push_guarded`](crate::ProcBuilder::push_guarded) makes these tests from what is found here.
//!
//! A [`Hazard`] is a fault that is possible as far as constants and declared types say, with the operands that decide
//! it. Hazards are in the order in which the instruction would meet them: first those of its operands, from left to
//! right and from the inside out, then null, then bounds or length, then classes. Overflow, empty choices and blocking
//! are no hazards: a language that catches faults has arithmetic that wraps, and none of the other two.

use base::IndexVec;

use crate::instr::{
    BinOp, CheckOp, Choice, ChoiceOp, CollectionOp, Expr, FaultKind, HeapOp, NullPolicy, Op, TermOp, ThreadOp,
};
use crate::program::{ClassId, ClassKind, Program};
use crate::types::{IntType, Type};
use crate::typing::VariableTypes;
use crate::value::Value;

/// A fault that an instruction can have, and the operands that decide it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hazard {
    /// The reference is null.
    Null { reference: Expr },
    /// The index lies outside the array.
    Index { array: Expr, index: Expr },
    /// A divisor of this type is zero. The division takes place only if each of the conditions has its value.
    Division { divisor: Expr, ty: Type, reached: Vec<(Expr, bool)> },
    /// The object is not null and does not belong to the class.
    Cast { object: Expr, class: ClassId },
    /// The exact class of the array does not take the value.
    ArrayStore { array: Expr, value: Expr },
    /// The length of a new array is negative.
    Length { length: Expr },
}

impl Hazard {
    /// The fault, where its name does not depend on the state. All others are the last ones of their instruction.
    pub fn fault(&self) -> Option<FaultKind> {
        match self {
            Hazard::Null { .. } => Some(FaultKind::NullDereference),
            Hazard::Index { .. } => Some(FaultKind::IndexOutOfBounds),
            Hazard::Division { .. } => Some(FaultKind::DivisionByZero),
            Hazard::Length { .. } => Some(FaultKind::NegativeLength),
            Hazard::Cast { .. } | Hazard::ArrayStore { .. } => None,
        }
    }
}

/// Finds hazards. Made once for the declarations of a program; needs no bodies.
#[derive(Clone, Debug)]
pub struct Faults<'p> {
    pub(crate) program: &'p Program,
    /// Whether a reference to the array class may denote an array of another one.
    has_arrays_below: IndexVec<ClassId, bool>,
}

impl<'p> Faults<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut has_arrays_below = IndexVec::filled(false, program.classes.len());
        for class in &program.classes {
            if let ClassKind::Array { above, .. } = &class.kind {
                above.iter().for_each(|&above| has_arrays_below[above] = true);
            }
        }
        Self { program, has_arrays_below }
    }

    /// The hazards of an instruction.
    pub fn of_op(&self, types: &impl VariableTypes, op: &Op) -> Vec<Hazard> {
        let mut hazards = Vec::new();
        op.for_each_expr(|expr| divisions(expr, &mut hazards));
        self.accesses(types, op, &mut hazards);
        hazards
    }

    /// The hazards of a terminator; those of guards are not among them, since a guard has no handler.
    pub fn of_terminator(&self, op: &TermOp) -> Vec<Hazard> {
        let mut hazards = Vec::new();
        match op {
            TermOp::Select { .. } => {}
            TermOp::SwitchClass { object, .. } => {
                divisions(object, &mut hazards);
                hazards.push(Hazard::Null { reference: object.clone() });
            }
            TermOp::Goto { .. }
            | TermOp::Branch { .. }
            | TermOp::Switch { .. }
            | TermOp::Call { .. }
            | TermOp::Return { .. }
            | TermOp::Opaque { .. } => op.for_each_expr(|expr| divisions(expr, &mut hazards)),
        }
        hazards
    }

    /// The hazards of an instruction beside those of its operands.
    pub(crate) fn accesses(&self, types: &impl VariableTypes, op: &Op, hazards: &mut Vec<Hazard>) {
        let null = |reference: &Expr| Hazard::Null { reference: reference.clone() };
        match op {
            Op::Heap(op) => self.heap_op(types, op, hazards),
            Op::Collection(op) => self.collection_op(types, op, hazards),
            Op::Choice(ChoiceOp::Choose { from: Choice::Element(collection), .. }) => {
                hazards.push(null(collection));
            }
            Op::Assign { .. }
            | Op::Choice(ChoiceOp::Choose {
                from: Choice::Bool | Choice::Range { .. } | Choice::Enum(_) | Choice::Any(_),
                ..
            })
            | Op::Choice(ChoiceOp::Havoc { .. })
            | Op::Check(
                CheckOp::Assume { .. }
                | CheckOp::Assert { .. }
                | CheckOp::Fault { .. }
                | CheckOp::Accept { .. }
                | CheckOp::Trace { .. }
                | CheckOp::Output { .. },
            )
            | Op::Thread(
                ThreadOp::Spawn { .. } | ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield,
            ) => {}
        }
    }

    fn heap_op(&self, types: &impl VariableTypes, op: &HeapOp, hazards: &mut Vec<Hazard>) {
        match op {
            HeapOp::Load { object, null, .. } | HeapOp::Store { object, null, .. } => match null {
                NullPolicy::Fault => hazards.push(Hazard::Null { reference: object.clone() }),
                NullPolicy::Total => {}
            },
            HeapOp::New { length: Some(length), .. } if may_be_negative(types, length) => {
                hazards.push(Hazard::Length { length: length.clone() });
            }
            HeapOp::Cast { object, class, .. } => {
                let declared = object.natural_type(types).unwrap_or(Type::Object);
                let is_null = *object == Expr::NULL;
                if !is_null && !self.program.is_assignable(declared, Type::Ref(*class)) {
                    hazards.push(Hazard::Cast { object: object.clone(), class: *class });
                }
            }
            HeapOp::New { .. } | HeapOp::InstanceOf { .. } => {}
        }
    }

    fn collection_op(&self, types: &impl VariableTypes, op: &CollectionOp, hazards: &mut Vec<Hazard>) {
        let null = |reference: &Expr| Hazard::Null { reference: reference.clone() };
        match op {
            CollectionOp::LoadElement { array, index, .. } => {
                hazards.extend([null(array), Hazard::Index { array: array.clone(), index: index.clone() }]);
            }
            CollectionOp::StoreElement { array, index, value } => {
                hazards.extend([null(array), Hazard::Index { array: array.clone(), index: index.clone() }]);
                if self.may_refuse(types, array, value) {
                    hazards.push(Hazard::ArrayStore { array: array.clone(), value: value.clone() });
                }
            }
            CollectionOp::Admits { array: reference, .. }
            | CollectionOp::Size { object: reference, .. }
            | CollectionOp::SetAdd { set: reference, .. }
            | CollectionOp::SetRemove { set: reference, .. }
            | CollectionOp::Contains { set: reference, .. }
            | CollectionOp::Send { channel: reference, .. } => hazards.push(null(reference)),
            CollectionOp::SetUnion { set, other } | CollectionOp::SetDifference { set, other } => {
                hazards.extend([null(set), null(other)]);
            }
        }
    }

    /// Whether some array that the reference may denote does not take the value.
    fn may_refuse(&self, types: &impl VariableTypes, array: &Expr, value: &Expr) -> bool {
        match array.natural_type(types) {
            Some(Type::Ref(class)) => self.has_arrays_below[class] && *value != Expr::NULL,
            Some(
                Type::Bool
                | Type::Int(_)
                | Type::Real(_)
                | Type::Decimal
                | Type::Enum(_)
                | Type::String
                | Type::Object,
            )
            | None => false,
        }
    }
}

/// Adds the divisions of an expression whose divisor may be zero, in the order of their evaluation. Expressions have
/// bounded depth.
pub(crate) fn divisions(expr: &Expr, hazards: &mut Vec<Hazard>) {
    Divisions { reached: Vec::new(), hazards }.expr(expr);
}

struct Divisions<'a> {
    reached: Vec<(Expr, bool)>,
    hazards: &'a mut Vec<Hazard>,
}

impl Divisions<'_> {
    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => {}
            Expr::Unary { arg, .. } | Expr::Convert { arg, .. } | Expr::Round { arg, .. } => self.expr(arg),
            Expr::Binary { op: op @ (BinOp::And | BinOp::Or), left, right, .. } => {
                self.expr(left);
                self.reached.push(((**left).clone(), *op == BinOp::And));
                self.expr(right);
                self.reached.pop();
            }
            Expr::Binary { op, ty, left, right } => {
                self.expr(left);
                self.expr(right);
                if matches!(op, BinOp::Div | BinOp::Rem) && may_be_zero(*ty, right) {
                    let (divisor, reached) = ((**right).clone(), self.reached.clone());
                    self.hazards.push(Hazard::Division { divisor, ty: *ty, reached });
                }
            }
        }
    }
}

/// Whether dividing by the expression can be a fault: a real number may be divided by zero.
fn may_be_zero(ty: Type, divisor: &Expr) -> bool {
    let is_exact = match ty {
        Type::Int(_) | Type::Decimal => true,
        Type::Bool | Type::Real(_) | Type::Enum(_) | Type::String | Type::Ref(_) | Type::Object => false,
    };
    match divisor {
        Expr::Const(value) => is_exact && *value == zero(ty),
        Expr::Local(_)
        | Expr::Global(_)
        | Expr::SelfId
        | Expr::Unary { .. }
        | Expr::Binary { .. }
        | Expr::Convert { .. }
        | Expr::Round { .. } => is_exact,
    }
}

/// Zero of a type that can be divided.
pub(crate) fn zero(ty: Type) -> Value {
    match ty {
        Type::Decimal => Value::default_of(ty),
        Type::Bool
        | Type::Int(_)
        | Type::Real(_)
        | Type::Enum(_)
        | Type::String
        | Type::Ref(_)
        | Type::Object => Value::Int(0),
    }
}

fn may_be_negative(types: &impl VariableTypes, length: &Expr) -> bool {
    match (length, length.natural_type(types)) {
        (Expr::Const(Value::Int(number)), _) => *number < 0,
        (_, Some(Type::Int(int))) => int.bounds().0 < 0,
        (_, _) => false,
    }
}

/// A test whether an index lies between 0 and the size of its array, which is an [`IntType::I32`].
///
/// An index of 32 bits or more is compared in its own type, in which sizes fit; all others as 64 bits.
pub(crate) fn is_inside(types: &impl VariableTypes, index: &Expr, size: Expr) -> Expr {
    const WIDE: Type = Type::Int(IntType::checked(64, true));
    let size_in = |ty: Type| match ty == Type::Int(IntType::I32) {
        true => size.clone(),
        false => Expr::convert(IntType::I32, ty, size.clone()),
    };
    let (ty, index, size) = match index.natural_type(types) {
        Some(ty @ Type::Int(IntType::Machine { bits: 32.., .. })) => (ty, index.clone(), size_in(ty)),
        Some(narrow) if narrow != WIDE => (WIDE, Expr::convert(narrow, WIDE, index.clone()), size_in(WIDE)),
        Some(_) | None => (WIDE, index.clone(), size_in(WIDE)),
    };
    let below = Expr::binary(BinOp::Lt, ty, index.clone(), size);
    let not_negative = Expr::binary(BinOp::Ge, ty, index, Expr::int(0));
    Expr::binary(BinOp::And, Type::Bool, not_negative, below)
}
