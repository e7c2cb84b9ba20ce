//! Twins of what is asked of a program.

use base::{SourceMap, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use verdict::Fairness;

use crate::twin::location::Location;

/// What was asked of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// No assertion fails, no fault happens, no deadlock and no acceptance cycle is reachable.
    NoErrors,
    /// No call of a procedure ends with an assertion or a fault.
    NoErrorsIn(OpenCall),
    /// Every execution satisfies a formula.
    Formula(Formula),
}

/// A call of a procedure with any inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpenCall {
    /// The procedure, by its name in full.
    pub method: String,
    /// Only inputs count of which these methods are true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preconditions: Vec<String>,
}

/// A formula of linear temporal logic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Formula {
    /// As its author wrote it.
    pub text: String,
    /// Executions do not count in which some thread could move all the time and never does: weak fairness.
    pub fair: bool,
    /// Nor those in which some thread could move again and again and never does: strong fairness.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strong: bool,
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
                location: span.map(|span| Location::of(span, sources)),
                ..Formula::new(&temporal.text, temporal.fair)
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
            Self::NoErrorsIn(call) => format!("{} ends without an error", call.every()),
            Self::Formula(formula) => formula.kept(),
        }
    }
}

impl OpenCall {
    pub fn of(call: &verdict::OpenCall) -> Self {
        Self { method: call.name.clone(), preconditions: call.preconditions.clone() }
    }

    /// All calls that are meant.
    fn every(&self) -> String {
        let Self { method, preconditions } = self;
        match preconditions.as_slice() {
            [] => format!("every call of `{method}`, whatever its inputs are,"),
            names => format!("every call of `{method}` with inputs that satisfy `{}`", names.join("` and `")),
        }
    }
}

impl Formula {
    /// A formula that does not stand in the file of a program.
    pub fn new(text: &str, fair: Fairness) -> Self {
        let (fair, strong) = match fair {
            Fairness::None => (false, false),
            Fairness::Weak => (true, false),
            Fairness::Strong => (true, true),
        };
        Self { text: text.to_owned(), fair, strong, location: None }
    }

    /// Which executions count.
    pub fn fairness(&self) -> Fairness {
        match (self.fair, self.strong) {
            (_, true) => Fairness::Strong,
            (true, false) => Fairness::Weak,
            (false, false) => Fairness::None,
        }
    }

    /// The same as a word before "execution", with a space after it.
    fn fairness_text(&self) -> &'static str {
        match self.fairness() {
            Fairness::None => "",
            Fairness::Weak => "fair ",
            Fairness::Strong => "strongly fair ",
        }
    }

    /// What the executions of a program do that has the property.
    pub(crate) fn kept(&self) -> String {
        let fair = self.fairness_text();
        format!("every {fair}execution satisfies `{}`", self.text)
    }

    /// What an execution does that violates it. `which` says more of it, such as ` that ends`.
    pub(crate) fn broken(&self, which: &str) -> String {
        let (article, fair) = (if self.fair { "a" } else { "an" }, self.fairness_text());
        format!("{article} {fair}execution{which} does not satisfy `{}`", self.text)
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
