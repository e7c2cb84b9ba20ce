//! What is asked, of whom, and how.

use engine_boolean::MethodOptions;
use engine_explicit::{ExplicitOptions, Order, Schedule, Summaries};
use engine_pushdown::{PushdownOptions, Semantics};
use interp::Detail;
use verdict::{Limits, Property};

use crate::engines::EngineEntry;

/// A question about a program.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    pub property: Property,
    pub engines: EngineChoice,
    pub explicit: ExplicitOptions,
    pub pushdown: PushdownOptions,
    pub boolean: MethodOptions,
    pub limits: Limits,
    /// How much the replayed traces tell.
    pub detail: Detail,
}

/// Who is asked.
#[derive(Clone, Copy, Debug, Default)]
pub enum EngineChoice {
    /// Whoever is likely to decide the question soon.
    #[default]
    Automatic,
    /// The same among engines that follow executions state by state, which other options are about.
    Visiting,
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
            pushdown: PushdownOptions::default(),
            boolean: MethodOptions::default(),
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
        let mut options = vec![
            ("search", order.to_owned()),
            ("schedule", schedule),
            ("all-errors", all_errors.to_string()),
            ("hash-compaction", hash_compaction.to_string()),
            ("workers", workers.to_string()),
            ("summaries", summaries.to_owned()),
        ];
        let PushdownOptions { semantics, heap_bound, count_paper_heaps: _, all_errors: _, proof: _ } =
            &self.pushdown;
        match semantics {
            Semantics::Canonical => {}
            Semantics::Paper => options.push(("semantics", "paper".to_owned())),
        }
        options.extend(heap_bound.map(|bound| ("heap-bound", bound.to_string())));
        options
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
