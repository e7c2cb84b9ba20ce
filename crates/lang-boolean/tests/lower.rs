//! Source programs and the core language they become: see [`lowering`].
//!
//! A first line `// dialect boppo`, `// dialect getafix` or `// dialect sdv` sets an option.

#[path = "../../testkit/tests/front_end/lowering.rs"]
mod lowering;

use base::{Id, SourceId};
use cutpoint_lang_boolean::{Dialect, Options, compile};

#[test]
fn programs_are_lowered_as_written_down() {
    lowering::check_all("bp", 8, |file, text| compile(file, text, &options(text)));
}

fn options(text: &str) -> Options {
    let mut options = Options::default();
    match text.lines().next() {
        Some("// dialect boppo") => options.dialect = Some(Dialect::Boppo),
        Some("// dialect getafix") => options.dialect = Some(Dialect::Getafix),
        Some("// dialect sdv") => options.dialect = Some(Dialect::Sdv),
        Some(_) | None => {}
    }
    options
}

#[test]
fn a_program_without_threads_has_one_thread_and_truth_values_only() {
    let text = "decl g; void main() begin decl l; atomic_begin; l := f(g); atomic_end; sync; assert(l); end
        bool f(x) begin if x then end_thread; fi return x; end";
    let program =
        compile(SourceId::new(0), text, &Options::default()).program.expect("the program is well formed");
    assert!(program.is_sequential() && program.classes.is_empty());
    let locals = program.procs.iter().flat_map(|proc| &proc.locals).map(|local| local.ty);
    let globals = program.globals.iter().map(|global| global.ty);
    assert!(locals.chain(globals).all(|ty| ty == ir::Type::Bool));
    let is_of_threads =
        |op: &ir::Op| matches!(op, ir::Op::Thread(ir::ThreadOp::AtomicBegin | ir::ThreadOp::AtomicEnd));
    assert!(!program.any_op(is_of_threads));
}
