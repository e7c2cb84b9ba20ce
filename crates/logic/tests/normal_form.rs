//! Each simplification of the normal form makes two formulas one.

mod common;

use common::{Random, all_lassos, read, store};
use cutpoint_logic::normal::{Node, Normal, NormalId};
use cutpoint_logic::{Binary, Formula, FormulaId, Formulas, Unary, satisfies};

#[test]
fn every_rule_and_its_dual_is_applied() {
    let rules = [
        ("(a) && a", "a"),
        ("(a) && true", "a"),
        ("(a) && !(a)", "false"),
        ("(a) && (a || b)", "a"),
        ("G a && F a", "G a"),
        ("G a && F !(a)", "false"),
        ("X a && X b", "X (a && b)"),
        ("X G F a", "G F a"),
        ("G a && G b", "G (a && b)"),
        ("F G a && F G b", "F G (a && b)"),
        ("(a U c) && (b U c)", "(a && b) U c"),
        ("(c R a) && (c R b)", "c R (a && b)"),
        ("(a && b) U a", "a"),
        ("a U F b", "F b"),
        ("!(a) U a", "F a"),
        ("a U (a U b)", "a U b"),
        ("a U ((a && b) U c)", "a U c"),
        ("(a U b) U b", "a U b"),
        ("F (a U b)", "F b"),
        ("X a U X b", "X (a U b)"),
        ("F X a", "X F a"),
        ("a U (b && G F c)", "(a U b) && G F c"),
        ("F (a || F b)", "F (a || b)"),
        ("F F a", "F a"),
        ("F G F a", "G F a"),
        ("a W b", "b R (a || b)"),
        ("a M b", "b U (a && b)"),
        ("a -> b", "!(a) || b"),
    ];
    for (left, right) in rules {
        for negated in [false, true] {
            let text = |side: &str| if negated { format!("!({side})") } else { side.to_owned() };
            let mut normal = Normal::new();
            let [left, right] = [left, right].map(|side| {
                let (formulas, root) = read(&text(side));
                normal.add(&formulas, root)
            });
            assert_eq!(normal.node(left), normal.node(right), "{}", text("see the rule"));
        }
    }
}

/// The formula of a node, as it would be written.
fn written(normal: &Normal, id: NormalId, formulas: &mut Formulas) -> FormulaId {
    let mut fold = |operator, parts: &[NormalId]| {
        let parts: Vec<FormulaId> = parts.iter().map(|&part| written(normal, part, formulas)).collect();
        let joined = parts.into_iter().reduce(|left, right| formulas.binary(operator, left, right));
        joined.expect("two or more operands")
    };
    match normal.node(id) {
        Node::True => formulas.add(Formula::True),
        Node::False => formulas.add(Formula::False),
        Node::Literal(atom, true) => formulas.add(Formula::Atom(*atom)),
        Node::Literal(atom, false) => {
            let atom = formulas.add(Formula::Atom(*atom));
            formulas.not(atom)
        }
        Node::And(parts) => fold(Binary::And, parts),
        Node::Or(parts) => fold(Binary::Or, parts),
        Node::Next(operand) => {
            let operand = written(normal, *operand, formulas);
            formulas.unary(Unary::Next, operand)
        }
        Node::Until(left, right) => fold(Binary::Until, &[*left, *right]),
        Node::Release(left, right) => fold(Binary::Release, &[*left, *right]),
    }
}

#[test]
fn normal_forms_and_implications_are_right_on_random_formulas() {
    let lassos: Vec<_> = all_lassos().into_iter().step_by(97).collect();
    let mut random = Random::new(11);
    let mut implied = 0;
    for _ in 0..1_500 {
        let (mut formulas, atoms) = store(2);
        let roots = [(); 2].map(|()| {
            let size = 4 + random.below(6);
            random.formula(&mut formulas, &atoms, size)
        });
        let mut normal = Normal::new();
        let ids = roots.map(|root| normal.add(&formulas, root));
        let again = ids.map(|id| written(&normal, id, &mut formulas));
        let implies = normal.implies(ids[0], ids[1]);
        implied += usize::from(implies);
        for lasso in &lassos {
            let truth = roots.map(|root| satisfies(&formulas, root, lasso));
            assert_eq!(
                truth,
                again.map(|root| satisfies(&formulas, root, lasso)),
                "{}",
                formulas.display(roots[0])
            );
            assert!(
                !implies || !truth[0] || truth[1],
                "{} => {}",
                formulas.display(roots[0]),
                formulas.display(roots[1])
            );
        }
        for (id, root) in ids.into_iter().zip(roots) {
            check_timing(&normal, id, &formulas, root, &lassos);
        }
    }
    assert!(implied > 50, "only {implied} implications were seen");
}

/// Eventual formulas hold before, universal ones after every position where they hold.
fn check_timing(
    normal: &Normal,
    id: NormalId,
    formulas: &Formulas,
    root: FormulaId,
    lassos: &[cutpoint_logic::Lasso],
) {
    for lasso in lassos {
        let truth = cutpoint_logic::eval::truth(formulas, root, lasso);
        for at in 0..lasso.positions() {
            let (now, next) = (truth[at], truth[lasso.next(at)]);
            assert!(!normal.is_eventual(id) || now || !next, "{}", formulas.display(root));
            assert!(!normal.is_universal(id) || !now || next, "{}", formulas.display(root));
        }
    }
}
