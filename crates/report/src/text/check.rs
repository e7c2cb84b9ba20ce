//! The answer to a check. The verdict comes last, where a terminal still shows it after a long trace.

use annotate_snippets::Level;
use base::SourceMap;

use super::manner::Manner;
use super::paint::{Painter, Role, counted, printable};
use super::snippet::{self, Mark, Message};
use super::{TextOptions, Verbosity, coverage, outcome, properties, stats, violation, word};
use crate::twin::answer::Answer;
use crate::twin::check::CheckReport;
use crate::twin::location::Location;
use crate::twin::question::{Formula, Question};
use crate::twin::stats::{Stats, SummaryUse};
use crate::twin::verdict::{Certificate, Reason, Verdict};
use crate::twin::violation::{Violation, ViolationKind};

/// The answer as text. Warnings are no part of it: they are diagnostics and go where those go.
pub fn check(report: &CheckReport, sources: &SourceMap, options: TextOptions) -> String {
    let painter = Painter { color: options.color };
    let manner = Manner::new(options, &report.language);
    let mut text = evidence(&report.answer.verdict, sources, manner, painter);
    text += &properties::evidence(&report.properties, sources, manner, painter);
    let is_quiet = options.verbosity == Verbosity::Quiet;
    if is_quiet {
        text += &notes_text(assumptions(report), painter);
    }
    text += &verdict_line(&report.file, &report.property, &report.answer.verdict, painter);
    if !is_quiet {
        text += &notes_text(notes(report), painter);
    }
    text += &properties::answers(report, options.verbosity, painter);
    // Where several engines were asked, not all of them keep account.
    let answers = std::iter::once(&report.answer).chain(&report.cross_checks);
    let found = answers.into_iter().find_map(|answer| answer.coverage.as_ref());
    if let Some(found) = found {
        text += &coverage::render(found, options.verbosity, painter);
    }
    if options.stats {
        text += &format!("\n{}", stats::render(&report.answer.engine, &report.answer.stats, painter));
        for other in report.cross_checks.iter().filter(|other| has_begun(&other.verdict)) {
            text += &format!("\n{}", stats::render(&other.engine, &other.stats, painter));
        }
        text += &properties::statistics(&report.properties, painter);
        text += &report.peak_resident_bytes.map_or_else(String::new, |peak| stats::process(peak, painter));
    }
    let is_last = report.properties.is_empty() && found.is_none() && !options.stats;
    if !is_last {
        text += if is_quiet { "" } else { "\n" };
        text += &outcome::line(report, painter);
    }
    text
}

/// Executions that stand behind a verdict.
pub(crate) fn evidence(verdict: &Verdict, sources: &SourceMap, manner: Manner, painter: Painter) -> String {
    match verdict {
        Verdict::Violated { violations } => violations_text(violations, sources, manner, painter),
        Verdict::Unknown { reason: Reason::HeapBound { bound, trace }, .. }
            if manner.verbosity > Verbosity::Quiet =>
        {
            let objects = counted(*bound, "object");
            let heading = painter.paint(Role::Heading, format!("more than {objects} visible at once"));
            format!("{heading}\n\n{}\n", violation::execution(trace, manner, painter))
        }
        Verdict::Unknown { reason: Reason::Unsupported { what, location: Some(location) }, .. }
            if manner.verbosity > Verbosity::Quiet =>
        {
            let marks = vec![Mark::first_line(location, "")];
            let (level, id) = (Level::ERROR, "unsupported");
            let message = Message { level, id, text: what, marks, notes: &[], help: None };
            format!("{}\n", snippet::render(&message, sources, painter))
        }
        Verdict::Holds { .. } | Verdict::Unknown { .. } => String::new(),
    }
}

/// Sentences below a verdict.
pub(crate) fn notes_text(notes: Vec<String>, painter: Painter) -> String {
    let line = |note: String| format!("  {} {}\n", painter.paint(Role::Gutter, "="), printable(&note));
    notes.into_iter().map(line).collect()
}

