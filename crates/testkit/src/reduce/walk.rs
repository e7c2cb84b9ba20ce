//! Everything in a program that can be changed in place: ids and expressions.

use ir::{
    ClassId, ClassKind, EnumId, Expr, FieldId, GlobalId, LocalId, Place, Proc, ProcId, Program, Type,
    VisitorMut,
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
    let Program { classes, fields, enums: _, strings: _, globals, procs, init, threads } = program;
    for class in classes.iter_mut() {
        let procs = class.methods.iter_mut().filter_map(|method| method.proc.as_mut());
        procs.for_each(|proc| see(Mention::Proc(proc)));
        match &mut class.kind {
            ClassKind::Record { parent, interfaces, fields: _ } => {
                parent.iter_mut().chain(interfaces).for_each(|class| see(Mention::Class(class)));
            }
            ClassKind::Interface { extends } => {
                extends.iter_mut().for_each(|class| see(Mention::Class(class)))
            }
            ClassKind::Array { element, length: _, above } => {
                in_type(element, see);
                above.iter_mut().for_each(|class| see(Mention::Class(class)));
            }
            ClassKind::Set { element, .. } | ClassKind::Channel { element } => {
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
        block.instrs.iter_mut().for_each(|instr| instr.op.visit_mut(&mut Mentions(see)));
        block.terminator.op.visit_mut(&mut Mentions(see));
    }
    for_each_operand(proc, &mut |expr| in_expr(expr, see));
}

fn in_type(ty: &mut Type, see: &mut dyn FnMut(Mention<'_>)) {
    match ty {
        Type::Enum(id) => see(Mention::Enum(id)),
        Type::Ref(class) => see(Mention::Class(class)),
        Type::Bool | Type::Int(_) | Type::Real(_) | Type::Decimal | Type::String | Type::Object => {}
    }
}

fn in_place(place: &mut Place, see: &mut dyn FnMut(Mention<'_>)) {
    match place {
        Place::Local(local) => see(Mention::Local(local)),
        Place::Global(global) => see(Mention::Global(global)),
    }
}

fn in_expr(expr: &mut Expr, see: &mut dyn FnMut(Mention<'_>)) {
    expr.visit_mut(&mut |part| match part {
        Expr::Const(_) | Expr::SelfId => {}
        Expr::Local(local) => see(Mention::Local(local)),
        Expr::Global(global) => see(Mention::Global(global)),
        Expr::Unary { op: _, ty, arg: _ } | Expr::Binary { op: _, ty, left: _, right: _ } => in_type(ty, see),
        Expr::Convert { from, to, arg: _ } => {
            in_type(from, see);
            in_type(to, see);
        }
        Expr::Round { from: _, to: _, rounding: _, arg: _ } => {}
    });
}

/// Ids of instructions and terminators outside their operands.
struct Mentions<'s>(&'s mut dyn FnMut(Mention<'_>));

impl VisitorMut for Mentions<'_> {
    fn written(&mut self, place: &mut Place) {
        in_place(place, self.0);
    }

    fn class(&mut self, class: &mut ClassId) {
        (self.0)(Mention::Class(class));
    }

    fn field(&mut self, field: &mut FieldId) {
        (self.0)(Mention::Field(field));
    }

    fn enumeration(&mut self, id: &mut EnumId) {
        (self.0)(Mention::Enum(id));
    }

    fn proc(&mut self, proc: &mut ProcId) {
        (self.0)(Mention::Proc(proc));
    }
}

/// Calls `change` on every operand of every instruction and terminator: the roots of expressions.
pub(super) fn for_each_operand(proc: &mut Proc, change: &mut dyn FnMut(&mut Expr)) {
    for block in proc.blocks.iter_mut() {
        block.instrs.iter_mut().for_each(|instr| instr.op.for_each_expr_mut(&mut *change));
        block.terminator.op.for_each_expr_mut(&mut *change);
    }
}

/// Calls `change` on every expression of the program and on everything below it, parents first.
pub(super) fn for_each_expr(program: &mut Program, mut change: &mut dyn FnMut(&mut Expr)) {
    for proc in program.procs.iter_mut() {
        for_each_operand(proc, &mut |operand| operand.visit_mut(&mut change));
    }
}
