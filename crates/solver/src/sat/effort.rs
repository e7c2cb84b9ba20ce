//! How long a question may take: a number of conflicts, and a callback that is asked from time to time.
//!
//! There are no clocks here. The callback looks at one, if it has one.

use std::fmt;

/// The limits of one question.
#[derive(Clone, Copy, Default)]
pub struct Effort<'a> {
    /// At most about so many conflicts.
    pub conflicts: Option<u64>,
    /// Asked every few thousand steps of the search, from the first question on; true ends it.
    pub interrupt: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Effort<'a> {
    pub const UNLIMITED: Effort<'static> = Effort { conflicts: None, interrupt: None };

    pub fn conflicts(conflicts: u64) -> Self {
        Self { conflicts: Some(conflicts), interrupt: None }
    }

    pub fn interrupted_by(interrupt: &'a dyn Fn() -> bool) -> Self {
        Self { conflicts: None, interrupt: Some(interrupt) }
    }

    /// Whether the callback ends it.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|interrupt| interrupt())
    }
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { conflicts, interrupt } = self;
        f.debug_struct("Effort")
            .field("conflicts", conflicts)
            .field("interrupt", &interrupt.is_some())
            .finish()
    }
}
