//! The diagnostics about class files and their explanations.
//!
//! Up to `CP0609`: where classes come from; from `CP0610` on: what is in them.

base::codes! {}
