//! Quantification, the relational product and substitution.
//!
//! One operation does all of "conjoin, quantify, rename", which is what a step of a reachability analysis is: the
//! intermediate results are never built. Quantifying alone is the product with true. The product follows Burch, Clarke
//! and Long, "Symbolic model checking with partitioned transition relations" (1991).
//!
//! DIVERGENCE: the substitution is made while the result is joined, bottom-up: at a variable x with the image g, the
//! result is ite(g, high, low), which is one node if g is a variable above both. That is right for all images, since
//! variables of the result are looked at once, by their own names; with interleaved copies of the variables every join
//! is one node.

use super::cache::Key;
use super::kernel::BOTTOM;
use super::machine::{Operation, Pending, Reduced, Split, run};
use super::{Bdd, BddError, Bdds, Variable};
use base::Id;

/// Numbers of operations in the cache: these, and above them one for each substitution.
const AND_EXISTS: u32 = 4;
const FIRST_SUBSTITUTION: u32 = 16;

/// A set of variables to be quantified. The manager keeps it forever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cube(u32);

/// Functions to be put in the place of variables, all at once. The manager keeps it forever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Substitution(u32);

impl Bdds {
    /// The set of these variables.
    pub fn cube(&mut self, variables: &[Variable]) -> Result<Cube, BddError> {
        let mut levels: Vec<u32> = variables.iter().map(|variable| self.level_of[variable.index()]).collect();
        levels.sort_unstable();
        levels.dedup();
        let mut cube = Bdd::TRUE;
        for level in levels.into_iter().rev() {
            cube = self.make(level, Bdd::FALSE, cube)?;
        }
        self.cubes.push(cube);
        Ok(Cube(self.cubes.len() as u32 - 1))
    }

    /// Puts functions in the place of variables; all others stay.
    pub fn substitution(&mut self, pairs: &[(Variable, Bdd)]) -> Result<Substitution, BddError> {
        let mut images = Vec::with_capacity(self.n_variables());
        for variable in 0..self.n_variables() {
            images.push(self.literal(Variable::new(variable))?);
        }
        for &(variable, image) in pairs {
            images[variable.index()] = image;
        }
        self.substitutions.push(images);
        Ok(Substitution(self.substitutions.len() as u32 - 1))
    }

    /// Puts variables in the place of variables; all others stay.
    pub fn renaming(&mut self, pairs: &[(Variable, Variable)]) -> Result<Substitution, BddError> {
        let mut images = Vec::with_capacity(pairs.len());
        for &(from, to) in pairs {
            images.push((from, self.literal(to)?));
        }
        self.substitution(&images)
    }

    /// True where some values of the variables make it so.
    pub fn exists(&mut self, bdd: Bdd, variables: Cube) -> Result<Bdd, BddError> {
        self.and_exists(bdd, Bdd::TRUE, variables)
    }

    /// True where all values of the variables make it so.
    pub fn forall(&mut self, bdd: Bdd, variables: Cube) -> Result<Bdd, BddError> {
        Ok(!self.exists(!bdd, variables)?)
    }

    /// The relational product: both, with the variables quantified.
    pub fn and_exists(&mut self, left: Bdd, right: Bdd, variables: Cube) -> Result<Bdd, BddError> {
        let cube = self.cubes[variables.0 as usize];
        run(self, AndExists { substitution: None }, (left, right, cube))
    }

    /// The relational product, and then the substitution.
    pub fn and_exists_substitute(
        &mut self,
        left: Bdd,
        right: Bdd,
        variables: Cube,
        substitution: Substitution,
    ) -> Result<Bdd, BddError> {
        let cube = self.cubes[variables.0 as usize];
        run(self, AndExists { substitution: Some(substitution) }, (left, right, cube))
    }

    /// The function with other functions in the place of its variables.
    pub fn substitute(&mut self, bdd: Bdd, substitution: Substitution) -> Result<Bdd, BddError> {
        run(self, Substitute(substitution), bdd)
    }

    /// The image of the variable at a level. Variables that are younger than the substitution stay.
    fn image(&mut self, substitution: Substitution, level: u32) -> Result<Bdd, BddError> {
        let variable = self.variable_at[level as usize] as usize;
        match self.substitutions[substitution.0 as usize].get(variable) {
            Some(&image) => Ok(image),
            None => self.make(level, Bdd::FALSE, Bdd::TRUE),
        }
    }

