//! The grammar, by texts and the trees that they give, written with all parentheses.

use base::{Id, Interner, SourceId};

use super::parse;
use crate::ast::{Condition, MAX_NESTING, Name, Path, Proc, Stmt, StmtKind, Unit, Value};

/// Writes a tree so that what belongs together is seen.
struct Shown<'a>(&'a Interner);

impl Shown<'_> {
    fn list<T>(&self, parts: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
        parts.iter().map(show).collect::<Vec<_>>().join(between)
    }

    fn name(&self, name: &Name) -> String {
        self.0.text(name.symbol).to_owned()
    }

    fn names(&self, names: &[Name]) -> String {
        self.list(names, ",", |name| self.name(name))
    }

    fn path(&self, path: &Path) -> String {
        path.fields.iter().fold(self.name(&path.root), |shown, field| shown + "." + &self.name(field))
    }

    fn paths(&self, paths: &[Path]) -> String {
        self.list(paths, ",", |path| self.path(path))
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::New(_) => "new".to_owned(),
            Value::Nil(_) => "nil".to_owned(),
            Value::Path(path) => self.path(path),
        }
    }

    fn values(&self, values: &[Value]) -> String {
        self.list(values, ",", |value| self.value(value))
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Constant(constant) => constant.to_string(),
            Condition::Compare { is_equal, left, right } => {
                let sign = if *is_equal { "=" } else { "!=" };
                format!("{}{sign}{}", self.value(left), self.value(right))
            }
            Condition::Not(inner) => format!("!({})", self.condition(inner)),
            Condition::And(parts) => format!("({})", self.list(parts, " && ", |part| self.condition(part))),
            Condition::Or(parts) => format!("({})", self.list(parts, " || ", |part| self.condition(part))),
        }
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Skip => "skip".to_owned(),
            StmtKind::Assign { targets, values } => {
                format!("{}:={}", self.paths(targets), self.values(values))
            }
            StmtKind::Call { targets, callee, args } => {
                let becomes = if targets.is_empty() { "" } else { ":=" };
                format!("{}{becomes}{}({})", self.paths(targets), self.name(callee), self.values(args))
            }
            StmtKind::Assert { condition, message } => {
                format!("assert {}{}", self.condition(condition), message.as_deref().unwrap_or(""))
            }
            StmtKind::Guard { test, body } => {
                format!("[{}]{}", self.condition(&test.condition), self.stmt(body))
            }
            StmtKind::Choice(parts) => format!("({})", self.list(parts, " + ", |part| self.stmt(part))),
            StmtKind::Seq(parts) => format!("{{{}}}", self.list(parts, "; ", |part| self.stmt(part))),
            StmtKind::If { arms, otherwise } => {
                let arms = self.list(arms, " else ", |(test, body)| {
                    format!("if {} then {}", self.condition(&test.condition), self.stmt(body))
                });
                let otherwise = otherwise.as_ref().map(|body| format!(" else {}", self.stmt(body)));
                arms + &otherwise.unwrap_or_default()
            }
            StmtKind::While { test, body } => {
                format!("while {} do {}", self.condition(&test.condition), self.stmt(body))
            }
            StmtKind::Labelled { labels, body } => format!("{}:{}", self.names(labels), self.stmt(body)),
        }
    }

    fn proc(&self, proc: &Proc) -> String {
        let locals = proc.locals.as_ref().map(|locals| format!(" local {}", self.names(locals)));
        let (name, params) = (self.name(&proc.name), self.names(&proc.params));
        let results = self.names(&proc.results);
        format!("{name}({params})->({results}){} {}", locals.unwrap_or_default(), self.stmt(&proc.body))
    }

    fn file(&self, file: &Unit) -> String {
        let mut shown = String::new();
        if !file.globals.is_empty() {
            shown += &format!("global {}\n", self.names(&file.globals));
        }
        if let Some(fields) = &file.fields {
            shown += &format!("field {}\n", self.names(fields));
        }
        for entry in &file.heap {
            let field = entry.field.map(|field| format!(".{}", self.name(&field))).unwrap_or_default();
            let object = entry.object.map_or("nil".to_owned(), |object| self.name(&object));
            shown += &format!("heap {}{field}={object}\n", self.name(&entry.subject));
        }
        file.initial.iter().for_each(|name| shown += &format!("initial {}\n", self.name(name)));
        file.procs.iter().for_each(|proc| shown += &(self.proc(proc) + "\n"));
        shown
    }
}

