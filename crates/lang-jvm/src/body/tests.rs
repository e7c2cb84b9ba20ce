//! Bodies made by hand, and what they become.

use std::sync::Arc;

use base::{Id, SourceMap};
use classfile::{
    At, BinaryOp, Class, Classes, Code, Comparison, Condition, Const, Element, Error, Field, FieldAccess,
    FieldRef, Flags, Handler, Instr, Kind, Method, MethodType, Number, Relation, Shuffle, Type, Variable,
};
use expect_test::{Expect, expect};
use ir::ProcId;
use rustc_hash::FxHashMap;

use crate::lower;
use crate::reach::Scope;
use crate::world::{FAULTS, OBJECT, THROWABLE, World};

/// The class `T` with the method `m` and two fields, and what every program mentions.
struct Made(Class);

const STATIC: u16 = 0x0008;
const NATIVE: u16 = 0x0100;

fn class(name: &str, superclass: Option<&str>, methods: Vec<Method>) -> Class {
    Class {
        name: name.into(),
        version: 52,
        flags: Flags(0x0021),
        superclass: superclass.map(Into::into),
        interfaces: Vec::new(),
        fields: Vec::new(),
        methods,
        bootstraps: base::IndexVec::new(),
        source_file: None,
        inner_classes: Vec::new(),
        enclosing_method: None,
        nest_host: None,
        nest_members: Vec::new(),
        record: None,
        permitted: None,
    }
}

impl Classes for Made {
    fn class(&self, name: &str) -> Result<Option<Arc<Class>>, Error> {
        let made = match name {
            "T" => self.0.clone(),
            OBJECT => class(OBJECT, None, Vec::new()),
            "java/lang/ArithmeticException" => class(name, Some(THROWABLE), Vec::new()),
            FAULTS => {
                let ty = MethodType::parse("()Ljava/lang/Throwable;").expect("a descriptor");
                let flags = Flags(STATIC | NATIVE);
                let maker =
                    Method { name: "arithmetic".into(), ty, flags, code: None, exceptions: Vec::new() };
                class(FAULTS, Some(OBJECT), vec![maker])
            }
            THROWABLE | "java/lang/String" | "java/lang/Class" => class(name, Some(OBJECT), Vec::new()),
            _ => return Ok(None),
        };
        Ok(Some(Arc::new(made)))
    }
}

fn field(name: &str, ty: Type) -> Field {
    Field { name: name.into(), ty, flags: Flags(0), constant: None }
}

/// Lowers a static method of `T` and compares its procedure.
fn check_code(descriptor: &str, code: Code, expected: &Expect) {
    let ty = MethodType::parse(descriptor).expect("a descriptor");
    let offsets: Vec<u32> = (0..code.instrs.len() as u32).collect();
    let code = Code { max_stack: 8, max_locals: 8, offsets: offsets.into(), ..code };
    let method =
        Method { name: "m".into(), ty, flags: Flags(STATIC), code: Some(code), exceptions: Vec::new() };
    let mut made = class("T", Some(OBJECT), vec![method]);
    made.fields =
        vec![field("flag", Type::Boolean), field("next", Type::class("T")), field("small", Type::Byte)];
    let classes = Made(made);
    let mut world = World::new(&classes);
    let class = world.class("T");
    let root = world.methods_named(class, "m")[0];
    let (program, notes) = lower::lower(
        &mut world,
        &classes,
        &[root],
        Scope::OneClass,
        &mut SourceMap::new(),
        &FxHashMap::default(),
    );
    assert_eq!(notes.refused, []);
    ir::verify(&program).unwrap_or_else(|errors| panic!("{errors:?}"));
    let text = program.print_proc(ProcId::new(0));
    let lines: Vec<&str> = text.lines().map(without_comment).collect();
    expected.assert_eq(&format!("{}\n", lines.join("\n")));
}

/// A line of the text form without the comment that repeats it with names.
fn without_comment(line: &str) -> &str {
    line.split(" // ").next().unwrap_or(line).trim_end()
}

