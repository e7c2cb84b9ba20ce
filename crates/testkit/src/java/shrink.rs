//! Makes a Java program on which interpreter and machine disagree smaller: statements are left out as long as it still
//! compiles and they still disagree.

use super::programs::{JavaProgram, Stmt};

/// The smallest program that was found; `is_bad` says of a program whether it still shows the disagreement.
pub fn shrink(program: &JavaProgram, is_bad: &mut impl FnMut(&JavaProgram) -> bool) -> JavaProgram {
    let mut best = program.clone();
    let mut at = 0;
    while let Some(smaller) = without(&best, at) {
        if is_bad(&smaller) {
            best = smaller;
        } else {
            at += 1;
        }
    }
    best
}

/// The program without its statement of this number; none if there are fewer. Larger statements come before their
/// parts; methods stay, since `main` has to.
fn without(program: &JavaProgram, number: usize) -> Option<JavaProgram> {
    let mut smaller = program.clone();
    let mut rest = number;
    let removed = smaller.methods.iter_mut().any(|method| remove(&mut method.inner, &mut rest));
    removed.then_some(smaller)
}

fn remove(statements: &mut Vec<Stmt>, rest: &mut usize) -> bool {
    for index in 0..statements.len() {
        if *rest == 0 {
            statements.remove(index);
            return true;
        }
        *rest -= 1;
        if remove(&mut statements[index].inner, rest) {
            return true;
        }
    }
    false
}
