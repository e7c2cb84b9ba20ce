//! Which summary covers a call.
//!
//! The summaries of a procedure are found by what is in the spots that all their patterns begin with. What else a pattern asks for is compared
//! read by read. Objects are numbered as they are met; new elements of a set in all orders that what the pattern says of them
//! allows, one after the other.

use std::collections::HashMap;

use base::Id;
use ir::{ObjectId, ProcId, Value};
use verdict::{Content, Read, Spot, Summary};

use crate::refusal::Reason;
use crate::state::{Path, rename};

/// How many reads one call may compare.
const MAX_TRIES: usize = 1 << 22;

/// The summaries of all procedures.
pub(crate) struct Table<'a> {
    summaries: &'a [Summary],
    groups: HashMap<ProcId, Group>,
}

/// The summaries of one procedure.
struct Group {
    /// What all patterns begin with; without contents, whose elements may have no order.
    spots: Vec<Spot>,
    /// By what is in these spots.
    summaries: HashMap<Vec<Content>, Vec<usize>>,
}

/// A call, as its callee sees it, and the search for a summary.
pub(crate) struct Call<'c, 'a> {
    pub(crate) path: &'c Path<'a>,
    pub(crate) callee: ProcId,
    pub(crate) args: Vec<Value>,
    /// The last spot that some pattern asks for and the caller's does not list.
    pub(crate) missing: Option<Spot>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(summaries: &'a [Summary]) -> Self {
        let mut groups: HashMap<ProcId, Group> = HashMap::new();
        for Summary { proc, pattern, .. } in summaries {
            let is_ordered = |spot: &Spot| !matches!(spot, Spot::Contents(_));
            let spots: Vec<Spot> = pattern.iter().map(|read| read.spot).take_while(is_ordered).collect();
            let empty = || Group { spots: spots.clone(), summaries: HashMap::new() };
            let group = groups.entry(*proc).or_insert_with(empty);
            let shared = group.spots.iter().zip(&spots).take_while(|(one, other)| one == other).count();
            group.spots.truncate(shared);
        }
        for (index, Summary { proc, pattern, .. }) in summaries.iter().enumerate() {
            let Some(group) = groups.get_mut(proc) else { continue };
            let key = pattern.iter().take(group.spots.len()).map(|read| read.seen.clone()).collect();
            group.summaries.entry(key).or_default().push(index);
        }
        Self { summaries, groups }
    }

    /// A summary that covers the call, and the objects that its numbers stand for.
    pub(crate) fn find(&self, mut call: Call<'_, '_>) -> Result<(&'a Summary, Vec<ObjectId>), Reason> {
        let (mut objects, mut key, mut tries) = (Vec::new(), Vec::new(), MAX_TRIES);
        if let Some(group) = self.groups.get(&call.callee) {
            let seen = group.spots.iter().map_while(|&spot| call.look(spot, &mut objects));
            key.extend(seen);
            for &index in group.summaries.get(&key).into_iter().flatten() {
                let summary = &self.summaries[index];
                let start = (key.len(), objects.clone());
                if let Some(binding) = call.matches(&summary.pattern, start, &mut tries)? {
                    return Ok((summary, binding));
                }
            }
        }
        let callee = call.path.known.program.procs[call.callee].name.clone();
        Err(Reason::UncoveredCall { callee, missing: call.missing })
    }
}

impl Call<'_, '_> {
    /// What is in a spot that is named as the caller names it, but for parameters, which are those of the callee.
    fn read(&mut self, spot: Spot) -> Option<Content> {
        let content = match spot {
            Spot::Param(local) => Ok(Content::Value(self.args[local.index()])),
            Spot::Atomic if self.path.depth > 0 => Ok(Content::Value(Value::Bool(true))),
            spot => self.path.read(spot),
        };
        content.inspect_err(|_| self.missing = Some(spot)).ok()
    }

    /// What is in a spot of the pattern, in the names of the caller.
    fn content(&mut self, spot: Spot, objects: &[ObjectId]) -> Option<(Spot, Content)> {
        let object = spot.object().map(|number| objects.get(number.index()).copied().ok_or(()));
        let spot = object.transpose().ok()?.map_or(spot, |object| spot.rename(|_| object));
        Some((spot, self.read(spot)?))
    }

    /// What is in a spot of the pattern, in numbers; new objects get the next ones.
    fn look(&mut self, spot: Spot, objects: &mut Vec<ObjectId>) -> Option<Content> {
        let (spot, content) = self.content(spot, objects)?;
        Some(self.number(spot, &content, objects))
    }

    fn number(&self, spot: Spot, content: &Content, objects: &mut Vec<ObjectId>) -> Content {
        for object in content.values().iter().filter_map(|value| value.object()) {
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
        let number = |object| objects.iter().position(|&other| other == object).unwrap_or(objects.len());
        rename(content, self.path.is_set(spot), |object| ObjectId::new(number(object)))
    }

    /// The objects of the pattern, if it matches from a read on, before which these objects were met.
    fn matches(
        &mut self,
        pattern: &[Read],
        start: (usize, Vec<ObjectId>),
        tries: &mut usize,
    ) -> Result<Option<Vec<ObjectId>>, Reason> {
        let mut pending = vec![start];
        while let Some((at, mut objects)) = pending.pop() {
            *tries =
                tries.checked_sub(1).ok_or(Reason::TooLarge("a call could be matched in too many ways"))?;
            let Some(read) = pattern.get(at) else { return Ok(Some(objects)) };
            let Some((spot, content)) = self.content(read.spot, &objects) else { continue };
            let (mut new, mut met) = (Vec::new(), Vec::new());
            for &value in content.values() {
                match value.object().filter(|object| !objects.contains(object)) {
                    Some(object) => new.push(object),
                    None => met.push(value),
                }
            }
            if new.len() < 2 || !self.path.is_set(spot) {
                if self.number(spot, &content, &mut objects) == read.seen {
                    pending.push((at + 1, objects));
                }
                continue;
            }
            // The new elements have the next numbers, whichever has which; the others must be listed.
            let (listed, first) = (read.seen.values(), objects.len());
            let last = Value::Ref(ObjectId::new(first + new.len() - 1));
            let met = self.number(spot, &Content::List(met), &mut objects);
            if listed.len() != content.values().len()
                || listed.last() != Some(&last)
                || !listed.starts_with(met.values())
            {
                continue;
            }
            for object in new.into_iter().rev() {
                if self.fits(pattern, ObjectId::new(first), object) {
                    let mut objects = objects.clone();
                    objects.push(object);
                    pending.push((at, objects));
                }
            }
        }
        Ok(None)
    }

    /// Whether the object can have this number, as far as it can be said without the numbers of others.
    fn fits(&mut self, pattern: &[Read], number: ObjectId, object: ObjectId) -> bool {
        let anonymous = |content: &Content| rename(content, false, |_| ObjectId::new(0));
        let mut own = pattern.iter().filter(|read| read.spot.object() == Some(number));
        own.all(|read| {
            let content = self.read(read.spot.rename(|_| object));
            content.is_some_and(|content| anonymous(&content) == anonymous(&read.seen))
        })
    }
}
