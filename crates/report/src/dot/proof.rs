//! What procedures see, of a proof of the pushdown engine: each call is a box, with the heaps in it that are reached before it returns.
//!
//! A heap is drawn as the running procedure sees it, with the globals, its locals, and the cut points of its callers. Trees that were folded are
//! unfolded, unless they are large.

use std::collections::BTreeSet;

use base::{Id, SourceMap};
use ir::facts::Liveness;
use ir::{BlockId, LocalId, LocalKind, ObjectId, Proc, ProcId, Program, TermOp, Value};
use verdict::{Head, NewObject, PushdownProof, SeenHeap, SeenObject, Standing};

use super::graph::{CUT, Graph, Heap, ObjectBox, PLAIN, Row, slot_rows};
use crate::summary::object_number;
use crate::twin::location::{Location, statement_text};
use crate::twin::summary::{self, name_or_id};

/// A picture with more heaps is of no use.
const MOST_HEAPS: usize = 150;
/// A tree with more objects is drawn as one box.
const LARGEST_TREE: usize = 12;

/// All that procedures see. `observes_locals`: the proof is of a formula that looks at the user's locals.
pub fn proof(program: &Program, proof: &PushdownProof, observes_locals: bool, sources: &SourceMap) -> String {
    let artist = Artist { program, proof, observes_locals, sources };
    let mut graph = Graph::new("heaps", "blue: a cut point, which callers attach their parts of the heap to");
    let mut room = MOST_HEAPS;
    let mut left_out = 0;
    let mut instances = Vec::new();
    for instance in &proof.instances {
        if room == 0 {
            left_out += 1;
            continue;
        }
        let facts = &instance.facts[..instance.facts.len().min(room)];
        room -= facts.len();
        let missing = instance.facts.len() - facts.len();
        instances.push((instance.entry, facts, missing));
    }
    if left_out > 0 {
        graph.begin_box(&format!("{left_out} more calls are not drawn"));
        graph.heap("...", &Heap::default());
        graph.end_box();
    }
    // What comes first is drawn last on the page.
    for (entry, facts, missing) in instances.into_iter().rev() {
        artist.instance(&mut graph, entry, facts, missing);
    }
    graph.finish()
}

struct Artist<'a> {
    program: &'a Program,
    proof: &'a PushdownProof,
    observes_locals: bool,
    sources: &'a SourceMap,
}

impl Artist<'_> {
    fn instance(&self, graph: &mut Graph, entry: u32, facts: &[verdict::Fact], missing: usize) {
        let more = if missing > 0 { format!(", without {missing} heaps") } else { String::new() };
        graph.begin_box(&format!("a call of {}{more}", self.proc_name(self.head(entry).standing)));
        let mut last = None;
        for fact in facts {
            let head = self.head(fact.head);
            let drawn = graph.heap(&self.title(head), &self.heap(head));
            if let Some(last) = last {
                graph.beside(&last, &drawn);
            }
            last = Some(drawn);
        }
        graph.end_box();
    }

    fn head(&self, index: u32) -> &Head {
        &self.proof.heads[index as usize]
    }

    fn proc_name(&self, standing: Standing) -> &str {
        match standing {
            Standing::Outside(_) => "nothing",
            Standing::At { proc, .. } | Standing::Stays { proc, .. } => &self.program.procs[proc].name,
        }
    }

    /// The statement that comes next and, for a formula, the state of the automaton of violations.
    fn title(&self, head: &Head) -> String {
        let next = match head.standing {
            Standing::Outside(_) => "outside".to_owned(),
            Standing::At { proc, block, index } | Standing::Stays { proc, block, index } => {
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
        let mut drawn = Heap { variables: self.variables(head.standing, seen), objects: Vec::new() };
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

    fn variables(&self, standing: Standing, seen: &SeenHeap) -> Vec<Row> {
        let row = |name: String, ty, value: Value, colour| {
            let values = vec![summary::value(self.program, ty, value)];
            Row { place: None, name, values, colour }
        };
        let globals = self.program.globals.iter_enumerated().zip(&seen.globals);
        let mut rows: Vec<Row> = globals
            .map(|((id, global), &value)| row(name_or_id(&global.name, id), Some(global.ty), value, None))
            .collect();
        if let Standing::At { proc, block, index } | Standing::Stays { proc, block, index } = standing {
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
        let title = format!("#{}: {class}", object_number(id));
        let rows = slot_rows(&summary::slots(self.program, object));
        ObjectBox { number: object_number(id), title, colour: PLAIN, rows }
    }

    /// A tree, whose inner objects get numbers from `next` on.
    fn tree(&self, root: ObjectId, tree: u32, next: &mut usize, boxes: &mut Vec<ObjectBox>) {
        let size = self.tree_size(tree);
        if size > LARGEST_TREE {
            let title = format!("#{}: a tree of more than {LARGEST_TREE} objects", object_number(root));
            return boxes.push(plain_box(root, title));
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
            pending.extend(slots.iter().filter_map(|slot| match slot {
                Value::Ref(child) => Some(child.index() as u32),
                Value::Null | Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Decimal(_) => None,
            }));
        }
        size
    }
}

fn plain_box(id: ObjectId, title: String) -> ObjectBox {
    ObjectBox { number: object_number(id), title, colour: PLAIN, rows: Vec::new() }
}
