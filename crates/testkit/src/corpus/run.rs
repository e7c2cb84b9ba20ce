//! Makes the checks that a corpus file asks for.
//!
//! A check that passes says more than its directive: the answer of the explicit engine is the same depth first, with
//! two workers, with hash compaction and, for a sequential program, with both kinds of summaries; no other engine
//! contradicts it; every violation replays; a program that can be explored naively has the same states and errors
//! there; and its text form reads back to the same program.

use std::fmt;

use base::{Diagnostic, SourceFile, SourceMap};
use driver::{EngineChoice, EngineOptions, InternalError, Language, LoadOptions, Loaded, Request, Silent};
use engine_explicit::{ExplicitEngine, ExplicitOptions, Schedule, Summaries};
use ir::Program;
use report::Question;
use verdict::{Answer, Limits, Meter, ProcSummaries, Property, Summarize, SummaryUse, Verdict, Violation};

use super::java::{FIXTURES, JavaFiles};
use super::{Case, Check, DirectiveError, Expected, Marker, SummaryCount};
use super::{call, explore, properties, symbolic};
use crate::agreement;
use crate::settings::{self, Setting};

/// No corpus program may need more: the whole corpus is run after every change.
const MOST_STATES: u64 = 2_000_000;
/// Programs up to this size are explored by the interpreter too.
const NAIVE_STATES: u64 = 3_000;

/// Why a corpus file fails.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    Directives(Vec<DirectiveError>),
    /// The program does not compile, though it should.
    Rejected(Vec<String>),
    /// It compiles, though it should not.
    NotRejected,
    /// Diagnostics and markers that do not agree: errors of a rejected file, or warnings of another.
    Diagnostics {
        missing: Vec<String>,
        unexpected: Vec<String>,
    },
    /// Two parts of the tool contradict each other.
    Internal(InternalError),
    /// The text form reads back to another program, or not at all.
    RoundTrip(String),
    Answer {
        check: Check,
        setting: &'static str,
        found: String,
    },
    /// A violation where no marker is.
    Unmarked {
        check: Check,
        setting: &'static str,
        found: String,
    },
    /// Markers that no violation was found for.
    NotFound {
        check: Check,
        markers: Vec<String>,
    },
    States {
        setting: &'static str,
        expected: u64,
        found: u64,
    },
    Replay {
        setting: &'static str,
        problem: String,
    },
    /// A procedure has other summaries than the file says.
    Count {
        count: SummaryCount,
        patterns: usize,
        effects: usize,
    },
    /// An engine contradicts what is true of a program.
    Contradiction {
        line: u32,
        expected: Expected,
        found: &'static str,
    },
    /// A property without the answer that is expected of it.
    NoExpectation {
        line: u32,
    },
    /// An engine contradicts what the file says of a property, or none decides it.
    Property {
        line: u32,
        engine: &'static str,
        expected: &'static str,
        found: &'static str,
    },
    /// The paths of an open method are not those that the file says, or those of executions.
    Paths {
        line: u32,
        problem: String,
    },
    /// The interpreter disagrees.
    Disagreement(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Directives(errors) => {
                write!(f, "mistakes in directives:")?;
                errors.iter().try_for_each(|error| write!(f, "\n  {error}"))
            }
            Failure::Rejected(errors) => write!(f, "does not compile:\n  {}", errors.join("\n  ")),
            Failure::NotRejected => write!(f, "compiles, but must be rejected"),
            Failure::Diagnostics { missing, unexpected } => {
                write!(f, "missing diagnostics: {missing:?}; diagnostics without a marker: {unexpected:?}")
            }
            Failure::Internal(error) => write!(f, "{error}"),
            Failure::RoundTrip(problem) => write!(f, "the text form does not read back: {problem}"),
            Failure::Answer { check, setting, found } => {
                write!(f, "line {}, {setting}: expected {}, found {found}", check.line, check.expected)
            }
            Failure::Unmarked { check, setting, found } => {
                write!(f, "line {}, {setting}: no marker for {found}", check.line)
            }
            Failure::NotFound { check, markers } => {
                write!(f, "line {}: nothing was found for the markers {markers:?}", check.line)
            }
            Failure::States { setting, expected, found } => {
                write!(f, "{setting}: {found} states, but {expected} expected")
            }
            Failure::Replay { setting, problem } => write!(f, "{setting}: {problem}"),
            Failure::Count { count, patterns, effects } => write!(
                f,
                "line {}: {} has {patterns} with {effects} effects, but {} with {} expected",
                count.line, count.proc, count.patterns, count.effects
            ),
            Failure::Contradiction { line, expected, found } => {
                write!(f, "line {line}: {expected}, but an engine says {found}")
            }
            Failure::NoExpectation { line } => write!(f, "line {line}: no answer behind the formula"),
            Failure::Property { line, engine, expected, found } => {
                write!(f, "line {line}, {engine}: expected {expected}, found {found}")
            }
            Failure::Paths { line, problem } => write!(f, "line {line}: {problem}"),
            Failure::Disagreement(problem) => write!(f, "the interpreter disagrees: {problem}"),
        }
    }
}

