//! Which exceptions may leave which method.
//!
//! The least solution of: an exception leaves a method if it appears, by `raise` or out of a call, at a place where no
//! handler around takes it.

use std::collections::BTreeSet;

use base::IndexVec;

use crate::hir::{ExceptionId, MethodId, Program, RaiseSource};

/// For each method the exceptions that may leave it, in order.
pub(super) struct Raises(IndexVec<MethodId, BTreeSet<ExceptionId>>);

impl Raises {
    pub(super) fn of(hir: &Program) -> Self {
        let mut raises = IndexVec::filled(BTreeSet::new(), hir.methods.len());
        if hir.exceptions.is_empty() {
            return Self(raises);
        }
        let callers = callers(hir);
        let mut pending: Vec<MethodId> = hir.methods.ids().collect();
        while let Some(method) = pending.pop() {
            let found = leaving(hir, &raises, method);
            if found != raises[method] {
                raises[method] = found;
                pending.extend(&callers[method]);
            }
        }
        Self(raises)
    }

    pub(super) fn leaving(&self, method: MethodId) -> &BTreeSet<ExceptionId> {
        &self.0[method]
    }

    pub(super) fn may_raise(&self, method: MethodId) -> bool {
        !self.0[method].is_empty()
    }
}

/// For each method those whose answer depends on it: its callers, and the interface methods that it implements.
fn callers(hir: &Program) -> IndexVec<MethodId, Vec<MethodId>> {
    let mut callers = IndexVec::filled(Vec::new(), hir.methods.len());
    for (caller, method) in hir.methods.iter_enumerated() {
        for site in method.body.iter().flat_map(|body| &body.raise_sites) {
            if let RaiseSource::Call(callee) = site.source {
                callers[callee].push(caller);
            }
        }
    }
    for (interface_method, implementations) in hir.implementations.iter_enumerated() {
        for &(_, implementation) in implementations {
            callers[implementation].push(interface_method);
        }
    }
    callers
}

fn leaving(
    hir: &Program,
    raises: &IndexVec<MethodId, BTreeSet<ExceptionId>>,
    method: MethodId,
) -> BTreeSet<ExceptionId> {
    let mut found = raises[method].clone();
    if let Some(body) = &hir.methods[method].body {
        for site in &body.raise_sites {
            match site.source {
                RaiseSource::Raise(exception) if body.escapes(exception, site.filter) => {
                    found.insert(exception);
                }
                RaiseSource::Raise(_) => {}
                RaiseSource::Call(callee) => {
                    found.extend(raises[callee].iter().filter(|&&e| body.escapes(e, site.filter)));
                }
            }
        }
    }
    for &(_, implementation) in &hir.implementations[method] {
        found.extend(&raises[implementation]);
    }
    found
}
