#![allow(clippy::print_stdout)]
use base::SourceFile;
use engine_explicit::{ExplicitEngine, ExplicitOptions, Summaries};
use verdict::{Engine, Limits, Progress, Property, Tick};
struct Clock(std::time::Instant);
impl Progress for Clock {
    fn tick(&self, _: Tick) -> bool {
        self.0.elapsed().as_secs() < 60
    }
    fn clock(&self) -> Option<std::time::Duration> {
        std::env::var_os("CLOCK").map(|_| self.0.elapsed())
    }
}
#[test]
fn scratch() {
    let Some(path) = std::env::var_os("SCRATCH") else { return };
    let text = std::fs::read_to_string(&path).unwrap();
    let loaded = driver::load(SourceFile::new("x.zing", text.as_str()), driver::Language::Zing).unwrap();
    let program = loaded.program.expect("compiles");
    for mode in std::env::var("MODES").unwrap_or("patterns".into()).split(',') {
        let summaries = match mode {
            "off" => Summaries::Off,
            "visible" => Summaries::Visible,
            _ => Summaries::Patterns,
        };
        let engine = ExplicitEngine { options: ExplicitOptions { summaries, ..ExplicitOptions::default() } };
        let t = std::time::Instant::now();
        let answer = engine.check(
            &program,
            Property::NoErrors,
            &Limits { max_bytes: Some(4 << 30), ..Limits::default() },
            &Clock(t),
        );
        println!("{mode}: {:?} {:?}", t.elapsed(), std::mem::discriminant(&answer.verdict));
        match &answer.verdict {
            verdict::Verdict::Unknown { reason } => println!("unknown {reason}"),
            verdict::Verdict::Violated { violations } => {
                println!("violated {:?} steps {}", violations[0].kind, violations[0].trace.steps.len())
            }
            _ => println!("holds"),
        }
        println!("{:?}", answer.stats);
    }
}
