//! Preconditions of open procedures: methods such as `repOk` that have to be true of the inputs.
//!
//! A precondition applies to each argument, the receiver included, that can be an object of its class: where it is one,
//! the method that its exact class has is called on it and must return true. A [guard](verdict::OpenBody::guard) does
//! that and then calls the procedure; it is added to the program after all other procedures, so that nothing else
//! changes.

use base::{Diagnostic, Id};
use ir::builder::ProcBuilder;
use ir::facts::Hierarchy;
use ir::{BinOp, CheckOp, ClassId, Expr, HeapOp, LocalId, ProcId, Program, Site, TermOp, Type};
use verdict::{OpenBody, OpenCall};

use crate::codes::NO_PRECONDITION;
use crate::explore::method_entry;

/// Which procedure decides about an object of which exact class.
struct Condition {
    name: String,
    bodies: Vec<(ClassId, ProcId)>,
}

/// Restricts the inputs of a call to those of which the named methods are true. The program gets guards.
pub fn require(program: &mut Program, call: &mut OpenCall, names: &[String]) -> Result<(), Diagnostic> {
    if names.is_empty() {
        return Ok(());
    }
    let conditions: Result<Vec<Condition>, Diagnostic> =
        names.iter().map(|name| condition(program, name)).collect();
    let conditions = conditions?;
    let guards: Result<Vec<ir::Proc>, Diagnostic> =
        call.bodies.iter().map(|body| guard(program, &call.name, body, &conditions)).collect();
    for (body, guard) in call.bodies.iter_mut().zip(guards?) {
        body.guard = Some(program.procs.push(guard));
    }
    call.preconditions = names.to_vec();
    debug_assert!(ir::verify(program).is_ok(), "{:?}", ir::verify(program));
    Ok(())
}

fn condition(program: &Program, name: &str) -> Result<Condition, Diagnostic> {
    let bodies = overriding(program, name);
    let bodies = if bodies.is_empty() { of_one_procedure(program, name)? } else { bodies };
    match bodies.iter().find_map(|&(_, proc)| unfit(program, proc)) {
        None => Ok(Condition { name: name.to_owned(), bodies }),
        Some(why) => {
            let message = format!("`{name}` cannot be a precondition: {why}.");
            let diagnostic = Diagnostic::error(&NO_PRECONDITION, message)
                .help("name a method without parameters that returns whether its object is well-formed");
            Err(match program.procs[bodies[0].1].span {
                Some(span) => diagnostic.at(span, "this method"),
                None => diagnostic,
            })
        }
    }
}

/// The methods that a class and those below it have for the name.
fn overriding(program: &Program, name: &str) -> Vec<(ClassId, ProcId)> {
    let Some((class_name, selector)) = name.rsplit_once('.') else { return Vec::new() };
    let hierarchy = Hierarchy::new(program);
    let classes = program.classes.iter_enumerated().filter(|(_, class)| class.name == class_name);
    let procs = classes.flat_map(|(class, _)| hierarchy.implementers(class, selector).procs);
    let mut bodies: Vec<(ClassId, ProcId)> =
        procs.flat_map(|(proc, classes)| classes.into_iter().map(move |class| (class, proc))).collect();
    bodies.sort_unstable();
    bodies
}

/// A procedure that gets the object as its only argument.
fn of_one_procedure(program: &Program, name: &str) -> Result<Vec<(ClassId, ProcId)>, Diagnostic> {
    let mut bodies = Vec::new();
    for OpenBody { proc, receiver, .. } in method_entry(program, name)?.bodies {
        let classes = receiver.unwrap_or_else(|| match program.procs[proc].params().next() {
            Some((_, local)) => exact_classes(program, local.ty),
            None => Vec::new(),
        });
        bodies.extend(classes.into_iter().map(|class| (class, proc)));
    }
    Ok(bodies)
}

/// The exact classes of the objects that a reference may denote.
fn exact_classes(program: &Program, ty: Type) -> Vec<ClassId> {
    match ty {
        Type::Ref(class) => Hierarchy::new(program).concrete_below(class),
        Type::Bool
        | Type::Int(_)
        | Type::Real(_)
        | Type::Decimal
        | Type::Enum(_)
        | Type::String
        | Type::Object => Vec::new(),
    }
}

/// Why a procedure is no test of one object.
fn unfit(program: &Program, proc: ProcId) -> Option<&'static str> {
    let code = &program.procs[proc];
    match (code.n_params, code.results.as_slice()) {
        (1, [Type::Bool]) => None,
        (1, _) => Some("it does not return a truth value"),
        (0, _) => Some("it looks at no object"),
        (_, _) => Some("it has parameters of its own"),
    }
}

