//! Every operator on every integer type.

use cutpoint_ir::eval::{binary, unary};
use cutpoint_ir::{BinOp, Type, UnOp};

use crate::oracle;
use crate::types::{Integers, all_types, machine_types};

const OPERATORS: [BinOp; 16] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::BitAnd,
    BinOp::BitOr,
    BinOp::BitXor,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
    BinOp::Gt,
    BinOp::Ge,
];

/// Compares all operators on all pairs of samples; how many pairs there are.
fn compare(ty: Integers) -> usize {
    let samples = ty.samples();
    for &a in &samples {
        for op in [UnOp::Neg, UnOp::BitNot] {
            let is = unary(op, Type::Int(ty.ty), ty.stored(a));
            assert_eq!(is, oracle::unary(op, ty, a), "{op:?} {a} of type {}", ty.ty);
        }
        for &b in &samples {
            for op in OPERATORS {
                let is = binary(op, Type::Int(ty.ty), ty.stored(a), ty.stored(b));
                assert_eq!(is, oracle::binary(op, ty, a, b), "{a} {op:?} {b} of type {}", ty.ty);
            }
        }
    }
    samples.len() * samples.len()
}

#[test]
fn operators_on_all_pairs_of_8_bit_values() {
    let narrow: Vec<Integers> = machine_types()
        .into_iter()
        .filter(|ty| ty.machine.is_some_and(|machine| machine.bits == 8))
        .collect();
    assert_eq!(narrow.len(), 4);
    narrow.into_iter().for_each(|ty| assert_eq!(compare(ty), 256 * 256));
}

#[test]
fn operators_on_edges_of_all_types() {
    for ty in all_types() {
        let n_pairs = compare(ty);
        let is_wide = ty.greatest - ty.least >= 256;
        assert!(!is_wide || n_pairs >= 36, "only {n_pairs} pairs of type {}", ty.ty);
    }
}

#[test]
fn the_bounds_of_types_and_what_stored_numbers_mean() {
    for ty in all_types() {
        assert_eq!(ty.ty.bounds(), (ty.least, ty.greatest));
        for number in ty.samples() {
            assert_eq!(ty.ty.decode(ty.stored(number).number()), number, "{number} of type {}", ty.ty);
        }
    }
}
