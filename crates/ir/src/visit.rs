//! What instructions and terminators mention: one walk, read-only and in place.
//!
//! Everything that only wants to know which operands, variables, ids or blocks an instruction mentions goes through a
//! visitor, so that a new instruction is added to one match. What instructions *mean* is matched exhaustively where it
//! matters, group by group. The two visitors come from one macro, since they differ in mutability alone.
//!
//! Operands are visited in the order of their evaluation, then what is written, as in the text form.

use crate::instr::{
    CheckOp, Choice, ChoiceOp, CollectionOp, Element, Expr, Guard, HeapOp, Op, Place, Probe, TermOp, ThreadOp,
};
use crate::program::{BlockId, ClassId, EnumId, FieldId, ProcId};
use crate::types::Type;

macro_rules! visitor {
    ($(#[$doc:meta])* $Visitor:ident, $visit:ident $(, $mutable:ident)?) => {
        $(#[$doc])*
        pub trait $Visitor {
            /// The root of an expression. [`Expr::visit`] goes on from there.
            fn operand(&mut self, _: &$($mutable)? Expr) {}
            /// A variable that is written.
            fn written(&mut self, _: &$($mutable)? Place) {}
            fn class(&mut self, _: &$($mutable)? ClassId) {}
            fn field(&mut self, _: &$($mutable)? FieldId) {}
            fn enumeration(&mut self, _: &$($mutable)? EnumId) {}
            /// A procedure that is called, started, or asked by a guard.
            fn proc(&mut self, _: &$($mutable)? ProcId) {}
            /// A block that control may go to next, once for each mention.
            fn target(&mut self, _: &$($mutable)? BlockId) {}
        }

        impl Op {
            /// Shows what the instruction mentions.
            pub fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    Op::Assign { dst, value } => {
                        visitor.operand(value);
                        visitor.written(dst);
                    }
                    Op::Heap(op) => op.$visit(visitor),
                    Op::Collection(op) => op.$visit(visitor),
                    Op::Choice(op) => op.$visit(visitor),
                    Op::Check(op) => op.$visit(visitor),
                    Op::Thread(op) => op.$visit(visitor),
                }
            }
        }

        impl HeapOp {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    HeapOp::Load { dst, object, field, null: _ } => {
                        visitor.operand(object);
                        visitor.field(field);
                        visitor.written(dst);
                    }
                    HeapOp::Store { object, field, value, null: _ } => {
                        visitor.operand(object);
                        visitor.operand(value);
                        visitor.field(field);
                    }
                    HeapOp::New { dst, class, length } => {
                        length.into_iter().for_each(|length| visitor.operand(length));
                        visitor.class(class);
                        visitor.written(dst);
                    }
                    HeapOp::Cast { dst, object, class } | HeapOp::InstanceOf { dst, object, class } => {
                        visitor.operand(object);
                        visitor.class(class);
                        visitor.written(dst);
                    }
                }
            }
        }

        impl CollectionOp {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    CollectionOp::LoadElement { dst, array, index } => {
                        visitor.operand(array);
                        visitor.operand(index);
                        visitor.written(dst);
                    }
                    CollectionOp::StoreElement { array, index, value } => {
                        visitor.operand(array);
                        visitor.operand(index);
                        visitor.operand(value);
                    }
                    CollectionOp::Admits { dst, array, value } => {
                        visitor.operand(array);
                        visitor.operand(value);
                        visitor.written(dst);
                    }
                    CollectionOp::Size { dst, object } => {
                        visitor.operand(object);
                        visitor.written(dst);
                    }
                    CollectionOp::SetAdd { set, element } | CollectionOp::SetRemove { set, element } => {
                        visitor.operand(set);
                        element.$visit(visitor);
                    }
                    CollectionOp::SetUnion { set: first, other: second }
                    | CollectionOp::SetDifference { set: first, other: second }
                    | CollectionOp::Send { channel: first, message: second } => {
                        visitor.operand(first);
                        visitor.operand(second);
                    }
                    CollectionOp::Contains { dst, set, element } => {
                        visitor.operand(set);
                        element.$visit(visitor);
                        visitor.written(dst);
                    }
                }
            }
        }

        impl ChoiceOp {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    ChoiceOp::Choose { dst, from } => {
                        match from {
                            Choice::Element(collection) => visitor.operand(collection),
                            Choice::Enum(id) | Choice::Any(Type::Enum(id)) => visitor.enumeration(id),
                            Choice::Any(Type::Ref(class)) => visitor.class(class),
                            Choice::Bool
                            | Choice::Range { .. }
                            | Choice::Any(
                                Type::Bool
                                | Type::Int(_)
                                | Type::Real(_)
                                | Type::Decimal
                                | Type::String
                                | Type::Object,
                            ) => {}
                        }
                        visitor.written(dst);
                    }
                    ChoiceOp::Havoc { reach, dst } => {
                        reach.into_iter().for_each(|reference| visitor.operand(reference));
                        dst.into_iter().for_each(|place| visitor.written(place));
                    }
                }
            }
        }

        impl Element {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    Element::Value(value) => visitor.operand(value),
                    Element::Record(fields) => fields.into_iter().for_each(|field| visitor.operand(field)),
                }
            }
        }

        impl CheckOp {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    CheckOp::Assume { condition }
                    | CheckOp::Assert { condition, message: _ }
                    | CheckOp::Accept { condition } => visitor.operand(condition),
                    CheckOp::Trace { text: _, args } => args.into_iter().for_each(|arg| visitor.operand(arg)),
                    CheckOp::Output { error: _, unit } => visitor.operand(unit),
                    CheckOp::Fault { kind: _ } => {}
                }
            }
        }

        impl ThreadOp {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    ThreadOp::Spawn { proc, args } => {
                        args.into_iter().for_each(|arg| visitor.operand(arg));
                        visitor.proc(proc);
                    }
                    ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield => {}
                }
            }
        }

        impl TermOp {
            /// Shows what the terminator mentions, guards included.
            pub fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    TermOp::Goto { targets } => targets.into_iter().for_each(|target| visitor.target(target)),
                    TermOp::Branch { condition, then_to, else_to } => {
                        visitor.operand(condition);
                        visitor.target(then_to);
                        visitor.target(else_to);
                    }
                    TermOp::Switch { value, cases, default } => {
                        visitor.operand(value);
                        cases.into_iter().for_each(|(_, target)| visitor.target(target));
                        visitor.target(default);
                    }
                    TermOp::SwitchClass { object, cases, default } => {
                        visitor.operand(object);
                        for (class, target) in cases {
                            visitor.class(class);
                            visitor.target(target);
                        }
                        visitor.target(default);
                    }
                    TermOp::Call { proc, args, results, next } => {
                        args.into_iter().for_each(|arg| visitor.operand(arg));
                        visitor.proc(proc);
                        results.into_iter().for_each(|place| visitor.written(place));
                        visitor.target(next);
                    }
                    TermOp::Return { values } => values.into_iter().for_each(|value| visitor.operand(value)),
                    TermOp::Opaque { reason: _ } => {}
                    TermOp::Select { joins, first: _, end: _ } => {
                        for join in joins {
                            let guards = &$($mutable)? join.guards;
                            guards.into_iter().for_each(|guard| guard.$visit(visitor));
                            visitor.target(&$($mutable)? join.target);
                        }
                    }
                }
            }
        }

        impl Guard {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    Guard::Wait(probe) => probe.$visit(visitor),
                    Guard::Receive { channel, dst } => {
                        channel.$visit(visitor);
                        visitor.written(dst);
                    }
                    Guard::Always => {}
                }
            }
        }

        impl Probe {
            fn $visit(&$($mutable)? self, visitor: &mut (impl $Visitor + ?Sized)) {
                match self {
                    Probe::Expr(expr) => visitor.operand(expr),
                    Probe::Call { proc, args } => {
                        args.into_iter().for_each(|arg| visitor.operand(arg));
                        visitor.proc(proc);
                    }
                }
            }
        }
    };
}

