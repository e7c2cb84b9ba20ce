//! Java programs mean for the interpreter what they mean for a real machine, where a JDK is found: the same output, the
//! same uncaught exception from the same line, the same order of static initialisation.
//!
//! The programs are those of `corpus/java`, whose recorded output is compared without a JDK too, and random ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cutpoint_testkit::corpus;
use cutpoint_testkit::java::jvm::Jvm;
use cutpoint_testkit::java::outcome::{End, Outcome, interpret};
use cutpoint_testkit::java::programs::JavaProgram;
use cutpoint_testkit::java::shrink::shrink;
use cutpoint_testkit::settings;

/// Programs that one machine runs.
const BATCH: usize = 50;
/// Disagreements that are made small; the others are counted.
const MOST_SHRUNK: usize = 2;

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java")
}

fn fixtures() -> PathBuf {
    programs().join("fixtures.jar")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The closed programs of the corpus, by their classes.
fn closed_programs() -> BTreeMap<String, PathBuf> {
    let topics = fs::read_dir(programs()).expect("the corpus").map(|entry| entry.expect("a topic").path());
    let topics = topics.filter(|path| path.is_dir() && !path.ends_with("nondeterminism"));
    let files = topics
        .flat_map(|topic| fs::read_dir(topic).expect("a topic"))
        .map(|entry| entry.expect("a file").path());
    let name = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    files.map(|path| (name(&path), path)).collect()
}

/// What `//@ out:` says of a program's output.
fn recorded(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//@ out:"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()).collect()
}

/// The text with another recorded output, after the other directives.
fn with_output(text: &str, output: &[String]) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("//@ out:")).collect();
    let directives = lines.iter().rposition(|line| line.starts_with("//@")).map_or(0, |last| last + 1);
    let output: Vec<String> =
        output.iter().map(|line| format!("//@ out: {line}").trim_end().to_owned()).collect();
    let all = lines[..directives].iter().copied().chain(output.iter().map(String::as_str));
    all.chain(lines[directives..].iter().copied()).map(|line| format!("{line}\n")).collect()
}

/// Whether a program ends as it says: with an exception exactly if there is a marker, on its line where one is known.
fn ends_as_marked(text: &str, end: &End) -> bool {
    let case = corpus::parse(text).expect("directives");
    match (case.markers.as_slice(), end) {
        ([], End::Normal) => true,
        ([marker], End::Thrown(origins)) => {
            origins[0].line.is_none_or(|line| line == marker.line)
                && marker.text.as_ref().is_none_or(|class| *class == origins[0].class)
        }
        (_, End::Normal | End::Thrown(_)) => false,
    }
}

#[test]
fn programs_of_the_corpus_do_what_they_say() {
    let mut wrong = Vec::new();
    for (name, path) in closed_programs() {
        let text = fs::read_to_string(&path).expect("a program");
        match interpret(&path, &fixtures()) {
            Ok(outcome) if outcome.lines != recorded(&text) => {
                wrong.push(format!("{name} prints {:#?}", outcome.lines))
            }
            Ok(outcome) if ends_as_marked(&text, &outcome.end) => {}
            Ok(outcome) => wrong.push(format!("{name} ends {:?}", outcome.end)),
            Err(reason) => wrong.push(format!("{name}: {reason}")),
        }
    }
    assert!(wrong.is_empty(), "{} programs\n{}", wrong.len(), wrong.join("\n"));
}

/// With `UPDATE_EXPECT=1`, what the machine prints is recorded.
#[test]
fn programs_of_the_corpus_run_as_on_a_machine() {
    let Some(jvm) = Jvm::find(&folder("java_corpus")) else { return };
    let closed = closed_programs();
    let real = jvm.run(&fixtures(), &closed.keys().cloned().collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for (name, path) in &closed {
        let text = fs::read_to_string(path).expect("a program");
        let expected = &real[name];
        if recorded(&text) != expected.lines {
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(path, with_output(&text, &expected.lines)).expect("a program that can be written");
            }
            wrong.push(format!("{name}: the recorded output is not that of the machine"));
        }
        if let Some(difference) = difference(expected, &interpret(path, &fixtures())) {
            wrong.push(format!("{name}: {difference}"));
        }
    }
    assert!(wrong.is_empty(), "{} programs\n{}", wrong.len(), wrong.join("\n"));
}

fn difference(real: &Outcome, found: &Result<Outcome, String>) -> Option<String> {
    match found {
        Ok(outcome) if outcome.agrees(real) => None,
        Ok(outcome) => {
            let same = outcome.lines.iter().zip(&real.lines).take_while(|(a, b)| a == b).count();
            let (found, real_line) = (outcome.lines.get(same), real.lines.get(same));
            Some(format!(
                "line {same} is {found:?} and not {real_line:?}; it ends {:?} and not {:?}",
                outcome.end, real.end
            ))
        }
        Err(reason) => Some(reason.clone()),
    }
}

#[test]
fn random_programs_run_as_on_a_machine() {
    let Some(jvm) = Jvm::find(&folder("java_random")) else { return };
    let seeds: Vec<u64> = settings::seeds(50, 2_000).collect();
    let mut wrong = Vec::new();
    for (index, batch) in seeds.chunks(BATCH).enumerate() {
        wrong.extend(disagreements(&jvm, &format!("batch{index}"), batch));
    }
    let n_wrong = wrong.len();
    let shown: Vec<String> = wrong
        .into_iter()
        .enumerate()
        .map(|(index, case)| explained(&jvm, case, index < MOST_SHRUNK))
        .collect();
    assert!(n_wrong == 0, "{n_wrong} of {} programs disagree\n{}", seeds.len(), shown.join("\n"));
}

fn disagreements(jvm: &Jvm, name: &str, seeds: &[u64]) -> Vec<(JavaProgram, String)> {
    let programs: Vec<JavaProgram> = seeds.iter().map(|&seed| JavaProgram::random(seed)).collect();
    let texts = programs.iter().map(|program| (program.name.clone(), program.text())).collect();
    let classes = jvm.build(name, &texts).unwrap_or_else(|errors| panic!("{errors}"));
    let real = jvm.run(&classes, &texts.keys().cloned().collect::<Vec<_>>());
    let compare = |program: JavaProgram| {
        let source = classes.join(&program.name).with_extension("java");
        let difference = difference(&real[&program.name], &interpret(&source, &classes))?;
        Some((program, difference))
    };
    programs.into_iter().filter_map(compare).collect()
}

fn explained(jvm: &Jvm, (program, difference): (JavaProgram, String), shrinks: bool) -> String {
    if !shrinks {
        return format!("{}: {difference}", program.name);
    }
    let mut n_tried = 0;
    let small = shrink(&program, &mut |smaller| {
        n_tried += 1;
        is_bad(jvm, &format!("{}-{n_tried}", smaller.name), smaller)
    });
    format!("{}: {difference}\n{}", program.name, small.text())
}

fn is_bad(jvm: &Jvm, folder: &str, program: &JavaProgram) -> bool {
    let texts = BTreeMap::from([(program.name.clone(), program.text())]);
    let Ok(classes) = jvm.build(folder, &texts) else { return false };
    let real = jvm.run(&classes, std::slice::from_ref(&program.name));
    let source = classes.join(&program.name).with_extension("java");
    difference(&real[&program.name], &interpret(&source, &classes)).is_some()
}
