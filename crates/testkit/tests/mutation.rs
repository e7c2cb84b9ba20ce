//! Nothing that a user can write makes a front end fall over: damaged programs, huge ones, and junk.
//!
//! A panic anywhere fails the test, with the text that led to it. What still compiles after the damage is checked by
//! the engine with small limits. Seeds are fixed, so a failure is found again; with `CUTPOINT_LONG=1` there are many
//! more. The targets in the folder `fuzz` do the same with feedback from coverage, without end.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use base::{Id, SourceId};
use cutpoint_testkit::mutate::mutate;
use cutpoint_testkit::rng::Rng;
use cutpoint_testkit::{generate, settings};
use engine_explicit::ExplicitOptions;
use ir::Program;
use verdict::Limits;

/// How long one text may take: far more than any does, far less than forever.
const PATIENCE: Duration = Duration::from_secs(20);
/// What the process may hold at its peak, where the system says.
const MOST_MEMORY_KIB: u64 = 3 << 20;

fn rounds(ordinary: u64) -> Range<u64> {
    cutpoint_testkit::settings::seeds(ordinary, ordinary * 30)
}

const FILE_INDEX: usize = 0;

fn compile_zing(text: &str) -> Option<Program> {
    let compiled = lang_zing::compile(SourceId::new(FILE_INDEX), text);
    well_formed(text, compiled.program, &compiled.diagnostics)
}

fn compile_javalite(text: &str) -> Option<Program> {
    let compiled = lang_javalite::compile(SourceId::new(FILE_INDEX), text);
    well_formed(text, compiled.program, &compiled.diagnostics)
}

/// With one setting of the options for each text.
fn compile_shylock(text: &str) -> Option<Program> {
    use lang_shylock::{Blocked, Choice, Options};
    let choice = if text.len().is_multiple_of(2) { Choice::Open } else { Choice::Blind };
    let blocked = if text.len().is_multiple_of(3) { Blocked::Prune } else { Blocked::Stuck };
    let compiled = lang_shylock::compile(
        SourceId::new(FILE_INDEX),
        text,
        &Options { choice, blocked, ..Options::default() },
    );
    for property in logic::properties(SourceId::new(FILE_INDEX), text).properties {
        let found = text.get(property.span.range());
        assert_eq!(found, Some(property.formula.as_str()), "a property is misplaced");
    }
    well_formed(text, compiled.program, &compiled.diagnostics)
}

/// With one dialect for each text.
fn compile_boolean(text: &str) -> Option<Program> {
    use lang_boolean::{Dialect, Options};
    let dialect = [None, Some(Dialect::Sdv), Some(Dialect::Getafix), Some(Dialect::Boppo)][text.len() % 4];
    let options = Options { dialect, ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(FILE_INDEX), text, &options);
    well_formed(text, compiled.program, &compiled.diagnostics)
}

/// What every front end promises of its answer.
fn well_formed(text: &str, program: Option<Program>, diagnostics: &[base::Diagnostic]) -> Option<Program> {
    let fatal = diagnostics.iter().any(base::Diagnostic::is_fatal);
    assert_eq!(program.is_none(), fatal, "a program comes exactly without fatal diagnostics");
    for span in diagnostics.iter().flat_map(|d| &d.labels).map(|label| label.span) {
        assert!(text.get(span.range()).is_some(), "a label lies outside the text");
    }
    let program = program?;
    if let Err(errors) = ir::verify(&program) {
        panic!("the front end made a malformed program: {}", errors[0]);
    }
    Some(program)
}

fn read_ir(text: &str) -> Option<Program> {
    let program = ir::read(SourceId::new(FILE_INDEX), text).ok()?;
    ir::verify(&program).ok()?;
    let again = ir::read(SourceId::new(FILE_INDEX), &ir::print(&program));
    let again = again.unwrap_or_else(|errors| panic!("printed, it does not read: {}", errors[0].message));
    assert!(
        again.without_spans() == program.clone().without_spans(),
        "printed and read it is another program"
    );
    Some(program)
}

/// Checks a program with small limits; only that it comes to an end matters, and that traces replay.
fn run(program: &Program) {
    let limits = Limits { max_states: Some(2_000), max_bytes: Some(64 << 20) };
    if let Some(answer) = settings::check(program, &ExplicitOptions::default(), &limits)
        && let Err(problem) = settings::replay_all(program, &answer)
    {
        panic!("{problem}");
    }
}

