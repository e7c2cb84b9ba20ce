//! Which engines are asked: those that can be asked, that read the given options, and that are likely to decide the
//! question soon.

use std::time::Duration;

use ir::{Choice, ChoiceOp, Op, Program};
use verdict::{Property, QuestionKind};

use crate::engines::{ENGINES, EngineEntry, engine};
use crate::portfolio::HeadStart;
use crate::request::{EngineChoice, EngineOptions, Request};

/// The portfolio for programs with truth values only: deep executions are for the first, many visible variables for the
/// second.
const BOOLEAN: [&str; 2] = ["bdd", "pdr"];
/// Where so many variables are visible at once, the second begins.
const MANY_VARIABLES: usize = 64;
/// An operation on diagrams or a call of a solver can take long.
const BOOLEAN_HEAD_START: HeadStart = HeadStart { ticks: 100_000, time: Some(Duration::from_millis(40)) };

/// The portfolio for errors of sequential programs: summaries for most, pushdown systems for heaps that grow where the
/// procedures that run do not see them.
const ERRORS: [&str; 2] = ["explicit", "pushdown"];
/// The portfolio for formulas of sequential programs: stacks may have no bound, but only the second looks for an
/// execution that goes on from a bad prefix where others are discarded.
const FORMULAS: [&str; 2] = ["pushdown", "explicit"];
/// Counted in work alone, so that it does not depend on the machine who answers about a small program. In a browser one
/// engine runs after the other, and the first has to be given up for the second.
const SEQUENTIAL_HEAD_START: HeadStart =
    HeadStart { ticks: if cfg!(target_family = "wasm") { 4096 } else { 64 }, time: None };

/// The portfolio for errors of programs that choose data freely: a path for all values at once, or each value by
/// itself.
const FREE_DATA: [&str; 2] = ["symbolic", "explicit"];
/// A choice of more values is seldom listed in time where there are several of them.
const MANY_VALUES: u128 = 1 << 8;
/// A choice of more values cannot be listed at all.
const TOO_MANY_VALUES: u128 = 1 << 20;

/// Who is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    One(&'static EngineEntry),
    /// The second begins if the first takes long.
    Race {
        pair: [&'static EngineEntry; 2],
        head_start: HeadStart,
    },
}

/// Who is asked about a property.
pub(crate) fn plans(program: &Program, property: &Property, request: &Request) -> Vec<Plan> {
    match request.engines {
        EngineChoice::One(entry) => vec![Plan::One(entry)],
        EngineChoice::All => {
            let kind = property.kind();
            // It follows every path to its end, and where no data are free, others know when they have seen it all.
            let is_meant =
                |entry: &&EngineEntry| entry.name != FREE_DATA[0] || most_values(program) > MANY_VALUES;
            by_preference(kind).filter(|entry| entry.answers(kind)).filter(is_meant).map(Plan::One).collect()
        }
        EngineChoice::Automatic => vec![best(program, property, request)],
    }
}

/// All engines that can be asked, in the order in which they are. Executions are endless where temporal properties are
/// of interest, and so are stacks; errors are mostly found without following every step of a procedure again.
fn by_preference(kind: QuestionKind) -> impl Iterator<Item = &'static EngineEntry> {
    let first = match kind {
        QuestionKind::Errors | QuestionKind::Summaries => "explicit",
        QuestionKind::OpenErrors | QuestionKind::Explore => "symbolic",
        QuestionKind::Formula => "pushdown",
    };
    let (preferred, others): (Vec<_>, Vec<_>) = ENGINES.iter().partition(|entry| entry.name == first);
    preferred.into_iter().chain(others)
}

/// The engines that can be asked and read all of the given options that matter to such questions, in their order.
pub(crate) fn candidates(kind: QuestionKind, given: &[&str]) -> Vec<&'static EngineEntry> {
    let matters = |option: &&&str| ENGINES.iter().any(|entry| entry.reads(kind, option));
    let given: Vec<&&str> = given.iter().filter(matters).collect();
    let reads_all = |entry: &&EngineEntry| given.iter().all(|option| entry.reads(kind, option));
    by_preference(kind).filter(|entry| entry.answers(kind)).filter(reads_all).collect()
}

/// Programs whose variables are all true or false belong to those engines that keep all of their values at once.
fn best(program: &Program, property: &Property, request: &Request) -> Plan {
    let candidates = candidates(property.kind(), &request.given);
    let is_able = |entry: &EngineEntry| supports(entry, program, property, &request.options);
    let able_among = |names: [&str; 2]| -> Vec<&'static EngineEntry> {
        let is_candidate = |name: &&str| candidates.iter().any(|entry| entry.name == *name);
        names.into_iter().filter(is_candidate).filter_map(engine).filter(|entry| is_able(entry)).collect()
    };
    match *able_among(BOOLEAN).as_slice() {
        [first, second] => {
            let is_wide = most_visible(program) >= MANY_VARIABLES;
            let pair = if is_wide { [second, first] } else { [first, second] };
            return Plan::Race { pair, head_start: BOOLEAN_HEAD_START };
        }
        [only] => return Plan::One(only),
        _ => {}
    }
    let (pair, is_for_two) = match property.kind() {
        // All errors are those that one engine finds: two engines may name different ones.
        QuestionKind::Errors => {
            let pair = match most_values(program) {
                0..=MANY_VALUES => ERRORS,
                ..=TOO_MANY_VALUES => [FREE_DATA[1], FREE_DATA[0]],
                _ => FREE_DATA,
            };
            (pair, !request.given.contains(&"all-errors"))
        }
        // Only the first can prove that a formula holds.
        QuestionKind::Formula => (FORMULAS, !request.wants_proof),
        QuestionKind::OpenErrors | QuestionKind::Summaries | QuestionKind::Explore => (ERRORS, false),
    };
    if is_for_two && let [first, second] = *able_among(pair).as_slice() {
        return Plan::Race { pair: [first, second], head_start: SEQUENTIAL_HEAD_START };
    }
    let able = candidates.iter().find(|entry| is_able(entry) && entry.name == pair[0]);
    let able = able.or_else(|| candidates.iter().find(|entry| is_able(entry)));
    Plan::One(able.or(candidates.first()).copied().unwrap_or(&ENGINES[0]))
}

