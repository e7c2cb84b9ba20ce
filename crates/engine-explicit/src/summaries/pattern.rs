//! Patterns: what was read, in order; finding the instance whose pattern a state matches.
//!
//! The patterns of a procedure form a trie: an edge is a spot and what was seen there. A look-up walks down, reading
//! the spots that the edges name, so it costs as many reads as the pattern is long, however many patterns there are.
//! Where paths of different instances came to read in different orders, a vertex has several spots to go on with, and
//! the look-up may have to go back.
//!
//! DIVERGENCE: the paper keeps a pattern as a set of locations and scans all patterns (figures 6 and 7). A set cannot
//! be matched: the object must be known before its fields are looked at.

use std::collections::HashMap;

use ir::{ObjectId, ProcId};
use rustc_hash::FxBuildHasher;
use verdict::{Content, Read, Spot};

use super::instance::InstanceId;
use super::view::{Names, Seen, View};

/// Beyond so many elements, a set of objects that nothing else names is matched in one order only.
const MAX_PERMUTED: usize = 7;

type Vertex = u32;

/// All patterns of all procedures.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    vertices: Vec<VertexData>,
    tops: HashMap<ProcId, Vertex, FxBuildHasher>,
    /// Bytes held by branches and their children.
    branch_bytes: usize,
    /// Scratch: where a look-up still has to go.
    open: Vec<Alternative>,
    /// Reads compared in all look-ups.
    pub(super) reads_compared: u64,
}

#[derive(Debug, Default)]
struct VertexData {
    /// Instances whose patterns end here: one, except where sets were too large to be matched in every order.
    instances: Vec<InstanceId>,
    branches: Vec<Branch>,
}

#[derive(Debug)]
struct Branch {
    spot: Spot,
    children: HashMap<Content, Vertex, FxBuildHasher>,
}

/// Where the pattern of an instance ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PatternEnd(Vertex);

/// How a look-up can go on: with these objects named, from this vertex.
#[derive(Debug)]
struct Alternative {
    vertex: Vertex,
    /// Reads on the way to it.
    depth: u32,
    n_names: usize,
    met: Vec<ObjectId>,
}

impl Patterns {
    /// Adds an instance that has read nothing yet: it matches everything until it reads.
    pub(super) fn insert(&mut self, proc: ProcId, id: InstanceId) -> PatternEnd {
        let top = self.top(proc);
        self.vertices[top as usize].instances.push(id);
        PatternEnd(top)
    }

    fn top(&mut self, proc: ProcId) -> Vertex {
        *self.tops.entry(proc).or_insert_with(|| {
            self.vertices.push(VertexData::default());
            self.vertices.len() as Vertex - 1
        })
    }

    /// Moves an instance whose pattern has grown by these reads.
    pub(super) fn grow(&mut self, id: InstanceId, place: &mut PatternEnd, reads: &[Read]) {
        self.vertices[place.0 as usize].instances.retain(|&other| other != id);
        for read in reads {
            place.0 = self.child(place.0, read);
        }
        self.vertices[place.0 as usize].instances.push(id);
    }

    fn child(&mut self, vertex: Vertex, read: &Read) -> Vertex {
        let next = self.vertices.len() as Vertex;
        let branches = &mut self.vertices[vertex as usize].branches;
        let index = branches.iter().position(|branch| branch.spot == read.spot).unwrap_or_else(|| {
            // Most vertices have one.
            branches.reserve_exact(1);
            branches.push(Branch { spot: read.spot, children: HashMap::default() });
            self.branch_bytes += size_of::<Branch>();
            branches.len() - 1
        });
        let children = &mut branches[index].children;
        let capacity = children.capacity();
        let child = *children.entry(read.seen.clone()).or_insert(next);
        // An entry and the byte that says whether there is one, in a table that is never more than 7/8 full.
        self.branch_bytes += (children.capacity() - capacity) * 8 / 7 * (size_of::<(Content, Vertex)>() + 1);
        if child == next {
            self.vertices.push(VertexData::default());
        }
        child
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.vertices.len() * size_of::<VertexData>() + self.branch_bytes
    }

