//! Whether the methods that a `select` calls are free of effects.
//!
//! While bodies are checked, the first effect of each method and every call in a guard are noted here. At the end the
//! calls are followed through the program.

use base::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Sema, codes};
use crate::hir::{MethodId, RaiseSource};

/// An effect and the place where it happens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impurity {
    pub(super) span: Span,
    /// Follows "this", as in "this allocates".
    pub(super) what: &'static str,
}

#[derive(Debug, Default)]
pub(super) struct Observations {
    impurities: FxHashMap<MethodId, Impurity>,
    calls: Vec<(MethodId, Span)>,
}

impl Observations {
    pub(super) fn record(&mut self, method: MethodId, impurity: Option<Impurity>) {
        if let Some(impurity) = impurity {
            self.impurities.insert(method, impurity);
        }
    }

    pub(super) fn call(&mut self, method: MethodId, span: Span) {
        self.calls.push((method, span));
    }
}

impl Sema<'_> {
    pub(super) fn check_observers(&mut self) {
        let mut known = FxHashMap::default();
        for (method, span) in std::mem::take(&mut self.observers.calls) {
            let found = *known.entry(method).or_insert_with(|| self.first_impurity(method));
            if let Some((culprit, impurity)) = found {
                let name = self.program.method_name(method);
                let culprit = self.program.method_name(culprit);
                self.report(
                    Diagnostic::error(
                        &codes::NOT_EFFECT_FREE,
                        format!("a `select` cannot look at `{name}`, which has an effect"),
                    )
                    .at(span, "called here")
                    .at(impurity.span, format!("`{culprit}` {} here", impurity.what)),
                );
            }
        }
    }

    /// The nearest method with an effect among those that a call may run.
    fn first_impurity(&self, root: MethodId) -> Option<(MethodId, Impurity)> {
        let mut seen = FxHashSet::from_iter([root]);
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&method) = queue.get(next) {
            next += 1;
            if let Some(&impurity) = self.observers.impurities.get(&method) {
                return Some((method, impurity));
            }
            let callees = self.callees(method);
            queue.extend(callees.into_iter().filter(|&callee| seen.insert(callee)));
        }
        None
    }

    fn callees(&self, method: MethodId) -> Vec<MethodId> {
        let mut callees: Vec<MethodId> =
            self.program.implementations[method].iter().map(|&(_, method)| method).collect();
        let sites = self.program.methods[method].body.iter().flat_map(|body| &body.raise_sites);
        callees.extend(sites.filter_map(|site| match site.source {
            RaiseSource::Call(callee) => Some(callee),
            RaiseSource::Raise(_) => None,
        }));
        callees
    }
}
