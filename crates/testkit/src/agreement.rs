//! Whether the explicit engine and the exhaustive exploration of the interpreter say the same of a program.
//!
//! The two share the meaning of expressions, the heap with its canonical forms, and liveness (`docs/soundness.md`);
//! how instructions, threads and waiting work is written twice. Compared are, for a state space that the interpreter
//! covers: the numbers of states and of transitions, the errors with their places, whether there is an acceptance
//! cycle, and the answer of every setting of the engine; each violation is replayed. Where executions cannot be
//! followed, the rest is compared.

use std::collections::BTreeSet;
use std::fmt;

use base::Span;
use engine_explicit::{ExplicitOptions, Schedule};
use engine_symbolic::{SymbolicChecker, SymbolicOptions};
use interp::{Exploration, ExploreOptions, Locals, explore};
use ir::{ChoiceOp, Op, Program};
use verdict::{Answer, Check, Limits, Meter, Property, Query, Verdict, Violation, ViolationKind};

use crate::patience::Patience;
use crate::reduce;
use crate::settings::{self, Setting};

/// An error, by which two findings are the same.
pub type Finding = (ViolationKind, Option<Span>);

/// What the two agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// The interpreter covered everything.
    Complete {
        states: usize,
        /// The first error by kind, or nothing if the program holds.
        errors: BTreeSet<&'static str>,
    },
    /// The state space is larger than the interpreter was allowed to explore, or has steps without end.
    TooLarge,
}

/// How the two differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    pub setting: &'static str,
    pub difference: Difference,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    States {
        engine: u64,
        interpreter: u64,
    },
    Transitions {
        engine: u64,
        interpreter: u64,
    },
    /// Errors that only one of them found.
    Errors {
        engine_only: Vec<Finding>,
        interpreter_only: Vec<Finding>,
    },
    Answer {
        engine: String,
        interpreter: &'static str,
    },
    /// The engine's first error is none of the program's.
    NoSuchError(Finding),
    /// A trace of the breadth-first search is longer than need be.
    NotShortest {
        engine: usize,
        interpreter: usize,
    },
    /// A bounded search claims to have covered everything.
    Unbounded,
    Replay(String),
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.setting, self.difference)
    }
}

/// What the interpreter finds; nothing if the state space is too large. No engine follows a havoc, which only the
/// interpreter executes, so programs with one are not compared.
fn explored(program: &Program, max_states: usize) -> Option<Oracle> {
    if program.any_op(|op| matches!(op, Op::Choice(ChoiceOp::Havoc { .. }))) {
        return None;
    }
    let exploration = explore(program, ExploreOptions { max_states, locals: Locals::Live });
    exploration.stopped.is_none().then_some(Oracle { exploration })
}

/// Compares on a verified program, if it has at most `max_states` states.
pub fn compare(program: &Program, max_states: usize) -> Result<Agreement, Disagreement> {
    let Some(oracle) = explored(program, max_states) else { return Ok(Agreement::TooLarge) };
    // An engine that finds more states than there are is stopped and found out.
    let limits = Limits { max_states: Some(2 * oracle.exploration.states as u64 + 1), ..Limits::default() };
    let all = ExplicitOptions { all_errors: true, ..ExplicitOptions::default() };
    for setting in settings::equivalent(&all) {
        check_setting(program, &oracle, &limits, setting, complete_search)?;
    }
    for setting in settings::equivalent(&ExplicitOptions::default()) {
        check_setting(program, &oracle, &limits, setting, first_error_search)?;
    }
    for (name, schedule) in SCHEDULES.into_iter().filter(|_| oracle.exploration.states <= SMALL) {
        let options = ExplicitOptions { schedule, ..ExplicitOptions::default() };
        check_setting(program, &oracle, &Limits::default(), Setting { name, options }, partial_search)?;
    }
    let errors = oracle.exploration.violations.iter().map(|violation| violation.kind.slug()).collect();
    Ok(Agreement::Complete { states: oracle.exploration.states, errors })
}

/// Compares the two kinds of summaries with the interpreter, on a verified sequential program of at most `max_states`
/// states.
pub fn compare_summaries(program: &Program, max_states: usize) -> Result<Agreement, Disagreement> {
    let Some(oracle) = explored(program, max_states) else { return Ok(Agreement::TooLarge) };
    let limits = Limits { max_states: Some(SUMMARY_NODES), ..Limits::default() };
    for all_errors in [true, false] {
        let options = ExplicitOptions { all_errors, ..ExplicitOptions::default() };
        let judge = if all_errors { all_errors_found } else { one_error_found };
        for setting in settings::with_summaries(&options) {
            check_setting(program, &oracle, &limits, setting, judge)?;
        }
    }
    let errors = oracle.exploration.violations.iter().map(|violation| violation.kind.slug()).collect();
    Ok(Agreement::Complete { states: oracle.exploration.states, errors })
}

