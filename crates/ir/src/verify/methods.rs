//! Checks the methods of classes: who declares them, what their procedures take, and what overrides what.

use std::collections::HashMap;

use super::{Report, Rule};
use crate::facts::IdSet;
use crate::program::{ClassId, ClassKind, Method, Proc, ProcId, Program};
use crate::types::Type;

/// The procedures of methods that can be overridden.
type Bodies<'a> = HashMap<(ClassId, &'a str), ProcId>;

pub(super) fn check(report: &mut Report<'_>) {
    let program = report.program;
    let mut bodies = Bodies::new();
    for (id, class) in program.classes.iter_enumerated() {
        report.span = class.span;
        check_declarations(report, id, &class.methods);
        let methods = class.methods.iter().filter(|method| !method.is_static);
        bodies.extend(methods.filter_map(|method| Some(((id, method.name.as_str()), method.proc?))));
    }
    for (id, class) in program.classes.iter_enumerated() {
        report.span = class.span;
        for method in class.methods.iter().filter(|method| !method.is_static) {
            if let Some(proc) = method.proc {
                check_overriding(report, &bodies, id, &method.name, proc);
            }
        }
    }
}

fn check_declarations(report: &mut Report<'_>, id: ClassId, methods: &[Method]) {
    let has_methods = match report.program.classes[id].kind {
        ClassKind::Record { .. } | ClassKind::Interface { .. } => true,
        ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => false,
    };
    if !methods.is_empty() && !has_methods {
        report.error(Rule::Methods, format!("{id} is no record and no interface, and has methods"));
    }
    let mut names: Vec<&str> = methods.iter().map(|method| method.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        report.error(Rule::Methods, format!("{id} declares the method {:?} twice", twice[0]));
    }
    for Method { name, proc, is_static } in methods {
        let Some(proc) = proc else { continue };
        if !is_static && !takes_object(report.program, *proc, id) {
            let message =
                format!("{proc}, the method {name:?} of {id}, has no first parameter that takes it");
            report.error(Rule::Methods, message);
        }
    }
}

fn takes_object(program: &Program, proc: ProcId, class: ClassId) -> bool {
    let mut params = program.procs[proc].params();
    params.next().is_some_and(|(_, object)| program.is_assignable(Type::Ref(class), object.ty))
}

/// Compares a method with the nearest ones with a body above it: what those override is their affair.
fn check_overriding(report: &mut Report<'_>, bodies: &Bodies<'_>, class: ClassId, name: &str, proc: ProcId) {
    let program = report.program;
    let mut seen = IdSet::new(program.classes.len());
    let mut pending: Vec<ClassId> = program.supers(class).collect();
    while let Some(above) = pending.pop() {
        if !seen.insert(above) {
            continue;
        }
        match bodies.get(&(above, name)) {
            None => pending.extend(program.supers(above)),
            Some(&overridden) if can_stand_for(program, &program.procs[proc], &program.procs[overridden]) => {
            }
            Some(overridden) => {
                let message =
                    format!("{proc}, the method {name:?} of {class}, cannot stand for {overridden}");
                report.error(Rule::Methods, message);
            }
        }
    }
}

/// Whether a call of the second procedure may run the first, the object aside.
fn can_stand_for(program: &Program, proc: &Proc, overridden: &Proc) -> bool {
    let given = overridden.params().skip(1).map(|(_, param)| param.ty);
    let taken = proc.params().skip(1).map(|(_, param)| param.ty);
    let returned = proc.results.iter().zip(&overridden.results);
    proc.n_params == overridden.n_params
        && proc.results.len() == overridden.results.len()
        && given.zip(taken).all(|(given, taken)| program.is_assignable(given, taken))
        && returned.into_iter().all(|(&result, &wanted)| program.is_assignable(result, wanted))
}
