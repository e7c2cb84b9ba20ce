//! Quantified Boolean formulas: from a text in QDIMACS to its truth.

use base::{Diagnostic, SourceFile, SourceMap};
use solver::qbf::{Decided, QbfLimits, QbfStats, Qdimacs, Truth, decide};
use solver::sat::Effort;
use verdict::{Progress, Tick};

/// The expanded formula may have so many nodes; with the clauses made of them, that is about two gibibytes.
const MAX_NODES: usize = 10_000_000;

/// A text that was read. There is a formula exactly if there is no diagnostic.
#[derive(Clone, Debug)]
pub struct LoadedFormula {
    pub sources: SourceMap,
    pub formula: Option<Qdimacs>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a formula with at most two blocks of quantifiers.
pub fn load_formula(file: SourceFile) -> LoadedFormula {
    let mut sources = SourceMap::new();
    let source = sources.add(file);
    let (formula, diagnostics) = match Qdimacs::read(source, sources.file(source).text()) {
        Ok(formula) => (Some(formula), Vec::new()),
        Err(diagnostic) => (None, vec![*diagnostic]),
    };
    LoadedFormula { sources, formula, diagnostics }
}

/// Decides a formula that was loaded, until the progress ends it.
pub fn decide_formula(formula: &Qdimacs, progress: &dyn Progress) -> Decided {
    let stop = || progress.tick(Tick::default()).is_err();
    let limits = QbfLimits { rounds: None, nodes: Some(MAX_NODES), effort: Effort::interrupted_by(&stop) };
    // A formula of another origin may have more blocks than a text that was read.
    decide(formula, &limits).unwrap_or(Decided { truth: Truth::Unknown, stats: QbfStats::default() })
}
