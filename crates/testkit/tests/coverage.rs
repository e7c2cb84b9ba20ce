//! What executions go through is the same in every engine: all engines that read `--coverage`, with and
//! without summaries, and naive exploration in the interpreter; on every program of the corpus that holds.

use std::path::{Path, PathBuf};

use base::SourceFile;
use cutpoint_testkit::coverage::{difference, naive};
use driver::{
    EngineChoice, EngineOptions, ExplicitOptions, Language, LoadOptions, MethodOptions, PushdownOptions,
    Request, Silent, Summaries, SymbolicOptions,
};
use ir::Program;
use verdict::{Coverage, Limits, Property, SummaryUse, Verdict};

const MOST_STATES: u64 = 2_000;

#[test]
fn all_engines_and_the_interpreter_cover_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut compared = [0; 6];
    for (path, language) in sources(&root) {
        let text = std::fs::read_to_string(&path).expect("the corpus can be read");
        let loaded = driver::load(SourceFile::new("f", text), language, &LoadOptions::default());
        let Some(program) = loaded.expect("no contradiction").program else { continue };
        let Some(plain) = covered(&program, "explicit", Summaries::Off) else { continue };
        let others = [
            covered(&program, "explicit", Summaries::Patterns),
            covered(&program, "explicit", Summaries::Visible),
            covered(&program, "pushdown", Summaries::Off),
            covered(&program, "bdd", Summaries::Off),
        ];
        for (index, other) in others.iter().enumerate() {
            let Some(other) = other else { continue };
            let found = difference(&program, &plain, other, true);
            assert_eq!(found, None, "{}: plain search, and {index}", path.display());
            compared[index] += 1;
        }
        let Some(naive) = naive(&program, 10 * MOST_STATES as usize) else { continue };
        let found = difference(&program, &plain, &naive, false);
        assert_eq!(found, None, "{}: plain search, and naive", path.display());
        compared[4] += 1;
        compared[5] += usize::from(program.second_thread().is_some());
    }
    assert!(compared.iter().all(|&count| count >= 20), "{compared:?}");
}

/// What an engine covers, if it says that the program holds.
fn covered(program: &Program, engine: &str, summaries: Summaries) -> Option<Coverage> {
    let coverage = true;
    let request = Request {
        engines: EngineChoice::One(driver::engine(engine).expect("the engine is registered")),
        options: EngineOptions {
            explicit: ExplicitOptions { summaries, coverage, ..ExplicitOptions::default() },
            pushdown: PushdownOptions { coverage, ..PushdownOptions::default() },
            boolean: MethodOptions { coverage, ..MethodOptions::default() },
            symbolic: SymbolicOptions { coverage, ..SymbolicOptions::default() },
        },
        limits: Limits { max_states: Some(MOST_STATES), ..Limits::default() },
        ..Request::default()
    };
    let checked = driver::check(program, &Property::NoErrors, &request, &Silent).expect("no contradiction");
    let answer = &checked.first().answer;
    let as_asked = summaries == Summaries::Off || matches!(answer.stats.summaries(), SummaryUse::Used(_));
    let holds = matches!(answer.verdict, Verdict::Holds { .. });
    (as_asked && holds).then(|| answer.coverage.clone().expect("it was asked for"))
}

fn sources(folder: &Path) -> Vec<(PathBuf, Language)> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
            match extension.as_deref().and_then(Language::from_extension) {
                _ if path.is_dir() => folders.push(path),
                // Programs of Java are executed, in `java.rs`.
                Some(Language::Java) => {}
                Some(language) => files.push((path, language)),
                None => {}
            }
        }
    }
    files.sort();
    files
}
