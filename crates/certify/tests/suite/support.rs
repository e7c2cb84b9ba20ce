//! Certificates in a text form of their own, so that cases are data.
//!
//! ```text
//! summary = procN "[" {spot=content} "]" { "{" {classN(value,*)} "|" {spot=content} "|" {value} "}" }      pattern, then effects
//! spot    = atomic | self | vN | gN | #N.SLOT | #N.len | #N.class | #N.all
//! content = value | classN | (value,*)
//! value   = null | true | false | INT | DECIMALm | #N
//! ```
//!
//! A case is a file: a program in the text form of the core language, then certificates and what becomes of them, each
//! after a line `//= NAME`. `accepted` and `refused REASON` stand before a certificate; `with REASON: OLD => NEW`
//! before nothing: it replaces a text of the last accepted certificate.

use base::{Id, SourceFile, SourceMap};
use cutpoint_certify::{Reason, Refusal, Report, certify_within};
use ir::{Decimal, ObjectId, Program, Value};
use verdict::{Content, Effect, MalformedSummary, NewObject, Read, Spot, Summary, SummarySet};

/// Enough for all cases; what has no end is given up early.
pub(crate) const BUDGET: usize = 1 << 18;

pub(crate) fn program(text: &str) -> Program {
    let file = SourceMap::new().add(SourceFile::new("case", text));
    let program = ir::read(file, text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify(&program).unwrap_or_else(|errors| panic!("{errors:#?}"));
    program
}

fn id<I: Id>(text: &str, prefix: &str) -> Option<I> {
    text.strip_prefix(prefix)?.parse().ok().map(I::new)
}

fn value(text: &str) -> Value {
    match text {
        "null" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        other => match id(other, "#") {
            Some(object) => Value::Ref(object),
            None if other.ends_with('m') => {
                let number = Decimal::parse(other.trim_end_matches('m'));
                Value::Decimal(number.unwrap_or_else(|| panic!("{other} is no decimal")))
            }
            None => Value::Int(other.parse().unwrap_or_else(|_| panic!("{other} is no value"))),
        },
    }
}

fn list(text: &str) -> Vec<Value> {
    text.split(',').filter(|part| !part.is_empty()).map(value).collect()
}

fn spot(text: &str) -> Spot {
    if let Some((object, part)) = text.split_once('.') {
        let object: ObjectId = id(object, "#").unwrap_or_else(|| panic!("{object} is no object"));
        return match part {
            "len" => Spot::Length(object),
            "class" => Spot::Class(object),
            "all" => Spot::Contents(object),
            slot => Spot::Slot(object, slot.parse().expect("a slot has a number")),
        };
    }
    match text {
        "atomic" => Spot::Atomic,
        "self" => Spot::SelfId,
        other => {
            let param = id(other, "v").map(Spot::Param);
            param.or(id(other, "g").map(Spot::Global)).unwrap_or_else(|| panic!("{other} is no spot"))
        }
    }
}

fn entry(text: &str) -> (Spot, Content) {
    let (place, held) = text.split_once('=').unwrap_or_else(|| panic!("{text} has no ="));
    let content = match held.strip_prefix('(').and_then(|held| held.strip_suffix(')')) {
        Some(values) => Content::List(list(values)),
        None => id(held, "class").map_or_else(|| Content::Value(value(held)), Content::Class),
    };
    (spot(place), content)
}

fn new_object(text: &str) -> NewObject {
    let (class, slots) = text.strip_suffix(')').and_then(|text| text.split_once('(')).expect("class(slots)");
    NewObject { class: id(class, "class").expect("a class"), slots: list(slots) }
}

fn effect(text: &str) -> Effect {
    let parts: Vec<&str> = text.split('|').collect();
    let [fresh, writes, results] = parts[..] else { panic!("{text} has not three parts") };
    Effect {
        fresh: fresh.split_whitespace().map(new_object).collect(),
        writes: writes.split_whitespace().map(entry).collect(),
        results: results.split_whitespace().map(value).collect(),
    }
}

pub(crate) fn certificate(text: &str) -> SummarySet {
    let summaries = text.split("proc").skip(1).map(|text| {
        let (proc, rest) = text.split_once('[').expect("a pattern");
        let (pattern, effects) = rest.split_once(']').expect("the end of a pattern");
        let reads = pattern.split_whitespace().map(entry).map(|(spot, seen)| Read { spot, seen });
        let effects = effects.split('{').skip(1).map(|text| effect(text.trim().trim_end_matches('}')));
        Summary {
            proc: Id::new(proc.trim().parse().expect("a procedure")),
            pattern: reads.collect(),
            effects: effects.collect(),
            uses: 0,
        }
    });
    SummarySet { summaries: summaries.collect() }
}

/// A certificate and what must become of it: nothing, or the name of the reason.
pub(crate) struct Case<E> {
    pub(crate) name: String,
    pub(crate) evidence: E,
    pub(crate) refused: Option<String>,
}

/// The program of a case file, and its sets of summaries.
pub(crate) fn cases(text: &str) -> (Program, Vec<Case<SummarySet>>) {
    cases_of(text, certificate)
}

/// The same with certificates of any kind.
pub(crate) fn cases_of<E>(text: &str, read: impl Fn(&str) -> E) -> (Program, Vec<Case<E>>) {
    let mut sections = text.split("//= ");
    let program = program(sections.next().expect("a program"));
    let (mut cases, mut last) = (Vec::new(), String::new());
    for section in sections {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        let refused = title.split_whitespace().nth(1).map(|word| word.trim_end_matches(':').to_owned());
        let text = match title.split_once(": ").map(|(_, change)| change) {
            Some(change) => {
                let (old, new) = change.split_once("=>").expect("OLD => NEW");
                let changed = last.replacen(old.trim(), new.trim(), 1);
                assert_ne!(changed, last, "{title} changes nothing");
                changed
            }
            None => body.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n"),
        };
        if refused.is_none() {
            last.clone_from(&text);
        }
        cases.push(Case { name: title.to_owned(), evidence: read(&text), refused });
    }
    (program, cases)
}

/// The outcome as a case names it.
pub(crate) fn outcome(program: &Program, set: &SummarySet) -> (Option<String>, Result<Report, Refusal>) {
    let outcome = certify_within(program, set, BUDGET);
    let reason = outcome.as_ref().err().map(|refusal| match &refusal.reason {
        Reason::Malformed(MalformedSummary { effect: Some(_), .. }) => "MalformedEffect".to_owned(),
        Reason::Malformed(_) => "MalformedPattern".to_owned(),
        reason => {
            let shown = format!("{reason:?}");
            shown.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
        }
    });
    (reason, outcome)
}
