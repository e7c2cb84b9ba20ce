//! Where *SAT-based Summarization for Boolean Programs* (2007) is wrong or says too little: a small program for each
//! repair of the engines `sat` and `universal`.
//!
//! Each of these programs gets another answer, or costs another number of visits, when the repair is taken out.

use base::{Id, SourceId};
use cutpoint_testkit::settings;
use driver::{EngineChoice, Request, Silent};
use ir::Program;
use lang_boolean::{Dialect, Options};
use verdict::{BooleanStats, Limits, Property, Verdict};

fn compile(text: &str) -> Program {
    let options = Options { dialect: Some(Dialect::Sdv), ..Options::default() };
    let compiled = lang_boolean::compile(SourceId::new(0), text, &options);
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

/// The answer of an engine, whose violations the driver replays, and what it cost.
fn ask(name: &str, text: &str) -> (&'static str, BooleanStats) {
    let engine = driver::engine(name).expect("the engine is registered");
    let limits = Limits { max_states: Some(10_000), ..Limits::default() };
    let request = Request { engines: EngineChoice::One(engine), limits, ..Request::default() };
    let checked = driver::check(&compile(text), &Property::NoErrors, &request, &Silent);
    let checked = checked.unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let answer = &checked.first().answer;
    let figures = answer.stats.boolean().cloned().expect("engines for Boolean programs give figures");
    (settings::answer_name(&answer.verdict), figures)
}

fn both(expected: &str, text: &str) {
    for engine in ["bdd", "sat", "universal"] {
        assert_eq!(ask(engine, text).0, expected, "{engine}\n{text}");
    }
}

/// What `universal` answers without a single formula with two quantifiers: by universal summaries alone.
fn by_universal_summaries(expected: &str, text: &str) {
    let (answer, figures) = ask("universal", text);
    assert_eq!((answer, figures.qbf_calls), (expected, 0), "{text}");
    both(expected, text);
}

/// Equation (5) wants one summary edge that covers a call. Each return of `f` covers half of it.
#[test]
fn a_call_goes_on_with_all_summaries_that_match() {
    let text = "bool f(x) begin if x then return T; fi return F; end\n\
        void main() begin decl x, y; y := f(x); assert(CLAIM); end\n";
    both("violated", &text.replace("CLAIM", "!y"));
    both("violated", &text.replace("CLAIM", "y"));
    both("holds", &text.replace("CLAIM", "x = y"));
}

/// Line 29 of figure 1 registers a call only if no summary edge matches it. Here the second one comes later.
#[test]
fn a_call_goes_on_with_summaries_that_are_found_later() {
    let text = "bool f() begin decl r; if * then return F; fi r := f(); return !r; end\n\
        void main() begin decl x; x := f(); assert(!x); end\n";
    both("violated", text);
}

/// Disjunctions of values: (T, F) and (F, T) become (T, T), which is neither.
#[test]
fn merged_edges_have_the_values_of_both() {
    let text =
        "void main() begin decl v, w; if * then v, w := T, F; else v, w := F, T; fi assert(CLAIM); end\n";
    both("holds", &text.replace("CLAIM", "v != w"));
    both("violated", &text.replace("CLAIM", "w"));
    both("violated", &text.replace("CLAIM", "v"));
}

/// Three steps of a loop, each of which changes one variable of two. States differ if some variable differs, and they
/// come again when (9) cannot be satisfied.
#[test]
fn loops_are_unrolled_until_no_state_is_new() {
    let text = "decl a, b;\n\
        void f() begin while * do if !a then a := T; else if !b then a, b := F, T; fi fi od end\n\
        void main() begin a, b := F, F; f(); assert(!(a & b)); end\n";
    by_universal_summaries("violated", text);
    by_universal_summaries("holds", &text.replace("!b then a, b := F, T", "b then a, b := F, T"));
}

/// Equation (9) conjoins the guards of all edges at a node. An execution that leaves the inner loop at once passes the
/// second of its states never; the edge that enters it again would count as recurring.
#[test]
fn a_loop_is_compared_with_states_that_were_passed() {
    let text = "decl p, q;\n\
        void f() begin while * do while !p & * do p := T; od if !p then q := T; fi od end\n\
        void main() begin p, q := F, F; f(); assert(!(p & q)); end\n";
    by_universal_summaries("violated", text);
    by_universal_summaries("holds", &text.replace("q := T", "q := F"));
}

/// No three truth values differ pairwise. What would be visited if that were so is not.
#[test]
fn blocks_that_cannot_be_reached_are_not_visited() {
    let text = "decl a, b, c, d;\n\
        void main() begin d := F; if (a != b) & (b != c) & (a != c) then BODY fi assert(!d); end\n";
    let loops = "while * do d := !d; if * then d := T; fi od ".repeat(5);
    for engine in ["sat", "universal"] {
        let (answer, little) = ask(engine, &text.replace("BODY", "skip;"));
        assert_eq!(answer, "holds");
        let (answer, much) = ask(engine, &text.replace("BODY", &loops));
        assert_eq!((answer, much.path_edges), ("holds", little.path_edges), "{engine}");
    }
}

/// In the universal summary of `p`, the call of `q` is what `q` does, and not any change of what it can change.
#[test]
fn callees_in_universal_summaries_do_what_they_do() {
    let text = "decl g, h;\n\
        void q() begin if h then g := T; fi end\n\
        void p() begin h := T; q(); end\n\
        void main() begin g := F; p(); assert(g & h); end\n";
    by_universal_summaries("holds", text);
    by_universal_summaries("violated", &text.replace("h := T; q()", "q()"));
}

/// Two levels below `main`, and for some values only.
#[test]
fn assertions_in_callees_count() {
    let text = "decl g;\n\
        void q(x) begin assert(x | g); end\n\
        void p(x) begin decl y; y := x; if * then y := !y; fi q(y); end\n\
        void main() begin g := VALUE; p(F); p(T); end\n";
    by_universal_summaries("holds", &text.replace("VALUE", "T"));
    by_universal_summaries("violated", &text.replace("VALUE", "F"));
}

/// The same summary edge twice on one subtrace, with different choices.
#[test]
fn choices_of_callees_are_new_at_each_call() {
    let text = "bool f() begin return *; end\n\
        void main() begin decl x, y; x := f(); y := f(); assert(x = y); end\n";
    both("violated", text);
    both("holds", &text.replace("x = y", "x = y | x != y"));
}

/// What is constant in the first context is not so in the second, where the same summary edge is taken.
#[test]
fn summaries_are_true_in_contexts_that_come_later() {
    let text = "bool f(p, q) begin return p ^ q; end\n\
        void main() begin decl x, y, z, w, r; assume(x != y); r := f(x, y); assert(r); r := f(z, w); assert(CLAIM); end\n";
    both("holds", &text.replace("CLAIM", "r = (z != w)"));
    both("violated", &text.replace("CLAIM", "r"));
}

/// What cannot fail in the first context fails in the second, and does not go on there.
#[test]
fn nothing_goes_on_behind_a_failure_in_a_context_that_comes_later() {
    let text = "void f(p, q) begin assert(p != q); end\n\
        void main() begin decl x, y, z, w; assume(x != y); f(x, y); f(z, w); assert(z != w); end\n";
    for name in ["sat", "universal"] {
        let engine = driver::engine(name).expect("the engine is registered");
        let mut request = Request { engines: EngineChoice::One(engine), ..Request::default() };
        request.options.boolean.all_errors = true;
        let checked = driver::check(&compile(text), &Property::NoErrors, &request, &Silent);
        let checked = checked.unwrap_or_else(|error| panic!("{name}: {error}"));
        let verdict = &checked.first().answer.verdict;
        assert!(
            matches!(verdict, Verdict::Violated { violations } if violations.len() == 1),
            "{name}: {verdict:?}"
        );
    }
}

/// Results are written when the callee has written globals.
#[test]
fn a_result_in_a_global_is_later_than_what_the_callee_wrote() {
    let text = "decl g;\nbool f() begin g := T; return F; end\nvoid main() begin g := f(); assert(!g); end\n";
    both("holds", text);
}

/// A choice that a constraint determines is recorded as it must be.
#[test]
fn determined_choices_are_replayed() {
    let text = "decl a, b;\n\
        void main() begin decl x, y; x, y := *, * constrain ('x = a) & ('y = 'x) & ('y != b | a); assert(!x); end\n";
    both("violated", text);
    // What stands in the place of a choice is no choice, though it was one in `init`.
    both(
        "violated",
        "decl a, b, c;\nvoid main() begin a := * constrain 'a = c; b := T constrain 'b = a; assert(!c); end\n",
    );
}

/// The state of a loop is complete when it is left, so that what is behind it is visited once.
#[test]
fn what_is_behind_a_loop_is_visited_once() {
    let visits = |begin: &str, n_tests: usize| {
        let tests = "if c then d := !d; fi ".repeat(n_tests);
        let text = format!("decl a, b, c, d; void main() begin a, b := F, F; {begin} {tests} end");
        ask("sat", &text).1.path_edges
    };
    let counter = "while * do if a then b := T; fi a := T; od";
    let (with, without) = (visits(counter, 20) - visits(counter, 10), visits("", 20) - visits("", 10));
    assert_eq!(with, without);
}
