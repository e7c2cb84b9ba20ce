//! What is read from classes that `javac` wrote. Their sources are in `tests/fixtures`, and `cargo xtask java-fixtures`
//! compiles them.

use std::sync::Arc;

use base::Id;
use classfile::{
    At, Bootstrap, Class, ClassPath, Classes, Const, Hierarchy, Instr, JavaString, Member, Type, Value, read,
    verify,
};

use crate::disk::Disk;
use crate::jars::{FIXTURES, KERNEL, class_files};

fn classes() -> Vec<Class> {
    class_files(FIXTURES).iter().map(|bytes| read(bytes).expect("a good class file")).collect()
}

fn class(name: &str) -> Class {
    classes().into_iter().find(|class| &*class.name == name).expect("a class of the fixtures")
}

fn method<'c>(class: &'c Class, name: &str) -> &'c classfile::Method {
    class.methods.iter().find(|method| &*method.name == name).expect("a method")
}

#[test]
fn a_class_says_what_its_source_does() {
    let flow = class("shapes/Flow");
    assert_eq!((flow.version, flow.superclass.as_deref()), (61, Some("java/lang/Object")));
    assert_eq!(
        (flow.java_name(), flow.source_file.as_deref()),
        ("shapes.Flow".to_owned(), Some("Flow.java"))
    );
    assert!(flow.flags.is_abstract() && !flow.is_interface() && flow.initialiser().is_some());
    assert!(flow.field("count", &Type::Int).expect("a field").flags.is_volatile());
    let (native, make) = (method(&flow, "elsewhere"), method(&flow, "make"));
    assert!(
        native.flags.is_native() && native.code.is_none() && make.flags.is_abstract() && make.code.is_none()
    );
    assert_eq!(native.java_signature(), "elsewhere(long)");
    assert!(method(&flow, "largest").flags.is_synchronized());
    let inner = flow.inner_classes.iter().find(|inner| &*inner.class == "shapes/Flow$Resource");
    let inner = inner.expect("an inner class");
    assert!(inner.flags.is_static() && inner.outer.as_deref() == Some("shapes/Flow"));
    assert_eq!(flow.nest_members.len(), 6);
    let anonymous = class("shapes/Flow$1");
    let place = anonymous.enclosing_method.expect("a method around it");
    assert_eq!(place.method.expect("a method").0.as_ref(), "instances");
    assert_eq!(anonymous.nest_host.as_deref(), Some("shapes/Flow"));
    let close = method(&class("shapes/Flow$Resource"), "close").clone();
    assert_eq!(close.exceptions.len(), 1);
}

#[test]
fn records_enums_and_sealed_interfaces_are_known() {
    let shape = class("shapes/Shape");
    assert!(shape.is_interface() && shape.record.is_none());
    assert_eq!(shape.permitted.map(|names| names.len()), Some(2));
    let square = class("shapes/Shape$Square");
    let components = square.record.as_ref().expect("a record");
    assert_eq!((components.len(), &*components[0].name, &components[0].ty), (1, "side", &Type::Long));
    let code = method(&square, "hashCode").code.as_ref().expect("a body");
    let Instr::InvokeDynamic(call) = &code.instrs[At::new(1)] else { panic!("a call site") };
    assert_eq!((&*call.name, call.ty.to_string().as_str()), ("hashCode", "(Lshapes/Shape$Square;)I"));
    let Bootstrap { method: maker, arguments } = &square.bootstraps[call.bootstrap];
    let Member::Method(maker) = &maker.member else { panic!("a method makes call sites") };
    assert_eq!((maker.owner_class(), arguments.len()), ("java/lang/runtime/ObjectMethods", 3));
    assert_eq!(arguments[1], Const::String("side".into()));
    let mode = class("shapes/Flow$Mode");
    assert!(mode.flags.is_enum() && mode.fields.iter().filter(|field| field.flags.is_enum()).count() == 2);
}

