//! Source programs and the core language they become: see [`lowering`].

#[path = "../../testkit/tests/front_end/lowering.rs"]
mod lowering;

use cutpoint_lang_javalite::compile;

#[test]
fn programs_are_lowered_as_written_down() {
    lowering::check_all("jl", 9, compile);
}
