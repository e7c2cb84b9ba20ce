//! Fast execution: programs prepared for it, running states, and the machine that executes steps.
//!
//! The meaning of every instruction is defined by `interp`. This is a second implementation over flat states, for all
//! engines that execute programs; the two are compared on the corpus and on generated programs.
//!
//! - [`code`]: the program with everything looked up; [`state`]: a running state;
//! - [`execute`]: executing steps; by groups of instructions `objects`, `collections`, `control` and [`select`];
//!   [`tape`]: how choices fall; [`listener`]: what they touch; [`cover`]: which points they pass;
//! - [`growth`]: what grows along an execution.

pub mod code;
mod collections;
mod control;
pub mod cover;
pub mod execute;
pub mod growth;
pub mod listener;
mod objects;
pub mod select;
pub mod state;
pub mod steps;
pub mod tape;

pub use code::{Action, Code, Point, choice_by_numbering, choices_depend_on_numbering};
pub use cover::{Cover, Marks, NoMarks};
pub use execute::{Failure, Flow, Halt, MAX_INSTRUCTIONS, Machine, StepEnd};
pub use listener::{AccessListener, NoListener, StepEffects};
pub use state::{Frame, State, Thread, Turn};
pub use steps::{MAX_TRACE_STEPS, cut_into_steps};
pub use tape::Tape;