/// Whether the text compiles. On a panic or when it takes too long, the test fails and shows the text.
fn survives(what: &str, text: &str, compile: fn(&str) -> Option<Program>) -> bool {
    let start = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let program = compile(text);
        program.iter().for_each(run);
        program.is_some()
    }));
    let shown = || text.chars().take(4_000).collect::<String>();
    let compiled =
        outcome.unwrap_or_else(|_| panic!("{what}: the panic above came from this text:\n{}", shown()));
    assert!(start.elapsed() < PATIENCE, "{what}: took {:?}:\n{}", start.elapsed(), shown());
    compiled
}

/// Peak memory of this process, where the system says.
fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

fn memory_is_bounded() {
    if let Some(peak) = peak_memory_kib() {
        assert!(peak < MOST_MEMORY_KIB, "{peak} KiB of memory were used");
    }
}

fn corpus_texts(language: &str) -> Vec<String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut folders = vec![corpus.join(language)];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a readable corpus file")).collect()
}

/// Damages the texts in turn, once for each seed; some of what comes out must still compile.
fn damage(what: &str, texts: &[String], rounds: Range<u64>, compile: fn(&str) -> Option<Program>) {
    let (mut compiled, n_rounds) = (0, rounds.end - rounds.start);
    for seed in rounds {
        let mut rng = Rng::new(seed);
        let text = rng.pick(texts).clone();
        let mutated = mutate(&text, &mut rng);
        compiled += u64::from(survives(&format!("{what}, seed {seed}"), &mutated, compile));
    }
    assert!(compiled * 50 > n_rounds, "only {compiled} of {n_rounds} damaged texts compile: {what}");
    memory_is_bounded();
}

#[test]
fn damaged_zing_programs_are_refused_or_checked() {
    damage("Zing", &corpus_texts("zing"), rounds(3_000), compile_zing);
}

#[test]
fn damaged_shylock_programs_are_refused_or_checked() {
    damage("Shylock", &corpus_texts("shylock"), rounds(3_000), compile_shylock);
}

#[test]
fn damaged_javalite_programs_are_refused_or_checked() {
    damage("Javalite", &corpus_texts("javalite"), rounds(3_000), compile_javalite);
}

/// The wide programs are left out: their values at the start are one step, which no limit cuts short.
fn narrow_boolean_texts() -> Vec<String> {
    let folders = ["language", "dialects", "procedures", "drivers", "threads", "rejected", "narrow"];
    folders.iter().flat_map(|folder| corpus_texts(&format!("boolean/{folder}"))).collect()
}

#[test]
fn damaged_boolean_programs_are_refused_or_checked() {
    damage("Boolean", &narrow_boolean_texts(), rounds(3_000), compile_boolean);
}

#[test]
fn damaged_text_forms_are_refused_or_checked() {
    let texts: Vec<String> = (0..60).map(|seed| ir::print(&generate::program(seed))).collect();
    damage("text form", &texts, rounds(3_000), read_ir);
}

#[test]
fn undamaged_text_forms_read_back() {
    for seed in rounds(300) {
        let text = ir::print(&generate::program(seed));
        assert!(read_ir(&text).is_some(), "seed {seed}:\n{text}");
    }
}

/// A Zing program around some code in a method.
fn in_method(code: &str) -> String {
    format!("class Main {{ static int x; static bool b; activate static void Run() {{ {code} }} }};\n")
}

#[test]
fn nesting_bombs_do_not_exhaust_the_stack() {
    let deep = 100_000;
    let nested = |open: &str, middle: &str, close: &str| {
        in_method(&format!("{}{middle}{}", open.repeat(deep), close.repeat(deep)))
    };
    let bombs = [
        in_method(&format!("x = {}1{};", "(".repeat(deep), ")".repeat(deep))),
        in_method(&format!("x = {};", "(".repeat(deep))),
        in_method(&format!("b = {}b;", "!".repeat(deep))),
        in_method(&format!("x = {}1;", "-".repeat(deep))),
        in_method(&format!("x = 1{};", " + 1".repeat(deep))),
        in_method(&format!("b = b{};", " && b".repeat(deep))),
        in_method(&format!("{}x;", "x = ".repeat(deep))),
        in_method(&format!("x = x{};", ".x".repeat(deep))),
        in_method(&format!("x = x{};", "[0]".repeat(deep))),
        in_method(&format!("x = {};", "Run(".repeat(deep))),
        nested("{", "x = 1;", "}"),
        nested("if (b) ", "x = 1;", ""),
        nested("if (b) {} else ", "x = 1;", ""),
        nested("while (b) ", "x = 1;", ""),
        nested("atomic { ", "x = 1;", "}"),
        nested("select { timeout -> ", "x = 1;", "}"),
        nested("try { ", "x = 1;", "} with { * -> x = 2; }"),
        nested("L: ", "x = 1;", ""),
        "#if A\n".repeat(deep),
        format!("{}{}", "#if A\n".repeat(deep), "#endif\n".repeat(deep)),
        format!("#if {}A{}\n#endif\n", "(".repeat(deep), ")".repeat(deep)),
        format!("#if {}A\n#endif\n", "!".repeat(deep)),
        "class A { ".repeat(deep),
        "/*".repeat(deep),
        "\"".repeat(deep + 1),
    ];
    for (number, bomb) in bombs.iter().enumerate() {
        survives(&format!("bomb {number}"), bomb, compile_zing);
    }
    memory_is_bounded();
}

