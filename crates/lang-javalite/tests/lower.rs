//! Source programs and the core language they become: see [`lowering`].

#[path = "../../testkit/tests/front_end/lowering.rs"]
mod lowering;

use cutpoint_lang_javalite::{Compiled, compile};
use ir::Places;

#[test]
fn programs_are_lowered_as_written_down() {
    lowering::check_all("jl", 9, |file, text| {
        let Compiled { program, diagnostics } = compile(file, text);
        (program, diagnostics, Places::default())
    });
}
