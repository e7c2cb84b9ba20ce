//! `cutpoint automaton`: the Büchi automaton of a formula.

use base::{SourceFile, SourceMap, Span};
use logic::{Dot, Formulas, Hoa, Limits};

use crate::args::{AutomatonArguments, AutomatonFormat};
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;

/// Prints the automaton that accepts what satisfies the formula.
pub(crate) fn automaton(arguments: &AutomatonArguments, output: &Output) -> Result<Status, Failure> {
    let text = arguments.formula.as_str();
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("formula", text));
    let mut formulas = Formulas::new();
    let parsed = logic::parse(&mut formulas, file, 0, text);
    let Some(root) = parsed.root else {
        return Err(Failure::Input { diagnostics: parsed.diagnostics, sources });
    };
    let automaton = match logic::translate(&formulas, root, &Limits::default()) {
        Ok(automaton) => automaton,
        Err(too_large) => {
            let diagnostics = vec![too_large.diagnostic(Span::new(file, 0, text.len() as u32))];
            return Err(Failure::Input { diagnostics, sources });
        }
    };
    let atoms = formulas.atoms();
    let shown = match arguments.to {
        AutomatonFormat::Dot => Dot { automaton: &automaton, atoms }.to_string(),
        AutomatonFormat::Hoa => Hoa { automaton: &automaton, atoms, name: text }.to_string(),
    };
    output.write_raw(&shown)?;
    Ok(Status::Done)
}
