//! Executions as decisions.
//!
//! A trace holds only what the program leaves open: which thread moves, and how each choice inside its step falls.
//! Together with the program that determines every state, so replaying a trace needs nothing from the engine that found
//! it.
//!
//! A program of a few lines can fail after 2^30 steps. What its procedures do on the way is then listed once for each
//! of them: a [`SharedTrace`].

use ir::ProcId;

use crate::start::Start;

/// One move of one thread: a whole step, up to the next place where threads may switch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TraceStep {
    /// Position among the live threads, in order of creation, before the step. Not the thread's number.
    pub thread: usize,
    /// For each nondeterministic choice that the step meets, in order, which alternative it takes.
    ///
    /// Alternatives are counted from 0 as the instruction lists them: targets of a goto, open joins of a select (closed
    /// ones are not counted), values of a choose. Of any value of a type it is the number of the value
    /// ([`ir::Program::value_at`]); a havoc makes one decision after another ([`ir::ChoiceOp::Havoc`]). A choice with
    /// one alternative is not recorded.
    pub choices: Vec<u64>,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Trace {
    pub start: Start,
    pub steps: Vec<TraceStep>,
    /// For an infinite execution: the step where the loop begins. After the last step, the execution can go on as from
    /// before this step: the states are the same or, in a program with one thread, what the running procedure sees is
    /// the same, and the loop did not return from it. The number of steps, where an execution stays in its last state
    /// forever: it has ended, it waits, or its last step fails and is not made.
    ///
    /// `None` for a finite execution. If it violates a formula, it does so however it goes on.
    pub loop_start: Option<usize>,
}

/// An execution of a program with one thread, up to an error, as a graph of shared parts: what a procedure does between
/// its entry and its return stands there once, however often it is called to do it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SharedTrace {
    /// A subtrace refers to subtraces before it only.
    pub subtraces: Vec<Subtrace>,
    /// The subtrace of `init`, if there is one, and that of the thread, if it begins. The last one fails, and so does
    /// the last call in it, if that does not return.
    pub stages: Vec<usize>,
}

/// What one call of a procedure does, from its entry to its return or to the error.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Subtrace {
    pub proc: ProcId,
    pub parts: Vec<SubtracePart>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SubtracePart {
    /// How choices of this procedure fall, as in [`TraceStep::choices`], up to the next call, the return or the error.
    Choices(Vec<u64>),
    /// The next call goes this subtrace.
    Call(usize),
}

impl SharedTrace {
    /// Choices and calls that stand in it.
    pub fn size(&self) -> usize {
        let part = |part: &SubtracePart| match part {
            SubtracePart::Choices(choices) => choices.len(),
            SubtracePart::Call(_) => 1,
        };
        self.subtraces.iter().map(|subtrace| 1 + subtrace.parts.iter().map(part).sum::<usize>()).sum()
    }

    /// All choices in a row, if there are no more than `most` choices and calls.
    pub fn flatten(&self, most: usize) -> Option<Vec<u64>> {
        let mut choices = Vec::new();
        let mut n_calls = 0;
        for &stage in &self.stages {
            let mut stack = vec![self.subtraces[stage].parts.iter()];
            while let Some(parts) = stack.last_mut() {
                match parts.next() {
                    None => {
                        stack.pop();
                        n_calls += 1;
                    }
                    Some(SubtracePart::Choices(more)) => choices.extend_from_slice(more),
                    Some(&SubtracePart::Call(subtrace)) => stack.push(self.subtraces[subtrace].parts.iter()),
                }
                if n_calls + choices.len() > most {
                    return None;
                }
            }
        }
        Some(choices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    fn subtrace(parts: Vec<SubtracePart>) -> Subtrace {
        Subtrace { proc: ProcId::new(0), parts }
    }

    #[test]
    fn shared_parts_are_told_once_and_flattened_as_often_as_they_are_called() {
        let mut subtraces = vec![subtrace(vec![SubtracePart::Choices(vec![1])])];
        for level in 0..40 {
            subtraces.push(subtrace(vec![
                SubtracePart::Call(level),
                SubtracePart::Choices(vec![0]),
                SubtracePart::Call(level),
            ]));
        }
        let shared = SharedTrace { subtraces, stages: vec![2] };
        assert_eq!(shared.flatten(100), Some(vec![1, 0, 1, 0, 1, 0, 1]));
        let shared = SharedTrace { stages: vec![40], ..shared };
        assert_eq!(shared.flatten(1_000), None);
    }
}
