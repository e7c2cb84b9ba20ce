//! Comparing what a page shows with what happened.

use libtest_mimic::Trial;

use crate::shell::words_for_test;

/// Numbers before these depend on the machine.
const UNITS: [&str; 9] = ["ns", "µs", "ms", "s", "min", "bytes", "KiB", "MiB", "GiB"];
/// So does the number at the end of a line of statistics with one of these names.
const RATES: [&str; 2] = ["per second", "memory per"];

/// Whether an output is as expected, where `...` alone on a line stands for any lines.
pub(crate) fn matches(expected: &str, output: &str) -> bool {
    let expected: Vec<String> = lines(expected);
    let output: Vec<String> = lines(output);
    let parts: Vec<&[String]> = expected.split(|line| line.trim() == "...").collect();
    let [first, others @ ..] = parts.as_slice() else { return output.is_empty() };
    let Some(mut rest) = output.strip_prefix(*first) else { return false };
    let Some((last, inner)) = others.split_last() else { return rest.is_empty() };
    for part in inner {
        match (0..=rest.len().saturating_sub(part.len())).find(|&at| rest[at..].starts_with(part)) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Masked lines, without blanks at their ends and empty lines at the end.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(masked).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn masked(line: &str) -> String {
    let line = line.trim_end();
    if let Some(rate) = RATES.iter().find(|rate| line.contains(**rate)) {
        return format!("<{rate}>");
    }
    let is_unit = |word: &str| UNITS.contains(&word.trim_end_matches([',', '.', ';', ')']));
    let words: Vec<&str> = line.split(' ').collect();
    let mask = |(index, word): (usize, &&str)| {
        let is_measure = is_number(word) && words.get(index + 1).is_some_and(|next| is_unit(next));
        if is_measure { "#".to_owned() } else { (*word).to_owned() }
    };
    words.iter().enumerate().map(mask).collect::<Vec<_>>().join(" ")
}

fn is_number(word: &str) -> bool {
    word.contains(|char: char| char.is_ascii_digit())
        && word.chars().all(|char| char.is_ascii_digit() || matches!(char, '.' | ',' | '('))
}

/// The comparison must be able to fail.
pub(crate) fn tests() -> Vec<Trial> {
    let is = |name: &str, expected: bool, shown: &'static str, output: &'static str| {
        Trial::test(format!("comparison: {name}"), move || {
            if matches(shown, output) == expected { Ok(()) } else { Err("the answer is wrong".into()) }
        })
    };
    let words = |line: &'static str, expected: &'static [&str]| {
        Trial::test(format!("words of: {line}"), move || {
            let words = words_for_test(line).ok_or("it was not read")?;
            if words == expected { Ok(()) } else { Err(format!("{words:?}").into()) }
        })
    };
    vec![
        is("equal", true, "a\nb\n", "a\nb\n\n"),
        is("another line", false, "a\nb\n", "a\nc\n"),
        is("a line too few", false, "a\nb\n", "a\n"),
        is("a line too many", false, "a\n", "a\nb\n"),
        is("lines left out", true, "a\n...\nd\n", "a\nb\nc\nd\n"),
        is("a part that is not there", false, "a\n...\nx\n...\nd\n", "a\nb\nc\nd\n"),
        is("parts in another order", false, "...\nc\n...\nb\n...\n", "a\nb\nc\n"),
        is("a last line that overlaps", false, "a\n...\na\n", "a\n"),
        is("times", true, "in 3 ms, of 10\n", "in 1.25 ms, of 10\n"),
        is("counts", false, "3 states\n", "4 states\n"),
        words("cutpoint ltl f.shy 'F @x'  # why", &["cutpoint", "ltl", "f.shy", "F @x"]),
        words("a b=\"c d\"e | dot", &["a", "b=c de"]),
    ]
}
