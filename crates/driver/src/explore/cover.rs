//! A smallest set of paths that covers what all of them cover: every branch taken, and every error met.
//!
//! This is the set cover problem. A branch-and-bound search decides it: it takes a goal that the fewest paths cover,
//! tries these paths one by one, and turns back where goals that no path shares ask for too many more. It begins with
//! the answer of the greedy method, which is kept where the work would be too much.

use std::collections::{BTreeMap, HashSet};

use verdict::{ExploredPath, PathEnd, PathEvent, ProgramPoint, ViolationKind};

/// The most work of one search, in words of 64 bits: some tenths of a second.
const MOST_WORK: u64 = 200_000_000;

/// Some of the paths of an exploration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Indices of paths, in order.
    pub paths: Vec<usize>,
    /// No smaller set covers as much; otherwise that was not decided.
    pub is_smallest: bool,
    /// What the paths cover: branches, and errors at a place.
    pub goals: usize,
}

/// What a set of tests should not miss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Goal<'a> {
    Branch(PathEvent),
    Error(&'a ViolationKind, ProgramPoint),
}

/// Chooses paths.
pub(super) fn cover(paths: &[ExploredPath]) -> Cover {
    let mut numbers: BTreeMap<Goal<'_>, usize> = BTreeMap::new();
    let sets: Vec<Vec<usize>> = paths
        .iter()
        .map(|path| {
            let number = |goal| {
                let next = numbers.len();
                *numbers.entry(goal).or_insert(next)
            };
            goals(path).map(number).collect()
        })
        .collect();
    let mut smallest = smallest_cover(&sets, numbers.len(), MOST_WORK);
    if smallest.paths.is_empty() && !paths.is_empty() {
        // Nothing branches: one path still shows what the procedure does.
        smallest.paths.push(0);
    }
    smallest
}

fn goals(path: &ExploredPath) -> impl Iterator<Item = Goal<'_>> {
    let branches = path.path.events.iter().filter(|event| matches!(event, PathEvent::Branch { .. }));
    let error = match &path.path.end {
        PathEnd::Failed { kind, .. } => Some(Goal::Error(kind, path.path.at)),
        PathEnd::Returned | PathEnd::Pruned | PathEnd::Blocked | PathEnd::Cut => None,
    };
    branches.map(|&event| Goal::Branch(event)).chain(error)
}

