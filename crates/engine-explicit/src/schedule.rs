//! Which threads may move: every interleaving, or a part of them.
//!
//! A cooperative schedule lets a thread go on until it yields, blocks or ends, as a program may be meant to run.
//! Preemption bounding (Qadeer and Rehof 2005) limits how often a thread that could go on is interrupted. Delay
//! bounding (Emmi, Qadeer and Rakamaric 2011) takes a fixed round-robin scheduler and limits how often it is made to
//! skip a thread. All three keep a *turn* beside the state: what was spent, and which thread goes on. The two bounds
//! leave executions out, so that a search with one of them never answers Holds.

use machine::{State, Turn};
use verdict::StopReason;

/// The interleavings that are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Schedule {
    /// All.
    #[default]
    Full,
    /// A thread goes on until it yields, blocks or ends.
    Cooperative,
    /// At most so many switches away from a thread that could go on.
    PreemptionBound(u32),
    /// At most so many deviations from round robin.
    DelayBound(u32),
}

/// A thread that may move, and what is spent when it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) thread: usize,
    pub(crate) spent: u32,
}

impl Schedule {
    pub(crate) fn keeps_turns(self) -> bool {
        match self {
            Schedule::Full => false,
            Schedule::Cooperative | Schedule::PreemptionBound(_) | Schedule::DelayBound(_) => true,
        }
    }

    /// What it leaves out, where that may hide an execution.
    pub(crate) fn bound(self) -> Option<StopReason> {
        match self {
            Schedule::Full | Schedule::Cooperative => None,
            Schedule::PreemptionBound(bound) => Some(StopReason::PreemptionBound(bound)),
            Schedule::DelayBound(bound) => Some(StopReason::DelayBound(bound)),
        }
    }

    /// The threads that may move, out of those that can. `runnable` is not empty and in order of position.
    pub(crate) fn candidates(self, state: &State, runnable: &[usize], out: &mut Vec<Candidate>) {
        let Turn { current, spent } = state.turn;
        let current = current.map(|position| position as usize);
        out.clear();
        let going_on = current.filter(|position| runnable.contains(position));
        match self {
            Schedule::Full => out.extend(runnable.iter().map(|&thread| Candidate { thread, spent })),
            Schedule::Cooperative => match going_on {
                Some(thread) => out.push(Candidate { thread, spent }),
                None => out.extend(runnable.iter().map(|&thread| Candidate { thread, spent })),
            },
            Schedule::PreemptionBound(bound) => {
                let cost = |thread: usize| u32::from(going_on.is_some_and(|current| current != thread));
                let priced = runnable.iter().map(|&thread| Candidate { thread, spent: spent + cost(thread) });
                out.extend(priced.filter(|candidate| candidate.spent <= bound));
            }
            Schedule::DelayBound(bound) => {
                let first = current.unwrap_or(0);
                let from = runnable.partition_point(|&thread| thread < first);
                let round_robin = runnable[from..].iter().chain(&runnable[..from]);
                let priced =
                    round_robin.zip(spent..=bound).map(|(&thread, spent)| Candidate { thread, spent });
                out.extend(priced);
            }
        }
    }

    /// The turn after a thread moved.
    pub(crate) fn after(self, candidate: Candidate, yielded: bool, ended: bool) -> Turn {
        let Candidate { thread, spent } = candidate;
        let position = thread as u32;
        let current = match self {
            Schedule::Full => None,
            Schedule::Cooperative | Schedule::PreemptionBound(_) => (!yielded && !ended).then_some(position),
            // The thread behind one that ended has moved up into its place.
            Schedule::DelayBound(_) => Some(if yielded && !ended { position + 1 } else { position }),
        };
        Turn { current, spent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates as (thread, spent), with this turn.
    fn candidates(
        schedule: Schedule,
        current: Option<u32>,
        spent: u32,
        runnable: &[usize],
    ) -> Vec<(usize, u32)> {
        let state = State { turn: Turn { current, spent }, ..State::default() };
        let mut out = Vec::new();
        schedule.candidates(&state, runnable, &mut out);
        out.iter().map(|candidate| (candidate.thread, candidate.spent)).collect()
    }

    #[test]
    fn all_runnable_threads_may_move_in_a_full_search() {
        assert_eq!(candidates(Schedule::Full, Some(1), 0, &[0, 1, 3]), [(0, 0), (1, 0), (3, 0)]);
    }

    #[test]
    fn a_cooperative_thread_goes_on_while_it_can() {
        assert_eq!(candidates(Schedule::Cooperative, Some(1), 0, &[0, 1]), [(1, 0)]);
        assert_eq!(candidates(Schedule::Cooperative, Some(1), 0, &[0, 2]), [(0, 0), (2, 0)]);
        assert_eq!(candidates(Schedule::Cooperative, None, 0, &[0, 2]), [(0, 0), (2, 0)]);
    }

    #[test]
    fn a_preemption_is_a_switch_away_from_a_thread_that_could_go_on() {
        let bound = Schedule::PreemptionBound(1);
        assert_eq!(candidates(bound, Some(1), 0, &[0, 1, 2]), [(0, 1), (1, 0), (2, 1)]);
        assert_eq!(candidates(bound, Some(1), 1, &[0, 1, 2]), [(1, 1)]);
        assert_eq!(candidates(bound, Some(1), 1, &[0, 2]), [(0, 1), (2, 1)]);
        assert_eq!(candidates(bound, None, 1, &[0, 2]), [(0, 1), (2, 1)]);
    }

    #[test]
    fn a_delay_skips_a_thread_of_the_round() {
        let bound = Schedule::DelayBound(1);
        assert_eq!(candidates(bound, Some(1), 0, &[0, 1, 2]), [(1, 0), (2, 1)]);
        assert_eq!(candidates(bound, Some(2), 0, &[0, 1]), [(0, 0), (1, 1)]);
        assert_eq!(candidates(bound, Some(1), 1, &[0, 1, 2]), [(1, 1)]);
    }

    #[test]
    fn a_turn_ends_when_its_thread_yields_or_ends() {
        let moved = Candidate { thread: 1, spent: 2 };
        let after = |schedule: Schedule, yielded, ended| schedule.after(moved, yielded, ended).current;
        assert_eq!(after(Schedule::Cooperative, false, false), Some(1));
        assert_eq!(after(Schedule::Cooperative, true, false), None);
        assert_eq!(after(Schedule::PreemptionBound(3), false, true), None);
        assert_eq!(after(Schedule::DelayBound(3), true, false), Some(2));
        assert_eq!(after(Schedule::DelayBound(3), false, true), Some(1));
        assert_eq!(after(Schedule::Full, false, false), None);
    }
}