/// Makes all checks of a file.
pub fn run(name: &str, text: &str, language: Language) -> Result<(), Failure> {
    let case = super::parse(text).map_err(Failure::Directives)?;
    let loaded = load(SourceFile::new(name, text), language, &case.options).map_err(Failure::Internal)?;
    let Loaded { sources, language: _, program, definitions: _, properties: texts, mut diagnostics } = loaded;
    let (stated, found) = match &program {
        Some(program) => properties::resolve(program, &texts),
        None => (Vec::new(), Vec::new()),
    };
    diagnostics.extend(found);
    let compiles = !diagnostics.iter().any(Diagnostic::is_fatal);
    let runner = Runner { case: &case, sources: &sources };
    if case.checks.iter().any(|check| check.expected == Expected::Rejected) {
        return runner.rejected(&diagnostics, compiles);
    }
    let Some(program) = program.filter(|_| compiles) else {
        return Err(Failure::Rejected(diagnostics.iter().map(|d| runner.shown(d)).collect()));
    };
    runner.diagnosed(&case.warnings, diagnostics.iter())?;
    round_trip(&program)?;
    case.checks.iter().try_for_each(|check| runner.check(&program, check))?;
    if let Some(stated) = &case.symbolic {
        let violations = symbolic::check(&program, stated)?;
        runner.exactly_marked(stated.line, &violations)?;
    }
    case.counts.iter().try_for_each(|count| counted(&program, count))?;
    case.open_methods.iter().try_for_each(|method| explore::check(&program, method))?;
    case.calls.iter().try_for_each(|checked| call::check(&program, checked))?;
    stated.iter().try_for_each(|stated| properties::check(&program, stated, &sources))
}

fn load(file: SourceFile, language: Language, options: &LoadOptions) -> Result<Loaded, InternalError> {
    if language != Language::Java {
        return driver::load(file, language, options);
    }
    let name = file.name.clone();
    let mut options = options.clone();
    options.java.class_path = vec![FIXTURES.to_owned()];
    driver::load_files(&mut JavaFiles { source: file }, &name, language, &options)
}

/// The procedure has as many summaries as the file says.
fn counted(program: &Program, count: &SummaryCount) -> Result<(), Failure> {
    let options = ExplicitOptions { summaries: count.summaries, ..ExplicitOptions::default() };
    let engine = ExplicitEngine { options };
    engine.can_summarize(program).map_err(|refusal| Failure::Disagreement(refusal.message))?;
    let ProcSummaries::Patterns(set) = engine.summarize(program, &Meter::unlimited()).summaries else {
        panic!("the explicit engine summarises by patterns")
    };
    let of_proc = set.summaries.iter().filter(|summary| program.procs[summary.proc].name == count.proc);
    let sizes: Vec<usize> = of_proc.map(|summary| summary.effects.len()).collect();
    let (patterns, effects) = (sizes.len(), sizes.iter().sum());
    if (patterns, effects) == (count.patterns, count.effects) {
        return Ok(());
    }
    Err(Failure::Count { count: count.clone(), patterns, effects })
}