visitor!(
    /// Sees what instructions mention.
    Visitor,
    visit
);
visitor!(
    /// May change what instructions mention.
    VisitorMut,
    visit_mut,
    mut
);

/// Sees operands alone.
struct Operands<F>(F);

impl<F: FnMut(&Expr)> Visitor for Operands<F> {
    fn operand(&mut self, expr: &Expr) {
        self.0(expr);
    }
}

/// Changes operands alone.
struct OperandsMut<F>(F);

impl<F: FnMut(&mut Expr)> VisitorMut for OperandsMut<F> {
    fn operand(&mut self, expr: &mut Expr) {
        self.0(expr);
    }
}

/// Changes targets alone.
struct TargetsMut<F>(F);

impl<F: FnMut(&mut BlockId)> VisitorMut for TargetsMut<F> {
    fn target(&mut self, target: &mut BlockId) {
        self.0(target);
    }
}

/// Collects what is written and where control may go.
#[derive(Default)]
struct Collected {
    written: Vec<Place>,
    targets: Vec<BlockId>,
}

impl Visitor for Collected {
    fn written(&mut self, place: &Place) {
        self.written.push(*place);
    }

    fn target(&mut self, target: &BlockId) {
        self.targets.push(*target);
    }
}

/// Sees what is written alone.
struct Written<F>(F);

