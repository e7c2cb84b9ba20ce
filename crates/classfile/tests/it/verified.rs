//! Bodies that pass verification with the types that they should have, and bodies that do not, each with its reason.

use base::Id;
use classfile::{At, Code, Const, Frame, Hierarchy, Instr, Kind, Value, read, verify};

use crate::assembler::{Assembler, Body};
use crate::world::World;

const STATIC: u16 = 9;
/// What `new` at the beginning makes.
const FRESH: &str = "new object of instruction 0 without constructor";

/// `A` above `B` and `C`; `I` is an interface that `C` implements; `M` is mentioned and missing.
fn world() -> World {
    let mut world = World::new();
    world.add(&Assembler::interface("I", &[]));
    world.plain("A", "java/lang/Object", &[]);
    world.plain("B", "A", &[]);
    world.plain("C", "A", &["I"]);
    world
}

/// What is verified: a method of the class `T`, which extends `A` and has a field `x` of int, with so many slots.
fn class(flags: u16, name: &str, ty: &str, body: &Body<'_>) -> Vec<u8> {
    let mut class = Assembler::class("T", Some("A"), &[]);
    class.field(0, "x", "I").method(flags, name, ty, body);
    class.bytes()
}

/// The frames before all instructions, or the first mistake.
fn verified(flags: u16, name: &str, ty: &str, body: &Body<'_>) -> Result<Vec<Option<Frame>>, String> {
    let class = read(&class(flags, name, ty, body)).map_err(|error| error.to_string())?;
    let world = world();
    let method = &class.methods[0];
    let frames = verify(&class, method, &Hierarchy::new(&world)).map_err(|error| error.to_string())?;
    Ok((0..frames.len()).map(|at| frames.get(At::new(at)).cloned()).collect())
}

fn body(code: &str) -> Body<'_> {
    Body { max_stack: 4, max_locals: 6, code, handlers: &[] }
}

fn accept(ty: &str, code: &str) {
    if let Err(error) = verified(STATIC, "m", ty, &body(code)) {
        panic!("{code}: {error}");
    }
}

fn refuse(ty: &str, code: &str, expected: &str, offset: usize) {
    let found = verified(STATIC, "m", ty, &body(code)).expect_err(code);
    assert_eq!(found, format!("{expected} (class T, method m{ty}, offset {offset})"), "{code}");
}

/// The frame before the instruction with this number: locals, then the stack.
fn shown(ty: &str, code: &str, at: usize) -> String {
    let frames = verified(STATIC, "m", ty, &body(code)).expect("a good body");
    let Some(frame) = &frames[at] else { return "unreachable".to_owned() };
    let local = |value: &Option<Value>| value.as_ref().map_or("-".to_owned(), ToString::to_string);
    let locals: Vec<String> = frame.locals.iter().map(local).collect();
    let stack: Vec<String> = frame.stack.iter().map(ToString::to_string).collect();
    format!("{} | {}", locals.join(" "), stack.join(" "))
}

#[test]
fn frames_have_the_types_of_values() {
    assert_eq!(shown("(IJLB;)V", "return", 0), "int long - B | ");
    assert_eq!(shown("()V", "lconst_0; iconst_0; ldc \"a\"; return", 3), " | long int java.lang.String");
    assert_eq!(shown("()V", "new B; dup; return", 2), format!(" | {FRESH} {FRESH}"));
    assert_eq!(shown("()V", "new B; dup; invokespecial B.<init>:()V; return", 3), " | B");
    assert_eq!(shown("([[LB;I)V", "aload 0; iload 1; aaload; return", 3), "B[][] int | B[]");
    assert_eq!(shown("()V", "return; nop; return", 1), "unreachable");
    assert_eq!(shown("(J)V", "iconst_0; istore 1; return", 2), "- int | ");
    assert_eq!(shown("(II)V", "lconst_0; lstore 0; return", 2), "long | ");
    assert_eq!(shown("()V", "lconst_0; iconst_0; dup_x2; return", 3), " | int long int");
}

