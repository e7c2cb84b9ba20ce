//! Controls and frames, and how they come from the machine and go to it.

use base::Id;
use ir::{ClassId, LocalId, ObjectId, Value};
use machine::{Frame, Point, State, StepEffects, Thread};
use pushdown::{Control, Head};

use super::Paper;
use super::heap::{Object, PaperHeap};
use super::new::heap_of;
use crate::semantics::{Meaning, Traits};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct PaperControl {
    pub(super) heap: PaperHeap,
    pub(super) traits: Traits,
    /// The number of the thread, where the program can ask for it.
    pub(super) thread: i32,
    pub(super) wrote_null: bool,
    pub(super) changed: bool,
}

/// A procedure that waits, with its whole heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct PaperFrame {
    /// The call that it waits for.
    pub(super) point: Point,
    pub(super) traits: Traits,
    pub(super) heap: PaperHeap,
}

/// A head as a state with one frame.
#[derive(Default)]
pub(super) struct Loaded {
    pub(super) state: State,
    pub(super) cuts: Vec<Value>,
    pub(super) traits: Traits,
    pub(super) effects: StepEffects,
    /// A return has led here: the next step may begin at once.
    pub(super) resumed: bool,
}

impl Paper<'_> {
    // -------------------------------------------------------------------------------- from the machine

    /// The heap that the machine has come to, with these variables beside globals and cut variables.
    pub(super) fn heap_with(&self, passed: &[Value], locals: &[(LocalId, Value)]) -> PaperHeap {
        heap_of(&self.machine, &self.numbers, passed, locals, &self.loaded.cuts)
    }

    /// The locals of the machine that count at a point, without those that have their defaults.
    pub(super) fn counting(&self, point: Point, running: bool) -> Vec<(LocalId, Value)> {
        let locals = self.machine.top().locals();
        self.counting_of(point, running, |local| locals[local.index()])
    }

    /// The same for locals with these values.
    pub(super) fn counting_of(
        &self,
        point: Point,
        running: bool,
        value: impl Fn(LocalId) -> Value,
    ) -> Vec<(LocalId, Value)> {
        let defaults = &self.code.frame_defaults[self.code.facts(point).proc];
        let counting = self.code.live(point, running).iter().map(|&local| (local, value(local)));
        counting.filter(|&(local, value)| value != defaults[local.index()]).collect()
    }

    /// The control of a heap. `None` if it is too large.
    pub(super) fn control(&mut self, heap: PaperHeap, traits: Traits) -> Option<Control> {
        let size = heap.objects.len() as u64;
        if self.settings.bound.is_some_and(|bound| size > bound) {
            return None;
        }
        self.bound_seen = self.bound_seen.max(size);
        let keeps = self.settings.keeps_last_step;
        let StepEffects { wrote_null, changed } = self.machine.listener;
        let thread = if self.code.uses_self { self.machine.state.threads[0].number } else { 0 };
        let control =
            PaperControl { heap, traits, thread, wrote_null: keeps && wrote_null, changed: keeps && changed };
        let size = control.heap.size();
        let (number, is_new) = self.controls.intern(control, size);
        self.n_heaps += u64::from(is_new && !traits.is_exit);
        Some(Control::new(number as usize))
    }

    /// The head of a procedure that runs.
    pub(super) fn head(&mut self, heap: PaperHeap, traits: Traits, point: Point) -> Option<Head> {
        let symbol = self.symbols.symbol(Meaning::Point(point));
        self.control(heap, traits).map(|control| Head::new(control, symbol))
    }

    // ----------------------------------------------------------------------------------- to the machine

    /// Loads a heap. What is passed is left out.
    pub(super) fn load_heap(&mut self, heap: &PaperHeap) {
        let state = &mut self.loaded.state;
        state.globals.clone_from(&heap.globals);
        state.heap.clear();
        let n_numbers = heap.objects.keys().next_back().map_or(0, |last| last.index() + 1);
        for number in (0..n_numbers).map(ObjectId::new) {
            match heap.objects.get(&number) {
                Some(Object { class, fields }) => state.heap.alloc_with(*class, fields),
                // Nothing refers to it.
                None => state.heap.alloc_with(ClassId::new(0), &[]),
            };
        }
        self.loaded.cuts.clone_from(&heap.cuts);
    }

    /// Loads a procedure at a point, with its locals that count.
    pub(super) fn load_frame(&mut self, point: Point, locals: &[(LocalId, Value)], traits: Traits) {
        let facts = self.code.facts(point);
        let thread = &mut self.loaded.state.threads[0];
        thread.atomic = facts.atomic + u32::from(traits.in_atomic);
        thread.frames.clear();
        thread.frames.push(Frame { proc: facts.proc, point, base: 0 });
        thread.values.clone_from(&self.code.frame_defaults[facts.proc]);
        for &(local, value) in locals {
            thread.values[local.index()] = value;
        }
        self.loaded.traits = traits;
    }

    /// Loads the globals of a control, and nothing else.
    pub(super) fn load_globals(&mut self, control: Control) {
        let control = self.controls.get(control.index() as u32);
        let PaperControl { heap, wrote_null, changed, .. } = &*control;
        self.load_heap(heap);
        self.loaded.cuts.clear();
        self.loaded.traits = Traits::default();
        self.loaded.effects = StepEffects { wrote_null: *wrote_null, changed: *changed };
        self.loaded.resumed = false;
        self.loaded.state.threads[0] = Thread::default();
    }

    pub(super) fn restart(&mut self) {
        self.machine.state.clone_from(&self.loaded.state);
        self.machine.tape.rewind();
        self.machine.thread = 0;
        self.machine.accepted = false;
        self.machine.listener = self.loaded.effects;
        self.numbers.clear();
        self.numbers.extend(self.loaded.state.heap.objects());
    }
}
