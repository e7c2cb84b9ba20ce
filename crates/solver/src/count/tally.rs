//! Sums and products of counts, of which some are bounds from below.

use super::Count;

/// A count under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    least: u128,
    is_exact: bool,
}

impl Tally {
    pub(super) const ZERO: Tally = Tally { least: 0, is_exact: true };
    pub(super) const ONE: Tally = Tally { least: 1, is_exact: true };
    pub(super) const UNKNOWN: Tally = Tally { least: 0, is_exact: false };
    /// A number of more than 128 bits.
    const HUGE: Tally = Tally { least: u128::MAX, is_exact: false };

    pub(super) fn plus(self, other: Self) -> Self {
        let is_exact = self.is_exact && other.is_exact;
        self.least.checked_add(other.least).map_or(Self::HUGE, |least| Self { least, is_exact })
    }

    /// Nothing times something unknown is nothing.
    pub(super) fn times(self, other: Self) -> Self {
        if self == Self::ZERO || other == Self::ZERO {
            return Self::ZERO;
        }
        let is_exact = self.is_exact && other.is_exact;
        self.least.checked_mul(other.least).map_or(Self::HUGE, |least| Self { least, is_exact })
    }

    /// Times two for each of so many variables that do not matter.
    pub(super) fn shifted(self, variables: usize) -> Self {
        if self.least == 0 {
            return self;
        }
        match u32::try_from(variables).ok().and_then(|variables| 2_u128.checked_pow(variables)) {
            Some(factor) => self.times(Self { least: factor, is_exact: true }),
            None => Self::HUGE,
        }
    }
}

impl From<Tally> for Count {
    fn from(Tally { least, is_exact }: Tally) -> Self {
        if is_exact { Count::Exactly(least) } else { Count::AtLeast(least) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_saturates_in_silence() {
        let large = Tally::ONE.shifted(127);
        assert_eq!(Count::from(large), Count::Exactly(1 << 127));
        assert_eq!(Count::from(large.plus(large)), Count::AtLeast(u128::MAX));
        assert_eq!(Count::from(large.times(large)), Count::AtLeast(u128::MAX));
        assert_eq!(Count::from(Tally::ONE.shifted(128)), Count::AtLeast(u128::MAX));
        assert_eq!(Count::from(Tally::ONE.shifted(usize::MAX)), Count::AtLeast(u128::MAX));
        assert_eq!(Tally::HUGE.times(Tally::ZERO), Tally::ZERO);
        assert_eq!(Tally::ZERO.shifted(1000), Tally::ZERO);
        assert_eq!(Tally::UNKNOWN.times(Tally::ZERO), Tally::ZERO);
        assert_eq!(Count::from(Tally::UNKNOWN.plus(Tally::ONE).shifted(2)), Count::AtLeast(4));
    }
}
