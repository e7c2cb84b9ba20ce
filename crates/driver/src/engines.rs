//! The registry of engines.

use engine_boolean::{BooleanEngine, Method};
use engine_explicit::ExplicitEngine;
use engine_pushdown::PushdownEngine;
use ir::Program;
use verdict::{Engine, Property};

use crate::request::CheckRequest;

/// An engine that can be asked by name.
#[derive(Clone, Copy, Debug)]
pub struct EngineEntry {
    /// The name on the command line; the same as [`Engine::name`].
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    pub(crate) build: fn(&CheckRequest) -> Box<dyn Engine>,
}

/// All engines.
pub const ENGINES: &[EngineEntry] = &[
    EngineEntry {
        name: "explicit",
        summary: "visits every reachable state, stored in canonical form",
        build: |request| Box::new(ExplicitEngine { options: request.explicit.clone() }),
    },
    EngineEntry {
        name: "pushdown",
        summary: "cuts heaps at calls, and keeps what a procedure sees: recursion without bound, one thread",
        build: |request| Box::new(PushdownEngine { options: request.pushdown.clone() }),
    },
    EngineEntry {
        name: "bdd",
        summary: "keeps all values of Boolean variables as decision diagrams, with summaries of procedures, one thread",
        build: |request| boolean(Method::Bdd, request),
    },
    EngineEntry {
        name: "sat",
        summary: "executes Boolean programs symbolically, with summaries of procedures, by SAT and formulas with two quantifiers, one thread",
        build: |request| boolean(Method::Sat, request),
    },
    EngineEntry {
        name: "universal",
        summary: "unrolls procedures of Boolean programs once for all that may call them, and goes on like sat, one thread",
        build: |request| boolean(Method::Universal, request),
    },
    EngineEntry {
        name: "pdr",
        summary: "asks backwards from errors for the values of Boolean variables, with lemmas about procedures, one thread",
        build: |request| boolean(Method::Pdr, request),
    },
];

fn boolean(method: Method, request: &CheckRequest) -> Box<dyn Engine> {
    Box::new(BooleanEngine { method, options: request.boolean.clone() })
}

/// The portfolio for programs with truth values only: deep executions are for the first, many variables in sight at once for the second.
const BOOLEAN: [&str; 2] = ["bdd", "pdr"];
/// Where so many variables are in sight at once, the second begins.
const MANY_VARIABLES: usize = 64;

/// Who is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    One(&'static EngineEntry),
    /// The second begins if the first takes long.
    Race([&'static EngineEntry; 2]),
}

/// All engines, in the order in which they are asked about a property. Executions are endless where temporal properties are of interest, and
/// so are stacks; errors are mostly found without following every step of a procedure again.
pub(crate) fn by_preference(property: &Property) -> impl Iterator<Item = &'static EngineEntry> {
    let first = match property {
        Property::NoErrors => "explicit",
        Property::Temporal(_) => "pushdown",
    };
    let (preferred, others): (Vec<_>, Vec<_>) = ENGINES.iter().partition(|entry| entry.name == first);
    preferred.into_iter().chain(others)
}

/// Who is asked if nobody is named. Programs whose variables are all true or false belong to those engines that keep all of their values at once.
pub(crate) fn best(program: &Program, request: &CheckRequest) -> Plan {
    let mut pair = BOOLEAN.map(|name| engine(name).expect("the engine is registered"));
    if pair.iter().all(|entry| is_able(entry, program, request)) {
        // Only the first of them looks for more than one error.
        if request.boolean.all_errors {
            return Plan::One(pair[0]);
        }
        if most_in_sight(program) >= MANY_VARIABLES {
            pair.reverse();
        }
        return Plan::Race(pair);
    }
    Plan::One(first_able(program, request))
}

/// Globals, and locals of the largest frame.
fn most_in_sight(program: &Program) -> usize {
    let locals = program.procs.iter().map(|proc| proc.locals.len()).max().unwrap_or(0);
    program.globals.len() + locals
}

/// The first that can decide the question.
pub(crate) fn first_able(program: &Program, request: &CheckRequest) -> &'static EngineEntry {
    by_preference(&request.property).find(|entry| is_able(entry, program, request)).unwrap_or(&ENGINES[0])
}

fn is_able(entry: &EngineEntry, program: &Program, request: &CheckRequest) -> bool {
    (entry.build)(request).supports(program, &request.property).is_ok()
}

/// The engine of this name.
pub fn engine(name: &str) -> Option<&'static EngineEntry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_registered_under_their_own_names() {
        for entry in ENGINES {
            assert_eq!((entry.build)(&CheckRequest::default()).name(), entry.name);
            assert_eq!(engine(entry.name).map(|found| found.name), Some(entry.name));
        }
        assert!(engine("none").is_none());
    }
}
