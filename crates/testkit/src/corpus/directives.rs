//! The directives `//@` and markers `//~` of a corpus file.

use std::fmt;

use driver::{Dialect, LoadOptions};
use engine_explicit::{Schedule, Summaries};
use verdict::Limits;

use super::call::CheckedCall;
use super::explore::OpenMethod;

/// What a corpus file asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The sentences at the top.
    pub description: String,
    /// At least one, unless there is a symbolic answer.
    pub checks: Vec<Check>,
    /// The answer that engines must give that need not visit every state.
    pub symbolic: Option<Symbolic>,
    /// How the text is to be understood.
    pub options: LoadOptions,
    /// Errors, of the program or of its text.
    pub markers: Vec<Marker>,
    /// Warnings about a program that compiles.
    pub warnings: Vec<Marker>,
    /// Stored states of the plain search.
    pub states: Option<u64>,
    pub counts: Vec<SummaryCount>,
    pub open_methods: Vec<OpenMethod>,
    pub calls: Vec<CheckedCall>,
}

/// What is true of a program that is too wide for explicit search. Engines that give up are not contradicted by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbolic {
    pub line: u32,
    pub expected: Expected,
}

/// How many summaries a procedure has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryCount {
    pub line: u32,
    pub summaries: Summaries,
    pub proc: String,
    pub patterns: usize,
    /// Of all patterns together.
    pub effects: usize,
}

/// One run and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    pub line: u32,
    pub schedule: Schedule,
    pub all_errors: bool,
    pub limits: Limits,
    pub max_depth: Option<u64>,
    pub summaries: Summaries,
    pub expected: Expected,
}

impl Check {
    /// Whether the check has no options: the one that the number of states is about.
    pub fn is_plain(&self) -> bool {
        self.schedule == Schedule::Full
            && !self.all_errors
            && !self.is_limited()
            && self.summaries == Summaries::Off
    }

    /// Whether a part of the executions may be left out.
    pub fn is_limited(&self) -> bool {
        self.limits != Limits::default() || self.max_depth.is_some()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expected {
    Holds,
    Violated,
    Unknown,
    /// The program does not compile.
    Rejected,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Holds => "holds",
            Expected::Violated => "violated",
            Expected::Unknown => "unknown",
            Expected::Rejected => "rejected",
        })
    }
}

/// What is reported on a line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Marker {
    pub line: u32,
    /// The slug of a violation or the code of a diagnostic.
    pub name: String,
    /// What the message contains.
    pub text: Option<String>,
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on line {}", self.name, self.line)?;
        self.text.iter().try_for_each(|text| write!(f, " with {text:?}"))
    }
}

/// A mistake in a corpus file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectiveError {
    pub line: u32,
    pub problem: Problem,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    NoDescription,
    NoCheck,
    UnknownDirective(String),
    UnknownOption(String),
    MissingNumber(String),
    UnknownAnswer(String),
    /// A directive without a colon.
    NoColon,
    /// `count` without the number of patterns and effects of a procedure.
    BadCount,
    /// `states` without a number and a reason in parentheses.
    BadStates,
    /// `explore` without the number of paths, of those that throw and of cuts, or without a second way to find them.
    BadExplore(String),
    /// `call` with an option that it does not know, or without an answer.
    BadCall(String),
    EmptyMarker,
    /// The text of a marker is not in double quotes.
    BadMarkerText(String),
    /// A violated or rejected check needs a marker, and only those have any.
    MarkersAndAnswersDisagree,
}

impl fmt::Display for DirectiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {:?}", self.line, self.problem)
    }
}

/// Reads the directives and markers of a file.
pub fn parse(text: &str) -> Result<Case, Vec<DirectiveError>> {
    let mut reader = Reader {
        line: 0,
        case: Case {
            description: String::new(),
            checks: Vec::new(),
            symbolic: None,
            options: LoadOptions::default(),
            markers: Vec::new(),
            warnings: Vec::new(),
            states: None,
            counts: Vec::new(),
            open_methods: Vec::new(),
            calls: Vec::new(),
        },
        errors: Vec::new(),
    };
    for (index, line) in text.lines().enumerate() {
        reader.line = index as u32 + 1;
        reader.read_line(line);
    }
    reader.line = 1;
    reader.check_whole();
    let Reader { case, errors, .. } = reader;
    if errors.is_empty() { Ok(case) } else { Err(errors) }
}

struct Reader {
    line: u32,
    case: Case,
    errors: Vec<DirectiveError>,
}

