//! A form of summaries that does not depend on the order in which a pattern was read.
//!
//! A pattern is a set of reads here. Objects are numbered as they are met when the least spot that can be read is read
//! first; fresh objects follow in the order of results, writes and their own contents. Where several objects are first
//! met as elements of one set, no order of them is better than another, and there is no form.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;
use ir::{ClassId, ClassKind, ObjectId, ProcId, Program, Value};
use verdict::{Content, Effect, NewObject, Spot, Summary};

type Entries = BTreeMap<Spot, Content>;
type Objects = Vec<(ClassId, Vec<Value>)>;

/// Equal for summaries that say the same.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    proc: ProcId,
    reads: Entries,
    effects: BTreeSet<(Entries, Objects, Vec<Value>)>,
}

/// From the numbers in a summary to those in its form.
#[derive(Clone)]
struct Numbers<'a> {
    program: &'a Program,
    /// By number in the summary: the class, and the number in the form.
    objects: Vec<(ClassId, Option<ObjectId>)>,
    n_named: usize,
}

impl Form {
    pub(super) fn of(program: &Program, summary: &Summary, classes: &[ClassId]) -> Option<Form> {
        let objects = classes.iter().map(|&class| (class, None)).collect();
        let mut numbers = Numbers { program, objects, n_named: 0 };
        let mut rest: Vec<_> = summary.pattern.iter().map(|read| (read.spot, &read.seen)).collect();
        let mut reads = Entries::new();
        while !rest.is_empty() {
            let known = rest.iter().enumerate().filter_map(|(at, read)| Some((numbers.spot(read.0)?, at)));
            let (spot, at) = known.min().expect("an object is met before its parts are read");
            let (old, seen) = rest.swap_remove(at);
            numbers.meet(seen.values(), numbers.is_set(old))?;
            reads.insert(spot, numbers.content(old, seen));
        }
        let effects: Option<_> = summary.effects.iter().map(|effect| numbers.effect(effect)).collect();
        Some(Form { proc: summary.proc, reads, effects: effects? })
    }
}

impl Numbers<'_> {
    fn number(&self, object: ObjectId) -> Option<ObjectId> {
        self.objects[object.index()].1
    }

    fn spot(&self, spot: Spot) -> Option<Spot> {
        match spot.object() {
            Some(object) => self.number(object).map(|number| spot.rename(|_| number)),
            None => Some(spot),
        }
    }

    fn is_set(&self, spot: Spot) -> bool {
        let of_set = |object: ObjectId| self.is_set_class(self.objects[object.index()].0);
        matches!(spot, Spot::Contents(object) if of_set(object))
    }

    fn is_set_class(&self, class: ClassId) -> bool {
        matches!(self.program.classes[class].kind, ClassKind::Set { .. })
    }

    /// Numbers the objects that have no number yet; `None` if their order is not known.
    fn meet(&mut self, values: &[Value], is_set: bool) -> Option<()> {
        let mut n_new = 0;
        for object in values.iter().filter_map(|value| value.object()) {
            let number = &mut self.objects[object.index()].1;
            if number.is_none() {
                *number = Some(ObjectId::new(self.n_named));
                self.n_named += 1;
                n_new += 1;
            }
        }
        (n_new < 2 || !is_set).then_some(())
    }

    fn content(&self, spot: Spot, content: &Content) -> Content {
        content.rename(self.is_set(spot), |object| self.number(object).expect("it was met"))
    }

    fn values(&self, values: &[Value], is_set: bool) -> Vec<Value> {
        let content = Content::List(values.to_vec());
        content.rename(is_set, |object| self.number(object).expect("it was met")).values().to_vec()
    }

    fn effect(&self, effect: &Effect) -> Option<(Entries, Objects, Vec<Value>)> {
        let Effect { fresh, writes, results } = effect;
        let (mut numbers, n_pattern) = (self.clone(), self.objects.len());
        numbers.objects.extend(fresh.iter().map(|new| (new.class, None)));
        numbers.meet(results, false)?;
        let mut sorted: Vec<(Spot, Spot, &Content)> = Vec::new();
        for (spot, content) in writes {
            sorted.push((numbers.spot(*spot)?, *spot, content));
        }
        sorted.sort();
        for (_, spot, content) in &sorted {
            numbers.meet(content.values(), numbers.is_set(*spot))?;
        }
        let mut objects = Objects::new();
        while objects.len() < fresh.len() {
            let next = ObjectId::new(self.n_named + objects.len());
            let place = numbers.objects.iter().position(|&(_, number)| number == Some(next));
            let NewObject { class, slots } = &fresh[place.expect("it can be reached") - n_pattern];
            let is_set = numbers.is_set_class(*class);
            numbers.meet(slots, is_set)?;
            objects.push((*class, slots.clone()));
        }
        for (class, slots) in &mut objects {
            *slots = numbers.values(slots, numbers.is_set_class(*class));
        }
        let writes = sorted.iter().map(|(new, old, content)| (*new, numbers.content(*old, content)));
        Some((writes.collect(), objects, numbers.values(results, false)))
    }
}
