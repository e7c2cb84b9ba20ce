//! Linear temporal logic over propositions about heaps, and its Büchi automata.
//!
//! Knows nothing of programs: names are strings that the caller resolves, and a state of a program is the set of atoms
//! that hold in it. `docs/ltl.md` is the user's view. In reading order:
//!
//! - [`rite`], [`term`], [`atom`], [`formula`]: what can be said;
//! - [`mod@parse`], [`mod@print`]: and how it is written; [`vocabulary`]: what of that depends on the names of a
//!   program;
//! - [`lasso`], [`eval`]: what it means, on words that repeat;
//! - [`normal`]: negation normal form and its simplifications;
//! - [`mod@translate`], [`automaton`]: the automaton of a formula;
//! - [`hopeless`]: bad prefixes, which no word can continue so that it satisfies the formula;
//! - [`output`]: automata as drawings and for other tools;
//! - [`fairness`]: which executions count, where threads may be neglected;
//! - [`comment`]: properties that stand in comments of programs.
//!
//! ```
//! use base::{Id, SourceId};
//! use cutpoint_logic::{AtomSet, Formulas, Lasso, Limits, parse, satisfies, translate};
//!
//! let mut formulas = Formulas::new();
//! let property = parse(&mut formulas, SourceId::new(0), 0, "G (@terminated -> r.f*.nil + !r)").root.unwrap();
//! let violation = formulas.not(property);
//! let automaton = translate(&formulas, violation, &Limits::default()).unwrap();
//! assert_eq!(automaton.n_states(), 2);
//! // Atom 0 is `@terminated`, atom 1 the Rite. The program ends in a state where the Rite does not hold:
//! let lasso = Lasso::new(vec![AtomSet(0b10)], vec![AtomSet(0b01)]).unwrap();
//! assert!(automaton.accepts(&lasso) && !satisfies(&formulas, property, &lasso));
//! ```

mod bits;
mod lex;

pub mod atom;
pub mod automaton;
pub mod codes;
pub mod comment;
pub mod eval;
pub mod fairness;
pub mod formula;
pub mod hopeless;
pub mod lasso;
pub mod letter;
pub mod normal;
pub mod output;
pub mod parse;
pub mod print;
pub mod rite;
pub mod term;
pub mod translate;
pub mod vocabulary;

pub use atom::Atom;
pub use automaton::{Automaton, StateId, Transition};
pub use comment::{ExpectedAnswer, PropertyText, PropertyTexts, properties};
pub use eval::satisfies;
pub use fairness::Fairness;
pub use formula::{AtomId, Binary, Formula, FormulaId, Formulas, Unary};
pub use hopeless::Hopeless;
pub use lasso::Lasso;
pub use letter::{AtomSet, Label};
pub use output::{Dot, Hoa};
pub use parse::{NameKind, NameUse, Parsed, Sides, parse, parse_about};
pub use rite::{Rite, RiteOp};
pub use term::{Index, Literal, OneThread, Path, Relation, Step, Term};
pub use translate::{Limits, TooLarge, translate};
pub use vocabulary::{NoProgram, Vocabulary};
