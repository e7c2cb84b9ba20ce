//! Lists of what the search has found, in the order of time, as far as a walk backwards has looked into them.
//!
//! Path edges at a block, summary edges and entries of a procedure are each found piece by piece, disjoint from each
//! other. Where steps are counted, a walk looks for steps of exactly one length only: then those of each length are a
//! list.

use std::collections::BTreeSet;
use std::ops::Range;

use ir::ProcId;
use rustc_hash::FxHashMap;
use solver::bdd::Bdd;

use super::unions::Unions;
use super::walk::{Bdds, Distance, Origin};
use crate::agenda::Reach;
use crate::representation::At;
use crate::tabulate::Layer;

/// A list, by what is in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ListId {
    /// All layers of a block.
    Layers(At),
    /// Those that are so far from the start.
    LayersAt(At, Reach),
    /// All summary edges of a procedure.
    Pieces(ProcId),
    /// Those of one length.
    PiecesOf(ProcId, u64),
    Entries(ProcId),
}

/// Some neighbours in a list.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) list: ListId,
    pub(super) range: Range<usize>,
}

/// Sets in the order in which they were found.
pub(super) struct List {
    pub(super) unions: Unions,
    /// For each set, its number among all of its kind.
    pub(super) numbers: Vec<usize>,
    times: Vec<u64>,
}

impl List {
    fn of<'l>(layers: impl IntoIterator<Item = (usize, &'l Layer<Bdd>)>) -> Self {
        let (mut sets, mut numbers, mut times) = (Vec::new(), Vec::new(), Vec::new());
        for (number, layer) in layers {
            sets.push(layer.set);
            numbers.push(number);
            times.push(layer.time);
        }
        Self { unions: Unions::of(sets), numbers, times }
    }

    /// What was found before a time.
    fn before(&self, time: u64) -> usize {
        self.times.partition_point(|&found| found < time)
    }
}

/// Sets by how far or how long they are, in the order in which they were found.
fn grouped<'l, K: Copy + Eq + std::hash::Hash>(
    layers: impl Iterator<Item = &'l Layer<Bdd>>,
    key: impl Fn(Reach) -> K,
) -> FxHashMap<K, List> {
    let mut groups: FxHashMap<K, Vec<(usize, &Layer<Bdd>)>> = FxHashMap::default();
    for (number, layer) in layers.enumerate() {
        groups.entry(key(layer.reach)).or_default().push((number, layer));
    }
    groups.into_iter().map(|(key, layers)| (key, List::of(layers))).collect()
}

/// The lists that were looked into.
#[derive(Default)]
pub(super) struct Lists {
    all: FxHashMap<ListId, List>,
    /// How far the layers of a block are.
    reaches: FxHashMap<At, BTreeSet<Reach>>,
    /// How long the summary edges of a procedure are.
    lengths: FxHashMap<ProcId, BTreeSet<u64>>,
}

impl Lists {
    /// A list that was asked for.
    pub(super) fn list(&mut self, id: ListId) -> &mut List {
        self.all.get_mut(&id).expect("a stretch belongs to a list")
    }

    /// One set of a list that was asked for, and its number among all of its kind.
    pub(super) fn one(&mut self, id: ListId, index: usize) -> (usize, Bdd) {
        let list = self.list(id);
        (list.numbers[index], list.unions.one(index))
    }

