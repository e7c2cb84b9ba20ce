//! Random programs of threads that mostly go on forever: they toggle flags, wait for flags, and hand over to a
//! successor when they end.
//!
//! The programs of [`generate`](mod@crate::generate) do a bit of everything and mostly end. In these there is little
//! but the order of moves, so that whether threads are treated fairly makes a difference.

use std::fmt::Write as _;

use base::{Id, SourceId};
use ir::Program;

use crate::rng::Rng;

/// Flags that all threads share; the last is never written.
const FLAGS: usize = 3;

/// The program of this seed, of two or three threads.
pub fn program(seed: u64) -> Program {
    let text = text(&mut Rng::new(seed));
    ir::read(SourceId::new(0), &text).unwrap_or_else(|errors| panic!("{errors:?} in\n{text}"))
}

fn text(rng: &mut Rng) -> String {
    let n_threads = rng.between(2, 3);
    let mut text = String::new();
    (0..FLAGS).for_each(|flag| text += &format!("global g{flag} \"flag{flag}\": bool\n"));
    (0..n_threads).for_each(|thread| text += &format!("thread proc{thread}\n"));
    let contend = rng.below(2) == 0;
    (0..n_threads).for_each(|thread| text += &body(rng, thread, contend));
    text
}

/// A few statements one after the other, and then back to the first, or a successor, or the end.
fn body(rng: &mut Rng, thread: usize, contend: bool) -> String {
    let n_blocks = rng.between(1, 3);
    let mut text = format!("proc proc{thread} \"thread{thread}\"() {{\n");
    for block in 0..n_blocks {
        let (written, read) = (rng.below(FLAGS - 1), rng.below(FLAGS));
        let (next, not) = (block + 1, *rng.pick(&["", "!"]));
        let statement = match rng.below(8) {
            _ if contend => contention(rng, next, n_blocks),
            0 => format!("* select {{ wait {not}g{read} -> block{next} }}"),
            1 => format!("* assert {not}g{read}\n  goto block{next}"),
            2 => format!("* goto block{next}, block{}", rng.below(n_blocks)),
            3 if rng.below(2) == 0 => format!("* assume {not}g{read}\n  goto block{next}"),
            _ => format!("* g{written} = {not}g{read}\n  goto block{next}"),
        };
        let _ = writeln!(text, "block{block}:\n{statement}");
    }
    let end = rng.weighted(&[(6, "* goto block0"), (2, "* spawn SELF\n  return"), (3, "* return")]);
    let end = end.replace("SELF", &format!("proc{thread}()"));
    let _ = writeln!(text, "block{n_blocks}:\n{end}\n}}");
    text
}

/// A thread waits for a flag that goes up and down: it can move now and then.
fn contention(rng: &mut Rng, next: usize, n_blocks: usize) -> String {
    let (flag, not) = (rng.below(FLAGS - 1), *rng.pick(&["", "!"]));
    match rng.below(7) {
        0 => format!("* goto block{next}, block{}", rng.below(n_blocks)),
        1..=3 => format!("* select {{ wait {not}g{flag} -> block{next} }}"),
        // A flag that is set back comes up again.
        _ => format!("* g{flag} = !g{flag}\n* g{flag} = !g{flag}\n  goto block{next}"),
    }
}
