//! How to search, which questions read which option, and what fits together.

use verdict::{QuestionKind, Setting};

use crate::frontier::Order;
use crate::schedule::Schedule;

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplicitOptions {
    pub order: Order,
    pub schedule: Schedule,
    /// Goes on after an error, and reports each error (kind and place) once.
    pub all_errors: bool,
    /// Keeps 64-bit hashes in place of states: less memory, and a small chance to miss a part of the state space.
    pub hash_compaction: bool,
    /// Threads that search. With more than one, a trace need not be shortest. Temporal properties are searched by one,
    /// whatever this says.
    pub workers: usize,
    pub summaries: Summaries,
    /// Longest path, in transitions; `None` is no bound.
    pub max_depth: Option<u64>,
    /// Keeps account of what executions go through, when errors are looked for.
    pub coverage: bool,
}

/// Whether calls of a sequential program are answered by procedure summaries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Summaries {
    #[default]
    Off,
    /// For every state that a procedure sees at its entry.
    Visible,
    /// For every pattern: what a procedure reads of that state.
    Patterns,
}

impl Default for ExplicitOptions {
    fn default() -> Self {
        Self {
            order: Order::default(),
            schedule: Schedule::default(),
            all_errors: false,
            hash_compaction: false,
            workers: 1,
            summaries: Summaries::Off,
            max_depth: None,
            coverage: false,
        }
    }
}

const SCHEDULES: &str = "summaries are made of programs with one thread, where there is nothing to schedule";

/// Options of the command line that have a meaning only where states are visited one by one, and why.
const NEED_STATES: [(&str, &str); 7] = [
    ("search", "a run with summaries has an order of its own"),
    ("threads", "summaries are made by one thread"),
    ("compact", "a proof by summaries is never compared by hashes"),
    ("max-depth", "summaries leave the paths out that it would count"),
    ("cooperative", SCHEDULES),
    ("preemptions", SCHEDULES),
    ("delays", SCHEDULES),
];

impl ExplicitOptions {
    /// The first of the given options of the command line that needs states to be visited one by one, and why.
    pub fn needs_states(given: &[&str]) -> Option<(&'static str, &'static str)> {
        NEED_STATES.into_iter().find(|(option, _)| given.contains(option))
    }

    pub(crate) fn settings(&self, kind: QuestionKind) -> Option<Vec<Setting>> {
        let Self { order, schedule, all_errors, hash_compaction, workers, summaries, max_depth, coverage } =
            self;
        let schedule = || {
            let flags = &["cooperative", "preemptions", "delays"];
            Setting::new("schedule", flags, schedule_text(*schedule))
        };
        let summaries = || Setting::new("summaries", &["summaries"], summaries_text(*summaries).to_owned());
        let depth = || Setting::new("max-depth", &["max-depth"], max_depth.map(|depth| depth.to_string()));
        match kind {
            QuestionKind::Errors => Some(vec![
                Setting::new("search", &["search"], order_text(*order).to_owned()),
                schedule(),
                Setting::new("all-errors", &["all-errors"], all_errors.to_string()),
                Setting::new("hash-compaction", &["compact"], hash_compaction.to_string()),
                Setting::new("workers", &["threads"], workers.to_string()),
                summaries(),
                depth(),
                Setting::new("coverage", &["coverage"], coverage.then(|| "true".to_owned())),
            ]),
            QuestionKind::Formula => Some(vec![schedule(), depth()]),
            QuestionKind::Summaries => Some(vec![summaries()]),
            QuestionKind::OpenErrors | QuestionKind::Explore => None,
        }
    }
}

fn order_text(order: Order) -> &'static str {
    match order {
        Order::BreadthFirst => "breadth-first",
        Order::DepthFirst => "depth-first",
    }
}

fn schedule_text(schedule: Schedule) -> String {
    match schedule {
        Schedule::Full => "full".to_owned(),
        Schedule::Cooperative => "cooperative".to_owned(),
        Schedule::PreemptionBound(bound) => format!("preemptions <= {bound}"),
        Schedule::DelayBound(bound) => format!("delays <= {bound}"),
    }
}

fn summaries_text(summaries: Summaries) -> &'static str {
    match summaries {
        Summaries::Off => "off",
        Summaries::Visible => "visible",
        Summaries::Patterns => "patterns",
    }
}