/// The fewest sets with the same union as all, as far as they can be found with so much work.
fn smallest_cover(sets: &[Vec<usize>], n_goals: usize, most_work: u64) -> Cover {
    let problem = Problem::new(sets, n_goals);
    let mut search = Search { problem: &problem, best: problem.greedy(), work_left: most_work };
    let is_smallest = search.run();
    let mut paths: Vec<usize> = search.best.into_iter().map(|set| problem.names[set]).collect();
    paths.sort_unstable();
    Cover { paths, is_smallest, goals: n_goals }
}

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn none(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit)
        })
    }

    fn common(&self, other: &Bits) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn without(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    fn add(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Whether every number of this set that is in `within` is in the other, too.
    fn is_below(&self, other: &Bits, within: &Bits) -> bool {
        self.0.iter().zip(&other.0).zip(&within.0).all(|((a, b), within)| a & !b & within == 0)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

/// Each different set once.
struct Problem {
    sets: Vec<Bits>,
    /// The index of the first set with these contents.
    names: Vec<usize>,
    /// For each goal the sets that have it.
    owners: Vec<Bits>,
    all: Bits,
}

impl Problem {
    fn new(given: &[Vec<usize>], n_goals: usize) -> Self {
        let (mut sets, mut names, mut known) = (Vec::new(), Vec::new(), HashSet::new());
        for (name, goals) in given.iter().enumerate() {
            let mut set = Bits::none(n_goals);
            goals.iter().for_each(|&goal| set.insert(goal));
            if known.insert(set.clone()) {
                sets.push(set);
                names.push(name);
            }
        }
        let mut owners = vec![Bits::none(sets.len()); n_goals];
        let mut all = Bits::none(n_goals);
        for (index, set) in sets.iter().enumerate() {
            set.iter().for_each(|goal| owners[goal].insert(index));
            all.add(set);
        }
        Self { sets, names, owners, all }
    }

    /// Always the set that covers most of what is left; of several the first.
    fn greedy(&self) -> Vec<usize> {
        let mut chosen = Vec::new();
        let mut left = self.all.clone();
        while !left.is_empty() {
            let gain = |set: &usize| (self.sets[*set].common(&left), std::cmp::Reverse(*set));
            let Some(best) = (0..self.sets.len()).max_by_key(gain) else { break };
            left = left.without(&self.sets[best]);
            chosen.push(best);
        }
        chosen
    }

    /// A number of goals of which no set has two.
    fn at_least(&self, left: &Bits) -> usize {
        let mut used = Bits::none(self.sets.len());
        let mut number = 0;
        for goal in left.iter() {
            if !self.owners[goal].meets(&used) {
                used.add(&self.owners[goal]);
                number += 1;
            }
        }
        number
    }

    /// The sets to try: those of the goal that the fewest have, without those that others are better than.
    fn candidates(&self, left: &Bits) -> Vec<usize> {
        let goal = left.iter().min_by_key(|&goal| self.owners[goal].common(&self.owners[goal]));
        let mut owners: Vec<usize> = goal.into_iter().flat_map(|goal| self.owners[goal].iter()).collect();
        owners.sort_by_key(|&set| std::cmp::Reverse(self.sets[set].common(left)));
        let mut kept: Vec<usize> = Vec::new();
        for set in owners {
            if !kept.iter().any(|&better| self.sets[set].is_below(&self.sets[better], left)) {
                kept.push(set);
            }
        }
        kept
    }

    /// What it costs to look at a place of the search, in words.
    fn work_of_a_place(&self) -> u64 {
        let words = (self.sets.len().div_ceil(64) + self.all.0.len()) as u64;
        words * (self.owners.len() as u64 + 1) * 2
    }
}

struct Search<'a> {
    problem: &'a Problem,
    best: Vec<usize>,
    work_left: u64,
}

/// A choice of the search: goals that are left, and sets that are to be tried.
struct Place {
    left: Bits,
    candidates: Vec<usize>,
    next: usize,
}

impl Search<'_> {
    /// Whether the best that is known is the best there is.
    fn run(&mut self) -> bool {
        let mut places = Vec::new();
        if !self.enter(&mut places, self.problem.all.clone(), 0) {
            return false;
        }
        while let Some(place) = places.last_mut() {
            match place.candidates.get(place.next) {
                Some(&set) => {
                    place.next += 1;
                    let left = place.left.without(&self.problem.sets[set]);
                    let chosen = |place: &Place| place.candidates[place.next - 1];
                    let n_chosen = places.len();
                    if left.is_empty() && n_chosen < self.best.len() {
                        self.best = places.iter().map(chosen).collect();
                    }
                    if !self.enter(&mut places, left, n_chosen) {
                        return false;
                    }
                }
                None => {
                    places.pop();
                }
            }
        }
        true
    }

    /// A new place, if it can lead to something better. Answers whether there was work left to look.
    fn enter(&mut self, places: &mut Vec<Place>, left: Bits, n_chosen: usize) -> bool {
        let problem = self.problem;
        match self.work_left.checked_sub(problem.work_of_a_place()) {
            Some(work_left) => self.work_left = work_left,
            None => return false,
        }
        if !left.is_empty() && n_chosen + problem.at_least(&left) < self.best.len() {
            let candidates = problem.candidates(&left);
            let compared = (candidates.len() * candidates.len() * left.0.len()) as u64;
            self.work_left = self.work_left.saturating_sub(compared);
            places.push(Place { left, candidates, next: 0 });
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of numbers, so that runs are the same.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % end
        }
    }

    fn instance(random: &mut Random) -> (Vec<Vec<usize>>, usize) {
        let (n_sets, n_goals) = (1 + random.below(11), 1 + random.below(14));
        let most = 1 + random.below(6);
        let set = |random: &mut Random| (0..random.below(most + 1)).map(|_| random.below(n_goals)).collect();
        ((0..n_sets).map(|_| set(random)).collect(), n_goals)
    }

    fn union(sets: &[Vec<usize>], chosen: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut all: Vec<usize> = chosen.flat_map(|set| sets[set].iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// By trying every choice of sets.
    fn size_by_force(sets: &[Vec<usize>]) -> usize {
        let all = union(sets, 0..sets.len());
        let covers = |choice: &u32| {
            union(sets, (0..sets.len()).filter(|set| choice >> set & 1 == 1)).len() == all.len()
        };
        (0..1_u32 << sets.len()).filter(covers).map(u32::count_ones).min().unwrap_or(0) as usize
    }

    #[test]
    fn covers_are_smallest() {
        let mut random = Random(7);
        let (mut greedy_is_worse, mut sizes) = (0, 0);
        for _ in 0..2_000 {
            let (sets, n_goals) = instance(&mut random);
            let cover = smallest_cover(&sets, n_goals, u64::MAX);
            assert!(cover.is_smallest);
            assert_eq!(union(&sets, cover.paths.iter().copied()), union(&sets, 0..sets.len()), "{sets:?}");
            assert_eq!(cover.paths.len(), size_by_force(&sets), "{sets:?}");
            greedy_is_worse += usize::from(Problem::new(&sets, n_goals).greedy().len() > cover.paths.len());
            sizes += cover.paths.len();
        }
        assert!(greedy_is_worse > 20 && sizes > 4_000, "{greedy_is_worse} {sizes}");
    }

    #[test]
    fn without_work_left_the_greedy_cover_is_the_answer() {
        let sets = vec![vec![0, 1, 2, 3], vec![0, 1, 4], vec![2, 3, 5]];
        let greedy = smallest_cover(&sets, 6, 0);
        assert_eq!((greedy.paths, greedy.is_smallest), (vec![0, 1, 2], false));
        let smallest = smallest_cover(&sets, 6, MOST_WORK);
        assert_eq!((smallest.paths, smallest.is_smallest), (vec![1, 2], true));
    }

    #[test]
    fn large_instances_end() {
        let mut random = Random(3);
        let sets: Vec<Vec<usize>> =
            (0..3_000).map(|_| (0..40).map(|_| random.below(600)).collect()).collect();
        let cover = smallest_cover(&sets, 600, 5_000_000);
        assert!(!cover.is_smallest && cover.paths.len() < 60, "{}", cover.paths.len());
        assert_eq!(union(&sets, cover.paths.iter().copied()), union(&sets, 0..sets.len()));
    }
}