#[test]
fn paths_meet_in_the_lowest_common_type() {
    let meet = |a: &str, b: &str| {
        let ty = format!("(I{a}{b})V");
        let code = "iload 0; ifeq L; aload 1; goto M; L: aload 2; M: pop; return";
        let frame = shown(&ty, code, 5);
        frame.rsplit_once("| ").expect("a stack").1.to_owned()
    };
    assert_eq!(meet("LB;", "LC;"), "A");
    assert_eq!(meet("LB;", "LA;"), "A");
    assert_eq!(meet("LC;", "LI;"), "I");
    assert_eq!(meet("LB;", "LI;"), "java.lang.Object");
    assert_eq!(meet("LB;", "Ljava/lang/String;"), "java.lang.Object");
    assert_eq!(meet("LB;", "LMissing;"), "java.lang.Object");
    assert_eq!(meet("[LB;", "[LC;"), "A[]");
    assert_eq!(meet("[[I", "[[J"), "java.lang.Object[]");
    assert_eq!(meet("[I", "[J"), "java.lang.Object");
    assert_eq!(meet("[I", "[[I"), "java.lang.Object");
    assert_eq!(meet("[I", "Ljava/lang/Cloneable;"), "java.lang.Cloneable");
    assert_eq!(meet("[I", "LB;"), "java.lang.Object");
    let joined =
        shown("(I)V", "iload 0; ifeq L; aconst_null; astore 1; goto M; L: iconst_0; istore 1; M: return", 7);
    assert_eq!(joined, "int | ");
    assert_eq!(shown("(ILB;)V", "L: aconst_null; astore 1; iload 0; ifeq L; return", 0), "int B | ");
}

#[test]
fn good_bodies_pass() {
    accept("()I", "iconst_0; ireturn");
    accept("(LC;)LI;", "aload 0; areturn");
    accept("(LA;)LI;", "aload 0; areturn");
    accept("(LA;)LMissing;", "aload 0; areturn");
    accept("(LMissing;)LB;", "aload 0; areturn");
    accept("()LB;", "aconst_null; areturn");
    accept("([LB;)[LA;", "aload 0; areturn");
    accept("([LB;)Ljava/lang/Cloneable;", "aload 0; areturn");
    accept("()I", "aconst_null; iconst_0; iaload; ireturn");
    accept("(Z[Z)V", "aload 1; iconst_0; iload 0; bastore; return");
    accept("([B)I", "aload 0; iconst_0; baload; ireturn");
    accept("(Ljava/lang/Exception;)V", "aload 0; athrow");
    accept("(I)V", "iload 0; lookupswitch -1 L 5 L M; L: return; M: return");
    accept("()V", "ldc2_w 5; dup2; pop2; iconst_1; lshl; pop2; return");
    accept("()[[[I", "iconst_1; iconst_1; multianewarray [[[I 2; areturn");
    accept("(LI;)V", "aload 0; invokeinterface I.f:()V; return");
    accept("(LA;)V", "aload 0; invokeinterface I.f:()V; return");
    accept("([I)V", "aload 0; invokevirtual [I.clone:()Ljava/lang/Object;; pop; return");
}

