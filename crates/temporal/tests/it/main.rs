//! What atoms mean, and how names are understood.

mod atoms;
mod data;
mod names;
mod oracle;
mod support;
