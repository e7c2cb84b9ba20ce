//! Pushdown systems that know no programs and no heaps: a control location, a stack, and rules that see the topmost
//! symbol.
//!
//! In reading order:
//!
//! - [`rule`]: heads, rules, and the [`System`]s that give rules out on demand;
//! - [`fact`], [`saturation`], [`mod@post_star`]: all that is reachable, as a table of summaries;
//! - [`path`]: how a fact was reached, as a flat list of rules;
//! - [`head_graph`], [`lasso`]: infinite runs that apply marked rules again and again, or ranks that prove that there
//!   are none;
//! - [`product`]: runs whose words a Büchi automaton accepts;
//! - [`automaton`], [`mod@pre_star`]: sets of whole configurations, and their predecessors.
//!
//! A procedure that calls itself a few times and returns. Control `p0` is the only one; symbol `s0` is the procedure at
//! its start, `s1` is where it waits for its callee.
//!
//! ```
//! use base::Id;
//! use cutpoint_pushdown::{Control, Ending, Head, Rule, Symbol, System, find_lasso, post_star};
//!
//! struct Recursion;
//!
//! impl System for Recursion {
//!     type Stop = std::convert::Infallible;
//!     fn rules(&mut self, head: Head, out: &mut Vec<Rule>) -> Result<(), Self::Stop> {
//!         let [start, wait] = [0, 1].map(Symbol::new);
//!         if head.symbol == start {
//!             out.push(Rule::push(head.control, start, wait).marked()); // call
//!         }
//!         out.push(Rule::pop(head.control)); // return
//!         Ok(())
//!     }
//! }
//!
//! let start = Head::new(Control::new(0), Symbol::new(0));
//! let (found, ending) = post_star(&mut Recursion, &[start]);
//! assert_eq!(ending, Ending::Complete);
//! assert_eq!(found.heads().len(), 2);
//! // The recursion can be endless. Each turn of the cycle is one call, and leaves one symbol more on the stack.
//! let lasso = find_lasso(&found, 100).unwrap().unwrap();
//! assert_eq!((lasso.stem.len(), lasso.cycle.len(), lasso.growth), (0, 1, 1));
//! ```

mod heads;
mod table;

pub mod automaton;
pub mod fact;
pub mod head_graph;
pub mod lasso;
pub mod path;
pub mod post_star;
pub mod pre_star;
pub mod product;
pub mod rule;
pub mod saturation;

pub use automaton::{Automaton, State};
pub use fact::{Call, CallId, Exit, ExitId, Fact, FactId, InstanceId, Why};
pub use head_graph::{HeadEdge, HeadEdgeKind, HeadGraph};
pub use heads::{HeadId, Move, RuleId};
pub use lasso::{Lasso, find_lasso};
pub use path::{Application, TooLong};
pub use post_star::{Ending, post_star};
pub use pre_star::pre_star;
pub use product::{Buchi, Observed, Product, ProductStop, Transition};
pub use rule::{Configuration, Control, Counts, Head, Rule, Symbol, System, Word};
pub use saturation::Saturation;