#[test]
fn the_stack_has_what_is_taken() {
    let needed =
        |value: &str, kind: &str| format!("{value} is on the stack, and a value of kind {kind} is needed");
    refuse("()V", "pop; return", "the stack is empty", 0);
    refuse("()V", "iconst_0; iadd; return", "the stack is empty", 1);
    refuse("()I", "lconst_0; ireturn", &needed("long", "Int"), 1);
    refuse("()V", "iconst_0; lconst_0; iadd; return", &needed("long", "Int"), 2);
    refuse("()V", "lconst_0; lconst_0; lshl; return", &needed("long", "Int"), 2);
    refuse("()V", "lconst_0; pop; return", "a long or double would be divided", 1);
    refuse("()V", "lconst_0; iconst_0; dup2; return", "a long or double would be divided", 2);
    refuse("()V", "iconst_0; dup2; dup2; return", "the stack is empty", 1);
    refuse("()V", "iconst_0; dup; dup2; dup; return", "the stack has more than 4 slots", 3);
    refuse("()V", "lconst_0; dup2; dconst_0; return", "the stack has more than 4 slots", 2);
    refuse("(LA;)V", "aload 0; invokestatic T.f:(LB;)V; return", "A is on the stack, and B is needed", 2);
    refuse("([LA;)[LB;", "aload 0; areturn", "A[] is on the stack, and B[] is needed", 2);
    refuse("([LA;)LB;", "aload 0; areturn", "A[] is on the stack, and B is needed", 2);
    refuse("([LA;)LI;", "aload 0; areturn", "A[] is on the stack, and I is needed", 2);
    refuse("([I)[J", "aload 0; areturn", "int[] is on the stack, and long[] is needed", 2);
    refuse("(LA;)V", "aload 0; athrow", "A is on the stack, and java.lang.Throwable is needed", 2);
    refuse("(LA;)V", "aload 0; getfield B.x:I; return", "A is on the stack, and B is needed", 2);
    refuse("([J)V", "aload 0; iconst_0; iaload; return", "long[] is no array of kind Int", 3);
    refuse("([I)V", "aload 0; iconst_0; aconst_null; aastore; return", "int[] is no array of kind Ref", 4);
    refuse("([I)V", "aload 0; iconst_0; baload; return", "int[] is no array of kind Byte", 3);
    refuse("(LA;)V", "aload 0; arraylength; return", "A is no array", 2);
}

#[test]
fn slots_have_what_is_read() {
    refuse("()V", "iload 0; return", "slot 0 has no value that can be relied on", 0);
    refuse("(J)V", "iload 0; return", "slot 0 has long, and a value of kind Int is needed", 0);
    refuse("(J)V", "iload 1; return", "slot 1 has no value that can be relied on", 0);
    refuse("(J)V", "iconst_0; istore 1; lload 0; return", "slot 0 has no value that can be relied on", 3);
    refuse("()V", "iload 6; return", "slot 6 is used, and there are 6", 0);
    refuse("()V", "lconst_0; lstore 5; return", "slot 5 is used, and there are 6", 1);
    refuse("(F)V", "iinc 0 1; return", "slot 0 has float, and a value of kind Int is needed", 0);
    let either = "iload 0; ifeq L; aconst_null; astore 1; goto M; L: iconst_0; istore 1; M: iload 1; return";
    refuse("(I)V", either, "slot 1 has no value that can be relied on", 14);
}

#[test]
fn paths_lead_somewhere() {
    refuse("()V", "nop", "the path falls off the end of the body", 0);
    refuse("()V", "iconst_0; ifeq L; return; L: nop", "the path falls off the end of the body", 5);
    refuse("()V", "goto 1; return", "no instruction begins at the target 1", 0);
    refuse("()V", "goto 4; return", "no instruction begins at the target 4", 0);
    refuse("()V", "goto -5; return", "the target lies before the body", 0);
    refuse(
        "(I)V",
        "iload 0; lookupswitch 5 L 5 L L; L: return",
        "the value 5 of the switch does not come after the one before",
        2,
    );
    refuse("(I)V", "iload 0; ifeq L; iconst_0; L: return", "paths meet with 0 and 1 values on the stack", 5);
    refuse(
        "(I)V",
        "iload 0; iload 0; ifeq L; pop; aconst_null; L: pop; return",
        "paths meet with int and null on the stack",
        8,
    );
    refuse("()I", "return", "the method returns another type", 0);
    refuse("()V", "iconst_0; ireturn", "the method returns another type", 1);
    refuse("()J", "iconst_0; ireturn", "the method returns another type", 1);
    refuse("()V", "jsr L; L: astore 0; ret 0", "the instruction `jsr` is not supported", 0);
    refuse("()V", "ret 0", "the instruction `ret` is not supported", 0);
}

