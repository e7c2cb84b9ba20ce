//! Every closed program of `corpus/java` executed by the interpreter: it prints what its comments say.

use std::path::{Path, PathBuf};

use base::{Diagnostic, Files, SourceMap};
use interp::{Context, Printed, Script, State, Stop, transition};
use ir::{FaultKind, Input};
use lang_jvm::Options;
use verdict::ViolationKind;

/// The files of this repository.
struct Disk;

impl Files for Disk {
    fn text(&mut self, name: &str) -> Result<String, Diagnostic> {
        Ok(std::fs::read_to_string(name).expect(name))
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        Ok(std::fs::read(name).expect(name))
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java")
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        folder.read_dir().expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

/// How a run ended.
fn run(name: &str) -> Result<(String, String), String> {
    let options = Options {
        class_path: vec![corpus().join("fixtures.jar").display().to_string()],
        ..Options::default()
    };
    let (mut sources, mut files) = (SourceMap::new(), Disk);
    let mut input = Input::new(name, &mut sources, &mut files);
    let (program, _) = lang_jvm::compile(&mut input, &options).map_err(|diagnostic| diagnostic.message)?;
    if let Err(errors) = ir::verify(&program) {
        let first: Vec<String> = errors
            .iter()
            .take(3)
            .map(|error| {
                let proc = error.proc.map(|proc| program.procs[proc].name.clone()).unwrap_or_default();
                format!("{proc}: {error}")
            })
            .collect();
        return Err(format!("not verified: {}", first.join("; ")));
    }
    let ctx = Context::new(&program);
    let mut state = State::initial(&ctx);
    let mut printed = Printed::default();
    for _ in 0..5_000_000 {
        if state.threads.is_empty() {
            return Ok((printed.output(), "ends".to_owned()));
        }
        match transition(&ctx, &mut state, 0, &mut Script::new(&[]), &mut printed) {
            Ok(_) => {}
            Err(Stop::Violation { kind, span }) => {
                let line = span.map_or(0, |span| sources.position(span).line);
                return Ok((printed.output(), format!("{} {line}", slug(&kind))));
            }
            Err(stop) => return Err(format!("{stop:?} after {:?}", printed.output())),
        }
    }
    Err("it takes too long".to_owned())
}

fn slug(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::Fault(FaultKind::UnhandledException(class)) => class.clone(),
        ViolationKind::Fault(kind) => kind.slug().to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn programs_print_what_their_comments_say() {
    let mut all = Vec::new();
    programs(&corpus(), &mut all);
    let only = std::env::var("JAVA_PROGRAM").unwrap_or_default();
    let mut wrong = Vec::new();
    let mut passed = 0;
    for path in all.iter().filter(|path| path.display().to_string().contains(&only)) {
        let text = std::fs::read_to_string(path).expect("a text");
        let expected: Vec<&str> =
            text.lines().filter_map(|line| line.trim_start().strip_prefix("//@ out:")).collect();
        let expected: String =
            expected.iter().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
        let name = path.display().to_string();
        match std::panic::catch_unwind(|| run(&name)) {
            Ok(Ok((output, _))) if output == expected => passed += 1,
            Ok(Ok((output, end))) => {
                wrong.push(format!("{name}: {end}\n--- expected\n{expected}--- printed\n{output}"))
            }
            Ok(Err(reason)) => wrong.push(format!("{name}: {reason}")),
            Err(_) => wrong.push(format!("{name}: panic")),
        }
    }
    assert!(wrong.is_empty(), "{passed} right, {} wrong\n{}", wrong.len(), wrong.join("\n"));
}