#[track_caller]
fn check_file(text: &str, expected: &str) {
    let parsed = parse(SourceId::new(0), text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    assert_eq!(Shown(&parsed.interner).file(&parsed.unit).trim_end(), expected, "{text}");
}

#[track_caller]
fn check(body: &str, expected: &str) {
    check_file(&format!("p :: {body}"), &format!("p()->() {expected}"));
}

#[test]
fn the_notation_of_the_paper() {
    check("x.f := y", "x.f:=y");
    check("x := y.f", "x:=y.f");
    check("x:=new", "x:=new");
    check("[x = y] x := new", "[x=y]x:=new");
    check("[x ≠ y] p", "[x!=y]p()");
    check("x := new; p", "{x:=new; p()}");
    check("x:=g; g:=new; (p + skip); g:=x", "{x:=g; g:=new; (p() + skip); g:=x}");
}

#[test]
fn sequence_binds_more_tightly_than_choice_and_guards_more_tightly_than_both() {
    check("a; b + c; d", "({a(); b()} + {c(); d()})");
    check("a + b + c", "(a() + b() + c())");
    check("[x = y] a; b + [x = z][y = z] c", "({[x=y]a(); b()} + [(x=z && y=z)]c())");
    check("[x = y] (a; b)", "[x=y]{a(); b()}");
    check("[x = y]; a", "{[x=y]{}; a()}");
    check("l: m: a; b", "{l,m:a(); b()}");
    check("(a + b) + c", "((a() + b()) + c())");
}

#[test]
fn semicolons_may_be_left_out_behind_braces_and_stand_at_the_end() {
    check("{ a; b; } c;", "{{a(); b()}; c()}");
    check(
        "while (x = y) { a } if (x = y) b else { c } d",
        "{while x=y do a(); if x=y then b() else c(); d()}",
    );
    check("{ };; a", "{{}; a()}");
    check("if (x = y) a; b", "{if x=y then a(); b()}");
}

#[test]
fn sugar() {
    check("x, y := y, x", "x,y:=y,x");
    check("x.f.g, y := new, nil", "x.f.g,y:=new,nil");
    check("y := q(x, nil, new, a.b)", "y:=q(x,nil,new,a.b)");
    check("x.m()", "m(x)");
    check("y, z.g := x.f.m(a)", "y,z.g:=m(x.f,a)");
    check("assert x = nil, \"why\"", "assert x=nilwhy");
    check("if (a = b) p else if (a = c) q else r", "if a=b then p() else if a=c then q() else r()");
}

#[test]
fn conditions_have_the_usual_precedence() {
    check("[a = b || c != d && !e = f] p", "[(a=b || (c!=d && !(e=f)))]p()");
    check("[(a == b ∨ c ≠ d) ∧ ¬(true)] p", "[((a=b || c!=d) && !(true))]p()");
    check("[!!!a = nil] p", "[!(a=nil)]p()");
    check("[x.f.g = nil] p", "[x.f.g=nil]p()");
}

#[test]
fn a_header_ends_the_procedure_before_it() {
    check_file("p :: x := y\nq :: p", "p()->() x:=y\nq()->() p()");
    check_file(
        "p :: q; d, d :: d, q :: x := y, r :: skip",
        "p()->() {q(); d()}\nd()->() d()\nq()->() x:=y\nr()->() skip",
    );
    check_file("p(x, y) -> a, b :: q(x)\nq(z) :: skip", "p(x,y)->(a,b) q(x)\nq(z)->() skip");
    check_file("global g, h p :: skip field f; initial p", "global g,h\nfield f\ninitial p\np()->() skip");
    check_file(
        "heap { g = a; a.f := b; h = nil } p :: skip",
        "heap g=a\nheap a.f=b\nheap h=nil\np()->() skip",
    );
}

#[test]
fn declarations_of_locals_are_collected() {
    check_file("p :: local x; { local y, z; x := y }", "p()->() local x,y,z {{}; {{}; x:=y}}");
}

#[test]
fn rows_are_not_deep_and_nests_are_refused() {
    let many = 50_000;
    for text in [
        format!("p :: {}", "skip; ".repeat(many)),
        format!("p :: skip{}", " + skip".repeat(many)),
        format!("p :: {} skip", "[x = y]".repeat(many)),
        format!("p :: [{}x = y] skip", "!".repeat(many)),
        format!("p :: [x = y{}] skip", " && x = y".repeat(many)),
        format!("p :: if (x = y) skip{}", " else if (x = y) skip".repeat(many)),
        format!("p :: x := x{}", ".f".repeat(many)),
        format!("p :: {} skip", "l: ".repeat(many)),
    ] {
        assert_eq!(parse(SourceId::new(0), &text).diagnostics, []);
    }
    for open in ["(", "{", "while (x = y) ", "[x = y] {", "if (x = y) ", "if (x = y) skip else {"] {
        for depth in [MAX_NESTING + 1, many] {
            let parsed = parse(SourceId::new(0), &format!("p :: {}", open.repeat(depth)));
            assert_eq!(parsed.diagnostics[0].code.id, "CP0304", "{open}");
        }
    }
    let parsed = parse(SourceId::new(0), &format!("p :: [{}x = y", "(".repeat(many)));
    assert_eq!(parsed.diagnostics[0].code.id, "CP0304");
}

#[test]
fn every_statement_with_a_mistake_is_reported_once() {
    let text = "p :: x = y; a := new; b := ; (c := new; d d; [x y] e\nq :: := ;\n) r :: skip";
    let parsed = parse(SourceId::new(0), text);
    let places: Vec<u32> =
        parsed.diagnostics.iter().filter_map(|d| d.span()).map(|span| span.start).collect();
    assert_eq!(places, [7, 27, 42, 48, 53, 58, 63], "{:#?}", parsed.diagnostics);
    assert_eq!(parsed.unit.procs.len(), 3);
}

#[test]
fn rows_of_foreign_words_are_not_deep() {
    let many = 50_000;
    for (text, code) in [
        (format!("p :: {}", "call ".repeat(many)), "CP0304"),
        (format!("p :: {}", "begin ".repeat(many)), "CP0304"),
        (format!("p :: {}", "do ".repeat(many)), "CP0309"),
        (format!("p :: if (x = y) skip {}", "elseif (x = y) skip ".repeat(many)), "CP0309"),
        (format!("p :: {}", "for (a; b) ".repeat(many)), "CP0304"),
        (format!("p :: {}", "int x; ".repeat(many)), "CP0309"),
    ] {
        let parsed = parse(SourceId::new(0), &text);
        assert!(parsed.diagnostics.iter().any(|found| found.code.id == code), "{}", &text[..40]);
    }
}

#[test]
fn brackets_that_close_nothing_are_passed() {
    for text in
        ["p :: { x ] }", "p :: ( ] )", "p :: ] x", "p :: { a } } ) ]", "p :: {{ ) ] }", "p :: ( x , ] ; }"]
    {
        assert!(!parse(SourceId::new(0), text).diagnostics.is_empty(), "{text}");
    }
}
