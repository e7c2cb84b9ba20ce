//! A Shylock program and what it is asked, for the pushdown engine. What does not go as it must panics: this is for
//! tests.

use std::path::Path;
use std::sync::Arc;

use base::{Id, SourceId};
use engine_pushdown::trial::{self, Literal, Trial};
use engine_pushdown::{PushdownEngine, PushdownOptions, Semantics};
use ir::{Compiled, Program};
use temporal::Temporal;
use verdict::{Answer, Check, Limits, Meter, Property, PushdownStats, Query, Silent, Verdict};

/// A program of the corpus of Shylock.
pub fn corpus(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/shylock").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A program, and what it is asked.
pub struct Case {
    pub compiled: Compiled,
    pub property: Property,
}

impl Case {
    /// Whether a program has errors.
    pub fn errors(text: &str) -> Self {
        Self { compiled: compile(text), property: Property::NoErrors }
    }

    /// Whether a program satisfies a formula.
    pub fn formula(text: &str, formula: &str) -> Self {
        let compiled = compile(text);
        let resolved = Temporal::new(program(&compiled), false, SourceId::new(0), 0, formula);
        let temporal = resolved.property.unwrap_or_else(|| panic!("{formula}: {:?}", resolved.diagnostics));
        Self { compiled, property: Property::Temporal(Arc::new(temporal)) }
    }

    pub fn program(&self) -> &Program {
        program(&self.compiled)
    }

    pub fn ask(&self, options: PushdownOptions) -> Answer {
        self.ask_within(options, &limits())
    }

    pub fn ask_within(&self, options: PushdownOptions, limits: &Limits) -> Answer {
        let answer = PushdownEngine { options }.check(&self.query(), &Meter::new(*limits, &Silent));
        self.replay(&answer);
        answer
    }

    pub fn ask_with(&self, semantics: Semantics) -> Answer {
        self.ask(PushdownOptions { semantics, ..PushdownOptions::default() })
    }

    pub fn ask_literally(&self, literal: Literal, options: &PushdownOptions) -> Answer {
        let trial = Trial::Literal(literal);
        trial::check(trial, &self.query(), options, &Meter::new(limits(), &Silent))
    }

    pub fn ask_without_hiding(&self, options: &PushdownOptions, limits: &Limits) -> Answer {
        trial::check(Trial::WithoutHiding, &self.query(), options, &Meter::new(*limits, &Silent))
    }

    fn query(&self) -> Query<'_> {
        Query { program: self.program(), property: &self.property, wants_proof: true }
    }

    fn replay(&self, answer: &Answer) {
        if let Verdict::Violated { violations } = &answer.verdict {
            for violation in violations {
                let replayed = interp::replay(self.program(), &self.property, violation, Default::default());
                if let Err(divergence) = replayed {
                    panic!("{divergence:?} in {violation:?}");
                }
            }
        }
    }
}

/// More than any case needs.
pub fn limits() -> Limits {
    Limits { max_states: Some(1_000_000), ..Limits::default() }
}

pub fn word(answer: &Answer) -> &'static str {
    match &answer.verdict {
        Verdict::Holds { .. } => "holds",
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown { .. } => "unknown",
    }
}

pub fn pushdown(answer: &Answer) -> &PushdownStats {
    answer.stats.pushdown().expect("the engine fills its figures")
}

fn compile(text: &str) -> Compiled {
    let compiled = lang_shylock::compile(SourceId::new(0), text, &Default::default());
    assert!(compiled.program.is_some(), "{:#?}\n{text}", compiled.diagnostics);
    compiled
}

fn program(compiled: &Compiled) -> &Program {
    compiled.program.as_ref().expect("it was compiled")
}