impl Reader {
    fn error(&mut self, problem: Problem) {
        self.errors.push(DirectiveError { line: self.line, problem });
    }

    fn read_line(&mut self, line: &str) {
        // Where comments begin with `;`, directives do too.
        if let Some(directive) = line.trim_start().trim_start_matches(';').strip_prefix("//@") {
            self.read_directive(directive.trim());
            // After a property there may be a comment, as after a statement.
            if !directive.trim_start().starts_with("ltl") {
                return;
            }
        } else {
            self.read_description(line);
        }
        for marker in line.split("//~").skip(1) {
            self.read_marker(marker.trim());
        }
    }

    fn read_description(&mut self, line: &str) {
        if self.case.checks.is_empty()
            && self.case.symbolic.is_none()
            && let Some(sentence) = line.strip_prefix("//").or_else(|| line.strip_prefix(';'))
        {
            self.case.description.push_str(sentence.trim());
            self.case.description.push('\n');
        }
    }

    fn read_directive(&mut self, directive: &str) {
        let Some((left, right)) = directive.split_once(':') else { return self.error(Problem::NoColon) };
        let mut words = left.split_whitespace();
        match words.next() {
            Some("check") => self.read_check(words, right.trim()),
            Some("symbolic") => self.read_symbolic(right.trim()),
            Some("dialect") => self.read_dialect(right.trim()),
            Some("error-label") => self.case.options.boolean.error_labels = vec![right.trim().to_owned()],
            Some("states") => self.read_states(right.trim()),
            Some("count") => self.read_count(words, right.trim()),
            Some("explore") => self.read_explore(words, right.trim()),
            Some("call") => self.read_call(words, right.trim()),
            // A property of the program, which is read with the program.
            Some("ltl") => {}
            // For the tests that execute Java programs, and for their compiler.
            Some("out" | "java") => {}
            other => self.error(Problem::UnknownDirective(other.unwrap_or("").to_owned())),
        }
    }

    fn read_check<'a>(&mut self, mut options: impl Iterator<Item = &'a str>, answer: &str) {
        let expected = match answer {
            "holds" => Expected::Holds,
            "violated" => Expected::Violated,
            "unknown" => Expected::Unknown,
            "rejected" => Expected::Rejected,
            other => return self.error(Problem::UnknownAnswer(other.to_owned())),
        };
        let mut check = Check {
            line: self.line,
            schedule: Schedule::Full,
            all_errors: false,
            limits: Limits::default(),
            max_depth: None,
            summaries: Summaries::Off,
            expected,
        };
        while let Some(option) = options.next() {
            if let Err(problem) = read_option(&mut check, option, &mut options) {
                return self.error(problem);
            }
        }
        self.case.checks.push(check);
    }

    fn read_symbolic(&mut self, answer: &str) {
        let expected = match answer {
            "holds" => Expected::Holds,
            "violated" => Expected::Violated,
            other => return self.error(Problem::UnknownAnswer(other.to_owned())),
        };
        self.case.symbolic = Some(Symbolic { line: self.line, expected });
    }

    fn read_dialect(&mut self, name: &str) {
        self.case.options.boolean.dialect = match name {
            "sdv" => Some(Dialect::Sdv),
            "getafix" => Some(Dialect::Getafix),
            "boppo" => Some(Dialect::Boppo),
            other => return self.error(Problem::UnknownOption(other.to_owned())),
        };
    }

    fn read_states(&mut self, text: &str) {
        let (number, reason) = text.split_once(' ').unwrap_or((text, ""));
        let has_reason = reason.len() > 2 && reason.starts_with('(') && reason.ends_with(')');
        match number.replace(['_', ','], "").parse() {
            Ok(states) if has_reason => self.case.states = Some(states),
            Ok(_) | Err(_) => self.error(Problem::BadStates),
        }
    }

    /// `count patterns Main.M: 1 with 2 effects`
    fn read_count<'a>(&mut self, mut words: impl Iterator<Item = &'a str>, text: &str) {
        let kind = words.next().and_then(summaries_of_name);
        let proc = words.next().map(str::to_owned);
        let numbers = text.strip_suffix(" effects").and_then(|text| text.split_once(" with "));
        let numbers = numbers.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match (kind, proc, numbers, words.next()) {
            (Some(summaries), Some(proc), Some((patterns, effects)), None) => {
                self.case.counts.push(SummaryCount { line: self.line, summaries, proc, patterns, effects });
            }
            _ => self.error(Problem::BadCount),
        }
    }

    fn read_explore<'a>(&mut self, words: impl Iterator<Item = &'a str>, text: &str) {
        match OpenMethod::parse(self.line, words, text) {
            Some(method) => self.case.open_methods.push(method),
            None => self.error(Problem::BadExplore(text.to_owned())),
        }
    }

    fn read_call<'a>(&mut self, words: impl Iterator<Item = &'a str>, text: &str) {
        match CheckedCall::parse(self.line, words, text) {
            Some(call) => self.case.calls.push(call),
            None => self.error(Problem::BadCall(text.to_owned())),
        }
    }

    fn read_marker(&mut self, marker: &str) {
        let (name, text) = match marker.split_once(':') {
            Some((name, text)) => (name.trim(), Some(text.trim())),
            None => (marker, None),
        };
        let warning = name.strip_prefix("warning ");
        let name = warning.unwrap_or(name);
        if name.is_empty() || name.contains(char::is_whitespace) {
            return self.error(Problem::EmptyMarker);
        }
        let quoted = |text: &str| Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned());
        let text = match text.map(|text| quoted(text).ok_or(text)) {
            None => None,
            Some(Ok(text)) => Some(text),
            Some(Err(text)) => return self.error(Problem::BadMarkerText(text.to_owned())),
        };
        let markers = if warning.is_some() { &mut self.case.warnings } else { &mut self.case.markers };
        markers.push(Marker { line: self.line, name: name.to_owned(), text });
    }

    fn check_whole(&mut self) {
        if self.case.description.trim().is_empty() {
            self.error(Problem::NoDescription);
        }
        let symbolic = self.case.symbolic.as_ref().map(|symbolic| symbolic.expected);
        if self.case.checks.is_empty() && symbolic.is_none() {
            return self.error(Problem::NoCheck);
        }
        let reports = |expected: Expected| matches!(expected, Expected::Violated | Expected::Rejected);
        let mut answers = self.case.checks.iter().map(|check| check.expected).chain(symbolic);
        if answers.any(reports) == self.case.markers.is_empty() {
            self.error(Problem::MarkersAndAnswersDisagree);
        }
    }
}

