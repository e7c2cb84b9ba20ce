//! Connectives: conjunction, exclusive disjunction and if-then-else; the others are made of them by complements.

use super::cache::Key;
use super::machine::{Operation, Pending, Reduced, Split, run};
use super::{Bdd, BddError, Bdds};

/// Numbers of operations in the cache.
pub(super) const AND: u32 = 1;
const XOR: u32 = 2;
const ITE: u32 = 3;

impl Bdds {
    pub fn and(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, BddError> {
        run(self, And, (left, right))
    }

    pub fn or(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, BddError> {
        Ok(!self.and(!left, !right)?)
    }

    pub fn implies(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, BddError> {
        Ok(!self.and(left, !right)?)
    }

    pub fn xor(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, BddError> {
        run(self, Xor, (left, right))
    }

    /// Both or neither.
    pub fn equal(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, BddError> {
        Ok(!self.xor(left, right)?)
    }

    /// `yes` where the condition holds, `no` elsewhere.
    pub fn ite(&mut self, condition: Bdd, yes: Bdd, no: Bdd) -> Result<Bdd, BddError> {
        // With a constant branch it is a conjunction, whose results are worth sharing.
        match (yes, no) {
            (Bdd::FALSE, _) => self.and(!condition, no),
            (_, Bdd::FALSE) => self.and(condition, yes),
            (Bdd::TRUE, _) => self.or(condition, no),
            (_, Bdd::TRUE) => self.or(!condition, yes),
            _ if yes == !no => self.xor(condition, no),
            _ => run(self, Ite, (condition, yes, no)),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct And;

impl Operation for And {
    type Task = (Bdd, Bdd);

    fn reduce(self, _: &mut Bdds, (left, right): Self::Task) -> Result<Reduced<Self::Task>, BddError> {
        Ok(match (left, right) {
            (Bdd::FALSE, _) | (_, Bdd::FALSE) => Reduced::Known(Bdd::FALSE),
            (Bdd::TRUE, other) | (other, Bdd::TRUE) => Reduced::Known(other),
            _ if left == right => Reduced::Known(left),
            _ if left == !right => Reduced::Known(Bdd::FALSE),
            _ => Reduced::Open((left.min(right), left.max(right)), false),
        })
    }

    fn key(self, (left, right): Self::Task) -> Key {
        Key { operation: AND, operands: [left, right, Bdd::TRUE] }
    }

    fn split(self, bdds: &Bdds, (left, right): Self::Task) -> Split<Self::Task> {
        split_two(bdds, left, right)
    }

    fn join(self, bdds: &mut Bdds, level: u32, _: bool, low: Bdd, high: Bdd) -> Result<Bdd, BddError> {
        bdds.make(level, low, high)
    }

    fn stack(bdds: &mut Bdds) -> &mut Vec<Pending<Self::Task>> {
        &mut bdds.stacks.and
    }
}

fn split_two(bdds: &Bdds, left: Bdd, right: Bdd) -> Split<(Bdd, Bdd)> {
    let level = bdds.level(left).min(bdds.level(right));
    let (left_low, left_high) = bdds.cofactors(left, level);
    let (right_low, right_high) = bdds.cofactors(right, level);
    Split { level, quantified: false, low: (left_low, right_low), high: (left_high, right_high) }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Xor;

impl Operation for Xor {
    type Task = (Bdd, Bdd);

    fn reduce(self, _: &mut Bdds, (left, right): Self::Task) -> Result<Reduced<Self::Task>, BddError> {
        let complement = left.is_complement() != right.is_complement();
        let (left, right) = (left.regular(), right.regular());
        Ok(match (left, right) {
            _ if left == right => Reduced::Known(Bdd::FALSE.complement_if(complement)),
            (Bdd::TRUE, other) | (other, Bdd::TRUE) => Reduced::Known((!other).complement_if(complement)),
            _ => Reduced::Open((left.min(right), left.max(right)), complement),
        })
    }

    fn key(self, (left, right): Self::Task) -> Key {
        Key { operation: XOR, operands: [left, right, Bdd::TRUE] }
    }

    fn split(self, bdds: &Bdds, (left, right): Self::Task) -> Split<Self::Task> {
        split_two(bdds, left, right)
    }

    fn join(self, bdds: &mut Bdds, level: u32, _: bool, low: Bdd, high: Bdd) -> Result<Bdd, BddError> {
        bdds.make(level, low, high)
    }

    fn stack(bdds: &mut Bdds) -> &mut Vec<Pending<Self::Task>> {
        &mut bdds.stacks.xor
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Ite;

impl Operation for Ite {
    type Task = (Bdd, Bdd, Bdd);

    fn reduce(self, _: &mut Bdds, (condition, yes, no): Self::Task) -> Result<Reduced<Self::Task>, BddError> {
        // The condition without complement; then what it says of the branches; then the first branch without
        // complement.
        let (yes, no) = if condition.is_complement() { (no, yes) } else { (yes, no) };
        let condition = condition.regular();
        if condition == Bdd::TRUE {
            return Ok(Reduced::Known(yes));
        }
        let yes = known_branch(yes, condition, true);
        let no = known_branch(no, condition, false);
        Ok(match (yes, no) {
            _ if yes == no => Reduced::Known(yes),
            (Bdd::TRUE, Bdd::FALSE) => Reduced::Known(condition),
            (Bdd::FALSE, Bdd::TRUE) => Reduced::Known(!condition),
            _ => {
                let complement = yes.is_complement();
                let branches = (yes.complement_if(complement), no.complement_if(complement));
                Reduced::Open((condition, branches.0, branches.1), complement)
            }
        })
    }

    fn key(self, (condition, yes, no): Self::Task) -> Key {
        Key { operation: ITE, operands: [condition, yes, no] }
    }

    fn split(self, bdds: &Bdds, (condition, yes, no): Self::Task) -> Split<Self::Task> {
        let level = bdds.level(condition).min(bdds.level(yes)).min(bdds.level(no));
        let (condition_low, condition_high) = bdds.cofactors(condition, level);
        let (yes_low, yes_high) = bdds.cofactors(yes, level);
        let (no_low, no_high) = bdds.cofactors(no, level);
        let (low, high) = ((condition_low, yes_low, no_low), (condition_high, yes_high, no_high));
        Split { level, quantified: false, low, high }
    }

    fn join(self, bdds: &mut Bdds, level: u32, _: bool, low: Bdd, high: Bdd) -> Result<Bdd, BddError> {
        bdds.make(level, low, high)
    }

    fn stack(bdds: &mut Bdds) -> &mut Vec<Pending<Self::Task>> {
        &mut bdds.stacks.ite
    }
}

/// A branch that is the condition itself or its complement has a known value.
fn known_branch(branch: Bdd, condition: Bdd, value: bool) -> Bdd {
    match branch {
        _ if branch == condition => Bdd::constant(value),
        _ if branch == !condition => Bdd::constant(!value),
        _ => branch,
    }
}
