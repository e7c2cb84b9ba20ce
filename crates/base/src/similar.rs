//! What somebody may have meant who gave a name that nothing has.

/// The names most like the one that was asked for, at most three; none if all are too different.
pub fn nearest<'a>(names: impl Iterator<Item = &'a str>, asked: &str) -> Vec<&'a str> {
    let asked = asked.to_lowercase();
    let last_part = |name: &str| name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let score =
        |name: &str| edit_distance(&asked, &name.to_lowercase()).min(edit_distance(&asked, &last_part(name)));
    let mut scored: Vec<(usize, &str)> = names.map(|name| (score(name), name)).collect();
    scored.sort_unstable();
    scored.dedup();
    let limit = (asked.chars().count() / 3).max(1);
    scored.into_iter().filter(|(score, _)| *score <= limit).map(|(_, name)| name).take(3).collect()
}

/// How many characters to insert, delete or replace (Levenshtein).
pub fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    // Longer words are unlike all others; the work stays small.
    for (i, a) in from.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()] + from.chars().count().saturating_sub(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        let cases =
            [("", "", 0), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "", 3), ("kitten", "sitting", 3)];
        for (from, to, expected) in cases {
            assert_eq!(edit_distance(from, to), expected, "{from} {to}");
        }
        assert_eq!(edit_distance(&"x".repeat(1000), "cp0001"), 1000);
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
}
