//! Heads for certificates.

use base::Id;
use heap::{Folded, Folder, Heap};
use ir::ObjectId;
use machine::{Point, StepEffects};
use pushdown::{Control, Head};
use verdict::{HeadPoint, NewObject, SeenHeap, SeenObject, SummarySet};

use super::{BEFORE_ALL, Canonical};
use crate::proof::Listed;
use crate::semantics::{HeapSemantics, Meaning};

impl Canonical<'_> {
    /// A head as a certificate has it; `None` if it is too large.
    pub(super) fn list(&mut self, head: Head) -> Option<Listed> {
        match self.symbols.meaning(head.symbol) {
            Meaning::Start => self.list_outside(head.control, 0),
            Meaning::Initialised => self.list_outside(head.control, 1),
            Meaning::Ended => {
                let n_stages = SummarySet::stages(self.code.program).len();
                self.list_outside(head.control, n_stages as u32)
            }
            Meaning::Overflow => None,
            Meaning::Point(point) => Some(self.list_point(head.control, point, false)),
            Meaning::Stays(point) => Some(self.list_point(head.control, point, true)),
            Meaning::Frame(frame) => {
                self.resume(head.control, frame);
                self.machine.tape.clear();
                self.restart();
                let point = self.machine.top().top().point;
                let control = self.control(point)?;
                Some(self.list_point(control, point, false))
            }
        }
    }

    /// Between two stages nothing is left but the globals. The first letter is read after `init`.
    fn list_outside(&mut self, control: Control, stage: u32) -> Option<Listed> {
        self.load_globals(control);
        let after_init = self.code.program.init.is_some() && stage <= 1;
        if stage == 0 || after_init {
            self.machine.listener.effects = BEFORE_ALL;
        }
        let control = self.ended_control()?;
        self.load_globals(control);
        unfold_segments(&mut self.folder, &mut self.machine.state.heap);
        let StepEffects { wrote_null, changed } = self.effects_of(control);
        let state = &self.machine.state;
        let heap = SeenHeap {
            wrote_null,
            changed,
            globals: state.globals.clone(),
            objects: self.list_objects(&state.heap),
            ..SeenHeap::default()
        };
        Some(Listed { heap, point: HeadPoint::Outside(stage) })
    }

    fn list_point(&mut self, control: Control, point: Point, stays: bool) -> Listed {
        self.load(control, point);
        unfold_segments(&mut self.folder, &mut self.loaded.state.heap);
        let StepEffects { wrote_null, changed } = self.effects_of(control);
        let (code, loaded) = (self.code, &self.loaded);
        let thread = &loaded.state.threads[0];
        let heap = SeenHeap {
            in_atomic: loaded.in_atomic,
            initialising: loaded.initialising,
            wrote_null,
            changed,
            thread: thread.number.into(),
            globals: loaded.state.globals.clone(),
            locals: code.live(point, true).iter().map(|local| thread.values[local.index()]).collect(),
            cut_points: loaded.cuts.clone(),
            objects: self.list_objects(&loaded.state.heap),
        };
        let (proc, (block, index)) = (code.facts(point).proc, code.place(point));
        let index = index as u32;
        let point = match stays {
            true => HeadPoint::Stays { proc, block, index },
            false => HeadPoint::At { proc, block, index },
        };
        Listed { heap, point }
    }

    /// The objects of a heap whose segments are unfolded.
    fn list_objects(&self, heap: &Heap) -> Vec<SeenObject> {
        let list = |object| match (self.folder.folded(heap, object), heap.class(object)) {
            (Some(Folded::Tree(tree)), _) => SeenObject::Tree(tree.index() as u32),
            (Some(Folded::Segment(..)), _) => panic!("segments are unfolded before a heap is listed"),
            (None, class) if class == self.folder.hidden_class() => SeenObject::Forgotten,
            (None, class) => SeenObject::Object(NewObject { class, slots: heap.slots(object).to_vec() }),
        };
        heap.objects().map(list).collect()
    }
}

/// Unfolds all segments: each object that is unfolded leaves the rest of its segment at the end of the heap.
fn unfold_segments(folder: &mut Folder, heap: &mut Heap) {
    let mut next = 0;
    while next < heap.len() {
        let object = ObjectId::new(next);
        if matches!(folder.folded(heap, object), Some(Folded::Segment(..))) {
            folder.unfold(heap, object);
        }
        next += 1;
    }
}
