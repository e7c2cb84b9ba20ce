//! The values that made an instruction fail, named as the user would write them.
//!
//! They are evaluated in the state before the instruction: for an assertion what its condition reads, for a null
//! dereference the reference that is null, for an element its index and the length, for arithmetic the operands.

use ir::{CheckOp, Choice, ChoiceOp, CollectionOp, Expr, FaultKind, HeapOp, Instr, Op, TermOp, Terminator};
use verdict::{Binding, Shown, ViolationKind};

use crate::context::Context;
use crate::guards;
use crate::reading::{MAX_READS, Origins, Reader};
use crate::show::contents;
use crate::state::{Next, State};

/// What makes the next instruction of a thread fail. `tested` is what the statement has read to get there.
pub(crate) fn operands(
    ctx: &Context<'_>,
    state: &State,
    thread: usize,
    origins: &Origins,
    kind: &ViolationKind,
    tested: &[Binding],
) -> Vec<Binding> {
    let reader = Reader::new(ctx, state, thread, origins);
    let found = match (state.threads[thread].top().next(ctx.program), kind) {
        (Next::Instr(Instr { op, .. }), _) => of_instr(&reader, op, kind, tested),
        (
            Next::Terminator(Terminator { op: TermOp::Select { joins, .. }, .. }),
            ViolationKind::Fault(fault),
        ) => guards::operands(ctx, state, thread, &reader, joins, fault),
        (Next::Terminator(Terminator { op, .. }), ViolationKind::Fault(fault)) => {
            of_terminator(&reader, op, fault)
        }
        (Next::Terminator(_), _) => Vec::new(),
    };
    distinct(found)
}

fn of_instr(reader: &Reader<'_>, op: &Op, kind: &ViolationKind, tested: &[Binding]) -> Vec<Binding> {
    match (op, kind) {
        (Op::Check(CheckOp::Assert { condition, .. }), ViolationKind::Assertion { .. }) => {
            let mut reads = tested.to_vec();
            reader.reads(condition, &mut reads);
            reads
        }
        (Op::Check(CheckOp::Fault { .. }), _) => tested.to_vec(),
        (_, ViolationKind::Fault(fault)) => of_fault(reader, op, fault),
        (_, ViolationKind::Assertion { .. })
        | (_, ViolationKind::Deadlock | ViolationKind::AcceptanceCycle | ViolationKind::Formula) => {
            Vec::new()
        }
    }
}

fn of_fault(reader: &Reader<'_>, op: &Op, fault: &FaultKind) -> Vec<Binding> {
    match fault {
        FaultKind::NullDereference => nulls(reader, &dereferenced(op)),
        FaultKind::IndexOutOfBounds => index_and_length(reader, op),
        FaultKind::DivisionByZero | FaultKind::Overflow | FaultKind::OutOfRange => {
            let mut culprit = None;
            op.for_each_expr(|expr| culprit = culprit.take().or_else(|| arithmetic(reader, expr, fault)));
            culprit.unwrap_or_default()
        }
        FaultKind::EmptyChoice => empty_collection(reader, op),
        FaultKind::NegativeLength | FaultKind::FailedCast { .. } | FaultKind::ArrayStore { .. } => {
            let mut operand = None;
            op.for_each_expr(|expr| operand = reader.whole(expr));
            operand.into_iter().collect()
        }
        FaultKind::BlockingInAtomic | FaultKind::UnhandledException(_) => Vec::new(),
    }
}

fn of_terminator(reader: &Reader<'_>, op: &TermOp, fault: &FaultKind) -> Vec<Binding> {
    match op {
        TermOp::SwitchClass { object, .. } => nulls(reader, &[object]),
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::Call { .. }
        | TermOp::Return { .. }
        | TermOp::Opaque { .. }
        | TermOp::Select { .. } => {
            let mut culprit = None;
            op.for_each_expr(|expr| culprit = culprit.take().or_else(|| arithmetic(reader, expr, fault)));
            culprit.unwrap_or_default()
        }
    }
}

