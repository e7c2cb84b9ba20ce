//! Checks classes, fields, enums, globals, signatures, and what the program starts.

use base::{Graph, Id, IndexVec, Span};

use super::{Report, Rule};
use crate::instr::{Op, ThreadOp};
use crate::program::{ClassId, ClassKind, Equality, FieldId, ProcId, Program};
use crate::types::{IntType, Type};

/// Ids and types come first, since the other rules follow them.
pub(super) fn check(report: &mut Report<'_>) {
    check_types(report);
    check_class_ids(report);
    check_procs(report);
    if report.errors.is_empty() {
        check_hierarchy(report);
    }
    if report.errors.is_empty() {
        check_fields(report);
        check_arrays(report);
        super::methods::check(report);
        check_sets(report);
        check_entry_points(report);
    }
    report.leave_proc();
}

/// What is wrong with a type by itself.
pub(super) fn type_problem(program: &Program, ty: Type) -> Option<(Rule, String)> {
    match ty {
        Type::Bool | Type::Real(_) | Type::Decimal | Type::String | Type::Object => None,
        Type::Int(int) => {
            int_type_problem(int).then(|| (Rule::WellFormedTypes, format!("{int} is no integer type")))
        }
        Type::Enum(id) => match program.enums.get(id) {
            None => Some((Rule::IdsInRange, format!("there is no {id}"))),
            Some(def) if def.constants.is_empty() => {
                Some((Rule::WellFormedTypes, format!("{id} has no constants")))
            }
            Some(_) => None,
        },
        Type::Ref(class) => {
            program.classes.get(class).is_none().then(|| (Rule::IdsInRange, format!("there is no {class}")))
        }
    }
}

fn int_type_problem(int: IntType) -> bool {
    match int {
        IntType::Machine { bits, .. } => !matches!(bits, 8 | 16 | 32 | 64),
        IntType::Range { lo, hi } => lo > hi,
    }
}

fn check_type(report: &mut Report<'_>, ty: Type, span: Option<Span>, of: impl FnOnce() -> String) {
    if let Some((rule, problem)) = type_problem(report.program, ty) {
        report.span = span;
        report.error(rule, format!("{problem}, in the type of {}", of()));
    }
}

fn check_types(report: &mut Report<'_>) {
    let program = report.program;
    for (id, class) in program.classes.iter_enumerated() {
        match class.kind {
            ClassKind::Array { element, .. }
            | ClassKind::Set { element, .. }
            | ClassKind::Channel { element } => {
                check_type(report, element, class.span, || format!("the elements of {id}"));
            }
            ClassKind::Record { .. } | ClassKind::Interface { .. } => {}
        }
    }
    for (id, field) in program.fields.iter_enumerated() {
        check_type(report, field.ty, field.span, || id.to_string());
    }
    for (id, global) in program.globals.iter_enumerated() {
        check_type(report, global.ty, global.span, || id.to_string());
    }
}

fn check_class_ids(report: &mut Report<'_>) {
    let program = report.program;
    let n_classes = program.classes.len();
    for (id, class) in program.classes.iter_enumerated() {
        report.span = class.span;
        let (classes, fields): (Vec<ClassId>, &[FieldId]) = match &class.kind {
            ClassKind::Record { fields, .. } => (supers(program, id), fields),
            ClassKind::Interface { .. }
            | ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => (supers(program, id), &[]),
        };
        for above in classes.into_iter().filter(|above| above.index() >= n_classes) {
            report.error(Rule::IdsInRange, format!("there is no {above}, which is above {id}"));
        }
        for proc in class.methods.iter().filter_map(|method| method.proc) {
            if proc.index() >= program.procs.len() {
                report.error(Rule::IdsInRange, format!("there is no {proc}, a method of {id}"));
            }
        }
        for field in fields.iter().filter(|field| field.index() >= program.fields.len()) {
            report.error(Rule::IdsInRange, format!("there is no {field}, which {id} lists"));
        }
    }
    for (id, field) in program.fields.iter_enumerated() {
        if field.class.index() >= n_classes {
            report.span = field.span;
            report.error(Rule::IdsInRange, format!("there is no {}, the class of {id}", field.class));
        }
    }
}

fn check_procs(report: &mut Report<'_>) {
    let program = report.program;
    for (id, proc) in program.procs.iter_enumerated() {
        report.enter_proc(id);
        for (local, declared) in proc.locals.iter_enumerated() {
            check_type(report, declared.ty, declared.span, || local.to_string());
        }
        for (number, &result) in proc.results.iter().enumerate() {
            check_type(report, result, proc.span, || format!("result {number}"));
        }
        report.span = proc.span;
        if proc.n_params > proc.locals.len() {
            let (params, locals) = (proc.n_params, proc.locals.len());
            report.error(Rule::ProcShape, format!("there are {params} parameters among {locals} locals"));
        }
        if proc.blocks.is_empty() {
            report.error(Rule::ProcShape, "there is no entry block");
        }
    }
    report.leave_proc();
    for proc in program.init.iter().chain(&program.threads) {
        if proc.index() >= program.procs.len() {
            report.error(Rule::IdsInRange, format!("there is no {proc} to start"));
        }
    }
}

/// The classes directly above a class.
fn supers(program: &Program, id: ClassId) -> Vec<ClassId> {
    program.supers(id).collect()
}

