//! Twins of replayed executions as graphs of shared parts.

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::execution::{Binding, State, Step, Value, bindings};
use crate::twin::source_line::SourceLines;

/// An execution from the start of the program to an error, too long to be listed step by step: what a procedure does
/// from some values at its entry is listed once, however often it is called to do it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SharedExecution {
    /// How many statements are executed; the largest number stands for all that are larger.
    pub statements: u64,
    /// Where the execution begins: the initialisation, if there is one, then the program. The last of them fails.
    pub stages: Vec<usize>,
    /// In the order of their numbers, which count from 1: stages, then the calls that have not returned, then all
    /// others from the outside to the inside.
    pub parts: Vec<Part>,
    /// The state at the end.
    pub final_state: State,
}

/// A procedure from its entry, with some values, to its return or to the error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    pub number: usize,
    pub procedure: String,
    /// Parameters and all globals that matter to the procedure, when it is called.
    pub entry: Vec<Binding>,
    pub steps: Vec<PartStep>,
    /// What the caller finds; absent if the procedure fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Exit>,
    /// How often the execution passes here; the largest number stands for all that are larger.
    pub uses: u64,
    /// Statements of one pass, those of the calls too; the largest number stands for all that are larger.
    pub statements: u64,
}

/// A statement of a part. Its changes are those of its calls, too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PartStep {
    #[serde(flatten)]
    pub step: Step,
    /// Numbers of the parts that its calls are.
    pub calls: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Exit {
    /// The globals of the entry.
    pub globals: Vec<Binding>,
    pub results: Vec<Value>,
}

/// A shared trace as bare decisions: enough to replay it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SharedDecisions {
    /// Each calls earlier ones only, which are counted from 0.
    pub subtraces: Vec<Subtrace>,
    /// The subtraces of the initialisation, if there is one, and of the program.
    pub stages: Vec<usize>,
}

/// What one call of a procedure does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Subtrace {
    /// Its place in the program, counted from 0.
    pub procedure: usize,
    pub parts: Vec<SubtracePart>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SubtracePart {
    /// Which alternative each choice with more than one takes, counted from 0.
    Choices(Vec<u64>),
    /// The next call goes this subtrace.
    Call(usize),
}

impl SharedExecution {
    pub fn of(execution: &verdict::SharedExecution, sources: &SourceMap) -> Self {
        let verdict::SharedExecution { parts, stages, statements, last } = execution;
        let order = order(execution);
        let mut numbers = vec![0; parts.len()];
        order.iter().enumerate().for_each(|(index, &part)| numbers[part] = index + 1);
        let parts = order.iter().map(|&part| Part::of(&parts[part], numbers[part], &numbers, sources));
        Self {
            statements: *statements,
            stages: stages.iter().map(|&stage| numbers[stage]).collect(),
            parts: parts.collect(),
            final_state: State::of(last, sources),
        }
    }

    /// The part of this number.
    pub fn part(&self, number: usize) -> Option<&Part> {
        self.parts.get(number.checked_sub(1)?)
    }
}

/// Passages as people read them: stages, calls that have not returned, and all others from the outside to the inside.
fn order(execution: &verdict::SharedExecution) -> Vec<usize> {
    let verdict::SharedExecution { parts, stages, .. } = execution;
    let mut order: Vec<usize> = Vec::new();
    let mut is_there = vec![false; parts.len()];
    let mut add = |order: &mut Vec<usize>, part: usize| {
        if !std::mem::replace(&mut is_there[part], true) {
            order.push(part);
        }
    };
    stages.iter().for_each(|&stage| add(&mut order, stage));
    let mut failing = stages.last().copied();
    while let Some(part) = failing.filter(|&part| parts[part].exit.is_none()) {
        add(&mut order, part);
        failing = parts[part].moments.last().and_then(|moment| moment.calls.last().copied());
    }
    let mut next = 0;
    while let Some(&part) = order.get(next) {
        for &call in parts[part].moments.iter().flat_map(|moment| &moment.calls) {
            add(&mut order, call);
        }
        next += 1;
    }
    order
}

impl Part {
    fn of(part: &verdict::SharedPart, number: usize, numbers: &[usize], sources: &SourceMap) -> Self {
        let verdict::SharedPart { proc, entry, moments, exit, uses, statements } = part;
        let mut lines = SourceLines::new(sources);
        let step = |shared: &verdict::PartMoment| PartStep {
            step: Step::of(&shared.moment, &mut lines),
            calls: shared.calls.iter().map(|&call| numbers[call]).collect(),
        };
        let exit = exit.as_ref().map(|verdict::Exit { globals, results }| Exit {
            globals: bindings(globals),
            results: results.iter().map(Value::of).collect(),
        });
        Self {
            number,
            procedure: proc.clone(),
            entry: bindings(entry),
            steps: moments.iter().map(step).collect(),
            exit,
            uses: *uses,
            statements: *statements,
        }
    }
}

impl SharedDecisions {
    pub fn of(shared: &verdict::SharedTrace) -> Self {
        let part = |part: &verdict::SubtracePart| match part {
            verdict::SubtracePart::Choices(choices) => SubtracePart::Choices(choices.clone()),
            &verdict::SubtracePart::Call(subtrace) => SubtracePart::Call(subtrace),
        };
        let subtrace = |subtrace: &verdict::Subtrace| Subtrace {
            procedure: base::Id::index(subtrace.proc),
            parts: subtrace.parts.iter().map(part).collect(),
        };
        Self { subtraces: shared.subtraces.iter().map(subtrace).collect(), stages: shared.stages.clone() }
    }
}
