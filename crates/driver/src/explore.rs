//! The paths of an open procedure: who is asked, and whether every example does what its path says.
//!
//! An engine claims that certain inputs take a path, and what becomes of them. Before the path is shown, `interp` calls
//! the procedure with these inputs: it has to meet the same events in order, end at the same instruction in the same
//! manner, return the same values, and leave the same globals and objects. Anything else is an [`InternalError`].
//!
//! A method may have several bodies, for receivers of different classes: each is explored, and the answers become one.
//!
//! - [`entry`]: which procedures and which receivers a name means;
//! - [`bodies`]: the answers about several bodies as one;
//! - [`cover`]: a smallest set of paths that covers every branch;
//! - `test_files`: tests of paths.

mod bodies;
mod cover;
mod entry;
mod test_files;

use std::time::Duration;

use interp::{Context, Followed, Script};
use ir::facts::CallGraph;
use ir::{ObjectId, ProcId, Program};
use verdict::{
    Exploration, ExploreQuery, ExploredPath, GivenObject, Limits, Meter, OpenCall, PathExample, QuestionKind,
    Tick, Uncovered, Unsupported,
};

pub use cover::Cover;
pub use entry::{is_whole_program, method_entry};

use crate::check::CheckProgress;
use crate::choice::candidates;
use crate::coverage::uncovered;
use crate::error::InternalError;

/// Paths that are replayed between two ticks.
const PATHS_OF_A_TICK: usize = 64;

/// How long examples are replayed after a limit has been reached; those that are left then are dropped.
const GRACE: Duration = Duration::from_millis(150);

/// The paths of a procedure, and who found them.
#[derive(Clone, PartialEq, Debug)]
pub struct Explored {
    pub engine: &'static str,
    /// Every example in it was replayed.
    pub exploration: Exploration,
    /// Examples that were dropped because a limit came before they were replayed.
    pub dropped_examples: u64,
}

impl Explored {
    /// What no path went through, of the method and those that it may call.
    pub fn uncovered(&self, program: &Program, call: &OpenCall) -> Uncovered {
        let calls = CallGraph::new(program);
        let mut procs: Vec<ProcId> = call.bodies.iter().flat_map(|body| calls.below(body.proc)).collect();
        procs.sort_unstable();
        procs.dedup();
        uncovered(program, procs, &self.exploration.coverage, self.exploration.is_complete())
    }

    /// A smallest set of paths that covers every branch and every error that all paths cover.
    pub fn cover(&self) -> Cover {
        cover::cover(&self.exploration.paths)
    }
}

/// Explores the bodies of a method of a verified program: one question for each of them, which are the same but for the
/// procedure and the receiver. The inner error is one that cannot be explored.
pub fn explore(
    program: &Program,
    queries: &[ExploreQuery],
    limits: Limits,
    progress: &dyn CheckProgress,
) -> Result<Result<Explored, Unsupported>, InternalError> {
    let mut refusal = Unsupported::new("No engine explores procedures.");
    for entry in candidates(QuestionKind::Explore, &[]) {
        let Some(build) = entry.explore else { continue };
        let engine = build(&crate::EngineOptions::default());
        let mut refused = queries.iter().filter_map(|query| engine.can_explore(program, query.entry).err());
        if let Some(unsupported) = refused.next() {
            refusal = unsupported;
            continue;
        }
        progress.begins(entry.name);
        let begin = progress.elapsed();
        let ctx = Context::new(program);
        let mut bodies = bodies::Bodies::new(program, queries);
        let mut dropped_examples = 0;
        while let Some(query) = bodies.next() {
            let mut exploration = engine.explore(program, &query, &Meter::new(limits, progress));
            let replay = Replay { engine: entry.name, ctx: &ctx, query: &query, progress };
            dropped_examples += replay.all(&mut exploration)?;
            bodies.add(exploration);
        }
        let mut exploration = bodies.explored();
        exploration.stats.time = progress.elapsed().saturating_sub(begin);
        return Ok(Ok(Explored { engine: entry.name, exploration, dropped_examples }));
    }
    Ok(Err(refusal))
}

struct Replay<'a> {
    engine: &'static str,
    ctx: &'a Context<'a>,
    query: &'a ExploreQuery,
    progress: &'a dyn CheckProgress,
}