/// Compares symbolic execution with the interpreter, on a verified sequential program of at most `max_states` states.
/// Paths are bounded, so errors may be missed, but what holds holds, and every error is one. Answers whether all errors
/// were found.
pub fn compare_symbolic(program: &Program, max_states: usize) -> Result<Option<bool>, Disagreement> {
    let Some(oracle) = explored(program, max_states) else { return Ok(None) };
    let mut found_all = true;
    for all_errors in [true, false] {
        let options = SymbolicOptions {
            all_errors,
            max_steps: Some(MOST_INSTRUCTIONS),
            max_calls: Some(MOST_CALLS),
            ..SymbolicOptions::default()
        };
        let query = Query { program, property: &Property::NoErrors, wants_proof: false };
        let patience = Patience::new(MOST_TICKS);
        let answer = SymbolicChecker { options }.check(&query, &Meter::new(Limits::default(), &patience));
        let judged = match &answer.verdict {
            Verdict::Holds { .. } => right_answer(&oracle, &answer),
            Verdict::Violated { violations } => {
                violations.iter().try_for_each(|found| real_error(&oracle, found))
            }
            Verdict::Unknown { .. } => Ok(()),
        };
        judged
            .and_then(|()| settings::replay_all(program, &answer).map_err(Difference::Replay))
            .map_err(|difference| Disagreement { setting: "symbolic", difference })?;
        found_all &= violations(&answer).is_empty() == oracle.violations().is_empty();
        found_all &= !all_errors || same_errors(&oracle, &answer).is_ok();
    }
    Ok(Some(found_all))
}

/// Bounds of paths in a comparison; a loop may go on forever.
const MOST_INSTRUCTIONS: u64 = 400;
const MOST_CALLS: u32 = 40;
const MOST_TICKS: u64 = 100;

/// More nodes than any program has whose states the interpreter can count.
const SUMMARY_NODES: u64 = 1_000_000;

fn all_errors_found(oracle: &Oracle, _: &Setting, answer: &Answer) -> Result<(), Difference> {
    right_answer(oracle, answer)?;
    same_errors(oracle, answer)
}

fn one_error_found(oracle: &Oracle, _: &Setting, answer: &Answer) -> Result<(), Difference> {
    right_answer(oracle, answer)?;
    violations(answer).first().map_or(Ok(()), |first| real_error(oracle, first))
}

/// Reports a disagreement, with the smallest program that has the same kind of difference in the same setting.
/// `compare` is the comparison that found it.
pub fn explain(
    seed: u64,
    program: Program,
    disagreement: &Disagreement,
    compare: impl Fn(&Program) -> Result<Agreement, Disagreement>,
) -> String {
    let kind = std::mem::discriminant(&disagreement.difference);
    let mut last = disagreement.clone();
    let reduced = reduce::reduce(program, &mut |program| match compare(program) {
        Err(found) if found.setting == disagreement.setting => {
            let same = std::mem::discriminant(&found.difference) == kind;
            if same {
                last = found;
            }
            same
        }
        Ok(_) | Err(_) => false,
    });
    format!("seed {seed} disagrees, {disagreement}\n\nreduced, {last}:\n{}", ir::print(&reduced))
}

/// A bound that short traces stay within: no step costs more than this divided by [`SHORT`].
const MANY: u32 = 8;
/// Steps of a trace that is short enough for the bound, in programs of up to three live threads.
const SHORT: usize = 4;
/// Bounded searches keep with a state what was spent on the way, so they have many more states; only small programs are
/// searched.
const SMALL: usize = 300;

/// Searches that leave executions out.
const SCHEDULES: [(&str, Schedule); 5] = [
    ("cooperative", Schedule::Cooperative),
    ("one preemption", Schedule::PreemptionBound(1)),
    ("one delay", Schedule::DelayBound(1)),
    ("many preemptions", Schedule::PreemptionBound(MANY)),
    ("many delays", Schedule::DelayBound(MANY)),
];

/// What the interpreter found.
struct Oracle {
    exploration: Exploration,
}

impl Oracle {
    fn violations(&self) -> &[Violation] {
        &self.exploration.violations
    }

    /// Steps of the shortest path to an error that is no cycle.
    fn shortest(&self) -> Option<usize> {
        let ends = |violation: &&Violation| violation.kind != ViolationKind::AcceptanceCycle;
        self.violations().iter().filter(ends).filter_map(n_steps).min()
    }
}

type Judge = fn(&Oracle, &Setting, &Answer) -> Result<(), Difference>;

fn check_setting(
    program: &Program,
    oracle: &Oracle,
    limits: &Limits,
    setting: Setting,
    judge: Judge,
) -> Result<(), Disagreement> {
    let Some(answer) = settings::check(program, &setting.options, limits) else { return Ok(()) };
    let judged = judge(oracle, &setting, &answer)
        .and_then(|()| settings::replay_all(program, &answer).map_err(Difference::Replay));
    judged.map_err(|difference| Disagreement { setting: setting.name, difference })
}

