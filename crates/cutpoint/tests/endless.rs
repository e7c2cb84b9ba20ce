//! Programs without end: whatever grows in them, every engine keeps its limits, says *unknown* with what it has seen so
//! far, and names what grows. It never advises more of something that cannot be enough.

mod support;

use serde_json::Value;
use support::{cutpoint, stdout};

const EXPLICIT: [&str; 3] =
    ["--summaries off", "--engine explicit --summaries patterns", "--engine explicit --summaries visible"];
const PUSHDOWN: &str = "--engine pushdown";

/// What a run of one of the programs ends with.
#[derive(Clone, Copy)]
enum End {
    /// This kind of growth, of this part.
    Grows(&'static str, &'static str),
    /// The engine needs no end.
    Holds,
    /// It has several threads.
    Refused,
}

use End::{Grows, Holds, Refused};

/// A program, and its ends: state by state, by summaries, by pushdown systems.
type Endless = (&'static str, [End; 3]);

const OBJECTS: End = Grows("objects", "objects that one procedure sees");

const PROGRAMS: [Endless; 22] = [
    ("array.zing", [Grows("elements", "Numbers"); 3]),
    ("channel.zing", [Grows("elements", "C"); 3]),
    (
        "counter-pinned.zing",
        [Grows("chain", "Node.next"), Grows("chain", "Node.next"), Grows("number", "Main.n")],
    ),
    ("counter.zing", [Grows("number", "Main.n"); 3]),
    ("deep-return.zing", [Grows("calls", "Main.Depth"), Grows("number", "n"), Grows("number", "n")]),
    ("list-argument.zing", [Grows("calls", "Main.Extend"), Holds, OBJECTS]),
    ("list.shy", [Grows("calls", "grow"), Holds, OBJECTS]),
    ("list.zing", [Grows("chain", "Node.next"), Grows("chain", "Node.next"), OBJECTS]),
    ("missing-base.zing", [Grows("calls", "Main.F"), Grows("number", "n"), Grows("number", "n")]),
    ("mutual.zing", [Grows("calls", "Main.Even"), Grows("number", "n"), Grows("number", "n")]),
    ("nested-channels.zing", [Grows("chain", "Box.below"), Grows("chain", "Box.below"), OBJECTS]),
    ("numbers.zing", [Grows("elements", "Numbers"); 3]),
    ("pinned.shy", [Grows("calls", "d"), Grows("chain", "Object.f"), Holds]),
    ("producer.zing", [Grows("elements", "Queue"), Grows("elements", "Queue"), Refused]),
    ("recursion.bp", [Grows("calls", "Again"), Holds, Holds]),
    ("recursion.shy", [Grows("calls", "p"), Holds, Holds]),
    ("ring.zing", [Grows("chain", "Node.next"), Grows("chain", "Node.next"), OBJECTS]),
    ("set.zing", [Grows("elements", "Items"); 3]),
    ("slow-consumer.zing", [Grows("elements", "Queue"); 3]),
    ("spawn-chain.zing", [Grows("threads", "Main.Worker"), Grows("threads", "Main.Worker"), Refused]),
    ("spawn.zing", [Grows("threads", "Main.Worker"), Grows("threads", "Main.Worker"), Refused]),
    ("tree.zing", [Grows("objects", "Tree"), Grows("objects", "Tree"), OBJECTS]),
];

/// The runs that do not end by themselves: the program, its options, and what grows.
fn runs() -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
    PROGRAMS.into_iter().flat_map(|(program, [states, summaries, pushdown])| {
        let [off, patterns, _] = EXPLICIT;
        [(off, states), (patterns, summaries), (PUSHDOWN, pushdown)].into_iter().filter_map(
            move |(options, end)| match end {
                Grows(kind, part) => Some((program, options, kind, part)),
                Holds | Refused => None,
            },
        )
    })
}

fn report(program: &str, options: &str) -> Value {
    let ended = cutpoint(&format!("check endless/{program} {options} --format json")).assert().code(3);
    let report: Value = serde_json::from_str(&stdout(&ended)).expect("JSON");
    assert_eq!(report["verdict"], "unknown", "{program} {options}: {report}");
    report
}

