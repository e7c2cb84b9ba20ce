//! Summaries: which of them covers a call.
//!
//! The summaries of a procedure are found by what is in the spots that all their patterns begin with; the rest of a
//! pattern is compared read by read. Objects are numbered as they are met; new elements of a set in every order that
//! the pattern allows for them. A call that takes too many comparisons ends the check.

use std::collections::HashMap;

use base::Id;
use ir::{ObjectId, ProcId, Value};
use verdict::{Content, Read, Spot, Summary};

use crate::refusal::Reason;
use crate::state::Path;

/// How many reads one call may compare.
const MAX_TRIES: usize = 1 << 22;

/// The summaries of all procedures.
pub(crate) type Table<'a> = HashMap<ProcId, Group<'a>>;

/// A summary, and the objects that its numbers stand for.
pub(crate) type Found<'a> = (&'a Summary, Vec<ObjectId>);

/// The summaries of one procedure.
pub(crate) struct Group<'a> {
    /// What all patterns begin with; without contents, the elements of which may have no order.
    spots: Vec<Spot>,
    /// By what is in these spots.
    summaries: HashMap<Vec<Content>, Vec<&'a Summary>>,
}

pub(crate) fn table(summaries: &[Summary]) -> Table<'_> {
    let mut table: Table<'_> = HashMap::new();
    for Summary { proc, pattern, .. } in summaries {
        let spots: Vec<Spot> = pattern.iter().map(|read| read.spot).collect();
        let ordered = spots.iter().take_while(|spot| !matches!(spot, Spot::Contents(_))).count();
        let first = || Group { spots: spots[..ordered].to_vec(), summaries: HashMap::new() };
        let group = table.entry(*proc).or_insert_with(first);
        let shared = group.spots.iter().zip(&spots).take_while(|(one, other)| one == other).count();
        group.spots.truncate(shared);
    }
    for summary in summaries {
        if let Some(Group { spots, summaries }) = table.get_mut(&summary.proc) {
            let key = summary.pattern.iter().take(spots.len()).map(|read| read.seen.clone()).collect();
            summaries.entry(key).or_default().push(summary);
        }
    }
    table
}

/// What a callee sees of a path that stands at its call.
impl Path<'_> {
    pub(crate) fn seen_by(&self, callee: ProcId, args: &[Value]) -> Self {
        let mut view = self.enter(callee, args);
        view.writes.extend((self.depth > 0).then_some((Spot::Atomic, Value::Bool(true))));
        view
    }

    /// What covers the call.
    pub(crate) fn find<'s>(&self, table: &Table<'s>, callee: ProcId) -> Result<Found<'s>, Reason> {
        let (mut pending, mut objects) = (Vec::new(), Vec::new());
        if let Some(Group { spots, summaries }) = table.get(&callee) {
            let see = |&spot| self.look(spot, &objects).map(|seen| self.number(&seen, &mut objects));
            let key: Vec<Content> = spots.iter().map_while(see).collect();
            let candidates = summaries.get(&key).into_iter().flatten().rev();
            pending.extend(candidates.map(|&summary| (summary, key.len(), objects.clone())));
        }
        // A summary, how many of its reads match, and the objects that they met.
        for _ in 0..MAX_TRIES {
            let Some((summary, at, objects)) = pending.pop() else {
                let (callee, missing) = (self.proc.name.clone(), self.unlisted.get());
                return Err(Reason::UncoveredCall { callee, missing });
            };
            let pattern = &summary.pattern;
            let Some(read) = pattern.get(at) else { return Ok((summary, objects)) };
            let Some(seen) = self.look(read.spot, &objects) else { continue };
            let mut all = objects.clone();
            // For a set, this does not depend on the order in which new elements are numbered.
            if self.number(&seen, &mut all) != read.seen {
                continue;
            }
            let new = &all[objects.len()..];
            if new.len() < 2 || !self.is_set(seen.0) {
                pending.push((summary, at + 1, all));
                continue;
            }
            let first = new.iter().rev().map(|&object| [&objects[..], &[object]].concat());
            let fitting = first.filter(|objects| self.last_fits(pattern, objects));
            pending.extend(fitting.map(|objects| (summary, at, objects)));
        }
        Err(Reason::TooLarge("a call has too many matches"))
    }

    /// A spot of a pattern and what is in it, both in the names of the caller.
    fn look(&self, spot: Spot, objects: &[ObjectId]) -> Option<(Spot, Content)> {
        let is_met = spot.object().is_none_or(|number| number.index() < objects.len());
        let spot = is_met.then(|| spot.rename(|number| objects[number.index()]))?;
        let content = self.read(spot).inspect_err(|_| self.unlisted.set(Some(spot)));
        Some((spot, content.ok()?))
    }

    /// What is in a spot, in numbers; new objects get the next ones.
    fn number(&self, (spot, content): &(Spot, Content), objects: &mut Vec<ObjectId>) -> Content {
        for object in content.values().iter().filter_map(|value| value.object()) {
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
        let number = |object| objects.iter().position(|&other| other == object).unwrap_or(objects.len());
        content.rename(self.is_set(*spot), |object| ObjectId::new(number(object)))
    }

    /// Whether the last object can have its number, as far as it can be said without the numbers of others.
    fn last_fits(&self, pattern: &[Read], objects: &[ObjectId]) -> bool {
        let anonymous = |content: &Content| content.rename(false, |_| ObjectId::new(0));
        let last = Some(ObjectId::new(objects.len() - 1));
        pattern.iter().filter(|read| read.spot.object() == last).all(|read| {
            let seen = self.look(read.spot, objects);
            seen.is_some_and(|(_, content)| anonymous(&content) == anonymous(&read.seen))
        })
    }
}
