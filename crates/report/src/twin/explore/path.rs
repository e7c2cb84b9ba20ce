//! One path of an open procedure: its condition and effect, the heaps before and after, and an example.

use std::collections::{BTreeSet, HashMap};

use base::{Id, SourceMap, Span};
use ir::{BlockId, Program};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use verdict::{GivenObject, GivenStart, PathEnd, PathEvent};

use super::condition::{self, ConditionNode, ConditionRef};
use super::heap::{Field, GuardedTarget, Heap, Location, Named, SummaryValue, Target};
use crate::twin::location::{self, statement_text};
use crate::twin::question::Question;
use crate::twin::summary::{self, NewObject, Value};
use crate::twin::violation::{ViolationKind, sentence};

/// A path that some inputs take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExploredPath {
    /// Counted from 1.
    pub number: usize,
    /// The procedure that is called: a method may have several bodies, for receivers of different classes.
    pub body: String,
    pub end: End,
    /// True together for exactly the inputs that take the path, in the order in which the path met them.
    pub precondition: Vec<String>,
    /// What is returned and what has changed, where the path ends.
    pub postcondition: Vec<String>,
    /// The branches and calls of the path, by indices of `outcomes` of the report.
    pub outcomes: Vec<usize>,
    /// The graph that all conditions of the path refer to.
    pub conditions: Vec<ConditionNode>,
    /// The conjuncts of the precondition in the graph.
    pub condition: Vec<ConditionRef>,
    /// Parameters as they are given.
    pub arguments: Vec<Named>,
    /// What was read of the unknown heap.
    pub before: Heap,
    /// The heap at the end.
    pub after: Heap,
    pub results: Vec<SummaryValue>,
    /// How many heaps lead here, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<u128>,
    /// Inputs that take the path; replayed. Absent if a limit came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<Example>,
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum End {
    Returns,
    /// With an assertion, a fault or an exception.
    Throws {
        error: ViolationKind,
        /// A sentence that stands alone.
        message: String,
        /// The statement that fails.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        location: Option<location::Location>,
    },
}

/// Inputs of one execution, and how they are left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// The call and its heap; `cutpoint run FILE --start` executes it.
    pub start: String,
    /// How choices of the program fall, counted from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<u64>,
    /// Empty unless the procedure returns.
    pub results: Vec<String>,
    /// Objects and globals at the end that are new or have changed, as starts have them.
    pub changes: Vec<String>,
    /// The arguments of the call, by the names of parameters.
    pub arguments: Vec<summary::Field>,
    /// The heap of the start.
    pub before: Vec<NewObject>,
    /// The heap at the end: the objects of the start, and those that were made.
    pub after: Vec<NewObject>,
    /// What is returned, as values of the heap at the end.
    pub returns: Vec<Value>,
}

/// Where a path goes one of several directions, or into a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    Branch {
        procedure: String,
        /// Blocks of the core language, as `cutpoint ir` prints them.
        from: String,
        to: String,
        /// What decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        location: Option<location::Location>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Where it leads.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leads_to: Option<location::Location>,
    },
    Enter {
        procedure: String,
    },
}

/// Outcomes, each once, in the order in which paths meet them.
pub(crate) struct Outcomes<'a> {
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a SourceMap,
    pub(crate) listed: Vec<Outcome>,
    known: HashMap<PathEvent, usize>,
}

impl<'a> Outcomes<'a> {
    pub(crate) fn new(program: &'a Program, sources: &'a SourceMap) -> Self {
        Self { program, sources, listed: Vec::new(), known: HashMap::new() }
    }

    pub(crate) fn indices(&mut self, events: &[PathEvent]) -> Vec<usize> {
        events.iter().map(|&event| self.index(event)).collect()
    }

    fn index(&mut self, event: PathEvent) -> usize {
        if let Some(&index) = self.known.get(&event) {
            return index;
        }
        let outcome = self.outcome(event);
        let index = self.listed.len();
        self.listed.push(outcome);
        self.known.insert(event, index);
        index
    }

