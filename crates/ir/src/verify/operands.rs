//! Checks the types of expressions and instructions.

use super::declarations::{fields_of, is_interface, type_problem};
use super::{Report, Rule};
use crate::instr::{
    BinOp, CheckOp, Choice, ChoiceOp, CollectionOp, Element, Expr, HeapOp, Op, Place, ThreadOp, UnOp,
};
use crate::program::{ClassId, ClassKind, Equality, Proc, ProcId, Program};
use crate::types::{IntType, RealType, Type};
use crate::typing::ProcTypes;
use crate::value::{Real, Value};

pub(super) fn check(report: &mut Report<'_>, id: ProcId) {
    let (program, proc) = (report.program, &report.program.procs[id]);
    let mut checker = Checker { report, program, proc, types: ProcTypes { program, proc } };
    for (block, code) in proc.blocks.iter_enumerated() {
        for (index, instr) in code.instrs.iter().enumerate() {
            checker.report.enter_point(block, index);
            checker.op(&instr.op);
        }
        checker.report.enter_point(block, code.instrs.len());
        checker.terminator(&code.terminator.op);
    }
}

/// The contents of a collection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Collection {
    Array(Type),
    Set(Type, Equality),
    Channel(Type),
}

pub(super) struct Checker<'r, 'a> {
    pub(super) report: &'r mut Report<'a>,
    pub(super) program: &'a Program,
    pub(super) proc: &'a Proc,
    pub(super) types: ProcTypes<'a>,
}

impl Checker<'_, '_> {
    fn mismatch(&mut self, what: &str, expr: &Expr, wanted: &str) {
        self.report.error(Rule::OperandTypes, format!("{what} {expr} is not {wanted}"));
    }

    /// The operand may stand where a value of this type is asked for.
    pub(super) fn operand(&mut self, what: &str, expr: &Expr, wanted: Type) {
        match self.infer(expr) {
            Inferred::Constant(value) => self.constant(value, wanted),
            Inferred::Type(ty) if self.program.is_assignable(ty, wanted) => {}
            Inferred::Type(ty) => {
                let message = format!("{what} {expr} has type {ty} where {wanted} is asked for");
                self.report.error(Rule::OperandTypes, message);
            }
        }
    }

    pub(super) fn constant(&mut self, value: Value, wanted: Type) {
        if !fits(self.program, value, wanted) {
            let shown = Expr::Const(value);
            self.report.error(Rule::Constants, format!("the constant {shown} does not fit {wanted}"));
        }
    }

    pub(super) fn condition(&mut self, expr: &Expr) {
        self.operand("the condition", expr, Type::Bool);
    }

    /// An integer of any type.
    fn integer(&mut self, what: &str, expr: &Expr) {
        match self.infer(expr) {
            Inferred::Constant(Value::Int(_)) | Inferred::Type(Type::Int(_)) => {}
            Inferred::Constant(_) | Inferred::Type(_) => self.mismatch(what, expr, "an integer"),
        }
    }

    /// A reference of any type.
    pub(super) fn reference(&mut self, what: &str, expr: &Expr) {
        match self.infer(expr) {
            Inferred::Constant(Value::Null) => {}
            Inferred::Type(ty) if ty.is_reference() => {}
            Inferred::Constant(_) | Inferred::Type(_) => self.mismatch(what, expr, "a reference"),
        }
    }

    /// An operand of any type.
    fn any(&mut self, expr: &Expr) {
        if let Inferred::Constant(value @ Value::Ref(_)) = self.infer(expr) {
            self.constant(value, Type::Object);
        }
    }

    pub(super) fn result(&mut self, dst: Place, ty: Type) {
        let declared = self.types.place_type(dst).expect("ids are in range");
        if !self.program.is_assignable(ty, declared) {
            let message = format!("a result of type {ty} is written to {dst} of type {declared}");
            self.report.error(Rule::OperandTypes, message);
        }
    }

    /// What a reference to an array, set or channel holds; reports everything else.
    fn collection(&mut self, what: &str, expr: &Expr) -> Option<Collection> {
        let found = match self.infer(expr) {
            Inferred::Type(ty) => collection_of(self.program, ty),
            Inferred::Constant(_) => None,
        };
        if found.is_none() {
            self.mismatch(what, expr, "an array, a set or a channel");
        }
        found
    }

