//! Settings of the explicit engine that must lead to the same answer, and what is checked of every answer.

pub use crate::seeds::{is_long_run, seeds};
use engine_explicit::{ExplicitEngine, ExplicitOptions, Order, Summaries};
use interp::Detail;
use ir::Program;
use verdict::{Answer, Check, Limits, Meter, Property, Query, Silent, Verdict};

/// A way to run the engine, with a name for failures.
#[derive(Clone, Debug)]
pub struct Setting {
    pub name: &'static str,
    pub options: ExplicitOptions,
}

/// The options themselves, and each way of searching that must not change the answer.
pub fn equivalent(options: &ExplicitOptions) -> Vec<Setting> {
    let base = || ExplicitOptions {
        order: Order::BreadthFirst,
        workers: 1,
        hash_compaction: false,
        ..options.clone()
    };
    vec![
        Setting { name: "breadth first", options: base() },
        Setting { name: "depth first", options: ExplicitOptions { order: Order::DepthFirst, ..base() } },
        Setting { name: "two workers", options: ExplicitOptions { workers: 2, ..base() } },
        Setting { name: "hash compaction", options: ExplicitOptions { hash_compaction: true, ..base() } },
    ]
}

/// Without summaries, and the two kinds of them, which must not change the answer either.
pub fn with_summaries(options: &ExplicitOptions) -> [Setting; 3] {
    [
        ("no summaries", Summaries::Off),
        ("visible states", Summaries::Visible),
        ("patterns", Summaries::Patterns),
    ]
    .map(|(name, summaries)| Setting { name, options: ExplicitOptions { summaries, ..options.clone() } })
}

/// Runs the engine, or gives nothing if it says beforehand that these options cannot decide the program.
pub fn check(program: &Program, options: &ExplicitOptions, limits: &Limits) -> Option<Answer> {
    let engine = ExplicitEngine { options: options.clone() };
    engine.supports(program, &Property::NoErrors).ok()?;
    Some(ask(&engine, program, &Property::NoErrors, *limits))
}

/// Asks an engine directly, for the verdict alone.
pub fn ask_plainly(engine: &dyn Check, program: &Program, property: &Property, meter: &Meter<'_>) -> Answer {
    engine.check(&Query { program, property, wants_proof: false }, meter)
}

/// Asks an engine directly, for a proof too.
pub fn ask(engine: &dyn Check, program: &Program, property: &Property, limits: Limits) -> Answer {
    engine.check(&Query { program, property, wants_proof: true }, &Meter::new(limits, &Silent))
}

/// Replays every violation; the message says which does not replay and why.
pub fn replay_all(program: &Program, answer: &Answer) -> Result<(), String> {
    let Verdict::Violated { violations } = &answer.verdict else { return Ok(()) };
    for violation in violations {
        interp::replay(program, &Property::NoErrors, violation, Detail::default()).map_err(|divergence| {
            format!(
                "the trace of {} at {:?} does not replay: {divergence}",
                violation.kind.slug(),
                violation.span
            )
        })?;
    }
    Ok(())
}

/// Holds, violated or unknown, in a word.
pub fn answer_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds { .. } => "holds",
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown { .. } => "unknown",
    }
}
