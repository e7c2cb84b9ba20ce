//! How operators bind, and which text each node covers.

use base::Id;

use super::{dump, in_method, read_ok};
use crate::ast::{BinaryOp, ExprId, ExprKind};

/// The binary operators from weakest to strongest.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">=", "in"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

fn check(expr: &str, expected: &str) {
    let parsed = read_ok(&in_method(&format!("x = {expr};")));
    assert_eq!(dump::body(&parsed), format!("(= x {expected})"), "for the expression {expr}");
}

#[test]
fn every_pair_of_operators_binds_as_in_the_table() {
    for (weak_level, weak_ops) in LEVELS.iter().enumerate() {
        for (level, ops) in LEVELS.iter().enumerate() {
            for (weak, strong) in
                weak_ops.iter().flat_map(|weak| ops.iter().map(move |strong| (weak, strong)))
            {
                let first_binds = weak_level >= level;
                let expected = if first_binds {
                    format!("({strong} ({weak} a b) c)")
                } else {
                    format!("({weak} a ({strong} b c))")
                };
                check(&format!("a {weak} b {strong} c"), &expected);
            }
        }
    }
}

#[test]
fn unary_operators_bind_stronger_than_binary_and_weaker_than_postfix() {
    for op in ["+", "-", "!", "~"] {
        check(&format!("{op} a * b"), &format!("(* ({op} a) b)"));
        check(&format!("a * {op} b + c"), &format!("(+ (* a ({op} b)) c)"));
        check(&format!("{op} a.b[1]"), &format!("({op} a.b[1])"));
        check(&format!("{op} f(1)"), &format!("({op} (call f 1))"));
        check(&format!("{op} ! a"), &format!("({op} (! a))"));
    }
}

#[test]
fn membership_is_a_relation() {
    check("a && k in s", "(&& a (in k s))");
    check("!(k in s) || k + 1 in s", "(|| (! (in k s)) (in (+ k 1) s))");
}

#[test]
fn parentheses_and_assignments() {
    check("a * (b + c)", "(* a (+ b c))");
    check("(a + b) * c", "(* (+ a b) c)");
    check("y = a || b", "(= y (|| a b))");
    check("(y = a) || b", "(|| (= y a) b)");
}

#[test]
fn spans_cover_the_parentheses_within_and_not_around() {
    let text = in_method("x = ((a) + -(b)) * f(c) ;");
    let parsed = read_ok(&text);
    let covered: Vec<&str> = parsed.unit.exprs.iter().map(|expr| &text[expr.span.range()]).collect();
    let expected = [
        "x",
        "a",
        "b",
        "-(b)",
        "(a) + -(b)",
        "f",
        "c",
        "f(c)",
        "((a) + -(b)) * f(c)",
        "x = ((a) + -(b)) * f(c)",
    ];
    assert_eq!(covered, expected);
}

#[test]
fn parts_come_before_wholes_and_post_order_is_evaluation_order() {
    let parsed = read_ok(&in_method("x = f(a + b, c[d]) - -e;"));
    let unit = &parsed.unit;
    for (id, expr) in unit.exprs.iter_enumerated() {
        expr.kind.for_each_child(|child| assert!(child < id));
    }
    let root = ExprId::new(unit.exprs.len() - 1);
    let order = unit.post_order(root);
    assert_eq!(order.len(), unit.exprs.len());
    let names: Vec<&str> = order
        .iter()
        .filter_map(|&id| match unit.exprs[id].kind {
            ExprKind::Name(name) => Some(parsed.interner.text(name)),
            ExprKind::Binary { op: BinaryOp::Add, .. } => Some("+"),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["x", "f", "a", "b", "+", "c", "d", "e"]);
}
