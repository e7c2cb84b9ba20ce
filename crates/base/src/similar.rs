//! Names that may have been meant where an unknown one is given, and how messages suggest them.

use std::fmt::Display;

/// The names most like the one that was asked for, at most three; none if all are too different.
pub fn nearest<'a>(names: impl Iterator<Item = &'a str>, asked: &str) -> Vec<&'a str> {
    let asked = asked.to_lowercase();
    let last_part = |name: &str| name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let score = |name: &str| distance(&asked, &name.to_lowercase()).min(distance(&asked, &last_part(name)));
    let mut scored: Vec<(usize, &str)> = names.map(|name| (score(name), name)).collect();
    scored.sort_unstable();
    scored.dedup();
    let limit = (asked.chars().count() / 3).max(1);
    scored.into_iter().filter(|(score, _)| *score <= limit).map(|(_, name)| name).take(3).collect()
}

/// A text has at most so many messages with a suggestion: each compares all names.
const MOST_SUGGESTIONS: usize = 50;
/// Of longer names, the rest is not compared.
const LONGEST: usize = 64;

/// What messages about one text suggest.
#[derive(Debug)]
pub struct Suggestions {
    left: usize,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: MOST_SUGGESTIONS }
    }
}

impl Suggestions {
    /// The help of a message about an unknown name, if a known one is near.
    pub fn help<'a>(&mut self, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        self.closest(wanted, known).map(did_you_mean)
    }

    /// The known name that is [closest], while suggestions are left.
    pub fn closest<'a>(&mut self, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        self.left = self.left.checked_sub(1)?;
        closest(wanted, known)
    }
}

/// The one wording of all suggestions.
pub fn did_you_mean(name: impl Display) -> String {
    format!("did you mean `{name}`?")
}

/// The same for several names.
pub fn did_you_mean_one_of(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| format!("did you mean {}?", quoted.join(" or ")))
}

/// The name that is closest to a misspelt one, if it is close enough to be worth suggesting; the first among equals.
/// Names of one letter are one change from all others, so they are like none.
pub fn closest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = wanted.chars().take(LONGEST).collect();
    if letters.len() < 2 {
        return None;
    }
    let limit = (letters.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let candidate: Vec<char> = name.chars().take(LONGEST).collect();
        if name == wanted || candidate.len().abs_diff(letters.len()) > limit {
            continue;
        }
        let distance = slips(&letters, &candidate);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other; a change of case
/// alone counts as one in all.
fn slips(from: &[char], to: &[char]) -> usize {
    if from != to && from.iter().flat_map(|c| c.to_lowercase()).eq(to.iter().flat_map(|c| c.to_lowercase())) {
        return 1;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, &a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in to.iter().enumerate() {
            let replaced = last[j] + usize::from(a != b);
            let mut cost = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == to[j - 1] && from[i - 1] == b {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

/// How many slips lead from one name to the other. Long names are unlike all others, and the work stays small.
pub fn distance(from: &str, to: &str) -> usize {
    let beginning = |name: &str| name.chars().take(LONGEST).collect::<Vec<char>>();
    slips(&beginning(from), &beginning(to)) + from.chars().count().saturating_sub(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_slips() {
        let cases = [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "abd", 1),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("heda", "head", 1),
        ];
        for (from, to, expected) in cases {
            assert_eq!(distance(from, to), expected, "{from} {to}");
        }
        assert_eq!(distance(&"x".repeat(1000), "cp0001"), 1000);
    }

    #[test]
    fn names_are_found_in_spite_of_slips() {
        let check = |asked: &str, expected: &[&str]| {
            let names = ["Stack.push", "Stack.pop", "Main.run", "Main.pop"];
            assert_eq!(nearest(names.into_iter(), asked), expected, "{asked}");
        };
        check("psh", &["Stack.push"]);
        check("POP", &["Main.pop", "Stack.pop"]);
        check("Stack.pus", &["Stack.push", "Stack.pop"]);
        check("xyzzy", &[]);
    }

    #[test]
    fn a_close_name_is_suggested_and_nothing_far_away() {
        let check = |wanted, expected: Option<&str>| {
            let help = Suggestions::default().help(wanted, ["count", "head", "next"]);
            assert_eq!(help, expected.map(did_you_mean));
        };
        check("conut", Some("count"));
        check("Head", Some("head"));
        check("nxt", Some("next"));
        check("size", None);
        check("x", None);
        assert_eq!(did_you_mean("count"), "did you mean `count`?");
        assert_eq!(did_you_mean_one_of(&["a", "b"]).as_deref(), Some("did you mean `a` or `b`?"));
        assert_eq!(did_you_mean_one_of(&[]), None);
    }

    #[test]
    fn suggestions_end_after_some() {
        let mut suggestions = Suggestions::default();
        let given = (0..100).filter(|_| suggestions.help("conut", ["count"]).is_some()).count();
        assert_eq!(given, MOST_SUGGESTIONS);
        assert_eq!(closest(&"x".repeat(100_000), ["xx"]), None);
    }
}
