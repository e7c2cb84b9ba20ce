//! Which programs are sequential Boolean programs, and what keeps the others from being ones: by name and place.

use ir::{
    BinOp, CheckOp, Choice, ChoiceOp, CollectionOp, Expr, HeapOp, Op, Program, TermOp, ThreadOp, Type, UnOp,
    Value,
};
use verdict::Unsupported;

use crate::graph::{Act, act};

/// What keeps a program from being a sequential Boolean program, if anything does.
pub(crate) fn unsupported(program: &Program) -> Option<Unsupported> {
    if let Some(second) = program.second_thread() {
        let name = &program.procs[second.proc].name;
        let message = format!("The program has more than one thread: it also starts `{name}`.");
        return Some(Unsupported::new(message).at(second.span));
    }
    variable(program).or_else(|| statement(program))
}

/// A variable or result that is not true or false.
fn variable(program: &Program) -> Option<Unsupported> {
    let refuse = |what: String, ty: Type, span| {
        let ty = program.type_name(ty);
        Some(Unsupported::new(format!("{what} has the type `{ty}`, and is not Boolean.")).at(span))
    };
    if let Some(global) = program.globals.iter().find(|global| global.ty != Type::Bool) {
        return refuse(format!("The global variable `{}`", global.name), global.ty, global.span);
    }
    for proc in &program.procs {
        if let Some(local) = proc.locals.iter().find(|local| local.ty != Type::Bool) {
            let what = format!("The variable `{}` of `{}`", local.name, proc.name);
            return refuse(what, local.ty, local.span.or(proc.span));
        }
        if let Some(&result) = proc.results.iter().find(|&&ty| ty != Type::Bool) {
            return refuse(format!("A result of `{}`", proc.name), result, proc.span);
        }
    }
    None
}

/// A statement that no Boolean program has.
fn statement(program: &Program) -> Option<Unsupported> {
    for proc in &program.procs {
        let refuse = |what: &str, span| {
            let message = format!("A statement of `{}` is none of a Boolean program: {what}.", proc.name);
            Some(Unsupported::new(message).at(span))
        };
        for block in &proc.blocks {
            if let Some(instr) = block.instrs.iter().find(|instr| !is_boolean_op(&instr.op)) {
                return refuse(op_name(&instr.op), instr.site.span);
            }
            if !is_boolean_terminator(&block.terminator.op) {
                return refuse(terminator_name(&block.terminator.op), block.terminator.site.span);
            }
        }
    }
    None
}

fn op_name(op: &Op) -> &'static str {
    match op {
        Op::Assign { .. } | Op::Check(CheckOp::Assume { .. } | CheckOp::Assert { .. }) => NUMBERS,
        Op::Choice(ChoiceOp::Choose { from: Choice::Range { .. }, .. }) => "it chooses a number",
        Op::Choice(ChoiceOp::Choose { from: Choice::Enum(_), .. }) => "it chooses a constant of an enum",
        Op::Choice(ChoiceOp::Choose { from: Choice::Element(_), .. }) => "it chooses an element",
        Op::Heap(HeapOp::Load { .. }) => "it reads a field",
        Op::Heap(HeapOp::Store { .. }) => "it writes a field",
        Op::Heap(HeapOp::New { .. }) => "it allocates an object",
        Op::Heap(HeapOp::Cast { .. }) => "it casts a reference",
        Op::Heap(HeapOp::InstanceOf { .. }) => "it tests the class of an object",
        Op::Collection(CollectionOp::LoadElement { .. } | CollectionOp::StoreElement { .. }) => {
            "it uses an element of an array"
        }
        Op::Collection(CollectionOp::Size { .. }) => "it asks for a size",
        Op::Collection(
            CollectionOp::SetAdd { .. }
            | CollectionOp::SetRemove { .. }
            | CollectionOp::SetUnion { .. }
            | CollectionOp::SetDifference { .. }
            | CollectionOp::Contains { .. },
        ) => "it uses a set",
        Op::Collection(CollectionOp::Send { .. }) => "it uses a channel",
        Op::Check(CheckOp::Accept { .. }) => "it marks states as accepting",
        Op::Thread(ThreadOp::Spawn { .. }) => "it starts a thread",
        Op::Choice(ChoiceOp::Choose { from: Choice::Bool, .. })
        | Op::Check(CheckOp::Fault { .. } | CheckOp::Trace { .. })
        | Op::Thread(ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Yield) => {
            panic!("{op:?} is an instruction of Boolean programs")
        }
    }
}

fn terminator_name(op: &TermOp) -> &'static str {
    match op {
        TermOp::Branch { .. } | TermOp::Call { .. } | TermOp::Return { .. } => NUMBERS,
        TermOp::Switch { .. } => "it branches on a number",
        TermOp::SwitchClass { .. } => "it branches on a class",
        TermOp::Select { .. } => "it waits",
        TermOp::Goto { .. } => panic!("{op:?} is a terminator of Boolean programs"),
    }
}

const NUMBERS: &str = "it computes with numbers or references";

fn is_boolean_op(op: &Op) -> bool {
    match act(op) {
        Some(Act::Assign(_, expr) | Act::Assume(expr) | Act::Assert(expr)) => is_boolean(expr),
        Some(Act::Choose(_) | Act::Fail | Act::Nothing) => true,
        None => false,
    }
}

fn is_boolean_terminator(op: &TermOp) -> bool {
    match op {
        TermOp::Goto { .. } => true,
        TermOp::Branch { condition, .. } => is_boolean(condition),
        TermOp::Call { args: exprs, .. } | TermOp::Return { values: exprs } => exprs.iter().all(is_boolean),
        TermOp::Switch { .. } | TermOp::SwitchClass { .. } | TermOp::Select { .. } => false,
    }
}

fn is_boolean(expr: &Expr) -> bool {
    match expr {
        Expr::Const(Value::Bool(_)) | Expr::Local(_) | Expr::Global(_) => true,
        Expr::Unary { op: UnOp::Not, arg, .. } => is_boolean(arg),
        Expr::Binary { op, left, right, .. } => {
            let known = match op {
                BinOp::And
                | BinOp::Or
                | BinOp::Eq
                | BinOp::Ne
                | BinOp::BitAnd
                | BinOp::BitOr
                | BinOp::BitXor => true,
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
                | BinOp::Ge => false,
            };
            known && is_boolean(left) && is_boolean(right)
        }
        Expr::Const(_) | Expr::SelfId | Expr::Unary { .. } | Expr::Convert { .. } | Expr::Round { .. } => {
            false
        }
    }
}
