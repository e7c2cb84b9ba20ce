//! Reduced ordered binary decision diagrams, with complement edges.
//!
//! Bryant, "Graph-based algorithms for Boolean function manipulation" (1986); Brace, Rudell and Bryant, "Efficient
//! implementation of a BDD package" (DAC 1990). Equal functions are equal [`Bdd`]s, and `!` costs nothing.
//!
//! In reading order:
//!
//! - `kernel`: nodes, the table of unique nodes, limits; `cache`: results of operations; `collect`: what becomes of
//!   nodes that are not needed;
//! - `machine`: the one shape of all operations, on an explicit stack, so that thousands of variables need no deep one;
//! - `operators`, `quantify`: connectives; quantification, the relational product, and substitution, all in one go;
//! - `query`: support, size, values, assignments; [`cubes`]: irredundant sums of products;
//! - `reorder`: other orders of the variables, by sifting groups of them.
//!
//! Every operation that makes nodes may fail: [`BddError`] says which limit was reached. What was computed until then
//! stays in the cache, so an operation that ran out of steps goes on where it was when it is asked for again.
//!
//! ```
//! use cutpoint_solver::bdd::{Bdd, Bdds, BddError};
//!
//! # fn main() -> Result<(), BddError> {
//! let mut bdds = Bdds::default();
//! let [x, next_x] = [bdds.variable(), bdds.variable()];
//! let (is_x, is_next) = (bdds.literal(x)?, bdds.literal(next_x)?);
//! let flips = bdds.xor(is_x, is_next)?;
//! // The states after a step from x.
//! let current = bdds.cube(&[x])?;
//! let back = bdds.renaming(&[(next_x, x)])?;
//! let after = bdds.and_exists_substitute(is_x, flips, current, back)?;
//! assert_eq!(after, !is_x);
//! # Ok(())
//! # }
//! ```

mod cache;
mod collect;
pub mod cubes;
mod kernel;
mod machine;
mod operators;
mod quantify;
mod query;
mod reorder;

use std::fmt;
use std::ops::Not;

pub use self::cubes::SumOfProducts;
pub use self::kernel::{BddLimits, Bdds};
pub use self::quantify::{Cube, Substitution};
pub use self::reorder::{ReorderLimits, Reordered};

base::typed_id!(
    /// A variable. Its number says when it was made; its place in the order may change.
    Variable,
    "x"
);

/// A Boolean function in a [`Bdds`]: a node and a complement bit.
///
/// It means something only together with its manager, and only as long as it is given to every [`Bdds::collect`] and
/// [`Bdds::reorder`] as a root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bdd(u32);

impl Bdd {
    pub const TRUE: Bdd = Bdd(0);
    pub const FALSE: Bdd = Bdd(1);

    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    fn of_node(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    fn regular(self) -> Self {
        Self(self.0 & !1)
    }

    fn complement_if(self, complement: bool) -> Self {
        Self(self.0 ^ u32::from(complement))
    }
}

impl Not for Bdd {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Bdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TRUE => f.write_str("true"),
            Self::FALSE => f.write_str("false"),
            _ => write!(f, "{}b{}", if self.is_complement() { "!" } else { "" }, self.node()),
        }
    }
}

/// The limit that ended an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BddError {
    /// [`BddLimits::nodes`]. Collecting garbage or another order may help.
    Nodes,
    /// [`BddLimits::steps`]. Asking again with some steps more for each variable goes on.
    Steps,
}

impl fmt::Display for BddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => f.write_str("a decision diagram needs more nodes than the limit allows"),
            Self::Steps => {
                f.write_str("an operation on decision diagrams needs more steps than the limit allows")
            }
        }
    }
}

impl std::error::Error for BddError {}
