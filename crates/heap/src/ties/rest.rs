//! The objects without numbers, as a graph, and their colours.
//!
//! The colour of an object is a hash of its class and its plain slots, of the numbers of the objects it
//! refers to, and of the deferred sets that it belongs to; and then, again and again until no two objects of
//! equal colour become different or all elements are, of the colours of the objects that it refers to and
//! that refer to it. No name of an object enters, so isomorphic heaps have equal colours. A collision of
//! hashes makes the colouring coarser, in isomorphic heaps alike: it costs time and never correctness.

use base::Id;
use ir::{ObjectId, Value};

use super::View;

/// A reference from one object to another. Both are known by their places in [`Rest`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    /// Places from the number of objects on stand for the deferred sets.
    pub(super) source: u32,
    pub(super) target: u32,
    pub(super) label: Label,
}

/// The slot that holds a reference, or [`IN_SET`].
pub(super) type Label = u32;

/// All elements of a set are alike.
pub(super) const IN_SET: Label = u32::MAX;

const NOWHERE: u32 = u32::MAX;

/// The objects without numbers that the deferred sets lead to.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// First the elements of the deferred sets, then what they lead to.
    objects: Vec<ObjectId>,
    n_elements: usize,
    /// By object: where it stands in `objects`.
    places: Vec<u32>,
    /// Sorted by source.
    edges: Vec<Reference>,
    /// By place: where its edges begin.
    outgoing: Vec<u32>,
    /// Edges sorted by target, then by source; and by place, where they begin.
    reverse_edges: Vec<Reference>,
    incoming: Vec<u32>,
    /// By place.
    colours: Vec<u64>,
    /// Scratch for a round of refinement.
    sums: Vec<u64>,
    sorted: Vec<u64>,
}

impl Rest {
    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    #[inline]
    pub(super) fn object(&self, place: u32) -> ObjectId {
        self.objects[place as usize]
    }

    #[inline]
    pub(super) fn colour(&self, place: u32) -> u64 {
        self.colours[place as usize]
    }

    /// The place of an object without a number; none for all other values.
    #[inline]
    pub(super) fn place(&self, value: Value) -> Option<u32> {
        let place = self.places[value.object()?.index()];
        (place != NOWHERE).then_some(place)
    }

    pub(super) fn edges_from(&self, place: u32) -> &[Reference] {
        let place = place as usize;
        &self.edges[self.outgoing[place] as usize..self.outgoing[place + 1] as usize]
    }

    /// Sorted by source.
    pub(super) fn edges_to(&self, place: u32) -> &[Reference] {
        let place = place as usize;
        &self.reverse_edges[self.incoming[place] as usize..self.incoming[place + 1] as usize]
    }

    /// The elements of a set that have no numbers, sorted by colour.
    pub(super) fn open_elements(&self, view: View<'_>, set: ObjectId, elements: &mut Vec<u32>) {
        elements.clear();
        elements.extend(view.heap.slots(set).iter().filter_map(|&value| self.place(value)));
        elements.sort_unstable_by_key(|&place| self.colour(place));
    }

    /// Finds the objects and edges anew and gives first colours.
    pub(super) fn collect(&mut self, view: View<'_>) {
        self.collect_objects(view);
        if !self.is_empty() {
            self.collect_edges(view);
            self.sort_edges_by_target();
            self.first_colours(view);
        }
    }

    fn collect_objects(&mut self, view: View<'_>) {
        for object in self.objects.drain(..) {
            self.places[object.index()] = NOWHERE;
        }
        let n_places = self.places.len().max(view.heap.len());
        self.places.resize(n_places, NOWHERE);
        for &set in view.numbering.deferred() {
            self.add_open(view, set);
        }
        self.n_elements = self.objects.len();
        let mut next = 0;
        while let Some(&object) = self.objects.get(next) {
            next += 1;
            self.add_open(view, object);
        }
    }

    fn add_open(&mut self, view: View<'_>, holder: ObjectId) {
        for &value in view.heap.slots(holder) {
            let Value::Ref(object) = value else { continue };
            let place = &mut self.places[object.index()];
            if view.is_open(value) && *place == NOWHERE {
                *place = self.objects.len() as u32;
                self.objects.push(object);
            }
        }
    }

    fn collect_edges(&mut self, view: View<'_>) {
        let Self { objects, places, edges, outgoing, .. } = self;
        edges.clear();
        outgoing.clear();
        for (source, &holder) in objects.iter().chain(view.numbering.deferred()).enumerate() {
            outgoing.push(edges.len() as u32);
            let is_set = view.is_set(holder);
            for (slot, value) in view.heap.slots(holder).iter().enumerate() {
                let target = value.object().map_or(NOWHERE, |object| places[object.index()]);
                if target != NOWHERE {
                    let label = if is_set { IN_SET } else { slot as u32 };
                    edges.push(Reference { source: source as u32, target, label });
                }
            }
        }
        outgoing.push(edges.len() as u32);
    }