#[test]
fn constants_are_those_of_the_source() {
    let numbers = class("shapes/Numbers");
    let constant = |name: &str| {
        let field = numbers.fields.iter().find(|field| &*field.name == name).expect("a field");
        field.constant.clone()
    };
    assert_eq!(constant("ANSWER"), Some(Const::Int(42)));
    assert_eq!(constant("FAR"), Some(Const::Long(1 << 40)));
    assert_eq!(constant("HALF"), Some(Const::Float(0.5)));
    assert_eq!(constant("TENTH"), Some(Const::Double(0.1)));
    assert_eq!((constant("YES"), constant("C")), (Some(Const::Int(1)), Some(Const::Int(99))));
    assert_eq!(constant("notStatic"), None);
    let mut units: Vec<u16> = "naïve 😀 \0 ".encode_utf16().collect();
    units.push(0xd800);
    assert_eq!(constant("NAME"), Some(Const::String(JavaString::new(units.clone()))));
    let text = JavaString::new(units);
    assert_eq!((text.to_text(), text.to_string()), (None, "naïve 😀 \0 \u{fffd}".to_owned()));
}

#[test]
fn tables_about_code_lead_to_instructions() {
    let flow = class("shapes/Flow");
    let guarded = method(&flow, "guarded");
    let code = guarded.code.as_ref().expect("a body");
    let source = include_str!("../fixtures/shapes/Flow.java");
    let line_of =
        |text: &str| source.lines().position(|line| line.contains(text)).expect("a line") as u16 + 1;
    let increment = |instr: &Instr| matches!(instr, Instr::Field(_, field) if &*field.name == "count");
    let at = code.instrs.iter().position(increment).expect("an access");
    assert_eq!(code.line(At::new(at)), Some(line_of("count++")));
    let result = code.variables.iter().find(|variable| &*variable.name == "result").expect("a variable");
    assert_eq!((&result.ty, result.slot), (&Type::Int, 3));
    assert!(matches!(code.instrs[At::new(result.start.index() - 1)], Instr::Store(_, 3)));
    assert!(code.handlers.iter().any(|handler| handler.class.as_deref() == Some("java/io/IOException")));
    assert!(
        code.handlers
            .iter()
            .all(|handler| handler.start < handler.end && handler.target.index() < code.instrs.len())
    );
    let far = method(&class("shapes/Numbers"), "far").code.clone().expect("a body");
    let cases = far.instrs.iter().find_map(|instr| match instr {
        Instr::Switch(switch) => Some(switch.cases.iter().map(|case| case.0).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(cases, Some(vec![i32::MIN, -1000, 0, i32::MAX]));
}

/// The fixtures upon the models of the JDK's classes.
fn path(disk: &mut Disk) -> ClassPath<'_> {
    let mut path = ClassPath::new(disk);
    path.add(FIXTURES).expect("a jar");
    path.add_jdk(KERNEL).expect("a jar");
    path
}

#[test]
fn all_bodies_are_verified_without_a_jdk() {
    let mut disk = Disk;
    let mut path = path(&mut disk);
    path.add(KERNEL).expect("a jar");
    let hierarchy = Hierarchy::new(&path);
    let names = path.names();
    assert!(names.len() > 100, "{} classes", names.len());
    for name in names {
        let class: Arc<Class> = path.class(&name).expect("a good class").expect("it is there");
        for method in &class.methods {
            let frames = verify(&class, method, &hierarchy).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(frames.len(), method.code.as_ref().map_or(0, |code| code.instrs.len()));
        }
    }
}

#[test]
fn variables_of_the_source_have_their_types() {
    let mut disk = Disk;
    let path = path(&mut disk);
    let hierarchy = Hierarchy::new(&path);
    let flow = class("shapes/Flow");
    for method in &flow.methods {
        let frames = verify(&flow, method, &hierarchy).expect("a good body");
        for variable in method.code.iter().flat_map(|code| &code.variables) {
            for at in (variable.start.index()..variable.end.index()).map(At::new) {
                let Some(frame) = frames.get(at) else { continue };
                let value = frame.local(variable.slot).expect("a value");
                assert_eq!(value.kind(), variable.ty.kind(), "{} at {at}", variable.name);
            }
        }
    }
    let loops = verify(&flow, method(&flow, "largest"), &hierarchy).expect("a good body");
    assert_eq!(loops[At::new(0)].local(0), Some(&Value::class(&flow.name)));
}
