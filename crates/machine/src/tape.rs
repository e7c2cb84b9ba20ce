//! The choices of one step, enumerated like an odometer.

/// Which alternative each choice of a step takes. A first run takes the first alternatives; [`advance`](Tape::advance)
/// then moves to the next combination that the step can meet.
#[derive(Debug, Default)]
pub struct Tape {
    choices: Vec<Taken>,
    next: usize,
    /// Combinations taken before this one.
    combinations: u32,
}

/// A step with more combinations ends the run: no limit is looked at before all of them are taken.
pub const MAX_COMBINATIONS: u32 = 1 << 20;

#[derive(Clone, Copy, Debug)]
struct Taken {
    alternative: u32,
    count: u32,
}

impl Tape {
    /// Forgets all choices: the next run takes the first alternatives.
    pub fn clear(&mut self) {
        self.choices.clear();
        self.next = 0;
        self.combinations = 0;
    }

    /// The next choices fall like this.
    pub fn play(&mut self, alternatives: &[u32]) {
        self.clear();
        self.choices
            .extend(alternatives.iter().map(|&alternative| Taken { alternative, count: alternative + 1 }));
    }

    /// How many choices have been made since the beginning.
    pub fn position(&self) -> usize {
        self.next
    }

    /// Goes back to the first choice, to run the step again.
    pub fn rewind(&mut self) {
        self.next = 0;
    }

    /// Decides a choice between `count` alternatives. One alternative is no choice.
    #[inline]
    pub fn choose(&mut self, count: u32) -> u32 {
        if count == 1 {
            return 0;
        }
        if self.next == self.choices.len() {
            self.choices.push(Taken { alternative: 0, count });
        }
        self.next += 1;
        self.choices[self.next - 1].alternative
    }

    /// Whether the run so far has met a choice.
    pub fn has_choices(&self) -> bool {
        self.next > 0
    }

    /// Whether more combinations were taken than a step may have.
    #[inline]
    pub fn is_too_wide(&self) -> bool {
        self.combinations >= MAX_COMBINATIONS
    }

    /// Moves to the next combination; false when all have been taken, or too many.
    pub fn advance(&mut self) -> bool {
        if self.is_too_wide() {
            return false;
        }
        self.combinations += 1;
        while let Some(last) = self.choices.last_mut() {
            last.alternative += 1;
            if last.alternative < last.count {
                return true;
            }
            self.choices.pop();
        }
        false
    }

    pub fn alternatives(&self) -> Vec<u32> {
        self.choices.iter().map(|taken| taken.alternative).collect()
    }

    /// Alternatives as the decisions of a trace, which may be larger: no machine takes so many.
    pub fn decisions(alternatives: &[u32]) -> Vec<u64> {
        alternatives.iter().map(|&alternative| alternative.into()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_comes_once_also_where_choices_depend_on_choices() {
        let mut tape = Tape::default();
        let mut seen = Vec::new();
        loop {
            tape.rewind();
            let first = tape.choose(2);
            if first == 0 {
                tape.choose(3);
            }
            tape.choose(1);
            seen.push(tape.alternatives());
            if !tape.advance() {
                break;
            }
        }
        assert_eq!(seen, [vec![0, 0], vec![0, 1], vec![0, 2], vec![1]]);
    }
}
