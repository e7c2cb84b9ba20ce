//! Goldens of the text form, and its round trip.

use base::{Id, SourceId};
use expect_test::expect;

use crate::test_programs::{EVERYTHING, any_program};
use crate::*;

fn read_back(text: &str) -> Program {
    match read(SourceId::new(0), text) {
        Ok(program) => program.without_spans(),
        Err(errors) => panic!("{errors:#?}\nin\n{text}"),
    }
}

/// The lines without comments and space at their ends.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(" // ").next().unwrap_or("").trim_end());
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_layout_of_everything_is_as_written() {
    let program = read_back(EVERYTHING);
    assert_eq!(without_comments(&print(&program)), EVERYTHING);
    assert_eq!(verify(&program), Ok(()));
}

#[test]
fn any_program_reads_back_to_itself() {
    for seed in 0..2000 {
        let program = any_program(seed);
        let text = print(&program);
        assert_eq!(read_back(&text), program, "seed {seed}\n{text}");
    }
}

#[test]
fn names_stand_in_comments() {
    let program = read_back(EVERYTHING);
    expect![[r#"
        proc proc1 "Main.main"() -> (bool) {
          local v0 "node": class2
          local v1 "row": class4
          local v2 "bag": class6
          local v3 "colour": enum0
          local v4 "got": 1..5
          local v5 "x": f64
          temp v6: i32
          temp v7: bool
          temp v8: object
          local v9 "points": class10
          local v10 "cost": decimal
          local v11 "point": class9
        block0:
        * v0 = load g0.field0                           // node = load Main.head.next
          v0 = load total v0.field0                     // node = load total node.next
        * store v0.field1 = self                        // store node.val = self
    "#]]
    .assert_eq(&print_first_lines(&program, ProcId::new(1), 17));
}

fn print_first_lines(program: &Program, proc: ProcId, n_lines: usize) -> String {
    program.print_proc(proc).lines().take(n_lines).map(|line| format!("{line}\n")).collect()
}

#[test]
fn operand_types_are_written_where_operands_do_not_show_them() {
    let int = Type::Int(IntType::I32);
    let class = Type::Ref(ClassId::new(0));
    let mut proc = ProcBuilder::new("p", None);
    let (x, node) = (proc.local("x", int, None), proc.local("node", class, None));
    proc.terminate(Site::default(), TermOp::Return { values: vec![] });
    let program = Program { procs: vec![proc.finish()].into(), ..Program::default() };
    let scope = super::Scope::ids(&program, &program.procs[ProcId::new(0)]);
    let cases = [
        (Expr::binary(BinOp::Add, int, x.into(), Expr::int(1)), "v0 + 1", "v0 +{i32} 1"),
        (Expr::binary(BinOp::Sub, int, Expr::int(1), x.into()), "1 - v0", "1 -{i32} v0"),
        (Expr::binary(BinOp::Lt, int, Expr::int(1), Expr::int(-2)), "1 <{i32} -2", "1 <{i32} -2"),
        (Expr::binary(BinOp::Eq, Type::Object, node.into(), Expr::NULL), "v1 == null", "v1 == null"),
        (Expr::binary(BinOp::Eq, class, node.into(), Expr::NULL), "v1 =={class0} null", "v1 =={class0} null"),
        (Expr::unary(UnOp::Neg, int, Expr::int(5)), "-{i32} 5", "-{i32} 5"),
        (Expr::unary(UnOp::Neg, int, x.into()), "-v0", "-{i32} v0"),
        (Expr::not(Expr::not(Expr::TRUE)), "!!true", "!!true"),
        (Expr::Const(Value::Real(1e300.into())), "1e300", "1e300"),
        (Expr::Const(Value::Real(2.0.into())), "2.0", "2.0"),
    ];
    for (expr, in_scope, alone) in cases {
        assert_eq!(scope.show(&expr).to_string(), in_scope);
        assert_eq!(expr.to_string(), alone);
    }
}

#[test]
fn types_have_names_for_people() {
    let program = read_back(EVERYTHING);
    let named = |ty| program.type_name(ty);
    assert_eq!(named(Type::Ref(ClassId::new(2))), "Node");
    assert_eq!(named(Type::Enum(EnumId::new(0))), "Colour");
    assert_eq!(named(Type::Ref(ClassId::new(99))), "class99");
    assert_eq!(named(Type::Int(IntType::Range { lo: -1, hi: 5 })), "-1..5");
}

/// Every file of the layout is what `print` writes once read: the text form has one form.
#[test]
fn printing_is_idempotent() {
    for seed in 0..200 {
        let text = print(&any_program(seed));
        assert_eq!(print(&read_back(&text)), text);
    }
}
