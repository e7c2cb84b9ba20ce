//! The registry of engines: what each of them can be asked, and which options it reads.

use engine_boolean::{BooleanEngine, Method};
use engine_explicit::ExplicitEngine;
use engine_pushdown::PushdownEngine;
use engine_symbolic::{SymbolicChecker, SymbolicEngine};
use verdict::{Check, CheckCall, Explore, QuestionKind, Setting, Summarize};

use crate::request::EngineOptions;

/// Makes an engine with given options, as one that can be asked for `C`.
type Build<C> = fn(&EngineOptions) -> Box<C>;

/// An engine that can be asked by name. A capability that it lacks is `None`.
#[derive(Clone, Copy, Debug)]
pub struct EngineEntry {
    /// The name on the command line; the same as [`verdict::Engine::name`].
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    pub(crate) check: Option<Build<dyn Check>>,
    pub(crate) check_call: Option<Build<dyn CheckCall>>,
    pub(crate) summarize: Option<Build<dyn Summarize>>,
    pub(crate) explore: Option<Build<dyn Explore>>,
}

/// All engines.
pub const ENGINES: &[EngineEntry] = &[
    EngineEntry {
        name: "explicit",
        summary: "visits every reachable state, stored in canonical form; summaries of procedures, one thread",
        check: Some(|options| Box::new(ExplicitEngine { options: options.explicit.clone() })),
        check_call: None,
        summarize: Some(|options| Box::new(ExplicitEngine { options: options.explicit.clone() })),
        explore: None,
    },
    EngineEntry {
        name: "pushdown",
        summary: "cuts heaps at calls, and keeps what a procedure sees: recursion without bound, one thread",
        check: Some(|options| Box::new(PushdownEngine { options: options.pushdown.clone() })),
        check_call: None,
        summarize: None,
        explore: None,
    },
    EngineEntry {
        name: "bdd",
        summary: "keeps all values of Boolean variables as decision diagrams, with summaries of procedures, one thread",
        check: Some(|options| Box::new(boolean(Method::Bdd, options))),
        check_call: None,
        summarize: Some(|options| Box::new(boolean(Method::Bdd, options))),
        explore: None,
    },
    EngineEntry {
        name: "sat",
        summary: "executes Boolean programs symbolically, with summaries of procedures, by SAT and formulas with two quantifiers, one thread",
        check: Some(|options| Box::new(boolean(Method::Sat, options))),
        check_call: None,
        summarize: None,
        explore: None,
    },
    EngineEntry {
        name: "universal",
        summary: "unrolls procedures of Boolean programs once for all that may call them, and goes on like sat, one thread",
        check: Some(|options| Box::new(boolean(Method::Universal, options))),
        check_call: None,
        summarize: None,
        explore: None,
    },
    EngineEntry {
        name: "pdr",
        summary: "asks backwards from errors for the values of Boolean variables, with lemmas about procedures, one thread",
        check: Some(|options| Box::new(boolean(Method::Pdr, options))),
        check_call: None,
        summarize: None,
        explore: None,
    },
    EngineEntry {
        name: "symbolic",
        summary: "follows every path, for all inputs and heaps at once: open procedures, data of any value, one thread",
        check: Some(|options| Box::new(SymbolicChecker { options: options.symbolic.clone() })),
        check_call: Some(|options| Box::new(SymbolicChecker { options: options.symbolic.clone() })),
        summarize: None,
        explore: Some(|_| Box::new(SymbolicEngine)),
    },
];

fn boolean(method: Method, options: &EngineOptions) -> BooleanEngine {
    BooleanEngine { method, options: options.boolean.clone() }
}

/// The engine of this name.
pub fn engine(name: &str) -> Option<&'static EngineEntry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

impl EngineEntry {
    /// The options that the engine reads for questions of a kind, with their values; `None` if it cannot be asked.
    pub(crate) fn settings(&self, kind: QuestionKind, options: &EngineOptions) -> Option<Vec<Setting>> {
        match kind {
            QuestionKind::Errors | QuestionKind::Formula => self.check?(options).settings(kind),
            QuestionKind::OpenErrors => self.check_call?(options).settings(kind),
            QuestionKind::Summaries => self.summarize?(options).settings(kind),
            QuestionKind::Explore => self.explore?(options).settings(kind),
        }
    }

    /// Whether it can be asked questions of this kind at all.
    pub fn answers(&self, kind: QuestionKind) -> bool {
        self.settings(kind, &EngineOptions::default()).is_some()
    }

    /// Whether such a question depends on an option of the command line.
    pub fn reads(&self, kind: QuestionKind, option: &str) -> bool {
        let settings = self.settings(kind, &EngineOptions::default()).unwrap_or_default();
        settings.iter().any(|setting| setting.flags.contains(&option))
    }

    /// What a report says of the options that such a question depends on.
    pub(crate) fn shown_options(
        &self,
        kind: QuestionKind,
        options: &EngineOptions,
    ) -> Vec<(&'static str, String)> {
        let settings = self.settings(kind, options).unwrap_or_default();
        settings.into_iter().filter_map(|setting| Some((setting.name, setting.value?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_registered_under_their_own_names() {
        let options = EngineOptions::default();
        for entry in ENGINES {
            assert!(entry.check.is_none_or(|build| build(&options).name() == entry.name));
            assert!(entry.check_call.is_none_or(|build| build(&options).name() == entry.name));
            assert!(entry.summarize.is_none_or(|build| build(&options).name() == entry.name));
            assert!(entry.explore.is_none_or(|build| build(&options).name() == entry.name));
            assert_eq!(engine(entry.name).map(|found| found.name), Some(entry.name));
        }
        assert!(engine("none").is_none());
    }

    fn that_answer(kind: QuestionKind) -> Vec<&'static str> {
        ENGINES.iter().filter(|entry| entry.answers(kind)).map(|entry| entry.name).collect()
    }

    #[test]
    fn capabilities_are_those_of_the_engines() {
        assert_eq!(
            that_answer(QuestionKind::Errors),
            ["explicit", "pushdown", "bdd", "sat", "universal", "pdr", "symbolic"]
        );
        assert_eq!(that_answer(QuestionKind::OpenErrors), ["symbolic"]);
        assert_eq!(that_answer(QuestionKind::Formula), ["explicit", "pushdown"]);
        assert_eq!(that_answer(QuestionKind::Summaries), ["explicit", "bdd"]);
        assert_eq!(that_answer(QuestionKind::Explore), ["symbolic"]);
    }
}
