//! The capability [`Explore`]: which paths an open procedure has, under which conditions, and with which effect.
//!
//! The question is that of generalized symbolic execution (Khurshid, Păsăreanu, Visser 2003) and of exact heap
//! summaries (Hillery, Mercer, Rungta, Person 2014): a procedure is called with unknown arguments in an unknown heap.
//! The answer names every control-flow path that some inputs take, and says for each of them which inputs these are.
//!
//! - [`condition`]: conditions over inputs, for people;
//! - [`heaps`]: heaps before and after a path, whose references depend on conditions;
//! - [`paths`]: one path, what bounds cut, and the counts;
//! - [`test_files`]: what a language needs to write tests of paths.

pub mod condition;
pub mod heaps;
pub mod paths;
pub mod test_files;

use std::fmt;

use ir::{ClassId, ProcId, Program};

use crate::answer::Unsupported;
use crate::coverage::Coverage;
use crate::engine::{Engine, Setting};
use crate::limits::StopReason;
use crate::meter::Meter;
use crate::stats::Stats;

pub use self::condition::{Condition, ConditionAtom, ConditionNode, ConditionRef, Relation};
pub use self::heaps::{
    GuardedTarget, LocationKind, SummaryField, SummaryHeap, SummaryLocation, SummaryValue, Target,
};
pub use self::paths::{
    Bound, Cut, ExploredPath, GivenEnd, HeapTotal, PathCounts, PathExample, SolverFigures, UnsupportedPath,
};
pub use self::test_files::{TestCase, TestFile, TestSubject, UntestedPath, WriteTests, WrittenTests};

/// Finds the paths of an open procedure.
pub trait Explore: Engine {
    /// Whether the paths of this procedure can be explored at all. What is unsupported but may be out of reach is no
    /// reason to refuse: the answer names it if it is reached.
    fn can_explore(&self, program: &Program, entry: ProcId) -> Result<(), Unsupported>;

    /// Explores within the limits of the meter; what was found before a limit is part of the answer.
    fn explore(&self, program: &Program, query: &ExploreQuery, meter: &Meter<'_>) -> Exploration;
}

/// How fields of input objects get their values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Init {
    /// Reading a field that was not read before branches: null, a new object, each object of a fitting class.
    Lazy,
    /// Reading splits null from an object that is not known yet; a use of the object splits the rest.
    Lazier,
    /// Reading splits nothing; a null test splits null from the rest, a use of the object splits that.
    LazierSharp,
    /// Nothing branches on shape: a reference is a set of locations under conditions.
    #[default]
    Summary,
}

impl Init {
    pub const ALL: [Init; 4] = [Init::Lazy, Init::Lazier, Init::LazierSharp, Init::Summary];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Init::Lazy => "lazy",
            Init::Lazier => "lazier",
            Init::LazierSharp => "lazier-sharp",
            Init::Summary => "summary",
        }
    }
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// In which order paths are searched. Where nothing is limited, the answer is the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PathOrder {
    /// One path after the other, each as much like the one before as can be.
    #[default]
    DepthFirst,
    /// First those that lead to branches that no path has taken.
    Coverage,
}

impl PathOrder {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PathOrder::DepthFirst => "depth-first",
            PathOrder::Coverage => "coverage",
        }
    }
}

/// How much is kept of each path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathDetail {
    /// Paths are counted, nothing else.
    Counts,
    /// Events, end and condition; heaps before and after.
    Paths,
    /// One concrete example, too.
    #[default]
    Examples,
}

