//! Irredundant sums of products, for people to read.
//!
//! Minato, "Fast generation of prime-irredundant covers from binary decision diagrams" (1993), after Morreale (1970):
//! the function is given by a lower and an upper bound; what a variable's two halves need on their own is covered
//! first, with the variable in the products, and what is left by products without it. No product can be left out, and
//! no literal of one. A cover can have exponentially many products, so there is a limit.

use super::{Bdd, BddError, Bdds, Variable};

/// A disjunction of products of literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumOfProducts {
    /// Each in the order of the variables.
    pub products: Vec<Vec<(Variable, bool)>>,
    /// Whether there are no more products than these; otherwise they are the first ones.
    pub is_complete: bool,
}

/// A part of the cover that is being made.
struct PendingCover {
    level: u32,
    /// Bounds of the two halves.
    lower: (Bdd, Bdd),
    upper: (Bdd, Bdd),
    stage: Stage,
}

/// Which part of a frame comes next; what is covered already.
enum Stage {
    /// The low half is being covered.
    Low,
    High {
        low: Bdd,
    },
    Rest {
        low: Bdd,
        high: Bdd,
    },
}

impl Bdds {
    /// An irredundant sum of products that is equal to the function.
    pub fn sum_of_products(&mut self, bdd: Bdd, max_products: usize) -> Result<SumOfProducts, BddError> {
        self.cover(bdd, bdd, max_products)
    }

    /// An irredundant sum of products between two functions, of which the first implies the second.
    pub fn cover(&mut self, lower: Bdd, upper: Bdd, max_products: usize) -> Result<SumOfProducts, BddError> {
        let mut products: Vec<Vec<(Variable, bool)>> = Vec::new();
        let mut path: Vec<(Variable, bool)> = Vec::new();
        let mut stack: Vec<PendingCover> = Vec::new();
        let mut task = (lower, upper);
        loop {
            let mut covered = match task {
                (Bdd::FALSE, _) => Bdd::FALSE,
                (_, Bdd::TRUE) => {
                    if products.len() == max_products {
                        return Ok(SumOfProducts { products, is_complete: false });
                    }
                    products.push(path.clone());
                    Bdd::TRUE
                }
                (lower, upper) => {
                    self.step()?;
                    let frame = self.open(lower, upper);
                    task = (self.and(frame.lower.0, !frame.upper.1)?, frame.upper.0);
                    path.push((self.variable_of(frame.level), false));
                    stack.push(frame);
                    continue;
                }
            };
            // Hand what is covered to the frames that wait for it.
            task = loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(SumOfProducts { products, is_complete: true });
                };
                let PendingCover { level, lower, upper, .. } = *frame;
                match frame.stage {
                    Stage::Low => {
                        frame.stage = Stage::High { low: covered };
                        path.pop();
                        path.push((self.variable_of(level), true));
                        break (self.and(lower.1, !upper.0)?, upper.1);
                    }
                    Stage::High { low } => {
                        frame.stage = Stage::Rest { low, high: covered };
                        path.pop();
                        let (left_low, left_high) = (self.and(lower.0, !low)?, self.and(lower.1, !covered)?);
                        break (self.or(left_low, left_high)?, self.and(upper.0, upper.1)?);
                    }
                    Stage::Rest { low, high } => {
                        stack.pop();
                        let halves = self.make(level, low, high)?;
                        covered = self.or(halves, covered)?;
                    }
                }
            };
        }
    }

    fn open(&self, lower: Bdd, upper: Bdd) -> PendingCover {
        let level = self.level(lower).min(self.level(upper));
        PendingCover {
            level,
            lower: self.cofactors(lower, level),
            upper: self.cofactors(upper, level),
            stage: Stage::Low,
        }
    }
}
