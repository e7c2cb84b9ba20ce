//! What the tests share: programs from text, and questions about them.

use base::{Id, SourceFile, SourceMap};
use cutpoint_engine_symbolic::SymbolicEngine;
use ir::{ClassId, ProcId, Program};
use verdict::{Exploration, Explore, ExploreQuery, Init, Meter, PathCounts, PathDetail};

/// A verified program from its text form.
pub(crate) fn program(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test.cpir", text));
    let program = ir::read(file, text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let errors = ir::verify(&program);
    assert!(errors.is_ok(), "{errors:?}\n{text}");
    program
}

/// A question about `proc0`, whose first parameter is a receiver of `class0`.
pub(crate) fn query(init: Init, max_depth: u32) -> ExploreQuery {
    ExploreQuery {
        receiver: Some(vec![ClassId::new(0)]),
        init,
        max_depth,
        detail: PathDetail::Counts,
        ..ExploreQuery::new(ProcId::new(0))
    }
}

pub(crate) fn explore(program: &Program, query: &ExploreQuery) -> Exploration {
    let exploration = SymbolicEngine.explore(program, query, &Meter::unlimited());
    assert_eq!(exploration.stop, None);
    assert_eq!(exploration.unsupported, []);
    exploration
}

pub(crate) fn counts(program: &Program, query: &ExploreQuery) -> PathCounts {
    explore(program, query).counts
}
