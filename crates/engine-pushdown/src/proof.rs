//! Certificates: what was found, in the words of `verdict::PushdownProof`.
//!
//! The rules of the engine cut a return in two, an exit and the frame that it meets. A certificate has one head there,
//! the caller behind its call with the whole of its heap; so several heads of the engine may be one of the certificate.
//! They have the same moves, or one of them leads to the other without a mark; either way the least of their ranks is a
//! rank for all.

use base::Id;
use heap::{NodeId, Parts, TreeId};
use ir::{ObjectId, Value};
use pushdown::{Head, HeadGraph, HeadId, Saturation};
use rustc_hash::FxHashMap;
use verdict::{Fact, HeadPoint, Instance, NewObject, PushdownProof, SeenHeap, SeenObject};

use crate::semantics::HeapSemantics;

/// A head as a certificate has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Listed {
    /// The trees of its objects are those of [`HeapSemantics::parts`].
    pub(crate) heap: SeenHeap,
    pub(crate) point: HeadPoint,
}

/// The certificate of a complete search without errors. `split` gives the head of the program and the state of the
/// automaton.
///
/// `None` if it would take more than `room` bytes, or if the semantics has no certificates.
pub(crate) fn prove<'p, S: HeapSemantics<'p>>(
    found: &Saturation,
    semantics: &mut S,
    split: impl Fn(HeadId) -> (Head, u32),
    room: u64,
) -> Option<PushdownProof> {
    let ranks = HeadGraph::new(found).ranks()?;
    let mut listing = Listing { room, ..Listing::default() };
    let mut numbers: Vec<u32> = Vec::new();
    for head in found.heads() {
        let (base, state) = split(head);
        let place = listing.key(base, semantics)?;
        numbers.push(listing.head(place, state, ranks[head]));
    }
    let mut proof = PushdownProof { forget_beyond: semantics.forget_beyond(), ..listing.proof };
    add_facts(found, &numbers, &mut proof);
    list_trees(semantics.parts()?, &mut proof);
    Some(proof)
}

/// A heap by its number, and where it is seen.
type HeadKey = (u32, HeadPoint);

#[derive(Default)]
struct Listing {
    proof: PushdownProof,
    keys: FxHashMap<Head, HeadKey>,
    heaps: FxHashMap<SeenHeap, u32>,
    heads: FxHashMap<(HeadKey, u32), u32>,
    room: u64,
}

impl Listing {
    fn key<'p, S: HeapSemantics<'p>>(&mut self, head: Head, semantics: &mut S) -> Option<HeadKey> {
        if let Some(&known) = self.keys.get(&head) {
            return Some(known);
        }
        let Listed { heap, point } = semantics.listed(head)?;
        let next = self.heaps.len() as u32;
        let number = match self.heaps.get(&heap) {
            Some(&known) => known,
            None => {
                // Once in the table and once in the list.
                self.room = self.room.checked_sub(2 * size(&heap))?;
                self.heaps.insert(heap.clone(), next);
                self.proof.heaps.push(heap);
                next
            }
        };
        self.keys.insert(head, (number, point));
        Some((number, point))
    }

    fn head(&mut self, (heap, point): HeadKey, state: u32, rank: u32) -> u32 {
        let heads = &mut self.proof.heads;
        let number = *self.heads.entry(((heap, point), state)).or_insert_with(|| {
            heads.push(verdict::Head { heap, point, state, rank });
            heads.len() as u32 - 1
        });
        let known = &mut heads[number as usize].rank;
        *known = rank.min(*known);
        number
    }
}

fn size(heap: &SeenHeap) -> u64 {
    let SeenHeap { globals, locals, cut_points, objects, .. } = heap;
    let slots = objects.iter().map(|object| match object {
        SeenObject::Object(NewObject { slots, .. }) => slots.len(),
        SeenObject::Tree(_) | SeenObject::Forgotten => 0,
    });
    let values = globals.len() + locals.len() + cut_points.len() + slots.sum::<usize>();
    (size_of::<SeenHeap>() + objects.len() * size_of::<SeenObject>() + values * size_of::<Value>()) as u64
}

