//! What a step touches: folded objects, which must be unfolded first, and what a formula remembers of the step.

use base::Id;
use ir::ObjectId;
use machine::{AccessListener, StepEffects};

/// Watches the machine.
#[derive(Debug, Default)]
pub(crate) struct Touch {
    /// By object, whether it is folded; those after the last are new, and are not.
    pub(crate) folded: Vec<bool>,
    pub(crate) effects: StepEffects,
}

impl AccessListener for Touch {
    #[inline]
    fn may_touch(&self, object: ObjectId) -> bool {
        self.folded.get(object.index()) != Some(&true)
    }

    fn writes_contents(&mut self, object: ObjectId) {
        self.effects.writes_contents(object);
    }

    fn writes_null(&mut self) {
        self.effects.writes_null();
    }

    fn changes_value(&mut self) {
        self.effects.changes_value();
    }

    fn allocates(&mut self) {
        self.effects.allocates();
    }
}
