//! Engines over sets of values against engines that visit states, on generated Boolean programs.
//!
//! The ordinary run takes 500 programs, `CUTPOINT_LONG=1` 20,000. All violations are replayed by the driver.

use std::collections::BTreeMap;

use base::{Id, SourceId};
use cutpoint_testkit::boolean::programs;
use cutpoint_testkit::patience::Patience;
use cutpoint_testkit::settings;
use driver::{EngineChoice, EngineEntry, Request, Silent};
use ir::Program;
use lang_boolean::{Dialect, Options};
use verdict::{
    Limits, Property, Replayed, SharedTrace, Subtrace, SubtracePart, Trace, Verdict, Violation, Witness,
};

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;

fn compile(text: &str) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

/// Engines that decide every generated program, and those that decide nearly all: inclusions with two quantifiers can
/// be hard.
const DECIDING: [&str; 2] = ["bdd", "pdr"];
const MOSTLY_DECIDING: [&str; 2] = ["sat", "universal"];
/// How often an engine may ask whether to go on.
const PATIENCE: u64 = 20_000;
/// Symbolic execution follows one path after the other, and most of these programs have endless ones.
const PATIENCE_OF_SYMBOLIC: u64 = 20;

fn patience(engine: &str) -> u64 {
    if engine == "symbolic" { PATIENCE_OF_SYMBOLIC } else { PATIENCE }
}

/// What engines say that know an answer.
struct Agreed {
    answer: &'static str,
    /// Engines that decide nearly all programs, but not this one.
    undecided: usize,
}

/// The answer that all engines give that know one.
fn agreed(text: &str) -> Agreed {
    let program = compile(text);
    let answers = driver::ENGINES.iter().map(|engine| (engine.name, answer(engine, &program, text)));
    let answers: BTreeMap<&str, &str> = answers.filter(|(_, answer)| *answer != "unknown").collect();
    let agreed = answers.get("bdd").copied().unwrap_or_default();
    let is_complete = DECIDING.iter().all(|name| answers.contains_key(name));
    assert!(is_complete && answers.values().all(|&answer| answer == agreed), "{answers:?}\n{text}");
    let undecided = MOSTLY_DECIDING.iter().filter(|&name| !answers.contains_key(name)).count();
    Agreed { answer: agreed, undecided }
}