impl<F: FnMut(Place)> Visitor for Written<F> {
    fn written(&mut self, place: &Place) {
        self.0(*place);
    }
}

impl Op {
    /// Calls `see` on every operand, in order of evaluation.
    pub fn for_each_expr(&self, see: impl FnMut(&Expr)) {
        self.visit(&mut Operands(see));
    }

    /// Calls `change` on every operand.
    pub fn for_each_expr_mut(&mut self, change: impl FnMut(&mut Expr)) {
        self.visit_mut(&mut OperandsMut(change));
    }

    /// Calls `see` on every variable that the instruction writes, in order: one at most, but for a
    /// [`ChoiceOp::Havoc`].
    pub fn for_each_written(&self, see: impl FnMut(Place)) {
        self.visit(&mut Written(see));
    }
}

impl TermOp {
    /// Calls `see` on every operand, those of guards included.
    pub fn for_each_expr(&self, see: impl FnMut(&Expr)) {
        self.visit(&mut Operands(see));
    }

    /// Calls `change` on every operand, those of guards included.
    pub fn for_each_expr_mut(&mut self, change: impl FnMut(&mut Expr)) {
        self.visit_mut(&mut OperandsMut(change));
    }

    /// The blocks that control may go to next inside the procedure, in order, with repetitions.
    pub fn targets(&self) -> Vec<BlockId> {
        let mut collected = Collected::default();
        self.visit(&mut collected);
        collected.targets
    }

    /// Calls `change` on every block id in the terminator.
    pub fn for_each_target(&mut self, change: impl FnMut(&mut BlockId)) {
        self.visit_mut(&mut TargetsMut(change));
    }

    /// The variables that the terminator writes: results of a call, received messages (of any join).
    pub fn dsts(&self) -> Vec<Place> {
        let mut collected = Collected::default();
        self.visit(&mut collected);
        collected.written
    }
}

impl Guard {
    pub fn probe(&self) -> Option<&Probe> {
        match self {
            Guard::Wait(probe) | Guard::Receive { channel: probe, .. } => Some(probe),
            Guard::Always => None,
        }
    }

    pub fn dst(&self) -> Option<Place> {
        match self {
            Guard::Receive { dst, .. } => Some(*dst),
            Guard::Wait(_) | Guard::Always => None,
        }
    }
}
