//! The arguments of `cutpoint explore`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use driver::Request;
use verdict::{ExploreQuery, Init, Limits, OpenBody, OpenCall, PathDetail, PathOrder};

use super::InputArguments;
use crate::ask::Ask;
use crate::output::Output;
use crate::test_files::TestDirectory;
use crate::units;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExploreArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The method with its class, as in `Node.contains`, or the name of a procedure
    pub(crate) method: String,
    /// How unknown references get their values
    #[arg(long, value_enum, default_value_t, value_name = "MACHINE", help_heading = "Search")]
    init: InitChoice,
    /// Only inputs of which this method is true, as in `Node.repOk`; can be repeated
    #[arg(long = "pre", value_name = "METHOD", help_heading = "Search")]
    pub(crate) preconditions: Vec<String>,
    /// Input objects may be N references away from the arguments, at most
    #[arg(short = 'k', value_name = "N", default_value = "5", value_parser = depth, help_heading = "Search")]
    depth: u32,
    /// At most N input objects of one class are in one heap [default: as many as -k allows]
    #[arg(short = 'n', value_name = "N", value_parser = objects, help_heading = "Search")]
    objects: Option<u32>,
    /// As in the paper: no field of an input refers to the receiver
    #[arg(long, help_heading = "Search")]
    paper: bool,
    /// Which paths come first. Where nothing is limited, the answer is the same
    #[arg(long, value_enum, default_value_t, value_name = "ORDER", help_heading = "Search")]
    search: SearchChoice,
    /// Stop after N paths: 1000, 50k
    #[arg(long, value_name = "N", value_parser = max_paths, help_heading = "Limits")]
    max_paths: Option<u64>,
    /// Cut a path after N instructions
    #[arg(long, value_name = "N", default_value = "10k", value_parser = max_steps, help_heading = "Limits")]
    max_steps: u64,
    /// Cut a path where N calls are open
    #[arg(long, value_name = "N", default_value = "1000", value_parser = max_calls, help_heading = "Limits")]
    max_calls: u32,
    /// Stop after this time: 10, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = timeout, help_heading = "Limits")]
    timeout: Option<Duration>,
    /// Stop when the whole process holds this much memory: 500M, 16G
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, default_value = "4G", help_heading = "Limits")]
    memory: u64,
    /// Count paths, and keep none of them
    #[arg(long, help_heading = "Answer")]
    counts: bool,
    /// Count the heaps that lead to each path, too
    #[arg(long, help_heading = "Answer")]
    count_heaps: bool,
    /// Keep a smallest set of paths that covers as much as all of them
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "counts", help_heading = "Answer")]
    pub(crate) cover: Option<CoverChoice>,
    /// Say which statements and branches no path went through, too
    #[arg(long, help_heading = "Answer")]
    pub(crate) coverage: bool,
    /// Write a test of each path into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "counts", help_heading = "Answer")]
    tests: Option<PathBuf>,
    /// Replace files in the directory of --tests that are different
    #[arg(long, requires = "tests", help_heading = "Answer")]
    force: bool,
    /// Draw the paths in the language of Graphviz, as far as a page has room; -v draws all
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["format", "counts"], help_heading = "Answer")]
    pub(crate) dot: Option<DotChoice>,
    /// Say what the exploration cost
    #[arg(long, help_heading = "Answer")]
    stats: bool,
}

const EXAMPLES: &str = "\
Examples:
  cutpoint explore list.jl Node.contains                  every path, with its condition and an example
  cutpoint explore list.jl Node.contains -k 3             lists of up to four nodes
  cutpoint explore list.jl Node.contains --init lazy      one path for each shape of the heap
  cutpoint explore list.jl Node.contains --counts -k 10   how many paths there are
  cutpoint explore list.jl Node.contains --tests tests    and a test of each path in the directory tests
  cutpoint explore list.jl Node.contains --dot heaps | dot -Tsvg > heaps.svg
  cutpoint explore list.jl Node.contains --format json    the whole answer for another tool

