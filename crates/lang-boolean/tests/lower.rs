//! Source programs and the core language they become.
//!
//! Each case is a program in `tests/lower` beside the text form of what it is lowered to, with the places of labels at the end. A first line
//! `// dialect boppo` or `// dialect sdv` sets an option. Run with `UPDATE_EXPECT=1` to accept new output. Every
//! program also keeps the rules of the core language and survives the way through the text form.

use std::fmt::Write;
use std::path::Path;

use base::{Id, SourceFile, SourceId, SourceMap};
use cutpoint_lang_boolean::{Compiled, Dialect, Options, Places, compile};
use expect_test::expect_file;

#[test]
fn programs_are_lowered_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let entries = folder.read_dir().expect("the folder of cases is there");
    let mut cases: Vec<_> = entries.map(|entry| entry.expect("a case can be listed").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "bp"));
    cases.sort();
    assert!(cases.len() >= 8, "cases are missing in {}", folder.display());
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
        Some("// dialect boppo") => options.dialect = Some(Dialect::Boppo),
        Some("// dialect sdv") => options.dialect = Some(Dialect::Sdv),
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

/// Labels stand where executions rest, and each has two names.
fn check_places(program: &ir::Program, places: &Places) {
    for label in &places.labels {
        let block = &program.procs[label.proc].blocks[label.block];
        assert!(label.index <= block.instrs.len() && block.site(label.index).step, "{label:?}");
    }
    assert_eq!((places.labels.len() % 2, places.stuck.len()), (0, 0));
}

fn shown(places: &Places) -> String {
    let mut shown = String::new();
    for label in &places.labels {
        let (name, proc, block, index) = (&label.name, label.proc, label.block, label.index);
        writeln!(shown, "// label {name}: {proc}, {block}, index {index}").expect("a string takes all");
    }
    shown
}

#[test]
fn a_program_without_threads_has_one_thread_and_truth_values_only() {
    let text = "decl g; void main() begin decl l; atomic_begin; l := f(g); atomic_end; sync; assert(l); end
        bool f(x) begin if x then end_thread; fi return x; end";
    let Compiled { program, .. } = compile(SourceId::new(0), text, &Options::default());
    let program = program.expect("the program is well formed");
    assert!(program.is_sequential() && program.classes.is_empty());
    let locals = program.procs.iter().flat_map(|proc| &proc.locals).map(|local| local.ty);
    let globals = program.globals.iter().map(|global| global.ty);
    assert!(locals.chain(globals).all(|ty| ty == ir::Type::Bool));
    let is_of_threads = |op: &ir::Op| matches!(op, ir::Op::AtomicBegin | ir::Op::AtomicEnd);
    assert!(!program.any_op(is_of_threads));
}
