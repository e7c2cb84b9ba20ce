//! The search that prefers what was not covered.
//!
//! It keeps what is left of the tree of paths as prefixes: the choices from the beginning up to one that was not taken.
//! One after the other is executed anew, and goes on to the end of a path; the alternatives that it passes by become
//! prefixes. An alternative is the better, the fewer edges lie between it and a branch that no path has taken, through
//! the open calls too; each time that it was taken counts like an edge more, so that a branch that no input takes does
//! not keep the others waiting.
//!
//! Where nothing is limited all prefixes are executed, in whichever order, and paths are given in the order of the
//! depth-first search. It costs that the beginnings of paths are executed again, and is worth it where there are too
//! many paths for all of them.

use std::collections::BTreeMap;

use ir::{BlockId, ProcId};
use rustc_hash::FxHashMap;
use verdict::StopReason;

use crate::distance::{Distances, Place};
use crate::executor::{Action, Alternative, Executor, Step};
use crate::logic::LogicMark;
use crate::search::Search;
use crate::shape::{Picked, Shape};
use crate::state::Mark;

/// The number of the alternative that was taken, at each choice.
type Choices = Vec<u32>;

/// Paths that are left to be executed, by the places at which they go on.
#[derive(Default)]
struct Frontier {
    /// First where control goes on, then where the open calls return to. Shorter prefixes come first.
    prefixes: BTreeMap<Vec<Place>, std::collections::VecDeque<Choices>>,
    len: usize,
    bytes: usize,
}

impl Frontier {
    fn push(&mut self, places: Vec<Place>, choices: Choices) {
        self.len += 1;
        self.bytes += bytes_of(&choices);
        self.prefixes.entry(places).or_default().push_back(choices);
    }

    fn pop(&mut self, places: &[Place]) -> Option<Choices> {
        let queue = self.prefixes.get_mut(places)?;
        let choices = queue.pop_front();
        if queue.is_empty() {
            self.prefixes.remove(places);
        }
        self.len -= 1;
        self.bytes -= choices.as_ref().map_or(0, bytes_of);
        choices
    }
}

fn bytes_of(choices: &Choices) -> usize {
    choices.len() * size_of::<u32>() + size_of::<Choices>()
}

/// What an instruction leaves open.
enum Open {
    Alternatives(Vec<Alternative>),
    Shapes(Shape, Vec<Picked>),
}

impl Open {
    fn len(&self) -> usize {
        match self {
            Open::Alternatives(alternatives) => alternatives.len(),
            Open::Shapes(_, picks) => picks.len(),
        }
    }
}

/// One run of the search.
pub(crate) struct Guided {
    begin: (Mark, LogicMark),
    frontier: Frontier,
    distances: Distances,
    /// How often an alternative was taken that goes on there.
    taken: FxHashMap<Place, u32>,
    /// The choices of each path that was kept.
    of_paths: Vec<Choices>,
}

impl Guided {
    /// Finds all paths, or those before a limit.
    pub(crate) fn run(search: &mut Search<'_>) -> Result<(), StopReason> {
        search.start()?;
        let Executor { state, logic, program, query, .. } = &mut search.executor;
        let mut guided = Self {
            begin: (state.mark(), logic.mark()),
            frontier: Frontier::default(),
            distances: Distances::new(program, query.entry),
            taken: FxHashMap::default(),
            of_paths: Vec::new(),
        };
        guided.frontier.push(Vec::new(), Vec::new());
        let result = guided.all(search);
        guided.put_in_order(search);
        result
    }

    fn all(&mut self, search: &mut Search<'_>) -> Result<(), StopReason> {
        while let Some(choices) = self.next(search) {
            let (mark, logic) = self.begin;
            search.executor.logic.go_back(logic);
            search.executor.state.go_back(&mark, false);
            self.path(search, choices)?;
            if search.has_as_many_as_asked() {
                search.reached_max_paths = self.frontier.len > 0;
                break;
            }
        }
        Ok(())
    }

    /// The best prefix that is left; of several the one that was found first.
    fn next(&mut self, search: &Search<'_>) -> Option<Choices> {
        self.distances.update(&search.executor.account);
        let best = self.frontier.prefixes.keys().min_by_key(|places| self.rank(places))?.clone();
        self.frontier.pop(&best)
    }