#[test]
fn nesting_bombs_in_shylock_do_not_exhaust_the_stack() {
    let deep = 100_000;
    // As deep as the parser allows, so that everything behind it walks down as well.
    let allowed = lang_shylock::ast::MAX_NESTING - 2;
    let nested = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("p :: {}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    let rows = [
        format!("p :: skip{}", "; x := y.f".repeat(deep)),
        format!("p :: skip{}", " + x := new".repeat(deep)),
        format!("p :: [x = y] skip{}", " + [x.f != y] x := new".repeat(2_000)),
        format!("p :: {} skip", "[x = y]".repeat(deep)),
        format!("p :: [x = y{}] skip", " && x = y || x != y".repeat(deep)),
        format!("p :: [{}x = y] skip", "!".repeat(deep)),
        format!("p :: if (x = y) skip{}", " else if (x = y) skip".repeat(deep)),
        format!("p :: x := x{}", ".f".repeat(deep)),
        format!("p :: x{} := y", ".f".repeat(deep)),
        format!("p :: q(x{})\nq(y) :: skip", ", x".repeat(deep)),
        format!("p :: x.f{} := x{}", ", x.f".repeat(deep), ", x".repeat(deep)),
        format!("p :: x.f.f{} := x.f{}", ", x.f.f".repeat(2_000), ", x.f".repeat(2_000)),
    ];
    for (number, row) in rows.iter().enumerate() {
        survives(&format!("row {number}"), row, compile_shylock);
    }
    let nests = [
        ("(", "x := new", ")"),
        ("{", "x := new", "}"),
        ("[x = y] {", "x := new", "}"),
        ("(skip + [x = y] ", "x := new", ")"),
        ("([y = x] skip + ", "[x = y] skip", ")"),
        ("([y = x] skip + [x = y] ", "[x = y] skip", ")"),
        ("if (x = y) ", "skip", ""),
        ("if (x = y) skip else { skip; ", "skip", "}"),
        ("while (x = y) ", "skip", ""),
        ("while (x = y) { skip; ", "skip", "}"),
    ];
    for (open, middle, close) in nests {
        for depth in [allowed / 2, allowed, deep] {
            survives(open, &nested(open, middle, close, depth), compile_shylock);
        }
        survives(open, &nested(open, "", "", deep), compile_shylock);
    }
    for bomb in
        ["p(".repeat(deep), "p :: ".repeat(deep), "p, ".repeat(deep), "p -> ".repeat(deep), "/*".repeat(deep)]
    {
        survives(&bomb[..5], &bomb, compile_shylock);
    }
    memory_is_bounded();
}

#[test]
fn nesting_bombs_in_boolean_programs_do_not_exhaust_the_stack() {
    let deep = 100_000;
    // As deep as the parser allows, so that everything behind it walks down as well.
    let allowed = lang_boolean::ast::MAX_NESTING - 3;
    let around = |body: &str| format!("decl x, y;\nvoid main() begin {body} end");
    let rows = [
        "skip; ".repeat(deep),
        format!("x := x{};", " & y".repeat(deep)),
        format!("x := x{};", " = y".repeat(deep)),
        format!("x := x{};", " => y".repeat(deep)),
        format!("x := x{};", " ? y : x".repeat(deep)),
        format!("x := {}x;", "!".repeat(deep)),
        // Few choices: all of them are made in one step, which no limit cuts short.
        format!("x := *{};", " | schoose[x, *]".repeat(4)),
        format!("x := x{};", " | schoose[x, y] & F".repeat(4)),
        format!("if x then skip; {}fi", "elsif y then skip; ".repeat(deep)),
        format!("{}goto l1;", (0..2_000).map(|n| format!("l{n}: skip; ")).collect::<String>()),
        format!("{}_ := *;", "_, ".repeat(deep)),
        format!("x{} := y{};", ", _".repeat(deep), ", x".repeat(deep)),
        format!("enforce x; {}", "x := y; ".repeat(deep)),
        (0..60).map(|n| format!("start_thread goto {n}; {n}: assume(F); ")).collect(),
        "bool<1000> f() begin end".to_owned(),
    ];
    for (number, row) in rows.iter().enumerate() {
        survives(&format!("row {number}"), &around(row), compile_boolean);
    }
    let nests = [
        ("begin ", "x := y;", " end"),
        ("atomic begin ", "x := y;", " end"),
        ("if x then ", "skip;", " fi"),
        ("if x then skip; else ", "skip;", " fi"),
        ("while y do ", "skip;", " od"),
        ("while * do l: skip; ", "skip;", " od"),
    ];
    for (open, middle, close) in nests {
        for depth in [allowed / 2, allowed, deep] {
            let nested = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            survives(open, &around(&nested), compile_boolean);
        }
        survives(open, &around(&open.repeat(deep)), compile_boolean);
    }
    for (open, close) in [("(", ")"), ("!(x & ", ")"), ("(y ? x : ", ")"), ("(x = ", ")")] {
        for depth in [allowed / 2, allowed, deep] {
            let nested = format!("x := {}y{};", open.repeat(depth), close.repeat(depth));
            survives(open, &around(&nested), compile_boolean);
        }
    }
    for depth in [8, deep] {
        let nested = format!("x := {}y{};", "schoose[x, ".repeat(depth), "]".repeat(depth));
        survives("schoose", &around(&nested), compile_boolean);
    }
    for bomb in ["void f(", "decl x, ", "bool<", "begin ", "end ", "__attribute__(", "{", "fi "] {
        survives(bomb, &bomb.repeat(deep), compile_boolean);
        survives(bomb, &around(&bomb.repeat(deep)), compile_boolean);
    }
    memory_is_bounded();
}

