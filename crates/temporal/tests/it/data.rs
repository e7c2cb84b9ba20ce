//! Comparisons of values: what they mean in states made by hand, and what is said of those that have no meaning.

use base::{Id, SourceId};
use cutpoint_temporal::{End, LastStep, Running, Temporal, View};
use expect_test::{Expect, expect};
use heap::Heap;
use ir::{BlockId, ClassId, ProcId, Program, Real, Value};

const PROGRAM: &str = r#"
enum enum0 "State" { "Idle", "Busy", "Done" }
enum enum1 "string" { "null", "abc" }
enum enum2 "Colour" { "Red", "Done" }
class class0 "Lock" record { field0 "held": bool; field1 "owner": i32; field2 "next": class0 }
class class1 "Flags" array[2] of bool
class class2 "Locks" array of class0
class class3 "Other" record { field3 "key": i32 }
global g0 "Main.locked": bool
global g1 "Main.state": enum0
global g2 "Main.text": enum1
global g3 "Main.n": i32
global g4 "Main.big": u64
global g5 "Main.real": f64
global g6 "Main.wants": class1
global g7 "Main.lock": class0
global g8 "Main.locks": class2
global g9 "Main.any": object
global g10 "Main.price": decimal
global g11 "Main.next": bool
thread proc0
thread proc0
proc proc0 "Main.Worker"() {
  local v0 "me": i32
  local v1 "mine": bool
  local v2 "own": class0
block0:
* spawn proc1(true)
* return
}
proc proc1 "Main.Other"(v0 "me": bool) {
block0:
* return
}
"#;

fn program() -> Program {
    let program = ir::read(SourceId::new(0), PROGRAM).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(ir::verify(&program), Ok(()));
    program
}

struct Scene {
    heap: Heap,
    globals: Vec<Value>,
    /// Threads 1 and 3, each at the beginning of a procedure.
    threads: Vec<(u32, usize, Vec<Value>)>,
}

impl Scene {
    fn new(program: &Program) -> Self {
        let globals = program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
        let worker = vec![Value::Int(7), Value::Bool(true), Value::Null];
        Self { heap: Heap::new(), globals, threads: vec![(1, 0, worker), (3, 1, vec![Value::Bool(true)])] }
    }

    fn alloc(&mut self, class: usize, slots: &[Value]) -> Value {
        Value::Ref(self.heap.alloc_with(ClassId::new(class), slots))
    }

    /// Whether a formula without temporal operators holds.
    fn holds(&self, program: &Program, text: &str) -> bool {
        let resolved = Temporal::new(program, false, SourceId::new(0), 0, text);
        let property = resolved.property.unwrap_or_else(|| panic!("{text}: {:#?}", resolved.diagnostics));
        let running: Vec<Running<'_>> = self
            .threads
            .iter()
            .map(|(number, proc, locals)| Running {
                number: Some(*number),
                proc: ProcId::new(*proc),
                block: BlockId::new(0),
                index: 0,
                locals,
            })
            .collect();
        let view = View {
            heap: &self.heap,
            globals: &self.globals,
            running: &running,
            end: End::GoesOn,
            last: LastStep::default(),
        };
        let letter = property.letter(&view);
        let lasso = logic::Lasso::new(Vec::new(), vec![letter]).expect("a letter");
        logic::satisfies(&property.formulas, property.root, &lasso)
    }

    fn check(&self, program: &Program, cases: &[(&str, bool)]) {
        for (text, expected) in cases {
            assert_eq!(self.holds(program, text), *expected, "{text}");
            assert_eq!(self.holds(program, &format!("!({text})")), !*expected, "!({text})");
        }
    }
}

