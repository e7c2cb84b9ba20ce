//! Drawings of heaps in the language of Graphviz; `dot -Tsvg` makes pictures of them.
//!
//! - [`summaries()`]: what procedures read and do;
//! - [`proof()`]: what procedures see, of a proof of the pushdown engine;
//! - `graph`: how a heap is drawn.

mod graph;
mod proof;
mod summaries;

pub use proof::proof;
pub use summaries::summaries;
