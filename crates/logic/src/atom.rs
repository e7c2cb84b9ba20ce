//! Atomic propositions: what one state of a program can be asked.
//!
//! Names are plain strings; which variable, field, label or procedure they mean is for the caller to resolve. `x != y`
//! is no atom but the negation of `x == y`.

use std::fmt;

use crate::rite::{Rite, spelled};
use crate::term::{Path, Relation, Term};

/// A proposition about one state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// `r`: every visible object can go somewhere by `r`.
    Rite(Rite),
    /// `some r`: at least one visible object can.
    Some(Rite),
    /// `x.f == y`, `n < 3`: both sides have values, and these are related so.
    Compare { relation: Relation, left: Term, right: Term },
    /// `lock.held`: the path leads to the value true.
    Holds(Path),
    /// `reach(x, r, y)`: from the object of `x`, `r` leads to the object of `y`.
    Reach { from: Path, by: Rite, to: Path },
    /// `unchanged`: the step to this state left the heap as it was.
    Unchanged,
    /// `@terminated`: the program has ended.
    Terminated,
    /// `@stuck`: the program waits at a condition that will never be true.
    Stuck,
    /// `@nullwrite`: the step to this state wrote to a field of nil.
    NullWrite,
    /// `@at(label)`: control is at a label; `@1.at(label)`: that of thread 1 is.
    At { thread: Option<u32>, label: String },
    /// `@in(p)`: control is in a procedure; `@1.in(p)`: that of thread 1 is.
    In { thread: Option<u32>, procedure: String },
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Rite(rite) => write!(f, "{rite}"),
            Atom::Some(rite) if rite.is_sum() => write!(f, "some ({rite})"),
            Atom::Some(rite) => write!(f, "some {rite}"),
            Atom::Compare { relation, left, right } => write!(f, "{left} {} {right}", relation.sign()),
            Atom::Holds(path) => write!(f, "{path}"),
            Atom::Reach { from, by, to } => write!(f, "reach({from}, {by}, {to})"),
            Atom::Unchanged => f.write_str("unchanged"),
            Atom::Terminated => f.write_str("@terminated"),
            Atom::Stuck => f.write_str("@stuck"),
            Atom::NullWrite => f.write_str("@nullwrite"),
            Atom::At { thread, label } => write!(f, "{}at({})", Of(*thread), dotted(label)),
            Atom::In { thread, procedure } => write!(f, "{}in({})", Of(*thread), dotted(procedure)),
        }
    }
}

/// The sign of a proposition about control, with the thread that it is about.
struct Of(Option<u32>);

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("@"),
            Some(number) => write!(f, "@{number}."),
        }
    }
}

/// A name with points, such as `Class.method`, each part spelled on its own.
fn dotted(name: &str) -> String {
    if name.split('.').any(str::is_empty) {
        return spelled(name);
    }
    name.split('.').map(spelled).collect::<Vec<_>>().join(".")
}
