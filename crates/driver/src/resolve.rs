//! From the text of a formula to a property of a program.

use std::sync::Arc;

use base::Diagnostic;
use ir::Program;
use logic::PropertyText;
use temporal::{Resolved, Temporal};
use verdict::Property;

/// What a formula means in a program. There is a property exactly if no diagnostic is fatal.
pub fn resolve(program: &Program, text: &PropertyText) -> (Option<Property>, Vec<Diagnostic>) {
    let PropertyText { formula, span, fair, expected: _ } = text;
    let Resolved { property, diagnostics } = Temporal::new(program, *fair, span.file, span.start, formula);
    (property.map(|property| Property::Temporal(Arc::new(property))), diagnostics)
}
