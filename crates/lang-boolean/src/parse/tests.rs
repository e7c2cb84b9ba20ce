//! The grammar, by texts and the trees that they give, written with all parentheses.

use base::{Id, Interner, SourceId};

use super::parse;
use crate::Dialect;
use crate::ast::{Expr, MAX_NESTING, Name, Stmt, StmtKind};

/// Writes a tree so that what belongs together is seen.
struct Shown<'a>(&'a Interner);

impl Shown<'_> {
    fn list<T>(&self, parts: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
        parts.iter().map(show).collect::<Vec<_>>().join(between)
    }

    fn name(&self, name: &Name) -> String {
        self.0.text(name.symbol).to_owned()
    }

    fn targets(&self, targets: &[Option<Name>]) -> String {
        self.list(targets, ",", |target| target.map_or("_".to_owned(), |name| self.name(&name)))
    }

    fn exprs(&self, exprs: &[Expr]) -> String {
        self.list(exprs, ",", |expr| self.expr(expr))
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Constant(value) => if *value { "T" } else { "F" }.to_owned(),
            Expr::Var(name) => self.name(name),
            Expr::Next(name) => format!("{}'", self.name(name)),
            Expr::Choice => "*".to_owned(),
            Expr::Schoose(yes, no) => format!("schoose[{},{}]", self.expr(yes), self.expr(no)),
            Expr::Not(inner) => format!("!{}", self.expr(inner)),
            Expr::And(parts) => format!("({})", self.list(parts, " & ", |part| self.expr(part))),
            Expr::Or(parts) => format!("({})", self.list(parts, " | ", |part| self.expr(part))),
            Expr::Odd { parts, negated } => {
                let word = if *negated { "even" } else { "odd" };
                format!("{word}({})", self.exprs(parts))
            }
            Expr::Cond { arms, otherwise } => {
                let show =
                    |(test, value): &(Expr, Expr)| format!("{} ? {}", self.expr(test), self.expr(value));
                format!("({} : {})", self.list(arms, " : ", show), self.expr(otherwise))
            }
        }
    }

    fn stmts(&self, stmts: &[Stmt]) -> String {
        self.list(stmts, "; ", |stmt| self.stmt(stmt))
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        let labels: String = stmt.labels.iter().map(|label| self.name(label) + ": ").collect();
        labels + &self.kind(&stmt.kind)
    }

    fn kind(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Skip => "skip".to_owned(),
            StmtKind::Decl(decls) => {
                let show = |decl: &crate::ast::Decl| {
                    let value = decl.value.as_ref().map(|value| format!(":={}", self.expr(value)));
                    self.name(&decl.name) + &value.unwrap_or_default()
                };
                format!("decl {}", self.list(decls, ",", show))
            }
            StmtKind::Assign { targets, values, constrain } => {
                let constrain = constrain.as_ref().map(|c| format!(" constrain {}", self.expr(c)));
                let (targets, values) = (self.targets(targets), self.exprs(values));
                format!("{targets}:={values}{}", constrain.unwrap_or_default())
            }
            StmtKind::Call { targets, callee, args } => {
                let becomes = if targets.is_empty() { "" } else { ":=" };
                let (targets, args) = (self.targets(targets), self.exprs(args));
                format!("{targets}{becomes}{}({args})", self.name(callee))
            }
            StmtKind::Return(values) => format!("return {}", self.exprs(values)).trim_end().to_owned(),
            StmtKind::Goto(labels) => format!("goto {}", self.list(labels, ",", |label| self.name(label))),
            StmtKind::Assume(condition) => format!("assume {}", self.expr(condition)),
            StmtKind::Assert(condition) => format!("assert {}", self.expr(condition)),
            StmtKind::AbortIf(condition) => format!("abortif {}", self.expr(condition)),
            StmtKind::Dead(names) => format!("dead {}", self.list(names, ",", |name| self.name(name))),
            StmtKind::If { arms, otherwise } => {
                let arms = self.list(arms, " elsif ", |(test, body)| {
                    format!("{} then {}", self.expr(&test.condition), self.stmts(body))
                });
                format!("if {arms} else {} fi", self.stmts(otherwise))
            }
            StmtKind::While { test, body } => {
                format!("while {} do {} od", self.expr(&test.condition), self.stmts(body))
            }
            StmtKind::StartThreadAt(label) => format!("thread at {}", self.name(label)),
            StmtKind::StartThread { callee, args } => {
                format!("thread {}({})", self.name(callee), self.exprs(args))
            }
            StmtKind::EndThread => "end_thread".to_owned(),
            StmtKind::AtomicBegin => "atomic_begin".to_owned(),
            StmtKind::AtomicEnd => "atomic_end".to_owned(),
            StmtKind::Atomic(body) => format!("atomic [{}]", self.stmts(body)),
            StmtKind::Block(body) => format!("[{}]", self.stmts(body)),
            StmtKind::Sync => "sync".to_owned(),
            StmtKind::Print { text, args } => format!("print {text:?} {}", self.exprs(args)),
        }
    }
}

#[track_caller]
fn check(body: &str, expected: &str) {
    let text = format!("void f() begin {body} end");
    let parsed = parse(SourceId::new(0), &text, Some(Dialect::Sdv));
    assert_eq!(parsed.diagnostics, [], "{text}");
    assert_eq!(Shown(&parsed.interner).stmts(&parsed.unit.procs[0].body), expected, "{text}");
}

#[track_caller]
fn check_expr(dialect: Dialect, text: &str, expected: &str) {
    let text = format!("void f() begin assume {text}; end");
    let parsed = parse(SourceId::new(0), &text, Some(dialect));
    assert_eq!(parsed.diagnostics, [], "{text}");
    let expected = format!("assume {expected}");
    assert_eq!(Shown(&parsed.interner).stmts(&parsed.unit.procs[0].body), expected, "{text}");
}

