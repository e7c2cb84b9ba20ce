//! Guesses which name was meant.

/// The candidate that is closest to a misspelt name, if it is close enough to be worth suggesting; the first among
/// equals.
pub(super) fn nearest<'c>(wanted: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let wanted: Vec<char> = wanted.chars().collect();
    let limit = (wanted.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len().abs_diff(wanted.len()) > 4 * limit {
            continue;
        }
        let distance = distance(&wanted, &candidate.chars().collect::<Vec<_>>());
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other; a change of case
/// alone counts as one in all.
fn distance(from: &[char], to: &[char]) -> usize {
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

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn suggests_a_close_name_and_nothing_far_away() {
        let check = |wanted, expected| assert_eq!(nearest(wanted, ["count", "head", "next"]), expected);
        check("conut", Some("count"));
        check("Head", Some("head"));
        check("nxt", Some("next"));
        check("size", None);
        check("x", None);
    }
}
