//! Twins of what executions did not go through.

use base::{SourceMap, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::location::{Location, statement_text};

/// What executions went through and what not, in terms of the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// Every execution was followed. If not, what is missing was not covered *so far*.
    pub complete: bool,
    pub statements: CoveredStatements,
    /// Branches from a statement that decides to another; what was decided was reached.
    pub branches: CoveredBranches,
    /// Assertions whose condition is not simply false.
    pub assertions: CoveredExcerpts,
    /// Alternatives of selects that were reached; one is covered if an execution took it.
    pub guards: CoveredExcerpts,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoveredStatements {
    pub all: u64,
    pub missed: u64,
    /// In order of places; statements that follow each other are one run.
    pub never_reached: Vec<StatementRun>,
}

/// Statements that follow each other in the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StatementRun {
    /// Where the first stands.
    pub first: Location,
    /// Where the last begins.
    pub last_line: u32,
    pub count: u64,
    /// The first line of the first.
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoveredBranches {
    pub all: u64,
    pub missed: u64,
    pub never_taken: Vec<Branch>,
}

/// A branch from a statement to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Branch {
    /// The condition, or what else decides.
    pub location: Location,
    pub text: String,
    /// The statement that it leads to; absent if the procedure ends there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Excerpt>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoveredExcerpts {
    pub all: u64,
    pub missed: u64,
    pub never: Vec<Excerpt>,
}

/// A piece of the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Excerpt {
    pub location: Location,
    /// Its first line.
    pub text: String,
}

impl Coverage {
    pub fn of(uncovered: &verdict::Uncovered, sources: &SourceMap) -> Self {
        let verdict::Uncovered { is_complete, statements, branches, assertions, guards } = uncovered;
        Self {
            complete: *is_complete,
            statements: CoveredStatements {
                all: statements.all,
                missed: statements.missed_count,
                never_reached: statements.missed.iter().map(|run| StatementRun::of(run, sources)).collect(),
            },
            branches: CoveredBranches {
                all: branches.all,
                missed: branches.missed_count,
                never_taken: branches.missed.iter().map(|branch| Branch::of(branch, sources)).collect(),
            },
            assertions: CoveredExcerpts::of(assertions, sources),
            guards: CoveredExcerpts::of(guards, sources),
        }
    }
}

impl StatementRun {
    fn of(run: &verdict::StatementRun, sources: &SourceMap) -> Self {
        let &verdict::StatementRun { first, last, count } = run;
        Self {
            first: Location::of(first, sources),
            last_line: sources.position(last).line,
            count,
            text: statement_text(first, sources),
        }
    }
}

impl Branch {
    fn of(branch: &verdict::Branch, sources: &SourceMap) -> Self {
        let &verdict::Branch { at, to } = branch;
        Self {
            location: Location::of(at, sources),
            text: statement_text(at, sources),
            to: to.map(|to| Excerpt::of(to, sources)),
        }
    }
}

impl Excerpt {
    fn of(span: Span, sources: &SourceMap) -> Self {
        Self { location: Location::of(span, sources), text: statement_text(span, sources) }
    }
}

impl CoveredExcerpts {
    fn of(part: &verdict::Part<Span>, sources: &SourceMap) -> Self {
        let verdict::Part { all, missed_count, missed } = part;
        Self {
            all: *all,
            missed: *missed_count,
            never: missed.iter().map(|&span| Excerpt::of(span, sources)).collect(),
        }
    }
}
