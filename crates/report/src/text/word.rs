//! What the atoms of a formula say: `holds: x == y, @in(p) (new: @in(p); no longer: @in(q))`.

use super::paint::{counted, printable};
use crate::twin::word::{Letter, Word, WordEnd};

/// What holds in a state and, where there is a state before, what is new and what is no longer.
pub(crate) fn letter_text(word: &Word, letter: &Letter, before: Option<&Letter>) -> String {
    let names = |atoms: &[usize]| {
        let names = atoms.iter().filter_map(|&atom| word.atoms.get(atom));
        names.map(|name| printable(name)).collect::<Vec<_>>().join(", ")
    };
    let holds = if letter.holds.is_empty() { "nothing".to_owned() } else { names(&letter.holds) };
    let Some(before) = before else { return format!("holds: {holds}") };
    let (new, kept): (Vec<usize>, Vec<usize>) =
        letter.holds.iter().partition(|atom| !before.holds.contains(atom));
    let gone: Vec<usize> = before.holds.iter().copied().filter(|atom| !letter.holds.contains(atom)).collect();
    let mut remarks = Vec::new();
    if !new.is_empty() {
        remarks.push(if kept.is_empty() { "new".to_owned() } else { format!("new: {}", names(&new)) });
    }
    if !gone.is_empty() {
        remarks.push(format!("no longer: {}", names(&gone)));
    }
    if remarks.is_empty() {
        return format!("holds: {holds}");
    }
    format!("holds: {holds} ({})", remarks.join("; "))
}

/// The line below the last statement.
pub(crate) fn end_text(end: WordEnd) -> &'static str {
    match end {
        WordEnd::Loops => "back to the beginning of the loop, forever",
        WordEnd::Stays => "this statement again and again, forever",
        WordEnd::Ended => "the program has ended, and stays as it is",
        WordEnd::Stuck => "nothing can move any more, and something still waits",
        WordEnd::Fails => "the last statement fails, so the execution stays in front of it",
        WordEnd::Open => "the formula is violated here, however the execution goes on",
    }
}

/// The same about the execution as a whole, as it follows the word "execution".
pub(crate) fn clause(end: WordEnd) -> &'static str {
    match end {
        WordEnd::Loops => " that goes on forever",
        WordEnd::Stays => " that stays at one statement forever",
        WordEnd::Ended => " that ends",
        WordEnd::Stuck => " that gets stuck",
        WordEnd::Fails => " that fails",
        WordEnd::Open => ", however it goes on,",
    }
}

/// `each turn of the loop leaves 1 more call of p on the stack`; nothing if the stack does not grow.
pub(crate) fn growth_text(word: &Word) -> Option<String> {
    let calls = counted(word.calls_left.len() as u64, "more call");
    let mut procs: Vec<String> = word.calls_left.iter().map(|proc| printable(proc)).collect();
    procs.dedup();
    let of = match procs.as_slice() {
        [] => return None,
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    Some(format!("each turn of the loop leaves {calls} of {of} on the stack"))
}