    /// Executes one path, by choices as far as there are any.
    fn path(&mut self, search: &mut Search<'_>, mut choices: Choices) -> Result<(), StopReason> {
        let mut at = 0;
        loop {
            let open = match search.guided_step(self.frontier.len, self.frontier.bytes)? {
                Step::Next => continue,
                Step::End(end) => return self.end(search, end, choices),
                Step::Fork => Open::Alternatives(std::mem::take(&mut search.executor.alternatives)),
                Step::Shape(shape) => Open::Shapes(shape, search.executor.all_picks(&shape)),
            };
            if open.len() == 0 {
                return Ok(());
            }
            if at == choices.len() {
                self.choose(search, &open, &mut choices);
            }
            let chosen = choices[at] as usize;
            at += 1;
            let executor = &mut search.executor;
            match open {
                Open::Shapes(shape, picks) => executor.pick(&shape, picks[chosen]),
                Open::Alternatives(alternatives) => {
                    let Alternative { guard, action } = alternatives[chosen];
                    executor.logic.assume(guard);
                    if let Step::End(end) = executor.act(action) {
                        return self.end(search, end, choices);
                    }
                }
            }
        }
    }

    /// Takes the best alternative, and keeps the others for later.
    fn choose(&mut self, search: &Search<'_>, open: &Open, choices: &mut Choices) {
        self.distances.update(&search.executor.account);
        let places: Vec<Vec<Place>> = (0..open.len()).map(|at| places(&search.executor, open, at)).collect();
        let best = (0..places.len()).min_by_key(|&at| (self.rank(&places[at]), at)).unwrap_or(0);
        for (at, places) in places.into_iter().enumerate() {
            if at == best {
                let times = places.first().map(|&first| self.taken.entry(first).or_default());
                times.into_iter().for_each(|times| *times += 1);
            } else {
                let mut others = choices.clone();
                others.push(at as u32);
                self.frontier.push(places, others);
            }
        }
        choices.push(best as u32);
    }

    /// The smaller the better.
    fn rank(&self, places: &[Place]) -> u32 {
        let times = places.first().and_then(|first| self.taken.get(first)).copied().unwrap_or(0);
        self.distances.of(places).saturating_add(times)
    }

    fn end(
        &mut self,
        search: &mut Search<'_>,
        end: crate::executor::End,
        choices: Choices,
    ) -> Result<(), StopReason> {
        let before = search.paths.len();
        let result = search.end(end);
        if search.paths.len() > before {
            self.of_paths.push(choices);
        }
        result
    }

    /// Puts paths into the order of the depth-first search.
    fn put_in_order(&mut self, search: &mut Search<'_>) {
        let mut paths: Vec<_> = self.of_paths.drain(..).zip(search.paths.drain(..)).collect();
        paths.sort_by(|(one, _), (other, _)| one.cmp(other));
        search.paths = paths.into_iter().map(|(_, path)| path).collect();
    }
}

/// Where control goes on with an alternative, then where open calls return to. Empty where the path ends.
fn places(executor: &Executor<'_>, open: &Open, at: usize) -> Vec<Place> {
    let here = executor.state.point();
    let to = match open {
        Open::Shapes(..) => here.block,
        Open::Alternatives(alternatives) => match alternatives[at].action {
            Action::Goto { to, .. } => to,
            Action::GoOn | Action::Refine { .. } => here.block,
            Action::Fail(_) | Action::Prune => return Vec::new(),
        },
    };
    let mut places = vec![(here.proc, to)];
    places.extend(open_calls(executor));
    places
}

/// The blocks that open calls return to, the innermost first.
fn open_calls<'e>(executor: &'e Executor<'_>) -> impl Iterator<Item = (ProcId, BlockId)> + 'e {
    let caller = |frame: &crate::state::Frame| {
        let (caller, block) = frame.caller?;
        Some((executor.state.frame(caller), block))
    };
    let first = caller(executor.state.running());
    std::iter::successors(first, move |(frame, _)| caller(frame)).map(|(frame, block)| (frame.proc, block))
}