/// A marked fact takes the place of an unmarked one.
fn add_facts(found: &Saturation, numbers: &[u32], proof: &mut PushdownProof) {
    let number = |head: HeadId| numbers[head.index()];
    let mut facts = vec![Vec::new(); found.instances().len()];
    for fact in found.facts().map(|fact| found.fact(fact)) {
        facts[fact.instance.index()].push(Fact { head: number(fact.head), marked: fact.marked });
    }
    for list in &mut facts {
        list.sort_unstable_by_key(|fact| (fact.head, !fact.marked));
        list.dedup_by_key(|fact| fact.head);
    }
    proof.outside = std::mem::take(&mut facts[found.bottom().index()]);
    for head in found.heads() {
        if let Some(instance) = found.instance_at(head) {
            let facts = std::mem::take(&mut facts[instance.index()]);
            proof.instances.push(Instance { entry: number(head), facts });
        }
    }
}

/// Lists the trees that occur, and lets heaps refer to them by their numbers there.
fn list_trees(parts: &Parts, proof: &mut PushdownProof) {
    let PushdownProof { heaps, trees, .. } = proof;
    let objects = heaps.iter_mut().flat_map(|heap| &mut heap.objects);
    let mut used: Vec<&mut u32> = objects
        .filter_map(|object| match object {
            SeenObject::Tree(tree) => Some(tree),
            SeenObject::Object(_) | SeenObject::Forgotten => None,
        })
        .collect();
    let mut occurs = vec![false; parts.n_trees()];
    used.iter().for_each(|tree| occurs[**tree as usize] = true);
    // A tree has a greater number than those inside it.
    for tree in (0..parts.n_trees()).rev().map(TreeId::new) {
        if occurs[tree.index()] {
            let layers = parts.runs(parts.word(tree)).iter().map(|run| run.0);
            let nodes = layers.chain([parts.base(tree)]);
            let inside = nodes.flat_map(|node| parts.slots(node)).filter_map(|value| value.object());
            inside.for_each(|inside| occurs[inside.index()] = true);
        }
    }
    let mut table =
        TreeTable { parts, trees, known: FxHashMap::default(), numbers: vec![0; parts.n_trees()] };
    for tree in (0..parts.n_trees()).map(TreeId::new).filter(|tree| occurs[tree.index()]) {
        table.add(tree);
    }
    used.iter_mut().for_each(|tree| **tree = table.numbers[**tree as usize]);
}

/// The trees of a proof, object by object.
struct TreeTable<'a> {
    parts: &'a Parts,
    trees: &'a mut Vec<NewObject>,
    known: FxHashMap<NewObject, u32>,
    /// By tree of the engine.
    numbers: Vec<u32>,
}

impl TreeTable<'_> {
    /// Adds a tree whose subtrees are there, from its end to its root.
    fn add(&mut self, tree: TreeId) {
        let mut number = self.add_node(self.parts.base(tree), None);
        for &(layer, count) in self.parts.runs(self.parts.word(tree)).iter().rev() {
            for _ in 0..count {
                number = self.add_node(layer, Some(number));
            }
        }
        self.numbers[tree.index()] = number;
    }

    fn add_node(&mut self, node: NodeId, below: Option<u32>) -> u32 {
        let reference = |number: u32| Value::Ref(ObjectId::new(number as usize));
        let renumbered = |&value: &Value| match value {
            Value::Ref(inside) => reference(self.numbers[inside.index()]),
            plain => plain,
        };
        let mut slots: Vec<Value> = self.parts.slots(node).iter().map(renumbered).collect();
        if let (Some(hole), Some(below)) = (self.parts.hole(node), below) {
            slots[hole] = reference(below);
        }
        let root = NewObject { class: self.parts.class(node), slots };
        let next = self.trees.len() as u32;
        let number = *self.known.entry(root.clone()).or_insert(next);
        if number == next {
            self.trees.push(root);
        }
        number
    }
}