/// What is printed reads back to the same program, but for the places in the source.
fn round_trip(program: &Program) -> Result<(), Failure> {
    let text = ir::print(program);
    let file = SourceMap::new().add(SourceFile::new("text form", text.as_str()));
    let read = ir::read(file, &text).map_err(|errors| Failure::RoundTrip(errors[0].message.clone()))?;
    if read.without_spans() == program.clone().without_spans() {
        Ok(())
    } else {
        Err(Failure::RoundTrip("another program".to_owned()))
    }
}

struct Runner<'a> {
    case: &'a Case,
    sources: &'a SourceMap,
}

impl Runner<'_> {
    fn shown(&self, diagnostic: &Diagnostic) -> String {
        let line = diagnostic.span().map_or(0, |span| self.sources.position(span).line);
        format!("{} on line {line}: {}", diagnostic.code, diagnostic.message)
    }

    fn rejected(&self, diagnostics: &[Diagnostic], compiles: bool) -> Result<(), Failure> {
        if compiles {
            return Err(Failure::NotRejected);
        }
        self.diagnosed(&self.case.markers, diagnostics.iter().filter(|d| d.is_fatal()))
    }

    /// Each marker has its diagnostic, and each diagnostic its marker.
    fn diagnosed<'d>(
        &self,
        markers: &[Marker],
        found: impl Iterator<Item = &'d Diagnostic>,
    ) -> Result<(), Failure> {
        let found: Vec<&Diagnostic> = found.collect();
        let line = |d: &Diagnostic| d.span().map_or(0, |span| self.sources.position(span).line);
        let matches = |marker: &Marker, d: &Diagnostic| {
            marker.name == d.code.id && marker.line == line(d) && says(marker, &d.message)
        };
        let unmet = |marker: &&Marker| !found.iter().any(|d| matches(marker, d));
        let missing: Vec<String> = markers.iter().filter(unmet).map(Marker::to_string).collect();
        let unmarked = |d: &&&Diagnostic| !markers.iter().any(|marker| matches(marker, d));
        let unexpected: Vec<String> = found.iter().filter(unmarked).map(|d| self.shown(d)).collect();
        if missing.is_empty() && unexpected.is_empty() {
            Ok(())
        } else {
            Err(Failure::Diagnostics { missing, unexpected })
        }
    }

    /// Runs the check in all settings; the first has the last word on what the directive asks for.
    fn check(&self, program: &Program, check: &Check) -> Result<(), Failure> {
        let options = ExplicitOptions {
            schedule: check.schedule,
            max_depth: check.max_depth,
            all_errors: check.all_errors,
            summaries: check.summaries,
            ..ExplicitOptions::default()
        };
        let limits = Limits { max_states: check.limits.max_states.or(Some(MOST_STATES)), ..check.limits };
        if check.summaries != Summaries::Off {
            return self.summarized(program, check, Setting { name: "summaries", options }, &limits);
        }
        let mut first: Option<Answer> = None;
        for setting in settings::equivalent(&options) {
            // Which errors lie within a bound depends on the order of the search, so only the plain order is run.
            if first.is_some() && check.is_limited() {
                break;
            }
            let Some(answer) = settings::check(program, &setting.options, &limits) else { continue };
            self.answered(program, check, &setting, &answer)?;
            match &first {
                Some(first) => self.same_states(check, &setting, first, &answer)?,
                None => first = Some(answer),
            }
        }
        let first = first.expect("breadth-first search supports every program");
        self.plain_states(check, &first)?;
        self.naive(program, check, &first)?;
        self.all_engines(program, check, &options, &limits)?;
        self.all_errors(program, check, &limits)?;
        if !check.is_limited() && check.schedule == Schedule::Full {
            for setting in settings::with_summaries(&options) {
                self.summarized(program, check, setting, &limits)?;
            }
        }
        Ok(())
    }

    /// The answer by summaries; a program that cannot be summarised is searched, which was done before.
    fn summarized(
        &self,
        program: &Program,
        check: &Check,
        setting: Setting,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let Some(answer) = settings::check(program, &setting.options, limits) else { return Ok(()) };
        if check.summaries == Summaries::Off && !matches!(answer.stats.summaries(), SummaryUse::Used(_)) {
            return Ok(());
        }
        self.answered(program, check, &setting, &answer)?;
        match &answer.verdict {
            Verdict::Violated { violations } if check.all_errors => self.all_marked(check, violations),
            Verdict::Violated { .. } | Verdict::Holds { .. } | Verdict::Unknown { .. } => Ok(()),
        }
    }

    /// As a user asks: every engine that can answer gives the same answer. A check that expects no answer is about the
    /// explicit search alone.
    fn all_engines(
        &self,
        program: &Program,
        check: &Check,
        options: &ExplicitOptions,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let options = EngineOptions { explicit: options.clone(), ..EngineOptions::default() };
        let request = Request { engines: EngineChoice::All, options, limits: *limits, ..Request::default() };
        let checked = driver::check(program, &Property::NoErrors, &request, &Silent);
        let checked = checked.map_err(Failure::Internal)?;
        let found = settings::answer_name(&checked.first().answer.verdict);
        if found == check.expected.to_string() || check.expected == Expected::Unknown {
            return Ok(());
        }
        Err(Failure::Answer { check: check.clone(), setting: "all engines", found: found.to_owned() })
    }

    fn answered(
        &self,
        program: &Program,
        check: &Check,
        setting: &Setting,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let name = settings::answer_name(&answer.verdict);
        if name != check.expected.to_string() {
            let found = match &answer.verdict {
                Verdict::Unknown { reason } => format!("{name}, since {reason}"),
                Verdict::Violated { violations } => format!("{name}: {}", self.place(&violations[0])),
                Verdict::Holds { .. } => name.to_owned(),
            };
            return Err(Failure::Answer { check: check.clone(), setting: setting.name, found });
        }
        settings::replay_all(program, answer)
            .map_err(|problem| Failure::Replay { setting: setting.name, problem })?;
        if let Verdict::Violated { violations } = &answer.verdict {
            for violation in violations {
                self.marked(check, setting.name, violation)?;
            }
        }
        Ok(())
    }

    /// There is a marker for the violation.
    fn marked(&self, check: &Check, setting: &'static str, violation: &Violation) -> Result<(), Failure> {
        if self.case.markers.iter().any(|marker| self.marks(marker, violation)) {
            return Ok(());
        }
        let found = self.place(violation);
        Err(Failure::Unmarked { check: check.clone(), setting, found })
    }

    fn marks(&self, marker: &Marker, violation: &Violation) -> bool {
        marker.name == violation.kind.slug()
            && violation.span.is_some_and(|span| self.sources.position(span).line == marker.line)
            && says(marker, &self.message(violation))
    }

    /// The sentence that the user reads.
    fn message(&self, violation: &Violation) -> String {
        report::twin::violation::sentence(&violation.kind, &Question::NoErrors)
    }

    fn place(&self, violation: &Violation) -> String {
        match violation.span {
            Some(span) => format!("{} on line {}", violation.kind.slug(), self.sources.position(span).line),
            None => format!("{} without a place", violation.kind.slug()),
        }
    }

    /// A complete search stores the same states in whatever order; under a bound, states depend on the way they are
    /// reached.
    fn same_states(
        &self,
        check: &Check,
        setting: &Setting,
        first: &Answer,
        other: &Answer,
    ) -> Result<(), Failure> {
        let complete =
            check.expected == Expected::Holds || check.expected == Expected::Violated && check.all_errors;
        let bounded = !matches!(check.schedule, Schedule::Full | Schedule::Cooperative);
        let (expected, found) = (first.stats.states, other.stats.states);
        if complete && !bounded && expected != found {
            return Err(Failure::States { setting: setting.name, expected, found });
        }
        Ok(())
    }

    /// The number of states that the file states.
    fn plain_states(&self, check: &Check, answer: &Answer) -> Result<(), Failure> {
        let found = answer.stats.states;
        match self.case.states {
            Some(expected) if check.is_plain() && expected != found => {
                Err(Failure::States { setting: "plain search", expected, found })
            }
            Some(_) | None => Ok(()),
        }
    }

    fn naive(&self, program: &Program, check: &Check, answer: &Answer) -> Result<(), Failure> {
        if check.schedule != Schedule::Full || answer.stats.states > NAIVE_STATES {
            return Ok(());
        }
        agreement::compare(program, NAIVE_STATES as usize)
            .map(drop)
            .map_err(|disagreement| Failure::Disagreement(disagreement.to_string()))
    }

    /// With all errors, the answer is the same, and asking for all of them finds every marker.
    fn all_errors(&self, program: &Program, check: &Check, limits: &Limits) -> Result<(), Failure> {
        if check.is_limited() {
            return Ok(());
        }
        let options =
            ExplicitOptions { schedule: check.schedule, all_errors: true, ..ExplicitOptions::default() };
        let Some(answer) = settings::check(program, &options, limits) else { return Ok(()) };
        let setting = Setting { name: "all errors", options };
        let name = settings::answer_name(&answer.verdict);
        if name != check.expected.to_string() {
            let found = name.to_owned();
            return Err(Failure::Answer { check: check.clone(), setting: setting.name, found });
        }
        settings::replay_all(program, &answer)
            .map_err(|problem| Failure::Replay { setting: setting.name, problem })?;
        if !check.all_errors {
            return Ok(());
        }
        let Verdict::Violated { violations } = &answer.verdict else { return Ok(()) };
        violations.iter().try_for_each(|violation| self.marked(check, setting.name, violation))?;
        self.all_marked(check, violations)
    }

    /// A marker for each violation, and a violation for each marker. Of some programs no violations are known.
    fn exactly_marked(&self, line: u32, violations: &[Violation]) -> Result<(), Failure> {
        let is_marked =
            |violation: &&Violation| self.case.markers.iter().any(|marker| self.marks(marker, violation));
        let unmarked =
            violations.iter().filter(|violation| !is_marked(violation)).map(|found| self.place(found));
        let is_met = |marker: &&Marker| violations.iter().any(|violation| self.marks(marker, violation));
        let missing = self.case.markers.iter().filter(|marker| !violations.is_empty() && !is_met(marker));
        let problems: Vec<String> = unmarked
            .map(|place| format!("no marker for {place}"))
            .chain(missing.map(|marker| format!("not found: {marker}")))
            .collect();
        if problems.is_empty() { Ok(()) } else { Err(Failure::Paths { line, problem: problems.join("; ") }) }
    }

    /// There is a violation for every marker.
    fn all_marked(&self, check: &Check, violations: &[Violation]) -> Result<(), Failure> {
        let is_met = |marker: &&Marker| violations.iter().any(|violation| self.marks(marker, violation));
        let missing = self.case.markers.iter().filter(|marker| !is_met(marker));
        let markers: Vec<String> = missing.map(Marker::to_string).collect();
        if markers.is_empty() { Ok(()) } else { Err(Failure::NotFound { check: check.clone(), markers }) }
    }
}

fn says(marker: &Marker, message: &str) -> bool {
    marker.text.as_ref().is_none_or(|text| message.contains(text.as_str()))
}
