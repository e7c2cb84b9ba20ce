//! Everything in a program that can be changed in place: ids and expressions.

use ir::{
    Choice, ClassId, ClassKind, EnumId, Expr, FieldId, GlobalId, Guard, LocalId, Op, Place, Probe, Proc,
    ProcId, Program, TermOp, Type,
};

/// An id at the place where it stands; the place of its declaration is not among them.
pub(super) enum Mention<'a> {
    Class(&'a mut ClassId),
    Field(&'a mut FieldId),
    Enum(&'a mut EnumId),
    Global(&'a mut GlobalId),
    Local(&'a mut LocalId),
    Proc(&'a mut ProcId),
}

/// Calls `see` on every id that the program mentions. The field lists of classes count as declarations.
pub(super) fn for_each_mention(program: &mut Program, see: &mut dyn FnMut(Mention<'_>)) {
    let Program { classes, fields, enums: _, globals, procs, init, threads } = program;
    for class in classes.iter_mut() {
        match &mut class.kind {
            ClassKind::Record { parent, interfaces, fields: _ } => {
                parent.iter_mut().chain(interfaces).for_each(|class| see(Mention::Class(class)));
            }
            ClassKind::Interface { extends } => {
                extends.iter_mut().for_each(|class| see(Mention::Class(class)))
            }
            ClassKind::Array { element, .. }
            | ClassKind::Set { element, .. }
            | ClassKind::Channel { element } => {
                in_type(element, see);
            }
        }
    }
    for field in fields.iter_mut() {
        see(Mention::Class(&mut field.class));
        in_type(&mut field.ty, see);
    }
    globals.iter_mut().for_each(|global| in_type(&mut global.ty, see));
    procs.iter_mut().for_each(|proc| in_proc(proc, see));
    init.iter_mut().chain(threads).for_each(|proc| see(Mention::Proc(proc)));
}

/// The same within one procedure: the only place where ids of locals mean something.
pub(super) fn in_proc(proc: &mut Proc, see: &mut dyn FnMut(Mention<'_>)) {
    proc.results.iter_mut().for_each(|ty| in_type(ty, see));
    proc.locals.iter_mut().for_each(|local| in_type(&mut local.ty, see));
    for block in proc.blocks.iter_mut() {
        for instr in &mut block.instrs {
            in_op(&mut instr.op, see);
        }
        in_terminator(&mut block.terminator.op, see);
    }
    for_each_operand(proc, &mut |expr| in_expr(expr, see));
}

fn in_type(ty: &mut Type, see: &mut dyn FnMut(Mention<'_>)) {
    match ty {
        Type::Enum(id) => see(Mention::Enum(id)),
        Type::Ref(class) => see(Mention::Class(class)),
        Type::Bool | Type::Int(_) | Type::Real(_) | Type::Decimal | Type::Object => {}
    }
}

fn in_place(place: &mut Place, see: &mut dyn FnMut(Mention<'_>)) {
    match place {
        Place::Local(local) => see(Mention::Local(local)),
        Place::Global(global) => see(Mention::Global(global)),
    }
}

fn in_expr(expr: &mut Expr, see: &mut dyn FnMut(Mention<'_>)) {
    match expr {
        Expr::Const(_) | Expr::SelfId => {}
        Expr::Local(local) => see(Mention::Local(local)),
        Expr::Global(global) => see(Mention::Global(global)),
        Expr::Unary { op: _, ty, arg } => {
            in_type(ty, see);
            in_expr(arg, see);
        }
        Expr::Binary { op: _, ty, left, right } => {
            in_type(ty, see);
            in_expr(left, see);
            in_expr(right, see);
        }
        Expr::Convert { from, to, arg } => {
            in_type(from, see);
            in_type(to, see);
            in_expr(arg, see);
        }
    }
}

/// Ids of an instruction outside its operands.
fn in_op(op: &mut Op, see: &mut dyn FnMut(Mention<'_>)) {
    match op {
        Op::Assign { dst, .. }
        | Op::LoadElement { dst, .. }
        | Op::Size { dst, .. }
        | Op::Contains { dst, .. } => in_place(dst, see),
        Op::Load { dst, field, .. } => {
            in_place(dst, see);
            see(Mention::Field(field));
        }
        Op::Store { field, .. } => see(Mention::Field(field)),
        Op::New { dst, class, .. } | Op::Cast { dst, class, .. } | Op::InstanceOf { dst, class, .. } => {
            in_place(dst, see);
            see(Mention::Class(class));
        }
        Op::Choose { dst, from } => {
            in_place(dst, see);
            match from {
                Choice::Enum(id) => see(Mention::Enum(id)),
                Choice::Bool | Choice::Range { .. } | Choice::Element(_) => {}
            }
        }
        Op::Spawn { proc, .. } => see(Mention::Proc(proc)),
        Op::StoreElement { .. }
        | Op::SetAdd { .. }
        | Op::SetRemove { .. }
        | Op::SetUnion { .. }
        | Op::SetDifference { .. }
        | Op::Send { .. }
        | Op::Assume { .. }
        | Op::Assert { .. }
        | Op::Fault { .. }
        | Op::Accept { .. }
        | Op::Trace { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Yield => {}
    }
}

/// Ids of a terminator outside its operands.
fn in_terminator(op: &mut TermOp, see: &mut dyn FnMut(Mention<'_>)) {
    match op {
        TermOp::SwitchClass { cases, .. } => {
            cases.iter_mut().for_each(|(class, _)| see(Mention::Class(class)));
        }
        TermOp::Call { proc, results, .. } => {
            see(Mention::Proc(proc));
            results.iter_mut().for_each(|place| in_place(place, see));
        }
        TermOp::Select { joins, .. } => {
            for guard in joins.iter_mut().flat_map(|join| &mut join.guards) {
                match guard {
                    Guard::Wait(probe) => in_probe(probe, see),
                    Guard::Receive { channel, dst } => {
                        in_probe(channel, see);
                        in_place(dst, see);
                    }
                    Guard::Always => {}
                }
            }
        }
        TermOp::Goto { .. } | TermOp::Branch { .. } | TermOp::Switch { .. } | TermOp::Return { .. } => {}
    }
}

fn in_probe(probe: &mut Probe, see: &mut dyn FnMut(Mention<'_>)) {
    match probe {
        Probe::Call { proc, args: _ } => see(Mention::Proc(proc)),
        Probe::Expr(_) => {}
    }
}

/// Calls `change` on every operand of every instruction and terminator: the roots of expressions.
pub(super) fn for_each_operand(proc: &mut Proc, change: &mut dyn FnMut(&mut Expr)) {
    for block in proc.blocks.iter_mut() {
        for instr in &mut block.instrs {
            operands_of_op(&mut instr.op, change);
        }
        operands_of_terminator(&mut block.terminator.op, change);
    }
}

fn operands_of_op(op: &mut Op, change: &mut dyn FnMut(&mut Expr)) {
    match op {
        Op::Assign { value, .. } => change(value),
        Op::Load { object, .. }
        | Op::Cast { object, .. }
        | Op::InstanceOf { object, .. }
        | Op::Size { object, .. } => change(object),
        Op::Store { object: first, value: second, .. }
        | Op::LoadElement { array: first, index: second, .. }
        | Op::SetUnion { set: first, other: second }
        | Op::SetDifference { set: first, other: second }
        | Op::Send { channel: first, message: second } => [first, second].into_iter().for_each(change),
        Op::SetAdd { set, element } | Op::SetRemove { set, element } | Op::Contains { set, element, .. } => {
            std::iter::once(set).chain(element.exprs_mut()).for_each(change);
        }
        Op::StoreElement { array, index, value } => [array, index, value].into_iter().for_each(change),
        Op::New { length, .. } => length.iter_mut().for_each(change),
        Op::Choose { from, .. } => match from {
            Choice::Element(collection) => change(collection),
            Choice::Bool | Choice::Range { .. } | Choice::Enum(_) => {}
        },
        Op::Assume { condition } | Op::Assert { condition, .. } | Op::Accept { condition } => {
            change(condition)
        }
        Op::Trace { args, .. } | Op::Spawn { args, .. } => args.iter_mut().for_each(change),
        Op::Fault { .. } | Op::AtomicBegin | Op::AtomicEnd | Op::Yield => {}
    }
}

fn operands_of_terminator(op: &mut TermOp, change: &mut dyn FnMut(&mut Expr)) {
    match op {
        TermOp::Goto { .. } => {}
        TermOp::Branch { condition: value, .. }
        | TermOp::Switch { value, .. }
        | TermOp::SwitchClass { object: value, .. } => change(value),
        TermOp::Call { args, .. } => args.iter_mut().for_each(change),
        TermOp::Return { values } => values.iter_mut().for_each(change),
        TermOp::Select { joins, .. } => {
            for guard in joins.iter_mut().flat_map(|join| &mut join.guards) {
                match guard {
                    Guard::Wait(probe) | Guard::Receive { channel: probe, .. } => match probe {
                        Probe::Expr(expr) => change(expr),
                        Probe::Call { args, .. } => args.iter_mut().for_each(&mut *change),
                    },
                    Guard::Always => {}
                }
            }
        }
    }
}

/// Calls `change` on every expression of the program and on everything below it, parents first.
pub(super) fn for_each_expr(program: &mut Program, change: &mut dyn FnMut(&mut Expr)) {
    for proc in program.procs.iter_mut() {
        for_each_operand(proc, &mut |operand| below(operand, change));
    }
}

fn below(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    change(expr);
    match expr {
        Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => {}
        Expr::Unary { arg, .. } | Expr::Convert { arg, .. } => below(arg, change),
        Expr::Binary { left, right, .. } => {
            below(left, change);
            below(right, change);
        }
    }
}
