//! Names that may have been meant.

use base::Symbol;
use base::similar::edit_distance;

use super::Resolver;

/// How many diagnostics may come with a similar name: the search is not for nothing.
pub(super) const MOST_SUGGESTIONS: usize = 50;
/// Of longer names, the rest is not compared.
const LONGEST: usize = 40;

impl Resolver<'_> {
    /// A sentence with the known name that is nearest, if one is near.
    pub(super) fn similar(&mut self, wanted: Symbol, known: &[Symbol], says: &str) -> Option<String> {
        self.similar_left = self.similar_left.checked_sub(1)?;
        let wanted = self.text(wanted);
        let most = (wanted.chars().count() / 3).max(1);
        let near = known.iter().map(|&symbol| self.text(symbol)).filter(|text| *text != wanted);
        let near = near.map(|text| (edit_distance(compared(wanted), compared(text)), text));
        let (_, best) = near.filter(|&(distance, _)| distance <= most).min()?;
        // Of names with one letter, each is one change from all others.
        (wanted.chars().count() > 1).then(|| format!("{says}: `{best}`"))
    }
}

/// The beginning of a name, which is all of it but for very long ones.
fn compared(name: &str) -> &str {
    name.char_indices().nth(LONGEST).map_or(name, |(end, _)| &name[..end])
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, compared};

    #[test]
    fn long_names_are_compared_by_their_beginnings() {
        assert_eq!((compared(""), compared("reverse")), ("", "reverse"));
        assert_eq!(compared(&"é".repeat(LONGEST)), "é".repeat(LONGEST));
        assert_eq!(compared(&"é".repeat(LONGEST + 1)), "é".repeat(LONGEST));
    }
}
