//! The answers about several bodies of a method as one.
//!
//! Which body is called depends on the class of the receiver. So each path says first which classes these are, and its
//! events begin with the body that is entered, as those of a call that chooses one do. A method with one body has
//! nothing to say of that.

use ir::Program;
use verdict::explore::UnsupportedPath;
use verdict::{
    ConditionAtom, ConditionNode, ConditionRef, Exploration, ExploreQuery, ExploredPath, PathDetail,
    PathEvent, Stats,
};

pub(super) struct Bodies<'a> {
    program: &'a Program,
    queries: &'a [ExploreQuery],
    /// How many bodies were explored.
    n_explored: usize,
    all: Option<Exploration>,
}

impl<'a> Bodies<'a> {
    pub(super) fn new(program: &'a Program, queries: &'a [ExploreQuery]) -> Self {
        Self { program, queries, n_explored: 0, all: None }
    }

    /// The question about the next body, unless the run has ended. The limit on paths is one for all bodies.
    pub(super) fn next(&mut self) -> Option<ExploreQuery> {
        let query = self.queries.get(self.n_explored)?.clone();
        let Some(all) = &mut self.all else { return Some(query) };
        let left = query.max_paths.map(|most| most.saturating_sub(all.counts.paths));
        all.reached_max_paths |= left == Some(0);
        let has_ended = all.stop.is_some() || all.reached_max_paths;
        (!has_ended).then_some(ExploreQuery { max_paths: left, ..query })
    }

    /// The answer to the last question.
    pub(super) fn add(&mut self, mut exploration: Exploration) {
        let query = &self.queries[self.n_explored];
        self.n_explored += 1;
        if self.queries.len() > 1 {
            self.name_body(query, &mut exploration);
        }
        self.all = Some(match self.all.take() {
            Some(all) => joined(all, exploration),
            None => exploration,
        });
    }

    pub(super) fn explored(self) -> Exploration {
        self.all.expect("a method has a body")
    }

    fn name_body(&self, query: &ExploreQuery, exploration: &mut Exploration) {
        let enter = PathEvent::Enter { proc: query.entry };
        let keeps_events = query.detail != PathDetail::Counts;
        for path in &mut exploration.paths {
            path.path.events.insert(0, enter);
            let class = self.receiver(query, path);
            path.condition.insert(0, class);
        }
        let cuts = exploration.cuts.iter_mut().map(|cut| &mut cut.events);
        let unsupported = exploration.unsupported.iter_mut().map(|path| &mut path.events);
        for events in cuts.chain(unsupported).filter(|_| keeps_events) {
            events.insert(0, enter);
        }
    }

    /// The receiver is of one of the classes that have the body.
    fn receiver(&self, query: &ExploreQuery, path: &mut ExploredPath) -> ConditionRef {
        let (_, this) = self.program.procs[query.entry].params().next().expect("a method has a receiver");
        let conditions = &mut path.conditions;
        let is = |class| ConditionNode::Atom(ConditionAtom::Class(this.name.clone(), class));
        let classes = query.receiver.iter().flatten();
        let classes: Vec<ConditionRef> = classes.map(|&class| conditions.push(is(class))).collect();
        match classes[..] {
            [only] => only,
            _ => conditions.push(ConditionNode::Or(classes)),
        }
    }
}

/// Both answers, one after the other.
fn joined(mut all: Exploration, next: Exploration) -> Exploration {
    let Exploration {
        paths,
        counts,
        cuts,
        unsupported,
        stop,
        reached_max_paths,
        coverage,
        world: _,
        assumptions,
        stats,
        solver,
    } = next;
    all.paths.extend(paths);
    all.counts = all.counts.plus(counts);
    all.cuts.extend(cuts);
    let is_new =
        |path: &UnsupportedPath| !all.unsupported.iter().any(|known| known.construct == path.construct);
    let unsupported: Vec<UnsupportedPath> = unsupported.into_iter().filter(is_new).collect();
    all.unsupported.extend(unsupported);
    all.stop = stop;
    all.reached_max_paths = reached_max_paths;
    all.coverage.add(&coverage);
    let assumptions: Vec<String> =
        assumptions.into_iter().filter(|assumption| !all.assumptions.contains(assumption)).collect();
    all.assumptions.extend(assumptions);
    all.stats = Stats {
        states: all.stats.states + stats.states,
        transitions: all.stats.transitions + stats.transitions,
        depth: all.stats.depth.max(stats.depth),
        peak_bytes: all.stats.peak_bytes.max(stats.peak_bytes),
        ..all.stats
    };
    all.solver = all.solver.plus(solver);
    all
}
