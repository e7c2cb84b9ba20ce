//! What is above classes, and which members references mean.

use classfile::{Error, FieldAccess, FieldRef, Hierarchy, Invocation, MethodRef, MethodType, Type};

use crate::assembler::{Assembler, Body};
use crate::world::World;

const PUBLIC: u16 = 1;
const PRIVATE: u16 = 2;
const STATIC: u16 = 9;
const ABSTRACT: u16 = 0x401;
const BODY: Body<'static> = Body { max_stack: 0, max_locals: 1, code: "return", handlers: &[] };

fn refused(result: Result<impl Sized, Error>) -> (&'static str, String) {
    let error = result.err().expect("an error");
    (error.code.id, error.to_string())
}

#[test]
fn superclasses_and_interfaces_are_found() {
    let mut world = World::new();
    world.add(&Assembler::interface("I", &[]));
    world.add(&Assembler::interface("J", &["I"]));
    world.plain("A", "java/lang/Object", &["J"]);
    world.plain("B", "A", &["java/io/Serializable"]);
    let hierarchy = Hierarchy::new(&world);
    let above = hierarchy.above("B").expect("good classes");
    let names = |classes: &[std::sync::Arc<classfile::Class>]| {
        classes.iter().map(|class| class.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&above.superclasses), "B A java/lang/Object");
    assert_eq!(names(&above.interfaces), "java/io/Serializable J I");
    assert_eq!(names(&hierarchy.above("J").expect("good classes").interfaces), "J I");
    let below = |sub: &str, sup: &str| {
        let [sub, sup] = [sub, sup].map(|text| Type::parse(text).expect("a type"));
        hierarchy.is_subtype(&sub, &sup).expect("good classes")
    };
    assert!(below("LB;", "LI;") && !below("LI;", "LB;") && below("LI;", "Ljava/lang/Object;"));
    assert!(
        below("[LB;", "[LI;") && below("[[I", "[Ljava/io/Serializable;") && below("[I", "Ljava/lang/Object;")
    );
    assert!(!below("[I", "[Ljava/lang/Object;") && !below("[I", "[J") && !below("[LB;", "LI;"));
    assert!(below("I", "I") && !below("I", "J") && !below("[S", "[I"));
}

#[test]
fn what_is_above_a_class_must_fit() {
    let mut world = World::new();
    world.plain("A", "B", &[]);
    world.plain("B", "C", &[]);
    world.plain("C", "A", &[]);
    world.add(&Assembler::interface("I", &["J"]));
    world.add(&Assembler::interface("J", &["I"]));
    world.plain("D", "java/lang/Object", &["I"]);
    world.plain("E", "F", &[]);
    world.plain("F", "java/lang/Object", &["Gone"]);
    world.plain("G", "java/io/Serializable", &[]);
    world.plain("H", "java/lang/Object", &["A"]);
    let mut last = Assembler::class("K", Some("java/lang/Object"), &[]);
    last.flags |= 0x10;
    world.add(&last);
    world.plain("L", "K", &[]);
    let hierarchy = Hierarchy::new(&world);
    let above = |name: &str| refused(hierarchy.above(name));
    let says = |code: &'static str, message: &str| (code, message.to_owned());
    assert_eq!(above("A"), says("CP0614", "a class is above itself: A → B → C → A (class A)"));
    assert_eq!(above("D"), says("CP0614", "a class is above itself: D → I → J → I (class I)"));
    let missing = "the class Gone is not found, which is above another: E → F → Gone (class F)";
    assert_eq!(above("E"), says("CP0615", missing));
    assert_eq!(above("G"), says("CP0616", "G extends the interface java.io.Serializable (class G)"));
    assert_eq!(above("H"), says("CP0616", "H implements, as if it was an interface, the class A (class H)"));
    assert_eq!(above("L"), says("CP0616", "L extends the final class K (class L)"));
    assert_eq!(above("p/Gone"), says("CP0600", "there is no class p.Gone"));
}

