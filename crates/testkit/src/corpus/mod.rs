//! Corpus files: programs that say themselves what must come out when they are checked.
//!
//! ```text
//! // One or two sentences: what the program is and what it shows.
//! //@ check: holds                          the answer, or violated, unknown, rejected
//! //@ check --cooperative: holds            with options; there may be several checks
//! //@ states: 42 (why this number is right) the number of states of the plain search
//! //@ count patterns Main.M: 1 with 2 effects    the summaries of a procedure; `visible` for visible states
//! //@ out: 42                               a line that a Java program prints, as recorded from a JDK
//! //@ java: 8                               the release that a Java program is compiled for
//! //@ ltl: F @terminated => holds           a property, and the answer of every engine that decides it
//! //@ symbolic: holds                       too wide for explicit search; symbolic engines must say so
//! //@ explore List.insert -k 2 --executed 3 0..2: paths 5, throws 1, cut 0    the paths of an open method
//! //@ call List.remove --pre List.repOk -k 2 --executed 3 0..1: violated assertion    a method for all inputs
//! //@ explore List.insert -k 2: paths 5, throws 1, cut 0, heaps 9 (why)       the same, counted by hand
//! //@ dialect: boppo                        how a Boolean program is to be read; `error-label: NAME` likewise
//! assert(x == 0); //~ assertion             what is reported on this line
//! y = choose(s);  //~ empty-choice: "text"  the same, and its message contains the text
//! int z = true;   //~ CP0123                the code of a diagnostic, in a rejected file
//! if (e == 9) ;   //~ warning CP0123        the code of a warning, in any other file
//! ```
//!
//! - [`parse`] reads directives and markers; a mistake in them is an error of the file, never ignored;
//! - [`run`](fn@run) makes all checks of a file, each with several settings of the engine that must agree;
//! - `symbolic` looks at programs for engines that do not visit every state;
//! - `explore` explores methods with unknown inputs, by all machines, and compares them with executions; `call` looks
//!   for their errors;
//! - `properties` checks what a file states in temporal logic, by all engines.

mod call;
mod directives;
mod explore;
mod java;
mod open_question;
mod properties;
mod run;
mod symbolic;

pub use call::CheckedCall;
pub use directives::{Case, Check, DirectiveError, Expected, Marker, Problem, SummaryCount, Symbolic, parse};
pub use explore::{OpenMethod, PathsExpected};
pub use open_question::OpenQuestion;
pub use run::{Failure, run};
