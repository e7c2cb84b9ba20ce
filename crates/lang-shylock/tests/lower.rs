//! Source programs and the core language they become: see [`lowering`].
//!
//! A first line `// choice blind`, `// blocked prune` or `// steps paper` sets an option.

#[path = "../../testkit/tests/front_end/lowering.rs"]
mod lowering;

use cutpoint_lang_shylock::{Blocked, Choice, Options, Steps, compile};

#[test]
fn programs_are_lowered_as_written_down() {
    lowering::check_all("shy", 10, |file, text| compile(file, text, &options(text)));
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
