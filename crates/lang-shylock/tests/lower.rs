//! Source programs and the core language they become.
//!
//! Each case is a program in `tests/lower` beside the text form of what it is lowered to, with the places of labels and stuck blocks at
//! the end. A first line `// choice blind`, `// blocked prune` or `// steps paper` sets an option. Run with `UPDATE_EXPECT=1` to accept new output. Every
//! program also keeps the rules of the core language and survives the way through the text form.

use std::fmt::Write;
use std::path::Path;

use base::{Id, SourceFile, SourceId, SourceMap};
use cutpoint_lang_shylock::{Blocked, Choice, Compiled, Options, Places, Steps, compile};
use expect_test::expect_file;

#[test]
fn programs_are_lowered_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let entries = folder.read_dir().expect("the folder of cases is there");
    let mut cases: Vec<_> = entries.map(|entry| entry.expect("a case can be listed").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "shy"));
    cases.sort();
    assert!(cases.len() >= 10, "cases are missing in {}", folder.display());
    for case in cases {
        let text = std::fs::read_to_string(&case).expect("a case can be read");
        let (program, places) = lowered(&case, &text);
        check_places(&program, &places);
        let printed = ir::print(&program);
        let shown = format!("{printed}{}", shown(&places));
        expect_file![case.with_extension("cpir")].assert_eq(&shown);
        let again = ir::read(SourceId::new(0), &printed).expect("the text form can be read");
        assert_eq!(ir::print(&again), printed, "{} changes on the way", case.display());
    }
}

fn options(text: &str) -> Options {
    let mut options = Options::default();
    match text.lines().next() {
        Some("// choice blind") => options.choice = Choice::Blind,
        Some("// blocked prune") => options.blocked = Blocked::Prune,
        Some("// steps paper") => options.steps = Steps::Paper,
        Some(_) | None => {}
    }
    options
}

fn lowered(case: &Path, text: &str) -> (ir::Program, Places) {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(case.display().to_string(), text));
    let Compiled { program, diagnostics, places, .. } = compile(file, text, &options(text));
    assert_eq!(diagnostics, [], "{}", case.display());
    let program = program.expect("a program without diagnostics is lowered");
    if let Err(errors) = ir::verify(&program) {
        let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}: {shown:#?}\n{}", case.display(), ir::print(&program));
    }
    (program, places)
}

/// Labels stand where executions rest, and stuck blocks lead to themselves alone, with a step.
fn check_places(program: &ir::Program, places: &Places) {
    for label in &places.labels {
        let block = &program.procs[label.proc].blocks[label.block];
        assert!(label.index <= block.instrs.len() && block.site(label.index).step, "{label:?}");
        assert_eq!(places.label(&label.name), Some(label));
    }
    for &(proc, block) in &places.stuck {
        let sink = &program.procs[proc].blocks[block];
        assert!(sink.instrs.is_empty() && sink.terminator.site.step);
        assert_eq!(sink.successors(), [block]);
        assert!(places.is_stuck(proc, block));
    }
}

fn shown(places: &Places) -> String {
    let mut shown = String::new();
    for label in &places.labels {
        let (name, proc, block, index) = (&label.name, label.proc, label.block, label.index);
        writeln!(shown, "// label {name}: {proc}, {block}, index {index}").expect("a string takes all");
    }
    for (proc, block) in &places.stuck {
        writeln!(shown, "// stuck: {proc}, {block}").expect("a string takes all");
    }
    shown
}
