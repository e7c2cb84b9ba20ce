//! Which summary covers a call.
//!
//! The summaries of a procedure are found by what is in the spots that all their patterns begin with; the rest of a pattern is compared
//! read by read. Objects are numbered as they are met; new elements of a set in every order that what the pattern says of them allows.

use std::collections::HashMap;

use base::Id;
use ir::{ObjectId, ProcId, Value};
use verdict::{Content, Read, Spot, Summary};

use crate::refusal::Reason;
use crate::state::{Path, rename};

/// How many reads one call may compare.
const MAX_TRIES: usize = 1 << 22;

/// The summaries of all procedures.
pub(crate) type Table<'a> = HashMap<ProcId, Group<'a>>;

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

/// A call, as its callee sees it.
pub(crate) struct Call<'c, 'a> {
    pub(crate) path: &'c Path<'a>,
    pub(crate) callee: ProcId,
    pub(crate) args: Vec<Value>,
    /// The last spot that some pattern asks for and the caller's does not list.
    pub(crate) missing: Option<Spot>,
}

impl Call<'_, '_> {
    /// A summary that covers the call, and the objects that its numbers stand for.
    pub(crate) fn find<'s>(mut self, table: &Table<'s>) -> Result<(&'s Summary, Vec<ObjectId>), Reason> {
        let (mut objects, mut tries) = (Vec::new(), MAX_TRIES);
        if let Some(Group { spots, summaries }) = table.get(&self.callee) {
            let see = |&spot| self.look(spot, &objects).map(|seen| self.number(&seen, &mut objects));
            let key: Vec<Content> = spots.iter().map_while(see).collect();
            for summary in summaries.get(&key).into_iter().flatten() {
                let start = (key.len(), objects.clone());
                if let Some(binding) = self.bind(&summary.pattern, start, &mut tries)? {
                    return Ok((summary, binding));
                }
            }
        }
        let callee = self.path.known.program.procs[self.callee].name.clone();
        Err(Reason::UncoveredCall { callee, missing: self.missing })
    }

    /// A spot of the pattern and what is in it, both in the names of the caller.
    fn look(&mut self, spot: Spot, objects: &[ObjectId]) -> Option<(Spot, Content)> {
        if spot.object().is_some_and(|number| number.index() >= objects.len()) {
            return None;
        }
        let spot = spot.rename(|number| objects[number.index()]);
        let content = match spot {
            Spot::Param(local) => Ok(Content::Value(self.args[local.index()])),
            Spot::Atomic if self.path.depth > 0 => Ok(Content::Value(Value::Bool(true))),
            spot => self.path.read(spot),
        };
        content.map(|content| (spot, content)).inspect_err(|_| self.missing = Some(spot)).ok()
    }

    /// What is in a spot, in numbers; new objects get the next ones.
    fn number(&self, (spot, content): &(Spot, Content), objects: &mut Vec<ObjectId>) -> Content {
        for object in content.values().iter().filter_map(|value| value.object()) {
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
        let number = |object| objects.iter().position(|&other| other == object).unwrap_or(objects.len());
        rename(content, self.path.is_set(*spot), |object| ObjectId::new(number(object)))
    }

    /// The objects of the pattern, if it matches from a read on, before which some objects were met.
    fn bind(
        &mut self,
        pattern: &[Read],
        start: (usize, Vec<ObjectId>),
        tries: &mut usize,
    ) -> Result<Option<Vec<ObjectId>>, Reason> {
        let mut pending = vec![start];
        while let Some((at, objects)) = pending.pop() {
            *tries =
                tries.checked_sub(1).ok_or(Reason::TooLarge("a call can be matched in too many ways"))?;
            let Some(read) = pattern.get(at) else { return Ok(Some(objects)) };
            let Some(seen) = self.look(read.spot, &objects) else { continue };
            let mut all = objects.clone();
            // For a set, this does not depend on the order in which new elements are numbered.
            if self.number(&seen, &mut all) != read.seen {
                continue;
            }
            let new = &all[objects.len()..];
            if new.len() < 2 || !self.path.is_set(seen.0) {
                pending.push((at + 1, all));
                continue;
            }
            for &object in new.iter().rev() {
                let objects = [&objects[..], &[object]].concat();
                if self.last_fits(pattern, &objects) {
                    pending.push((at, objects));
                }
            }
        }
        Ok(None)
    }

    /// Whether the last object can have its number, as far as it can be said without the numbers of others.
    fn last_fits(&mut self, pattern: &[Read], objects: &[ObjectId]) -> bool {
        let anonymous = |content: &Content| rename(content, false, |_| ObjectId::new(0));
        let mut own =
            pattern.iter().filter(|read| read.spot.object() == Some(ObjectId::new(objects.len() - 1)));
        own.all(|read| {
            self.look(read.spot, objects)
                .is_some_and(|(_, content)| anonymous(&content) == anonymous(&read.seen))
        })
    }
}