fn assert_is_honest(report: &Value, program: &str, options: &str) {
    let advice = report["advice"].to_string();
    assert!(!advice.contains("a larger --"), "{program} {options}: {advice}");
    assert!(advice.contains("if that has no bound, no larger limit helps"), "{program} {options}: {advice}");
}

#[test]
fn what_grows_is_named_and_no_larger_limit_is_advised() {
    for (program, options, kind, part) in runs() {
        let options = format!("{options} --max-states 3000");
        let report = report(program, &options);
        assert_eq!(report["stats"]["growth"]["kind"], kind, "{program} {options}: {report}");
        assert_eq!(report["stats"]["states"], 3000, "{program} {options}: {report}");
        assert_is_honest(&report, program, &options);
        let text = stdout(&cutpoint(&format!("check endless/{program} {options}")).assert().code(3));
        let part = part.split('.').next().unwrap_or(part);
        assert!(text.contains("grew to") && text.contains(part), "{program} {options}: {text}");
    }
}

#[test]
fn what_is_decided_all_the_same_is_decided() {
    for (program, [_, summaries, pushdown]) in PROGRAMS {
        for (options, end) in [(EXPLICIT[1], summaries), (EXPLICIT[2], summaries), (PUSHDOWN, pushdown)] {
            // A program whose end only patterns find: visible states grow.
            let only_patterns = options == EXPLICIT[2] && program.starts_with("list");
            let command = format!("check endless/{program} {options} --max-states 3000");
            match end {
                Holds if !only_patterns => drop(cutpoint(&command).assert().code(0)),
                Refused => {
                    let refused = report(program, options);
                    assert_eq!(refused["reason"]["kind"], "unsupported", "{program} {options}");
                }
                Holds | Grows(..) => {}
            }
        }
    }
}

/// Whatever the engine had seen by then is in the report.
fn ends_in_time(program: &str, options: &str) {
    let report = report(program, options);
    assert_eq!(report["reason"]["kind"], "time-limit", "{program} {options}: {report}");
    let states = report["stats"]["states"].as_u64().expect("a number");
    assert!(states > 0, "{program} {options}: nothing is known");
}

#[test]
fn every_engine_ends_at_a_time_limit() {
    for (program, options, ..) in runs() {
        ends_in_time(program, &format!("{options} --timeout 200ms"));
    }
}

#[test]
fn the_default_ends_at_a_time_limit() {
    for (program, ends) in PROGRAMS {
        if ends.iter().skip(1).all(|end| !matches!(end, Holds)) {
            ends_in_time(program, "--timeout 1");
        }
    }
}

/// What is left for the allocator, and for what an engine holds between two ticks.
const TOLERANCE: f64 = 1.15;

fn stays_within(program: &str, options: &str, megabytes: u64) {
    let report = report(program, &format!("{options} --memory {megabytes}M --stats"));
    assert_eq!(report["reason"]["kind"], "memory-limit", "{program} {options}: {report}");
    if cfg!(target_os = "linux") {
        let peak = report["peak_resident_bytes"].as_u64().expect("Linux counts resident memory");
        let ratio = peak as f64 / (megabytes << 20) as f64;
        assert!(ratio <= TOLERANCE, "{program} {options}: {peak} bytes, {ratio:.2} of the limit");
    }
}

fn all_stay_within(options: &str) {
    let own = runs().filter(|(_, of_run, ..)| *of_run == options);
    own.for_each(|(program, options, ..)| stays_within(program, options, 128));
}

#[test]
fn states_stay_within_a_memory_limit() {
    all_stay_within(EXPLICIT[0]);
}

#[test]
fn summaries_stay_within_a_memory_limit() {
    all_stay_within(EXPLICIT[1]);
}

#[test]
fn pushdown_systems_stay_within_a_memory_limit() {
    all_stay_within(PUSHDOWN);
}