The exit status is 0 if every path was found, and 3 if a bound cut one or a limit was reached.";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum InitChoice {
    /// A field that is read is null, a new object, or one made before: one path each
    Lazy,
    /// A field that is read is null or not; a use of the object splits the rest
    Lazier,
    /// A null test splits null from the rest; a use of the object splits that
    LazierSharp,
    /// Nothing branches on the shape of the heap: one path for each sequence of branches
    #[default]
    Summary,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum SearchChoice {
    /// One path after the other, as the program has them
    #[default]
    DepthFirst,
    /// Those that lead to branches that no path has taken; with --max-paths more is covered
    Coverage,
}

impl From<SearchChoice> for PathOrder {
    fn from(choice: SearchChoice) -> Self {
        match choice {
            SearchChoice::DepthFirst => Self::DepthFirst,
            SearchChoice::Coverage => Self::Coverage,
        }
    }
}

/// What a set of paths covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum CoverChoice {
    /// Every branch that some path takes, and every error that some path ends with
    Branches,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DotChoice {
    /// Which conditions lead to which paths
    Tree,
    /// For each path all heaps that take it, as one, and what it changes
    Heaps,
    /// The example of each path, and what it changes
    Examples,
}

impl From<InitChoice> for Init {
    fn from(choice: InitChoice) -> Self {
        match choice {
            InitChoice::Lazy => Self::Lazy,
            InitChoice::Lazier => Self::Lazier,
            InitChoice::LazierSharp => Self::LazierSharp,
            InitChoice::Summary => Self::Summary,
        }
    }
}

impl ExploreArguments {
    pub(crate) fn ask(&self, output: &Output) -> Ask<'_> {
        let limits = Limits { max_states: None, max_bytes: Some(self.memory) };
        let request = Request { limits, detail: output.detail(), ..Request::default() };
        Ask { request, timeout: self.timeout, stats: self.stats, certificate: None }
    }

    /// Where tests go, if that is asked for.
    pub(crate) fn test_directory(&self) -> Option<TestDirectory> {
        self.tests.clone().map(|path| TestDirectory { path, may_replace: self.force })
    }

    /// The questions about its bodies.
    pub(crate) fn queries(&self, call: &OpenCall) -> Vec<ExploreQuery> {
        let detail = if self.counts { PathDetail::Counts } else { PathDetail::Examples };
        let query = |body: &OpenBody| ExploreQuery {
            receiver: body.receiver.clone(),
            precondition: body.guard,
            init: self.init.into(),
            max_depth: self.depth,
            max_objects: self.objects,
            order: self.search.into(),
            max_paths: self.max_paths,
            max_steps: self.max_steps,
            max_calls: self.max_calls,
            detail,
            counts_heaps: self.count_heaps,
            paper: self.paper,
            ..ExploreQuery::new(body.proc)
        };
        call.bodies.iter().map(query).collect()
    }
}

pub(crate) fn depth(text: &str) -> Result<u32, String> {
    bound(text, "no object could be reached from an argument; the least bound is 1, the default 5")
}

pub(crate) fn objects(text: &str) -> Result<u32, String> {
    bound(text, "there could be no input object at all; the least bound is 1, and without -n there is none")
}

pub(crate) fn max_calls(text: &str) -> Result<u32, String> {
    bound(text, "no procedure could be entered; the least bound is 1, the default 1000")
}

fn max_paths(text: &str) -> Result<u64, String> {
    bound(text, "there would be nothing to find; the least limit is 1, and --counts keeps no path")
}

pub(crate) fn max_steps(text: &str) -> Result<u64, String> {
    bound(text, "no instruction could be executed; the least bound is 1, the default 10k")
}

fn timeout(text: &str) -> Result<Duration, String> {
    match units::duration(text)? {
        Duration::ZERO => {
            Err("there would be no time to find anything; without --timeout there is no limit".to_owned())
        }
        timeout => Ok(timeout),
    }
}

/// A number above 0: `without` says what a bound of 0 would mean.
fn bound<N: TryFrom<u64>>(text: &str, without: &str) -> Result<N, String> {
    match units::count(text)? {
        0 => Err(format!("with a bound of 0, {without}")),
        number => N::try_from(number).map_err(|_| "this number is too large".to_owned()),
    }
}