    /// A counting sort, which keeps edges to one target in the order of their sources.
    fn sort_edges_by_target(&mut self) {
        let Self { objects, edges, reverse_edges, incoming, .. } = self;
        incoming.clear();
        incoming.resize(objects.len() + 2, 0);
        for edge in edges.iter() {
            incoming[edge.target as usize + 2] += 1;
        }
        for place in 2..incoming.len() {
            incoming[place] += incoming[place - 1];
        }
        reverse_edges.clear();
        reverse_edges.extend_from_slice(edges);
        for &edge in edges.iter() {
            // Counts up to where the next target's edges begin.
            let next = &mut incoming[edge.target as usize + 1];
            reverse_edges[*next as usize] = edge;
            *next += 1;
        }
    }

    fn first_colours(&mut self, view: View<'_>) {
        let Self { objects, edges, outgoing, colours, .. } = self;
        colours.clear();
        colours.extend(objects.iter().map(|&object| own_colour(view, object)));
        let n_objects = objects.len() as u32;
        for edge in &edges[outgoing[objects.len()] as usize..] {
            let colour = &mut colours[edge.target as usize];
            *colour = colour.wrapping_add(mix(MEMBER, u64::from(edge.source - n_objects)));
        }
    }

    /// Makes colours finer until all elements differ or a round changes nothing.
    pub(super) fn refine(&mut self) {
        let mut n_colours = self.count_colours(self.len());
        while self.count_colours(self.n_elements) < self.n_elements {
            self.refine_once();
            let n_finer = self.count_colours(self.len());
            if n_finer <= n_colours {
                break;
            }
            n_colours = n_finer;
        }
    }

    fn refine_once(&mut self) {
        let Self { objects, edges, outgoing, colours, sums, .. } = self;
        sums.clear();
        sums.resize(objects.len(), 0);
        for &Reference { source, target, label } in &edges[..outgoing[objects.len()] as usize] {
            let (source, target) = (source as usize, target as usize);
            let there = mix(mix(REFERS, u64::from(label)), colours[target]);
            sums[source] = sums[source].wrapping_add(there);
            let back = mix(mix(REFERRED, u64::from(label)), colours[source]);
            sums[target] = sums[target].wrapping_add(back);
        }
        for (colour, sum) in colours.iter_mut().zip(sums) {
            *colour = mix(*colour, *sum);
        }
    }

    /// How many colours the first `len` objects have.
    fn count_colours(&mut self, len: usize) -> usize {
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.colours[..len]);
        self.sorted.sort_unstable();
        self.sorted.chunk_by(|a, b| a == b).count()
    }
}

const OBJECT: u64 = 1;
const MEMBER: u64 = 2;
const REFERS: u64 = 3;
const REFERRED: u64 = 4;

/// What can be said of an object alone: class, length, slots with values that are fixed.
fn own_colour(view: View<'_>, object: ObjectId) -> u64 {
    let slots = view.heap.slots(object);
    let is_set = view.is_set(object);
    let mut colour = mix(mix(OBJECT, view.heap.class(object).index() as u64), slots.len() as u64);
    for (slot, &value) in slots.iter().enumerate() {
        if let Some(hash) = fixed_hash(view, value) {
            let label = if is_set { IN_SET } else { slot as u32 };
            colour = colour.wrapping_add(mix(u64::from(label), hash));
        }
    }
    colour
}

/// None for a reference to an object without a number.
fn fixed_hash(view: View<'_>, value: Value) -> Option<u64> {
    Some(match value {
        Value::Null => mix(0, 0),
        Value::Bool(truth) => mix(1, u64::from(truth)),
        Value::Int(number) => mix(2, number as u64),
        Value::Real(real) => mix(3, real.bits()),
        Value::Decimal(decimal) => {
            let (magnitude, scale) = (decimal.magnitude(), decimal.scale() << 1);
            let low = mix(5, u64::from(scale | u32::from(decimal.is_negative())));
            mix(mix(low, magnitude as u64), (magnitude >> 64) as u64)
        }
        Value::String(text) => mix(6, text.index() as u64),
        Value::Ref(object) => mix(4, u64::from(view.numbering.number_of(object)?)),
    })
}

/// Two numbers as one, well spread. Sums of such numbers stand for multisets.
#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let mut hash = (a ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ b;
    hash = (hash ^ (hash >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 32)
}
