//! The arguments of `cutpoint summarize` and `cutpoint certify`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use driver::{EngineOptions, ExplicitOptions, Request, Summaries};
use report::dot::Extent;
use verdict::SummaryForm;

use super::InputArguments;
use super::check::LimitArguments;
use crate::ask::Ask;
use crate::output::Output;

#[derive(Debug, Args)]
#[command(after_help = SUMMARIZE_EXAMPLES)]
pub(crate) struct SummarizeArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Only the procedures of this name, such as `push` or `Stack.push`; may be given several times
    #[arg(long = "proc", value_name = "NAME")]
    pub(crate) procs: Vec<String>,
    /// What to summarise: each state that a procedure sees, or each pattern of what it reads. By default patterns or,
    /// if all variables are true or false, formulas
    #[arg(long, value_enum, value_name = "KIND")]
    summaries: Option<SummaryKind>,
    /// Draw what calls read and change in the language of Graphviz: at most a screenful
    #[arg(long, conflicts_with = "format")]
    pub(crate) dot: bool,
    /// Draw everything, however large the picture gets
    #[arg(long, requires = "dot")]
    all: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// Say what the summaries cost
    #[arg(long)]
    stats: bool,
    /// See [`super::engines::given`].
    #[arg(skip)]
    pub(crate) given: Vec<&'static str>,
}

const SUMMARIZE_EXAMPLES: &str = "\
Examples:
  cutpoint summarize model.zing                              what each procedure reads and does
  cutpoint summarize model.zing --proc Stack.push            one procedure alone
  cutpoint summarize model.zing --dot | dot -Tsvg > s.svg    a picture of the heaps";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SummaryKind {
    /// The states that procedures see
    Visible,
    /// What procedures read
    Patterns,
}

impl SummarizeArguments {
    pub(crate) fn ask(&self, output: &Output) -> Ask<'_> {
        let summaries = match self.summaries {
            Some(SummaryKind::Visible) => Summaries::Visible,
            Some(SummaryKind::Patterns) | None => Summaries::Patterns,
        };
        let request = Request {
            options: EngineOptions {
                explicit: ExplicitOptions { summaries, ..ExplicitOptions::default() },
                ..EngineOptions::default()
            },
            given: self.given.clone(),
            limits: self.limits.limits(),
            detail: output.detail(),
            ..Request::default()
        };
        Ask { request, timeout: self.limits.timeout, stats: self.stats, certificate: None }
    }

    pub(crate) fn extent(&self) -> Extent {
        extent(self.all)
    }

    /// Formulas have no heaps to draw.
    pub(crate) fn form(&self) -> Option<SummaryForm> {
        self.dot.then_some(SummaryForm::Patterns)
    }
}

#[derive(Debug, Args)]
#[command(after_help = CERTIFY_EXAMPLES)]
pub(crate) struct CertifyArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The certificate, as `cutpoint check --certificate` wrote it
    pub(crate) certificate: PathBuf,
    /// If the certificate is a proof of the pushdown engine and is accepted, draw what procedures see, for Graphviz
    #[arg(long, conflicts_with = "format")]
    pub(crate) dot: bool,
    /// Draw all that procedures see, not only a screenful
    #[arg(long, requires = "dot")]
    all: bool,
}

impl CertifyArguments {
    pub(crate) fn extent(&self) -> Extent {
        extent(self.all)
    }
}

fn extent(all: bool) -> Extent {
    if all { Extent::Everything } else { Extent::Screenful }
}

const CERTIFY_EXAMPLES: &str = "\
Examples:
  cutpoint check model.zing --certificate proof.json    write a certificate
  cutpoint certify model.zing proof.json                check it again, without the engine

  cutpoint check list.shy --engine pushdown --certificate proof.json
  cutpoint certify list.shy proof.json --dot | dot -Tsvg > heaps.svg    draw the heaps that procedures see";
