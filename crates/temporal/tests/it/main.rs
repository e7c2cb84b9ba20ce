//! What atoms mean, and how names are understood.

mod atoms;
mod names;
mod oracle;
mod support;