fn check(descriptor: &str, instrs: Vec<Instr>, expected: &Expect) {
    check_code(descriptor, Code { instrs: instrs.into(), ..Code::default() }, expected);
}

fn load(slot: u16) -> Instr {
    Instr::Load(Kind::Int, slot)
}

fn get(name: &str, ty: Type) -> Instr {
    Instr::Field(FieldAccess::Get, FieldRef { owner: "T".into(), name: name.into(), ty }.into())
}

fn put(name: &str, ty: Type) -> Instr {
    Instr::Field(FieldAccess::Put, FieldRef { owner: "T".into(), name: name.into(), ty }.into())
}

const INT_RESULT: Instr = Instr::Return(Some(Kind::Int));

#[test]
fn expressions_stay_together_until_they_are_stored() {
    let add = Instr::Binary(BinaryOp::Add, Number::Int);
    let shift = Instr::Binary(BinaryOp::Ushr, Number::Int);
    let code = vec![load(0), load(1), add, load(1), shift, INT_RESULT];
    check(
        "(II)I",
        code,
        &expect![[r#"
            proc proc0 "T.m(int, int)"(v0 "p0": i32w, v1 "p1": i32w) -> (i32w) {
            block0:
            * return convert{u32w -> i32w}(convert{i32w -> u32w}(v0 + v1) >> convert{i32w -> u32w}(v1 & 31))
            }
        "#]],
    );
}

#[test]
fn a_variable_that_is_written_is_read_before() {
    let code = vec![
        load(0),
        Instr::Increment { slot: 0, by: 1 },
        load(0),
        Instr::Binary(BinaryOp::Sub, Number::Int),
        INT_RESULT,
    ];
    check(
        "(I)I",
        code,
        &expect![[r#"
            proc proc0 "T.m(int)"(v0 "p0": i32w) -> (i32w) {
              temp v1: i32w
            block0:
            * v1 = v0
              v0 = v0 + 1
              return v1 - v0
            }
        "#]],
    );
}

#[test]
fn comparisons_of_longs_are_branched_on() {
    let code = vec![
        Instr::Load(Kind::Long, 0),
        Instr::Load(Kind::Long, 2),
        Instr::Compare(Comparison::Long),
        Instr::Branch(Condition::Zero(Relation::LessOrEqual), At::new(6)),
        Instr::Const(Const::Int(1)),
        INT_RESULT,
        Instr::Const(Const::Int(0)),
        INT_RESULT,
    ];
    check(
        "(JJ)Z",
        code,
        &expect![[r#"
            proc proc0 "T.m(long, long)"(v0 "p0": i64w, v1 "p1": i64w) -> (bool) {
            block0:
            * branch v0 <= v1, block2, block1
            block1:
              return true
            block2:
              return false
            }
        "#]],
    );
}

#[test]
fn booleans_and_small_numbers_are_converted_where_they_meet_ints() {
    let flag = || get("flag", Type::Boolean);
    let object = || Instr::Load(Kind::Ref, 0);
    let code = vec![
        object(),
        object(),
        flag(),
        Instr::Const(Const::Int(1)),
        Instr::Binary(BinaryOp::Xor, Number::Int),
        put("flag", Type::Boolean),
        object(),
        object(),
        get("small", Type::Byte),
        Instr::Const(Const::Int(300)),
        Instr::Binary(BinaryOp::Mul, Number::Int),
        put("small", Type::Byte),
        object(),
        flag(),
        Instr::Store(Kind::Int, 1),
        load(1),
        load(1),
        Instr::Binary(BinaryOp::Add, Number::Int),
        INT_RESULT,
    ];
    check(
        "(LT;)I",
        code,
        &expect![[r#"
            proc proc0 "T.m(T)"(v0 "p0": class0) -> (i32w) {
              temp v1: bool
              temp v2: i8w
              local v3 "v1": bool
              temp v4: i32w
              temp v5: i32w
            block0:
            * v1 = load v0.field0
              store v0.field0 = !v1
              v2 = load v0.field1
              store v0.field1 = convert{i32w -> i8w}(convert{i8w -> i32w}(v2) * 300)
              v1 = load v0.field0
              v3 = v1
              branch v3, block2, block3
            block1:
              branch v3, block5, block6
            block2:
              v4 = 1
              goto block1
            block3:
              v4 = 0
              goto block1
            block4:
              return v4 + v5
            block5:
              v5 = 1
              goto block4
            block6:
              v5 = 0
              goto block4
            }
        "#]],
    );
}

#[test]
fn operands_that_are_duplicated_are_computed_once() {
    let object = Instr::Load(Kind::Ref, 0);
    let next = || get("next", Type::class("T"));
    let code = vec![
        object,
        next(),
        Instr::Shuffle(Shuffle::Dup),
        next(),
        Instr::Shuffle(Shuffle::DupX1),
        put("next", Type::class("T")),
        Instr::Return(Some(Kind::Ref)),
    ];
    check(
        "(LT;)LT;",
        code,
        &expect![[r#"
            proc proc0 "T.m(T)"(v0 "p0": class0) -> (class0) {
              temp v1: class0
              temp v2: class0
            block0:
            * v1 = load v0.field0
              v2 = load v1.field0
              store v1.field0 = v2
              return v2
            }
        "#]],
    );
}

#[test]
fn what_no_handler_sees_is_a_fault_and_elements_have_the_type_of_their_array() {
    let code = vec![
        Instr::Load(Kind::Ref, 0),
        load(1),
        Instr::ArrayLoad(Element::Byte),
        load(1),
        Instr::Binary(BinaryOp::Div, Number::Int),
        INT_RESULT,
    ];
    check(
        "([ZI)I",
        code.clone(),
        &expect![[r#"
            proc proc0 "T.m(boolean[], int)"(v0 "p0": class5, v1 "p1": i32w) -> (i32w) {
              temp v2: bool
              temp v3: i32w
              temp v4: i32w
            block0:
            * v2 = load v0[v1]
              branch v2, block2, block3
            block1:
              v4 = v3 / v1
              return v4
            block2:
              v3 = 1
              goto block1
            block3:
              v3 = 0
              goto block1
            }
        "#]],
    );
    check(
        "([BI)I",
        code,
        &expect![[r#"
            proc proc0 "T.m(byte[], int)"(v0 "p0": class5, v1 "p1": i32w) -> (i32w) {
              temp v2: i8w
              temp v3: i32w
            block0:
            * v2 = load v0[v1]
              v3 = convert{i8w -> i32w}(v2) / v1
              return v3
            }
        "#]],
    );
}

#[test]
fn a_handler_gets_what_it_can_see() {
    let code = vec![
        load(0),
        load(1),
        Instr::Binary(BinaryOp::Div, Number::Int),
        INT_RESULT,
        Instr::Store(Kind::Ref, 2),
        load(0),
        INT_RESULT,
    ];
    let exception = Some("java/lang/ArithmeticException".into());
    let handler = Handler { start: At::new(0), end: At::new(3), target: At::new(4), class: exception };
    let variable = |name: &str, slot| Variable {
        name: name.into(),
        ty: Type::Int,
        slot,
        start: At::new(0),
        end: At::new(7),
    };
    let variables = vec![variable("dividend", 0), variable("divisor", 1)];
    let code = Code { instrs: code.into(), handlers: vec![handler], variables, ..Code::default() };
    check_code(
        "(II)I",
        code,
        &expect![[r#"
            proc proc0 "T.m(int, int)"(v0 "dividend": i32w, v1 "divisor": i32w) -> (i32w) {
              temp v2: i32w
              temp v3: class4
              temp v4: class6
              temp v5: class6
              local v6 "v2": class6
            block0:
            * branch v1 != 0, block3, block2
            block1:
            * v6 = v4
              return v0
            block2:
              v3 = call proc1() -> block4
            block3:
              v2 = v0 / v1
              return v2
            block4:
              v5 = cast v3 to class6
              v4 = v5
              goto block1
            }
        "#]],
    );
}
