//! Drawings of heaps in the language of Graphviz; `dot -Tsvg` makes pictures of them.
//!
//! - [`summaries()`]: what procedures read and do;
//! - [`proof()`]: what procedures see, of a proof of the pushdown engine;
//! - [`path_tree()`], [`path_heaps()`], [`path_examples()`]: the paths of an open procedure;
//! - `heap`: what is drawn of a state; `fold`: chains of objects as one arrow;
//! - `page`: what fits on a screen, which is all that is drawn unless [`Extent::Everything`] is asked for;
//! - `graph`: how a heap is drawn.

mod fold;
mod graph;
mod heap;
mod page;
mod path_tree;
mod paths;
mod proof;
mod summaries;

pub use page::Extent;
pub use path_tree::path_tree;
pub use paths::{path_examples, path_heaps};
pub use proof::proof;
pub use summaries::summaries;
