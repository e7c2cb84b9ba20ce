//! Names that may have been meant.

use base::Symbol;

use super::Resolver;

/// How many diagnostics may come with a similar name: the search is not for nothing.
pub(super) const MOST_SUGGESTIONS: usize = 50;
/// Longer names are not compared.
const LONGEST: usize = 40;

impl Resolver<'_> {
    /// A sentence with the known name that is nearest, if one is near.
    pub(super) fn similar(&mut self, wanted: Symbol, known: &[Symbol], says: &str) -> Option<String> {
        self.similar_left = self.similar_left.checked_sub(1)?;
        let wanted = self.text(wanted);
        let most = (wanted.chars().count() / 3).max(1);
        let near = known.iter().map(|&symbol| self.text(symbol)).filter(|text| *text != wanted);
        let near = near.map(|text| (distance(wanted, text), text));
        let (_, best) = near.filter(|&(distance, _)| distance <= most).min()?;
        // Of names with one letter, each is one change from all others.
        (wanted.chars().count() > 1).then(|| format!("{says}: `{best}`"))
    }
}

/// How many letters must be put in, left out or replaced.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(LONGEST).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, a) in left.chars().take(LONGEST).enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, b) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_count_changes() {
        assert_eq!((distance("", "abc"), distance("abc", "abc"), distance("abc", "adc")), (3, 0, 1));
        assert_eq!((distance("abc", "bc"), distance("reverse", "revrese")), (1, 2));
    }
}
