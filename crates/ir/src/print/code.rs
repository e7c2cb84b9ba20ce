//! Prints expressions, instructions and terminators.
//!
//! `Display` of these types stands for a place where no declaration is known: it writes all operand types that only
//! declarations would tell. The reader reads that form too.

use std::fmt;

use super::scope::{InScope, Quoted, Scope};
use crate::instr::{
    BinOp, CheckOp, Choice, ChoiceOp, CollectionOp, Element, Expr, FaultKind, Guard, HeapOp, Join,
    NullPolicy, Op, Place, Probe, Rounding, TermOp, ThreadOp, UnOp,
};
use crate::types::Type;
use crate::typing::implied_operand_type;
use crate::value::{Real, Value};

macro_rules! display_without_scope {
    ($($name:ty),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.print(Scope::UNKNOWN, f)
            }
        }
    )*};
}

display_without_scope!(Expr, Op, TermOp, Join, Guard, Probe, Choice, Place);

/// Items with commas between.
struct Commas<'a, T>(&'a [T]);

impl<T: InScope> InScope for Commas<'_, T> {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            let between = if index == 0 { "" } else { ", " };
            write!(f, "{between}{}", scope.show(item))?;
        }
        Ok(())
    }
}

impl InScope for Place {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Local(local) => local.print(scope, f),
            Place::Global(global) => global.print(scope, f),
        }
    }
}

impl InScope for Expr {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Binary { op, ty, left, right } => {
                let implied =
                    implied_operand_type(*op, left.natural_type(&scope), right.natural_type(&scope));
                let (left, right) = (Operand(left), Operand(right));
                write!(f, "{} {op}", scope.show(&left))?;
                if implied != Some(*ty) {
                    write!(f, "{{{}}}", scope.show(ty))?;
                }
                write!(f, " {}", scope.show(&right))
            }
            Expr::Const(_)
            | Expr::Local(_)
            | Expr::Global(_)
            | Expr::SelfId
            | Expr::Unary { .. }
            | Expr::Convert { .. }
            | Expr::Round { .. } => Operand(self).print(scope, f),
        }
    }
}

/// An expression beside an operator.
struct Operand<'a>(&'a Expr);

impl InScope for Operand<'_> {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Const(value) => print_constant(*value, scope, f),
            Expr::Local(local) => local.print(scope, f),
            Expr::Global(global) => global.print(scope, f),
            Expr::SelfId => f.write_str("self"),
            Expr::Unary { op, ty, arg } => {
                write!(f, "{op}")?;
                if arg.natural_type(&scope) != Some(*ty) {
                    write!(f, "{{{}}} ", scope.show(ty))?;
                }
                Operand(arg).print(scope, f)
            }
            Expr::Binary { .. } => write!(f, "({})", scope.show(self.0)),
            Expr::Convert { from, to, arg } => {
                let (from, to) = (scope.show(from), scope.show(to));
                write!(f, "convert{{{from} -> {to}}}({})", scope.show(&**arg))
            }
            Expr::Round { from, to, rounding, arg } => {
                let from = Type::Real(*from);
                write!(f, "round {rounding}{{{from} -> {to}}}({})", scope.show(&**arg))
            }
        }
    }
}

fn print_constant(value: Value, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Null => f.write_str("null"),
        Value::Bool(truth) => write!(f, "{truth}"),
        Value::Int(number) => write!(f, "{number}"),
        Value::Real(real) => write!(f, "{real}"),
        Value::Decimal(decimal) => write!(f, "{decimal}m"),
        Value::String(text) => text.print(scope, f),
        Value::Ref(object) => write!(f, "{object}"),
    }
}

impl fmt::Display for Real {
    /// The shortest text that reads back to the same bits, always with a point, an exponent or a word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.get();
        if number.is_nan() { f.write_str("nan") } else { write!(f, "{number:?}") }
    }
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rounding::Saturating => "saturating",
            Rounding::Checked => "checked",
        })
    }
}

impl fmt::Display for UnOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnOp::Not => "!",
            UnOp::Neg => "-",
            UnOp::BitNot => "~",
        })
    }
}

impl fmt::Display for BinOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::And => "&&",
            BinOp::Or => "||",
        })
    }
}

fn policy(null: NullPolicy) -> &'static str {
    match null {
        NullPolicy::Fault => "",
        NullPolicy::Total => "total ",
    }
}

