//! Which summary covers a call.
//!
//! The patterns of a procedure make a trie: a node asks for spots, and what is there leads on. So finding a summary takes
//! about as many reads as its pattern has, however many summaries there are. Objects are numbered as they are met; new elements
//! of a set get their numbers together, and which is which is left open until something depends on it: then all possibilities
//! are tried.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use base::Id;
use ir::{ObjectId, ProcId, Value};
use verdict::{Content, Spot, Summary};

use crate::refusal::Reason;
use crate::state::{owner, rebase};
use crate::step::Path;

/// How many nodes one call may visit.
const MAX_TRIES: usize = 1 << 20;

/// The patterns of all procedures.
#[derive(Debug, Default)]
pub(crate) struct Table {
    nodes: Vec<Node>,
    roots: HashMap<ProcId, usize>,
}

#[derive(Debug, Default)]
struct Node {
    /// The pattern that ends here.
    summary: Option<usize>,
    next: BTreeMap<Spot, HashMap<Content, usize>>,
}

/// A call, as its callee sees it.
pub(crate) struct Call<'c, 'a> {
    pub(crate) path: &'c Path<'a>,
    pub(crate) callee: ProcId,
    pub(crate) args: &'c [Value],
    /// Inside a section of the caller's own.
    pub(crate) atomic: bool,
}

impl Call<'_, '_> {
    /// What is in a spot that is named as the caller names it, but for parameters, which are those of the callee.
    fn read(&self, spot: Spot) -> Result<Content, Reason> {
        match spot {
            Spot::Param(local) => Ok(Content::Value(self.args[local.index()])),
            Spot::Atomic if self.atomic => Ok(Content::Value(Value::Bool(true))),
            spot => self.path.state.read(self.path.known, spot),
        }
    }
}

impl Table {
    pub(crate) fn new(summaries: &[Summary]) -> Self {
        let mut table = Self::default();
        for (index, summary) in summaries.iter().enumerate() {
            let next = table.nodes.len();
            let mut at = *table.roots.entry(summary.proc).or_insert(next);
            table.grow(at);
            for read in &summary.pattern {
                let next = table.nodes.len();
                let children = table.nodes[at].next.entry(read.spot).or_default();
                at = *children.entry(read.seen.clone()).or_insert(next);
                table.grow(at);
            }
            table.nodes[at].summary.get_or_insert(index);
        }
        table
    }

    fn grow(&mut self, node: usize) {
        if node == self.nodes.len() {
            self.nodes.push(Node::default());
        }
    }

    /// A summary that covers the call, and the objects that its numbers stand for.
    pub(crate) fn find(&self, call: &Call<'_, '_>) -> Result<(usize, Vec<ObjectId>), Reason> {
        let mut missing = None;
        let start = self.roots.get(&call.callee).map(|&node| Search { node, ..Search::default() });
        let mut pending = Vec::from_iter(start);
        for _ in 0..MAX_TRIES {
            let Some(search) = pending.pop() else {
                let callee = call.path.known.program.procs[call.callee].name.clone();
                return Err(Reason::UncoveredCall { callee, missing });
            };
            let node = &self.nodes[search.node];
            if let Some(summary) = node.summary {
                return Ok((summary, search.binding()));
            }
            for (&spot, children) in &node.next {
                match search.follow(spot, children, call, &mut pending) {
                    Err(Reason::UnlistedRead(spot)) => missing = Some(spot),
                    done => done?,
                }
            }
        }
        Err(Reason::TooLarge("a call could be matched in too many ways"))
    }
}

/// A node, and the objects that were met on the way to it.
#[derive(Clone, Debug, Default)]
struct Search {
    node: usize,
    /// By number; `None` if it is still open which of some elements of a set it is.
    objects: Vec<Option<ObjectId>>,
    numbers: HashMap<ObjectId, usize>,
    /// The elements that wait for one of these numbers.
    open: Vec<(ObjectId, Range<usize>)>,
}