fn answer(engine: &'static EngineEntry, program: &Program, text: &str) -> &'static str {
    let limits = Limits { max_states: Some(20_000), max_bytes: Some(64 << 20) };
    let request = Request { engines: EngineChoice::One(engine), limits, ..Request::default() };
    let checked =
        driver::check(program, &Property::NoErrors, &request, &Patience::new(patience(engine.name)));
    let checked = checked.unwrap_or_else(|error| panic!("{error}\n{text}"));
    settings::answer_name(&checked.first().answer.verdict)
}

#[test]
fn engines_agree_on_generated_programs() {
    let seeds = settings::seeds(ORDINARY, LONG);
    let (mut holds, mut violated, mut n_undecided) = (0, 0, 0);
    let n_programs = seeds.end - seeds.start;
    for seed in seeds {
        let Agreed { answer, undecided } = agreed(&programs::program(seed));
        match answer {
            "holds" => holds += 1,
            _ => violated += 1,
        }
        n_undecided += undecided as u64;
    }
    assert!(n_undecided <= n_programs / 100, "{n_undecided} questions are too hard");
    assert!(
        holds > n_programs / 5 && violated > n_programs / 10,
        "a poor mix: {holds} hold, {violated} do not"
    );
}

/// Every execution that a search finds step by step is the same one as a graph of calls.
#[test]
fn shared_traces_end_where_traces_of_steps_end() {
    let engine = driver::engine("bdd").expect("the engine is registered");
    let request = Request { engines: EngineChoice::One(engine), ..Request::default() };
    let mut n_calls = 0;
    for seed in 0..2_000 {
        let program = compile(&programs::program(seed));
        let checked = driver::check(&program, &Property::NoErrors, &request, &Silent).expect("an answer");
        let Verdict::Violated { violations } = &checked.first().answer.verdict else { continue };
        let Witness::Steps(trace) = &violations[0].witness else { panic!("a small program fails soon") };
        let shared = shared(&program, trace);
        n_calls += shared.subtraces.len() - shared.stages.len();
        let violation = Violation { witness: Witness::Shared(shared), ..violations[0].clone() };
        let replayed = interp::replay(&program, &Property::NoErrors, &violation, interp::Detail::default());
        let replayed = replayed.unwrap_or_else(|divergence| panic!("{divergence}: seed {seed}"));
        let (Replayed::Steps(plain), Replayed::Shared(shared)) = (&checked.first().executions[0], &replayed)
        else {
            panic!("traces keep their form")
        };
        assert_eq!(plain.last, shared.last, "seed {seed}");
    }
    assert!(n_calls > 80, "too few calls: {n_calls}");
}

/// A trace of a program with one thread, cut where procedures begin and end. Nothing is shared.
fn shared(program: &Program, trace: &Trace) -> SharedTrace {
    let ctx = interp::Context::new(program);
    let mut state = interp::State::initial(&ctx);
    let choices: Vec<u64> = trace.steps.iter().flat_map(|step| step.choices.iter().copied()).collect();
    let (mut script, mut used) = (interp::Script::new(&choices), 0);
    let mut shared = SharedTrace::default();
    let mut open: Vec<Subtrace> = Vec::new();
    loop {
        let running = state.threads.first().expect("the execution does not end").frames.as_slice();
        while open.len() < running.len() {
            open.push(Subtrace { proc: running[open.len()].proc, parts: Vec::new() });
        }
        let (depth, thread) = (open.len(), state.threads[0].number);
        let failed = interp::step(&ctx, &mut state, 0, &mut script, &mut ()).is_err();
        let subtrace = open.last_mut().expect("a procedure runs");
        subtrace.parts.push(SubtracePart::Choices(choices[used..script.used()].to_vec()));
        used = script.used();
        let same_thread = state.threads.first().is_some_and(|running| running.number == thread);
        let left = if same_thread { state.threads[0].frames.len() } else { 0 };
        while open.len() > if failed { 0 } else { left.min(depth) } {
            shared.subtraces.push(open.pop().expect("a procedure runs"));
            let number = shared.subtraces.len() - 1;
            match open.last_mut() {
                Some(caller) => caller.parts.push(SubtracePart::Call(number)),
                None => shared.stages.push(number),
            }
        }
        if failed {
            return shared;
        }
    }
}

/// A path to the error leads through three levels of calls, two of which return.
#[test]
fn a_trace_leads_through_calls_that_return_and_calls_that_do_not() {
    let text = "decl a, b;\n\
        void main() begin a := F; b := F; set(T); check(); end\n\
        void set(v) begin if v then flip(); fi end\n\
        void flip() begin a := !a; b := keep(a); end\n\
        bool keep(v) begin decl x; x := v; return x; end\n\
        void check() begin decl x; x := keep(b); assert(!x); end\n";
    assert_eq!(agreed(text).answer, "violated");
    assert_eq!(agreed(&text.replace("assert(!x)", "assert(x)")).answer, "holds");
}

/// Subtraces to errors through recursion, loops and calls that fail: each is replayed.
#[test]
fn errors_in_and_behind_recursion_and_loops_are_replayed() {
    let cases = [
        // Recursion, with different choices at each level.
        "decl a, b;\nvoid main() begin a, b := F, F; f(T, T); assert(!a | !b); end\n\
         void f(x, y) begin decl z; z := *; if x then f(y, F); if z then a := T; fi else b := *; fi end\n",
        // Procedures that call each other; the error is inside.
        "decl a;\nvoid main() begin a := F; ping(T); end\n\
         void ping(x) begin if * then a := !a; pong(!x); fi end\n\
         void pong(x) begin assert(!(a & x)); if * then ping(x); fi a := a | !x; assert(x | !a); end\n",
        // A loop in a procedure that calls itself.
        "decl a, b, c;\nvoid main() begin a, b, c := F, F, F; f(); assert(!(a & b & c)); end\n\
         void f() begin decl x; x := *; while x do a, b, c := !a, a ^ b, c ^ (a & b); if * then f(); fi x := *; od end\n",
        // A callee that fails only behind a loop of its caller, for some arguments.
        "decl a;\nvoid main() begin decl x, y; x, y := F, F; while * do x, y := !x, x; check(x, y); od end\n\
         void check(p, q) begin if p then if * then assert(!q); else q := *; fi else assert(!q | p | a | *); fi end\n",
        // A loop that begins with the procedure, and a subtrace through it twice.
        "decl a, b;\nvoid main() begin a, b := F, F; f(T); assert(!b); end\n\
         void f(x) begin again: b := a; a := x; if * then goto again; fi end\n",
        // The main procedure calls itself.
        "decl a, b;\nvoid main() begin if a & b then assert(F); fi if !a then a := T; main(); elsif * then b := T; main(); fi end\n",
        // Results, and arguments that are the same variable.
        "decl a;\nvoid main() begin decl x, y; x, a := two(a, a); y, x := two(x, a); assert(!(x & a & y)); end\n\
         bool<2> two(p, q) begin a := !p; if * then p := *; fi return p | q, a | p; end\n",
        // Procedures that are not called, calling others.
        "decl a;\nvoid main() begin a := *; set(); assert(a); end\nvoid set() begin a := a & *; end\n\
         void unused() begin while * do main(); set(); unused(); assert(F); od end\n",
    ];
    for text in cases {
        assert_eq!(agreed(text).answer, "violated", "{text}");
    }
}

/// What a callee does with one value at its entry is known for others too, but the path may differ, and with it the
/// choices on it.
#[test]
fn a_way_through_a_procedure_is_told_for_the_values_that_it_is_called_with() {
    let text = "decl n;\n\
        void main() begin n := F; f(F); f(T); f(F); assert(!n); end\n\
        void f(x) begin decl y; if x then y := *; y := *; fi n := T; end\n";
    assert_eq!(agreed(text).answer, "violated");
}

/// That a call is avoided for some values says nothing about others, even if both paths would end alike.
#[test]
fn what_is_known_of_a_path_without_a_call_is_not_taken_for_one_with_a_call() {
    let text = "decl n;\n\
        void main() begin n := F; f(F); f(T); assert(F); end\n\
        void f(x) begin if x then stay(); fi n := T; end\n\
        void stay() begin while T do skip; od end\n";
    assert_eq!(agreed(text).answer, "holds");
    assert_eq!(agreed(&text.replace("while T", "while *")).answer, "violated");
}

/// As deep as there are bits, and each level twice: summaries make one of them.
#[test]
fn exponentially_many_calls_are_few_summaries() {
    let mut text = String::from("decl a;\nvoid main() begin a := F; p0(); assert(!a); end\n");
    for level in 0..40 {
        text += &format!("void p{level}() begin p{}(); p{}(); end\n", level + 1, level + 1);
    }
    text += "void p40() begin a := !a; end\n";
    let program = compile(&text);
    for name in DECIDING {
        let engine = driver::engine(name).expect("the engine is registered");
        let request = Request { engines: EngineChoice::One(engine), ..Request::default() };
        let checked = driver::check(&program, &Property::NoErrors, &request, &Silent).expect("an answer");
        let verdict = &checked.first().answer.verdict;
        assert!(matches!(verdict, Verdict::Holds { .. }), "{name}: {verdict:?}");
    }
}