#[test]
fn nesting_bombs_do_not_exhaust_the_stack_of_the_reader() {
    let deep = 100_000;
    let in_proc = |code: &str| {
        format!("global g0 \"b\": bool\nproc proc0 \"p\"() {{\nblock0:\n  {code}\n  return\n}}\n")
    };
    let bombs = [
        in_proc(&format!("g0 = {}true{}", "(".repeat(deep), ")".repeat(deep))),
        in_proc(&format!("g0 = {}true", "!".repeat(deep))),
        in_proc(&format!("g0 = true{}", " && true".repeat(deep))),
        in_proc(&format!("g0 = {}", "(".repeat(deep))),
        in_proc(&"goto block0, ".repeat(deep)),
        "{".repeat(deep),
        "class class4294967295 \"x\" record {}".to_owned(),
        "global g99999999999999999999 \"b\": bool".to_owned(),
        "enum enum4000000000 \"e\" { \"a\" }".to_owned(),
        "thread proc4000000000\n".to_owned(),
        "proc proc4000000000 \"p\"(v4000000000 \"x\": i32) {\nblock4000000000:\n  return\n}\n".to_owned(),
    ];
    for (number, bomb) in bombs.iter().enumerate() {
        survives(&format!("bomb {number}"), bomb, read_ir);
    }
    memory_is_bounded();
}

#[test]
fn a_million_lines_compile() {
    let statements = 250_000;
    let code = "x = 1;\n".repeat(statements) + &"if (b)\n{\nx = 2;\n}\n".repeat(statements * 3 / 4 / 4);
    let declarations = "class C { int f; };\n";
    let classes: String = (0..50_000).map(|n| declarations.replace("C {", &format!("C{n} {{"))).collect();
    let comments = "// nothing\n".repeat(520_000);
    let text = format!("{comments}{classes}{}", in_method(&code));
    assert!(text.lines().count() > 1_000_000, "only {} lines", text.lines().count());
    let start = Instant::now();
    assert!(compile_zing(&text).is_some(), "the long program must compile");
    assert!(start.elapsed() < 3 * PATIENCE, "the long program took {:?}", start.elapsed());
    memory_is_bounded();
}

#[test]
fn empty_files_and_junk_are_answered() {
    let mut rng = Rng::new(99);
    let mut junk: Vec<String> =
        ["", "\n", "\u{feff}", "\u{0}", " ", "//", "/*", "#", "\r\n\r\n", "class", "@", "'", "\\"]
            .map(str::to_owned)
            .to_vec();
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..rng.below(400)).map(|_| rng.next_u64() as u8).collect();
        junk.push(String::from_utf8_lossy(&bytes).into_owned());
        let symbols: Vec<char> = "{}()[];:,.=!&|<>+-*/%~^\"'#@ \nax0".chars().collect();
        junk.push((0..rng.below(400)).map(|_| *rng.pick(&symbols)).collect());
    }
    for (number, text) in junk.iter().enumerate() {
        survives(&format!("junk {number}"), text, compile_zing);
        survives(&format!("junk {number}"), text, compile_shylock);
        survives(&format!("junk {number}"), text, compile_boolean);
        survives(&format!("junk {number}"), text, read_ir);
    }
}
