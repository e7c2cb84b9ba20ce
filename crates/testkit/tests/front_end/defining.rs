//! Where a front end says that names are declared.
//!
//! The tests of the front ends include this file by its path: `testkit` uses them all, so that none can use it.

use base::{Id, SourceId};
use ir::Compiled;

/// Each definition as `kind name`, a line for each line of the text; the text of its place is the end of its name.
pub(crate) fn shown(text: &str, compile: impl FnOnce(SourceId, &str) -> Compiled) -> String {
    let Compiled { program: _, diagnostics: _, definitions } = compile(SourceId::new(0), text);
    let mut lines = vec![Vec::new(); text.lines().count()];
    for definition in definitions {
        let named = text.get(definition.span.range()).expect("a definition lies in the text");
        let name = &definition.name;
        assert!(name.ends_with(named.trim_start_matches('@')), "{name} is declared at {named:?}");
        let line = text[..definition.span.start as usize].matches('\n').count();
        lines[line].push(format!("{:?} {name}", definition.kind));
    }
    lines.into_iter().map(|line| line.join(", ") + "\n").collect()
}
