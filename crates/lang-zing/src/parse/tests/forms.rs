//! Every form of declaration, statement and expression, with the tree it makes.

use super::{dump, in_method, read_ok};

fn check_decls(text: &str, expected: &str) {
    assert_eq!(dump::decls(&read_ok(text)), expected, "for the text\n{text}");
}

fn check_body(body: &str, expected: &str) {
    assert_eq!(dump::body(&read_ok(&in_method(body))), expected, "for the statements\n{body}");
}

#[test]
fn small_types() {
    let cases = [
        ("", ""),
        ("enum E { };", "(enum E)"),
        ("enum E { a, b, };", "(enum E a b)"),
        ("enum E { a, b };", "(enum E a b)"),
        ("range R 1..5;", "(range R 1 5)"),
        ("range R -1 .. 2 * 3;", "(range R (- 1) (* 2 3))"),
        ("chan C int;", "(chan C int)"),
        ("set S Node;", "(set S Node)"),
        ("array A[] int;", "(array A [] int)"),
        ("array A[5] Node;", "(array A [=5] Node)"),
        ("array A[2 + 3] ulong;", "(array A [=(+ 2 3)] ulong)"),
        ("array A[Color] bool;", "(array A [by Color] bool)"),
        ("array A[bool] string;", "(array A [by bool] string)"),
    ];
    for (text, expected) in cases {
        check_decls(text, expected);
    }
}

#[test]
fn classes_and_interfaces() {
    let cases = [
        ("class C { };", "(class c)"),
        ("struct S { int x; };", "(struct s (field int x))"),
        ("class C : I, J { };", "(class c :I :J)"),
        ("class C { int x = 1; };", "(class c (field int x=1))"),
        ("class C { static Box g1, g2; };", "(class c (static field Box g1 g2))"),
        ("class C { static Box g = new Box(), h; };", "(class c (static field Box g=(new Box) h))"),
        ("class C { void f() { } };", "(class c (void f () {}))"),
        ("class C { C() { x = true; } };", "(class c (constructor {(= x true)}))"),
        (
            "class C { static activate void main() { } atomic int g(int a, out D b) { return a; } };",
            "(class c (static activate void main () {}) (atomic int g ( a:int out b:D) {(return a)}))",
        ),
        ("interface I { };", "(interface I)"),
        ("interface I { void f(); D g(int x, out D y); };", "(interface I (void f) (D g x:int out y:D))"),
        ("class A { }; class B { };", "(class a)\n(class b)"),
        (
            "class C { bool a; byte b; sbyte c; short d; ushort e; int f; uint g; long h; ulong i; float j; double k; \
             decimal l; object m; string n; };",
            "(class c (field bool a) (field byte b) (field sbyte c) (field short d) (field ushort e) (field int f) \
             (field uint g) (field long h) (field ulong i) (field float j) (field double k) (field decimal l) \
             (field object m) (field string n))",
        ),
    ];
    for (text, expected) in cases {
        check_decls(text, expected);
    }
}