#[test]
fn objects_are_used_after_their_constructors() {
    refuse("()LB;", "new B; areturn", &format!("{FRESH} is used"), 3);
    refuse("()V", "new B; getfield B.x:I; return", &format!("{FRESH} is used"), 3);
    refuse(
        "()V",
        "new B; invokespecial A.<init>:()V; return",
        &format!("a constructor of A is called on {FRESH}"),
        3,
    );
    refuse("(LB;)V", "aload 0; invokespecial B.<init>:()V; return", "a constructor of B is called on B", 2);
    let twice = "new B; dup; invokespecial B.<init>:()V; invokespecial B.<init>:()V; return";
    refuse("()V", twice, "a constructor of B is called on B", 7);
    let two = "L: new B; iload 0; ifeq L; pop; return";
    refuse("(I)V", two, "paths meet with 0 and 1 values on the stack", 5);
    let kept = "L: new B; astore 1; iload 0; ifeq L; aload 1; invokespecial B.<init>:()V; return";
    accept("(I)V", kept);
}

/// A message without its place.
fn without_place(message: String) -> String {
    message.split(" (").next().unwrap_or_default().to_owned()
}

fn constructor(code: &str) -> Result<(), String> {
    verified(1, "<init>", "()V", &body(code)).map(|_| ()).map_err(without_place)
}

#[test]
fn constructors_call_another_one() {
    assert_eq!(constructor("aload 0; invokespecial A.<init>:()V; return"), Ok(()));
    assert_eq!(constructor("aload 0; invokespecial T.<init>:()V; return"), Ok(()));
    assert_eq!(
        constructor("aload 0; iconst_0; putfield T.x:I; aload 0; invokespecial A.<init>:()V; return"),
        Ok(())
    );
    let refuse = |code: &str, expected: &str| {
        assert_eq!(constructor(code), Err(expected.to_owned()), "{code}");
    };
    refuse("return", "the constructor returns before it has called another one");
    refuse("aload 0; getfield T.x:I; return", "this before its constructor is used");
    refuse("aload 0; iconst_0; putfield A.x:I; return", "this before its constructor is used");
    refuse(
        "aload 0; invokespecial B.<init>:()V; return",
        "a constructor of B is called on this before its constructor",
    );
    refuse(
        "aload 0; invokespecial java/lang/Object.<init>:()V; return",
        "a constructor of java.lang.Object is called on this before its constructor",
    );
}

#[test]
fn handlers_catch_what_is_thrown() {
    let with = |handlers, max_stack| Body {
        max_stack,
        max_locals: 2,
        code: "S: iconst_0; istore 0; iconst_0; istore 0; E: return; H: astore 1; iload 0; pop; return",
        handlers,
    };
    let message = |body: &Body<'_>, ty: &str| verified(STATIC, "m", ty, body).err().map(without_place);
    let all = [("S", "E", "H", None)];
    let exception = [("S", "E", "H", Some("java/lang/Exception"))];
    assert_eq!(message(&with(&all, 1), "(I)V"), None);
    assert_eq!(message(&with(&exception, 1), "(I)V"), None);
    assert_eq!(message(&with(&all, 1), "(F)V").as_deref(), Some("slot 0 has no value that can be relied on"));
    assert_eq!(
        message(&with(&[("S", "E", "H", Some("B"))], 1), "(I)V").as_deref(),
        Some("B is caught, but never thrown")
    );
    assert_eq!(
        message(&with(&[("E", "E", "H", None)], 1), "(I)V").as_deref(),
        Some("the range of a handler is empty")
    );
    let frames = verified(STATIC, "m", "(I)V", &with(&exception, 1)).expect("a good body");
    let caught = frames[5].as_ref().expect("it can be reached");
    assert_eq!(caught.stack[0].to_string(), "java.lang.Exception");
}

#[test]
fn bodies_whose_types_take_too_much_memory_are_refused() {
    let mut class = read(&class(STATIC, "m", "()V", &body("return"))).expect("a good class file");
    let stores = (0..4_000).flat_map(|slot| [Instr::Const(Const::Int(0)), Instr::Store(Kind::Int, slot)]);
    let instrs = stores.chain([Instr::Return(None)]).collect();
    let code = Code { max_stack: 1, max_locals: 4_000, instrs, ..Code::default() };
    class.methods[0].code = Some(code);
    let world = world();
    let error = verify(&class, &class.methods[0], &Hierarchy::new(&world)).expect_err("too large");
    assert_eq!(error.code.id, "CP0618");
}