/// How many values the widest choice of the program has.
fn most_values(program: &Program) -> u128 {
    let instrs = program.procs.iter().flat_map(|proc| &proc.blocks).flat_map(|block| &block.instrs);
    let values = instrs.map(|instr| match &instr.op {
        Op::Choice(ChoiceOp::Choose { from: Choice::Range { lo, hi }, .. }) => {
            u128::from(hi.abs_diff(*lo)) + 1
        }
        Op::Choice(ChoiceOp::Choose { from: Choice::Any(ty), .. }) => {
            program.n_values(*ty).unwrap_or(u128::MAX)
        }
        _ => 0,
    });
    values.max().unwrap_or(0)
}

/// Globals, and locals of the largest frame.
fn most_visible(program: &Program) -> usize {
    let locals = program.procs.iter().map(|proc| proc.locals.len()).max().unwrap_or(0);
    program.globals.len() + locals
}

fn supports(entry: &EngineEntry, program: &Program, property: &Property, options: &EngineOptions) -> bool {
    entry.check.is_some_and(|build| build(options).supports(program, property).is_ok())
}

/// The options of the command line that some engine reads for questions of a kind.
pub fn options_read(kind: QuestionKind) -> Vec<&'static str> {
    let settings = ENGINES.iter().filter_map(|entry| entry.settings(kind, &EngineOptions::default()));
    let mut options: Vec<&'static str> =
        settings.flatten().flat_map(|setting| setting.flags.iter().copied()).collect();
    options.sort_unstable();
    options.dedup();
    options
}

/// A sentence on a given option that would not be read, if there is one. With several questions, an option must be read
/// for the first.
pub fn unread_option(engines: EngineChoice, kind: QuestionKind, given: &[&'static str]) -> Option<String> {
    match engines {
        EngineChoice::One(entry) => {
            let option = given.iter().find(|option| !entry.reads(kind, option))?;
            Some(format!(
                "the argument '--{option}' cannot be used with '--engine {}', which does not read it: {}",
                entry.name,
                readers(kind, option)
            ))
        }
        // Every option is read by some engine, and the others ignore it.
        EngineChoice::All => {
            let is_unread = |option: &&&str| !ENGINES.iter().any(|entry| entry.reads(kind, option));
            given
                .iter()
                .find(is_unread)
                .map(|option| format!("no engine reads the argument '--{option}' here"))
        }
        EngineChoice::Automatic if candidates(kind, given).is_empty() => {
            let all: Vec<String> =
                given.iter().map(|option| format!("'--{option}': {}", readers(kind, option))).collect();
            Some(format!("no engine reads all of these arguments; {}", all.join("; ")))
        }
        EngineChoice::Automatic => None,
    }
}

/// `only the engines explicit and pushdown do`.
fn readers(kind: QuestionKind, option: &str) -> String {
    let names: Vec<&str> =
        ENGINES.iter().filter(|entry| entry.reads(kind, option)).map(|entry| entry.name).collect();
    match names.as_slice() {
        [] => "no engine does".to_owned(),
        [only] => format!("only the engine {only} does"),
        [others @ .., last] => format!("only the engines {} and {last} do", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(entries: Vec<&EngineEntry>) -> Vec<&'static str> {
        entries.into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn options_narrow_the_choice_to_those_that_read_them() {
        let of = |given: &[&str]| names(candidates(QuestionKind::Errors, given));
        assert_eq!(of(&[]), ["explicit", "pushdown", "bdd", "sat", "universal", "pdr"]);
        assert_eq!(of(&["all-errors"]), ["explicit", "pushdown", "bdd", "sat", "universal"]);
        assert_eq!(of(&["heap-bound", "all-errors"]), ["pushdown"]);
        assert_eq!(of(&["summaries"]), ["explicit"]);
        assert_eq!(of(&["heap-bound", "compact"]), [""; 0]);
        // What no engine reads for a formula was meant for another question of the same command.
        assert_eq!(names(candidates(QuestionKind::Formula, &["all-errors"])), ["pushdown", "explicit"]);
        assert_eq!(names(candidates(QuestionKind::Formula, &["max-depth", "search"])), ["explicit"]);
        assert_eq!(names(candidates(QuestionKind::Summaries, &["summaries"])), ["explicit"]);
    }

    #[test]
    fn an_option_that_would_not_be_read_is_refused() {
        let refused = |engines, given: &[&'static str]| unread_option(engines, QuestionKind::Errors, given);
        let pdr = EngineChoice::One(engine("pdr").expect("the engine is registered"));
        assert_eq!(
            refused(pdr, &["all-errors"]).as_deref(),
            Some(
                "the argument '--all-errors' cannot be used with '--engine pdr', which does not read it: \
                 only the engines explicit, pushdown, bdd, sat and universal do"
            )
        );
        assert_eq!(refused(EngineChoice::All, &["compact", "heap-bound"]), None);
        assert_eq!(refused(EngineChoice::Automatic, &["compact"]), None);
        assert_eq!(
            refused(EngineChoice::Automatic, &["compact", "heap-bound"]).as_deref(),
            Some(
                "no engine reads all of these arguments; '--compact': only the engine explicit does; \
                 '--heap-bound': only the engine pushdown does"
            )
        );
    }
}
