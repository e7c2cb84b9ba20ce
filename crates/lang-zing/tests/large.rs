//! Programs far larger than anyone writes: no chain overflows the stack, and time stays near linear.
//!
//! The tests run with the small stack of a test thread. A quadratic step anywhere would take hours here.

use base::{Id, SourceId};

/// Compiles a method body and verifies what comes out.
fn check(body: &str) -> ir::Program {
    let text = format!(
        "class Node {{ Node next; int v; bool b; Node self_() {{ return this; }} }};
        set Bools bool;
        class Main {{ static int g; static int f(int x) {{ return x; }}
        activate static void main() {{ int x; bool b; Node n = new Node; Bools s; {body} }} }};"
    );
    let compiled = cutpoint_lang_zing::compile(SourceId::new(0), &text);
    let messages: Vec<&str> = compiled.diagnostics.iter().take(3).map(|d| d.message.as_str()).collect();
    let program = compiled.program.unwrap_or_else(|| panic!("{messages:#?}"));
    if let Err(errors) = ir::verify(&program) {
        panic!("{}", errors[0]);
    }
    program
}

fn repeat(count: usize, first: &str, more: &str) -> String {
    format!("{first}{}", more.repeat(count))
}

#[test]
fn a_million_statements() {
    let program = check(&"x = x + g; ".repeat(1_000_000));
    let instrs: usize =
        program.procs.iter().flat_map(|proc| &proc.blocks).map(|block| block.instrs.len()).sum();
    assert!(instrs >= 1_000_000);
}

#[test]
fn many_branches_and_labels() {
    check(&"if (x > 0 && n.b) x = 1; while (x < g) x = x + 1; ".repeat(50_000));
    let labels: String = (0..100_000).map(|i| format!("l{i}: x = {i}; goto l{}; ", i / 2)).collect();
    check(&labels);
}

#[test]
fn long_chains_of_operators() {
    check(&format!("x = {};", repeat(200_000, "1", " + x")));
    check(&format!("x = {};", repeat(100_000, "x", " + n.v - g")));
    check(&format!("b = {};", repeat(200_000, "b", " && x > 1")));
    check(&format!("b = {};", repeat(100_000, "b", " || n.b")));
    check(&format!("b = {};", repeat(100_000, "b", " && n.b && b")));
    check(&format!("b = {};", repeat(100_000, "b", " == b")));
    check(&format!("b = {};", repeat(100_000, "b", " in s")));
    check(&format!("if ({}) x = 1;", repeat(100_000, "n.b", " && n.b")));
    check(&format!("select {{ wait({}) -> ; }}", repeat(100_000, "b", " && x > 1")));
}

#[test]
fn long_chains_of_members_and_calls() {
    check(&format!("n = {};", repeat(100_000, "n", ".next")));
    check(&format!("n = {};", repeat(50_000, "n", ".next.self_()")));
    check(&format!("{}.v = 1;", repeat(100_000, "n", ".next")));
    check(&format!("x = {};", repeat(50_000, "1", " + f(x)")));
}

#[test]
fn a_long_chain_of_else_ifs() {
    check(&repeat(100_000, "if (x == 1) x = 2;", " else if (x == g) x = 3;"));
}

#[test]
fn nesting_up_to_the_limit_of_the_parser() {
    let nested =
        |open: &str, close: &str, count: usize| format!("{}{}", open.repeat(count), close.repeat(count));
    check(&nested("{", "}", 240));
    check(&format!("{} x = 1; {}", "while (b) { if (n.b) {".repeat(60), "} }".repeat(60)));
    check(&format!("b = {}b{};", "!(n.b && ".repeat(80), ")".repeat(80)));
    check(&format!("x = {}1{};", "f(".repeat(200), ")".repeat(200)));
    check(&format!("x = {}1{};", "1 + (x * ".repeat(80), ")".repeat(80)));
    check(&format!("b = {}b{};", "b && (x > 1 || ".repeat(80), ")".repeat(80)));
}

#[test]
fn deep_parentheses_are_refused_or_fine() {
    let text = |count: usize, open: &str, more: &str| {
        let expr = format!("{}b{}", open.repeat(count), more.repeat(count));
        format!(
            "class N {{ bool b; }}; class Main {{ static N n; static void m(bool b) {{ b = {expr}; }} }};"
        )
    };
    for (open, more) in [("(", ") && n.b || b"), ("(", " && n.b) == b"), ("!(", ")"), ("(", ")")] {
        cutpoint_lang_zing::compile(SourceId::new(0), &text(100_000, open, more));
        cutpoint_lang_zing::compile(SourceId::new(0), &text(200, open, more));
    }
}

#[test]
fn many_declarations() {
    let types: String =
        (0..20_000).map(|i| format!("struct S{i} {{ T{i} t; }}; struct T{i} {{ int x; }}; ")).collect();
    let text = format!("{types} class Main {{ activate static void main() {{ S9 s; }} }};");
    assert!(cutpoint_lang_zing::compile(SourceId::new(0), &text).program.is_some());
}

#[test]
fn structs_nested_without_bound_are_refused() {
    let types: String = (0..20_000).map(|i| format!("struct S{} {{ S{i} s; }}; ", i + 1)).collect();
    let text = format!("struct S0 {{ int x; }}; {types} class Main {{ activate static void main() {{ }} }};");
    let compiled = cutpoint_lang_zing::compile(SourceId::new(0), &text);
    assert!(compiled.diagnostics.iter().all(|diagnostic| diagnostic.code.id == "CP0199"));
    assert!(compiled.program.is_none());
}
