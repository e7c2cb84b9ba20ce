//! The passes over declarations: what nothing mentions goes, and the ids behind it move up.

use base::{Id, IndexVec};
use ir::{
    ClassId, ClassKind, EnumId, FieldId, GlobalId, Guard, LocalId, Op, Probe, ProcId, Program, TermOp,
    ThreadOp,
};

use super::Offers;
use super::walk::{Mention, for_each_mention, in_proc};

/// Where an id moves when the one with the number `removed` goes.
fn moved<I: Id>(id: I, removed: I) -> I {
    if id.index() > removed.index() { I::new(id.index() - 1) } else { id }
}

fn remove<I: Id, T>(items: &mut IndexVec<I, T>, removed: I) {
    let mut rest = std::mem::take(items).into_vec();
    rest.remove(removed.index());
    *items = rest.into();
}

/// Whether any mention in the program satisfies the condition.
fn mentions(program: &Program, mut wanted: impl FnMut(&Mention<'_>) -> bool) -> bool {
    let mut found = false;
    for_each_mention(&mut program.clone(), &mut |mention| found |= wanted(&mention));
    found
}

/// The methods of a class, all at once: nothing that runs looks at them.
pub(super) fn drop_methods(offers: &mut dyn Offers) {
    for class in offers.best().classes.ids() {
        let mut candidate = offers.best().clone();
        candidate.classes[class].methods.clear();
        offers.offer(candidate);
    }
}

/// Procedures that nothing calls, spawns or starts; a procedure that only calls itself counts as such.
pub(super) fn drop_procs(offers: &mut dyn Offers) {
    for proc in offers.best().procs.ids().rev() {
        let mut candidate = offers.best().clone();
        remove(&mut candidate.procs, proc);
        if mentions(&candidate, |mention| matches!(mention, Mention::Proc(id) if **id == proc)) {
            continue;
        }
        for_each_mention(&mut candidate, &mut |mention| {
            if let Mention::Proc(id) = mention {
                *id = moved(*id, proc);
            }
        });
        offers.offer(candidate);
    }
}

/// Parameters and results of procedures, at all calls too. A parameter becomes a plain local, which goes later if
/// nothing reads it.
pub(super) fn drop_signatures(offers: &mut dyn Offers) {
    for proc in offers.best().procs.ids() {
        for index in (0..offers.best().procs[proc].n_params).rev() {
            let candidate = without_param(offers.best(), proc, index);
            offers.offer(candidate);
        }
        for index in (0..offers.best().procs[proc].results.len()).rev() {
            let candidate = without_result(offers.best(), proc, index);
            offers.offer(candidate);
        }
        let mut candidate = offers.best().clone();
        candidate.procs[proc].observer = false;
        offers.offer(candidate);
    }
}

fn without_param(program: &Program, proc: ProcId, index: usize) -> Program {
    let mut candidate = program.clone();
    let changed = &mut candidate.procs[proc];
    let last = changed.n_params - 1;
    changed.n_params = last;
    let mut locals = std::mem::take(&mut changed.locals).into_vec();
    locals[index..=last].rotate_left(1);
    changed.locals = locals.into();
    in_proc(changed, &mut |mention| {
        if let Mention::Local(local) = mention {
            let number = local.index();
            *local = match number {
                _ if number == index => LocalId::new(last),
                _ if number > index && number <= last => LocalId::new(number - 1),
                _ => *local,
            };
        }
    });
    for_each_args(&mut candidate, proc, |args| drop(args.remove(index)));
    candidate
}

/// Calls `change` on the arguments of every call, spawn and probe of the procedure.
fn for_each_args(program: &mut Program, proc: ProcId, mut change: impl FnMut(&mut Vec<ir::Expr>)) {
    for block in program.procs.iter_mut().flat_map(|proc| proc.blocks.iter_mut()) {
        for instr in &mut block.instrs {
            if let Op::Thread(ThreadOp::Spawn { proc: spawned, args }) = &mut instr.op
                && *spawned == proc
            {
                change(args);
            }
        }
        match &mut block.terminator.op {
            TermOp::Call { proc: called, args, .. } if *called == proc => change(args),
            TermOp::Select { joins, .. } => {
                for guard in joins.iter_mut().flat_map(|join| &mut join.guards) {
                    if let Guard::Wait(probe) | Guard::Receive { channel: probe, .. } = guard
                        && let Probe::Call { proc: called, args } = probe
                        && *called == proc
                    {
                        change(args);
                    }
                }
            }
            TermOp::Goto { .. }
            | TermOp::Branch { .. }
            | TermOp::Switch { .. }
            | TermOp::SwitchClass { .. }
            | TermOp::Call { .. }
            | TermOp::Return { .. }
            | TermOp::Opaque { .. } => {}
        }
    }
}

fn without_result(program: &Program, proc: ProcId, index: usize) -> Program {
    let mut candidate = program.clone();
    candidate.procs[proc].results.remove(index);
    for block in candidate.procs[proc].blocks.iter_mut() {
        if let TermOp::Return { values } = &mut block.terminator.op {
            values.remove(index);
        }
    }
    for block in candidate.procs.iter_mut().flat_map(|proc| proc.blocks.iter_mut()) {
        if let TermOp::Call { proc: called, results, .. } = &mut block.terminator.op
            && *called == proc
        {
            results.remove(index);
        }
    }
    candidate
}

/// Locals and globals that no instruction mentions.
pub(super) fn drop_variables(offers: &mut dyn Offers) {
    for proc in offers.best().procs.ids() {
        let declared = &offers.best().procs[proc];
        let plain: Vec<LocalId> = declared.locals.ids().skip(declared.n_params).collect();
        for local in plain.into_iter().rev() {
            drop_local(offers, proc, local);
        }
    }
    for global in offers.best().globals.ids().rev() {
        drop_global(offers, global);
    }
}

fn drop_local(offers: &mut dyn Offers, proc: ProcId, local: LocalId) {
    let mut candidate = offers.best().clone();
    let mut mentioned = false;
    in_proc(&mut candidate.procs[proc], &mut |mention| {
        if let Mention::Local(id) = mention {
            mentioned |= *id == local;
            *id = moved(*id, local);
        }
    });
    if !mentioned {
        remove(&mut candidate.procs[proc].locals, local);
        offers.offer(candidate);
    }
}

fn drop_global(offers: &mut dyn Offers, global: GlobalId) {
    let mut candidate = offers.best().clone();
    let mut mentioned = false;
    for_each_mention(&mut candidate, &mut |mention| {
        if let Mention::Global(id) = mention {
            mentioned |= *id == global;
            *id = moved(*id, global);
        }
    });
    if !mentioned {
        remove(&mut candidate.globals, global);
        offers.offer(candidate);
    }
}

/// Fields, classes and enums that nothing mentions.
pub(super) fn drop_types(offers: &mut dyn Offers) {
    for field in offers.best().fields.ids().rev() {
        drop_field(offers, field);
    }
    for class in offers.best().classes.ids().rev() {
        drop_class(offers, class);
    }
    for id in offers.best().enums.ids().rev() {
        drop_enum(offers, id);
    }
}

fn drop_field(offers: &mut dyn Offers, field: FieldId) {
    let mut candidate = offers.best().clone();
    let mut mentioned = false;
    for_each_mention(&mut candidate, &mut |mention| {
        if let Mention::Field(id) = mention {
            mentioned |= *id == field;
            *id = moved(*id, field);
        }
    });
    if mentioned {
        return;
    }
    remove(&mut candidate.fields, field);
    for class in candidate.classes.iter_mut() {
        if let ClassKind::Record { fields, .. } = &mut class.kind {
            fields.retain(|id| *id != field);
            for (slot, id) in fields.iter_mut().enumerate() {
                *id = moved(*id, field);
                candidate.fields[*id].slot = slot as u32;
            }
        }
    }
    offers.offer(candidate);
}

/// A class goes with its own fields, once those are unmentioned, and its heirs lose their parent.
fn drop_class(offers: &mut dyn Offers, class: ClassId) {
    let mut candidate = offers.best().clone();
    for other in candidate.classes.iter_mut() {
        match &mut other.kind {
            ClassKind::Record { parent, interfaces, .. } => {
                *parent = parent.filter(|id| *id != class);
                interfaces.retain(|id| *id != class);
            }
            ClassKind::Interface { extends: above } | ClassKind::Array { above, .. } => {
                above.retain(|id| *id != class);
            }
            ClassKind::Set { .. } | ClassKind::Channel { .. } => {}
        }
    }
    let mut mentioned = false;
    for_each_mention(&mut candidate, &mut |mention| {
        if let Mention::Class(id) = mention {
            mentioned |= *id == class;
            *id = moved(*id, class);
        }
    });
    if !mentioned {
        remove(&mut candidate.classes, class);
        offers.offer(candidate);
    }
}

fn drop_enum(offers: &mut dyn Offers, removed: EnumId) {
    let mut candidate = offers.best().clone();
    let mut mentioned = false;
    for_each_mention(&mut candidate, &mut |mention| {
        if let Mention::Enum(id) = mention {
            mentioned |= *id == removed;
            *id = moved(*id, removed);
        }
    });
    if !mentioned {
        remove(&mut candidate.enums, removed);
        offers.offer(candidate);
    }
}