/// A reference to the method `m` without parameters.
fn to_m(owner: &str, of_interface: bool) -> MethodRef {
    let ty = MethodType { parameters: Vec::new(), result: None };
    MethodRef { owner: Type::class(owner), name: "m".into(), ty, of_interface }
}

fn with_m(mut class: Assembler, flags: u16) -> Assembler {
    match flags & 0x400 {
        0 => class.method(flags, "m", "()V", &BODY),
        _ => class.declare(flags, "m", "()V"),
    };
    class
}

/// Which class has the method that a call of `m` means, and that of an object of a class.
fn meant(hierarchy: &Hierarchy<'_>, owner: &str, object: &str) -> (String, Option<String>) {
    let of_interface = hierarchy.class(owner).expect("a class").is_interface();
    let invocation = if of_interface { Invocation::Interface } else { Invocation::Virtual };
    let found = hierarchy.resolve_method(invocation, &to_m(owner, of_interface)).expect("a method");
    let selected = hierarchy.select(object, &found).expect("good classes");
    (found.class.name.to_string(), selected.map(|found| found.class.name.to_string()))
}

#[test]
fn calls_run_the_method_of_the_object() {
    let object = Some("java/lang/Object");
    let mut world = World::new();
    world.add(&with_m(Assembler::interface("I", &[]), PUBLIC));
    world.add(&with_m(Assembler::interface("J", &["I"]), PUBLIC));
    world.add(&with_m(Assembler::interface("K", &[]), PUBLIC));
    world.add(&with_m(Assembler::interface("L", &["J"]), ABSTRACT));
    world.add(&with_m(Assembler::class("A", object, &["I"]), PUBLIC));
    world.plain("B", "A", &["J"]);
    world.add(&with_m(Assembler::class("C", Some("B"), &[]), PUBLIC));
    world.plain("D", "java/lang/Object", &["I", "J"]);
    world.plain("E", "java/lang/Object", &["J", "K"]);
    world.plain("F", "java/lang/Object", &["L"]);
    world.add(&with_m(Assembler::class("P", object, &[]), PRIVATE));
    world.add(&with_m(Assembler::class("Q", Some("P"), &[]), PUBLIC));
    world.add(&with_m(Assembler::class("p/R", object, &[]), 0));
    world.add(&with_m(Assembler::class("q/S", Some("p/R"), &[]), 0));
    world.add(&with_m(Assembler::class("p/T", Some("q/S"), &[]), 0));
    let hierarchy = Hierarchy::new(&world);
    let is = |found: &str, selected: Option<&str>| (found.to_owned(), selected.map(str::to_owned));
    assert_eq!(meant(&hierarchy, "A", "C"), is("A", Some("C")));
    assert_eq!(meant(&hierarchy, "B", "B"), is("A", Some("A")));
    assert_eq!(meant(&hierarchy, "I", "B"), is("I", Some("A")));
    assert_eq!(meant(&hierarchy, "D", "D"), is("J", Some("J")));
    assert_eq!(meant(&hierarchy, "I", "D"), is("I", Some("J")));
    assert_eq!(meant(&hierarchy, "I", "E"), is("I", None));
    assert_eq!(meant(&hierarchy, "I", "F"), is("I", None));
    assert_eq!(meant(&hierarchy, "F", "F"), is("L", None));
    assert_eq!(meant(&hierarchy, "P", "Q"), is("P", Some("P")));
    assert_eq!(meant(&hierarchy, "p/R", "q/S"), is("p/R", Some("p/R")));
    assert_eq!(meant(&hierarchy, "p/R", "p/T"), is("p/R", Some("p/T")));
}

