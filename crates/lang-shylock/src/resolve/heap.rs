//! The rules of the initial heap.

use base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashMap;

use super::Resolver;
use crate::ast::{HeapEntry, Name};
use crate::codes;

impl Resolver<'_> {
    /// The left side of an entry without a field is a global; each global and each field of an object is set once.
    pub(super) fn check_heap(&mut self) {
        let mut seen: FxHashMap<(Symbol, Option<Symbol>), Span> = FxHashMap::default();
        for HeapEntry { subject, field, object: _ } in &self.file.heap {
            match field {
                Some(field) => self.use_field(*field),
                None => self.check_heap_global(*subject),
            }
            let key = (subject.symbol, field.map(|field| field.symbol));
            let span = field.map_or(subject.span, |field| subject.span.to(field.span));
            match seen.get(&key) {
                Some(&first) => self.set_twice(span, first),
                None => {
                    seen.insert(key, span);
                }
            }
        }
    }

    fn set_twice(&mut self, span: Span, first: Span) {
        self.report(
            Diagnostic::error(&codes::HEAP_SET_TWICE, "The initial heap sets the same place twice.")
                .at(span, "set again")
                .at(first, "first set here"),
        );
    }

    fn check_heap_global(&mut self, name: Name) {
        if self.names.global_ids.contains_key(&name.symbol) {
            return;
        }
        let known: Vec<Symbol> = self.names.globals.iter().map(|global| global.symbol).collect();
        let note =
            "in `heap`, what stands alone on the left is a global; `a.f = b` sets a field of the object `a`";
        let diagnostic = self.not_declared(&codes::UNKNOWN_VARIABLE, "global variable", name).note(note);
        let diagnostic = self.suggest(diagnostic, name, known, "");
        self.report(diagnostic);
    }
}