    fn outcome(&self, event: PathEvent) -> Outcome {
        let name = |proc: ir::ProcId| self.program.procs[proc].name.clone();
        match event {
            PathEvent::Enter { proc } => Outcome::Enter { procedure: name(proc) },
            PathEvent::Branch { proc, from, to } => {
                let code = &self.program.procs[proc];
                let decides = code.blocks[from].terminator.site.span;
                let begin = |block: BlockId| code.blocks[block].site(0).span;
                let located = |span: Span| location::Location::of(span, self.sources);
                Outcome::Branch {
                    procedure: name(proc),
                    from: from.to_string(),
                    to: to.to_string(),
                    location: decides.map(located),
                    text: decides.map(|span| statement_text(span, self.sources)),
                    leads_to: begin(to).map(located),
                }
            }
        }
    }
}

impl ExploredPath {
    pub(crate) fn of(number: usize, path: &verdict::ExploredPath, outcomes: &mut Outcomes<'_>) -> Self {
        let verdict::ExploredPath {
            body,
            path: taken,
            conditions,
            condition,
            arguments,
            before,
            after,
            results,
            heaps,
            example,
        } = path;
        let program = outcomes.program;
        let conditions: Vec<ConditionNode> =
            conditions.nodes.iter().map(|node| ConditionNode::of(node, program)).collect();
        let condition: Vec<ConditionRef> =
            condition.iter().map(|&conjunct| ConditionRef::of(conjunct)).collect();
        let argument = |(name, value): &(String, verdict::explore::SummaryValue)| Named {
            name: name.clone(),
            value: SummaryValue::of(value, before),
        };
        let mut twin = Self {
            number,
            body: program.procs[*body].name.clone(),
            end: End::of(&taken.end, outcomes.sources),
            precondition: condition.iter().map(|&part| condition::text(&conditions, part, false)).collect(),
            postcondition: Vec::new(),
            outcomes: outcomes.indices(&taken.events),
            conditions,
            condition,
            arguments: arguments.iter().map(argument).collect(),
            before: Heap::of(before, program),
            after: Heap::of(after, program),
            results: results.iter().map(|result| SummaryValue::of(result, after)).collect(),
            heaps: heaps.map(verdict::HeapTotal::number),
            example: example.as_ref().map(|example| Example::of(example, program)),
        };
        twin.postcondition = postcondition(&twin);
        twin
    }
}

impl End {
    /// Paths that are pruned, cut or blocked are none of an answer.
    fn of(end: &PathEnd, sources: &SourceMap) -> Self {
        match end {
            PathEnd::Failed { kind, span } => Self::Throws {
                error: ViolationKind::of(kind),
                message: sentence(kind, &Question::NoErrors),
                location: span.map(|span| location::Location::of(span, sources)),
            },
            PathEnd::Returned => Self::Returns,
            PathEnd::Pruned | PathEnd::Blocked | PathEnd::Cut => {
                panic!("a path that ends with {end:?} is no answer")
            }
        }
    }
}

impl Example {
    fn of(example: &verdict::PathExample, program: &Program) -> Self {
        let verdict::PathExample { start, choices, end } = example;
        let verdict::explore::GivenEnd { results, globals, objects } = end;
        let types = &program.procs[start.proc].results;
        let result = |(&value, &ty): (&ir::Value, &ir::Type)| verdict::start::value_text(program, value, ty);
        let begin = start.text(program);
        let left = GivenStart { globals: globals.clone(), objects: objects.clone(), ..start.clone() };
        let left = left.text(program);
        let before: Vec<&str> = begin.lines().collect();
        let is_new = |line: &&str| line.starts_with("  ") && !before.contains(line);
        Self {
            choices: choices.clone(),
            results: results.iter().zip(types).map(result).collect(),
            changes: left.lines().filter(is_new).map(|line| line.trim().to_owned()).collect(),
            arguments: arguments(program, start),
            before: heap(program, &start.objects),
            after: heap(program, objects),
            returns: results
                .iter()
                .zip(types)
                .map(|(&value, &ty)| summary::value(program, Some(ty), value))
                .collect(),
            start: begin,
        }
    }
}