    fn array(&mut self, expr: &Expr) -> Option<Type> {
        match self.collection("the operand", expr)? {
            Collection::Array(element) => Some(element),
            Collection::Set(..) | Collection::Channel(_) => {
                self.mismatch("the operand", expr, "an array");
                None
            }
        }
    }

    fn set(&mut self, expr: &Expr) -> Option<(Type, Equality)> {
        match self.collection("the operand", expr)? {
            Collection::Set(element, equality) => Some((element, equality)),
            Collection::Array(_) | Collection::Channel(_) => {
                self.mismatch("the operand", expr, "a set");
                None
            }
        }
    }

    fn channel(&mut self, expr: &Expr) -> Option<Type> {
        match self.collection("the operand", expr)? {
            Collection::Channel(element) => Some(element),
            Collection::Array(_) | Collection::Set(..) => {
                self.mismatch("the operand", expr, "a channel");
                None
            }
        }
    }

    /// Checks an expression and finds its type. Recursion is bounded by the rule on depth.
    pub(super) fn infer(&mut self, expr: &Expr) -> Inferred {
        match expr {
            Expr::Const(value) => return Inferred::Constant(*value),
            Expr::Local(_) | Expr::Global(_) | Expr::SelfId => {}
            Expr::Unary { op, ty, arg } => {
                if !unary_works_on(*op, *ty) {
                    self.report.error(Rule::OperandTypes, format!("{op} does not work on {ty}"));
                }
                self.operand("the operand", arg, *ty);
            }
            Expr::Binary { op, ty, left, right } => {
                if !binary_works_on(*op, *ty) {
                    self.report.error(Rule::OperandTypes, format!("{op} does not work on {ty}"));
                }
                self.operand("the left operand", left, *ty);
                self.operand("the right operand", right, *ty);
            }
            Expr::Convert { from, to, arg } => {
                if !converts(*from, *to) {
                    self.report.error(Rule::OperandTypes, format!("{from} cannot be converted to {to}"));
                }
                self.operand("the operand", arg, *from);
            }
            Expr::Round { from, to: _, rounding: _, arg } => {
                self.operand("the operand", arg, Type::Real(*from));
            }
        }
        Inferred::Type(expr.natural_type(&self.types).expect("ids are in range"))
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Assign { dst, value } => {
                let declared = self.types.place_type(*dst).expect("ids are in range");
                self.operand("the value", value, declared);
            }
            Op::Heap(op) => self.heap_op(op),
            Op::Collection(op) => self.collection_op(op),
            Op::Choice(ChoiceOp::Choose { dst, from }) => self.choice(*dst, from),
            Op::Choice(ChoiceOp::Havoc { reach, dst }) => self.havoc(reach, dst),
            Op::Check(op) => self.check_op(op),
            Op::Thread(ThreadOp::Spawn { proc, args }) => self.arguments(*proc, args),
            Op::Thread(ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield) => {}
        }
    }

    fn heap_op(&mut self, op: &HeapOp) {
        match op {
            HeapOp::Load { dst, object, field, null: _ } => {
                let field = &self.program.fields[*field];
                self.operand("the object", object, Type::Ref(field.class));
                self.result(*dst, field.ty);
            }
            HeapOp::Store { object, field, value, null: _ } => {
                let field = &self.program.fields[*field];
                self.operand("the object", object, Type::Ref(field.class));
                self.operand("the value", value, field.ty);
                if self.report.frozen.contains(field.class) {
                    let message =
                        format!("a field of {}, of which a set holds contents, is stored", field.class);
                    self.report.error(Rule::SetElements, message);
                }
            }
            HeapOp::New { dst, class, length } => self.new_object(*dst, *class, length.as_ref()),
            HeapOp::Cast { dst, object, class } => {
                self.reference("the operand", object);
                self.result(*dst, Type::Ref(*class));
            }
            HeapOp::InstanceOf { dst, object, class: _ } => {
                self.reference("the operand", object);
                self.result(*dst, Type::Bool);
            }
        }
    }

    fn collection_op(&mut self, op: &CollectionOp) {
        match op {
            CollectionOp::LoadElement { dst, array, index } => {
                if let Some(element) = self.indexed(array, index) {
                    self.result(*dst, element);
                }
            }
            CollectionOp::StoreElement { array, index, value } => {
                if let Some(element) = self.indexed(array, index) {
                    self.operand("the value", value, element);
                }
            }
            CollectionOp::Admits { dst, array, value } => {
                if let Some(element) = self.array(array) {
                    self.operand("the value", value, element);
                }
                self.result(*dst, Type::Bool);
            }
            CollectionOp::Size { dst, object } => {
                self.collection("the operand", object);
                self.result(*dst, Type::Int(IntType::I32));
            }
            CollectionOp::SetAdd { set, element } | CollectionOp::SetRemove { set, element } => {
                self.element(set, element);
            }
            CollectionOp::SetUnion { set, other } | CollectionOp::SetDifference { set, other } => {
                self.two_sets(set, other);
            }
            CollectionOp::Contains { dst, set, element } => {
                self.element(set, element);
                self.result(*dst, Type::Bool);
            }
            CollectionOp::Send { channel, message } => {
                if let Some(element) = self.channel(channel) {
                    self.operand("the message", message, element);
                }
            }
        }
    }

    fn check_op(&mut self, op: &CheckOp) {
        match op {
            CheckOp::Assume { condition }
            | CheckOp::Assert { condition, message: _ }
            | CheckOp::Accept { condition } => self.condition(condition),
            CheckOp::Trace { text: _, args } => args.iter().for_each(|arg| self.any(arg)),
            CheckOp::Output { error: _, unit } => self.integer("the code unit", unit),
            CheckOp::Fault { kind: _ } => {}
        }
    }

    /// The element type of an array that is accessed at an index.
    fn indexed(&mut self, array: &Expr, index: &Expr) -> Option<Type> {
        // An array may be indexed by an enum: its constants are numbers.
        if !matches!(self.infer(index), Inferred::Type(Type::Enum(_))) {
            self.integer("the index", index);
        }
        self.array(array)
    }

    fn two_sets(&mut self, set: &Expr, other: &Expr) {
        let (Some((into, equality)), Some((from, other))) = (self.set(set), self.set(other)) else { return };
        let fits = match (equality, other) {
            (Equality::Identity, Equality::Identity) => self.program.is_assignable(from, into),
            (Equality::Contents, Equality::Contents) => from == into,
            (Equality::Identity, Equality::Contents) | (Equality::Contents, Equality::Identity) => false,
        };
        if !fits {
            let message = format!("elements of type {from} do not fit a set of {into}");
            self.report.error(Rule::OperandTypes, message);
        }
    }

    fn element(&mut self, set: &Expr, element: &Element) {
        let Some((ty, equality)) = self.set(set) else { return };
        match (element, equality) {
            (Element::Value(value), Equality::Identity) => self.operand("the element", value, ty),
            (Element::Record(values), Equality::Contents) => self.record(values, ty),
            (Element::Value(_), Equality::Contents) => {
                self.mismatch("the operand", set, "a set by identity");
            }
            (Element::Record(_), Equality::Identity) => {
                self.mismatch("the operand", set, "a set by contents");
            }
        }
    }

    /// A value for each field of a record.
    fn record(&mut self, values: &[Expr], ty: Type) {
        let Type::Ref(class) = ty else { unreachable!("a set by contents holds references") };
        let fields = fields_of(self.program, class);
        if fields.len() != values.len() {
            let message = format!("{class} has {} fields and is given {} values", fields.len(), values.len());
            self.report.error(Rule::OperandTypes, message);
        }
        for (&field, value) in fields.iter().zip(values) {
            self.operand("the field", value, self.program.fields[field].ty);
        }
    }

    fn new_object(&mut self, dst: Place, class: ClassId, length: Option<&Expr>) {
        self.result(dst, Type::Ref(class));
        length.into_iter().for_each(|length| self.integer("the length", length));
        let wants_length = matches!(self.program.classes[class].kind, ClassKind::Array { length: None, .. });
        if is_interface(self.program, class) {
            self.report.error(Rule::NewClass, format!("{class} is an interface and has no objects"));
        } else if wants_length && length.is_none() {
            self.report.error(Rule::NewClass, format!("an array of {class} needs a length"));
        } else if !wants_length && length.is_some() {
            self.report.error(Rule::NewClass, format!("an object of {class} takes no length"));
        }
    }

    fn choice(&mut self, dst: Place, from: &Choice) {
        match from {
            Choice::Bool => self.result(dst, Type::Bool),
            Choice::Enum(id) => self.result(dst, Type::Enum(*id)),
            Choice::Any(ty) => self.any_value(dst, *ty),
            Choice::Range { lo, hi } => {
                if lo > hi {
                    self.report.error(Rule::Choices, format!("the range {lo}..{hi} is empty"));
                }
                let declared = self.types.place_type(dst).expect("ids are in range");
                self.constant(Value::Int(*lo), declared);
                self.constant(Value::Int(*hi), declared);
                if !matches!(declared, Type::Int(_)) {
                    let message = format!("a number is written to {dst} of type {declared}");
                    self.report.error(Rule::OperandTypes, message);
                }
            }
            Choice::Element(collection) => match self.collection("the operand", collection) {
                Some(Collection::Array(element) | Collection::Set(element, _)) => self.result(dst, element),
                Some(Collection::Channel(_)) => {
                    self.mismatch("the operand", collection, "an array or a set");
                }
                None => {}
            },
        }
    }
}