#[test]
fn super_calls_run_the_method_above() {
    let mut world = World::new();
    world.add(&with_m(Assembler::class("A", Some("java/lang/Object"), &[]), PUBLIC));
    world.add(&with_m(Assembler::class("B", Some("A"), &[]), PUBLIC));
    let caller = world.add(&with_m(Assembler::class("C", Some("B"), &[]), PUBLIC));
    let hierarchy = Hierarchy::new(&world);
    let special = |owner: &str| {
        let found = hierarchy.resolve_method(Invocation::Special, &to_m(owner, false)).expect("a method");
        let selected = hierarchy.select_special(&caller, &found).expect("good classes").expect("a body");
        selected.class.name.to_string()
    };
    assert_eq!((special("A"), special("B"), special("C")), ("B".to_owned(), "B".to_owned(), "C".to_owned()));
}

#[test]
fn references_without_a_method_are_refused() {
    let mut world = World::new();
    world.add(&with_m(Assembler::class("A", Some("java/lang/Object"), &[]), STATIC));
    world.add(&Assembler::interface("I", &[]));
    let hierarchy = Hierarchy::new(&world);
    let refuse = |invocation, owner: &str, of_interface, expected: &str| {
        let result = hierarchy.resolve_method(invocation, &to_m(owner, of_interface));
        assert_eq!(refused(result), ("CP0617", expected.to_owned()));
    };
    refuse(Invocation::Virtual, "java/lang/String", false, "the method java.lang.String.m() is not declared");
    refuse(Invocation::Virtual, "A", false, "the method A.m() is static");
    let interface = "cannot be called, since the class is";
    refuse(Invocation::Static, "I", false, &format!("the method I.m() {interface} an interface"));
    refuse(Invocation::Static, "A", true, &format!("the method A.m() {interface} no interface"));
    let hash = |owner: Type, of_interface| {
        let ty = MethodType::parse("()I").expect("a type");
        let wanted = MethodRef { owner, name: "hashCode".into(), ty, of_interface };
        hierarchy.resolve_method(Invocation::Virtual, &wanted).map(|found| found.class.name.to_string())
    };
    assert_eq!(hash(Type::class("I"), true).expect("a method"), "java/lang/Object");
    assert_eq!(hash(Type::Int.array_of(), false).expect("a method"), "java/lang/Object");
    let ty = MethodType { parameters: Vec::new(), result: None };
    let secret = MethodRef { owner: Type::class("I"), name: "secret".into(), ty, of_interface: true };
    let result = hierarchy.resolve_method(Invocation::Interface, &secret);
    assert_eq!(refused(result).1, "the method I.secret() is not declared");
}

#[test]
fn fields_are_looked_up_in_interfaces_first() {
    let mut world = World::new();
    let with = |mut class: Assembler, flags, name: &str| {
        class.field(flags, name, "I");
        class
    };
    world.add(&with(Assembler::interface("I", &[]), STATIC, "x"));
    world.add(&with(Assembler::interface("J", &[]), STATIC, "y"));
    let mut parent = with(Assembler::class("A", Some("java/lang/Object"), &["J"]), PUBLIC, "x");
    parent.field(PUBLIC, "y", "I");
    world.add(&parent);
    world.plain("B", "A", &["I"]);
    world.plain("C", "A", &[]);
    let hierarchy = Hierarchy::new(&world);
    let find = |access, owner: &str, name: &str, ty| {
        let wanted = FieldRef { owner: owner.into(), name: name.into(), ty };
        hierarchy.resolve_field(access, &wanted).map(|found| found.class.name.to_string())
    };
    assert_eq!(find(FieldAccess::GetStatic, "B", "x", Type::Int).expect("a field"), "I");
    assert_eq!(find(FieldAccess::Get, "C", "x", Type::Int).expect("a field"), "A");
    assert_eq!(find(FieldAccess::Put, "C", "y", Type::Int).expect("a field"), "A");
    let refuse = |result: Result<String, Error>| refused(result).1;
    assert_eq!(refuse(find(FieldAccess::Put, "B", "x", Type::Int)), "the field int B.x is static");
    assert_eq!(refuse(find(FieldAccess::GetStatic, "C", "x", Type::Int)), "the field int C.x is not static");
    assert_eq!(refuse(find(FieldAccess::Get, "C", "x", Type::Long)), "the field long C.x is not declared");
}
