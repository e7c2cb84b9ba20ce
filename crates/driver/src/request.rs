//! What is asked, of whom, and how.

use engine_explicit::{ExplicitOptions, Order, Schedule, Summaries};
use interp::Detail;
use verdict::{Limits, Property};

use crate::engines::EngineEntry;

/// A question about a program.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    pub property: Property,
    pub engines: EngineChoice,
    pub explicit: ExplicitOptions,
    pub limits: Limits,
    /// How much the replayed traces tell.
    pub detail: Detail,
}

/// Who is asked.
#[derive(Clone, Copy, Debug, Default)]
pub enum EngineChoice {
    /// The first that can decide the question.
    #[default]
    Automatic,
    One(&'static EngineEntry),
    /// All that can, and their answers are compared.
    All,
}

impl Default for CheckRequest {
    fn default() -> Self {
        Self {
            property: Property::NoErrors,
            engines: EngineChoice::default(),
            explicit: ExplicitOptions::default(),
            limits: Limits::default(),
            detail: Detail::default(),
        }
    }
}

impl CheckRequest {
    /// How the engine is run, as pairs of names and values.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let ExplicitOptions { order, schedule, all_errors, hash_compaction, workers, summaries } =
            &self.explicit;
        let order = match order {
            Order::BreadthFirst => "breadth-first",
            Order::DepthFirst => "depth-first",
        };
        let schedule = match schedule {
            Schedule::Full => "full".to_owned(),
            Schedule::Cooperative => "cooperative".to_owned(),
            Schedule::PreemptionBound(bound) => format!("preemptions <= {bound}"),
            Schedule::DelayBound(bound) => format!("delays <= {bound}"),
        };
        let summaries = match summaries {
            Summaries::Off => "off",
            Summaries::Visible => "visible",
            Summaries::Patterns => "patterns",
        };
        vec![
            ("search", order.to_owned()),
            ("schedule", schedule),
            ("all-errors", all_errors.to_string()),
            ("hash-compaction", hash_compaction.to_string()),
            ("workers", workers.to_string()),
            ("summaries", summaries.to_owned()),
        ]
    }

    /// What the answer takes for granted beyond the meaning of the program, one sentence each.
    pub fn assumptions(&self) -> Vec<String> {
        match self.explicit.schedule {
            Schedule::Cooperative => {
                vec![
                    "threads are taken to switch only where one yields, waits or ends (--cooperative)"
                        .to_owned(),
                ]
            }
            // The verdict itself says what bounded schedules leave out.
            Schedule::Full | Schedule::PreemptionBound(_) | Schedule::DelayBound(_) => Vec::new(),
        }
    }
}
