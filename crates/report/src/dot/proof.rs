//! What procedures see, of a proof of the pushdown engine: each call is a box, with the heaps in it that are reached
//! before it returns.
//!
//! A heap is drawn as the running procedure sees it, with the globals, its locals, and the cut points of its callers.
//! Trees that were folded are unfolded, unless they are large.

use std::collections::BTreeSet;

use base::{Id, SourceMap};
use ir::facts::Liveness;
use ir::{BlockId, LocalId, LocalKind, ObjectId, Proc, ProcId, Program, TermOp, Value};
use verdict::{Head, HeadPoint, NewObject, PushdownProof, SeenHeap, SeenObject};

use super::fold::fold_chains;
use super::graph::Graph;
use super::heap::{CUT, Heap, ObjectBox, PLAIN, Row, slot_rows};
use super::page::{Extent, Size, fit, wrap};
use crate::summary::object_number;
use crate::text::counted;
use crate::twin::location::{Location, statement_text};
use crate::twin::summary::{self, name_or_id};

/// A tree with more objects is drawn as one box, unless it is a list, which is folded.
const LARGEST_TREE: usize = 12;
/// A picture of everything has no more heaps.
const MOST_HEAPS: usize = 1000;
/// Longer lists are drawn like other trees.
const LONGEST_LIST: usize = 1000;

/// What procedures see. `observes_locals`: the proof is of a formula that looks at the user's locals.
pub fn proof(
    program: &Program,
    proof: &PushdownProof,
    observes_locals: bool,
    sources: &SourceMap,
    extent: Extent,
) -> String {
    let artist = Artist { program, proof, observes_locals, sources, extent };
    let mut graph = Graph::new(
        "heaps",
        &[
            "blue: a cut point, which callers attach their parts of the heap to   next*3: a chain of three objects",
        ],
    );
    let calls = artist.calls();
    let drawn = artist.chosen(&calls);
    let heaps: usize = proof.instances.iter().map(|instance| instance.facts.len()).sum();
    let left_out = heaps - drawn.iter().sum::<usize>();
    if left_out > 0 {
        let undrawn = drawn.iter().filter(|&&count| count == 0).count() + proof.instances.len() - calls.len();
        let calls = if undrawn > 0 {
            format!(", {} among them", counted(undrawn as u64, "whole call"))
        } else {
            String::new()
        };
        let all = if extent == Extent::Screenful { " --all draws more." } else { "" };
        graph.note_alone(&format!("Not drawn: {}{calls}.{all}", counted(left_out as u64, "heap")));
    }
    // What comes first in the file is drawn last on the page.
    for (call, drawn) in calls.iter().zip(drawn).rev() {
        if drawn > 0 {
            call.draw(&mut graph, drawn);
        }
    }
    graph.finish()
}

/// A call with the heaps that are seen in it.
struct Call {
    title: String,
    heaps: Vec<(String, Heap)>,
    /// All heaps, those that were not made included.
    count: usize,
}

impl Call {
    fn draw(&self, graph: &mut Graph, drawn: usize) {
        let missing = self.count - drawn;
        let more = if missing > 0 {
            format!(", without {}", counted(missing as u64, "heap"))
        } else {
            String::new()
        };
        graph.begin_box(&format!("{}{more}", self.title));
        let mut rest = &self.heaps[..drawn];
        let mut rows = Vec::new();
        for count in wrap(&self.sizes()[..drawn]) {
            let (row, others) = rest.split_at(count);
            rows.push(row);
            rest = others;
        }
        for row in rows {
            let mut last = None;
            for (title, heap) in row {
                let heap = graph.heap(Some(title), heap);
                if let Some(last) = last {
                    graph.beside(&last, &heap);
                }
                last = Some(heap);
            }
        }
        graph.end_box();
    }

    fn sizes(&self) -> Vec<Size> {
        let size = |(title, heap): &(String, Heap)| heap.size().framed(title);
        self.heaps.iter().map(size).collect()
    }
}

struct Artist<'a> {
    program: &'a Program,
    proof: &'a PushdownProof,
    observes_locals: bool,
    sources: &'a SourceMap,
    extent: Extent,
}

