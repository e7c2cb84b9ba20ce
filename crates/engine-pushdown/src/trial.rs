//! Decision procedures that are wrong or hopeless on purpose, for tests that show why the right ones are as they are.
//! No part of the interface.

use machine::Code;
use verdict::{Answer, Meter, Query};

use crate::engine::{PushdownOptions, Question, code_for};

pub use crate::paper::Literal;

/// What is done otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// The paper's rules with some of their errors.
    Literal(Literal),
    /// The canonical semantics; what only cut points reach is kept, however much it is.
    WithoutHiding,
}

/// Decides a property of a program that the engine supports; with [`Trial::Literal`] one that the paper's semantics
/// supports.
pub fn check(trial: Trial, query: &Query<'_>, options: &PushdownOptions, meter: &Meter<'_>) -> Answer {
    let &Query { program, property, wants_proof } = query;
    let code = match trial {
        // The paper knows no dead locals: the object that a variable loses is one of its errors.
        Trial::Literal(_) => Code::with_user_locals(program),
        Trial::WithoutHiding => code_for(program, property),
    };
    let question = Question { options, code: &code, property, wants_proof, meter };
    match trial {
        Trial::Literal(literal) => question.ask_paper(literal),
        Trial::WithoutHiding => question.ask_hiding_beyond(None).answer,
    }
}