fn arguments(program: &Program, start: &GivenStart) -> Vec<summary::Field> {
    let params = program.procs[start.proc].params().zip(&start.args);
    let argument = |((id, local), &value): ((ir::LocalId, &ir::Local), &ir::Value)| summary::Field {
        name: summary::name_or_id(&local.name, id),
        value: summary::value(program, Some(local.ty), value),
    };
    params.map(argument).collect()
}

fn heap(program: &Program, objects: &[GivenObject]) -> Vec<NewObject> {
    let object = |(index, GivenObject { class, slots }): (usize, &GivenObject)| {
        let contents = verdict::NewObject { class: *class, slots: slots.clone() };
        summary::new_object(program, Id::new(index), &contents)
    };
    objects.iter().enumerate().map(object).collect()
}

/// What is returned, then what is different from before, object by object.
fn postcondition(path: &ExploredPath) -> Vec<String> {
    let mut sentences = Vec::new();
    for (index, result) in path.results.iter().enumerate() {
        let name =
            if path.results.len() == 1 { "result".to_owned() } else { format!("result {}", index + 1) };
        sentences.extend(equations(&name, result, None, &path.conditions));
    }
    for (index, location) in path.after.locations.iter().enumerate() {
        let before = path.before.locations.get(index);
        for Field { name, exists, value } in &location.fields {
            if !is_unchanged(before, location, name, value) {
                let place = format!("{}.{name}", location.name);
                sentences.extend(equations(&place, value, Some(*exists), &path.conditions));
            }
        }
    }
    sentences
}

/// Whether a field has the value that it had before the path. What was not there before is new.
pub(crate) fn is_unchanged(
    before: Option<&Location>,
    after: &Location,
    name: &str,
    value: &SummaryValue,
) -> bool {
    let known = before.and_then(|before| before.fields.iter().find(|field| field.name == name));
    match (known.map(|known| &known.value), value) {
        (Some(SummaryValue::Term { text: known }), SummaryValue::Term { text }) => known == text,
        (Some(SummaryValue::References { targets: known }), SummaryValue::References { targets }) => {
            read(known) == read(targets)
        }
        (Some(SummaryValue::Term { .. }), SummaryValue::References { .. })
        | (Some(SummaryValue::References { .. }), SummaryValue::Term { .. }) => false,
        // A number that was read is a symbol with the name of its place.
        (None, SummaryValue::Term { text }) => *text == format!("{}.{name}", after.name),
        (None, SummaryValue::References { targets }) => read(targets).is_empty(),
    }
}

/// Where a reference leads and when, in any order.
fn read(targets: &[GuardedTarget]) -> BTreeSet<(Option<usize>, ConditionRef)> {
    let read = |GuardedTarget { condition, target }: &GuardedTarget| match target {
        Target::Null => Some((None, *condition)),
        Target::Location { index, name: _ } => Some((Some(*index), *condition)),
        Target::Unread => None,
    };
    targets.iter().filter_map(read).collect()
}

/// `place == value`, with a condition in front where the place is not always there or has several values.
fn equations(
    place: &str,
    value: &SummaryValue,
    exists: Option<ConditionRef>,
    conditions: &[ConditionNode],
) -> Vec<String> {
    let equation = |condition: Option<ConditionRef>, value: &str| {
        let needed = exists.into_iter().chain(condition).filter(|condition| !condition.is_true(conditions));
        let needed: Vec<String> =
            needed.map(|condition| condition::text(conditions, condition, true)).collect();
        match needed.is_empty() {
            true => format!("{place} == {value}"),
            false => format!("{} => {place} == {value}", needed.join(" && ")),
        }
    };
    let targets = match value {
        SummaryValue::Term { text } => return vec![equation(None, text)],
        SummaryValue::References { targets } => targets,
    };
    let shown = targets.iter().filter(|target| target.target != Target::Unread);
    shown.map(|GuardedTarget { condition, target }| equation(Some(*condition), target.text())).collect()
}

impl Target {
    /// The name of the object.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Null => "null",
            Self::Unread => "as before",
            Self::Location { name, index: _ } => name,
        }
    }
}