#[test]
fn operators_bind_as_the_dialect_says() {
    check_expr(Dialect::Sdv, "a & b = c", "(a & even(b,c))");
    check_expr(Dialect::Boppo, "a & b = c", "even((a & b),c)");
    check_expr(Dialect::Sdv, "a = b | c != d", "(even(a,b) | odd(c,d))");
    check_expr(Dialect::Boppo, "a = b | c != d", "even(a,(b | c),d)");
    check_expr(Dialect::Boppo, "a = b => c", "(!even(a,b) | c)");
    for dialect in [Dialect::Sdv, Dialect::Boppo] {
        check_expr(dialect, "a | b ^ c & !d", "(a | odd(b,(c & !d)))");
        check_expr(dialect, "a => b => c <=> d", "even((!a | !b | c),d)");
        check_expr(dialect, "a ? b : c ? d : e", "(a ? b : c ? d : e)");
        check_expr(dialect, "? ? * : ?", "(* ? * : *)");
        check_expr(dialect, "!!!a != ~b", "odd(!a,!b)");
        check_expr(dialect, "(a = b) & 'c | d'", "((even(a,b) & c') | d')");
        check_expr(dialect, "schoose[a | b, 0] & 1", "(schoose[(a | b),F] & T)");
    }
}

#[test]
fn statements_of_all_dialects() {
    check("x, _ := T, * constrain x' = x;", "x,_:=T,* constrain even(x',x)");
    check("x := f(a, *); f(); _ := g(b)", "x:=f(a,*); f(); _:=g(b)");
    check("return; return a, b; return", "return; return a,b; return");
    check("1: l: skip; goto 1, l", "1: l: skip; goto 1,l");
    check("assume a & b; assert(a); abortif(a) | b; constrain(a)", {
        "assume (a & b); assert a; abortif (a | b); assume a"
    });
    check("decl a, b := T, c = a; dead a, b", "decl a,b:=T,c:=a; dead a,b");
    check("start_thread goto 2; start_thread f(a); end_thread;", "thread at 2; thread f(a); end_thread");
    check("atomic_begin; sync; atomic_end(); atomic begin skip; end", {
        "atomic_begin; sync; atomic_end; atomic [skip]"
    });
    check("print(\"a\", b, c); print b", "print \"a\" b,c; print \"\" b");
    check("{x > 0} := {x > 0}'", "{x > 0}:={x > 0}'");
}

#[test]
fn blocks_close_with_their_words_and_semicolons_are_free_around_them() {
    check("if a then skip fi while b do ; skip od; skip", {
        "if a then skip else  fi; while b do skip od; skip"
    });
    check("if (a) then x := b; elsif c then else y := b fi", "if a then x:=b elsif c then  else y:=b fi");
    check("begin skip end skip; l:", "[skip]; skip; l: skip");
}

#[test]
fn headers_of_all_dialects() {
    let text = "decl a; shared decl b := T;; dfs bool<2> f(x, y) begin end; __attribute__((a(b), c)) g() begin end void h() begin end";
    let parsed = parse(SourceId::new(0), text, None);
    assert_eq!(parsed.diagnostics, []);
    let results: Vec<Option<usize>> = parsed.unit.procs.iter().map(|proc| proc.results).collect();
    assert_eq!((parsed.unit.globals.len(), results), (2, vec![Some(2), None, Some(0)]));
}

#[test]
fn rows_are_not_deep_and_nests_are_refused() {
    let many = 50_000;
    let around = |body: &str| format!("void f() begin {body}");
    for text in [
        format!("{}skip", "skip; ".repeat(many)),
        format!("x := a{};", " & a".repeat(many)),
        format!("x := a{};", " = a".repeat(many)),
        format!("x := a{};", " => a".repeat(many)),
        format!("x := a{};", " ? a : a".repeat(many)),
        format!("x := {}a;", "!".repeat(many)),
        format!("if a then skip; {}fi", "elsif a then skip; ".repeat(many)),
        format!("{}skip;", "l: ".repeat(many)),
        format!("goto l{};", ", l".repeat(many)),
    ] {
        assert_eq!(parse(SourceId::new(0), &(around(&text) + " end"), Some(Dialect::Sdv)).diagnostics, []);
    }
    for open in [
        "begin ",
        "if a then ",
        "if a then skip; else ",
        "while a do ",
        "atomic begin ",
        "x := (",
        "x := a ? (",
    ] {
        for depth in [MAX_NESTING + 1, many] {
            let parsed = parse(SourceId::new(0), &around(&open.repeat(depth)), None);
            assert!(
                parsed.diagnostics.iter().any(|d| d.code.id == "CP0403") || open.starts_with('x'),
                "{open}"
            );
        }
    }
    let parsed = parse(SourceId::new(0), &around(&format!("x := {}", "(".repeat(many))), None);
    assert_eq!(parsed.diagnostics[0].code.id, "CP0403");
}

#[test]
fn every_statement_with_a_mistake_is_reported_once() {
    let text = "decl a b; void f() begin x = y; a := T; b := ; if a skip; fi c c; while (a do skip; od end void g() begin f( end";
    let parsed = parse(SourceId::new(0), text, None);
    let places: Vec<u32> =
        parsed.diagnostics.iter().filter_map(|d| d.span()).map(|span| span.start).collect();
    assert_eq!(places, [7, 27, 45, 52, 63, 75, 109], "{:#?}", parsed.diagnostics);
    assert_eq!(parsed.unit.procs.len(), 2);
}
