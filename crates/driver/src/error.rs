//! Contradictions inside Cutpoint. They are bugs: none of them says anything about the user's program.

use std::error::Error;
use std::fmt;

use interp::Divergence;
use verdict::ViolationKind;

use crate::language::Language;

/// Two parts of Cutpoint disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InternalError {
    /// A front end made a program that breaks the rules of the core language.
    InvalidProgram { language: Language, errors: Vec<String> },
    /// A front end found nothing wrong, but gave no program.
    NoProgram { language: Language },
    /// An engine's trace does not lead to the error that it claims.
    Divergence { engine: &'static str, violation: ViolationKind, divergence: Box<Divergence> },
    /// A replayed violation of a formula has no word.
    NoWord { engine: &'static str },
    /// The trace to a heap that is too large cannot be executed.
    Overflow { engine: &'static str, divergence: Box<Divergence> },
    /// An engine answered that there are violations and gave none.
    NoViolation { engine: &'static str },
    /// The inputs of a path do not take it.
    Example { engine: &'static str, procedure: String, path: usize, difference: String },
    /// The inputs of an error of a procedure do not satisfy the precondition.
    NotAdmitted { engine: &'static str, procedure: String },
    /// One engine says that the property holds, another has a replayed trace to an error.
    Disagreement { holds: &'static str, violated: &'static str },
}

impl Error for InternalError {}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidProgram { language, errors } => {
                write!(f, "the front end of {language} made an invalid program: {}", errors.join("; "))
            }
            Self::NoProgram { language } => {
                write!(f, "the front end of {language} gave neither a program nor an error")
            }
            Self::Divergence { engine, violation, divergence } => {
                let kind = violation.slug();
                write!(f, "the {engine} engine's trace of an error ({kind}) does not replay: {divergence}")
            }
            Self::NoWord { engine } => {
                write!(f, "the {engine} engine's violation of a formula has no word")
            }
            Self::Overflow { engine, divergence } => {
                write!(f, "the {engine} engine's trace to a large heap does not replay: {divergence}")
            }
            Self::NoViolation { engine } => {
                write!(f, "the {engine} engine reports violations but gives none")
            }
            Self::Example { engine, procedure, path, difference } => write!(
                f,
                "the {engine} engine's example of path {path} of {procedure} does not replay: {difference}"
            ),
            Self::NotAdmitted { engine, procedure } => write!(
                f,
                "the {engine} engine's error of {procedure} begins with inputs that its precondition excludes"
            ),
            Self::Disagreement { holds, violated } => write!(
                f,
                "the {holds} engine says that the property holds, but the {violated} engine has a trace to an error"
            ),
        }
    }
}