impl Checker<'_, '_> {
    fn any_value(&mut self, dst: Place, ty: Type) {
        if let Some((rule, problem)) = type_problem(self.program, ty) {
            self.report.error(rule, problem);
        } else if matches!(ty, Type::Bool | Type::Int(_) | Type::Real(_) | Type::Enum(_)) {
            self.result(dst, ty);
        } else {
            self.report.error(Rule::Choices, format!("{ty} is no type of which any value can be chosen"));
        }
    }
}

/// What an expression is by itself.
#[derive(Clone, Copy)]
pub(super) enum Inferred {
    /// A constant, whose type depends on its place.
    Constant(Value),
    Type(Type),
}

pub(super) fn collection_of(program: &Program, ty: Type) -> Option<Collection> {
    let Type::Ref(class) = ty else { return None };
    match program.classes[class].kind {
        ClassKind::Array { element, .. } => Some(Collection::Array(element)),
        ClassKind::Set { element, equality } => Some(Collection::Set(element, equality)),
        ClassKind::Channel { element } => Some(Collection::Channel(element)),
        ClassKind::Record { .. } | ClassKind::Interface { .. } => None,
    }
}

/// Whether a constant is a value of the type.
fn fits(program: &Program, value: Value, ty: Type) -> bool {
    match (value, ty) {
        (Value::Null, Type::Ref(_) | Type::Object) | (Value::Bool(_), Type::Bool) => true,
        (Value::Int(number), Type::Int(int)) => {
            let (lo, hi) = int.bounds();
            (lo..=hi).contains(&int.decode(number))
        }
        (Value::Int(number), Type::Enum(id)) => {
            usize::try_from(number).is_ok_and(|number| number < program.enums[id].constants.len())
        }
        (Value::Real(real), Type::Real(RealType::F32)) => Real::from(f64::from(real.get() as f32)) == real,
        (Value::Real(_), Type::Real(RealType::F64)) | (Value::Decimal(_), Type::Decimal) => true,
        (Value::String(text), Type::String) => program.strings.get(text).is_some(),
        (
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Real(_)
            | Value::Decimal(_)
            | Value::String(_)
            | Value::Ref(_),
            _,
        ) => false,
    }
}

