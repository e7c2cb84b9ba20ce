//! Any text is compiled as Javalite: no panic, and what compiles is well formed and can be checked.

#![no_main]

use base::{Diagnostic, Id, SourceId};
use engine_explicit::ExplicitOptions;
use libfuzzer_sys::fuzz_target;
use testkit::settings;
use verdict::Limits;

fuzz_target!(|text: &str| {
    let compiled = lang_javalite::compile(SourceId::new(0), text);
    let fatal = compiled.diagnostics.iter().any(Diagnostic::is_fatal);
    assert_eq!(compiled.program.is_none(), fatal, "a program comes exactly without fatal diagnostics");
    let Some(program) = compiled.program else { return };
    if let Err(errors) = ir::verify(&program) {
        panic!("the front end made a malformed program: {}", errors[0]);
    }
    let limits = Limits { max_states: Some(500), max_bytes: Some(16 << 20), ..Limits::default() };
    if let Some(answer) = settings::check(&program, &ExplicitOptions::default(), &limits) {
        settings::replay_all(&program, &answer).expect("every trace replays");
    }
});