impl InScope for Op {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut dsts = Vec::new();
        self.for_each_written(|dst| dsts.push(dst));
        if !dsts.is_empty() {
            write!(f, "{} = ", scope.show(&Commas(&dsts)))?;
        }
        match self {
            Op::Assign { dst: _, value } => value.print(scope, f),
            Op::Heap(op) => op.print(scope, f),
            Op::Collection(op) => op.print(scope, f),
            Op::Choice(ChoiceOp::Choose { dst: _, from }) => write!(f, "choose {}", scope.show(from)),
            Op::Choice(ChoiceOp::Havoc { reach, dst: _ }) if reach.is_empty() => f.write_str("havoc"),
            Op::Choice(ChoiceOp::Havoc { reach, dst: _ }) => {
                write!(f, "havoc {}", scope.show(&Commas(reach)))
            }
            Op::Check(op) => op.print(scope, f),
            Op::Thread(op) => op.print(scope, f),
        }
    }
}

/// What stands after the destination.
impl InScope for HeapOp {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |expr| OperandIn { scope, expr };
        match self {
            HeapOp::Load { dst: _, object, field, null } => {
                write!(f, "load {}{}.{}", policy(*null), operand(object), scope.show(field))
            }
            HeapOp::Store { object, field, value, null } => {
                let (field, value) = (scope.show(field), scope.show(value));
                write!(f, "store {}{}.{field} = {value}", policy(*null), operand(object))
            }
            HeapOp::New { dst: _, class, length: None } => write!(f, "new {}", scope.show(class)),
            HeapOp::New { dst: _, class, length: Some(length) } => {
                write!(f, "new {}[{}]", scope.show(class), scope.show(length))
            }
            HeapOp::Cast { dst: _, object, class } => {
                write!(f, "cast {} to {}", operand(object), scope.show(class))
            }
            HeapOp::InstanceOf { dst: _, object, class } => {
                write!(f, "instance {} of {}", operand(object), scope.show(class))
            }
        }
    }
}

/// What stands after the destination.
impl InScope for CollectionOp {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |expr| OperandIn { scope, expr };
        match self {
            CollectionOp::LoadElement { dst: _, array, index } => {
                write!(f, "load {}[{}]", operand(array), scope.show(index))
            }
            CollectionOp::StoreElement { array, index, value } => {
                write!(f, "store {}[{}] = {}", operand(array), scope.show(index), scope.show(value))
            }
            CollectionOp::Admits { dst: _, array, value } => print_pair("admits", array, value, scope, f),
            CollectionOp::Size { dst: _, object } => write!(f, "size {}", scope.show(object)),
            CollectionOp::SetAdd { set, element } => print_element("insert", set, element, scope, f),
            CollectionOp::SetRemove { set, element } => print_element("remove", set, element, scope, f),
            CollectionOp::SetUnion { set, other } => print_pair("union", set, other, scope, f),
            CollectionOp::SetDifference { set, other } => print_pair("difference", set, other, scope, f),
            CollectionOp::Contains { dst: _, set, element } => {
                print_element("contains", set, element, scope, f)
            }
            CollectionOp::Send { channel, message } => print_pair("send", channel, message, scope, f),
        }
    }
}

/// What stands after the destination.
impl InScope for CheckOp {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckOp::Assume { condition } => write!(f, "assume {}", scope.show(condition)),
            CheckOp::Assert { condition, message: None } => {
                write!(f, "assert {}", scope.show(condition))
            }
            CheckOp::Assert { condition, message: Some(message) } => {
                write!(f, "assert {}, {}", scope.show(condition), Quoted(message))
            }
            CheckOp::Fault { kind } => print_fault(kind, f),
            CheckOp::Accept { condition } => write!(f, "accept {}", scope.show(condition)),
            CheckOp::Trace { text, args } => {
                write!(f, "trace {}", Quoted(text))?;
                args.iter().try_for_each(|arg| write!(f, ", {}", scope.show(arg)))
            }
            CheckOp::Output { error: false, unit } => write!(f, "output {}", scope.show(unit)),
            CheckOp::Output { error: true, unit } => write!(f, "output error {}", scope.show(unit)),
        }
    }
}

/// What stands after the destination.
impl InScope for ThreadOp {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThreadOp::Spawn { proc, args } => {
                write!(f, "spawn {}({})", scope.show(proc), scope.show(&Commas(args)))
            }
            ThreadOp::AtomicBegin => f.write_str("atomic begin"),
            ThreadOp::AtomicEnd => f.write_str("atomic end"),
            ThreadOp::Yield => f.write_str("yield"),
        }
    }
}

struct OperandIn<'a> {
    scope: Scope<'a>,
    expr: &'a Expr,
}

impl fmt::Display for OperandIn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Operand(self.expr).print(self.scope, f)
    }
}

