//! The twin of an engine's answer: the same in reports of checks, of properties and of summaries.

use std::collections::BTreeMap;

use base::SourceMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::coverage::Coverage;
use crate::twin::question::Question;
use crate::twin::stats::Stats;
use crate::twin::verdict::Verdict;

/// What an engine said, and all that it stands on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    pub engine: String,
    /// How the engine was run, by the names of the options that it read.
    pub options: BTreeMap<String, String>,
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Sentences on what the verdict takes for granted beyond the meaning of the program.
    pub assumptions: Vec<String>,
    /// Sentences on how to get a verdict where there is none.
    pub advice: Vec<String>,
    /// Assertions of a program that holds, if none of them was evaluated; absent if one was, or if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertions_never_evaluated: Option<u64>,
    /// What executions did not go through, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    pub stats: Stats,
}

impl Answer {
    pub fn of(answer: &verdict::EngineAnswer, question: &Question, sources: &SourceMap) -> Self {
        let verdict::EngineAnswer {
            engine,
            options,
            answer: found,
            executions: _,
            overflow: _,
            uncovered,
            idle_assertions,
        } = answer;
        let verdict::Answer {
            verdict: _,
            stats,
            assumptions,
            advice,
            coverage: _,
            has_asserted: _,
            left_out: _,
        } = found;
        Self {
            engine: (*engine).to_owned(),
            options: options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            verdict: Verdict::of(answer, question, sources),
            assumptions: assumptions.clone(),
            advice: advice.clone(),
            assertions_never_evaluated: *idle_assertions,
            coverage: uncovered.as_ref().map(|uncovered| Coverage::of(uncovered, sources)),
            stats: Stats::of(stats),
        }
    }

    /// The answer that counts, and those of the other engines.
    pub(crate) fn first_and_others(
        answers: &[verdict::EngineAnswer],
        question: &Question,
        sources: &SourceMap,
    ) -> (Self, Vec<Self>) {
        let (first, others) = answers.split_first().expect("a question has at least one answer");
        let twin = |answer: &verdict::EngineAnswer| Self::of(answer, question, sources);
        (twin(first), others.iter().map(twin).collect())
    }
}