/// The references that an instruction follows, in the order in which it looks at them.
fn dereferenced(op: &Op) -> Vec<&Expr> {
    match op {
        Op::Heap(HeapOp::Load { object, .. } | HeapOp::Store { object, .. })
        | Op::Collection(CollectionOp::Size { object, .. }) => vec![object],
        Op::Collection(
            CollectionOp::LoadElement { array, .. }
            | CollectionOp::StoreElement { array, .. }
            | CollectionOp::Admits { array, .. },
        ) => vec![array],
        Op::Collection(
            CollectionOp::SetAdd { set, .. }
            | CollectionOp::SetRemove { set, .. }
            | CollectionOp::Contains { set, .. },
        ) => {
            vec![set]
        }
        Op::Collection(
            CollectionOp::SetUnion { set, other } | CollectionOp::SetDifference { set, other },
        ) => vec![set, other],
        Op::Collection(CollectionOp::Send { channel, .. }) => vec![channel],
        Op::Choice(ChoiceOp::Choose { from: Choice::Element(collection), .. }) => vec![collection],
        Op::Choice(ChoiceOp::Choose {
            from: Choice::Bool | Choice::Range { .. } | Choice::Enum(_) | Choice::Any(_),
            ..
        })
        | Op::Choice(ChoiceOp::Havoc { .. })
        | Op::Assign { .. }
        | Op::Heap(HeapOp::New { .. } | HeapOp::Cast { .. } | HeapOp::InstanceOf { .. })
        | Op::Check(_)
        | Op::Thread(_) => Vec::new(),
    }
}

/// The first of the references that is null.
pub(crate) fn nulls(reader: &Reader<'_>, references: &[&Expr]) -> Vec<Binding> {
    let is_null = |expr: &&&Expr| reader.value(expr).is_some_and(|value| value.object().is_none());
    references.iter().find(is_null).and_then(|expr| reader.whole(expr)).into_iter().collect()
}

fn index_and_length(reader: &Reader<'_>, op: &Op) -> Vec<Binding> {
    let Op::Collection(
        CollectionOp::LoadElement { array, index, .. } | CollectionOp::StoreElement { array, index, .. },
    ) = op
    else {
        return Vec::new();
    };
    let object = reader.value(array).and_then(|value| value.object());
    let length = reader.text(array).zip(object).map(|(array, object)| Binding {
        name: format!("length of {array}"),
        value: Shown::Plain(reader.heap().slots(object).len().to_string()),
    });
    reader.whole(index).into_iter().chain(length).collect()
}

/// What a choice is made from, with what it holds: nothing.
fn empty_collection(reader: &Reader<'_>, op: &Op) -> Vec<Binding> {
    let Op::Choice(ChoiceOp::Choose { from: Choice::Element(collection), .. }) = op else {
        return Vec::new();
    };
    let object = reader.value(collection).and_then(|value| value.object());
    let empty = reader.text(collection).zip(object).map(|(name, object)| Binding {
        name,
        value: Shown::Plain(contents(reader.program(), reader.heap(), object)),
    });
    empty.into_iter().collect()
}

/// The operands of the operation that fails in an expression: the first to be evaluated, and the innermost.
pub(crate) fn arithmetic(reader: &Reader<'_>, expr: &Expr, fault: &FaultKind) -> Option<Vec<Binding>> {
    if reader.value(expr).is_some() {
        return None;
    }
    match expr {
        Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => None,
        Expr::Unary { arg, .. } | Expr::Convert { arg, .. } | Expr::Round { arg, .. } => {
            arithmetic(reader, arg, fault).or_else(|| Some(reader.whole(arg).into_iter().collect()))
        }
        Expr::Binary { left, right, .. } => {
            let inner = arithmetic(reader, left, fault).or_else(|| arithmetic(reader, right, fault));
            let operands: &[&Expr] =
                if *fault == FaultKind::DivisionByZero { &[&**right] } else { &[&**left, &**right] };
            inner.or_else(|| Some(operands.iter().filter_map(|operand| reader.whole(operand)).collect()))
        }
    }
}

/// What was read twice counts as it was read last.
fn distinct(reads: Vec<Binding>) -> Vec<Binding> {
    let mut kept: Vec<Binding> = Vec::new();
    for read in reads {
        match kept.iter().position(|known| known.name == read.name) {
            Some(known) => kept[known] = read,
            None if kept.len() < MAX_READS => kept.push(read),
            None => {}
        }
    }
    kept
}
