//! What reading and writing summaries have in common: names of a program's entities, and what is known of a summary's
//! objects.
//!
//! - [`names`]: names that mean one thing each;
//! - [`objects`]: the classes of objects, and the types of spots;
//! - [`values`]: values as people write them.

pub(crate) mod names;
pub(crate) mod objects;
pub(crate) mod values;

use base::Id;
use ir::ObjectId;

/// Objects of a summary are shown by numbers from 1, here as in traces.
pub(crate) fn object_number(object: ObjectId) -> u32 {
    u32::try_from(object.index()).map_or(u32::MAX, |index| index.saturating_add(1))
}
