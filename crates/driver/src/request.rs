//! Who is asked, and how.

use engine_boolean::MethodOptions;
use engine_explicit::ExplicitOptions;
use engine_pushdown::PushdownOptions;
use engine_symbolic::SymbolicOptions;
use interp::Detail;
use verdict::Limits;

use crate::engines::EngineEntry;

/// How a question about a program is to be answered.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub engines: EngineChoice,
    pub options: EngineOptions,
    /// The options that were given on purpose, by their names on the command line, without dashes. Where no engine is
    /// named, only those engines are asked that read them.
    pub given: Vec<&'static str>,
    pub limits: Limits,
    /// Whether what holds is to come with its proof.
    pub wants_proof: bool,
    /// How much the replayed traces say.
    pub detail: Detail,
}

/// The options of all engines; each reads its own.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    pub explicit: ExplicitOptions,
    pub pushdown: PushdownOptions,
    pub boolean: MethodOptions,
    pub symbolic: SymbolicOptions,
}

/// Who is asked.
#[derive(Clone, Copy, Debug, Default)]
pub enum EngineChoice {
    /// Those that are likely to decide the question soon.
    #[default]
    Automatic,
    One(&'static EngineEntry),
    /// All that can, and their answers are compared.
    All,
}
