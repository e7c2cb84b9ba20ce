//! `cutpoint ltl`: formulas of linear temporal logic and their automata.

use base::{Diagnostic, SourceFile, SourceMap};
use logic::{Dot, Formulas, Hoa, Limits};

use crate::args::{AutomatonFormat, LtlArguments};
use crate::codes;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;

/// Prints the automaton of a formula.
pub(crate) fn ltl(arguments: &LtlArguments, output: &Output) -> Result<Status, Failure> {
    let text = arguments.formula.as_str();
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("formula", text));
    let mut formulas = Formulas::new();
    let parsed = logic::parse(&mut formulas, file, 0, text);
    let Some(root) = parsed.root else {
        return Err(Failure::Input { diagnostics: parsed.diagnostics, sources });
    };
    let automaton = logic::translate(&formulas, root, &Limits::default()).map_err(|too_large| {
        let diagnostic = Diagnostic::unsupported(&codes::AUTOMATON_TOO_LARGE, too_large.to_string());
        Failure::input(diagnostic.help("a smaller formula may do: check its conjuncts one by one"))
    })?;
    let atoms = formulas.atoms();
    let shown = match arguments.automaton {
        AutomatonFormat::Dot => Dot { automaton: &automaton, atoms }.to_string(),
        AutomatonFormat::Hoa => Hoa { automaton: &automaton, atoms, name: text }.to_string(),
    };
    output.write_raw(&shown)?;
    Ok(Status::Done)
}
