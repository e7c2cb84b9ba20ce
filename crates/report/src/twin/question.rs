//! Twins of what is asked of a program.

use base::{SourceMap, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::twin::location::Location;

/// What was asked of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// No assertion fails, no fault happens, no deadlock and no acceptance cycle is reachable.
    NoErrors,
    /// Every execution satisfies a formula.
    Formula(Formula),
}

/// A formula of linear temporal logic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Formula {
    /// As its author wrote it.
    pub text: String,
    /// Only executions count in which no thread can move for ever without moving.
    pub fair: bool,
    /// Where it stands, if it stands in the file of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// The answer that a file expects of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Expectation {
    Holds,
    Violated,
    Unknown,
}

impl Question {
    /// `span` is the place of a formula in the program's file.
    pub fn of(property: &verdict::Property, span: Option<Span>, sources: &SourceMap) -> Self {
        match property {
            verdict::Property::NoErrors => Self::NoErrors,
            verdict::Property::Temporal(temporal) => Self::Formula(Formula {
                text: temporal.text.clone(),
                fair: temporal.fair,
                location: span.map(|span| Location::of(span, sources)),
            }),
        }
    }

    /// What a program says that has the property, without a full stop.
    pub fn sentence(&self) -> String {
        match self {
            Self::NoErrors => {
                "no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle"
                    .to_owned()
            }
            Self::Formula(formula) => formula.kept(),
        }
    }
}

impl Formula {
    /// What the executions of a program do that has the property.
    pub(crate) fn kept(&self) -> String {
        let fair = if self.fair { "fair " } else { "" };
        format!("every {fair}execution satisfies `{}`", self.text)
    }

    /// What an execution does that violates it. `which` says more of it, such as ` that ends`.
    pub(crate) fn broken(&self, which: &str) -> String {
        let article = if self.fair { "a fair" } else { "an" };
        format!("{article} execution{which} does not satisfy `{}`", self.text)
    }
}

impl Expectation {
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }
}
