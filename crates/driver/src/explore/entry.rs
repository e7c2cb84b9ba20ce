//! Which procedure a name means, and of which classes its receiver is.
//!
//! `C.m` is a method of the class `C`, be it declared there or inherited: the receiver is of exactly that class. Where
//! `C` itself has no objects or no body for `m`, each class below is meant that has, and the method has several
//! *bodies*. Everything else is found by the name of the procedure: as a whole, by its last part, or by its id in the
//! text form.

use base::{Diagnostic, similar};
use ir::facts::Hierarchy;
use ir::{ClassId, ProcId, Program, TermOp};
use verdict::{OpenBody, OpenCall};

use crate::codes::{AMBIGUOUS_METHOD, UNKNOWN_METHOD};

/// At most so many names are listed in a message.
const MOST_LISTED: usize = 8;

/// The method or procedure that a name means.
pub fn method_entry(program: &Program, name: &str) -> Result<OpenCall, Diagnostic> {
    let hierarchy = Hierarchy::new(program);
    let mut found = by_class(program, &hierarchy, name);
    if found.is_empty() {
        found = by_name(program, name);
    }
    match <[OpenCall; 1]>::try_from(found) {
        Ok([only]) => Ok(only),
        Err(none) if none.is_empty() => Err(unknown(program, name)),
        Err(several) => Err(ambiguous(program, name, &several)),
    }
}

/// Whether the program does nothing but call this method: then there are no unknown inputs.
pub fn is_whole_program(program: &Program, call: &OpenCall) -> bool {
    let (&[thread], [body]) = (program.threads.as_slice(), call.bodies.as_slice()) else { return false };
    let code = &program.procs[thread];
    let calls_it = || match &code.blocks[code.entry()].terminator.op {
        TermOp::Call { proc, next, .. } => {
            let after = &code.blocks[*next];
            *proc == body.proc
                && after.instrs.is_empty()
                && matches!(after.terminator.op, TermOp::Return { .. })
        }
        _ => false,
    };
    thread == body.proc || calls_it()
}

/// Methods of the classes that the name begins with.
fn by_class(program: &Program, hierarchy: &Hierarchy<'_>, name: &str) -> Vec<OpenCall> {
    // Types in the signature of an overloaded method have points of their own.
    let before_signature = name.split('(').next().unwrap_or(name);
    let Some(point) = before_signature.rfind('.') else { return Vec::new() };
    let (class_name, selector) = (&name[..point], &name[point + 1..]);
    let classes = program.classes.iter_enumerated().filter(|(_, class)| class.name == class_name);
    classes.filter_map(|(class, _)| of_class(program, hierarchy, class, selector)).collect()
}

fn of_class(
    program: &Program,
    hierarchy: &Hierarchy<'_>,
    class: ClassId,
    selector: &str,
) -> Option<OpenCall> {
    let name = format!("{}.{selector}", program.classes[class].name);
    if let Some(proc) = static_method(program, class, selector) {
        return Some(OpenCall::of_one(name, proc, None));
    }
    if hierarchy.concrete_below(class).contains(&class)
        && let Ok(proc) = hierarchy.select(class, selector)
    {
        return Some(OpenCall::of_one(name, proc, Some(vec![class])));
    }
    let procs = hierarchy.implementers(class, selector).procs.into_iter();
    let bodies: Vec<OpenBody> =
        procs.map(|(proc, classes)| OpenBody { proc, receiver: Some(classes), guard: None }).collect();
    (!bodies.is_empty()).then_some(OpenCall { name, bodies, preconditions: Vec::new() })
}

/// Static methods are inherited along parents, and not selected by objects.
fn static_method(program: &Program, class: ClassId, selector: &str) -> Option<ProcId> {
    let mut seen = vec![class];
    let mut next = 0;
    while let Some(&current) = seen.get(next) {
        next += 1;
        let methods = program.classes[current].methods.iter();
        if let Some(method) = methods.into_iter().find(|method| method.name == selector) {
            return method.proc.filter(|_| method.is_static);
        }
        let above = program.supers(current).filter(|above| !seen.contains(above)).collect::<Vec<_>>();
        seen.extend(above);
    }
    None
}

/// Procedures by the whole name, otherwise by its last part or by the id.
fn by_name(program: &Program, name: &str) -> Vec<OpenCall> {
    let all = || procedures(program).map(|proc| (proc, program.procs[proc].name.as_str()));
    let whole: Vec<ProcId> = all().filter(|(_, full)| *full == name).map(|(proc, _)| proc).collect();
    let found = match whole.is_empty() {
        false => whole,
        true => {
            let is_meant = |&(proc, full): &(ProcId, &str)| {
                full.rsplit('.').next() == Some(name) || proc.to_string() == name
            };
            all().filter(is_meant).map(|(proc, _)| proc).collect()
        }
    };
    found.into_iter().map(|proc| declared(program, proc)).collect()
}

/// What can be called: everything but the initialiser.
fn procedures(program: &Program) -> impl Iterator<Item = ProcId> + '_ {
    program.procs.ids().filter(|&proc| program.init != Some(proc))
}