impl Artist<'_> {
    /// All calls with their heaps, as far as these may be drawn.
    fn calls(&self) -> Vec<Call> {
        let mut room = MOST_HEAPS;
        let mut calls = Vec::new();
        for instance in &self.proof.instances {
            if room == 0 {
                break;
            }
            let count = instance.facts.len();
            let heaps: Vec<(String, Heap)> =
                instance.facts.iter().take(room).map(|fact| self.picture(fact)).collect();
            room -= heaps.len();
            let title = format!("a call of {}", self.proc_name(self.head(instance.entry).point));
            calls.push(Call { title, heaps, count });
        }
        calls
    }

    fn picture(&self, fact: &verdict::Fact) -> (String, Heap) {
        let head = self.head(fact.head);
        let mut heap = self.heap(head);
        fold_chains(&mut heap);
        if self.extent == Extent::Screenful {
            heap.cut();
        }
        (self.title(head), heap)
    }

    /// How many heaps of each call are drawn.
    fn chosen(&self, calls: &[Call]) -> Vec<usize> {
        match self.extent {
            Extent::Screenful => fit(&calls.iter().map(Call::sizes).collect::<Vec<_>>()),
            Extent::Everything => calls.iter().map(|call| call.heaps.len()).collect(),
        }
    }

    fn head(&self, index: u32) -> &Head {
        &self.proof.heads[index as usize]
    }

    fn proc_name(&self, point: HeadPoint) -> &str {
        match point {
            HeadPoint::Outside(_) => "nothing",
            HeadPoint::At { proc, .. } | HeadPoint::Stays { proc, .. } => &self.program.procs[proc].name,
        }
    }

    /// The statement that comes next and, for a formula, the state of the automaton of violations.
    fn title(&self, head: &Head) -> String {
        let next = match head.point {
            HeadPoint::Outside(_) => "outside".to_owned(),
            HeadPoint::At { proc, block, index } | HeadPoint::Stays { proc, block, index } => {
                self.next_statement(&self.program.procs[proc], block, index as usize)
            }
        };
        match (head.state, head.rank) {
            (0, 0) => next,
            (state, rank) => format!("{next}   [state {state}, rank {rank}]"),
        }
    }

    fn next_statement(&self, proc: &Proc, block: BlockId, index: usize) -> String {
        let block = &proc.blocks[block];
        let returns = matches!(block.terminator.op, TermOp::Return { .. });
        match block.site(index).span {
            _ if returns && index == block.instrs.len() => format!("at the end of {}", proc.name),
            Some(span) => {
                let line = Location::of(span, self.sources).line;
                format!("line {line}: {}", statement_text(span, self.sources))
            }
            None => String::new(),
        }
    }

    fn heap(&self, head: &Head) -> Heap {
        let seen = &self.proof.heaps[head.heap as usize];
        let mut drawn = Heap { variables: self.variables(head.point, seen), ..Heap::default() };
        let mut next = seen.objects.len();
        for (index, object) in seen.objects.iter().enumerate() {
            let id = ObjectId::new(index);
            match object {
                SeenObject::Object(object) => drawn.objects.push(self.object(id, object)),
                SeenObject::Tree(tree) => self.tree(id, *tree, &mut next, &mut drawn.objects),
                SeenObject::Forgotten => drawn.objects.push(plain_box(id, "forgotten".to_owned())),
            }
        }
        drawn
    }

    fn variables(&self, point: HeadPoint, seen: &SeenHeap) -> Vec<Row> {
        let row = |name: String, ty, value: Value, colour| {
            let values = vec![summary::value(self.program, ty, value)];
            Row { colour, ..Row::new(name, values) }
        };
        let globals = self.program.globals.iter_enumerated().zip(&seen.globals);
        let mut rows: Vec<Row> = globals
            .map(|((id, global), &value)| row(name_or_id(&global.name, id), Some(global.ty), value, None))
            .collect();
        if let HeadPoint::At { proc, block, index } | HeadPoint::Stays { proc, block, index } = point {
            let counting = self.counting(proc, block, index as usize);
            for (local, &value) in counting.into_iter().zip(&seen.locals) {
                let ir::Local { name, ty, .. } = &self.program.procs[proc].locals[local];
                rows.push(row(name_or_id(name, local), Some(*ty), value, None));
            }
        }
        let cuts = seen.cut_points.iter().enumerate();
        rows.extend(cuts.map(|(index, &value)| row(format!("cut point {index}"), None, value, Some(CUT))));
        rows
    }

    /// The locals that a proof lists at a place.
    fn counting(&self, proc: ProcId, block: BlockId, index: usize) -> BTreeSet<LocalId> {
        let mut locals: BTreeSet<LocalId> =
            Liveness::new(self.program, proc).live_before(block, index).collect();
        if self.observes_locals {
            let all = self.program.procs[proc].locals.iter_enumerated();
            locals.extend(all.filter(|(_, local)| local.kind == LocalKind::User).map(|(id, _)| id));
        }
        locals
    }

    fn object(&self, id: ObjectId, object: &NewObject) -> ObjectBox {
        let class = &self.program.classes[object.class].name;
        let rows = slot_rows(&summary::slots(self.program, object));
        ObjectBox::new(object_number(id), class.clone(), PLAIN, rows)
    }

    /// A tree, whose inner objects get numbers from `next` on.
    fn tree(&self, root: ObjectId, tree: u32, next: &mut usize, boxes: &mut Vec<ObjectBox>) {
        if !self.is_list(tree) && self.tree_size(tree) > LARGEST_TREE {
            return boxes.push(plain_box(root, format!("a tree of more than {LARGEST_TREE} objects")));
        }
        let mut pending = vec![(root, tree)];
        while let Some((id, tree)) = pending.pop() {
            let mut object = self.proof.trees[tree as usize].clone();
            for slot in &mut object.slots {
                if let Value::Ref(child) = slot {
                    let number = ObjectId::new(*next);
                    *next += 1;
                    pending.push((number, child.index() as u32));
                    *slot = Value::Ref(number);
                }
            }
            boxes.push(self.object(id, &object));
        }
    }

    /// The number of objects of a tree, or more than [`LARGEST_TREE`].
    fn tree_size(&self, tree: u32) -> usize {
        let mut size = 0;
        let mut pending = vec![tree];
        while let Some(tree) = pending.pop()
            && size <= LARGEST_TREE
        {
            size += 1;
            let slots = &self.proof.trees[tree as usize].slots;
            pending.extend(slots.iter().filter_map(child));
        }
        size
    }

    /// Whether each object of a tree has one child at most.
    fn is_list(&self, mut tree: u32) -> bool {
        let mut length = 0;
        while length <= LONGEST_LIST {
            length += 1;
            let mut children = self.proof.trees[tree as usize].slots.iter().filter_map(child);
            match (children.next(), children.next()) {
                (None, _) => return true,
                (Some(only), None) => tree = only,
                (Some(_), Some(_)) => return false,
            }
        }
        false
    }
}

/// The tree that a slot of a tree holds.
fn child(slot: &Value) -> Option<u32> {
    match slot {
        Value::Ref(child) => Some(child.index() as u32),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Real(_)
        | Value::Decimal(_)
        | Value::String(_) => None,
    }
}

fn plain_box(id: ObjectId, what: String) -> ObjectBox {
    ObjectBox::new(object_number(id), what, PLAIN, Vec::new())
}