/// What is asked of a procedure of a verified program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploreQuery {
    pub entry: ProcId,
    /// The first parameter is the receiver: not null, and of exactly one of these classes. `None` for a procedure
    /// without a receiver.
    pub receiver: Option<Vec<ClassId>>,
    /// Only inputs that satisfy it: a [`guard`](crate::OpenBody::guard) of the entry.
    pub precondition: Option<ProcId>,
    /// The classes that input objects may have; `None` for all records of the program.
    pub world: Option<Vec<ClassId>>,
    pub init: Init,
    /// The depth of an input object is 0 for arguments, else one more than that of the object whose field first held
    /// it. No object is deeper than this (`-k`).
    pub max_depth: u32,
    /// At most so many input objects of one class are in one heap (`-n`).
    pub max_objects: Option<u32>,
    pub order: PathOrder,
    /// The run ends after so many paths.
    pub max_paths: Option<u64>,
    /// A path is cut after so many instructions. Where inputs may be cycles, a loop has a path that goes on forever,
    /// and conditions grow with each turn.
    pub max_steps: u64,
    /// A path is cut where so many calls are open.
    pub max_calls: u32,
    pub detail: PathDetail,
    /// How many heaps lead to each path is counted, too.
    pub counts_heaps: bool,
    /// As in the paper: no field holds the receiver. Other arguments still are candidates.
    pub paper: bool,
}

impl ExploreQuery {
    /// With the defaults of the command line.
    pub fn new(entry: ProcId) -> Self {
        Self {
            entry,
            receiver: None,
            precondition: None,
            world: None,
            init: Init::Summary,
            max_depth: 5,
            max_objects: None,
            order: PathOrder::DepthFirst,
            max_paths: None,
            max_steps: 10_000,
            max_calls: 1_000,
            detail: PathDetail::Examples,
            counts_heaps: false,
            paper: false,
        }
    }

    /// What the answer depends on, as it is named in reports.
    pub fn settings(&self) -> Vec<Setting> {
        let number = |bound: Option<u64>| bound.map(|bound| bound.to_string());
        let flag = |is_set: bool| is_set.then(|| "true".to_owned());
        vec![
            Setting::new("init", &["init"], self.init.name().to_owned()),
            Setting::new("depth", &["k"], self.max_depth.to_string()),
            Setting::new("objects", &["n"], number(self.max_objects.map(u64::from))),
            Setting::new("search", &["search"], Some(self.order.name().to_owned())),
            Setting::new("max-paths", &["max-paths"], number(self.max_paths)),
            Setting::new("max-steps", &["max-steps"], self.max_steps.to_string()),
            Setting::new("max-calls", &["max-calls"], self.max_calls.to_string()),
            Setting::new("count-heaps", &["count-heaps"], flag(self.counts_heaps)),
            Setting::new("paper", &["paper"], flag(self.paper)),
        ]
    }
}

/// What is known of the paths of a procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Exploration {
    /// In the order of the search, which is the same in every run.
    pub paths: Vec<ExploredPath>,
    pub counts: PathCounts,
    /// What bounds removed; in the order of the search, each pair of a path and a place once.
    pub cuts: Vec<Cut>,
    /// Where paths were given up because an instruction is not supported.
    pub unsupported: Vec<UnsupportedPath>,
    /// Why the run ended before every path was found.
    pub stop: Option<StopReason>,
    /// The run ended because there were as many paths as were asked for.
    pub reached_max_paths: bool,
    pub coverage: Coverage,
    /// The classes that input objects may have.
    pub world: Vec<ClassId>,
    /// What the answer takes for granted beyond the meaning of the program, one sentence each.
    pub assumptions: Vec<String>,
    pub stats: Stats,
    pub solver: SolverFigures,
}

impl Exploration {
    /// Whether every path is there, with every heap that leads to it.
    pub fn is_complete(&self) -> bool {
        self.cuts.is_empty() && self.unsupported.is_empty() && self.stop.is_none() && !self.reached_max_paths
    }

    /// The answer of an engine that could not begin.
    pub fn stopped(program: &Program, stop: StopReason) -> Self {
        Self {
            paths: Vec::new(),
            counts: PathCounts::default(),
            cuts: Vec::new(),
            unsupported: Vec::new(),
            stop: Some(stop),
            reached_max_paths: false,
            coverage: Coverage::nothing(program),
            world: Vec::new(),
            assumptions: Vec::new(),
            stats: Stats::default(),
            solver: SolverFigures::default(),
        }
    }
}