#[test]
fn statements() {
    let cases = [
        (";", ";"),
        ("{ }", "{}"),
        ("{ ; { ; } }", "{; {;}}"),
        ("atomic { x = 1; }", "(atomic {(= x 1)})"),
        ("[Fair] [Weight(3, x)] x = 1;", "(attributed [(Fair)] [(Weight 3 x)] (= x 1))"),
        ("l: x = 1;", "(label l (= x 1))"),
        ("l: m: ;", "(label l (label m ;))"),
        ("goto l;", "(goto l)"),
        ("int x;", "(local int x)"),
        ("Foo f = new Foo;", "(local Foo f=(new Foo))"),
        ("int x = 1, y, z = g();", "(local int x=1 y z=(call g))"),
        ("int @in = @class;", "(local int in=class)"),
        ("x = y = z;", "(= x (= y z))"),
        ("f();", "(call f)"),
        ("o.f(x, out y, out a[1]);", "(call o.f x out y out a[1])"),
        ("if (x) y = 1;", "(if x (= y 1))"),
        ("if (x) y = 1; else z = 1;", "(if x (= y 1) (= z 1))"),
        ("if (a) ; else if (b) ; else if (c) ; else { }", "(if a ; (if b ; (if c ; {})))"),
        ("if (a) if (b) ; else ;", "(if a (if b ; ;))"),
        ("if (*) { f(); }", "(if <choice> {(call f)})"),
        ("while (*) ;", "(while <choice> ;)"),
        ("while (i < 3) i = i + 1;", "(while (< i 3) (= i (+ i 1)))"),
        ("foreach (x in s) ;", "(foreach x s ;)"),
        ("foreach (Node x in this.s) { f(x); }", "(foreach Node x this.s {(call f x)})"),
        ("foreach (int x in s) ;", "(foreach int x s ;)"),
        ("return;", "(return)"),
        ("return x + 1;", "(return (+ x 1))"),
        ("async f(x);", "(async (call f x))"),
        ("async o.f();", "(async (call o.f))"),
        ("assert(x);", "(assert x)"),
        ("assert(x == 1, \"no\\n\");", "(assert (== x 1) \"no\\n\")"),
        ("assume(x);", "(assume x)"),
        ("accept(x);", "(accept x)"),
        ("event(1, 2, x);", "(event 1 2 x)"),
        ("trace(\"x\");", "(trace \"x\")"),
        ("trace(@\"x\\\", x, y);", "(trace \"x\\\\\" x y)"),
        ("send(c, x);", "(send c x)"),
        ("invokeplugin(\"p\", x);", "(invokeplugin \"p\" x)"),
        ("invokescheduler();", "(invokescheduler)"),
        ("invokescheduler(1, \"x\");", "(invokescheduler 1 \"x\")"),
        ("yield;", "(yield)"),
        ("raise Broken;", "(raise Broken)"),
        ("try { f(); } with { A -> ; * -> { } }", "(try {(call f)} (A -> ;) (* -> {}))"),
        ("select { wait(x) -> ; }", "(select ((wait x) -> ;))"),
        (
            "select end first visible { receive(c, y) && wait(y > 1) -> f(); timeout -> { } }",
            "(end first visible select ((receive c y) && (wait (> y 1)) -> (call f)) ((timeout) -> {}))",
        ),
        ("select { event(1, 2, true) -> ; }", "(select ((event 1 2 true) -> ;))"),
    ];
    for (text, expected) in cases {
        check_body(text, expected);
    }
}

#[test]
fn operands() {
    let cases = [
        ("1", "1"),
        ("0x1Ful", "31UL"),
        ("7l", "7L"),
        ("1.5", "1.5"),
        ("\"a\"", "\"a\""),
        ("true", "true"),
        ("false", "false"),
        ("null", "null"),
        ("this", "this"),
        ("self", "self"),
        ("*", "<choice>"),
        ("* && *", "(&& <choice> <choice>)"),
        ("y * *", "(* y <choice>)"),
        ("new T", "(new T)"),
        ("new T()", "(new T)"),
        ("new A[n + 1]", "(new A (+ n 1))"),
        ("new A[n][0]", "(new A n)[0]"),
        ("sizeof(int)", "(sizeof type int)"),
        ("sizeof(a.b)", "(sizeof a.b)"),
        ("choose(bool)", "(choose type bool)"),
        ("choose(Color)", "(choose Color)"),
        ("choose(a.b) + 1", "(+ (choose a.b) 1)"),
        ("(y)", "y"),
        ("((y))", "y"),
        ("a.b.c", "a.b.c"),
        ("a[1][2].c[3]", "a[1][2].c[3]"),
        ("f(g(1), h())", "(call f (call g 1) (call h))"),
        ("f().g().h", "(call (call f).g).h"),
        ("(f)(1)", "(call f 1)"),
        ("a[f(x)[1]]", "a[(call f x)[1]]"),
        ("f(y = 1)", "(call f (= y 1))"),
    ];
    for (text, expected) in cases {
        check_body(&format!("x = {text};"), &format!("(= x {expected})"));
    }
}

#[test]
fn the_programs_of_the_method_are_read_as_they_are_printed() {
    let text = "
        class BoolBox { bool x;
          // constructor
          BoolBox() { x = true; }
        };
        class Main {
          static BoolBox g1, g2;
          activate
          static void main() {
            g1 = new BoolBox();
            M();
            assert((g1.x == false)
                && (g2.x == false));
          }
          static void M() {
            BoolBox f;
            L0: f = new BoolBox();
            L1: if(*) {
              L2: f.x = g1.x; M(); }
          }
        };";
    check_decls(
        text,
        "(class boolbox (field bool x) (constructor {(= x true)}))\n\
         (class main (static field BoolBox g1 g2) (static activate void main () {(= g1 (new BoolBox)) (call M) \
         (assert (&& (== g1.x false) (== g2.x false)))}) (static void M () {(local BoolBox f) \
         (label L0 (= f (new BoolBox))) (label L1 (if <choice> {(label L2 (= f.x g1.x)) (call M)}))}))",
    );
}
