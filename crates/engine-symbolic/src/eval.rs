//! The value of a pure expression in a symbolic state, and under which conditions it faults.
//!
//! The meaning is that of `ir::eval`; constants are folded by it. A fault is no branch of the evaluation: it is noted
//! with its condition, and the instruction decides about all of its faults at once. `And` and `Or` evaluate both sides,
//! the right one under the condition that it is needed.

use ir::{ArithFault, BinOp, EnumId, Expr, IntType, Overflow, Type, UnOp, Value};
use solver::bits::Operation;
use solver::guard::Guard;
use verdict::Unsupported;

use crate::executor::{Executor, Pause};
use crate::state::Input;
use crate::terms::{Format, TermId};
use crate::values::{Loc, OriginId, Val};

/// What an expression can fail with, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faulty {
    pub(crate) guard: Guard,
    pub(crate) fault: ArithFault,
}

impl Executor<'_> {
    /// The value of an expression where a value of this type is asked for.
    pub(crate) fn eval(&mut self, expr: &Expr, ty: Type) -> Result<Val, Pause> {
        match expr {
            Expr::Const(value) => self.constant(*value, ty),
            Expr::Local(local) => Ok(self.known(self.state.read(self.state.local(*local)))),
            Expr::Global(global) => Ok(self.known(self.state.read(self.state.global(*global)))),
            Expr::SelfId => Ok(Val::Int(self.logic.terms.constant(Format::INDEX, self.thread))),
            Expr::Unary { op, ty, arg } => {
                let arg = self.eval(arg, *ty)?;
                self.unary(*op, *ty, arg)
            }
            Expr::Binary { op: op @ (BinOp::And | BinOp::Or), left, right, .. } => {
                self.short_circuit(*op == BinOp::And, left, right)
            }
            Expr::Binary { op, ty, left, right } if ty.is_reference() => {
                self.compare_references(*op, left, right)
            }
            Expr::Binary { op, ty, left, right } => {
                let left = self.eval(left, *ty)?;
                let right = self.eval(right, *ty)?;
                self.binary(*op, *ty, left, right)
            }
            Expr::Convert { from, to, arg } => {
                let arg = self.eval(arg, *from)?;
                self.convert(*from, *to, arg)
            }
            Expr::Round { from, to, rounding, arg } => {
                let arg = self.eval(arg, Type::Real(*from))?;
                let arg = self.concrete(arg, Type::Real(*from));
                let rounded = ir::eval::round_to_int(*to, *rounding, arg);
                self.folded(rounded, Type::Int(*to))
            }
        }
    }

    /// A concrete value as a symbolic one.
    pub(crate) fn constant(&mut self, value: Value, ty: Type) -> Result<Val, Pause> {
        match (value, ty) {
            (Value::Null, _) => Ok(Val::NULL),
            (Value::Bool(value), _) => Ok(Val::Bool(Guard::constant(value))),
            (Value::Int(number), ty) => {
                let format = self.format(ty);
                Ok(Val::Int(self.logic.terms.constant(format, number)))
            }
            (Value::String(text), ty) => {
                let format = self.format(ty);
                Ok(Val::Int(self.logic.terms.constant(format, base::Id::index(text) as i64)))
            }
            (Value::Real(_) | Value::Decimal(_), _) => Ok(Val::Fixed(self.fixed.intern(value))),
            (Value::Ref(_), _) => {
                Err(Pause::Unsupported(Unsupported::new("A reference to a fixed object cannot be explored.")))
            }
        }
    }

    /// The value of a variable, seen through the cell that it may be.
    pub(crate) fn known(&self, val: Val) -> Val {
        match val {
            Val::Cell(cell) => match self.state.read(cell) {
                Val::Open { .. } => val,
                known => known,
            },
            val => val,
        }
    }

    pub(crate) fn format(&self, ty: Type) -> Format {
        match ty {
            Type::Int(int) => Format::of_int(int),
            Type::Enum(id) => self.enum_format(id),
            Type::String => Format::of_enum(self.program.strings.len()),
            Type::Bool | Type::Real(_) | Type::Decimal | Type::Ref(_) | Type::Object => {
                panic!("a number of type {ty:?}")
            }
        }
    }

    fn enum_format(&self, id: EnumId) -> Format {
        Format::of_enum(self.program.enums[id].constants.len())
    }

    /// The value, if it does not depend on inputs.
    fn as_concrete(&self, val: Val) -> Option<Value> {
        match val {
            Val::Bool(guard) => guard.as_constant().map(Value::Bool),
            Val::Int(term) => self.logic.terms.as_constant(term).map(Value::Int),
            Val::Fixed(fixed) => Some(self.fixed.value(fixed)),
            Val::One(_) | Val::Many(_) | Val::Cell(_) | Val::Open { .. } | Val::Unread => None,
        }
    }

    /// The value of a type that has no symbols.
    fn concrete(&self, val: Val, ty: Type) -> Value {
        self.as_concrete(val).unwrap_or_else(|| panic!("a symbol {val:?} of type {ty:?}"))
    }

    /// What `ir::eval` says.
    fn folded(&mut self, result: Result<Value, ArithFault>, ty: Type) -> Result<Val, Pause> {
        match result {
            Ok(value) => self.constant(value, ty),
            Err(fault) => {
                self.note(Guard::TRUE, fault);
                self.constant(Value::default_of(ty), ty)
            }
        }
    }

    /// The expression fails under this condition, unless it has failed before.
    fn note(&mut self, guard: Guard, fault: ArithFault) {
        let guard = self.logic.guards.and(self.needed, guard);
        if guard != Guard::FALSE {
            self.faults.push(Faulty { guard, fault });
        }
    }

    fn short_circuit(&mut self, is_and: bool, left: &Expr, right: &Expr) -> Result<Val, Pause> {
        let left = self.eval(left, Type::Bool)?.guard();
        // The right side is needed where the left one leaves the answer open.
        let open = left.complement_if(!is_and);
        if open == Guard::FALSE {
            return Ok(Val::Bool(left));
        }
        let needed = self.needed;
        self.needed = self.logic.guards.and(needed, open);
        let right = self.eval(right, Type::Bool);
        self.needed = needed;
        let right = right?.guard();
        let guards = &mut self.logic.guards;
        Ok(Val::Bool(if is_and { guards.and(left, right) } else { guards.or(left, right) }))
    }

    /// Identity. A comparison with the literal null is a null test.
    fn compare_references(&mut self, op: BinOp, left: &Expr, right: &Expr) -> Result<Val, Pause> {
        let equal = match (left, right) {
            (Expr::Const(Value::Null), Expr::Const(Value::Null)) => Guard::TRUE,
            (other, Expr::Const(Value::Null)) | (Expr::Const(Value::Null), other) => {
                let val = self.eval(other, Type::Object)?;
                self.null_guard(val)?
            }
            (left, right) => {
                let left = self.eval(left, Type::Object)?;
                let right = self.eval(right, Type::Object)?;
                self.same_guard(left, right)?
            }
        };
        Ok(Val::Bool(equal.complement_if(op == BinOp::Ne)))
    }

    /// When a reference is null.
    pub(crate) fn null_guard(&mut self, val: Val) -> Result<Guard, Pause> {
        match self.after_null_test(val)? {
            Val::One(loc) => Ok(Guard::constant(loc == Loc::NULL)),
            Val::Many(set) => Ok(self.guard_in(set, Loc::NULL)),
            Val::Cell(_) => Ok(Guard::FALSE),
            other => panic!("{other:?} where a reference must be"),
        }
    }

    /// When two references are the same.
    fn same_guard(&mut self, left: Val, right: Val) -> Result<Guard, Pause> {
        if left == right {
            return Ok(Guard::TRUE);
        }
        let left = self.resolved(left)?;
        let right = self.resolved(right)?;
        let guard = self.equal_guard(left, right);
        match (self.input_of(left), self.input_of(right)) {
            (Some(left), Some(right)) => Ok(self.logic.terms.same(guard, left, right)),
            _ => Ok(guard),
        }
    }

    /// The input that a set of locations is.
    fn input_of(&self, val: Val) -> Option<OriginId> {
        let is_it = |input: &&Input| input.value == val && input.condition == Guard::TRUE;
        self.state.inputs.iter().find(is_it).map(|input| input.origin)
    }

    fn unary(&mut self, op: UnOp, ty: Type, arg: Val) -> Result<Val, Pause> {
        if let Some(value) = self.as_concrete(arg) {
            let result = ir::eval::unary(op, ty, value);
            return self.folded(result, if op == UnOp::Not { Type::Bool } else { ty });
        }
        match (op, ty) {
            (UnOp::Not, _) => Ok(Val::Bool(!arg.guard())),
            (UnOp::Neg, Type::Int(int)) => Ok(Val::Int(self.negative(int, arg.term()))),
            (UnOp::BitNot, Type::Int(int)) => {
                let result = self.logic.terms.complement(arg.term());
                self.in_range(int, result);
                Ok(Val::Int(result))
            }
            (UnOp::Neg | UnOp::BitNot, other) => panic!("{op:?} of a symbol of type {other:?}"),
        }
    }

    fn negative(&mut self, int: IntType, arg: TermId) -> TermId {
        let result = self.logic.terms.negative(&mut self.logic.guards, arg);
        if let Some(fault) = fault_beyond(int) {
            let overflows = self.logic.terms.negative_overflows(&mut self.logic.guards, arg);
            self.note(overflows, fault);
        }
        self.in_range(int, result);
        result
    }

    /// A range is left where a number is outside of it.
    fn in_range(&mut self, int: IntType, number: TermId) {
        if let IntType::Range { lo, hi } = int {
            let within = self.logic.terms.within(&mut self.logic.guards, number, lo, hi);
            self.note(!within, ArithFault::OutOfRange);
        }
    }

    pub(crate) fn binary(&mut self, op: BinOp, ty: Type, left: Val, right: Val) -> Result<Val, Pause> {
        // Texts are held as numbers.
        let is_text = ty == Type::String;
        if !is_text && let (Some(left), Some(right)) = (self.as_concrete(left), self.as_concrete(right)) {
            let result = ir::eval::binary(op, ty, left, right);
            return self.folded(result, if op.is_test() { Type::Bool } else { ty });
        }
        match ty {
            Type::Bool => Ok(Val::Bool(self.binary_bool(op, left.guard(), right.guard()))),
            Type::Int(_) | Type::Enum(_) | Type::String if op.is_test() => {
                Ok(Val::Bool(self.compare(op, left.term(), right.term())))
            }
            Type::Int(int) => Ok(Val::Int(self.arithmetic(op, int, left.term(), right.term()))),
            Type::Enum(_) | Type::String | Type::Real(_) | Type::Decimal | Type::Ref(_) | Type::Object => {
                panic!("{op:?} of symbols of type {ty:?}")
            }
        }
    }

    fn binary_bool(&mut self, op: BinOp, left: Guard, right: Guard) -> Guard {
        let guards = &mut self.logic.guards;
        match op {
            BinOp::And | BinOp::BitAnd => guards.and(left, right),
            BinOp::Or | BinOp::BitOr => guards.or(left, right),
            BinOp::BitXor | BinOp::Ne => guards.xor(left, right),
            BinOp::Eq => guards.equal(left, right),
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::Rem
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::Lt
            | BinOp::Le
            | BinOp::Gt
            | BinOp::Ge => panic!("{op:?} of bools"),
        }
    }

    pub(crate) fn compare(&mut self, op: BinOp, left: TermId, right: TermId) -> Guard {
        let (terms, guards) = (&mut self.logic.terms, &mut self.logic.guards);
        match op {
            BinOp::Eq => terms.equal(guards, left, right),
            BinOp::Ne => !terms.equal(guards, left, right),
            BinOp::Lt => terms.less(guards, left, right),
            BinOp::Le => terms.less_or_equal(guards, left, right),
            BinOp::Gt => terms.less(guards, right, left),
            BinOp::Ge => terms.less_or_equal(guards, right, left),
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::Rem
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::BitAnd
            | BinOp::BitOr
            | BinOp::BitXor
            | BinOp::And
            | BinOp::Or => panic!("{op:?} where a test must be"),
        }
    }

    fn arithmetic(&mut self, op: BinOp, int: IntType, left: TermId, right: TermId) -> TermId {
        let operation = operation(op);
        if matches!(operation, Operation::Div | Operation::Rem) {
            let zero = self.logic.terms.is_zero(&mut self.logic.guards, right);
            self.note(zero, ArithFault::DivisionByZero);
        }
        match (int, operation) {
            (IntType::Range { lo, hi }, Operation::Shl | Operation::Shr) => {
                self.shift_in_range(operation, (lo, hi), left, right)
            }
            (int, operation) => {
                if let Some(fault) = fault_beyond(int) {
                    let terms = &mut self.logic.terms;
                    let overflows = terms.overflows(&mut self.logic.guards, operation, left, right);
                    self.note(overflows, fault);
                }
                let result = self.logic.terms.binary(&mut self.logic.guards, operation, left, right);
                self.in_range(int, result);
                result
            }
        }
    }

    /// Shifts of ranges are those of numbers of 64 bits.
    fn shift_in_range(
        &mut self,
        operation: Operation,
        (lo, hi): (i64, i64),
        left: TermId,
        right: TermId,
    ) -> TermId {
        let wide = Format::of_int(IntType::checked(64, true));
        let narrow = self.logic.terms.format(left);
        let terms = &mut self.logic.terms;
        let (left, right) = (terms.resized(left, wide), terms.resized(right, wide));
        let result = terms.binary(&mut self.logic.guards, operation, left, right);
        self.in_range(IntType::Range { lo, hi }, result);
        self.logic.terms.resized(result, narrow)
    }

    fn convert(&mut self, from: Type, to: Type, arg: Val) -> Result<Val, Pause> {
        if let Some(value) = self.as_concrete(arg) {
            let result = ir::eval::convert(from, to, value);
            return self.folded(result, to);
        }
        let Type::Int(int) = to else {
            let message = "Real and decimal numbers made of unknown integers cannot be explored.";
            return Err(Pause::Unsupported(Unsupported::new(message)));
        };
        let format = Format::of_int(int);
        match int {
            IntType::Machine { overflow: Overflow::Checked, .. } => {
                let fits = self.logic.terms.fits(&mut self.logic.guards, arg.term(), format);
                self.note(!fits, ArithFault::Overflow);
            }
            IntType::Machine { overflow: Overflow::Wrapping, .. } => {}
            IntType::Range { .. } => self.in_range(int, arg.term()),
        }
        Ok(Val::Int(self.logic.terms.resized(arg.term(), format)))
    }
}

/// The fault of a result that does not fit, if that is one.
fn fault_beyond(int: IntType) -> Option<ArithFault> {
    match int {
        IntType::Machine { overflow: Overflow::Checked, .. } => Some(ArithFault::Overflow),
        IntType::Machine { overflow: Overflow::Wrapping, .. } => None,
        IntType::Range { .. } => Some(ArithFault::OutOfRange),
    }
}

fn operation(op: BinOp) -> Operation {
    match op {
        BinOp::Add => Operation::Add,
        BinOp::Sub => Operation::Sub,
        BinOp::Mul => Operation::Mul,
        BinOp::Div => Operation::Div,
        BinOp::Rem => Operation::Rem,
        BinOp::Shl => Operation::Shl,
        BinOp::Shr => Operation::Shr,
        BinOp::BitAnd => Operation::And,
        BinOp::BitOr => Operation::Or,
        BinOp::BitXor => Operation::Xor,
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::And | BinOp::Or => {
            panic!("{op:?} where arithmetic must be")
        }
    }
}