    /// Unions that were made of sets.
    pub(super) fn made(&self) -> impl Iterator<Item = Bdd> + '_ {
        self.all.values().flat_map(|list| list.unions.made())
    }

    /// How many sets and unions were tested.
    #[cfg(test)]
    pub(super) fn n_tests(&self) -> u64 {
        self.all.values().map(|list| list.unions.n_tests).sum()
    }

    /// One layer of a block.
    pub(super) fn layer(&mut self, found: &Bdds<'_, '_>, at: At, number: usize) -> Stretch {
        self.all_layers(found, at);
        Stretch { list: ListId::Layers(at), range: number..number + 1 }
    }

    /// The layers of a block that may be an origin.
    pub(super) fn layers(&mut self, found: &Bdds<'_, '_>, at: At, origin: Origin) -> Stretch {
        let Origin { times: (from, to), distance } = origin;
        let layers = layers_of(found, at);
        match distance {
            Distance::Unknown => {
                let list = self.all_layers(found, at);
                Stretch { list: ListId::Layers(at), range: list.before(from)..list.before(to) }
            }
            Distance::Total(total) => {
                let end = self.all_layers(found, at).before(to);
                let nearer = layers.partition_point(|layer| layer.reach.total() < total);
                let as_near = layers.partition_point(|layer| layer.reach.total() <= total);
                Stretch { list: ListId::Layers(at), range: nearer..end.min(as_near) }
            }
            Distance::Exactly(reach) => {
                self.reaches(found, at);
                let id = ListId::LayersAt(at, reach);
                let end = self.all.get(&id).map_or(0, |list| list.before(to));
                Stretch { list: id, range: 0..end }
            }
        }
    }

    /// Summary edges that may have been taken at a block, with the layers that may have been there: one of the two was
    /// new.
    pub(super) fn returns(
        &mut self,
        found: &Bdds<'_, '_>,
        callee: ProcId,
        at: At,
        origin: Origin,
    ) -> Vec<(Stretch, Stretch)> {
        let pairs = match origin.distance {
            Distance::Unknown | Distance::Total(_) => self.either_new(found, callee, at, origin),
            Distance::Exactly(reach) => self.together(found, callee, at, reach, origin.times.1),
        };
        let is_any =
            |(pieces, layers): &(Stretch, Stretch)| !pieces.range.is_empty() && !layers.range.is_empty();
        pairs.into_iter().filter(is_any).collect()
    }

    fn either_new(
        &mut self,
        found: &Bdds<'_, '_>,
        callee: ProcId,
        at: At,
        origin: Origin,
    ) -> Vec<(Stretch, Stretch)> {
        let (from, to) = origin.times;
        let pieces = self.all_pieces(found, callee);
        let (old, all) = (pieces.before(from), pieces.before(to));
        let [old_pieces, new_pieces] =
            [0..old, old..all].map(|range| Stretch { list: ListId::Pieces(callee), range });
        let new_layers = self.layers(found, at, origin);
        let old_layers = Stretch { range: 0..new_layers.range.start, ..new_layers.clone() };
        vec![(new_pieces.clone(), new_layers.clone()), (new_pieces, old_layers), (old_pieces, new_layers)]
    }

    /// Pairs that are so long together, as many as there are lengths on one of the two sides. The search took all of
    /// them.
    fn together(
        &mut self,
        found: &Bdds<'_, '_>,
        callee: ProcId,
        at: At,
        reach: Reach,
        to: u64,
    ) -> Vec<(Stretch, Stretch)> {
        self.reaches(found, at);
        self.lengths(found, callee);
        let (reaches, lengths) = (&self.reaches[&at], &self.lengths[&callee]);
        let in_procedure = || reaches.range(Reach { within: 0, ..reach }..=reach);
        let few_lengths = in_procedure().take(lengths.len()).count() == lengths.len();
        let pairs: Vec<(u64, Reach)> = if few_lengths {
            let at_call = |&length: &u64| (length, Reach { within: reach.within - length, ..reach });
            lengths.range(..=reach.within).map(at_call).collect()
        } else {
            let length = |&at_call: &Reach| (reach.within - at_call.within, at_call);
            in_procedure().map(length).filter(|(length, _)| lengths.contains(length)).collect()
        };
        let stretch = |lists: &Self, list| {
            let end = lists.all.get(&list).map_or(0, |list| list.before(to));
            Stretch { list, range: 0..end }
        };
        let pair = |(length, at_call)| {
            let pieces = stretch(self, ListId::PiecesOf(callee, length));
            (pieces, stretch(self, ListId::LayersAt(at, at_call)))
        };
        pairs.into_iter().map(pair).collect()
    }

    /// The values with which a procedure was entered: before a time, and later.
    pub(super) fn entries(&mut self, found: &Bdds<'_, '_>, proc: ProcId, time: u64) -> [Stretch; 2] {
        let id = ListId::Entries(proc);
        let entries = &found.procs[proc].entries;
        let list = self.all.entry(id).or_insert_with(|| List::of(entries.iter().enumerate()));
        let before = list.before(time);
        [0..before, before..entries.len()].map(|range| Stretch { list: id, range })
    }

    fn all_layers(&mut self, found: &Bdds<'_, '_>, at: At) -> &List {
        let layers = layers_of(found, at).iter().enumerate();
        self.all.entry(ListId::Layers(at)).or_insert_with(|| List::of(layers))
    }

    fn all_pieces(&mut self, found: &Bdds<'_, '_>, proc: ProcId) -> &List {
        let pieces = found.procs[proc].pieces.iter().map(|piece| &piece.layer).enumerate();
        self.all.entry(ListId::Pieces(proc)).or_insert_with(|| List::of(pieces))
    }

    fn reaches(&mut self, found: &Bdds<'_, '_>, at: At) -> &BTreeSet<Reach> {
        self.reaches.entry(at).or_insert_with(|| {
            let groups = grouped(layers_of(found, at).iter(), |reach| reach);
            let reaches = groups.keys().copied().collect();
            self.all.extend(groups.into_iter().map(|(reach, list)| (ListId::LayersAt(at, reach), list)));
            reaches
        })
    }

    fn lengths(&mut self, found: &Bdds<'_, '_>, proc: ProcId) -> &BTreeSet<u64> {
        self.lengths.entry(proc).or_insert_with(|| {
            let pieces = found.procs[proc].pieces.iter().map(|piece| &piece.layer);
            let groups = grouped(pieces, |reach| reach.within);
            let lengths = groups.keys().copied().collect();
            self.all.extend(groups.into_iter().map(|(length, list)| (ListId::PiecesOf(proc, length), list)));
            lengths
        })
    }
}

fn layers_of<'f>(found: &'f Bdds<'_, '_>, at: At) -> &'f [Layer<Bdd>] {
    &found.procs[at.proc].blocks[at.block].layers
}
