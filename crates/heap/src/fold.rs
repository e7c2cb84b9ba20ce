//! Trees and list segments folded away: large regular parts of a heap become one small object.
//!
//! Programs with recursion pass long lists and large trees around and look at their ends only. Two things are folded:
//!
//! - a *tree*: objects that each just one reference leads to, and that refer to nothing but such trees;
//! - a *segment*: a chain of objects that each just one reference leads to, and that refer to the next one and
//!   otherwise only to trees. A segment ends at an object that is not folded: one that is shared, or has several such
//!   neighbours.
//!
//! A folded part is an object of a class of its own that holds a number from a table ([`Parts`]); equal parts have
//! equal numbers, and long chains of equal objects are kept as one object and a count. Which objects are folded is
//! determined by the heap alone, so a folded heap has a canonical form just as any other; its size is that of what is
//! shared, cyclic, or in use.
//!
//! A folded object is unfolded when something in it is wanted, one object at a time.

use base::Id;
use ir::{ClassId, ObjectId, Value};

use crate::parts::{NodeId, Parts, TreeId, WordId};
use crate::shapes::{Shape, Shapes};
use crate::store::Heap;

/// Shorter segments are not folded: little is gained, and they are looked into soon.
const SHORTEST_SEGMENT: u64 = 4;

/// Folds and unfolds. Knows every part that it has folded.
#[derive(Debug)]
pub struct Folder {
    /// Shapes of the program's classes and of the three classes beyond them.
    shapes: Shapes,
    tree: ClassId,
    segment: ClassId,
    hidden: ClassId,
    parts: Parts,
    /// Scratch: the objects that were reached, in order.
    order: Vec<ObjectId>,
    /// Scratch: by object.
    marks: Vec<Mark>,
    /// Scratch: the slots of an object while it changes.
    slots: Vec<Value>,
    /// Scratch: a segment that is put together.
    runs: Vec<(NodeId, u32)>,
}

/// What is found out of an object.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// How many references lead to it; two stands for more.
    degree: u8,
    /// It is a part of a segment that goes on with the object `next`.
    in_segment: bool,
    /// It is the next of another object in a segment.
    follows: bool,
    next: ObjectIndex,
}

type ObjectIndex = u32;

/// How an object is folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    Tree(TreeId),
    /// The chain, and the object that it ends at.
    Segment(WordId, ObjectId),
}

/// How many objects can be reached, those inside folded parts included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// From the first roots.
    pub first: u64,
    /// From the other roots only.
    pub rest: u64,
    /// Whether the first roots reach an object that stands for something unknown.
    pub sees_hidden: bool,
}