#[test]
fn values_compare_by_their_kinds() {
    let program = program();
    let mut scene = Scene::new(&program);
    scene.check(&program, &[("locked", false), ("!locked", true), ("Main.locked == false", true)]);
    scene.check(&program, &[("state == Idle", true), ("state < State.Busy", true), ("Busy <= state", false)]);
    scene.check(&program, &[("text == null", true), ("text == nil", true), ("text == \"abc\"", false)]);
    scene.check(&program, &[("lock == null", true), ("nil == nil", true), ("any == lock", true)]);
    scene.globals[0] = Value::Bool(true);
    scene.globals[1] = Value::Int(2);
    scene.globals[2] = Value::Int(1);
    scene.check(&program, &[("locked", true), ("locked == `Main.locked`", true), ("!`Main.locked`", false)]);
    // `next` is a truth value and a field: the field where a path goes on, and in path expressions.
    scene.check(&program, &[("next", false), ("!next", true), ("next == false", true), ("next*", true)]);
    scene.check(&program, &[("lock.next*.nil + !lock", true), ("some lock.next", false)]);
    // `Done` is a constant of two enums; the other side decides.
    scene
        .check(&program, &[("state == Done", true), ("state >= Busy", true), ("state == State.Idle", false)]);
    scene.check(&program, &[("text == null", false), ("text == \"abc\"", true), ("\"abc\" != text", false)]);
    scene.globals[3] = Value::Int(-3);
    scene.globals[4] = Value::Int(-1);
    scene.check(&program, &[("n == -3", true), ("n < 0", true), ("n >= -2", false), ("0 > n", true)]);
    // Unsigned numbers of 64 bits are held by their bits.
    scene.check(&program, &[("big == 18446744073709551615", true), ("big > n", true), ("big == n", false)]);
    scene.globals[5] = Value::Real(Real::from(0.5));
    scene.check(&program, &[("real == 0.5", true), ("real < 1", true), ("real <= -1.5", false)]);
    scene.globals[5] = Value::Real(Real::from(f64::NAN));
    scene.check(
        &program,
        &[("real == real", false), ("real != real", true), ("real < 1", false), ("real >= 1", false)],
    );
    scene.globals[10] = Value::Decimal(ir::Decimal::from_parts(true, 15, 1).expect("-1.5"));
    scene.check(&program, &[("price == -1.50", true), ("price < -1", true), ("price > -2", true)]);
}

#[test]
fn paths_lead_through_fields_and_elements() {
    let program = program();
    let mut scene = Scene::new(&program);
    let everywhere =
        ["lock.held", "lock.owner == 0", "lock.owner < 1", "lock.owner >= 0", "wants[0]", "locks[0] == nil"];
    // Nothing leads through nil but references.
    for text in everywhere {
        scene.check(&program, &[(text, false)]);
    }
    scene.check(&program, &[("lock.owner != 0", true), ("lock.next == nil", true), ("!lock.held", true)]);
    let lock = scene.alloc(0, &[Value::Bool(true), Value::Int(1), Value::Null]);
    let wants = scene.alloc(1, &[Value::Bool(false), Value::Bool(true)]);
    let locks = scene.alloc(2, &[lock, Value::Null]);
    (scene.globals[6], scene.globals[7], scene.globals[8]) = (wants, lock, locks);
    scene.check(
        &program,
        &[("lock.held", true), ("lock.held && !lock.next.held", true), ("lock.owner == 1", true)],
    );
    scene.check(&program, &[("wants[0]", false), ("wants[1]", true), ("wants[0] == wants[1]", false)]);
    scene.check(&program, &[("wants[lock.owner]", true), ("wants[n]", false), ("!wants[n]", true)]);
    scene.check(&program, &[("locks[0].held", true), ("locks[0] == lock", true), ("locks[1] == nil", true)]);
    scene.check(
        &program,
        &[("locks[2] == nil", false), ("locks[2] != nil", true), ("locks[0].next == nil", true)],
    );
    scene.check(&program, &[("reach(locks[0], next*, nil)", true), ("any == lock", false)]);
    scene.globals[3] = Value::Int(-1);
    scene.check(&program, &[("wants[n]", false), ("wants[n] == false", false)]);
    scene.globals[9] = scene.globals[8];
    scene.check(&program, &[("any[0] == lock", true), ("any.held", false), ("any.key == 0", false)]);
}