fn check_hierarchy(report: &mut Report<'_>) {
    let program = report.program;
    for (id, class) in program.classes.iter_enumerated() {
        report.span = class.span;
        let (parent, interfaces, arrays): (Option<ClassId>, &[ClassId], &[ClassId]) = match &class.kind {
            ClassKind::Record { parent, interfaces, .. } => (*parent, interfaces, &[]),
            ClassKind::Interface { extends } => (None, extends, &[]),
            ClassKind::Array { above, .. } => (None, &[], above),
            ClassKind::Set { .. } | ClassKind::Channel { .. } => (None, &[], &[]),
        };
        if let Some(parent) = parent
            && !matches!(program.classes[parent].kind, ClassKind::Record { .. })
        {
            report.error(Rule::ClassHierarchy, format!("the parent {parent} of {id} is no record"));
        }
        for &above in interfaces {
            if !is_interface(program, above) {
                report.error(Rule::ClassHierarchy, format!("{above} above {id} is no interface"));
            }
        }
        for &above in arrays {
            if !matches!(program.classes[above].kind, ClassKind::Array { .. }) {
                report.error(Rule::ClassHierarchy, format!("{above} above {id} is no array"));
            }
        }
    }
    let above = Graph::new(program.classes.len(), |id| supers(program, id)).components();
    for (id, class) in program.classes.iter_enumerated() {
        if above.is_cyclic(id) {
            report.span = class.span;
            report.error(Rule::ClassHierarchy, format!("{id} is above itself"));
        }
    }
}

pub(super) fn is_interface(program: &Program, class: ClassId) -> bool {
    matches!(program.classes[class].kind, ClassKind::Interface { .. })
}

fn check_fields(report: &mut Report<'_>) {
    let program = report.program;
    let mut listed: IndexVec<FieldId, bool> = IndexVec::filled(false, program.fields.len());
    for (id, class) in program.classes.iter_enumerated() {
        let ClassKind::Record { parent, fields, .. } = &class.kind else { continue };
        report.span = class.span;
        let inherited = parent.map_or(&[][..], |parent| fields_of(program, parent));
        if !fields.starts_with(inherited) {
            report.error(Rule::FieldSlots, format!("{id} does not list the fields of its parent first"));
            continue;
        }
        for (slot, &field) in fields.iter().enumerate().skip(inherited.len()) {
            let declared = &program.fields[field];
            listed[field] |= declared.class == id;
            if declared.class != id {
                let owner = declared.class;
                report.error(Rule::FieldSlots, format!("{id} lists {field}, which {owner} declares"));
            } else if declared.slot as usize != slot {
                let own = declared.slot;
                report.error(Rule::FieldSlots, format!("{field} of slot {own} is listed at {slot} of {id}"));
            }
        }
    }
    for (id, field) in program.fields.iter_enumerated() {
        if !listed[id] {
            report.span = field.span;
            report.error(Rule::FieldSlots, format!("{id} is not listed by its class {}", field.class));
        }
    }
}

pub(super) fn fields_of(program: &Program, class: ClassId) -> &[FieldId] {
    match &program.classes[class].kind {
        ClassKind::Record { fields, .. } => fields,
        ClassKind::Interface { .. }
        | ClassKind::Array { .. }
        | ClassKind::Set { .. }
        | ClassKind::Channel { .. } => &[],
    }
}

/// Of each pair of array classes, one directly above the other.
fn check_arrays(report: &mut Report<'_>) {
    let program = report.program;
    for (id, class) in program.classes.iter_enumerated() {
        let ClassKind::Array { element, length, above } = &class.kind else { continue };
        report.span = class.span;
        for &upper_id in above {
            let ClassKind::Array { element: upper, length: upper_length, .. } =
                program.classes[upper_id].kind
            else {
                continue;
            };
            if length.is_some() || upper_length.is_some() {
                let message = format!("{id} and {upper_id} above it do not both leave the length open");
                report.error(Rule::CovariantArrays, message);
            }
            if !element.is_reference() || !program.is_assignable(*element, upper) {
                let message =
                    format!("{element}, the elements of {id}, are no references that {upper_id} takes");
                report.error(Rule::CovariantArrays, message);
            }
        }
    }
}

fn check_sets(report: &mut Report<'_>) {
    let program = report.program;
    for (id, class) in program.classes.iter_enumerated() {
        let ClassKind::Set { element, equality: Equality::Contents } = class.kind else { continue };
        let is_plain_record = match element {
            Type::Ref(record) => {
                matches!(program.classes[record].kind, ClassKind::Record { parent: None, .. })
            }
            Type::Bool
            | Type::Int(_)
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Object => false,
        };
        if !is_plain_record {
            report.span = class.span;
            let message = format!("{element}, of which {id} holds contents, is no record without a parent");
            report.error(Rule::SetElements, message);
        }
    }
}

fn check_entry_points(report: &mut Report<'_>) {
    let program = report.program;
    for &proc in program.init.iter().chain(&program.threads) {
        if program.procs[proc].n_params > 0 {
            entry_point_error(report, proc, "is started by the program and has parameters");
        }
    }
    if let Some(init) = program.init
        && !program.procs[init].results.is_empty()
    {
        entry_point_error(report, init, "is the initialisation and has results");
    }
    if let Some(init) = program.init
        && (program.threads.contains(&init) || is_spawned(program, init))
    {
        entry_point_error(report, init, "is the initialisation and a thread too");
    }
}

fn is_spawned(program: &Program, wanted: ProcId) -> bool {
    let blocks = program.procs.iter().flat_map(|proc| &proc.blocks);
    blocks
        .flat_map(|block| &block.instrs)
        .any(|instr| matches!(instr.op, Op::Thread(ThreadOp::Spawn { proc, .. }) if proc == wanted))
}

fn entry_point_error(report: &mut Report<'_>, proc: ProcId, problem: &str) {
    report.enter_proc(proc);
    report.error(Rule::EntryPoints, format!("{proc} {problem}"));
}