impl Replay<'_> {
    /// Replays the example of every path. Answers how many were dropped because a limit came first.
    fn all(&self, exploration: &mut Exploration) -> Result<u64, InternalError> {
        let mut last_call = None;
        let mut dropped = 0;
        for (index, path) in exploration.paths.iter_mut().enumerate() {
            if index % PATHS_OF_A_TICK == 0 && last_call.is_none() {
                let ended = self.progress.tick(Tick::default()).is_err();
                last_call = ended.then(|| self.progress.elapsed().saturating_add(GRACE));
            }
            if last_call.is_some_and(|last_call| self.progress.elapsed() > last_call) {
                dropped += u64::from(path.example.take().is_some());
            } else {
                self.one(path).map_err(|difference| InternalError::Example {
                    engine: self.engine,
                    procedure: self.ctx.program.procs[self.query.entry].name.clone(),
                    path: index + 1,
                    difference,
                })?;
            }
        }
        Ok(dropped)
    }

    /// The error says what is different.
    fn one(&self, path: &ExploredPath) -> Result<(), String> {
        let Some(PathExample { start, choices, end }) = &path.example else { return Ok(()) };
        // The path was executed within the bound, and the last instruction may be one that fails.
        let most = self.query.max_steps.saturating_add(1);
        let followed = interp::follow(self.ctx, start, &mut Script::new(choices), most)
            .map_err(|error| error.to_string())?;
        let Followed { path: taken, results, state, n_instructions: _ } = followed;
        if taken != path.path {
            return Err(difference(path, &taken));
        }
        if results != end.results {
            return Err(format!("it returns {results:?}, not {:?}", end.results));
        }
        if !state.globals.iter().eq(end.globals.iter()) {
            return Err(format!("it leaves the globals {:?}, not {:?}", state.globals, end.globals));
        }
        let object = |object: ObjectId| GivenObject {
            class: state.heap.class(object),
            slots: state.heap.slots(object).to_vec(),
        };
        let objects = (0..state.heap.len()).map(|index| object(base::Id::new(index)));
        if objects.ne(end.objects.iter().cloned()) {
            return Err("it leaves another heap".to_owned());
        }
        Ok(())
    }
}

/// Where a path leaves the one that it should be.
fn difference(path: &ExploredPath, taken: &verdict::Path) -> String {
    let events = path.path.events.iter().zip(&taken.events);
    match events.clone().position(|(one, other)| one != other) {
        Some(at) => format!("event {} is {:?}, not {:?}", at + 1, taken.events[at], path.path.events[at]),
        None => format!(
            "it has {} events and ends with {:?} at {:?}, not {} events and {:?} at {:?}",
            taken.events.len(),
            taken.end,
            taken.at,
            path.path.events.len(),
            path.path.end,
            path.path.at
        ),
    }
}

#[cfg(test)]
mod tests {
    use base::SourceFile;
    use ir::Value;
    use verdict::{OpenBody, PathEnd, Silent};

    use super::*;
    use crate::{Language, LoadOptions, load};

    const PROGRAM: &str = "((
        (class Node ([Node next] [int value]) (
            (int next ([int n])
                (begin
                    (this $ value := n)
                    (if ((this $ next) == null) n else (((this $ next) $ value) + 1))))))
    ) (Node next))";

    /// What the replay says of the first path after it was changed.
    fn replayed(change: impl FnOnce(&mut ExploredPath)) -> Result<u64, InternalError> {
        let loaded = load(SourceFile::new("f", PROGRAM), Language::Javalite, &LoadOptions::default());
        let program = loaded.expect("no contradiction").program.expect("it is correct");
        let entry = method_entry(&program, "Node.next").expect("there is one");
        let OpenBody { proc, receiver, .. } = entry.bodies[0].clone();
        let query = ExploreQuery { receiver, ..ExploreQuery::new(proc) };
        let explored = explore(&program, std::slice::from_ref(&query), Limits::default(), &Silent);
        let mut exploration = explored.expect("every example replays").expect("it is supported").exploration;
        change(&mut exploration.paths[0]);
        let ctx = Context::new(&program);
        Replay { engine: "symbolic", ctx: &ctx, query: &query, progress: &Silent }.all(&mut exploration)
    }

    fn refuses(change: impl FnOnce(&mut ExploredPath, &mut PathExample)) {
        let changed = replayed(|path| {
            let mut example = path.example.take().expect("there is one");
            change(path, &mut example);
            path.example = Some(example);
        });
        assert!(matches!(changed, Err(InternalError::Example { path: 1, .. })), "{changed:?}");
    }

    /// An engine that is wrong about anything of a path is found out, and nothing of its answer is shown.
    #[test]
    fn an_example_that_does_otherwise_is_an_internal_error() {
        assert_eq!(replayed(|_| {}), Ok(0));
        refuses(|path, _| drop(path.path.events.pop()));
        refuses(|path, _| path.path.end = PathEnd::Pruned);
        refuses(|path, _| path.path.at.index += 1);
        refuses(|_, example| example.end.results = vec![Value::Int(77)]);
        refuses(|_, example| example.end.objects[0].slots[1] = Value::Int(77));
        refuses(|_, example| drop(example.end.objects.pop()));
        // Another shape of the input takes another branch.
        refuses(|_, example| {
            let next = &mut example.start.objects[0].slots[0];
            *next = if *next == Value::Null { Value::Ref(base::Id::new(0)) } else { Value::Null };
        });
    }
}