fn violations_text(
    violations: &[Violation],
    sources: &SourceMap,
    manner: Manner,
    painter: Painter,
) -> String {
    let one = |violation: &Violation| match manner.verbosity {
        // The verdict says it all.
        Verbosity::Quiet if violation.kind == ViolationKind::Formula => String::new(),
        Verbosity::Quiet => violation::brief(violation, painter),
        Verbosity::Normal | Verbosity::Verbose => {
            violation::render(violation, sources, manner, painter) + "\n"
        }
    };
    violations.iter().map(one).collect()
}

/// The verdict in one line, as everything that ends in one shows it.
pub(crate) fn verdict_line(file: &str, question: &Question, verdict: &Verdict, painter: Painter) -> String {
    let file = printable(file);
    match verdict {
        Verdict::Holds { .. } => {
            let sentence = printable(&question.sentence());
            format!("{}: in {file}, {sentence}\n", painter.paint(Role::Holds, "holds"))
        }
        Verdict::Violated { violations } => {
            let what = match question {
                Question::NoErrors => format!("{file} has {}", counted(violations.len() as u64, "error")),
                Question::NoErrorsIn(call) => {
                    let method = printable(&call.method);
                    match violations.len() {
                        1 => format!("in {file}, a call of `{method}` ends with an error"),
                        many => format!("in {file}, calls of `{method}` end with {many} errors"),
                    }
                }
                Question::Formula(formula) => format!("in {file}, {}", broken(formula, violations)),
            };
            format!("{}: {what}\n", painter.paint(Role::Violated, "violated"))
        }
        Verdict::Unknown { message, .. } => {
            let question = match question {
                Question::NoErrors => String::new(),
                Question::NoErrorsIn(_) => format!("whether {}: ", printable(&question.sentence())),
                Question::Formula(formula) => format!("whether {}: ", printable(&formula.kept())),
            };
            format!("{}: {file}: {question}{}\n", painter.paint(Role::Unknown, "unknown"), printable(message))
        }
    }
}

/// `an execution that ends does not satisfy ...`
fn broken(formula: &Formula, violations: &[Violation]) -> String {
    let ends =
        violations.first().and_then(|violation| violation.steps()?.word.as_ref()).map(|word| word.ends);
    printable(&formula.broken(ends.map_or("", word::clause)))
}

/// What stands behind the verdict, one sentence each.
fn notes(report: &CheckReport) -> Vec<String> {
    let Answer { verdict, advice, stats, .. } = &report.answer;
    let mut notes: Vec<String> = ground(report).into_iter().collect();
    notes.extend(idle(&report.answer));
    notes.extend(assumptions(report));
    if let SummaryUse::Refused { why } = &stats.summaries {
        notes.push(format!("checked without summaries: {why}"));
    }
    notes.extend(growth(verdict, stats));
    notes.extend(advice.iter().cloned());
    notes.extend(report.cross_checks.iter().map(agreement));
    notes
}

/// What all answers take for granted, each once.
fn assumptions(report: &CheckReport) -> Vec<String> {
    let answers = std::iter::once(&report.answer).chain(report.properties.iter().map(|other| &other.answer));
    let mut all: Vec<String> = Vec::new();
    for assumption in answers.flat_map(|answer| &answer.assumptions) {
        if !all.contains(assumption) {
            all.push(assumption.clone());
        }
    }
    all
}

/// A verdict that stands on nothing that the program claims.
fn idle(answer: &Answer) -> Option<String> {
    let count = answer.assertions_never_evaluated?;
    let what = match count {
        1 => "its only assertion was never evaluated".to_owned(),
        _ => format!("none of its {} was ever evaluated", counted(count, "assertion")),
    };
    Some(format!("{what}: no execution comes there (--coverage shows what is never reached)"))
}

/// Whether the engine could do anything with the question.
fn has_begun(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Unknown { reason: Reason::Unsupported { .. }, .. })
}

