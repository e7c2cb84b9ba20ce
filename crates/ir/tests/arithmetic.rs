//! What pure expressions mean, tested exhaustively: every operator, every type and both overflow policies, on all pairs
//! of 8-bit values and on the edges of the wider types.
//!
//! - [`types`]: the types, and which of their values are tried;
//! - [`oracle`]: the rules of integer arithmetic, stated a second time;
//! - [`integers`], [`conversions`], [`others`]: the comparisons.

#[path = "arithmetic/conversions.rs"]
mod conversions;
#[path = "arithmetic/integers.rs"]
mod integers;
#[path = "arithmetic/oracle.rs"]
mod oracle;
#[path = "arithmetic/others.rs"]
mod others;
#[path = "arithmetic/types.rs"]
mod types;
