//! Where a program begins.

use base::Diagnostic;
use classfile::{ClassPath, MethodType, Name, Type};

use crate::codes;
use crate::world::{MethodIx, STRING, Selector, World};

/// The method that the program begins with: of the class or method that is wanted, or the only `main` of the class
/// path.
pub(crate) fn find(
    world: &mut World<'_>,
    path: &ClassPath<'_>,
    wanted: Option<&str>,
) -> Result<MethodIx, Diagnostic> {
    match wanted {
        Some(wanted) => named(world, wanted).ok_or_else(|| no_entry(wanted)),
        None => only_main(world, &path.names()),
    }
}

fn main_selector() -> Selector {
    let parameters = vec![Type::class(STRING).array_of()];
    Selector { name: "main".into(), ty: MethodType { parameters, result: None } }
}

fn named(world: &mut World<'_>, wanted: &str) -> Option<MethodIx> {
    let wanted = wanted.replace('.', "/");
    if let Some(main) = main_of(world, &wanted) {
        return Some(main);
    }
    let (class, method) = wanted.rsplit_once('/')?;
    let class = world.class(class);
    let methods = world.methods_named(class, method);
    methods.into_iter().find(|&method| {
        let declared = world.method(method);
        let takes_none = declared.ty.parameters.is_empty();
        declared.is_static()
            && declared.code.is_some()
            && (takes_none || declared.ty.parameters == main_selector().ty.parameters)
    })
}

fn main_of(world: &mut World<'_>, class: &str) -> Option<MethodIx> {
    let class = world.class(class);
    let main = world.own_method(class, &main_selector())?;
    world.method(main).is_static().then_some(main)
}

fn only_main(world: &mut World<'_>, names: &[Name]) -> Result<MethodIx, Diagnostic> {
    let mut mains: Vec<(&Name, MethodIx)> = Vec::new();
    for name in names {
        mains.extend(main_of(world, name).map(|main| (name, main)));
    }
    match mains.as_slice() {
        [(_, main)] => Ok(*main),
        [] => Err(Diagnostic::error(&codes::NO_MAIN, "No class has a method `main(String[])`.")
            .help("name a static method with --entry CLASS.METHOD")),
        [(first, _), ..] => {
            let all: Vec<String> = mains.iter().take(5).map(|(name, _)| classfile::java_name(name)).collect();
            Err(Diagnostic::error(
                &codes::NO_MAIN,
                format!("{} classes have a method `main(String[])`.", mains.len()),
            )
            .note(format!("some of them are {}", all.join(", ")))
            .help(format!("name one with --entry {}", classfile::java_name(first))))
        }
    }
}

fn no_entry(wanted: &str) -> Diagnostic {
    let message = format!(
        "There is no class `{wanted}` with a method `main(String[])`, and no static method of this name."
    );
    Diagnostic::error(&codes::NO_MAIN, message)
        .help("names have dots: --entry shop.Main or --entry shop.Main.selfTest")
}
