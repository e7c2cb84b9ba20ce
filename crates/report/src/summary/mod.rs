//! What the drawings, texts and twins of summaries have in common.
//!
//! - [`values`]: values as people write them.

pub(crate) mod values;

use base::Id;
use ir::ObjectId;

/// Objects of a summary are shown by numbers from 1, here as in traces.
pub(crate) fn object_number(object: ObjectId) -> u32 {
    u32::try_from(object.index()).map_or(u32::MAX, |index| index.saturating_add(1))
}
