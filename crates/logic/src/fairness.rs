//! Which executions count, where threads may be neglected.

/// What an execution owes to its threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Fairness {
    /// Nothing: every execution counts.
    #[default]
    None,
    /// A thread that can move at every moment from some point on moves infinitely often.
    Weak,
    /// A thread that can move infinitely often moves infinitely often.
    Strong,
}

impl Fairness {
    /// Whether some executions do not count.
    pub fn is_asked(self) -> bool {
        self != Fairness::None
    }

    /// The fairness of a name, as options have it.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "weak" => Some(Self::Weak),
            "strong" => Some(Self::Strong),
            _ => None,
        }
    }
}

/// As options without a name have it.
impl From<bool> for Fairness {
    fn from(fair: bool) -> Self {
        if fair { Self::Weak } else { Self::None }
    }
}
