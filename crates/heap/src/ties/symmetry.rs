//! Looks for symmetries that map one member of a cell to another.
//!
//! A symmetry is a permutation of the objects without numbers that maps the heap to itself. One is guessed
//! and then checked in full: starting from `x -> y`, slots are followed in step; elements of sets are paired
//! by colour; the injection found so is closed to a permutation by mapping the end of each chain to its
//! beginning, and the identity elsewhere. A wrong guess only means that both members are tried.

use super::View;
use super::interchange::maps_to;
use super::rest::Rest;

const NONE: u32 = u32::MAX;

/// A guess under way, and which objects symmetries are known to exchange.
#[derive(Debug, Default)]
pub(super) struct Symmetry {
    /// By place: where it is mapped to, and what is mapped to it.
    image: Vec<u32>,
    preimage: Vec<u32>,
    /// Places whose image is set and whose slots are not followed yet.
    queue: Vec<u32>,
    /// Elements of two sets to be paired.
    elements: [Vec<u32>; 2],
    /// By place: another place of its orbit, or itself; a forest.
    orbit: Vec<u32>,
}

impl Symmetry {
    /// Members of a cell such that every member can be mapped to one of them.
    pub(super) fn distinct_members(
        &mut self,
        view: View<'_>,
        rest: &Rest,
        cell: &[u32],
        distinct: &mut Vec<u32>,
    ) {
        self.orbit.clear();
        self.orbit.extend(0..rest.len() as u32);
        distinct.clear();
        for &member in cell {
            let known = distinct.iter().any(|&earlier| {
                self.same_orbit(earlier, member)
                    || (self.find(view, rest, earlier, member) && self.join_orbits(rest))
            });
            if !known {
                distinct.push(member);
            }
        }
    }

    fn root(&mut self, mut place: u32) -> u32 {
        while self.orbit[place as usize] != place {
            let above = self.orbit[place as usize];
            self.orbit[place as usize] = self.orbit[above as usize];
            place = above;
        }
        place
    }

    fn same_orbit(&mut self, a: u32, b: u32) -> bool {
        self.root(a) == self.root(b)
    }

    /// Notes the symmetry just found. Always true.
    fn join_orbits(&mut self, rest: &Rest) -> bool {
        for place in 0..rest.len() as u32 {
            let (a, b) = (self.root(place), self.root(self.mapped(place)));
            self.orbit[a as usize] = b;
        }
        true
    }

    #[inline]
    fn mapped(&self, place: u32) -> u32 {
        let image = self.image[place as usize];
        if image == NONE { place } else { image }
    }

    /// Guesses a symmetry that maps `x` to `y`, and checks it.
    fn find(&mut self, view: View<'_>, rest: &Rest, x: u32, y: u32) -> bool {
        for table in [&mut self.image, &mut self.preimage] {
            table.clear();
            table.resize(rest.len(), NONE);
        }
        self.queue.clear();
        if !self.bind(rest, x, y) || !self.follow(view, rest) {
            return false;
        }
        self.close_chains();
        self.is_symmetry(view, rest)
    }

    /// Adds `u -> v`. False if it contradicts what is there.
    fn bind(&mut self, rest: &Rest, u: u32, v: u32) -> bool {
        if self.image[u as usize] == v {
            return true;
        }
        let is_free = self.image[u as usize] == NONE && self.preimage[v as usize] == NONE;
        if !is_free || rest.colour(u) != rest.colour(v) {
            return false;
        }
        self.image[u as usize] = v;
        self.preimage[v as usize] = u;
        self.queue.push(u);
        true
    }

    fn follow(&mut self, view: View<'_>, rest: &Rest) -> bool {
        while let Some(u) = self.queue.pop() {
            let v = self.image[u as usize];
            let [a, b] = [u, v].map(|place| rest.object(place));
            let bound = if view.is_set(a) {
                self.pair_elements(rest, u, v)
            } else {
                let mut pairs = view.heap.slots(a).iter().zip(view.heap.slots(b));
                pairs.all(|(&from, &to)| match (rest.place(from), rest.place(to)) {
                    (Some(from), Some(to)) => self.bind(rest, from, to),
                    (None, None) => from == to,
                    _ => false,
                })
            };
            if !bound {
                return false;
            }
        }
        true
    }

    /// Pairs the elements of two sets that are not paired with anything yet, by colour.
    fn pair_elements(&mut self, rest: &Rest, u: u32, v: u32) -> bool {
        let [mut from, mut to] = std::mem::take(&mut self.elements);
        from.clear();
        to.clear();
        let targets = |place| rest.edges_from(place).iter().map(|edge| edge.target);
        from.extend(targets(u).filter(|&place| self.image[place as usize] == NONE));
        to.extend(targets(v).filter(|&place| self.preimage[place as usize] == NONE));
        from.sort_unstable_by_key(|&place| rest.colour(place));
        to.sort_unstable_by_key(|&place| rest.colour(place));
        let paired =
            from.len() == to.len() && from.iter().zip(&to).all(|(&from, &to)| self.bind(rest, from, to));
        self.elements = [from, to];
        paired
    }

    /// Maps the end of each chain `a -> b -> c` to its beginning.
    fn close_chains(&mut self) {
        for end in 0..self.image.len() {
            if self.image[end] != NONE || self.preimage[end] == NONE {
                continue;
            }
            let mut start = end;
            while self.preimage[start] != NONE {
                start = self.preimage[start] as usize;
            }
            self.image[end] = start as u32;
            self.preimage[start] = end as u32;
        }
    }

    fn is_symmetry(&self, view: View<'_>, rest: &Rest) -> bool {
        let map = |place| self.mapped(place);
        let keeps_set = |&set: &ir::ObjectId| {
            let mut elements = view.heap.slots(set).iter().filter_map(|&value| rest.place(value));
            elements.all(|place| view.heap.set_contains(set, ir::Value::Ref(rest.object(map(place)))))
        };
        view.numbering.deferred().iter().all(keeps_set)
            && (0..rest.len() as u32).all(|place| maps_to(view, rest, place, map(place), map))
    }
}
