//! What the tests of the workspace share: a generator of programs, a reducer of failing ones, and the corpus format.
//!
//! - [`generate`]: random programs of the core language, from a seed;
//! - [`reduce`](mod@reduce): makes a program that shows a fault as small as it can while it still shows it;
//! - [`settings`]: ways to run the engine that must lead to the same answer;
//! - [`agreement`]: whether engine and interpreter say the same of a program;
//! - [`corpus`]: the directives and markers in corpus files, and the checks that they ask for;
//! - [`mutate`](mod@mutate): damages source texts, for tests that nothing a user can write makes the tool fall over;
//! - [`transactions`]: large programs that look like written ones, for measurements;
//! - [`figure_ten`](mod@figure_ten): the program that the paper on summaries measures growth with;
//! - [`plot`]: line charts as SVG, for what benchmarks find;
//! - [`rng`]: the random source of all of them, the same on every platform.

pub mod agreement;
pub mod corpus;
pub mod figure_ten;
pub mod generate;
pub mod mutate;
pub mod plot;
pub mod reduce;
pub mod rng;
pub mod settings;
pub mod transactions;