impl Folder {
    /// For heaps of a program whose classes have these shapes.
    pub fn new(shapes: &Shapes) -> Self {
        let class = |beyond: usize| ClassId::new(shapes.len() + beyond);
        let beyond = [1, 2, 0].map(|len| Shape::Record { len });
        Self {
            shapes: shapes.iter().chain(beyond).collect(),
            tree: class(0),
            segment: class(1),
            hidden: class(2),
            parts: Parts::default(),
            order: Vec::new(),
            marks: Vec::new(),
            slots: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// The shapes of folded heaps.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// The class of an object that stands for something unknown. It is never folded.
    pub fn hidden_class(&self) -> ClassId {
        self.hidden
    }

    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    #[inline]
    pub fn is_folded(&self, heap: &Heap, object: ObjectId) -> bool {
        let class = heap.class(object);
        class == self.tree || class == self.segment
    }

    /// What an object stands for, if it is folded.
    #[inline]
    pub fn folded(&self, heap: &Heap, object: ObjectId) -> Option<Folded> {
        let class = heap.class(object);
        if class == self.tree {
            return Some(Folded::Tree(TreeId::new(heap.get(object, 0).number() as usize)));
        }
        let end = || heap.get(object, 1).object().expect("a segment ends at an object");
        (class == self.segment)
            .then(|| Folded::Segment(WordId::new(heap.get(object, 0).number() as usize), end()))
    }

    fn tree_of(&self, heap: &Heap, object: ObjectId) -> Option<TreeId> {
        (heap.class(object) == self.tree).then(|| TreeId::new(heap.get(object, 0).number() as usize))
    }

    // ------------------------------------------------------------------------------------- unfolding

    /// Puts the first object of a folded part in its place.
    pub fn unfold(&mut self, heap: &mut Heap, object: ObjectId) {
        let (node, rest) = match self.folded(heap, object) {
            None => return,
            Some(Folded::Tree(tree)) => match self.parts.without_first(self.parts.word(tree)) {
                None => (self.parts.base(tree), Value::Null),
                Some((first, rest)) => {
                    let rest = self.parts.tree(rest, self.parts.base(tree));
                    (first, self.fold_tree(heap, rest))
                }
            },
            Some(Folded::Segment(word, end)) => {
                let (first, rest) = self.parts.without_first(word).expect("a segment is not empty");
                let end = Value::Ref(end);
                let is_last = self.parts.length(rest) == 0;
                let number = Value::Int(rest.index() as i64);
                let rest =
                    if is_last { end } else { Value::Ref(heap.alloc_with(self.segment, &[number, end])) };
                (first, rest)
            }
        };
        let mut slots = std::mem::take(&mut self.slots);
        slots.clear();
        slots.extend_from_slice(self.parts.slots(node));
        for slot in slots.iter_mut() {
            if let Value::Ref(tree) = *slot {
                *slot = self.fold_tree(heap, TreeId::new(tree.index()));
            }
        }
        if let Some(hole) = self.parts.hole(node) {
            slots[hole] = rest;
        }
        heap.redefine(object, self.parts.class(node), &slots);
        self.slots = slots;
    }

    /// A new object that stands for a tree.
    fn fold_tree(&self, heap: &mut Heap, tree: TreeId) -> Value {
        Value::Ref(heap.alloc_with(self.tree, &[Value::Int(tree.index() as i64)]))
    }

    /// Unfolds everything that can be reached.
    pub fn unfold_all(&mut self, heap: &mut Heap, roots: impl IntoIterator<Item = Value>) {
        let mut seen = vec![false; heap.len()];
        let mut open: Vec<ObjectId> = roots.into_iter().filter_map(Value::object).collect();
        while let Some(object) = open.pop() {
            self.unfold(heap, object);
            seen.resize(heap.len(), false);
            if !std::mem::replace(&mut seen[object.index()], true) {
                open.extend(heap.slots(object).iter().filter_map(|value| value.object()));
            }
        }
    }

    // --------------------------------------------------------------------------------------- folding

    /// Folds what can be folded, and unfolds what is no longer referred to just once. Counts what the first `n_first`
    /// roots reach, and what the others reach beyond that.
    pub fn fold(&mut self, heap: &mut Heap, roots: &[Value], n_first: usize) -> Reached {
        self.order.clear();
        self.marks.clear();
        self.marks.resize(heap.len(), Mark::default());
        let (first, rest) = roots.split_at(n_first);
        let first = self.reach(heap, first);
        let sees_hidden = self.order.iter().any(|&object| heap.class(object) == self.hidden);
        let reached = Reached { first, rest: self.reach(heap, rest), sees_hidden };
        let n_reached = self.order.len();
        self.unfold_shared(heap);
        // A neighbour that one reference leads to was reached later, so it is folded before.
        for index in (0..n_reached).rev().chain(n_reached..self.order.len()) {
            self.fold_into_tree(heap, self.order[index]);
        }
        self.fold_segments(heap);
        reached
    }

    /// Counts the references to everything that the roots reach.
    fn reach(&mut self, heap: &Heap, roots: &[Value]) -> u64 {
        let mut next = self.order.len();
        let mut count = 0;
        roots.iter().for_each(|&root| self.count_reference(root));
        while let Some(&object) = self.order.get(next) {
            next += 1;
            count += match self.folded(heap, object) {
                None => 1,
                Some(Folded::Tree(tree)) => self.parts.tree_size(tree),
                Some(Folded::Segment(word, _)) => self.parts.word_size(word),
            };
            heap.slots(object).iter().for_each(|&value| self.count_reference(value));
        }
        count
    }

    #[inline]
    fn count_reference(&mut self, value: Value) {
        let Value::Ref(object) = value else { return };
        let mark = &mut self.marks[object.index()];
        if mark.degree == 0 {
            self.order.push(object);
        }
        mark.degree = (mark.degree + 1).min(2);
    }

    fn unfold_shared(&mut self, heap: &mut Heap) {
        for index in 0..self.order.len() {
            let object = self.order[index];
            if self.marks[object.index()].degree > 1 && self.is_folded(heap, object) {
                let n_before = heap.len();
                self.unfold(heap, object);
                self.marks.resize(heap.len(), Mark { degree: 1, ..Mark::default() });
                self.order.extend((n_before..heap.len()).map(ObjectId::new));
            }
        }
    }

    fn fold_into_tree(&mut self, heap: &mut Heap, object: ObjectId) {
        if self.marks[object.index()].degree > 1 {
            return;
        }
        let tree = match self.folded(heap, object) {
            Some(Folded::Tree(_)) => return,
            Some(Folded::Segment(word, end)) => {
                self.tree_of(heap, end).map(|end| self.parts.prepend(word, end))
            }
            None => self.tree_at(heap, object),
        };
        if let Some(tree) = tree {
            heap.redefine(object, self.tree, &[Value::Int(tree.index() as i64)]);
        }
    }

    /// The tree that an object is the root of, if all its references lead to trees.
    fn tree_at(&mut self, heap: &Heap, object: ObjectId) -> Option<TreeId> {
        let class = heap.class(object);
        if !self.can_fold(class) {
            return None;
        }
        let mut slots = std::mem::take(&mut self.slots);
        slots.clear();
        let mut n_trees = 0;
        let mut only = None;
        for (index, &value) in heap.slots(object).iter().enumerate() {
            let Some(child) = value.object() else {
                slots.push(value);
                continue;
            };
            let Some(tree) = self.tree_of(heap, child) else {
                self.slots = slots;
                return None;
            };
            n_trees += 1;
            only = Some((index, tree));
            slots.push(Value::Ref(ObjectId::new(tree.index())));
        }
        let tree = match only {
            Some((hole, below)) if n_trees == 1 => {
                slots[hole] = Value::Null;
                let layer = self.parts.node(class, Some(hole), &slots);
                let word = self.parts.single(layer);
                self.parts.prepend(word, below)
            }
            Some(_) | None => {
                let base = self.parts.node(class, None, &slots);
                self.parts.tree(WordId::new(0), base)
            }
        };
        self.slots = slots;
        Some(tree)
    }

    /// Elements of a set have no order, so sets are not folded.
    #[inline]
    fn can_fold(&self, class: ClassId) -> bool {
        class.index() < self.tree.index()
            && matches!(self.shapes.shape(class), Shape::Record { .. } | Shape::Sequence)
    }

    fn fold_segments(&mut self, heap: &mut Heap) {
        let mut any = false;
        for index in 0..self.order.len() {
            let object = self.order[index];
            if self.marks[object.index()].degree == 1
                && let Some(next) = self.next_in_segment(heap, object)
            {
                any = true;
                self.marks[object.index()].in_segment = true;
                self.marks[object.index()].next = next.index() as ObjectIndex;
                self.marks[next.index()].follows = true;
            }
        }
        if !any {
            return;
        }
        for index in 0..self.order.len() {
            let object = self.order[index];
            let mark = self.marks[object.index()];
            if mark.in_segment && !mark.follows {
                self.fold_segment(heap, object);
            }
        }
    }

    /// The one neighbour of an object that is no tree.
    fn next_in_segment(&self, heap: &Heap, object: ObjectId) -> Option<ObjectId> {
        match self.folded(heap, object) {
            Some(Folded::Segment(_, end)) => Some(end),
            Some(Folded::Tree(_)) => None,
            None if !self.can_fold(heap.class(object)) => None,
            None => {
                let references = heap.slots(object).iter().filter_map(|value| value.object());
                let mut others = references.filter(|&child| heap.class(child) != self.tree);
                let next = others.next()?;
                others.next().is_none().then_some(next)
            }
        }
    }

    /// Folds the segment that begins at an object.
    fn fold_segment(&mut self, heap: &mut Heap, first: ObjectId) {
        let mut runs = std::mem::take(&mut self.runs);
        runs.clear();
        let mut length = 0;
        let mut object = first;
        while self.marks[object.index()].in_segment {
            match self.folded(heap, object) {
                Some(Folded::Segment(word, _)) => {
                    length += self.parts.length(word);
                    self.parts.runs(word).iter().for_each(|&run| append(&mut runs, run));
                }
                Some(Folded::Tree(_)) | None => {
                    length += 1;
                    let layer = self.layer(heap, object);
                    append(&mut runs, (layer, 1));
                }
            }
            object = ObjectId::new(self.marks[object.index()].next as usize);
        }
        if length >= SHORTEST_SEGMENT {
            let word = self.parts.word_of(&runs);
            heap.redefine(first, self.segment, &[Value::Int(word.index() as i64), Value::Ref(object)]);
        } else {
            self.unfold_segment(heap, first, object);
        }
        self.runs = runs;
    }

    /// Unfolds a chain as far as it is folded.
    fn unfold_segment(&mut self, heap: &mut Heap, first: ObjectId, end: ObjectId) {
        let mut object = first;
        while object != end {
            self.unfold(heap, object);
            let references = heap.slots(object).iter().filter_map(|value| value.object());
            let mut others = references.filter(|&child| heap.class(child) != self.tree);
            object = others.next().expect("a segment goes on to its end");
        }
    }

    /// An object of a segment, with a hole where the next one is.
    fn layer(&mut self, heap: &Heap, object: ObjectId) -> NodeId {
        let next = Value::Ref(ObjectId::new(self.marks[object.index()].next as usize));
        let mut slots = std::mem::take(&mut self.slots);
        slots.clear();
        let mut hole = None;
        for (index, &value) in heap.slots(object).iter().enumerate() {
            let tree = value.object().and_then(|child| self.tree_of(heap, child));
            if value == next {
                hole = Some(index);
            }
            slots.push(match (tree, value) {
                (Some(tree), _) => Value::Ref(ObjectId::new(tree.index())),
                (None, Value::Ref(_)) => Value::Null,
                (None, plain) => plain,
            });
        }
        let layer = self.parts.node(heap.class(object), hole, &slots);
        self.slots = slots;
        layer
    }
}

/// Adds a run at the end of others.
fn append(runs: &mut Vec<(NodeId, u32)>, (layer, count): (NodeId, u32)) {
    match runs.last_mut() {
        Some((last, known)) if *last == layer => *known += count,
        Some(_) | None => runs.push((layer, count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Canonizer;

    const PAIR: usize = 0;
    const BAG: usize = 1;

    fn folder() -> Folder {
        Folder::new(&[Shape::Record { len: 2 }, Shape::Set].into_iter().collect())
    }

    /// Object `i` is a pair that refers to the objects `edges[i]`; there is none behind the last.
    fn heap(edges: &[[usize; 2]]) -> Heap {
        let mut heap = Heap::new();
        for targets in edges {
            let slot = |&target: &usize| {
                if target < edges.len() { Value::Ref(ObjectId::new(target)) } else { Value::Null }
            };
            heap.alloc_with(ClassId::new(PAIR), &targets.iter().map(slot).collect::<Vec<_>>());
        }
        heap
    }

    fn root(object: usize) -> Value {
        Value::Ref(ObjectId::new(object))
    }

    /// Which objects are folded away or into.
    fn folded(edges: &[[usize; 2]], roots: &[usize], expected: &[usize]) {
        let (mut folder, mut heap) = (folder(), heap(edges));
        let roots: Vec<Value> = roots.iter().map(|&object| root(object)).collect();
        folder.fold(&mut heap, &roots, roots.len());
        let found: Vec<usize> =
            (0..edges.len()).filter(|&object| folder.is_folded(&heap, ObjectId::new(object))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn trees_that_one_reference_leads_to_are_folded() {
        const NIL: usize = 9;
        folded(&[[1, NIL], [2, NIL], [NIL, NIL]], &[0], &[0, 1, 2]);
        folded(&[[1, NIL], [2, NIL], [NIL, NIL]], &[0, 1], &[2]);
        folded(&[[1, 1], [2, NIL], [NIL, NIL]], &[0], &[2]);
        folded(&[[1, NIL], [0, NIL]], &[0], &[]);
        folded(&[[1, 2], [NIL, NIL], [2, NIL]], &[0], &[1]);
        folded(&[[1, 2], [3, NIL], [NIL, 3], [NIL, NIL]], &[0], &[]);
    }

    #[test]
    fn sets_are_not_folded_but_their_elements_are() {
        let mut folder = folder();
        let mut heap = heap(&[[9, 9], [9, 9]]);
        let bag = heap.alloc_with(ClassId::new(BAG), &[root(0), root(1)]);
        folder.fold(&mut heap, &[Value::Ref(bag)], 1);
        assert!(!folder.is_folded(&heap, bag) && folder.is_folded(&heap, ObjectId::new(0)));
        assert_eq!(folder.parts().n_trees(), 1);
    }

    #[test]
    fn objects_inside_trees_are_counted() {
        const NIL: usize = 9;
        let (mut folder, mut heap) = (folder(), heap(&[[1, 2], [NIL, NIL], [NIL, NIL], [2, NIL]]));
        let roots = [root(0), root(3)];
        for _ in 0..2 {
            assert_eq!(folder.fold(&mut heap, &roots, 1), Reached { first: 3, rest: 1, sees_hidden: false });
        }
    }

    /// All heaps of four pairs with two roots: folding keeps the heap, up to the names of objects, and gives isomorphic
    /// heaps one form.
    #[test]
    fn folded_heaps_have_one_form_for_each_class_of_isomorphic_heaps() {
        let mut folder = folder();
        let mut by_plain = std::collections::HashMap::new();
        let mut by_folded = std::collections::HashMap::new();
        for code in 0..5usize.pow(6) {
            let digit = |place: u32| code / 5usize.pow(place) % 5;
            let edges = [[digit(0), digit(1)], [digit(2), digit(3)], [digit(4), 1], [digit(5), digit(0)]];
            let mut heap = heap(&edges);
            let roots = [root(0), root(digit(3).min(3))];
            let plain = form(&heap, &roots, folder.shapes());
            folder.fold(&mut heap, &roots, 1);
            let folded = form(&heap, &roots, folder.shapes());
            assert_eq!(by_plain.entry(plain.clone()).or_insert_with(|| folded.clone()), &folded);
            assert_eq!(by_folded.entry(folded).or_insert_with(|| plain.clone()), &plain);
            // A part is unfolded and folded again.
            let some: Vec<ObjectId> = heap.objects().collect();
            some.iter().for_each(|&object| folder.unfold(&mut heap, object));
            let again = folder.fold(&mut heap, &roots, 1);
            folder.unfold_all(&mut heap, roots);
            assert_eq!(form(&heap, &roots, folder.shapes()), plain);
            assert_eq!(again.first + again.rest, crate::reachable(&heap, roots).len() as u64);
        }
    }

    /// Heaps of twelve objects with long chains, and the same heaps with other names: isomorphic heaps have one form,
    /// others another.
    #[test]
    fn segments_have_one_form_for_each_class_of_isomorphic_heaps() {
        let mut seed = 1u64;
        let mut random = |bound: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % bound
        };
        let mut folder = folder();
        let mut by_plain = std::collections::HashMap::new();
        let mut by_folded = std::collections::HashMap::new();
        let mut n_segments = 0;
        for _ in 0..20_000 {
            let mut edges = Vec::new();
            for index in 0..12 {
                let next = if random(8) > 0 { index + 1 } else { 12 };
                edges.push([next, if random(6) == 0 { random(12) } else { 12 }]);
            }
            let first_root = random(3);
            let second_root = random(12);
            let (shift, factor) = (random(12), [1, 5, 7, 11][random(4)]);
            let renamed = |object: usize| if object < 12 { (object * factor + shift) % 12 } else { object };
            let mut copy = vec![[12; 2]; 12];
            for (object, targets) in edges.iter().enumerate() {
                copy[renamed(object)] = targets.map(renamed);
            }
            for (edges, roots) in
                [(edges, [first_root, second_root]), (copy, [renamed(first_root), renamed(second_root)])]
            {
                let mut heap = heap(&edges);
                let roots = roots.map(root);
                let plain = form(&heap, &roots, folder.shapes());
                let reached = folder.fold(&mut heap, &roots, 1);
                assert_eq!(reached.first + reached.rest, {
                    let mut unfolded = heap.clone();
                    folder.unfold_all(&mut unfolded, roots);
                    assert_eq!(form(&unfolded, &roots, folder.shapes()), plain);
                    crate::reachable(&unfolded, roots).len() as u64
                });
                let is_segment = |object| matches!(folder.folded(&heap, object), Some(Folded::Segment(..)));
                n_segments += usize::from(crate::reachable(&heap, roots).into_iter().any(is_segment));
                let folded = form(&heap, &roots, folder.shapes());
                assert_eq!(by_plain.entry(plain.clone()).or_insert_with(|| folded.clone()), &folded);
                assert_eq!(by_folded.entry(folded.clone()).or_insert_with(|| plain.clone()), &plain);
                // What is unfolded a little is folded to the same again.
                let some: Vec<ObjectId> = heap.objects().take(random(16)).collect();
                some.iter().for_each(|&object| folder.unfold(&mut heap, object));
                folder.fold(&mut heap, &roots, 1);
                assert_eq!(form(&heap, &roots, folder.shapes()), folded);
            }
        }
        assert!(n_segments > 5_000, "{n_segments} heaps with segments are too few for a test");
    }

    /// The canonical form of a heap.
    fn form(heap: &Heap, roots: &[Value], shapes: &Shapes) -> Vec<u8> {
        let mut out = Vec::new();
        let mut canonizer = Canonizer::new(shapes.clone());
        let mut encoding = canonizer.encode(heap, &mut out);
        roots.iter().for_each(|&root| encoding.value(root));
        encoding.finish();
        out
    }
}
