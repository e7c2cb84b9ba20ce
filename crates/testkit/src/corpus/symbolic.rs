//! Programs that state what is true of them though explicit search cannot find it out: `//@ symbolic: holds`.
//!
//! Such a program has truth values and one thread, and nothing else, so that an engine over sets of values can take it. Every such engine must give the answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use driver::{CheckRequest, EngineChoice, Watch};
use ir::{Program, Type};
use verdict::{Limits, Progress, Tick};

use super::{Failure, Symbolic};
use crate::settings;

/// Engines over sets of values.
const SYMBOLIC: [&str; 3] = ["bdd", "sat", "universal"];
/// Engines that may give up when they have asked so often whether to go on: deep loops are not for them.
const MAY_GIVE_UP: [&str; 2] = ["sat", "universal"];
const PATIENCE: u64 = 700;
/// What an engine may spend.
const MOST_BYTES: u64 = 256 << 20;

/// Says stop when it was asked too often.
struct Patience {
    left: AtomicU64,
}

impl Progress for Patience {
    fn tick(&self, _: Tick) -> bool {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }
}

impl Watch for Patience {
    fn begins(&self, _: &'static str) {}
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

pub(super) fn check(program: &Program, stated: &Symbolic) -> Result<(), Failure> {
    if !is_boolean(program) {
        return Err(Failure::NotBoolean);
    }
    for name in SYMBOLIC {
        let engine = driver::engine(name).expect("the engine is registered");
        let may_give_up = MAY_GIVE_UP.contains(&name);
        let watch = Patience { left: AtomicU64::new(if may_give_up { PATIENCE } else { u64::MAX }) };
        let limits = Limits { max_bytes: Some(MOST_BYTES), ..Limits::default() };
        let request = CheckRequest { engines: EngineChoice::One(engine), limits, ..CheckRequest::default() };
        let checked = driver::check(program, &request, &watch).map_err(Failure::Internal)?;
        let found = settings::answer_name(&checked.first().answer.verdict);
        if found != stated.expected.to_string() && !(may_give_up && found == "unknown") {
            return Err(Failure::Contradiction { line: stated.line, expected: stated.expected, found });
        }
    }
    Ok(())
}

fn is_boolean(program: &Program) -> bool {
    let globals = program.globals.iter().map(|global| global.ty);
    let locals = program.procs.iter().flat_map(|proc| &proc.locals).map(|local| local.ty);
    program.classes.is_empty() && program.is_sequential() && globals.chain(locals).all(|ty| ty == Type::Bool)
}