fn print_pair(
    word: &str,
    left: &Expr,
    right: &Expr,
    scope: Scope<'_>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(f, "{word} {}, {}", scope.show(left), scope.show(right))
}

fn print_element(
    word: &str,
    set: &Expr,
    element: &Element,
    scope: Scope<'_>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match element {
        Element::Value(value) => print_pair(word, set, value, scope, f),
        Element::Record(fields) => {
            write!(f, "{word} {}, record({})", scope.show(set), scope.show(&Commas(fields)))
        }
    }
}

fn print_fault(kind: &FaultKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "fault {}", kind.slug())?;
    match kind {
        FaultKind::UnhandledException(name) => write!(f, " {}", Quoted(name)),
        FaultKind::FailedCast { object: first, class: second }
        | FaultKind::ArrayStore { array: first, object: second } => {
            write!(f, " {} {}", Quoted(first), Quoted(second))
        }
        FaultKind::NullDereference
        | FaultKind::IndexOutOfBounds
        | FaultKind::DivisionByZero
        | FaultKind::Overflow
        | FaultKind::OutOfRange
        | FaultKind::NegativeLength
        | FaultKind::EmptyChoice
        | FaultKind::BlockingInAtomic => Ok(()),
    }
}

impl InScope for Choice {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Bool => write!(f, "{}", Type::Bool),
            Choice::Range { lo, hi } => write!(f, "{lo}..{hi}"),
            Choice::Enum(id) => id.print(scope, f),
            Choice::Any(ty) => write!(f, "any {}", scope.show(ty)),
            Choice::Element(collection) => write!(f, "in {}", scope.show(collection)),
        }
    }
}

impl InScope for TermOp {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TermOp::Goto { targets } if targets.is_empty() => f.write_str("goto"),
            TermOp::Goto { targets } => {
                let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
                write!(f, "goto {}", targets.join(", "))
            }
            TermOp::Branch { condition, then_to, else_to } => {
                write!(f, "branch {}, {then_to}, {else_to}", scope.show(condition))
            }
            TermOp::Switch { value, cases, default } => {
                write!(f, "switch {} {{ ", scope.show(value))?;
                cases.iter().try_for_each(|(case, target)| write!(f, "{case} -> {target}, "))?;
                write!(f, "else -> {default} }}")
            }
            TermOp::SwitchClass { object, cases, default } => {
                write!(f, "switch class {} {{ ", scope.show(object))?;
                cases
                    .iter()
                    .try_for_each(|(class, target)| write!(f, "{} -> {target}, ", scope.show(class)))?;
                write!(f, "else -> {default} }}")
            }
            TermOp::Call { proc, args, results, next } => {
                if !results.is_empty() {
                    write!(f, "{} = ", scope.show(&Commas(results)))?;
                }
                write!(f, "call {}({}) -> {next}", scope.show(proc), scope.show(&Commas(args)))
            }
            TermOp::Return { values } if values.is_empty() => f.write_str("return"),
            TermOp::Return { values } => write!(f, "return {}", scope.show(&Commas(values))),
            TermOp::Select { joins, first, end } => {
                write!(f, "{}{{", SelectHead { first: *first, end: *end })?;
                for (index, join) in joins.iter().enumerate() {
                    let between = if index == 0 { "" } else { ";" };
                    write!(f, "{between} {}", scope.show(join))?;
                }
                f.write_str(" }")
            }
            TermOp::Opaque { reason } => write!(f, "opaque {}", Quoted(reason)),
        }
    }
}

/// `select first end `.
pub(super) struct SelectHead {
    pub(super) first: bool,
    pub(super) end: bool,
}

impl fmt::Display for SelectHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, end) = (if self.first { "first " } else { "" }, if self.end { "end " } else { "" });
        write!(f, "select {first}{end}")
    }
}

impl InScope for Join {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Join { guards, target, span: _ } = self;
        let space = if guards.is_empty() { "" } else { " " };
        write!(f, "{}{space}-> {target}", scope.show(&Commas(guards)))
    }
}

impl InScope for Guard {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guard::Wait(probe) => write!(f, "wait {}", scope.show(probe)),
            Guard::Receive { channel, dst } => {
                write!(f, "{} = receive {}", scope.show(dst), scope.show(channel))
            }
            Guard::Always => f.write_str("always"),
        }
    }
}

impl InScope for Probe {
    fn print(&self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Probe::Expr(expr) => expr.print(scope, f),
            Probe::Call { proc, args } => {
                write!(f, "call {}({})", scope.show(proc), scope.show(&Commas(args)))
            }
        }
    }
}