/// The procedure with the class that declares it as a method, if one does.
fn declared(program: &Program, proc: ProcId) -> OpenCall {
    let mut classes = program.classes.iter_enumerated();
    let is_it = |method: &&ir::Method| method.proc == Some(proc) && !method.is_static;
    let receiver = classes.find(|(_, class)| class.methods.iter().any(|method| is_it(&method)));
    OpenCall::of_one(program.procs[proc].name.clone(), proc, receiver.map(|(class, _)| vec![class]))
}

fn unknown(program: &Program, name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(&UNKNOWN_METHOD, format!("The program has no procedure `{name}`."));
    let names: Vec<&str> = procedures(program).map(|proc| program.procs[proc].name.as_str()).collect();
    match similar::nearest(names.iter().copied(), name).as_slice() {
        [] if names.is_empty() => diagnostic,
        [] => diagnostic.help(format!("it has {}", listed(names.iter().copied()))),
        similar => Diagnostic { help: similar::did_you_mean_one_of(similar), ..diagnostic },
    }
}

/// Procedures that share a name are listed by their ids.
fn ambiguous(program: &Program, name: &str, found: &[OpenCall]) -> Diagnostic {
    let name_of = |entry: &OpenCall| {
        let is_shared = found.iter().filter(|other| other.name == entry.name).count() > 1;
        if is_shared { entry.bodies[0].proc.to_string() } else { entry.name.clone() }
    };
    let names: Vec<String> = found.iter().map(name_of).collect();
    let message = format!("`{name}` may mean {} procedures.", found.len());
    let mut diagnostic = Diagnostic::error(&AMBIGUOUS_METHOD, message)
        .help(format!("name one of them: {}", listed(names.iter().map(String::as_str))));
    for (entry, name) in found.iter().zip(&names).take(MOST_LISTED) {
        if let Some(span) = program.procs[entry.bodies[0].proc].span {
            diagnostic = diagnostic.at(span, format!("`{name}`"));
        }
    }
    diagnostic
}

/// The first names, with commas.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.take(MOST_LISTED + 1).collect();
    if names.len() > MOST_LISTED {
        names[MOST_LISTED] = "...";
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use base::SourceFile;

    use super::*;
    use crate::{Language, LoadOptions, load};

    const PROGRAM: &str = "((
        (class A () ((int m () 1) (int only () 2)))
        (class B extends A () ((int m () 3)))
        (class C extends B () ())
    ) (A m))";

    /// `Shape` has no objects; `Square` has the body of `Rectangle`.
    const SHAPES: &str = "class class0 \"Shape\" interface methods { \"area\" }
class class1 \"Circle\" record implements class0 { } methods { \"area\" = proc0 }
class class2 \"Rectangle\" record implements class0 { } methods { \"area\" = proc1 }
class class3 \"Square\" record extends class2 implements class0 { }
proc proc0 \"Circle.area\"(v0 \"this\": class1) -> (i32) {
block0:
* return 3
}
proc proc1 \"Rectangle.area\"(v0 \"this\": class2) -> (i32) {
block0:
* return 4
}
";

    /// The name, then for each body its procedure and classes.
    fn entry(language: Language, program: &str, name: &str) -> Result<Vec<String>, &'static str> {
        let loaded = load(SourceFile::new("f", program), language, &LoadOptions::default());
        let program = loaded.expect("no contradiction").program.expect("it is correct");
        let class = |&class: &ClassId| program.classes[class].name.clone();
        let entry = method_entry(&program, name).map_err(|diagnostic| diagnostic.code.id)?;
        let body = |body: &OpenBody| {
            let classes: Vec<String> = body.receiver.iter().flatten().map(class).collect();
            format!("{} of {}", program.procs[body.proc].name, classes.join(", "))
        };
        Ok(std::iter::once(entry.name.clone()).chain(entry.bodies.iter().map(body)).collect())
    }

    #[test]
    fn a_method_is_found_by_class_and_name() {
        let check = |name: &str, expected: Result<[&str; 2], &'static str>| {
            let expected = expected.map(|parts| parts.map(str::to_owned).to_vec());
            assert_eq!(entry(Language::Javalite, PROGRAM, name), expected);
        };
        check("A.m", Ok(["A.m", "A.m of A"]));
        check("C.m", Ok(["C.m", "B.m of C"]));
        check("C.only", Ok(["C.only", "A.only of C"]));
        check("only", Ok(["A.only", "A.only of A"]));
        check("m", Err(AMBIGUOUS_METHOD.id));
        check("B.n", Err(UNKNOWN_METHOD.id));
        check("", Err(UNKNOWN_METHOD.id));
    }

    #[test]
    fn a_method_of_a_class_without_objects_has_the_bodies_of_those_below() {
        let check = |name: &str, expected: &[&str]| {
            let expected = expected.iter().map(|&part| part.to_owned()).collect();
            assert_eq!(entry(Language::Core, SHAPES, name), Ok(expected));
        };
        check("Shape.area", &["Shape.area", "Circle.area of Circle", "Rectangle.area of Rectangle, Square"]);
        check("Square.area", &["Square.area", "Rectangle.area of Square"]);
    }
}