impl Search {
    /// Goes on to the child for what is in the spot, or first to all ways to settle what is open there.
    fn follow(
        &self,
        spot: Spot,
        children: &HashMap<Content, usize>,
        call: &Call<'_, '_>,
        pending: &mut Vec<Search>,
    ) -> Result<(), Reason> {
        let number = owner(spot).map(ObjectId::index);
        let object = number.and_then(|number| self.objects[number]);
        if let (Some(number), None) = (number, object) {
            let elements = self.open.iter().filter(|(_, numbers)| numbers.contains(&number));
            pending.extend(elements.map(|&(element, _)| self.settle(element, number)));
            return Ok(());
        }
        let content = call.read(object.map_or(spot, |object| rebase(spot, object)))?;
        let mut next = self.clone();
        let known = call.path.known;
        let is_set = object.is_some_and(|object| known.is_set(call.path.state.class(known, object)));
        match next.translate(content, is_set) {
            Ok(content) => pending.extend(children.get(&content).map(|&node| Search { node, ..next })),
            Err(element) => {
                let mut open = self.open.iter().filter(|(other, _)| *other == element);
                let numbers = open.next().map_or(0..0, |(_, numbers)| numbers.clone());
                let free = numbers.filter(|&number| self.objects[number].is_none());
                pending.extend(free.map(|number| self.settle(element, number)));
            }
        }
        Ok(())
    }

    fn settle(&self, element: ObjectId, number: usize) -> Search {
        let mut next = self.clone();
        next.objects[number] = Some(element);
        next.numbers.insert(element, number);
        next.open.retain(|(other, _)| *other != element);
        next
    }

    /// The content in the numbers of the pattern; or an object whose number is still open.
    fn translate(&mut self, content: Content, is_set: bool) -> Result<Content, ObjectId> {
        Ok(match content {
            Content::Class(class) => Content::Class(class),
            Content::Value(value) => Content::Value(self.number(value)?),
            Content::List(list) if is_set => Content::List(self.number_set(list)?),
            Content::List(list) => {
                Content::List(list.into_iter().map(|value| self.number(value)).collect::<Result<_, _>>()?)
            }
        })
    }

    fn is_met(&self, value: &Value) -> bool {
        value.object().is_none_or(|object| self.numbers.contains_key(&object))
    }

    fn number(&mut self, value: Value) -> Result<Value, ObjectId> {
        let Some(object) = value.object() else { return Ok(value) };
        if self.open.iter().any(|(element, _)| *element == object) {
            return Err(object);
        }
        let number = *self.numbers.entry(object).or_insert(self.objects.len());
        if number == self.objects.len() {
            self.objects.push(Some(object));
        }
        Ok(Value::Ref(ObjectId::new(number)))
    }

    fn number_set(&mut self, list: Vec<Value>) -> Result<Vec<Value>, ObjectId> {
        let (met, new): (Vec<Value>, Vec<Value>) = list.into_iter().partition(|value| self.is_met(value));
        let first = self.objects.len();
        let mut numbered = met.into_iter().map(|value| self.number(value)).collect::<Result<Vec<_>, _>>()?;
        numbered.sort_unstable();
        if let [only] = new[..] {
            numbered.push(self.number(only)?);
            return Ok(numbered);
        }
        let numbers = first..first + new.len();
        for element in new.iter().filter_map(|value| value.object()) {
            if self.open.iter().any(|(other, _)| *other == element) {
                return Err(element);
            }
            self.open.push((element, numbers.clone()));
        }
        self.objects.resize(numbers.end, None);
        numbered.extend(numbers.map(|number| Value::Ref(ObjectId::new(number))));
        Ok(numbered)
    }

    /// What is still open does not matter to the pattern: any order will do.
    fn binding(mut self) -> Vec<ObjectId> {
        let mut free =
            (0..self.objects.len()).filter(|&number| self.objects[number].is_none()).collect::<Vec<_>>();
        for (element, numbers) in &self.open {
            if let Some(at) = free.iter().position(|number| numbers.contains(number)) {
                self.objects[free.swap_remove(at)] = Some(*element);
            }
        }
        self.objects.into_iter().flatten().collect()
    }
}
