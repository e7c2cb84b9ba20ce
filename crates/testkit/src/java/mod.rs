//! Java programs: executed by the interpreter and by a real machine, where a JDK is found, and random ones.
//!
//! - [`outcome`]: what a program prints and how it ends, and how the interpreter finds it;
//! - [`jvm`]: the same by a JDK, many programs with one compiler and one machine;
//! - [`programs`]: random programs that end, with `expressions` in them;
//! - [`shrink`](mod@shrink): makes a program on which both disagree small.

mod expressions;
pub mod jvm;
pub mod outcome;
pub mod programs;
pub mod shrink;