    /// The function that is `high` where the image of a level's variable holds, and `low` elsewhere.
    fn join_image(
        &mut self,
        substitution: Substitution,
        level: u32,
        low: Bdd,
        high: Bdd,
    ) -> Result<Bdd, BddError> {
        let image = self.image(substitution, level)?;
        let node = self.nodes[image.node()];
        let is_literal = (node.low, node.high) == (Bdd::FALSE, Bdd::TRUE) && !image.is_complement();
        if is_literal && node.level < self.level(low).min(self.level(high)) {
            return self.make(node.level, low, high);
        }
        self.ite(image, high, low)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AndExists {
    substitution: Option<Substitution>,
}

impl Operation for AndExists {
    /// Two functions and a conjunction of variables.
    type Task = (Bdd, Bdd, Bdd);

    fn reduce(
        self,
        bdds: &mut Bdds,
        (left, right, mut cube): Self::Task,
    ) -> Result<Reduced<Self::Task>, BddError> {
        if left == Bdd::FALSE || right == Bdd::FALSE || left == !right {
            return Ok(Reduced::Known(Bdd::FALSE));
        }
        let (left, right) =
            if left == right { (Bdd::TRUE, left) } else { (left.min(right), left.max(right)) };
        let top = bdds.level(left).min(bdds.level(right));
        if top == BOTTOM {
            return Ok(Reduced::Known(Bdd::TRUE));
        }
        while bdds.level(cube) < top {
            cube = bdds.nodes[cube.node()].high;
        }
        if cube != Bdd::TRUE {
            return Ok(Reduced::Open((left, right, cube), false));
        }
        let both = bdds.and(left, right)?;
        Ok(Reduced::Known(match self.substitution {
            None => both,
            Some(substitution) => bdds.substitute(both, substitution)?,
        }))
    }

    fn key(self, (left, right, cube): Self::Task) -> Key {
        let operation = match self.substitution {
            None => AND_EXISTS,
            Some(Substitution(number)) => FIRST_SUBSTITUTION + 2 * number,
        };
        Key { operation, operands: [left, right, cube] }
    }

    fn split(self, bdds: &Bdds, (left, right, cube): Self::Task) -> Split<Self::Task> {
        let level = bdds.level(left).min(bdds.level(right));
        let quantified = bdds.level(cube) == level;
        let cube = if quantified { bdds.nodes[cube.node()].high } else { cube };
        let (left_low, left_high) = bdds.cofactors(left, level);
        let (right_low, right_high) = bdds.cofactors(right, level);
        Split { level, quantified, low: (left_low, right_low, cube), high: (left_high, right_high, cube) }
    }

    fn join(
        self,
        bdds: &mut Bdds,
        level: u32,
        quantified: bool,
        low: Bdd,
        high: Bdd,
    ) -> Result<Bdd, BddError> {
        match self.substitution {
            _ if quantified => bdds.or(low, high),
            None => bdds.make(level, low, high),
            Some(substitution) => bdds.join_image(substitution, level, low, high),
        }
    }

    fn stack(bdds: &mut Bdds) -> &mut Vec<Pending<Self::Task>> {
        &mut bdds.stacks.and_exists
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Substitute(Substitution);

impl Operation for Substitute {
    type Task = Bdd;

    fn reduce(self, _: &mut Bdds, bdd: Bdd) -> Result<Reduced<Bdd>, BddError> {
        Ok(match bdd.is_constant() {
            true => Reduced::Known(bdd),
            false => Reduced::Open(bdd.regular(), bdd.is_complement()),
        })
    }

    fn key(self, bdd: Bdd) -> Key {
        let Substitution(number) = self.0;
        Key { operation: FIRST_SUBSTITUTION + 2 * number + 1, operands: [bdd, Bdd::TRUE, Bdd::TRUE] }
    }

    fn split(self, bdds: &Bdds, bdd: Bdd) -> Split<Bdd> {
        let level = bdds.level(bdd);
        let (low, high) = bdds.cofactors(bdd, level);
        Split { level, quantified: false, low, high }
    }

    fn join(self, bdds: &mut Bdds, level: u32, _: bool, low: Bdd, high: Bdd) -> Result<Bdd, BddError> {
        bdds.join_image(self.0, level, low, high)
    }

    fn stack(bdds: &mut Bdds) -> &mut Vec<Pending<Bdd>> {
        &mut bdds.stacks.substitute
    }
}