fn unary_works_on(op: UnOp, ty: Type) -> bool {
    match op {
        UnOp::Not => ty == Type::Bool,
        UnOp::Neg => matches!(ty, Type::Int(_) | Type::Real(_) | Type::Decimal),
        UnOp::BitNot => matches!(ty, Type::Int(_)),
    }
}

fn converts(from: Type, to: Type) -> bool {
    matches!(
        (from, to),
        (Type::Int(_) | Type::Enum(_), Type::Int(_))
            | (Type::Int(_), Type::Decimal)
            | (Type::Int(_) | Type::Real(_), Type::Real(_))
    )
}

fn binary_works_on(op: BinOp, ty: Type) -> bool {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
            matches!(ty, Type::Int(_) | Type::Real(_) | Type::Decimal)
        }
        BinOp::Shl | BinOp::Shr => matches!(ty, Type::Int(_)),
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => matches!(ty, Type::Int(_) | Type::Bool),
        // References of unrelated classes may be compared, so one operand type serves for all.
        BinOp::Eq | BinOp::Ne => !matches!(ty, Type::Ref(_)),
        BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
            matches!(ty, Type::Int(_) | Type::Real(_) | Type::Decimal | Type::Enum(_))
        }
        BinOp::And | BinOp::Or => ty == Type::Bool,
    }
}