    /// An instance whose pattern the state matches, and no longer pattern that begins like it; its objects are then
    /// named in `names`.
    ///
    /// An instance that is still being analysed has a short pattern and matches widely, but most calls would have to
    /// leave it again when it grows; a longer pattern is more likely to be the last word.
    pub(super) fn find(&mut self, proc: ProcId, view: View<'_>, names: &mut Names) -> Option<InstanceId> {
        let top = *self.tops.get(&proc)?;
        let mut best: Option<Found> = None;
        self.open.clear();
        self.open.push(Alternative { vertex: top, depth: 0, n_names: 0, met: Vec::new() });
        while let Some(Alternative { vertex, depth, n_names, met }) = self.open.pop() {
            names.truncate(n_names);
            names.meet(&met);
            let data = &self.vertices[vertex as usize];
            if let Some(&id) = data.instances.first()
                && best.as_ref().is_none_or(|best| best.depth < depth)
            {
                // Nothing longer begins like this; another order of reading could lead to something longer, but this
                // will do.
                if data.branches.is_empty() {
                    return Some(id);
                }
                best = Some(Found { id, depth, names: names.clone() });
            }
            for branch in data.branches.iter().rev() {
                self.reads_compared += 1;
                let seen = names.look(view, names.resolve(branch.spot));
                if let Some(&child) = branch.children.get(&seen.content) {
                    let n_names = names.len();
                    for met in orders(seen) {
                        self.open.push(Alternative { vertex: child, depth: depth + 1, n_names, met });
                    }
                }
            }
        }
        best.map(|best| {
            *names = best.names;
            best.id
        })
    }
}

/// An instance that matches, unless there is a better one.
struct Found {
    id: InstanceId,
    depth: u32,
    names: Names,
}

/// Whether a state matches a pattern; its objects are then named in `names`.
pub(super) fn matches(pattern: &[Read], view: View<'_>, names: &mut Names) -> bool {
    names.clear();
    // (next read, names to keep, objects met by the read before)
    let mut open: Vec<(usize, usize, Vec<ObjectId>)> = Vec::new();
    let mut next = 0;
    loop {
        let Some(read) = pattern.get(next) else { return true };
        let seen = names.look(view, names.resolve(read.spot));
        if seen.content == read.seen {
            next += 1;
            if !seen.unordered {
                names.meet(&seen.met);
                continue;
            }
            let n_names = names.len();
            open.extend(orders(seen).into_iter().map(|met| (next, n_names, met)));
        }
        let Some((after, n_names, met)) = open.pop() else { return false };
        next = after;
        names.truncate(n_names);
        names.meet(&met);
    }
}

/// The orders in which objects met together can be numbered; the one in which they came is last.
fn orders(seen: Seen) -> Vec<Vec<ObjectId>> {
    if !seen.unordered || seen.met.len() > MAX_PERMUTED {
        return vec![seen.met];
    }
    let mut orders = vec![seen.met];
    for fixed in 0..orders[0].len() - 1 {
        for index in 0..orders.len() {
            for other in fixed + 1..orders[0].len() {
                let mut swapped = orders[index].clone();
                swapped[fixed..=other].rotate_right(1);
                orders.push(swapped);
            }
        }
    }
    orders.reverse();
    orders
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    #[test]
    fn every_order_of_a_set_comes_once() {
        for n in 0..=5 {
            let met: Vec<ObjectId> = (0..n).map(ObjectId::new).collect();
            let seen = Seen { content: Content::List(Vec::new()), met: met.clone(), unordered: n > 1 };
            let mut all = orders(seen);
            assert_eq!(all.last(), Some(&met), "the given order is tried first");
            all.sort();
            all.dedup();
            assert_eq!(all.len(), (1..=n).product::<usize>(), "orders of {n} objects");
        }
    }
}