/// What the engine looked at; nothing if it did not begin.
fn ground(report: &CheckReport) -> Option<String> {
    let Answer { engine, verdict, stats, .. } = &report.answer;
    let searched = |Stats { states, transitions, boolean, solver, .. }: &Stats| match (boolean, solver) {
        (Some(stats), _) => format!("{} of path edges", counted(stats.path_edges, "set")),
        (None, Some(_)) => {
            format!("{} and {}", counted(*states, "path"), counted(*transitions, "instruction"))
        }
        (None, None) => format!("{} and {}", counted(*states, "state"), counted(*transitions, "transition")),
    };
    let text = match verdict {
        Verdict::Holds { certificate: Certificate::Exhaustive { states, transitions, .. } } => format!(
            "the {engine} engine visited every reachable state{}: {} and {}",
            with_automaton(&report.property),
            counted(*states, "state"),
            counted(*transitions, "transition")
        ),
        Verdict::Holds { certificate: Certificate::Edges { visits, summaries } } => format!(
            "the {engine} engine computed every set of path edges: {} of blocks, and {} of summary edges",
            counted(*visits, "visit"),
            counted(*summaries, "set")
        ),
        Verdict::Holds { certificate: Certificate::Lemmas { obligations } } => format!(
            "the {engine} engine excluded every error by lemmas, after {}",
            counted(*obligations, "obligation")
        ),
        Verdict::Holds { certificate: Certificate::Paths { paths } } => {
            format!("the {engine} engine followed every path to its end: {}", counted(*paths, "path"))
        }
        Verdict::Holds { certificate: Certificate::Summaries { patterns, summaries } } => format!(
            "the {engine} engine covered every call by a summary: {} with {}",
            counted(*patterns, "pattern"),
            counted(*summaries, "effect")
        ),
        Verdict::Holds { certificate: Certificate::Pushdown { heaps, heads, facts } } => format!(
            "the {engine} engine listed all that procedures see: {}, {} and {}",
            counted(*heaps, "heap"),
            counted(*heads, "head"),
            counted(*facts, "fact")
        ),
        Verdict::Holds { certificate: Certificate::Boolean { procedures, invariants, nodes } } => format!(
            "the {engine} engine found formulas that every step keeps: {} in {}, of {}",
            counted(*invariants, "invariant"),
            counted(*procedures, "procedure"),
            counted(*nodes, "node")
        ),
        Verdict::Violated { violations } => {
            let replayed =
                if violations.len() == 1 { "its trace was replayed" } else { "all traces were replayed" };
            format!("found by the {engine} engine after {}; {replayed}", searched(stats))
        }
        Verdict::Unknown { reason: Reason::Unsupported { .. }, .. } => return None,
        Verdict::Unknown { reason: Reason::TraceTooLong { .. }, .. } => {
            format!("found by the {engine} engine after {}", searched(stats))
        }
        Verdict::Unknown { .. } => {
            let what = match report.property {
                Question::NoErrors | Question::NoErrorsIn(_) => "error",
                Question::Formula(_) => "violation",
            };
            format!("the {engine} engine found no {what} in {}", searched(stats))
        }
    };
    Some(text)
}

/// States are counted once for each state of the automaton that they meet.
fn with_automaton(question: &Question) -> &'static str {
    match question {
        Question::NoErrors | Question::NoErrorsIn(_) => "",
        Question::Formula(_) => " together with the automaton of violations",
    }
}

/// What may have kept the search from ending.
fn growth(verdict: &Verdict, stats: &Stats) -> Option<String> {
    match (verdict, &stats.growth) {
        (Verdict::Unknown { .. }, Some(growth)) => Some(stats::growth_text(growth)),
        (Verdict::Unknown { .. }, None) | (Verdict::Holds { .. } | Verdict::Violated { .. }, _) => None,
    }
}

fn agreement(other: &Answer) -> String {
    match &other.verdict {
        Verdict::Holds { .. } => format!("the {} engine says the same: holds", other.engine),
        Verdict::Violated { violations } => match violations.as_slice() {
            [Violation { kind: ViolationKind::Formula, .. }] => {
                format!("the {} engine says the same: violated", other.engine)
            }
            errors => {
                let errors = counted(errors.len() as u64, "error");
                format!("the {} engine says the same: violated, {errors}", other.engine)
            }
        },
        Verdict::Unknown { reason, message } => {
            format!("the {} engine does not know: {message}{}", other.engine, place(reason))
        }
    }
}

/// Where an unsupported construct is.
fn place(reason: &Reason) -> String {
    match reason {
        Reason::Unsupported { location: Some(Location { file, line, column, .. }), .. } => {
            format!(" ({}:{line}:{column})", printable(file))
        }
        _ => String::new(),
    }
}
