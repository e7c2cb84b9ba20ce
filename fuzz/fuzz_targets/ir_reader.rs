//! Any text is read as the text form: no panic, and what reads and verifies prints and reads back to itself.

#![no_main]

use base::{Id, SourceId};
use engine_explicit::ExplicitOptions;
use libfuzzer_sys::fuzz_target;
use testkit::settings;
use verdict::Limits;

fuzz_target!(|text: &str| {
    let Ok(program) = ir::read(SourceId::new(0), text) else { return };
    if ir::verify(&program).is_err() {
        return;
    }
    let again = ir::read(SourceId::new(0), &ir::print(&program)).expect("what is printed reads back");
    assert!(again.without_spans() == program.clone().without_spans(), "printed and read it is another program");
    let limits = Limits { max_states: Some(500), max_bytes: Some(16 << 20), ..Limits::default() };
    if let Some(answer) = settings::check(&program, &ExplicitOptions::default(), &limits) {
        settings::replay_all(&program, &answer).expect("every trace replays");
    }
});