fn guard(
    program: &Program,
    method: &str,
    body: &OpenBody,
    conditions: &[Condition],
) -> Result<ir::Proc, Diagnostic> {
    let code = &program.procs[body.proc];
    let mut builder = ProcBuilder::new(format!("{} under its precondition", code.name), code.span);
    for (_, param) in code.params() {
        builder.param(param.name.clone(), param.ty, param.span);
    }
    code.results.iter().for_each(|&ty| builder.result(ty));
    for condition in conditions {
        let mut is_used = false;
        for param in (0..code.n_params).map(LocalId::new) {
            let receiver = body.receiver.as_deref().filter(|_| param.index() == 0);
            let bodies = fitting(program, code.locals[param].ty, receiver, condition);
            is_used |= !bodies.is_empty();
            discard_unless(program, &mut builder, param, &bodies);
        }
        if !is_used {
            let Condition { name, .. } = condition;
            let message = format!("No argument of `{method}` is an object that `{name}` is about.");
            return Err(Diagnostic::error(&NO_PRECONDITION, message)
                .help("name a method of the receiver's class, or of the class of a parameter"));
        }
    }
    call_entry(&mut builder, code, body.proc);
    Ok(builder.finish())
}

/// The bodies that decide about the objects of an argument.
fn fitting(
    program: &Program,
    ty: Type,
    receiver: Option<&[ClassId]>,
    condition: &Condition,
) -> Vec<(ClassId, ProcId)> {
    let fits = |class: ClassId| match (receiver, ty) {
        (Some(receiver), _) => receiver.contains(&class),
        (None, Type::Ref(above)) => program.is_subclass(class, above),
        (None, ty) => ty == Type::Object,
    };
    condition.bodies.iter().copied().filter(|&(class, _)| fits(class)).collect()
}

/// Discards the execution unless the argument is null, of another class, or well-formed.
fn discard_unless(
    program: &Program,
    builder: &mut ProcBuilder,
    param: LocalId,
    bodies: &[(ClassId, ProcId)],
) {
    if bodies.is_empty() {
        return;
    }
    let object = Expr::Local(param);
    let (test, after) = (builder.new_block(), builder.new_block());
    let is_null = Expr::binary(BinOp::Eq, Type::Object, object.clone(), Expr::NULL);
    builder.branch(Site::step(None), is_null, after, test);
    builder.switch_to(test);
    let cases: Vec<(ClassId, ir::BlockId)> =
        bodies.iter().map(|&(class, _)| (class, builder.new_block())).collect();
    builder.terminate(
        Site::inner(None),
        TermOp::SwitchClass { object: object.clone(), cases: cases.clone(), default: after },
    );
    let is_meant = builder.temp(Type::Bool);
    for ((_, block), &(_, proc)) in cases.into_iter().zip(bodies) {
        let next = builder.new_block();
        builder.switch_to(block);
        let this = as_receiver(program, builder, param, proc);
        builder.terminate(
            Site::inner(None),
            TermOp::Call { proc, args: vec![this], results: vec![is_meant.into()], next },
        );
        builder.switch_to(next);
        builder.push(Site::inner(None), CheckOp::Assume { condition: Expr::Local(is_meant) });
        builder.goto(after);
    }
    builder.switch_to(after);
}

/// The argument, with the type of the receiver of a method that its exact class has.
fn as_receiver(program: &Program, builder: &mut ProcBuilder, param: LocalId, proc: ProcId) -> Expr {
    let object = Expr::Local(param);
    match program.procs[proc].locals[LocalId::new(0)].ty {
        Type::Ref(class) => {
            let this = builder.temp(Type::Ref(class));
            builder.push(Site::inner(None), HeapOp::Cast { dst: this.into(), object, class });
            Expr::Local(this)
        }
        _ => object,
    }
}

fn call_entry(builder: &mut ProcBuilder, code: &ir::Proc, proc: ProcId) {
    let args = (0..code.n_params).map(|param| Expr::Local(LocalId::new(param))).collect();
    let results: Vec<LocalId> = code.results.iter().map(|&ty| builder.temp(ty)).collect();
    let next = builder.new_block();
    let places = results.iter().map(|&local| local.into()).collect();
    builder.terminate(Site::step(None), TermOp::Call { proc, args, results: places, next });
    builder.switch_to(next);
    let values = results.into_iter().map(Expr::Local).collect();
    builder.terminate(Site::inner(None), TermOp::Return { values });
}
