//! Engines ask often enough whether to go on: what they do between two ticks is bounded in states, transitions and
//! bytes, whatever grows in the program. A limit on time is met as soon as that.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use base::SourceFile;
use driver::{
    CheckProgress, EngineChoice, EngineOptions, ExplicitOptions, Language, LoadOptions, Program, Request,
    Summaries,
};
use verdict::{Progress, Property, StopReason, Tick, Verdict};

/// Ends a run at this tick.
const LAST_TICK: usize = 10;

/// The most that is done between two ticks: the engines' own bounds, and one state that is expanded meanwhile.
const MOST: Tick = Tick { states: 8_192, transitions: 8_192, bytes: 4 << 20, frontier: 0, depth: 0 };

/// Remembers every tick.
#[derive(Default)]
struct Recorder {
    ticks: Mutex<Vec<Tick>>,
}

impl Progress for Recorder {
    fn tick(&self, tick: Tick) -> Result<(), StopReason> {
        let mut ticks = self.ticks.lock().expect("no panic");
        ticks.push(tick);
        if ticks.len() < LAST_TICK { Ok(()) } else { Err(StopReason::TimeLimit(Duration::ZERO)) }
    }
}

impl CheckProgress for Recorder {
    fn begins(&self, _: &'static str) {}

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cutpoint/tests/models/endless");
    let entries = std::fs::read_dir(folder).expect("the models are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    assert!(paths.len() >= 20, "a family of {}", paths.len());
    paths
}

fn load(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("the model can be read");
    let extension = path.extension().and_then(|extension| extension.to_str()).expect("an extension");
    let language = Language::from_extension(extension).expect("a language");
    let file = SourceFile::new(path.display().to_string(), text);
    let loaded = driver::load(file, language, &LoadOptions::default()).expect("no contradiction");
    loaded.program.unwrap_or_else(|| panic!("{}: {:?}", path.display(), loaded.diagnostics))
}

/// The name of a run, and how it is asked for.
fn requests() -> Vec<(&'static str, Request)> {
    let explicit = |summaries, workers| EngineOptions {
        explicit: ExplicitOptions { summaries, workers, ..ExplicitOptions::default() },
        ..EngineOptions::default()
    };
    let request = |name, options| {
        let engine = driver::engine(name).expect("an engine of this name");
        Request { engines: EngineChoice::One(engine), options, ..Request::default() }
    };
    vec![
        ("states", request("explicit", explicit(Summaries::Off, 1))),
        ("patterns", request("explicit", explicit(Summaries::Patterns, 1))),
        ("visible states", request("explicit", explicit(Summaries::Visible, 1))),
        ("pushdown", request("pushdown", EngineOptions::default())),
    ]
}

#[test]
fn what_is_done_between_two_ticks_is_bounded() {
    for path in models() {
        let program = load(&path);
        for (name, request) in requests() {
            let recorder = Recorder::default();
            let checked =
                driver::check(&program, &Property::NoErrors, &request, &recorder).expect("no contradiction");
            let Verdict::Unknown { reason } = &checked.first().answer.verdict else { continue };
            if matches!(reason, StopReason::Unsupported(_)) {
                continue;
            }
            let run = format!("{} by {name}", path.display());
            assert_eq!(*reason, StopReason::TimeLimit(Duration::ZERO), "{run}");
            let ticks = recorder.ticks.into_inner().expect("no panic");
            // The last tick of all is that of a run that ends.
            assert!(ticks.len() <= LAST_TICK + 1, "{run}: {} ticks", ticks.len());
            for pair in ticks.windows(2) {
                let [before, after] = [pair[0], pair[1]];
                assert!(after.states.saturating_sub(before.states) <= MOST.states, "{run}: {pair:?}");
                let transitions = after.transitions.saturating_sub(before.transitions);
                assert!(transitions <= MOST.transitions, "{run}: {pair:?}");
                // A vector that is full is replaced by one twice as large.
                assert!(after.bytes <= 2 * before.bytes + MOST.bytes, "{run}: {pair:?}");
            }
            let states = checked.first().answer.stats.states;
            let known = ticks.iter().map(|tick| tick.states).max().unwrap_or(0);
            assert!(states <= known + MOST.states, "{run}: {states} states, and {known} at the last tick");
        }
    }
}
