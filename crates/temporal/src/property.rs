//! A formula, the meaning of its atoms, and the automaton of its violations.

use base::{Diagnostic, IndexVec, SourceId, Span};
use ir::Program;
use logic::{AtomId, Automaton, Fairness, FormulaId, Formulas, Hopeless, Limits};

use crate::layout::Layout;
use crate::names::Names;
use crate::proposition::Proposition;
use crate::resolve::resolve;

/// A temporal property of one program.
#[derive(Clone, Debug)]
pub struct Temporal {
    /// As its author wrote it.
    pub text: String,
    pub formulas: Formulas,
    pub root: FormulaId,
    pub atoms: IndexVec<AtomId, Proposition>,
    /// Which executions count.
    pub fair: Fairness,
    /// Accepts exactly the words that violate the formula.
    pub violations: Automaton,
    /// The states of `violations` where an execution has violated the formula, however it goes on.
    pub hopeless: Hopeless,
    pub(crate) layout: Layout,
}

/// A property, and what is to be said about its text.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Given exactly if no diagnostic is fatal.
    pub property: Option<Temporal>,
    /// In order of their places in the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Temporal {
    /// Reads the formula that begins at byte `start` of a file, and finds out what its names mean in the program.
    #[expect(clippy::new_ret_no_self, reason = "diagnostics come beside the property")]
    pub fn new(
        program: &Program,
        fair: impl Into<Fairness>,
        file: SourceId,
        start: u32,
        text: &str,
    ) -> Resolved {
        let refused = |diagnostics| Resolved { property: None, diagnostics };
        let mut formulas = Formulas::new();
        let names = Names::new(program);
        let parsed = logic::parse_about(&names, &mut formulas, file, start, text);
        let Some(root) = parsed.root else { return refused(parsed.diagnostics) };
        let span = Span::new(file, start, start + text.len() as u32);
        let (atoms, of_names) = resolve(&names, &parsed, formulas.atoms(), span);
        let mut diagnostics = parsed.diagnostics;
        diagnostics.extend(of_names);
        let Some(atoms) = atoms else { return refused(diagnostics) };
        let violation = formulas.not(root);
        let violations = match logic::translate(&formulas, violation, &Limits::default()) {
            Ok(automaton) => automaton,
            Err(too_large) => {
                diagnostics.push(too_large.diagnostic(span));
                return refused(diagnostics);
            }
        };
        let hopeless = Hopeless::new(&formulas, root, &violations);
        let layout = Layout::new(program);
        let (text, fair) = (text.to_owned(), fair.into());
        let property = Temporal { text, formulas, root, atoms, fair, violations, hopeless, layout };
        Resolved { property: Some(property), diagnostics }
    }
}