#[test]
fn locals_belong_to_threads() {
    let program = program();
    let mut scene = Scene::new(&program);
    scene.check(&program, &[("Worker@1.me == 7", true), ("Main.Worker@1.me < 8", true), ("@1.mine", true)]);
    scene.check(&program, &[("@1.own == nil", true), ("Worker@1.own != nil", false), ("!@1.mine", false)]);
    // In thread 3, `me` is of another procedure and another type.
    scene.check(&program, &[("@3.me == 7", false), ("@3.me == true", true), ("Worker@3.me == 7", false)]);
    scene.check(&program, &[("Other@3.me", true), ("Other@1.me", false), ("!Other@1.me", true)]);
    // Threads that are not there have no variables, not even nil ones.
    scene.check(&program, &[("@2.own == nil", false), ("@2.own != nil", true), ("@0.mine", false)]);
    scene.check(&program, &[("reach(@1.own, next*, nil)", true), ("reach(@2.own, next*, nil)", false)]);
    scene.check(&program, &[("@1.in(Worker)", true), ("@3.in(Worker)", false), ("@3.in(Main.Other)", true)]);
    scene.check(&program, &[("@2.in(Worker)", false), ("@in(Worker) && @in(Other)", true)]);
    scene.threads.remove(0);
    scene.check(&program, &[("Worker@1.me == 7", false), ("@1.in(Worker)", false), ("@in(Worker)", false)]);
}

#[test]
fn what_a_property_observes_is_known() {
    let program = program();
    let facts = |text: &str| {
        let resolved = Temporal::new(&program, false, SourceId::new(0), 0, text);
        let property = resolved.property.unwrap_or_else(|| panic!("{text}: {:#?}", resolved.diagnostics));
        (property.observes_locals(), property.greatest_thread())
    };
    assert_eq!(facts("G (locked && n < 3 && lock.next == nil)"), (false, None));
    assert_eq!(facts("G (Worker@1.me == 0 || @4.mine)"), (true, Some(4)));
    assert_eq!(facts("G wants[Worker@2.me]"), (true, Some(2)));
    assert_eq!(facts("F @3.in(Other)"), (false, Some(3)));
    assert_eq!(facts("reach(@1.own, next*, lock)"), (true, Some(1)));
}

fn complaints(text: &str) -> String {
    use std::fmt::Write;
    let resolved = Temporal::new(&program(), false, SourceId::new(0), 0, text);
    assert_eq!(resolved.property.is_none(), resolved.diagnostics.iter().any(|found| found.is_fatal()));
    let mut shown = String::new();
    for diagnostic in &resolved.diagnostics {
        writeln!(shown, "{}: {}", diagnostic.code, diagnostic.message).expect("text");
        for label in &diagnostic.labels {
            writeln!(shown, "  `{}`: {}", &text[label.span.range()], label.text).expect("text");
        }
        diagnostic.help.iter().for_each(|help| writeln!(shown, "  help: {help}").expect("text"));
    }
    shown
}

fn refuses(texts: &[&str], expected: Expect) {
    expected.assert_eq(&texts.iter().map(|text| format!("{text}\n{}", complaints(text))).collect::<String>());
}

