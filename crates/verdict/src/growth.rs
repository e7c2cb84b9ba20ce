//! What grew in a run that ended at a limit, and the advice against it.

use crate::answer::{Answer, Verdict};
use crate::limits::StopReason;

/// Something that was larger and larger along one execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Growth {
    /// The stack of a thread: so many frames of one procedure.
    Calls { proc: String, frames: u64 },
    /// Live threads that began with a procedure.
    Threads { proc: String, threads: u64 },
    /// One array, set or channel.
    Elements { class: String, elements: u64 },
    /// A chain of objects that refer to each other by the same fields again and again.
    Chain {
        /// The cycle of the chain: a class and the field that leads to the next object; back at the first class after
        /// the last. The field is missing where an element of an array, set or channel leads on.
        cycle: Vec<(String, Option<String>)>,
        /// Objects of the longest chain.
        length: u64,
    },
    /// The objects of a class, which are no chain. Without a class: all objects that a procedure sees.
    Objects { class: Option<String>, objects: u64 },
    /// A variable: its distance from zero. A local has its procedure.
    Number { variable: String, proc: Option<String>, number: u64 },
}

impl Answer {
    /// Notes what grew where a limit ended the run. If that has no bound, no larger limit helps, and none is advised:
    /// `remedy` says what does.
    pub fn note_growth(&mut self, growth: Option<Growth>, remedy: impl FnOnce(&Growth) -> String) {
        let Some(growth) = growth.filter(|_| self.ended_at_a_limit()) else { return };
        self.advice = vec![format!("if that has no bound, no larger limit helps; {}", remedy(&growth))];
        self.stats.growth = Some(growth);
    }

    /// Whether a limit on work ended the run: those are the ones that more of the same does not help against.
    pub fn ended_at_a_limit(&self) -> bool {
        match &self.verdict {
            Verdict::Unknown { reason } => match reason {
                StopReason::StateLimit(_)
                | StopReason::MemoryLimit(_)
                | StopReason::TimeLimit(_)
                | StopReason::Interrupted => true,
                StopReason::DepthLimit(_)
                | StopReason::WorkLimit(_)
                | StopReason::Superseded
                | StopReason::PreemptionBound(_)
                | StopReason::DelayBound(_)
                | StopReason::StepTooLong(_)
                | StopReason::StepTooWide(_)
                | StopReason::ObjectTooLarge(_)
                | StopReason::TraceTooLong(_)
                | StopReason::HeapBound { .. }
                | StopReason::PathBound(_)
                | StopReason::Unsupported(_) => false,
            },
            Verdict::Holds { .. } | Verdict::Violated { .. } => false,
        }
    }
}

impl Growth {
    /// What helps whichever engine was asked.
    pub fn remedy(&self) -> String {
        match self {
            Growth::Calls { .. } => "bound the recursion in the program".to_owned(),
            Growth::Threads { .. } => "bound the number of threads in the program".to_owned(),
            Growth::Elements { class, .. } => format!("bound the size of {class} in the program"),
            Growth::Chain { .. } | Growth::Objects { .. } => {
                "bound the number of objects in the program".to_owned()
            }
            Growth::Number { variable, .. } => format!("bound {variable} in the program"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Stats;

    fn answer(reason: StopReason) -> Answer {
        Answer::new(Verdict::Unknown { reason }, Stats::default())
    }

    #[test]
    fn where_something_grows_no_larger_limit_is_advised() {
        let calls = Growth::Calls { proc: "F".to_owned(), frames: 100 };
        let mut limited = answer(StopReason::MemoryLimit(1));
        limited.note_growth(None, Growth::remedy);
        assert_eq!(limited.advice, ["a larger --memory lets the search go on"]);
        limited.note_growth(Some(calls.clone()), Growth::remedy);
        let advice = "if that has no bound, no larger limit helps; bound the recursion in the program";
        assert_eq!((limited.advice, limited.stats.growth), (vec![advice.to_owned()], Some(calls.clone())));
        let mut bounded = answer(StopReason::DepthLimit(1));
        bounded.note_growth(Some(calls), Growth::remedy);
        assert_eq!(bounded.stats.growth, None);
    }
}
