//! What the tests and benchmarks of the workspace share: generators of programs and formulas, naive oracles, a
//! reducer of failing programs, and the corpus format.
//!
//! - [`generate`]: random programs of the core language, from a seed;
//! - [`reduce`](mod@reduce): makes a program that shows a fault as small as it can while it still shows it;
//! - [`settings`]: settings of the explicit engine that must lead to the same answer;
//! - [`agreement`]: whether engine and interpreter say the same of a program;
//! - [`lassos`]: whether a program violates a formula, the naive way; [`formulas`]: random formulas about a program;
//!   [`loops`]: programs of threads that go on forever;
//! - [`pushdown_agreement`]: whether the pushdown engine and the explicit engine say the same of a program;
//! - [`corpus`]: the directives and markers in corpus files, and the checks that they ask for;
//! - [`coverage`]: what executions go through, the naive way;
//! - [`mutate`](mod@mutate): damages source texts, for tests that nothing a user can write makes the tool fall over;
//! - [`boolean`]: Boolean programs, at random, in families with known verdicts, and all small ones;
//! - [`java`]: Java programs in the interpreter and on a real machine, and random ones;
//! - [`javalite`]: random Javalite programs, closed and terminating, and an evaluator of their trees;
//! - [`shylock`]: Shylock programs, in families and at random, and what the pushdown engine is asked of them;
//! - [`shown_paths`]: what is shown of paths, read back and evaluated;
//! - [`open_methods`]: every small input of a method executed, and valid shapes of data structures counted;
//! - [`symbolic`]: subjects of symbolic execution, random open programs, and whether its machines agree;
//! - [`transactions`]: large programs that look like written ones, for measurements;
//! - [`figure_ten`](mod@figure_ten): the program that the paper on summaries measures growth with;
//! - [`deadline`]: a watch that ends a check when its time is up; [`patience`]: one that counts ticks instead;
//! - [`plot`]: line charts as SVG, for what benchmarks find;
//! - [`rng`]: the random source of all of them, the same on every platform.

pub mod agreement;
pub mod boolean;
pub mod corpus;
pub mod coverage;
mod data_atoms;
pub mod deadline;
pub mod figure_ten;
pub mod formulas;
pub mod generate;
pub mod java;
pub mod javalite;
pub mod lassos;
pub mod loops;
pub mod mutate;
pub mod open_methods;
pub mod patience;
pub mod plot;
pub mod pushdown_agreement;
pub mod reduce;
pub mod rng;
mod seeds;
pub mod settings;
pub mod shown_paths;
pub mod shylock;
pub mod symbolic;
pub mod transactions;