fn right_answer(oracle: &Oracle, answer: &Answer) -> Result<(), Difference> {
    let interpreter = match (oracle.violations(), &oracle.exploration.left_out) {
        ([], None) => "holds",
        ([], Some(_)) => "unknown",
        ([_, ..], _) => "violated",
    };
    let engine = settings::answer_name(&answer.verdict);
    if engine == interpreter {
        return Ok(());
    }
    let engine = match &answer.verdict {
        Verdict::Unknown { reason } => format!("{engine}, since {reason}"),
        Verdict::Holds { .. } | Verdict::Violated { .. } => engine.to_owned(),
    };
    Err(Difference::Answer { engine, interpreter })
}

fn finding(violation: &Violation) -> Finding {
    (violation.kind.clone(), violation.span)
}

fn violations(answer: &Answer) -> &[Violation] {
    match &answer.verdict {
        Verdict::Violated { violations } => violations,
        Verdict::Holds { .. } | Verdict::Unknown { .. } => &[],
    }
}

/// A search for all errors covers the whole state space.
fn complete_search(oracle: &Oracle, _: &Setting, answer: &Answer) -> Result<(), Difference> {
    right_answer(oracle, answer)?;
    let (engine, interpreter) = (answer.stats.states, oracle.exploration.states as u64);
    if engine != interpreter {
        return Err(Difference::States { engine, interpreter });
    }
    // A certificate counts the steps between states; otherwise there are steps that fail, which lead to no state.
    let (engine, interpreter) = (answer.stats.transitions, oracle.exploration.transitions);
    // So are steps that are not followed.
    let is_certain = oracle.violations().is_empty() && oracle.exploration.left_out.is_none();
    if is_certain && engine != interpreter {
        return Err(Difference::Transitions { engine, interpreter });
    }
    same_errors(oracle, answer)
}

fn same_errors(oracle: &Oracle, answer: &Answer) -> Result<(), Difference> {
    // The engine shows one acceptance cycle, the interpreter one for every `accept`.
    let is_cycle = |found: &Finding| found.0 == ViolationKind::AcceptanceCycle;
    let engine: BTreeSet<Finding> = violations(answer).iter().map(finding).collect();
    let known: BTreeSet<Finding> = oracle.violations().iter().map(finding).collect();
    let engine_only: Vec<Finding> = engine.difference(&known).cloned().collect();
    let missed_cycle = known.iter().any(is_cycle) && !engine.iter().any(is_cycle);
    let mut interpreter_only: Vec<Finding> = known.difference(&engine).cloned().collect();
    interpreter_only.retain(|found| missed_cycle || !is_cycle(found));
    if engine_only.is_empty() && interpreter_only.is_empty() {
        Ok(())
    } else {
        Err(Difference::Errors { engine_only, interpreter_only })
    }
}

/// A search for the first error finds one of those that there are; breadth first, by a shortest way.
fn first_error_search(oracle: &Oracle, setting: &Setting, answer: &Answer) -> Result<(), Difference> {
    let Some(first) = violations(answer).first() else {
        return complete_search(oracle, setting, answer);
    };
    real_error(oracle, first)?;
    match oracle.shortest() {
        // A failing step is found when its state is expanded, a deadlock one step later: hence the one.
        Some(shortest) if setting.name == "breadth first" => match n_steps(first) {
            Some(engine) if engine > shortest + 1 => {
                Err(Difference::NotShortest { engine, interpreter: shortest })
            }
            Some(_) | None => Ok(()),
        },
        Some(_) | None => Ok(()),
    }
}

/// Steps of a trace that is listed step by step.
fn n_steps(violation: &Violation) -> Option<usize> {
    violation.witness.steps().map(|trace| trace.steps.len())
}

/// A search of some executions finds only errors that there are. An error that is a few steps away lies within a large
/// bound; and what is bounded says so and never holds.
fn partial_search(oracle: &Oracle, setting: &Setting, answer: &Answer) -> Result<(), Difference> {
    let bounded = setting.options.schedule != Schedule::Cooperative;
    let near = oracle.shortest().is_some_and(|steps| steps <= SHORT);
    match &answer.verdict {
        Verdict::Violated { violations } => real_error(oracle, &violations[0]),
        Verdict::Holds { .. } if bounded => Err(Difference::Unbounded),
        Verdict::Holds { .. } => Ok(()),
        Verdict::Unknown { .. } if near && setting.name.starts_with("many") => right_answer(oracle, answer),
        Verdict::Unknown { .. } => Ok(()),
    }
}

fn real_error(oracle: &Oracle, violation: &Violation) -> Result<(), Difference> {
    let found = finding(violation);
    let known = oracle.violations().iter().any(|violation| finding(violation) == found);
    if known { Ok(()) } else { Err(Difference::NoSuchError(found)) }
}