fn summaries_of_name(name: &str) -> Option<Summaries> {
    match name {
        "visible" => Some(Summaries::Visible),
        "patterns" => Some(Summaries::Patterns),
        _ => None,
    }
}

fn read_option<'a>(
    check: &mut Check,
    option: &str,
    rest: &mut impl Iterator<Item = &'a str>,
) -> Result<(), Problem> {
    if option == "--summaries" {
        let name = rest.next().unwrap_or("");
        let unknown = || Problem::UnknownOption(format!("{option} {name}"));
        check.summaries = summaries_of_name(name).ok_or_else(unknown)?;
        return Ok(());
    }
    let mut number = || {
        let word = rest.next().and_then(|word| word.parse::<u64>().ok());
        word.ok_or_else(|| Problem::MissingNumber(option.to_owned()))
    };
    let bound = |number: u64| u32::try_from(number).map_err(|_| Problem::MissingNumber(option.to_owned()));
    match option {
        "--cooperative" => check.schedule = Schedule::Cooperative,
        "--preemptions" => check.schedule = Schedule::PreemptionBound(bound(number()?)?),
        "--delays" => check.schedule = Schedule::DelayBound(bound(number()?)?),
        "--all-errors" => check.all_errors = true,
        "--max-states" => check.limits.max_states = Some(number()?),
        "--max-depth" => check.max_depth = Some(number()?),
        other => return Err(Problem::UnknownOption(other.to_owned())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"// A program.
// It shows something.
//@ check: violated
//@ check --preemptions 1 --max-states 9: unknown
//@ check --summaries visible: holds
//@ count patterns Main.M: 1 with 2 effects
//@ states: 1_042 (two threads of 32 states each, and so on)
class C { //~ unhandled-exception: "Lost"
    assert(x); //~ assertion //~ CP0001 //~ warning CP0002: "odd"
};
"#;

    #[test]
    fn directives_and_markers_are_read() {
        let case = parse(GOOD).expect("the example is well formed");
        assert_eq!(case.description, "A program.\nIt shows something.\n");
        assert_eq!(case.states, Some(1_042));
        let answers: Vec<Expected> = case.checks.iter().map(|check| check.expected).collect();
        assert_eq!(answers, [Expected::Violated, Expected::Unknown, Expected::Holds]);
        assert_eq!(case.checks[2].summaries, Summaries::Visible);
        let count = SummaryCount {
            line: 6,
            summaries: Summaries::Patterns,
            proc: "Main.M".into(),
            patterns: 1,
            effects: 2,
        };
        assert_eq!(case.counts, [count]);
        assert_eq!((case.checks[0].is_plain(), case.checks[1].is_plain()), (true, false));
        assert_eq!(case.checks[1].schedule, Schedule::PreemptionBound(1));
        assert_eq!(case.checks[1].limits.max_states, Some(9));
        let shown: Vec<String> = case.markers.iter().map(Marker::to_string).collect();
        assert_eq!(
            shown,
            [r#"unhandled-exception on line 8 with "Lost""#, "assertion on line 9", "CP0001 on line 9"]
        );
        let warnings: Vec<String> = case.warnings.iter().map(Marker::to_string).collect();
        assert_eq!(warnings, [r#"CP0002 on line 9 with "odd""#]);
    }

    #[test]
    fn a_symbolic_answer_stands_for_a_check_and_options_are_about_the_text() {
        let case = parse("// D\n//@ dialect: boppo\n//@ error-label: BAD\n//@ symbolic: holds\n// code\n");
        let case = case.expect("the example is well formed");
        assert_eq!(case.symbolic, Some(Symbolic { line: 4, expected: Expected::Holds }));
        assert_eq!((case.checks.len(), case.description.as_str()), (0, "D\n"));
        let options = case.options.boolean;
        assert_eq!((options.dialect, options.error_labels), (Some(Dialect::Boppo), vec!["BAD".to_owned()]));
    }

    #[test]
    fn comments_may_begin_with_a_semicolon() {
        let text =
            "; A program.\n;//@ check: violated\n;//@ ltl: F x => holds\n(x $ f) ;//~ null-dereference\n";
        let case = parse(text).expect("the example is well formed");
        assert_eq!((case.description.as_str(), case.checks.len()), ("A program.\n", 1));
        assert_eq!(case.markers[0].to_string(), "null-dereference on line 4");
    }

    #[test]
    fn mistakes_in_directives_are_errors() {
        let cases: &[(&str, u32, Problem)] = &[
            ("", 1, Problem::NoDescription),
            ("// D\n", 1, Problem::NoCheck),
            ("// D\n//@ check holds\n", 2, Problem::NoColon),
            ("// D\n//@ chekc: holds\n", 2, Problem::UnknownDirective("chekc".into())),
            ("// D\n//@ check: maybe\n", 2, Problem::UnknownAnswer("maybe".into())),
            ("// D\n//@ check --fast: holds\n", 2, Problem::UnknownOption("--fast".into())),
            ("// D\n//@ check --delays: holds\n", 2, Problem::MissingNumber("--delays".into())),
            ("// D\n//@ symbolic: unknown\n", 2, Problem::UnknownAnswer("unknown".into())),
            ("// D\n//@ symbolic: violated\n", 1, Problem::MarkersAndAnswersDisagree),
            ("// D\n//@ dialect: bebop\n", 2, Problem::UnknownOption("bebop".into())),
            ("// D\n//@ check: holds\n//@ states: 7\n", 3, Problem::BadStates),
            ("// D\n//@ check: holds\n//@ count patterns M: many\n", 3, Problem::BadCount),
            ("// D\n//@ check --summaries all: holds\n", 2, Problem::UnknownOption("--summaries all".into())),
            ("// D\n//@ explore M: paths 1, throws 0\n", 2, Problem::BadExplore("paths 1, throws 0".into())),
            ("// D\n//@ check: holds\n//@ call M --post N: holds\n", 3, Problem::BadCall("holds".into())),
            ("// D\n//@ check: holds\n//@ call M: violated\n", 3, Problem::BadCall("violated".into())),
            ("// D\n//@ check: violated\nx //~\n", 3, Problem::EmptyMarker),
            ("// D\n//@ check: violated\nx //~ a: b\n", 3, Problem::BadMarkerText("b".into())),
            ("// D\n//@ check: violated\nx //~ warning CP0001\n", 1, Problem::MarkersAndAnswersDisagree),
            ("// D\n//@ check: violated\n", 1, Problem::MarkersAndAnswersDisagree),
            ("// D\n//@ check: holds\nx //~ assertion\n", 1, Problem::MarkersAndAnswersDisagree),
        ];
        for (text, line, problem) in cases {
            let errors = parse(text).expect_err(text);
            assert!(
                errors.contains(&DirectiveError { line: *line, problem: problem.clone() }),
                "{text:?} gave {errors:?}"
            );
        }
    }
}