#[test]
fn types_that_do_not_fit_are_shown_on_both_sides() {
    refuses(
        &[
            "G locked == 1",
            "state == 2",
            "state == Red",
            "lock == n",
            "n == nil",
            "n == 1.5",
            "text == \"abd\"",
            "text < \"abc\"",
            "lock < any",
            "n < 3000000000",
            "G n",
            "G !lock.owner",
            "G wants[0].held",
            "@1.own",
            "me == 7",
            "@3.me == @3.me",
            "big == 99999999999999999999999999999999999999999999",
        ],
        expect![[r#"
            G locked == 1
            CP0082: `locked` and `1` cannot be compared.
              `locked`: a truth value
              `1`: a number
              help: a truth value is compared with `true`, `false` or another truth value
            state == 2
            CP0082: `state` and `2` cannot be compared.
              `state`: a constant of `State`
              `2`: a number
              help: the constants of `State` begin with `Idle`, `Busy`, `Done`
            state == Red
            CP0082: `state` and `Red` cannot be compared.
              `state`: a constant of `State`
              `Red`: a constant of `Colour`
              help: the constants of `State` begin with `Idle`, `Busy`, `Done`
            lock == n
            CP0082: `lock` and `n` cannot be compared.
              `lock`: a reference
              `n`: an integer
            n == nil
            CP0082: `n` and `nil` cannot be compared.
              `n`: an integer
              `nil`: nil
            n == 1.5
            CP0082: `n` and `1.5` cannot be compared.
              `n`: an integer
              `1.5`: a number with a fraction
            text == "abd"
            CP0082: The text `"abd"` is nowhere in the program.
              `"abd"`: no such text
              help: did you mean `"abc"`?
            text < "abc"
            CP0082: `<` compares numbers and constants of enums.
              `text`: a text
              `"abc"`: a text
              help: only `==` and `!=` compare such values
            lock < any
            CP0082: `<` compares numbers and constants of enums.
              `lock`: a reference
              `any`: a reference
              help: only `==` and `!=` compare such values
            n < 3000000000
            CP0082: The number 3000000000 is out of range.
              `3000000000`: what it is compared with is -2147483648 to 2147483647
            G n
            CP0082: `n` is no truth value.
              `n`: an integer
              help: compare it, as in `n == ...`
            G !lock.owner
            CP0082: `lock.owner` is no truth value.
              `!lock.owner`: an integer
              help: compare it, as in `lock.owner == ...`
            G wants[0].held
            CP0076: An element of `wants` holds a plain value, and an object is needed here.
              `wants[0].held`: no reference
            @1.own
            CP0082: `@1.own` is no truth value.
              `@1.own`: a reference
              help: compare it, as in `@1.own == nil`
            me == 7
            CP0077: `me` is a local variable, and the program has several threads.
              `me`: local to a procedure
              help: say whose it is: `@1.me` of thread 1, or `Worker@1.me` while it runs `Worker`
            @3.me == @3.me
            CP0082: `@3.me` and `@3.me` can be compared as values of several types.
              `@3.me == @3.me`: the names belong to variables or fields of several types
              help: say of which procedure a local variable is, as in `Worker@0.x`
            big == 99999999999999999999999999999999999999999999
            CP0082: `big` and `99999999999999999999999999999999999999999999` cannot be compared.
              `big`: an integer
              `99999999999999999999999999999999999999999999`: a floating-point number
        "#]],
    );
}

#[test]
fn names_that_lead_nowhere_are_explained() {
    refuses(
        &[
            "Main.lokced",
            "state == Bsuy",
            "state == State.Bsuy",
            "F Idle",
            "lock.key == 1",
            "n[0] == 1",
            "wants[2]",
            "wants[locked]",
            "Worker@1.mein == 1",
            "Worker@1.x == 1",
            "Other@1.mine",
            "Worcer@1.me == 1",
            "some locked",
            "locked + lock",
            "lock.held.next == nil",
        ],
        expect![[r#"
            Main.lokced
            CP0073: `Main.lokced` is neither a variable nor a constant of the program.
              `Main.lokced`: unknown here
              help: did you mean `Main.locked`?
            state == Bsuy
            CP0073: `Bsuy` is neither a variable nor a constant of the program.
              `Bsuy`: unknown here
              help: did you mean `Busy` or `State.Busy`?
            state == State.Bsuy
            CP0073: `State.Bsuy` is neither a variable nor a constant of the program.
              `State.Bsuy`: unknown here
              help: did you mean `State.Busy`?
            F Idle
            CP0073: The constant `Idle` alone says nothing about a state.
              `Idle`: a constant
              help: compare it, as in `x == Idle`
            lock.key == 1
            CP0073: Objects of `Lock` have no field `key`.
              `lock.key`: leads nowhere
            n[0] == 1
            CP0076: The variable `n` holds a plain value, and an object is needed here.
              `n[0]`: no reference
            wants[2]
            CP0083: There is no element 2 in an array of 2.
              `wants[2]`: leads nowhere
              help: elements are counted from 0
            wants[locked]
            CP0083: `locked` is no integer.
              `wants[locked]`: elements have numbers
            Worker@1.mein == 1
            CP0073: `mein` is no local variable of the program.
              `mein`: unknown here
            Worker@1.x == 1
            CP0073: `x` is no local variable of the program.
              `x`: unknown here
            Other@1.mine
            CP0073: The procedure `Other` has no local variable `mine`.
              `Other@1.mine`: no such variable
            Worcer@1.me == 1
            CP0075: The program has no procedure `Worcer`.
              `Worcer`: no such procedure
              help: did you mean `Main.Worker`?
            some locked
            CP0076: The variable `locked` holds a plain value, and an object is needed here.
              `locked`: no reference
              help: compare it, as in `locked == ...`; what is true or false is joined by `&&` and `||`
            locked + lock
            CP0076: The variable `locked` holds a plain value, and an object is needed here.
              `locked`: no reference
              help: compare it, as in `locked == ...`; what is true or false is joined by `&&` and `||`
            lock.held.next == nil
            CP0076: The field `held` holds a plain value, and an object is needed here.
              `lock.held.next`: no reference
        "#]],
    );
}
