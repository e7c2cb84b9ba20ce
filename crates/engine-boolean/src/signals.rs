//! Expressions as signals of an and-inverter graph.

use ir::Place;
use solver::aig::{Aig, Signal};

use crate::program::Expr;

/// An expression, where variables have these values. Its depth is bounded, so this may recur.
pub(crate) fn signal(aig: &mut Aig, expr: &Expr, value: &impl Fn(Place) -> Signal) -> Signal {
    let mut both = |args: &[Expr; 2]| args.each_ref().map(|arg| signal(aig, arg, value));
    match expr {
        Expr::Constant(truth) => Signal::constant(*truth),
        Expr::Variable(place) => value(*place),
        Expr::Not(arg) => !signal(aig, arg, value),
        Expr::And(args) => {
            let [left, right] = both(args);
            aig.and(left, right)
        }
        Expr::Or(args) => {
            let [left, right] = both(args);
            aig.or(left, right)
        }
        Expr::Equal(args) => {
            let [left, right] = both(args);
            aig.equal(left, right)
        }
        Expr::Differ(args) => {
            let [left, right] = both(args);
            aig.xor(left, right)
        }
    }
}
